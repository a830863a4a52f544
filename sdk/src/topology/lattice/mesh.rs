//! The lattices: squares, with and without steps over corners, and hexagons.

use super::map::Cell;
use crate::Point;

/// The geometry of a lattice.
#[derive(Debug)]
pub(in crate::topology) struct Mesh {
    /// The vector of each heading, clockwise on screen.
    pub steps: &'static [Cell],
    /// The vector over the corner between each edge and the next clockwise, unless that is a step.
    pub diagonals: &'static [Cell],
    /// Every `stride`th heading crosses an edge, from heading 0 on.
    pub stride: usize,
    /// The vectors to all cells that touch a cell. Rings of ghosts grow along them.
    pub around: &'static [Cell],
    /// The corners of a cell clockwise, from the start of the first edge.
    pub corners: &'static [Cell],
    /// The parts of a unit in which corners are given.
    pub parts: i32,
    /// The vector of the second coordinate on the drawing; that of the first is (1, 0).
    down: (f64, f64),
    /// Both coordinates of the middle of cell (0, 0).
    origin: f64,
    /// The factor of the product of the coordinates in the square of a length.
    pub skew: i64,
}

/// Steps of a king: up, and on clockwise. The even ones share an edge.
const KING: [Cell; 8] = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/// Squares, adjacent if they share an edge or a corner.
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

/// Squares, adjacent if they share an edge.
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

    /// Returns the vector across an edge.
    pub fn across(&self, edge: usize) -> Cell {
        self.steps[edge * self.stride]
    }

    /// Converts a vector in parts of a unit to the drawing.
    pub fn vector(&self, vector: Cell) -> Point {
        let parts = f64::from(self.parts);
        let (right, down) = (f64::from(vector[0]) / parts, f64::from(vector[1]) / parts);
        (right + self.down.0 * down, self.down.1 * down, 0.0)
    }

    /// Converts a point in parts of a unit to the drawing.
    pub fn point(&self, point: Cell) -> Point {
        let (x, y, z) = self.vector(point);
        (x + self.origin, y + self.origin, z)
    }

    /// Returns the middle of a cell on the drawing.
    pub fn middle(&self, cell: Cell) -> Point {
        self.point([cell[0] * self.parts, cell[1] * self.parts])
    }

    /// Returns the outline of a cell around its middle.
    pub fn outline(&self) -> Vec<Point> {
        self.corners.iter().map(|corner| self.vector(*corner)).collect()
    }
}
