//! Lines from standard input while a clock may run.

use std::io::{self, BufRead, Write};

use boardloom_app::session::GameSession;

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

#[derive(Default)]
pub struct LineInput {
    /// The start of a line that has not ended yet.
    bytes: Vec<u8>,
}

impl LineInput {
    /// Asks for a line, as long as the player to move has time.
    pub fn ask(
        &mut self,
        session: &mut GameSession,
        console: &mut Console<'_>,
    ) -> io::Result<Answer> {
        if console.asks {
            write!(console.out, "> ")?;
        }
        console.flush()?;
        let here = session.game.here();
        loop {
            let clock = session.watch_clock();
            if session.game.here() != here {
                if console.asks {
                    writeln!(console.out)?;
                }
                return Ok(Answer::TimeUp);
            }
            if clock.is_some_and(|left| !console.wait(left)) {
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
                let bytes = std::mem::take(&mut self.bytes);
                return Ok(Answer::Line(String::from_utf8_lossy(&bytes).trim().to_owned()));
            }
        }
    }
}
