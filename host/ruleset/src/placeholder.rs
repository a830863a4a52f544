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

/// Splits a text at its first placeholder: the text before, the name, the text after.
pub fn split_at_first(pattern: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = pattern.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
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
    }
}
