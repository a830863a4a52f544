//! Names of cells and vertices for players, by their place on the drawing: `top of lower left`.

use super::fractal::{PlanePoint, apply};
use super::tree::Tree;
use crate::topology::column;

/// By rows, from the top.
const DIRECTIONS: [[&str; 3]; 3] = [
    ["upper left", "top", "upper right"],
    ["left", "middle", "right"],
    ["lower left", "bottom", "lower right"],
];
/// Points nearer to the middle of a cell than this, in parts of the root's size, are called
/// `middle`.
const MIDDLE: f64 = 0.05;
/// The slope up to which a direction counts as straight: a little less than tan 22.5 degrees.
const STRAIGHT: f64 = 0.4;
/// The most nested names of cells. Deeper cells have two names and their level.
const NAMED: u16 = 3;

/// The linear part of the map from a cell's frame to the board.
type Rotation = [f64; 4];

fn linear([a, b, c, d, _, _]: [f64; 6], [e, f, g, h]: Rotation) -> Rotation {
    [e * a + g * b, f * a + h * b, e * c + g * d, f * c + h * d]
}

impl Tree {
    /// Returns the rotation and scale of a cell on the drawing.
    fn turn(&self, cell: u32) -> Rotation {
        match self.parent(cell) {
            None => [1.0, 0.0, 0.0, 1.0],
            Some(parent) => linear(self.fractal().affines[self.index(cell)], self.turn(parent)),
        }
    }

    /// Returns the name of the direction from the middle of a cell to a point in its frame.
    fn direction(&self, [a, b, c, d]: Rotation, point: PlanePoint) -> &'static str {
        let middle = self.fractal().middle;
        let (x, y) = (point.0 - middle.0, point.1 - middle.1);
        if x.abs().max(y.abs()) < MIDDLE * self.fractal().unit {
            return DIRECTIONS[1][1];
        }
        let (x, y) = (a * x + c * y, b * x + d * y);
        let third = |one: f64, other: f64| match one.abs() < STRAIGHT * other.abs() {
            true => 1,
            false if one < 0.0 => 0,
            false => 2,
        };
        DIRECTIONS[third(y, x)][third(x, y)]
    }

    /// Returns the name of a cell by its place in the enclosing cells, innermost first: `top of
    /// lower left`. A deep cell has a short name with its level (the board's is 1), which need not
    /// be unique.
    pub fn cell_name(&self, cell: u32) -> String {
        let (mut names, mut at) = (Vec::new(), cell);
        while let Some(parent) = self.parent(at) {
            let place = apply(&self.fractal().affines[self.index(at)], self.fractal().middle);
            names.push(self.direction(self.turn(parent), place));
            at = parent;
        }
        if self.fractal().roots() > 1 {
            names.push(self.root_name(at));
        }
        let level = self.level(cell);
        match names.len() {
            0 => "board".to_owned(),
            _ if level > NAMED => format!("{} (level {})", names[..2].join(" of "), level + 1),
            _ => names.join(" of "),
        }
    }

    fn root_name(&self, root: u32) -> &'static str {
        let fractal = self.fractal();
        let roots = (0..fractal.roots()).map(|root| fractal.root(root));
        let (x, y) = roots.fold((0.0, 0.0), |sum, root| (sum.0 + root.0, sum.1 + root.1));
        let count = fractal.roots() as f64;
        let (own, middle) = (fractal.root(self.index(root)), fractal.middle);
        let place = (own.0 - x / count + middle.0, own.1 - y / count + middle.1);
        self.direction(self.turn(root), place)
    }

    /// Returns the name of a corner of a cell's parts by its place in the cell. If several would
    /// share the name, it is called a corner of its part: `right corner of lower left`. `slot` is
    /// that of [`Corner::slot`](super::Corner::slot).
    pub fn corner_name(&self, cell: u32, slot: usize) -> String {
        let (fractal, turn) = (self.fractal(), self.turn(cell));
        let name = |slot| self.direction(turn, fractal.slot(slot));
        let alike = |point: &&u16| name(self.parts().slot(**point)) == name(slot);
        if self.parts().new_points().iter().filter(alike).count() < 2 {
            return name(slot).to_owned();
        }
        let affine = fractal.affines[slot / fractal.corners()];
        let corner = fractal.draw(&fractal.corners[slot % fractal.corners()], 1.0);
        let part = self.direction(turn, apply(&affine, fractal.middle));
        format!("{} corner of {part}", self.direction(linear(affine, turn), corner))
    }

    /// Returns the name of a vertex by the cell whose division created it: `bottom of lower left`.
    /// A corner of the undivided board is called `left corner of board`.
    pub fn vertex_name(&self, vertex: u32) -> String {
        let (cell, slot, root) = self.origin(vertex);
        let corner = || self.fractal().draw(&self.fractal().corners[slot], 1.0);
        let name = match root {
            true => format!("{} corner", self.direction(self.turn(cell), corner())),
            false => self.corner_name(cell, slot),
        };
        format!("{name} of {}", self.cell_name(cell))
    }

    /// Returns a short address of a vertex, by the cell whose division created it: `3.1b` is corner
    /// b of part 1 of part 3 of the board. Parts count from 1; of several roots, the root comes
    /// first.
    pub fn vertex_address(&self, vertex: u32) -> String {
        let (cell, slot, root) = self.origin(vertex);
        match root {
            true => format!("{}{}", self.cell_address(cell), column(slot as u32)),
            false => self.corner_address(cell, slot),
        }
    }

    /// Returns a short address of a corner of a cell's parts, as [`Tree::vertex_address`] does.
    /// `slot` is that of [`Corner::slot`](super::Corner::slot).
    pub fn corner_address(&self, cell: u32, slot: usize) -> String {
        let (part, corner) = (slot / self.fractal().corners(), slot % self.fractal().corners());
        let parts = [self.cell_address(cell), (part + 1).to_string()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}{}", parts.join("."), column(corner as u32))
    }

    /// Returns a short address of a cell: the numbers of the parts that lead to it, from 1; empty
    /// for the board's only root.
    pub fn cell_address(&self, cell: u32) -> String {
        let (mut parts, mut at) = (Vec::new(), cell);
        while let Some(parent) = self.parent(at) {
            parts.push((self.index(at) + 1).to_string());
            at = parent;
        }
        if self.fractal().roots() > 1 {
            parts.push((self.index(at) + 1).to_string());
        }
        parts.reverse();
        parts.join(".")
    }
}
