//! The tables that belong to the host, read.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::color::Color;

/// A player as `[[players]]` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PlayerSpec {
    /// What a person calls the side: `Red`.
    pub name: String,
    /// The colour of its pieces.
    pub color: Color,
    /// A shape drawn on its pieces, so that colour is never the only difference:
    /// `dot`, `ring`, `cross`, `square`, `triangle`, `bar`; none lets the host choose.
    #[serde(default)]
    pub mark: Option<String>,
}

impl PlayerSpec {
    /// Returns the player that stands in where the ruleset names none.
    pub fn unnamed(seat: usize) -> Self {
        let color = Color::PLAYERS[seat % Color::PLAYERS.len()];
        PlayerSpec { name: format!("Player {}", seat + 1), color, mark: None }
    }
}

/// How time is kept. All times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Clock {
    /// Nobody counts.
    #[default]
    None,
    /// So much time for all moves of a player.
    Simple {
        /// Time for the game.
        seconds: f64,
    },
    /// So much time, and more after every move.
    Fischer {
        /// Time at the start.
        seconds: f64,
        /// Time added after every move.
        increment: f64,
    },
    /// So much time, then periods: a move within a period keeps it.
    ByoYomi {
        /// Time before the first period.
        seconds: f64,
        /// How many periods there are.
        periods: u32,
        /// How long one is.
        period: f64,
    },
    /// The timer of an arcade game: zero loses, more time can be bought, and
    /// what is left can be played on in the next game.
    Arcade {
        /// Time at the start.
        seconds: f64,
        /// Time that a coin buys.
        coin: f64,
        /// How many coins a player has.
        coins: u32,
        /// Whether what is left is carried into the next game.
        #[serde(default)]
        carry: bool,
    },
}

/// The computer player, from `[ai]`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AiSpec {
    /// The levels from weakest to strongest; empty lets the host choose.
    pub levels: Vec<LevelSpec>,
    /// What the computer says, by occasion (`good`, `bad`, `won`, `lost`, ...).
    pub remarks: BTreeMap<String, Vec<String>>,
    /// The whole table without levels and remarks, as the plugin's search
    /// reads it.
    pub settings: Map<String, Json>,
}

/// A level of play.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct LevelSpec {
    /// What a person calls it.
    pub name: String,
    /// The most time for a move, in milliseconds.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// The most nodes for a move.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How often a move is played blindly: 0 never, 1 always.
    #[serde(default)]
    pub noise: f64,
    /// Search settings of the level alone.
    #[serde(flatten)]
    pub settings: Map<String, Json>,
}

impl AiSpec {
    /// Returns what a search of the contract is given: `[ai]` with the level's
    /// own settings over it, as a JSON object.
    pub fn search_settings(&self, level: Option<&LevelSpec>) -> String {
        let mut settings = self.settings.clone();
        for (key, value) in level.iter().flat_map(|level| &level.settings) {
            settings.insert(key.clone(), value.clone());
        }
        Json::Object(settings).to_string()
    }
}

/// How the board looks, from `[look]`. What is not given follows the theme.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// How cells are told apart: `cells`, `lines` or `checkers`.
    pub board: Option<String>,
    /// The colour behind the board.
    pub background: Option<Color>,
    /// Whether labels stand beside the board.
    pub coordinates: Option<bool>,
    /// By role of the plugin's drawing: `cell`, `blocked`, `throne`, ...
    pub roles: BTreeMap<String, RoleStyle>,
    /// By kind of piece, as the plugin names them.
    pub pieces: BTreeMap<String, PieceAppearance>,
}

/// How places, lines and regions of a role are drawn.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(from = "RoleStyleToml")]
pub struct RoleStyle {
    /// The colour inside.
    pub fill: Option<Color>,
    /// The colour of the outline.
    pub line: Option<Color>,
    /// The width of the outline in parts of a cell.
    pub width: Option<f64>,
}

/// A style as it is written: a colour alone is the fill.
#[derive(Deserialize)]
#[serde(untagged)]
enum RoleStyleToml {
    Fill(Color),
    Full { fill: Option<Color>, line: Option<Color>, width: Option<f64> },
}

impl From<RoleStyleToml> for RoleStyle {
    fn from(written: RoleStyleToml) -> Self {
        match written {
            RoleStyleToml::Fill(color) => RoleStyle { fill: Some(color), ..RoleStyle::default() },
            RoleStyleToml::Full { fill, line, width } => RoleStyle { fill, line, width },
        }
    }
}

/// How a kind of piece is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct PieceAppearance {
    /// The shape: `disc`, `man`, `king`, `stone`, ...
    pub shape: Option<String>,
    /// One character for text drawings.
    pub letter: Option<String>,
    /// A colour instead of the player's.
    pub fill: Option<Color>,
}

/// Texts about the game, from `[help]`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct HelpTexts {
    /// The rules in plain words.
    pub rules: Option<String>,
    /// Where the game comes from.
    pub history: Option<String>,
    /// How to play well.
    pub tips: Option<String>,
    /// What the rules were taken from.
    pub source: Option<String>,
    /// Figures that are worked out from the board.
    pub estimates: Vec<Estimate>,
}

/// A figure that is worked out from the board.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Estimate {
    /// What it is.
    pub label: String,
    /// How it is worked out; see [`Formula`](crate::Formula).
    pub formula: String,
    /// What is to be said of it.
    #[serde(default)]
    pub note: Option<String>,
}
