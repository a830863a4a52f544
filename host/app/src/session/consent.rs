//! Draw offers and take-backs, which need the consent of the other players.

use boardloom_contract::{Seat, Variation};
use boardloom_match::NodeId;
use boardloom_room::Proposal;

use super::computer_player::ComputerTask;
use super::online::OnlineRequest;
use super::{GameSession, Notice};
use crate::texts::{game as t, mail, online};

/// The computer agrees to a draw if it expects no more than this, in ten-thousandths.
const EVEN: u16 = 5000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsentKind {
    Draw,
    TakeBack,
    /// Between players at several programs.
    Pause,
    Rematch,
}

/// A proposal that humans at the same screen are asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsentRequest {
    pub kind: ConsentKind,
    pub by: Seat,
    pub asked: Vec<Seat>,
}

#[derive(Debug, Default)]
pub(super) struct ConsentState {
    request: Option<ConsentRequest>,
    /// The seat whose offer the computer considers.
    considered: Option<Seat>,
    /// The position in which a draw was declined: it cannot be offered there again.
    declined: Option<NodeId>,
    /// Whether take-backs need consent.
    asks_take_back: bool,
}

impl GameSession {
    pub fn consent_request(&self) -> Option<&ConsentRequest> {
        self.consent.request.as_ref()
    }

    /// Sets whether a take-back needs the consent of the other humans.
    pub fn ask_take_back(&mut self, asks: bool) {
        self.consent.asks_take_back = asks;
    }

    /// Tells whether the human to move can offer a draw.
    pub fn can_offer_draw(&self) -> bool {
        self.draw_obstacle().is_none()
    }

    /// Returns the reason why no draw can be offered now; `None` if one can.
    fn draw_obstacle(&self) -> Option<&'static str> {
        let status = self.game.status();
        if !self.game.about().has_draws() {
            Some(t::no_draws())
        } else if status.is_over() {
            Some(t::no_draw_after_end())
        } else if self.is_past() {
            Some(t::no_draw_in_past())
        } else if (status.ply as usize) < self.game.players().len() {
            Some(t::no_draw_so_early())
        } else if self.consent.declined == Some(self.game.here()) {
            Some(t::no_second_draw_offer())
        } else if self.is_paused() || self.taught || self.consent.considered.is_some() {
            Some(t::no_draw_now())
        } else if self.game.human_to_move().is_none() || self.game.plugin_error().is_some() {
            Some(t::no_draw_off_turn())
        } else {
            None
        }
    }

    /// Offers a draw for the human to move.
    pub fn offer_draw(&mut self) {
        if let Some(why) = self.draw_obstacle() {
            return self.notify(Notice::bad(why));
        }
        let Some(by) = self.game.human_to_move() else { return };
        if self.is_decided_by_mail() {
            return self.notify(Notice::plain(mail::draw_with_move()));
        }
        if self.is_online() {
            return self.request_online(OnlineRequest::Offer(Proposal::Draw));
        }
        let asked = self.others(by, true);
        match asked.is_empty() {
            true => self.ask_computers(by),
            false => self.request(ConsentRequest { kind: ConsentKind::Draw, by, asked }),
        }
    }

    /// Takes back the last move, after the other humans agreed.
    pub fn request_take_back(&mut self) {
        if self.is_decided_by_mail() {
            return self.take_back_by_mail();
        }
        if self.is_online() {
            return self.request_online(OnlineRequest::Offer(Proposal::TakeBack));
        }
        let going = !self.game.status().is_over() && self.is_live() && !self.taught;
        let by = self.game.undone_seat().filter(|_| going && self.consent.asks_take_back);
        let request = by.filter(|by| self.is_human(*by)).map(|by| {
            let asked = self.others(by, true);
            ConsentRequest { kind: ConsentKind::TakeBack, by, asked }
        });
        match request.filter(|request| !request.asked.is_empty()) {
            Some(request) => self.request(request),
            None => self.undo(),
        }
    }

    /// Answers the request on the screen.
    pub fn answer_request(&mut self, agrees: bool) {
        let Some(request) = self.consent.request.take() else { return };
        self.revision += 1;
        if self.online.is_some() {
            let proposal = request.kind.proposal();
            return self.request_online(match agrees {
                true => OnlineRequest::Accept(proposal),
                false => OnlineRequest::Decline(proposal),
            });
        }
        match (request.kind, agrees) {
            (ConsentKind::TakeBack, true) => self.undo(),
            (ConsentKind::Draw, true) => self.ask_computers(request.by),
            (ConsentKind::TakeBack, false) => {
                self.notify(Notice::plain(t::take_back_declined(&self.names(&request.asked))));
            }
            (ConsentKind::Draw, false) => self.decline_draw(&request.asked),
            // Rooms alone ask for them.
            (ConsentKind::Pause | ConsentKind::Rematch, _) => {}
        }
    }

    /// The question of a request, and who is asked.
    pub fn request_texts(&self, request: &ConsentRequest) -> (String, String) {
        let by = self.name(request.by);
        let question = match request.kind {
            ConsentKind::Draw => t::draw_offered(&by),
            ConsentKind::TakeBack => t::take_back_asked(&by),
            ConsentKind::Pause => online::pause_asked(&by),
            ConsentKind::Rematch => online::rematch_asked(&by),
        };
        (question, t::do_you_agree(&self.names(&request.asked)))
    }

    /// Tells whether the computer considers a draw offer.
    pub fn considers_draw(&self) -> bool {
        self.consent.considered.is_some()
    }

    /// Drops what belongs to the position before.
    pub(super) fn forget_requests(&mut self) {
        (self.consent.request, self.consent.considered) = (None, None);
    }

    /// Answers the considered offer by a search's lines.
    pub(super) fn judge_draw(&mut self, lines: &[Variation]) {
        let Some(by) = self.consent.considered.take() else { return };
        self.revision += 1;
        let computers = self.others(by, false);
        let value = |seat: &Seat| lines.first()?.value.get(usize::from(*seat)).copied();
        let hopeful = |seat: &Seat| value(seat).is_none_or(|value| value > EVEN);
        let against: Vec<Seat> = computers.into_iter().filter(hopeful).collect();
        match against.is_empty() {
            true => self.agree_draw(by),
            false => self.decline_draw(&against),
        }
    }

    /// Shows the request of a room, or none.
    pub(super) fn set_request(&mut self, request: Option<ConsentRequest>) {
        self.consent.request = request;
    }

    fn request(&mut self, request: ConsentRequest) {
        self.consent.request = Some(request);
        self.revision += 1;
    }

    /// Other active players: humans, or computers.
    fn others(&self, by: Seat, humans: bool) -> Vec<Seat> {
        let active = |seat: &Seat| {
            self.game.status().seats.get(usize::from(*seat)).is_some_and(|it| it.active)
        };
        let seats = 0..self.game.players().len() as Seat;
        let others = seats.filter(|seat| *seat != by && self.is_human(*seat) == humans);
        others.filter(active).collect()
    }

    fn names(&self, seats: &[Seat]) -> String {
        seats.iter().map(|seat| self.name(*seat)).collect::<Vec<_>>().join(", ")
    }

    /// Asks the computer players, and agrees to a draw if there are none.
    fn ask_computers(&mut self, by: Seat) {
        let computers = self.others(by, false);
        if computers.is_empty() {
            return self.agree_draw(by);
        }
        if !self.game.source().rules.capabilities().search {
            return self.decline_draw(&computers);
        }
        self.stop_thinking();
        self.consent.considered = Some(by);
        self.begin(ComputerTask::Draw, by, 0);
        self.revision += 1;
    }

    fn agree_draw(&mut self, by: Seat) {
        self.stop_stopwatch();
        let own = self.is_live() && self.game.turn().seat == Some(by);
        let took = own.then(|| self.game.turn().spent);
        match self.game.agree_draw(by, took) {
            Ok(_) => {
                self.follow();
                self.play_automatic_moves();
            }
            Err(error) => self.report_error(&error),
        }
    }

    fn decline_draw(&mut self, by: &[Seat]) {
        self.consent.declined = Some(self.game.here());
        self.notify(Notice::plain(t::draw_declined(&self.names(by))));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use boardloom_match::{GameSource, Match, MatchSetup, Player, Record};

    use super::*;
    use crate::keys::Command;
    use crate::loaded_board::LoadedBoard;
    use crate::session::Prompt;
    use boardloom_board_view::scene::BoardLook;

    fn session(row: &str, players: Vec<Player>, moves: &[&str]) -> GameSession {
        let (rules, ruleset) = boardloom_testing::row(row);
        let setup = MatchSetup { players, ..MatchSetup::default() };
        let mut game = Match::new(GameSource::new(rules, ruleset), setup).expect("it opens");
        moves.iter().for_each(|mv| drop(game.play(mv).expect("a legal move")));
        let (look, wake) = (BoardLook::default(), Arc::new(|| {}));
        let board = LoadedBoard::out(game);
        let mut session = GameSession::new(board, look, wake, false, Duration::ZERO);
        session.ask_take_back(true);
        session
    }

    fn two_humans() -> GameSession {
        session("draws = true", Vec::new(), &["a", "b"])
    }

    fn outcome(session: &GameSession) -> Option<(Vec<u8>, String)> {
        let outcome = session.game.status().outcome.as_ref()?;
        Some((outcome.ranks.clone(), outcome.reason.text.clone()))
    }

    #[test]
    fn an_agreed_draw_is_the_result_and_is_recorded() {
        let mut session = two_humans();
        session.command(Command::OfferDraw, false);
        let request = session.consent_request().expect("Bob is asked").clone();
        assert_eq!((request.by, &request.asked[..]), (0, &[1][..]));
        assert!(matches!(session.prompt(), Some(Prompt::Consent(_))));
        session.answer_request(true);
        assert_eq!(outcome(&session), Some((vec![0, 0], "by agreement".to_owned())));
        assert!(session.game.status().acting.is_empty());
        let text = session.record_text();
        assert!(text.contains("a b !draw"), "{text}");
        assert!(text.contains("[Result \"1 1\" \"by agreement\"]"), "{text}");
        // Read again, walked back and on, and continued on another line.
        let source = session.game.source().clone();
        let (mut again, report) = Record::parse(&text).unwrap().resume(source).unwrap();
        assert_eq!((report.legal, report.illegal), (3, 0));
        assert_eq!(Record::of(&again).to_text(), text);
        again.undo().unwrap();
        assert!(!again.status().is_over());
        again.redo().unwrap();
        assert!(again.status().is_over());
        again.undo().unwrap();
        again.play("c").unwrap();
        assert_eq!(again.status().ply, 3);
    }

    #[test]
    fn a_declined_draw_cannot_be_offered_again_in_the_same_position() {
        let mut session = two_humans();
        session.offer_draw();
        session.answer_request(false);
        assert_eq!(outcome(&session), None);
        assert!(!session.can_offer_draw());
        session.play("c");
        assert!(session.can_offer_draw());
    }

    /// Each refusal of an offer says why.
    #[test]
    fn an_offer_that_cannot_be_made_says_why() {
        let mut session = session("draws = true", Vec::new(), &["a"]);
        assert_eq!(session.draw_obstacle(), Some(t::no_draw_so_early()));
        session.play("b");
        assert_eq!(session.draw_obstacle(), None);
        session.offer_draw();
        session.answer_request(false);
        assert_eq!(session.draw_obstacle(), Some(t::no_second_draw_offer()));
        session.game.undo().expect("no plugin error");
        assert_eq!(session.draw_obstacle(), Some(t::no_draw_in_past()));
        session.game.redo().expect("no plugin error");
        session.play("c");
        session.play("d");
        session.undo();
        assert_eq!(session.draw_obstacle(), None, "the game goes on where a move was taken back");
        session.offer_draw();
        session.answer_request(true);
        assert_eq!(session.draw_obstacle(), Some(t::no_draw_after_end()));
    }

    #[test]
    fn no_draw_is_offered_where_the_game_has_none() {
        let mut session = session("", Vec::new(), &["a", "b"]);
        assert!(!session.applies(Command::OfferDraw));
        session.offer_draw();
        assert_eq!(session.consent_request(), None);
        assert!(session.take_notices().iter().any(|notice| notice.bad));
    }

    #[test]
    fn the_computer_answers_by_its_evaluation() {
        for (values, agrees) in [([6000, 4000], true), ([4000, 6000], false)] {
            let players = vec![Player::human("Ann"), Player::computer("Bob", 1)];
            let mut session = session("draws = true", players, &["a", "b"]);
            session.consent.considered = Some(0);
            let line = Variation { value: values.to_vec(), ..Variation::default() };
            session.judge_draw(&[line]);
            assert_eq!(outcome(&session).is_some(), agrees, "{values:?}");
        }
    }

    #[test]
    fn the_computer_searches_before_it_answers() {
        let players = vec![Player::human("Ann"), Player::computer("Bob", 1)];
        let mut session = session("draws = true\nvalues = true", players, &["a", "b"]);
        session.offer_draw();
        assert!(session.considers_draw());
        let end = Instant::now() + Duration::from_secs(120);
        while session.considers_draw() {
            assert!(Instant::now() < end, "the search ends");
            session.poll_computer();
            std::thread::yield_now();
        }
        assert!(session.hints().is_empty(), "its search is no hint");
        assert!(outcome(&session).is_some() || !session.take_notices().is_empty());
    }

    #[test]
    fn a_take_back_needs_the_other_human() {
        let mut session = two_humans();
        session.command(Command::Undo, false);
        let request = session.consent_request().expect("Ann is asked").clone();
        assert_eq!((request.kind, request.by), (ConsentKind::TakeBack, 1));
        session.answer_request(false);
        assert_eq!(session.game.status().ply, 2);
        session.command(Command::Undo, false);
        session.answer_request(true);
        assert_eq!(session.game.status().ply, 1);
        session.ask_take_back(false);
        session.command(Command::Undo, false);
        assert_eq!((session.game.status().ply, session.consent_request()), (0, None));
    }

    #[test]
    fn a_take_back_against_the_computer_asks_nothing() {
        let players = vec![Player::human("Ann"), Player::computer("Bob", 1)];
        let mut session = session("", players, &["a", "b"]);
        session.command(Command::Undo, false);
        assert_eq!((session.game.status().ply, session.consent_request()), (0, None));
    }
}
