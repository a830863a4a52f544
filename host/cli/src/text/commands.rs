//! The commands of text mode.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use boardloom_app::startup::RecordWriter;
use boardloom_contract::Seat;
use boardloom_lab::series::bar;
use boardloom_match::{MatchError, Record};
use boardloom_ruleset::suggestion;
use boardloom_terminal::TextBoard;

use super::{TextGame, questions, show};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::rules;
use crate::services::lock_record;

const HELP: &str = "\
Type a move (`legal` lists them), or a command:
  move TEXT        plays a move, even if its text is a command
  legal            lists the legal moves
  undo, redo       takes back your last move and the reply; plays them again
  hint             shows the best moves
  go               lets the computer move for you
  review           finds the mistakes in this game, with better lines
  board            prints the board, and what its letters mean
  labels           prints the names of the sites
  what is on SITE, what can SITE reach, who threatens SITE (or a piece: the king)
  position         prints the position in the game's text form
  moves            prints the moves so far
  rules            prints the rules
  save FILE        saves the record
  time             shows the clocks
  buy [N]          buys time for one coin, or N
  pause            stops the clocks until you press Enter
  resign           resigns
  draw             offers a draw, if the game has draws
  accept, decline  answers an offer
  quit             saves the game and ends";

const WORDS: [&str; 21] = [
    "move", "legal", "undo", "redo", "hint", "go", "review", "board", "labels", "position",
    "moves", "rules", "save", "time", "buy", "pause", "resign", "quit", "draw", "accept",
    "decline",
];

/// The most moves that `legal` prints.
const MAX_LISTED: usize = 2000;
/// The most variations that `hint` prints, and the most moves of each.
const HINTS: (usize, usize) = (3, 6);

impl TextGame {
    /// Breaks the loop of the game when it is to end.
    pub(super) fn execute(
        &mut self,
        line: &str,
        console: &mut Console<'_>,
    ) -> Result<ControlFlow<()>> {
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        match (word, rest) {
            ("", _) => {}
            ("help" | "?", "") => writeln!(console.out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(ControlFlow::Break(())),
            ("board" | "show", "") => self.shown = None,
            ("labels", "") => write!(console.out, "{}", TextBoard::new(self.session()).names())?,
            ("what" | "who", rest) if !rest.is_empty() => {
                let answer = questions::answer(self.session(), line)?;
                writeln!(console.out, "{answer}")?;
            }
            ("move", text) if !text.is_empty() => self.play(text)?,
            ("legal", "") => self.legal(console)?,
            ("undo", "") => self.undo(console)?,
            ("redo", "") => self.redo(console)?,
            ("hint", "") => self.hint(console)?,
            ("go", "") => {
                self.seat_to_move()?;
                self.session().move_now();
            }
            ("review", "") => self.review(console)?,
            ("position", "") => match self.session().game.position_text()? {
                Some(text) => writeln!(console.out, "{text}")?,
                None => console.say("this game has no text form for positions"),
            },
            ("moves", "") => {
                let game = &self.session().game;
                show::moves(game, &game.tree().line(game.here())[1..], console)?;
            }
            ("rules", "") => {
                let session = self.session();
                let text = rules::text(session.game.source(), &session.explained);
                console.out.write_all(text.as_bytes())?;
            }
            ("save", "") => return Err(Failure::Usage("expected a file: `save FILE`".to_owned())),
            ("save", file) => self.save_as(file, console)?,
            ("time", "") => match show::times(self.session()) {
                Some(times) => writeln!(console.out, "{times}")?,
                None => console.say("there is no clock"),
            },
            ("buy", coins) => self.buy_time(coins)?,
            ("pause", "") => self.session().pause(),
            ("resign", "") => match self.session().resigning_seat() {
                Some(_) => self.session().resign(),
                None => return Err(Failure::Usage("no human player can resign".to_owned())),
            },
            ("draw", "") => {
                self.session().offer_draw();
                self.show_request(console)?;
            }
            ("accept" | "decline", "") => {
                if self.session().consent_request().is_none() {
                    return Err(Failure::Usage("there is no offer to answer".to_owned()));
                }
                self.session().answer_request(word == "accept");
            }
            _ => self.play(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn play(&mut self, text: &str) -> Result<()> {
        self.session().play_text(text).map_err(|error| match error {
            MatchError::Over => game_over(),
            error @ (MatchError::Unread { .. } | MatchError::Illegal { .. }) => {
                let word = text.split_whitespace().next().unwrap_or_default();
                let near = suggestion::suffix(word, WORDS);
                Failure::Usage(format!("{error} (`legal` lists the moves{near})"))
            }
            other => other.into(),
        })
    }

    fn seat_to_move(&mut self) -> Result<Seat> {
        self.session().game.status().acting.first().copied().ok_or_else(game_over)
    }

    fn legal(&mut self, console: &mut Console<'_>) -> Result<()> {
        let seat = self.seat_to_move()?;
        let game = &mut self.session().game;
        let legal = game.legal_texts(seat, MAX_LISTED)?;
        writeln!(console.out, "{}", legal.join(", "))?;
        if legal.len() == MAX_LISTED {
            let all = game.ask(|cursor| cursor.count_moves(seat))?;
            writeln!(console.out, "... {all} in all")?;
        }
        Ok(())
    }

    /// Prints the proposal that waits for an answer. False if there is none.
    fn show_request(&mut self, console: &mut Console<'_>) -> Result<bool> {
        let session = self.session();
        let Some(request) = session.consent_request().cloned() else { return Ok(false) };
        let (title, question) = session.request_texts(&request);
        writeln!(console.out, "{title}. {question} (`accept` or `decline`)")?;
        Ok(true)
    }

    fn undo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let before = self.session().game.here();
        self.session().request_take_back();
        if self.show_request(console)? {
            return Ok(());
        }
        self.report_position(before, "back to", "there is nothing to take back", console)
    }

    fn redo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let before = self.session().game.here();
        self.session().redo();
        self.report_position(before, "on to", "there is nothing to play again", console)
    }

    /// Reports the position after `undo` or `redo`.
    fn report_position(
        &mut self,
        before: boardloom_match::NodeId,
        title: &str,
        nothing: &str,
        console: &mut Console<'_>,
    ) -> Result<()> {
        let game = &self.session().game;
        let here = game.here();
        if here == before && game.plugin_error().is_none() {
            return Err(Failure::Usage(nothing.to_owned()));
        }
        writeln!(console.out, "{title}: {}", show::line(game, here))?;
        self.printed = here;
        Ok(())
    }

    fn hint(&mut self, console: &mut Console<'_>) -> Result<()> {
        self.seat_to_move()?;
        self.session().hint();
        while self.session().is_advising() {
            let _ = self.wakes.recv_timeout(super::POLL);
            self.controller.update(self.started.elapsed());
        }
        let session = self.session();
        // The list below replaces the notice.
        session.take_notices();
        let hints = session.hints();
        if hints.is_empty() {
            return Err(Failure::Usage("the computer has no advice here".to_owned()));
        }
        for hint in hints.iter().take(HINTS.0) {
            let moves = hint.moves[..hint.moves.len().min(HINTS.1)].join(", ");
            writeln!(console.out, "{:>12}  {moves}", hint.value)?;
        }
        Ok(())
    }

    /// Reviews the moves of the game, and prints those that were assessed.
    fn review(&mut self, console: &mut Console<'_>) -> Result<()> {
        self.session().toggle_review();
        let Some((_, count)) = self.session().review_progress() else { return Ok(()) };
        let bar = bar(count as u64, "moves", console);
        while let Some((done, _)) = self.session().review_progress() {
            bar.set_position(done as u64);
            let _ = self.wakes.recv_timeout(super::POLL);
            self.controller.update(self.started.elapsed());
        }
        bar.finish_and_clear();
        let game = &self.session().game;
        for id in game.tree().line_through(game.here()) {
            let node = game.tree().node(id);
            let Some(assessment) = node.assessment else { continue };
            writeln!(console.out, "{} {}", show::line(game, id), assessment.sign())?;
            if !node.comment.is_empty() {
                writeln!(console.out, "   {}", node.comment.replace('\u{a0}', " "))?;
            }
        }
        Ok(())
    }

    fn save_as(&mut self, file: &str, console: &mut Console<'_>) -> Result<()> {
        let mut path = PathBuf::from(file);
        if path.extension().is_none() {
            path.set_extension(boardloom_match::record::EXTENSION);
        }
        if self.controller.record_writer.path() != Some(&*path) {
            if path.exists() {
                let what = format!("{} already exists; name another file", path.display());
                return Err(Failure::Usage(what));
            }
            let lock = lock_record(&path)?;
            let saved = Record::of(&self.session().game).save(&path).map_err(Failure::write(&path));
            saved.map_err(|failure| Failure::Usage(failure.to_string()))?;
            self.controller.record_writer = RecordWriter::new(Some(Arc::new(lock)));
        }
        console.say(format!("saved as {}; every move is saved there now", path.display()));
        Ok(())
    }

    fn buy_time(&mut self, coins: &str) -> Result<()> {
        let count: u32 = match coins {
            "" => 1,
            coins => coins.parse().map_err(|_| {
                Failure::Usage(format!("expected a number of coins, found `{coins}`"))
            })?,
        };
        for _ in 0..count {
            if self.session().buyer().is_none() {
                return Err(Failure::Usage("there is no time to buy here".to_owned()));
            }
            self.session().buy_time();
        }
        Ok(())
    }
}

fn game_over() -> Failure {
    Failure::Usage("the game is over; `undo` takes back a move, `quit` ends".to_owned())
}
