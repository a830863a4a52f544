//! Rows of squares along the edge, for shieldwall captures.

use boardloom_sdk::topology::Topology;

use crate::board_tables::{self, NO_SQUARE, PackedLists, Square, SquareSet};

/// A position in a row: the row, and the index in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPosition {
    pub row: u16,
    pub at: u16,
}

/// A row of squares along one side of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeRow {
    pub squares: Vec<Square>,
    /// The square in front of each, away from the edge.
    pub fronts: Vec<Square>,
    /// Whether the last square is adjacent to the first.
    pub is_closed: bool,
}

impl EdgeRow {
    /// Returns the next index in a direction, or `None` at an end.
    pub fn next(&self, at: usize, forward: bool) -> Option<usize> {
        let len = self.squares.len();
        match (forward, at) {
            (true, at) if at + 1 < len => Some(at + 1),
            (false, at) if at > 0 => Some(at - 1),
            (true, _) => self.is_closed.then_some(0),
            (false, _) => self.is_closed.then_some(len - 1),
        }
    }
}

/// Neighbouring squares of a row that are captured together.
pub struct Wall {
    pub squares: SquareSet,
    pub len: usize,
    /// The squares beside the wall at both ends.
    pub ends: [Square; 2],
}

#[derive(Debug, Clone)]
pub struct ShieldwallTable {
    pub rows: Vec<EdgeRow>,
    /// By square: where it stands in rows, twice at a corner.
    pub positions: PackedLists<RowPosition>,
    /// By square: the positions that it is in front of.
    pub in_front_of: PackedLists<RowPosition>,
}

/// Headings of a board of squares.
const SQUARE: u8 = 4;

/// Tells whether shieldwalls are possible: on boards of squares with an edge.
pub fn is_possible(topology: &Topology) -> bool {
    topology.headings() == SQUARE && !board_tables::edge(topology).is_empty()
}

impl ShieldwallTable {
    /// Finds the rows, if they are needed.
    pub fn new(topology: &Topology, is_needed: bool) -> ShieldwallTable {
        let mut rows: Vec<EdgeRow> = Vec::new();
        if is_needed && is_possible(topology) {
            let mut known = vec![0u8; topology.sites() as usize];
            for square in 0..topology.sites() {
                for outwards in 0..SQUARE {
                    let is_known = known[square as usize] >> outwards & 1 != 0;
                    if is_edge(topology, square, outwards) && !is_known {
                        rows.push(row(topology, square, outwards, &mut known));
                    }
                }
            }
        }
        let positions_of = |squares: fn(&EdgeRow) -> &[Square]| {
            let mut positions = vec![Vec::new(); topology.sites() as usize];
            for (row, index) in rows.iter().zip(0..) {
                for (square, at) in squares(row).iter().zip(0..) {
                    if let Some(list) = positions.get_mut(usize::from(*square)) {
                        list.push(RowPosition { row: index, at });
                    }
                }
            }
            PackedLists::new(topology.sites(), |square| positions[square as usize].clone())
        };
        let positions = positions_of(|row| &row.squares);
        let in_front_of = positions_of(|row| &row.fronts);
        ShieldwallTable { positions, in_front_of, rows }
    }

    /// Returns the wall around a position: the squares that are `member`s without a gap.
    /// `None` if the square in front of one of them is not `fronted`, or an end of the
    /// board's edge is reached.
    #[inline(always)]
    pub fn wall(
        &self,
        position: RowPosition,
        member: impl Fn(Square) -> bool,
        fronted: impl Fn(Square) -> bool,
    ) -> Option<Wall> {
        let row = &self.rows[usize::from(position.row)];
        let start = usize::from(position.at);
        if !member(row.squares[start]) {
            return None;
        }
        let mut wall = Wall { squares: SquareSet::EMPTY, len: 0, ends: [NO_SQUARE; 2] };
        for (end, forward) in [true, false].into_iter().enumerate() {
            let mut at = if forward { Some(start) } else { row.next(start, forward) };
            wall.ends[end] = loop {
                let index = at?;
                let square = row.squares[index];
                if !member(square) {
                    break square;
                }
                let front = row.fronts[index];
                // A closed row of members alone has no end.
                if front == NO_SQUARE || !fronted(front) || wall.len > row.squares.len() {
                    return None;
                }
                wall.len += 1;
                wall.squares.insert(u32::from(square));
                at = row.next(index, forward);
            };
        }
        Some(wall)
    }
}

fn is_edge(topology: &Topology, square: u32, outwards: u8) -> bool {
    topology.step(square, outwards).is_none()
}

/// Returns the next square along the edge, `turn` quarter turns from outwards, and which
/// heading is outwards there.
fn next(topology: &Topology, square: u32, outwards: u8, turn: u8) -> Option<(u32, u8)> {
    let step = topology.step(square, (outwards + turn) % SQUARE)?;
    let back = if step.flip { turn } else { SQUARE - turn };
    let outwards = (step.heading + back) % SQUARE;
    is_edge(topology, step.site, outwards).then_some((step.site, outwards))
}

fn row(topology: &Topology, square: u32, outwards: u8, known: &mut [u8]) -> EdgeRow {
    // To the first square of the row, or once around.
    let (mut first, mut is_closed) = ((square, outwards), false);
    let mut turn = 3;
    while let Some(before) = next(topology, first.0, first.1, turn) {
        if before == (square, outwards) || first.0 == before.0 {
            is_closed = true;
            break;
        }
        if flips(topology, first, turn) {
            turn = SQUARE - turn;
        }
        first = before;
    }
    let mut row = EdgeRow { squares: Vec::new(), fronts: Vec::new(), is_closed };
    let (mut at, mut turn) = (Some(first), SQUARE - turn);
    while let Some((square, outwards)) = at {
        if known[square as usize] >> outwards & 1 != 0 {
            break;
        }
        known[square as usize] |= 1 << outwards;
        row.squares.push(square as Square);
        let front = topology.step(square, (outwards + 2) % SQUARE);
        row.fronts.push(front.map_or(NO_SQUARE, |front| front.site as Square));
        at = next(topology, square, outwards, turn);
        if flips(topology, (square, outwards), turn) {
            turn = SQUARE - turn;
        }
    }
    row
}

/// Tells whether the step along the edge crosses a flipped edge, beyond which clockwise
/// is the other way.
fn flips(topology: &Topology, (square, outwards): (u32, u8), turn: u8) -> bool {
    topology.step(square, (outwards + turn) % SQUARE).is_some_and(|step| step.flip)
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::{Adjacency, Board};

    use super::*;

    fn rows(glue: &str) -> Vec<(usize, bool)> {
        let board = format!(r#"{{"topology": "tafl", "size": 7, "glue": "{glue}"}}"#);
        let board: Board = serde_json::from_str(&board).expect("a board");
        let topology = board.topology(Adjacency::Orthogonal).expect("a good board");
        let table = ShieldwallTable::new(&topology, true);
        for row in &table.rows {
            for (square, front) in row.squares.iter().zip(&row.fronts) {
                let adjacent = topology.adjacent(u32::from(*square)).iter();
                let mut sites = adjacent.map(|link| link.step.site);
                assert!(sites.any(|site| site == u32::from(*front)), "{glue}");
            }
        }
        table.rows.iter().map(|row| (row.squares.len(), row.is_closed)).collect()
    }

    #[test]
    fn every_side_is_a_row() {
        assert_eq!(rows("none"), [(7, false); 4]);
        assert_eq!(rows("cylinder"), [(7, true); 2]);
        assert_eq!(rows("mobius"), [(14, true)]);
        assert_eq!(rows("torus"), []);
    }
}
