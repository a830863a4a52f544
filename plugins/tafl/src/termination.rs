//! How games end, other than by the king's capture or escape.

use crate::board_tables::{BoardTables, NO_SQUARE, Square, SquareSet};
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode};
use crate::position::Position;
use crate::ruleset::{Encirclement, Rules};

/// Fills from a square over all that no attacker holds, until one is in `goal`; `seen`
/// collects the squares that were reached. Neighbours nearest the edge come first, so
/// that a way out is found soon.
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

/// Tells whether the king can reach where he wins over squares that no attacker holds.
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

/// Tells whether the king stands in an exit fort; the caller checks that he can move.
///
/// All that borders on the empty squares around him has to be defenders who are safe for
/// good: beginning with all defenders as solid, those that could be captured between two
/// threats, or in a row along the edge, are removed until none is left to remove. A threat
/// is an attacker, a removed defender, or an empty square outside that attackers may stop
/// on or that is hostile.
pub fn is_exit_fort(tables: &BoardTables, rules: &Rules, position: &Position) -> bool {
    if !tables.edge.has(u32::from(position.king)) {
        return false;
    }
    let Some((inside, mut walls)) = fort_around_king(tables, position) else { return false };
    walls.remove(u32::from(position.king));
    let mut fort = ExitFort { tables, rules, position, inside, solid: *position.of(DEFENDERS) };
    fort.solid.remove(u32::from(position.king));
    while fort.remove_capturable() {}
    walls.without(&fort.solid).is_empty()
}

/// Returns the king's square with the empty ones around it, and the defenders that border
/// on them; `None` if an attacker does.
fn fort_around_king(tables: &BoardTables, position: &Position) -> Option<(SquareSet, SquareSet)> {
    let mut inside = SquareSet::of(u32::from(position.king));
    let mut walls = SquareSet::EMPTY;
    let mut stack = vec![position.king];
    while let Some(square) = stack.pop() {
        for near in tables.adjacent.get(usize::from(square)) {
            let piece = position.piece_at(*near);
            if piece.is_empty() {
                if !inside.has(u32::from(*near)) {
                    inside.insert(u32::from(*near));
                    stack.push(*near);
                }
            } else if piece.belongs_to(ATTACKERS) {
                return None;
            } else if piece.belongs_to(DEFENDERS) {
                walls.insert(u32::from(*near));
            }
        }
    }
    Some((inside, walls))
}

struct ExitFort<'a> {
    tables: &'a BoardTables,
    rules: &'a Rules,
    position: &'a Position,
    inside: SquareSet,
    /// Defenders who were not found to be capturable.
    solid: SquareSet,
}

impl ExitFort<'_> {
    /// Removes defenders that could be captured; returns whether there were any.
    fn remove_capturable(&mut self) -> bool {
        let before = self.solid;
        for square in before.iter() {
            let piece = self.position.piece_at(square as Square);
            let mut axes = self.tables.axes.get(square as usize).iter();
            let is_caught =
                axes.any(|(a, b)| self.is_threat(*a, piece) && self.is_threat(*b, piece));
            if is_caught || self.is_in_shieldwall(square as Square) {
                self.solid.remove(square);
            }
        }
        self.solid != before
    }

    /// Tells whether a square could help to capture a piece beside it.
    fn is_threat(&self, square: Square, piece: PieceCode) -> bool {
        if square == NO_SQUARE {
            return self.rules.hostile.edge.contains(piece);
        }
        let at = usize::from(square);
        let is_free = self.position.is_free(at) && !self.inside.has(u32::from(square));
        self.attacker_can_stand(square) || is_free && self.tables.hostile[at].contains(piece)
    }

    fn attacker_can_stand(&self, square: Square) -> bool {
        let number = u32::from(square);
        if self.inside.has(number) || self.solid.has(number) {
            return false;
        }
        let piece = self.position.piece_at(square);
        let can_stop = || self.tables.attacker_stops.has(number);
        piece != PieceCode::BLOCKED && (!piece.is_empty() || can_stop())
    }

    /// Tells whether attackers could capture a defender in a row along the edge.
    fn is_in_shieldwall(&self, square: Square) -> bool {
        let Some(rule) = self.rules.shieldwall else { return false };
        let table = &self.tables.shieldwalls;
        let is_captured = |position: &u16| {
            let is_solid = |square| self.solid.has(u32::from(square));
            let fronted = |front| self.attacker_can_stand(front);
            let Some(wall) = table.wall(*position, is_solid, fronted) else { return false };
            let is_closed = |end: &Square| {
                let is_corner = self.tables.corners.has(u32::from(*end));
                let stands_in = rule.corners && is_corner;
                self.attacker_can_stand(*end)
                    || stands_in && self.position.is_free(usize::from(*end))
            };
            wall.len >= usize::from(rule.min.max(2)) && wall.ends.iter().all(is_closed)
        };
        table.positions.get(usize::from(square)).iter().any(is_captured)
    }
}
