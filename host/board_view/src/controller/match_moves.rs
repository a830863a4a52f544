//! A match as the interface sees it.

use boardloom_contract::{Choices, MoveOption, Site};

use super::{BoardController, Direction, MoveSource};
use crate::board::{Board, Camera};
use boardloom_match::{Match, MatchError};

impl BoardController {
    /// Puts the sites on the board that could follow the path and do not stand
    /// there yet, and takes others away. To be called after every input.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn propose(&self, game: &mut Match, board: &mut Board) -> Result<(), MatchError> {
        match self.choices().proposed {
            true => game.ask(|cursor| board.propose(cursor, self.path())),
            false => {
                board.unpropose();
                Ok(())
            }
        }
    }
}

/// Answers for the person who is to move in a match. A fault is kept by the
/// match; nothing can be chosen then.
pub struct MatchMoves<'a> {
    /// The match.
    pub game: &'a mut Match,
    /// The board that is pointed at.
    pub board: &'a Board,
    /// How it is seen, for directions.
    pub camera: &'a Camera,
}

impl MoveSource for MatchMoves<'_> {
    fn choices(&mut self, path: &[Site]) -> Choices {
        let Some(seat) = self.game.human_to_move() else { return Choices::default() };
        self.game.choices(seat, path).unwrap_or_default()
    }

    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site> {
        let Some(from) = from else { return self.board.middle() };
        let (x, y) = direction.vector();
        let (dx, dy) = self.camera.direction_to_board(x, y);
        self.board.toward(from, dx, dy)
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let seat = self.game.human_to_move().ok_or("nobody at the board is to move now")?;
        let text = text.trim();
        match self.game.ask(|cursor| cursor.parse(seat, text)) {
            Ok(read) => read.map_err(|why| why.to_string()),
            Err(fault) => Err(fault.to_string()),
        }
    }

    fn question(&mut self, text: &str) -> Option<MoveOption> {
        let seat = self.game.human_to_move()?;
        self.game.question(seat, text).ok().flatten()
    }
}
