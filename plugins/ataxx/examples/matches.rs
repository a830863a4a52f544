//! Matches between computer players: how the weights of Ataxx were found.
//!
//! ```text
//! cargo run --release -p ataxx --example matches -- BOARD GAMES PLAYER PLAYER
//! cargo run --release -p ataxx --example matches -- classic 20 100ms captures
//! cargo run --release -p ataxx --example matches -- classic 200 '5000n' '5000n {"weights": {"growth": 20}}'
//! ```
//!
//! What a player is: [`boardloom_sdk::testing::matches`].

use ataxx::Family;
use boardloom_sdk::testing::matches;
use serde_json::{Value, json};

/// Returns the plugin's part of a ruleset: classic, small, large, walls, hexxagon or
/// boogers.
fn board(name: &str) -> Option<Value> {
    let grid = |size: u32| json!({"topology": "grid", "width": size, "height": size});
    let corners = json!({
        "x": ["top-left", "bottom-right"], "o": ["top-right", "bottom-left"],
    });
    let two = json!({"seats": 2, "pieces": corners});
    let walls = ["d5", "c4", "e4", "d3"];
    Some(match name {
        "classic" => json!({"board": grid(7), "setup": two}),
        "small" => json!({"board": grid(5), "setup": two}),
        "large" => json!({"board": grid(9), "setup": two}),
        "walls" => {
            let mut board = grid(7);
            board["blocked"] = json!(walls);
            json!({"board": board, "setup": two})
        }
        "hexxagon" => json!({
            "board": {"topology": "hex", "shape": {"hexagon": 5}, "blocked": ["d5", "e4", "f6"]},
            "setup": {"pieces": {"x": ["a1", "e9", "i5"], "o": ["a5", "e1", "i9"]}},
        }),
        "boogers" => json!({
            "board": grid(9),
            "setup": {"seats": 4, "pieces": {"x": ["a9"], "o": ["i9"], "t": ["i1"], "s": ["a1"]}},
        }),
        _ => return None,
    })
}

fn main() {
    matches::main::<Family>(board);
}
