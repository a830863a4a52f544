//! Files: opened, saved, exported.
#![allow(missing_docs)] // each says itself

use std::path::Path;

pub const OPEN: &str = "Open a file";
pub const SAVE_AS: &str = "Save the record as";
pub const EXPORT: &str = "Export";
pub const EXPORT_TO: &str = "Export to";
pub const NAME: &str = "File";
pub const NAME_HINT: &str = "a name or a path; Tab completes it";
pub const PARENT: &str = "Up";
pub const HOME: &str = "Home";
pub const RECORDS: &str = "Records";
pub const ALL: &str = "All files";
pub const READING: &str = "Reading the folder …";
pub const EMPTY: &str = "Nothing here that could be opened.";
pub const NONE_FITS: &str = "No name here has this in it.";
pub const DO_OPEN: &str = "Open";
pub const DO_SAVE: &str = "Save";
pub const DO_EXPORT: &str = "Export …";
pub const CANCEL: &str = "Cancel";
pub const REPLACE: &str = "Replace it";
pub const KEEP: &str = "Another name";
pub const NO_NAME: &str = "Expected a name, found none.";
pub const FOLDER: &str = "Folder";
pub const RECORD: &str = "Record";
pub const RULESET: &str = "Ruleset";
pub const PLUGIN: &str = "Plugin";
pub const WHAT: &str = "What";
pub const PNG: &str = "Picture of the board (PNG)";
pub const SVG: &str = "Picture of the board, as shapes (SVG)";
pub const GIF: &str = "The game, moving (GIF)";
pub const FRAMES: &str = "The game, a picture a position (PNG)";
pub const WIDTH: &str = "Width";
pub const HEIGHT: &str = "Height";
pub const PACE: &str = "Seconds a move";
pub const FROM: &str = "From move";
pub const TO: &str = "To move";
pub const SCREEN_SIZE: &str = "As on the screen";
pub const STANDING: &str = "The picture shows the board as it stands, in three dimensions.";
pub const STANDING_SIZE: &str = "It is as large as on the screen.";
pub const FILMED_FLAT: &str = "Shapes and moving pictures show the board flat.";
pub const MAKING: &str = "Exporting";
pub const STOP: &str = "Stop";
pub const SAFE_MODE: &str =
    "Only built-in plugins are used in safe mode; start without `--safe-mode` to use this one.";

/// Asks whether a file is to be replaced.
pub fn replace(name: &str) -> String {
    format!("{name} is there already. Replace it?")
}

/// Tells that a path leads nowhere.
pub fn missing(path: &Path) -> String {
    format!("There is no file or folder {}.", path.display())
}

/// Tells that a folder is not there.
pub fn no_folder(path: &Path) -> String {
    format!("There is no folder {}; choose one that is there.", path.display())
}

/// Tells that a folder was meant for a file.
pub fn is_folder(path: &Path) -> String {
    format!("{} is a folder; give the file a name in it.", path.display())
}

/// Tells why a folder or file cannot be read.
pub fn unread(path: &Path, why: &str) -> String {
    format!("Cannot read {}: {why}.", path.display())
}

/// Tells why a file cannot be written.
pub fn unwritten(path: &Path, why: &str) -> String {
    format!("Cannot write {}: {why}.", path.display())
}

/// Says why somebody may not; how to mend it.
pub const FORBIDDEN: &str = "you have no permission; choose another folder, or change its owner";

/// Tells how many entries of a folder are not shown.
pub fn left_off(count: usize) -> String {
    format!("{count} more are here; type a part of the name.")
}

/// Tells how far an export is.
pub fn progress(done: usize, of: usize) -> String {
    format!("{done} of {of} positions")
}

/// Tells where an export was written.
pub fn exported(path: &Path) -> String {
    format!("Exported to {}", path.display())
}

/// Tells that an export was ended before its time.
pub fn exported_early(path: &Path, frames: usize) -> String {
    format!("Ended early: the first {frames} positions are in {}", path.display())
}

/// Tells where an export ends because a move does not fit the rules.
pub fn exported_cut(path: &Path, ply: u32, why: &str) -> String {
    format!("Exported to {}, up to move {ply}, which does not fit: {why}", path.display())
}

/// Tells that a plugin is in use now, and has no ruleset.
pub fn no_ruleset(plugin: &str) -> String {
    format!(
        "The plugin `{plugin}` is in use until the program ends, but no ruleset for it was found \
         beside it. Open a ruleset of its own, or write one that says `plugin = \"{plugin}\"`."
    )
}

/// Tells that a file is none that could be opened.
pub fn not_openable(path: &Path) -> String {
    format!(
        "{} cannot be opened: expected a record (.loom), a ruleset (.toml) or a plugin (.wasm).",
        path.display()
    )
}
