//! The commands of text mode.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use boardloom_app::Action;
use boardloom_app::keys::Command;
use boardloom_app::startup::RecordWriter;
use boardloom_app::texts::{join_moves, text_mode as t};
use boardloom_contract::Seat;
use boardloom_lab::series::bar;
use boardloom_match::{MatchError, Record};
use boardloom_ruleset::suggestion;

use super::{TextGame, questions, show};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::rules;
use crate::services::lock_record;

const WORDS: [&str; 22] = [
    "move", "legal", "undo", "redo", "hint", "go", "review", "board", "labels", "position",
    "moves", "rules", "save", "time", "buy", "pause", "rematch", "resign", "quit", "draw",
    "accept", "decline",
];

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
            ("help" | "?", "") => writeln!(console.out, "{}", t::help())?,
            ("quit" | "exit", "") => return Ok(ControlFlow::Break(())),
            ("board" | "show", "") => self.shown = None,
            ("labels", "") => show::names(self.session(), console)?,
            ("what" | "who", rest) if !rest.is_empty() => {
                let answer = questions::answer(self.session(), line)?;
                writeln!(console.out, "{answer}")?;
            }
            ("move", text) if !text.is_empty() => self.play(text)?,
            ("legal", "") => {
                let seat = self.seat_to_move()?;
                show::legal_moves(self.session(), seat, console)?;
            }
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
                None => console.say(t::no_position_text()),
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
            ("save", "") => return Err(usage(t::save_needs_file())),
            ("save", file) => self.save_as(file, console)?,
            ("time", "") => match show::times(self.session()) {
                Some(times) => writeln!(console.out, "{times}")?,
                None => console.say(t::no_clock()),
            },
            ("buy", coins) => self.buy_time(coins)?,
            ("pause", "") => self.session().pause(),
            ("rematch", "") => self.rematch(console)?,
            ("resign", "") => match self.session().resigning_seat() {
                Some(_) => self.session().resign(),
                None => return Err(usage(t::no_resigning())),
            },
            ("draw", "") => {
                self.session().offer_draw();
                self.show_request(console)?;
            }
            ("accept" | "decline", "") => {
                if self.session().consent_request().is_none() {
                    return Err(usage(t::no_offer()));
                }
                self.session().answer_request(word == "accept");
            }
            // `buy`, `move` and `save` want more, all others nothing.
            (word, rest) if !rest.is_empty() && (word == "help" || WORDS.contains(&word)) => {
                return Err(usage(&t::takes_nothing(word)));
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
                Failure::Usage(t::legal_hint(&error.to_string(), &near))
            }
            MatchError::MissingAnswer { text, mv, question } => {
                Failure::Usage(t::needs_answer(&text, &mv, &question))
            }
            other => other.into(),
        })
    }

    /// Starts the next game; players have the time that is left where the clock carries it.
    fn rematch(&mut self, console: &mut Console<'_>) -> Result<()> {
        self.controller.act(Action::Command(Command::SameAgain));
        while self.controller.opening {
            let _ = self.wakes.recv_timeout(super::POLL);
            self.controller.update(self.started.elapsed());
        }
        show::begin(&self.session().game, console)?;
        self.printed = self.session().game.here();
        self.shown = None;
        Ok(())
    }

    fn seat_to_move(&mut self) -> Result<Seat> {
        self.session().game.status().acting.first().copied().ok_or_else(game_over)
    }

    /// Prints the proposal that waits for an answer. False if there is none.
    fn show_request(&mut self, console: &mut Console<'_>) -> Result<bool> {
        let session = self.session();
        let Some(request) = session.consent_request().cloned() else { return Ok(false) };
        let (title, question) = session.request_texts(&request);
        writeln!(console.out, "{}", t::offer(&title, &question))?;
        Ok(true)
    }

    fn undo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let before = self.session().game.here();
        self.session().request_take_back();
        if self.show_request(console)? {
            return Ok(());
        }
        self.report_position(before, t::back_to, t::nothing_to_undo(), console)
    }

    fn redo(&mut self, console: &mut Console<'_>) -> Result<()> {
        let before = self.session().game.here();
        self.session().redo();
        self.report_position(before, t::on_to, t::nothing_to_redo(), console)
    }

    /// Reports the position after `undo` or `redo`.
    fn report_position(
        &mut self,
        before: boardloom_match::NodeId,
        title: fn(&str) -> String,
        nothing: &str,
        console: &mut Console<'_>,
    ) -> Result<()> {
        let game = &self.session().game;
        let here = game.here();
        if here == before && game.plugin_error().is_none() {
            return Err(usage(nothing));
        }
        writeln!(console.out, "{}", title(&show::line(game, here)))?;
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
        let hints = session.typed_hints(HINTS.0, HINTS.1);
        if hints.is_empty() {
            return Err(usage(t::no_hint()));
        }
        for (value, moves) in hints {
            writeln!(console.out, "{value:>12}  {}", join_moves(&moves))?;
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
        let session = self.session();
        let game = &session.game;
        for id in game.tree().line_through(game.here()) {
            let node = game.tree().node(id);
            if node.assessment.is_none() {
                continue;
            }
            writeln!(console.out, "{}", show::line(game, id))?;
            for line in session.comment(id).lines() {
                writeln!(console.out, "   {}", line.replace('\u{a0}', " "))?;
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
                return Err(usage(&t::exists(&path.display())));
            }
            let lock = lock_record(&path)?;
            let saved = Record::of(&self.session().game).save(&path).map_err(Failure::write(&path));
            saved.map_err(|failure| Failure::Usage(failure.to_string()))?;
            self.controller.record_writer = RecordWriter::new(Some(Arc::new(lock)));
        }
        console.say(t::saved_as(&path.display()));
        Ok(())
    }

    fn buy_time(&mut self, coins: &str) -> Result<()> {
        let count: u32 = match coins {
            "" => 1,
            coins => coins.parse().map_err(|_| usage(&t::not_coins(coins)))?,
        };
        for _ in 0..count {
            if self.session().buyer().is_none() {
                return Err(usage(t::nothing_to_buy()));
            }
            self.session().buy_time();
        }
        Ok(())
    }
}

fn game_over() -> Failure {
    usage(t::over())
}

fn usage(why: &str) -> Failure {
    Failure::Usage(why.to_owned())
}
