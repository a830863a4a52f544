//! Pieces and sets of them.

use std::borrow::Cow;

use boardloom_sdk::Piece;
use boardloom_sdk::fields::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The attackers' side, and the seat that plays it.
pub const ATTACKERS: u8 = 0;
/// The defenders' side, and the seat that plays it.
pub const DEFENDERS: u8 = 1;

/// The letters of all men, attackers first, the king last.
pub const LETTERS: [char; 11] = ['t', 'c', 'n', 'm', 'g', 'T', 'C', 'N', 'M', 'G', 'K'];

/// What stands on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Man(u8);

impl Man {
    /// Nothing.
    pub const NONE: Man = Man(0);
    /// The king.
    pub const KING: Man = Man(11);
    /// What can never move, be taken or be passed: a blocked site.
    pub const WALL: Man = Man(12);
    /// How many codes there are.
    pub const CODES: usize = 13;

    /// Returns the man that a letter stands for.
    pub fn of(letter: char) -> Option<Man> {
        LETTERS.iter().position(|known| *known == letter).map(|at| Man(at as u8 + 1))
    }

    /// Returns all men.
    pub fn all() -> impl Iterator<Item = Man> {
        (1..=11).map(Man)
    }

    /// Tells whether nothing is here.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Tells whether this is a man of this side.
    #[inline(always)]
    pub fn is_of(self, side: u8) -> bool {
        // 1 to 5 attack, 6 to 11 defend.
        let (least, count) = if side == ATTACKERS { (1, 5) } else { (6, 6) };
        self.0.wrapping_sub(least) < count
    }

    /// Returns the side of a man.
    #[inline(always)]
    pub fn side(self) -> u8 {
        u8::from(self.0 >= 6)
    }

    /// Returns the man of the other side that a mercenary becomes, or none.
    pub fn turned(self) -> Option<Man> {
        match self.0 {
            4 => Some(Man(9)),
            9 => Some(Man(4)),
            _ => None,
        }
    }

    /// Returns the letter of a man, or none of a site without one.
    pub fn letter(self) -> Option<char> {
        LETTERS.get(usize::from(self.0).wrapping_sub(1)).copied()
    }

    /// Returns the piece that is drawn.
    pub fn piece(self) -> Option<Piece> {
        if self.is_none() || self == Man::WALL {
            return None;
        }
        let kind = if self == Man::KING { 5 } else { u16::from(self.0 - 1) % 5 };
        Some(Piece::new(kind, self.side()))
    }

    /// Returns a number below [`CODES`](Man::CODES).
    #[inline(always)]
    pub fn code(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of men, as a ruleset writes it: their letters in one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Men(u16);

impl Men {
    /// Nobody.
    pub const NOBODY: Men = Men(0);
    /// Everybody.
    pub const ALL: Men = Men(0b1111_1111_1110);

    /// Returns the set of these letters, or none where one is no man's.
    pub fn of(letters: &str) -> Option<Men> {
        let mut men = Men::NOBODY;
        for letter in letters.chars() {
            men.0 |= 1 << Man::of(letter)?.code();
        }
        Some(men)
    }

    /// Returns the set of all men of a side.
    pub fn side(side: u8) -> Men {
        Men(if side == ATTACKERS { 0b11_1110 } else { 0b1111_1100_0000 })
    }

    /// Tells whether a man is among them.
    #[inline(always)]
    pub fn has(self, man: Man) -> bool {
        self.0 >> man.code() & 1 != 0
    }

    /// Puts a man in or takes him out.
    pub fn set(&mut self, man: Man, is: bool) {
        self.0 = self.0 & !(1 << man.code()) | u16::from(is) << man.code();
    }

    /// Returns those that are in both sets.
    pub fn both(self, other: Men) -> Men {
        Men(self.0 & other.0)
    }

    /// Returns those that are in one of the sets.
    pub fn either(self, other: Men) -> Men {
        Men(self.0 | other.0)
    }

    /// Reads the letters.
    pub fn read(value: &Value) -> Option<Men> {
        Men::of(value.as_str()?)
    }
}

// Written by hand: a set is a text in a ruleset.
impl JsonSchema for Men {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Men".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[tcnmgTCNMGK]*$",
            "description": "Letters of pieces; `t`, `c`, `n`, `m`, `g` attack, `T`, `C`, `N`, `M`, `G`, `K` defend: men, commanders, knights, mercenaries, guards, the king."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_sides_agree() {
        for (at, letter) in LETTERS.iter().enumerate() {
            let man = Man::of(*letter).expect("a known letter");
            assert_eq!((man.code(), man.letter()), (at + 1, Some(*letter)));
            let side = u8::from(letter.is_uppercase());
            assert!(man.side() == side && man.is_of(side) && !man.is_of(1 - side), "{letter}");
            assert!(Men::side(side).has(man) && !Men::side(1 - side).has(man));
        }
        for nobody in [Man::NONE, Man::WALL] {
            assert!(!nobody.is_of(ATTACKERS) && !nobody.is_of(DEFENDERS));
            assert!(!Men::ALL.has(nobody) && nobody.letter().is_none());
        }
        assert_eq!(Men::of("tcnmgTCNMGK"), Some(Men::ALL));
        assert_eq!(Men::of("tx"), None);
    }
}
