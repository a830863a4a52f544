//! Reads lines from untrusted input, which may hold any bytes.

use std::io::{self, BufRead, Read};

/// Enough for a game of a million moves.
const MAX_LINE_BYTES: usize = 16 << 20;

pub enum InputLine<'a> {
    Blank,
    Text(&'a str),
    /// Not UTF-8 or too long; holds the error message.
    Invalid(String),
}

/// Reads lines into one reused buffer.
#[derive(Default)]
pub struct LineReader {
    bytes: Vec<u8>,
}

impl LineReader {
    /// Returns the next line, or `None` at the end of the input.
    pub fn next(&mut self, input: &mut impl BufRead) -> io::Result<Option<InputLine<'_>>> {
        self.bytes.clear();
        let mut part = input.by_ref().take(MAX_LINE_BYTES as u64 + 1);
        let mut length = part.read_until(b'\n', &mut self.bytes)?;
        if length == 0 {
            return Ok(None);
        }
        if self.bytes.pop_if(|byte| *byte == b'\n').is_some() {
            length -= 1;
        } else if length > MAX_LINE_BYTES {
            length += input.skip_until(b'\n')?;
        }
        Ok(Some(self.line(length)))
    }

    fn line(&self, length: usize) -> InputLine<'_> {
        if length > MAX_LINE_BYTES {
            return InputLine::Invalid(format!(
                "expected a line of at most {MAX_LINE_BYTES} bytes, found {length}"
            ));
        }
        match std::str::from_utf8(&self.bytes) {
            Err(error) => {
                let at = error.valid_up_to() + 1;
                InputLine::Invalid(format!(
                    "expected UTF-8 text, found an invalid byte at column {at}"
                ))
            }
            Ok(text) if text.trim().is_empty() => InputLine::Blank,
            Ok(text) => InputLine::Text(text.trim_start_matches('\u{feff}')),
        }
    }
}
