//! Hints that schemas give for words of authors, in the keywords `x-words` (the value that a word
//! stands for), `x-hints` (what to do about a word or an unknown key) and `x-otherwise` (what to do
//! about any other value).

use serde_json::Value as Json;

use super::Subschema;
use super::validator::ValidationRun;
use crate::value::{Value, dotted};

impl<'a> ValidationRun<'_, 'a> {
    /// Returns the values of a keyword of the schemas at the path.
    fn keywords(&self, name: &str) -> Vec<&'a Json> {
        let parts = self.validator.at(&self.path).unwrap_or_default();
        parts.into_iter().filter_map(|part| of_either(part, name)).collect()
    }

    /// Returns the hint for a word, or for a list of words.
    pub(super) fn word_hint(&self, node: &Value) -> Option<String> {
        let items = node.array().into_iter().flatten();
        let texts: Vec<&str> = items.filter_map(Value::text).collect();
        let words = node.text().map_or_else(|| texts.join(" "), str::to_owned).to_lowercase();
        let hint = || self.keywords("x-hints").into_iter().find_map(|all| hint_in(all, &words));
        self.value_of_words(&words).map(|value| format!("write `\"{value}\"`")).or_else(hint)
    }

    /// Returns the value that a word or a list of words stands for.
    fn value_of_words(&self, words: &str) -> Option<&'a str> {
        self.keywords("x-words").into_iter().find_map(|all| all.get(words)?.as_str())
    }

    /// Returns the hint for all values that the schemas at the path do not take.
    pub(super) fn otherwise(&self) -> Option<String> {
        let own = self.keywords("x-otherwise").into_iter().find_map(Json::as_str);
        let graph = || {
            let is_topology = dotted(&self.path) == "board.topology";
            let parts = self.validator.at(&self.path).unwrap_or_default();
            let is_offered =
                parts.iter().any(|part| part.resolve().listed_texts().contains(&"graph"));
            (is_topology && is_offered).then_some("any other board is a `\"graph\"` of named sites")
        };
        own.or_else(graph).map(str::to_owned)
    }
}

/// Returns the hint for an unknown key of a table.
pub(super) fn hint_for_key(parts: &[Subschema<'_>], key: &str) -> Option<String> {
    let key = key.to_lowercase();
    parts.iter().find_map(|part| hint_in(of_either(*part, "x-hints")?, &key))
}

/// Returns the hint for a word of which one of several names of a schema begins: `penrose p3`.
pub(super) fn hint_in(all: &Json, words: &str) -> Option<String> {
    let first = words.split([' ', '-', '_']).next().unwrap_or_default();
    let hint = all.get(words).or_else(|| all.get(first))?;
    Some(hint.as_str()?.to_owned())
}

/// Returns the keyword of a schema, or of the one that it refers to.
fn of_either<'a>(part: Subschema<'a>, name: &str) -> Option<&'a Json> {
    part.keyword(name).or_else(|| part.resolve().keyword(name))
}
