//! The growing board: nested cells and their shared vertices.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::fractal::Fractal;
use super::parts::Parts;
use super::vertices::{Vertex, Vertices};
use crate::Site;
use crate::random::mix;

/// No cell, no slot.
const NONE: u32 = u32::MAX;
/// The level of the smallest cells: halves fit into 128 bits down to it.
pub(super) const DEEPEST: u16 = 126;
/// Reserved memory exceeds the need by one part in this many.
pub(super) const SPARE: usize = 12;
/// Marks a site that is a cell.
const CELL: u32 = 1 << 31;

/// The reason why a cell cannot be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DivideError {
    /// It is divided already.
    Divided,
    /// The vertices of the next level do not fit into 128 bits.
    TooDeep {
        /// The level of the cell.
        level: u16,
    },
    /// There are too many vertices and cells to number more.
    TooMany,
}

impl fmt::Display for DivideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DivideError::Divided => f.write_str("the cell is divided already"),
            DivideError::TooDeep { level } => write!(
                f,
                "a cell of level {level} is as small as can be: the vertices of its parts would \
                 not be exact"
            ),
            DivideError::TooMany => {
                f.write_str("the board has as many vertices as can be numbered")
            }
        }
    }
}

impl std::error::Error for DivideError {}

#[derive(Debug, Clone, Copy)]
struct Cell {
    parent: u32,
    /// The first child; 0 while the cell is not divided, since no child has number 0.
    first: u32,
    /// The frame of its children. A root has one from the start.
    frame: u32,
    level: u16,
    /// The index of the child in its parent, or of the root.
    index: u16,
}

/// The element of the board at a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardElement {
    /// A cell.
    Cell(u32),
    /// A vertex.
    Vertex(u32),
}

/// A corner of a child that a division would create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    /// The number that the vertex would have.
    pub number: u32,
    /// The child times the number of corners, plus the corner: the first such place of the vertex.
    pub slot: usize,
    /// The vertex.
    pub vertex: Vertex,
}

/// A growing board: nested cells and their shared vertices.
///
/// Cells and vertices have numbers from 0 in order of creation. Both together are sites: first the
/// roots and their corners, then for each division its new vertices and the children, in order.
/// The cost of a division, or of undoing the last one, depends on the parts of the cell, not on
/// the size of the board.
#[derive(Debug, Clone)]
pub struct Tree {
    fractal: Arc<Fractal>,
    parts: Arc<Parts>,
    cells: Vec<Cell>,
    /// The corners of all cells, equally many each.
    corners: Vec<u32>,
    /// For each corner the next older one at the same vertex.
    next: Vec<u32>,
    /// The youngest corner at each vertex.
    heads: Vec<u32>,
    pub(super) vertices: Vertices,
    /// For each vertex the cell whose division created it, and the slot among the corners of its
    /// children. For the corners of roots the root and its corner.
    origins: Vec<(u32, u16)>,
    cell_sites: Vec<Site>,
    vertex_sites: Vec<Site>,
    sites: Vec<u32>,
    /// Cells in the order in which they were divided.
    divided: Vec<u32>,
    /// The divided cells that are not roots: each has a frame.
    pub(super) framed: Vec<u32>,
    /// The number of vertices of the roots.
    root_vertices: u32,
}

impl Tree {
    /// Returns the roots, undivided.
    pub fn new(fractal: Arc<Fractal>) -> Self {
        let mut tree = Tree {
            cells: Vec::new(),
            corners: Vec::new(),
            next: Vec::new(),
            heads: Vec::new(),
            vertices: Vertices::new(fractal.dimensions()),
            origins: Vec::new(),
            cell_sites: Vec::new(),
            vertex_sites: Vec::new(),
            sites: Vec::new(),
            divided: Vec::new(),
            framed: Vec::new(),
            root_vertices: 0,
            parts: Arc::new(Parts::new(&fractal)),
            fractal: Arc::clone(&fractal),
        };
        for index in 0..fractal.roots() {
            let frame = index as u32;
            tree.push_cell(Cell { parent: NONE, first: 0, frame, level: 0, index: index as u16 });
        }
        for (root, offset) in fractal.roots.iter().enumerate() {
            for (slot, corner) in fractal.corners.iter().enumerate() {
                let mut numerators = *corner;
                for (n, by) in numerators.iter_mut().zip(offset) {
                    *n += by;
                }
                let vertex = Vertex { numerators, level: 0 };
                let number = tree.vertices.find(&vertex).unwrap_or_else(|| {
                    tree.push_vertex(&vertex, (root as u32, slot as u16));
                    tree.vertices.len() - 1
                });
                tree.push_corner(number);
            }
        }
        tree.root_vertices = tree.vertices.len();
        tree
    }

    /// Returns the shape of the cells.
    #[inline]
    pub fn fractal(&self) -> &Fractal {
        &self.fractal
    }

    /// Returns the number of cells of all levels.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Returns the number of vertices.
    #[inline]
    pub fn vertices(&self) -> u32 {
        self.vertices.len()
    }

    /// Returns the number of sites: cells and vertices.
    #[inline]
    pub fn sites(&self) -> u32 {
        self.sites.len() as u32
    }

    /// Returns the cell or vertex of a site; `None` if there is no such site.
    #[inline]
    pub fn element(&self, site: Site) -> Option<BoardElement> {
        let number = *self.sites.get(site as usize)?;
        Some(if number & CELL != 0 {
            BoardElement::Cell(number ^ CELL)
        } else {
            BoardElement::Vertex(number)
        })
    }

    /// Returns the site of a cell.
    #[inline]
    pub fn cell_site(&self, cell: u32) -> Site {
        self.cell_sites[cell as usize]
    }

    /// Returns the site of a vertex.
    #[inline]
    pub fn vertex_site(&self, vertex: u32) -> Site {
        self.vertex_sites[vertex as usize]
    }

    /// Returns a vertex.
    pub fn vertex(&self, number: u32) -> Vertex {
        self.vertices.get(number)
    }

    /// Returns the position of a vertex on the drawing, x to the right and y down. Floats cannot
    /// tell deep vertices apart; frames can.
    pub fn point(&self, number: u32) -> (f64, f64) {
        self.point_of(&self.vertex(number))
    }

    /// Returns the position on the drawing of a vertex that need not exist.
    pub fn point_of(&self, vertex: &Vertex) -> (f64, f64) {
        let Vertex { numerators, level } = *vertex;
        let mut scale = 1.0;
        for _ in 0..level {
            scale *= self.fractal.scale() as f64;
        }
        self.fractal.draw(&numerators, scale)
    }

    /// Returns the number of a vertex; `None` if it does not exist.
    #[inline]
    pub fn find(&self, vertex: &Vertex) -> Option<u32> {
        self.vertices.find(vertex)
    }

    /// Returns the vertex halfway between two others; `None` if it does not exist.
    pub fn midpoint(&self, one: u32, other: u32) -> Option<u32> {
        let (one, other) = (self.vertex(one), self.vertex(other));
        let scale = self.fractal.scale;
        let mut level = one.level.max(other.level);
        let raised = |vertex: Vertex| {
            let factor = scale.checked_pow(u32::from(level - vertex.level))?;
            let mut numerators = vertex.numerators;
            for n in &mut numerators {
                *n = n.checked_mul(factor)?;
            }
            Some(numerators)
        };
        let mut sum = raised(one)?;
        for (n, other) in sum.iter_mut().zip(raised(other)?) {
            *n = n.checked_add(other)?;
        }
        if sum.iter().any(|n| n % 2 != 0) {
            if scale % 2 != 0 {
                return None;
            }
            for n in &mut sum {
                *n = n.checked_mul(scale)?;
            }
            level += 1;
        }
        sum.iter_mut().for_each(|n| *n /= 2);
        self.find(&Vertex::reduce(sum, level, scale))
    }

    /// Returns the level of a cell: 0 for a root, and one more for each division.
    #[inline]
    pub fn level(&self, cell: u32) -> u16 {
        self.cells[cell as usize].level
    }

    /// Returns the parent of a cell; `None` for a root.
    #[inline]
    pub fn parent(&self, cell: u32) -> Option<u32> {
        let parent = self.cells[cell as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// Returns the parts of a cell in order; empty while it is not divided.
    #[inline]
    pub fn children(&self, cell: u32) -> Range<u32> {
        match self.cells[cell as usize].first {
            0 => 0..0,
            first => first..first + self.fractal.children() as u32,
        }
    }

    /// Tells whether a cell is divided.
    #[inline]
    pub fn is_divided(&self, cell: u32) -> bool {
        self.cells[cell as usize].first != 0
    }

    /// Returns the index of a cell in its parent, or of a root among the roots.
    #[inline]
    pub fn index(&self, cell: u32) -> usize {
        usize::from(self.cells[cell as usize].index)
    }

    /// Returns the vertices at the corners of a cell, in the order of corners.
    #[inline]
    pub fn corners(&self, cell: u32) -> &[u32] {
        let count = self.fractal.corners();
        &self.corners[cell as usize * count..(cell as usize + 1) * count]
    }

    /// Returns the cells of all levels with a corner at a vertex, the youngest first.
    pub fn cells_at(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.first_corner_at(vertex);
        std::iter::from_fn(move || {
            let place = next?;
            next = self.next_corner_at(place);
            Some(self.cell_of(place))
        })
    }

    /// Returns the youngest corner at a vertex, for loops that change the tree.
    #[inline]
    pub fn first_corner_at(&self, vertex: u32) -> Option<u32> {
        let corner = self.heads[vertex as usize];
        (corner != NONE).then_some(corner)
    }

    /// Returns the next older corner at the same vertex.
    #[inline]
    pub fn next_corner_at(&self, corner: u32) -> Option<u32> {
        let corner = self.next[corner as usize];
        (corner != NONE).then_some(corner)
    }

    /// Returns the cell of a corner.
    #[inline]
    pub fn cell_of(&self, corner: u32) -> u32 {
        corner / self.fractal.corners() as u32
    }

    /// Returns the cells in the order in which they were divided.
    #[inline]
    pub fn divided_cells(&self) -> &[u32] {
        &self.divided
    }

    /// Returns the frame of the children of a cell.
    pub(super) fn frame(&self, cell: u32) -> u32 {
        self.cells[cell as usize].frame
    }

    /// Returns the cell whose division created a vertex, and its slot among the corners of the
    /// children. For the corners of a root: the root, its corner, and `true`.
    pub(super) fn origin(&self, vertex: u32) -> (u32, usize, bool) {
        let (cell, slot) = self.origins[vertex as usize];
        (cell, usize::from(slot), vertex < self.root_vertices)
    }

    /// Returns the level of the cells that were created together with a vertex.
    #[inline]
    pub fn vertex_level(&self, vertex: u32) -> u16 {
        match self.origin(vertex) {
            (_, _, true) => 0,
            (cell, _, false) => self.level(cell) + 1,
        }
    }

    /// Returns the vertices of a cell's parts at [`Parts::new_points`].
    ///
    /// # Errors
    /// As [`divide`](Tree::divide).
    pub(super) fn images(&self, cell: u32) -> Result<Vec<Vertex>, DivideError> {
        let Cell { first, level, .. } = self.cells[cell as usize];
        if first != 0 {
            return Err(DivideError::Divided);
        }
        if level >= DEEPEST {
            return Err(DivideError::TooDeep { level });
        }
        let mut path = [0; DEEPEST as usize];
        let mut at = &self.cells[cell as usize];
        for step in path[..usize::from(level)].iter_mut().rev() {
            *step = at.index;
            at = &self.cells[at.parent as usize];
        }
        let images = self.parts.vertices(usize::from(at.index), &path[..usize::from(level)]);
        let images = images.ok_or(DivideError::TooDeep { level })?;
        let room = (CELL as usize).saturating_sub(self.sites.len());
        if images.len() + self.fractal.children() > room {
            return Err(DivideError::TooMany);
        }
        Ok(images)
    }

    /// Returns the corners of the parts of any cell.
    pub(super) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the vertices that dividing a cell would create, in order.
    ///
    /// # Errors
    /// As [`divide`](Tree::divide).
    pub fn preview_division(&self, cell: u32) -> Result<Vec<Corner>, DivideError> {
        let mut corners: Vec<Corner> = Vec::new();
        let images = self.images(cell)?;
        for (vertex, point) in images.into_iter().zip(self.parts.new_points()) {
            if self.vertices.find(&vertex).is_none() {
                let number = self.vertices() + corners.len() as u32;
                corners.push(Corner { number, slot: self.parts.slot(*point), vertex });
            }
        }
        Ok(corners)
    }

    /// Reserves memory for divisions, and for some later ones. Growth by doubling would need twice
    /// the memory of a large board.
    #[inline]
    pub fn reserve(&mut self, divisions: usize) {
        let divisions = divisions + divisions / SPARE;
        let cells = divisions * self.fractal.children();
        let corners = cells * self.fractal.corners();
        // About half of the new points are shared with a neighbour.
        let vertices = divisions * self.parts.new_points().len() * 5 / 8;
        self.cells.reserve_exact(cells);
        self.cell_sites.reserve_exact(cells);
        self.corners.reserve_exact(corners);
        self.next.reserve_exact(corners);
        self.heads.reserve_exact(vertices);
        self.origins.reserve_exact(vertices);
        self.vertex_sites.reserve_exact(vertices);
        self.vertices.reserve(vertices);
        self.sites.reserve_exact(cells + vertices);
        self.divided.reserve_exact(divisions);
        self.framed.reserve_exact(divisions);
    }

    /// Divides a cell and returns the numbers of the new vertices.
    ///
    /// # Errors
    /// If it is divided already, or its parts would be too small or too many.
    #[inline]
    pub fn divide(&mut self, cell: u32) -> Result<Range<u32>, DivideError> {
        let images = self.images(cell)?;
        let (before, first) = (self.vertices.len(), self.cells());
        let level = self.level(cell) + 1;
        let parts = Arc::clone(&self.parts);
        let mut numbers = vec![NONE; parts.points()];
        for (point, number) in numbers.iter_mut().enumerate() {
            if let Some(corner) = parts.own(point) {
                *number = self.corners(cell)[corner];
            }
        }
        for (vertex, point) in images.iter().zip(parts.new_points()) {
            let found = self.vertices.find(vertex);
            numbers[usize::from(*point)] = found.unwrap_or_else(|| {
                self.push_vertex(vertex, (cell, parts.slot(*point) as u16));
                self.vertices.len() - 1
            });
        }
        for index in 0..self.fractal.children() as u16 {
            self.push_cell(Cell { parent: cell, first: 0, frame: NONE, level, index });
        }
        parts.at().iter().for_each(|point| self.push_corner(numbers[usize::from(*point)]));
        if self.cells[cell as usize].parent != NONE {
            self.cells[cell as usize].frame = (self.fractal.roots() + self.framed.len()) as u32;
            self.framed.push(cell);
        }
        self.cells[cell as usize].first = first;
        self.divided.push(cell);
        Ok(before..self.vertices.len())
    }

    /// Undoes the last division and returns its cell, or `None` if no cell is divided.
    #[inline]
    pub fn unite(&mut self) -> Option<u32> {
        let cell = self.divided.pop()?;
        let first = self.cells[cell as usize].first;
        let slots = first as usize * self.fractal.corners();
        for slot in (slots..self.corners.len()).rev() {
            self.heads[self.corners[slot] as usize] = self.next[slot];
        }
        self.corners.truncate(slots);
        self.next.truncate(slots);
        self.cells.truncate(first as usize);
        self.cell_sites.truncate(first as usize);
        // A vertex without a corner was created by this division.
        let mut left = self.heads.len();
        while left > 0 && self.heads[left - 1] == NONE {
            left -= 1;
        }
        let site = self.vertex_sites.get(left).copied();
        let before = site.unwrap_or(self.sites() - self.fractal.children() as u32);
        self.heads.truncate(left);
        self.origins.truncate(left);
        self.vertex_sites.truncate(left);
        self.vertices.truncate(left as u32);
        self.sites.truncate(before as usize);
        let whole = &mut self.cells[cell as usize];
        whole.first = 0;
        if whole.parent != NONE {
            self.framed.pop();
        }
        Some(cell)
    }

    /// Returns the vertices in the order of creation if cells were divided in preorder.
    pub fn vertices_in_preorder(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.root_vertices).collect();
        let mut seen = vec![false; self.vertices() as usize];
        seen[..order.len()].fill(true);
        self.preorder(|cell| {
            for corner in self.children(cell).flat_map(|child| self.corners(child)) {
                if !std::mem::replace(&mut seen[*corner as usize], true) {
                    order.push(*corner);
                }
            }
        });
        order
    }

    /// Calls `visit` for all cells, each before its parts.
    pub fn preorder(&self, mut visit: impl FnMut(u32)) {
        let mut waiting: Vec<u32> = (0..self.fractal.roots() as u32).rev().collect();
        while let Some(cell) = waiting.pop() {
            visit(cell);
            waiting.extend(self.children(cell).rev());
        }
    }

    /// Returns a hash of the path to a cell.
    #[inline]
    pub fn cell_key(&self, cell: u32) -> u64 {
        let Cell { parent, index, .. } = self.cells[cell as usize];
        let above = if parent == NONE { 0x6365_6c6c } else { self.cell_key(parent) };
        mix(above ^ (u64::from(index) + 1))
    }

    /// Writes the path to a cell: `/` and the child's index for each level, after the root's index
    /// if there are several roots. A single root is `/`.
    pub fn path(&self, cell: u32) -> String {
        let mut text = match self.parent(cell) {
            Some(parent) if self.parent(parent).is_some() || self.fractal.roots() > 1 => {
                self.path(parent)
            }
            Some(_) => String::new(),
            None if self.fractal.roots() > 1 => self.index(cell).to_string(),
            None => return "/".to_owned(),
        };
        if self.parent(cell).is_some() {
            text.push('/');
            text += &self.index(cell).to_string();
        }
        text
    }

    /// Reads the form of [`path`](Tree::path); `None` if there is no such cell.
    pub fn at_path(&self, text: &str) -> Option<u32> {
        let (root, mut rest) = text.split_at(text.find('/').unwrap_or(text.len()));
        let mut cell = if self.fractal.roots() > 1 {
            root.parse().ok().filter(|root| *root < self.fractal.roots() as u32)?
        } else {
            0
        };
        if self.fractal.roots() == 1 && rest == "/" {
            rest = "";
        }
        for step in rest.split('/').skip(1) {
            let index: u32 = step.parse().ok()?;
            let children = self.children(cell);
            cell = (index < children.len() as u32).then(|| children.start + index)?;
        }
        (self.path(cell) == text).then_some(cell)
    }

    fn push_cell(&mut self, cell: Cell) {
        self.sites.push(CELL | self.cells());
        self.cell_sites.push(self.sites() - 1);
        self.cells.push(cell);
    }

    fn push_vertex(&mut self, vertex: &Vertex, origin: (u32, u16)) {
        self.sites.push(self.vertices.len());
        self.vertex_sites.push(self.sites() - 1);
        self.vertices.push(vertex);
        self.origins.push(origin);
        self.heads.push(NONE);
    }

    fn push_corner(&mut self, vertex: u32) {
        let slot = self.corners.len() as u32;
        self.corners.push(vertex);
        self.next.push(self.heads[vertex as usize]);
        self.heads[vertex as usize] = slot;
    }
}
