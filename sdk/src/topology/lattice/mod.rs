//! Boards on a lattice of squares or hexagons whose edges can be joined.
//!
//! Cells have integer coordinates. Joined edges are maps of the lattice to itself, which take a
//! cell beyond an edge to the cell that it copies. Steps, headings, crossing classes, ghosts and
//! seams follow from them.

mod draw;
mod map;
mod mesh;

pub(super) use map::{Cell, LatticeMap, Linear, STRAIGHT, less, plus};
pub(super) use mesh::{HEXAGON, HEXAGONS, Mesh, ROW, SQUARES, TOUCHING};

use super::build::Builder;
use super::{Link, Step};
use crate::Site;

/// The most rings of ghosts around the board.
const MARGIN: i32 = 3;

/// No site.
const OUTSIDE: Site = Site::MAX;

/// The cells of a board, and the maps of its joined edges.
pub(super) struct Lattice {
    pub mesh: &'static Mesh,
    /// By site.
    pub cells: Vec<Cell>,
    field: Field,
    /// First the maps of the edges, each followed by its inverse, then the products of two.
    maps: Vec<LatticeMap>,
}

/// Sites by coordinates: a rectangle around the board.
#[derive(Clone)]
struct Field {
    least: Cell,
    width: i32,
    sites: Vec<Site>,
}

impl Field {
    fn new(cells: &[Cell]) -> Self {
        let (mut least, mut most) = ([i32::MAX; 2], [i32::MIN; 2]);
        for cell in cells {
            for axis in 0..2 {
                least[axis] = least[axis].min(cell[axis] - MARGIN);
                most[axis] = most[axis].max(cell[axis] + MARGIN);
            }
        }
        let size = plus(less(most, least), [1, 1]);
        let sites = vec![OUTSIDE; size[0] as usize * size[1] as usize];
        let mut field = Field { least, width: size[0], sites };
        for (site, cell) in cells.iter().enumerate() {
            if let Some(at) = field.index(*cell) {
                field.sites[at] = site as Site;
            }
        }
        field
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let [x, y] = less(cell, self.least);
        if x < 0 || y < 0 || x >= self.width {
            return None;
        }
        let at = y as usize * self.width as usize + x as usize;
        (at < self.sites.len()).then_some(at)
    }

    fn site(&self, cell: Cell) -> Option<Site> {
        self.index(cell).map(|at| self.sites[at]).filter(|site| *site != OUTSIDE)
    }
}

impl Lattice {
    /// Makes the lattice of these cells, which are in rows from the top. `maps` has one map for
    /// each pair of joined edges.
    pub fn new(mesh: &'static Mesh, cells: Vec<Cell>, maps: &[LatticeMap]) -> Self {
        let mut all = Vec::new();
        for map in maps {
            all.extend([*map, map.inverse()]);
        }
        // A step over a corner can cross two joined edges.
        for first in 0..all.len() {
            for second in 0..maps.len() * 2 {
                all.push(all[second].after(&all[first]));
            }
        }
        Lattice { mesh, field: Field::new(&cells), cells, maps: all }
    }

    /// Tells whether any edges are joined.
    pub fn is_glued(&self) -> bool {
        !self.maps.is_empty()
    }

    /// Returns the site of a cell of the board itself.
    pub fn site(&self, cell: Cell) -> Option<Site> {
        self.field.site(cell)
    }

    /// Returns the site of a cell or of the cell that it copies, with the map to it.
    fn locate(&self, cell: Cell) -> Option<(Site, LatticeMap)> {
        if let Some(site) = self.site(cell) {
            return Some((site, LatticeMap::IDENTITY));
        }
        let back = |map: &LatticeMap| self.site(map.apply(cell, 1)).map(|site| (site, *map));
        self.maps.iter().find_map(back)
    }

    /// Returns the step along a heading. Across a folded edge it leads to the site itself.
    pub fn step(&self, site: Site, heading: usize) -> Option<Step> {
        self.go(site, self.mesh.steps, heading)
    }

    /// Returns the step along one of these vectors.
    fn go(&self, site: Site, vectors: &[Cell], index: usize) -> Option<Step> {
        let (to, map) = self.locate(plus(self.cells[site as usize], vectors[index]))?;
        let turned = map.turn(vectors[index]);
        let heading = vectors.iter().position(|vector| *vector == turned);
        let heading = heading.expect("a map of the lattice takes ways to ways") as u8;
        Some(Step { site: to, heading, class: map.class, flip: map.flips() })
    }

    /// Tells whether this step crosses a folded edge: one half of the edge is joined to the other,
    /// so the step comes back.
    fn is_folded(&self, site: Site, heading: usize, step: Step) -> bool {
        let opposite = (heading + self.mesh.steps.len() / 2) % self.mesh.steps.len();
        step.site == site && usize::from(step.heading) == opposite && !step.flip
    }

    /// Tells whether a cell shares an edge with itself.
    pub fn touches_itself(&self) -> bool {
        let sites = 0..self.cells.len() as Site;
        self.is_glued() && sites.into_iter().any(|site| self.meets_itself(site))
    }

    fn meets_itself(&self, site: Site) -> bool {
        (0..self.mesh.edges()).map(|edge| edge * self.mesh.stride).any(|heading| {
            let step = self.step(site, heading);
            step.is_some_and(|step| step.site == site && !self.is_folded(site, heading, step))
        })
    }

    /// Begins the topology: rows, steps and diagonals.
    pub fn builder(&self) -> Builder {
        let sites = self.cells.len() as Site;
        let mut board = Builder::new(sites, self.mesh.steps.len() as u8);
        board.topology.edges =
            (0..self.mesh.edges()).map(|edge| (edge * self.mesh.stride) as u8).collect();
        for site in 0..sites {
            self.connect(&mut board, site);
            let row = self.cells[site as usize][1];
            match board.topology.rows.last_mut() {
                Some(last) if self.cells[last[0] as usize][1] == row => last.push(site),
                _ => board.topology.rows.push(vec![site]),
            }
        }
        board
    }

    fn connect(&self, board: &mut Builder, site: Site) {
        for heading in 0..self.mesh.steps.len() {
            let Some(step) = self.step(site, heading) else { continue };
            // A step over a corner of only two cells leads back to its start, as does one across a
            // folded edge.
            if step.site != site {
                board.step(site, heading as u8, step);
            } else if heading % self.mesh.stride == 0 {
                board.topology.folded.push((site, heading as u8));
            }
        }
        for corner in 0..self.mesh.diagonals.len() {
            let Some(step) = self.go(site, self.mesh.diagonals, corner) else { continue };
            if step.site != site && !board.leads(site, step.site) {
                board.diagonal(site, Link { heading: corner as u8, step });
            }
        }
    }

    /// Returns the sites nearest to the middle of the board.
    pub fn center(&self) -> Vec<Site> {
        let (count, mut sum) = (self.cells.len() as i64, [0i64; 2]);
        for cell in &self.cells {
            sum = [sum[0] + i64::from(cell[0]), sum[1] + i64::from(cell[1])];
        }
        let (mut nearest, mut least) = (Vec::new(), i64::MAX);
        for (site, cell) in self.cells.iter().enumerate() {
            let x = i64::from(cell[0]) * count - sum[0];
            let y = i64::from(cell[1]) * count - sum[1];
            let distance = x * x + self.mesh.skew * x * y + y * y;
            if distance < least {
                nearest.clear();
                least = distance;
            }
            if distance == least {
                nearest.push(site as Site);
            }
        }
        nearest
    }
}
