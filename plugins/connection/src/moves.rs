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
