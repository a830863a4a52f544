//! The window, as far as the program has to do with it.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use boardloom_window::{Options, Script, WindowOptions};

use crate::catalog::Catalog;
use crate::cli::Play;
use crate::failure::Failure;
use crate::services::{self, AppServices};

/// What the window opens with.
#[derive(Debug, Default)]
pub struct Opening {
    /// What to play at once.
    pub play: Options,
}

/// Notes when the process began, for telling how long the first frame took.
pub fn note_start() {
    STARTED.get_or_init(Instant::now);
}

static STARTED: OnceLock<Instant> = OnceLock::new();

/// Opens the window.
///
/// # Errors
/// Where there is no display, or a library for it is missing.
pub fn open(catalog: Catalog, opening: Opening) -> Result<(), Failure> {
    let options = WindowOptions {
        play: opening.play,
        size: size(),
        started: STARTED.get().copied(),
        script: Script::from_env(),
    };
    boardloom_window::run(Arc::new(AppServices::new(catalog)), options)
        .map_err(|error| Failure::NoWindow(error.to_string()))
}

/// Opens the window on what is to be played.
///
/// # Errors
/// Where the seats or options make no sense, and as [`open`].
pub fn play(catalog: Catalog, args: &Play) -> Result<(), Failure> {
    // Faults of what was typed are told in the terminal, before any window.
    args.chosen.settings()?;
    let play = services::options(&catalog, args);
    open(catalog, Opening { play })
}

/// Reads `BOARDLOOM_SIZE`, as `1280x800`: for tests, and pictures of the window.
fn size() -> Option<(u32, u32)> {
    let text = std::env::var("BOARDLOOM_SIZE").ok()?;
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}
