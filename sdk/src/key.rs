//! Keys of positions from their `Hash`.

use std::hash::Hasher;

use crate::random::mix;

/// A hasher with the same results on every machine, in the sandbox and natively: SplitMix64 over
/// words. It is fast, and not secure against chosen input.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        // Without the increment, zeros would leave no trace: `mix(0)` is 0.
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ number).rotate_left(7);
    }

    // Lengths and discriminants: `usize` has 32 bits in the sandbox.
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as i64 as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hash;

    fn key(value: impl Hash) -> u64 {
        let mut hasher = KeyHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn keys_do_not_depend_on_the_machine() {
        assert_eq!(key((3u8, vec![1u32, 2, 3], Some(-1i64))), 2_283_938_717_275_678_674);
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(key([1u8, 2]), key([2u8, 1]));
        assert_ne!(key((vec![1u8], vec![2u8, 3])), key((vec![1u8, 2], vec![3u8])));
        assert_ne!(key(0u64), key((0u64, 0u64)));
    }
}
