//! The contract between Boardloom and its plugins, `boardloom:rules@1.0.0`, as
//! Rust types and traits, and the [`harness`] that checks plugins against it.
//!
//! The contract itself is the WIT text in `sdk/wit/1.0.0/`. The SDK implements these traits for
//! games, the host's sandbox for components. The harness checks both through the traits.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cursor_count;
mod cursor_search;
mod facts;
pub mod harness;
mod partial_move;
mod plugin_error;
mod random;
mod suggestion;
mod touched_sites;
mod traits;
mod types;

pub use cursor_count::{perft, perft_in_parts};
pub use cursor_search::{CursorSearch, ResampledSearch};
pub use partial_move::PartialMove;
pub use plugin_error::{PluginError, PluginResult};
pub use suggestion::nearest;
pub use touched_sites::TouchedSites;
pub use traits::{Capabilities, Cursor, LoadedPlugin, OpenGame, Searcher};
pub use types::*;

/// The version of the contract that these types mirror.
pub const VERSION: &str = "1.0.0";
