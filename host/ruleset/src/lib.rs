//! Rulesets: TOML files that say which board and which variant of a game is
//! played.
//!
//! A [`Library`] finds them, reads what they extend, applies what a person chose
//! ([`Settings`]), holds the result to the host's and the plugin's schema
//! ([`Schemas`]), and gives a [`Ruleset`] or a [`Report`] of every fault with
//! its place. What a ruleset means is the plugin's affair: its diagnostics come
//! back through [`Ruleset::locate`].
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod chain;
mod color;
mod doubts;
mod file;
mod formula;
mod library;
mod locate;
mod nearest;
mod options;
mod parse;
mod parts;
mod report;
mod ruleset;
mod schema;
mod settings;
mod value;
mod write;

pub use color::{Color, NotAColor};
pub use file::{Place, SourceFile};
pub use formula::{Formula, FormulaError, Magnitude};
pub use library::{Entry, Library, Origin, Source};
pub use options::{Choice, Domain, Item, When};
pub use parts::{Clock, Computer, Estimate, Help, Level, Look, PieceLook, Player, Style};
pub use report::{Finding, Report};
pub use ruleset::Ruleset;
pub use schema::{Schemas, whole_schema};
pub use settings::{NotASetting, Settings};
