//! `boardloom check`.

use std::io::Write;
use std::path::{Path, PathBuf};

use boardloom_app::texts::language::{Language, LanguageError};
use boardloom_lab::option_trial::option_trial;
use boardloom_lab::stats::estimates_without_value;
use boardloom_lab::trial::trial;
use boardloom_ruleset::{Diagnostics, Overrides};
use serde_json::json;

use crate::catalog::plugin_of;
use crate::cli::CatalogArgs;
use crate::{Catalog, Console, Failure, Result, catalog_args};

/// Rulesets that the note on a shared error names.
const NAMED: usize = 5;

/// What is checked besides structure and meaning.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The languages in which missing texts are listed.
    pub languages: &'a [String],
    /// Whether games are played at random.
    pub play: bool,
}

/// Checks structure and meaning of each ruleset, and that a game can start.
pub fn run(
    args: &CatalogArgs,
    paths: &[PathBuf],
    scope: Scope<'_>,
    as_json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let (mut checked, mut wrong, mut failed) = (0, 0, None);
    let mut count = |has_errors: bool| {
        checked += 1;
        wrong += usize::from(has_errors);
    };
    let mut reports = Vec::new();
    let mut check_one = |catalog: &Catalog, name: String, console: &mut Console<'_>| {
        let found = match check(catalog, &name, scope) {
            Ok(found) => found,
            // The other rulesets are still checked.
            Err(failure) => {
                write!(console.err, "{name}: {}", failure.text(console.color_err))?;
                failed.get_or_insert(failure.code());
                return Ok::<bool, Failure>(true);
            }
        };
        let has_errors = found.has_errors();
        reports.push((name, found));
        Ok(has_errors)
    };
    if paths.is_empty() {
        let catalog = catalog_args::open(args, None);
        for entry in catalog.list() {
            count(check_one(&catalog, entry.id, console)?);
        }
    }
    for path in paths {
        if let Some((catalog, name)) = named_ruleset(args, path)? {
            count(check_one(&catalog, name, console)?);
            continue;
        }
        for file in files(path)? {
            let name = file.display().to_string();
            if let Some(errors) = language_errors(&file) {
                count(!errors.is_empty());
                show_errors(&name, &errors, as_json, console)?;
                continue;
            }
            let catalog = catalog_args::open(args, Some(&name));
            if plugin_of(&file).is_none() {
                count(check_one(&catalog, name, console)?);
                continue;
            }
            // Fails if there is none.
            catalog.ruleset_named(&name)?;
            for ruleset in catalog.rulesets_of(&file) {
                count(check_one(&catalog, ruleset, console)?);
            }
        }
    }
    show(&reports, as_json, console)?;
    if !as_json {
        let result =
            if wrong == 0 { "no errors".to_owned() } else { format!("{wrong} with errors") };
        console.say(format!("{checked} checked, {result}"));
    }
    match failed {
        Some(code) => Err(Failure::Reported(code)),
        None if wrong > 0 => Err(Failure::CheckFailed),
        None => Ok(()),
    }
}

/// Returns the ruleset that an argument names, if it is no path.
fn named_ruleset(args: &CatalogArgs, path: &Path) -> Result<Option<(Catalog, String)>> {
    if path.exists() || path.extension().is_some() {
        return Ok(None);
    }
    let (catalog, id) = (catalog_args::open(args, None), path.to_string_lossy().into_owned());
    if catalog.knows(&id) {
        return Ok(Some((catalog, id)));
    }
    // An alias, or the words of a name. Of what looks like a name, the nearest one is told.
    let found = catalog.source(&id, &Overrides::new()).map(|source| source.ruleset.id.clone());
    match found {
        Ok(id) => Ok(Some((catalog, id))),
        Err(error) if id.contains('/') => Err(error.into()),
        Err(_) => Ok(None),
    }
}

fn check(catalog: &Catalog, name: &str, scope: Scope<'_>) -> Result<Diagnostics> {
    let mut found = catalog.check(name, scope.languages)?;
    if found.has_errors() {
        return Ok(found);
    }
    let source = catalog.source(name, &Overrides::new())?;
    found.append(estimates_without_value(&source)?);
    found.append(option_trial(&source));
    if scope.play {
        found.append(trial(&source)?);
    }
    Ok(found)
}

/// Returns the errors of a language file, or `None` for other files. A language file
/// starts with its `language` key.
fn language_errors(file: &Path) -> Option<Vec<LanguageError>> {
    let text = std::fs::read_to_string(file).ok()?;
    let top =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let named = top.strip_prefix("language")?.trim_start().starts_with('=');
    let code = file.file_stem()?.to_string_lossy();
    named.then(|| Language::read(&code, &text).1)
}

fn show_errors(
    name: &str,
    errors: &[LanguageError],
    as_json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    if as_json {
        let errors: Vec<_> =
            errors.iter().map(|error| json!({"line": error.line, "what": error.what})).collect();
        writeln!(console.out, "{}", json!({"language": name, "flaws": errors}))?;
        return Ok(());
    }
    for error in errors {
        writeln!(console.out, "{name}:{}: {}", error.line, error.what)?;
    }
    Ok(())
}

fn show(reports: &[(String, Diagnostics)], as_json: bool, console: &mut Console<'_>) -> Result<()> {
    if as_json {
        for (name, report) in reports {
            let mut object = report.to_json();
            object["ruleset"] = json!(name);
            writeln!(console.out, "{object}")?;
        }
        return Ok(());
    }
    let color = console.color;
    for report in without_repetition(reports).iter().filter(|report| !report.is_empty()) {
        writeln!(console.out, "{}", report.render(color))?;
    }
    Ok(())
}

/// Keeps an error that several rulesets share at its source alone, with a note that names
/// the others.
fn without_repetition(reports: &[(String, Diagnostics)]) -> Vec<Diagnostics> {
    let kept = |(at, (_, report)): (usize, &(String, Diagnostics))| {
        let mut report = report.clone();
        report.retain_mut(|diagnostic| {
            let sharing = (0..).zip(reports).filter_map(|(other, (name, report))| {
                let shared = report.iter().find(|it| it.is_shared_with(diagnostic))?;
                // Files that extend the source have a note on that.
                Some((shared.notes.len(), other, name.as_str()))
            });
            let mut sharing: Vec<_> = sharing.collect();
            sharing.sort_unstable();
            let [(_, source, _), others @ ..] = &sharing[..] else { return true };
            if !others.is_empty() {
                let names: Vec<&str> = others.iter().take(NAMED).map(|other| other.2).collect();
                let more = match others.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                diagnostic.notes.push(format!("also in {}{more}", names.join(", ")));
            }
            *source == at
        });
        report
    };
    reports.iter().enumerate().map(kept).collect()
}

/// Returns the file itself, a ruleset's or a plugin's, or all rulesets below a folder, sorted.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_dir() {
        let mut found = Vec::new();
        collect_rulesets(path, 0, &mut found).map_err(Failure::read(path))?;
        if found.is_empty() {
            let what = format!("there is no ruleset (*.toml) in {}", path.display());
            return Err(Failure::Usage(what));
        }
        found.sort();
        // Files that others extend are named without `./`, too.
        for file in &mut found {
            if let Ok(short) = file.strip_prefix(".") {
                *file = short.to_owned();
            }
        }
        return Ok(found);
    }
    if path.is_file()
        && (path.extension().is_some_and(|it| it == "toml") || plugin_of(path).is_some())
    {
        return Ok(vec![path.to_owned()]);
    }
    if path.extension().is_none() && !path.exists() {
        // It may be meant for the name of a ruleset.
        return Err(Failure::Usage(format!("there is no file or folder {}", path.display())));
    }
    path.metadata().map_err(Failure::read(path))?;
    Err(Failure::Usage(format!(
        "{} is not a ruleset: its name ends neither in .toml nor in .wasm",
        path.display()
    )))
}

/// Collects the rulesets below a folder. In a plugin's crate, only `rulesets/`
/// counts: Cargo.toml is not a ruleset.
fn collect_rulesets(folder: &Path, depth: u32, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if depth == 0 && folder.join("rulesets").is_dir() {
        return collect_rulesets(&folder.join("rulesets"), 1, found);
    }
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() && depth < 8 {
            collect_rulesets(&path, depth + 1, found)?;
        } else if path.extension().is_some_and(|it| it == "toml") {
            found.push(path);
        }
    }
    Ok(())
}
