//! The Ataxx family: grow beside your pieces or jump two sites, and turn
//! whatever stands next to where you land. On any board of up to 8192 sites,
//! for two to four players.
//!
//! Ataxx was invented by Dave Crummack and Craig Galley in 1988 (Leland 1990).
//! What the texts leave open follows the libraries libataxx and autaxx.

mod explain;
mod game;
mod moves;
mod position;
mod ruleset;
mod setup;
mod text;

pub use game::Ataxx;
pub use moves::{Move, Walls};
pub use position::Position;
pub use ruleset::{
    Ai, Capture, Drop, JumpShape, RandomWalls, Rules, Ruleset, Setup, Stuck, Weights,
};

use boardloom_sdk::topology::Adjacency;
use boardloom_sdk::{Diagnostic, Opened, Plugin, problem, words};

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<Opened, Vec<Diagnostic>> {
        let topology = ruleset.board.topology(Adjacency::King)?;
        let Some(width) = words(topology.sites()) else {
            let what =
                format!("the board has {} sites, at most 8192 can be played", topology.sites());
            return Err(problem::finish(vec![problem::at(["board"], "board.large", what)]));
        };
        // The width of sets and the number of seats are the main costs: each
        // combination is code of its own, and the usual ones have theirs.
        match (width, ruleset.setup.seats) {
            (1, 2) => Ataxx::<1, 2>::open(ruleset, topology).map(Opened::game),
            (2, 2) => Ataxx::<2, 2>::open(ruleset, topology).map(Opened::game),
            (4, 2) => Ataxx::<4, 2>::open(ruleset, topology).map(Opened::game),
            (8, 2) => Ataxx::<8, 2>::open(ruleset, topology).map(Opened::game),
            (..=2, _) => Ataxx::<2, 4>::open(ruleset, topology).map(Opened::game),
            (..=8, _) => Ataxx::<8, 4>::open(ruleset, topology).map(Opened::game),
            _ => Ataxx::<128, 4>::open(ruleset, topology).map(Opened::game),
        }
    }
}

boardloom_sdk::export!(Family);
