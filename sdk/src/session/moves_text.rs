//! Positions that are written as the moves from the start.

use super::{OpenGame, Session};
use crate::game::{Game, Status};
use crate::history::History;
use crate::undo::Unmake;
use crate::{CHANCE, Effect, Message, Seat};

/// The word before the moves in a position that is written as moves.
pub(super) const MOVES: &str = "moves:";

impl<G: Game, M: Unmake<G>> OpenGame<G, M> {
    /// Reads the text of [`Session::moves`].
    pub(super) fn read_moves(&self, text: &str) -> Result<Session<G, M>, Message> {
        let Some((start, moves)) = text.split_once(MOVES) else {
            let what = "expected `moves:` and the moves from the start, found `{found}`";
            return Err(Message::new("read.moves", what).with("found", text));
        };
        let mut session = match start.trim() {
            "" => self.session(None, self.game.start()),
            start => self.session(Some(start.to_owned()), self.game.read(start)?),
        };
        for word in moves.split_whitespace() {
            session.play_word(word)?;
        }
        session.history.forget_undo();
        Ok(session)
    }
}

impl<G: Game, M: Unmake<G>> Session<G, M> {
    /// Writes the position as the moves from the start, for games without
    /// [`Game::set_up`]: `moves: a1 b2`. A move by one of several seats that act
    /// together names the seat, as `2:rock`, and `3!` removes a player.
    pub(super) fn moves(&self) -> String {
        let game = &*self.game;
        let base = self.base.as_deref().map(|base| (base, game.read(base)));
        let (mut text, start) = match base {
            Some((base, Ok(start))) => ([base, " ", MOVES].concat(), start),
            _ => (MOVES.to_owned(), game.start()),
        };
        let mut history = History::<G, M>::new(game, start);
        for (by, mv) in &self.record {
            text.push(' ');
            let Some(mv) = mv else {
                text += &format!("{}!", by + 1);
                history.remove_player(game, *by, self.seats);
                continue;
            };
            if matches!(history.status(game), Status::Together(_)) {
                text += &format!("{}:", by + 1);
            }
            text += mv;
            if let Some(mv) = game.parse_move(&history.position, *by, mv) {
                history.play_fast(game, *by, mv);
            }
        }
        text
    }

    /// Plays one word of the text of [`moves`](Session::moves).
    fn play_word(&mut self, word: &str) -> Result<Vec<Effect>, Message> {
        let seat = |text: &str| text.parse::<Seat>().ok()?.checked_sub(1);
        let (by, mv) = match self.history.status(&self.game) {
            Status::Turn(seat) => (seat, word),
            Status::Chance => (CHANCE, word),
            Status::Together(_) | Status::Over => match word.split_once(':') {
                Some((number, mv)) => (seat(number).unwrap_or(CHANCE), mv),
                None => (0, word),
            },
        };
        match word.strip_suffix('!').and_then(seat) {
            Some(who) if self.find(by, mv).is_none() => self.remove(who),
            _ => self.play_text(by, mv),
        }
    }
}
