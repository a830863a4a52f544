//! Pseudo-random numbers that depend only on their seed: SplitMix64 (Steele, Lea, Flood 2014).

/// A generator.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`; 0 if that is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }
}
