//! The legal moves of a plugin that does not page them.

use boardloom_contract::Seat;

/// The legal moves of a seat, in order.
#[derive(Debug, Clone, Default)]
pub struct MoveList {
    pub seat: Seat,
    pub moves: Vec<String>,
}
