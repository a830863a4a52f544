//! Prisms: cells, blocks, letters.

use super::mesh::{Material, Mesh3d};
use super::{Vec3, mesh};
use crate::board::Pos;

/// An upright body over an outline.
pub(super) struct Prism<'a> {
    pub outline: &'a [Pos],
    pub middle: Pos,
    pub bottom: f64,
    pub top: f64,
    /// Bevel of the upper edge: inwards in parts of the distance to the middle, and down.
    pub bevel: (f64, f64),
}

impl Prism<'_> {
    pub fn lid(&self) -> Vec<Pos> {
        let part = 1.0 - self.bevel.0;
        self.outline.iter().map(|corner| self.middle.toward(*corner, part)).collect()
    }

    pub fn sides(&self, paint: Material, facets: &mut Mesh3d) {
        let lid = self.lid();
        let count = self.outline.len();
        let around = area(self.outline);
        let rim = self.top - self.bevel.1;
        for n in 0..count {
            let next = (n + 1) % count;
            let (a, b) = (self.outline[n], self.outline[next]);
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let out = if around > 0.0 { [dy, -dx] } else { [-dy, dx] };
            let at = |p: Pos, z: f64| -> Vec3 { [p.x, p.y, z] };
            if rim > self.bottom {
                let side = [at(a, self.bottom), at(b, self.bottom), at(b, rim), at(a, rim)];
                facets.face(side, [out[0], out[1], 0.0], paint);
            }
            if self.bevel.1 > 0.0 {
                let slope = [at(a, rim), at(b, rim), at(lid[next], self.top), at(lid[n], self.top)];
                let inward = a.distance(lid[n]).max(1e-12);
                let long = mesh::length([out[0], out[1], 0.0]).max(1e-12);
                let up = inward / self.bevel.1 * long;
                facets.face(slope, [out[0], out[1], up], paint);
            }
        }
    }
}

pub(super) fn area(outline: &[Pos]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}
