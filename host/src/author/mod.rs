//! The tools for authors.

mod build;
mod commented;
mod inspect;
mod lock;
mod name;
mod new_language;
mod new_plugin;
mod new_ruleset;
mod subject;
mod test;

use crate::cli::{NewCommand, PluginCommand, ShelfArgs};
use crate::console::Console;
use crate::failure::Failure;
use crate::shelf::Shelf;

/// Begins a plugin, a ruleset or a language.
pub fn new(shelf: &Shelf, what: &NewCommand, console: &mut Console<'_>) -> Result<(), Failure> {
    match what {
        NewCommand::Plugin(plugin) => new_plugin::run(plugin, console),
        NewCommand::Language(language) => new_language::run(language, console),
        NewCommand::Ruleset(ruleset) => new_ruleset::run(shelf, ruleset, console),
    }
}

/// Builds, tests or inspects a plugin.
pub fn plugin(
    args: &ShelfArgs,
    what: &PluginCommand,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    match what {
        PluginCommand::Build(build) => build::run(build, console),
        PluginCommand::Test(test) => test::run(args, test, console),
        PluginCommand::Inspect(inspect) => inspect::run(args, inspect, console),
    }
}
