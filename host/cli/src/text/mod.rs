//! `boardloom play --text`: a game on standard input and output.
//!
//! A line is a move or a command. Nothing depends on the cursor or on colours, so
//! scripts and screen readers can use it.

mod announcement;
mod commands;
mod input;
mod questions;
pub mod show;
mod start;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use boardloom_app::ThemeChoice;
use boardloom_app::session::{GameSession, LoadedBoard};
use boardloom_match::journal::RecordLock;
use boardloom_match::{Match, NodeId, Record, write_atomically};
use boardloom_terminal::TextBoard;

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::console::Console;
use crate::failure::{Failure, Result};
use commands::Next;
use input::{Answer, LineInput};

pub use start::{game_source, is_record, of_record};

/// Plugin errors after which a game ends.
const MAX_PLUGIN_ERRORS: u32 = 5;
/// How often to look after a search that sends no events.
const POLL: Duration = Duration::from_millis(500);

/// A game on standard input and output: the session that window and terminal show.
struct TextGame {
    session: GameSession,
    /// Gets a message for each search event.
    wakes: Receiver<()>,
    input: LineInput,
    /// Where the record is saved after every move.
    record: Option<RecordLock>,
    /// The last move that was printed.
    printed: NodeId,
    /// Why the record could not be saved.
    trouble: Option<String>,
    plugin_errors: u32,
    /// Moves are said in sentences, and the board is printed only on request.
    announces: bool,
}

pub fn play(catalog: &Catalog, args: &Play, console: &mut Console<'_>) -> Result<()> {
    let record = start::lock_record_file(args)?;
    let game = start::open(catalog, args, console)?;
    show::begin(&game, console)?;
    // A script cannot look at the position before it starts the clocks.
    let waits = console.asks && (args.go_on || args.what.as_deref().is_some_and(is_record));
    let mut game = TextGame::new(game, record, waits, args.announce);
    let done = game.run(console);
    let ended = game.end(console);
    done.and(ended)
}

impl TextGame {
    fn new(game: Match, record: Option<RecordLock>, waits: bool, announces: bool) -> Self {
        let (sender, wakes) = channel();
        let wake = Arc::new(move || {
            let _ = sender.send(());
        });
        let printed = game.here();
        let board = LoadedBoard::out(game);
        let session = GameSession::new(board, ThemeChoice::default(), wake, waits);
        let input = LineInput::default();
        TextGame {
            session,
            wakes,
            input,
            record,
            printed,
            trouble: None,
            plugin_errors: 0,
            announces,
        }
    }

    fn run(&mut self, console: &mut Console<'_>) -> Result<()> {
        let mut shown = None;
        loop {
            self.settle(console)?;
            if shown != Some(self.session.game.here()) {
                let board = TextBoard::new(&self.session);
                match (self.announces, shown) {
                    (true, None) => {
                        board.list().iter().try_for_each(|line| writeln!(console.out, "{line}"))?;
                    }
                    (true, Some(_)) => {}
                    (false, None) => {
                        writeln!(console.out, "\n{}{}", board.draw(), board.legend())?;
                    }
                    (false, Some(_)) => write!(console.out, "\n{}", board.draw())?,
                }
                show::status(&self.session, console)?;
                shown = Some(self.session.game.here());
            }
            if self.session.is_paused() {
                self.end_pause(console)?;
                continue;
            }
            let line = match self.input.ask(&mut self.session, console)? {
                Answer::Line(line) => line,
                Answer::TimeUp => continue,
                Answer::End => {
                    if !self.session.game.status().is_over() {
                        console.say("the input ended");
                    }
                    return Ok(());
                }
            };
            match self.obey(&line, console) {
                Ok(Next::Line) => {}
                Ok(Next::Board) => shown = None,
                Ok(Next::Quit) => return Ok(()),
                // `settle` reports it and starts the plugin again.
                Err(Failure::Plugin(_)) => {}
                Err(Failure::Usage(why)) => console.say(why),
                Err(other) => return Err(other),
            }
        }
    }

    /// Waits for the computer, and prints what was played.
    fn settle(&mut self, console: &mut Console<'_>) -> Result<()> {
        loop {
            self.session.poll_computer();
            // Text has no animation that the reply would have to wait for.
            if self.session.until_reply().is_some() {
                self.session.move_now();
                continue;
            }
            let clock = self.session.watch_clock();
            self.recover(console)?;
            self.report(console)?;
            if self.session.thinking().is_none() && !self.session.is_advising() {
                return Ok(());
            }
            let _ = self.wakes.recv_timeout(clock.unwrap_or(POLL).min(POLL));
        }
    }

    /// Prints new moves and notices, and saves the record.
    fn report(&mut self, console: &mut Console<'_>) -> Result<()> {
        let game = &self.session.game;
        let line = game.tree().line(game.here());
        let known = line.iter().position(|node| *node == self.printed);
        let new = known.map_or(&[][..], |known| &line[known + 1..]);
        match self.announces {
            true => {
                let sentences = new.iter().map(|id| announcement::of_move(&self.session, *id));
                sentences.into_iter().try_for_each(|it| writeln!(console.out, "{it}"))?;
            }
            false => show::moves(game, new, console)?,
        }
        if self.printed != game.here() {
            self.trouble = self.save().err().map(|failure| failure.to_string());
        }
        self.printed = self.session.game.here();
        self.session.watch_journal(self.trouble.as_deref());
        for notice in self.session.take_notices() {
            let text = notice.text.replace('\u{a0}', " ");
            match notice.bad {
                true => console.say(text),
                false => writeln!(console.out, "{text}")?,
            }
        }
        Ok(console.flush()?)
    }

    /// Starts the plugin again after an error, and the search if it failed.
    fn recover(&mut self, console: &mut Console<'_>) -> Result<()> {
        let error = self.session.game.fault().cloned();
        if error.is_none() && !self.session.is_halted() {
            return Ok(());
        }
        let notices = self.session.take_notices();
        let why = notices.into_iter().rev().find(|notice| notice.bad).map(|notice| notice.text);
        let failure = match error {
            Some(error) => Failure::Plugin(error),
            None => Failure::Computer(why.unwrap_or_default()),
        };
        self.plugin_errors += 1;
        if self.plugin_errors > MAX_PLUGIN_ERRORS {
            console.say("the plugin failed too often");
            return Err(failure);
        }
        console.say(&failure);
        match &failure {
            Failure::Plugin(_) => self.session.rebuild(),
            _ => self.session.play_automatic_moves(),
        }
        console.say("the plugin was restarted; the game goes on");
        Ok(())
    }

    fn end_pause(&mut self, console: &mut Console<'_>) -> Result<()> {
        writeln!(console.out, "paused; press Enter to go on")?;
        self.input.ask(&mut self.session, console)?;
        self.session.pause();
        Ok(())
    }

    fn save(&self) -> Result<()> {
        self.record.as_ref().map_or(Ok(()), |record| self.save_to(record.path()))
    }

    fn save_to(&self, path: &Path) -> Result<()> {
        let text = Record::of(&self.session.game).to_text();
        write_atomically(path, text.as_bytes()).map_err(Failure::write(path))
    }

    /// Saves the game. A finished game and one with a record need no journal.
    fn end(&mut self, console: &mut Console<'_>) -> Result<()> {
        self.session.note_running_turn();
        let saved = self.save();
        let game = &mut self.session.game;
        let Some(journal) = game.take_journal() else { return saved };
        let untouched = game.tree().len() <= 1;
        let kept = self.record.is_some() && saved.is_ok();
        if untouched || kept || (game.status().is_over() && self.record.is_none()) {
            journal.discard();
        } else {
            let path = journal.path().display().to_string();
            console.say(match journal.leave() {
                Ok(()) => format!(
                    "the game is saved; `boardloom play --text --continue` continues it ({path})"
                ),
                Err(why) => format!("the last moves of the game are lost: {why}"),
            });
        }
        saved
    }
}
