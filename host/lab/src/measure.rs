//! Statistics: spread and confidence intervals.

use serde::{Deserialize, Serialize};

/// Standard deviations on each side of a 95 % interval.
const SURELY: f64 = 1.959_964;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub mean: f64,
    /// The 95 % confidence interval of the mean; `None` below two numbers.
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub deviation: f64,
    pub least: f64,
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
    pub most: f64,
}

impl Spread {
    /// Returns the spread of numbers; all zero for none.
    pub fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let count = numbers.len().max(1) as f64;
        // The sum of nothing is -0.0.
        let mean = (numbers.iter().sum::<f64>() + 0.0) / count;
        let squares = numbers.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        let reach =
            (numbers.len() > 1).then(|| student(numbers.len() - 1) * deviation / count.sqrt());
        Spread {
            mean,
            low: reach.map(|reach| mean - reach),
            high: reach.map(|reach| mean + reach),
            deviation,
            least: quantile(&numbers, 0.0),
            lower: quantile(&numbers, 0.25),
            median: quantile(&numbers, 0.5),
            upper: quantile(&numbers, 0.75),
            most: quantile(&numbers, 1.0),
        }
    }

    pub fn bounds(&self) -> Option<(f64, f64)> {
        self.low.zip(self.high)
    }
}

/// Returns a quantile of sorted numbers, interpolated; zero for none.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * sorted.len().saturating_sub(1) as f64;
    let at = |place: f64| sorted.get(place as usize).copied().unwrap_or(0.0);
    let (low, high) = (at(place.floor()), at(place.ceil()));
    low + (high - low) * place.fract()
}

/// Returns the deviations of a mean on each side of a 95 % interval, by Student's distribution:
/// expansion 26.7.5 of Abramowitz and Stegun (1964), off by less than 0.004 from three degrees
/// of freedom on.
fn student(freedom: usize) -> f64 {
    let z = SURELY;
    let odd = |power: i32| z.powi(power);
    let terms = [
        (odd(3) + z) / 4.0,
        (5.0 * odd(5) + 16.0 * odd(3) + 3.0 * z) / 96.0,
        (3.0 * odd(7) + 19.0 * odd(5) + 17.0 * odd(3) - 15.0 * z) / 384.0,
        (79.0 * odd(9) + 776.0 * odd(7) + 1482.0 * odd(5) - 1920.0 * odd(3) - 945.0 * z) / 92_160.0,
    ];
    match freedom {
        1 => 12.706,
        2 => 4.303,
        more => terms.iter().rev().fold(0.0, |sum, term| (sum + term) / more as f64) + z,
    }
}

/// Returns the 95 % confidence interval of a share by Wilson's formula (1927); `None` without
/// games.
pub fn share_bounds(share: f64, games: u32) -> Option<(f64, f64)> {
    if games == 0 {
        return None;
    }
    let games = f64::from(games);
    let square = SURELY * SURELY;
    let middle = (share + square / (2.0 * games)) / (1.0 + square / games);
    let spread = (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let reach = SURELY * spread / (1.0 + square / games);
    // At both ends the formula gives exactly 0 and 1, apart from rounding.
    let low = if share == 0.0 { 0.0 } else { middle - reach };
    let high = if share == 1.0 { 1.0 } else { middle + reach };
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found}, not {expected}");
    }

    #[test]
    fn numbers_have_mean_deviation_and_quartiles() {
        let all = Spread::of(vec![7.0, 1.0, 2.0, 4.0]);
        assert_eq!((all.mean, all.least, all.most), (3.5, 1.0, 7.0));
        // Squares of -2.5, -1.5, 0.5 and 3.5 sum to 21; a third of it is 7.
        near(all.deviation, 7f64.sqrt(), 1e-12);
        // The places 0.75, 1.5 and 2.25 of 1, 2, 4, 7.
        assert_eq!((all.lower, all.median, all.upper), (1.75, 3.0, 4.75));
        let none = Spread::of(Vec::new());
        assert_eq!((none.mean, none.median, none.bounds()), (0.0, 0.0, None));
        assert_eq!(Spread::of(vec![5.0]).bounds(), None);
    }

    #[test]
    fn means_have_students_bounds() {
        // Tables: 12.706, 4.303, 3.182, 2.571, 2.228, 2.042 and 1.984 for 1, 2, 3, 5,
        // 10, 30 and 99 degrees of freedom.
        for (freedom, expected) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (99, 1.984)]
        {
            near(student(freedom), expected, 0.004);
        }
        // Deviation 1 of 0, 1 and 2: 4.303 over the root of three to each side.
        let (low, high) = Spread::of(vec![0.0, 1.0, 2.0]).bounds().expect("three numbers");
        near(low, 1.0 - 2.4843, 1e-3);
        near(high, 1.0 + 2.4843, 1e-3);
    }

    #[test]
    fn shares_have_wilsons_bounds() {
        // Wilson's interval for 19 of 20, as tables give it.
        let (low, high) = share_bounds(0.95, 20).expect("there are games");
        near(low, 0.7639, 1e-4);
        near(high, 0.9911, 1e-4);
        let (low, high) = share_bounds(1.0, 10).expect("there are games");
        // 10 over 10 and the square of 1.96.
        near(low, 10.0 / (10.0 + SURELY * SURELY), 1e-9);
        assert_eq!(high, 1.0);
        assert_eq!(share_bounds(0.0, 10).expect("there are games").0, 0.0);
        assert_eq!(share_bounds(0.5, 0), None);
    }
}
