//! Games in numbers: matches between computer players, statistics, plots, move counts, speed.
#![forbid(unsafe_code)]

pub mod arena;
pub mod args;
pub mod bench;
mod contestant_spec;
mod findings;
pub mod measure;
pub mod option_trial;
pub mod perft;
mod plots;
pub mod puzzles;
mod recorded_games;
pub mod series;
pub mod solver;
pub mod stats;
pub mod training;
pub mod trial;
