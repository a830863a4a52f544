//! Placeholders in texts for players: `{name}`.

use std::fmt::{Display, Write as _};

/// Replaces each `{name}` by its value, once; those without a value stay.
pub fn fill<V: Display>(pattern: &str, value: impl Fn(&str) -> Option<V>) -> String {
    let mut text = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some((before, name, after)) = split_at_first(rest) {
        text.push_str(before);
        // Writing to a string cannot fail.
        _ = match value(name) {
            Some(value) => write!(text, "{value}"),
            None => write!(text, "{{{name}}}"),
        };
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Splits a text at its first placeholder: the text before, the name, the text after. A name has no
/// `{`: one that is not closed stays in the text.
pub fn split_at_first(pattern: &str) -> Option<(&str, &str, &str)> {
    let first = pattern.find('{')?;
    let close = first + pattern[first..].find('}')?;
    let open = pattern[..close].rfind('{')?;
    Some((&pattern[..open], &pattern[open + 1..close], &pattern[close + 1..]))
}

/// Returns the place of the first `{` that is not closed, in bytes.
pub fn unclosed(pattern: &str) -> Option<usize> {
    let mut rest = pattern;
    loop {
        let split = split_at_first(rest);
        let before = split.map_or(rest, |(before, ..)| before);
        if let Some(open) = before.find('{') {
            return Some(pattern.len() - rest.len() + open);
        }
        rest = split?.2;
    }
}

/// Returns the names of all placeholders, sorted.
pub fn names(mut pattern: &str) -> Vec<&str> {
    let mut names = Vec::new();
    while let Some((_, name, after)) = split_at_first(pattern) {
        names.push(name);
        pattern = after;
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_filled_in_once() {
        let value = |name: &str| match name {
            "a" => Some("{b}"),
            "b" => Some("2"),
            _ => None,
        };
        assert_eq!(fill("{b}: {a}, {c} {", value), "2: {b}, {c} {");
    }

    #[test]
    fn each_name_is_listed_once() {
        assert_eq!(names("{b}, {a} and {b}"), ["a", "b"]);
        assert!(names("no name {").is_empty());
        assert_eq!(names("{b~/{c}"), ["c"]);
    }

    #[test]
    fn a_brace_without_its_end_is_found() {
        assert_eq!(unclosed("{a}/{b~/{c}"), Some(4));
        assert_eq!(unclosed("{a}/{b"), Some(4));
        assert_eq!(unclosed("{a}/{b} x"), None);
    }
}
