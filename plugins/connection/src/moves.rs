//! Moves.

use boardloom_sdk::Site;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Places a stone on an empty site.
    Place(Site),
    /// Takes over the opening of the first player.
    Swap,
    /// Chooses a colour after the cut.
    Choose(u8),
}

impl Move {
    #[inline(always)]
    pub fn site(self) -> Option<Site> {
        match self {
            Move::Place(site) => Some(site),
            Move::Swap | Move::Choose(_) => None,
        }
    }
}
