//! Corners at distance 1 joined by sides, and the polygons between them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Cell, NEAR};
use crate::sorting::sort_by;

pub struct Mesh {
    corners: Vec<[f64; 2]>,
    /// By corner: those at distance 1, by angle.
    beside: Vec<Vec<usize>>,
    /// The regular polygons, each by its corners in order.
    polygons: Vec<Vec<usize>>,
}

impl Mesh {
    /// Joins the corners, of which some may stand twice.
    pub fn new(points: &[[f64; 2]]) -> Self {
        let mut corners: Vec<[f64; 2]> = Vec::new();
        let mut squares: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
        let square = |[x, y]: [f64; 2]| ((x / 1.01).floor() as i64, (y / 1.01).floor() as i64);
        let around = |squares: &BTreeMap<(i64, i64), Vec<usize>>, at: [f64; 2]| -> Vec<usize> {
            let (column, row) = square(at);
            let nine = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (column + dx, row + dy)));
            nine.filter_map(|key| squares.get(&key)).flatten().copied().collect()
        };
        for point in points {
            let known = around(&squares, *point);
            if !known.iter().any(|known| distance(corners[*known], *point) < NEAR) {
                squares.entry(square(*point)).or_default().push(corners.len());
                corners.push(*point);
            }
        }
        let beside = corners.iter().map(|at| {
            let mut beside = around(&squares, *at);
            beside.retain(|other| (distance(corners[*other], *at) - 1.0).abs() < NEAR);
            sort_by(&mut beside, |a, b| {
                by_angle(vector(*at, corners[*a]), vector(*at, corners[*b]))
            });
            beside
        });
        let beside: Vec<Vec<usize>> = beside.collect();
        let mut mesh = Mesh { corners, beside, polygons: Vec::new() };
        mesh.find_polygons();
        mesh
    }

    /// Walks around every polygon once, from its corner with the smallest number.
    fn find_polygons(&mut self) {
        for first in 0..self.corners.len() {
            for second in self.beside[first].clone() {
                let mut polygon = vec![first, second];
                while polygon.len() <= 12 {
                    let [.., before, at] = polygon[..] else { break };
                    let beside = &self.beside[at];
                    let back = beside.iter().position(|other| *other == before);
                    let next = back.map(|back| beside[(back + beside.len() - 1) % beside.len()]);
                    match next {
                        Some(next) if next == first => break,
                        Some(next) => polygon.push(next),
                        None => break,
                    }
                }
                let is_first = polygon.iter().all(|corner| *corner >= first);
                if is_first && self.is_regular(&polygon) {
                    self.polygons.push(polygon);
                }
            }
        }
    }

    /// Tells whether a walk went around a regular polygon and not around a gap at the rim.
    fn is_regular(&self, polygon: &[usize]) -> bool {
        let Some([first, .., last]) = polygon.get(..).filter(|all| all.len() > 2) else {
            return false;
        };
        let middle = self.middle(polygon);
        let radius = distance(middle, self.corners[*first]);
        let is_round =
            |corner: &usize| (distance(middle, self.corners[*corner]) - radius).abs() < NEAR;
        let closes = (distance(self.corners[*first], self.corners[*last]) - 1.0).abs() < NEAR;
        closes && polygon.iter().all(is_round)
    }

    fn middle(&self, polygon: &[usize]) -> [f64; 2] {
        let sum =
            |axis: usize| polygon.iter().map(|corner| self.corners[*corner][axis]).sum::<f64>();
        [sum(0), sum(1)].map(|sum| sum / polygon.len() as f64)
    }

    /// Returns the polygons whose middle is kept.
    pub fn faces(&self, is_kept: impl Fn([f64; 2]) -> bool) -> Vec<Cell> {
        let kept = self.polygons.iter().filter(|polygon| is_kept(self.middle(polygon)));
        let cell = |polygon: &Vec<usize>| Cell {
            at: self.middle(polygon),
            corners: polygon.iter().map(|corner| self.corners[*corner]).collect(),
            numbers: polygon.clone(),
        };
        kept.map(cell).collect()
    }

    /// Returns the polygons of the dual around the corners that are kept: their corners are the
    /// middles of the polygons there.
    pub fn dual_faces(&self, is_kept: impl Fn([f64; 2]) -> bool) -> Vec<Cell> {
        let middles: Vec<[f64; 2]> = self.polygons.iter().map(|all| self.middle(all)).collect();
        let mut at_corner: Vec<Vec<usize>> = vec![Vec::new(); self.corners.len()];
        for (number, polygon) in self.polygons.iter().enumerate() {
            polygon.iter().for_each(|corner| at_corner[*corner].push(number));
        }
        let mut cells = Vec::new();
        for (at, mut numbers) in self.corners.iter().zip(at_corner) {
            if !is_kept(*at) {
                continue;
            }
            sort_by(&mut numbers, |a, b| {
                by_angle(vector(*at, middles[*a]), vector(*at, middles[*b]))
            });
            let corners = numbers.iter().map(|number| middles[*number]).collect();
            cells.push(Cell { at: *at, corners, numbers });
        }
        cells
    }
}

fn vector(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = vector(a, b);
    (x * x + y * y).sqrt()
}

/// Orders directions around a point.
fn by_angle(a: [f64; 2], b: [f64; 2]) -> Ordering {
    let half = |[x, y]: [f64; 2]| y < -NEAR || y.abs() <= NEAR && x < 0.0;
    let cross = a[0] * b[1] - a[1] * b[0];
    half(a).cmp(&half(b)).then(0.0f64.total_cmp(&cross))
}
