//! Time management: the search limits of a move.

use std::time::Duration;

use boardloom_computer::Level;
use boardloom_contract::Seat;

use super::protocol::SearchLimits;

/// Kept back from a clock beside the overhead: running out loses the game. A fixed time for a move
/// may be used to its end.
const CLOCK_RESERVE: Duration = Duration::from_millis(18);

/// Divisor for the clock when the runner does not send `movestogo`.
const DEFAULT_MOVES_TO_GO: u64 = 25;

/// Applies the limits of `go` to a level. The level's time applies only if `go` sets
/// no limit. Its node limit and noise always apply: they make a weak level weak.
pub fn apply_limits(level: Level, go: &SearchLimits, seat: Seat, overhead: Duration) -> Level {
    let clock = go.clocks.get(usize::from(seat)).copied().flatten();
    let fixed = go.movetime.map(|ms| Duration::from_millis(ms).saturating_sub(overhead));
    let shared = clock.map(|left| {
        let increment = go.increments.get(usize::from(seat)).copied().unwrap_or(0);
        clock_share(left, increment, go.moves_to_go, overhead + CLOCK_RESERVE)
    });
    let time = fixed.into_iter().chain(shared).min().map(|time| time.max(MIN_TIME));
    let limited = time.is_some() || go.depth.is_some() || go.nodes.is_some() || go.infinite;
    Level {
        time: if limited { time } else { level.time },
        nodes: level.nodes.into_iter().chain(go.nodes).min(),
        depth: go.depth,
        ..level
    }
}

const MIN_TIME: Duration = Duration::from_millis(1);

/// Returns the time for one move of a clock; all times in milliseconds.
fn clock_share(left: u64, increment: u64, moves: Option<u64>, overhead: Duration) -> Duration {
    let left = Duration::from_millis(left).saturating_sub(overhead);
    let moves = moves.unwrap_or(DEFAULT_MOVES_TO_GO).clamp(1, 200) as u32;
    let share = left / moves + Duration::from_millis(increment) * 3 / 4;
    // The last move before a time control may use the whole clock, any other at most half of it.
    let most = if moves == 1 { left } else { left / 2 };
    share.min(most).saturating_sub(if moves == 1 {
        Duration::ZERO
    } else {
        overhead.min(share / 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn level() -> Level {
        Level {
            name: "weak".to_owned(),
            time: Some(Duration::from_secs(1)),
            nodes: Some(5000),
            depth: None,
            noise: 0.1,
            settings: "{}".to_owned(),
        }
    }

    #[test]
    fn limits_of_go_replace_the_time_of_the_level() {
        let bound = |go: SearchLimits| {
            let bound = apply_limits(level(), &go, 0, OVERHEAD);
            (bound.time.map(|time| time.as_millis()), bound.nodes, bound.depth)
        };
        assert_eq!(bound(SearchLimits::default()), (Some(1000), Some(5000), None));
        assert_eq!(
            bound(SearchLimits { nodes: Some(100), ..SearchLimits::default() }),
            (None, Some(100), None)
        );
        assert_eq!(
            bound(SearchLimits { nodes: Some(9999), ..SearchLimits::default() }),
            (None, Some(5000), None)
        );
        assert_eq!(
            bound(SearchLimits { depth: Some(1), ..SearchLimits::default() }),
            (None, Some(5000), Some(1))
        );
        assert_eq!(
            bound(SearchLimits { infinite: true, ..SearchLimits::default() }),
            (None, Some(5000), None)
        );
        assert_eq!(
            bound(SearchLimits { movetime: Some(100), ..SearchLimits::default() }).0,
            Some(80)
        );
        assert_eq!(bound(SearchLimits { movetime: Some(0), ..SearchLimits::default() }).0, Some(1));
        // The other player's clock sets no limit.
        let other = SearchLimits { clocks: [None, Some(50)], ..SearchLimits::default() };
        assert_eq!(bound(other).0, Some(1000));
    }

    #[test]
    fn a_move_never_uses_up_the_clock() {
        for left in [0, 1, 15, 30, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let share = clock_share(left, increment, moves, OVERHEAD);
                    let most = Duration::from_millis(left).saturating_sub(OVERHEAD);
                    assert!(share <= most, "{left} {increment} {moves:?}: {share:?}");
                }
            }
        }
        assert_eq!(clock_share(60_020, 0, None, OVERHEAD).as_millis(), 2380);
        assert!(clock_share(60_000, 1000, None, OVERHEAD) > clock_share(60_000, 0, None, OVERHEAD));
        assert_eq!(clock_share(1020, 0, Some(1), OVERHEAD).as_millis(), 1000);
    }
}
