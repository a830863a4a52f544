//! How long a move may take.

use std::time::Duration;

use boardloom_computer::Level;
use boardloom_contract::Seat;

use super::protocol::Go;

/// Moves that time is kept for where nobody says how many there are.
const MOVES_LEFT: u64 = 25;

/// Returns the level that a search plays at: what `go` says ends it, and the
/// level's own time where `go` says nothing. The level's nodes and noise hold in
/// any case, for they are what makes a weak one weak.
pub fn bounded(level: Level, go: &Go, seat: Seat, overhead: Duration) -> Level {
    let clock = go.clocks.get(usize::from(seat)).copied().flatten();
    let fixed = go.movetime.map(|ms| Duration::from_millis(ms).saturating_sub(overhead));
    let shared = clock.map(|left| {
        let increment = go.increments.get(usize::from(seat)).copied().unwrap_or(0);
        share(left, increment, go.moves_to_go, overhead)
    });
    let time = fixed.into_iter().chain(shared).min().map(|time| time.max(LEAST));
    let said = time.is_some() || go.depth.is_some() || go.nodes.is_some() || go.infinite;
    Level {
        time: if said { time } else { level.time },
        nodes: level.nodes.into_iter().chain(go.nodes).min(),
        depth: go.depth,
        ..level
    }
}

/// The least time that a search is given.
const LEAST: Duration = Duration::from_millis(1);

/// Returns the part of a clock that a move may take.
fn share(left: u64, increment: u64, moves: Option<u64>, overhead: Duration) -> Duration {
    let left = Duration::from_millis(left).saturating_sub(overhead);
    let moves = moves.unwrap_or(MOVES_LEFT).clamp(1, 200) as u32;
    let share = left / moves + Duration::from_millis(increment) * 3 / 4;
    // The last move before a time control may take all that is left; any other
    // leaves as much again.
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
    fn what_go_says_ends_a_search_and_else_the_level_does() {
        let bound = |go: Go| {
            let bound = bounded(level(), &go, 0, OVERHEAD);
            (bound.time.map(|time| time.as_millis()), bound.nodes, bound.depth)
        };
        assert_eq!(bound(Go::default()), (Some(1000), Some(5000), None));
        assert_eq!(bound(Go { nodes: Some(100), ..Go::default() }), (None, Some(100), None));
        assert_eq!(bound(Go { nodes: Some(9999), ..Go::default() }), (None, Some(5000), None));
        assert_eq!(bound(Go { depth: Some(1), ..Go::default() }), (None, Some(5000), Some(1)));
        assert_eq!(bound(Go { infinite: true, ..Go::default() }), (None, Some(5000), None));
        assert_eq!(bound(Go { movetime: Some(100), ..Go::default() }).0, Some(80));
        assert_eq!(bound(Go { movetime: Some(0), ..Go::default() }).0, Some(1));
        // The other player's clock says nothing.
        let other = Go { clocks: [None, Some(50)], ..Go::default() };
        assert_eq!(bound(other).0, Some(1000));
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for left in [0, 1, 15, 30, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let share = share(left, increment, moves, OVERHEAD);
                    let most = Duration::from_millis(left).saturating_sub(OVERHEAD);
                    assert!(share <= most, "{left} {increment} {moves:?}: {share:?}");
                }
            }
        }
        assert_eq!(share(60_020, 0, None, OVERHEAD).as_millis(), 2380);
        assert!(share(60_000, 1000, None, OVERHEAD) > share(60_000, 0, None, OVERHEAD));
        assert_eq!(share(1020, 0, Some(1), OVERHEAD).as_millis(), 1000);
    }
}
