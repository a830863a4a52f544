//! The lattices: squares, with and without steps over corners, and hexagons.

use super::map::Cell;
use crate::Point;

/// How cells lie beside each other.
#[derive(Debug)]
pub(in crate::topology) struct Mesh {
    /// The way along each heading, clockwise on screen.
    pub steps: &'static [Cell],
    /// The way over the corner between each edge and the next clockwise, where
    /// that is no step.
    pub diagonals: &'static [Cell],
    /// Every so many-th heading crosses an edge, from heading 0 on.
    pub stride: usize,
    /// The ways to all cells that touch a cell: rings of ghosts grow along them.
    pub around: &'static [Cell],
    /// The corners of a cell clockwise, from where the first edge begins.
    pub corners: &'static [Cell],
    /// In how many parts of a unit the corners count.
    pub parts: i32,
    /// Where a unit of the second coordinate leads on the drawing; one of the
    /// first leads right by 1.
    down: (f64, f64),
    /// Where cell (0, 0) has its middle, in both directions.
    origin: f64,
    /// The product of the coordinates counts so often in the square of a length.
    pub skew: i64,
}

/// Steps of a king: up, and on clockwise. The even ones share an edge.
const KING: [Cell; 8] = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/// Squares, next to each other where they share an edge or a corner.
pub(in crate::topology) static TOUCHING: Mesh = Mesh {
    steps: &KING,
    diagonals: &[],
    stride: 2,
    around: &KING,
    corners: &[[-1, -1], [1, -1], [1, 1], [-1, 1]],
    parts: 2,
    down: (0.0, 1.0),
    origin: 0.5,
    skew: 0,
};

/// Squares, next to each other where they share an edge.
pub(in crate::topology) static SQUARES: Mesh = Mesh {
    steps: &[KING[0], KING[2], KING[4], KING[6]],
    diagonals: &[KING[1], KING[3], KING[5], KING[7]],
    stride: 1,
    ..TOUCHING
};

/// Steps between hexagons: to the upper right, and on clockwise.
pub(in crate::topology) const HEXAGON: [Cell; 6] =
    [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];

/// The height of a row of hexagons that are 1 wide: half the root of 3.
pub(in crate::topology) const ROW: f64 = 0.866_025_403_784_438_6;

/// Hexagons with a corner at the top. Their second coordinate leads to the lower
/// right (axial coordinates).
pub(in crate::topology) static HEXAGONS: Mesh = Mesh {
    steps: &HEXAGON,
    diagonals: &[[2, -1], [1, 1], [-1, 2], [-2, 1], [-1, -1], [1, -2]],
    stride: 1,
    around: &HEXAGON,
    corners: &[[1, -2], [2, -1], [1, 1], [-1, 2], [-2, 1], [-1, -1]],
    parts: 3,
    down: (0.5, ROW),
    origin: 0.0,
    skew: 1,
};

impl Mesh {
    /// Returns the number of edges of a cell.
    pub fn edges(&self) -> usize {
        self.corners.len()
    }

    /// Returns the way across an edge.
    pub fn across(&self, edge: usize) -> Cell {
        self.steps[edge * self.stride]
    }

    /// Returns the way on the drawing of a way in parts of a unit.
    pub fn vector(&self, vector: Cell) -> Point {
        let parts = f64::from(self.parts);
        let (right, down) = (f64::from(vector[0]) / parts, f64::from(vector[1]) / parts);
        (right + self.down.0 * down, self.down.1 * down, 0.0)
    }

    /// Returns the place on the drawing of a point in parts of a unit.
    pub fn point(&self, point: Cell) -> Point {
        let (x, y, z) = self.vector(point);
        (x + self.origin, y + self.origin, z)
    }

    /// Returns the place on the drawing of the middle of a cell.
    pub fn middle(&self, cell: Cell) -> Point {
        self.point([cell[0] * self.parts, cell[1] * self.parts])
    }

    /// Returns the outline of a cell around its middle.
    pub fn outline(&self) -> Vec<Point> {
        self.corners.iter().map(|corner| self.vector(*corner)).collect()
    }
}
