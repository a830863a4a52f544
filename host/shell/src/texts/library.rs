//! The library.
#![allow(missing_docs)] // each says itself

pub const FIND: &str = "Find";
pub const FAMILY: &str = "By family";
pub const PLAYERS: &str = "By players";
pub const BOARD: &str = "By size";
pub const NONE: &str = "No ruleset has these words.";
pub const UNKNOWN: &str = "Not looked at yet";

/// Names a group by how many play.
pub fn players(seats: usize) -> String {
    match seats {
        1 => "For one".to_owned(),
        2 => "For two".to_owned(),
        3 => "For three".to_owned(),
        n => format!("For {n}"),
    }
}

/// Names small boards.
pub fn small(below: usize) -> String {
    format!("Small boards: fewer than {below} places")
}

/// Names boards of middle size.
pub fn middle(from: usize, below: usize) -> String {
    format!("Boards of {from} to {} places", below - 1)
}

/// Names large boards.
pub fn large(from: usize) -> String {
    format!("Large boards: {from} places and more")
}
