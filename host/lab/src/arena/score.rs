//! Scores and their confidence.

use serde_json::{Value as Json, json};

use crate::measure::share_bounds;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Score {
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the share of points, a draw counting half; `None` without games.
    pub fn share(self) -> Option<f64> {
        let games = f64::from(self.games());
        (games > 0.0).then(|| (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games)
    }

    /// Returns the 95 % confidence interval of the share by Wilson's formula (1927); slightly
    /// wide with draws, whose variance is smaller.
    pub fn bounds(self) -> Option<(f64, f64)> {
        share_bounds(self.share()?, self.games())
    }

    pub fn to_json(self) -> Json {
        json!({
            "games": self.games(),
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "share": self.share(),
        })
    }
}

/// Returns the Elo difference of a share of points; `None` at 0 and 1.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_bounds_and_stand_for_strength() {
        let score = Score { won: 18, drawn: 2, lost: 0 };
        assert_eq!(score.share(), Some(0.95));
        assert_eq!(score.bounds(), share_bounds(0.95, 20));
        assert_eq!(elo(0.5), Some(0.0));
        assert!((elo(0.75).expect("a difference") - 190.8).abs() < 0.1);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
        let all = Score { won: 10, ..Score::default() };
        let (low, high) = all.bounds().expect("there are games");
        assert!(low > 0.7);
        assert_eq!(high, 1.0);
        assert_eq!(Score { drawn: 3, ..Score::default() }.share(), Some(0.5));
        assert_eq!(Score::default().bounds(), None);
    }
}
