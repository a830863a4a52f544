//! Matches without a screen: the game tree, players, clocks, records and the journal.
//!
//! The crate knows no game, no window and no sandbox: the rules come as the
//! contract's traits, in a [`GameSource`]. A [`Match`] tells its listeners of every
//! change; records and the journal are built on it, and it knows neither.
#![forbid(unsafe_code)]

mod arrow;
mod assessment;
mod atomic_file;
mod chance;
pub mod clock;
mod error;
mod game_match;
mod game_tree;
pub mod journal;
mod move_text;
mod observed;
mod player;
pub mod record;
mod scanner;
mod source;
mod translated;
mod verdict;

pub use arrow::{Arrow, MAX_ARROWS};
pub use assessment::Assessment;
pub use atomic_file::{write_atomically, write_privately};
pub use chance::{draw_first, draw_while, draws_before, number as chance_number};
pub use clock::{Clock, TimeControl};
pub use error::MatchError;
pub use game_match::*;
pub use game_tree::{Cause, GameEvent, GameTree, Legality, Node, NodeId, ROOT};
pub use journal::Journal;
pub use observed::{Observer, observed_cursor};
pub use player::{Player, PlayerKind};
pub use record::{OptionFault, Record, check_examples};
pub use scanner::TextError;
pub use source::{GameSource, OpenError, PluginBuild};
pub use translated::common_texts;
pub use verdict::Verdict;

#[cfg(test)]
mod fake {
    pub(crate) fn source(row: &str) -> crate::GameSource {
        let (rules, ruleset) = boardloom_testing::row(row);
        crate::GameSource::new(rules, ruleset)
    }
}
