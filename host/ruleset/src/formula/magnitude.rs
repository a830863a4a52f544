//! Numbers of any size.

use std::fmt;
use std::iter;
use std::ops::{Add, Mul, Neg};

/// A number of any size as its sign and its logarithm, exact to about twelve
/// digits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Magnitude {
    negative: bool,
    /// Of the absolute value, to base ten; negative infinity for zero.
    log10: f64,
}

/// Relative differences below this come from rounding.
const EPSILON: f64 = 1e-12;
/// The largest logarithm that still has digits after its point.
const MAX_LOG10: f64 = 1e11;

impl Magnitude {
    pub const ZERO: Magnitude = Magnitude::from_log10(f64::NEG_INFINITY);
    pub const ONE: Magnitude = Magnitude::from_log10(0.0);

    pub const fn from_log10(log10: f64) -> Self {
        Magnitude { negative: false, log10 }
    }

    /// Returns the logarithm of the absolute value.
    pub fn log10(self) -> f64 {
        self.log10
    }

    /// Returns whole numbers up to a billion exactly, and infinity beyond `f64`.
    pub fn to_f64(self) -> f64 {
        let size = 10f64.powf(self.log10);
        let whole = (size - size.round()).abs() <= 1e-9 * size;
        let size = if whole { size.round() } else { size };
        // Without the sign of a negative zero.
        if self.negative { 0.0 - size } else { size }
    }

    pub(super) fn ratio(numerator: u64, denominator: u64) -> Self {
        Self::from_log10((numerator as f64).log10() - (denominator as f64).log10())
    }

    /// Fails for a division by zero.
    pub(super) fn divided_by(self, other: Self) -> Result<Self, &'static str> {
        let inverse = Magnitude { log10: -other.log10, ..other };
        match other.log10 == f64::NEG_INFINITY {
            true => Err("a division by zero"),
            false => Ok(self * inverse),
        }
    }

    /// Fails for a division by zero, a root of a negative number, or a number
    /// with more than 10^11 digits.
    pub(super) fn power(self, exponent: Self) -> Result<Self, &'static str> {
        let exponent = exponent.to_f64();
        let zero = self.log10 == f64::NEG_INFINITY;
        let log10 = self.log10 * exponent;
        let negative = self.negative && exponent % 2.0 != 0.0;
        let real = !self.negative || exponent.fract() == 0.0;
        match exponent {
            0.0 => Ok(Magnitude::ONE),
            _ if zero && exponent > 0.0 => Ok(Magnitude::ZERO),
            _ if !zero && real && log10.abs() < MAX_LOG10 => Ok(Magnitude { negative, log10 }),
            _ => Err("this power"),
        }
    }
}

impl Neg for Magnitude {
    type Output = Magnitude;

    fn neg(self) -> Self {
        Magnitude { negative: !self.negative, ..self }
    }
}

impl Add for Magnitude {
    type Output = Magnitude;

    fn add(self, other: Self) -> Self {
        let (large, small) = if self.log10 >= other.log10 { (self, other) } else { (other, self) };
        if small.log10 == f64::NEG_INFINITY {
            return large;
        }
        let ratio = 10f64.powf(small.log10 - large.log10);
        let factor = if small.negative == large.negative { 1.0 + ratio } else { 1.0 - ratio };
        match factor < EPSILON {
            true => Magnitude::ZERO,
            false => Magnitude { log10: large.log10 + factor.log10(), ..large },
        }
    }
}

impl Mul for Magnitude {
    type Output = Magnitude;

    fn mul(self, other: Self) -> Self {
        Magnitude { negative: self.negative != other.negative, log10: self.log10 + other.log10 }
    }
}

impl iter::Product for Magnitude {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Magnitude::ONE, Mul::mul)
    }
}

impl From<f64> for Magnitude {
    fn from(number: f64) -> Self {
        Magnitude { negative: number < 0.0, log10: number.abs().log10() }
    }
}

impl fmt::Display for Magnitude {
    /// Writes numbers below a million with at most two decimals, and others as
    /// `2.39e23`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.to_f64();
        if number.abs() < 1e6 {
            let digits = if number.fract() == 0.0 { 0 } else { 2 };
            return write!(f, "{number:.digits$}");
        }
        let mut exponent = self.log10.floor();
        let mut hundredths = (10f64.powf(self.log10 - exponent) * 100.0).round();
        if hundredths >= 1000.0 {
            (hundredths, exponent) = (100.0, exponent + 1.0);
        }
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{:.2}e{exponent}", hundredths / 100.0)
    }
}
