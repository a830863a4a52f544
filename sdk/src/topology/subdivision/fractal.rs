//! The checked shape of a cell, with the maps of its children.

use crate::{Diagnostic, Frame, Point};

/// The most dimensions of a lattice.
pub const DIMENSIONS: usize = 4;

/// The numerators of a point; those beyond the lattice's dimensions are 0.
pub type Numerators = [i128; DIMENSIONS];
/// A matrix by rows.
pub type Matrix = [[i128; DIMENSIONS]; DIMENSIONS];

/// A map x -> (m x + t) / scale of a cell onto one of its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChildMap {
    /// The linear part.
    pub m: Matrix,
    /// The shift.
    pub t: Numerators,
}

impl ChildMap {
    /// The identity.
    pub const IDENTITY: ChildMap = {
        let mut m = [[0; DIMENSIONS]; DIMENSIONS];
        let mut at = 0;
        while at < DIMENSIONS {
            m[at][at] = 1;
            at += 1;
        }
        ChildMap { m, t: [0; DIMENSIONS] }
    };

    /// Returns the numerators of the image of a lattice point; `None` if one overflows.
    #[inline]
    pub fn apply(&self, point: &Numerators) -> Option<Numerators> {
        let mut image = self.t;
        for (sum, row) in image.iter_mut().zip(&self.m) {
            for (own, x) in row.iter().zip(point) {
                *sum = sum.checked_add(own.checked_mul(*x)?)?;
            }
        }
        Some(image)
    }
}

/// A point of the drawing.
pub(super) type PlanePoint = (f64, f64);

/// The shape of a cell and its division, made by
/// [`Subdivision::fractal`](super::Subdivision::fractal).
#[derive(Debug, Clone, PartialEq)]
pub struct Fractal {
    pub(super) dimensions: usize,
    pub(super) scale: i128,
    pub(super) basis: Vec<PlanePoint>,
    pub(super) corners: Vec<Numerators>,
    pub(super) children: Vec<ChildMap>,
    /// The positions of the root cells, as lattice vectors.
    pub(super) roots: Vec<Numerators>,
    /// The outline that is drawn, around the board's origin.
    pub(super) outline: Vec<PlanePoint>,
    /// Slots of corners of children in the middle of the cell that are not corners of the cell.
    pub(super) center: Vec<usize>,
    /// Each child's frame within its parent's.
    pub(super) affines: Vec<[f64; 6]>,
    /// The size of a root on the drawing: the unit of the smallest lengths.
    pub(super) unit: f64,
    /// The middle of the cell, in its own frame.
    pub(super) middle: PlanePoint,
}

impl Fractal {
    /// Returns non-fatal warnings.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        super::check::warnings(self)
    }

    /// Returns the number of coordinates of a vertex: 1 to 4.
    #[inline]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the factor by which children are smaller. Denominators are its powers.
    #[inline]
    pub fn scale(&self) -> i128 {
        self.scale
    }

    /// Returns the number of corners of a cell.
    #[inline]
    pub fn corners(&self) -> usize {
        self.corners.len()
    }

    /// Returns the number of parts of a divided cell.
    #[inline]
    pub fn children(&self) -> usize {
        self.children.len()
    }

    /// Returns the number of cells before any division.
    #[inline]
    pub fn roots(&self) -> usize {
        self.roots.len()
    }

    /// Tells whether a division makes four parts of half the size, whose corners are those of the
    /// cell, the middles between two of them, or the middle of all.
    pub fn divides_into_quarters(&self) -> bool {
        let sum = |one: &Numerators, other: &Numerators| {
            let mut sum = *one;
            sum.iter_mut().zip(other).for_each(|(n, other)| *n += other);
            sum
        };
        let pairs =
            || self.corners.iter().flat_map(|one| self.corners.iter().map(move |it| (one, it)));
        let known = |point: Numerators| pairs().any(|(one, other)| sum(one, other) == point);
        let parts =
            || self.children.iter().flat_map(|map| self.corners.iter().map(|it| map.apply(it)));
        self.scale == 2 && self.children.len() == 4 && parts().all(|point| point.is_some_and(known))
    }

    /// Tells whether all parts stand as the cell does, neither turned nor mirrored.
    pub fn keeps_directions(&self) -> bool {
        self.children.iter().all(|child| child.m == ChildMap::IDENTITY.m)
    }

    /// Tells whether a division creates a vertex in the middle of the cell.
    pub fn has_center(&self) -> bool {
        !self.center.is_empty()
    }

    /// Tells whether a corner of a child lies in the middle of the cell. `slot` is that of
    /// [`Corner`](super::Corner).
    #[inline]
    pub fn is_center(&self, slot: usize) -> bool {
        self.center.contains(&slot)
    }

    /// Returns the corner of a child within the frame of its parent. `slot` is
    /// the child times the number of corners plus the corner.
    pub(super) fn slot(&self, slot: usize) -> PlanePoint {
        let map = &self.children[slot / self.corners.len()];
        let image = map.apply(&self.corners[slot % self.corners.len()]);
        self.draw(&image.expect("the maps were tried when the fractal was made"), self.scale as f64)
    }

    /// Returns the position of a point on the drawing.
    pub(super) fn draw(&self, numerators: &Numerators, denominator: f64) -> PlanePoint {
        let (mut x, mut y) = (0.0, 0.0);
        for (numerator, vector) in numerators.iter().zip(&self.basis) {
            let part = *numerator as f64 / denominator;
            x += part * vector.0;
            y += part * vector.1;
        }
        (x, y)
    }

    /// Returns the position of a root on the drawing.
    pub(super) fn root(&self, root: usize) -> PlanePoint {
        self.draw(&self.roots[root], 1.0)
    }

    /// Returns the frame of a root, whose parent is the board.
    pub(super) fn root_frame(&self, root: usize) -> Frame {
        let (x, y) = self.root(root);
        Frame { parent: None, affine: (1.0, 0.0, 0.0, 1.0, x, y), level: 0 }
    }

    /// Returns the outline of a cell around its middle; for a child in its parent's frame.
    pub(super) fn shape(&self, child: Option<usize>) -> Vec<Point> {
        let [a, b, c, d, _, _] = child.map_or(UNMOVED, |child| self.affines[child]);
        let around = |(x, y): &PlanePoint| {
            let (x, y) = (x - self.middle.0, y - self.middle.1);
            (a * x + c * y, b * x + d * y, 0.0)
        };
        self.outline.iter().map(around).collect()
    }

    /// Returns the middle of a cell; for a child in its parent's frame.
    pub(super) fn middle(&self, child: Option<usize>) -> Point {
        let (x, y) = apply(&child.map_or(UNMOVED, |child| self.affines[child]), self.middle);
        (x, y, 0.0)
    }
}

/// The affine identity.
pub(super) const UNMOVED: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// Applies an affine map in the order of [`Frame::affine`].
pub(super) fn apply([a, b, c, d, e, f]: &[f64; 6], (x, y): PlanePoint) -> PlanePoint {
    (a * x + c * y + e, b * x + d * y + f)
}

/// Returns the centroid of a polygon; the mean of its corners if it has no area.
pub(super) fn middle(outline: &[PlanePoint]) -> PlanePoint {
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for (at, one) in outline.iter().enumerate() {
        let other = outline[(at + 1) % outline.len()];
        let cross = one.0 * other.1 - other.0 * one.1;
        area += cross;
        x += (one.0 + other.0) * cross;
        y += (one.1 + other.1) * cross;
    }
    if area.abs() > 1e-12 {
        return (x / (3.0 * area), y / (3.0 * area));
    }
    let count = outline.len() as f64;
    (
        outline.iter().map(|p| p.0).sum::<f64>() / count,
        outline.iter().map(|p| p.1).sum::<f64>() / count,
    )
}
