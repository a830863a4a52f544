//! Exit forts: whether attackers could ever break the defenders around the king.

use crate::board_tables::{BoardTables, NO_SQUARE, Square, SquareSet};
use crate::captures::MovedPosition;
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode, PieceSet};
use crate::position::Position;
use crate::ruleset::{JumpRule, Rules};

/// Tells whether the king stands in an exit fort; the caller checks that he can move.
///
/// The king has to be at the edge, among empty squares with defenders around them. Attackers may
/// then move as they like, in any number, while the defenders do not move. They must neither be
/// able to enter one of those squares nor to capture one of those men.
pub fn is_exit_fort(tables: &BoardTables, rules: &Rules, position: &Position) -> bool {
    if !tables.edge.has(u32::from(position.king)) {
        return false;
    }
    let mut siege = Siege::new(tables, rules, position);
    let Some(fort) = siege.fort() else { return false };
    loop {
        let reach = siege.reach();
        if reach.all.meets(&fort.inside) {
            return false;
        }
        let captured = reach.jumped | siege.captures(&reach.armed);
        if captured.meets(&fort.men) {
            return false;
        }
        if captured.is_empty() {
            return true;
        }
        siege.remove(&captured);
    }
}

/// The king's squares, and the men around them.
struct Fort {
    inside: SquareSet,
    /// The king too.
    men: SquareSet,
}

/// The squares that attackers can reach before the next capture.
#[derive(Default)]
struct Reach {
    all: SquareSet,
    /// The squares of those that can capture.
    armed: SquareSet,
    /// Men that are captured by jumping.
    jumped: SquareSet,
}

struct Siege<'a> {
    tables: &'a BoardTables,
    rules: &'a Rules,
    position: &'a Position,
    /// Defenders that are not captured yet.
    defenders: SquareSet,
    /// The attackers of the position, and captured mercenaries, each on its first square.
    attackers: Vec<(PieceCode, Square)>,
    /// The kinds of attackers, and those that captured mercenaries become.
    kinds: PieceSet,
}

impl<'a> Siege<'a> {
    fn new(tables: &'a BoardTables, rules: &'a Rules, position: &'a Position) -> Siege<'a> {
        let on = |square: u32| (position.piece_at(square as Square), square as Square);
        let attackers: Vec<(PieceCode, Square)> = position.of(ATTACKERS).iter().map(on).collect();
        let defenders = *position.of(DEFENDERS);
        let captured = defenders.iter().filter_map(|square| on(square).0.after_capture());
        let kinds = attackers.iter().map(|(kind, _)| *kind).chain(captured).collect();
        Siege { tables, rules, position, defenders, attackers, kinds }
    }

    /// Returns the fort around the king, or `None` if an attacker can enter it at once. It
    /// ends at squares through which no attacker can come, such as corners.
    fn fort(&self) -> Option<Fort> {
        let king = u32::from(self.position.king);
        let mut fort = Fort { inside: SquareSet::of(king), men: SquareSet::of(king) };
        let mut stack = vec![self.position.king];
        while let Some(square) = stack.pop() {
            let is_king = square == self.position.king;
            for near in self.tables.adjacent.get(usize::from(square)) {
                let piece = self.position.piece_at(*near);
                let lands = || self.first_step(piece, *near, square) == Some(true);
                if piece.belongs_to(ATTACKERS) && (is_king || lands()) {
                    return None;
                }
                let comes = |kind| self.first_step(kind, *near, square).is_some();
                if fort.inside.has(u32::from(*near)) || !is_king && !self.kinds.iter().any(comes) {
                    continue;
                }
                if piece.is_empty() {
                    fort.inside.insert(u32::from(*near));
                    stack.push(*near);
                } else if piece.belongs_to(DEFENDERS) {
                    fort.men.insert(u32::from(*near));
                }
            }
        }
        fort.inside.remove(king);
        Some(fort)
    }

    fn first_step(&self, kind: PieceCode, from: Square, to: Square) -> Option<bool> {
        self.tables.slides(kind).first_step(from, to)
    }

    fn reach(&self) -> Reach {
        let mut reach = Reach::default();
        let is_free = |square: usize| !self.defenders.has(square as u32);
        for kind in self.kinds.iter() {
            let starts = self.attackers.iter().filter(|(attacker, _)| *attacker == kind);
            let mut stack: Vec<Square> = starts.map(|(_, square)| *square).collect();
            let mut reached: SquareSet = stack.iter().map(|square| u32::from(*square)).collect();
            while let Some(from) = stack.pop() {
                let mut visit = |to: Square| {
                    if !reached.has(u32::from(to)) {
                        reached.insert(u32::from(to));
                        stack.push(to);
                    }
                };
                self.tables.slides(kind).for_each_target(usize::from(from), is_free, &mut visit);
                for jump in self.tables.jumps(kind, usize::from(from)) {
                    let over = self.position.piece_at(jump.over).letter();
                    let is_man = over == Some('T') && !is_free(usize::from(jump.over));
                    if is_man && is_free(usize::from(jump.to)) {
                        visit(jump.to);
                        if self.rules.jumps.get(kind) == Some(JumpRule::Capture) {
                            reach.jumped.insert(u32::from(jump.over));
                        }
                    }
                }
            }
            reach.all |= reached;
            if self.tables.hammers.contains(kind) {
                reach.armed |= reached;
            }
        }
        reach
    }

    /// Returns the captures by attackers on all squares that they can reach.
    fn captures(&self, armed: &SquareSet) -> SquareSet {
        let mut position = *self.position;
        for square in (*position.of(ATTACKERS) | *position.of(DEFENDERS)).without(&self.defenders) {
            position.remove(square as Square);
        }
        armed.each(|square| position.put(square as Square, PieceCode::MAN));
        let (tables, rules, piece) = (self.tables, self.rules, PieceCode::MAN);
        let mut captures = SquareSet::EMPTY;
        armed.each(|square| {
            let to = square as Square;
            let moved =
                MovedPosition { tables, rules, position: &position, from: NO_SQUARE, to, piece };
            captures |= moved.captures(NO_SQUARE);
        });
        captures
    }

    fn remove(&mut self, captured: &SquareSet) {
        self.defenders = self.defenders.without(captured);
        for square in captured.iter().map(|square| square as Square) {
            let remaining = self.position.piece_at(square).after_capture();
            self.attackers.extend(remaining.map(|attacker| (attacker, square)));
        }
    }
}
