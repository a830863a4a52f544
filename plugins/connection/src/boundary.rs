//! The boundary between the colours on a full board of Hex, which tells who won, and when.
//!
//! On a board on which three cells meet at every corner, framed by four sides of two
//! colours in turn, the boundary that begins between two sides runs between the colours
//! until it meets a third side: the stones along it join that side to the one of its
//! colour (Gale 1979). Followed once, it names the winner. Followed again from the
//! youngest of the winner's stones along it, as if that stone were the other's, it tells
//! whether the winner could do without it: and so on, until a stone is found that could
//! not be done without, which ended the game.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::graph::{AdjacencyGraph, Edge, Node};
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
    /// Follows the boundary on a full board. Returns the colour that won, and the ply, from
    /// 1 on, of the stone with which it did.
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

    /// Makes the table; `None` if the board is no rhombus of hexagons whose four sides are
    /// joined by two colours in turn.
    pub fn new(objectives: &Objectives, topology: &Topology, seats: u8) -> Option<BoundaryTable> {
        if seats != 2 || !objectives.has_only_sides() || !topology.blocked().is_empty() {
            return None;
        }
        let rings = rings(&objectives.graph, topology.rows())?;
        let nodes = rings.len() as u16 - 4;
        let colors = side_colors(objectives, &rings)?;
        let (mut starts, mut count) = (Vec::new(), 0);
        for ring in &rings {
            starts.push(count);
            count += ring.len();
        }
        if count > usize::from(NONE) {
            return None;
        }
        let edge_between = |one: u16, other: u16| {
            let nth = rings[usize::from(one)].iter().position(|node| *node == other);
            (starts[usize::from(one)] + nth.expect("rings hold neighbours both ways")) as u16
        };
        let mut edges = Vec::new();
        for (one, ring) in (0..).zip(&rings) {
            for (nth, other) in ring.iter().enumerate() {
                let ahead = ring[(nth + 1) % ring.len()];
                // The boundary ends at a side before it gets outside.
                let is_outside = one >= nodes && nth + 1 == ring.len();
                let next = if is_outside {
                    [NONE; 2]
                } else {
                    [edge_between(ahead, *other), edge_between(one, ahead)]
                };
                edges.push(BoundaryEdge { ahead, next });
            }
        }
        // From the first side of the first colour and the next one clockwise.
        let [here, next, far, last] = [0, 1, 2, 3].map(|more| nodes + (colors[0] + more) % 4);
        let start = edge_between(here, next);
        Some(BoundaryTable { edges, start, nodes, ends: [far, last], colors })
    }
}

/// Returns the colours of the four sides; `None` unless the goals are these sides, of two
/// colours in turn.
fn side_colors(objectives: &Objectives, rings: &[Vec<u16>]) -> Option<[u16; 4]> {
    let nodes = rings.len() - 4;
    let regions = |node: &u16| objectives.regions(Node::from(*node));
    let sides = [0, 1, 2, 3].map(|side| {
        let cells = rings[nodes + side].iter().filter(|node| usize::from(**node) < nodes);
        cells.fold(u32::MAX, |shared, cell| shared & regions(cell))
    });
    for (cell, ring) in (0..).zip(&rings[..nodes]) {
        let beside = ring.iter().filter_map(|node| usize::from(*node).checked_sub(nodes));
        if regions(&cell) != beside.fold(0, |all, side| all | sides[side]) {
            return None;
        }
    }
    let [one, other] = [0, 1].map(|color| objectives.layers[0].sides(color));
    let are_different = sides.iter().all(|side| side.count_ones() == 1)
        && (one | other).count_ones() == 4
        && sides.iter().fold(0, |all, side| all | side) == one | other;
    let colors = sides.map(|side| u16::from(other & side != 0));
    (are_different && [[0, 1, 0, 1], [1, 0, 1, 0]].contains(&colors)).then_some(colors)
}

/// Returns the nodes and sides around each node, clockwise, then the nodes along each side;
/// `None` unless the rows are a rhombus of hexagons.
fn rings(graph: &AdjacencyGraph, rows: &[Vec<Site>]) -> Option<Vec<Vec<u16>>> {
    let nodes = u16::try_from(graph.nodes()).ok().filter(|nodes| *nodes < NONE - 4)?;
    let (height, width) = (rows.len(), rows.first()?.len());
    if rows.iter().any(|row| row.len() != width) || height * width != usize::from(nodes) {
        return None;
    }
    let [top, right, bottom, left] = [0, 1, 2, 3].map(|side| nodes + side);
    // The rows in a frame of sides.
    let mut framed = vec![vec![top; width + 2]];
    for row in rows {
        let cells = row.iter().map(|cell| *cell as u16);
        framed.push([left].into_iter().chain(cells).chain([right]).collect());
    }
    framed.push(vec![bottom; width + 2]);
    let mut rings = vec![Vec::new(); usize::from(nodes) + 4];
    for (down, across) in (0..height).flat_map(|down| (0..width).map(move |at| (down, at))) {
        let cell = framed[down + 1][across + 1];
        let around = [(1, 2), (2, 1), (2, 0), (1, 0), (0, 1), (0, 2)];
        let mut ring: Vec<u16> =
            around.iter().map(|(below, right)| framed[down + below][across + right]).collect();
        ring.dedup();
        if ring.first() == ring.last() {
            ring.pop();
        }
        let edges = graph.edges(Node::from(cell));
        let inner = || ring.iter().filter(|node| **node < nodes);
        let is_edge = |node: &u16| edges.contains(&Edge::new(Node::from(*node), 0));
        if inner().count() != edges.len() || !inner().all(is_edge) {
            return None;
        }
        rings[usize::from(cell)] = ring;
    }
    let column = |at: usize| framed[1..=height].iter().map(move |row| row[at]);
    let along: [Vec<u16>; 4] = [
        framed[1][1..=width].iter().rev().copied().collect(),
        column(width).rev().collect(),
        framed[height][1..=width].to_vec(),
        column(1).collect(),
    ];
    for (side, cells) in (0..).zip(along) {
        let [before, after] = [3, 1].map(|more| nodes + (side + more) % 4);
        rings[usize::from(nodes + side)] = [vec![after], cells, vec![before]].concat();
    }
    Some(rings)
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
