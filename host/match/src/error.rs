//! Errors of a match.

use boardloom_contract::PluginError;
use thiserror::Error;

use crate::scanner::TextError;
use crate::source::OpenError;

#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum MatchError {
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The match keeps its tree: see [`Match::rebuild`](crate::Match::rebuild).
    #[error(transparent)]
    PluginError(#[from] PluginError),
    #[error("the start `{text}` cannot be read: {why}")]
    Start { text: String, why: String },
    #[error("move {number} of the list, at {place}")]
    Listed {
        /// From 1.
        number: usize,
        place: TextError,
    },
    #[error("this is no position: {position}\nand no list of moves: {list}")]
    NeitherPositionNorMoves { position: String, list: String },
    #[error("{why}")]
    Illegal { mv: String, why: String },
    #[error("{why}")]
    Unread { text: String, why: String },
    #[error("`{text}` needs its answer behind it, as `{mv}...`: {question}")]
    MissingAnswer {
        text: String,
        /// The answer is appended to this.
        mv: String,
        question: String,
    },
    #[error("the game is over; go back to play on from an earlier position")]
    Over,
    #[error("it is not your turn")]
    NotYourTurn {
        /// From 0.
        seat: u8,
    },
    #[error("a draw comes first")]
    ChanceToMove,
    /// The node is not in the tree, or is illegal under the current rules.
    #[error("this position cannot be reached: {why}")]
    Unreachable { why: String },
}
