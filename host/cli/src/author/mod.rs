//! Commands for authors of plugins, rulesets and languages.

pub mod build;
mod clang;
mod example_check;
mod expectations;
pub mod games;
pub mod indexes;
pub mod inspect;
mod lock_file;
mod name;
pub mod new_language;
pub mod new_plugin;
pub mod new_ruleset;
pub mod pack;
mod plugin_file;
mod ruleset_template;
pub mod test;

use std::path::{Path, PathBuf};

use boardloom_ruleset::editor_schema;

use crate::{Failure, Result};

/// Writes a file, in a new folder if needed.
fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    }
    std::fs::write(path, bytes).map_err(Failure::write(path))
}

/// Returns the file of a plugin's schema, for text editors, beside its rulesets.
fn schema_file(rulesets: &Path, plugin: &str) -> PathBuf {
    rulesets.join("schema").join(format!("{plugin}.json"))
}

fn write_schema(path: &Path, plugin: &str, schema: &serde_json::Value) -> Result<()> {
    write_file(path, format!("{:#}\n", editor_schema(plugin, schema)))
}
