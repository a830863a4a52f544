//! `boardloom doctor`.

use std::io::Write;
use std::path::Path;

use boardloom_app::preferences::Preferences;
use boardloom_ruleset::Overrides;
use serde_json::{Value as Json, json};

use crate::services::settings_file;
use crate::{Catalog, Console, Failure, Result};

struct CheckResult {
    item: &'static str,
    detail: String,
    is_problem: bool,
}

pub fn run(catalog: &Catalog, as_json: bool, console: &mut Console<'_>) -> Result<()> {
    let mut results = Vec::new();
    let mut add =
        |item, detail: String, is_problem| results.push(CheckResult { item, detail, is_problem });
    add("version", env!("CARGO_PKG_VERSION").to_owned(), false);
    add("contract", boardloom_contract::VERSION.to_owned(), false);
    for folder in catalog.places().rulesets() {
        add("rulesets", describe_folder(&folder), false);
    }
    for folder in catalog.places().plugins() {
        add("plugins", describe_folder(&folder), false);
    }
    match catalog.places().records() {
        Some(folder) => {
            let trouble = unwritable(&folder);
            let why = trouble.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            add("records", format!("{}{why}", folder.display()), trouble.is_some());
        }
        None => add("records", "this system has no folder for records".to_owned(), true),
    }
    if let Some(file) = settings_file().filter(|file| file.is_file()) {
        let errors = Preferences::load(&file).1;
        let why: String = errors.iter().map(|why| format!("; {why}")).collect();
        add("settings", format!("{}{why}", file.display()), !errors.is_empty());
    }
    match catalog.sandbox() {
        Err(error) => add("sandbox", error.to_string(), true),
        Ok(sandbox) => match sandbox.cache() {
            Some(folder) => add("cache", folder.display().to_string(), false),
            None => add("cache", "none: every start compiles the plugins again".to_owned(), true),
        },
    }
    for plugin in catalog.plugins().list() {
        let place =
            plugin.path.as_deref().map_or("built in".to_owned(), |it| it.display().to_string());
        let loaded = catalog.rules(&plugin.name);
        let why = loaded.as_ref().err().map_or_else(String::new, |why| format!(": {why}"));
        add("plugin", format!("{} ({place}){why}", plugin.name), loaded.is_err());
    }
    let mut opened_count = 0;
    for entry in catalog.list() {
        let opened =
            catalog.source(&entry.id, &Overrides::new()).and_then(|source| Ok(source.open()?));
        match opened {
            Ok(_) => opened_count += 1,
            Err(_) => {
                let what = format!("{} has errors; run `boardloom check` to see them", entry.id);
                add("ruleset", what, true);
            }
        }
    }
    add("rulesets that open", opened_count.to_string(), opened_count == 0);
    display(&mut add);
    print(&results, as_json, console)?;
    match results.iter().any(|result| result.is_problem) {
        true => Err(Failure::CheckFailed),
        false => Ok(()),
    }
}

/// Checks for a display without opening a window.
fn display(add: &mut impl FnMut(&'static str, String, bool)) {
    if cfg!(target_os = "linux") {
        match std::env::var("DISPLAY") {
            Ok(name) if !name.is_empty() => add("display", name, false),
            // Not a problem: playing as text needs no display.
            _ => add(
                "display",
                "none: play with `boardloom play --terminal` or `--text`".to_owned(),
                false,
            ),
        }
    }
}

fn describe_folder(folder: &Path) -> String {
    match folder.is_dir() {
        true => folder.display().to_string(),
        false => format!("{} (does not exist)", folder.display()),
    }
}

fn unwritable(folder: &Path) -> Option<String> {
    let trial = folder.join(format!(".trial-{}", std::process::id()));
    let tried = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&trial, b""));
    let _ = std::fs::remove_file(&trial);
    tried.err().map(|error| error.to_string())
}

fn print(results: &[CheckResult], as_json: bool, console: &mut Console<'_>) -> Result<()> {
    if as_json {
        let all: Vec<Json> = results
            .iter()
            .map(|it| json!({ "what": it.item, "found": it.detail, "amiss": it.is_problem }))
            .collect();
        writeln!(console.out, "{}", Json::from(all))?;
        return Ok(());
    }
    for CheckResult { item, detail, is_problem } in results {
        let mark = if *is_problem { "!" } else { " " };
        writeln!(console.out, "{mark} {item:10} {detail}")?;
    }
    Ok(())
}
