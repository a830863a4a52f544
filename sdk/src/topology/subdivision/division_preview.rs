//! The vertices that dividing each cell would create, updated while a board grows.

use super::tree::{Corner, SPARE, Tree};
use super::vertices::{Vertex, Vertices};

/// No cell, no link, no point.
const NONE: u32 = u32::MAX;

/// The vertices that dividing each cell would create, updated while a [`Tree`] grows.
///
/// A cell has fewer new vertices once a neighbour that shares some is divided. Each vertex has
/// links to the cells that would create it. So the cost of a division depends only on the parts of
/// its cell.
#[derive(Debug, Clone)]
pub struct DivisionPreview {
    /// The level of the first cells that are never divided.
    horizon: u16,
    /// The vertices that some cell would create or has created.
    points: Vertices,
    /// The youngest link to each of them.
    heads: Vec<u32>,
    /// The cell whose division created each of them.
    makers: Vec<u32>,
    /// The links of the cells in view, equally many for each: the index of a vertex, or `NONE` if
    /// it existed already.
    links: Vec<u32>,
    /// The next link to the same vertex.
    next: Vec<u32>,
    /// The cells in view: those that can ever be divided.
    view: Vec<u32>,
    /// The index of each cell in `view`.
    places: Vec<u32>,
    /// The number of new vertices of each cell in view.
    fresh: Vec<u16>,
}

impl DivisionPreview {
    /// Creates the preview of a board, whose divisions so far are final. Cells of the level
    /// `horizon` and deeper are never divided.
    pub fn new(tree: &Tree, horizon: u16) -> Self {
        let in_view = |cell: &u32| tree.level(*cell) < horizon && !tree.is_divided(*cell);
        let view = (0..tree.cells()).filter(in_view).count();
        let view = view + view / SPARE;
        let links = view * tree.parts().new_points().len();
        // As in `Tree::reserve`.
        let points = links * 5 / 8;
        let mut preview = DivisionPreview {
            horizon,
            points: Vertices::new(tree.fractal().dimensions()),
            heads: Vec::with_capacity(points),
            makers: Vec::with_capacity(points),
            links: Vec::with_capacity(links),
            next: Vec::with_capacity(links),
            view: Vec::with_capacity(view),
            places: Vec::with_capacity(tree.cells() as usize + view / SPARE),
            fresh: Vec::with_capacity(view),
        };
        preview.points.reserve(points);
        for cell in 0..tree.cells() {
            preview.push(tree, cell);
        }
        preview
    }

    /// Tells whether a cell can be divided.
    #[inline]
    pub fn can_divide(&self, tree: &Tree, cell: u32) -> bool {
        self.places[cell as usize] != NONE && !tree.is_divided(cell)
    }

    /// Returns the number of vertices that dividing a cell would create; 0 if it cannot be
    /// divided.
    #[inline]
    pub fn count_new_vertices(&self, tree: &Tree, cell: u32) -> u32 {
        match self.places[cell as usize] {
            place if place == NONE || tree.is_divided(cell) => 0,
            place => u32::from(self.fresh[place as usize]),
        }
    }

    /// Calls `visit` for each vertex that dividing a cell would create, in order, with its slot
    /// among the corners of the parts and its number here.
    #[inline]
    pub fn each_new_vertex(&self, tree: &Tree, cell: u32, mut visit: impl FnMut(usize, u32)) {
        if !self.can_divide(tree, cell) {
            return;
        }
        let points = tree.parts().new_points();
        let first = self.places[cell as usize] as usize * points.len();
        for (point, link) in points.iter().zip(&self.links[first..]) {
            if *link != NONE && self.makers[*link as usize] == NONE {
                visit(tree.parts().slot(*point), *link);
            }
        }
    }

    /// Returns the vertices that dividing a cell would create, in order; empty if it cannot be
    /// divided.
    pub fn new_vertices(&self, tree: &Tree, cell: u32) -> Vec<Corner> {
        let mut corners = Vec::new();
        self.each_new_vertex(tree, cell, |slot, point| {
            let number = tree.vertices() + corners.len() as u32;
            corners.push(Corner { number, slot, vertex: self.points.get(point) });
        });
        corners
    }

    /// Records the last division. Calls `changed` for each other cell that has fewer new vertices
    /// now.
    #[inline]
    pub fn record_division(&mut self, tree: &Tree, mut changed: impl FnMut(u32)) {
        let cell = *tree.divided_cells().last().expect("a cell was divided");
        self.set_existing(tree, cell, true, &mut changed);
        for child in tree.children(cell) {
            self.push(tree, child);
        }
    }

    /// Records that the last division was undone: the tree no longer has the parts of `cell`.
    /// Calls `changed` for each other cell that has more new vertices now.
    #[inline]
    pub fn undo_division(&mut self, tree: &Tree, cell: u32, mut changed: impl FnMut(u32)) {
        while self.places.len() > tree.cells() as usize {
            self.pop(tree.parts().new_points().len());
        }
        self.set_existing(tree, cell, false, &mut changed);
    }

    /// Marks the new vertices of `cell` as created or not.
    fn set_existing(&mut self, tree: &Tree, cell: u32, exist: bool, changed: &mut impl FnMut(u32)) {
        let place = self.places[cell as usize];
        if place == NONE {
            return;
        }
        let each = tree.parts().new_points().len();
        let (from, to) = if exist { (NONE, cell) } else { (cell, NONE) };
        for at in place as usize * each..(place as usize + 1) * each {
            let point = self.links[at];
            if point == NONE || self.makers[point as usize] != from {
                continue;
            }
            self.makers[point as usize] = to;
            let mut link = self.heads[point as usize];
            while link != NONE {
                let place = link as usize / each;
                let count = &mut self.fresh[place];
                *count = if exist { *count - 1 } else { *count + 1 };
                let other = self.view[place];
                if other != cell {
                    changed(other);
                }
                link = self.next[link as usize];
            }
        }
    }

    fn push(&mut self, tree: &Tree, cell: u32) {
        let images = match tree.level(cell) < self.horizon {
            true => tree.images(cell).ok(),
            false => None,
        };
        let Some(images) = images else { return self.places.push(NONE) };
        self.places.push(self.view.len() as u32);
        self.view.push(cell);
        let mut fresh = 0;
        for vertex in &images {
            let link = self.links.len() as u32;
            let Some(point) = self.future_vertex(tree, vertex) else {
                self.links.push(NONE);
                self.next.push(NONE);
                continue;
            };
            self.links.push(point);
            self.next.push(std::mem::replace(&mut self.heads[point as usize], link));
            fresh += 1;
        }
        self.fresh.push(fresh);
    }

    /// Returns the number here of a vertex that does not exist yet.
    fn future_vertex(&mut self, tree: &Tree, vertex: &Vertex) -> Option<u32> {
        if let Some(point) = self.points.find(vertex) {
            return (self.makers[point as usize] == NONE).then_some(point);
        }
        if tree.find(vertex).is_some() {
            return None;
        }
        self.points.push(vertex);
        self.heads.push(NONE);
        self.makers.push(NONE);
        Some(self.points.len() - 1)
    }

    /// Removes the last cell, which has `each` links if it is in view.
    fn pop(&mut self, each: usize) {
        let place = self.places.pop().expect("a cell that was pushed");
        if place == NONE {
            return;
        }
        self.view.pop();
        self.fresh.pop();
        for _ in 0..each {
            let (point, next) = (self.links.pop(), self.next.pop());
            let (Some(point), Some(next)) = (point.filter(|point| *point != NONE), next) else {
                continue;
            };
            self.heads[point as usize] = next;
            // A vertex without links came with this cell, and is the last one.
            if next == NONE {
                self.heads.pop();
                self.makers.pop();
                self.points.truncate(point);
            }
        }
    }
}
