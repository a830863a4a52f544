//! Values that replace those of a ruleset: the options chosen before a game.

use std::sync::Arc;

use boardloom_contract::PathKey;
use serde_json::Value as Json;
use thiserror::Error;

use crate::parser::parse_value;
use crate::source::{SourceFile, SourceSpan};
use crate::value::is_bare;

/// Values for keys of a ruleset, in the order in which they were set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overrides {
    values: Vec<(String, Json)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected `table.key=value` as `rules.limit=100`, found {0:?}")]
pub struct ParseOverrideError(pub String);

impl Overrides {
    pub fn new() -> Self {
        Overrides::default()
    }

    /// Sets the value of a dotted key, in place of an earlier one.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<Json>) {
        let (key, value) = (key.into(), value.into());
        self.clear(&key);
        self.values.push((key, value));
    }

    /// Sets a key to a TOML value or a JSON table; other text is a string.
    pub fn set_text(&mut self, key: impl Into<String>, text: &str) {
        // Lists of options print tables as JSON.
        let table = || serde_json::from_str(text).ok().filter(Json::is_object);
        self.set(key, parse_value(text).or_else(table).unwrap_or_else(|| Json::from(text)));
    }

    /// Sets a key from `table.key=value`.
    pub fn set_assignment(&mut self, text: &str) -> Result<(), ParseOverrideError> {
        match text.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            Some((key, value)) if key.split('.').all(is_bare) => self.set_text(key, value),
            _ => return Err(ParseOverrideError(text.to_owned())),
        }
        Ok(())
    }

    pub fn clear(&mut self, key: &str) {
        self.values.retain(|(known, _)| known != key);
    }

    pub fn get(&self, key: &str) -> Option<&Json> {
        self.values.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.values.iter().map(|(key, value)| (key.as_str(), value))
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Writes the overrides as a TOML text with this name, which diagnostics
    /// show, and returns the spans of each key and value.
    pub(crate) fn spans(&self, name: &str) -> Vec<(SourceSpan, SourceSpan)> {
        let (mut text, mut ranges) = (String::new(), Vec::new());
        for (key, value) in self.iter() {
            let start = text.len();
            text += &format!("{key} = {}", crate::writer::inline(value));
            let key_end = start + key.len();
            ranges.push((start..key_end, key_end + " = ".len()..text.len()));
            text.push('\n');
        }
        let file = Arc::new(SourceFile::new(name, None, text));
        let span = |range| SourceSpan::new(&file, range);
        ranges.into_iter().map(|(key, value)| (span(key), span(value))).collect()
    }
}

impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Overrides {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut overrides = Overrides::new();
        pairs.into_iter().for_each(|(key, value)| overrides.set(key, value));
        overrides
    }
}

/// Splits a dotted path.
pub(crate) fn keys(path: &str) -> Vec<PathKey> {
    path.split('.').map(|key| PathKey::Name(key.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn assigned_values_are_toml_or_strings() {
        let check = |text: &str, expected: Option<(&str, Json)>| {
            let mut overrides = Overrides::new();
            let read = overrides.set_assignment(text).is_ok();
            let found = overrides.iter().next().map(|(key, value)| (key, value.clone()));
            assert_eq!(found, expected, "{text}");
            assert_eq!(read, expected.is_some());
        };
        check("rules.limit=100", Some(("rules.limit", json!(100))));
        check("rules.stuck = fill", Some(("rules.stuck", json!("fill"))));
        check("board.blocked=[\"a1\", 'b2']", Some(("board.blocked", json!(["a1", "b2"]))));
        check("a.b={ c = 1.5 }", Some(("a.b", json!({"c": 1.5}))));
        check("a.b={\"c\":1.5}", Some(("a.b", json!({"c": 1.5}))));
        check("a.b=a=b", Some(("a.b", json!("a=b"))));
        check("a.b=", Some(("a.b", json!(""))));
        check("a.b", None);
        check("a..b=1", None);
        check("=1", None);
    }

    #[test]
    fn a_later_value_replaces_an_earlier_one() {
        let mut overrides = Overrides::new();
        overrides.set("a.b", 1);
        overrides.set("a.b", 2);
        assert_eq!(overrides.get("a.b"), Some(&json!(2)));
        overrides.clear("a.b");
        assert!(overrides.is_empty());
    }
}
