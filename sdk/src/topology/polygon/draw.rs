//! The drawing of a polygon of cells.

use super::Cells;
use crate::topology::build::Builder;
use crate::topology::labels::rows_at;
use crate::{BoardLine, LineStyle, Point, Site};

type Vector = [f64; 2];

/// The depth of ghosts, in cells.
const GHOST: f64 = 0.8;

/// Returns a corner of a regular polygon of radius 1, clockwise from the upper left, with a side at
/// the top.
fn corner(number: usize, of: usize) -> Vector {
    let turn = (number as f64 - 0.5) / of as f64;
    let (sin, cos) = sin_cos(turn);
    [sin, -cos]
}

/// Returns sine and cosine of a part of a full turn, by Taylor's series: those of platforms differ
/// in their last bits.
fn sin_cos(turn: f64) -> (f64, f64) {
    let angle = (turn - turn.round()) * std::f64::consts::TAU;
    let square = angle * angle;
    let (mut sin, mut cos) = (0.0, 0.0);
    let (mut odd, mut even) = (angle, 1.0);
    for step in 0..14 {
        sin += odd;
        cos += even;
        let double = 2.0 * f64::from(step);
        odd *= -square / ((double + 2.0) * (double + 3.0));
        even *= -square / ((double + 1.0) * (double + 2.0));
    }
    (sin, cos)
}

fn middle(one: Vector, other: Vector) -> Vector {
    [(one[0] + other[0]) / 2.0, (one[1] + other[1]) / 2.0]
}

fn point([x, y]: Vector) -> Point {
    (x, y, 0.0)
}

impl Cells {
    /// Returns the radius of the polygon for which cells are about 1 wide.
    fn radius(&self) -> f64 {
        let kites = self.word.0.len();
        let ([a, b], [x, y]) = (corner(0, kites), corner(1, kites));
        let side = ((a - x) * (a - x) + (b - y) * (b - y)).sqrt();
        2.0 * f64::from(self.size) / side.clamp(0.7, 1.6)
    }

    fn corner_of(&self, number: u32) -> Vector {
        let kites = self.word.0.len();
        let radius = self.radius();
        corner(number as usize % kites, kites).map(|part| part * radius)
    }

    /// Returns a point of a kite, from the middle of the polygon (0, 0) to its corner (1, 1).
    fn point_of(&self, kite: u32, x: f64, y: f64) -> Vector {
        let own = self.corner_of(kite);
        let first = middle(own, self.corner_of(kite + 1));
        let second = middle(own, self.corner_of(kite + self.kites() - 1));
        [0, 1].map(|axis| {
            x * (1.0 - y) * first[axis] + (1.0 - x) * y * second[axis] + x * y * own[axis]
        })
    }

    /// Returns the corners of a cell, clockwise.
    fn outline(&self, site: Site) -> [Vector; 4] {
        let (kite, x, y) = self.place(site);
        let at = |x: u32, y: u32| {
            let size = f64::from(self.size);
            self.point_of(kite, f64::from(x) / size, f64::from(y) / size)
        };
        [at(x, y), at(x, y + 1), at(x + 1, y + 1), at(x + 1, y)]
    }

    fn center(&self, site: Site) -> Vector {
        let corners = self.outline(site);
        middle(middle(corners[0], corners[2]), middle(corners[1], corners[3]))
    }

    /// Returns the sites by rows from the top, each from the left.
    pub(super) fn rows(&self) -> Vec<Vec<Site>> {
        rows_at((0..self.count()).map(|site| self.center(site)))
    }

    /// Draws cells, the sides of the polygon, and ghosts beyond joined sides.
    pub(super) fn draw(&self, board: &mut Builder, has_ghosts: bool) {
        let around = |board: &mut Builder, corners: &[Vector], [a, b]: Vector| {
            board.shape(corners.iter().map(|[x, y]| point([x - a, y - b])).collect())
        };
        for site in 0..self.count() {
            let center = self.center(site);
            let shape = around(board, &self.outline(site), center);
            board.place(site, point(center), Some(shape));
        }
        let border = board.topology.role("border");
        for side in 0..self.word.0.len() {
            let ends = [self.corner_of(side as u32), self.corner_of(side as u32 + 1)];
            let own = self.word.0[side];
            let (role, group) = match self.word.joined(side) {
                None => (border, 0),
                Some((_, same)) => {
                    let role = if same { "seam-flipped" } else { "seam" };
                    (board.topology.role(role), self.group(own.letter))
                }
            };
            let mut points = ends.map(point).to_vec();
            if own.is_inverse {
                points.reverse();
            }
            let style = LineStyle::Stroke;
            board.line(BoardLine { frame: None, role, points, closed: false, style, group });
        }
        if !has_ghosts {
            return;
        }
        for site in 0..self.count() {
            for heading in 0..2 {
                let Some((to, _, Some(_))) = self.across(site, heading) else { continue };
                let corners = self.outline(site);
                // The sides towards the polygon's side `k` and `k - 1`.
                let (one, other) = match heading {
                    0 => (corners[2], corners[3]),
                    _ => (corners[1], corners[2]),
                };
                // Outwards from the middle, so that ghosts do not cover each other.
                let far = 1.0 + GHOST / f64::from(self.size);
                let out = |corner: Vector| corner.map(|part| part * far);
                let copy = [one, out(one), out(other), other];
                let center = middle(middle(copy[0], copy[2]), middle(copy[1], copy[3]));
                let shape = around(board, &copy, center);
                board.ghost(to, point(center), Some(shape));
            }
        }
    }

    /// Returns the number of a letter among those that are joined, from 1.
    fn group(&self, letter: char) -> u16 {
        let joined = self.word.places().into_iter().filter(|(_, places)| places.len() == 2);
        let number = joined.take_while(|(other, _)| *other != letter).count();
        number as u16 + 1
    }
}
