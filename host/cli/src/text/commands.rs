//! What a line means.

use std::io::Write;
use std::path::PathBuf;

use boardloom_contract::Seat;
use boardloom_match::MatchError;
use boardloom_match::{Cause, PlayedMove};

use super::{Session, show};
use crate::console::Console;
use crate::failure::Failure;
use crate::rules;
use crate::services::lock_record;
use boardloom_ruleset::suggestion;

const HELP: &str = "\
Type a move as it is written (`legal` lists them), or one of:
  move TEXT        plays a move, also one that is called like a command
  legal            lists the legal moves
  undo, redo       takes back your last move (and the computer's answer); plays it again
  hint             shows what the computer would play
  go               lets the computer move for you
  board            prints the board again
  position         prints the position in the game's own text
  moves            prints the moves so far
  rules            prints the rules
  save FILE        writes the record
  time             shows the clocks
  buy [N]          buys time with a coin, or with so many
  pause            makes the clocks stand still until you press Enter
  resign           gives up
  quit             ends; the game is kept";

const WORDS: [&str; 16] = [
    "move", "legal", "undo", "redo", "hint", "go", "board", "position", "moves", "rules", "save",
    "time", "buy", "pause", "resign", "quit",
];

/// The most moves that `legal` prints.
const MOST_LISTED: usize = 2000;

/// What follows a line.
pub enum Then {
    /// The next one.
    GoOn,
    /// The board is printed again, and then the next one.
    ShowAgain,
    /// The game is left.
    Quit,
}

impl Session {
    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str, console: &mut Console<'_>) -> Result<Then, Failure> {
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        match (word, rest) {
            ("", _) => {}
            ("help" | "?", "") => writeln!(console.out, "{HELP}")?,
            ("quit" | "exit", "") => return Ok(Then::Quit),
            ("board" | "show", "") => return Ok(Then::ShowAgain),
            ("move", text) if !text.is_empty() => self.play(text, console)?,
            ("legal", "") => self.legal(console)?,
            ("undo", "") => self.undo(console)?,
            ("redo", "") => self.redo(console)?,
            ("hint", "") => self.hint(console)?,
            ("go", "") => self.go(console)?,
            ("position", "") => match self.game.position_text()? {
                Some(text) => writeln!(console.out, "{text}")?,
                None => console.say("this game has no text for positions"),
            },
            ("moves", "") => self.moves(console)?,
            ("rules", "") => {
                let explained = self.game.explain()?;
                let text = rules::text(self.game.source(), &explained);
                console.out.write_all(text.as_bytes())?;
            }
            ("save", "") => return Err(Failure::Usage("expected a file: `save FILE`".to_owned())),
            ("save", file) => self.save_as(file, console)?,
            ("time", "") => match self.times() {
                Some(times) => writeln!(console.out, "{times}")?,
                None => console.say("there is no clock"),
            },
            ("buy", "") => self.buy_time(1, console)?,
            ("buy", coins) => match coins.parse() {
                Ok(coins) => self.buy_time(coins, console)?,
                Err(_) => {
                    let what = format!("expected a number of coins, found `{coins}`");
                    return Err(Failure::Usage(what));
                }
            },
            ("pause", "") => self.pause(console)?,
            ("resign", "") => self.resign(console)?,
            _ => self.play(line, console)?,
        }
        Ok(Then::GoOn)
    }

    fn play(&mut self, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        let played = match self.game.play_text_after(text, self.took()) {
            Ok(played) => played,
            Err(MatchError::Over) => {
                return Err(Failure::Usage("the game is over; `undo`, or `quit`".to_owned()));
            }
            Err(error @ (MatchError::Unread { .. } | MatchError::Illegal { .. })) => {
                let word = text.split_whitespace().next().unwrap_or_default();
                let mean = suggestion::suffix(word, WORDS);
                return Err(Failure::Usage(format!("{error} (`legal` lists the moves{mean})")));
            }
            Err(other) => return Err(other.into()),
        };
        self.went_on(&played, console)
    }

    /// Shows what was played, and lets the game go on from there.
    fn went_on(&mut self, played: &PlayedMove, console: &mut Console<'_>) -> Result<(), Failure> {
        self.onward = true;
        show::played(self, played, false, console)?;
        self.save_quietly(console);
        Ok(())
    }

    /// Returns the seat that is to act.
    fn acting(&self) -> Result<Seat, Failure> {
        let first = self.game.status().acting.first().copied();
        first.ok_or_else(|| Failure::Usage("the game is over; `undo`, or `quit`".to_owned()))
    }

    fn legal(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let seat = self.acting()?;
        let legal = self.game.legal(seat, MOST_LISTED)?;
        writeln!(console.out, "{}", legal.join(" "))?;
        if legal.len() == MOST_LISTED {
            let all = self.game.ask(|cursor| cursor.count_moves(seat))?;
            writeln!(console.out, "... {all} in all")?;
        }
        Ok(())
    }

    fn undo(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        if !self.game.undo_turn()? {
            return Err(Failure::Usage("there is nothing to take back".to_owned()));
        }
        self.game.begin_turn();
        self.onward = false;
        writeln!(console.out, "back to: {}", show::line(&self.game, self.game.here()))?;
        self.save_quietly(console);
        Ok(())
    }

    fn redo(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        if !self.game.redo_turn()? {
            return Err(Failure::Usage("there is nothing to play again".to_owned()));
        }
        self.game.begin_turn();
        self.onward = false;
        writeln!(console.out, "on to: {}", show::line(&self.game, self.game.here()))?;
        self.save_quietly(console);
        Ok(())
    }

    fn hint(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let seat = self.acting()?;
        let lines = self.thinker.hint(&mut self.game, seat)?;
        if lines.is_empty() {
            return Err(Failure::Usage("the computer has no advice for this game".to_owned()));
        }
        for line in &lines {
            let value = line.value.get(usize::from(seat)).copied().unwrap_or_default();
            let forced = match line.forced {
                Some(plies) if plies >= 0 => format!(", wins in {plies}"),
                Some(plies) => format!(", loses in {}", -plies),
                None => String::new(),
            };
            let share = f64::from(value) / 100.0;
            let moves: Vec<&str> = line.moves.iter().take(6).map(String::as_str).collect();
            writeln!(console.out, "{share:5.1} %{forced}  {}", moves.join(" "))?;
        }
        Ok(())
    }

    fn go(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let seat = self.acting()?;
        let player = self.game.players().get(usize::from(seat));
        let level = player.and_then(|it| it.level()).unwrap_or(4);
        let spent = self.elapsed();
        let (mv, _) = self.thinker.think(&mut self.game, seat, level, spent)?;
        if self.ran_out(console)? {
            return Ok(());
        }
        let took = self.took();
        let played = self.game.play_as(seat, &mv, took)?;
        self.went_on(&played, console)
    }

    fn moves(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        for id in self.game.tree().line(self.game.here()).into_iter().skip(1) {
            writeln!(console.out, "{}", show::line(&self.game, id))?;
        }
        Ok(())
    }

    fn save_as(&mut self, file: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        let mut path = PathBuf::from(file);
        if path.extension().is_none() {
            path.set_extension(boardloom_match::record::EXTENSION);
        }
        let own = self.record.as_ref().is_some_and(|record| record.path() == path);
        if path.exists() && !own {
            let what = format!("{} is there already; name another file", path.display());
            return Err(Failure::Usage(what));
        }
        let lock = if own { None } else { Some(lock_record(&path)?) };
        match self.save_to(&path) {
            Ok(()) => {
                console.say(format!("saved as {}; kept there from now on", path.display()));
                self.record = lock.or_else(|| self.record.take());
                Ok(())
            }
            // The game goes on.
            Err(failure) => Err(Failure::Usage(failure.to_string())),
        }
    }

    fn resign(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let seat = match self.game.human_to_move() {
            Some(seat) => seat,
            None => self.acting()?,
        };
        self.note();
        let own = self.game.turn().seat == Some(seat);
        let took = self.took().filter(|_| own);
        let played = self.game.remove_player_after(seat, Cause::Resigned, took)?;
        self.went_on(&played, console)
    }
}
