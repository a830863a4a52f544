//! Lines of input: of any bytes and any length.

use std::io::{self, BufRead};

/// The most bytes of a line. A game of a million moves is shorter.
const LONGEST: usize = 16 << 20;

/// A line of input.
pub enum Line<'a> {
    /// Nothing stands on it.
    Blank,
    /// Text.
    Text(&'a str),
    /// What is no text of a line: why not.
    Refused(String),
}

/// Reads lines, and keeps the room for them.
#[derive(Default)]
pub struct Lines {
    bytes: Vec<u8>,
}

impl Lines {
    /// Returns the next line, or none at the end of the input.
    pub fn next(&mut self, input: &mut impl BufRead) -> io::Result<Option<Line<'_>>> {
        self.bytes.clear();
        let mut length = 0;
        loop {
            let available = match input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if available.is_empty() {
                if length == 0 {
                    return Ok(None);
                }
                break;
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            if length + part.len() <= LONGEST {
                self.bytes.extend_from_slice(part);
            }
            length += part.len();
            let used = end.map_or(available.len(), |end| end + 1);
            input.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(Some(self.line(length)))
    }

    fn line(&self, length: usize) -> Line<'_> {
        if length > LONGEST {
            let what = format!("expected a line of at most {LONGEST} bytes, found {length}");
            return Line::Refused(what);
        }
        match std::str::from_utf8(&self.bytes) {
            Err(error) => {
                let at = error.valid_up_to() + 1;
                let what = format!("expected UTF-8 text, found another byte at column {at}");
                Line::Refused(what)
            }
            Ok(text) if text.trim().is_empty() => Line::Blank,
            Ok(text) => Line::Text(text.trim_start_matches('\u{feff}')),
        }
    }
}
