//! The moves to a position of a match, and its text.

use boardloom_contract::{Cursor, OpenGame};

use super::Match;
use crate::error::MatchError;
use crate::game_tree::{GameEvent, NodeId};
use crate::source::GameSource;

/// An open game and a position in it. Keep the game as long as the position.
pub type OpenPosition = (Box<dyn OpenGame>, Box<dyn Cursor>);

/// The moves from the start to a position, to reach it in another instance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct MovePath {
    /// `None` is the ruleset's own start.
    pub start: Option<String>,
    /// Each with its seat.
    pub events: Vec<GameEvent>,
}

impl MovePath {
    /// Opens the game in a new instance and plays the events.
    pub fn walk(&self, source: &GameSource) -> Result<OpenPosition, MatchError> {
        let game = source.open()?;
        let mut cursor = super::begin(&*game, self.start.as_deref())?;
        self.go_on(&mut *cursor, 0)?;
        Ok((game, cursor))
    }

    pub fn go_on(&self, cursor: &mut dyn Cursor, from: usize) -> Result<(), MatchError> {
        for event in &self.events[from..] {
            let seat = event.seat().ok_or(MatchError::Over)?;
            event.play_on(cursor, seat)?.map_err(|why| event.illegal(&why))?;
        }
        Ok(())
    }
}

impl Match {
    pub fn move_path(&self) -> MovePath {
        self.move_path_to(self.here)
    }

    pub fn move_path_to(&self, node: NodeId) -> MovePath {
        let line = self.tree.line(node).into_iter();
        let events = line.filter_map(|id| self.tree.node(id).event());
        let events = events.filter(|it| it.seat().is_some() && it.is_for_rules());
        MovePath { start: self.setup.start.clone(), events: events.cloned().collect() }
    }

    /// Returns the position in the game's first text form; `None` if it has none.
    pub fn position_text(&mut self) -> Result<Option<String>, MatchError> {
        let Some(form) = self.about.forms.first().cloned() else { return Ok(None) };
        Ok(self.ask(|cursor| cursor.write(&form))?.ok())
    }
}
