//! Helpers of these tests.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::PathBuf;
use std::sync::Arc;

use boardloom_ruleset::{Library, LibrarySource, PluginSchemas};
use serde_json::{Value as Json, json};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn data() -> PathBuf {
    root().join("tests/data/rulesets")
}

pub fn library() -> Library {
    Library::new(vec![LibrarySource::Folder(data().join("library"))])
}

/// A plugin `sample` with the schema of a realistic game.
pub struct Sample(Arc<Json>);

impl Default for Sample {
    fn default() -> Self {
        let text = std::fs::read_to_string(data().join("plugin.schema.json"))
            .expect("the schema is there");
        Sample(Arc::new(serde_json::from_str(&text).expect("the schema is JSON")))
    }
}

impl PluginSchemas for Sample {
    fn schema(&self, plugin: &str) -> Result<Arc<Json>, String> {
        match plugin {
            "sample" => Ok(Arc::clone(&self.0)),
            _ => Err(format!("there is no plugin `{plugin}`")),
        }
    }

    fn version(&self, _: &str) -> Option<String> {
        Some("0.3.1".to_owned())
    }

    fn plugins(&self) -> Vec<String> {
        vec!["sample".to_owned(), "other".to_owned()]
    }
}

/// Plugins of any name that take any table.
pub struct Anything;

impl PluginSchemas for Anything {
    fn schema(&self, _: &str) -> Result<Arc<Json>, String> {
        // Of levels too: they take the keys of `[ai]`.
        let anything = json!({ "type": "object", "additionalProperties": {} });
        Ok(Arc::new(json!({
            "type": "object",
            "properties": { "ai": anything },
            "additionalProperties": {},
        })))
    }
}
