//! Sums that confirm moves: chance draws one, the mover answers it, and a wrong answer
//! loses the turn.

use boardloom_sdk::{Message, MoveOption};

use crate::context::Context;
use crate::moves::{Move, Sum};

impl Context {
    /// Returns the greatest result; 0 if moves are not confirmed.
    pub fn max_sum(&self) -> u16 {
        self.ruleset.rules.sum.map_or(0, |sum| u16::from(sum.max))
    }

    pub fn sums(&self) -> impl Iterator<Item = Sum> {
        let max = self.max_sum() as u8;
        (1..max).flat_map(move |a| (1..=max - a).filter_map(move |b| Sum::new(a, b)))
    }

    /// Replaces the moves from an index on: each is listed once with every answer.
    pub fn add_answers(&self, from: usize, moves: &mut Vec<Move>) {
        for mv in moves.split_off(from) {
            moves.extend((0..=self.max_sum()).map(|answer| mv.with_answer(answer)));
        }
    }

    /// Reads a move with its answer; `plain` reads the move alone.
    pub fn parse_answer(
        &self,
        text: &str,
        plain: impl FnOnce(&str) -> Option<Move>,
    ) -> Option<Move> {
        let (mv, answer) = text.split_once('=')?;
        let answer = answer.parse().ok().filter(|answer| *answer <= self.max_sum())?;
        let mv = plain(mv)?.with_answer(answer);
        (self.notation(mv) == text).then_some(mv)
    }

    /// Returns the question that each of these moves ends with.
    pub fn questions(&self, Sum { a, b }: Sum, moves: &[Move]) -> Vec<MoveOption> {
        let label = Message::new("ask.sum", "What is {a} + {b}?").with("a", a).with("b", b);
        let ending = |mv: &Move| MoveOption {
            move_: format!("{}=", self.notation(*mv)),
            label: label.clone(),
            answer: true,
        };
        moves.iter().map(ending).collect()
    }
}
