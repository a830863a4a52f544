//! Moves.

use boardloom_sdk::Site;

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Puts a stone on an empty site.
    Put(Site),
    /// Takes over the opening of the first player.
    Swap,
    /// Picks a colour after the cut.
    Choose(u8),
}

impl Move {
    /// Returns where a stone is put.
    #[inline(always)]
    pub fn site(self) -> Option<Site> {
        match self {
            Move::Put(site) => Some(site),
            Move::Swap | Move::Choose(_) => None,
        }
    }
}
