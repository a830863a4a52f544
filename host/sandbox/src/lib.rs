//! The sandbox: loads plugins with wasmtime and keeps them within limits.
//!
//! A plugin is a component that exports the contract `boardloom:rules`. Nothing
//! is linked to it but one function that takes a line of text, so that its
//! answers can depend on nothing but its arguments. [`Sandbox::load`] makes
//! [`Rules`](boardloom_contract::LoadedPlugin) of a component's bytes; each ruleset
//! that is opened lives in an instance of its own and can go to another thread.
//!
//! Whatever a plugin does wrong is a [`PluginError`](boardloom_contract::Fault) with a
//! name: too much time, too much memory, a trap, an answer that the contract does
//! not allow. An instance that met one of the first three, or whose move broke
//! the contract, is over: every later call answers the same fault, and who wants
//! to go on opens the ruleset again and plays the moves again.
#![forbid(unsafe_code)]

mod bindings;
mod check;
mod config;
mod convert;
mod cursor;
mod drawing;
mod fault;
mod game;
mod inspect;
mod instance;
mod rules;
mod sandbox;
mod searcher;
mod session;
mod state;
mod ticker;

pub use config::{CacheFolder, LOG_ALL, Limits, SandboxConfig};
pub use inspect::{Inspection, inspect};
pub use sandbox::{Sandbox, SandboxError};
