//! Playing on standard input and output.
//!
//! A line is a move or a command. It works the same for a person at a terminal
//! and for a script: nothing depends on the cursor or on colours.

mod clock;
mod commands;
mod computer;
pub mod show;
mod start;

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use boardloom_computer::Commentary;
use boardloom_contract::Seat;
use boardloom_match::Match;
use boardloom_match::MatchError;
use boardloom_match::Record;
use boardloom_match::journal::RecordLock;
use boardloom_match::write_atomically;

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::console::Console;
use crate::failure::Failure;
use clock::Watch;
use commands::Then;
use computer::Thinker;

pub use start::{is_record, of_record, table_of};

/// A game on standard input and output.
pub struct Session {
    game: Match,
    thinker: Thinker,
    watch: Watch,
    commentary: Commentary,
    /// The beginning of a line that was not ended yet.
    typed: Vec<u8>,
    /// The file of the record.
    record: Option<RecordLock>,
    /// What was reported already, so that it is said once.
    trouble: Option<String>,
    /// How often the plugin failed.
    faults: u32,
    /// Whether the journal could not be written at the last prompt.
    unsaved: bool,
    /// Whether the game goes on by itself: not after going back, where moves
    /// that were played before wait to be looked at.
    onward: bool,
}

/// A plugin that fails more often in one game is given up.
const MOST_FAULTS: u32 = 5;

/// The most bytes of a line; what is longer is no move.
const LONGEST: usize = 1 << 16;

/// What came of asking for a line.
enum Asked {
    /// A line, without what stands around it.
    Line(String),
    /// The time was up before; what was typed by then waits for its rest.
    TimeUp,
    /// The input is at its end.
    End,
}

/// Plays a whole game.
pub fn play(catalog: &Catalog, args: &Play, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut session = start::open(catalog, args, console)?;
    show::begin(&mut session, console)?;
    let rested = if begun_before(args) { session.rest(console) } else { Ok(()) };
    let done = rested.and_then(|()| session.run(console));
    let ended = session.end(console);
    done.and(ended)
}

/// Tells whether the arguments name a game that was begun before.
fn begun_before(args: &Play) -> bool {
    args.go_on || args.what.as_deref().is_some_and(is_record)
}

impl Session {
    fn run(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let mut shown = None;
        loop {
            self.report_trouble(console);
            if let Err(fault) = self.go_on(console) {
                self.mend(fault, console)?;
                continue;
            }
            if shown != Some(self.game.here()) {
                show::position(self, console)?;
                show::last_word(self, console)?;
                shown = Some(self.game.here());
            }
            let asked = self.ask(console, self.until_out())?;
            if self.ran_out(console)? {
                continue;
            }
            let line = match asked {
                Asked::Line(line) => line,
                Asked::TimeUp => continue,
                Asked::End => {
                    if !self.game.status().is_over() {
                        console.say("the input ended");
                    }
                    return Ok(());
                }
            };
            match self.obey(&line, console) {
                Ok(Then::GoOn) => {}
                Ok(Then::ShowAgain) => shown = None,
                Ok(Then::Quit) => return Ok(()),
                Err(Failure::Plugin(fault)) => {
                    self.mend(MatchError::PluginError(fault), console)?
                }
                // A move that is not legal, a name that is not known: said, and
                // the game goes on.
                Err(Failure::Usage(why)) => console.say(why),
                Err(other) => return Err(other),
            }
        }
    }

    /// Plays what needs nobody at the keyboard: forced moves and the computer's.
    fn go_on(&mut self, console: &mut Console<'_>) -> Result<(), MatchError> {
        loop {
            self.keep_watch();
            let looked_at = !self.onward && !self.game.at_end();
            if self.game.status().is_over() || looked_at {
                return Ok(());
            }
            if let Some((seat, mv)) = self.game.forced_move()? {
                let played = self.game.play_as(seat, &mv, None)?;
                let _ = show::played(self, &played, true, console);
            } else if let Some((seat, level)) = self.computer_to_move() {
                self.buy_for_computer(console);
                let spent = self.elapsed();
                let (mv, review) = self.thinker.think(&mut self.game, seat, level, spent)?;
                if self.ran_out(console)? {
                    continue;
                }
                let took = self.took();
                let played = self.game.play_as(seat, &mv, took)?;
                let _ = show::played(self, &played, false, console);
                let said = self.commentary.moved(&self.game, played.node, seat, review);
                let _ = show::remark(&self.game, seat, said, console);
            } else {
                return Ok(());
            }
            self.save_quietly(console);
            // Whoever follows a game of computers sees it as it goes.
            if console.flush().is_err() {
                return Ok(());
            }
        }
    }

    /// Returns the first acting seat that the computer holds, and its level. A
    /// reply that it gave here before is thought of anew.
    fn computer_to_move(&self) -> Option<(Seat, u8)> {
        let players = self.game.players();
        let level = |seat: &Seat| Some((*seat, players.get(usize::from(*seat))?.level()?));
        self.game.status().acting.iter().find_map(level)
    }

    /// Asks for a line; where there is a clock, only until the time is up.
    fn ask(&mut self, console: &mut Console<'_>, at_most: Option<Duration>) -> io::Result<Asked> {
        use std::io::Write;
        if console.asks {
            write!(console.out, "> ")?;
        }
        console.flush()?;
        let until = at_most.map(|at_most| Instant::now() + at_most);
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| !console.wait(left)) {
                if console.asks {
                    writeln!(console.out)?;
                }
                return Ok(Asked::TimeUp);
            }
            let available = match console.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            // The rest of a longer line is dropped.
            let room = LONGEST - self.typed.len().min(LONGEST);
            self.typed.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(available.len(), |end| end + 1);
            let ended = available.is_empty();
            console.input.consume(used);
            if ended && self.typed.is_empty() {
                return Ok(Asked::End);
            }
            if ended || end.is_some() {
                let typed = std::mem::take(&mut self.typed);
                return Ok(Asked::Line(String::from_utf8_lossy(&typed).trim().to_owned()));
            }
        }
    }

    /// Opens the game anew after a fault: the match goes on where it was.
    fn mend(&mut self, fault: MatchError, console: &mut Console<'_>) -> Result<(), Failure> {
        let MatchError::PluginError(_) = &fault else { return Err(fault.into()) };
        self.faults += 1;
        console.say(&fault);
        if self.faults > MOST_FAULTS {
            console.say("the plugin failed too often");
            return Err(fault.into());
        }
        self.thinker.forget();
        self.game.rebuild()?;
        console.say("the plugin was started anew, and the game goes on");
        Ok(())
    }

    /// Says at every prompt that the game is not being saved, and once that it is again.
    fn report_trouble(&mut self, console: &mut Console<'_>) {
        self.game.retry_journal();
        let trouble = self.game.journal().and_then(|journal| journal.trouble());
        match trouble {
            Some(why) => console.say(format!("the game is not being saved: {why}")),
            None if self.unsaved => console.say("the game is being saved again"),
            None => {}
        }
        self.unsaved = trouble.is_some();
    }

    /// Writes the record where it is kept.
    fn save(&self) -> Result<(), Failure> {
        let Some(record) = &self.record else { return Ok(()) };
        self.save_to(record.path())
    }

    fn save_to(&self, path: &std::path::Path) -> Result<(), Failure> {
        let text = Record::of(&self.game).to_text();
        write_atomically(path, text.as_bytes()).map_err(Failure::write(path))
    }

    fn save_quietly(&mut self, console: &mut Console<'_>) {
        if let Err(failure) = self.save() {
            let text = failure.to_string();
            if self.trouble.as_ref() != Some(&text) {
                console.say(&text);
                self.trouble = Some(text);
            }
        }
    }

    /// Puts the game away: a finished or saved one needs no journal.
    fn end(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        self.note();
        let saved = self.save();
        let Some(journal) = self.game.take_journal() else { return saved };
        let untouched = self.game.tree().len() <= 1;
        let kept = self.record.is_some() && saved.is_ok();
        if untouched || kept || (self.game.status().is_over() && self.record.is_none()) {
            journal.discard();
        } else {
            let path = journal.path().display().to_string();
            console.say(match journal.leave() {
                Ok(()) => {
                    format!("the game is kept; `boardloom play --text --continue` goes on ({path})")
                }
                Err(why) => format!("the last moves of the game are lost: {why}"),
            });
        }
        saved
    }
}
