//! The value of a position.

use std::cmp::Ordering;

use boardloom_base::{Failure, Result};
use boardloom_contract::{CHANCE, Cursor, GameStatus, OpenGame, Seat};

/// The value of a position for the first seat: 1 if it wins, 0 for a draw, -1 if the other wins;
/// or how many points it is ahead at the end.
pub type Value = i64;

/// Returns the value for a seat, or the one for the first seat from that of a seat.
pub fn of(seat: Seat, value: Value) -> Value {
    if seat == 0 { value } else { -value }
}

/// What a position is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    Winner,
    /// The lead in points.
    Lead,
}

impl ValueKind {
    /// Returns the least and the greatest value.
    pub fn bounds(self) -> (Value, Value) {
        let most = if self == ValueKind::Winner { 1 } else { i64::from(i32::MAX) };
        (-most, most)
    }

    /// Returns the value at the end of a game.
    pub fn outcome(self, status: &GameStatus) -> Result<Option<Value>> {
        let Some(outcome) = &status.outcome else { return Ok(None) };
        if self == ValueKind::Winner {
            return Ok(Some(match outcome.ranks[0].cmp(&outcome.ranks[1]) {
                Ordering::Less => 1,
                Ordering::Equal => 0,
                Ordering::Greater => -1,
            }));
        }
        let lead = status.seats[0].score - status.seats[1].score;
        if lead.fract() != 0.0 || lead.abs() > f64::from(i32::MAX) {
            let what = "points of this game are no whole numbers: leave out `--lead`".to_owned();
            return Err(Failure::Usage(what));
        }
        Ok(Some(lead as Value))
    }
}

pub fn mover(status: &GameStatus) -> Result<Seat> {
    match status.mover() {
        Some(seat) if seat != CHANCE => Ok(seat),
        _ => Err(Failure::Usage("a game with chance has no exact value".to_owned())),
    }
}

/// The error of a position that neither has an end nor leads to one.
pub fn no_move(position: &str) -> Failure {
    let what = "has no legal move and no result, so it has no value: the game's rules have to end \
                it there, or let the seat pass";
    Failure::Usage(format!("`{position}` {what}"))
}

pub fn play(cursor: &mut dyn Cursor, seat: Seat, mv: &str) -> Result<()> {
    let played = cursor.play(seat, mv)?;
    played.map(drop).map_err(|why| Failure::Usage(format!("`{mv}` cannot be played: {why}")))
}

/// The text form that holds a whole position, without what came before it.
#[derive(Debug, Clone)]
pub struct PositionForm(String);

impl PositionForm {
    pub fn new(name: String) -> Self {
        PositionForm(name)
    }

    pub fn write(&self, cursor: &mut dyn Cursor) -> Result<String> {
        let text = cursor.write(&self.0)?;
        text.map_err(|why| Failure::Usage(format!("the position has no text: {why}")))
    }

    /// Returns a position without a history.
    pub fn read(game: &dyn OpenGame, text: &str) -> Result<Box<dyn Cursor>> {
        let read = game.read(text)?;
        read.map_err(|why| Failure::Usage(format!("`{text}` cannot be read again: {why}")))
    }
}
