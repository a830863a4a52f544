//! Moves that are confirmed by the answer to a sum: chance draws it, the mover
//! types it, and a wrong answer loses the turn.

use boardloom_sdk::{Message, MoveOption};

use super::{Position, Wide};
use crate::moves::{Move, Walls};

impl Wide {
    /// Returns the greatest sum, where moves are confirmed.
    pub(super) fn most(&self) -> Option<u16> {
        self.shared.ruleset.rules.sum.map(|sum| sum.max)
    }

    /// Tells whether a sum is drawn before the mover chooses. A pass needs none.
    pub(super) fn awaits_sum(&self, position: &Position) -> bool {
        self.most().is_some()
            && position.now.sum.is_none()
            && self.can_move(position, usize::from(position.now.mover))
    }

    /// Returns all that can be drawn.
    pub(super) fn sums(&self) -> Vec<Move> {
        let most = self.most().unwrap_or_default();
        let pairs = (1..most).flat_map(|a| (1..=most - a).map(move |b| (a, b)));
        pairs.map(|(a, b)| Move::Wall(Walls::Sum(a, b))).collect()
    }

    /// Returns how many answers each move of the mover can be confirmed with; 1
    /// where none is asked for.
    pub(super) fn answers(&self, position: &Position) -> u64 {
        position.now.sum.map_or(1, |_| u64::from(self.most().unwrap_or_default()) + 1)
    }

    /// Puts in the place of the moves from a number on each of them with every
    /// answer.
    pub(super) fn confirm(&self, position: &Position, from: usize, moves: &mut Vec<Move>) {
        for mv in moves.split_off(from) {
            for answer in 0..self.answers(position) {
                moves.push(self.said(position, mv, answer));
            }
        }
    }

    /// Returns a move with an answer.
    pub(super) fn said(&self, position: &Position, mv: Move, answer: u64) -> Move {
        let answer = answer as u16;
        match mv {
            _ if position.now.sum.is_none() => mv,
            Move::Clone(to) => Move::Said { from: to, to, answer },
            Move::Jump(from, to) => Move::Said { from, to, answer },
            other => other,
        }
    }

    /// Returns the legal move with this notation, answer included.
    pub(super) fn confirmed(
        &self,
        position: &Position,
        text: &str,
        plain: &dyn Fn(&str) -> Option<Move>,
    ) -> Option<Move> {
        if position.now.sum.is_none() {
            return plain(text);
        }
        let (mv, answer) = text.split_once('=')?;
        let answer = answer.parse().ok().filter(|answer| *answer < self.answers(position))?;
        let said = self.said(position, plain(mv)?, answer);
        (self.shared.name(said) == text).then_some(said)
    }

    /// Returns what a move does: what was chosen where the answer is right, else
    /// nothing.
    pub(super) fn answered(&self, position: &Position, mv: Move) -> Move {
        match (mv, position.now.sum) {
            (Move::Said { answer, .. }, Some((a, b))) if answer != a + b => Move::Pass,
            _ => chosen(mv),
        }
    }

    /// Returns what is asked for each move that could be chosen.
    pub(super) fn asked(&self, position: &Position, moves: &[Move]) -> Vec<MoveOption> {
        let Some((a, b)) = position.now.sum else { return Vec::new() };
        let label = Message::new("ask.sum", "What is {a} + {b}?").with("a", a).with("b", b);
        let ending = |mv: &Move| MoveOption {
            mv: format!("{}=", self.shared.name(*mv)),
            label: label.clone(),
            answer: true,
        };
        moves.iter().map(ending).collect()
    }
}

/// Returns the clone or jump that an answer confirms.
pub(super) fn chosen(mv: Move) -> Move {
    match mv {
        Move::Said { from, to, .. } if from == to => Move::Clone(to),
        Move::Said { from, to, .. } => Move::Jump(from, to),
        other => other,
    }
}

/// Reads a sum as positions write it.
pub(crate) fn read(text: &str, most: u16) -> Option<(u16, u16)> {
    let (a, b) = text.split_once('+')?;
    let (a, b): (u16, u16) = (a.parse().ok()?, b.parse().ok()?);
    (a > 0 && b > 0 && a.checked_add(b)? <= most && format!("{a}+{b}") == text).then_some((a, b))
}
