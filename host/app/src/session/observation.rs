//! Games in which not all see everything: who looks at the board, and handing it over.

use boardloom_match::Observer;

use super::GameSession;
use crate::texts::game as t;

/// The words on a board that is covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverTexts {
    pub title: String,
    pub help: String,
    /// Uncovers the board.
    pub button: String,
}

impl GameSession {
    /// Shows the position to whom it is for. Where several people play at one screen, the board is
    /// covered before another one looks.
    pub(super) fn update_observer(&mut self) {
        // A room tells its players no more than they may know.
        if !self.game.hides() || self.is_online() {
            return;
        }
        let wanted = self.wanted_observer();
        let now = self.game.observer();
        if wanted.is_none() {
            // The game is over: the board is for everybody.
            self.hand_over = None;
        }
        if wanted == now || self.hand_over.is_some() {
            return;
        }
        let seat = wanted.and_then(Observer::seat);
        let hands_over = seat.filter(|_| self.humans().len() > 1);
        self.observe_as(if hands_over.is_some() { Some(Observer::Spectator) } else { wanted });
        if hands_over.is_some() {
            self.hand_over = hands_over;
            self.cover_board();
        }
    }

    /// Shows the covered board to the player to whom it was handed over.
    pub(super) fn end_hand_over(&mut self) {
        if let Some(seat) = self.hand_over.take() {
            self.observe_as(Some(Observer::Seat(seat)));
            self.refresh();
        }
    }

    /// The texts for a paused game, whose board is covered.
    pub fn cover_texts(&self) -> CoverTexts {
        match self.hand_over.map(|seat| self.name(seat)) {
            Some(name) => CoverTexts {
                title: t::hand_over(&name),
                help: t::hand_over_help(&name),
                button: t::hand_over_button().to_owned(),
            },
            None => CoverTexts {
                title: t::paused().to_owned(),
                help: t::paused_help().to_owned(),
                button: t::unpause().to_owned(),
            },
        }
    }

    /// What a program without a covered board says before it shows the next player's.
    pub fn hand_over_text(&self) -> Option<String> {
        Some(t::hand_over_text(&self.name(self.hand_over?)))
    }

    /// As whom the shown position is analysed. A room tells its players observed moves alone.
    pub(super) fn analysis_observer(&self) -> Option<Observer> {
        if !self.game.hides() || !self.is_online() {
            return self.game.observer();
        }
        Some(self.own_seat_in_room().map_or(Observer::Spectator, Observer::Seat))
    }

    fn observe_as(&mut self, observer: Option<Observer>) {
        // The match keeps the error of a plugin that fails.
        let _ = self.game.set_observer(observer);
        self.pieces_of = None;
        self.board.forget();
    }

    /// Who the position on the board is for; `None` if everybody may see everything.
    fn wanted_observer(&self) -> Option<Observer> {
        let tree = self.game.tree();
        let last = std::iter::successors(Some(self.game.here()), |node| tree.next(*node)).last();
        let over = last.is_some_and(|last| tree.node(last).outcome.is_some());
        if over || self.game.status().is_over() {
            return None;
        }
        match self.humans()[..] {
            [] => return None,
            [only] => return Some(Observer::Seat(only)),
            _ => {}
        }
        let to_move = self.game.human_to_move().filter(|_| self.is_live());
        let now = self.game.observer().unwrap_or(Observer::Spectator);
        Some(to_move.map_or(now, Observer::Seat))
    }
}
