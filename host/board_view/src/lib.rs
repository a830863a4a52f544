//! The board as players see and use it, without a screen: its geometry, the controller
//! that turns input into moves, and the shapes to draw in two and three dimensions.
#![forbid(unsafe_code)]

pub mod board;
pub mod controller;
pub mod diagram;
pub mod scene;
pub mod scene3d;

pub use board::{BoardGeometry, Camera, Pos, Rect};
pub use controller::{BoardController, Input, Intent, MatchMoves, MoveSource, PremoveSource};
pub use scene::Scene;

#[cfg(test)]
mod fake {
    pub(crate) use boardloom_testing::drawing;

    pub(crate) fn source(row: &str) -> boardloom_match::GameSource {
        let (rules, ruleset) = boardloom_testing::row(row);
        boardloom_match::GameSource::new(rules, ruleset)
    }
}
