//! Matches between computer players: how the weights of the family were found.
//!
//! ```text
//! cargo run --release -p tafl --example matches -- PRESET GAMES PLAYER PLAYER
//! cargo run --release -p tafl --example matches -- brandubh 40 20000n greedy
//! ```
//!
//! A preset is one of `tests/data/conformance/tafl-variants.json`, by its name there.
//! What a player is: [`boardloom_sdk::testing::matches`].

#[path = "../tests/common/mod.rs"]
mod common;

use boardloom_sdk::testing::matches;
use serde_json::Value;
use tafl::Family;

fn board(name: &str) -> Option<Value> {
    let presets = common::presets();
    serde_json::from_str(&common::ruleset(presets.get(name)?)).ok()
}

fn main() {
    matches::main::<Family>(board);
}
