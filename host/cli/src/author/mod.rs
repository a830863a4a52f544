//! Commands for authors of plugins, rulesets and languages.

mod build;
mod inspect;
mod lock_file;
mod name;
mod new_language;
mod new_plugin;
mod new_ruleset;
mod plugin_file;
mod ruleset_template;
mod test;

use crate::catalog::Catalog;
use crate::cli::{CatalogArgs, NewCommand, PluginCommand};
use crate::console::Console;
use crate::failure::Failure;

pub fn new(catalog: &Catalog, what: &NewCommand, console: &mut Console<'_>) -> Result<(), Failure> {
    match what {
        NewCommand::Plugin(plugin) => new_plugin::run(plugin, console),
        NewCommand::Language(language) => new_language::run(language, console),
        NewCommand::Ruleset(ruleset) => new_ruleset::run(catalog, ruleset, console),
    }
}

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
