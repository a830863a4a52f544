//! Boardloom: play, change and invent abstract board games.
//!
//! This is the program around the other crates: the command line, the [`Catalog`]
//! of rulesets and plugins, the door for other programs ([`query`]), play in a
//! terminal, and the tools for authors. `boardloom --help` lists its commands.
#![forbid(unsafe_code)]

mod arena;
mod author;
mod bench;
mod catalog;
mod check;
mod cli;
mod console;
mod data;
mod doctor;
mod engine;
mod failure;
mod interrupt;
mod lines;
mod list;
mod log_capture;
mod manual;
mod measure;
mod perft;
mod player;
mod plots;
pub mod query;
mod render;
mod replay;
mod rules;
mod run;
mod series;
mod services;
mod stats;
mod terminal;
mod text;
mod watch;
mod window;

use std::ffi::OsString;
use std::process::ExitCode;

pub use catalog::{Catalog, OpenError, Places, Plugins};
pub use console::Console;
pub use failure::Failure;
pub use run::run;

/// Runs the program with these arguments (the program's name first) on the
/// process's own streams.
pub fn main_with(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    window::note_start();
    let (input, output, errors) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let mut console = Console::of_process(input.lock(), output, errors);
    ExitCode::from(run(args, &mut console))
}
