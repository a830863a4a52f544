//! Boards whose lines show what is adjacent: maps and other graphs.

use super::{BoardGeometry, Pos, Stroke};

/// The most strokes to look at: if none of these joins two places, none does.
const LOOKED_AT: usize = 64;
/// How far a middle may lie beside its edge, in radii of usual places.
const ASIDE: f64 = 0.05;
/// How far a middle may lie beyond the end of an edge, in radii of its own place: up to the corner
/// of a square.
const BEYOND: f64 = 1.5;

impl BoardGeometry {
    /// Tells whether strokes join the middles of places, as the edges of a map do.
    pub fn has_drawn_edges(&self) -> bool {
        self.strokes.iter().take(LOOKED_AT).any(|stroke| self.joins_places(stroke))
    }

    fn joins_places(&self, stroke: &Stroke) -> bool {
        let &[from, to] = &stroke.points[..] else { return false };
        !stroke.closed
            && !stroke.filled
            && !stroke.far
            && from.distance(to) > 1e-9
            && self.has_middle_beyond(from, to)
            && self.has_middle_beyond(to, from)
    }

    /// Tells whether the middle of a place lies at an end of a line, or just beyond it.
    fn has_middle_beyond(&self, end: Pos, other: Pos) -> bool {
        let length = end.distance(other);
        let (dx, dy) = ((end.x - other.x) / length, (end.y - other.y) / length);
        let aside = self.unit() * ASIDE;
        self.grid.near(end, self.unit() * 2.0 * BEYOND).any(|number| {
            let spot = &self.places[number as usize];
            let (x, y) = (spot.at.x - end.x, spot.at.y - end.y);
            let (along, off) = (x * dx + y * dy, (x * dy - y * dx).abs());
            !spot.copy && off <= aside && (-aside..=spot.radius * BEYOND).contains(&along)
        })
    }
}
