//! What the computer was asked for, and which answers count.

/// What the computer was asked for.
#[derive(Debug, Default)]
pub(crate) struct ComputerSearch {
    /// Game, ply and seat of the last search, if its answer counts.
    pub at: Option<(u32, u32, u8)>,
    /// The number of the last search.
    pub number: u64,
    /// Searches in a row that found no move.
    pub failed: u8,
}

impl ComputerSearch {
    pub fn is_awaited(&self, number: u64) -> bool {
        self.at.is_some() && self.number == number
    }
}
