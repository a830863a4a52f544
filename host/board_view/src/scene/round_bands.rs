//! Bands around boards that are no polygon of a few straight sides: they follow the outline.

use boardloom_theme::shape;

use super::bands::OuterEdge;
use crate::board::{BoardGeometry, Pos, Stroke, grown};

/// How far a point of the outline may lie from the outer edge of its band, in units, before the
/// side is no straight one.
const STRAIGHT: f64 = 2.5;
/// How near a point of a side and a corner of the outline are the same, in units.
const SAME: f64 = 0.05;

/// The convex outlines of the board, and in the middle and at the outer edge of the bands.
pub(super) struct RoundBands {
    center: Pos,
    pub outer: Vec<Pos>,
    middle: Vec<Pos>,
}

impl RoundBands {
    /// Tells whether a side runs around a bend of the board's outline.
    pub(super) fn bends(board: &BoardGeometry, inner: &[Pos], stroke: &Stroke) -> bool {
        let unit = board.unit();
        let Some(edge) = OuterEdge::of(board, stroke) else { return false };
        let is_on = |p: &Pos| stroke.points.iter().any(|own| own.distance(*p) < SAME * unit);
        let far = inner.iter().filter(|p| is_on(p)).map(|p| edge.beyond(*p).1);
        far.fold(0.0, f64::max) > (STRAIGHT + 2.0 * shape::BAND) * unit
    }

    /// Returns the outlines around the board's own; `None` for a board without an area.
    pub(super) fn of(board: &BoardGeometry, inner: &[Pos]) -> Option<RoundBands> {
        let unit = board.unit();
        let center = board.bounds()?.middle();
        (inner.len() > 2).then(|| RoundBands {
            center,
            outer: grown(inner, 2.0 * shape::BAND * unit),
            middle: grown(inner, shape::BAND * unit),
        })
    }

    /// Returns the outer edge of a side's band, from the end of the side to its beginning.
    pub(super) fn edge(&self, side: &[Pos]) -> Vec<Pos> {
        self.along(&self.outer, side).unwrap_or_default()
    }

    /// Returns the middle of a side's band, from the end of the side to its beginning.
    pub(super) fn middle(&self, side: &[Pos]) -> Vec<Pos> {
        self.along(&self.middle, side).unwrap_or_default()
    }

    /// Returns the part of an outline beside a side.
    fn along(&self, around: &[Pos], side: &[Pos]) -> Option<Vec<Pos>> {
        let (first, last) = (*side.first()?, *side.last()?);
        let (from, to) = (self.across(around, last)?, self.across(around, first)?);
        let inside = self.across(around, side[side.len() / 2])?;
        let path = |from: &Crossing, to: &Crossing| -> Vec<Pos> {
            let count = around.len();
            let steps = match (to.side + count - from.side) % count {
                0 if to.part < from.part => count,
                steps => steps,
            };
            let corners = (1..=steps).map(|step| around[(from.side + step) % count]);
            std::iter::once(from.at).chain(corners).chain([to.at]).collect()
        };
        // Of the two ways around, the one past the middle of the side.
        let is_between = |from: &Crossing, to: &Crossing| {
            let place = |it: &Crossing| it.side as f64 + it.part;
            let ahead = |it: f64| (it - place(from)).rem_euclid(around.len() as f64);
            ahead(place(&inside)) <= ahead(place(to))
        };
        if is_between(&from, &to) {
            return Some(path(&from, &to));
        }
        let mut back = path(&to, &from);
        back.reverse();
        Some(back)
    }

    /// Returns where the ray from the middle of the board through a point leaves an outline.
    fn across(&self, around: &[Pos], at: Pos) -> Option<Crossing> {
        let (dx, dy) = (at.x - self.center.x, at.y - self.center.y);
        let away = |p: Pos| dx * (p.y - self.center.y) - dy * (p.x - self.center.x);
        (0..around.len()).find_map(|side| {
            let (a, b) = (around[side], around[(side + 1) % around.len()]);
            let (before, after) = (away(a), away(b));
            if (before > 0.0) == (after > 0.0) {
                return None;
            }
            let part = before / (before - after);
            let at = a.toward(b, part);
            let ahead = (at.x - self.center.x) * dx + (at.y - self.center.y) * dy > 0.0;
            ahead.then_some(Crossing { side, part, at })
        })
    }
}

/// A point on an outline: the number of its side, and the part of the way along it.
struct Crossing {
    side: usize,
    part: f64,
    at: Pos,
}

/// Returns points on a line, evenly spaced.
pub(super) fn spread(line: &[Pos], count: usize) -> Vec<Pos> {
    let lengths: Vec<f64> = line.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let whole: f64 = lengths.iter().sum();
    let point = |n: usize| {
        let mut left = whole * (n as f64 + 0.5) / count as f64;
        for (pair, length) in line.windows(2).zip(&lengths) {
            if left <= *length && *length > 0.0 {
                return Some(pair[0].toward(pair[1], left / length));
            }
            left -= length;
        }
        line.last().copied()
    };
    (0..count).filter_map(point).collect()
}
