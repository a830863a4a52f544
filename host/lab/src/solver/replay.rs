//! Strategies against all moves of the other side, without a search.

use std::collections::{BTreeMap, HashMap};

use boardloom_base::{Failure, Result};
use boardloom_contract::{OpenGame, Seat};
use boardloom_match::legal_moves;

use super::cycle::{CycleStep, endless_value};
use super::value::{PositionForm, Value, ValueKind, mover, of, play};

/// The moves of one seat, by the positions before them.
pub struct StrategyReplay<'a> {
    pub game: &'a dyn OpenGame,
    pub form: &'a PositionForm,
    pub goal: ValueKind,
    pub seat: Seat,
    /// The value for the seat that the strategy keeps.
    pub wanted: Value,
    pub strategy: &'a BTreeMap<String, String>,
}

/// A position on the path, with its moves, of which some were tried.
struct Place {
    position: String,
    mover: Seat,
    moves: Vec<String>,
    tried: usize,
}

impl StrategyReplay<'_> {
    /// Plays the strategy from a position, and returns the number of positions. Where positions
    /// can repeat, going round without end has to be worth as much as what is wanted.
    ///
    /// # Errors
    /// If the strategy has no move somewhere, or leads to a lower value.
    pub fn run(&self, start: &str) -> Result<usize> {
        // Whether a position is on the path.
        let mut seen = HashMap::from([(start.to_owned(), true)]);
        let mut path = Vec::new();
        path.extend(self.place(start.to_owned())?);
        while let Some(place) = path.last_mut() {
            let Some(mv) = place.moves.get(place.tried).cloned() else {
                seen.insert(std::mem::take(&mut place.position), false);
                path.pop();
                continue;
            };
            place.tried += 1;
            let mut cursor = PositionForm::read(self.game, &place.position)?;
            play(&mut *cursor, place.mover, &mv)?;
            let next = self.form.write(&mut *cursor)?;
            if let Some(value) = self.goal.outcome(&cursor.status()?)? {
                self.check(value, &next)?;
                continue;
            }
            match seen.get(&next) {
                Some(false) => {}
                Some(true) => self.check(self.round(&path, &next)?, &next)?,
                None => {
                    seen.insert(next.clone(), true);
                    path.extend(self.place(next)?);
                }
            }
        }
        Ok(seen.len())
    }

    fn check(&self, value: Value, position: &str) -> Result<()> {
        match of(self.seat, value) >= self.wanted {
            true => Ok(()),
            false => Err(Failure::Invalid(format!("the strategy does not hold: `{position}`"))),
        }
    }

    /// Returns a position with the moves to try; `None` if the game is over there.
    fn place(&self, position: String) -> Result<Option<Place>> {
        let mut cursor = PositionForm::read(self.game, &position)?;
        let status = cursor.status()?;
        if let Some(value) = self.goal.outcome(&status)? {
            self.check(value, &position)?;
            return Ok(None);
        }
        let mover = mover(&status)?;
        let moves = match mover == self.seat {
            true => {
                let mv = self.strategy.get(&position).cloned();
                vec![mv.ok_or_else(|| {
                    Failure::Invalid(format!("the strategy has no move for `{position}`"))
                })?]
            }
            false => legal_moves(&mut *cursor, mover, usize::MAX)?,
        };
        Ok(Some(Place { position, mover, moves, tried: 0 }))
    }

    /// Returns the value for the first seat of going round from a position on the path.
    fn round(&self, path: &[Place], from: &str) -> Result<Value> {
        if self.goal == ValueKind::Lead {
            let what = format!("the strategy does not hold: `{from}` comes again");
            return Err(Failure::Invalid(what));
        }
        let first = path.iter().position(|place| place.position == from);
        let steps = path[first.expect("on the path")..].iter().map(|place| CycleStep {
            position: place.position.clone(),
            mover: place.mover,
            mv: place.moves[place.tried - 1].clone(),
        });
        endless_value(self.game, &steps.collect::<Vec<_>>())
    }
}
