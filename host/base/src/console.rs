//! Input and output of a command.

use std::io::{BufReader, BufWriter, IsTerminal, Read, Stderr, StdinLock, Stdout, Write};
use std::time::Duration;

use boardloom_app::ascii::to_ascii;
use boardloom_ruleset::printable::printable;

/// Input and output of a command: results go to `out`, everything else to `err`.
pub struct Console<'a> {
    pub input: BufReader<Box<dyn Read + 'a>>,
    pub out: Box<dyn Write + Send + 'a>,
    /// Errors, notices, progress.
    pub err: Box<dyn Write + Send + 'a>,
    /// Whether a human answers prompts.
    pub asks: bool,
    /// Whether `input` is the process's standard input, which can be polled.
    own: bool,
    pub color: bool,
    /// Whether `err` is a terminal with colours and progress bars.
    pub color_err: bool,
}

impl<'a> Console<'a> {
    /// Returns the process's streams. Terminals get colours unless `NO_COLOR` is set.
    pub fn of_process(input: StdinLock<'a>, out: Stdout, err: Stderr) -> Self {
        let colors = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|value| value != "dumb");
        Console {
            asks: input.is_terminal() && out.is_terminal(),
            color: colors && out.is_terminal(),
            color_err: colors && err.is_terminal(),
            // Larger than the buffer below it, so that one read empties that one.
            input: BufReader::with_capacity(1 << 16, Box::new(input)),
            own: true,
            out: Box::new(PrintableWriter {
                colors: colors && out.is_terminal(),
                inner: BufWriter::with_capacity(1 << 16, out),
            }),
            err: Box::new(PrintableWriter { colors: colors && err.is_terminal(), inner: err }),
        }
    }

    /// Returns streams that are no terminal, such as bytes in memory.
    pub fn of_streams(
        input: Box<dyn Read + 'a>,
        out: Box<dyn Write + Send + 'a>,
        err: Box<dyn Write + Send + 'a>,
    ) -> Self {
        Console {
            input: BufReader::new(input),
            out: Box::new(PrintableWriter { inner: out, colors: false }),
            err: Box::new(PrintableWriter { inner: err, colors: false }),
            asks: false,
            own: false,
            color: false,
            color_err: false,
        }
    }

    /// Returns the same error stream, with results dropped.
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

    /// Writes ASCII from now on, whatever is written.
    pub fn use_ascii(&mut self) {
        for stream in [&mut self.out, &mut self.err] {
            let inner = std::mem::replace(stream, Box::new(std::io::sink()));
            *stream = Box::new(AsciiWriter(inner));
        }
    }

    /// Waits for input; false after `at_most` without any. True if the input cannot be
    /// polled: reading then blocks.
    pub fn wait(&self, at_most: Duration) -> bool {
        !self.own || !self.input.buffer().is_empty() || platform::wait(at_most)
    }

    /// Writes a line to `err` and ignores errors.
    pub fn say(&mut self, line: impl std::fmt::Display) {
        let _ = writeln!(self.err, "{line}");
    }

    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// A stream of texts that replaces characters beyond ASCII.
struct AsciiWriter<W>(W);

impl<W: Write> Write for AsciiWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(to_ascii(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// A stream that escapes what a terminal would obey, except colours if they are on. Bytes that are no text, such as those of a picture, pass unchanged.
struct PrintableWriter<W> {
    inner: W,
    colors: bool,
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | 0x20..0x7f);
        match std::str::from_utf8(bytes) {
            Ok(text) if !bytes.iter().all(plain) => self.write_text(text)?,
            _ => self.inner.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> PrintableWriter<W> {
    fn write_text(&mut self, mut text: &str) -> std::io::Result<()> {
        while let Some(length) = text.find("\u{1b}[").filter(|_| self.colors) {
            let (before, rest) = text.split_at(length);
            let codes = rest[2..].trim_start_matches(|it: char| it.is_ascii_digit() || it == ';');
            let end = rest.len() - codes.len();
            let color = if codes.starts_with('m') { &rest[..=end] } else { "" };
            let sequence = if color.is_empty() { printable(&rest[..end]) } else { color.into() };
            write!(self.inner, "{}{sequence}", printable(before))?;
            text = &rest[end.max(color.len())..];
        }
        self.inner.write_all(printable(text).as_bytes())
    }
}

#[cfg(unix)]
mod platform {
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    pub(super) fn wait(at_most: Duration) -> bool {
        let until = Instant::now() + at_most;
        let input = std::io::stdin();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).ok();
            match poll(&mut [PollFd::new(&input, PollFlags::IN)], left.as_ref()) {
                Ok(0) => return false,
                Err(Errno::INTR) => {}
                // Input that cannot be polled is read.
                Ok(_) | Err(_) => return true,
            }
        }
    }
}

#[cfg(not(unix))]
mod platform {
    /// Input cannot be polled here: reading blocks.
    pub(super) fn wait(_: std::time::Duration) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_reach_the_terminal() {
        let check = |bytes: &[u8], colors: bool, expected: &[u8]| {
            let mut out = PrintableWriter { inner: Vec::new(), colors };
            out.write_all(bytes).unwrap();
            assert_eq!(out.inner, expected, "{:?}", String::from_utf8_lossy(bytes));
        };
        let red = b"a \x1b[1;31mred\x1b[0m\n";
        check(red, true, red);
        check(red, false, b"a \\u{1b}[1;31mred\\u{1b}[0m\n");
        check(b"\x1b[2Jx\x1b]0;title\x07", true, b"\\u{1b}[2Jx\\u{1b}]0;title\\u{7}");
        check(b"\x1b[", true, b"\\u{1b}[");
        check("\u{202e}ü".as_bytes(), true, "\\u{202e}ü".as_bytes());
        check(b"\x89PNG\r\n\x1a\n", true, b"\x89PNG\r\n\x1a\n");
    }
}
