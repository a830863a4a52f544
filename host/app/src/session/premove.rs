//! Premoves: a move that a player enters while another one is to move.

use std::collections::BTreeMap;

use boardloom_board_view::{BoardController, MatchMoves, MoveSource, PremoveSource};
use boardloom_contract::{Cursor, Seat, Site};

use super::{GameSession, Notice};
use crate::texts::game as t;

/// The most positions that a premove is looked up in, and the sites in all of them.
const MOST_TURNS: usize = 24;
const MOST_SITES: usize = 20_000;

#[derive(Debug, Clone)]
pub struct Premove {
    seat: Seat,
    mv: String,
    /// As players read it.
    pub text: String,
    /// The sites that were pointed at; empty if it was typed.
    pub path: Vec<Site>,
}

/// The positions in which the player may be to move next.
struct NextTurns {
    seat: Seat,
    turns: Vec<Box<dyn Cursor>>,
    /// The path to each move that was offered.
    paths: BTreeMap<String, Vec<Site>>,
}

pub(super) struct PremoveState {
    pub(super) allowed: bool,
    next: Option<NextTurns>,
    entered: Option<Premove>,
}

impl Default for PremoveState {
    fn default() -> Self {
        PremoveState { allowed: true, next: None, entered: None }
    }
}

impl GameSession {
    pub fn premove(&self) -> Option<&Premove> {
        self.premoves.entered.as_ref()
    }

    /// Tells whether moves on the board are premoves now.
    pub fn is_premoving(&self) -> bool {
        self.premoves.next.is_some() && self.game.human_to_move().is_none()
    }

    pub(crate) fn allow_premoves(&mut self, allowed: bool) {
        if self.premoves.allowed != allowed {
            self.premoves.allowed = allowed;
            self.premoves.entered = None;
            self.prepare_premoves();
            self.reset_board_input(false);
            self.revision += 1;
        }
    }

    /// Looks ahead to the next turn of the player for whom the computer plays on.
    pub(super) fn prepare_premoves(&mut self) {
        self.premoves.next = None;
        if self.game.status().is_over() {
            self.premoves.entered = None;
        }
        let Some(seat) = self.premoving_seat() else { return };
        let sites = (self.game.status().sites as usize).max(1);
        let most = (MOST_SITES / sites).clamp(1, MOST_TURNS);
        // The match keeps an error, and the front end shows it.
        let turns = self.game.next_turns(seat, most).unwrap_or_default();
        if !turns.is_empty() {
            self.premoves.next = Some(NextTurns { seat, turns, paths: BTreeMap::new() });
        }
    }

    /// The human who moves next after the computer, or after a player at another program.
    fn premoving_seat(&self) -> Option<Seat> {
        if !self.premoves.allowed || self.game.human_to_move().is_some() {
            return None;
        }
        let in_room = self.is_online() && !self.is_by_mail();
        let online = || self.game.status().acting.first().copied().filter(|_| in_room);
        let other = self.game.computer_to_move().map(|(seat, _)| seat).or_else(online)?;
        let seats = self.game.players().len() as Seat;
        let states = &self.game.status().seats;
        let plays = |seat: &Seat| {
            self.is_human(*seat) && states.get(usize::from(*seat)).is_some_and(|it| it.active)
        };
        (1..seats).map(|n| (other + n) % seats).find(plays)
    }

    /// Answers the board's controller from the position, or from those that may come.
    pub(super) fn with_moves<T>(
        &mut self,
        work: impl FnOnce(&mut BoardController, &mut dyn MoveSource) -> T,
    ) -> T {
        let camera = &self.turned_camera();
        let premoving = self.is_premoving();
        let (game, board) = (&mut self.game, &self.board);
        match self.premoves.next.as_mut().filter(|_| premoving) {
            Some(NextTurns { seat, turns, paths }) => {
                let seat = *seat;
                work(
                    &mut self.controller,
                    &mut PremoveSource { game, seat, turns, board, camera, paths },
                )
            }
            None => work(&mut self.controller, &mut MatchMoves { game, board, camera }),
        }
    }

    /// Starts the board's input over for a changed position.
    pub(super) fn reset_board_input(&mut self, keeps_selection: bool) {
        self.with_moves(|controller, moves| match keeps_selection {
            true => controller.reset_with_selection(moves),
            false => controller.reset(moves),
        });
        let _ = self.controller.propose(&mut self.game, &mut self.board);
        self.show_steps();
    }

    /// Keeps a move until the player is to move.
    pub(super) fn enter_premove(&mut self, mv: String) {
        let Some(NextTurns { seat, turns, paths }) = &mut self.premoves.next else { return };
        let (seat, path) = (*seat, paths.get(&mv).cloned().unwrap_or_default());
        let text = self.game.ask(|_| {
            for turn in turns.iter_mut() {
                if turn.is_legal(seat, &mv)? {
                    return Ok(turn.describe_move(seat, &mv)?.text);
                }
            }
            Ok(mv.clone())
        });
        let Ok(text) = text else { return };
        self.premoves.entered = Some(Premove { seat, mv, text, path });
        self.revision += 1;
    }

    /// Drops the premove. False if there is none.
    pub fn cancel_premove(&mut self) -> bool {
        let dropped = self.premoves.entered.take().is_some();
        self.revision += u64::from(dropped);
        dropped
    }

    /// Returns the moves that a typed premove may be.
    pub(super) fn premove_texts(&mut self, most: usize) -> Vec<String> {
        let Some(NextTurns { seat, turns, .. }) = &mut self.premoves.next else {
            return Vec::new();
        };
        let Some(turn) = turns.first_mut() else { return Vec::new() };
        let moves = self.game.ask(|_| boardloom_match::legal_moves(&mut **turn, *seat, most));
        moves.unwrap_or_default()
    }

    /// Plays the premove if it is the player's turn and the move is legal.
    pub(super) fn play_premove(&mut self) {
        let to_move = self.game.human_to_move();
        let due = self.premoves.entered.take_if(|premove| to_move == Some(premove.seat));
        let Some(premove) = due else { return };
        match self.legal_premove(&premove) {
            Some(mv) => self.play(&mv),
            None => self.refuse(&t::premove_dropped(&premove.text), None),
        }
    }

    /// The move of a premove's path in the position, or the same notation.
    fn legal_premove(&mut self, premove: &Premove) -> Option<String> {
        let Premove { seat, mv, path, .. } = premove;
        if path.is_empty() {
            return self.game.ask(|it| it.is_legal(*seat, mv)).ok()?.then(|| mv.clone());
        }
        let options = self.game.choices(*seat, path).ok()?.options;
        if options.iter().any(|option| option.move_ == *mv && !option.answer) {
            return Some(mv.clone());
        }
        match &options[..] {
            [only] if !only.answer => Some(only.move_.clone()),
            _ => None,
        }
    }

    pub(super) fn notify_premove_off(&mut self) {
        if self.cancel_premove() {
            self.notify(Notice::plain(t::premove_cancelled()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use boardloom_board_view::Input;
    use boardloom_match::{GameSource, Match, MatchSetup, Player};

    use super::*;
    use crate::loaded_board::LoadedBoard;
    use boardloom_board_view::scene::BoardLook;

    /// Ann has played `a`, and Bob, the computer, is to move.
    fn computer_to_move() -> GameSession {
        let (rules, ruleset) = boardloom_testing::row("");
        let players = vec![Player::human("Ann"), Player::computer("Bob", 1)];
        let setup = MatchSetup { players, ..MatchSetup::default() };
        let game = Match::new(GameSource::new(rules, ruleset), setup).expect("it opens");
        let (look, wake) = (BoardLook::default(), Arc::new(|| {}));
        let board = LoadedBoard::out(game);
        let mut session = GameSession::new(board, look, wake, false, Duration::ZERO);
        session.play("a");
        session.stop_thinking();
        assert!(session.is_premoving());
        session
    }

    fn site(session: &GameSession, name: &str) -> Site {
        session.board.site_named(name).expect(name)
    }

    fn click(session: &mut GameSession, name: &str) {
        let (at, over) = (Default::default(), Some(site(session, name)));
        session.input(Input::PointerDown { at, over }, false);
        session.input(Input::PointerUp { at, over }, false);
    }

    /// The computer plays a move, as when its search ends.
    fn answer(session: &mut GameSession, mv: &str) {
        session.game.play_as(1, mv, None).expect("it is legal");
        session.follow_with(true);
        session.play_premove();
    }

    #[test]
    fn a_premove_is_shown_and_played_when_the_turn_comes() {
        let mut session = computer_to_move();
        click(&mut session, "c");
        assert_eq!(session.game.status().ply, 1, "it waits");
        let premove = session.premove().expect("it is kept");
        assert_eq!((&*premove.text, &premove.path[..]), ("c", &[site(&session, "c")][..]));
        assert!(crate::status_text::status_line(&session).contains("Premove: c"));
        answer(&mut session, "b");
        assert_eq!(session.game.status().ply, 3);
        assert_eq!(session.game.node().event().expect("a move").text(), "c");
        assert!(session.premove().is_none());
    }

    #[test]
    fn a_premove_that_became_illegal_is_dropped_with_a_word() {
        let mut session = computer_to_move();
        click(&mut session, "b");
        answer(&mut session, "b");
        assert_eq!(session.game.status().ply, 2);
        assert!(session.premove().is_none());
        let said = session.take_notices();
        assert!(said.iter().any(|it| it.bad && it.text.contains("premove b")), "{said:?}");
    }

    #[test]
    fn another_premove_replaces_it_and_cancelling_drops_it() {
        let mut session = computer_to_move();
        click(&mut session, "b");
        click(&mut session, "c");
        assert_eq!(session.premove().map(|it| &*it.text), Some("c"));
        assert!(session.is_selecting());
        assert!(session.cancel(false), "Esc drops it first");
        assert!(session.premove().is_none());
        answer(&mut session, "b");
        assert_eq!(session.game.status().ply, 2, "nothing was played");
        // A move that is taken is none.
        let mut session = computer_to_move();
        click(&mut session, "a");
        assert!(session.premove().is_none());
        let said = session.take_notices();
        assert!(said.iter().any(|it| it.text == "It's not your turn."), "{said:?}");
    }

    #[test]
    fn premoves_are_typed_and_can_be_switched_off() {
        let mut session = computer_to_move();
        assert!(session.type_move().expect("a premove").legal.contains(&"d".to_owned()));
        session.input(Input::Typed("d".to_owned()), false);
        assert_eq!(session.premove().map(|it| &*it.text), Some("d"));
        session.allow_premoves(false);
        assert!(session.premove().is_none() && !session.is_premoving());
        click(&mut session, "c");
        assert!(session.premove().is_none());
        session.allow_premoves(true);
        assert!(session.is_premoving());
        session.undo();
        assert!(!session.is_premoving(), "the player is to move");
    }
}
