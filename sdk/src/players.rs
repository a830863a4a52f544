//! The names of the players, for texts.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// The `[[players]]` of a ruleset, which the host reads too. A game whose texts name players has
/// this as the field `players` of its `Ruleset`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Players(Vec<Player>);

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Player {
    name: String,
}

impl Players {
    /// Returns the name of a colour, such as `Black`, or `Player 1` if the ruleset gives none.
    pub fn name(&self, color: u8) -> String {
        match self.0.get(usize::from(color)) {
            Some(player) => player.name.clone(),
            None => format!("Player {}", color + 1),
        }
    }
}

/// Accepts anything: the host's own schema checks the players.
impl JsonSchema for Players {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Players".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        true.into()
    }
}
