//! Shared by all commands: the catalog of rulesets and plugins, the console, exit codes,
//! common arguments, Ctrl-C.
#![forbid(unsafe_code)]

pub mod args;
pub mod catalog;
pub mod compiler;
pub mod console;
pub mod data;
pub mod failure;
pub mod games;
pub mod interrupt;
pub mod log_limit;
pub mod player;
pub mod watch;

pub use boardloom_ruleset::printable;
pub use catalog::Catalog;
pub use console::Console;
pub use failure::{Failure, Result};
pub use interrupt::Interrupt;
pub use log_limit::LogLimit;
