//! The moves of a game as each observer sees them.

use boardloom_match::ObservedMove;

/// The moves of the current game, by ply and observer.
#[derive(Debug, Clone, Default)]
pub(crate) struct ObservedGame(pub Vec<Vec<ObservedMove>>);
