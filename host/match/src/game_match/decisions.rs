//! Decisions that seats make at the same time. Each stays out of the game tree until all have
//! decided: so it is in no list, preview, search or saved record. The match's cursor stays at the
//! position where they decide.

use std::time::Duration;

use boardloom_contract::{Cursor, GameStatus, PluginResult, Seat};

use super::{Match, MatchEvent, PlayedMove, Turn};
use crate::clock::MAX_TIME;
use crate::error::MatchError;
use crate::game_tree::GameEvent;

/// The decision of a seat that acts together with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub seat: Seat,
    pub mv: String,
    pub took: Option<Duration>,
    pub coins: u32,
    pub paused: Duration,
}

impl Match {
    /// Returns the decisions that are not disclosed yet, in the order in which they were made.
    /// No player may see the moves.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    pub fn has_decided(&self, seat: Seat) -> bool {
        self.decisions.iter().any(|decision| decision.seat == seat)
    }

    /// Tells whether several seats decide here at the same time.
    pub(super) fn is_round(&self) -> bool {
        self.status.acting.len() + self.decisions.len() > 1
    }

    /// Keeps a decision secret until all seats have decided, then plays them in order of seats.
    pub(super) fn decide(
        &mut self,
        seat: Seat,
        mv: &str,
        took: Option<Duration>,
    ) -> Result<PlayedMove, MatchError> {
        if !self.ask(|cursor| cursor.is_legal(seat, mv))? {
            let read = self.ask(|cursor| cursor.parse(seat, mv))?;
            let why = match read {
                Ok(meant) => format!("`{mv}` is written `{meant}`"),
                Err(why) => why.to_string(),
            };
            return Err(MatchError::Illegal { mv: mv.to_owned(), why });
        }
        let own = self.turn.at == self.here && self.turn.seat == Some(seat);
        let turn = if own { self.turn } else { Turn::default() };
        let Turn { coins, paused, .. } = turn;
        let took = took.map(|took| took.min(MAX_TIME));
        self.decisions.push(Decision { seat, mv: mv.to_owned(), took, coins, paused });
        self.status.acting.retain(|acting| *acting != seat);
        if self.status.acting.is_empty() {
            return self.disclose();
        }
        if own || self.turn.at != self.here {
            self.turn = self.fresh_turn();
        }
        self.set_clock();
        self.emit(MatchEvent::Decided);
        Ok(PlayedMove { node: self.here, drawn: Vec::new() })
    }

    fn disclose(&mut self) -> Result<PlayedMove, MatchError> {
        let mut decisions = std::mem::take(&mut self.decisions);
        decisions.sort_by_key(|decision| decision.seat);
        self.status = self.ask(|cursor| cursor.status())?;
        let mut node = self.here;
        for Decision { seat, mv, took, coins, paused } in decisions {
            self.turn = Turn { coins, paused, ..self.fresh_turn() };
            self.turn.seat = Some(seat);
            node = self.enter(GameEvent::Move { seat: Some(seat), mv }, took)?;
        }
        let drawn = self.draw_chance()?;
        Ok(PlayedMove { node, drawn })
    }

    /// Takes the last decision back, of a human if one has decided. Returns false if there is
    /// none.
    pub(super) fn withdraw(&mut self) -> Result<bool, MatchError> {
        let human = |decision: &Decision| {
            self.players().get(usize::from(decision.seat)).is_some_and(|it| it.level().is_none())
        };
        let last = self.decisions.iter().rposition(human);
        let Some(last) = last.or(self.decisions.len().checked_sub(1)) else { return Ok(false) };
        let mut rest = std::mem::take(&mut self.decisions);
        rest.remove(last);
        self.status = self.ask(|cursor| cursor.status())?;
        self.turn = self.fresh_turn();
        self.set_clock();
        let here = self.here;
        self.emit(MatchEvent::Moved(here));
        self.decide_again(rest)?;
        Ok(true)
    }

    /// Makes the decisions that are still possible in the current position.
    pub(crate) fn decide_again(&mut self, decisions: Vec<Decision>) -> Result<(), MatchError> {
        for Decision { seat, mv, took, coins, paused } in decisions {
            if self.status.acting.len() < 2 || !self.status.acting.contains(&seat) {
                continue;
            }
            let known = self.decisions.len();
            match self.decide(seat, &mv, took) {
                Err(MatchError::Illegal { .. }) => {}
                done => drop(done?),
            }
            if let Some(decision) = self.decisions.get_mut(known) {
                (decision.coins, decision.paused) = (coins, paused);
            }
        }
        Ok(())
    }
}

/// Tells whether a move leaves other seats to decide that acted together with its seat: no one
/// but its player may see it yet.
pub fn is_undisclosed(before: &GameStatus, seat: Seat, after: &GameStatus) -> bool {
    let rest = before.acting.iter().filter(|acting| **acting != seat);
    !after.acting.is_empty()
        && before.acting.contains(&seat)
        && !after.is_over()
        && rest.eq(&after.acting)
}

/// Returns the status of a position as players may see it: a seat that has decided acts no more.
pub fn shown_status(
    cursor: &mut dyn Cursor,
    decided: impl Fn(Seat) -> bool,
) -> PluginResult<GameStatus> {
    let mut status = cursor.status()?;
    status.acting.retain(|seat| !decided(*seat));
    Ok(status)
}

#[cfg(test)]
mod tests;
