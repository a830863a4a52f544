//! What a person chose before a game.

use boardloom_contract::Key;
use serde_json::Value as Json;
use thiserror::Error;

use crate::parser::parse_value;
use crate::value::is_bare;

/// Values chosen for keys of a ruleset, in the order in which they were chosen.
/// They stand over what the ruleset says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overrides {
    chosen: Vec<(String, Json)>,
}

/// A text that is no `key=value`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected `table.key=value` as `rules.limit=100`, found {0:?}")]
pub struct ParseOverrideError(pub String);

impl Overrides {
    /// Returns settings that choose nothing.
    pub fn new() -> Self {
        Overrides::default()
    }

    /// Chooses a value for a dotted key, over an earlier choice.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<Json>) {
        let (key, value) = (key.into(), value.into());
        self.chosen.retain(|(known, _)| *known != key);
        self.chosen.push((key, value));
    }

    /// Chooses a value for a dotted key from text: a TOML value, or else the
    /// text itself.
    pub fn set_text(&mut self, key: impl Into<String>, text: &str) {
        self.set(key, parse_value(text).unwrap_or_else(|| Json::from(text)));
    }

    /// Chooses what `key=value` says.
    ///
    /// # Errors
    /// Without a key of bare words and dots before the sign, or without a sign.
    pub fn set_assignment(&mut self, text: &str) -> Result<(), ParseOverrideError> {
        let (key, value) =
            text.split_once('=').ok_or_else(|| ParseOverrideError(text.to_owned()))?;
        if !key.trim().split('.').all(is_bare) {
            return Err(ParseOverrideError(text.to_owned()));
        }
        self.set_text(key.trim(), value.trim());
        Ok(())
    }

    /// Takes back the choice for a key.
    pub fn clear(&mut self, key: &str) {
        self.chosen.retain(|(known, _)| known != key);
    }

    /// Returns what was chosen for a key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.chosen.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// Returns keys and values in the order in which they were chosen.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.chosen.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Tells whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Returns the settings as lines of TOML, one a choice: the text that faults
    /// in them are shown in.
    pub(crate) fn to_text(&self) -> (String, Vec<OverrideSpan>) {
        let (mut text, mut spans) = (String::new(), Vec::new());
        for (key, value) in &self.chosen {
            let key_start = text.len();
            text += key;
            let key_end = text.len();
            text += " = ";
            let value_start = text.len();
            text += &crate::writer::inline(value);
            spans.push(OverrideSpan { key: key_start..key_end, value: value_start..text.len() });
            text.push('\n');
        }
        (text, spans)
    }
}

/// Where a choice stands in the text of the settings.
pub(crate) struct OverrideSpan {
    pub(crate) key: std::ops::Range<usize>,
    pub(crate) value: std::ops::Range<usize>,
}

impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Overrides {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut settings = Overrides::new();
        pairs.into_iter().for_each(|(key, value)| settings.set(key, value));
        settings
    }
}

/// Returns the keys of a dotted path.
pub(crate) fn keys(path: &str) -> Vec<Key> {
    path.split('.').map(|key| Key::Name(key.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn assignments_are_toml_or_else_text() {
        let check = |text: &str, expected: Option<(&str, Json)>| {
            let mut settings = Overrides::new();
            let read = settings.set_assignment(text).is_ok();
            let found = settings.iter().next().map(|(key, value)| (key, value.clone()));
            assert_eq!(found, expected, "{text}");
            assert_eq!(read, expected.is_some());
        };
        check("rules.limit=100", Some(("rules.limit", json!(100))));
        check("rules.stuck = fill", Some(("rules.stuck", json!("fill"))));
        check("board.blocked=[\"a1\", 'b2']", Some(("board.blocked", json!(["a1", "b2"]))));
        check("a.b={ c = 1.5 }", Some(("a.b", json!({"c": 1.5}))));
        check("a.b=a=b", Some(("a.b", json!("a=b"))));
        check("a.b=", Some(("a.b", json!(""))));
        check("a.b", None);
        check("a..b=1", None);
        check("=1", None);
    }

    #[test]
    fn a_later_choice_stands() {
        let mut settings = Overrides::new();
        settings.set("a.b", 1);
        settings.set("a.b", 2);
        assert_eq!(settings.get("a.b"), Some(&json!(2)));
        settings.clear("a.b");
        assert!(settings.is_empty());
    }
}
