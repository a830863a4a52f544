//! The position after the moves of a request.

use boardloom_contract::{CHANCE, Cursor, Effect, GameStatus, PluginResult, Seat};
use boardloom_match::{
    Cause, GameEvent, MatchError, Observer, draw_while, draws_before, observed_cursor, read_move,
    shown_status,
};
use serde_json::{Value as Json, json};

use super::game_cache::CachedGame;
use super::request::Request;
use super::{QueryError, Result};
use crate::data;

pub struct PlayedPosition<'a> {
    pub game: &'a CachedGame,
    pub cursor: Box<dyn Cursor>,
    /// The position before the last listed move, if a question needs it.
    pub before: Option<Box<dyn Cursor>>,
    /// Effects of the last listed move and the chance moves after it.
    pub effects: Vec<Effect>,
    /// The player who gave up, if that was the last event.
    pub removed: Option<(Seat, Cause)>,
    seed: Option<u64>,
    played: Vec<(Seat, String)>,
    /// Decisions of seats that act together, until all have decided: no answer depends on them.
    decided: Vec<(Seat, String)>,
    /// The observer of the request, and the start.
    observed: Option<(Observer, Box<dyn Cursor>)>,
}

impl<'a> PlayedPosition<'a> {
    pub fn new(game: &'a CachedGame, request: &Request) -> Result<Self> {
        let cursor = match &request.position {
            None => game.game.start()?,
            Some(text) => game
                .game
                .read(text)?
                .map_err(|why| QueryError::new("position", "/position", why.to_string()))?,
        };
        let seats = game.about.seats;
        let mut cursor = cursor;
        let observed = match request.observer {
            Some(observer) => Some((observer, cursor.fork()?)),
            None => None,
        };
        let cursor = match request.observer {
            None => cursor,
            Some(Observer::Seat(seat)) if seat >= seats => {
                let what = format!("expected a seat from 1 to {seats}, or \"spectator\"");
                return Err(QueryError::new("request", "/observer", what));
            }
            Some(observer) => observed_cursor(cursor, observer)?,
        };
        Ok(PlayedPosition {
            game,
            cursor,
            before: None,
            effects: Vec::new(),
            removed: None,
            seed: request.seed,
            played: Vec::new(),
            decided: Vec::new(),
            observed,
        })
    }

    /// Plays the events. With `changes`, keeps the position before the last one.
    pub fn play(&mut self, events: &[GameEvent], changes: bool) -> Result<()> {
        for (number, event) in events.iter().enumerate() {
            let at = format!("/moves/{number}");
            self.effects.clear();
            self.removed = None;
            let status = self.play_chance_before(event, &at)?;
            if changes && number + 1 == events.len() {
                self.before = Some(self.cursor.fork()?);
            }
            match event {
                GameEvent::Move { seat, mv } => self.play_move(&status, *seat, mv, &at)?,
                GameEvent::RemovePlayer { seat, cause } => {
                    let seat = seat.expect("the request names it");
                    self.remove_player(seat, &at)?;
                    self.removed = Some((seat, *cause));
                }
                // The position stays the same.
                GameEvent::AgreedDraw { .. } => {}
            }
        }
        if self.seed.is_some() {
            self.play_chance_while(|_| Ok(true))?;
        }
        Ok(())
    }

    /// Returns the status; seats that have decided act no more.
    pub fn status(&mut self) -> Result<GameStatus> {
        let decided = |seat| self.decided.iter().any(|(known, _)| *known == seat);
        Ok(shown_status(&mut *self.cursor, decided)?)
    }

    /// Returns the moves so far, as the observer of the request sees them.
    pub fn played_moves(&mut self) -> Result<Json> {
        let mut items = Vec::new();
        for (seat, mv) in &self.played {
            let mut told = mv.clone();
            if let Some((observer, start)) = &mut self.observed {
                if start.is_legal(*seat, mv)? {
                    told = start.observed_move(observer.seat(), *seat, mv)?;
                    // It was legal in the position itself.
                    let _ = start.play(*seat, mv)?;
                } else {
                    let _ = start.remove_player(*seat)?;
                }
            }
            items.push(json!({ "seat": data::seat(*seat), "move": told }));
        }
        Ok(items.into())
    }

    /// Plays the chance moves that are due before an event; returns the status after them.
    fn play_chance_before(&mut self, event: &GameEvent, at: &str) -> Result<GameStatus> {
        let status = self.status()?;
        if !status.chance || !draws_before(&mut *self.cursor, event)? {
            return Ok(status);
        }
        if self.seed.is_none() {
            return Err(QueryError::new(
                "chance",
                at,
                "a chance move is due here: give a `seed`, or list the chance move",
            ));
        }
        self.play_chance_while(|cursor| draws_before(cursor, event))
    }

    /// Plays random chance moves while one is due and wanted.
    fn play_chance_while(
        &mut self,
        is_wanted: impl FnMut(&mut dyn Cursor) -> PluginResult<bool>,
    ) -> Result<GameStatus> {
        let from = (self.seed.unwrap_or_default(), self.played.len() as u32);
        let plugin = self.game.source.rules.name();
        for draw in draw_while(&mut *self.cursor, plugin, from, is_wanted)? {
            self.record(CHANCE, draw.mv, draw.effects);
        }
        Ok(self.cursor.status()?)
    }

    fn play_move(
        &mut self,
        status: &GameStatus,
        seat: Option<Seat>,
        mv: &str,
        at: &str,
    ) -> Result<()> {
        let why = match read_move(&mut *self.cursor, status, seat, mv)? {
            Ok((seat, mv)) if status.acting.len() + self.decided.len() > 1 => {
                self.decided.push((seat, mv));
                return self.disclose();
            }
            Ok((seat, mv)) => match self.cursor.play(seat, &mv)? {
                Ok(effects) => {
                    self.record(seat, mv, effects);
                    return Ok(());
                }
                Err(why) => why.to_string(),
            },
            Err(MatchError::Over) => {
                let reason = status.outcome.as_ref().map_or("", |outcome| &outcome.reason.text);
                let what = format!("the game was over before `{mv}`: {reason}");
                return Err(QueryError::new("game-over", at, what));
            }
            Err(MatchError::NotYourTurn { seat }) => {
                let acting = status.acting.iter().map(|seat| data::seat(*seat).to_string());
                let (seat, acting) = (data::seat(seat), acting.collect::<Vec<_>>().join(", "));
                let what = format!("seat {seat} may not act now; acting: {acting}");
                return Err(QueryError::new("not-to-act", at, what));
            }
            Err(unread) => unread.to_string(),
        };
        let what = if why.contains(mv) { why } else { format!("`{mv}` is not legal here: {why}") };
        Err(QueryError::new("illegal-move", at, what))
    }

    /// Plays the decisions of a round in order of seats, once all seats have decided.
    fn disclose(&mut self) -> Result<()> {
        if !self.status()?.acting.is_empty() {
            return Ok(());
        }
        let mut decided = std::mem::take(&mut self.decided);
        decided.sort();
        for (seat, mv) in decided {
            let effects = self.cursor.play(seat, &mv)?.map_err(|why| {
                QueryError::without_place("illegal-move", format!("`{mv}` is refused: {why}"))
            })?;
            self.record(seat, mv, effects);
        }
        Ok(())
    }

    fn remove_player(&mut self, who: Seat, at: &str) -> Result<()> {
        match self.cursor.remove_player(who)? {
            Ok(effects) => {
                self.record(who, "!retire".to_owned(), effects);
                self.decided.retain(|(seat, _)| *seat != who);
                if self.decided.is_empty() { Ok(()) } else { self.disclose() }
            }
            Err(why) => {
                let what =
                    format!("the player of seat {} cannot be removed: {why}", data::seat(who));
                Err(QueryError::new("illegal-move", at, what))
            }
        }
    }

    fn record(&mut self, seat: Seat, mv: String, effects: Vec<Effect>) {
        self.played.push((seat, mv));
        self.effects.extend(effects);
    }
}
