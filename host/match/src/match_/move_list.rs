//! A match from a text that was copied: a position, or a list of moves.

use boardloom_contract::{CHANCE, OpenGame};

use super::{Match, Setup};
use crate::error::MatchError;
use crate::game_tree::Event;
use crate::move_text;
use crate::scanner::{Scanner, TextError};
use crate::source::GameSource;

impl Match {
    /// Begins a match with a text: from the position that it is, or else with the
    /// moves that it lists.
    ///
    /// # Errors
    /// When the text is neither, and as for [`Match::new`].
    pub fn from_text(source: GameSource, setup: Setup, text: &str) -> Result<Self, MatchError> {
        let placed = Setup { start: Some(text.trim().to_owned()), ..setup.clone() };
        match Match::new(source.clone(), placed) {
            Err(MatchError::Start { why: position, .. }) => {
                match Match::from_list(source, setup, text) {
                    // Not even its first word is a move.
                    Err(MatchError::Listed { number: 1, place }) => {
                        Err(MatchError::NeitherNor { position, list: place.to_string() })
                    }
                    begun => begun,
                }
            }
            begun => begun,
        }
    }

    /// Begins a match and plays a list of moves, spelled as a person may spell them;
    /// numbers before them are skipped. A draw of chance that the list does not name
    /// is drawn from the seed.
    ///
    /// # Errors
    /// When a move of the list cannot be read or is not legal, and as for
    /// [`Match::new`].
    pub fn from_list(source: GameSource, setup: Setup, list: &str) -> Result<Self, MatchError> {
        let game = source.open()?;
        Match::begin(source, game, setup, list)
    }

    /// As [`Match::from_list`], with the table's game opened before: for a look at
    /// it, say.
    ///
    /// # Errors
    /// As for [`Match::from_list`].
    pub fn begin(
        source: GameSource,
        game: Box<dyn OpenGame>,
        setup: Setup,
        list: &str,
    ) -> Result<Self, MatchError> {
        let mut this = Self::bare(source, game, setup)?;
        this.play_list(list)?;
        this.settle()?;
        Ok(this)
    }

    fn play_list(&mut self, list: &str) -> Result<(), MatchError> {
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

    fn play_listed(&mut self, event: Event) -> Result<(), MatchError> {
        let event = match event {
            Event::Move { seat: None, mv } if self.status.chance => {
                let drawn = self.ask(|cursor| cursor.is_legal(CHANCE, &mv))?;
                Event::Move { seat: drawn.then_some(CHANCE), mv }
            }
            other => other,
        };
        if event.seat() != Some(CHANCE) {
            self.settle()?;
        }
        self.check_open()?;
        let event = match event {
            Event::Move { seat, mv } if seat != Some(CHANCE) => {
                let seat = seat.or(self.status.acting.first().copied());
                let seat = seat.ok_or(MatchError::ChanceFirst)?;
                let read = self.ask(|cursor| cursor.parse(seat, &mv))?;
                let unread = |why: boardloom_contract::Message| MatchError::Unread {
                    text: mv.clone(),
                    why: why.to_string(),
                };
                Event::Move { seat: Some(seat), mv: read.map_err(unread)? }
            }
            other => other,
        };
        self.enter(event, None).map(drop)
    }
}
