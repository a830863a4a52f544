//! Glicko-2: ratings with how sure they are.
//!
//! Source: Mark E. Glickman, "Example of the Glicko-2 system" (2013 and 2022),
//! <http://www.glicko.net/glicko/glicko2.pdf>. Steps are numbered as there.

use std::f64::consts::PI;

/// Ratings and deviations are this many times those of the computation.
const SCALE: f64 = 173.7178;
/// How much a volatility changes; the paper names 0.3 to 1.2.
const TAU: f64 = 0.5;
/// The precision of the volatility.
const EPSILON: f64 = 0.000_001;
/// A rating is not surer than this: strengths change.
const LEAST_DEVIATION: f64 = 30.0;
const MOST_DEVIATION: f64 = 350.0;

/// How strong a player is, how sure that is, and how steady the results are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Default for Rating {
    /// The rating of an unknown player.
    fn default() -> Self {
        Rating { rating: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// Returns the rating after so many rating periods without a game (step 6).
    pub fn after(self, periods: f64) -> Self {
        let phi = self.deviation / SCALE;
        let grown = (phi * phi + periods.max(0.0) * self.volatility * self.volatility).sqrt();
        Rating { deviation: (grown * SCALE).min(MOST_DEVIATION), ..self }
    }

    /// Returns the rating after the games of a period: opponents as they were before it, and 1, ½ or
    /// 0 for a game won, drawn or lost. `periods` is the time that passed for the player; the
    /// paper's procedure is for 1.
    pub fn update(self, games: &[(Rating, f64)], periods: f64) -> Self {
        if games.is_empty() {
            return self.after(periods);
        }
        let Rating { volatility: sigma, .. } = self;
        // Step 2.
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let opponents = games.iter().map(|(opponent, score)| {
            let (mu_j, phi_j) = ((opponent.rating - 1500.0) / SCALE, opponent.deviation / SCALE);
            let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
            (g, expected, *score)
        });
        // Steps 3 and 4.
        let (mut information, mut surplus) = (0.0, 0.0);
        for (g, expected, score) in opponents {
            information += g * g * expected * (1.0 - expected);
            surplus += g * (score - expected);
        }
        let v = 1.0 / information;
        let delta = v * surplus;
        // Steps 5 to 8.
        let sigma = volatility(phi, sigma, delta, v);
        let before = (phi * phi + periods.max(0.0) * sigma * sigma).sqrt();
        let phi = 1.0 / (1.0 / (before * before) + information).sqrt();
        let mu = mu + phi * phi * surplus;
        Rating { rating: SCALE * mu + 1500.0, deviation: SCALE * phi, volatility: sigma }
    }

    /// As [`Rating::update`], within the limits of a server's ratings.
    pub fn after_game(self, opponent: Rating, score: f64, periods: f64) -> Self {
        let Rating { rating, deviation, volatility } = self.update(&[(opponent, score)], periods);
        let deviation = deviation.clamp(LEAST_DEVIATION, MOST_DEVIATION);
        Rating { rating: rating.clamp(100.0, 4000.0), deviation, volatility }
    }
}

/// The new volatility (step 5), by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, delta: f64, v: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let (delta2, phi2) = (delta * delta, phi * phi);
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi2 + v + e;
        e * (delta2 - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let (mut low, mut high) = (a, (delta2 - phi2 - v).ln());
    if delta2 <= phi2 + v {
        let mut k = 1.0;
        while f(a - k * TAU) < 0.0 {
            k += 1.0;
        }
        high = a - k * TAU;
    }
    let (mut f_low, mut f_high) = (f(low), f(high));
    // The bound holds for any input: each step brackets the root closer.
    for _ in 0..1000 {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    /// The worked example of the paper.
    #[test]
    fn the_example_of_the_paper() {
        let games =
            [(rated(1400.0, 30.0), 1.0), (rated(1550.0, 100.0), 0.0), (rated(1700.0, 300.0), 0.0)];
        let after = rated(1500.0, 200.0).update(&games, 1.0);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// The paper: a player who does not compete keeps rating and volatility, and is less sure.
    #[test]
    fn a_pause_makes_a_rating_less_sure() {
        let before = rated(1500.0, 200.0);
        let after = before.update(&[], 1.0);
        let expected = ((200.0 / SCALE).powi(2) + 0.06_f64.powi(2)).sqrt() * SCALE;
        assert_eq!((after.rating, after.volatility), (before.rating, before.volatility));
        assert!((after.deviation - expected).abs() < 1e-9, "{after:?}");
        assert_eq!(before.after(1e9).deviation, MOST_DEVIATION, "never more than of a new player");
    }

    #[test]
    fn a_win_raises_a_draw_among_equals_keeps_and_both_get_surer() {
        let new = Rating::default();
        let (won, drawn, lost) = (
            new.after_game(new, 1.0, 0.0),
            new.after_game(new, 0.5, 0.0),
            new.after_game(new, 0.0, 0.0),
        );
        assert!(won.rating > 1600.0 && lost.rating < 1400.0, "{won:?} {lost:?}");
        assert!((won.rating + lost.rating - 3000.0).abs() < 1e-6, "equals gain and lose the same");
        assert!((drawn.rating - 1500.0).abs() < 1e-9);
        for after in [won, drawn, lost] {
            assert!(after.deviation < new.deviation, "{after:?}");
        }
    }

    #[test]
    fn ratings_stay_within_limits_whatever_happens() {
        let mut rating = Rating::default();
        for number in 0..3000 {
            let opponent =
                rated(f64::from(number % 7) * 600.0, 30.0 + f64::from(number % 5) * 80.0);
            rating = rating.after_game(opponent, f64::from(number % 3) / 2.0, 0.01);
            assert!((100.0..=4000.0).contains(&rating.rating), "{rating:?}");
            assert!((30.0..=350.0).contains(&rating.deviation), "{rating:?}");
            assert!(rating.volatility.is_finite() && rating.volatility > 0.0, "{rating:?}");
        }
    }
}
