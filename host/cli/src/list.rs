//! `boardloom list`.

use std::io::Write;

use boardloom_ruleset::{LibraryEntry, RulesetOrigin, keep_named};
use serde_json::{Value as Json, json};

use crate::rules::wrap_to;
use crate::{Catalog, Console, Failure, Result, pager, services};

pub fn run(catalog: &Catalog, as_json: bool, words: &str, console: &mut Console<'_>) -> Result<()> {
    let mut entries: Vec<LibraryEntry> =
        services::listed(catalog).filter(|entry| entry.matches(words)).collect();
    keep_named(&mut entries, words, |entry| (entry.plugin.clone(), entry.search_text()));
    if as_json {
        let all: Vec<_> = entries.iter().map(json_of).collect();
        writeln!(console.out, "{:#}", Json::from(all))?;
    }
    if entries.is_empty() {
        return Err(Failure::Usage(match words.is_empty() {
            true => "there are no rulesets".to_owned(),
            false => format!("no ruleset matches `{words}`"),
        }));
    }
    if as_json {
        return Ok(());
    }
    let columns = if console.asks { boardloom_terminal::size() } else { None };
    pager::print(&text(catalog, &entries, columns.map(|(columns, _)| columns.into())), console)
}

/// The rulesets with name and summary. In a terminal, lines fit into its columns, and the family
/// stands above its rulesets.
fn text(catalog: &Catalog, entries: &[LibraryEntry], columns: Option<usize>) -> String {
    let width = entries.iter().map(|entry| entry.id.chars().count()).max().unwrap_or(0);
    let margin = " ".repeat(width + 2);
    let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(width + 3).max(20));
    let indented = |text: &str| -> String {
        wrap_to(room, text).lines().map(|line| format!("{margin}{line}\n")).collect()
    };
    let mut all = String::new();
    let mut family = None;
    for entry in entries {
        if columns.is_some() && family.replace(&entry.plugin) != Some(&entry.plugin) {
            let gap = if all.is_empty() { "" } else { "\n" };
            all += &format!("{gap}{}\n\n", entry.plugin.to_uppercase());
        }
        let name = indented(&entry.name);
        all += &format!("{:width$}{}", entry.id, name.get(width..).unwrap_or_default());
        if !entry.summary.is_empty() {
            all += &indented(&entry.summary);
        }
        if entry.origin != RulesetOrigin::Bundled && !entry.is_copy {
            let hides: Vec<String> =
                entry.shadows.iter().map(|origin| catalog.origin_of(origin)).collect();
            let hides = match hides.is_empty() {
                true => String::new(),
                false => format!(" (hides {})", hides.join(", ")),
            };
            all += &format!("{margin}{}{hides}\n", catalog.origin_of(&entry.origin));
        }
    }
    all
}

fn json_of(entry: &LibraryEntry) -> Json {
    json!({
        "id": entry.id,
        "name": entry.name,
        "summary": entry.summary,
        "aliases": entry.aliases,
        "main": entry.main,
        "plugin": entry.plugin,
        "origin": path_of(&entry.origin),
        "shadows": entry.shadows.iter().map(path_of).collect::<Vec<_>>(),
    })
}

/// Returns a file's path; `built-in` for rulesets bundled with the program.
fn path_of(origin: &RulesetOrigin) -> String {
    match origin {
        RulesetOrigin::File(path) => path.display().to_string(),
        RulesetOrigin::Bundled => "built-in".to_owned(),
        RulesetOrigin::Text(name) => name.clone(),
    }
}
