//! Players who are gone: seats that open again, and claims.

use std::time::Duration;

use boardloom_match::Cause;

use crate::message::{ErrorCode, Result, check, fail};
use crate::room::Room;
use crate::state::{RoomEvent, RoomSeat, SeatKind};

/// With fewer players, a removal ends the game.
const PLAYERS_LEFT: usize = 3;

impl Room {
    /// Tells whether a player has moved, or has made a decision that is still secret.
    fn has_moved(&self, seat: u8) -> bool {
        self.last_move(seat).is_some() || self.game.has_decided(seat)
    }

    /// Tells whether any player has moved; until then, seats can be left.
    pub(crate) fn has_begun(&self) -> bool {
        (0..self.state.seats.len() as u8).any(|seat| self.has_moved(seat))
    }

    /// Opens a seat, counted from 0, before the first move or after the game.
    pub(crate) fn vacate(&mut self, seat: u8) {
        if !self.state.is_over() {
            self.notes.retain(|note| note.seat != seat + 1);
            self.conditional.retain(|known| known.seat != seat);
            // What one player has offered is not the next one's.
            for offer in self.state.offers.clone() {
                self.emit(RoomEvent::Declined { proposal: offer.proposal, seat: seat + 1 });
            }
        }
        self.emit(RoomEvent::Seat { seat: seat + 1, state: RoomSeat::default() });
    }

    /// Opens the seats of players who are gone for long in a game without a move.
    pub(crate) fn free_absent(&mut self) {
        if !self.frees_seats() {
            return;
        }
        for seat in 0..self.state.seats.len() as u8 {
            let gone = self.gone_since(seat);
            if gone.is_some_and(|since| self.now >= since + self.settings.claim_after) {
                self.vacate(seat);
            }
        }
    }

    /// Returns the time at which the next seat opens by itself.
    pub(crate) fn next_free(&self) -> Option<Duration> {
        if !self.frees_seats() {
            return None;
        }
        let seats = 0..self.state.seats.len() as u8;
        let since = seats.filter_map(|seat| self.gone_since(seat)).min()?;
        Some(since + self.settings.claim_after)
    }

    /// With days a move, players may be away from the start.
    fn frees_seats(&self) -> bool {
        !self.state.is_over() && !self.has_days() && !self.has_begun()
    }

    /// Returns since when the player of a seat, counted from 0, is gone.
    fn gone_since(&self, seat: u8) -> Option<Duration> {
        let client = self.state.seats.get(usize::from(seat))?.client?;
        self.clients.get((client as usize).wrapping_sub(1))?.absent_since
    }

    /// Claims that a player is gone. Before the first move the seat opens by itself; a claim then
    /// says only why it does not yet.
    pub(crate) fn claim(&mut self, client: u32, game: u32, seat: u8, adjourn: bool) -> Result<()> {
        let own = self.seat_in(client, game)?;
        let waits = !self.has_begun();
        if !waits || self.state.is_over() {
            self.check_running()?;
        }
        let why = "with days a move, players may be away: the clock decides";
        check(!self.has_days(), ErrorCode::Refused, why)?;
        let Some(at) = seat.checked_sub(1).filter(|at| *at != own && self.is_active(*at)) else {
            return fail(ErrorCode::Refused, "no opponent sits there");
        };
        if waits && self.state.seats[usize::from(at)].kind == SeatKind::Open {
            return Ok(());
        }
        let absent = self.gone_since(at).map(|since| self.now.saturating_sub(since));
        let wait = self.settings.claim_after;
        let why = format!("the player must be gone for {} seconds", wait.as_secs());
        check(absent.is_some_and(|absent| absent >= wait), ErrorCode::Refused, &why)?;
        if adjourn {
            return self.pause();
        }
        let active = (0..self.state.seats.len() as u8).filter(|it| self.is_active(*it)).count();
        let moved = self.has_moved(own) && self.has_moved(at);
        let why = "not all have moved: abort the game";
        check(moved || active >= PLAYERS_LEFT, ErrorCode::Refused, why)?;
        self.remove_player(at, Cause::Left)
    }
}
