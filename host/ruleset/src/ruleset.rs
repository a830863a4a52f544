//! A ruleset that holds together.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardloom_contract::{Diagnostic, Key};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::formula::Formula;
use crate::inheritance::{MergedDocument, RulesetText, merged};
use crate::library::{Library, RulesetOrigin};
use crate::lints::lints;
use crate::location::locate;
use crate::options::{CHOSEN, RulesetOption, apply};
use crate::overrides::Overrides;
use crate::schema::{PluginSchemas, Subschema, Validator, host};
use crate::source::SourceFile;
use crate::suggestion::{listed, nearest};
use crate::tables::{AiSpec, Appearance, Clock, HelpTexts, PlayerSpec};
use crate::value::{Table, TableEntry, Value, ValueKind};
use crate::writer;

/// A ruleset: all files read, options applied, and the structure checked. What
/// it means is the plugin's to check.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// How it is named, as `family/classic`.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// One line about it, or empty.
    pub summary: String,
    /// Which plugin plays it.
    pub plugin: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// Where it was taken from.
    pub source: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Where it was found.
    pub origin: RulesetOrigin,
    /// The players that it names, in the order of their turns; see
    /// [`Ruleset::player`].
    pub players: Vec<PlayerSpec>,
    /// What a player may choose, with the values in force.
    pub options: Vec<RulesetOption>,
    /// What was chosen.
    pub settings: Overrides,
    /// How time is kept.
    pub clock: Clock,
    /// The computer player.
    pub ai: AiSpec,
    /// Colours and shapes.
    pub look: Appearance,
    /// Texts about the game.
    pub help: HelpTexts,
    /// What is doubtful and keeps nobody from playing.
    pub warnings: Diagnostics,
    root: Value,
    files: Vec<Arc<SourceFile>>,
    plugin_part: Map<String, Json>,
    resolved: String,
    hash: String,
}

impl Ruleset {
    /// Reads, merges, chooses and checks.
    pub(crate) fn load(
        library: &Library,
        start: RulesetText,
        origin: RulesetOrigin,
        settings: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        let id = start.id.clone();
        let mut report = Diagnostics::default();
        let Some(mut document) = merged(library, start, &mut report) else {
            report.sort(&[]);
            return Err(report);
        };
        if !document.whole {
            check_part(&document, schemas, &mut report);
            return Err(report);
        }
        let plugin = plugin(&document.root, schemas, &mut report);
        let schema = plugin.as_ref().map(|(_, schema)| Arc::clone(schema));
        let check = Validator::new(host(), schema.as_deref());
        let mut options = Vec::new();
        if schema.is_some() {
            let (root, files) = (&mut document.root, &document.files);
            options = apply(root, settings, &check, files, &mut report);
        }
        let mut diagnostics = Vec::new();
        check.document(&document.root, &mut diagnostics);
        report.extend(diagnostics);
        report.extend(formula_diagnostics(&document.root));
        report.extend(lints(&document.root));
        finish(&mut report, &document.files);
        let (false, Some((plugin, schema))) = (report.has_errors(), plugin) else {
            return Err(report);
        };
        let whole = resolved(&document.root);
        let resolved = writer::document(&whole);
        let text = |key: &str| document.root.get(key).and_then(Value::text).map(str::to_owned);
        Ok(Ruleset {
            id,
            name: text("name").unwrap_or_default(),
            summary: text("summary").unwrap_or_default(),
            plugin,
            author: text("author"),
            source: text("source"),
            license: text("license"),
            origin,
            players: part(&document.root, "players"),
            options,
            settings: settings.clone(),
            clock: part(&document.root, "clock"),
            ai: computer(&document.root),
            look: part(&document.root, "look"),
            help: part(&document.root, "help"),
            warnings: report,
            plugin_part: plugin_part(&whole, &schema),
            hash: hex(&Sha256::digest(resolved.as_bytes())),
            resolved,
            files: document.files,
            root: document.root,
        })
    }

    /// Returns the tables that belong to the plugin as JSON: what the contract's
    /// `game.open` is given.
    pub fn plugin_json(&self) -> String {
        Json::Object(self.plugin_part.clone()).to_string()
    }

    /// Returns a full copy of the ruleset as one file that stands on its own:
    /// what it extends is in it, and what was chosen. Loading it gives the same
    /// ruleset, with the same copy.
    pub fn resolved_toml(&self) -> &str {
        &self.resolved
    }

    /// Returns the SHA-256 of [`Ruleset::resolved_toml`] in hexadecimal digits.
    ///
    /// A widely known hash, so that other programs can check the copy in a record.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns a seat's player, also where the ruleset names none for it.
    pub fn player(&self, seat: usize) -> PlayerSpec {
        self.players.get(seat).cloned().unwrap_or_else(|| PlayerSpec::unnamed(seat))
    }

    /// Returns the value at a dotted key, as `board.width`.
    pub fn value(&self, key: &str) -> Option<Json> {
        self.root.find(key).map(Value::to_json)
    }

    /// Tells whether an option makes a difference with the values in force.
    pub fn option_applies(&self, option: &RulesetOption) -> bool {
        option.when.as_ref().is_none_or(|when| when.holds(self.value(&when.key).as_ref()))
    }

    /// Returns a plugin's diagnostics with the file, line and column that each
    /// value came from, through `extends` and options.
    pub fn locate(&self, diagnostics: &[Diagnostic]) -> Diagnostics {
        let mut report = Diagnostics::default();
        report.extend(diagnostics.iter().map(|diagnostic| locate(&self.root, diagnostic)));
        finish(&mut report, &self.files);
        self.files().into_iter().for_each(|file| report.add_file(file));
        report
    }

    /// Returns the files on disk that the ruleset was read from, its own first.
    pub fn files(&self) -> Vec<&Path> {
        self.files.iter().filter_map(|file| file.path()).collect()
    }

    /// Returns the same as owned paths, to watch them from another thread.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        self.files().into_iter().map(Path::to_owned).collect()
    }
}

/// Checks what could be read of a ruleset of which something is missing: only
/// what is there can be at fault.
fn check_part(document: &MergedDocument, schemas: &dyn PluginSchemas, report: &mut Diagnostics) {
    let name = document.root.get("plugin").and_then(Value::text);
    let schema = name.and_then(|name| schemas.schema(name).ok());
    let mut diagnostics = Vec::new();
    Validator::new(host(), schema.as_deref()).document(&document.root, &mut diagnostics);
    report.extend(
        diagnostics.into_iter().filter(|diagnostic| !diagnostic.what.starts_with("missing key")),
    );
    finish(report, &document.files);
}

/// Returns the plugin and its schema.
fn plugin(
    root: &Value,
    schemas: &dyn PluginSchemas,
    report: &mut Diagnostics,
) -> Option<(String, Arc<Json>)> {
    let names = schemas.plugins();
    let there_are = || {
        let names = names.iter().map(String::as_str);
        (names.len() > 0).then(|| format!("the plugins are {}", listed(names, "and")))
    };
    let Some(node) = root.get("plugin") else {
        report.push(
            SourceDiagnostic::error("missing key `plugin`", Some(root.span.clone()))
                .key("plugin")
                .label("needs the name of the plugin that plays it")
                .maybe_help(there_are()),
        );
        return None;
    };
    // Where it is no text, the host's schema says so.
    let name = node.text()?;
    match schemas.schema(name) {
        Ok(schema) => {
            report.extend(version_diagnostics(root, name, schemas));
            Some((name.to_owned(), schema))
        }
        Err(why) => {
            let near = nearest(name, names.iter().map(String::as_str));
            let help = match near {
                Some(near) => Some(format!("did you mean `{near}`?")),
                None => there_are(),
            };
            report.push(
                SourceDiagnostic::error(why, Some(node.span.clone()))
                    .key("plugin")
                    .maybe_help(help),
            );
            None
        }
    }
}

/// Returns the fault that the plugin is not of a version that the ruleset asks
/// for.
fn version_diagnostics(
    root: &Value,
    plugin: &str,
    schemas: &dyn PluginSchemas,
) -> Option<SourceDiagnostic> {
    let node = root.get("plugin_version")?;
    // Where it is no text, the host's schema says so.
    let asked = node.text()?;
    let span = Some(node.span.clone());
    let Ok(wanted) = semver::VersionReq::parse(asked) else {
        let diagnostic = SourceDiagnostic::error("unknown value for `plugin_version`", span);
        let label = format!("expected a version as `0.2` or `>=0.2, <0.5`, found `{asked}`");
        return Some(diagnostic.key("plugin_version").label(label));
    };
    let version = schemas.version(plugin)?;
    match semver::Version::parse(&version) {
        Ok(found) if !wanted.matches(&found) => {
            let diagnostic =
                SourceDiagnostic::error(format!("the plugin `{plugin}` is version {found}"), span);
            let newer = wanted.comparators.iter().any(|it| {
                (it.major, it.minor.unwrap_or(0), it.patch.unwrap_or(0))
                    > (found.major, found.minor, found.patch)
            });
            let mend = match newer {
                true => "install a newer build of the plugin, or lower what is asked for",
                false => "see in the plugin's changelog what has changed, and ask for this version",
            };
            Some(diagnostic.key("plugin_version").label("this asks for another").help(mend))
        }
        _ => None,
    }
}

/// Returns the formulas of `help.estimates` that are none.
fn formula_diagnostics(root: &Value) -> Vec<SourceDiagnostic> {
    let estimates = root.find("help.estimates").and_then(Value::array).unwrap_or_default();
    let formulas = estimates.iter().filter_map(|estimate| estimate.get("formula"));
    let diagnostics = formulas.filter_map(|node| {
        let why = node.text()?.parse::<Formula>().err()?;
        let diagnostic =
            SourceDiagnostic::error("a formula cannot be read", Some(node.span.clone()));
        Some(diagnostic.key("help.estimates.formula").label(why.to_string()))
    });
    diagnostics.collect()
}

/// Sorts the diagnostics and adds how an extended file came into play.
fn finish(report: &mut Diagnostics, files: &[Arc<SourceFile>]) {
    let Some(own) = files.first() else { return };
    for diagnostic in report.iter_mut() {
        let Some(name) = diagnostic.span.as_ref().map(|span| span.file.name()) else { continue };
        if name == own.name() || name == CHOSEN {
            continue;
        }
        diagnostic.notes.push(format!("`{}` extends `{name}`", own.name()));
        if diagnostic.what.contains("does not go with") {
            let key = &diagnostic.key;
            diagnostic.notes.push(format!(
                "to drop it, write `without = [\"{key}\"]` in the file that extends"
            ));
        }
    }
    let names: Vec<&str> = files.iter().map(|file| file.name()).collect();
    report.sort(&names);
}

/// Reads a table of the host that was checked.
fn part<T: DeserializeOwned + Default>(root: &Value, key: &str) -> T {
    let Some(node) = root.get(key) else { return T::default() };
    serde_json::from_value(node.to_json())
        .expect("what fits the host's schema can be read, as a test holds")
}

fn computer(root: &Value) -> AiSpec {
    let Some(table) = root.get("ai").and_then(Value::table) else { return AiSpec::default() };
    let mut settings = table.to_json();
    settings.remove("levels");
    settings.remove("remarks");
    let ai = &Value { span: root.span.clone(), kind: ValueKind::Table(table.clone()) };
    AiSpec { levels: part(ai, "levels"), remarks: part(ai, "remarks"), settings }
}

/// Returns what of the document the plugin's schema knows.
fn plugin_part(document: &Table, schema: &Json) -> Map<String, Json> {
    let mut part = Map::new();
    let root = Subschema::document(schema).resolve();
    let (asked, mine) = (root.names(), Subschema::document(host()).names());
    for entry in &document.entries {
        let key = entry.key.as_str();
        let shared = mine.contains(&key);
        if shared && !asked.contains(&key) {
            continue;
        }
        let mut json = entry.node.to_json();
        // Of a table that the host reads too, it gets what it asked for.
        if let (true, Json::Object(map)) = (shared, &mut json) {
            let under = root.under(&Key::Name(key.to_owned()));
            let names: Vec<&str> = under.iter().flat_map(|part| part.names()).collect();
            map.retain(|key, _| names.is_empty() || names.contains(&key.as_str()));
        }
        part.insert(entry.key.clone(), json);
    }
    part
}

/// Returns the document as a file that stands on its own: plain keys first, then
/// the plugin's tables between those of the host.
fn resolved(root: &Value) -> Table {
    const FIRST: [&str; 9] = [
        "format",
        "plugin",
        "plugin_version",
        "name",
        "summary",
        "author",
        "source",
        "license",
        "players",
    ];
    const LAST: [&str; 5] = ["options", "clock", "ai", "look", "help"];
    let mut table = root.table().cloned().unwrap_or_default();
    table.remove("extends");
    table.remove("without");
    // That one of several is played unnamed is no part of the game: a copy of it
    // would be another one.
    table.remove("engine");
    let rank = |entry: &TableEntry| {
        let first = FIRST.iter().position(|name| *name == entry.key);
        let last = LAST.iter().position(|name| *name == entry.key);
        match (first, last) {
            (Some(span), _) => span,
            (_, Some(span)) => FIRST.len() + 1 + span,
            _ => FIRST.len(),
        }
    };
    table.entries.sort_by_key(rank);
    table
        .entries
        .retain(|it| it.key != "options" || it.node.array().is_none_or(|all| !all.is_empty()));
    if let Some(ValueKind::Array(options)) = table.entry_mut("options").map(|it| &mut it.node.kind)
    {
        // The value in force stands at the key itself and is the default from now on.
        for option in options.iter_mut().filter_map(Value::table_mut) {
            option.remove("default");
        }
    }
    table
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
