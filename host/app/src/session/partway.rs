//! Moves of several steps: the board shows the steps that were made.

use boardloom_contract::{Message, Piece, Site};

use super::GameSession;

/// The steps of a move that goes on.
#[derive(Debug, Default)]
pub(super) struct StepsMade {
    /// The pieces that stood on the changed sites before.
    covered: Vec<(Site, Vec<Piece>)>,
    prompt: Option<Message>,
}

impl GameSession {
    /// Shows the pieces as the path so far leaves them.
    pub(super) fn show_steps(&mut self) {
        self.hide_steps();
        let path = self.controller.path().to_vec();
        let Some(seat) = self.game.human_to_move() else { return };
        if path.is_empty() || self.is_premoving() {
            return;
        }
        let Ok(Some(partial)) = self.game.ask(|cursor| cursor.partway(seat, &path)) else { return };
        for site in &partial.sites {
            let own = partial.pieces.iter().filter(|(on, _)| on == site);
            let stack = own.map(|(_, piece)| *piece).collect();
            self.steps.covered.push((*site, self.pieces.replace(*site, stack)));
        }
        self.steps.prompt = partial.prompt;
        self.revision += 1;
    }

    /// Puts the pieces back as they stand in the position.
    pub(super) fn hide_steps(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        for (site, stack) in steps.covered {
            self.pieces.replace(site, stack);
        }
    }

    /// Tells whether the board shows a move that goes on.
    pub fn is_partway(&self) -> bool {
        !self.steps.covered.is_empty() || self.steps.prompt.is_some()
    }

    /// The game's prompt for the next step.
    pub fn step_prompt(&self) -> Option<&Message> {
        self.steps.prompt.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use boardloom_board_view::Input;
    use boardloom_match::{GameSource, Match, MatchSetup};

    use super::*;
    use crate::loaded_board::LoadedBoard;
    use crate::status_text::status_line;
    use boardloom_board_view::scene::BoardLook;

    fn click(session: &mut GameSession, name: &str) {
        let over = Some(session.board.site_named(name).expect(name));
        session.input(Input::PointerDown { at: Default::default(), over }, false);
        session.input(Input::PointerUp { at: Default::default(), over }, false);
    }

    #[test]
    fn the_board_shows_the_steps_and_puts_the_pieces_back() {
        let (rules, ruleset) = boardloom_testing::row("walk = true\nsteps = true");
        let game = Match::new(GameSource::new(rules, ruleset), MatchSetup::default());
        let board = LoadedBoard::out(game.expect("it opens"));
        let (look, wake) = (BoardLook::default(), Arc::new(|| {}));
        let mut session = GameSession::new(board, look, wake, false, Duration::ZERO);
        // Ann stands on a, Bob on b: she passes, since only he can walk.
        assert_eq!(session.game.human_to_move(), Some(1));
        let before = session.pieces.clone();
        click(&mut session, "b");
        let picked = session.board.site_named("b").expect("a site");
        assert!(session.is_partway());
        assert_eq!(session.pieces.top(picked).map(|piece| piece.count), Some(1));
        assert!(status_line(&session).ends_with("Walk on."), "{}", status_line(&session));
        session.input(Input::Cancel, false);
        assert!(!session.is_partway() && session.pieces == before);
        click(&mut session, "b");
        click(&mut session, "c");
        let walked = session.board.site_named("c").expect("a site");
        assert_eq!(session.pieces.top(walked).map(|piece| piece.count), Some(0));
        assert_eq!(session.pieces.top(picked), None);
        assert!(!session.is_partway());
    }
}
