//! `boardloom new ruleset`.

use std::io::Write;
use std::path::PathBuf;

use boardloom_match::GameSource;
use boardloom_ruleset::{Overrides, PluginSchemas};

use super::ruleset_template::{extending, with_missing_keys};
use super::{name, schema_file, write_file, write_schema};
use crate::cli::NewRuleset;
use crate::{Catalog, Console, Failure, Result};

pub fn run(catalog: &Catalog, args: &NewRuleset, console: &mut Console<'_>) -> Result<()> {
    name::check(&args.name)?;
    let source = catalog.source(&args.from, &Overrides::new())?;
    if !args.full && !catalog.library().ids().contains(&source.ruleset.id) {
        let what = format!(
            "{} is not in a folder of rulesets, so nothing can extend it; use `--full` for a copy",
            args.from
        );
        return Err(Failure::Usage(what));
    }
    let root = folder(catalog, args)?;
    let family = args.from.rsplit_once('/').map_or(source.ruleset.plugin.as_str(), |(it, _)| it);
    let family = if family.ends_with(".toml") { &source.ruleset.plugin } else { family };
    let path = root.join(family).join(format!("{}.toml", args.name));
    if path.exists() {
        let what = format!("{} already exists; take another name", path.display());
        return Err(Failure::Usage(what));
    }
    let plugin = &source.ruleset.plugin;
    let schema = catalog.schema(plugin).map_err(Failure::Invalid)?;
    let editors = schema_file(&root, plugin);
    if !editors.exists() {
        write_schema(&editors, plugin, &schema)?;
    }
    let text = match args.full {
        true => full_copy(catalog, &source, &args.name, &schema),
        false => extending(catalog, &source, &name::title(&args.name), &source.ruleset.id, &schema),
    };
    write_file(&path, text)?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!(
        "it is ready to play: `boardloom play {family}/{}`; an open window reloads every change; \
         `boardloom check {}` shows errors",
        args.name,
        path.display(),
    ));
    Ok(())
}

/// Returns the target folder: `--dir`, the checkout's or the user's rulesets.
fn folder(catalog: &Catalog, args: &NewRuleset) -> Result<PathBuf> {
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

fn full_copy(
    catalog: &Catalog,
    source: &GameSource,
    name: &str,
    plugin_schema: &serde_json::Value,
) -> String {
    let ruleset = &source.ruleset;
    let line = |name: &str| format!("\nname = {}\n", toml::Value::from(name));
    let (old, new) = (line(&ruleset.name), line(&name::title(name)));
    let schema = format!("#:schema ../schema/{}.json\n", ruleset.plugin);
    let text = rows_on_lines(&ruleset.resolved_toml().replacen(&old, &new, 1));
    schema + &with_missing_keys(catalog, &text, source, plugin_schema)
}

/// The longest list on one line.
const LONG: usize = 100;

/// Gives each row of a drawing and each entry of a long list a line, so that the file shows the
/// board.
fn rows_on_lines(text: &str) -> String {
    let row = |line: &str| -> Option<String> {
        let (key, list) = line.split_once(" = ").filter(|(_, list)| list.starts_with('['))?;
        let list: toml::Table = format!("list = {list}").parse().ok()?;
        let items = list.get("list")?.as_array()?;
        let is_drawing = key == "rows" && items.iter().all(toml::Value::is_str);
        let is_long = line.len() > LONG && items.len() > 1;
        if !is_drawing && !is_long {
            return None;
        }
        let lines = items.iter().map(|item| format!("    {item},\n"));
        Some(format!("{key} = [\n{}]", lines.collect::<String>()))
    };
    text.lines().map(|line| row(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}
