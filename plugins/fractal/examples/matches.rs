//! Matches between computer players: how the weights of Fractal Territory were found.
//!
//! ```text
//! cargo run --release -p fractal --example matches -- BOARD GAMES PLAYER PLAYER
//! cargo run --release -p fractal --example matches -- square 40 20000n captures
//! ```
//!
//! What a player is: [`boardloom_sdk::testing::matches`].

use boardloom_sdk::testing::matches;
use fractal::Family;
use serde_json::{Value, json};

/// Returns the plugin's part of a ruleset: a built-in fractal by its name with the
/// levels that its ruleset has, `square-dice`, `square-duel` or `triangle-race`.
fn board(name: &str) -> Option<Value> {
    let (fractal, max_depth) = match name {
        "square" | "square-dice" | "square-duel" => ("square", 3),
        "triangle" | "triangle-race" => ("triangle", 3),
        "carpet" | "hexaflake" | "hexaflake-6" => (name, 2),
        _ => return None,
    };
    let mut rules = json!({"subdivide": {"max_depth": max_depth}});
    match name {
        "square-dice" => rules["subdivide"]["chance"] = json!({"die": 6, "at_least": 4}),
        "square-duel" => rules["end"] = json!({"difference": 8}),
        "triangle-race" => rules["end"] = json!({"target": 30}),
        _ => {}
    }
    let board = json!({"topology": "subdivision", "fractal": fractal, "depth": 1});
    Some(json!({"board": board, "rules": rules}))
}

fn main() {
    matches::main::<Family>(board);
}
