//! The built-in fractals.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Child, Subdivision};

/// A built-in fractal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Builtin {
    /// A square of four squares.
    Square,
    /// The Sierpinski triangle: three triangles around a hole.
    Triangle,
    /// The Sierpinski carpet: eight squares around a hole.
    Carpet,
    /// Seven hexagons, one of them in the middle.
    Hexaflake,
    /// Six hexagons around a hole.
    #[serde(rename = "hexaflake-6")]
    HexaflakeSix,
}

/// Half of the square root of 3.
const HIGH: f64 = 0.866_025_403_784_438_6;
const SQUARE: [[i32; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
const HEXAGON: [[i32; 2]; 6] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

impl Builtin {
    /// Returns the table with the fractal's maps.
    pub fn table(self) -> Subdivision {
        let around = HEXAGON.map(|[x, y]| [2 * x, 2 * y]);
        let seven = [around[0], around[1], around[2], around[3], around[4], around[5], [0, 0]];
        let carpet = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
        let square = [[1.0, 0.0], [0.0, 1.0]];
        // The second vector points up, so that triangles do.
        let slanted = [[1.0, 0.0], [0.5, -HIGH]];
        match self {
            Builtin::Square => table(2, square, &SQUARE, &[[0, 0], [1, 0], [0, 1], [1, 1]]),
            Builtin::Triangle => {
                let corners = [[0, 0], [1, 0], [0, 1]];
                table(2, slanted, &corners, &corners)
            }
            Builtin::Carpet => table(3, square, &SQUARE, &carpet),
            Builtin::Hexaflake => table(3, slanted, &HEXAGON, &seven),
            Builtin::HexaflakeSix => table(3, slanted, &HEXAGON, &around),
        }
    }
}

fn table(
    scale: u32,
    basis: [[f64; 2]; 2],
    corners: &[[i32; 2]],
    parts: &[[i32; 2]],
) -> Subdivision {
    let child = |t: &[i32; 2]| Child { m: None, t: t.to_vec() };
    Subdivision {
        scale: Some(scale),
        basis: Some(basis.to_vec()),
        corners: Some(corners.iter().map(|corner| corner.to_vec()).collect()),
        children: Some(parts.iter().map(child).collect()),
        ..Subdivision::default()
    }
}
