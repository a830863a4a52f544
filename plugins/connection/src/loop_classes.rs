//! The classes of loops.

/// The most joined edges, or other generators, that a class has bits for.
const BITS: u32 = 8;

/// The classes of all closed walks within a group: a subspace of Z2^8.
///
/// With two classes it has their sum: the two loops can be walked one after the other, and
/// the path between them, there and back, cancels. Stored as a basis: the vector with the
/// leading bit `i` in byte `i`, or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoopClasses(u64);

impl LoopClasses {
    fn vector(self, bit: u32) -> u8 {
        (self.0 >> (bit * 8)) as u8
    }

    /// Reduces a class by the basis: to 0 if the subspace contains it.
    fn reduced(self, mut class: u8) -> u8 {
        for bit in (0..BITS).rev() {
            if class >> bit & 1 != 0 {
                class ^= self.vector(bit);
            }
        }
        class
    }

    /// Tells whether every closed walk has class zero.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, class: u8) -> bool {
        self.reduced(class) == 0
    }

    /// Returns the number of independent classes.
    pub fn rank(self) -> u32 {
        (0..BITS).filter(|bit| self.vector(*bit) != 0).count() as u32
    }

    /// Returns independent classes of which all others are sums, in ascending order.
    pub fn basis(self) -> impl Iterator<Item = u8> {
        (0..BITS).map(move |bit| self.vector(bit)).filter(|vector| *vector != 0)
    }

    /// Adds a closed walk of this class.
    #[must_use]
    pub fn with(self, class: u8) -> Self {
        match self.reduced(class) {
            0 => self,
            rest => LoopClasses(self.0 | u64::from(rest) << (rest.ilog2() * 8)),
        }
    }

    /// Adds the classes of another group that is connected with this one.
    #[must_use]
    pub fn union(self, other: LoopClasses) -> Self {
        if other.is_zero() { self } else { other.basis().fold(self, LoopClasses::with) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_classes_are_contained() {
        let classes = LoopClasses::default().with(0b011).with(0b110);
        for (class, held) in [(0, true), (0b011, true), (0b110, true), (0b101, true)] {
            assert_eq!(classes.contains(class), held, "{class:b}");
        }
        for class in [0b001, 0b010, 0b100, 0b111, 0b1000] {
            assert!(!classes.contains(class), "{class:b}");
        }
        assert_eq!((classes.rank(), classes.with(0b101).rank(), classes.with(1).rank()), (2, 2, 3));
    }

    #[test]
    fn the_order_of_loops_does_not_matter() {
        let loops = [0x81, 0x42, 0xc3, 0x18, 0x99];
        let forth = loops.iter().fold(LoopClasses::default(), |all, class| all.with(*class));
        let back = loops.iter().rev().fold(LoopClasses::default(), |all, class| all.with(*class));
        assert_eq!(forth.rank(), 3);
        for class in 0..=u8::MAX {
            assert_eq!(forth.contains(class), back.contains(class), "{class:x}");
            assert_eq!(forth.contains(class), forth.union(back).contains(class), "{class:x}");
        }
    }
}
