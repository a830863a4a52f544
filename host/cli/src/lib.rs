//! Boardloom: play, change and invent abstract board games.
//!
//! This is the program around the other crates: the command line, the [`Catalog`]
//! of rulesets and plugins, the door for other programs ([`query`]), play in a
//! terminal, and the tools for authors. `boardloom --help` lists its commands.
#![forbid(unsafe_code)]

mod author;
mod check;
mod cli;
mod doctor;
mod engine;
mod lines;
mod list;
mod log_capture;
mod manual;
pub mod query;
mod render;
mod replay;
mod rules;
mod run;
mod services;
mod terminal;
mod text;
mod window;

use boardloom_base::{catalog, console, data, failure, interrupt, player, watch};
use boardloom_lab::{arena, bench, perft, stats};
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
