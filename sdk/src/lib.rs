#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod bits;
pub mod count;
pub mod diagnostic;
pub mod effects;
mod export;
mod game;
#[doc(hidden)]
#[cfg(target_arch = "wasm32")]
pub mod guest;
mod history;
mod key;
pub mod native;
pub mod network;
mod observation;
mod origin;
mod path_choices;
mod players;
pub mod position_text;
pub mod random;
mod ranks;
pub mod rows;
pub mod search;
mod session;
mod sorting;
pub mod testing;
pub mod topology;
mod undo;
mod weights;

pub use bits::{Bits, SiteTable, words};
pub use boardloom_contract as contract;
pub use boardloom_contract::{
    About, BoardLine, BoardView, CHANCE, Capabilities, Caption, Choices, Cursor, Diagnostic,
    Effect, Extent, Frame, GameStatus, LineStyle, Mark, Message, MoveOption, NO_COLOR, Outcome,
    PAGE, PartialMove, Patch, PathKey, Piece, PieceKind, Place, PlayoutStats, PluginError,
    PluginResult, Point, SearchProgress, Searcher, Seat, SeatState, Severity, Site, Target,
    TargetKind, Variation,
};
pub use game::{Game, PlayoutPolicy, PlayoutSummary, Plugin, Status};
pub use observation::HiddenInformation;
pub use players::Players;
pub use ranks::{MAX_SEATS, Ranks};
#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;
pub use session::OpenedGame;
pub use undo::Undoable;
