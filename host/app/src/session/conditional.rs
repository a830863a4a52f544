//! Conditional moves: the player plays a line on the board, beginning with a move of the other
//! side, and the room plays the own moves in it when those before them come.

use boardloom_contract::Seat;
use boardloom_match::{MatchError, NodeId, Player, PlayerKind};

use super::{GameSession, Notice, OnlineRequest};
use crate::texts::online as t;

/// A line that is being played on the board.
#[derive(Debug, Clone)]
pub(super) struct ConditionalLine {
    /// The position of the game.
    from: NodeId,
    /// The players as they were.
    players: Vec<Player>,
}

impl GameSession {
    /// Tells whether moves on the board make a conditional line now.
    pub fn is_entering_conditional(&self) -> bool {
        self.online.as_ref().is_some_and(|online| online.conditional.is_some())
    }

    /// Tells whether conditional moves can be made now: with days a move or without a clock, while
    /// another human is to move.
    pub fn can_enter_conditional(&self) -> bool {
        let control = self.game.clock().control();
        let slow = !control.is_timed() || control.days().is_some();
        let in_room = self.is_online() && !self.is_by_mail();
        let waits = in_room && !self.is_waiting_for_players() && !self.is_paused();
        let active = |seat: Seat| {
            let seats = &self.game.status().seats;
            seats.get(usize::from(seat)).is_some_and(|seat| seat.active)
        };
        let plays = self.own_seat_in_room().is_some_and(active);
        let waits_for = |seat: &Seat| {
            Some(*seat) != self.own_seat_in_room() && !self.is_computer_in_room(*seat)
        };
        slow && waits && plays && !self.is_past() && self.game.status().acting.iter().all(waits_for)
    }

    /// Begins a line, or sends the one on the board.
    pub(super) fn toggle_conditional(&mut self) {
        if self.is_entering_conditional() {
            return self.send_conditional();
        }
        if !self.can_enter_conditional() {
            return self.notify(Notice::bad(t::conditional_not_now()));
        }
        self.cancel_premove();
        let players = self.game.players().to_vec();
        for (seat, player) in (0..).zip(&players) {
            let player = Player { kind: PlayerKind::Human, ..player.clone() };
            self.game.set_player(seat, player);
        }
        let line = ConditionalLine { from: self.game.here(), players };
        self.online.iter_mut().for_each(|online| online.conditional = Some(line.clone()));
        self.follow();
    }

    /// Plays a move of the line, on the board alone.
    pub(super) fn play_conditional(&mut self, text: &str) -> Result<(), MatchError> {
        let here = self.game.here();
        let from = self.conditional_line().map(|line| line.from);
        if from.is_none_or(|from| !self.game.tree().leads_to(from, here)) {
            self.notify(Notice::bad(t::not_at_the_end()));
            return Ok(());
        }
        self.game.play_text(text)?;
        self.follow();
        Ok(())
    }

    /// Takes the last move of the line back. False where it has none.
    pub(super) fn undo_conditional(&mut self) -> bool {
        let has_moves = self.conditional_line().is_some_and(|line| line.from != self.game.here());
        if has_moves {
            self.step(-1);
        }
        has_moves
    }

    fn conditional_line(&self) -> Option<&ConditionalLine> {
        self.online.as_ref()?.conditional.as_ref()
    }

    fn send_conditional(&mut self) {
        let Some(from) = self.conditional_line().map(|line| line.from) else { return };
        let line = self.game.tree().line(self.game.here());
        let line = line.into_iter().skip_while(|node| *node != from);
        let own = self.own_seat_in_room();
        let events = line.skip(1).filter_map(|node| self.game.tree().node(node).event().cloned());
        let events: Vec<_> = events.collect();
        if events.last().is_none_or(|last| last.seat() != own) {
            return self.notify(Notice::bad(t::conditional_ends_with_own()));
        }
        let moves = events.iter().map(|event| event.text().to_owned()).collect();
        self.leave_conditional();
        self.request_online(OnlineRequest::AddConditional(moves));
    }

    /// Takes the line off the board again. False without one.
    pub(super) fn leave_conditional(&mut self) -> bool {
        let line = self.online.as_mut().and_then(|online| online.conditional.take());
        let Some(ConditionalLine { from, players }) = line else { return false };
        for (seat, player) in (0..).zip(players) {
            self.game.set_player(seat, player);
        }
        let left = self.game.go_to(from).and_then(|()| {
            for child in self.game.tree().node(from).children().to_vec() {
                self.game.delete(child)?;
            }
            Ok(())
        });
        if let Err(error) = left {
            self.report_error(&error);
        }
        self.follow();
        true
    }
}
