//! Playing without a screen: matches and their records, the journal, the
//! computer's thread, the board's interface, and what is drawn.
//!
//! Nothing here knows a game, a window or a sandbox: the rules come as the
//! contract's traits (in a [`Table`]), input comes as events, and a picture
//! leaves as a list of shapes.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod board;
pub mod clock;
pub mod computer;
pub mod diagram;
pub mod export;
#[cfg(test)]
mod fake;
pub mod interface;
pub mod journal;
pub mod record;
mod remarks;
pub mod scene;
pub mod sitting;
pub mod stage;
mod table;

pub use board::{Board, Camera, Pos, Rect};
pub use boardloom_contract as contract;
pub use boardloom_ruleset as ruleset;
pub use clock::{Clock, Control};
pub use interface::{Chooser, Input, Intent, Interface, MatchChooser};
pub use journal::Journal;
pub use record::{Record, RecordError};
pub use remarks::Remarks;
pub use scene::Scene;
pub use sitting::{Match, MatchError, Player, Setup, Who};
pub use table::{Build, OpenError, Table};
