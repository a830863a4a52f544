//! Edge words: how the sides of a polygon are joined, as `a b a' b'`.

use std::collections::BTreeMap;

use crate::sorting::{collect, sort};

/// A side of a polygon: its letter, and whether it runs backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    pub letter: char,
    pub is_inverse: bool,
}

/// The sides of a polygon, clockwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word(pub Vec<Side>);

/// Signs that stand for `'`.
const PRIMES: [char; 4] = ['\u{2019}', '\u{2032}', '\u{b4}', '`'];

/// Surfaces by their names, each with a word that makes it.
const SURFACES: [(&str, &str); 6] = [
    ("torus", "a b a' b'"),
    ("sphere", "a a'"),
    ("klein", "a b a b'"),
    ("cylinder", "a b a' c"),
    ("mobius", "a b a c"),
    ("moebius", "a b a c"),
];

/// The most sides.
pub(super) const MOST: usize = 24;

/// Returns a word whose signs stand before their letters, as `a b 'a c`, with each behind its own.
fn primes_behind(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_before = |word: &&str| {
        let mut signs = word.chars();
        signs.next().is_some_and(|sign| sign == '\'' || PRIMES.contains(&sign))
            && signs.next().is_some_and(|sign| sign.is_ascii_lowercase())
            && signs.next().is_none()
    };
    if !words.iter().any(is_before) {
        return None;
    }
    let turned = words.iter().map(|word| match is_before(word) {
        true => format!("{}'", &word[word.len() - 1..]),
        false => (*word).to_owned(),
    });
    Some(turned.collect::<Vec<_>>().join(" "))
}

impl Word {
    /// Reads letters, each with `'` or `^-1` if it runs backwards; spaces do not count.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn read(text: &str) -> Result<Word, String> {
        let mut sides: Vec<Side> = Vec::new();
        let mut rest = text.replace("^-1", "'").replace(PRIMES, "'");
        rest.retain(|letter| !letter.is_whitespace());
        if let Some(word) = primes_behind(text) {
            return Err(format!("`'` stands behind its letter; write `{word}`"));
        }
        let surface = SURFACES.iter().find(|(name, _)| *name == rest);
        if let Some((name, word)) = surface {
            let what = "expected the letters of the sides";
            return Err(format!("{what}, found `{name}`; write `{word}`"));
        }
        for letter in rest.chars() {
            match (letter, sides.last_mut()) {
                ('a'..='z', _) => sides.push(Side { letter, is_inverse: false }),
                ('\'', Some(side)) if !side.is_inverse => side.is_inverse = true,
                _ => {
                    let what = format!(
                        "expected letters from a to z, each with `'` if the side runs backwards, \
                         found `{letter}`"
                    );
                    return Err(match meant(&rest) {
                        Some(word) => format!("{what}; write `{word}`"),
                        None => what,
                    });
                }
            }
        }
        if !(2..=MOST).contains(&sides.len()) {
            return Err(format!("expected 2 to {MOST} sides, found {}", sides.len()));
        }
        let word = Word(sides);
        match word.places().iter().find(|(_, places)| places.len() > 2) {
            Some((letter, places)) => Err(format!(
                "each letter stands once, for an open side, or twice, for two sides that are \
                 joined; `{letter}` stands {} times",
                places.len()
            )),
            None => Ok(word),
        }
    }

    /// Returns the sides of each letter.
    pub fn places(&self) -> BTreeMap<char, Vec<usize>> {
        let mut places: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for (at, side) in self.0.iter().enumerate() {
            places.entry(side.letter).or_default().push(at);
        }
        places
    }

    /// Returns the side that a side is joined to, and whether they run the same way, so that
    /// clockwise on one is anticlockwise on the other.
    pub fn joined(&self, side: usize) -> Option<(usize, bool)> {
        let own = self.0[side];
        let other = (0..self.0.len()).find(|at| *at != side && self.0[*at].letter == own.letter)?;
        Some((other, self.0[other].is_inverse == own.is_inverse))
    }

    /// Returns an equal word of at least three sides, in which each of two is divided into two.
    pub fn drawn(&self) -> Word {
        if self.0.len() > 2 {
            return self.clone();
        }
        let halves = self.0.iter().flat_map(|side| {
            let second = char::from(side.letter as u8 ^ 0x20);
            let halves =
                if side.is_inverse { [second, side.letter] } else { [side.letter, second] };
            halves.map(|letter| Side { letter, is_inverse: side.is_inverse })
        });
        Word(halves.collect())
    }

    /// Returns for each corner of the polygon the number of the point that it becomes; corner `i`
    /// begins side `i`.
    fn points(&self) -> Vec<usize> {
        let count = self.0.len();
        let mut points: Vec<usize> = (0..count).collect();
        let mut unite = |one: usize, other: usize| {
            let (one, other) = (points[one], points[other]);
            points.iter_mut().filter(|it| **it == one).for_each(|it| *it = other);
        };
        for side in 0..count {
            let Some((other, same)) = self.joined(side) else { continue };
            let [begin, end] = [side, (side + 1) % count];
            let [from, to] = [other, (other + 1) % count];
            unite(begin, if same { from } else { to });
            unite(end, if same { to } else { from });
        }
        points
    }

    /// Returns the Euler characteristic of the surface: points minus sides plus one polygon.
    pub fn euler(&self) -> i64 {
        let mut points = self.points();
        sort(&mut points);
        points.dedup();
        points.len() as i64 - self.places().len() as i64 + 1
    }

    /// Returns the crossing class of each joined letter: one bit for each independent way around.
    /// A loop that can be drawn together to a point has class 0. `None` if there are more than
    /// eight ways.
    pub fn classes(&self) -> Option<BTreeMap<char, u8>> {
        let points = self.points();
        let count = self.0.len();
        let places = self.places();
        let is_open = |side: usize| self.joined(side).is_none();
        let border: Vec<usize> = (0..count)
            .filter(|side| is_open(*side))
            .flat_map(|side| [points[side], points[(side + 1) % count]])
            .collect();
        let letters: Vec<(char, usize)> =
            places.iter().filter(|(_, at)| at.len() == 2).map(|(it, at)| (*it, at[0])).collect();
        // A small loop around an inner point crosses each side that ends there: the sum of their
        // classes has to be 0. The solutions are the subsets of letters with an even number of
        // ends at each inner point.
        let mut rows: Vec<u32> = Vec::new();
        for point in 0..count {
            if border.contains(&point) {
                continue;
            }
            let mut row = 0;
            for (bit, (_, side)) in letters.iter().enumerate() {
                let ends = [points[*side], points[(*side + 1) % count]];
                let odd = ends.iter().filter(|end| **end == point).count() % 2 == 1;
                row |= u32::from(odd) << bit;
            }
            rows.push(row);
        }
        let pivots = reduce(&mut rows);
        let free = (0..letters.len()).filter(|bit| !pivots.contains(&Some(*bit)));
        let mut ways: Vec<u32> = Vec::new();
        for bit in free {
            let mut way = 1u32 << bit;
            for (row, pivot) in rows.iter().zip(&pivots) {
                if let Some(pivot) = pivot.filter(|_| row >> bit & 1 == 1) {
                    way |= 1 << pivot;
                }
            }
            ways.push(way);
        }
        let class = |bit: usize| {
            (0..)
                .zip(&ways)
                .fold(0u8, |class, (number, way)| class | u8::from(way >> bit & 1 == 1) << number)
        };
        let classes = || letters.iter().enumerate().map(|(bit, (it, _))| (*it, class(bit)));
        (ways.len() <= 8).then(|| collect(classes()))
    }

    /// Returns what kind of surface it is.
    pub fn surface(&self) -> String {
        let euler = self.euler();
        let count = self.0.len();
        let flips = (0..count).any(|side| self.joined(side).is_some_and(|(_, same)| same));
        let is_open = (0..count).any(|side| self.joined(side).is_none());
        let name = match (is_open, flips, euler) {
            (true, false, 1) => "a disc".to_owned(),
            (true, false, 0) => "a cylinder".to_owned(),
            (true, true, 0) => "a Moebius strip".to_owned(),
            (true, _, _) => "a surface with a border".to_owned(),
            (false, false, 2) => "a sphere".to_owned(),
            (false, false, 0) => "a torus".to_owned(),
            (false, true, 1) => "the projective plane".to_owned(),
            (false, true, 0) => "a Klein bottle".to_owned(),
            (false, false, _) => format!("a surface with {} handles", (2 - euler) / 2),
            (false, true, _) => format!("a one-sided surface of genus {}", 2 - euler),
        };
        format!("{name} (Euler characteristic {euler})")
    }
}

/// Returns a word that is written in another way, with commas, or with a minus or with capitals for
/// sides that run backwards.
fn meant(text: &str) -> Option<String> {
    if text.contains(|letter: char| letter.is_ascii_uppercase()) && text == text.to_uppercase() {
        return meant(&text.to_ascii_lowercase());
    }
    let (mut sides, mut is_minus): (Vec<String>, bool) = (Vec::new(), false);
    for letter in text.chars().filter(|letter| !matches!(letter, ',' | ';' | '.')) {
        match (letter, sides.last_mut()) {
            ('-' | '\u{2212}', _) if !is_minus => is_minus = true,
            ('a'..='z', _) if std::mem::take(&mut is_minus) => sides.push(format!("{letter}'")),
            ('a'..='z', _) => sides.push(letter.to_string()),
            ('A'..='Z', _) if !is_minus => sides.push(format!("{}'", letter.to_ascii_lowercase())),
            ('\'', Some(side)) if side.len() == 1 && !is_minus => side.push('\''),
            _ => return None,
        }
    }
    (!is_minus).then(|| sides.join(" "))
}

/// Brings rows of bits to reduced echelon form, and returns the leading bit of each.
fn reduce(rows: &mut [u32]) -> Vec<Option<usize>> {
    let mut pivots = vec![None; rows.len()];
    let mut next = 0;
    for bit in 0..u32::BITS as usize {
        let Some(found) = (next..rows.len()).find(|row| rows[*row] >> bit & 1 == 1) else {
            continue;
        };
        rows.swap(next, found);
        let own = rows[next];
        for (at, row) in rows.iter_mut().enumerate() {
            if at != next && *row >> bit & 1 == 1 {
                *row ^= own;
            }
        }
        pivots[next] = Some(bit);
        next += 1;
    }
    pivots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        let word = Word::read("a b a' b^-1").expect("a word");
        assert_eq!(word, Word::read("aba'b'").expect("a word"));
        assert_eq!(word.joined(0), Some((2, false)));
        for (text, expected) in [
            ("a b a a", "`a` stands 3 times"),
            ("a B", "found `B`"),
            ("'a a", "write `a' a`"),
            ("' a a", "`'`"),
            ("a", "found 1"),
        ] {
            let error = Word::read(text).expect_err(text);
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn surfaces_have_their_names_and_ways() {
        for (text, name, ways) in [
            ("a a'", "a sphere (Euler characteristic 2)", 0),
            ("a b b' a'", "a sphere (Euler characteristic 2)", 0),
            ("a a", "the projective plane (Euler characteristic 1)", 1),
            ("a b a' b'", "a torus (Euler characteristic 0)", 2),
            ("a b a b'", "a Klein bottle (Euler characteristic 0)", 2),
            ("a a b b", "a Klein bottle (Euler characteristic 0)", 2),
            ("a b c a' b' c'", "a torus (Euler characteristic 0)", 2),
            ("a b a' b' c d c' d'", "a surface with 2 handles (Euler characteristic -2)", 4),
            ("a a b b c c", "a one-sided surface of genus 3 (Euler characteristic -1)", 3),
            ("a b c", "a disc (Euler characteristic 1)", 0),
            ("a b a' c", "a cylinder (Euler characteristic 0)", 1),
            ("a b a c", "a Moebius strip (Euler characteristic 0)", 1),
        ] {
            let word = Word::read(text).expect(text);
            assert_eq!(word.surface(), name, "{text}");
            let classes = word.classes().expect("few ways");
            let all = classes.values().fold(0, |all, class| all | class);
            assert_eq!(all.count_ones(), ways, "{text}: {classes:?}");
            assert_eq!(word.drawn().euler(), word.euler(), "{text}");
        }
    }
}
