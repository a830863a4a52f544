//! Chains of sites as lines, over joined edges as well.

use boardloom_contract::Site;

use super::{Picture, ScreenPos};
use crate::board::BoardPlace;

/// Tolerance for rounding and for the curvature of a globe.
const AS_NEAR: f64 = 1.05;

impl Picture<'_> {
    /// Returns the polylines that join sites in order. A step is drawn between each pair of
    /// nearest places of its two sites, ghosts included: it crosses a joined edge to the ghost
    /// and enters again on the other side.
    pub(super) fn chain(&self, sites: &[Site]) -> Vec<Vec<ScreenPos>> {
        let mut lines: Vec<Vec<&BoardPlace>> = Vec::new();
        for pair in sites.windows(2) {
            // Continues the lines of the steps before.
            let mut ends: Vec<usize> = (0..lines.len()).collect();
            for (from, to) in self.beside(pair[0], pair[1]) {
                let ends_here =
                    |line: &usize| std::ptr::eq(lines[*line][lines[*line].len() - 1], from);
                match ends.iter().position(ends_here) {
                    Some(at) => lines[ends.swap_remove(at)].push(to),
                    None => lines.push(vec![from, to]),
                }
            }
        }
        // Drops fragments between ghosts, keeps whole copies of the chain.
        let whole = |line: &&Vec<&BoardPlace>| {
            2 * line.len() > sites.len() || line.iter().any(|spot| !spot.copy)
        };
        lines.iter().filter(whole).flat_map(|line| self.in_front(line)).collect()
    }

    /// Returns the nearest pairs of places of two sites.
    fn beside(&self, one: Site, other: Site) -> Vec<(&BoardPlace, &BoardPlace)> {
        let apart = |a: &BoardPlace, b: &BoardPlace| a.at.distance(b.at).hypot(a.depth - b.depth);
        let others = || self.board.places_of(other);
        let pairs = self.board.places_of(one).flat_map(|a| others().map(move |b| (a, b)));
        let pairs: Vec<_> = pairs.collect();
        let least = pairs.iter().map(|(a, b)| apart(a, b)).fold(f64::INFINITY, f64::min);
        pairs.into_iter().filter(|(a, b)| apart(a, b) <= least * AS_NEAR).collect()
    }

    /// Returns the parts of a line that a globe does not hide.
    fn in_front(&self, line: &[&BoardPlace]) -> Vec<Vec<ScreenPos>> {
        let place = |spot: &BoardPlace| self.spot(spot).0;
        if line.iter().all(|spot| !spot.far) {
            return vec![line.iter().map(|spot| place(spot)).collect()];
        }
        let mut parts: Vec<Vec<ScreenPos>> = Vec::new();
        let mut goes_on = false;
        for pair in line.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            // The point on the rim of the globe.
            let rim = || {
                let part = (from.depth / (from.depth - to.depth)) as f32;
                let ([a, b], [c, d]) = (place(from), place(to));
                [a + (c - a) * part, b + (d - b) * part]
            };
            match (from.far, to.far) {
                (false, _) if !goes_on => parts.push(vec![place(from)]),
                (true, false) => parts.push(vec![rim()]),
                _ => {}
            }
            if let (Some(part), false) = (parts.last_mut(), from.far && to.far) {
                part.push(if to.far { rim() } else { place(to) });
            }
            goes_on = !to.far;
        }
        parts
    }
}
