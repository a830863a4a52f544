//! The Ataxx family: grow beside your pieces or jump two sites, and turn
//! whatever stands next to where you land. On any board, for two to four
//! players.
//!
//! Ataxx was invented by Dave Crummack and Craig Galley in 1988 (Leland 1990).
//! What the texts leave open follows the libraries libataxx and autaxx.

mod explain;
mod game;
mod moves;
mod position;
mod replies;
mod ruleset;
mod setup;
mod shared;
mod text;
mod wide;

pub use game::Ataxx;
pub use moves::{Move, Walls};
pub use position::Position;
pub use ruleset::{
    Ai, Capture, Drop, JumpShape, RandomWalls, RepetitionResult, Rules, Ruleset, Setup, Stuck,
    Weights,
};
pub use wide::Wide;

use boardloom_sdk::fields::Table;
use boardloom_sdk::topology::Adjacency;
use boardloom_sdk::{Diagnostic, Opened, Plugin, words};

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn read(table: Table) -> Result<Ruleset, String> {
        Ruleset::read(table)
    }

    fn open(ruleset: Ruleset) -> Result<Opened, Vec<Diagnostic>> {
        let topology = ruleset.board.topology(Adjacency::King)?;
        // Every form of the game is code of its own. The usual one keeps its sites
        // in a word; all others share one that keeps lists.
        match (words(topology.sites()), ruleset.setup.seats) {
            (Some(1), 2) if ruleset.rules.sum.is_none() => {
                Ataxx::<1, 2>::open(ruleset, topology).map(Opened::game)
            }
            _ => Wide::open(ruleset, topology).map(Opened::undoable),
        }
    }
}

boardloom_sdk::export!(Family, schema: "../schema.json");
