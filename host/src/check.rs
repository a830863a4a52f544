//! `boardloom check`.

use std::io::Write;
use std::path::{Path, PathBuf};

use boardloom_ruleset::{Report, Settings};
use serde_json::json;

use crate::cli::{Check, ShelfArgs};
use crate::console::Console;
use crate::failure::Failure;
use crate::run::shelf as shelf_of;
use crate::shelf::{OpenError, Shelf};

/// Checks rulesets: structure, meaning, and that a game of each can begin.
pub fn run(args: &ShelfArgs, check: &Check, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut faulty = 0;
    let mut checked = 0;
    let mut see = |name: &str, found: Report, console: &mut Console<'_>| -> Result<(), Failure> {
        checked += 1;
        faulty += usize::from(found.has_errors());
        show(name, &found, check.json, console)
    };
    if check.paths.is_empty() {
        let shelf = shelf_of(args, None);
        for entry in shelf.list() {
            see(&entry.id, report(&shelf, &entry.id)?, console)?;
        }
    }
    for path in &check.paths {
        for file in files(path)? {
            let name = file.display().to_string();
            let shelf = shelf_of(args, Some(&name));
            see(&name, report(&shelf, &name)?, console)?;
        }
    }
    if !check.json {
        let well =
            if faulty == 0 { "no faults".to_owned() } else { format!("{faulty} with faults") };
        console.say(format!("{checked} checked, {well}"));
    }
    if faulty > 0 { Err(Failure::Found) } else { Ok(()) }
}

/// Returns all that is wrong with a ruleset.
fn report(shelf: &Shelf, name: &str) -> Result<Report, Failure> {
    let opened = shelf.table(name, &Settings::new()).and_then(|table| {
        let game = table.open()?;
        let mut report = table.ruleset.warnings.clone();
        report.append(table.ruleset.locate(&game.cautions()?));
        game.start()?;
        Ok(report)
    });
    match opened {
        Ok(report) => Ok(report),
        Err(OpenError::Ruleset(report) | OpenError::NoRuleset(report)) => Ok(*report),
        Err(other) => Err(other.into()),
    }
}

fn show(
    name: &str,
    report: &Report,
    as_json: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if as_json {
        let mut object = report.to_json();
        object["ruleset"] = json!(name);
        writeln!(console.out, "{object}")?;
    } else if !report.is_empty() {
        let color = console.color;
        writeln!(console.out, "{}", report.render(color))?;
    }
    Ok(())
}

/// Returns the rulesets that a path is: itself, or all below it.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if path.is_dir() {
        let mut found = Vec::new();
        below(path, 0, &mut found).map_err(Failure::read(path))?;
        if found.is_empty() {
            let what = format!("there is no ruleset (*.toml) in {}", path.display());
            return Err(Failure::Usage(what));
        }
        found.sort();
        return Ok(found);
    }
    if path.is_file() && path.extension().is_some_and(|it| it == "toml") {
        return Ok(vec![path.to_owned()]);
    }
    let what = match path.exists() {
        true => format!("{} is no ruleset: its name does not end in .toml", path.display()),
        false => format!("there is no file or folder {}", path.display()),
    };
    Err(Failure::Usage(what))
}

/// Gathers the rulesets of a folder: of a plugin's crate only those in
/// `rulesets/`, not its manifest.
fn below(folder: &Path, depth: u32, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if depth == 0 && folder.join("rulesets").is_dir() {
        return below(&folder.join("rulesets"), 1, found);
    }
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() && depth < 8 {
            below(&path, depth + 1, found)?;
        } else if path.extension().is_some_and(|it| it == "toml") {
            found.push(path);
        }
    }
    Ok(())
}
