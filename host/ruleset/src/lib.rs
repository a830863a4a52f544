//! Rulesets: TOML files that define the board and the rules of one variant of a
//! game.
//!
//! A [`Library`] finds them, merges the files that they extend, applies the
//! player's choices ([`Overrides`]), validates the result against the schemas of
//! host and plugin ([`PluginSchemas`]), and returns a [`Ruleset`] or all
//! [`Diagnostics`]. The plugin checks what the values mean;
//! [`Ruleset::locate`] maps its diagnostics back to lines of the files.
#![forbid(unsafe_code)]

mod calculation;
mod clock_slips;
mod color;
mod diagnostics;
mod example;
mod excess;
mod exercise;
pub mod file;
mod formula;
mod hash;
mod idle_keys;
mod inheritance;
mod languages;
mod library;
mod line;
mod line_slips;
mod line_words;
mod lints;
mod location;
mod look_names;
mod misplaced_keys;
mod network;
mod option_reader;
mod option_slips;
mod option_values;
mod options;
mod overrides;
mod own_lines;
mod parser;
mod pasted_lines;
pub mod placeholder;
mod plugin_choice;
pub mod printable;
mod ruleset;
mod ruleset_test;
mod schema;
mod second_keys;
mod slips;
mod sound_part;
mod source;
mod spoken;
mod start;
pub mod suggestion;
mod syntax;
mod table_slips;
mod tables;
pub mod time_control;
mod translation;
mod unclosed;
mod value;
mod writer;

pub use color::{Color, ParseColorError};
pub use diagnostics::{Diagnostics, SourceDiagnostic};
pub use example::{ExampleGame, ExampleTexts, find_example};
pub use exercise::{Exercise, ExerciseGoal, ExerciseTexts};
pub use formula::{Formula, FormulaError, Magnitude};
pub use hash::sha256_hex;
pub use library::{
    Library, LibraryEntry, LibrarySource, RulesetOrigin, contains_words, keep_named,
};
pub use look_names::PIECE_SHAPES;
pub use options::{OPTIONS_NAME, OptionCondition, OptionDomain, OptionValue, RulesetOption};
pub use overrides::{Overrides, ParseOverrideError};
pub use ruleset::Ruleset;
pub use ruleset_test::RulesetTest;
pub use schema::{PluginSchemas, editor_schema};
pub use source::{SourceFile, SourceSpan};
pub use start::DrawnStart;
pub use tables::{
    AiSpec, Appearance, DEFAULT_LEVELS, Estimate, HelpTexts, LevelSpec, PieceAppearance,
    PlayerSpec, RoleAppearance,
};
pub use time_control::TimeControl;
pub use translation::{CATALOGUE_LIMIT, CatalogueError, Translation};
pub use value::counted;
