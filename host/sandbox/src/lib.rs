//! The sandbox: loads plugins with wasmtime and keeps them within limits.
//!
//! A plugin is a component that exports the contract `boardloom:rules`. Its only import is a
//! function that logs a line of text, so its answers depend on its arguments alone.
//! [`Sandbox::load`] turns the bytes of a component into a
//! [`LoadedPlugin`](boardloom_contract::LoadedPlugin); each open ruleset has a separate instance
//! and can be sent to another thread.
//!
//! Any failure is a [`PluginError`](boardloom_contract::PluginError): too much
//! time, too much memory, a trap, or an answer that the contract does not allow.
//! After one of the first three, or after a move that broke the contract, the
//! instance has failed: every later call returns the same error. To go on, open
//! the ruleset and play the moves again.
// Only the cache runs code that it read from a file.
#![deny(unsafe_code)]

mod bindings;
mod cache;
mod compiled_plugin;
mod compiler;
mod config;
mod conversion;
mod cursor;
mod diagnosis;
mod drawing;
mod engine;
mod fallback;
mod game;
mod game_instance;
mod inspect;
mod instance;
mod move_list;
mod observation;
mod parts;
mod plain_board;
mod rules;
mod sandbox;
mod searcher;
mod store_data;
mod ticker;
mod validation;

pub use compiler::{CompileLimits, Compiler, compile};
pub use config::{CacheFolder, LOG_ALL, Limits};
pub use inspect::{Inspection, inspect};
pub use sandbox::{Sandbox, SandboxConfig, SandboxError};
