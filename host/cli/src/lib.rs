//! Boardloom: play, change and invent abstract board games.
//!
//! The command line, the [`Catalog`] of rulesets and plugins, the JSON interface for other programs
//! ([`query`]), play as text, and the tools for authors. `boardloom --help` lists the commands.
#![forbid(unsafe_code)]

mod author;
mod catalog_args;
mod check;
mod cli;
mod doctor;
pub mod engine;
mod lines;
mod list;
mod log_capture;
mod mail;
mod manual;
mod online;
mod pager;
pub mod query;
mod render;
mod replay;
mod rules;
mod run;
mod seats;
#[cfg(feature = "server")]
mod serve;
mod services;
mod terminal;
mod text;
mod window;

use boardloom_base::{catalog, console, data, failure, games, interrupt, player, watch};
use boardloom_lab::{arena, bench, perft, puzzles, solver, stats, training};
use std::ffi::OsString;
use std::process::ExitCode;

pub use catalog::{Catalog, CatalogError, Places, Plugins};
pub use console::Console;
pub use failure::{Failure, Result};
pub use run::run;

/// Runs the program on the standard streams; the first argument is the program's name.
pub fn main_with(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    if let Some(code) = boardloom_base::compiler::serve() {
        return ExitCode::from(code);
    }
    window::record_start();
    let (input, output, errors) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let mut console = Console::of_process(input.lock(), output, errors);
    ExitCode::from(run(args, &mut console))
}
