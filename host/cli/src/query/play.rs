//! Playing what a request lists.

use boardloom_contract::{CHANCE, Cursor, Effect, GameStatus, Message, Seat};
use boardloom_match::chance_number;
use serde_json::{Value as Json, json};

use super::QueryError;
use super::games::Open;
use super::request::{Request, Step};

/// Draws in a row after which a game is taken not to stop drawing.
const MOST_DRAWS: usize = 10_000;

/// A position, and the way to it.
pub struct Line<'a> {
    pub open: &'a Open,
    pub cursor: Box<dyn Cursor>,
    /// The position before the last listed move, where it is needed.
    pub before: Option<Box<dyn Cursor>>,
    /// What the last listed move and the draws behind it did.
    pub effects: Vec<Effect>,
    seed: Option<u64>,
    played: Vec<(Seat, String)>,
}

impl<'a> Line<'a> {
    /// Goes to the position before the first listed move.
    pub fn begin(open: &'a Open, request: &Request) -> Result<Self, QueryError> {
        let cursor = match &request.position {
            None => open.game.start()?,
            Some(text) => open
                .game
                .read(text)?
                .map_err(|why| QueryError::new("position", "/position", why.to_string()))?,
        };
        Ok(Line {
            open,
            cursor,
            before: None,
            effects: Vec::new(),
            seed: request.seed,
            played: Vec::new(),
        })
    }

    /// Plays all that is listed; `changes` says whether anybody wants to know
    /// what the last move changed.
    pub fn play(&mut self, steps: &[Step], changes: bool) -> Result<(), QueryError> {
        for (number, step) in steps.iter().enumerate() {
            let at = format!("/moves/{number}");
            self.effects.clear();
            let drawn_from = self.settle_for(step, &at)?;
            if changes && number + 1 == steps.len() {
                self.before = Some(self.cursor.fork()?);
            }
            match step {
                Step::RemovePlayer(who) => self.remove_player(*who, &at)?,
                Step::Move { seat, mv } => self.step(&drawn_from, *seat, mv, &at)?,
            }
        }
        if self.seed.is_some() {
            self.draw_while(|_| true)?;
        }
        Ok(())
    }

    /// Returns what was played, draws among it.
    pub fn played(&self) -> Json {
        let item = |(seat, mv): &(Seat, String)| {
            let seat = if *seat == CHANCE { 0 } else { u16::from(*seat) + 1 };
            json!({ "seat": seat, "move": mv })
        };
        self.played.iter().map(item).collect()
    }

    /// Draws what chance has to before a step, unless the step is chance's own;
    /// returns how the game stands then.
    fn settle_for(&mut self, step: &Step, at: &str) -> Result<GameStatus, QueryError> {
        let status = self.cursor.status()?;
        if !status.chance {
            return Ok(status);
        }
        let own = match step {
            Step::Move { seat: None, mv } => self.cursor.is_legal(CHANCE, mv)?,
            _ => false,
        };
        if own {
            return Ok(status);
        }
        if self.seed.is_none() {
            return Err(QueryError::new(
                "chance",
                at,
                "chance is to move here: give a `seed`, or list the draw itself",
            ));
        }
        let draw = match step {
            Step::Move { seat: None, mv } => mv.clone(),
            _ => String::new(),
        };
        self.draw_while(|cursor| {
            draw.is_empty() || !cursor.is_legal(CHANCE, &draw).unwrap_or(false)
        })
    }

    /// Draws while chance is to move and the next draw is wanted.
    fn draw_while(
        &mut self,
        mut wanted: impl FnMut(&mut dyn Cursor) -> bool,
    ) -> Result<GameStatus, QueryError> {
        let seed = self.seed.unwrap_or_default();
        for _ in 0..MOST_DRAWS {
            let status = self.cursor.status()?;
            if !status.chance || status.is_over() || !wanted(&mut *self.cursor) {
                return Ok(status);
            }
            let mv = self.cursor.sample_outcome(chance_number(seed, self.played.len() as u32))?;
            match self.cursor.play(CHANCE, &mv)? {
                Ok(effects) => self.done(CHANCE, mv, effects),
                Err(why) => {
                    let what =
                        format!("the plugin drew `{mv}` and did not let it be played: {why}");
                    return Err(QueryError::nowhere("plugin-broke-contract", what));
                }
            }
        }
        let what = format!("chance moved {MOST_DRAWS} times in a row");
        Err(QueryError::nowhere("plugin-broke-contract", what))
    }

    fn step(
        &mut self,
        status: &GameStatus,
        seat: Option<Seat>,
        mv: &str,
        at: &str,
    ) -> Result<(), QueryError> {
        if let Some(outcome) = &status.outcome {
            let what = format!("the game was over before `{mv}`: {}", outcome.reason);
            return Err(QueryError::new("game-over", at, what));
        }
        let seat = match (seat, status.chance) {
            (None, true) => CHANCE,
            (None, false) => self.mover(status, mv)?,
            (Some(seat), _) if status.acting.contains(&seat) => seat,
            (Some(seat), _) => {
                let acting: Vec<String> =
                    status.acting.iter().map(|seat| (u16::from(*seat) + 1).to_string()).collect();
                let what = format!(
                    "seat {} may not act now; acting: {}",
                    u16::from(seat) + 1,
                    acting.join(", ")
                );
                return Err(QueryError::new("not-to-act", at, what));
            }
        };
        let refusal = match self.cursor.play(seat, mv)? {
            Ok(effects) => {
                self.done(seat, mv.to_owned(), effects);
                return Ok(());
            }
            Err(refusal) => refusal,
        };
        // A person's spelling of a legal move is taken too.
        match self.cursor.parse(seat, mv)? {
            Ok(meant) if meant != mv => match self.cursor.play(seat, &meant)? {
                Ok(effects) => {
                    self.done(seat, meant, effects);
                    Ok(())
                }
                Err(_) => Err(illegal(mv, &refusal, at)),
            },
            Ok(_) => Err(illegal(mv, &refusal, at)),
            Err(why) => Err(illegal(mv, &why, at)),
        }
    }

    /// Returns the seat that a move is of: the only one that may act, or the
    /// first for which it is legal.
    fn mover(&mut self, status: &GameStatus, mv: &str) -> Result<Seat, QueryError> {
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

    fn remove_player(&mut self, who: Seat, at: &str) -> Result<(), QueryError> {
        match self.cursor.remove_player(who)? {
            Ok(effects) => {
                self.done(who, "!retire".to_owned(), effects);
                Ok(())
            }
            Err(why) => {
                let what = format!("seat {} cannot leave: {why}", u16::from(who) + 1);
                Err(QueryError::new("illegal-move", at, what))
            }
        }
    }

    fn done(&mut self, seat: Seat, mv: String, effects: Vec<Effect>) {
        self.played.push((seat, mv));
        self.effects.extend(effects);
    }
}

fn illegal(mv: &str, why: &Message, at: &str) -> QueryError {
    let why = why.to_string();
    let what = if why.contains(mv) { why } else { format!("`{mv}` is not legal here: {why}") };
    QueryError::new("illegal-move", at, what)
}
