//! The Ataxx family: grow beside your pieces or jump two sites, and turn
//! whatever stands next to where you land. On any board of up to 512 sites,
//! for two to four players.
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
        let width = words(topology.sites()).unwrap_or(usize::MAX);
        // The width of sets and the number of seats are the main costs: each
        // combination is code of its own. The usual one is as narrow as can be;
        // more of them would weigh more than they gain.
        match (width, ruleset.setup.seats) {
            (1, 2) => Ataxx::<1, 2>::open(ruleset, topology).map(Opened::game),
            (..=8, _) => Ataxx::<8, 4>::open(ruleset, topology).map(Opened::game),
            _ => {
                let sites = topology.sites();
                let what = format!("the board has {sites} sites, expected 512 at most");
                Err(problem::finish(vec![problem::at(["board"], "board.large", what)]))
            }
        }
    }

    fn schema() -> String {
        include_str!("../schema.json").to_owned()
    }
}

boardloom_sdk::export!(Family);

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_is_current() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/schema.json");
        boardloom_sdk::testing::schema::<super::Family>(file);
    }
}
