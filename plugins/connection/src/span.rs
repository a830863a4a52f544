//! What classes the loops of a group have.

/// The most glued edges, or generators of another kind, that classes tell apart.
const BITS: u32 = 8;

/// A subspace of Z2^8: the classes of all closed walks within a group.
///
/// Two loops of a group can be walked one after the other, and the way between
/// them there and back cancels: with two classes their sum is in the span too.
/// Kept as a basis, the vector with the leading bit `i` in byte `i`, 0 where there
/// is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span(u64);

impl Span {
    fn vector(self, bit: u32) -> u8 {
        (self.0 >> (bit * 8)) as u8
    }

    /// Returns what is left of a class when the basis has taken from it what it
    /// can: 0 where the class is in the span.
    fn rest(self, mut class: u8) -> u8 {
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

    /// Tells whether a closed walk of this class is there.
    pub fn has(self, class: u8) -> bool {
        self.rest(class) == 0
    }

    /// Returns the number of independent classes.
    pub fn rank(self) -> u32 {
        (0..BITS).filter(|bit| self.vector(*bit) != 0).count() as u32
    }

    /// Returns independent classes that all others are sums of, in ascending
    /// order.
    pub fn basis(self) -> impl Iterator<Item = u8> {
        (0..BITS).map(move |bit| self.vector(bit)).filter(|vector| *vector != 0)
    }

    /// Adds a closed walk of this class.
    #[must_use]
    pub fn with(self, class: u8) -> Self {
        match self.rest(class) {
            0 => self,
            rest => Span(self.0 | u64::from(rest) << (rest.ilog2() * 8)),
        }
    }

    /// Adds all closed walks of another group.
    #[must_use]
    pub fn joined(self, other: Span) -> Self {
        if other.is_zero() { self } else { other.basis().fold(self, Span::with) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_holds_the_sums_of_what_was_put_in() {
        let span = Span::default().with(0b011).with(0b110);
        for (class, held) in [(0, true), (0b011, true), (0b110, true), (0b101, true)] {
            assert_eq!(span.has(class), held, "{class:b}");
        }
        for class in [0b001, 0b010, 0b100, 0b111, 0b1000] {
            assert!(!span.has(class), "{class:b}");
        }
        assert_eq!((span.rank(), span.with(0b101).rank(), span.with(1).rank()), (2, 2, 3));
    }

    #[test]
    fn the_order_of_loops_does_not_matter() {
        let classes = [0x81, 0x42, 0xc3, 0x18, 0x99];
        let forth = classes.iter().fold(Span::default(), |span, class| span.with(*class));
        let back = classes.iter().rev().fold(Span::default(), |span, class| span.with(*class));
        assert_eq!(forth.rank(), 3);
        for class in 0..=u8::MAX {
            assert_eq!(forth.has(class), back.has(class), "{class:x}");
            assert_eq!(forth.has(class), forth.joined(back).has(class), "{class:x}");
        }
    }
}
