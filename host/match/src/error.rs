//! What can go wrong with a match.

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
    /// The text of the start position cannot be read.
    #[error("the start `{text}` cannot be read: {why}")]
    Start { text: String, why: String },
    /// A list of moves cannot be played to its end.
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
    /// The text is not a move.
    #[error("{why}")]
    Unread { text: String, why: String },
    /// The text is a move that needs an answer, such as a promotion.
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
