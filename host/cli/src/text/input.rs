//! Lines from standard input while a clock may run.

use std::io::{self, BufRead, Write};

use super::TextGame;
use crate::console::Console;

/// The most bytes of a line; the rest is dropped.
const MAX_BYTES: usize = 1 << 16;

pub enum Answer {
    /// A line without the space around it.
    Line(String),
    /// A player ran out of time first.
    TimeUp,
    End,
}

impl TextGame {
    /// Asks for a line, as long as the player to move has time.
    pub(super) fn ask(&mut self, console: &mut Console<'_>) -> io::Result<Answer> {
        if console.asks {
            write!(console.out, "> ")?;
        }
        console.flush()?;
        let here = self.session().game.here();
        loop {
            self.controller.set_time(self.started.elapsed());
            let wait = self.controller.save_changes();
            if self.session().game.here() != here {
                if console.asks {
                    writeln!(console.out)?;
                }
                return Ok(Answer::TimeUp);
            }
            if wait.is_some_and(|left| !console.wait(left)) {
                continue;
            }
            let available = match console.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = MAX_BYTES - self.bytes.len().min(MAX_BYTES);
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(available.len(), |end| end + 1);
            let ended = available.is_empty();
            console.input.consume(used);
            if ended && self.bytes.is_empty() {
                return Ok(Answer::End);
            }
            if ended || end.is_some() {
                self.controller.set_time(self.started.elapsed());
                let bytes = std::mem::take(&mut self.bytes);
                return Ok(Answer::Line(String::from_utf8_lossy(&bytes).trim().to_owned()));
            }
        }
    }
}
