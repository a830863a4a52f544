//! A polygon whose sides are joined by an edge word, so that any surface is a line of a ruleset.
//!
//! From the middle of the polygon to the middles of its sides run lines that divide it into a kite
//! for each corner; each kite is a square of cells.

mod draw;
mod word;

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

use self::word::Word;
use super::build::Builder;
use super::labels::by_rows;
use super::{Extra, Step, column};
use crate::sorting::sort;
use crate::{Diagnostic, Site, diagnostic};

/// The `[board]` table of `topology = "polygon"`.
///
/// Cells have four sides. Headings number them, and a step goes straight on through the opposite
/// side.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    /// The sides of the polygon clockwise: two sides with the same letter are joined, `'` marks
    /// one that runs backwards, a letter that stands once is an open side. `a b a' b'` is a torus.
    pub word: String,
    /// Half of the cells along a side.
    #[schemars(range(min = 1, max = 30))]
    pub size: u32,
    /// The Euler characteristic that the surface should have, as a check of the word.
    #[serde(default)]
    #[schemars(extend("examples" = [0]))]
    pub euler: Option<i64>,
}

/// A corner of a cell, in quarters: the kite, and the steps along its two sides from the middle.
type Corner = (u32, u32, u32);

/// The polygon divided into cells.
struct Cells {
    word: Word,
    /// Cells along the side of a kite.
    size: u32,
}

impl Polygon {
    /// Tells whether two sides of the polygon are joined.
    pub fn has_joined_sides(&self) -> bool {
        let joined = |word: Word| word.places().values().any(|places| places.len() > 1);
        Word::read(&self.word).is_ok_and(joined)
    }

    pub(super) fn builder(&self, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
        let at = |key: &str, what: String| {
            let found = diagnostic::at(["board", key], "board.polygon", what);
            Err(vec![found])
        };
        if !(1..=30).contains(&self.size) {
            return at("size", format!("expected 1 to 30, found {}", self.size));
        }
        let word = match Word::read(&self.word) {
            Ok(word) => word,
            Err(what) => return at("word", what),
        };
        if self.euler.is_some_and(|euler| euler != word.euler()) {
            let euler = self.euler.unwrap_or_default();
            return at("euler", format!("this word makes {}, not {euler}", word.surface()));
        }
        let Some(classes) = word.drawn().classes() else {
            return at("word", "expected at most eight ways around the surface".to_owned());
        };
        let cells = Cells { word: word.drawn(), size: self.size };
        let mut board = cells.begin(&classes);
        by_rows(&mut board, extra)?;
        cells.draw(&mut board, extra.ghosts.unwrap_or(1) > 0);
        Ok(board)
    }
}

impl Cells {
    fn kites(&self) -> u32 {
        self.word.0.len() as u32
    }

    fn count(&self) -> u32 {
        self.kites() * self.size * self.size
    }

    /// Returns the site at a place of a kite. Kite `k` has corner `k` of the polygon; the first
    /// number counts from the middle towards side `k`, the second towards side `k - 1`.
    fn site(&self, (kite, x, y): Corner) -> Site {
        (kite * self.size + x) * self.size + y
    }

    fn place(&self, site: Site) -> Corner {
        let (rest, y) = (site / self.size, site % self.size);
        (rest / self.size, rest % self.size, y)
    }

    /// Returns the cell across a side of a cell, the side through which one enters it, and the
    /// side of the polygon that is crossed. Headings: out along the first number, out
    /// along the second, in along the first, in along the second.
    fn across(&self, site: Site, heading: u8) -> Option<(Site, u8, Option<usize>)> {
        let (kite, x, y) = self.place(site);
        let (last, kites) = (self.size - 1, self.kites());
        let within = |x, y| Some((self.site((kite, x, y)), (heading + 2) % 4, None));
        match heading {
            0 if x < last => within(x + 1, y),
            1 if y < last => within(x, y + 1),
            2 if x > 0 => within(x - 1, y),
            3 if y > 0 => within(x, y - 1),
            // Into the kites beside: the first number there is the second here.
            2 => Some((self.site(((kite + kites - 1) % kites, y, 0)), 3, None)),
            3 => Some((self.site(((kite + 1) % kites, 0, x)), 2, None)),
            _ => self.across_side(kite, heading, if heading == 0 { y } else { x }),
        }
    }

    /// Crosses the side of the polygon beyond a kite; `along` counts from the middle of the side
    /// to the kite's corner.
    fn across_side(&self, kite: u32, heading: u8, along: u32) -> Option<(Site, u8, Option<usize>)> {
        let kites = self.kites();
        // Its first half belongs to the kite of the corner that begins it.
        let (side, is_first) = match heading {
            0 => (kite, true),
            _ => ((kite + kites - 1) % kites, false),
        };
        let (other, same) = self.word.joined(side as usize)?;
        let other = other as u32;
        let last = self.size - 1;
        let site = match is_first == same {
            true => (self.site((other, last, along)), 0),
            false => (self.site(((other + 1) % kites, along, last)), 1),
        };
        Some((site.0, site.1, Some(side as usize)))
    }

    fn begin(&self, classes: &BTreeMap<char, u8>) -> Builder {
        let mut board = Builder::new(self.count(), 4);
        // Heading 1 points to the side before the kite's corner, 0 to the one after it.
        board.topology.edges = vec![1, 0, 3, 2];
        for site in 0..self.count() {
            for heading in 0..4 {
                let Some((to, entered, side)) = self.across(site, heading) else { continue };
                if to == site {
                    // Two sides in a row that are joined: the cell meets itself around their
                    // corner.
                    if heading == 0 {
                        board.topology.cones.push((site, [1, 0]));
                    }
                    continue;
                }
                let class = side.map_or(0, |side| {
                    classes.get(&self.word.0[side].letter).copied().unwrap_or_default()
                });
                let flip =
                    side.and_then(|side| self.word.joined(side)).is_some_and(|(_, same)| same);
                let step = Step { site: to, heading: (entered + 2) % 4, class, flip };
                board.step(site, heading, step);
            }
        }
        board.topology.rows = self.rows();
        for site in 0..self.count() {
            let (kite, x, y) = self.place(site);
            let number = x * self.size + y + 1;
            board.label(site, format!("{}{number}", column(kite)));
        }
        self.name_regions(&mut board);
        board
    }

    fn name_regions(&self, board: &mut Builder) {
        let kites = self.kites();
        let last = self.size - 1;
        board.region("center", (0..kites).map(|kite| self.site((kite, 0, 0))).collect());
        let corners: Vec<Site> = (0..kites).map(|kite| self.site((kite, last, last))).collect();
        board.region("corners", corners.clone());
        for (number, corner) in (1..).zip(&corners) {
            board.region(&format!("corner-{number}"), vec![*corner]);
        }
        let mut edges = Vec::new();
        for side in (0..kites).filter(|side| self.word.joined(*side as usize).is_none()) {
            let first = (0..self.size).rev().map(|y| self.site((side, last, y)));
            let second = (0..self.size).map(|x| self.site(((side + 1) % kites, x, last)));
            let sites: Vec<Site> = first.chain(second).collect();
            edges.extend(&sites);
            board.region(&format!("side-{}", side + 1), sites);
        }
        sort(&mut edges);
        edges.dedup();
        board.region("edges", edges);
    }
}

#[cfg(test)]
mod tests {
    use crate::Diagnostic;
    use crate::topology::{Adjacency, Board, Topology};

    fn board(json: &str) -> Result<Topology, Vec<Diagnostic>> {
        let table = format!(r#"{{"topology":"polygon",{json}}}"#);
        let board: Board = serde_json::from_str(&table).expect("a board");
        board.topology(Adjacency::Orthogonal)
    }

    #[test]
    fn cells_form_the_surface_of_the_word() {
        for (word, euler, closed, orientable) in [
            ("a a'", 2, true, true),
            ("a a", 1, true, false),
            ("a b a' b'", 0, true, true),
            ("a b a b'", 0, true, false),
            ("a b c a' b' c'", 0, true, true),
            ("a b a' b' c d c' d'", -2, true, true),
            ("a a b b c c", -1, true, false),
            ("a b c d e", 1, false, true),
            ("a b a' c", 0, false, true),
            ("a b a c", 0, false, false),
        ] {
            for size in [3, 4] {
                let json = format!(r#""word": "{word}", "size": {size}, "euler": {euler}"#);
                let board = board(&json).unwrap_or_else(|errors| panic!("{word}: {errors:?}"));
                let surface = board.surface().expect("cells that meet edge to edge");
                assert_eq!(surface.euler(), euler, "{word} {size}");
                assert_eq!((surface.closed, surface.orientable), (closed, orientable), "{word}");
            }
        }
    }

    #[test]
    fn steps_lead_back() {
        for word in ["a b a' b'", "a a", "a b c a b' c", "a b b' c"] {
            let board = board(&format!(r#""word": "{word}", "size": 3"#)).expect("a board");
            for site in 0..board.sites() {
                for heading in 0..4 {
                    let Some(step) = board.step(site, heading) else { continue };
                    let back = board.step(step.site, (step.heading + 2) % 4).expect("a way back");
                    assert_eq!((back.site, back.class), (site, step.class), "{word}");
                    assert_eq!(back.heading, (heading + 2) % 4, "{word}");
                }
            }
        }
    }

    #[test]
    fn loops_around_points_have_class_0() {
        // A sphere: every loop is drawn together to a point.
        let sphere = board(r#""word": "a b b' a'", "size": 2"#).expect("a board");
        assert!((0..sphere.sites()).flat_map(|s| sphere.adjacent(s)).all(|it| it.step.class == 0));
        let torus = board(r#""word": "a b a' b'", "size": 2"#).expect("a board");
        let classes: Vec<u8> =
            (0..torus.sites()).flat_map(|s| torus.adjacent(s)).map(|it| it.step.class).collect();
        assert!(classes.contains(&1) && classes.contains(&2));
        // Straight on from any cell leads around and home.
        let last = torus.ray(0, 0).last().expect("a step");
        let home = torus.step(last.site, last.heading).expect("a step");
        assert_eq!((home.site, home.heading), (0, 0));
    }

    #[test]
    fn a_wrong_word_is_told() {
        let said = |json: &str| board(json).expect_err(json)[0].what.text.clone();
        assert_eq!(
            said(r#""word": "a b a' b'", "size": 2, "euler": -2"#),
            "this word makes a torus (Euler characteristic 0), not -2"
        );
        assert!(said(r#""word": "a b a a", "size": 2"#).contains("`a` stands 3 times"));
        assert!(said(r#""word": "a b a b", "size": 31"#).contains("expected 1 to 30"));
    }

    #[test]
    fn open_sides_are_regions() {
        let cylinder = board(r#""word": "a b a' c", "size": 2"#).expect("a board");
        let regions = cylinder.regions();
        assert_eq!(regions["side-2"].len(), 4);
        assert_eq!(regions["edges"].len(), 8);
        assert!(!regions.contains_key("side-1"));
        assert_eq!(cylinder.label(regions["center"][0]), "a1");
    }
}
