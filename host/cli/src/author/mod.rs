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

use crate::catalog::Catalog;
use crate::cli::{CatalogArgs, NewCommand, PluginCommand};
use crate::console::Console;
use crate::failure::Failure;

/// Begins a plugin, a ruleset or a language.
pub fn new(catalog: &Catalog, what: &NewCommand, console: &mut Console<'_>) -> Result<(), Failure> {
    match what {
        NewCommand::Plugin(plugin) => new_plugin::run(plugin, console),
        NewCommand::Language(language) => new_language::run(language, console),
        NewCommand::Ruleset(ruleset) => new_ruleset::run(catalog, ruleset, console),
    }
}

/// Builds, tests or inspects a plugin.
pub fn plugin(
    args: &CatalogArgs,
    what: &PluginCommand,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    match what {
        PluginCommand::Build(build) => build::run(build, console),
        PluginCommand::Test(test) => test::run(args, test, console),
        PluginCommand::Inspect(inspect) => inspect::run(args, inspect, console),
    }
}
