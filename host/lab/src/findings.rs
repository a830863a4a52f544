//! Findings of matches on the game itself: winners by seat, margins, leads, lengths.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::measure::{Spread, share_bounds};

/// Part of the reports of `arena --json`, which `compare` reads.
#[derive(Debug, Serialize, Deserialize)]
pub struct Findings {
    /// Games that ended or were cut.
    pub games: u32,
    /// Distinct games among them.
    pub different: usize,
    pub seats: Vec<SeatFindings>,
    /// Games with a shared first place.
    pub drawn: Proportion,
    pub cut: u32,
    /// The first seat's final lead over the best other; `None` for games without points.
    pub lead: Option<Spread>,
    /// `None` for games without points.
    pub comebacks: Option<Comebacks>,
    /// The lead at the start and after each twentieth of the plies; empty for games without points.
    #[serde(rename = "course")]
    pub leads: Vec<Quartiles>,
    pub length: Spread,
    /// Mean number of legal moves per position.
    #[serde(rename = "moves_per_position")]
    pub choices: f64,
    /// Mean number of each effect per game, by seat; chance last.
    #[serde(default)]
    pub effects: BTreeMap<String, Vec<f64>>,
    #[serde(default)]
    pub facts: Vec<Fact>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SeatFindings {
    /// Games that it won alone.
    #[serde(flatten)]
    pub won: Proportion,
    /// Counted from 1.
    pub seat: usize,
    pub name: String,
    /// As `#e69f00`; empty in older reports.
    #[serde(default)]
    pub color: String,
    /// Final points; `None` for games without points.
    pub score: Option<Spread>,
    pub moves: f64,
    /// Mean number of legal moves on its turns.
    #[serde(rename = "moves_per_position")]
    pub choices: f64,
}

/// A share of games with its 95 % confidence interval; `None` without games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    pub games: u32,
    pub share: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Proportion {
    pub fn of(games: u32, all: u32) -> Self {
        let share = (all > 0).then(|| f64::from(games) / f64::from(all));
        let (low, high) = share.and_then(|share| share_bounds(share, all)).unzip();
        Proportion { games, share, low, high }
    }

    pub fn parts(self) -> Option<[f64; 3]> {
        Some([self.share?, self.low?, self.high?])
    }
}

/// Decided games by the half-time score of their winner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Comebacks {
    pub ahead: u32,
    pub level: u32,
    /// Another seat led: a comeback.
    pub behind: u32,
    /// Share of comebacks among the games with a leader, with its bounds.
    pub share: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
}

/// A numeric fact of final positions.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    pub id: String,
    /// Its first argument and value, if positions have several such facts.
    pub of: BTreeMap<String, String>,
    /// Games that have it.
    pub games: u32,
    /// Means of its other numbers.
    pub means: BTreeMap<String, f64>,
}

/// Returns the first seat's lead over the best other.
pub fn lead(scores: &[f64]) -> f64 {
    let others = scores.iter().skip(1).copied().reduce(f64::max);
    scores.first().copied().unwrap_or(0.0) - others.unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_over_the_best_of_the_others() {
        assert_eq!(lead(&[7.0, 4.0]), 3.0);
        assert_eq!(lead(&[7.0, 4.0, 9.5]), -2.5);
    }
}
