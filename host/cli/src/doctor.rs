//! `boardloom doctor`.

use std::io::Write;
use std::path::Path;

use boardloom_ruleset::Overrides;
use serde_json::{Value as Json, json};

use crate::catalog::Catalog;
use crate::cli::Doctor;
use crate::console::Console;
use crate::failure::Failure;

/// One thing that was looked at.
struct Finding {
    what: &'static str,
    found: String,
    amiss: bool,
}

/// Shows where things are looked for and kept, and what is amiss.
pub fn run(catalog: &Catalog, args: &Doctor, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut findings = Vec::new();
    let mut see = |what, found: String, amiss| findings.push(Finding { what, found, amiss });
    see("version", env!("CARGO_PKG_VERSION").to_owned(), false);
    see("contract", boardloom_contract::VERSION.to_owned(), false);
    for folder in catalog.places().rulesets() {
        see("rulesets", shown(&folder), false);
    }
    for folder in catalog.places().plugins() {
        see("plugins", shown(&folder), false);
    }
    match catalog.places().records() {
        Some(folder) => {
            let trouble = unwritable(&folder);
            let why = trouble.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            see("records", format!("{}{why}", folder.display()), trouble.is_some());
        }
        None => see("records", "there is no folder for them on this machine".to_owned(), true),
    }
    match catalog.sandbox() {
        Err(error) => see("sandbox", error.to_string(), true),
        Ok(sandbox) => match sandbox.cache() {
            Some(folder) => see("cache", folder.display().to_string(), false),
            None => see("cache", "none: plugins are compiled at every start".to_owned(), true),
        },
    }
    for plugin in catalog.plugins().list() {
        let place =
            plugin.path.as_deref().map_or("built in".to_owned(), |it| it.display().to_string());
        let loaded = catalog.rules(&plugin.name);
        let why = loaded.as_ref().err().map_or_else(String::new, |why| format!(": {why}"));
        see("plugin", format!("{} ({place}){why}", plugin.name), loaded.is_err());
    }
    let mut well = 0;
    for entry in catalog.list() {
        let opened =
            catalog.source(&entry.id, &Overrides::new()).and_then(|source| Ok(source.open()?));
        match opened {
            Ok(_) => well += 1,
            Err(_) => {
                let what = format!("{} has faults: `boardloom check` shows them", entry.id);
                see("ruleset", what, true);
            }
        }
    }
    see("rulesets that open", well.to_string(), well == 0);
    display(&mut see);
    print(&findings, args.json, console)?;
    match findings.iter().any(|finding| finding.amiss) {
        true => Err(Failure::Found),
        false => Ok(()),
    }
}

/// Looks for a display, without opening a window.
fn display(see: &mut impl FnMut(&'static str, String, bool)) {
    if cfg!(target_os = "linux") {
        match std::env::var("DISPLAY") {
            Ok(name) if !name.is_empty() => see("display", name, false),
            // Playing as text needs none.
            _ => see("display", "none: play with `boardloom play --text`".to_owned(), false),
        }
    }
}

fn shown(folder: &Path) -> String {
    match folder.is_dir() {
        true => folder.display().to_string(),
        false => format!("{} (not there)", folder.display()),
    }
}

fn unwritable(folder: &Path) -> Option<String> {
    let trial = folder.join(format!(".trial-{}", std::process::id()));
    let tried = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&trial, b""));
    let _ = std::fs::remove_file(&trial);
    tried.err().map(|error| error.to_string())
}

fn print(findings: &[Finding], as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    if as_json {
        let all: Vec<Json> = findings
            .iter()
            .map(|it| json!({ "what": it.what, "found": it.found, "amiss": it.amiss }))
            .collect();
        writeln!(console.out, "{}", Json::from(all))?;
        return Ok(());
    }
    for Finding { what, found, amiss } in findings {
        let mark = if *amiss { "!" } else { " " };
        writeln!(console.out, "{mark} {what:10} {found}")?;
    }
    Ok(())
}
