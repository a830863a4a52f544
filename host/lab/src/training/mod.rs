//! Evaluations learned from self-play: positions, and networks trained on them.

mod board;
mod model;
mod samples;
mod self_play;
mod trainer;

pub use self_play::run as positions;
pub use trainer::run as train;
