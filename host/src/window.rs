//! The window, as far as the program has to do with it.

use crate::cli::Play;
use crate::failure::Failure;
use crate::shelf::Shelf;

/// What the window opens with.
#[derive(Debug, Default)]
pub struct Opening {
    /// What to play at once.
    pub what: Option<String>,
}

/// Opens the window.
pub fn open(shelf: Shelf, opening: Opening) -> Result<(), Failure> {
    let _ = (shelf, opening);
    Err(Failure::NoWindow("no window yet".to_owned()))
}

/// Opens the window on what is to be played.
pub fn play(shelf: Shelf, args: &Play) -> Result<(), Failure> {
    open(shelf, Opening { what: args.what.clone() })
}
