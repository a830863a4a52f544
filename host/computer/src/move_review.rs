//! Reviews an opponent's move: its value compared with that of the best move. The
//! searches are the same at every level, so that a weak level judges as well as a
//! strong one.

use std::time::{Duration, Instant};

use boardloom_contract::{CHANCE, Cursor, PluginResult, Seat};

use super::Level;
use boardloom_match::{MovePath, MoveStep};

/// Search depth from the position before the move, in plies.
const AHEAD: u16 = 3;
/// The most nodes of a search that reports a depth.
const NODES: u64 = 60_000;
/// The nodes of a search by playouts.
const GAMES: u64 = 2_000;
const STEP: u32 = 500;
/// The most time of a search. On a board that needs more there is no review.
const PATIENCE: Duration = Duration::from_millis(500);

/// The values of a position for a seat before and after its move, in ten-thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveQuality {
    pub by: Seat,
    /// The value of the best move.
    pub expected: u16,
    /// The value after the move, searched equally far ahead.
    pub actual: u16,
    /// The value after the move, searched two plies further.
    pub deeper: u16,
}

/// Returns the position before the last move and who made it; `None` if the last move was not
/// an opponent's choice.
pub(super) fn before(move_path: &MovePath, seat: Seat) -> Option<(MovePath, Seat)> {
    let (last, steps) = move_path.steps.split_last()?;
    let MoveStep::Move(by, _) = last else { return None };
    let other = *by != seat && *by != CHANCE;
    other.then(|| (MovePath { start: move_path.start.clone(), steps: steps.to_vec() }, *by))
}

pub(super) fn expected_value(
    cursor: &mut dyn Cursor,
    by: Seat,
    level: &Level,
) -> PluginResult<Option<u16>> {
    look(cursor, by, AHEAD, level)
}

/// Returns a seat's value after its move, as far ahead as [`expected_value`] and two plies
/// further. Both end with a move of the same player, since many evaluations alternate with the
/// mover.
pub(super) fn actual_values(
    cursor: &mut dyn Cursor,
    by: Seat,
    level: &Level,
) -> PluginResult<Option<(u16, u16)>> {
    let Some(actual) = look(cursor, by, AHEAD - 1, level)? else { return Ok(None) };
    Ok(look(cursor, by, AHEAD + 1, level)?.map(|deeper| (actual, deeper)))
}

/// Returns a seat's value; `None` if the search takes too long.
fn look(cursor: &mut dyn Cursor, by: Seat, ahead: u16, level: &Level) -> PluginResult<Option<u16>> {
    let settings = Level { depth: Some(ahead), ..level.clone() }.search_settings();
    // A fixed seed: the same move is reviewed the same way in every match.
    let Ok(mut searcher) = cursor.search(&settings, 0, super::MEMORY)? else { return Ok(None) };
    let until = Instant::now() + PATIENCE;
    loop {
        let progress = searcher.step(STEP)?;
        let best = searcher.report(1)?.into_iter().next();
        let counts = best.as_ref().is_some_and(|line| line.units.is_some());
        if progress.finished || (!counts && progress.nodes >= GAMES) {
            return Ok(best.and_then(|line| line.value.get(usize::from(by)).copied()));
        }
        if progress.nodes >= NODES || Instant::now() >= until {
            return Ok(None);
        }
    }
}
