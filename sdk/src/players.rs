//! The names of the players, for texts.

use schemars::JsonSchema;
use serde::Deserialize;

/// The `[[players]]` of a ruleset, which the host reads too. A game whose texts name
/// players has them in its `Ruleset` as `players`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Players(Vec<Player>);

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
struct Player {
    /// The name of the side.
    name: String,
}

impl Players {
    /// Returns the name of a colour: `Black`, or `Player 1` where the ruleset has none.
    pub fn name(&self, color: u8) -> String {
        match self.0.get(usize::from(color)) {
            Some(player) => player.name.clone(),
            None => format!("Player {}", color + 1),
        }
    }
}
