//! Reads texts by characters, with the line and column of errors.

use thiserror::Error;

/// An error in a record or a list of moves, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TextError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The expected text and the one found.
    pub what: String,
}

#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        // A byte order mark at the start is allowed.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { text, at }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Consumes a character if it is the next one.
    pub(crate) fn eat(&mut self, c: char) -> bool {
        let is = self.peek() == Some(c);
        if is {
            self.bump();
        }
        is
    }

    pub(crate) fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    pub(crate) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let from = self.at;
        while self.peek().is_some_and(&fits) {
            self.bump();
        }
        &self.text[from..self.at]
    }

    /// Consumes the rest of the line and its end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        let line = self.take_while(|c| c != '\n');
        self.bump();
        line.trim_end_matches('\r')
    }

    pub(crate) fn error(&self, what: impl Into<String>) -> TextError {
        let before = &self.text[..self.at];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        TextError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            what: what.into(),
        }
    }

    pub(crate) fn quoted(&mut self) -> Result<String, TextError> {
        let opening = self.clone();
        if !self.eat('"') {
            return Err(self.error(format!("expected a text in quotes, found {}", self.found())));
        }
        let mut text = String::new();
        loop {
            let here = self.clone();
            match self.bump() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape().ok_or_else(|| {
                    here.error("expected \\\" \\\\ \\n \\r \\t or \\u{...} after a backslash")
                })?),
                Some('\n') | None => {
                    return Err(
                        opening.error("the quote that opens here does not close on its line")
                    );
                }
                Some(c) => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        match self.bump()? {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => {
                let open = self.eat('{');
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                let code = u32::from_str_radix(digits, 16).ok()?;
                (open && self.eat('}')).then(|| char::from_u32(code))?
            }
            c @ ('"' | '\\') => Some(c),
            _ => None,
        }
    }

    /// Describes the next character, for a message.
    pub(crate) fn found(&self) -> String {
        match self.peek() {
            None => "the end of the file".to_owned(),
            Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(c) => format!("`{}`", c.escape_debug()),
        }
    }
}

pub(crate) fn quote(into: &mut String, text: &str) {
    into.push('"');
    for c in text.chars() {
        match c {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            '\t' => into.push_str("\\t"),
            c if c.is_control() => {
                into.push_str("\\u{");
                into.push_str(&format!("{:x}", u32::from(c)));
                into.push('}');
            }
            c => into.push(c),
        }
    }
    into.push('"');
}
