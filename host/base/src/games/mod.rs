//! Games as single files: their format, and those that are installed.

mod file;
mod store;

pub use file::{DESCRIPTION, ENDINGS, GameFile, PACKED_FILE, is_game_file};
pub use store::{GameStore, Installed, StoreError};
