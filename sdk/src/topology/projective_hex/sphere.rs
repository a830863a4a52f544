//! The board on the sphere, its double cover.

use crate::topology::build::Builder;
use crate::topology::lattice::Lattice;
use crate::{Patch, Point, Site};

/// The radius for n = 1 at which cells are as large as in the plane: the root of 3 sqrt(3) / (4
/// pi), for 6 n^2 hexagons that are 1 wide.
const RADIUS: f64 = 0.643_037;

/// Draws every cell on the sphere, and its copy on the opposite side. The third coordinate grows
/// towards the viewer; the cells are in front at first.
pub(super) fn draw(lattice: &Lattice, board: &Builder, n: u32) -> Patch {
    let radius = RADIUS * f64::from(n);
    let middles = middles(lattice, n);
    let mut patch = Patch::default();
    for (site, middle) in middles.iter().enumerate() {
        let corners = corners(lattice, &middles, site);
        for (copy, side) in [(false, radius), (true, -radius)] {
            let outline = |corner: &Point| scale(sum(*corner, scale(*middle, -1.0)), side);
            let shape = patch.shapes.len() as u32;
            patch.shapes.push(corners.iter().map(outline).collect());
            patch.places.push(board.new_place(
                site as Site,
                copy,
                scale(*middle, side),
                Some(shape),
            ));
        }
    }
    patch
}

fn sum(one: Point, other: Point) -> Point {
    (one.0 + other.0, one.1 + other.1, one.2 + other.2)
}

fn scale(point: Point, by: f64) -> Point {
    (point.0 * by, point.1 * by, point.2 * by)
}

/// Returns the point of the unit sphere in a direction.
fn onto(point: Point) -> Point {
    scale(point, 1.0 / (point.0 * point.0 + point.1 * point.1 + point.2 * point.2).sqrt())
}

/// Returns the middle of the neighbour along a heading, or of its copy across the edge of the
/// board.
fn beside(lattice: &Lattice, middles: &[Point], site: usize, heading: usize) -> Point {
    let step = lattice.step(site as Site, heading).expect("the board has no border");
    let side = if step.class == 0 { 1.0 } else { -1.0 };
    scale(middles[step.site as usize], side)
}

/// Returns the middles of the cells on the unit sphere. They start with an equal-area map of the
/// board onto one half (Lambert's azimuthal projection), and then relax towards the middle of
/// their neighbours.
fn middles(lattice: &Lattice, n: u32) -> Vec<Point> {
    let flat: Vec<Point> = lattice.cells.iter().map(|cell| lattice.mesh.middle(*cell)).collect();
    let middle = scale(flat.iter().copied().fold((0.0, 0.0, 0.0), sum), -1.0 / flat.len() as f64);
    // The disc that has the board's area.
    let least = RADIUS * f64::from(n) * std::f64::consts::SQRT_2;
    let mut points = Vec::with_capacity(flat.len());
    for point in flat {
        let (x, y, _) = scale(sum(point, middle), 1.0 / least);
        let square = (x * x + y * y).min(1.0);
        let wide = (2.0 - square).sqrt();
        points.push(onto((x * wide, y * wide, 1.0 - square)));
    }
    for _ in 0..8 * n {
        let drawn = |site: usize| {
            let near = (0..6).map(|heading| beside(lattice, &points, site, heading));
            onto(near.fold(scale(points[site], 6.0), sum))
        };
        points = (0..points.len()).map(drawn).collect();
    }
    points
}

/// Returns the corners of a cell on the unit sphere, clockwise.
fn corners(lattice: &Lattice, middles: &[Point], site: usize) -> Vec<Point> {
    let corner = |edge: usize| {
        let one = beside(lattice, middles, site, edge);
        let other = beside(lattice, middles, site, (edge + 1) % 6);
        onto(sum(sum(middles[site], one), other))
    };
    (0..6).map(corner).collect()
}
