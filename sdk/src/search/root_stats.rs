//! Statistics of the root that instances of a search exchange.

use serde::{Deserialize, Serialize};

/// The statistics of a move.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct MoveStats {
    pub mv: String,
    pub numbers: Vec<f64>,
}

/// Writes the statistics of a kind of search.
pub(super) fn write(kind: &str, stats: Vec<MoveStats>) -> Vec<u8> {
    serde_json::to_vec(&(kind, stats)).expect("texts and numbers can be written")
}

/// Reads the statistics of the same kind of search, with this many numbers for each move. Anything
/// else comes from a different build or search and is left out.
pub(super) fn read(kind: &str, numbers: usize, bytes: &[u8]) -> Vec<MoveStats> {
    match serde_json::from_slice::<(String, Vec<MoveStats>)>(bytes) {
        Ok((own, stats)) if own == kind => {
            stats.into_iter().filter(|stats| stats.numbers.len() == numbers).collect()
        }
        _ => Vec::new(),
    }
}
