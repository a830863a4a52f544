//! The board that grows: cells within cells, and the vertices they share.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::fractal::{Fractal, Map};
use super::vertices::{Vertex, Vertices};
use crate::Site;
use crate::random::mix;

/// No cell, no slot.
const NONE: u32 = u32::MAX;
/// The level of the smallest cells: halves go no further in 128 bits, and of what
/// stays small nobody needs more.
pub(super) const DEEPEST: u16 = 126;
/// Marks a site that is a cell.
const CELL: u32 = 1 << 31;

/// Why a cell cannot be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is divided already.
    Divided,
    /// The vertices of the next level have no room in 128 bits.
    TooDeep {
        /// The level of the cell.
        level: u16,
    },
    /// There are as many vertices and cells as can be numbered.
    TooMany,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Divided => f.write_str("the cell is divided already"),
            Refusal::TooDeep { level } => write!(
                f,
                "a cell of level {level} is as small as can be: the vertices of its parts would \
                 not be exact"
            ),
            Refusal::TooMany => f.write_str("the board has as many vertices as can be numbered"),
        }
    }
}

impl std::error::Error for Refusal {}

#[derive(Debug, Clone, Copy)]
struct Cell {
    parent: u32,
    /// The first child; 0 while it is not divided, for no root is a child.
    first: u32,
    /// The frame that its children stand in; a root's is there from the start.
    frame: u32,
    level: u16,
    /// Which child of its parent it is, or which root.
    index: u16,
}

/// What stands on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
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
    /// The child times the number of corners, plus the corner: the first place
    /// in this order where the vertex is one.
    pub slot: usize,
    /// The vertex.
    pub vertex: Vertex,
}

/// Cells within cells, and the vertices they share.
///
/// Cells and vertices are numbered each from 0 in order of creation, and both
/// together as sites: first the roots and their corners, then for each division
/// the vertices that it creates and the children, in their order. Dividing and
/// uniting the last cost as much as the cell has parts, whatever the size of the
/// board.
#[derive(Debug, Clone)]
pub struct Tree {
    fractal: Arc<Fractal>,
    cells: Vec<Cell>,
    /// The corners of all cells, so many each.
    corners: Vec<u32>,
    /// For each corner the next one at the same vertex, from the youngest on.
    next: Vec<u32>,
    /// For each vertex the youngest corner there.
    heads: Vec<u32>,
    pub(super) vertices: Vertices,
    /// The cell whose division created the vertex and the corner of its children;
    /// for a root's own corners the root and its corner.
    origins: Vec<(u32, u16)>,
    cell_sites: Vec<Site>,
    vertex_sites: Vec<Site>,
    sites: Vec<u32>,
    /// Cells in the order in which they were divided.
    divided: Vec<u32>,
    /// Those of them that are no roots: what frames beyond the roots' are for.
    pub(super) framed: Vec<u32>,
    /// How many vertices the roots have.
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
    pub fn fractal(&self) -> &Fractal {
        &self.fractal
    }

    /// Returns how many cells of all levels there are.
    pub fn cells(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Returns how many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.vertices.len()
    }

    /// Returns how many sites there are: cells and vertices.
    pub fn sites(&self) -> u32 {
        self.sites.len() as u32
    }

    /// Returns what stands on a site; none where there is no such site.
    pub fn spot(&self, site: Site) -> Option<Spot> {
        let number = *self.sites.get(site as usize)?;
        Some(if number & CELL != 0 { Spot::Cell(number ^ CELL) } else { Spot::Vertex(number) })
    }

    /// Returns the site of a cell.
    pub fn cell_site(&self, cell: u32) -> Site {
        self.cell_sites[cell as usize]
    }

    /// Returns the site of a vertex.
    pub fn vertex_site(&self, vertex: u32) -> Site {
        self.vertex_sites[vertex as usize]
    }

    /// Returns a vertex.
    pub fn vertex(&self, number: u32) -> Vertex {
        self.vertices.get(number)
    }

    /// Returns where a vertex stands on the drawing, x to the right and y down, as
    /// exactly as a float can say: deep down, frames tell vertices apart better.
    pub fn point(&self, number: u32) -> (f64, f64) {
        let Vertex { numerators, level } = self.vertex(number);
        let mut scale = 1.0;
        for _ in 0..level {
            scale *= self.fractal.scale() as f64;
        }
        self.fractal.draw(&numerators, scale)
    }

    /// Returns the number of a vertex; none where it does not stand.
    pub fn find(&self, vertex: &Vertex) -> Option<u32> {
        self.vertices.find(vertex)
    }

    /// Returns how often the board was divided to make a cell: 0 for a root.
    pub fn level(&self, cell: u32) -> u16 {
        self.cells[cell as usize].level
    }

    /// Returns the cell that a cell is a part of; none for a root.
    pub fn parent(&self, cell: u32) -> Option<u32> {
        let parent = self.cells[cell as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// Returns the parts of a cell in their order; nothing while it is whole.
    pub fn children(&self, cell: u32) -> Range<u32> {
        match self.cells[cell as usize].first {
            0 => 0..0,
            first => first..first + self.fractal.children() as u32,
        }
    }

    /// Tells whether a cell is divided.
    pub fn is_divided(&self, cell: u32) -> bool {
        self.cells[cell as usize].first != 0
    }

    /// Returns which child of its parent a cell is, or which root.
    pub fn index(&self, cell: u32) -> usize {
        usize::from(self.cells[cell as usize].index)
    }

    /// Returns the vertices at the corners of a cell, in the order of corners.
    pub fn corners(&self, cell: u32) -> &[u32] {
        let count = self.fractal.corners();
        &self.corners[cell as usize * count..(cell as usize + 1) * count]
    }

    /// Returns the cells of all levels that have a corner at a vertex, the
    /// youngest first.
    pub fn around(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.heads[vertex as usize];
        std::iter::from_fn(move || {
            let slot = (at != NONE).then_some(at)?;
            at = self.next[slot as usize];
            Some(slot / self.fractal.corners() as u32)
        })
    }

    /// Returns the cells in the order in which they were divided.
    pub fn divided(&self) -> &[u32] {
        &self.divided
    }

    /// Returns the frame in which the children of a cell stand.
    pub(super) fn frame(&self, cell: u32) -> u32 {
        self.cells[cell as usize].frame
    }

    /// Returns the cell whose division created a vertex, and which corner of its
    /// children it is; for the corners of a root the root and its corner, and `true`.
    pub(super) fn origin(&self, vertex: u32) -> (u32, usize, bool) {
        let (cell, slot) = self.origins[vertex as usize];
        (cell, usize::from(slot), vertex < self.root_vertices)
    }

    /// Returns the level of the cells that a vertex was created with.
    pub fn vertex_level(&self, vertex: u32) -> u16 {
        match self.origin(vertex) {
            (_, _, true) => 0,
            (cell, _, false) => self.level(cell) + 1,
        }
    }

    /// Returns the map of the first root's shape onto a cell, over the scale to the
    /// power of its level; none where a number has no room.
    fn map(&self, cell: u32) -> Option<Map> {
        let mut way = Vec::new();
        let mut at = &self.cells[cell as usize];
        while at.parent != NONE {
            way.push(at.index);
            at = &self.cells[at.parent as usize];
        }
        let mut map = Map { t: self.fractal.roots[usize::from(at.index)], ..Map::IDENTITY };
        for child in way.iter().rev() {
            map =
                map.then_inner(&self.fractal.children[usize::from(*child)], self.fractal.scale)?;
        }
        Some(map)
    }

    /// Returns every corner that the children of a cell would have, in the order of
    /// children and corners.
    ///
    /// # Errors
    /// As [`divide`](Tree::divide).
    fn images(&self, cell: u32) -> Result<Vec<Vertex>, Refusal> {
        let Cell { first, level, .. } = self.cells[cell as usize];
        if first != 0 {
            return Err(Refusal::Divided);
        }
        let deep = Refusal::TooDeep { level };
        if level >= DEEPEST {
            return Err(deep);
        }
        let deeper = level + 1;
        let map = self.map(cell).ok_or(deep)?;
        let fractal = &*self.fractal;
        let mut images = Vec::with_capacity(fractal.children() * fractal.corners());
        for child in &fractal.children {
            let own = map.then_inner(child, fractal.scale).ok_or(deep)?;
            for corner in &fractal.corners {
                let numerators = own.apply(corner).ok_or(deep)?;
                images.push(Vertex::reduced(numerators, deeper, fractal.scale));
            }
        }
        let room = (CELL as usize).saturating_sub(self.sites.len());
        if images.len() + fractal.children() > room {
            return Err(Refusal::TooMany);
        }
        Ok(images)
    }

    /// Returns the vertices that dividing a cell would create, in order.
    ///
    /// # Errors
    /// As [`divide`](Tree::divide).
    pub fn prospect(&self, cell: u32) -> Result<Vec<Corner>, Refusal> {
        let mut corners: Vec<Corner> = Vec::new();
        for (slot, vertex) in self.images(cell)?.into_iter().enumerate() {
            let known = corners.iter().any(|corner| corner.vertex == vertex);
            if !known && self.vertices.find(&vertex).is_none() {
                let number = self.vertices() + corners.len() as u32;
                corners.push(Corner { number, slot, vertex });
            }
        }
        Ok(corners)
    }

    /// Tells whether a cell can be divided: it is whole and its parts have room.
    pub fn can_divide(&self, cell: u32) -> bool {
        let Cell { first, level, .. } = self.cells[cell as usize];
        first == 0 && (level < self.fractal.safe.min(DEEPEST) || self.images(cell).is_ok())
    }

    /// Divides a cell and returns the numbers of the vertices that this created.
    ///
    /// # Errors
    /// Where it is divided already, or its parts would be too small or too many.
    pub fn divide(&mut self, cell: u32) -> Result<Range<u32>, Refusal> {
        let images = self.images(cell)?;
        let (before, first) = (self.vertices.len(), self.cells());
        let level = self.level(cell) + 1;
        let mut numbers = Vec::with_capacity(images.len());
        for (slot, vertex) in images.iter().enumerate() {
            numbers.push(self.vertices.find(vertex).unwrap_or_else(|| {
                self.push_vertex(vertex, (cell, slot as u16));
                self.vertices.len() - 1
            }));
        }
        for index in 0..self.fractal.children() as u16 {
            self.push_cell(Cell { parent: cell, first: 0, frame: NONE, level, index });
        }
        numbers.into_iter().for_each(|number| self.push_corner(number));
        if self.cells[cell as usize].parent != NONE {
            self.cells[cell as usize].frame = (self.fractal.roots() + self.framed.len()) as u32;
            self.framed.push(cell);
        }
        self.cells[cell as usize].first = first;
        self.divided.push(cell);
        Ok(before..self.vertices.len())
    }

    /// Takes the last division back and returns the cell that is whole again;
    /// none where nothing is divided.
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
        // A vertex without a corner is one that this division created.
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

    /// Returns the vertices in the order in which dividing the cells in preorder
    /// would create them.
    pub fn in_preorder(&self) -> Vec<u32> {
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

    /// Calls back with all cells, each before its parts.
    pub fn preorder(&self, mut visit: impl FnMut(u32)) {
        let mut waiting: Vec<u32> = (0..self.fractal.roots() as u32).rev().collect();
        while let Some(cell) = waiting.pop() {
            visit(cell);
            waiting.extend(self.children(cell).rev());
        }
    }

    /// Returns a number that tells cells apart as well as chance would, by the
    /// way to them.
    pub fn cell_key(&self, cell: u32) -> u64 {
        let Cell { parent, index, .. } = self.cells[cell as usize];
        let above = if parent == NONE { 0x6365_6c6c } else { self.cell_key(parent) };
        mix(above ^ (u64::from(index) + 1))
    }

    /// Writes the way to a cell: `/` and the child's number for each level, after
    /// the root's number where there are several roots; `/` alone for the root.
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

    /// Reads what [`path`](Tree::path) writes; none where there is no such cell.
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
