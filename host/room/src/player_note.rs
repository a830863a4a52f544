//! A note that a player wrote during a game.

use serde::{Deserialize, Serialize};

/// A player's note on a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerNote {
    /// From 1.
    pub seat: u8,
    /// The moves that were played when it was written.
    pub ply: u32,
    /// The player's name.
    pub name: String,
    pub text: String,
}
