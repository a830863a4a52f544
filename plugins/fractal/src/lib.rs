//! The Fractal Territory Board Game: pieces on the corners of cells, points for cells whose
//! corners are all taken, and a side that is behind may divide a cell.
//!
//! By S. F. Siao, H. W. Hsu, W. K. Tai and A. Yip. Rules that their text leaves open are
//! parameters of the ruleset.

mod chains;
mod diagram;
mod evaluation;
mod fenwick_tree;
mod game;
mod indexed_set;
mod moves;
mod position;
mod rules_text;
mod ruleset;
mod scoring;
mod size;
mod text;
mod validation;
mod visuals;

pub use game::Fractal;
pub use moves::Move;
pub use position::Position;
pub use ruleset::{
    ChanceRule, DivisionRight, DivisionRules, EndRules, FirstPlayer, FullBoard, Pack, Placement,
    Rules, Ruleset, ScoreRules, ScoredBy, Weights,
};

use boardloom_sdk::{Diagnostic, OpenedGame, Plugin};

pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        Fractal::open(ruleset).map(OpenedGame::undoable)
    }
}

boardloom_sdk::export!(Family);
