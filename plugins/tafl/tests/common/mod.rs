//! Presets of the reference data as rulesets.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::collections::BTreeMap;
use std::path::Path;

use boardloom_sdk::contract::{Cursor, OpenGame};
use boardloom_sdk::native;
use serde_json::{Map, Value, json};
use tafl::Family;

/// Reads one of the files of reference data.
pub fn data(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/conformance");
    let text = std::fs::read_to_string(path.join(name)).expect("reference data");
    serde_json::from_str(&text).expect("JSON")
}

/// All presets by name.
pub fn presets() -> BTreeMap<String, Value> {
    let list = data("tafl-variants.json");
    let named = |preset: &Value| (text(&preset["variant"]).to_owned(), preset.clone());
    list.as_array().expect("a list").iter().map(named).collect()
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("expected a text, found {value}"))
}

/// Returns a ruleset with the values of a preset.
pub fn ruleset(preset: &Value) -> String {
    let mut rules: Map<String, Value> = preset.as_object().expect("a table").clone();
    let mut take = |key: &str| rules.remove(key).unwrap_or(Value::Null);
    let rows: Vec<String> = text(&take("start")).split('/').map(str::to_owned).collect();
    take("variant");
    let usual = |value: Value| match value.as_str() {
        Some("none") => json!(false),
        Some(_) => json!(true),
        None => value,
    };
    let board = json!({
        "topology": "tafl",
        "size": rows.len(),
        "throne": usual(take("throne")),
        "corners": usual(take("corners")),
        "camps": take("camps"),
    });
    rules.retain(|_, value| !value.is_null());
    json!({ "board": board, "setup": { "rows": rows }, "rules": rules }).to_string()
}

/// Returns a preset with some values changed: tables by key.
pub fn changed(preset: &Value, params: &Value) -> Value {
    let mut preset = preset.clone();
    for (key, value) in params.as_object().into_iter().flatten() {
        match (&mut preset[key], value) {
            (Value::Object(own), Value::Object(more)) => own.extend(more.clone()),
            (own, value) => *own = value.clone(),
        }
    }
    preset
}

pub fn open(preset: &Value) -> Box<dyn OpenGame> {
    let ruleset = ruleset(preset);
    native::open::<Family>(&ruleset).unwrap_or_else(|errors| panic!("{ruleset}: {errors:?}"))
}

/// Opens a position.
pub fn read(game: &dyn OpenGame, rows: &str, side: &str) -> Box<dyn Cursor> {
    let text = format!("{rows} {}", &side[..1]);
    game.read(&text).expect("no plugin error").unwrap_or_else(|no| panic!("{text}: {no}"))
}

pub fn moves(cursor: &mut dyn Cursor) -> Vec<String> {
    match cursor.status().expect("no plugin error").mover() {
        Some(by) => cursor.legal_moves(by, None, 4096).expect("no plugin error"),
        None => Vec::new(),
    }
}
