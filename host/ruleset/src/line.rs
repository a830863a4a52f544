//! A scanner of TOML that may have errors: strings, comments and signs, and what a line is made of.

use std::ops::Range;

/// What stands at a place of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lexeme {
    /// A string with its quotes. An unclosed one ends with its line or with the text.
    Text,
    /// From `#` to the end of the line.
    Comment,
    Sign(char),
}

/// Returns the lexemes of a text, each with its range in bytes.
pub(crate) fn lexemes(text: &str) -> impl Iterator<Item = (Range<usize>, Lexeme)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let (length, kind) = match first {
            '"' | '\'' => (string_length(rest), Lexeme::Text),
            '#' => (rest.find('\n').unwrap_or(rest.len()), Lexeme::Comment),
            _ => (first.len_utf8(), Lexeme::Sign(first)),
        };
        at += length;
        Some((at - length..at, kind))
    })
}

/// Returns the length of a string with its quotes. An unclosed string ends with
/// its line or with the text.
fn string_length(rest: &str) -> usize {
    let quote = if rest.starts_with('"') { "\"" } else { "'" };
    let long = quote.repeat(3);
    let (close, multiline) =
        if rest.starts_with(&long) { (long.as_str(), true) } else { (quote, false) };
    let mut at = close.len();
    while let Some(next) = rest[at..].chars().next() {
        if rest[at..].starts_with(close) {
            return at + close.len();
        }
        if next == '\n' && !multiline {
            return at;
        }
        at += next.len_utf8();
        if next == '\\' && quote == "\"" {
            at += rest[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    rest.len()
}

pub(crate) fn is_key_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Tells whether a text is a key or the name of a table.
pub(crate) fn is_name(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_key_sign)
}

/// Returns the line without a comment and without spaces around it.
pub(crate) fn bare(line: &str) -> &str {
    let comment = lexemes(line).find(|(_, kind)| *kind == Lexeme::Comment);
    line[..comment.map_or(line.len(), |(range, _)| range.start)].trim()
}

/// Returns a key and its value, without a comment.
pub(crate) fn assignment(line: &str) -> Option<(&str, &str)> {
    let (key, value) = bare(line).split_once('=')?;
    Some((key.trim(), value.trim()))
}

/// Returns the byte of a column that counts characters from 1.
pub(crate) fn offset(line: &str, column: usize) -> Option<usize> {
    Some(line.char_indices().nth(column.checked_sub(1)?)?.0)
}

/// Returns what stands between the bracket at the beginning of a text and the one that closes it.
pub(crate) fn within(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (range, kind) in lexemes(text) {
        match kind {
            Lexeme::Sign('[' | '{' | '(') => depth += 1,
            Lexeme::Sign(']' | '}' | ')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..range.start);
        }
    }
    None
}

/// Splits a text at the signs of a kind that stand in no string, no brackets and no comment.
pub(crate) fn split(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (range, kind) in lexemes(text) {
        match kind {
            Lexeme::Sign('[' | '{' | '(') => depth += 1,
            Lexeme::Sign(']' | '}' | ')') => depth = depth.saturating_sub(1),
            Lexeme::Sign(found) if found == sign && depth == 0 => {
                parts.push(&text[start..range.start]);
                start = range.end;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the place after the last sign of a kind.
pub(crate) fn after_last(text: &str, is_it: impl Fn(char) -> bool) -> usize {
    let last = text.char_indices().rev().find(|(_, c)| is_it(*c));
    last.map_or(0, |(at, c)| at + c.len_utf8())
}

/// Returns the word at a column or around it: without spaces, commas and brackets.
pub(crate) fn word_at(line: &str, column: usize) -> Option<&str> {
    let at = offset(line, column)?;
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '=' | '#');
    let start = after_last(&line[..at], ends);
    let end = line[at..].find(ends).map_or(line.len(), |it| at + it);
    line.get(start..end).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_signs_in_strings_and_comments_are_none() {
        assert_eq!(within("[\"]\", 1] # ]"), Some("\"]\", 1"));
        assert_eq!(split("a = [1, 2], b = \",\" # ,", ','), ["a = [1, 2]", " b = \",\" # ,"]);
        assert_eq!(bare("a = \"#\" # b"), "a = \"#\"");
        assert_eq!(word_at("a = [x, yz]", 9), Some("yz"));
        let kinds: Vec<Lexeme> = lexemes("\"a b").map(|(_, kind)| kind).collect();
        assert_eq!(kinds, [Lexeme::Text]);
    }
}
