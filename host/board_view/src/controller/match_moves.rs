//! The controller's view of a match.

use boardloom_contract::{Choices, Effect, MoveOption, Site};

use super::{BoardController, Direction, MoveSource};
use crate::board::{BoardGeometry, Camera};
use boardloom_match::{Match, MatchError};

/// The most targets of a piece that are read.
pub(super) const MOST_TARGETS: usize = 64;

impl BoardController {
    /// Adds the sites that could follow the path and do not exist yet to the board, and removes
    /// others. Call it after every input.
    pub fn propose(&self, game: &mut Match, board: &mut BoardGeometry) -> Result<(), MatchError> {
        board.proposed.clear();
        match self.choices().proposed {
            true => game.ask(|cursor| board.propose(cursor, self.path())),
            false => Ok(()),
        }
    }
}

/// Answers for the human to move in a match. If the plugin fails, the match keeps the error and
/// nothing can be chosen.
pub struct MatchMoves<'a> {
    pub game: &'a mut Match,
    pub board: &'a BoardGeometry,
    /// Turns directions on the screen into those of the board.
    pub camera: &'a Camera,
}

impl MoveSource for MatchMoves<'_> {
    fn choices(&mut self, path: &[Site]) -> Choices {
        let Some(seat) = self.game.human_to_move() else { return Choices::default() };
        self.game.choices(seat, path).unwrap_or_default()
    }

    fn clones(&mut self, path: &[Site], choices: &Choices) -> Vec<Site> {
        let (Some(seat), &[from]) = (self.game.human_to_move(), path) else { return Vec::new() };
        let mut clones = Vec::new();
        for target in choices.targets.iter().take(MOST_TARGETS) {
            let to = self.game.choices(seat, &[from, target.site]).unwrap_or_default();
            let Some(only) = to.options.first() else { continue };
            let Ok(Some((_, effects))) = self.game.preview(seat, &only.move_) else { continue };
            if leaves_its_piece(&effects, from, target.site) {
                clones.push(target.site);
            }
        }
        clones
    }

    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site> {
        direction.next_site(self.board, self.camera, from)
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let seat = self.game.human_to_move().ok_or("no human player is to move now")?;
        let text = text.trim();
        match self.game.ask(|cursor| cursor.parse(seat, text)) {
            Ok(read) => read.map_err(|why| why.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn question(&mut self, text: &str) -> Option<MoveOption> {
        let seat = self.game.human_to_move()?;
        self.game.question(seat, text).ok().flatten()
    }
}

/// Tells whether a move changes its target and leaves the piece where it was: another one grows.
pub(super) fn leaves_its_piece(effects: &[Effect], from: Site, target: Site) -> bool {
    let takes =
        |effect: &Effect| effect.site == Some(from) && matches!(&*effect.verb, "move" | "remove");
    !effects.iter().any(takes) && effects.iter().any(|effect| effect.site == Some(target))
}
