//! The terminal, as far as the program has to do with it.

use std::sync::Arc;

use boardloom_terminal::TerminalError;

use crate::around::{self, Around};
use crate::cli::Play;
use crate::failure::Failure;
use crate::shelf::Shelf;

/// Plays in the terminal.
///
/// # Errors
/// Where the seats or options make no sense, or there is no terminal.
pub fn play(shelf: Shelf, args: &Play) -> Result<(), Failure> {
    // Faults of what was typed are told in lines, before the screen is taken.
    let settings = args.chosen.settings()?;
    let options = around::options(&shelf, args);
    if let Some(id) = &options.ruleset {
        shelf.table(id, &settings)?;
    }
    boardloom_terminal::run(Arc::new(Around::new(shelf)), options).map_err(|error| match error {
        TerminalError::Io(error) => Failure::from(error),
        none => Failure::NoTerminal(none.to_string()),
    })
}
