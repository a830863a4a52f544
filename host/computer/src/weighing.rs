//! Weighing a move of somebody else: how much worse or better it left its seat than
//! a look at the position before it expected. The looks are the same at every
//! level, so that a weak one judges no worse than a strong one.

use std::time::{Duration, Instant};

use boardloom_contract::{CHANCE, Cursor, PluginResult, Seat};

use super::Level;
use boardloom_match::{MovePath, MoveStep};

/// How far ahead the position before a move is looked at.
const AHEAD: u16 = 3;
/// The most nodes of a look that counts plies.
const NODES: u64 = 60_000;
/// The nodes of a look that plays games at random.
const GAMES: u64 = 2_000;
/// Nodes between two looks at how far it is.
const STEP: u32 = 500;
/// The most time of a look: on a board where that is too little, nothing is said.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a move of the seat that moved last was worth to it, of ten thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveQuality {
    /// Whose move it was.
    pub by: Seat,
    /// What the best move promised before it.
    pub promised: u16,
    /// What the move kept of that, looked at as far ahead.
    pub kept: u16,
    /// What it is worth where that is looked further into.
    pub proved: u16,
}

/// Returns the way to the position before the last move, and who made it; none where
/// nobody decided on it, or chance answered: what that did is nobody's merit.
pub(super) fn before(move_path: &MovePath, seat: Seat) -> Option<(MovePath, Seat)> {
    let (last, steps) = move_path.steps.split_last()?;
    let MoveStep::Move(by, _) = last else { return None };
    let other = *by != seat && *by != CHANCE;
    other.then(|| (MovePath { start: move_path.start.clone(), steps: steps.to_vec() }, *by))
}

/// Returns what a seat expects before its move.
pub(super) fn promised(
    cursor: &mut dyn Cursor,
    by: Seat,
    level: &Level,
) -> PluginResult<Option<u16>> {
    look(cursor, by, AHEAD, level)
}

/// Returns what a seat can expect after its move: as far ahead as
/// [`promised`] looked, and two plies further. Both end with the same player's move,
/// for many a value leaps with every move.
pub(super) fn proved(
    cursor: &mut dyn Cursor,
    by: Seat,
    level: &Level,
) -> PluginResult<Option<(u16, u16)>> {
    let Some(kept) = look(cursor, by, AHEAD - 1, level)? else { return Ok(None) };
    Ok(look(cursor, by, AHEAD + 1, level)?.map(|proved| (kept, proved)))
}

/// Looks so far ahead, and returns what a seat can expect; none where it takes too
/// long.
fn look(cursor: &mut dyn Cursor, by: Seat, ahead: u16, level: &Level) -> PluginResult<Option<u16>> {
    let settings = Level { depth: Some(ahead), ..level.clone() }.search_settings();
    // Nobody's chance: the same move is weighed the same way in every game.
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
