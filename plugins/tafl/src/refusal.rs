//! The reasons why a move is not legal.

use boardloom_sdk::{Game, Message};

use crate::board_tables::{NO_SQUARE, Square};
use crate::game::Tafl;
use crate::piece::PieceCode;
use crate::position::Position;

impl Tafl {
    /// `None` if the text names no two squares.
    pub(crate) fn refusal_of(&self, position: &Position, text: &str) -> Option<Message> {
        let (from, to, _) = self.typed_move(text)?;
        let label = |square: Square| self.topology.label(u32::from(square));
        if let Some(mv) = self.legal_move(position, from, to) {
            let what = match self.captures(position, mv).is_empty() {
                true => "this move captures nothing: it is written `{move}`",
                false => "this move is written `{move}`, with what it captures",
            };
            let written = self.describe_move(position, position.side_to_move, mv).text;
            return Some(Message::new("illegal.captures", what).with("move", written));
        }
        let (id, text, square) = self.find_refusal(position, from, to);
        let message = Message::new(["illegal.", id].concat(), text);
        Some(message.with("from", label(from)).with("to", label(to)).with("site", label(square)))
    }

    /// Returns an identifier, a text, and the square that it names as `site`.
    fn find_refusal(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> (&'static str, &'static str, Square) {
        let piece = position.piece_at(from);
        if !piece.belongs_to(position.side_to_move) {
            return match piece {
                PieceCode::EMPTY | PieceCode::BLOCKED => {
                    ("empty", "there is no piece on {from}", from)
                }
                _ => ("enemy", "the piece on {from} is not yours", from),
            };
        }
        if ![NO_SQUARE, from].contains(&position.berserk) {
            return ("chain", "the piece on {site} has to move on", position.berserk);
        }
        if !position.is_free(usize::from(to)) {
            return ("occupied", "{to} is not empty", to);
        }
        let is_free = |square: &u32| position.is_free(*square as usize);
        let ray = |heading: u8| -> Option<Vec<u32>> {
            let ray = self.topology.ray(u32::from(from), heading).map(|step| step.site);
            let ray: Vec<u32> = ray.take(self.tables.squares as usize).collect();
            let at = ray.iter().position(|square| *square == u32::from(to))?;
            Some(ray[..at].to_vec())
        };
        let Some(between) = (0..self.topology.headings()).find_map(ray) else {
            return ("line", "{to} is not in a straight line with {from}", to);
        };
        if let Some(obstacle) = between.iter().find(|square| !is_free(square)) {
            return ("path", "{site} is in the way", *obstacle as Square);
        }
        let most = self.ruleset.rules.speed.get(piece).map_or(usize::MAX, usize::from);
        if between.len() >= most {
            return ("speed", "{to} is too far for this piece", to);
        }
        let rays = self.tables.slides(piece).rays(usize::from(from));
        let can_stop = rays.flatten().find(|(square, _)| *square == to).map(|(_, stop)| stop);
        match can_stop {
            Some(true) if position.berserk != NO_SQUARE => {
                ("chain.capture", "a piece that moves on has to capture", to)
            }
            Some(true) => ("repetition", "this position occurred too often to be repeated", to),
            None if !between.is_empty() => {
                ("pass", "this piece may not pass to {to}, or not stop there", to)
            }
            Some(false) | None => ("stop", "this piece may not stop on {to}", to),
        }
    }
}
