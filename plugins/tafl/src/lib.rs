//! The Hnefatafl family: a king and his men in the middle of the board, twice as
//! many around them, all of whom move like rooks and take by closing in from two
//! sides. The king wants to get out.
//!
//! One set of rules with parameters: what differs between variants is data. The
//! parameters are the union of what OpenTafl's rules records, the library
//! `hnefatafl` and AbstractPlay tell apart, and of the rules texts by Aage Nielsen,
//! Damian Walker (Cyningstan) and the Copenhagen rules of 2012.

mod by_man;
mod capture;
mod check;
mod ends;
mod explain;
mod game;
mod ground;
mod lanes;
mod lines;
mod man;
mod marks;
mod plane;
mod play;
mod position;
mod ruleset;
mod text;
mod value;
mod walls;
mod weights;

pub use by_man::{ByMan, Hostile, Passing, Reenter, Stop};
pub use game::Tafl;
pub use man::{ATTACKERS, DEFENDERS, Man, Men};
pub use position::{End, Move, Over, Position};
pub use ruleset::{
    Again, Ai, Berserk, Capture, Encircle, Escape, Jump, KingCapture, NoMoves, Repetition, Rules,
    Ruleset, Setup, Shieldwall, Side, Trigger, Unwinnable, Weapon,
};
pub use weights::Weights;

use boardloom_sdk::fields::Table;
use boardloom_sdk::topology::Adjacency;
use boardloom_sdk::{Diagnostic, Opened, Plugin};

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn read(table: Table) -> Result<Ruleset, String> {
        Ruleset::read(table)
    }

    fn open(ruleset: Ruleset) -> Result<Opened, Vec<Diagnostic>> {
        let topology = ruleset.board.topology(Adjacency::Orthogonal)?;
        Tafl::open(ruleset, topology).map(Opened::game)
    }
}

boardloom_sdk::export!(Family, schema: "../schema.json");
