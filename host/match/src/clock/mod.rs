//! The players' time as a pure state machine: callers pass the time that a turn took.

mod pace;

use std::time::Duration;

pub use boardloom_ruleset::TimeControl;
pub use boardloom_ruleset::time_control::{MAX_TIME, coins, parse_time, seconds, shown};
pub use pace::pace;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeLeft {
    pub main: Duration,
    /// Byo-yomi periods, the running one included.
    pub periods: u32,
    /// The part of the running period that is used up.
    pub used: Duration,
    pub coins: u32,
    /// Whether the time ran out.
    pub out: bool,
}

impl TimeLeft {
    pub fn at_start(control: &TimeControl) -> TimeLeft {
        let time = TimeLeft::default();
        match *control {
            TimeControl::Untimed => time,
            TimeControl::Simple { main } | TimeControl::Fischer { main, .. } => {
                TimeLeft { main, ..time }
            }
            TimeControl::ByoYomi { main, periods, .. } => TimeLeft { main, periods, ..time },
            TimeControl::Arcade { main, coins, .. } => TimeLeft { main, coins, ..time },
        }
    }

    /// Returns the time of a seat that loses after `left`: the inverse of
    /// [`TimeLeft::until_out`]. Periods are used up only once the main time is.
    pub fn until(control: &TimeControl, left: Duration, coins: u32) -> TimeLeft {
        let time = TimeLeft { coins, out: left.is_zero(), ..TimeLeft::default() };
        let TimeControl::ByoYomi { periods, period, .. } = *control else {
            return TimeLeft { main: left, ..time };
        };
        let in_periods = period.saturating_mul(periods);
        if left > in_periods || period.is_zero() {
            return TimeLeft { main: left.saturating_sub(in_periods), periods, ..time };
        }
        let periods = left.as_nanos().div_ceil(period.as_nanos());
        let periods = u32::try_from(periods).unwrap_or(u32::MAX);
        TimeLeft { periods, used: period.saturating_mul(periods).saturating_sub(left), ..time }
    }

    /// Returns the time until the seat loses.
    pub fn until_out(&self, control: &TimeControl) -> Duration {
        match *control {
            TimeControl::ByoYomi { period, .. } => self
                .main
                .saturating_add(period.saturating_mul(self.periods))
                .saturating_sub(self.used),
            _ => self.main,
        }
    }

    /// Returns the time that a clock shows: the main time, then that of the running period.
    pub fn running(&self, control: &TimeControl) -> Duration {
        match *control {
            TimeControl::ByoYomi { period, .. } if self.main.is_zero() && self.periods > 0 => {
                period.saturating_sub(self.used)
            }
            _ => self.main,
        }
    }

    /// Tells whether less than ten seconds are left, or less than a quarter of a short initial
    /// time; with days a move, less than an hour.
    pub fn is_low(&self, control: &TimeControl) -> bool {
        let whole = TimeLeft::at_start(control).until_out(control);
        let low = if control.days().is_some() { LOW_OF_DAYS } else { LOW };
        control.is_timed() && self.until_out(control) < low.min(whole / 4)
    }

    /// Returns the time for the next game: the rest, or the full time if it ran out.
    #[must_use]
    pub fn carried(self, control: &TimeControl) -> TimeLeft {
        if self.out { TimeLeft::at_start(control) } else { self }
    }
}

const LOW: Duration = Duration::from_secs(10);
const LOW_OF_DAYS: Duration = Duration::from_secs(3600);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    times: Vec<TimeLeft>,
}

impl Clock {
    pub fn new(control: TimeControl, seats: u8) -> Self {
        Clock { control, times: vec![TimeLeft::at_start(&control); usize::from(seats)] }
    }

    #[must_use]
    pub fn with_carried_time(mut self, carried: &[TimeLeft]) -> Self {
        for (mine, old) in self.times.iter_mut().zip(carried) {
            *mine = *old;
        }
        self
    }

    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    pub fn is_timed(&self) -> bool {
        self.control.is_timed()
    }

    /// By seat.
    pub fn times(&self) -> &[TimeLeft] {
        &self.times
    }

    /// Returns the time left once a seat's turn has run for `elapsed`; `None` for chance.
    pub fn time(&self, seat: u8, elapsed: Duration) -> Option<TimeLeft> {
        let mut time = *self.times.get(usize::from(seat))?;
        run(&self.control, &mut time, elapsed);
        Some(time)
    }

    /// Runs a seat's clock without a move. Returns false if its time ran out.
    pub fn spend(&mut self, seat: u8, took: Duration) -> bool {
        let Some(time) = self.times.get_mut(usize::from(seat)) else { return true };
        run(&self.control, time, took);
        !time.out
    }

    /// Ends a turn of `took` with a move. Returns false if the time ran out before.
    pub fn end_turn(&mut self, seat: u8, took: Duration) -> bool {
        let in_time = self.spend(seat, took);
        if let (Some(time), true) = (self.times.get_mut(usize::from(seat)), in_time) {
            // The running period restarts with the next turn.
            time.used = Duration::ZERO;
            if let TimeControl::Fischer { increment, .. } = self.control {
                time.main = time.main.saturating_add(increment);
            }
        }
        in_time
    }

    /// Buys time with a coin. Returns false without coins or if the time ran out.
    pub fn buy(&mut self, seat: u8) -> bool {
        let TimeControl::Arcade { coin, .. } = self.control else { return false };
        match self.times.get_mut(usize::from(seat)) {
            Some(time) if time.coins > 0 && !time.out => {
                time.coins -= 1;
                time.main = time.main.saturating_add(coin);
                true
            }
            _ => false,
        }
    }
}

fn run(control: &TimeControl, time: &mut TimeLeft, elapsed: Duration) {
    match *control {
        TimeControl::Untimed => {}
        TimeControl::ByoYomi { period, .. } => {
            let over = elapsed.saturating_sub(time.main);
            time.main = time.main.saturating_sub(elapsed);
            if !over.is_zero() {
                let whole = over.as_nanos().checked_div(period.as_nanos()).unwrap_or(u128::MAX);
                let whole = u32::try_from(whole).unwrap_or(u32::MAX);
                time.out |= whole >= time.periods;
                time.periods = time.periods.saturating_sub(whole);
                time.used = over.saturating_sub(period.saturating_mul(whole));
            }
        }
        _ => {
            time.out |= elapsed >= time.main;
            time.main = time.main.saturating_sub(elapsed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(s: u64) -> Duration {
        Duration::from_secs(s)
    }

    #[test]
    fn untimed_never_runs_out() {
        let mut clock = Clock::new(TimeControl::Untimed, 2);
        assert!(clock.end_turn(0, secs(1_000_000)));
        assert!(!clock.is_timed());
    }

    #[test]
    fn simple_runs_out_exactly_at_zero() {
        let mut clock = Clock::new(TimeControl::Simple { main: secs(10) }, 2);
        assert!(clock.end_turn(0, secs(9)));
        assert_eq!(clock.time(0, Duration::ZERO).unwrap().main, secs(1));
        assert!(clock.time(0, secs(1)).unwrap().out);
        assert!(!clock.end_turn(0, secs(1)));
        assert!(clock.end_turn(1, secs(9)), "the other seat's time is its own");
    }

    #[test]
    fn fischer_adds_after_the_move() {
        let mut clock = Clock::new(TimeControl::Fischer { main: secs(10), increment: secs(5) }, 2);
        assert!(clock.end_turn(0, secs(9)));
        assert_eq!(clock.time(0, Duration::ZERO).unwrap().main, secs(6));
        assert!(!clock.end_turn(0, secs(6)));
        assert_eq!(clock.time(0, Duration::ZERO).unwrap().main, secs(0), "none is added after it");
    }

    #[test]
    fn byo_yomi_uses_up_whole_periods_only() {
        let control = TimeControl::ByoYomi { main: secs(10), periods: 2, period: secs(30) };
        let mut clock = Clock::new(control, 1);
        assert_eq!(clock.time(0, secs(0)).unwrap().until_out(&control), secs(70));
        let late = clock.time(0, secs(45)).unwrap();
        assert_eq!((late.periods, late.running(&control)), (1, secs(25)));
        assert_eq!(late.until_out(&control), secs(25));
        assert!(clock.end_turn(0, secs(39)));
        assert_eq!(clock.time(0, secs(0)).unwrap().periods, 2);
        assert!(clock.end_turn(0, secs(31)));
        assert_eq!(clock.time(0, secs(0)).unwrap().periods, 1);
        assert!(clock.end_turn(0, secs(29)));
        assert!(!clock.end_turn(0, secs(30)));
    }

    #[test]
    fn a_time_is_known_from_when_it_is_over() {
        let controls = [
            TimeControl::Simple { main: secs(10) },
            TimeControl::Fischer { main: secs(10), increment: secs(5) },
            TimeControl::ByoYomi { main: secs(10), periods: 2, period: secs(30) },
        ];
        for control in controls {
            let clock = Clock::new(control, 1);
            for elapsed in 0..80 {
                let time = clock.time(0, secs(elapsed)).unwrap();
                let known = TimeLeft::until(&control, time.until_out(&control), time.coins);
                if !time.out {
                    assert_eq!(known, time, "{control:?} after {elapsed} s");
                }
                assert_eq!(known.out, time.out, "{control:?} after {elapsed} s");
            }
        }
    }

    #[test]
    fn arcade_time_can_be_bought_and_carried_over() {
        let control =
            TimeControl::Arcade { main: secs(60), coin: secs(100), coins: 1, carry: true };
        let mut clock = Clock::new(control, 3);
        assert!(clock.buy(0));
        assert!(!clock.buy(0));
        assert!(clock.end_turn(0, secs(150)));
        let left = clock.time(0, secs(0)).unwrap();
        assert_eq!((left.main, left.coins), (secs(10), 0));
        assert!(!clock.end_turn(1, secs(60)));
        // A seat that ran out of time starts with the full time.
        let carried: Vec<TimeLeft> = clock.times().iter().map(|it| it.carried(&control)).collect();
        let next = Clock::new(control, 3).with_carried_time(&carried);
        assert_eq!(
            next.times(),
            [left, TimeLeft::at_start(&control), TimeLeft::at_start(&control)]
        );
    }

    #[test]
    fn a_turn_without_a_move_brings_no_increment() {
        let mut clock = Clock::new(TimeControl::Fischer { main: secs(10), increment: secs(5) }, 2);
        assert!(clock.spend(0, secs(9)));
        assert_eq!(clock.time(0, Duration::ZERO).unwrap().main, secs(1));
    }

    #[test]
    fn time_is_low_near_its_end_and_never_from_the_start() {
        let low = |control: TimeControl, elapsed: u64| {
            Clock::new(control, 1).time(0, secs(elapsed)).unwrap().is_low(&control)
        };
        let simple = |main: u64| TimeControl::Simple { main: secs(main) };
        assert!(!low(simple(300), 290) && low(simple(300), 291));
        assert!(!low(simple(8), 5) && low(simple(8), 7), "a quarter of what is short itself");
        let control = TimeControl::ByoYomi { main: secs(60), periods: 2, period: secs(30) };
        assert!(!low(control, 59) && !low(control, 110) && low(control, 111));
        assert!(!low(TimeControl::Untimed, 1_000_000));
        let day = TimeControl::of_days(1).unwrap();
        assert!(!low(day, 23 * 3600) && low(day, 23 * 3600 + 1));
    }
}
