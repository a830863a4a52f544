//! The size of the game: how many positions and games there can be at most.
//!
//! A board that can be divided has two parts: which cells are divided, and what stands on the
//! corners that then exist. Each cell counts its configurations from those of its parts, from the
//! smallest cells up: undivided it has one, divided it has those of its parts times three for each
//! corner that depends on it. A corner that several divisions can make depends on the smallest cell
//! around all of these: it cannot exist while that cell is whole. So every position is counted.

use std::f64::consts::{LN_2, LN_10};

use boardloom_sdk::topology::subdivision::Tree;

use crate::game::Fractal;
use crate::ruleset::{ChanceRule, DivisionRight, Placement};

/// The most cells of a board that is divided to the end in order to count them. Deeper boards are
/// counted by levels, and corners once for each division that can make them.
const MOST_CELLS: f64 = 300_000.0;
/// A corner is empty or has a piece of one of two colours.
const CONTENTS: f64 = 3.0;

/// Bounds, as base-10 logarithms, and what they are made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    pub positions: f64,
    pub games: f64,
    /// The corners of the board that is divided everywhere, and the cells that can be divided.
    pub corners: f64,
    pub divisions: f64,
}

impl Size {
    /// Returns it as JSON, with four decimals: machines may differ in the last ones.
    pub fn text(&self) -> String {
        let Size { positions, games, corners, divisions } = self;
        format!(
            r#"{{"positions_log10":{positions:.4},"games_log10":{games:.4},"corners":{corners:.0},"divisions":{divisions:.0}}}"#
        )
    }
}

/// What depends on a cell of the fully divided board.
#[derive(Debug, Clone, Copy, Default)]
struct Dependent {
    /// The corners that exist only if the cell is divided.
    corners: u32,
    /// The logarithm of the number of its configurations.
    log10: f64,
}

impl Fractal {
    /// Returns bounds on the number of positions and of games.
    pub fn size(&self) -> Size {
        let levels = self.divisible_levels();
        let roots = f64::from(self.undivided.cells());
        let parts = self.undivided.fractal().children() as f64;
        let cells = (0..=levels.1).fold(0.0, |all, level| all + roots * power(parts, level));
        let tree = if cells <= MOST_CELLS { self.divided_to(levels.1) } else { None };
        let board = match tree {
            Some(tree) => self.count_corners(&tree, levels.0),
            None => self.count_levels(levels, roots, parts),
        };
        Size {
            positions: board.positions + log10(self.chance_states()),
            games: self.games(&board),
            corners: board.corners,
            divisions: board.divisions,
        }
    }

    /// Returns the level of the cells at the start, and that of the smallest cells.
    fn divisible_levels(&self) -> (u16, u16) {
        let rules = &self.ruleset.rules.subdivide;
        let depth = self.board.start.depth;
        match rules.who {
            DivisionRight::Never => (depth, depth),
            _ => (depth, rules.max_depth.max(depth)),
        }
    }

    /// Divides everything down to a level; `None` if there are too many corners.
    fn divided_to(&self, level: u16) -> Option<Tree> {
        let mut tree = self.undivided.clone();
        let mut cell = 0;
        while cell < tree.cells() {
            if tree.level(cell) < level {
                tree.divide(cell).ok()?;
            }
            cell += 1;
        }
        Some(tree)
    }

    /// Counts a fully divided board whose cells of `start` and below can be whole.
    fn count_corners(&self, tree: &Tree, start: u16) -> Board {
        let mut dependent = vec![Dependent::default(); tree.cells() as usize];
        let (mut fixed, mut makers_log10) = (0.0, 0.0);
        for vertex in 0..tree.vertices() {
            let makers = makers(tree, vertex);
            let optional = makers.iter().all(|cell| tree.level(*cell) >= start);
            let around = common_cell(tree, &makers).filter(|cell| tree.level(*cell) >= start);
            match around.filter(|_| optional) {
                Some(cell) => dependent[cell as usize].corners += 1,
                None => fixed += 1.0,
            }
            if optional {
                makers_log10 += log10(1.0 + makers.len() as f64);
            }
        }
        let mut divisions = 0.0;
        // Parts have larger numbers than the cell.
        for cell in (0..tree.cells()).rev().filter(|cell| tree.is_divided(*cell)) {
            let parts = tree.children(cell).map(|part| dependent[part as usize].log10).sum::<f64>();
            let own = &mut dependent[cell as usize];
            let divided = parts + f64::from(own.corners) * log10(CONTENTS);
            let optional = tree.level(cell) >= start;
            divisions += f64::from(u8::from(optional));
            own.log10 = if optional { plus_one(divided) } else { divided };
        }
        let roots = (0..tree.cells()).filter(|cell| tree.parent(*cell).is_none());
        let positions =
            roots.map(|root| dependent[root as usize].log10).sum::<f64>() + fixed * log10(CONTENTS);
        let corners = f64::from(tree.vertices());
        Board { positions, corners, divisions, makers_log10 }
    }

    /// Counts a deep board by levels: each division adds the corners of a lone cell's division.
    fn count_levels(&self, (start, horizon): (u16, u16), roots: f64, parts: f64) -> Board {
        let added =
            self.divided_to(1).map_or(0, |tree| tree.vertices() - self.undivided.vertices());
        let added = f64::from(added) / roots;
        let mut cell = 0.0;
        for _ in start..horizon {
            cell = plus_one(added * log10(CONTENTS) + parts * cell);
        }
        let cells = |level: u16| roots * power(parts, level);
        let before = (0..start).map(cells).sum::<f64>();
        let divisions = (start..horizon).map(cells).sum::<f64>();
        let fixed = f64::from(self.undivided.vertices()) + before * added;
        let corners = fixed + divisions * added;
        Board {
            positions: fixed * log10(CONTENTS) + cells(start) * cell,
            corners,
            divisions,
            makers_log10: (corners - fixed) * log10(2.0),
        }
    }

    /// Returns the number of states that the right to divide and the cards can have.
    fn chance_states(&self) -> f64 {
        match &self.ruleset.rules.subdivide.chance {
            ChanceRule::None => 1.0,
            ChanceRule::Die { .. } => 4.0,
            ChanceRule::Pack(pack) => {
                4.0 * (f64::from(pack.divide) + 1.0) * (f64::from(pack.place) + 1.0)
            }
        }
    }

    /// Returns a bound on the number of games: the orders in which the corners are taken, with the
    /// divisions before each piece.
    fn games(&self, board: &Board) -> f64 {
        let Board { corners, divisions, makers_log10, .. } = board;
        let before = match self.ruleset.rules.subdivide.on {
            Placement::Centre | Placement::New => *makers_log10,
            Placement::Any => divisions * log10(1.0 + corners),
        };
        // No try for the right to divide, or one of the outcomes.
        let tries = match &self.ruleset.rules.subdivide.chance {
            ChanceRule::None => 0.0,
            ChanceRule::Die { faces, .. } => corners * log10(1.0 + f64::from(*faces)),
            ChanceRule::Pack(_) => corners * log10(3.0),
        };
        factorial_log10(*corners) + before + tries
    }
}

/// The counts of a board; logarithms of base 10.
struct Board {
    positions: f64,
    corners: f64,
    divisions: f64,
    /// Of the number of ways in which the corners can have been made or not.
    makers_log10: f64,
}

/// Returns the cells whose division makes a vertex: none if it is a corner of a root.
fn makers(tree: &Tree, vertex: u32) -> Vec<u32> {
    let mut makers = Vec::new();
    for cell in tree.cells_at(vertex) {
        match tree.parent(cell) {
            None => return Vec::new(),
            Some(parent) if tree.corners(parent).contains(&vertex) => {}
            Some(parent) => makers.push(parent),
        }
    }
    makers.sort_unstable();
    makers.dedup();
    makers
}

/// Returns the smallest cell around all of some cells; `None` if there is none.
fn common_cell(tree: &Tree, cells: &[u32]) -> Option<u32> {
    let mut common = *cells.first()?;
    for other in &cells[1..] {
        let mut other = *other;
        while common != other {
            let (deeper, higher) = match tree.level(common) >= tree.level(other) {
                true => (common, other),
                false => (other, common),
            };
            (common, other) = (tree.parent(deeper)?, higher);
        }
    }
    Some(common)
}

/// Returns log10(1 + 10^x).
fn plus_one(x: f64) -> f64 {
    if x > 15.0 { x } else { log10(1.0 + power_of_10(x)) }
}

/// Returns the logarithm of n!: exact for small n, else Stirling's bound from above.
fn factorial_log10(n: f64) -> f64 {
    if n <= 10_000.0 {
        return (2..=n as u32).map(|factor| log10(f64::from(factor))).sum();
    }
    let (e, tau) = (std::f64::consts::E, std::f64::consts::TAU);
    n * log10(n / e) + log10(tau * n) / 2.0 + 1.0 / (12.0 * n * LN_10)
}

// The functions of the standard library differ between platforms in their last bits. These use
// sums, products and quotients alone, which do not.

fn power(base: f64, exponent: u16) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// Returns the base-10 logarithm of a number from 1, by the series of the inverse hyperbolic
/// tangent.
fn log10(mut x: f64) -> f64 {
    let mut halvings = 0.0;
    while x >= 2.0 {
        x /= 2.0;
        halvings += 1.0;
    }
    let y = (x - 1.0) / (x + 1.0);
    let (mut term, mut sum) = (y, 0.0);
    for odd in (1..40).step_by(2) {
        sum += term / f64::from(odd);
        term *= y * y;
    }
    (halvings * LN_2 + 2.0 * sum) / LN_10
}

/// Returns 10^x for x from 0 to 15, by its series.
fn power_of_10(x: f64) -> f64 {
    let whole = x.floor();
    let rest = (x - whole) * LN_10;
    let (mut term, mut sum) = (1.0, 0.0);
    for number in 1..30 {
        sum += term;
        term *= rest / f64::from(number);
    }
    (0..whole as u32).fold(sum, |product, _| product * 10.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn size(board: &str, rules: &str) -> Size {
        let json = format!(r#"{{"board":{board},"rules":{rules}}}"#);
        let ruleset = serde_json::from_str(&json).expect("a ruleset");
        Fractal::open(ruleset).unwrap_or_else(|found| panic!("{json}: {found:?}")).size()
    }

    /// Counts division trees and what can stand on their corners, one by one.
    fn counted(tree: &Tree, horizon: u16) -> f64 {
        let mut seen = BTreeSet::new();
        let mut open = vec![tree.clone()];
        let mut all = 0.0;
        while let Some(tree) = open.pop() {
            let mut divided: Vec<String> =
                tree.divided_cells().iter().map(|cell| tree.path(*cell)).collect();
            divided.sort();
            if !seen.insert(divided) {
                continue;
            }
            all += power(CONTENTS, tree.vertices() as u16);
            for cell in 0..tree.cells() {
                if !tree.is_divided(cell) && tree.level(cell) < horizon {
                    let mut next = tree.clone();
                    next.divide(cell).expect("a division");
                    open.push(next);
                }
            }
        }
        log10(all)
    }

    #[test]
    fn logarithms_and_powers_are_right() {
        for (x, expected) in [
            (1.0, 0.0),
            (2.0, std::f64::consts::LOG10_2),
            (1e60, 60.0),
            (7.0, 0.845_098_040_014_256_8),
        ] {
            assert!((log10(x) - expected).abs() < 1e-12, "{x}: {}", log10(x));
        }
        for x in [0.0, 0.5, 1.0, 14.9] {
            assert!((log10(power_of_10(x)) - x).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn bounds_hold_and_are_close() {
        for (board, horizon, slack) in [
            (r#"{"topology":"quadtree","depth":0}"#, 1, 1e-9),
            (r#"{"topology":"quadtree","depth":0}"#, 2, 0.4),
            (r#"{"topology":"quadtree","depth":0,"grid":[2,1]}"#, 1, 0.5),
            (r#"{"topology":"subdivision","fractal":"triangle","depth":0}"#, 2, 1e-9),
            (r#"{"topology":"subdivision","fractal":"triangle","depth":1}"#, 2, 1e-9),
            (r#"{"topology":"subdivision","fractal":"carpet","depth":0}"#, 1, 1e-9),
            (r#"{"topology":"subdivision","fractal":"hexaflake","depth":0}"#, 1, 1e-9),
        ] {
            let rules = format!(r#"{{"subdivide":{{"max_depth":{horizon},"who":"always"}}}}"#);
            let json = format!(r#"{{"board":{board},"rules":{rules}}}"#);
            let ruleset = serde_json::from_str(&json).expect("a ruleset");
            let game = Fractal::open(ruleset).expect("a board");
            let tree = game.board.growing().expect("a board");
            let exact = counted(&tree, horizon);
            let bound = game.size().positions;
            assert!(bound >= exact - 1e-9, "{board}: {bound} for {exact}");
            assert!(bound <= exact + slack, "{board}: {bound} for {exact}");
        }
    }

    #[test]
    fn boards_that_cannot_be_divided_have_their_corners_alone() {
        let never = r#"{"subdivide":{"who":"never"}}"#;
        let Size { positions, games, corners, divisions } =
            size(r#"{"topology":"quadtree","depth":1}"#, never);
        assert!((positions - 9.0 * log10(3.0)).abs() < 1e-9);
        assert!((games - log10(362_880.0)).abs() < 1e-9);
        assert_eq!((corners, divisions), (9.0, 0.0));
    }

    #[test]
    fn deep_boards_are_bounded_too() {
        let rules = |depth: u16| format!(r#"{{"subdivide":{{"max_depth":{depth}}}}}"#);
        let board = r#"{"topology":"quadtree","depth":1}"#;
        let sizes: Vec<Size> = [3, 6, 9, 40, 126].map(|depth| size(board, &rules(depth))).to_vec();
        assert!(sizes.windows(2).all(|two| two[0].positions < two[1].positions));
        assert!(sizes.iter().all(|size| size.positions.is_finite() && size.games.is_finite()));
        // Between the fully divided board alone and a bit for each cell besides.
        let three = sizes[0];
        assert_eq!((three.corners, three.divisions), (81.0, 20.0));
        let least = 81.0 * log10(3.0);
        assert!((least..least + 2.0).contains(&three.positions), "{three:?}");
    }

    #[test]
    fn chance_adds_states_and_tries() {
        let board = r#"{"topology":"quadtree","depth":1}"#;
        let plain = size(board, r#"{"subdivide":{"max_depth":2}}"#);
        let die = size(board, r#"{"subdivide":{"max_depth":2,"chance":{"die":6,"at_least":4}}}"#);
        assert!((die.positions - plain.positions - log10(4.0)).abs() < 1e-9);
        assert!((die.games - plain.games - 25.0 * log10(7.0)).abs() < 1e-9);
        let any = size(board, r#"{"subdivide":{"max_depth":2,"on":"any"}}"#);
        assert!(any.games > plain.games && any.positions == plain.positions);
    }
}
