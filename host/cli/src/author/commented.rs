//! A new ruleset's text: what it takes over from another one stands in it as
//! comments, with what each key means.

use std::fmt::Write as _;

use boardloom_match::GameSource;
use serde_json::{Map, Value as Json};

/// Returns a ruleset that extends another one, with the plugin's tables as
/// comments: each key with its meaning and the value in force. `schema` is that of
/// the plugin.
pub fn extending(table: &GameSource, title: &str, parent: &str, schema: &Json) -> String {
    let ruleset = &table.ruleset;
    let mut text = format!(
        "#:schema ../schema/{}.json\nformat = 1\nname = {}\nsummary = {}\n\
         extends = {}\n\n\
         # All that is not said here is as in {parent}. To change a value take the # away\n\
         # before it, and before the [table] above it.\n",
        ruleset.plugin,
        quoted(title),
        quoted(&format!("{}, changed.", ruleset.name)),
        quoted(parent),
    );
    let part: Json = serde_json::from_str(&ruleset.plugin_json()).unwrap_or_default();
    let tables = schema["properties"].as_object().into_iter().flatten();
    for (name, inner) in tables {
        let in_force = part.get(name).cloned().unwrap_or_default();
        let keys = Keys { root: schema, in_force: &in_force };
        let lines = keys.lines(keys.fitting(inner), &|key| offered(table, name, key));
        if !lines.is_empty() {
            let _ = write!(text, "\n# [{name}]\n{lines}");
        }
    }
    for player in &ruleset.players {
        let (name, color) = (quoted(&player.name), player.color);
        let _ = write!(text, "\n# [[players]]\n# name = {name}\n# color = \"{color}\"\n");
    }
    text.push_str(
        "\n# There are also [[options]], what a player may choose before a game; [clock]; [look],\n\
         # colours and shapes; and [help], the rules in words. The guide to rulesets has them all.\n",
    );
    text
}

/// Returns what an option offers for a key, as a phrase.
fn offered(table: &GameSource, name: &str, key: &str) -> Option<String> {
    let key = format!("{name}.{key}");
    let option = table.ruleset.options.iter().find(|option| option.key == key);
    option.map(|option| option.domain.describe())
}

/// The keys of a table.
struct Keys<'a> {
    root: &'a Json,
    in_force: &'a Json,
}

impl<'a> Keys<'a> {
    /// Follows references.
    fn resolved(&self, mut schema: &'a Json) -> &'a Json {
        for _ in 0..16 {
            let pointer = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
            match pointer.and_then(|pointer| self.root.pointer(pointer)) {
                Some(inner) => schema = inner,
                None => break,
            }
        }
        schema
    }

    /// Returns the keys that the table can have; of several kinds of tables those
    /// of the kind that is in force.
    fn fitting(&self, schema: &'a Json) -> Option<&'a Map<String, Json>> {
        let schema = self.resolved(schema);
        let kinds = ["oneOf", "anyOf"].iter().find_map(|word| schema[word].as_array());
        let chosen = kinds.into_iter().flatten().map(|kind| self.resolved(kind)).find(|kind| {
            let tags = kind["properties"].as_object().into_iter().flatten();
            let mut tags = tags.filter(|(_, tag)| tag.get("const").is_some());
            kind["properties"].is_object()
                && tags.all(|(key, tag)| self.in_force.get(key) == tag.get("const"))
        });
        chosen.unwrap_or(schema)["properties"].as_object()
    }

    /// Returns comment lines: meaning and value of each key that has one, name and
    /// meaning alone of the others.
    fn lines(
        &self,
        keys: Option<&Map<String, Json>>,
        offered: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let mut lines = String::new();
        for (key, schema) in keys.into_iter().flatten() {
            let value = self.in_force.get(key).or_else(|| schema.get("default"));
            let value = value.and_then(written);
            let name = if value.is_none() { format!("{key}: ") } else { String::new() };
            let meaning = name + schema["description"].as_str().unwrap_or_default();
            for line in meaning.lines() {
                let _ = writeln!(lines, "## {line}");
            }
            if let Some(offered) = offered(key) {
                let _ = writeln!(lines, "## A player may choose: {offered}.");
            }
            if let Some(value) = value {
                let _ = writeln!(lines, "# {key} = {value}");
            }
        }
        lines
    }
}

/// Returns a value as TOML on one line; none for nothing.
fn written(value: &Json) -> Option<String> {
    let all = |parts: Vec<String>, open: &str, close: &str| match parts.is_empty() {
        true => format!("{}{}", open.trim(), close.trim()),
        false => format!("{open}{}{close}", parts.join(", ")),
    };
    match value {
        Json::Null => None,
        Json::Array(items) => Some(all(items.iter().filter_map(written).collect(), "[", "]")),
        Json::Object(table) => {
            let entry = |(key, value): (&String, &Json)| {
                let bare = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
                let key = if bare && !key.is_empty() { key.clone() } else { quoted(key) };
                written(value).map(|value| format!("{key} = {value}"))
            };
            Some(all(table.iter().filter_map(entry).collect(), "{ ", " }"))
        }
        Json::String(text) => Some(quoted(text)),
        other => Some(other.to_string()),
    }
}

/// Returns a text as a TOML string on one line, as comments need it: TOML knows all
/// escapes of JSON, and wants but one more.
fn quoted(text: &str) -> String {
    Json::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_written_as_toml() {
        let value = json!({ "a": [1, 2.5, "x\"y"], "b c": { "on": true, "off": null }, "d": {} });
        let text = format!("v = {}", written(&value).expect("a value"));
        let read: Json = toml::from_str::<toml::Value>(&text)
            .map(|toml| serde_json::to_value(&toml["v"]).expect("JSON"))
            .expect("good TOML");
        assert_eq!(read, json!({ "a": [1, 2.5, "x\"y"], "b c": { "on": true }, "d": {} }));
        assert_eq!(written(&Json::Null), None);
    }

    #[test]
    fn texts_are_read_back_as_they_were_and_stand_on_one_line() {
        for text in ["Cafe\u{301}", "\"'\\", "a\nb\tc\r", "\u{7f}\u{0}\u{1b}", "\u{200b}", ""] {
            let line = format!("{} = {}", quoted(text), quoted(text));
            assert_eq!(line.lines().count(), 1, "{line}");
            let read: toml::Table = line.parse().unwrap_or_else(|why| panic!("{line}: {why}"));
            assert_eq!(read[text].as_str(), Some(text));
        }
    }

    #[test]
    fn a_key_without_a_value_is_no_line_of_toml() {
        let schema = json!({ "a": { "description": "One." }, "b": { "default": 2 }, "c": {} });
        let keys = Keys { root: &schema, in_force: &json!({ "c": 3 }) };
        let lines = keys.lines(schema.as_object(), &|_| None);
        assert_eq!(lines, "## a: One.\n# b = 2\n# c = 3\n");
    }
}
