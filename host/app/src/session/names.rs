//! The players of the game: names, sides, colours, and who is human.

use boardloom_contract::Seat;
use boardloom_match::PlayerKind;

use super::GameSession;
use crate::player_names::{self, is_own_name};
use crate::texts::{my_games, new_game};

impl GameSession {
    /// The player's name, if it differs from the side's.
    pub fn player_label(&self, seat: Seat) -> Option<String> {
        let player = self.game.players().get(usize::from(seat))?;
        match player.kind {
            PlayerKind::Computer { level } if player.name.is_empty() => {
                Some(new_game::computer(level))
            }
            PlayerKind::Computer { .. } => Some(my_games::computer(&player.name)),
            PlayerKind::Human | PlayerKind::Remote => self.own_name(seat).map(str::to_owned),
        }
    }

    /// The same, for a computer its level alone.
    pub fn short_player_label(&self, seat: Seat) -> Option<String> {
        let player = self.game.players().get(usize::from(seat))?;
        match player.kind {
            PlayerKind::Computer { .. } if !player.name.is_empty() => Some(player.name.clone()),
            _ => self.player_label(seat),
        }
    }

    /// The name that a human entered, if it is not a side's.
    pub fn own_name(&self, seat: Seat) -> Option<&str> {
        let player = self.game.players().get(usize::from(seat))?;
        let (ruleset, seats) = (&self.game.source().ruleset, self.game.players().len());
        let own = player.level().is_none() && is_own_name(ruleset, seats, &player.name);
        own.then_some(&*player.name)
    }

    /// The name that a human entered, or the side's.
    pub fn name(&self, seat: Seat) -> String {
        self.own_name(seat).map_or_else(|| self.side(seat), str::to_owned)
    }

    pub(super) fn is_human(&self, seat: Seat) -> bool {
        let player = self.game.players().get(usize::from(seat));
        player.is_some_and(|player| player.kind == PlayerKind::Human)
    }

    /// Whether a seat is the one that a human plays, against computers.
    pub fn is_only_human(&self, seat: Seat) -> bool {
        *self.humans() == [seat]
    }

    pub(super) fn humans(&self) -> Vec<Seat> {
        let seats = 0..self.game.players().len() as Seat;
        seats.filter(|seat| self.is_human(*seat)).collect()
    }

    /// The seat below the board: the player's own in a room, the only human's, or the first; the
    /// next one if the board is flipped.
    pub fn below(&self) -> usize {
        let players = self.game.players();
        let below = match (self.own_seat_in_room(), &*self.humans()) {
            (Some(own), _) => usize::from(own),
            (None, [only]) => usize::from(*only),
            _ => 0,
        };
        if self.flipped { (below + 1) % players.len().max(1) } else { below }
    }

    /// The name of a seat's side: `Red`; `Player 1` while it has none.
    pub fn side(&self, seat: Seat) -> String {
        player_names::side(&self.game, seat)
    }

    /// The colour that a seat plays now.
    pub fn color(&self, seat: Seat) -> usize {
        let seats = &self.game.status().seats;
        seats.get(usize::from(seat)).map_or(usize::from(seat), |state| usize::from(state.color))
    }
}
