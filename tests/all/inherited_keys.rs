//! Shipped rulesets are examples for authors: a file that extends another says only what differs.

use boardloom_ruleset::Ruleset;
use serde_json::Value as Json;
use toml_edit::{DocumentMut, Item, Table, Value};

use crate::support::{library, project, ruleset};

/// Keys of tables that no other file inherits, and texts in other languages.
const OWN: [&str; 6] = ["lesson", "puzzle", "example", "test", "options", "de"];

fn json(value: &Value) -> Json {
    match value {
        Value::String(text) => text.value().as_str().into(),
        Value::Integer(number) => (*number.value()).into(),
        Value::Float(number) => (*number.value()).into(),
        Value::Boolean(value) => (*value.value()).into(),
        Value::Array(items) => items.iter().map(json).collect(),
        Value::InlineTable(table) => {
            Json::Object(table.iter().map(|(key, value)| (key.to_owned(), json(value))).collect())
        }
        Value::Datetime(_) => Json::Null,
    }
}

/// Collects the keys whose values the parent has already. Tables in braces replace the parent's
/// as a whole, so that their keys are repeated for good reason.
fn repeated(
    table: &Table,
    path: &str,
    parent: &Ruleset,
    dropped: &[String],
    all: &mut Vec<String>,
) {
    for (key, item) in table {
        let key = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        if OWN.contains(&key.as_str()) || dropped.contains(&key) {
            continue;
        }
        match item {
            Item::Table(inner) => repeated(inner, &key, parent, dropped, all),
            Item::Value(value) if !path.is_empty() => {
                all.extend(parent.value(&key).filter(|it| *it == json(value)).map(|_| key));
            }
            _ => {}
        }
    }
}

#[test]
fn a_ruleset_that_extends_another_says_only_what_differs() {
    let mut extending = 0;
    for id in library().ids() {
        let path = project().join("rulesets").join(format!("{id}.toml"));
        let file: DocumentMut = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let Some(parent) = file.get("extends").and_then(Item::as_str) else { continue };
        let dropped = file.get("without").and_then(Item::as_array);
        let dropped: Vec<String> =
            dropped.into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect();
        let mut found = Vec::new();
        repeated(&file, "", &ruleset(parent), &dropped, &mut found);
        assert!(found.is_empty(), "{id} repeats {found:?} of {parent}");
        extending += 1;
    }
    assert!(extending > 80, "{extending} rulesets extend another");
}

#[test]
fn each_family_has_one_base() {
    let mut bases = Vec::new();
    for id in library().ids() {
        let path = project().join("rulesets").join(format!("{id}.toml"));
        let file: DocumentMut = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        if !file.contains_key("extends") {
            bases.push(id);
        }
    }
    assert_eq!(bases, ["ataxx/classic", "connection/hex", "fractal/square", "tafl/fetlar"]);
}
