//! `boardloom new ruleset`.

use std::io::Write;
use std::path::PathBuf;

use boardloom_play::Table;
use boardloom_ruleset::{Overrides, PluginSchemas, editor_schema};

use super::commented::extending;
use super::name;
use crate::cli::NewRuleset;
use crate::console::Console;
use crate::failure::Failure;
use crate::shelf::Shelf;

/// Writes a ruleset that extends another one, or a full copy of it.
pub fn run(shelf: &Shelf, args: &NewRuleset, console: &mut Console<'_>) -> Result<(), Failure> {
    name::check(&args.name)?;
    let table = shelf.table(&args.from, &Overrides::new())?;
    if !args.full && !shelf.library().ids().contains(&table.ruleset.id) {
        let what = format!(
            "{} lies in no folder of rulesets, so that nothing can extend it; take `--full` for a \
             copy",
            args.from
        );
        return Err(Failure::Usage(what));
    }
    let root = folder(shelf, args)?;
    let family = args.from.rsplit_once('/').map_or(table.ruleset.plugin.as_str(), |(it, _)| it);
    let family = if family.ends_with(".toml") { &table.ruleset.plugin } else { family };
    let path = root.join(family).join(format!("{}.toml", args.name));
    if path.exists() {
        let what = format!("{} is there already; take another name", path.display());
        return Err(Failure::Usage(what));
    }
    let parent = path.parent().unwrap_or(&root).to_owned();
    std::fs::create_dir_all(&parent).map_err(Failure::write(&parent))?;
    schema(shelf, &table, &root)?;
    let text = match args.full {
        true => full(&table, &args.name),
        false => {
            let of_plugin = shelf.schema(&table.ruleset.plugin).map_err(Failure::Faults)?;
            extending(&table, &name::title(&args.name), &table.ruleset.id, &of_plugin)
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
fn folder(shelf: &Shelf, args: &NewRuleset) -> Result<PathBuf, Failure> {
    if let Some(folder) = &args.dir {
        return Ok(folder.clone());
    }
    let places = shelf.places();
    let checkout = places.checkouts.first().map(|folder| folder.join("rulesets"));
    let user = places.user.as_ref().map(|folder| folder.join("rulesets"));
    checkout
        .or(user)
        .ok_or_else(|| Failure::Usage("name a folder of rulesets with `--dir`".to_owned()))
}

/// Writes the schema that editors complete and check from, where there is none.
fn schema(shelf: &Shelf, table: &Table, root: &std::path::Path) -> Result<(), Failure> {
    let plugin = &table.ruleset.plugin;
    let path = root.join("schema").join(format!("{plugin}.json"));
    if path.exists() {
        return Ok(());
    }
    let schema = shelf.schema(plugin).map_err(Failure::Faults)?;
    let text = format!("{:#}\n", editor_schema(plugin, &schema));
    let folder = root.join("schema");
    std::fs::create_dir_all(&folder).map_err(Failure::write(&folder))?;
    std::fs::write(&path, text).map_err(Failure::write(&path))
}

/// Returns a full copy under another name.
fn full(table: &Table, name: &str) -> String {
    let ruleset = &table.ruleset;
    let line = |name: &str| format!("\nname = {}\n", toml::Value::from(name));
    let (own, new) = (line(&ruleset.name), line(&name::title(name)));
    let schema = format!("#:schema ../schema/{}.json\n", ruleset.plugin);
    schema + &ruleset.resolved_toml().replacen(&own, &new, 1)
}
