//! Opens the window.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use boardloom_window::{Options, Script, WindowOptions};

use crate::cli::Play;
use crate::services::{self, AppServices};
use crate::{Catalog, Failure, Result};

pub fn record_start() {
    STARTED.get_or_init(Instant::now);
}

static STARTED: OnceLock<Instant> = OnceLock::new();

/// Opens the window; fails without a display or its libraries.
pub fn open(catalog: Catalog, play: Options) -> Result<()> {
    show(catalog, play, false)
}

/// Opens the window with all components of the screens.
pub fn gallery(catalog: Catalog) -> Result<()> {
    show(catalog, Options::default(), true)
}

fn show(catalog: Catalog, play: Options, gallery: bool) -> Result<()> {
    let options = WindowOptions {
        play,
        size: size(),
        started: STARTED.get().copied(),
        script: Script::from_env(),
        gallery,
    };
    boardloom_window::run(Arc::new(AppServices::new(catalog)), options)
        .map_err(|error| Failure::NoWindow(error.to_string()))
}

pub fn play(catalog: Catalog, args: &Play) -> Result<()> {
    // Report wrong arguments in the terminal, before the window opens.
    let options = services::options(&catalog, args)?;
    open(catalog, options)
}

/// Reads `BOARDLOOM_SIZE`, such as `1280x800`: for tests and screenshots.
fn size() -> Option<(u32, u32)> {
    let text = std::env::var("BOARDLOOM_SIZE").ok()?;
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}
