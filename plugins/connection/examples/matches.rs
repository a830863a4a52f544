//! Matches between computer players, linked natively: how settings were found, and how
//! strong they are.
//!
//! ```text
//! cargo run --release -p connection --example matches -- BOARD GAMES PLAYER PLAYER
//! cargo run --release -p connection --example matches -- projective-5 20 100ms '100ms {"kind": "playouts"}'
//! ```
//!
//! A board is a name and a size. What a player is: [`boardloom_sdk::testing::matches`].

use boardloom_sdk::testing::matches;
use connection::Family;
use serde_json::{Value, json};

/// Returns the plugin's part of a ruleset.
fn board(name: &str) -> Option<Value> {
    let (name, size) = name.rsplit_once('-')?;
    let size: u32 = size.parse().ok()?;
    let joined = json!({"goal": "loop", "both": "mover"});
    let sides = json!({"goal": "sides", "sides": [["top", "bottom"], ["left", "right"]]});
    let (board, rules) = match name {
        "projective" => (json!({"topology": "projective-hex", "n": size}), joined),
        "hex" => (json!({"topology": "hex", "shape": {"rhombus": size}}), sides),
        "torus" => {
            let board = json!({"topology": "hex", "shape": {"rhombus": size}, "glue": "torus"});
            (board, joined)
        }
        "y" => {
            let regions = json!({"goal": "regions", "regions": ["left", "right", "bottom"]});
            (json!({"topology": "hex", "shape": {"triangle": size}}), regions)
        }
        _ => return None,
    };
    Some(json!({"board": board, "rules": rules}))
}

fn main() {
    matches::main::<Family>(board);
}
