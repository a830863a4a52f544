//! What others need of a match: the way to its position, and its texts.

use boardloom_contract::{Cursor, OpenGame, Seat};

use super::Match;
use crate::error::MatchError;
use crate::game_tree::{Event, NodeId};
use crate::source::GameSource;

/// A game that was opened, and a position in it. The game has to be kept while
/// the position is.
pub type Opened = (Box<dyn OpenGame>, Box<dyn Cursor>);

/// One step of a [`MovePath`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MoveStep {
    /// A move, or a draw where the seat is chance.
    Move(Seat, String),
    /// A seat that left.
    RemovePlayer(Seat),
}

/// How to get to a position in another instance: the computer's, say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct MovePath {
    /// The start's text; none is the ruleset's own.
    pub start: Option<String>,
    /// What was played from there.
    pub steps: Vec<MoveStep>,
}

impl MovePath {
    /// Opens the table in a new instance and goes the way.
    ///
    /// # Errors
    /// When the ruleset does not open, a step is not legal, or the plugin fails.
    pub fn walk(&self, source: &GameSource) -> Result<Opened, MatchError> {
        let game = source.open()?;
        let mut cursor = super::begin(&*game, self.start.as_deref())?;
        self.go_on(&mut *cursor, 0)?;
        Ok((game, cursor))
    }

    /// Plays the steps from a number on.
    ///
    /// # Errors
    /// When a step is not legal, or the plugin fails.
    pub fn go_on(&self, cursor: &mut dyn Cursor, from: usize) -> Result<(), MatchError> {
        for step in &self.steps[from..] {
            let (mv, answer) = match step {
                MoveStep::Move(seat, mv) => (mv.as_str(), cursor.play(*seat, mv)?),
                MoveStep::RemovePlayer(seat) => ("retiring", cursor.remove_player(*seat)?),
            };
            if let Err(why) = answer {
                return Err(MatchError::Illegal { mv: mv.to_owned(), why: why.to_string() });
            }
        }
        Ok(())
    }
}

impl Match {
    /// Returns the way to the current node.
    pub fn move_path(&self) -> MovePath {
        self.way_to(self.here)
    }

    /// Returns the way to a node.
    pub fn way_to(&self, node: NodeId) -> MovePath {
        let steps = self.tree.line(node).into_iter().filter_map(|id| {
            let event = self.tree.node(id).event()?;
            let seat = event.seat()?;
            Some(match event {
                Event::Move { mv, .. } => MoveStep::Move(seat, mv.clone()),
                Event::RemovePlayer { .. } => MoveStep::RemovePlayer(seat),
            })
        });
        MovePath { start: self.start.clone(), steps: steps.collect() }
    }

    /// Returns the position in the game's first text form, which is read back;
    /// none where the game has none.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn position_text(&mut self) -> Result<Option<String>, MatchError> {
        let Some(form) = self.about.forms.first().cloned() else { return Ok(None) };
        Ok(self.ask(|cursor| cursor.write(&form))?.ok())
    }
}
