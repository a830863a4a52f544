//! The squares along the edge, for shieldwall captures.

use boardloom_sdk::topology::Topology;

use crate::board_tables::{self, NO_SQUARE, PackedLists, Square, SquareSet};

/// A square at the edge, on one side of the board: a corner square has two positions.
#[derive(Debug, Clone)]
pub struct EdgePosition {
    pub square: Square,
    /// The square in front, away from the edge, or [`NO_SQUARE`].
    front: Square,
    /// The next positions clockwise and the other way, each with the way that leads on
    /// from there: beyond a flipped edge clockwise is the other way.
    next: [Option<(u16, usize)>; 2],
}

/// Neighbouring squares along the edge that are captured together.
pub struct Wall {
    pub squares: SquareSet,
    pub len: usize,
    /// The squares beside the wall at both ends.
    pub ends: [Square; 2],
}

#[derive(Debug, Clone)]
pub struct ShieldwallTable {
    edge: Vec<EdgePosition>,
    /// By square: its positions.
    pub positions: PackedLists<u16>,
    /// By square: the positions that it is in front of.
    pub in_front_of: PackedLists<u16>,
}

/// Headings of a board of squares.
const SQUARE: u8 = 4;

/// Tells whether shieldwalls are possible: on boards of squares with an edge.
pub fn is_possible(topology: &Topology) -> bool {
    topology.headings() == SQUARE && !board_tables::edge(topology).is_empty()
}

impl ShieldwallTable {
    /// Finds the positions, if they are needed.
    pub fn new(topology: &Topology, is_needed: bool) -> ShieldwallTable {
        let squares = if is_needed && is_possible(topology) { topology.sites() } else { 0 };
        // The squares at the edge, each with a heading off the board.
        let sides: Vec<(u32, u8)> = (0..squares)
            .flat_map(|square| (0..SQUARE).map(move |outwards| (square, outwards)))
            .filter(|(square, outwards)| topology.step(*square, *outwards).is_none())
            .collect();
        let next = |(square, outwards): (u32, u8), way: usize| {
            let turn = [1, 3][way];
            let step = topology.step(square, (outwards + turn) % SQUARE)?;
            let back = if step.flip { turn } else { SQUARE - turn };
            let side = (step.site, (step.heading + back) % SQUARE);
            let position = sides.binary_search(&side).ok()?;
            Some((position as u16, if step.flip { 1 - way } else { way }))
        };
        let position = |side: &(u32, u8)| {
            let front = topology.step(side.0, (side.1 + 2) % SQUARE);
            EdgePosition {
                square: side.0 as Square,
                front: front.map_or(NO_SQUARE, |front| front.site as Square),
                next: [next(*side, 0), next(*side, 1)],
            }
        };
        let edge: Vec<EdgePosition> = sides.iter().map(position).collect();
        let positions_of = |square_of: fn(&EdgePosition) -> Square| {
            PackedLists::new(topology.sites(), |square| {
                let positions = (0..).zip(&edge);
                let here = positions.filter(|(_, at)| u32::from(square_of(at)) == square);
                here.map(|(index, _)| index).collect()
            })
        };
        let positions = positions_of(|position| position.square);
        let in_front_of = positions_of(|position| position.front);
        ShieldwallTable { edge, positions, in_front_of }
    }

    pub fn beside(&self, position: u16) -> impl Iterator<Item = u16> {
        self.edge[usize::from(position)].next.iter().flatten().map(|(next, _)| *next)
    }

    /// Returns the wall around a position: the squares that are `member`s without a gap.
    /// `None` if the square in front of one of them is not `fronted`, or an end of the
    /// board's edge is reached.
    #[inline(always)]
    pub fn wall(
        &self,
        position: u16,
        member: impl Fn(Square) -> bool,
        fronted: impl Fn(Square) -> bool,
    ) -> Option<Wall> {
        let start = &self.edge[usize::from(position)];
        let is_fronted = |at: &EdgePosition| at.front != NO_SQUARE && fronted(at.front);
        if !member(start.square) || !is_fronted(start) {
            return None;
        }
        let squares = SquareSet::of(u32::from(start.square));
        let mut wall = Wall { squares, len: 1, ends: [NO_SQUARE; 2] };
        for (end, mut way) in [0, 1].into_iter().enumerate() {
            let mut at = start;
            loop {
                let (next, on) = at.next[way]?;
                (at, way) = (&self.edge[usize::from(next)], on);
                if !member(at.square) {
                    wall.ends[end] = at.square;
                    break;
                }
                // A closed row of members alone has no end.
                if !is_fronted(at) || wall.len > self.edge.len() {
                    return None;
                }
                wall.len += 1;
                wall.squares.insert(u32::from(at.square));
            }
        }
        Some(wall)
    }
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::{Adjacency, Board};

    use super::*;

    /// Returns the number of positions of each row, and whether the row is closed.
    fn rows(glue: &str) -> Vec<(usize, bool)> {
        let board = format!(r#"{{"topology": "tafl", "size": 7, "glue": "{glue}"}}"#);
        let board: Board = serde_json::from_str(&board).expect("a board");
        let topology = board.topology(Adjacency::Orthogonal).expect("a good board");
        let table = ShieldwallTable::new(&topology, true);
        for position in &table.edge {
            let mut near = topology.adjacent(u32::from(position.square)).iter();
            assert!(near.any(|link| link.step.site == u32::from(position.front)), "{glue}");
        }
        let (mut rows, mut seen) = (Vec::new(), vec![false; table.edge.len()]);
        for start in 0..seen.len() {
            let (mut len, mut ends, mut frontier) = (0, 0, vec![start]);
            while let Some(at) = frontier.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    len += 1;
                    let next = table.edge[at].next.iter();
                    ends += next.clone().filter(|next| next.is_none()).count();
                    frontier.extend(next.flatten().map(|(next, _)| usize::from(*next)));
                }
            }
            if len > 0 {
                rows.push((len, ends == 0));
            }
        }
        rows
    }

    #[test]
    fn every_side_is_a_row() {
        assert_eq!(rows("none"), [(7, false); 4]);
        assert_eq!(rows("cylinder"), [(7, true); 2]);
        assert_eq!(rows("mobius"), [(14, true)]);
        assert_eq!(rows("torus"), []);
    }
}
