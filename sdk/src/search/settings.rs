//! What can be set about a search.

use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use crate::Message;
use crate::fields::{Fields, Table};

/// How the computer searches: keys of a ruleset's `[ai]` table, with a level's own
/// over them. A plugin whose `[ai]` has nothing else reads the table as this type;
/// one that adds keys of its own takes these over (`#[schemars(flatten)]`,
/// [`Settings::take`]).
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(default, description = "How the computer searches.")]
pub struct Settings {
    /// How much the search tries what it knows little of; about 0.7 suits most
    /// games.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub exploration: f64,
    /// After how many plies a playout is cut and the position evaluated, in games
    /// that have an evaluation; without it playouts go to the end.
    #[schemars(range(max = 10000))]
    pub playout_cut: Option<u32>,
    /// Plies after which a playout counts as a draw.
    #[schemars(range(min = 1, max = 100000))]
    pub playout_limit: u32,
    /// The advantage, in hundredths of a piece or a point, that wins three games of
    /// four.
    #[schemars(range(min = 1.0))]
    pub scale: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { exploration: 0.7, playout_cut: None, playout_limit: 2000, scale: 300.0 }
    }
}

impl Settings {
    /// Reads a JSON object. Keys of others are ignored.
    ///
    /// # Errors
    /// Says which value is not of its type or range.
    pub fn read(text: &str) -> Result<Self, Message> {
        if text.trim().is_empty() {
            return Ok(Settings::default());
        }
        let fault = |what: String| Message::new("search.settings", format!("settings: {what}"));
        let table: Table = serde_json::from_str::<Value>(text)
            .and_then(Table::deserialize)
            .map_err(|error| fault(error.to_string()))?;
        let mut fields = Fields::new(table, &[]);
        let settings = Settings::take(&mut fields);
        fields.rest().map_err(fault).map(|_| settings)
    }

    /// Takes the keys of a search out of a table; those that are not there have
    /// their defaults.
    pub fn take(fields: &mut Fields) -> Self {
        let usual = Settings::default();
        let exploration = fields.read("exploration", "expected a number from 0", from_zero);
        let scale = fields.read("scale", "expected a number above 0", above_zero);
        Settings {
            exploration: exploration.unwrap_or(usual.exploration),
            playout_cut: fields.whole("playout_cut"),
            playout_limit: fields.whole("playout_limit").unwrap_or(usual.playout_limit),
            scale: scale.unwrap_or(usual.scale),
        }
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Fields::new(Table::deserialize(from)?, &[]);
        let settings = Settings::take(&mut fields);
        fields.rest().map_err(D::Error::custom).map(|_| settings)
    }
}

fn from_zero(value: &Value) -> Option<f64> {
    let number = value.as_f64()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

fn above_zero(value: &Value) -> Option<f64> {
    from_zero(value).filter(|number| *number > 0.0)
}
