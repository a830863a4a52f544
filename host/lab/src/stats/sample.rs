//! Measured games.

use std::collections::BTreeMap;

use super::board::BoardExtent;
use crate::measure::Spread;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeasuredGame {
    /// Legal moves in each position where a seat moved.
    pub choices: Vec<u64>,
    /// Moves and chance draws.
    pub plies: u32,
    /// The sole winner, from 0; `None` for a draw.
    pub winner: Option<u8>,
    /// The reason of the end; `None` if cut.
    pub reason: Option<String>,
    /// At the end.
    pub extent: BoardExtent,
}

pub struct Sample {
    pub games: Vec<MeasuredGame>,
}

impl Sample {
    pub fn games(&self) -> usize {
        self.games.len()
    }

    fn choices(&self) -> impl Iterator<Item = f64> {
        self.games.iter().flat_map(|game| &game.choices).map(|count| *count as f64)
    }

    pub fn branching_factor(&self) -> Spread {
        Spread::of(self.choices().collect())
    }

    /// Returns the geometric mean of legal moves per position: the branching factor.
    pub fn geometric(&self) -> f64 {
        let (sum, count) = self
            .choices()
            .fold((0.0, 0.0), |(sum, count), it| (sum + it.max(1.0).ln(), count + 1.0));
        (sum / f64::max(count, 1.0)).exp()
    }

    pub fn length(&self) -> Spread {
        Spread::of(self.games.iter().map(|game| f64::from(game.plies)).collect())
    }

    /// Returns the base-10 logarithm of the game tree size: branching factor to the power of
    /// the mean length.
    pub fn tree_log10(&self, branching: f64) -> f64 {
        let decisions = self.games.iter().map(|game| game.choices.len() as f64);
        decisions.sum::<f64>() / self.games().max(1) as f64 * branching.max(1.0).log10()
    }

    /// Returns the largest board and all pieces of the games' ends.
    pub fn extent(&self) -> BoardExtent {
        let mut all = BoardExtent::default();
        self.games.iter().for_each(|game| all.join(&game.extent));
        all
    }

    pub fn won(&self, seat: u8) -> usize {
        self.ended_games().filter(|game| game.winner == Some(seat)).count()
    }

    pub fn drawn_games(&self) -> usize {
        self.ended_games().filter(|game| game.winner.is_none()).count()
    }

    pub fn cut(&self) -> usize {
        self.games() - self.ended_games().count()
    }

    fn ended_games(&self) -> impl Iterator<Item = &MeasuredGame> {
        self.games.iter().filter(|game| game.reason.is_some())
    }

    /// Counts the reasons for endings, the most frequent first.
    pub fn reasons(&self) -> Vec<(&str, usize)> {
        let mut counts = BTreeMap::new();
        for reason in self.games.iter().filter_map(|game| game.reason.as_deref()) {
            *counts.entry(reason).or_insert(0) += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// Returns, for each decision from the first on, how many games reached it and their mean
    /// number of legal moves.
    pub fn by_ply(&self) -> Vec<(usize, f64)> {
        let longest = self.games.iter().map(|game| game.choices.len()).max().unwrap_or(0);
        let at = |ply: usize| {
            let here: Vec<u64> =
                self.games.iter().filter_map(|game| game.choices.get(ply).copied()).collect();
            (here.len(), here.iter().sum::<u64>() as f64 / here.len().max(1) as f64)
        };
        (0..longest).map(at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(choices: &[u64], winner: Option<u8>, reason: Option<&str>) -> MeasuredGame {
        let plies = choices.len() as u32;
        let (choices, reason) = (choices.to_vec(), reason.map(str::to_owned));
        MeasuredGame { choices, plies, winner, reason, ..MeasuredGame::default() }
    }

    #[test]
    fn a_sample_is_summed_up() {
        let sample = Sample {
            games: vec![
                game(&[10, 1000], Some(0), Some("full")),
                game(&[10, 10, 1000, 100], None, Some("full")),
                game(&[10, 10, 10], Some(1), None),
            ],
        };
        let length = sample.length();
        assert_eq!((length.mean, length.least, length.median, length.most), (3.0, 2.0, 3.0, 4.0));
        assert_eq!(length.deviation, 1.0);
        assert_eq!(sample.branching_factor().mean, 240.0);
        assert!((sample.geometric() - 10f64.powf(14.0 / 9.0)).abs() < 1e-9);
        assert!((sample.tree_log10(100.0) - 6.0).abs() < 1e-9);
        assert_eq!(
            (sample.won(0), sample.won(1), sample.drawn_games(), sample.cut()),
            (1, 0, 1, 1)
        );
        assert_eq!(sample.reasons(), [("full", 2)]);
        assert_eq!(sample.by_ply(), [(3, 10.0), (3, 340.0), (2, 505.0), (1, 100.0)]);
        let none = Sample { games: Vec::new() };
        assert_eq!((none.length().mean, none.geometric(), none.tree_log10(3.0)), (0.0, 1.0, 0.0));
    }
}
