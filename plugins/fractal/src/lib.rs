//! The Fractal Territory Board Game: pieces on the corners of cells, points for
//! cells whose corners are all taken, and a side that is behind may divide a cell.
//!
//! By S. F. Siao, H. W. Hsu, W. K. Tai and A. Yip. What their text leaves open is
//! a parameter of the ruleset.

mod diagram;
mod explain;
mod game;
mod moves;
mod open;
mod pool;
mod position;
mod ruleset;
mod scoring;
mod sums;
mod text;
mod worth;

pub use game::Fractal;
pub use moves::Move;
pub use position::Position;
pub use ruleset::{
    Ai, By, Chance, End, First, Full, On, Pack, Rules, Ruleset, Score, Subdivide, Weights, Who,
};

use boardloom_sdk::{Diagnostic, Opened, Plugin};

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<Opened, Vec<Diagnostic>> {
        Fractal::open(ruleset).map(Opened::undoable)
    }
}

boardloom_sdk::export!(Family, schema: "../schema.json");
