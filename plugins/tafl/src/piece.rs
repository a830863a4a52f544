//! Pieces and sets of pieces.

use boardloom_sdk::Piece;
use schemars::JsonSchema;
use serde::Deserialize;

/// The attackers' side, and the seat that plays it.
pub const ATTACKERS: u8 = 0;
/// The defenders' side, and the seat that plays it.
pub const DEFENDERS: u8 = 1;

/// The letters of all pieces: attackers first, the king last.
pub const LETTERS: [char; 11] = ['t', 'c', 'n', 'm', 'g', 'T', 'C', 'N', 'M', 'G', 'K'];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PieceCode(u8);

impl PieceCode {
    pub const EMPTY: PieceCode = PieceCode(0);
    pub const MAN: PieceCode = PieceCode(1);
    pub const KING: PieceCode = PieceCode(11);
    /// A blocked square: it can't be entered, passed or captured.
    pub const BLOCKED: PieceCode = PieceCode(12);
    pub const COUNT: usize = 13;

    pub fn from_letter(letter: char) -> Option<PieceCode> {
        LETTERS.iter().position(|known| *known == letter).map(|at| PieceCode(at as u8 + 1))
    }

    /// Returns all pieces, without the empty and the blocked square.
    pub fn all() -> impl Iterator<Item = PieceCode> {
        (1..=11).map(PieceCode)
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn belongs_to(self, side: u8) -> bool {
        // 1 to 5 attack, 6 to 11 defend.
        let (least, count) = if side == ATTACKERS { (1, 5) } else { (6, 6) };
        self.0.wrapping_sub(least) < count
    }

    /// Returns the side of a piece; meaningless for other codes.
    #[inline(always)]
    pub fn side(self) -> u8 {
        u8::from(self.0 >= 6)
    }

    /// Returns the piece that a captured one becomes: mercenaries change sides.
    pub fn after_capture(self) -> Option<PieceCode> {
        match self.0 {
            4 => Some(PieceCode(9)),
            9 => Some(PieceCode(4)),
            _ => None,
        }
    }

    pub fn letter(self) -> Option<char> {
        LETTERS.get(usize::from(self.0).wrapping_sub(1)).copied()
    }

    /// Returns the piece as the host draws it.
    pub fn drawn(self) -> Option<Piece> {
        if self.is_empty() || self == PieceCode::BLOCKED {
            return None;
        }
        let kind = if self == PieceCode::KING { 5 } else { u16::from(self.0 - 1) % 5 };
        Some(Piece::new(kind, self.side()))
    }

    /// Returns a number below [`COUNT`](PieceCode::COUNT).
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Letters of pieces; `t`, `c`, `n`, `m`, `g` attack, `T`, `C`, `N`, `M`, `G`, `K` defend:
/// men, commanders, knights, mercenaries, guards, the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(inline, extend(
    "pattern" = "^[tcnmgTCNMGK]*$",
    "x-words" = {
        "king": "K", "king only": "K", "only king": "K", "the king": "K", "men": "tT",
        "attackers": "tcnmg", "defenders": "TCNMGK"
    }
))]
pub struct PieceSet(u16);

impl TryFrom<String> for PieceSet {
    type Error = &'static str;

    fn try_from(letters: String) -> Result<Self, Self::Error> {
        PieceSet::from_letters(&letters).ok_or("expected letters of pieces")
    }
}

impl PieceSet {
    pub const EMPTY: PieceSet = PieceSet(0);
    pub const ALL: PieceSet = PieceSet(0b1111_1111_1110);

    pub fn from_letters(letters: &str) -> Option<PieceSet> {
        letters.chars().map(PieceCode::from_letter).collect()
    }

    #[inline(always)]
    pub fn contains(self, piece: PieceCode) -> bool {
        self.0 >> piece.index() & 1 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn intersection(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }

    pub fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = PieceCode> {
        PieceCode::all().filter(move |piece| self.contains(*piece))
    }

    pub fn union(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }
}

impl FromIterator<PieceCode> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceCode>>(pieces: I) -> Self {
        PieceSet(pieces.into_iter().fold(0, |set, piece| set | 1 << piece.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_agree_with_sides() {
        for (at, letter) in LETTERS.iter().enumerate() {
            let piece = PieceCode::from_letter(*letter).expect("a known letter");
            assert_eq!((piece.index(), piece.letter()), (at + 1, Some(*letter)));
            let side = u8::from(letter.is_uppercase());
            assert!(piece.side() == side && piece.belongs_to(side), "{letter}");
            assert!(!piece.belongs_to(1 - side), "{letter}");
        }
        for code in [PieceCode::EMPTY, PieceCode::BLOCKED] {
            assert!(!code.belongs_to(ATTACKERS) && !code.belongs_to(DEFENDERS));
            assert!(!PieceSet::ALL.contains(code) && code.letter().is_none());
        }
        assert_eq!(PieceSet::from_letters("tcnmgTCNMGK"), Some(PieceSet::ALL));
        assert_eq!(PieceSet::from_letters("tx"), None);
    }
}
