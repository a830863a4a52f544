//! The computer's time budget under a clock.

use std::time::Duration;

use super::{TimeControl, TimeLeft};

/// The time is spread over this many moves. In a longer game each move takes the same fraction
/// of the rest, so that some is always left.
const MOVES: u32 = 30;

/// Overhead of a search, which is taken off its time.
const OVERHEAD: Duration = Duration::from_millis(50);

/// The part of a period or an increment that a move may take, in tenths.
const TENTHS: u32 = 7;

/// Returns the computer's thinking time for its next move; `None` without a clock, or with one of
/// days a move, which are for people. It is at most a third of the time left.
pub fn pace(control: &TimeControl, time: &TimeLeft) -> Option<Duration> {
    if control.days().is_some() {
        return None;
    }
    let share = time.main / MOVES;
    let budget = match *control {
        TimeControl::Untimed => return None,
        TimeControl::Simple { .. } => share,
        // Coins count as time.
        TimeControl::Arcade { coin, .. } => {
            time.main.saturating_add(coin.saturating_mul(time.coins)) / MOVES
        }
        TimeControl::Fischer { increment, .. } => share + increment / 10 * TENTHS,
        TimeControl::ByoYomi { period, .. } if time.periods > 0 => share.max(period / 10 * TENTHS),
        TimeControl::ByoYomi { .. } => share,
    };
    // In byo-yomi, a move restores the running period in full.
    let most = match *control {
        TimeControl::ByoYomi { period, .. } if time.periods > 0 => {
            time.main / 3 + period / 10 * TENTHS
        }
        _ => time.main / 3,
    };
    Some(budget.min(most).saturating_sub(OVERHEAD))
}

#[cfg(test)]
mod tests {
    use super::super::Clock;
    use super::*;

    /// Plays moves that each take the pace and an overhead as long, of up to 0.1 s.
    fn lasts(control: TimeControl, moves: u32) -> bool {
        let mut clock = Clock::new(control, 1);
        (0..moves).all(|_| {
            let time = clock.times()[0];
            let thought = pace(&control, &time).expect("it is timed");
            let around = thought.min(Duration::from_millis(100));
            clock.end_turn(0, thought + around)
        })
    }

    #[test]
    fn the_computer_never_thinks_its_time_away() {
        let secs = Duration::from_secs;
        for main in [1, 10, 300, 7200] {
            let main = secs(main);
            assert!(lasts(TimeControl::Simple { main }, 400));
            assert!(lasts(TimeControl::Fischer { main, increment: secs(2) }, 400));
            assert!(lasts(TimeControl::Fischer { main, increment: Duration::ZERO }, 400));
            assert!(lasts(TimeControl::ByoYomi { main, periods: 1, period: secs(5) }, 400));
            let coin = secs(100);
            assert!(lasts(TimeControl::Arcade { main, coin, coins: 3, carry: true }, 400));
        }
        let main = Duration::ZERO;
        assert!(lasts(TimeControl::ByoYomi { main, periods: 3, period: secs(1) }, 400));
        for control in [TimeControl::Untimed, TimeControl::of_days(3).expect("a clock")] {
            assert_eq!(pace(&control, &TimeLeft::at_start(&control)), None);
        }
    }
}
