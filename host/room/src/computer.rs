//! The computer's moves.

use crate::room::{Room, RoomEffect};

/// Searches in a row that may find no move; then the computer waits for another position.
const TRIES: u8 = 3;

impl Room {
    pub(crate) fn ask_computer(&mut self) {
        if !self.may_play() {
            self.search.at = None;
            return;
        }
        let Some((seat, level)) = self.game.computer_to_move() else { return };
        let at = (self.state.game, self.state.turn.ply, seat);
        if self.search.at != Some(at) {
            self.search.at = Some(at);
            self.search.number += 1;
            let search = self.search.number;
            self.effects.push(RoomEffect::Think { search, seat: seat + 1, level });
        }
    }

    /// The computer looked for a move in another position.
    pub(crate) fn forget_search(&mut self) {
        (self.search.at, self.search.failed) = (None, 0);
    }

    pub(crate) fn note_failed_search(&mut self, number: u64) {
        let search = &mut self.search;
        if search.is_awaited(number) {
            search.failed = search.failed.saturating_add(1);
            if search.failed < TRIES {
                search.at = None;
            }
        }
    }

    pub(crate) fn play_computer(&mut self, number: u64, mv: &str) {
        let counts = self.search.is_awaited(number) && self.may_play();
        let Some((seat, _)) = self.game.computer_to_move().filter(|_| counts) else { return };
        let took = self.clock.is_running().then(|| self.clock.elapsed(self.now));
        let before = self.state.turn.ply;
        let result = self.game.play_as(seat, mv, took);
        match result {
            Ok(_) => self.search.failed = 0,
            Err(_) => self.note_failed_search(number),
        }
        let _ = self.finish_play(before, None, result);
    }
}
