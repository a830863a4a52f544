//! Connection games: place stones on empty sites until one colour closes a loop that
//! crosses the joined edges of the board, joins its sides, or touches enough regions with
//! one group. On any board, for two or three players.
//!
//! Projective Hex is by Bill Taylor and Dan Hoey (rec.games.abstract, 2007), Hex by Piet Hein
//! (1942) and John Nash (1948), Y by Claude Shannon and, later, Craige Schensted and Charles Titus.

mod boundary;
mod diagram;
mod game;
mod goal_checks;
mod goals;
mod graph;
mod groups;
mod knowledge;
mod loop_classes;
mod mirror;
mod moves;
mod notation;
mod objectives;
mod playout;
mod position;
mod rules_text;
mod ruleset;
mod setup;
mod short_ways;
mod surround;
mod validation;
mod winning_paths;

pub use game::Connection;
pub use loop_classes::LoopClasses;
pub use moves::Move;
pub use position::Position;
pub use ruleset::{
    BoardPart, BothReach, FullBoard, Goal, GoalList, GoalRule, LoopRule, OpeningRule, Pieces,
    Rules, Ruleset, Setup, StuckSide, SurroundRule,
};

use boardloom_sdk::topology::Adjacency;
use boardloom_sdk::{Diagnostic, OpenedGame, Plugin};

pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        let board = ruleset.board.clone();
        board.open(Adjacency::Orthogonal, |topology| {
            Connection::open(ruleset, topology).map(OpenedGame::undoable)
        })
    }
}

boardloom_sdk::export!(Family);
