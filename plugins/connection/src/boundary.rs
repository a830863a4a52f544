//! The boundary between the colours on a full board of Hex: it tells who won, and when.
//!
//! On a board on which three cells meet at every corner, framed by four sides of two colours in
//! turn, the boundary that begins between two sides runs between the colours until it meets a third
//! side: the stones along it join that side to the one of its colour (Gale 1979). Followed once, it
//! names the winner. Followed again from the youngest of the winner's stones along it, as if that
//! stone were the other's, it tells whether the winner could do without it: and so on, until a
//! stone is found that could not be done without, which ended the game.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::graph::{AdjacencyGraph, Node};
use crate::groups::Groups;
use crate::objectives::Objectives;

/// No edge, no node and no ply.
const NONE: u16 = u16::MAX;

/// An edge of the boundary, between two nodes, of the first colour and the second.
#[derive(Debug, Clone, Copy)]
struct BoundaryEdge {
    /// The node at the corner ahead.
    ahead: u16,
    /// The next edge, by the colour of that node.
    next: [u16; 2],
}

/// A board with its four sides, as the boundary can run on it.
#[derive(Debug, Clone)]
pub struct BoundaryTable {
    edges: Vec<BoundaryEdge>,
    /// The edge between two sides where the boundary begins.
    start: u16,
    /// The nodes of the board; the four sides have the numbers after these.
    nodes: u16,
    /// The side that the boundary can end at, by the colour that wins there.
    ends: [u16; 2],
    /// The colours of the sides.
    colors: [u16; 4],
}

/// A board that a playout fills; reused by the next one.
#[derive(Debug, Default)]
pub struct FilledBoard {
    /// The stone on each node and side: its ply from 1 on, and its colour in the lowest
    /// bit. Ply 0 was there before.
    stones: Vec<u16>,
    /// The sites in the order in which they were filled.
    pub order: Vec<Site>,
    /// By colour, the stones along the boundary that are younger than all before them: the
    /// edge before each, and its ply.
    youngest: [Vec<(u16, u16)>; 2],
}

impl Clone for FilledBoard {
    // Its contents belong to one playout.
    fn clone(&self) -> Self {
        FilledBoard::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl FilledBoard {
    /// Begins with the stones on the board.
    pub fn begin(&mut self, table: &BoundaryTable, groups: &Groups) {
        let nodes = 0..Node::from(table.nodes);
        self.stones.clear();
        self.stones.extend(nodes.map(|node| u16::from(groups.color(node))));
        self.stones.extend(table.colors);
        self.order.clear();
    }

    pub fn color(&self, site: Site) -> u8 {
        (self.stones[site as usize] & 1) as u8
    }

    #[inline(always)]
    pub fn place(&mut self, site: Site, color: u8) {
        self.order.push(site);
        self.stones[site as usize] = (self.order.len() as u16) << 1 | u16::from(color);
    }
}

impl BoundaryTable {
    /// Follows the boundary on a full board. Returns the colour that won, and the ply, from 1 on,
    /// of the winning stone.
    pub fn winner(&self, filled: &mut FilledBoard) -> (u8, u16) {
        let FilledBoard { stones, youngest, .. } = filled;
        youngest.iter_mut().for_each(Vec::clear);
        let mut newest = [0; 2];
        // Stones of the winner from this ply on count as the other's.
        let (mut until, mut winner) = (NONE, 0);
        let mut edge = self.start;
        loop {
            let BoundaryEdge { ahead, next } = self.edges[usize::from(edge)];
            let stone = stones[usize::from(ahead)];
            let (ply, own) = (stone >> 1, usize::from(stone & 1));
            let color = if ply < until { own } else { winner ^ 1 };
            if ply > newest[color] && own == color {
                newest[color] = ply;
                youngest[color].push((edge, ply));
            }
            edge = next[color];
            if ahead < self.nodes || self.ends[color] != ahead {
                continue;
            }
            if until != NONE && color != winner {
                return (winner as u8, until);
            }
            winner = color;
            // Without a stone of the playout, the game was won before.
            let Some((from, ply)) = youngest[color].pop() else { return (winner as u8, 0) };
            newest[color] = youngest[color].last().map_or(0, |(_, ply)| *ply);
            until = ply;
            edge = self.edges[usize::from(from)].next[color ^ 1];
        }
    }

    /// Makes the table; `None` if the board is not one of Hex.
    pub fn new(objectives: &Objectives, topology: &Topology, seats: u8) -> Option<BoundaryTable> {
        let sides = [0, 1].map(|color| objectives.layers[0].sides(color));
        let are_pairs = sides.iter().all(|sides| sides.count_ones() == 2);
        let is_plain = seats == 2 && topology.blocked().is_empty() && objectives.has_only_sides();
        if !is_plain || !are_pairs || sides[0] & sides[1] != 0 {
            return None;
        }
        let graph = &objectives.graph;
        let border = Border::new(objectives)?;
        let rings = border.rings(graph, objectives)?;
        let nodes = u16::try_from(graph.nodes()).ok()?;
        let color = |side: u32| u16::from(sides[1] & side != 0);
        let colors = border.sides.map(color);
        if colors[0] == colors[1] || colors[0] != colors[2] || colors[1] != colors[3] {
            return None;
        }
        // From the first side of the first colour and the next one clockwise.
        let first = colors.iter().position(|color| *color == 0)? as u16;
        let [here, next, far, last] = [0, 1, 2, 3].map(|more| nodes + (first + more) % 4);
        let edges = boundary_edges(&rings)?;
        let start = edge_between(&rings, here, next)?;
        Some(BoundaryTable { edges, start, nodes, ends: [far, last], colors })
    }
}

/// The cells along the border of a board, in the direction in which edges are listed, from
/// where two sides meet.
struct Border {
    cells: Vec<Node>,
    /// The neighbours of each, from one cell of the border to the other.
    neighbours: Vec<Vec<u16>>,
    /// The four sides in this order, one bit each.
    sides: [u32; 4],
}

impl Border {
    fn new(objectives: &Objectives) -> Option<Border> {
        let graph = &objectives.graph;
        let (mut corners, mut edges) = (0, 0);
        let mut start = None;
        let mut len = 0;
        for node in 0..graph.nodes() {
            let degree = graph.edges(node).len();
            let consecutive = graph.consecutive(node).count_ones() as usize;
            let is_inner = objectives.regions(node) == 0;
            if degree > 6 || graph.edges(node).iter().any(|edge| edge.class() != 0) {
                return None;
            }
            match (is_inner, consecutive == degree) {
                (true, true) if degree > 2 => {}
                (false, false) if consecutive + 1 == degree => start = start.or(Some(node)),
                // At a sharp corner each of two edges is consecutive to the other.
                (false, true) if degree == 2 => corners -= 1,
                _ => return None,
            }
            len += usize::from(!is_inner);
            corners += consecutive as i32;
            edges += degree as i32;
        }
        // A disc on which three cells meet at each corner, by Euler's formula.
        if graph.nodes() as i32 * 6 - edges * 3 + corners * 2 != 6 {
            return None;
        }
        let (cells, neighbours) = Border::follow(graph, start?, len)?;
        Border { cells, neighbours, sides: [0; 4] }.with_sides(objectives)
    }

    /// Follows the border from a cell, and returns its cells with their neighbours.
    fn follow(
        graph: &AdjacencyGraph,
        start: Node,
        len: usize,
    ) -> Option<(Vec<Node>, Vec<Vec<u16>>)> {
        let (mut cells, mut neighbours) = (Vec::new(), Vec::<Vec<u16>>::new());
        let (mut here, mut from) = (start, None);
        loop {
            let edges = graph.edges(here);
            let gap = match from {
                Some(from) if edges.len() == 2 => {
                    1 + edges.iter().position(|edge| edge.node() == from)?
                }
                _ => (!graph.consecutive(here)).trailing_zeros() as usize,
            };
            let mut turned: Vec<u16> = edges.iter().map(|edge| edge.node() as u16).collect();
            turned.rotate_left(gap % edges.len());
            if from.is_some_and(|from| turned.last() != Some(&(from as u16))) {
                return None;
            }
            let next = Node::from(turned[0]);
            cells.push(here);
            neighbours.push(turned);
            (from, here) = (Some(here), next);
            if here == start {
                let last = cells.last().map(|last| *last as u16);
                let is_closed = neighbours[0].last() == last.as_ref();
                return (is_closed && cells.len() == len).then_some((cells, neighbours));
            }
            if cells.len() == len {
                return None;
            }
        }
    }

    /// Starts at a cell of two sides, and finds the sides; `None` unless they are four that
    /// meet in one cell each.
    fn with_sides(mut self, objectives: &Objectives) -> Option<Border> {
        let regions = |cell: &Node| objectives.regions(*cell);
        let is_corner = |cell: &Node| regions(cell).count_ones() == 2;
        let first = self.cells.iter().position(is_corner)?;
        self.cells.rotate_left(first);
        self.neighbours.rotate_left(first);
        let corners = self.cells.iter().enumerate().filter(|(_, cell)| is_corner(cell));
        let corners: [usize; 4] = corners.map(|(at, _)| at).collect::<Vec<_>>().try_into().ok()?;
        for (nth, from) in corners.iter().enumerate() {
            let to = corners.get(nth + 1).copied().unwrap_or(self.cells.len());
            let end = &self.cells[to % self.cells.len()];
            let side = regions(&self.cells[*from]) & regions(end);
            let along = &self.cells[from + 1..to];
            if side.count_ones() != 1 || along.iter().any(|cell| regions(cell) != side) {
                return None;
            }
            self.sides[nth] = side;
        }
        let all = self.sides.iter().fold(0, |all, side| all | side);
        (all.count_ones() == 4).then_some(self)
    }

    /// Returns the ring of nodes and sides around each node, and along each side.
    fn rings(&self, graph: &AdjacencyGraph, objectives: &Objectives) -> Option<Vec<Vec<u16>>> {
        let nodes = u16::try_from(graph.nodes()).ok()?;
        let around = |node| graph.edges(node).iter().map(|edge| edge.node() as u16).collect();
        let mut rings: Vec<Vec<u16>> = (0..graph.nodes()).map(around).collect();
        rings.resize(rings.len() + 4, Vec::new());
        let mut side = 3;
        for (cell, neighbours) in self.cells.iter().zip(&self.neighbours) {
            let mut ring = neighbours.clone();
            ring.push(nodes + side);
            rings[usize::from(nodes + side)].push(*cell as u16);
            if objectives.regions(*cell).count_ones() == 2 {
                side = (side + 1) % 4;
                ring.push(nodes + side);
                rings[usize::from(nodes + side)].push(*cell as u16);
            }
            rings[*cell as usize] = ring;
        }
        // The last side begins at the first cell.
        rings[usize::from(nodes + 3)].rotate_left(1);
        for side in 0..4 {
            let ring = &mut rings[usize::from(nodes + side)];
            ring.push(nodes + (side + 1) % 4);
            ring.reverse();
            ring.push(nodes + (side + 3) % 4);
        }
        Some(rings)
    }
}

/// Returns the number of the edge between two nodes.
fn edge_between(rings: &[Vec<u16>], one: u16, other: u16) -> Option<u16> {
    let nth = rings[usize::from(one)].iter().position(|node| *node == other)?;
    let before: usize = rings[..usize::from(one)].iter().map(Vec::len).sum();
    u16::try_from(before + nth).ok().filter(|edge| *edge != NONE)
}

/// Returns all edges; `None` if the nodes at a corner do not have each other in the same order.
fn boundary_edges(rings: &[Vec<u16>]) -> Option<Vec<BoundaryEdge>> {
    let mut edges = Vec::new();
    for (one, ring) in (0..).zip(rings) {
        for (nth, other) in ring.iter().enumerate() {
            let ahead = ring[(nth + 1) % ring.len()];
            let is_side = usize::from(one) + 4 >= rings.len();
            if is_side && nth + 1 == ring.len() {
                // Outside: the boundary ends at a side before.
                edges.push(BoundaryEdge { ahead, next: [NONE; 2] });
                continue;
            }
            let beyond = &rings[usize::from(ahead)];
            let at = beyond.iter().position(|node| node == other)?;
            if beyond[(at + beyond.len() - 1) % beyond.len()] != one {
                return None;
            }
            let next = [edge_between(rings, ahead, *other)?, edge_between(rings, one, ahead)?];
            edges.push(BoundaryEdge { ahead, next });
        }
    }
    Some(edges)
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::{Adjacency, Board};

    use super::*;
    use crate::ruleset::Rules;

    /// Tells whether a board of hexagons with these sides is one of Hex.
    fn is_hex_board(board: &str, sides: &str, seats: u8) -> bool {
        let board = format!(r#"{{"topology": "hex", {board}}}"#);
        let board: Board = serde_json::from_str(&board).expect("a board");
        let board = board.topology(Adjacency::Orthogonal).expect("a good board");
        let objectives = Objectives::new(&Rules::joining(sides), &board);
        BoundaryTable::new(&objectives, &board, seats).is_some()
    }

    #[test]
    fn only_boards_of_hex_have_a_boundary() {
        let sides = "top bottom|left right";
        for side in [2, 3, 4, 11, 19] {
            assert!(
                is_hex_board(&format!(r#""shape": {{"rhombus": {side}}}"#), sides, 2),
                "{side}"
            );
        }
        let shape = r#""shape": {"rhombus": 5}"#;
        assert!(is_hex_board(shape, "left right|bottom top", 2));
        assert!(!is_hex_board(shape, "top left|bottom right", 2), "sides of one colour meet");
        assert!(!is_hex_board(shape, "top bottom|left top", 2), "a side of both");
        assert!(!is_hex_board(shape, "top bottom|left right", 3), "three players");
        let glued = format!(r#"{shape}, "glue": "cylinder""#);
        assert!(!is_hex_board(&glued, "top bottom|top bottom", 2));
        assert!(!is_hex_board(&format!(r#"{shape}, "blocked": ["c3"]"#), sides, 2), "a hole");
        assert!(
            !is_hex_board(&format!(r#"{shape}, "blocked": ["a1"]"#), sides, 2),
            "a bitten border"
        );
    }
}
