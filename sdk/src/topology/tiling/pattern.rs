//! The corners of the uniform tilings: a lattice, and the corners of one of its cells.

use super::TilingName;

/// Half of the square root of 3, and the square root of 2.
const HIGH: f64 = 0.866_025_403_784_438_6;
const ROOT_TWO: f64 = std::f64::consts::SQRT_2;

/// The corners of a tiling whose sides are 1 long.
pub struct Pattern {
    steps: [[f64; 2]; 2],
    corners: Vec<[f64; 2]>,
}

impl TilingName {
    /// Returns the uniform tiling, and whether this is its dual.
    pub fn primal(self) -> (Pattern, bool) {
        use TilingName::{
            CairoPentagonal, Deltoidal, ElongatedTriangular, FloretPentagonal, Hexagons,
            Kisrhombille, PrismaticPentagonal, Rhombille, Rhombitrihexagonal, SnubHexagonal,
            SnubSquare, Squares, TetrakisSquare, TriakisTriangular, Trihexagonal,
            TruncatedHexagonal, TruncatedSquare, TruncatedTrihexagonal,
        };
        let (primal, is_dual) = match self {
            FloretPentagonal => (SnubHexagonal, true),
            PrismaticPentagonal => (ElongatedTriangular, true),
            CairoPentagonal => (SnubSquare, true),
            Deltoidal => (Rhombitrihexagonal, true),
            Rhombille => (Trihexagonal, true),
            TriakisTriangular => (TruncatedHexagonal, true),
            Kisrhombille => (TruncatedTrihexagonal, true),
            TetrakisSquare => (TruncatedSquare, true),
            own => (own, false),
        };
        // The apothem of a polygon of twelve sides, twice.
        let twelve = 2.0 + 2.0 * HIGH;
        let pattern = match primal {
            Squares => square_lattice(1.0, vec![[0.0, 0.0]]),
            TruncatedSquare => square_lattice(1.0 + ROOT_TWO, polygon(8)),
            // Every corner is one of an upright square turned by 15 degrees.
            SnubSquare => square_lattice(2.0 * turned(1)[0], square_turned()),
            ElongatedTriangular => Pattern {
                steps: [[1.0, 0.0], [0.5, 1.0 + HIGH]],
                corners: vec![[0.0, 0.0], [0.0, 1.0]],
            },
            Trihexagonal => hexagonal_lattice(2.0, hexagon()),
            Rhombitrihexagonal => hexagonal_lattice(1.0 + 2.0 * HIGH, polygon(6)),
            TruncatedHexagonal => hexagonal_lattice(twelve, polygon(12)),
            TruncatedTrihexagonal => hexagonal_lattice(twelve + 1.0, polygon(12)),
            Hexagons => hexagonal_lattice(2.0 * HIGH, polygon(6)),
            // The square root of 7 long, turned against the hexagon.
            SnubHexagonal => {
                Pattern { steps: [[2.5, HIGH], [0.5, 3.0 * HIGH]], corners: hexagon() }
            }
            _ => hexagonal_lattice(1.0, vec![[0.0, 0.0]]),
        };
        (pattern, is_dual)
    }
}

impl Pattern {
    /// Returns the corners in a rectangle around the origin, each at least once.
    pub fn corners(&self, half: [f64; 2]) -> Vec<[f64; 2]> {
        let [a, b] = self.steps;
        let area = (a[0] * b[1] - a[1] * b[0]).abs();
        let reach = (half[0] + half[1] + 8.0) * (a[0].abs() + a[1].abs() + b[0].abs() + b[1].abs());
        let most = (reach / area).ceil() as i32;
        let mut corners = Vec::new();
        for along in -most..=most {
            for across in -most..=most {
                let (along, across) = (f64::from(along), f64::from(across));
                let (x, y) = (a[0] * along + b[0] * across, a[1] * along + b[1] * across);
                if x.abs() > half[0] + 4.0 || y.abs() > half[1] + 4.0 {
                    continue;
                }
                corners.extend(self.corners.iter().map(|[u, v]| [x + u, y + v]));
            }
        }
        corners
    }
}

fn square_lattice(step: f64, corners: Vec<[f64; 2]>) -> Pattern {
    Pattern { steps: [[step, 0.0], [0.0, step]], corners }
}

fn hexagonal_lattice(step: f64, corners: Vec<[f64; 2]>) -> Pattern {
    Pattern { steps: [[step, 0.0], [step / 2.0, step * HIGH]], corners }
}

/// Returns the direction of a multiple of 15 degrees.
fn turned(times: u32) -> [f64; 2] {
    // Cosines of 0 to 90 degrees.
    let (long, short) = ((6f64.sqrt() + ROOT_TWO) / 4.0, (6f64.sqrt() - ROOT_TWO) / 4.0);
    let cosines = [1.0, long, HIGH, ROOT_TWO / 2.0, 0.5, short, 0.0];
    let cosine = |times: u32| match times % 24 {
        at @ 0..=6 => cosines[at as usize],
        at @ 7..=12 => -cosines[12 - at as usize],
        at @ 13..=18 => -cosines[at as usize - 12],
        at => cosines[24 - at as usize],
    };
    [cosine(times), cosine(times + 18)]
}

/// Returns a regular polygon of 6, 8 or 12 sides of length 1, one of them to the right.
fn polygon(sides: u32) -> Vec<[f64; 2]> {
    if sides == 8 {
        // Its corners are no multiples of 15 degrees.
        let (near, far) = (0.5, 0.5 + ROOT_TWO / 2.0);
        let corners = [[far, near], [near, far], [-near, far], [-far, near]];
        return corners.into_iter().flat_map(|[x, y]| [[x, y], [-x, -y]]).collect();
    }
    let radius = if sides == 6 { 1.0 } else { 2.0 * turned(1)[0] };
    let (first, step) = (12 / sides, 24 / sides);
    (0..sides).map(|at| turned(first + at * step).map(|part| part * radius)).collect()
}

/// A hexagon with a corner to the right.
fn hexagon() -> Vec<[f64; 2]> {
    (0..6).map(|at| turned(4 * at)).collect()
}

/// A square with corners at 30, 120, 210 and 300 degrees.
fn square_turned() -> Vec<[f64; 2]> {
    (0..4).map(|at| turned(2 + 6 * at).map(|part| part * ROOT_TWO / 2.0)).collect()
}
