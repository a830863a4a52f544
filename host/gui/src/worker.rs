//! The loader's thread, with the drawings that cards and dialogs show.

pub use boardloom_app::loader::{Admitted, Job, Reload, Reloaded};

use crate::thumbnail::Thumbnail;

/// What a ruleset looks like before a game.
pub type Look = boardloom_app::loader::Look<Thumbnail>;
/// What came of a job.
pub type Done = boardloom_app::loader::Done<Thumbnail>;
/// The thread, from the panels' side.
pub type Worker = boardloom_app::loader::Worker<Thumbnail>;
