//! What cells are worth.

use boardloom_sdk::topology::subdivision::Fractal;

use crate::ruleset::By;

/// The most that a cell can be worth: far above any board that is played on, and
/// far below what has room.
const MOST: i64 = 1_000_000_000;

/// What cells are worth by their level and by what stands on their corners.
#[derive(Debug, Clone)]
pub struct Scoring {
    by: By,
    /// What the whole of a cell is worth by level, where that differs.
    areas: Vec<i64>,
}

impl Scoring {
    /// Returns what cells of a fractal are worth whose smallest have a level; none
    /// where the largest is worth more than can be counted.
    pub fn new(by: By, fractal: &Fractal, smallest: u16) -> Option<Self> {
        let mut areas = Vec::new();
        if by == By::Area {
            areas.push(1);
            for _ in 0..smallest {
                let last: i64 = *areas.last()?;
                areas.push(last * fractal.children() as i64);
                if areas.last().is_some_and(|area| *area > MOST) {
                    return None;
                }
            }
            areas.reverse();
        }
        Some(Scoring { by, areas })
    }

    /// Returns the points of both seats for a cell of a level with so many pieces of
    /// each on its corners.
    pub fn points(&self, level: u16, [one, other]: [u8; 2]) -> [i64; 2] {
        let whole = match self.by {
            By::Corner => return [i64::from(one), i64::from(other)],
            By::Majority => 1,
            By::Area => self.areas.get(usize::from(level)).copied().unwrap_or(1),
        };
        [if one > other { whole } else { 0 }, if other > one { whole } else { 0 }]
    }

    /// Returns by how much the first seat leads on such a cell.
    pub fn lead(&self, level: u16, pieces: [u8; 2]) -> i64 {
        let [one, other] = self.points(level, pieces);
        one - other
    }
}
