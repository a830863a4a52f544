//! Computer players for any game.

mod log;
mod mcts;
mod settings;
mod tree;

pub use mcts::Mcts;
pub use settings::Settings;
