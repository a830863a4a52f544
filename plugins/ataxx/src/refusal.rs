//! The reasons why a text is not a legal move.

use boardloom_sdk::{Message, Seat};

use crate::game::Ataxx;
use crate::moves::Move;
use crate::position::Position;
use crate::store::{Content, Store};
use crate::text::PASS;

impl<S: Store> Ataxx<S> {
    pub(crate) fn refuse(&self, position: &Position<S>, text: &str) -> Option<Message> {
        let (text, answer) = match text.trim().split_once('=') {
            Some((mv, answer)) => (mv, Some(answer)),
            None => (text.trim(), None),
        };
        if text.eq_ignore_ascii_case("pass") || text == PASS {
            let can_move = self.can_move(position, position.mover());
            return can_move
                .then(|| Message::new("illegal.pass", "you can pass only when you have no move"));
        }
        let mv = self.context.parse_typed_move(text)?;
        self.refuse_move(position, mv).or_else(|| self.refuse_answer(position, mv, answer))
    }

    fn refuse_move(&self, position: &Position<S>, mv: Move) -> Option<Message> {
        let (board, mover) = (&position.board, position.mover());
        let (from, to) = match mv {
            Move::Clone(to) => (None, to),
            Move::Jump(from, to) => (Some(from), to),
            Move::Pass | Move::Answer { .. } | Move::Chance(_) => return None,
        };
        let (from_content, to_content) = (from.map(|from| board.at(from)), board.at(to));
        let is_clone = match from {
            None => board.can_clone(&self.reach, mover, to),
            Some(from) => board.clone_sources(&self.reach, mover, to).contains(&from),
        };
        let (id, what) = if from_content.is_some_and(|it| it != Content::piece(mover as Seat)) {
            ("illegal.from", "no piece of yours stands on {from}")
        } else if to_content == Content::WALL {
            ("illegal.wall", "{to} is blocked")
        } else if from.is_none() && to_content == Content::piece(mover as Seat) {
            return None;
        } else if from.is_none() && to_content != Content::EMPTY {
            ("illegal.enemy", "the piece on {to} is not yours")
        } else if to_content != Content::EMPTY {
            ("illegal.taken", "a piece stands on {to} already")
        } else if is_clone || from.is_some_and(|from| board.can_jump(&self.reach, mover, from, to))
        {
            return None;
        } else if from.is_some() {
            ("illegal.far", "a piece can't go from {from} to {to}")
        } else {
            ("illegal.alone", "no piece of yours is near enough to grow onto {to}")
        };
        let label = |site| self.context.topology.label(site);
        let message = Message::new(id, what).with("to", label(to));
        Some(message.with("from", from.map_or("", label)))
    }

    fn refuse_answer(
        &self,
        position: &Position<S>,
        mv: Move,
        answer: Option<&str>,
    ) -> Option<Message> {
        let most = self.context.max_sum();
        match (position.state.sum, answer) {
            (None, None) => None,
            (None, Some(_)) => {
                Some(Message::new("illegal.no-sum", "no sum is asked: play the move alone"))
            }
            (Some(sum), None) => {
                let what = "answer the sum too: `{move}=` and what {a} + {b} is";
                let message = Message::new("illegal.no-answer", what);
                let message = message.with("move", self.context.notation(mv));
                Some(message.with("a", sum.a).with("b", sum.b))
            }
            (Some(_), Some(answer)) => {
                let what = "expected an answer from 0 to {most}, found `{answer}`";
                let message = Message::new("illegal.answer", what).with("most", most);
                Some(message.with("answer", answer))
            }
        }
    }
}
