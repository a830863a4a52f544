//! What a ruleset says.

use boardloom_sdk::search::Settings;
use boardloom_sdk::topology::Board;
use schemars::JsonSchema;
use serde::Deserialize;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// Where it is played: `subdivision` or `quadtree`.
    pub board: Board,
    /// How it is played.
    #[serde(default)]
    pub rules: Rules,
    /// How the computer plays.
    #[serde(default)]
    pub ai: Settings,
}

/// How it is played.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Who moves first.
    pub first: First,
    /// How and by whom cells are divided.
    pub subdivide: Subdivide,
    /// When the game is over.
    pub end: End,
}

/// Who moves first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The first player of the ruleset.
    #[default]
    Black,
    /// The second player of the ruleset.
    White,
}

/// How and by whom cells are divided.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Subdivide {
    /// Where the piece goes after a division.
    pub on: On,
    /// Who may divide.
    pub who: Who,
    /// The level from which on cells are not divided: the whole board is 0.
    #[schemars(range(max = 126))]
    pub max_depth: u16,
}

impl Default for Subdivide {
    fn default() -> Self {
        Subdivide { on: On::New, who: Who::Behind, max_depth: 3 }
    }
}

/// Where the piece goes after a division.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// On the new vertex in the middle of the cell. Only squares have one.
    Centre,
    /// On any vertex that the division created.
    #[default]
    New,
    /// On any empty vertex of the board.
    Any,
}

/// Who may divide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The side with fewer points; at a tie nobody.
    #[default]
    Behind,
    /// The side that has at least so many points fewer; with 0 also at a tie.
    BehindBy(u32),
    /// Everybody, at any time.
    Always,
    /// Nobody.
    Never,
}

/// When the game is over, beside the board being full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct End {
    /// What a full board means.
    pub full: Full,
    /// The points that end the game; 0 is never.
    #[schemars(range(max = 1_000_000))]
    pub target: u32,
    /// The lead that ends the game; 0 is never.
    #[schemars(range(max = 1_000_000))]
    pub difference: u32,
}

/// What a full board means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Full {
    /// Every vertex holds a piece.
    #[default]
    Pieces,
    /// That, and the side to move may divide no cell either.
    Moves,
}
