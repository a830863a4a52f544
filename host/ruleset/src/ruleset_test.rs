//! Numbers of moves that a ruleset must have: `[[test]]`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

use crate::overrides::Overrides;

/// The key of a ruleset with tests. Neither a plugin nor a record gets it, and rulesets that extend
/// this one have their own.
pub(crate) const TEST_KEY: &str = "test";

/// The number of move sequences from a position, by their length.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct RulesetTest {
    /// Values of the ruleset's options.
    pub options: BTreeMap<String, Json>,
    /// In the game's own notation; `None` is the ruleset's start.
    pub position: Option<String>,
    /// Moves from there to the position that is counted, as a list.
    pub moves: String,
    /// The numbers of sequences of one move, of two, and so on.
    pub perft: Vec<u64>,
}

impl RulesetTest {
    pub fn overrides(&self) -> Overrides {
        let options = self.options.iter();
        options.map(|(key, value)| (key.as_str(), value.clone())).collect()
    }
}
