//! The terminal, as far as the program has to do with it.

use std::sync::Arc;

use boardloom_terminal::TerminalError;

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::failure::Failure;
use crate::services::{self, AppServices};

/// Plays in the terminal.
///
/// # Errors
/// Where the seats or options make no sense, or there is no terminal.
pub fn play(catalog: Catalog, args: &Play) -> Result<(), Failure> {
    // Faults of what was typed are told in lines, before the screen is taken.
    let settings = args.chosen.settings()?;
    let options = services::options(&catalog, args);
    if let Some(id) = &options.ruleset {
        catalog.source(id, &settings)?;
    }
    boardloom_terminal::run(Arc::new(AppServices::new(catalog)), options).map_err(|error| {
        match error {
            TerminalError::Io(error) => Failure::from(error),
            none => Failure::NoTerminal(none.to_string()),
        }
    })
}
