//! The running turn's clock, and the lag of connections.

use std::time::Duration;

use boardloom_match::NodeId;

/// The most compensation for lag in a move.
const MOVE_COMPENSATION: Duration = Duration::from_millis(500);
/// The most compensation for lag of a seat in a game.
const GAME_COMPENSATION: Duration = Duration::from_secs(5);
/// After a restart of the server, the clocks wait this long for the player to move.
pub const RETURN_GRACE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Default)]
pub struct TurnClock {
    /// The turn's node and seat.
    turn: (NodeId, Option<u8>),
    started: Option<Duration>,
    /// Before `started`.
    spent: Duration,
    /// Remaining compensation, by seat.
    compensation: Vec<Duration>,
    /// After a restart: the clock does not run before this, unless the player returns.
    pub held_until: Option<Duration>,
}

impl TurnClock {
    pub fn new(seats: usize) -> Self {
        TurnClock { compensation: vec![GAME_COMPENSATION; seats], ..TurnClock::default() }
    }

    /// Returns the compensation that is left to each seat, in milliseconds.
    pub fn compensation_ms(&self) -> Vec<u64> {
        self.compensation.iter().copied().map(millis).collect()
    }

    /// Takes over what was left before a restart; seats without a value keep all.
    pub fn restore_compensation(&mut self, left_ms: &[u64]) {
        for (own, left) in self.compensation.iter_mut().zip(left_ms) {
            *own = Duration::from_millis(*left).min(GAME_COMPENSATION);
        }
    }

    pub fn is_running(&self) -> bool {
        self.started.is_some()
    }

    /// Returns the time of the turn so far, pauses excluded.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.spent + self.started.map_or(Duration::ZERO, |started| now.saturating_sub(started))
    }

    /// Starts or stops the clock. `noted` is the time already spent in a new turn.
    pub fn follow(
        &mut self,
        turn: (NodeId, Option<u8>),
        noted: Duration,
        runs: bool,
        now: Duration,
    ) {
        if self.turn != turn {
            (self.turn, self.spent, self.started) = (turn, noted, None);
        }
        match (runs, self.started) {
            (true, None) => self.started = Some(now),
            (false, Some(_)) => (self.spent, self.started) = (self.elapsed(now), None),
            _ => {}
        }
    }

    /// Returns the lag compensation of a seat's next move.
    pub fn allowance(&self, seat: u8, round_trip: Option<Duration>) -> Duration {
        let left = self.compensation.get(usize::from(seat)).copied().unwrap_or_default();
        round_trip.unwrap_or_default().min(MOVE_COMPENSATION).min(left)
    }

    /// Returns the time to charge for a move, and uses up the compensation.
    pub fn charge(&mut self, seat: u8, round_trip: Option<Duration>, now: Duration) -> Duration {
        let elapsed = self.elapsed(now);
        let forgiven = self.allowance(seat, round_trip).min(elapsed);
        if let Some(left) = self.compensation.get_mut(usize::from(seat)) {
            *left -= forgiven;
        }
        elapsed - forgiven
    }

    /// Returns the time at which the clock has run for `limit`.
    pub fn deadline(&self, limit: Duration) -> Option<Duration> {
        Some(self.started? + limit.saturating_sub(self.spent))
    }
}

/// The round trips to a connection, measured by the server's pings.
#[derive(Debug, Clone, Default)]
pub struct RoundTrips {
    sent: Option<(u64, Duration)>,
    recent: Vec<Duration>,
}

/// Round trips that are remembered.
const REMEMBERED: usize = 4;

impl RoundTrips {
    pub fn ping(&mut self, ping: u64, now: Duration) {
        self.sent = Some((ping, now));
    }

    pub fn pong(&mut self, ping: u64, now: Duration) {
        let Some((_, sent)) = self.sent.take_if(|(known, _)| *known == ping) else { return };
        if self.recent.len() == REMEMBERED {
            self.recent.remove(0);
        }
        self.recent.push(now.saturating_sub(sent));
    }

    /// Returns the shortest recent round trip: answering late once does not help.
    pub fn round_trip(&self) -> Option<Duration> {
        self.recent.iter().min().copied()
    }
}

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn compensation_is_capped_by_move_and_game() {
        let mut clock = TurnClock::new(2);
        let mut forgiven = Duration::ZERO;
        for turn in 1..=20 {
            clock.follow((NodeId(turn), Some(0)), Duration::ZERO, true, ms(0));
            let charged = clock.charge(0, Some(ms(3000)), ms(1000));
            assert!(charged >= ms(500), "{charged:?}");
            forgiven += ms(1000) - charged;
        }
        assert_eq!(forgiven, GAME_COMPENSATION);
        // Never more than the turn took, and nothing without a measurement.
        clock.follow((NodeId(30), Some(1)), Duration::ZERO, true, ms(0));
        assert_eq!(clock.charge(1, Some(ms(300)), ms(100)), ms(0));
        assert_eq!(clock.charge(1, None, ms(100)), ms(100));
    }

    #[test]
    fn a_stopped_clock_does_not_run() {
        let mut clock = TurnClock::new(2);
        let turn = (NodeId(1), Some(0));
        clock.follow(turn, ms(5), true, ms(100));
        clock.follow(turn, ms(5), false, ms(150));
        assert_eq!(clock.elapsed(ms(9000)), ms(55));
        clock.follow(turn, ms(5), true, ms(9000));
        assert_eq!(clock.elapsed(ms(9010)), ms(65));
        assert_eq!(clock.deadline(ms(100)), Some(ms(9045)));
    }

    #[test]
    fn only_the_answer_to_the_last_ping_counts() {
        let mut round_trips = RoundTrips::default();
        round_trips.ping(1, ms(0));
        round_trips.ping(2, ms(100));
        round_trips.pong(1, ms(110));
        assert_eq!(round_trips.round_trip(), None);
        round_trips.pong(2, ms(140));
        round_trips.pong(2, ms(900));
        assert_eq!(round_trips.round_trip(), Some(ms(40)));
        round_trips.ping(3, ms(1000));
        round_trips.pong(3, ms(9000));
        assert_eq!(round_trips.round_trip(), Some(ms(40)), "a late answer brings nothing");
    }
}
