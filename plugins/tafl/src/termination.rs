//! The ends of games, other than by the king's capture or escape.

use crate::board_tables::{BoardTables, Square, SquareSet};
use crate::piece::DEFENDERS;
use crate::position::Position;
use crate::ruleset::{Encirclement, Rules};

/// Fills from a square over all squares without attackers, until one is in `goal`; `seen`
/// collects the reached squares. Neighbours nearest the edge come first, so that a way out is
/// found soon.
fn flood(
    tables: &BoardTables,
    position: &Position,
    from: Square,
    seen: &mut SquareSet,
    goal: &SquareSet,
) -> bool {
    let mut stack = vec![from];
    seen.insert(u32::from(from));
    while let Some(square) = stack.pop() {
        if goal.has(u32::from(square)) {
            return true;
        }
        for near in tables.adjacent.get(usize::from(square)) {
            let piece = position.piece_at(*near);
            let is_open = piece.is_empty() || piece.belongs_to(DEFENDERS);
            if is_open && !seen.has(u32::from(*near)) {
                seen.insert(u32::from(*near));
                stack.push(*near);
            }
        }
    }
    false
}

/// Tells whether the defenders are encircled; `last` is the target of the last move.
pub fn is_encircled(
    tables: &BoardTables,
    rules: &Rules,
    position: &Position,
    last: Square,
) -> bool {
    let defenders = position.of(DEFENDERS);
    let mut seen = SquareSet::EMPTY;
    let mut reaches_edge = |from| flood(tables, position, from, &mut seen, &tables.edge);
    match rules.encircle {
        Encirclement::None => false,
        Encirclement::Ring => !reaches_edge(position.king) && defenders.without(&seen).is_empty(),
        Encirclement::Pockets => {
            if defenders.meets(&tables.edge) {
                return false;
            }
            if position.piece_at(last).belongs_to(DEFENDERS) && reaches_edge(last) {
                return false;
            }
            for square in defenders.iter() {
                let is_known = seen.has(square);
                if !is_known && flood(tables, position, square as Square, &mut seen, &tables.edge) {
                    return false;
                }
            }
            true
        }
    }
}

/// Tells whether the king can reach a square on which he wins, over squares without attackers.
pub fn king_reaches_goal(tables: &BoardTables, position: &Position) -> bool {
    let mut seen = SquareSet::EMPTY;
    flood(tables, position, position.king, &mut seen, &tables.goal)
}

/// Returns the squares that the king could reach if his men made way.
pub fn king_region(tables: &BoardTables, position: &Position) -> SquareSet {
    let mut seen = SquareSet::EMPTY;
    flood(tables, position, position.king, &mut seen, &SquareSet::EMPTY);
    seen
}
