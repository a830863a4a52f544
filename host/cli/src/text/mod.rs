//! `boardloom play --text`: a game on standard input and output.
//!
//! A line is a move or a command. The output needs neither cursor nor colours, so that
//! scripts and screen readers can use it.

mod announcement;
mod commands;
mod course;
mod input;
mod questions;
pub mod show;
mod start;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use boardloom_app::loaded_board::LoadedBoard;
use boardloom_app::session::GameSession;
use boardloom_app::texts::capital;
use boardloom_app::texts::{live, text_mode as t};
use boardloom_app::{Action, AppEvent, Controller, Options, my_games};
use boardloom_match::{Journal, NodeId, Record};
use boardloom_terminal::TextBoard;

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::services::{AppServices, is_record};
use input::Answer;

pub use start::of_record;

/// Plugin errors after which a game ends.
const MAX_PLUGIN_ERRORS: u32 = 5;
/// The interval at which a search without events is polled.
const POLL: Duration = Duration::from_millis(500);

/// A game on standard input and output, run by the controller as in window and terminal.
struct TextGame {
    controller: Controller<()>,
    /// Gets a message when another thread has results.
    wakes: Receiver<()>,
    started: Instant,
    /// The start of a line that has not ended yet.
    bytes: Vec<u8>,
    /// The last move that was printed.
    printed: NodeId,
    /// The position that was printed last; `None` prints the board again.
    shown: Option<NodeId>,
    /// The secret decisions of which the players were told.
    told: usize,
    plugin_errors: u32,
    /// Moves are said in sentences, and the board is printed only on request.
    announces: bool,
}

pub fn play(catalog: Catalog, args: &Play, console: &mut Console<'_>) -> Result<()> {
    if let Some(course) = args.course() {
        let ruleset = args.what.as_deref().unwrap_or_default();
        return course::play(catalog, course, ruleset, console);
    }
    let record = start::lock_record_file(args)?;
    let game = start::open(&catalog, args, console)?;
    show::begin(&game, console)?;
    // A script cannot read the position before the clocks start.
    let waits = console.asks && (args.go_on || args.what.as_deref().is_some_and(is_record));
    let (sender, wakes) = channel();
    let wake = Arc::new(move || {
        let _ = sender.send(());
    });
    let printed = game.here();
    // A game in text depends on no earlier one.
    let mut services = AppServices::new(catalog);
    services.settings = None;
    let options = Options { keep: record.map(Arc::new), ..Options::default() };
    let mut controller = Controller::new(Arc::new(services), options, wake);
    // A script cannot be asked.
    controller.preferences.ask_take_back = console.asks;
    controller.watch_files();
    let board = match args.example {
        Some(_) => LoadedBoard::of_example(game),
        None => LoadedBoard::out(game),
    };
    controller.open_game(board, waits);
    let mut game = TextGame {
        controller,
        wakes,
        started: Instant::now(),
        bytes: Vec::new(),
        printed,
        shown: None,
        told: 0,
        plugin_errors: 0,
        announces: args.announce,
    };
    let done = game.run(console);
    let ended = game.end(console);
    done.and(ended)
}

impl TextGame {
    fn session(&mut self) -> &mut GameSession {
        self.controller.session.as_mut().expect("the game is open until it ends")
    }

    fn run(&mut self, console: &mut Console<'_>) -> Result<()> {
        loop {
            self.settle(console)?;
            let here = self.session().game.here();
            if self.shown != Some(here) {
                let (announces, again) = (self.announces, self.shown.is_some());
                let session = self.session();
                let board = TextBoard::new(session);
                match (announces, again) {
                    (true, false) => {
                        board.list().iter().try_for_each(|line| writeln!(console.out, "{line}"))?;
                    }
                    (true, true) => {}
                    (false, false) => {
                        writeln!(console.out, "\n{}{}", board.draw(), board.legend())?;
                    }
                    (false, true) => write!(console.out, "\n{}", board.draw())?,
                }
                show::status(session, console)?;
                (self.shown, self.told) = (Some(here), session.game.decisions().len());
            } else if self.told != self.session().game.decisions().len() {
                show::status(self.session(), console)?;
                self.told = self.session().game.decisions().len();
            }
            if self.session().is_paused() {
                self.end_pause(console)?;
                continue;
            }
            let line = match self.ask(console)? {
                Answer::Line(line) => line,
                Answer::TimeUp => continue,
                Answer::End => {
                    if !self.session().game.status().is_over() {
                        console.say(t::input_ended());
                    }
                    return Ok(());
                }
            };
            match self.execute(&line, console) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Ok(()),
                // `settle` reports it and starts the plugin again.
                Err(Failure::Plugin(_)) => {}
                Err(Failure::Usage(why)) => console.say(capital(&why)),
                Err(other) => return Err(other),
            }
        }
    }

    /// Waits for the computer, and prints what was played.
    fn settle(&mut self, console: &mut Console<'_>) -> Result<()> {
        loop {
            self.controller.update(self.started.elapsed());
            // Text has no animation that the reply would have to wait for.
            if self.session().until_reply().is_some() {
                self.session().move_now();
                continue;
            }
            let wait = self.controller.save_changes();
            self.recover(console)?;
            self.report(console)?;
            let session = self.session();
            let waits = session.is_advising() || session.considers_draw();
            if session.thinking_seat().is_none() && !waits {
                return Ok(());
            }
            let _ = self.wakes.recv_timeout(wait.unwrap_or(POLL).min(POLL));
        }
    }

    /// Prints new moves, edits of the ruleset and notices.
    fn report(&mut self, console: &mut Console<'_>) -> Result<()> {
        let (printed, announces) = (self.printed, self.announces);
        let session = self.session();
        let game = &session.game;
        let line = game.tree().line(game.here());
        let known = line.iter().position(|node| *node == printed);
        let new = known.map_or(&[][..], |known| &line[known + 1..]);
        match announces {
            true => {
                let sentences = new.iter().map(|id| announcement::of_move(session, *id));
                sentences.into_iter().try_for_each(|it| writeln!(console.out, "{it}"))?;
            }
            false => show::moves(game, new, console)?,
        }
        self.printed = game.here();
        for event in self.controller.take_events() {
            match (event, &self.controller.banner) {
                (AppEvent::RulesChanged, _) => self.shown = None,
                (AppEvent::EditRefused { .. }, Some(banner)) => {
                    console.say(format!("{}\n{}", live::with_errors(), banner.text));
                }
                _ => {}
            }
        }
        for notice in self.controller.take_notices() {
            let text = capital(&notice.text.replace('\u{a0}', " "));
            match notice.bad {
                true => console.say(text),
                false => writeln!(console.out, "{text}")?,
            }
        }
        Ok(console.flush()?)
    }

    /// Starts the plugin again after an error, and the search if it failed.
    fn recover(&mut self, console: &mut Console<'_>) -> Result<()> {
        let session = self.session();
        let error = session.game.plugin_error().cloned();
        if error.is_none() && !session.is_halted() {
            return Ok(());
        }
        let notices = session.take_notices();
        let why = notices.into_iter().rev().find(|notice| notice.bad).map(|notice| notice.text);
        let failure = match error {
            Some(error) => Failure::Plugin(error),
            None => Failure::Computer(why.unwrap_or_default()),
        };
        self.plugin_errors += 1;
        if self.plugin_errors > MAX_PLUGIN_ERRORS {
            console.say(t::failed_too_often());
            return Err(failure);
        }
        console.say(&failure);
        match &failure {
            Failure::Plugin(_) => self.controller.act(Action::RestartPlugin),
            _ => self.session().play_automatic_moves(),
        }
        console.say(t::restarted());
        Ok(())
    }

    fn end_pause(&mut self, console: &mut Console<'_>) -> Result<()> {
        match self.session().hand_over_text() {
            Some(text) => {
                writeln!(console.out, "{text}")?;
                // The one who is next sees another board.
                self.shown = None;
            }
            None => writeln!(console.out, "{}", t::unpause())?,
        }
        self.ask(console)?;
        self.session().pause();
        Ok(())
    }

    /// Saves the game. One that is in a record needs no journal.
    fn end(mut self, console: &mut Console<'_>) -> Result<()> {
        self.session().note_running_turn();
        let record = self.controller.record_writer.path().map(ToOwned::to_owned);
        let game = &mut self.session().game;
        let save = |path| Record::of(game).save(path).map_err(Failure::write(path));
        let saved = record.as_deref().map(save);
        let goes_on = !my_games::is_unplayed(game.tree()) && !game.status().is_over();
        let journal = game.journal().filter(|_| goes_on).map(|it| it.path().to_owned());
        if let Some(Ok(())) = saved {
            game.take_journal().into_iter().for_each(Journal::discard);
            self.controller.session = None;
            return Ok(());
        }
        self.controller.finish();
        let notices = self.controller.take_notices();
        if let Some(path) = journal.filter(|_| notices.is_empty()) {
            console.say(t::kept(&path.display()));
        }
        notices.into_iter().for_each(|notice| console.say(notice.text));
        saved.unwrap_or(Ok(()))
    }
}
