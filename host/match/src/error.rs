//! What can go wrong with a match.

use boardloom_contract::PluginError;
use thiserror::Error;

use crate::scanner::TextError;
use crate::source::OpenError;

/// Why a match did not do what it was asked.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The ruleset could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The plugin failed. The record is kept: see [`Match::rebuild`](crate::Match::rebuild).
    #[error(transparent)]
    PluginError(#[from] PluginError),
    /// The start could not be read.
    #[error("the start `{text}` cannot be read: {why}")]
    Start {
        /// The text.
        text: String,
        /// What the game said.
        why: String,
    },
    /// A list of moves could not be played to its end.
    #[error("move {number} of the list, at {place}")]
    Listed {
        /// Which move, from 1.
        number: usize,
        /// Where it stands in the text, and what is wrong.
        place: TextError,
    },
    /// The text is neither a position nor a list of moves.
    #[error("this is no position: {position}\nand no list of moves: {list}")]
    NeitherNor {
        /// What is wrong with it as a position.
        position: String,
        /// What is wrong with it as a list of moves.
        list: String,
    },
    /// The move is not legal here.
    #[error("`{mv}` is not legal here: {why}")]
    Illegal {
        /// Its notation.
        mv: String,
        /// What the game said.
        why: String,
    },
    /// The text is no move.
    #[error("{why}")]
    Unread {
        /// The text.
        text: String,
        /// What the game said.
        why: String,
    },
    /// The text is a move that waits for an answer.
    #[error("`{text}` needs its answer behind it, as `{mv}...`: {question}")]
    Unanswered {
        /// The text.
        text: String,
        /// What the answer is appended to.
        mv: String,
        /// What is asked.
        question: String,
    },
    /// The game is over.
    #[error("the game is over; go back to play on from an earlier position")]
    Over,
    /// It is another seat's turn.
    #[error("seat {} may not act now", u16::from(*.seat) + 1)]
    NotToAct {
        /// Who wanted to act, from 0.
        seat: u8,
    },
    /// Chance is to move.
    #[error("a draw comes first")]
    ChanceFirst,
    /// The node is not in the tree, or does not fit the rules in force.
    #[error("this position cannot be reached: {why}")]
    Unreachable {
        /// Why not.
        why: String,
    },
}
