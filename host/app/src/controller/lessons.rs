//! Lessons and puzzles, and the first game after them.

use std::sync::Arc;
use std::time::Duration;

use boardloom_match::{MatchSetup, Player, fresh_seed};
use boardloom_ruleset::Overrides;

use super::{AppEvent, Controller, Screen};
use crate::course::{Course, CourseKind, CourseState, Judgement};
use crate::date::today;
use crate::keys::Command;
use crate::load_request::LoadRequest;
use crate::loaded_board::LoadedBoard;
use crate::loader::StartView;
use crate::notice::Notice;
use crate::player_names::{level_name, side_name};
use crate::services::{Refusal, RulesetEntry};
use crate::session::GameSession;
use crate::texts::learn as t;

impl<G: StartView> Controller<G> {
    /// Opens the lessons or puzzles of a ruleset where the player left them. Without a ruleset:
    /// those of the game on the board, else of the first that has some.
    pub(super) fn start_course(&mut self, kind: CourseKind, id: Option<String>) {
        let Some(id) = id.or_else(|| self.course_ruleset(kind)) else {
            return self.notify(Notice::bad(t::none()));
        };
        self.open_exercise(id, kind, None);
    }

    fn course_ruleset(&self, kind: CourseKind) -> Option<String> {
        if let Some(course) = &self.course {
            return Some(course.name.clone());
        }
        let has = |ruleset: &RulesetEntry| kind.count_in(ruleset) > 0;
        let all = self.rulesets.as_deref().unwrap_or_default();
        let find = |id: &str| all.iter().find(|listed| listed.id == id);
        let current = self.open_ruleset().or_else(|| self.last_ruleset());
        let current = current.as_deref().and_then(find);
        let own = current.filter(|listed| has(listed));
        let relative = || {
            let family = &current?.family;
            all.iter().find(|listed| listed.family == *family && has(listed))
        };
        let any = || all.iter().find(|listed| has(listed));
        own.or_else(relative).or_else(any).map(|listed| listed.id.clone())
    }

    /// Opens an exercise of the course; beyond the last it is the last.
    pub(super) fn go_to_exercise(&mut self, at: usize) {
        let Some(course) = &self.course else { return };
        let (id, kind) = (course.name.clone(), course.kind);
        self.open_exercise(id, kind, Some(at));
    }

    fn open_exercise(&mut self, id: String, kind: CourseKind, at: Option<usize>) {
        let learned = self.preferences.learned.get(&id).cloned().unwrap_or_default();
        self.open(LoadRequest::Exercise { id, kind, at, learned });
    }

    /// Opens the next exercise; after the last there is none.
    pub(super) fn next_exercise(&mut self) {
        let Some(course) = &self.course else { return };
        if !course.is_last() {
            self.go_to_exercise(course.at + 1);
        }
    }

    pub(super) fn handle_exercise(&mut self, opened: Result<(LoadedBoard, Course), Refusal>) {
        self.opening = false;
        let (loaded_board, course) = match opened {
            Ok(opened) => opened,
            Err(refusal) => return self.refuse(refusal),
        };
        self.close_game();
        self.setup = None;
        let (look, wake) = (self.preferences.board_look(), Arc::clone(&self.wake));
        let mut session = GameSession::new(loaded_board, look, wake, false, self.now);
        session.taught = true;
        session.lock(course.state != CourseState::Waiting);
        ring(&course, &mut session);
        self.session = Some(session);
        self.course = Some(course);
        self.files.saved_as = None;
        self.screen = Screen::Game;
        self.note_progress();
        self.events.push(AppEvent::GameOpened);
        self.follow_game();
    }

    /// Remembers an exercise that is done without help.
    fn note_progress(&mut self) {
        let Some(course) = self.course.as_ref().filter(|course| course.is_done()) else { return };
        if course.kind == CourseKind::Puzzles && course.helped {
            return;
        }
        let (ruleset, id) = (course.name.clone(), course.exercise().id());
        self.preferences.learned.entry(ruleset).or_default().insert(id);
    }

    /// Judges the player's moves, takes wrong ones back and plays replies. Returns how long to
    /// wait until something changes by itself.
    pub(super) fn follow_course(&mut self) -> Option<Duration> {
        let (course, session) = (self.course.as_mut()?, self.session.as_mut()?);
        let now = self.now;
        match course.state {
            CourseState::Waiting => {
                let here = session.game.here();
                let moved = here != course.node()
                    && session.game.tree().line(here).contains(&course.node());
                if !moved {
                    return None;
                }
                match course.judge(&session.game) {
                    Judgement::Solved => course.state = CourseState::Solved,
                    Judgement::Wrong => course.show_wrong(now),
                    Judgement::Right => course.wait(now),
                }
            }
            CourseState::Wrong(until) if until <= now => {
                session.retract_to(course.node());
                course.state = CourseState::Waiting;
                ring(course, session);
            }
            CourseState::Replying(until) if until <= now && session.motion().is_none() => {
                let reply = course.next_move().cloned();
                if let Some((seat, mv)) = reply {
                    session.play_reply(seat, &mv);
                }
                match course.judge(&session.game) {
                    Judgement::Right => course.wait(now),
                    _ => course.state = CourseState::Solved,
                }
                ring(course, session);
            }
            CourseState::Wrong(until) => return Some(until.saturating_sub(now)),
            CourseState::Replying(until) => {
                return Some(until.saturating_sub(now).max(Duration::from_millis(16)));
            }
            CourseState::Reading | CourseState::Solved => return None,
        }
        session.lock(course.state != CourseState::Waiting);
        session.revision += 1;
        self.note_progress();
        (self.wake)();
        Some(Duration::from_millis(16))
    }

    /// Runs a command of a lesson or puzzle; false for all others.
    pub(super) fn course_command(&mut self, command: Command) -> bool {
        let Some(at) = self.course.as_ref().map(|course| course.at) else { return false };
        match command {
            Command::NextStep => self.next_exercise(),
            Command::PreviousStep => self.go_to_exercise(at.saturating_sub(1)),
            Command::SameAgain => self.go_to_exercise(at),
            Command::FirstGame => self.first_game(),
            Command::Hint | Command::MoveNow => return self.show_answer(),
            // They would give the answer away, or keep what is no game.
            Command::Analyse | Command::Review | Command::Save | Command::SaveAs => {}
            _ => return false,
        }
        true
    }

    /// Shows the next right move. False if no lesson or puzzle waits for one.
    pub(super) fn show_answer(&mut self) -> bool {
        let (Some(course), Some(session)) = (&mut self.course, &mut self.session) else {
            return false;
        };
        if course.state != CourseState::Waiting {
            return true;
        }
        if session.game.here() != course.node() {
            session.retract_to(course.node());
        }
        if let Some((seat, mv)) = course.next_move().cloned() {
            course.helped = true;
            session.show_move(seat, &mv);
        }
        true
    }

    /// Begins a game against the easiest level, with a hint in every turn.
    pub(super) fn first_game(&mut self) {
        let Some(course) = &self.course else { return };
        let seats = self.session.as_ref().map_or(2, |session| session.game.players().len());
        let player = |seat: usize| match seat {
            0 => Player::human(side_name(&course.ruleset, 0)),
            _ => Player::computer(level_name(&course.ruleset, 1), 1),
        };
        let setup = MatchSetup {
            players: (0..seats).map(player).collect(),
            seed: fresh_seed(),
            date: today(),
            ..MatchSetup::default()
        };
        let id = course.name.clone();
        self.guided = true;
        self.open(LoadRequest::Begin {
            id,
            settings: Overrides::new(),
            opened: None,
            setup: Box::new(setup),
            moves: String::new(),
        });
    }
}

/// Rings what a lesson is about, while it waits for a move. Puzzles show nothing.
fn ring(course: &Course, session: &mut GameSession) {
    if course.kind == CourseKind::Lessons && course.state == CourseState::Waiting {
        session.ring_exercise(&course.next_moves());
    }
}
