//! A sequential test of two hypotheses on the difference in strength (Wald 1945).
//!
//! The two games of an opening count as one pair with five possible results: pairs vary less than
//! single games, because an opening favours one seat in both. The likelihood ratio is that of a
//! normal distribution with the pairs' own variance, as Fishtest computes it (Van den Bergh 2020).

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::game::{GameResult, PlayedGame};
use super::score::elo;

/// The probabilities of a wrong answer to either side.
const WRONG: f64 = 0.05;
/// What stands for no pair of a result, so that a variance is never zero.
const NONE: f64 = 1e-3;

/// The variance of fewer pairs says too little.
const FEWEST: u32 = 16;

/// The two differences in Elo that a test decides between.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hypotheses {
    pub elo0: f64,
    pub elo1: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtDecision {
    /// The difference is the higher one rather than the lower.
    Accepted,
    Rejected,
}

/// The results of pairs: of no point up to two points, in halves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Hypotheses {
    /// Returns the hypotheses of two numbers, the lower one first.
    pub fn new(numbers: &[f64]) -> Option<Self> {
        match *numbers {
            [elo0, elo1] if elo0 < elo1 => Some(Hypotheses { elo0, elo1 }),
            _ => None,
        }
    }

    /// Returns the pairs up to the one that decides, in order of openings, and the decision. So
    /// the result is the same however many threads play.
    pub fn judge(&self, games: &BTreeMap<u32, PlayedGame>) -> (Pairs, Option<(u32, SprtDecision)>) {
        let mut pairs = Pairs::default();
        for opening in 0.. {
            let number = 2 * opening;
            let (Some(one), Some(other)) = (games.get(&number), games.get(&(number + 1))) else {
                break;
            };
            // A game with a failed plugin does not count, and so its pair does not.
            let (Some(one), Some(other)) = (half_points(one), half_points(other)) else { continue };
            pairs.0[one + other] += 1;
            if let Some(decision) = self.decide(&pairs) {
                return (pairs, Some((number + 1, decision)));
            }
        }
        (pairs, None)
    }

    fn decide(&self, pairs: &Pairs) -> Option<SprtDecision> {
        if pairs.count() < FEWEST {
            return None;
        }
        let ratio = self.log_likelihood_ratio(pairs);
        let bound = Self::bound();
        if ratio >= bound {
            return Some(SprtDecision::Accepted);
        }
        (ratio <= -bound).then_some(SprtDecision::Rejected)
    }

    /// Returns the ratio at which the test ends, as a logarithm.
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// Returns the logarithm of how much more likely the pairs are by the higher difference.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let Some((mean, variance)) = pairs.mean_and_variance() else { return 0.0 };
        let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (share(self.elo0), share(self.elo1));
        f64::from(pairs.count()) * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    pub fn to_json(self, games: &BTreeMap<u32, PlayedGame>) -> Json {
        let (pairs, decision) = self.judge(games);
        json!({
            "elo0": self.elo0,
            "elo1": self.elo1,
            "pairs": pairs.0,
            "log_likelihood_ratio": self.log_likelihood_ratio(&pairs),
            "bound": Hypotheses::bound(),
            "decision": match decision {
                Some((_, SprtDecision::Accepted)) => "elo1",
                Some((_, SprtDecision::Rejected)) => "elo0",
                None => "none",
            },
        })
    }

    /// Describes the state of the test in one line.
    pub fn describe(self, games: &BTreeMap<u32, PlayedGame>) -> String {
        let (pairs, decision) = self.judge(games);
        let Hypotheses { elo0, elo1 } = self;
        let decision = match decision {
            Some((_, SprtDecision::Accepted)) => format!("A is {elo1:+} Elo rather than {elo0:+}"),
            Some((_, SprtDecision::Rejected)) => format!("A is {elo0:+} Elo rather than {elo1:+}"),
            None => "undecided".to_owned(),
        };
        let strength = match pairs.elo() {
            Some((low, middle, high)) => format!("; Elo {middle:+.0} ({low:+.0} to {high:+.0})"),
            None => String::new(),
        };
        let ratio = self.log_likelihood_ratio(&pairs);
        let bound = Hypotheses::bound();
        format!(
            "sequential test {elo0:+} to {elo1:+}: {decision}; ratio {ratio:.2} of {bound:.2}, \
             pairs {:?}{strength}",
            pairs.0
        )
    }
}

fn half_points(game: &PlayedGame) -> Option<usize> {
    match game.result {
        GameResult::Win(0) => Some(2),
        GameResult::Win(_) => Some(0),
        GameResult::Draw => Some(1),
        GameResult::PluginFailed(_) => None,
    }
}

impl Pairs {
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns mean and variance of the share of points of a pair; `None` without pairs.
    fn mean_and_variance(&self) -> Option<(f64, f64)> {
        if self.count() == 0 {
            return None;
        }
        let counts = self.0.map(|count| f64::from(count).max(NONE));
        let total: f64 = counts.iter().sum();
        let shares = (0..5).map(|half| f64::from(half) / 4.0);
        let mean =
            shares.clone().zip(counts).map(|(share, count)| share * count).sum::<f64>() / total;
        let squares = shares.zip(counts).map(|(share, count)| (share - mean).powi(2) * count);
        Some((mean, squares.sum::<f64>() / total))
    }

    /// Returns the difference in Elo with the bounds of its 95 % confidence interval.
    pub fn elo(&self) -> Option<(f64, f64, f64)> {
        let (mean, variance) = self.mean_and_variance()?;
        let reach = 1.96 * (variance / f64::from(self.count())).sqrt();
        let near = |share: f64| elo(share.clamp(1e-3, 1.0 - 1e-3));
        Some((near(mean - reach)?, near(mean)?, near(mean + reach)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Hypotheses = Hypotheses { elo0: 0.0, elo1: 10.0 };

    fn games(results: &[GameResult]) -> BTreeMap<u32, PlayedGame> {
        let game =
            |result: &GameResult| PlayedGame { result: result.clone(), ..Default::default() };
        (0..).zip(results.iter().map(game)).collect()
    }

    #[test]
    fn the_ratio_is_that_of_fishtest() {
        // By hand: mean 0.53333, variance 0.04472, shares 0.5 and 0.514388.
        let pairs = Pairs([10, 180, 450, 200, 60]);
        let (mean, variance) = pairs.mean_and_variance().expect("there are pairs");
        assert!((mean - 0.533_333).abs() < 1e-5 && (variance - 0.044_722).abs() < 1e-4);
        let ratio = TEST.log_likelihood_ratio(&pairs);
        let by_hand = 900.0 * 0.014_388 * (2.0 * mean - 1.014_388) / (2.0 * variance);
        assert!((ratio - by_hand).abs() < 0.01, "{ratio} {by_hand}");
        assert_eq!(TEST.decide(&pairs), Some(SprtDecision::Accepted));
        assert_eq!(TEST.decide(&Pairs([60, 200, 450, 180, 10])), Some(SprtDecision::Rejected));
        assert_eq!(TEST.decide(&Pairs([1, 2, 3, 2, 1])), None);
        assert_eq!(TEST.log_likelihood_ratio(&Pairs::default()), 0.0);
    }

    #[test]
    fn pairs_count_in_order_up_to_the_one_that_decides() {
        let (win, loss) = (GameResult::Win(0), GameResult::Win(1));
        let some = [win.clone(), loss.clone(), win.clone(), win.clone(), loss, GameResult::Draw];
        let mut played = games(&some);
        assert_eq!(TEST.judge(&played).0, Pairs([0, 1, 1, 0, 1]));
        // Without the first game of the second opening only the first counts.
        played.remove(&2);
        assert_eq!(TEST.judge(&played).0, Pairs([0, 0, 1, 0, 0]));
        let failed = [GameResult::PluginFailed(None), win.clone(), win.clone(), win.clone()];
        assert_eq!(TEST.judge(&games(&failed)).0, Pairs([0, 0, 0, 0, 1]));
        let test = Hypotheses { elo0: 0.0, elo1: 400.0 };
        let (pairs, decision) = test.judge(&games(&vec![win; 2000]));
        let (number, decision) = decision.expect("it is clear");
        assert_eq!(decision, SprtDecision::Accepted);
        assert_eq!((number + 1, pairs.count()), (2 * FEWEST, FEWEST));
    }
}
