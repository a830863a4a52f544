//! The schema for editors.

mod common;

use boardloom_ruleset::{PluginSchemas, editor_schema};
use common::Sample;
use serde_json::json;

#[test]
fn the_editor_schema_has_the_tables_of_host_and_plugin() {
    let plugin = Sample::default().schema("sample").expect("the sample has a schema");
    let whole = editor_schema("sample", &plugin);
    for table in ["name", "players", "options", "board", "setup", "rules", "ai", "help"] {
        assert!(whole["properties"][table].is_object(), "{table}");
    }
    assert_eq!(whole["properties"]["board"], json!({"$ref": "#/$defs/Board"}));
    let ai = &whole["properties"]["ai"];
    assert!(ai["allOf"][0]["properties"]["levels"].is_object());
    assert!(ai["allOf"][1]["properties"]["weights"].is_object());
    let level = &ai["allOf"][0]["properties"]["levels"]["items"];
    assert!(level["allOf"][1]["properties"]["weights"].is_object());
    references(&whole, &whole);
}

/// Checks that every reference resolves.
fn references(whole: &serde_json::Value, part: &serde_json::Value) {
    if let Some(target) = part["$ref"].as_str() {
        assert!(whole.pointer(target.trim_start_matches('#')).is_some(), "{target}");
    }
    let inner = part.as_object().into_iter().flat_map(|map| map.values());
    let items = part.as_array().into_iter().flatten();
    inner.chain(items).for_each(|it| references(whole, it));
}
