//! Solids of revolution.

use super::Vec3;
use super::mesh::{Material, Mesh3d};

/// Edges with a larger cosine between their sides are smoothed.
const ROUND: f64 = 0.72;

/// A profile of radius and height, from the bottom up, turned around an axis.
pub(super) struct Revolution<'a> {
    pub profile: &'a [[f64; 2]],
    pub at: Vec3,
    /// The size of a profile's unit: across and up.
    pub size: (f64, f64),
    pub sides: u32,
}

impl Revolution<'_> {
    pub fn add(&self, paint: Material, facets: &mut Mesh3d) {
        let (across, up) = self.size;
        let points: Vec<[f64; 2]> =
            self.profile.iter().map(|[r, z]| [r * across, z * up]).collect();
        let ways: Vec<[f64; 2]> = points.windows(2).map(|pair| out(pair[0], pair[1])).collect();
        let smooth = |n: usize| {
            let [a, b] = [ways[n - 1], ways[n]];
            (a[0] * b[0] + a[1] * b[1] > ROUND).then(|| [a[0] + b[0], a[1] + b[1]])
        };
        for (n, pair) in points.windows(2).enumerate() {
            let below = (n > 0).then(|| smooth(n)).flatten().unwrap_or(ways[n]);
            let above = (n + 1 < ways.len()).then(|| smooth(n + 1)).flatten().unwrap_or(ways[n]);
            self.ring((pair[0], below), (pair[1], above), paint, facets);
        }
    }

    fn ring(
        &self,
        below: ([f64; 2], [f64; 2]),
        above: ([f64; 2], [f64; 2]),
        paint: Material,
        facets: &mut Mesh3d,
    ) {
        let first = facets.corners.len() as u32;
        for side in 0..self.sides {
            let turn = f64::from(side) / f64::from(self.sides) * std::f64::consts::TAU;
            let (sin, cos) = turn.sin_cos();
            for ([r, z], [out, up]) in [below, above] {
                let at = [self.at[0] + r * cos, self.at[1] + r * sin, self.at[2] + z];
                facets.corner(at, [out * cos, out * sin, up], paint);
            }
        }
        for side in 0..self.sides {
            let next = (side + 1) % self.sides;
            let [a, b, c, d] = [2 * side, 2 * side + 1, 2 * next, 2 * next + 1].map(|n| n + first);
            if below.0[0] > 0.0 {
                facets.indices.extend([a, c, d]);
            }
            if above.0[0] > 0.0 {
                facets.indices.extend([a, d, b]);
            }
        }
    }
}

fn out(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    let (dr, dz) = (to[0] - from[0], to[1] - from[1]);
    let long = dr.hypot(dz).max(f64::MIN_POSITIVE);
    [dz / long, -dr / long]
}
