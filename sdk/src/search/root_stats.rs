//! What instances of a search tell each other of the root.

use serde::{Deserialize, Serialize};

/// What was found of a move.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct MoveStats {
    pub mv: String,
    pub numbers: Vec<f64>,
}

/// Writes what a kind of search found.
pub(super) fn write(kind: &str, stats: Vec<MoveStats>) -> Vec<u8> {
    serde_json::to_vec(&(kind, stats)).expect("texts and numbers can be written")
}

/// Reads what the same kind of search wrote, with so many numbers for each move.
/// What cannot be read comes from a different build or search: it is left out.
pub(super) fn read(kind: &str, numbers: usize, bytes: &[u8]) -> Vec<MoveStats> {
    match serde_json::from_slice::<(String, Vec<MoveStats>)>(bytes) {
        Ok((own, stats)) if own == kind => {
            stats.into_iter().filter(|stats| stats.numbers.len() == numbers).collect()
        }
        _ => Vec::new(),
    }
}
