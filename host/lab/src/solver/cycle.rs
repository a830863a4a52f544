//! Positions that repeat, and what the rules make of it.

use boardloom_base::{Failure, Result};
use boardloom_contract::{Cursor, OpenGame, Seat};

use super::value::{PositionForm, Value, ValueKind};

/// The rounds after which a cycle counts as endless.
const ROUNDS: usize = 16;

/// A move between two positions of a cycle.
#[derive(Debug, Clone)]
pub struct CycleStep {
    /// The position before the move.
    pub position: String,
    pub mover: Seat,
    pub mv: String,
}

fn unclear() -> Failure {
    Failure::Usage(
        "neither side can win without positions repeating, and who repeats them decides: such a \
         position cannot be solved"
            .to_owned(),
    )
}

/// Plays round a cycle from a position until the rules end the game. Returns the value for the
/// first seat: 0 if nothing ends it.
fn play_round(game: &dyn OpenGame, steps: &[CycleStep], first: usize) -> Result<Value> {
    let mut cursor: Box<dyn Cursor> = PositionForm::read(game, &steps[first].position)?;
    for step in steps.iter().cycle().skip(first).take(ROUNDS * steps.len()) {
        if cursor.play(step.mover, &step.mv)?.is_err() {
            return Err(unclear());
        }
        if let Some(value) = ValueKind::Winner.outcome(&cursor.status()?)? {
            return Ok(value);
        }
    }
    Ok(0)
}

/// Returns the value for the first seat of going round a cycle without end: from a position in
/// which each seat is to move, so that either is the one that repeats.
///
/// # Errors
/// If the value depends on who repeats a position.
pub fn endless_value(game: &dyn OpenGame, steps: &[CycleStep]) -> Result<Value> {
    let first = steps.first().map_or(0, |step| step.mover);
    let other = steps.iter().position(|step| step.mover != first).unwrap_or(0);
    let value = play_round(game, steps, 0)?;
    if play_round(game, steps, other)? == value { Ok(value) } else { Err(unclear()) }
}
