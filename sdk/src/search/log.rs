//! The natural logarithm of whole numbers, the same on every machine.

use std::f64::consts::{LN_2, SQRT_2};

/// Returns the natural logarithm of a number; 0 counts as 1.
///
/// Logarithms of platforms differ in their last bits, so a search would choose differently
/// natively and in the sandbox. Additions, multiplications and divisions are the same everywhere.
/// The number is split into a power of two and a rest from sqrt(1/2) to sqrt(2). The logarithm of
/// the rest is the series of the inverse hyperbolic tangent, up to the precision of an `f32`.
pub(super) fn ln(number: u32) -> f32 {
    let power = number.max(1).ilog2();
    let rest = f64::from(number.max(1)) / f64::from(1u32 << power);
    let (power, rest) = if rest > SQRT_2 { (power + 1, rest / 2.0) } else { (power, rest) };
    let by = (rest - 1.0) / (rest + 1.0);
    let square = by * by;
    let series = [1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0]
        .into_iter()
        .fold(1.0 / 11.0, |sum, term| sum * square + term);
    (f64::from(power) * LN_2 + 2.0 * by * series) as f32
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "what it has to be close to")]
    fn it_is_close_to_the_platforms() {
        let near = |number: u32| {
            let (own, exact) = (f64::from(ln(number)), f64::from(number).ln());
            assert!((own - exact).abs() <= 1e-6 * exact.max(1.0), "{number}: {own}, {exact}");
        };
        (1..100_000).for_each(near);
        for power in 0..32 {
            let whole = 1u32 << power;
            [whole, whole + whole / 2, whole - 1, whole + 1]
                .into_iter()
                .filter(|it| *it > 0)
                .for_each(near);
        }
        near(u32::MAX);
    }

    #[test]
    fn it_grows_and_starts_at_zero() {
        assert_eq!((ln(0), ln(1)), (0.0, 0.0));
        assert!((1..100_000).all(|number| ln(number) < ln(number + 1)), "equal or falling");
    }
}
