//! Numbers of any size.

use std::fmt;

/// A number of any size, with the digits of an `f64`: whole numbers up to 2^53
/// are exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Magnitude {
    /// Nought, or of a size from 1 to below [`STEP`].
    mantissa: f64,
    /// The power of [`STEP`] that the mantissa is taken times.
    exponent: i32,
}

/// Two to the power of 256: scaling by it loses nothing.
const STEP: f64 = f64::from_bits((1023 + 256) << 52);

impl Magnitude {
    /// Nought.
    pub const ZERO: Magnitude = Magnitude { mantissa: 0.0, exponent: 0 };
    /// One.
    pub const ONE: Magnitude = Magnitude { mantissa: 1.0, exponent: 0 };

    /// Returns a positive number by its logarithm to base ten.
    pub fn from_log10(log10: f64) -> Self {
        let exponent = (log10 / STEP.log10()).floor();
        Self::scaled(10f64.powf(log10 - exponent * STEP.log10()), exponent as i32)
    }

    /// Brings a mantissa into its range.
    fn scaled(mut mantissa: f64, mut exponent: i32) -> Self {
        if mantissa == 0.0 || !mantissa.is_finite() {
            return Magnitude::ZERO;
        }
        while mantissa.abs() >= STEP {
            (mantissa, exponent) = (mantissa / STEP, exponent.saturating_add(1));
        }
        while mantissa.abs() < 1.0 {
            (mantissa, exponent) = (mantissa * STEP, exponent.saturating_sub(1));
        }
        Magnitude { mantissa, exponent }
    }

    /// Returns the logarithm of the absolute value to base ten.
    pub fn log10(self) -> f64 {
        self.mantissa.abs().log10() + f64::from(self.exponent) * STEP.log10()
    }

    /// Returns the number as far as it is within the range of an `f64`.
    pub fn to_f64(self) -> f64 {
        match self.exponent {
            ..-4 => 0.0,
            exponent => self.mantissa * STEP.powi(exponent.min(8)),
        }
    }

    pub(super) fn minus(self) -> Self {
        Magnitude { mantissa: -self.mantissa, ..self }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        if self.mantissa == 0.0 {
            return other;
        }
        let (large, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        match large.exponent.saturating_sub(small.exponent) {
            _ if small.mantissa == 0.0 => large,
            0 => Self::scaled(large.mantissa + small.mantissa, large.exponent),
            1 => Self::scaled(large.mantissa + small.mantissa / STEP, large.exponent),
            _ => large,
        }
    }

    pub(super) fn times(self, other: Self) -> Self {
        let exponent = self.exponent.saturating_add(other.exponent);
        Self::scaled(self.mantissa * other.mantissa, exponent)
    }

    /// Returns one through the number; none of nought.
    pub(super) fn inverse(self) -> Option<Self> {
        let exponent = self.exponent.saturating_neg();
        (self.mantissa != 0.0).then(|| Self::scaled(1.0 / self.mantissa, exponent))
    }

    /// Returns the number through another one; none through nought.
    pub(super) fn through(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.saturating_sub(other.exponent);
        let mantissa = self.mantissa / other.mantissa;
        (other.mantissa != 0.0).then(|| Self::scaled(mantissa, exponent))
    }

    /// Returns a power; none where it is no number.
    pub(super) fn power(self, exponent: Self) -> Option<Self> {
        let exponent = exponent.to_f64();
        if exponent.fract() == 0.0 && exponent.abs() < 1e9 {
            let power = self.whole_power(exponent.abs() as u32);
            return if exponent < 0.0 { power.inverse() } else { Some(power) };
        }
        let log10 = self.log10() * exponent;
        (self.mantissa > 0.0 && log10.abs() < 1e11).then(|| Self::from_log10(log10))
    }

    /// Returns a whole power, by squaring.
    fn whole_power(self, mut exponent: u32) -> Self {
        let (mut power, mut square) = (Magnitude::ONE, self);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = power.times(square);
            }
            square = square.times(square);
            exponent /= 2;
        }
        power
    }
}

impl From<f64> for Magnitude {
    fn from(number: f64) -> Self {
        Self::scaled(number, 0)
    }
}

impl fmt::Display for Magnitude {
    /// Writes numbers below a million as they are, with two decimals where they
    /// have any, and others as `2.39e23`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.to_f64();
        if number.abs() < 1e6 {
            let digits = if number.fract() == 0.0 { 0 } else { 2 };
            return write!(f, "{number:.digits$}");
        }
        let mut exponent = self.log10().floor();
        let mut hundredths = (10f64.powf(self.log10() - exponent) * 100.0).round();
        if hundredths >= 1000.0 {
            (hundredths, exponent) = (100.0, exponent + 1.0);
        }
        let sign = if self.mantissa < 0.0 { "-" } else { "" };
        write!(f, "{sign}{:.2}e{exponent}", hundredths / 100.0)
    }
}
