//! `boardloom new ruleset`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use boardloom_play::Table;
use boardloom_ruleset::{Settings, whole_schema};

use super::name;
use crate::cli::NewRuleset;
use crate::console::Console;
use crate::failure::Failure;
use crate::shelf::Shelf;

/// Writes a ruleset that extends another one, or a full copy of it.
pub fn run(shelf: &Shelf, args: &NewRuleset, console: &mut Console<'_>) -> Result<(), Failure> {
    name::check(&args.name)?;
    let table = shelf.table(&args.from, &Settings::new())?;
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
        false => extending(&table, &args.name, &table.ruleset.id),
    };
    std::fs::write(&path, text).map_err(Failure::write(&path))?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!(
        "change it, then `boardloom check {}` and `boardloom play {family}/{} --text`",
        path.display(),
        args.name
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
    use boardloom_ruleset::Schemas;
    let plugin = &table.ruleset.plugin;
    let path = root.join("schema").join(format!("{plugin}.json"));
    if path.exists() {
        return Ok(());
    }
    let schema = shelf.schema(plugin).map_err(Failure::Faults)?;
    let text = format!("{:#}\n", whole_schema(plugin, &schema));
    let folder = root.join("schema");
    std::fs::create_dir_all(&folder).map_err(Failure::write(&folder))?;
    std::fs::write(&path, text).map_err(Failure::write(&path))
}

/// Returns a ruleset that says only what differs, with what can be chosen of the
/// other one as comments.
fn extending(table: &Table, name: &str, parent: &str) -> String {
    let ruleset = &table.ruleset;
    let title = name::title(name);
    let mut text = format!(
        "#:schema ../schema/{}.json\nformat = 1\nname = \"{title}\"\nsummary = \"{}, changed.\"\n\
         extends = \"{parent}\"\n",
        ruleset.plugin, ruleset.name
    );
    if !ruleset.options.is_empty() {
        text.push_str("\n# What is not said here is as in the ruleset above, for instance:\n");
    }
    let mut table_now = "";
    let mut options: Vec<_> = ruleset.options.iter().collect();
    options.sort_by_key(|option| option.key.rsplit_once('.').map(|(table, _)| table));
    for option in options {
        let Some((table, key)) = option.key.rsplit_once('.') else { continue };
        if table != table_now {
            let _ = write!(text, "\n# [{table}]\n");
            table_now = table;
        }
        let _ = writeln!(text, "# {key} = {}  # {}", option.value, option.domain.describe());
    }
    text
}

/// Returns a full copy under another name.
fn full(table: &Table, name: &str) -> String {
    let ruleset = &table.ruleset;
    let own = format!("name = {:?}", ruleset.name);
    let new = format!("name = {:?}", name::title(name));
    let schema = format!("#:schema ../schema/{}.json\n", ruleset.plugin);
    schema + &ruleset.resolved_toml().replacen(&own, &new, 1)
}
