//! The positions of a graph's sites.

use std::collections::BTreeMap;

use super::Graph;
use super::edges::find_site;
use crate::diagnostic;
use crate::topology::labels::rows_at;
use crate::{Diagnostic, Site};

/// The position of each site.
pub(super) struct Layout {
    pub at: Vec<[f64; 2]>,
    /// Whether the ruleset gives the positions.
    pub given: bool,
    /// The middle of the board.
    middle: [f64; 2],
}

impl Layout {
    pub fn new(graph: &Graph, named: &BTreeMap<&str, Site>, errors: &mut Vec<Diagnostic>) -> Self {
        let entries = &graph.sites.entries;
        let mut at: Vec<Option<[f64; 2]>> = entries.iter().map(|entry| entry.at).collect();
        for (label, outline) in &graph.cells {
            let path = diagnostic::path(["board", "cells"]).key(label);
            if outline.len() < 3 {
                let what = format!("expected 3 corners at least, found {}", outline.len());
                errors.push(diagnostic::along(path, "board.cells", what));
            } else if let Some(site) = find_site(named, label, path, true, errors) {
                at[site as usize] = at[site as usize].or(Some(mean(outline)));
            }
        }
        let missing = at.iter().position(Option::is_none);
        let given = at.iter().any(Option::is_some);
        let at: Vec<[f64; 2]> = match missing {
            None => at.into_iter().flatten().collect(),
            Some(_) => circle(at.len()),
        };
        if let Some(index) = missing.filter(|_| given) {
            let what = format!("`{}` has no position, but others have", entries[index].label);
            errors.push(
                diagnostic::along(graph.entry_path(index), "board.sites", what)
                    .hint("write `[label, x, y]`"),
            );
        }
        Layout { middle: mean(&at), at, given }
    }

    /// Returns the sites by rows from the top, each from the left. Without
    /// positions they are one row, in order.
    pub fn rows(&self) -> Vec<Vec<Site>> {
        if !self.given {
            return vec![(0..self.at.len() as Site).collect()];
        }
        rows_at(self.at.iter().copied())
    }

    /// Returns the vector from one site to another.
    pub fn vector(&self, from: Site, to: Site) -> [f64; 2] {
        let ([a, b], [x, y]) = (self.at[from as usize], self.at[to as usize]);
        [x - a, y - b]
    }

    /// Returns a unit vector out of the board at a site: number `index` of `count`, fanned
    /// out clockwise.
    pub fn outward(&self, site: Site, index: usize, count: usize) -> [f64; 2] {
        self.fanned(site, (index, count), 0.0)
    }

    /// The same, fanned out at least so wide: by the sine of half the angle from one to the next.
    pub fn fanned(&self, site: Site, (index, count): (usize, usize), wide: f64) -> [f64; 2] {
        let [x, y] = self.at[site as usize];
        let mut vector = unit([x - self.middle[0], y - self.middle[1]]);
        let turns = 2 * index as i64 - (count as i64 - 1);
        // All of them within less than half a turn.
        let wide = wide.min(WIDEST / count as f64);
        for _ in 0..turns.abs() {
            // At least a quarter of a radian, clockwise where y runs down.
            let (cos, sin) = match wide > QUARTER.1 {
                true => ((1.0 - wide * wide).sqrt(), wide),
                false => QUARTER,
            };
            let sin = if turns < 0 { -sin } else { sin };
            vector = [vector[0] * cos - vector[1] * sin, vector[0] * sin + vector[1] * cos];
        }
        vector
    }
}

/// Cosine and sine of a quarter of a radian.
const QUARTER: (f64, f64) = (0.968_912_421_710_644_7, 0.247_403_959_254_522_94);
/// The widest half angle of a fan, in radians.
const WIDEST: f64 = 1.4;

/// Returns the unit vector in a direction; straight up for a vector without a length.
pub(super) fn unit([x, y]: [f64; 2]) -> [f64; 2] {
    let length = (x * x + y * y).sqrt();
    if length < 1e-9 { [0.0, -1.0] } else { [x / length, y / length] }
}

/// Tells whether one direction comes before another, clockwise from straight up.
pub(super) fn is_before(one: [f64; 2], other: [f64; 2]) -> bool {
    let left = |[x, y]: [f64; 2]| x < 0.0 || x == 0.0 && y > 0.0;
    match (left(one), left(other)) {
        (false, true) => true,
        (true, false) => false,
        _ => one[0] * other[1] - one[1] * other[0] > 0.0,
    }
}

fn mean(points: &[[f64; 2]]) -> [f64; 2] {
    let mut sum = [0.0, 0.0];
    for [x, y] in points {
        sum = [sum[0] + x, sum[1] + y];
    }
    let count = points.len().max(1) as f64;
    [sum[0] / count, sum[1] / count]
}

/// Returns points on a circle, clockwise from the top, neighbours about 1 apart.
fn circle(count: usize) -> Vec<[f64; 2]> {
    let turn = std::f64::consts::TAU / count.max(1) as f64;
    let (cos, sin) = cos_sin(turn);
    // Along the circle: the chord of few points is a little shorter.
    let mut at = [0.0, if count < 2 { 0.0 } else { -1.0 / turn }];
    let mut points = Vec::new();
    for _ in 0..count {
        points.push(at);
        at = [at[0] * cos - at[1] * sin, at[0] * sin + at[1] * cos];
    }
    points
}

/// Returns cosine and sine of an angle up to a full turn, by their series: the
/// same on every machine.
fn cos_sin(angle: f64) -> (f64, f64) {
    let (mut cos, mut sin, mut term) = (0.0, 0.0, 1.0);
    for power in 0..40 {
        match power % 4 {
            0 => cos += term,
            1 => sin += term,
            2 => cos -= term,
            _ => sin -= term,
        }
        term *= angle / f64::from(power + 1);
    }
    (cos, sin)
}
