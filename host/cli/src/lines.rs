//! Reads lines from untrusted input, which may hold any bytes.

use std::io::{self, BufRead, Read};

/// Enough for a game of a million moves.
const MAX_LINE_BYTES: usize = 16 << 20;

/// Reads lines into one reused buffer.
#[derive(Default)]
pub struct LineReader {
    bytes: Vec<u8>,
}

impl LineReader {
    /// Returns the next line that is not blank, or the reason for which it cannot be read;
    /// `None` at the end of the input.
    pub fn next(&mut self, input: &mut impl BufRead) -> io::Result<Option<Result<&str, String>>> {
        loop {
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
            if length > MAX_LINE_BYTES {
                let why =
                    format!("expected a line of at most {MAX_LINE_BYTES} bytes, found {length}");
                return Ok(Some(Err(why)));
            }
            if !std::str::from_utf8(&self.bytes).is_ok_and(|text| text.trim().is_empty()) {
                break;
            }
        }
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let at = error.valid_up_to() + 1;
            format!("expected UTF-8 text, found an invalid byte at column {at}")
        });
        Ok(Some(text.map(|text| text.trim_start_matches('\u{feff}'))))
    }
}
