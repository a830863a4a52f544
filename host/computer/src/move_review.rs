//! Reviews a move: its value compared with that of the best move. The searches are the
//! same at every level, so that a weak level judges as well as a strong one.

use std::time::{Duration, Instant};

use boardloom_contract::{CHANCE, Cursor, PluginResult, Seat, Variation};

use super::Level;
use super::rounds::{SearchSettings, begin_search};
use boardloom_match::{GameEvent, MovePath, Observer};

const STEP: u32 = 500;

/// The search depths of a review.
pub(super) struct Effort {
    /// From the position before the move, in plies.
    ahead: u16,
    /// Two show the distance to the second-best move.
    lines: u16,
    /// The most nodes of a search that reports a depth.
    nodes: u64,
    /// The nodes of a search by playouts.
    playouts: u64,
    /// The most time of a search. On a board that needs more there is no review.
    patience: Duration,
}

/// For the commentary, between two moves.
pub(super) const QUICK: Effort = Effort {
    ahead: 3,
    lines: 1,
    nodes: 60_000,
    playouts: 2_000,
    patience: Duration::from_millis(500),
};
/// For the review of a game.
pub(super) const THOROUGH: Effort = Effort {
    ahead: 5,
    lines: 2,
    nodes: 1_000_000,
    playouts: 6_000,
    patience: Duration::from_millis(1500),
};

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

impl MoveQuality {
    /// Returns the value that the move lost; negative if it turned out better than
    /// expected. A loss that the deeper search gives back is none.
    pub fn loss(&self) -> i32 {
        i32::from(self.expected) - i32::from(self.actual.max(self.deeper))
    }
}

/// A move compared with the best moves of the position before it.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveReview {
    pub quality: MoveQuality,
    /// The best lines from the position before the move, best first.
    pub lines: Vec<Variation>,
}

/// Returns the position before the last move and who made it; `None` if it was no player's choice.
pub(super) fn before(move_path: &MovePath) -> Option<(MovePath, Seat)> {
    let (last, events) = move_path.events.split_last()?;
    let GameEvent::Move { seat: Some(by), .. } = last else { return None };
    let chosen = *by != CHANCE;
    chosen.then(|| (MovePath { start: move_path.start.clone(), events: events.to_vec() }, *by))
}

/// Returns the best lines before the move, and their value for its player.
pub(super) fn best_lines(
    cursor: &mut dyn Cursor,
    by: Seat,
    level: &Level,
    effort: &Effort,
) -> PluginResult<Option<(u16, Vec<Variation>)>> {
    look(cursor, by, effort.ahead, level, effort)
}

/// Returns a seat's value after its move, as far ahead as [`best_lines`] and two plies further.
/// Both end with a move of the same player, since many evaluations alternate with the mover.
pub(super) fn actual_values(
    cursor: &mut dyn Cursor,
    by: Seat,
    level: &Level,
    effort: &Effort,
) -> PluginResult<Option<(u16, u16)>> {
    if let Some(outcome) = cursor.status()?.outcome {
        let value = match outcome.ranks.get(usize::from(by)) {
            Some(0) if outcome.winner().is_some() => 10_000,
            Some(0) => 5_000,
            _ => 0,
        };
        return Ok(Some((value, value)));
    }
    let mut value = |ahead| look(cursor, by, ahead, level, effort);
    let Some((actual, _)) = value(effort.ahead - 1)? else { return Ok(None) };
    Ok(value(effort.ahead + 1)?.map(|(deeper, _)| (actual, deeper)))
}

/// Searches; `None` if it takes too long.
fn look(
    cursor: &mut dyn Cursor,
    by: Seat,
    ahead: u16,
    level: &Level,
    effort: &Effort,
) -> PluginResult<Option<(u16, Vec<Variation>)>> {
    let level = Level { depth: Some(ahead), ..level.clone() }.with_lines(effort.lines);
    // A fixed seed: the same move is reviewed the same way in every match.
    let settings = level.search_settings();
    let settings = SearchSettings { text: &settings, seed: 0, memory: super::MEMORY };
    let begun = begin_search(cursor, by, Some(Observer::Seat(by)), &settings)?;
    let Ok(mut searcher) = begun else { return Ok(None) };
    let until = Instant::now() + effort.patience;
    loop {
        let progress = searcher.step(STEP)?;
        let lines = searcher.report(effort.lines)?;
        let counts = lines.first().is_some_and(|line| line.units.is_some());
        if progress.finished || (!counts && progress.nodes >= effort.playouts) {
            let value = lines.first().and_then(|line| line.value.get(usize::from(by)).copied());
            return Ok(value.map(|value| (value, lines)));
        }
        if progress.nodes >= effort.nodes || Instant::now() >= until {
            return Ok(None);
        }
    }
}
