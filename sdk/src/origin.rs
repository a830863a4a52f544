//! The ruleset that a game was opened with. If the settings of a search hold keys of the game,
//! such as weights of its evaluation, the game is opened again with them. So a level can set any
//! key of `[ai]` without code in the game.

use serde_json::{Map, Value};

use crate::contract::OpenGame;
use crate::{Diagnostic, Message, PluginResult, Searcher};

/// The key of a network in `ai`.
const NETWORK: &str = "network";
/// A JSON object.
type JsonObject = Map<String, Value>;
/// A function that opens a game.
type OpenFunction = fn(&str) -> Result<Box<dyn OpenGame>, Vec<Diagnostic>>;

/// The ruleset that a game was opened with, and how to open it again.
pub(crate) struct Origin {
    /// The plugin's part of the ruleset.
    ruleset: String,
    /// Its table `ai`, without the network.
    ai: JsonObject,
    open: OpenFunction,
}

impl Origin {
    pub fn new(ruleset: &str, table: &JsonObject, open: OpenFunction) -> Self {
        let keys = table.get("ai").and_then(Value::as_object).into_iter().flatten();
        // A network is large, and no search has another one than its ruleset.
        let keys = keys.filter(|(key, _)| *key != NETWORK);
        let ai = keys.map(|(key, value)| (key.clone(), value.clone())).collect();
        Origin { ruleset: ruleset.to_owned(), ai, open }
    }

    /// Opens the game with these keys merged into its `ai`; `None` if they change nothing.
    pub fn with(&self, keys: JsonObject) -> Option<Result<Box<dyn OpenGame>, Message>> {
        let mut ai = self.ai.clone();
        overlay(&mut ai, keys);
        ai.remove(NETWORK);
        if ai == self.ai {
            return None;
        }
        let mut ruleset: JsonObject = match serde_json::from_str(&self.ruleset) {
            Ok(ruleset) => ruleset,
            Err(error) => return Some(Err(refusal(error.to_string()))),
        };
        if let Some(network) = ruleset.get_mut("ai").and_then(|ai| ai.get_mut(NETWORK)) {
            ai.insert(NETWORK.to_owned(), network.take());
        }
        ruleset.insert("ai".to_owned(), Value::Object(ai));
        let opened = (self.open)(&Value::Object(ruleset).to_string());
        let first = |errors: Vec<Diagnostic>| errors.into_iter().next().map(|error| error.what);
        Some(opened.map_err(|errors| first(errors).unwrap_or_default()))
    }
}

/// Merges a table into another, nested tables too.
fn overlay(under: &mut JsonObject, over: JsonObject) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(Value::Object(under)), Value::Object(over)) => overlay(under, over),
            (_, value) => drop(under.insert(key, value)),
        }
    }
}

/// Begins a search at a saved position of another game.
pub(crate) fn search(
    game: Result<Box<dyn OpenGame>, Message>,
    saved: &[u8],
    settings: &str,
    seed: u64,
    memory: u64,
) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
    let loaded = match game {
        Ok(game) => game.load(saved)?,
        Err(refusal) => Err(refusal),
    };
    match loaded {
        Ok(mut cursor) => cursor.search(settings, seed, memory),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Returns the refusal of settings.
pub(crate) fn refusal(what: String) -> Message {
    Message::new("search.settings", ["settings: ", &what].concat())
}
