//! Polygons of the plane: whether their sides cross, and whether two of them overlap.

use super::fractal::PlanePoint;
use crate::sorting::sort_by;

type Segment = (PlanePoint, PlanePoint);

fn sides(polygon: &[PlanePoint]) -> impl Iterator<Item = Segment> + '_ {
    (0..polygon.len()).map(|at| (polygon[at], polygon[(at + 1) % polygon.len()]))
}

/// Returns the first two sides of a polygon that cross, by the numbers of their first corners.
pub(super) fn crossing(polygon: &[PlanePoint], near: f64) -> Option<(usize, usize)> {
    let sides: Vec<Segment> = sides(polygon).collect();
    (0..sides.len())
        .flat_map(|one| (one + 1..sides.len()).map(move |other| (one, other)))
        .find(|(one, other)| segments_cross(sides[*one], sides[*other], near))
}

/// Returns the area of a polygon, negative for one that runs the other way.
pub(super) fn area(polygon: &[PlanePoint]) -> f64 {
    sides(polygon).map(|((ax, ay), (bx, by))| ax * by - bx * ay).sum::<f64>() / 2.0
}

/// Tells whether two different polygons have an area in common, more than `near` deep.
pub(super) fn polygons_overlap(one: &[PlanePoint], other: &[PlanePoint], near: f64) -> bool {
    let crosses = |a: Segment| sides(other).any(|b| segments_cross(a, b, near));
    sides(one).any(crosses) || runs_inside(one, other, near) || runs_inside(other, one, near)
}

/// Tells whether a part of the sides of a polygon lies inside another, whose sides they do not
/// cross: they may run along them, and leave them at corners.
fn runs_inside(one: &[PlanePoint], other: &[PlanePoint], near: f64) -> bool {
    sides(one).any(|(from, to)| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        let part = |(x, y): &PlanePoint| ((x - from.0) * dx + (y - from.1) * dy) / length;
        let mut parts: Vec<f64> = other.iter().map(part).collect();
        parts.retain(|part| *part > 0.0 && *part < 1.0);
        parts.extend([0.0, 1.0]);
        sort_by(&mut parts, f64::total_cmp);
        parts.windows(2).any(|pair| {
            let middle = f64::midpoint(pair[0], pair[1]);
            is_inside(other, (from.0 + dx * middle, from.1 + dy * middle), near)
        })
    })
}

/// Tells whether two segments cross at a point inside both, farther than `near` from their ends.
fn segments_cross(a: (PlanePoint, PlanePoint), b: (PlanePoint, PlanePoint), near: f64) -> bool {
    let away = |line: (PlanePoint, PlanePoint), point: PlanePoint| {
        let (x, y) = (line.1.0 - line.0.0, line.1.1 - line.0.1);
        let length = (x * x + y * y).sqrt().max(f64::MIN_POSITIVE);
        ((point.0 - line.0.0) * y - (point.1 - line.0.1) * x) / length
    };
    let apart = |line: (PlanePoint, PlanePoint), other: (PlanePoint, PlanePoint)| {
        let (one, two) = (away(line, other.0), away(line, other.1));
        one > near && two < -near || one < -near && two > near
    };
    apart(a, b) && apart(b, a)
}

/// Tells whether a point lies in a polygon, farther than `near` from its sides.
fn is_inside(polygon: &[PlanePoint], (x, y): PlanePoint, near: f64) -> bool {
    let mut inside = false;
    for (at, (ax, ay)) in polygon.iter().copied().enumerate() {
        let (bx, by) = polygon[(at + 1) % polygon.len()];
        let (dx, dy) = (bx - ax, by - ay);
        let along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        let along = along.clamp(0.0, 1.0);
        let (px, py) = (ax + along * dx - x, ay + along * dy - y);
        if (px * px + py * py).sqrt() <= near {
            return false;
        }
        if (ay > y) != (by > y) && x < ax + (y - ay) / dy * dx {
            inside = !inside;
        }
    }
    inside
}
