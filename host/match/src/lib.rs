//! Matches without a screen: the game tree, players, clocks, records and the journal.
//!
//! The crate knows no game, no window and no sandbox: the rules come as the
//! contract's traits, in a [`GameSource`].
#![forbid(unsafe_code)]

pub mod clock;
pub mod journal;
pub mod match_;
pub mod record;
pub mod source;

#[cfg(test)]
mod fake {
    pub(crate) fn source(row: &str) -> crate::GameSource {
        let (rules, ruleset) = boardloom_testing::row(row);
        crate::GameSource::new(rules, ruleset)
    }
}

pub use clock::{Clock, TimeControl};
pub use journal::Journal;
pub use match_::*;
pub use record::{Record, RecordError};
pub use source::{Build, GameSource, OpenError};
