//! The loader's thread, with the drawings that cards and dialogs show.

pub use boardloom_shell::worker::{Admitted, Job, Reload, Reloaded};

use crate::glimpse::Glimpse;

/// What a ruleset looks like before a game.
pub type Look = boardloom_shell::worker::Look<Glimpse>;
/// What came of a job.
pub type Done = boardloom_shell::worker::Done<Glimpse>;
/// The thread, from the panels' side.
pub type Worker = boardloom_shell::worker::Worker<Glimpse>;
