//! Clocks of a room: charging moves, time that is up, and events about the clock.

use std::time::Duration;

use boardloom_match::Cause;

use crate::room::Room;
use crate::state::{ClockState, RoomEvent};
use crate::turn_clock::millis;

impl Room {
    pub(crate) fn expire(&mut self) {
        self.follow_clock();
        let Some((seat, limit)) = self.running_limit() else { return };
        if self.clock.deadline(limit).is_none_or(|deadline| self.now < deadline) {
            return;
        }
        let before = self.state.turn.ply;
        let took = limit - self.clock.allowance(seat, self.round_trip(seat));
        let result = self.game.remove_player(seat, Cause::Time, Some(took));
        if let Err(error) = self.finish_play(before, None, result) {
            // The time stays up: the room would try again without end.
            self.give_up(error.message);
        }
    }

    /// Returns the running seat and the time on its clock, lag compensation included.
    pub(crate) fn running_limit(&self) -> Option<(u8, Duration)> {
        let seat = self.game.turn().seat.filter(|_| self.clock.is_running())?;
        let clock = self.game.live_clock();
        let left = clock.time(seat, Duration::ZERO)?.until_out(clock.control());
        Some((seat, left + self.clock.allowance(seat, self.round_trip(seat))))
    }

    /// Returns when the running clock is out; `None` while none runs.
    pub fn clock_ends(&self) -> Option<Duration> {
        self.running_limit().and_then(|(_, limit)| self.clock.deadline(limit))
    }

    /// Returns the lag of a seat's player, by the best connection.
    pub(crate) fn round_trip(&self, seat: u8) -> Option<Duration> {
        let client = self.state.seats.get(usize::from(seat))?.client?;
        let own = self.connections.values().filter(|it| it.client == Some(client));
        own.filter_map(|it| it.round_trips.round_trip()).min()
    }

    pub(crate) fn has_days(&self) -> bool {
        self.game.clock().control().days().is_some()
    }

    /// Tells whether the side to move has a clock that runs, also while its player is away. A
    /// side's clock starts with its first move; with days a move, with the game, and stands still
    /// in the player's vacation.
    pub(crate) fn is_clock_due(&self) -> bool {
        let days = self.has_days();
        let away =
            |seat| days && self.state.seats.get(usize::from(seat)).is_some_and(|it| it.on_vacation);
        let started = |seat| (days || self.last_move(seat).is_some()) && !away(seat);
        self.game.clock().is_timed()
            && self.game.turn().seat.is_some_and(started)
            && self.may_play()
    }

    /// Lets the clock of the side to move run, or stops it.
    pub(crate) fn follow_clock(&mut self) {
        let turn = *self.game.turn();
        let present = turn.seat.is_some_and(|seat| {
            self.state.seats.get(usize::from(seat)).is_some_and(|seat| seat.present)
        });
        if present || self.clock.held_until.is_some_and(|until| self.now >= until) {
            self.clock.held_until = None;
        }
        let runs = self.is_clock_due() && self.clock.held_until.is_none();
        self.clock.follow((turn.at, turn.seat), turn.spent, runs, self.now);
    }

    pub(crate) fn clock_state(&self) -> Option<ClockState> {
        let clock = self.game.live_clock();
        if !clock.is_timed() {
            return None;
        }
        let turn = self.game.turn();
        let times = (0..clock.times().len() as u8).filter_map(|seat| {
            let elapsed = match turn.seat == Some(seat) {
                true => self.clock.elapsed(self.now),
                false => Duration::ZERO,
            };
            clock.time(seat, elapsed)
        });
        let times: Vec<_> = times.collect();
        Some(ClockState {
            control: clock.control().to_string(),
            left_ms: times.iter().map(|time| millis(time.until_out(clock.control()))).collect(),
            coins: times.iter().map(|time| time.coins).collect(),
            running: turn.seat.filter(|_| self.clock.is_running()).map(|seat| seat + 1),
        })
    }

    /// Returns the time that the running clock took since the last event showed it.
    pub(crate) fn elapsed_ms(&self) -> u64 {
        let live = self.clock_state().unwrap_or_default();
        let shown = self.state.turn.clock.clone().unwrap_or_default();
        let Some(seat) = live.running else { return 0 };
        let at = usize::from(seat) - 1;
        let left = |clock: &ClockState| clock.left_ms.get(at).copied().unwrap_or_default();
        left(&shown).saturating_sub(left(&live))
    }

    /// Tells everyone when the clock started or stopped without a move.
    pub(crate) fn tell_clock(&mut self) {
        let running = |clock: &Option<ClockState>| clock.as_ref().and_then(|clock| clock.running);
        if running(&self.clock_state()) != running(&self.state.turn.clock)
            && !self.state.is_over()
            && let Ok(turn) = self.turn_state()
        {
            self.emit(RoomEvent::Turn(turn));
        }
    }
}
