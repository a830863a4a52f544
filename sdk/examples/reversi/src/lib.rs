//! Reversi, on any board of the SDK.
//!
//! Lewis Waterman published the game in London in 1883; the rules and the start
//! that are played today are those of Othello (Goro Hasegawa, 1971).
//!
//! An example of a small plugin: this file reads and opens rulesets, `game.rs` holds
//! the rules.

mod game;

use boardloom_sdk::topology::{Adjacency, Board};
use boardloom_sdk::{Diagnostic, OpenedGame, Plugin};
use schemars::JsonSchema;
use serde::Deserialize;

pub use game::{Position, Reversi};

/// The plugin's part of a ruleset. The host checks it against the schema that is
/// made from this type; the comments below are what an editor shows.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The board.
    pub board: Board,
    /// The discs at the start.
    #[serde(default)]
    pub setup: Setup,
    /// The rules.
    #[serde(default)]
    pub rules: Rules,
}

/// The discs at the start; by default four in the middle.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Discs of the first player: labels of sites or names of regions.
    pub x: Vec<String>,
    /// Discs of the second player.
    pub o: Vec<String>,
}

/// The rules.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Whether fewer discs win.
    pub misere: bool,
}

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        let topology = ruleset.board.topology(Adjacency::King)?;
        topology.limit_sites(512)?;
        // The width of a set is the main cost of moves: two widths are compiled, and
        // one is chosen here.
        match topology.sites() {
            0..=64 => Reversi::<1>::open(&ruleset, topology).map(OpenedGame::game),
            _ => Reversi::<8>::open(&ruleset, topology).map(OpenedGame::game),
        }
    }
}

boardloom_sdk::export!(Family);
