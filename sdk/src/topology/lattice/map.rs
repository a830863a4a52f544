//! Maps of the lattice to itself, for joined edges.

/// The two coordinates of a cell: right and down on squares, right and lower right on hexagons.
/// Also a vector between cells.
pub(in crate::topology) type Cell = [i32; 2];

/// A linear map, as the images of both unit vectors.
pub(in crate::topology) type Linear = [Cell; 2];

/// The linear identity.
pub(in crate::topology) const STRAIGHT: Linear = [[1, 0], [0, 1]];

/// A map of cells beyond a joined edge to the cells that they copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::topology) struct LatticeMap {
    linear: Linear,
    shift: Cell,
    /// The joined edges that it crosses, one bit each.
    pub class: u8,
}

impl LatticeMap {
    /// The identity.
    pub const IDENTITY: LatticeMap = LatticeMap { linear: STRAIGHT, shift: [0, 0], class: 0 };

    /// Returns the map with this linear part that takes `from` to `to`.
    pub fn with_image(linear: Linear, from: Cell, to: Cell, class: u8) -> Self {
        let turned = LatticeMap { linear, shift: [0, 0], class };
        LatticeMap { shift: less(to, turned.turn(from)), ..turned }
    }

    /// Applies the linear part to a vector.
    pub fn turn(&self, vector: Cell) -> Cell {
        let [a, b] = self.linear;
        [a[0] * vector[0] + b[0] * vector[1], a[1] * vector[0] + b[1] * vector[1]]
    }

    /// Applies the map to a cell, or to a point in parts of a unit.
    pub fn apply(&self, point: Cell, parts: i32) -> Cell {
        plus(self.turn(point), [self.shift[0] * parts, self.shift[1] * parts])
    }

    fn determinant(&self) -> i32 {
        let [a, b] = self.linear;
        a[0] * b[1] - a[1] * b[0]
    }

    /// Tells whether clockwise becomes anticlockwise.
    pub fn flips(&self) -> bool {
        self.determinant() < 0
    }

    /// Returns the inverse map.
    pub fn inverse(&self) -> Self {
        let ([a, b], sign) = (self.linear, self.determinant());
        let linear = [[sign * b[1], -sign * a[1]], [-sign * b[0], sign * a[0]]];
        LatticeMap::with_image(linear, self.shift, [0, 0], self.class)
    }

    /// Returns the composition: `first`, then this map.
    pub fn after(&self, first: &LatticeMap) -> Self {
        let linear = [self.turn(first.linear[0]), self.turn(first.linear[1])];
        LatticeMap { linear, shift: self.apply(first.shift, 1), class: self.class ^ first.class }
    }
}

/// Returns the sum of two vectors.
pub(in crate::topology) fn plus(one: Cell, other: Cell) -> Cell {
    [one[0] + other[0], one[1] + other[1]]
}

/// Returns the difference of two vectors.
pub(in crate::topology) fn less(one: Cell, other: Cell) -> Cell {
    [one[0] - other[0], one[1] - other[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_where_it_was() {
        let mirrors = [STRAIGHT, [[-1, -1], [0, 1]], [[1, -1], [0, -1]], [[0, 1], [-1, -1]]];
        for linear in mirrors {
            let map = LatticeMap::with_image(linear, [3, -1], [7, 5], 1);
            assert_eq!(map.apply([3, -1], 1), [7, 5]);
            let round = map.inverse().after(&map);
            assert_eq!(round, LatticeMap::IDENTITY, "{linear:?}");
            assert_eq!(map.inverse().apply(map.apply([4, 9], 3), 3), [4, 9]);
        }
        assert!(LatticeMap::with_image(mirrors[1], [0, 0], [1, 1], 1).flips());
        assert!(!LatticeMap::with_image(mirrors[3], [0, 0], [1, 1], 1).flips());
    }
}
