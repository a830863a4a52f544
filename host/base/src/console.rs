//! The streams that a command reads and writes.

use std::io::{BufReader, BufWriter, IsTerminal, Read, Stderr, StdinLock, Stdout, Write};
use std::time::Duration;

/// The streams that a command reads and writes: results go to `out`, all else
/// to `err`.
pub struct Console<'a> {
    /// What a person or a program says.
    pub input: BufReader<Box<dyn Read + 'a>>,
    /// Results.
    pub out: Box<dyn Write + Send + 'a>,
    /// Faults, notices, progress.
    pub err: Box<dyn Write + Send + 'a>,
    /// Whether a person sits at the input.
    pub asks: bool,
    /// Whether the input is the process's own, which can be waited for.
    own: bool,
    /// Whether results may be coloured.
    pub color: bool,
    /// Whether what goes to `err` may be coloured, and progress be shown there.
    pub color_err: bool,
}

impl<'a> Console<'a> {
    /// Returns the process's own streams. Colours are used on terminals, unless
    /// `NO_COLOR` is set.
    pub fn of_process(input: StdinLock<'a>, out: Stdout, err: Stderr) -> Self {
        let colors = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|value| value != "dumb");
        Console {
            asks: input.is_terminal() && out.is_terminal(),
            color: colors && out.is_terminal(),
            color_err: colors && err.is_terminal(),
            // Larger than the buffer behind it, which is never filled so: what was
            // read stands here.
            input: BufReader::with_capacity(1 << 16, Box::new(input)),
            own: true,
            out: Box::new(BufWriter::with_capacity(1 << 16, out)),
            err: Box::new(err),
        }
    }

    /// Returns streams in memory, for tests.
    pub fn in_memory(input: &'a [u8], out: &'a mut Vec<u8>, err: &'a mut Vec<u8>) -> Self {
        Console {
            input: BufReader::new(Box::new(input)),
            out: Box::new(out),
            err: Box::new(err),
            asks: false,
            own: false,
            color: false,
            color_err: false,
        }
    }

    /// Returns the same streams, with results dropped.
    pub fn quiet<'b>(other: &'b mut Console<'_>) -> Console<'b> {
        Console {
            input: BufReader::new(Box::new(std::io::empty())),
            out: Box::new(std::io::sink()),
            err: Box::new(&mut other.err),
            asks: false,
            own: false,
            color: false,
            color_err: other.color_err,
        }
    }

    /// Waits until there is something to read, or the input has ended, at most so
    /// long. False where the time was up before; where the input cannot be waited
    /// for, nobody knows, and it is read.
    pub fn wait(&self, at_most: Duration) -> bool {
        !self.own || !self.input.buffer().is_empty() || platform::wait(at_most)
    }

    /// Says a line to whoever watches. That nobody does is no fault.
    pub fn say(&mut self, line: impl std::fmt::Display) {
        let _ = writeln!(self.err, "{line}");
    }

    /// Flushes the results.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

#[cfg(unix)]
mod platform {
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    /// Waits for the process's input, at most so long. False where nothing came.
    pub(super) fn wait(at_most: Duration) -> bool {
        let until = Instant::now() + at_most;
        let input = std::io::stdin();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).ok();
            match poll(&mut [PollFd::new(&input, PollFlags::IN)], left.as_ref()) {
                Ok(0) => return false,
                Err(Errno::INTR) => {}
                // What cannot be waited for is read.
                Ok(_) | Err(_) => return true,
            }
        }
    }
}

#[cfg(not(unix))]
mod platform {
    /// Input cannot be waited for here: it is read, however long that takes.
    pub(super) fn wait(_: std::time::Duration) -> bool {
        true
    }
}
