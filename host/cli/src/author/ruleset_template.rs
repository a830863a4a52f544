//! The text of a new ruleset: inherited keys as comments, with their meanings.

use std::fmt::Write as _;

use boardloom_match::GameSource;
use serde_json::{Map, Value as Json};

use super::example_check::ExampleCheck;
use crate::Catalog;

/// Returns a ruleset that extends another one. The plugin's tables follow as comments:
/// each key with its meaning from the plugin's schema and its current value.
pub fn extending(
    catalog: &Catalog,
    source: &GameSource,
    title: &str,
    parent: &str,
    schema: &Json,
) -> String {
    let ruleset = &source.ruleset;
    let mut text = format!(
        "#:schema ../schema/{}.json\nformat = 1\nname = {}\nsummary = {}\n\
         extends = {}\n",
        ruleset.plugin,
        toml_string(title),
        toml_string(&format!("{}, changed.", ruleset.name)),
        toml_string(parent),
    );
    let check = ExampleCheck::new(catalog, source, text.clone());
    text.push_str(&host_keys(&TOP_KEYS, |_| false));
    let _ = write!(
        text,
        "\n# Keys that are missing here have their values from {parent}. To change a value,\n\
         # remove the # before it and before the [table] above it. Every line \"For example\"\n\
         # works alone; lines \"With other keys\" say what they need.\n",
    );
    let part: Json = serde_json::from_str(&ruleset.plugin_json()).unwrap_or_default();
    let tables = schema["properties"].as_object().into_iter().flatten();
    for (name, inner) in tables.filter(|(name, _)| *name != "players") {
        let current = part.get(name).cloned().unwrap_or_default();
        let keys = TableKeys { root: schema, current: &current, name, check: Some(&check) };
        let choices = |key: &str| option_choices(source, name, key);
        let mut lines = keys.comment_lines(keys.properties(inner), &choices);
        if name == "ai" {
            lines += &host_keys(&AI_KEYS, |_| false);
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n# [{name}]\n{lines}");
        }
    }
    for player in &ruleset.players {
        let (name, color) = (toml_string(&player.name), player.color);
        let _ = write!(text, "\n# [[players]]\n# name = {name}\n# color = \"{color}\"\n");
        text.push_str("## For example: mark = \"ring\"\n## For example: ink = \"#f6d9c8\"\n");
    }
    let more = more_tables("");
    text + &more
}

/// The keys above all tables that a ruleset may have, each with an example.
const TOP_KEYS: [(&str, &str, &str); 7] = [
    ("aliases", "Other names, by which searches find it.", r#"["Another name"]"#),
    ("main", "Whether it stands for its family on the start screen.", "true"),
    ("family", "The family's name in lists, if it is the main ruleset.", r#""Board games""#),
    ("points", "What a player's points are, above their graph.", r#""Captures""#),
    ("author", "Who wrote it.", r#""Your name""#),
    ("source", "What it is based on.", r#""The rules of a book""#),
    ("license", "How it may be used.", r#""CC0-1.0""#),
];

/// The keys of `[ai]` that the host reads, each with an example.
const AI_KEYS: [(&str, &str, &str); 2] = [
    (
        "levels",
        "The computer's levels from weakest to strongest, each with the keys of [ai] too.",
        r#"[{ name = "Quick", time_ms = 200, noise = 0.1 }, { name = "Deep", nodes = 100000 }]"#,
    ),
    (
        "remarks",
        "What the computer says, by occasion.",
        r#"{ good = ["Well seen."], bad = ["Thank you."], won = ["A good game."] }"#,
    ),
];

/// Returns the lines of host keys that a table does not have.
fn host_keys(keys: &[(&str, &str, &str)], has: impl Fn(&str) -> bool) -> String {
    let missing = keys.iter().filter(|(key, ..)| !has(key));
    let lines = missing.map(|(key, meaning, example)| {
        format!("## {key}: {meaning}\n## For example: {key} = {example}\n")
    });
    lines.collect()
}

/// The tables that the host reads, by their header, each with an example.
const MORE_TABLES: [(&str, &str); 9] = [
    (
        "[[options]]",
        r##"
## What a player may choose before a game.
# [[options]]
# key = "ai.depth"
# label = "Depth"
# help = "How many moves the computer looks ahead."
# range = [1, 99]
"##,
    ),
    (
        "[clock]",
        r##"
## The clock, in seconds; its keys go together.
# [clock]
# kind = "fischer"
# seconds = 300
# increment = 5
"##,
    ),
    (
        "[look]",
        r##"
## Colours and shapes.
# [look]
# background = "#10130f"
# frame = "plain"
# board = "cells"
# coordinates = true
"##,
    ),
    (
        "[look.roles]",
        r##"
# [look.roles]
# blocked = "#4d4d4d"
# cell = { line = "#8a8172", width = 0.03, ornament = "none" }
"##,
    ),
    (
        "[help]",
        r##"
## The rules in words.
# [help]
# rules = "..."
# history = "..."
# tips = "..."
# source = "..."
"##,
    ),
    (
        "[[help.estimates]]",
        r##"
## A figure for `boardloom stats`.
# [[help.estimates]]
# label = "ways to fill the board"
# formula = "(seats + 1)^open"
# note = "Most of them cannot arise."
"##,
    ),
    (
        "[start]",
        r##"
## Random moves before the first one of the players; or `positions`, of which one is drawn.
# [start]
# moves = 2
"##,
    ),
    (
        "[[lesson]]",
        r##"
## A step of the first game; further steps follow. With `goal` or `answers` the player moves.
# [[lesson]]
# text = "This is the board."
"##,
    ),
    (
        "[de]",
        r##"
## The texts in another language.
# [de]
# summary = "..."
# [de.help]
# rules = "..."
"##,
    ),
];

/// Returns the host's tables that a text lacks.
fn more_tables(text: &str) -> String {
    let has = |header: &str| {
        let inner = format!("\n{}", header.trim_end_matches(']'));
        text.contains(&format!("{inner}]")) || text.contains(&format!("{inner}."))
    };
    let missing = MORE_TABLES.iter().filter(|(header, _)| !has(header));
    let tables: String = missing.map(|(_, lines)| *lines).collect();
    tables + "\n## The guide to rulesets explains all keys.\n"
}

/// Adds the keys that a complete ruleset lacks as comments, at the end of their table.
pub fn with_missing_keys(
    catalog: &Catalog,
    text: &str,
    source: &GameSource,
    schema: &Json,
) -> String {
    let check = ExampleCheck::new(catalog, source, text.to_owned());
    let part: Json = serde_json::from_str(&source.ruleset.plugin_json()).unwrap_or_default();
    let mut text = text.to_owned();
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let current = part.get(name).cloned().unwrap_or_default();
        let keys = TableKeys { root: schema, current: &current, name, check: Some(&check) };
        let written: Json = toml::from_str::<toml::Table>(&text)
            .ok()
            .and_then(|table| serde_json::to_value(table.get(name)?).ok())
            .unwrap_or_default();
        let missing = keys.properties(inner).into_iter().flatten();
        let missing = missing.filter(|(key, _)| written.get(key).is_none());
        let missing: Map<String, Json> =
            missing.map(|(key, schema)| (key.clone(), schema.clone())).collect();
        let mut lines = keys.comment_lines(Some(&missing), &|_| None);
        if name == "ai" {
            lines += &host_keys(&AI_KEYS, |key| written.get(key).is_some());
        }
        if name == "players" || lines.is_empty() {
            continue;
        }
        let header = format!("\n[{name}]\n");
        match text.find(&header).map(|at| at + header.len()) {
            Some(start) => {
                let end = text[start..].find("\n[").map_or(text.len(), |at| start + at + 1);
                let end = text[..end].trim_end().len() + 1;
                text.insert_str(end.min(text.len()), &format!("\n{lines}"));
            }
            None => {
                let _ = write!(text, "\n# [{name}]\n{lines}");
            }
        }
    }
    let top = text.find("\n[").unwrap_or(text.len());
    let has = |key: &str| text[..top].contains(&format!("\n{key} = "));
    let lines = host_keys(&TOP_KEYS, has);
    let more = more_tables(&text);
    text.insert_str(top, &lines);
    text + &more
}

fn option_choices(source: &GameSource, name: &str, key: &str) -> Option<String> {
    let key = format!("{name}.{key}");
    let option = source.ruleset.options.iter().find(|option| option.key == key);
    option.map(|option| option.domain.describe())
}

struct TableKeys<'a> {
    /// The plugin's schema.
    root: &'a Json,
    current: &'a Json,
    name: &'a str,
    /// Tries examples; without it all work.
    check: Option<&'a ExampleCheck<'a>>,
}

impl<'a> TableKeys<'a> {
    /// Follows `$ref`; the limit guards against cycles.
    fn resolve(&self, mut schema: &'a Json) -> &'a Json {
        for _ in 0..16 {
            let pointer = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
            match pointer.and_then(|pointer| self.root.pointer(pointer)) {
                Some(inner) => schema = inner,
                None => break,
            }
        }
        schema
    }

    /// Returns the possible keys of the table. If the schema has several kinds of
    /// tables, the current values select the kind.
    fn properties(&self, schema: &'a Json) -> Option<&'a Map<String, Json>> {
        let schema = self.resolve(schema);
        let kinds = ["oneOf", "anyOf"].iter().find_map(|word| schema[word].as_array());
        let chosen = kinds.into_iter().flatten().map(|kind| self.resolve(kind)).find(|kind| {
            let tags = kind["properties"].as_object().into_iter().flatten();
            let mut tags = tags.filter(|(_, tag)| tag.get("const").is_some());
            kind["properties"].is_object()
                && tags.all(|(key, tag)| self.current.get(key) == tag.get("const"))
        });
        chosen.unwrap_or(schema)["properties"].as_object()
    }

    /// Returns the schema's example, else a value that fits it.
    fn example(&self, schema: &'a Json) -> Option<Json> {
        let mut open = vec![schema];
        for _ in 0..64 {
            let part = self.resolve(open.pop()?);
            if let Some(example) = schema["examples"].get(0).or_else(|| part["examples"].get(0)) {
                return Some(example.clone());
            }
            let constant = part.get("const").or_else(|| part["enum"].get(0));
            if let Some(constant) = constant.filter(|it| !it.is_null()) {
                return Some(constant.clone());
            }
            match part["type"].as_str().or_else(|| part["type"][0].as_str()) {
                Some("boolean") => return Some(Json::from(true)),
                Some("integer" | "number") => {
                    return Some(part.get("minimum").cloned().unwrap_or_else(|| Json::from(1)));
                }
                _ => {}
            }
            let kinds = ["oneOf", "anyOf"].iter().find_map(|word| part[word].as_array());
            open.extend(kinds.into_iter().flatten().rev());
        }
        None
    }

    /// Returns comment lines: meaning and value of each key, or name and meaning of keys
    /// without a value.
    fn comment_lines(
        &self,
        keys: Option<&Map<String, Json>>,
        choices: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let mut lines = String::new();
        for (key, schema) in keys.into_iter().flatten() {
            let value = self.current.get(key).or_else(|| schema.get("default"));
            let text = value.and_then(to_toml);
            let name = if text.is_none() { format!("{key}: ") } else { String::new() };
            let meaning = name + schema["description"].as_str().unwrap_or_default();
            for line in meaning.lines() {
                let _ = writeln!(lines, "## {line}");
            }
            if let Some(choices) = choices(key) {
                let _ = writeln!(lines, "## A player may choose: {choices}.");
            }
            let has_own = schema.get("examples").is_some() || text.is_none();
            let mut examples = self.candidates(key, schema, self.example(schema));
            let like = examples.first().cloned();
            examples.retain(|example| has_own && Some(example) != value);
            let line = |example: &Json| {
                Some((self.name.to_owned(), format!("{key} = {}", to_toml(example)?)))
            };
            if let Some((example, why)) = self.choose(&examples, like.as_ref(), line) {
                let example = format!("{key} = {}", to_toml(&example).unwrap_or_default());
                let _ = match why {
                    None => writeln!(lines, "## For example: {example}"),
                    Some(why) => writeln!(lines, "## With other keys ({why}): {example}"),
                };
            }
            if let Some(text) = text {
                let _ = writeln!(lines, "# {key} = {text}");
            }
            lines += &self.nested_lines(key, schema, value.unwrap_or(&Json::Null));
        }
        lines
    }

    /// Returns examples of a key, best first: those of the schema, and those that an option offers.
    fn candidates(&self, key: &str, schema: &'a Json, first: Option<Json>) -> Vec<Json> {
        let listed = schema["examples"].as_array().into_iter().flatten().cloned();
        let mut all: Vec<Json> = listed.chain(first).collect();
        if let Some(check) = self.check {
            all.extend(check.offered(&format!("{}.{key}", self.name)));
        }
        all
    }

    /// Returns the first example that works alone, as it is or with names of sites, else the first
    /// and why it does not.
    fn choose(
        &self,
        examples: &[Json],
        like: Option<&Json>,
        line: impl Fn(&Json) -> Option<(String, String)>,
    ) -> Option<(Json, Option<String>)> {
        match self.check {
            Some(check) => check.choose(examples, like, line),
            None => examples.first().map(|example| (example.clone(), None)),
        }
    }

    /// Returns a comment line for each key of a table within a table, and of the entries of a list
    /// of tables: an example and the meaning.
    fn nested_lines(&self, key: &str, schema: &'a Json, current: &'a Json) -> String {
        let mut lines = String::new();
        let Some(kind) = self.only_kind(schema) else { return lines };
        let (kind, before, current) = match kind.get("items") {
            Some(items) => {
                let Some(kind) = self.only_kind(items) else { return lines };
                (kind, "in an entry: ".to_owned(), &current[0])
            }
            None => (kind, format!("{key}."), current),
        };
        let examples = schema["examples"].as_array().into_iter().flatten();
        let examples: Vec<&Json> = examples
            .flat_map(|example| match example {
                Json::Array(entries) => entries.iter().collect(),
                other => vec![other],
            })
            .chain([current])
            .collect();
        let (is_list, examples_of_list) = (before.starts_with("in an"), examples.clone());
        for (inner, schema) in kind["properties"].as_object().into_iter().flatten() {
            let given = || examples.iter().find_map(|table| table.get(inner)).cloned();
            // Keys of one kind of value: that of another one fits.
            let similar = || {
                let like = self.example_type(schema)?;
                let values = examples.iter().filter_map(|table| table.as_object());
                values.flat_map(Map::values).find(|value| type_of(value) == like).cloned()
            };
            let first = schema["examples"].get(0).cloned().or_else(given);
            let first = first.or_else(|| self.example(schema)).or_else(similar);
            let examples = self.candidates(&format!("{key}.{inner}"), schema, first);
            let entry = examples_entry(&examples_of_list);
            let line = |example: &Json| {
                let line = match is_list {
                    false => format!("{key}.{inner} = {}", to_toml(example)?),
                    true => format!("{key} = [{}]", to_toml(&with_key(&entry, inner, example))?),
                };
                Some((self.name.to_owned(), line))
            };
            let Some((example, why)) = self.choose(&examples, examples.first(), line) else {
                continue;
            };
            let Some(example) = to_toml(&example) else { continue };
            let meaning = schema["description"].as_str().unwrap_or_default();
            let meaning: Vec<&str> = meaning.lines().map(str::trim).collect();
            let why = why.map(|why| format!("with other keys ({why}): ")).unwrap_or_default();
            let _ =
                writeln!(lines, "##   {why}{before}{inner} = {example} # {}", meaning.join(" "));
        }
        lines
    }

    /// Returns the kind of table or list of a schema, if it has one kind besides null.
    fn only_kind(&self, schema: &'a Json) -> Option<&'a Json> {
        let schema = self.resolve(schema);
        let kinds = ["oneOf", "anyOf"].iter().find_map(|word| schema[word].as_array());
        let Some(kinds) = kinds else { return Some(schema) };
        let mut kinds = kinds.iter().map(|kind| self.resolve(kind));
        let mut kinds = kinds.by_ref().filter(|kind| kind["type"] != "null");
        kinds.next().filter(|_| kinds.next().is_none())
    }

    /// Returns the type of a schema's values as JSON Schema calls it.
    fn example_type(&self, schema: &'a Json) -> Option<&'a str> {
        let kind = self.only_kind(schema)?;
        kind["type"].as_str().or_else(|| kind["type"][0].as_str())
    }
}

/// Returns the entry of a list's examples to which further keys can be added.
fn examples_entry(examples: &[&Json]) -> Json {
    let mut tables = examples.iter().filter(|example| example.is_object());
    tables.next().map_or_else(|| Json::Object(Map::new()), |table| (*table).clone())
}

fn with_key(entry: &Json, key: &str, value: &Json) -> Json {
    let mut entry = entry.as_object().cloned().unwrap_or_default();
    entry.insert(key.to_owned(), value.clone());
    Json::Object(entry)
}

fn type_of(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "integer",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

/// Formats a value as TOML on one line; `None` for null.
fn to_toml(value: &Json) -> Option<String> {
    let all = |parts: Vec<String>, open: &str, close: &str| match parts.is_empty() {
        true => format!("{}{}", open.trim(), close.trim()),
        false => format!("{open}{}{close}", parts.join(", ")),
    };
    match value {
        Json::Null => None,
        Json::Array(items) => Some(all(items.iter().filter_map(to_toml).collect(), "[", "]")),
        Json::Object(table) => {
            let entry = |(key, value): (&String, &Json)| {
                let bare = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
                let key = if bare && !key.is_empty() { key.clone() } else { toml_string(key) };
                to_toml(value).map(|value| format!("{key} = {value}"))
            };
            Some(all(table.iter().filter_map(entry).collect(), "{ ", " }"))
        }
        Json::String(text) => Some(toml_string(text)),
        other => Some(other.to_string()),
    }
}

/// Formats a TOML string on one line, as comments need it. TOML has all escapes of
/// JSON and requires one more.
fn toml_string(text: &str) -> String {
    Json::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn formats_values_as_toml() {
        let value = json!({ "a": [1, 2.5, "x\"y"], "b c": { "on": true, "off": null }, "d": {} });
        let text = format!("v = {}", to_toml(&value).expect("a value"));
        let read: Json = toml::from_str::<toml::Value>(&text)
            .map(|toml| serde_json::to_value(&toml["v"]).expect("JSON"))
            .expect("good TOML");
        assert_eq!(read, json!({ "a": [1, 2.5, "x\"y"], "b c": { "on": true }, "d": {} }));
        assert_eq!(to_toml(&Json::Null), None);
    }

    #[test]
    fn strings_round_trip_on_one_line() {
        for text in ["Cafe\u{301}", "\"'\\", "a\nb\tc\r", "\u{7f}\u{0}\u{1b}", "\u{200b}", ""] {
            let line = format!("{} = {}", toml_string(text), toml_string(text));
            assert_eq!(line.lines().count(), 1, "{line}");
            let read: toml::Table = line.parse().unwrap_or_else(|why| panic!("{line}: {why}"));
            assert_eq!(read[text].as_str(), Some(text));
        }
    }

    #[test]
    fn keys_without_a_value_have_only_a_meaning() {
        let schema = json!({ "a": { "description": "One." }, "b": { "default": 2 }, "c": {} });
        let keys = TableKeys { root: &schema, current: &json!({ "c": 3 }), name: "t", check: None };
        let lines = keys.comment_lines(schema.as_object(), &|_| None);
        assert_eq!(lines, "## a: One.\n# b = 2\n# c = 3\n");
    }

    #[test]
    fn keys_within_tables_have_examples_too() {
        let schema = json!({
            "stop": {
                "description": "Who stops.",
                "examples": [{ "throne": "K" }],
                "properties": {
                    "throne": { "description": "On the\nthrone.", "type": "string" },
                    "corner": { "type": "string" },
                    "least": { "type": "integer", "minimum": 2 },
                },
            },
            "goals": {
                "anyOf": [{ "type": "null" }, { "type": "array", "items": { "$ref": "#/goal" } }],
            },
            "who": { "anyOf": [{ "const": "all" }, { "properties": { "by": {} } }] },
        });
        let root = json!({ "goal": { "properties": { "line": { "examples": [5] } } } });
        let keys = TableKeys { root: &root, current: &Json::Null, name: "t", check: None };
        let lines = keys.comment_lines(schema.as_object(), &|_| None);
        let nested = lines.lines().filter(|line| line.starts_with("##   "));
        let mut nested: Vec<&str> = nested.collect();
        // The order of keys depends on a feature of another crate.
        nested.sort_unstable();
        let expected = [
            "##   in an entry: line = 5 # ",
            "##   stop.corner = \"K\" # ",
            "##   stop.least = 2 # ",
            "##   stop.throne = \"K\" # On the throne.",
        ];
        assert_eq!(nested, expected);
    }

    #[test]
    fn examples_come_from_the_schema_else_from_its_values() {
        let schema = json!({
            "a": { "description": "One.", "examples": [["x"]] },
            "b": { "default": [], "examples": [["y"]] },
            "c": { "anyOf": [{ "$ref": "#/$defs/kind" }, { "type": "null" }] },
            "d": { "type": ["boolean", "null"] },
        });
        let root = json!({ "$defs": { "kind": { "oneOf": [{ "const": "first" }] } } });
        let keys = TableKeys { root: &root, current: &Json::Null, name: "t", check: None };
        let lines = keys.comment_lines(schema.as_object(), &|_| None);
        let expected = "## a: One.\n## For example: a = [\"x\"]\n\
            ## For example: b = [\"y\"]\n# b = []\n\
            ## c: \n## For example: c = \"first\"\n## d: \n## For example: d = true\n";
        assert_eq!(lines, expected);
    }
}
