//! The tables that the host reads.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::color::Color;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PlayerSpec {
    /// The name of the side: `Red`.
    pub name: String,
    pub color: Color,
    /// A shape on the pieces, so that colour is not the only difference: `dot`,
    /// `ring`, `cross`, `square`, `triangle`, `bar`, `algiz`, `othala`. The host chooses if
    /// `None`.
    #[serde(default)]
    pub mark: Option<String>,
    /// The colour of the mark.
    #[serde(default)]
    pub ink: Option<Color>,
}

impl PlayerSpec {
    /// Returns the default for a seat that the ruleset does not describe.
    pub fn unnamed(seat: usize) -> Self {
        let color = Color::PLAYERS[seat % Color::PLAYERS.len()];
        PlayerSpec { name: format!("Player {}", seat + 1), color, mark: None, ink: None }
    }
}

/// The computer player, from `[ai]`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AiSpec {
    /// From weakest to strongest; the host chooses if empty.
    pub levels: Vec<LevelSpec>,
    /// The computer's comments by occasion (`good`, `bad`, `won`, `lost`, ...).
    pub remarks: BTreeMap<String, Vec<String>>,
    /// The rest of the table, for the plugin's search.
    pub settings: Map<String, Json>,
    /// The names of the default levels in another language than English.
    pub(crate) default_names: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct LevelSpec {
    pub name: String,
    /// The most time for a move.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// The most nodes for a move.
    #[serde(default)]
    pub nodes: Option<u64>,
    #[serde(default)]
    pub noise: f64,
    /// Search settings of this level alone.
    #[serde(flatten)]
    pub settings: Map<String, Json>,
}

/// Levels of the computer for a ruleset that defines none.
pub const DEFAULT_LEVELS: usize = LEVEL_NAMES.len();

pub(crate) const LEVEL_NAMES: [&str; 8] =
    ["Beginner", "Easy", "Casual", "Steady", "Skilled", "Strong", "Expert", "Master"];

impl AiSpec {
    /// Returns the name of a level, from 1; beyond the last it is the last.
    pub fn level_name(&self, number: u8) -> String {
        let index = usize::from(number.max(1) - 1);
        match self.levels.get(index.min(self.levels.len().saturating_sub(1))) {
            Some(level) => level.name.clone(),
            None => {
                let index = index.min(DEFAULT_LEVELS - 1);
                self.default_names.get(index).map_or(LEVEL_NAMES[index], String::as_str).to_owned()
            }
        }
    }

    /// Returns the settings of a search as a JSON object: those of `[ai]`, with
    /// those of the level over them.
    pub fn search_settings(&self, level: Option<&LevelSpec>) -> String {
        let mut settings = self.settings.clone();
        for (key, value) in level.iter().flat_map(|level| &level.settings) {
            settings.insert(key.clone(), value.clone());
        }
        Json::Object(settings).to_string()
    }
}

/// The `[look]` table. The theme decides what is not given.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// The style of cells: `cells`, `lines` or `checkers`.
    pub board: Option<String>,
    pub background: Option<Color>,
    /// Whether coordinates are drawn beside the board.
    pub coordinates: Option<bool>,
    /// The ornament of the frame: `plain`, `zigzag`, `none`.
    pub frame: Option<String>,
    /// By role of the plugin's drawing: `cell`, `blocked`, `throne`, ...
    pub roles: BTreeMap<String, RoleAppearance>,
    /// By the plugin's name of the kind of piece.
    pub pieces: BTreeMap<String, PieceAppearance>,
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(from = "RoleAppearanceToml")]
pub struct RoleAppearance {
    pub fill: Option<Color>,
    pub line: Option<Color>,
    /// The width of the outline in cells.
    pub width: Option<f64>,
    /// `none`, `frame`, `cross`, `hatch`, `knot`, `hole`; for lines `band`, `arrows`.
    pub ornament: Option<String>,
}

/// A colour alone is the fill.
#[derive(Deserialize)]
#[serde(untagged)]
enum RoleAppearanceToml {
    Fill(Color),
    Full { fill: Option<Color>, line: Option<Color>, width: Option<f64>, ornament: Option<String> },
}

impl From<RoleAppearanceToml> for RoleAppearance {
    fn from(toml: RoleAppearanceToml) -> Self {
        match toml {
            RoleAppearanceToml::Fill(color) => {
                RoleAppearance { fill: Some(color), ..RoleAppearance::default() }
            }
            RoleAppearanceToml::Full { fill, line, width, ornament } => {
                RoleAppearance { fill, line, width, ornament }
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct PieceAppearance {
    /// `disc`, `man`, `king`, `stone`, ...
    pub shape: Option<String>,
    /// One character for text drawings.
    pub letter: Option<String>,
    /// Instead of the player's colour.
    pub fill: Option<Color>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct HelpTexts {
    pub rules: Option<String>,
    pub history: Option<String>,
    pub tips: Option<String>,
    /// The source of the rules, such as a web page.
    pub source: Option<String>,
    pub estimates: Vec<Estimate>,
}

/// A figure that is computed from the size of the board.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Estimate {
    pub label: String,
    /// See [`Formula`](crate::Formula).
    pub formula: String,
    #[serde(default)]
    pub note: Option<String>,
}
