//! The radius of places and pieces. That of a vertex is half the distance to the nearest place.

use std::collections::BTreeSet;

use boardloom_theme::shape;

use super::{BoardGeometry, BoardPlace, Pos, Rect};

const NEIGHBOURS: usize = 8;
/// So many places hold all others.
const OUTERMOST: usize = 64;
/// A vertex nearer than this to the middle of a cell, in sizes of the cell, lies in the middle: the
/// two points are computed in different ways and differ by rounding.
const IN_THE_MIDDLE: f64 = 1e-6;

impl BoardGeometry {
    fn nearest(&self, at: Pos, reach: f64) -> Vec<u32> {
        self.grid.nearest(at, reach, NEIGHBOURS, |number| self.places[number as usize].at)
    }

    /// Sets the radius of vertices from a number on: half the distance to the nearest place.
    /// New ones reduce the room of their neighbours.
    pub(super) fn space_vertices(&mut self, first: usize) {
        for number in first..self.places.len() {
            if !self.places[number].outline.is_empty() {
                continue;
            }
            let at = self.places[number].at;
            let (mut nearest, mut vertex) = (f64::INFINITY, f64::INFINITY);
            for other in self.nearest(at, 2.0 * self.places[number].bounds.width()) {
                let other = other as usize;
                let gap = self.gap(other, at);
                if gap > 0.0 {
                    nearest = nearest.min(gap);
                    if !self.places[other].outline.is_empty() {
                        continue;
                    }
                    vertex = vertex.min(gap);
                    if other < first {
                        self.set_radius(other, (gap / 2.0).min(self.places[other].radius));
                        let spacing = &mut self.places[other].spacing;
                        *spacing = spacing.min(gap / 2.0);
                    }
                }
            }
            self.places[number].radius = half_of_least([nearest]);
            self.places[number].spacing = half_of_least([vertex]);
        }
    }

    /// Recomputes the radius of vertices near points where others disappeared.
    pub(super) fn space_around(&mut self, gone: &[Pos]) {
        let near = gone.iter().flat_map(|at| self.nearest(*at, 0.0));
        let near: BTreeSet<usize> = near.map(|number| number as usize).collect();
        for number in near {
            if !self.places[number].outline.is_empty() {
                continue;
            }
            let at = self.places[number].at;
            let others = self.nearest(at, 0.0).into_iter().map(|other| other as usize);
            let radius = half_of_least(others.clone().map(|other| self.gap(other, at)));
            let vertices = others.filter(|other| self.places[*other].outline.is_empty());
            let spacing = half_of_least(vertices.map(|other| self.gap(other, at)));
            self.set_radius(number, radius);
            self.places[number].spacing = spacing;
        }
    }

    /// Returns the distance of a point from the middle of a place; zero for the middle itself.
    fn gap(&self, place: usize, at: Pos) -> f64 {
        let place = &self.places[place];
        let gap = place.at.distance(at);
        let is_middle = !place.outline.is_empty() && gap < place.radius * IN_THE_MIDDLE;
        if is_middle { 0.0 } else { gap }
    }

    fn set_radius(&mut self, number: usize, radius: f64) {
        if self.places[number].radius != radius {
            self.places[number].radius = radius;
            self.place_blocks.alter(number);
        }
    }

    pub(super) fn space_proposed(&mut self) {
        let middles: Vec<Pos> = self.proposed.iter().map(|spot| spot.at).collect();
        for (number, at) in middles.iter().enumerate() {
            if !self.proposed[number].outline.is_empty() {
                continue;
            }
            let places = self.nearest(*at, 0.0).into_iter().map(|n| &self.places[n as usize]);
            let vertices = places.filter(|s| s.outline.is_empty()).map(|s| s.at);
            let gaps = vertices.chain(middles.iter().copied()).map(|other| other.distance(*at));
            let radius = half_of_least(gaps);
            (self.proposed[number].radius, self.proposed[number].spacing) = (radius, radius);
        }
    }

    pub(super) fn usual_radius(&self) -> Option<f64> {
        let mut radii: Vec<f64> =
            self.places.iter().step_by(1 + self.places.len() / 512).map(|s| s.radius).collect();
        let middle = radii.len() / 2;
        let middle =
            (!radii.is_empty()).then(|| radii.select_nth_unstable_by(middle, f64::total_cmp));
        middle.map(|(_, radius, _)| *radius)
    }

    /// The radius of what is drawn at a place. Pieces on the corners of cells leave room for the
    /// cells between them.
    pub fn drawn_radius(&self, spot: &BoardPlace) -> f64 {
        match spot.outline.is_empty() && self.has_cells {
            true => (spot.radius * shape::CORNER).min(self.largest_corner.unwrap_or(f64::INFINITY)),
            false => spot.radius,
        }
    }

    /// The largest radius of a piece on a corner of cells.
    pub(super) fn measure_corners(&self) -> Option<f64> {
        // The cells that all others lie in come first.
        let cells = self.places.iter().take(OUTERMOST);
        let whole = Rect::around(cells.flat_map(|spot| &spot.outline).copied());
        whole.map(|all| shape::LARGEST_CORNER * all.width().max(all.height()))
    }

    /// The median radius of the places.
    pub fn unit(&self) -> f64 {
        self.unit.unwrap_or(0.5)
    }
}

/// Zero is the distance of a place from itself.
fn half_of_least(gaps: impl IntoIterator<Item = f64>) -> f64 {
    let gap = gaps.into_iter().filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
    if gap.is_finite() { gap / 2.0 } else { 0.5 }
}
