//! `boardloom new ruleset`.

use std::io::Write;
use std::path::PathBuf;

use boardloom_match::GameSource;
use boardloom_ruleset::{Overrides, PluginSchemas, editor_schema};

use super::commented::extending;
use super::name;
use crate::catalog::Catalog;
use crate::cli::NewRuleset;
use crate::console::Console;
use crate::failure::Failure;

/// Writes a ruleset that extends another one, or a full copy of it.
pub fn run(catalog: &Catalog, args: &NewRuleset, console: &mut Console<'_>) -> Result<(), Failure> {
    name::check(&args.name)?;
    let source = catalog.source(&args.from, &Overrides::new())?;
    if !args.full && !catalog.library().ids().contains(&source.ruleset.id) {
        let what = format!(
            "{} lies in no folder of rulesets, so that nothing can extend it; take `--full` for a \
             copy",
            args.from
        );
        return Err(Failure::Usage(what));
    }
    let root = folder(catalog, args)?;
    let family = args.from.rsplit_once('/').map_or(source.ruleset.plugin.as_str(), |(it, _)| it);
    let family = if family.ends_with(".toml") { &source.ruleset.plugin } else { family };
    let path = root.join(family).join(format!("{}.toml", args.name));
    if path.exists() {
        let what = format!("{} is there already; take another name", path.display());
        return Err(Failure::Usage(what));
    }
    let parent = path.parent().unwrap_or(&root).to_owned();
    std::fs::create_dir_all(&parent).map_err(Failure::write(&parent))?;
    schema(catalog, &source, &root)?;
    let text = match args.full {
        true => full(&source, &args.name),
        false => {
            let of_plugin = catalog.schema(&source.ruleset.plugin).map_err(Failure::Faults)?;
            extending(&source, &name::title(&args.name), &source.ruleset.id, &of_plugin)
        }
    };
    std::fs::write(&path, text).map_err(Failure::write(&path))?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!(
        "it runs as it is: `boardloom play {family}/{}`; change it while the window is open, or \
         try `boardloom check {}`",
        args.name,
        path.display(),
    ));
    Ok(())
}

/// Returns the folder of rulesets that it goes into.
fn folder(catalog: &Catalog, args: &NewRuleset) -> Result<PathBuf, Failure> {
    if let Some(folder) = &args.dir {
        return Ok(folder.clone());
    }
    let places = catalog.places();
    let checkout = places.checkouts.first().map(|folder| folder.join("rulesets"));
    let user = places.user.as_ref().map(|folder| folder.join("rulesets"));
    checkout
        .or(user)
        .ok_or_else(|| Failure::Usage("name a folder of rulesets with `--dir`".to_owned()))
}

/// Writes the schema that editors complete and check from, where there is none.
fn schema(catalog: &Catalog, source: &GameSource, root: &std::path::Path) -> Result<(), Failure> {
    let plugin = &source.ruleset.plugin;
    let path = root.join("schema").join(format!("{plugin}.json"));
    if path.exists() {
        return Ok(());
    }
    let schema = catalog.schema(plugin).map_err(Failure::Faults)?;
    let text = format!("{:#}\n", editor_schema(plugin, &schema));
    let folder = root.join("schema");
    std::fs::create_dir_all(&folder).map_err(Failure::write(&folder))?;
    std::fs::write(&path, text).map_err(Failure::write(&path))
}

/// Returns a full copy under another name.
fn full(source: &GameSource, name: &str) -> String {
    let ruleset = &source.ruleset;
    let line = |name: &str| format!("\nname = {}\n", toml::Value::from(name));
    let (own, new) = (line(&ruleset.name), line(&name::title(name)));
    let schema = format!("#:schema ../schema/{}.json\n", ruleset.plugin);
    schema + &ruleset.resolved_toml().replacen(&own, &new, 1)
}
