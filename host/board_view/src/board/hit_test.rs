//! Finds places at a point, in a part, in a direction.

use boardloom_contract::Site;

use super::shape::contains;
use super::{BoardGeometry, BoardPlace, Pos, Rect};

impl BoardGeometry {
    /// Returns the smallest place that contains a point, or the nearest vertex within `reach`.
    /// Sites come before ghosts, proposed places before existing ones.
    pub fn hit(&self, at: Pos, reach: f64) -> Option<&BoardPlace> {
        if let Some(spot) = self.proposed.iter().filter(|s| hits(s, at, reach)).min_by(order(at)) {
            return Some(spot);
        }
        let near = self.grid.near(at, reach);
        near.map(|n| &self.places[n as usize]).filter(|s| hits(s, at, reach)).min_by(order(at))
    }

    /// Returns the cells at a point, largest first; nested cells lie in those before them.
    pub fn cells_at(&self, at: Pos) -> Vec<&BoardPlace> {
        let own = self.cell_numbers_at(at).map(|n| &self.places[n as usize]);
        let mut cells: Vec<&BoardPlace> = own.filter(|s| !s.far).collect();
        cells.sort_by(|a, b| b.radius.total_cmp(&a.radius).then(a.site.cmp(&b.site)));
        cells
    }

    pub(super) fn cell_numbers_at(&self, at: Pos) -> impl Iterator<Item = u32> + '_ {
        self.grid.near(at, 0.0).filter(move |n| {
            let spot = &self.places[*n as usize];
            !spot.copy && contains(&spot.outline, at)
        })
    }

    /// Returns the vertex at a point, within a tolerance.
    pub fn vertex_at(&self, at: Pos, off: f64) -> Option<&BoardPlace> {
        let near = self.grid.near(at, off).map(|n| &self.places[n as usize]);
        let close = near.filter(|s| s.outline.is_empty() && s.at.distance(at) <= off);
        close.min_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)))
    }

    /// Returns the places that may be seen in a part of the board, in order of creation.
    pub fn within(&self, part: Rect) -> Vec<&BoardPlace> {
        self.large_within(part, 0.0)
    }

    /// As [`BoardGeometry::within`], for places with at least this radius.
    pub fn large_within(&self, part: Rect, radius: f64) -> Vec<&BoardPlace> {
        // Such places are at least twice as wide; vertices count as half as wide as their gap.
        let mut numbers = self.grid.within(part, radius * 0.5, self.places.len());
        numbers.sort_unstable();
        let places = numbers.into_iter().map(|n| &self.places[n as usize]);
        places.filter(|s| s.radius >= radius && s.reach().meets(&part)).collect()
    }

    /// Returns the nearest site in a direction; ghosts do not count.
    pub fn toward(&self, from: Site, dx: f64, dy: f64) -> Option<Site> {
        let here = self.place_of(from)?.at;
        let length = dx.hypot(dy);
        if length == 0.0 {
            return None;
        }
        let (dx, dy) = (dx / length, dy / length);
        let cost = |spot: &BoardPlace| {
            let (x, y) = (spot.at.x - here.x, spot.at.y - here.y);
            let (along, aside) = (x * dx + y * dy, (x * dy - y * dx).abs());
            // Within 60 degrees of the direction; the distance aside counts double.
            (along > 1e-9 && aside <= along * 1.75).then_some(along + 2.0 * aside)
        };
        let all = self.places.iter().chain(&self.proposed).filter(|s| !s.far && s.site != from);
        let all = all.filter(|s| !s.copy || self.is_solid());
        let costs = all.filter_map(|spot| cost(spot).map(|c| (c, spot)));
        // A point in the middle of a cell comes before the cell.
        let order = |(c, s): &(f64, &BoardPlace)| (*c, !s.outline.is_empty(), s.site);
        let nearest = costs.min_by(|a, b| {
            let ((a, a_cell, a_site), (b, b_cell, b_site)) = (order(a), order(b));
            a.total_cmp(&b).then(a_cell.cmp(&b_cell)).then(a_site.cmp(&b_site))
        });
        nearest.map(|(_, spot)| spot.site)
    }

    /// Returns the site nearest to the middle of the board: a point before a cell around it, a
    /// small cell before a larger one.
    pub fn middle(&self) -> Option<Site> {
        let middle = self.bounds()?.middle();
        let own = self.places.iter().filter(|s| !s.copy);
        let least = own.clone().map(|s| s.at.distance(middle)).min_by(f64::total_cmp)?;
        let near = own.filter(|s| s.at.distance(middle) <= least + self.unit() * 1e-6);
        let is_cell = |s: &BoardPlace| !s.outline.is_empty();
        near.min_by(|a, b| is_cell(a).cmp(&is_cell(b)).then(a.radius.total_cmp(&b.radius)))
            .map(|s| s.site)
    }
}

fn hits(spot: &BoardPlace, at: Pos, reach: f64) -> bool {
    if spot.far {
        return false;
    }
    match spot.outline.is_empty() {
        true => spot.at.distance(at) <= spot.radius.max(reach),
        false => contains(&spot.outline, at),
    }
}

/// A cell this much smaller than another lies in front of it.
const SMALLER: f64 = 0.8;

/// Orders places under a point: vertices first, then sites before ghosts, the deepest, the
/// smallest, the nearest.
fn order(at: Pos) -> impl Fn(&&BoardPlace, &&BoardPlace) -> std::cmp::Ordering {
    move |a, b| {
        let vertex = |s: &BoardPlace| !(s.outline.is_empty() && s.at.distance(at) <= s.radius);
        vertex(a)
            .cmp(&vertex(b))
            .then(b.depth.total_cmp(&a.depth))
            .then(a.copy.cmp(&b.copy))
            .then(b.level.cmp(&a.level))
            .then_with(|| by_size(a, b))
            .then(a.at.distance(at).total_cmp(&b.at.distance(at)))
    }
}

fn by_size(a: &BoardPlace, b: &BoardPlace) -> std::cmp::Ordering {
    let apart = a.radius < SMALLER * b.radius || b.radius < SMALLER * a.radius;
    match apart && !a.outline.is_empty() && !b.outline.is_empty() {
        true => a.radius.total_cmp(&b.radius),
        false => std::cmp::Ordering::Equal,
    }
}
