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

use std::path::{Path, PathBuf};

use boardloom_ruleset::editor_schema;

use crate::cli::{CatalogArgs, NewCommand, PluginCommand};
use crate::{Catalog, Console, Failure};

pub fn new(catalog: &Catalog, what: &NewCommand, console: &mut Console<'_>) -> Result<(), Failure> {
    match what {
        NewCommand::Plugin(plugin) => new_plugin::run(plugin, console),
        NewCommand::Language(language) => new_language::run(language, console),
        NewCommand::Ruleset(ruleset) => new_ruleset::run(catalog, ruleset, console),
    }
}

/// Writes a file, in a new folder if needed.
fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    }
    std::fs::write(path, bytes).map_err(Failure::write(path))
}

/// Returns the file of a plugin's schema, for text editors, beside its rulesets.
fn schema_file(rulesets: &Path, plugin: &str) -> PathBuf {
    rulesets.join("schema").join(format!("{plugin}.json"))
}

fn write_schema(path: &Path, plugin: &str, schema: &serde_json::Value) -> Result<(), Failure> {
    write_file(path, format!("{:#}\n", editor_schema(plugin, schema)))
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
