//! A new ruleset's text: what it takes over from another one stands in it as
//! comments, with what each key means.

use std::fmt::Write as _;

use boardloom_play::Table;
use serde_json::{Map, Value as Json};

/// Returns a ruleset that extends another one, with the plugin's tables as
/// comments: each key with its meaning and the value in force. `schema` is that of
/// the plugin.
pub fn extending(table: &Table, title: &str, parent: &str, schema: &Json) -> String {
    let ruleset = &table.ruleset;
    let mut text = format!(
        "#:schema ../schema/{}.json\nformat = 1\nname = {title:?}\nsummary = {:?}\n\
         extends = {parent:?}\n\n\
         # All that is not said here is as in {parent}. To change a value take the # away\n\
         # before it, and before the [table] above it.\n",
        ruleset.plugin,
        format!("{}, changed.", ruleset.name),
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
        let color = player.color;
        let _ =
            write!(text, "\n# [[players]]\n# name = {:?}\n# color = \"{color}\"\n", player.name);
    }
    text.push_str(
        "\n# There are also [[options]], what a player may choose before a game; [clock]; [look],\n\
         # colours and shapes; and [help], the rules in words. The guide to rulesets has them all.\n",
    );
    text
}

/// Returns what an option offers for a key, as a phrase.
fn offered(table: &Table, name: &str, key: &str) -> Option<String> {
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

    /// Returns comment lines: meaning and value of each key that has one, the
    /// meaning alone of the others.
    fn lines(
        &self,
        keys: Option<&Map<String, Json>>,
        offered: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let mut lines = String::new();
        for (key, schema) in keys.into_iter().flatten() {
            let meaning = schema["description"].as_str().unwrap_or_default();
            for line in meaning.lines() {
                let _ = writeln!(lines, "## {line}");
            }
            if let Some(offered) = offered(key) {
                let _ = writeln!(lines, "## A player may choose: {offered}.");
            }
            let value = self.in_force.get(key).or_else(|| schema.get("default"));
            match value.and_then(written) {
                Some(value) => drop(writeln!(lines, "# {key} = {value}")),
                None => drop(writeln!(lines, "# {key} = ...")),
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
                let key = if bare && !key.is_empty() { key.clone() } else { format!("{key:?}") };
                written(value).map(|value| format!("{key} = {value}"))
            };
            Some(all(table.iter().filter_map(entry).collect(), "{ ", " }"))
        }
        // Texts of JSON are basic strings of TOML.
        other => Some(other.to_string()),
    }
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
}
