//! Bands along the cells themselves: around the ends of arms, a straight band would lie beside a
//! part of the cells only.

use boardloom_theme::shape;

use crate::board::{BoardGeometry, Pos, Stroke};

/// How many times longer than the outer edge of its band a side may be before bands follow the
/// cells. Along teeth of triangles it is twice as long.
const FOLDED: f64 = 2.2;
/// How near the ends of two sides are the same, in units.
const SAME: f64 = 0.05;
/// Where the outside of an edge is looked for, in lengths of the edge.
const BESIDE: f64 = 0.2;
/// Sharper corners are cut: the square of the sum of both normals.
const SHARP: f64 = 0.9;

/// Tells whether a side runs to and fro beside the outer edge of its band.
pub(super) fn is_folded(side: &[Pos], outer: &[Pos]) -> bool {
    let length = |line: &[Pos]| line.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
    outer.len() > 1 && length(side) > FOLDED * length(outer)
}

/// Returns the line beside a side, from its beginning to its end, so many widths of a half band
/// away from the cells. It meets those of the sides at its ends.
pub(super) fn beside<'a>(
    board: &BoardGeometry,
    side: &Stroke,
    all: impl Iterator<Item = &'a Stroke> + Clone,
    widths: f64,
) -> Vec<Pos> {
    let points = &side.points;
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    // The next point of the side that begins at an end of this one.
    let beyond = |end: &Pos| {
        let mut others = all.clone().filter(|other| other.points != *points);
        others.find_map(|other| {
            let (from, to) = (other.points.first_chunk::<2>()?, other.points.last_chunk::<2>()?);
            let ends = [(from[0], from[1]), (to[1], to[0])];
            let met = ends.into_iter().find(|(at, _)| at.distance(*end) < SAME * board.unit());
            met.map(|(_, next)| next)
        })
    };
    let normals: Vec<Option<Pos>> = std::iter::once(beyond(first).map(|at| (at, *first)))
        .chain(points.windows(2).map(|edge| Some((edge[0], edge[1]))))
        .chain([beyond(last).map(|at| (*last, at))])
        .map(|edge| edge.and_then(|(from, to)| normal(from, to)))
        .collect();
    let by = widths * shape::BAND * board.unit() * outside(board, points);
    let mut line = Vec::new();
    for (at, pair) in points.iter().zip(normals.windows(2)) {
        let moved =
            |normal: Pos, part: f64| Pos::new(at.x + normal.x * part, at.y + normal.y * part);
        let (before, after) = (pair[0].or(pair[1]), pair[1].or(pair[0]));
        let Some((before, after)) = before.zip(after) else { continue };
        let both = Pos::new(before.x + after.x, before.y + after.y);
        let whole = both.x * both.x + both.y * both.y;
        if whole > SHARP {
            line.push(moved(both, 2.0 * by / whole));
        } else {
            line.extend([moved(before, by), moved(after, by)]);
        }
    }
    line
}

/// The direction across an edge, to the left of it on the screen.
fn normal(from: Pos, to: Pos) -> Option<Pos> {
    let long = from.distance(to);
    (long > 0.0).then(|| Pos::new((to.y - from.y) / long, (from.x - to.x) / long))
}

/// Returns 1 if the normals of a side point away from the cells, and -1 if they point at them.
fn outside(board: &BoardGeometry, side: &[Pos]) -> f64 {
    let votes = side.windows(2).map(|edge| {
        let (middle, long) = (edge[0].toward(edge[1], 0.5), edge[0].distance(edge[1]) * BESIDE);
        let Some(normal) = normal(edge[0], edge[1]) else { return 0 };
        let on = |by: f64| {
            let at = Pos::new(middle.x + normal.x * by, middle.y + normal.y * by);
            i32::from(board.hit(at, 0.0).is_some())
        };
        on(-long) - on(long)
    });
    if votes.sum::<i32>() < 0 { -1.0 } else { 1.0 }
}
