//! The surface that the cells of a board form.

use super::{NOWHERE, Topology};
use crate::Site;

/// The surface that the cells of a board form. Blocked cells count as cells.
///
/// A corner at which only two cells meet does not count, and its two edges count as one: a hexagon
/// with such a corner is a pentagon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// The number of cells: faces.
    pub cells: u32,
    /// The number of edges, the board's border included.
    pub edges: u32,
    /// The number of corners, the board's border included.
    pub corners: u32,
    /// Whether there is no border: every edge of a cell leads to a cell.
    pub closed: bool,
    /// Whether clockwise means the same everywhere.
    pub orientable: bool,
    /// Whether three cells meet at every corner that is not on the border. Then, on a full board
    /// of two colours, exactly one of them connects.
    pub threes: bool,
}

impl Surface {
    /// Returns the Euler characteristic, corners minus edges plus cells: 0 for a torus and a Klein
    /// bottle, 1 for the projective plane and a disc, 2 for a sphere.
    pub fn euler(&self) -> i64 {
        i64::from(self.corners) - i64::from(self.edges) + i64::from(self.cells)
    }
}

impl Topology {
    /// Returns the surface of the cells, or `None` for boards without cells that meet edge to
    /// edge: listed and divided boards.
    pub fn surface(&self) -> Option<Surface> {
        (!self.edges.is_empty()).then(|| BoundaryTrace::new(self).surface())
    }
}

/// Unites the corners of cells that meet. Corner `i` of a cell is between its edge `i` and the
/// next clockwise.
struct BoundaryTrace<'a> {
    board: &'a Topology,
    edges: usize,
    /// Sets of corners that are one.
    corners: UnionFind,
    /// Each site twice, once for each orientation.
    sides: UnionFind,
    border: Vec<bool>,
    joins: u32,
    ends: u32,
}

impl<'a> BoundaryTrace<'a> {
    fn new(board: &'a Topology) -> Self {
        let (sites, edges) = (board.sites() as usize, board.edges.len());
        let mut trace = BoundaryTrace {
            board,
            edges,
            corners: UnionFind::new(sites * edges),
            sides: UnionFind::new(sites * 2),
            border: vec![false; sites * edges],
            joins: 0,
            ends: 0,
        };
        for site in 0..board.sites() {
            for edge in 0..edges {
                trace.cross(site, edge);
            }
        }
        trace
    }

    /// Returns the numbers of the corners after and before an edge, clockwise.
    fn corners_beside(&self, site: Site, edge: usize) -> (usize, usize) {
        let first = site as usize * self.edges;
        (first + edge, first + (edge + self.edges - 1) % self.edges)
    }

    /// Returns both edges of a cone that an edge belongs to.
    fn cone(&self, site: Site, edge: usize) -> Option<[usize; 2]> {
        let place = |heading: &u8| self.board.edges.iter().position(|edge| edge == heading);
        let own = self.board.cones.iter().filter(|(cone, _)| *cone == site);
        let mut pairs = own.filter_map(|(_, [one, other])| Some([place(one)?, place(other)?]));
        pairs.find(|pair| pair.contains(&edge))
    }

    fn cross(&mut self, site: Site, edge: usize) {
        let (after, before) = self.corners_beside(site, edge);
        let Some(step) = self.board.step(site, self.board.edges[edge]) else {
            if self.board.folded.contains(&(site, self.board.edges[edge])) {
                self.corners.unite(after, before);
            } else if let Some(cone) = self.cone(site, edge) {
                self.joins += 1;
                let (first, second) =
                    (self.corners_beside(site, cone[0]), self.corners_beside(site, cone[1]));
                self.corners.unite(first.1, second.0);
            } else {
                (self.border[after], self.border[before]) = (true, true);
                self.ends += 1;
            }
            return;
        };
        debug_assert_ne!(step.heading, NOWHERE, "across an edge one goes on");
        self.joins += 1;
        let ahead = self.board.edges.iter().position(|heading| *heading == step.heading);
        let ahead = ahead.expect("across an edge one heads for an edge");
        let entered = (ahead + self.edges / 2) % self.edges;
        let (there_after, there_before) = self.corners_beside(step.site, entered);
        let (one, other) =
            if step.flip { (there_after, there_before) } else { (there_before, there_after) };
        self.corners.unite(after, one);
        self.corners.unite(before, other);
        let (here, there) = (site as usize * 2, step.site as usize * 2);
        self.sides.unite(here, there + usize::from(step.flip));
        self.sides.unite(here + 1, there + usize::from(!step.flip));
    }

    fn surface(mut self) -> Surface {
        let sites = self.board.sites();
        let mut meeting = vec![0u32; self.corners.0.len()];
        let mut border = vec![false; meeting.len()];
        for corner in 0..meeting.len() {
            let root = self.corners.root(corner);
            meeting[root] += 1;
            border[root] |= self.border[corner];
        }
        // The two corners at a folded edge are one.
        for (site, heading) in &self.board.folded {
            let edge = self.board.edges.iter().position(|edge| edge == heading);
            let root = self.corners.root(self.corners_beside(*site, edge.unwrap_or(0)).0);
            meeting[root] -= 1;
        }
        let (mut corners, mut edges, mut threes) = (0, self.joins / 2 + self.ends, true);
        for (count, border) in meeting.iter().zip(&border) {
            match (count, border) {
                (0, _) => {}
                (2, false) => edges -= 1,
                _ => {
                    corners += 1;
                    threes &= *border || *count == 3;
                }
            }
        }
        let one_sided = |site: Site| {
            let at = site as usize * 2;
            self.sides.root(at) == self.sides.root(at + 1)
        };
        let orientable = !(0..sites).any(one_sided);
        Surface { cells: sites, edges, corners, closed: self.ends == 0, orientable, threes }
    }
}

/// Disjoint sets with union and find.
struct UnionFind(Vec<u32>);

impl UnionFind {
    fn new(size: usize) -> Self {
        UnionFind((0..size as u32).collect())
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at
    }

    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other) as u32;
    }
}
