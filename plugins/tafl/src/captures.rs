//! The captures of a move.

use crate::board_tables::{BoardTables, NO_SQUARE, Square, SquareSet};
use crate::piece::{DEFENDERS, PieceCode};
use crate::position::Position;
use crate::ruleset::{CaptureMethod, Rules, Trigger};

/// A position in which a piece has moved and nothing is captured yet.
pub struct MovedPosition<'a> {
    pub tables: &'a BoardTables,
    pub rules: &'a Rules,
    pub position: &'a Position,
    /// The square on which `position` still has the piece.
    pub from: Square,
    pub to: Square,
    pub piece: PieceCode,
}

impl MovedPosition<'_> {
    #[inline(always)]
    fn piece_at(&self, square: Square) -> PieceCode {
        if square == self.to {
            self.piece
        } else if square == self.from {
            PieceCode::EMPTY
        } else {
            self.position.piece_at(square)
        }
    }

    /// Tells whether a square holds a piece of the mover's side that can capture: as the
    /// hammer if it moved, else as the anvil.
    #[inline(always)]
    fn is_armed(&self, square: Square) -> bool {
        let piece = self.piece_at(square);
        let able = if square == self.to { self.tables.hammers } else { self.tables.anvils };
        piece.belongs_to(self.piece.side()) && able.contains(piece)
    }

    /// Returns the squares of all captured pieces, the king included; `jumped` is the one
    /// that the move captures by jumping.
    pub fn captures(&self, jumped: Square) -> SquareSet {
        let mut captures = SquareSet::EMPTY;
        if jumped != NO_SQUARE {
            captures.insert(u32::from(jumped));
        }
        let enemy = 1 - self.piece.side();
        if self.tables.hammers.contains(self.piece) {
            for line in self.tables.capture_lines.get(usize::from(self.to)) {
                let victim = self.piece_at(line.victim);
                if !victim.belongs_to(enemy) {
                    continue;
                }
                let is_captured = if victim == PieceCode::KING {
                    self.captures_king(line.victim, line.anvil)
                } else {
                    self.is_hostile(line.anvil, line.victim)
                };
                if is_captured {
                    captures.insert(u32::from(line.victim));
                }
            }
            if self.rules.shieldwall.is_some() {
                captures |= self.shieldwalls();
            }
        }
        captures
    }

    /// Tells whether a square helps the mover's side to capture the piece on another.
    fn is_hostile(&self, square: Square, victim: Square) -> bool {
        let piece = self.piece_at(victim);
        if square == NO_SQUARE {
            return self.rules.hostile.edge.contains(piece);
        }
        let tables = self.tables;
        let here = self.piece_at(square);
        if here.is_empty() {
            return tables.hostile[usize::from(square)].contains(piece);
        }
        if self.is_armed(square) {
            return true;
        }
        if here != PieceCode::KING || !tables.throne.has(u32::from(square)) {
            return false;
        }
        // The king on his throne.
        self.rules.hostile.throne_occupied.contains(piece)
            || self.rules.linnaean && piece.side() == DEFENDERS && {
                let mut others = tables.adjacent.get(usize::from(square)).iter();
                others.all(|other| *other == victim || self.is_armed(*other))
            }
    }

    /// Tells whether the king is captured from beside him; `anvil` is straight behind him.
    fn captures_king(&self, king: Square, anvil: Square) -> bool {
        let tables = self.tables;
        let adjacent = || tables.adjacent.get(usize::from(king)).iter();
        let is_captured = match tables.king_capture[usize::from(king)] {
            CaptureMethod::Safe => return false,
            CaptureMethod::Pair => self.is_hostile(anvil, king),
            CaptureMethod::Men => adjacent().all(|at| self.is_armed(*at)),
            CaptureMethod::Surround => {
                let is_open = tables.edge.has(u32::from(king))
                    && !self.rules.hostile.edge.contains(PieceCode::KING);
                !is_open && adjacent().all(|at| self.is_hostile(*at, king))
            }
        };
        is_captured || self.commanders_capture_king(king, anvil)
    }

    /// Tells whether two commanders, or one and a corner, capture the king, which they
    /// can't on the throne and beside it.
    fn commanders_capture_king(&self, king: Square, anvil: Square) -> bool {
        let is_commander = |piece: PieceCode| matches!(piece.letter(), Some('c' | 'C'));
        let in_throne_area = self.tables.throne_area.has(u32::from(king));
        if !is_commander(self.piece) || anvil == NO_SQUARE || in_throne_area {
            return false;
        }
        let here = self.piece_at(anvil);
        let is_corner = here.is_empty() && self.tables.corners.has(u32::from(anvil));
        is_commander(here) && self.is_armed(anvil) || is_corner && self.is_hostile(anvil, king)
    }

    fn shieldwalls(&self) -> SquareSet {
        let table = &self.tables.shieldwalls;
        let mut captures = SquareSet::EMPTY;
        for position in table.positions.get(usize::from(self.to)) {
            table.beside(*position).for_each(|beside| captures |= self.wall(beside));
        }
        if self.rules.shieldwall.is_some_and(|rule| rule.trigger == Trigger::Any) {
            for position in table.in_front_of.get(usize::from(self.to)) {
                captures |= self.wall(*position);
            }
        }
        captures
    }

    /// Returns the captured squares of the wall of enemies around a position.
    fn wall(&self, position: u16) -> SquareSet {
        let Some(rule) = self.rules.shieldwall else { return SquareSet::EMPTY };
        let enemy = 1 - self.piece.side();
        let is_enemy = |square| self.piece_at(square).belongs_to(enemy);
        let fronted = |square| self.is_armed(square);
        let Some(mut wall) = self.tables.shieldwalls.wall(position, is_enemy, fronted) else {
            return SquareSet::EMPTY;
        };
        let stands_in = |end: Square| {
            let is_corner = self.tables.corners.has(u32::from(end));
            rule.corners && is_corner && self.piece_at(end).is_empty()
        };
        let armed = wall.ends.map(|end| self.is_armed(end));
        let closed = |end: usize| armed[end] || stands_in(wall.ends[end]);
        let is_bracketed = (armed[0] || armed[1]) && closed(0) && closed(1);
        if !is_bracketed || wall.len < usize::from(rule.min) {
            return SquareSet::EMPTY;
        }
        if !rule.king && self.position.king != NO_SQUARE {
            wall.squares.remove(u32::from(self.position.king));
        }
        wall.squares
    }
}
