//! The tools for authors.

use crate::cli::{NewCommand, PluginCommand, ShelfArgs};
use crate::console::Console;
use crate::failure::Failure;
use crate::shelf::Shelf;

pub fn new(shelf: &Shelf, what: &NewCommand, console: &mut Console<'_>) -> Result<(), Failure> {
    let _ = (shelf, what, console);
    Ok(())
}

pub fn plugin(
    args: &ShelfArgs,
    what: &PluginCommand,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let _ = (args, what, console);
    Ok(())
}
