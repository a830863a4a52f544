//! The position after the moves of a request.

use boardloom_contract::{CHANCE, Cursor, Effect, GameStatus, PluginResult, Seat};
use boardloom_match::draw_while;
use serde_json::{Value as Json, json};

use super::game_cache::CachedGame;
use super::request::{QueryStep, Request};
use super::{QueryError, Result};
use crate::data;

pub struct PlayedPosition<'a> {
    pub game: &'a CachedGame,
    pub cursor: Box<dyn Cursor>,
    /// The position before the last listed move, if a question needs it.
    pub before: Option<Box<dyn Cursor>>,
    /// Effects of the last listed move and the chance moves after it.
    pub effects: Vec<Effect>,
    seed: Option<u64>,
    played: Vec<(Seat, String)>,
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
        Ok(PlayedPosition {
            game,
            cursor,
            before: None,
            effects: Vec::new(),
            seed: request.seed,
            played: Vec::new(),
        })
    }

    /// Plays the steps; `changes` keeps the position before the last one.
    pub fn play(&mut self, steps: &[QueryStep], changes: bool) -> Result<()> {
        for (number, step) in steps.iter().enumerate() {
            let at = format!("/moves/{number}");
            self.effects.clear();
            let status = self.play_chance_before(step, &at)?;
            if changes && number + 1 == steps.len() {
                self.before = Some(self.cursor.fork()?);
            }
            match step {
                QueryStep::RemovePlayer(who) => self.remove_player(*who, &at)?,
                QueryStep::Move { seat, mv } => self.play_move(&status, *seat, mv, &at)?,
            }
        }
        if self.seed.is_some() {
            self.play_chance_while(|_| Ok(true))?;
        }
        Ok(())
    }

    /// Returns all moves, chance moves included.
    pub fn played(&self) -> Json {
        let item = |(seat, mv): &(Seat, String)| json!({ "seat": data::seat(*seat), "move": mv });
        self.played.iter().map(item).collect()
    }

    /// Plays pending chance moves, unless the step is a chance move itself; returns the
    /// status after them.
    fn play_chance_before(&mut self, step: &QueryStep, at: &str) -> Result<GameStatus> {
        let status = self.cursor.status()?;
        if !status.chance {
            return Ok(status);
        }
        let is_chance_step = match step {
            QueryStep::Move { seat: None, mv } => self.cursor.is_legal(CHANCE, mv)?,
            _ => false,
        };
        if is_chance_step {
            return Ok(status);
        }
        if self.seed.is_none() {
            return Err(QueryError::new(
                "chance",
                at,
                "a chance move is due here: give a `seed`, or list the chance move",
            ));
        }
        let draw = match step {
            QueryStep::Move { seat: None, mv } => mv.clone(),
            _ => String::new(),
        };
        self.play_chance_while(|cursor| Ok(draw.is_empty() || !cursor.is_legal(CHANCE, &draw)?))
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
        if let Some(outcome) = &status.outcome {
            let what = format!("the game was over before `{mv}`: {}", outcome.reason);
            return Err(QueryError::new("game-over", at, what));
        }
        let seat = match (seat, status.chance) {
            (None, true) => CHANCE,
            (None, false) => self.seat_for(status, mv)?,
            (Some(seat), _) if status.acting.contains(&seat) => seat,
            (Some(seat), _) => {
                let acting: Vec<String> =
                    status.acting.iter().map(|seat| data::seat(*seat).to_string()).collect();
                let what = format!(
                    "seat {} may not act now; acting: {}",
                    data::seat(seat),
                    acting.join(", ")
                );
                return Err(QueryError::new("not-to-act", at, what));
            }
        };
        let mut why = match self.cursor.play(seat, mv)? {
            Ok(effects) => {
                self.record(seat, mv.to_owned(), effects);
                return Ok(());
            }
            Err(why) => why,
        };
        // Accept other spellings of a legal move too.
        match self.cursor.parse(seat, mv)? {
            Ok(parsed) => {
                if parsed != mv
                    && let Ok(effects) = self.cursor.play(seat, &parsed)?
                {
                    self.record(seat, parsed, effects);
                    return Ok(());
                }
            }
            Err(unread) => why = unread,
        }
        let why = why.to_string();
        let what = if why.contains(mv) { why } else { format!("`{mv}` is not legal here: {why}") };
        Err(QueryError::new("illegal-move", at, what))
    }

    /// Returns the first acting seat for which the move is legal, or the only one.
    fn seat_for(&mut self, status: &GameStatus, mv: &str) -> Result<Seat> {
        let first = status.acting.first().copied().unwrap_or(0);
        if status.acting.len() > 1 {
            for seat in &status.acting {
                if self.cursor.is_legal(*seat, mv)? {
                    return Ok(*seat);
                }
            }
        }
        Ok(first)
    }

    fn remove_player(&mut self, who: Seat, at: &str) -> Result<()> {
        match self.cursor.remove_player(who)? {
            Ok(effects) => {
                self.record(who, "!retire".to_owned(), effects);
                Ok(())
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
