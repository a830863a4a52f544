//! A match from a text that was copied: a position, or a list of moves.

use boardloom_contract::OpenGame;

use super::{Match, MatchSetup, drawn_start, read_move};
use crate::chance::draws_before;
use crate::error::MatchError;
use crate::game_tree::GameEvent;
use crate::move_text;
use crate::scanner::{Scanner, TextError};
use crate::source::GameSource;

/// Reads a list of moves as a player writes them; move numbers are skipped.
///
/// # Errors
/// If a part of the text is no move in any game.
pub fn listed_events(list: &str) -> Result<Vec<GameEvent>, TextError> {
    let mut scanner = Scanner::new(list);
    let mut events = Vec::new();
    loop {
        scanner.skip_space();
        if scanner.peek().is_none() {
            return Ok(events);
        }
        events.extend(move_text::read(&mut scanner)?);
    }
}

impl Match {
    /// Starts a match from a text: a position, or else a list of moves.
    pub fn from_text(
        source: GameSource,
        setup: MatchSetup,
        text: &str,
    ) -> Result<Self, MatchError> {
        let placed = MatchSetup { start: Some(text.trim().to_owned()), ..setup.clone() };
        match Match::new(source.clone(), placed) {
            Err(MatchError::Start { why: position, .. }) => {
                let game = source.open()?;
                match Match::begin(source, game, setup, text) {
                    // Not even its first word is a move.
                    Err(MatchError::Listed { number: 1, place }) => {
                        Err(MatchError::NeitherPositionNorMoves {
                            position,
                            list: place.to_string(),
                        })
                    }
                    begun => begun,
                }
            }
            begun => begun,
        }
    }

    /// Starts a match with an open game, and plays a list of moves as a player writes them; move
    /// numbers are skipped. The set-up, if the ruleset has several, and chance moves that the list
    /// lacks are drawn by the seed.
    pub fn begin(
        source: GameSource,
        game: Box<dyn OpenGame>,
        mut setup: MatchSetup,
        list: &str,
    ) -> Result<Self, MatchError> {
        if setup.start.is_none() {
            setup.start = drawn_start::draw(&source, setup.seed)?;
        }
        let mut this = Self::bare(source, game, setup)?;
        this.play_list(list)?;
        this.draw_chance()?;
        Ok(this)
    }

    /// Plays a list of moves from the current position.
    ///
    /// # Errors
    /// If a move cannot be played; those before it have been.
    pub fn play_list(&mut self, list: &str) -> Result<(), MatchError> {
        let (mut scanner, mut number) = (Scanner::new(list), 1);
        loop {
            scanner.skip_space();
            if scanner.peek().is_none() {
                return Ok(());
            }
            let here = scanner.clone();
            let listed = |place: TextError| MatchError::Listed { number, place };
            let Some(event) = move_text::read(&mut scanner).map_err(listed)? else { continue };
            match self.play_listed(event) {
                Ok(()) => number += 1,
                Err(error @ (MatchError::PluginError(_) | MatchError::Open(_))) => {
                    return Err(error);
                }
                Err(other) => return Err(listed(here.error(other.to_string()))),
            }
        }
    }

    fn play_listed(&mut self, event: GameEvent) -> Result<(), MatchError> {
        self.draw_while(|cursor| draws_before(cursor, &event))?;
        self.check_open()?;
        let event = match event {
            GameEvent::Move { seat, mv } => {
                let read = read_move(&mut *self.cursor, &self.status, seat, &mv);
                let (seat, mv) = self.noted(read)??;
                GameEvent::Move { seat: Some(seat), mv }
            }
            other => other,
        };
        self.enter(event, None).map(drop)
    }
}
