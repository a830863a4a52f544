//! Pseudo-random numbers that depend only on their seed.

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, good enough for playouts,
/// and the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(u64);

/// The increment of the counter.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// Creates the generator for a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Returns the next number, uniform on all 64 bits.
    #[inline(always)]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Skips numbers.
    #[inline]
    pub fn skip(&mut self, numbers: u64) {
        self.0 = self.0.wrapping_add(STEP.wrapping_mul(numbers));
    }

    /// Returns a number below `bound`, which must not be 0.
    ///
    /// Multiply and shift (Lemire 2019) without the rejection step: the bias is
    /// below `bound / 2^64`.
    #[inline(always)]
    pub fn below(&mut self, bound: u64) -> u64 {
        let drawn = self.draw();
        if bound >> 32 == 0 {
            // The same with two products of 64 bits: wasm has no products of 128 bits.
            let low = ((drawn & 0xffff_ffff) * bound) >> 32;
            return ((drawn >> 32) * bound + low) >> 32;
        }
        ((u128::from(drawn) * u128::from(bound)) >> 64) as u64
    }
}

/// Returns the number of SplitMix64 for a counter.
#[inline(always)]
pub fn mix(counter: u64) -> u64 {
    let mut z = counter;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1234567);
        assert_eq!(random.draw(), 6457827717110365317);
        assert_eq!(random.draw(), 3203168211198807973);
    }

    #[test]
    fn numbers_are_passed_over() {
        let (mut random, mut skipped) = (Random::new(3), Random::new(3));
        let last = (0..9).map(|_| random.draw()).last();
        skipped.skip(8);
        assert_eq!((last, &random), (Some(skipped.draw()), &skipped));
    }

    #[test]
    fn below_is_the_upper_half_of_the_product() {
        let (mut random, mut drawn) = (Random::new(3), Random::new(3));
        for bound in [1, 2, 7, 121, u64::from(u32::MAX), 1 << 32, u64::MAX] {
            for _ in 0..1000 {
                let whole = u128::from(drawn.draw()) * u128::from(bound);
                assert_eq!(u128::from(random.below(bound)), whole >> 64, "{bound}");
            }
        }
    }

    #[test]
    fn below_stays_below() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }
}
