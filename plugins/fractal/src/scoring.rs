//! The points for completed cells.

use boardloom_sdk::topology::subdivision::Fractal;

use crate::ruleset::ScoredBy;

/// The most points for one cell: far above any board that is played on, and far below an overflow.
const MOST: i64 = 1_000_000_000;

/// The points for cells by their level and the pieces on their corners.
#[derive(Debug, Clone)]
pub struct Scoring {
    by: ScoredBy,
    /// The area of a cell by level, if areas count.
    areas: Vec<i64>,
}

impl Scoring {
    /// Returns the scoring of a fractal whose smallest cells have a level; `None` if the
    /// points of the largest overflow.
    pub fn new(by: ScoredBy, fractal: &Fractal, smallest: u16) -> Option<Self> {
        let levels = if by == ScoredBy::Area { smallest + 1 } else { 0 };
        let children = fractal.children() as i64;
        let area = |below: u16| children.checked_pow(below.into()).filter(|area| *area <= MOST);
        Some(Scoring { by, areas: (0..levels).rev().map(area).collect::<Option<_>>()? })
    }

    /// Returns the points of both seats for a cell of a level, given how many pieces each
    /// has on its corners.
    pub fn points(&self, level: u16, [one, other]: [u8; 2]) -> [i64; 2] {
        let whole = match self.by {
            ScoredBy::Corner => return [i64::from(one), i64::from(other)],
            // Chains count instead: see `Position::count_chains`.
            ScoredBy::Chain => return [0; 2],
            ScoredBy::Majority => 1,
            ScoredBy::Area => self.areas.get(usize::from(level)).copied().unwrap_or(1),
        };
        [if one > other { whole } else { 0 }, if other > one { whole } else { 0 }]
    }

    /// Returns the lead of the first seat on such a cell.
    pub fn lead(&self, level: u16, pieces: [u8; 2]) -> i64 {
        let [one, other] = self.points(level, pieces);
        one - other
    }
}
