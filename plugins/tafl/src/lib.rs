//! The Hnefatafl family: a king and his men in the middle of the board against about
//! twice as many attackers around them. All pieces move like rooks and capture by
//! closing in from two sides; the king tries to escape.
//!
//! One set of rules with parameters: variants differ in data only. The parameters are the union of
//! those of OpenTafl's rules records, the library `hnefatafl` and AbstractPlay, and of the rules
//! texts by Aage Nielsen, Damian Walker (Cyningstan) and the Copenhagen rules of 2012.

mod bitboard;
mod board_tables;
mod captures;
mod evaluation;
mod exit_fort;
mod game;
mod history;
mod lints;
mod marks;
mod moves;
mod notation;
mod piece;
mod piece_tables;
mod position;
mod refusal;
mod rules_text;
mod ruleset;
mod shieldwall;
mod slides;
mod termination;
mod validation;
mod weights;

use game::Tafl;
use ruleset::Ruleset;

use boardloom_sdk::topology::Adjacency;
use boardloom_sdk::{Diagnostic, OpenedGame, Plugin};

pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        let board = ruleset.board.clone();
        board.open(Adjacency::Orthogonal, |topology| {
            Tafl::open(ruleset, topology).map(OpenedGame::game)
        })
    }
}

boardloom_sdk::export!(Family);
