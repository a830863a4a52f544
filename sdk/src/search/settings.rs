//! What can be set about a search.

use serde::Deserialize;

use crate::Message;

/// The settings of Monte-Carlo tree search, read from a ruleset's `[ai]` table
/// with a level's own settings over it. Unknown keys are ignored.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How much a search tries what it knows little of; about 0.7 suits most
    /// games. From 0.
    pub exploration: f32,
    /// After how many plies a playout is cut and the position evaluated, in games
    /// that have an evaluation; none plays to the end.
    pub playout_cut: Option<u32>,
    /// Plies after which a playout without an evaluation counts as a draw.
    pub playout_limit: u32,
    /// The advantage, in hundredths of the unit, that wins three games of four.
    pub scale: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { exploration: 0.7, playout_cut: None, playout_limit: 2000, scale: 300.0 }
    }
}

impl Settings {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// Says which value is not of its type.
    pub fn read(text: &str) -> Result<Self, Message> {
        if text.trim().is_empty() {
            return Ok(Settings::default());
        }
        let settings = serde_json::from_str::<serde_json::Value>(text)
            .and_then(Settings::deserialize)
            .map_err(|error| Message::new("search.settings", format!("settings: {error}")))?;
        if !settings.exploration.is_finite() || settings.exploration < 0.0 {
            return Err(Message::new("search.settings", "settings: `exploration` is from 0"));
        }
        if !settings.scale.is_finite() || settings.scale <= 0.0 {
            return Err(Message::new("search.settings", "settings: `scale` is above 0"));
        }
        Ok(settings)
    }
}
