//! Opens the full-screen terminal.

use std::io::{BufRead, Write};
use std::sync::Arc;

use boardloom_app::Options;
use boardloom_terminal::TerminalError;

use crate::cli::Play;
use crate::services::{self, AppServices};
use crate::{Catalog, Console, Failure, Result};

/// Without a window, offers to play in the terminal instead.
pub fn offer(
    opened: Result<()>,
    console: &mut Console<'_>,
    play: impl FnOnce() -> Result<()>,
) -> Result<()> {
    match opened {
        Err(failure @ Failure::NoWindow(_)) if console.asks => {
            console.say(&failure);
            write!(console.out, "Play in this terminal instead? [Y/n] ")?;
            console.flush()?;
            let mut answer = String::new();
            console.input.read_line(&mut answer)?;
            match answer.trim().to_lowercase().as_str() {
                "" | "y" | "yes" => play(),
                _ => Err(failure),
            }
        }
        opened => opened,
    }
}

pub fn play(catalog: Catalog, args: &Play) -> Result<()> {
    // Report wrong arguments before the game takes over the screen.
    let settings = args.overrides.parse()?;
    let options = services::options(&catalog, args)?;
    if let Some(id) = &options.ruleset {
        catalog.source(id, &settings)?;
    }
    open(catalog, options)
}

pub fn open(catalog: Catalog, options: Options) -> Result<()> {
    boardloom_terminal::run(Arc::new(AppServices::new(catalog)), options).map_err(|error| {
        match error {
            TerminalError::Io(error) => Failure::from(error),
            other => Failure::NoTerminal(other.to_string()),
        }
    })
}
