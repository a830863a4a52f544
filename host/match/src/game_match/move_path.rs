//! What others need of a match: the way to its position, and its texts.

use boardloom_contract::{Cursor, OpenGame, Seat};

use super::Match;
use crate::error::MatchError;
use crate::game_tree::{GameEvent, NodeId};
use crate::source::GameSource;

/// An open game and a position in it. Keep the game as long as the position.
pub type OpenPosition = (Box<dyn OpenGame>, Box<dyn Cursor>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MoveStep {
    /// A move, or a chance draw if the seat is [`CHANCE`](boardloom_contract::CHANCE).
    Move(Seat, String),
    RemovePlayer(Seat),
}

/// The moves from the start to a position, to reach it in another instance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct MovePath {
    /// `None` is the ruleset's own start.
    pub start: Option<String>,
    pub steps: Vec<MoveStep>,
}

impl MovePath {
    /// Opens the game in a new instance and plays the steps.
    pub fn walk(&self, source: &GameSource) -> Result<OpenPosition, MatchError> {
        let game = source.open()?;
        let mut cursor = super::begin(&*game, self.start.as_deref())?;
        self.go_on(&mut *cursor, 0)?;
        Ok((game, cursor))
    }

    /// Plays the steps from index `from` on.
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
    pub fn move_path(&self) -> MovePath {
        self.move_path_to(self.here)
    }

    pub fn move_path_to(&self, node: NodeId) -> MovePath {
        let steps = self.tree.line(node).into_iter().filter_map(|id| {
            let event = self.tree.node(id).event()?;
            let seat = event.seat()?;
            Some(match event {
                GameEvent::Move { mv, .. } => MoveStep::Move(seat, mv.clone()),
                GameEvent::RemovePlayer { .. } => MoveStep::RemovePlayer(seat),
            })
        });
        MovePath { start: self.setup.start.clone(), steps: steps.collect() }
    }

    /// Returns the position in the game's first text form; `None` if it has none.
    pub fn position_text(&mut self) -> Result<Option<String>, MatchError> {
        let Some(form) = self.about.forms.first().cloned() else { return Ok(None) };
        Ok(self.ask(|cursor| cursor.write(&form))?.ok())
    }
}
