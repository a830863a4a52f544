//! Commands on the game, the same in every front end.

use boardloom_board_view::Input;
use boardloom_board_view::controller::Direction;
use boardloom_match::ROOT;

use super::{GameSession, Notice};
use crate::keys::Command;
use crate::move_input::MoveInput;
use crate::texts::{game as t, online};

/// Degrees that a key turns and tilts the board in 3D.
const STEP: f64 = 7.5;
/// The most moves that completion lists.
const COMPLETED: usize = 4096;

impl GameSession {
    /// False if the command is not about the game: the front end handles it.
    pub fn command(&mut self, command: Command, previews: bool) -> bool {
        use Command as C;
        // While the game is paused, its position is hidden.
        if self.is_paused() && !matches!(command, C::Pause | C::BuyTime | C::Review) {
            self.notify(Notice::bad(t::paused()));
            return true;
        }
        if self.is_refused_online(command) {
            self.notify(Notice::bad(online::not_now()));
            return true;
        }
        match command {
            C::Pause => self.pause(),
            C::BuyTime => self.buy_time(),
            C::CursorLeft => self.input(Input::CursorMove(Direction::Left), previews),
            C::CursorRight => self.input(Input::CursorMove(Direction::Right), previews),
            C::CursorUp => self.input(Input::CursorMove(Direction::Up), previews),
            C::CursorDown => self.input(Input::CursorMove(Direction::Down), previews),
            C::Confirm => self.input(Input::Confirm, previews),
            C::Pass => match self.controller.first().options.as_slice() {
                [only] => {
                    let mv = only.move_.clone();
                    self.input(Input::Button(mv), previews);
                }
                _ => self.notify(Notice::bad(t::no_pass())),
            },
            C::MoveNow => self.move_now(),
            C::OfferDraw => self.offer_draw(),
            C::ConditionalMoves => self.toggle_conditional(),
            C::Hint => self.hint(),
            C::Analyse => self.toggle_analysis(),
            C::Review => self.toggle_review(),
            C::Promote => self.promote(self.game.here()),
            C::DeleteLine => self.delete(self.game.here()),
            C::RestoreLine => self.restore(),
            C::ClearDrawings => self.clear_drawings(),
            C::Flip => self.flip(),
            C::Turn => self.turn(1.0),
            C::TurnBack => self.turn(-1.0),
            C::TiltDown => self.turn_by(0.0, STEP),
            C::TiltUp => self.turn_by(0.0, -STEP),
            _ => return self.navigate(command),
        }
        true
    }

    /// Tells whether a command does anything in the shown position.
    pub fn applies(&self, command: Command) -> bool {
        use Command as C;
        if self.is_refused_online(command) {
            return false;
        }
        match command {
            C::Chat => self.online.is_some() && !self.is_by_mail(),
            C::ConditionalMoves => self.is_entering_conditional() || self.can_enter_conditional(),
            C::ExportMail => self.is_by_mail(),
            C::Undo if self.is_decided_by_mail() => self.pending_move().is_some(),
            C::Undo => self.game.can_undo_turn(),
            C::TypeMove | C::Hint | C::MoveNow => !self.game.status().is_over(),
            C::Pause => self.is_paused() || self.can_pause(),
            C::Pass => !self.controller.first().options.is_empty(),
            C::BuyTime => self.buyer().is_some(),
            C::OfferDraw => self.can_offer_draw(),
            C::First | C::Previous | C::TenBack | C::Promote | C::DeleteLine => {
                self.game.node().parent().is_some()
            }
            C::Redo | C::Next | C::TenOn | C::Last | C::Autoplay => !self.game.at_end(),
            C::VariationUp => self.variation(-1).is_some(),
            C::VariationDown => self.variation(1).is_some(),
            C::RestoreLine => self.game.tree().can_restore(),
            C::ClearDrawings => self.can_clear_drawings(),
            C::TiltDown | C::TiltUp => self.is_3d(),
            C::NextStep | C::PreviousStep | C::FirstGame => self.taught,
            C::Analyse | C::Review | C::Save | C::SaveAs => !self.taught,
            C::NextView => self.game.about().views.len() > 1,
            _ => true,
        }
    }

    /// Tells whether a command has no place in a game with others: it asks the computer for advice,
    /// which the players have not allowed, or changes the list of moves, which the room keeps.
    fn is_refused_online(&self, command: Command) -> bool {
        use Command as C;
        let advice = [C::Hint, C::Analyse, C::Review];
        let changes =
            [C::MoveNow, C::Redo, C::Promote, C::DeleteLine, C::RestoreLine, C::SameAgain];
        self.forbids_advice() && advice.contains(&command)
            || self.is_online() && changes.contains(&command)
    }

    /// False if the command does not navigate the moves.
    fn navigate(&mut self, command: Command) -> bool {
        use Command as C;
        match command {
            C::Undo if self.is_entering_conditional() => drop(self.undo_conditional()),
            C::Undo => self.request_take_back(),
            C::Redo => self.redo(),
            C::Previous => self.step(-1),
            C::Next => self.step(1),
            C::TenBack => self.step(-10),
            C::TenOn => self.step(10),
            C::First => self.go_to(ROOT),
            C::Last => self.go_to(self.game.tree().end(self.game.here())),
            C::VariationUp => self.go_to_variation(-1),
            C::VariationDown => self.go_to_variation(1),
            _ => return false,
        }
        true
    }

    /// In 3D by a step, flat by a quarter.
    fn turn(&mut self, sign: f64) {
        match self.is_3d() {
            true => self.turn_by(sign * 2.0 * STEP, 0.0),
            false => self.rotate(sign * 90.0),
        }
    }

    /// Esc on the board: drops, closes or stops the nearest thing. False if there is nothing.
    pub fn cancel(&mut self, previews: bool) -> bool {
        if self.is_selecting() {
            self.input(Input::Cancel, previews);
        } else if self.drop_proposal() {
            // Nothing of it was signed.
        } else if self.magnifier.is_some() {
            self.toggle_magnifier(None);
        } else if self.advice.take().is_some() {
            self.revision += 1;
        } else if self.thinking_seat().is_some() || self.is_advising() {
            self.stop_thinking();
        } else if self.is_analysing() {
            self.toggle_analysis();
        } else if self.leave_conditional() {
            self.notify(Notice::plain(online::conditional_left()));
        } else {
            return false;
        }
        true
    }

    /// Begins typing a move or a premove; `None` if no human is to move.
    pub fn type_move(&mut self) -> Option<MoveInput> {
        if self.is_premoving() && !self.is_paused() {
            return Some(MoveInput { text: String::new(), legal: self.premove_texts(COMPLETED) });
        }
        let seat = self.game.human_to_move().filter(|_| !self.is_paused())?;
        let legal = self.game.legal_texts(seat, COMPLETED).unwrap_or_default();
        Some(MoveInput { text: String::new(), legal })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use boardloom_board_view::scene::BoardLook;
    use boardloom_match::{GameSource, Match, MatchSetup, Player};

    use super::*;
    use crate::loaded_board::LoadedBoard;

    fn session(setup: MatchSetup) -> GameSession {
        session_of("", setup)
    }

    fn session_of(row: &str, setup: MatchSetup) -> GameSession {
        let (rules, ruleset) = boardloom_testing::row(row);
        let game = Match::new(GameSource::new(rules, ruleset), setup).expect("it opens");
        let (board, look) = (LoadedBoard::out(game), BoardLook::default());
        GameSession::new(board, look, Arc::new(|| {}), false, Duration::ZERO)
    }

    #[test]
    fn only_positions_with_siblings_have_other_variations() {
        let mut session = session(MatchSetup::default());
        session.play("a");
        session.play("b");
        let applies = |session: &GameSession| {
            [Command::VariationUp, Command::VariationDown].map(|it| session.applies(it))
        };
        assert_eq!(applies(&session), [false, false]);
        session.step(-1);
        session.play("c");
        assert_eq!(applies(&session), [true, false]);
        session.command(Command::VariationUp, false);
        assert_eq!(applies(&session), [false, true]);
        session.step(-1);
        assert_eq!(applies(&session), [false, false]);
    }

    #[test]
    fn a_pause_needs_a_clock_or_a_computer_that_it_stops() {
        let computer = vec![Player::human("Ann"), Player::computer("Bob", 1)];
        let timed = "60".parse().expect("a clock");
        for (setup, pauses) in [
            (MatchSetup::default(), false),
            (MatchSetup { control: timed, ..MatchSetup::default() }, true),
            (MatchSetup { players: computer, ..MatchSetup::default() }, true),
        ] {
            let mut session = session(setup);
            assert_eq!(session.applies(Command::Pause), pauses);
            session.command(Command::Pause, false);
            assert_eq!(session.is_paused(), pauses);
            assert_eq!(session.applies(Command::Pause), pauses, "a pause can end");
        }
    }
    /// What happened is seen on the board, or else said over it.
    #[test]
    fn the_note_on_a_move_that_changes_nothing_is_shown() {
        let mut session = session_of("asks = true", MatchSetup::default());
        session.play("a");
        assert!(session.take_notices().is_empty());
        session.play("say hello");
        let said: Vec<String> = session.take_notices().into_iter().map(|it| it.text).collect();
        assert_eq!(said, ["passed"]);
        let said = session.game.here();
        assert_eq!(session.comment(said), "passed", "and stands below the move in lists");
        assert!(session.game.tree().is_noted(said));
    }
}
