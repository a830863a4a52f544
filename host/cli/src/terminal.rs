//! Opens the full-screen terminal.

use std::sync::Arc;

use boardloom_terminal::TerminalError;

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::failure::Failure;
use crate::services::{self, AppServices};

pub fn play(catalog: Catalog, args: &Play) -> Result<(), Failure> {
    // Report wrong arguments before the game takes over the screen.
    let settings = args.overrides.parse()?;
    let options = services::options(&catalog, args)?;
    if let Some(id) = &options.ruleset {
        catalog.source(id, &settings)?;
    }
    boardloom_terminal::run(Arc::new(AppServices::new(catalog)), options).map_err(|error| {
        match error {
            TerminalError::Io(error) => Failure::from(error),
            other => Failure::NoTerminal(other.to_string()),
        }
    })
}
