//! The Ataxx family: clone a piece to a nearby site or let it jump two sites, and capture every
//! enemy piece next to where it lands. On any board, for two to four players.
//!
//! Ataxx was invented by Dave Crummack and Craig Galley in 1988 (Leland 1990).
//! Details that their texts leave open follow the libraries libataxx and autaxx.

mod context;
mod game;
mod lints;
mod moves;
mod position;
mod random_walls;
mod refusal;
mod rules_text;
mod ruleset;
mod setup;
mod store;
mod sums;
mod text;

pub use game::{Ataxx, Undo};
pub use moves::{ChanceMove, Move, Sum};
pub use position::Position;
pub use ruleset::{
    Capture, Drop, JumpShape, RandomWalls, RepetitionResult, Rules, Ruleset, Setup, Stuck, SumRule,
    Weights,
};
pub use store::{BitStore, Change, Content, ListStore, Store};

use boardloom_sdk::topology::Adjacency;
use boardloom_sdk::{Diagnostic, OpenedGame, Plugin};

pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        let board = ruleset.board.clone();
        board.open(Adjacency::King, |topology| {
            if topology.sites() <= store::MAX_SITES && ruleset.setup.seats == 2 {
                Ataxx::<BitStore>::open(ruleset, topology).map(OpenedGame::game)
            } else {
                Ataxx::<ListStore>::open(ruleset, topology).map(OpenedGame::undoable)
            }
        })
    }
}

boardloom_sdk::export!(Family);
