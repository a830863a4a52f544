//! Lessons and puzzles as text.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use boardloom_app::course::{CourseKind, CourseState};
use boardloom_app::keys::Command;
use boardloom_app::session::GameSession;
use boardloom_app::texts::capital;
use boardloom_app::texts::text_mode as t;
use boardloom_app::{Action, AppEvent, Controller, Options, Screen};
use boardloom_terminal::TextBoard;

use super::show;
use crate::catalog::Catalog;
use crate::console::Console;
use crate::failure::Result;
use crate::services::AppServices;

/// The interval at which loading is polled.
const POLL: Duration = Duration::from_millis(200);

/// A course on standard input and output, run by the controller as in window and terminal.
struct TextCourse {
    controller: Controller<()>,
    /// Gets a message when another thread has results.
    wakes: Receiver<()>,
    started: Instant,
}

/// Teaches the lessons or shows the puzzles of a ruleset, line by line.
pub fn play(
    catalog: Catalog,
    kind: CourseKind,
    ruleset: &str,
    console: &mut Console<'_>,
) -> Result<()> {
    let (sender, wakes) = channel();
    let wake = Arc::new(move || {
        let _ = sender.send(());
    });
    // Without settings: scripts read English, and begin with the first exercise.
    let mut services = AppServices::new(catalog);
    services.settings = None;
    let controller = Controller::new(Arc::new(services), Options::default(), wake);
    let mut course = TextCourse { controller, wakes, started: Instant::now() };
    course.controller.act(Action::StartCourse(kind, Some(ruleset.to_owned())));
    course.load()?;
    writeln!(console.out, "{}", t::course_help())?;
    course.run(console)
}

impl TextCourse {
    fn run(&mut self, console: &mut Console<'_>) -> Result<()> {
        self.show_exercise(console)?;
        loop {
            if console.asks {
                write!(console.out, "> ")?;
            }
            console.flush()?;
            let mut line = String::new();
            if console.input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            match line.trim() {
                "quit" => return Ok(()),
                "" | "next" if self.is_at_end() => {
                    writeln!(console.out, "{}", t::course_end())?;
                    return Ok(());
                }
                "" | "next" => self.turn_to(Command::NextStep, console)?,
                "back" => self.turn_to(Command::PreviousStep, console)?,
                "again" => self.turn_to(Command::SameAgain, console)?,
                "board" => self.show_board(console)?,
                "labels" => {
                    if let Some(session) = &mut self.controller.session {
                        show::names(session, console)?;
                    }
                }
                "legal" => {
                    if let Some(session) = &mut self.controller.session
                        && let Some(seat) = session.game.status().mover()
                    {
                        show::legal_moves(session, seat, console)?;
                    }
                }
                "help" => writeln!(console.out, "{}", t::course_help())?,
                "hint" => {
                    self.controller.act(Action::ShowAnswer);
                    let session = self.controller.session.as_ref();
                    let shown = session.and_then(|session| session.advice.as_ref());
                    let text = shown.map_or(t::no_move_asked(), |shown| match shown.text() {
                        "" => shown.mv(),
                        text => text,
                    });
                    writeln!(console.out, "{text}")?;
                }
                text => self.try_move(text, console)?,
            }
        }
    }

    /// Waits until the exercise that was asked for is open.
    fn load(&mut self) -> Result<()> {
        loop {
            self.controller.update(self.started.elapsed());
            for event in self.controller.take_events() {
                if let AppEvent::Refused(refusal) = event {
                    return Err(refusal.into());
                }
            }
            if !self.controller.opening && self.controller.screen == Screen::Game {
                return Ok(());
            }
            let _ = self.wakes.recv_timeout(POLL);
        }
    }

    fn is_at_end(&self) -> bool {
        self.controller.course.as_ref().is_none_or(|course| course.is_last())
    }

    fn turn_to(&mut self, command: Command, console: &mut Console<'_>) -> Result<()> {
        self.controller.act(Action::Command(command));
        self.load()?;
        self.show_exercise(console)
    }

    fn show_exercise(&mut self, console: &mut Console<'_>) -> Result<()> {
        let Some(course) = &self.controller.course else { return Ok(()) };
        writeln!(console.out, "\n{}\n\n{}", course.title(), course.text())?;
        self.show_board(console)
    }

    fn show_board(&mut self, console: &mut Console<'_>) -> Result<()> {
        let Some(session) = &self.controller.session else { return Ok(()) };
        let board = TextBoard::new(session);
        writeln!(console.out, "\n{}{}", board.draw(), board.legend())?;
        show::status(session, console)
    }

    fn try_move(&mut self, text: &str, console: &mut Console<'_>) -> Result<()> {
        let is_open = |session: &&mut GameSession| !session.is_locked();
        let Some(session) = self.controller.session.as_mut().filter(is_open) else {
            writeln!(console.out, "{}", t::type_next())?;
            return Ok(());
        };
        let before = session.game.here();
        if let Err(why) = session.play_text(text) {
            console.say(capital(&why.to_string()));
            return Ok(());
        }
        let mut said = None;
        loop {
            self.controller.update(self.started.elapsed());
            // Text has no animation that a reply would have to wait for.
            self.controller.session.iter_mut().for_each(|session| session.animate(0.0, false));
            let wait = self.controller.save_changes();
            let Some(course) = &self.controller.course else { return Ok(()) };
            let now = course.answer().map(|(_, text)| text);
            if let Some(text) = now.filter(|now| said.as_ref() != Some(now)) {
                writeln!(console.out, "{text}")?;
                said = Some(text);
            }
            if !matches!(course.state, CourseState::Wrong(_) | CourseState::Replying(_)) {
                break;
            }
            std::thread::sleep(wait.unwrap_or(POLL));
        }
        let Some(session) = &self.controller.session else { return Ok(()) };
        if session.game.here() != before {
            self.show_board(console)?;
        }
        Ok(())
    }
}
