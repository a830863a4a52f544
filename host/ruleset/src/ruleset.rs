//! A ruleset whose structure is checked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardloom_contract::{About, Diagnostic, PathKey};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::clock_slips::mend_clock;
use crate::diagnostics::{Diagnostics, Recovery, SourceDiagnostic};
use crate::example::{EXAMPLE_KEY, ExampleGame};
use crate::exercise::{EXERCISE_KEYS, Exercise, exercise_diagnostics};
use crate::formula::{Formula, FormulaError};
use crate::hash::sha256_hex;
use crate::idle_keys::idle_keys;
use crate::inheritance::{MergedDocument, OwnText, RulesetText, merge_chain};
use crate::languages::Translations;
use crate::library::{Library, RulesetOrigin};
use crate::lints::{missing_players, players_alike, tables_for_other_seats, unprintable_texts};
use crate::location::locate;
use crate::look_names::unknown_look_names;
use crate::misplaced_keys::{TOP_LEVEL_KEYS, move_keys};
use crate::network;
use crate::option_slips::mend_options;
use crate::options::{OPTIONS_NAME, RulesetOption, apply_options, name_options};
use crate::overrides::Overrides;
use crate::own_lines::{blame_own_line, restore_inherited, without_list};
use crate::plugin_choice::{plugin, sound_schema};
use crate::ruleset_test::{RulesetTest, TEST_KEY};
use crate::schema::{PluginSchemas, Subschema, Validator, collect_texts, host};
use crate::sound_part::SoundPart;
use crate::source::SourceFile;
use crate::start::{DrawnStart, START_KEY};
use crate::suggestion::list_names;
use crate::table_slips::mend_tables;
use crate::tables::{AiSpec, Appearance, HelpTexts, PlayerSpec};
use crate::time_control::TimeControl;
use crate::translation::Translation;
use crate::value::{SourceTable, TableEntry, Value, ValueKind};
use crate::writer;

/// A ruleset: merged from its files, with options applied and its structure
/// checked. The plugin checks what it means.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// As `family/classic`.
    pub id: String,
    pub name: String,
    /// One line, or empty.
    pub summary: String,
    /// The name of its family if this ruleset gives it, or empty.
    pub family: String,
    /// What the points of a player are, or empty.
    pub points: String,
    pub plugin: String,
    pub author: Option<String>,
    /// The source of the rules, such as a web page.
    pub source: Option<String>,
    pub license: Option<String>,
    pub origin: RulesetOrigin,
    /// In the order of turns; [`Ruleset::player`] has a default for missing ones.
    pub players: Vec<PlayerSpec>,
    /// With their current values.
    pub options: Vec<RulesetOption>,
    /// The values that the ruleset was loaded with.
    pub overrides: Overrides,
    pub clock: TimeControl,
    pub ai: AiSpec,
    pub look: Appearance,
    pub help: HelpTexts,
    /// The steps of the first lessons, in order.
    pub lessons: Vec<Exercise>,
    pub puzzles: Vec<Exercise>,
    /// What a new match begins with.
    pub start: DrawnStart,
    /// Games to look at.
    pub examples: Vec<ExampleGame>,
    /// What `boardloom plugin test` counts.
    pub tests: Vec<RulesetTest>,
    pub warnings: Diagnostics,
    pub(crate) root: Value,
    /// What is left of the file: all of it, unless this is a ruleset for a check.
    sound_part: SoundPart,
    pub(crate) files: Vec<Arc<SourceFile>>,
    pub(crate) translations: Translations,
    pub(crate) own_languages: Vec<String>,
    pub(crate) own_texts: Vec<OwnText>,
    /// The language of the texts; `None` is English.
    pub(crate) spoken: Option<(String, Arc<Translation>)>,
    pub(crate) plugin_part: Map<String, Json>,
    /// The texts for players in the plugin's part.
    pub(crate) plugin_texts: Vec<String>,
    resolved: String,
    hash: String,
}

impl Ruleset {
    pub(crate) fn load(
        library: &Library,
        text: RulesetText,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> Result<Ruleset, Diagnostics> {
        match Ruleset::read(library, text, overrides, schemas) {
            (Some(ruleset), report) if !report.has_errors() => {
                Ok(Ruleset { warnings: report, ..ruleset })
            }
            (_, report) => Err(report),
        }
    }

    /// Returns the ruleset with all diagnostics. If it has errors, it is the part without
    /// them, so that the plugin can find further ones; `None` if that is no ruleset.
    pub(crate) fn read(
        library: &Library,
        text: RulesetText,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> (Option<Ruleset>, Diagnostics) {
        let (ruleset, mut report) = Ruleset::read_alone(library, text, overrides, schemas);
        restore_inherited(&mut report, |path| match library.start_of_path(path) {
            Ok(start) => Ruleset::read_alone(library, start, &Overrides::new(), schemas).1,
            Err(_) => Diagnostics::default(),
        });
        (ruleset, report)
    }

    /// As [`Ruleset::read`], with the lines of the own file blamed for all that they change.
    fn read_alone(
        library: &Library,
        text: RulesetText,
        overrides: &Overrides,
        schemas: &dyn PluginSchemas,
    ) -> (Option<Ruleset>, Diagnostics) {
        let (id, origin) = (text.id.clone(), text.origin());
        let mut report = Diagnostics::default();
        let Some(mut document) = merge_chain(library, text, &mut report) else {
            report.sort(&[]);
            return (None, report);
        };
        if !document.complete {
            check_incomplete(&mut document, schemas, &mut report);
            return (None, report);
        }
        let plugin = plugin(&document.root, schemas, library, &mut report);
        let schema = plugin.as_ref().map(|(_, schema)| Arc::clone(schema));
        let validator = Validator::new(host(), schema.as_deref());
        if schema.is_some() {
            move_misplaced_keys(&mut document.root, &validator, &mut report);
        }
        let mut options = Vec::new();
        if schema.is_some() {
            let (root, files) = (&mut document.root, &document.files);
            options = apply_options(root, overrides, &validator, files, &mut report);
        }
        report.append(validator.document(&document.root));
        mend_options(&mut report, &document.root, &validator);
        name_options(&mut report, &document.root);
        mend_clock(&mut report, &document.root);
        report.extend(formula_diagnostics(&document.root));
        report.extend(exercise_diagnostics(&document.root));
        mend_tables(&mut report, &document.root, &document.files);
        report.extend(players_alike(&document.root));
        report.extend(idle_keys(&document.root, validator.plugin()));
        // The report may have an error for this key already.
        let mut unprintable = unprintable_texts(&document.root);
        unprintable.retain(|it| !report.iter().any(|known| known.span == it.span));
        report.extend(unprintable);
        report.drop_consequences();
        let sound_part = SoundPart::of(&mut document.root, &report, &validator);
        let (Some(sound_part), Some((plugin, schema))) = (sound_part, plugin) else {
            finish(&mut report, &document.root, &document.files);
            return (None, report);
        };
        let mut copy = resolve(&document.root);
        let mut plugin_part = plugin_part(&copy, &schema);
        let own = document.files.first().map_or("", |file| file.name());
        report.extend(add_network(library, &document.root, own, &mut copy, &mut plugin_part));
        finish(&mut report, &document.root, &document.files);
        let resolved = writer::document(&copy);
        let text = |key: &str| document.root.get(key).and_then(Value::text).map(str::to_owned);
        let ruleset = Ruleset {
            id,
            name: text("name").unwrap_or_default(),
            summary: text("summary").unwrap_or_default(),
            family: text("family").unwrap_or_default(),
            points: text("points").unwrap_or_default(),
            plugin,
            author: text("author"),
            source: text("source"),
            license: text("license"),
            origin,
            players: part(&document.root, "players"),
            options,
            overrides: overrides.clone(),
            clock: part(&document.root, "clock"),
            ai: ai_spec(&document.root),
            look: part(&document.root, "look"),
            help: part(&document.root, "help"),
            lessons: part(&document.root, "lesson"),
            puzzles: part(&document.root, "puzzle"),
            start: part(&document.root, START_KEY),
            examples: part(&document.root, EXAMPLE_KEY),
            tests: part(&document.root, TEST_KEY),
            warnings: Diagnostics::default(),
            plugin_texts: plugin_texts(&plugin_part, &schema),
            plugin_part,
            hash: sha256_hex(resolved.as_bytes()),
            resolved,
            files: document.files,
            translations: document.translations,
            own_languages: document.own_languages,
            own_texts: document.own_texts,
            spoken: None,
            root: document.root,
            sound_part,
        };
        (Some(ruleset), report)
    }

    /// Returns the tables that belong to the plugin as JSON, for `game.open` of
    /// the contract.
    pub fn plugin_json(&self) -> String {
        Json::Object(self.plugin_part.clone()).to_string()
    }

    /// Returns the hash of board and rules that a network belongs to: of everything that the
    /// plugin gets but players and the computer's settings.
    pub fn network_rules(&self) -> String {
        network::rules_hash(&self.plugin_part)
    }

    /// Returns a complete copy as one file, with everything that it extends and
    /// the chosen options. Loading it gives the same ruleset and the same copy.
    pub fn resolved_toml(&self) -> &str {
        &self.resolved
    }

    /// Returns the SHA-256 of [`Ruleset::resolved_toml`] in hexadecimal digits: a
    /// common hash, so that other programs can check the copy in a record.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    pub fn player(&self, seat: usize) -> PlayerSpec {
        self.players.get(seat).cloned().unwrap_or_else(|| self.unnamed(seat))
    }

    /// Returns the seat without a side: `Player 1`.
    pub fn unnamed(&self, seat: usize) -> PlayerSpec {
        let unnamed = PlayerSpec::unnamed(seat);
        PlayerSpec { name: self.translate(&unnamed.name).to_owned(), ..unnamed }
    }

    /// Returns the value of a dotted key, as `board.width`.
    pub fn value(&self, key: &str) -> Option<Json> {
        self.root.find(key).map(Value::to_json)
    }

    /// Adds file, line and column to a plugin's diagnostics, through `extends`
    /// and options.
    pub fn locate(&self, diagnostics: &[Diagnostic]) -> Diagnostics {
        let mut report = Diagnostics::default();
        let certain = diagnostics.iter().filter(|it| self.sound_part.is_certain(it, &self.root));
        report.extend(certain.map(|diagnostic| locate(&self.root, diagnostic)));
        report.iter_mut().for_each(|diagnostic| self.fit_proposal_to_option(diagnostic));
        finish(&mut report, &self.root, &self.files);
        self.files().into_iter().for_each(|file| report.add_file(file));
        report
    }

    /// Compares players and looks with the game that the ruleset opens.
    pub fn check_against(&self, about: &About) -> Diagnostics {
        let mut report = Diagnostics::default();
        report.extend(unknown_look_names(&self.root, about, self.files.first()));
        if self.sound_part.has("players") {
            report.extend(missing_players(&self.root, about.seats, &self.files));
        }
        report.extend(tables_for_other_seats(&self.root, about.seats));
        finish(&mut report, &self.root, &self.files);
        report
    }

    /// Returns the files on disk that the ruleset was read from, its own first.
    pub fn files(&self) -> Vec<&Path> {
        self.files.iter().filter_map(|file| file.path()).collect()
    }

    pub fn watched_files(&self) -> Vec<PathBuf> {
        self.files().into_iter().map(Path::to_owned).collect()
    }
}

/// Replaces the name of a network by its file in the plugin's part, and by name and hash in the
/// complete copy.
fn add_network(
    library: &Library,
    root: &Value,
    own: &str,
    copy: &mut SourceTable,
    plugin_part: &mut Map<String, Json>,
) -> Option<SourceDiagnostic> {
    let rules = network::rules_hash(plugin_part);
    let (loaded, diagnostic) = network::load(library, root, own, &rules);
    let [table, key] = network::KEY;
    let ai = copy.entry_mut(table).and_then(|entry| entry.value.table_mut());
    let named = ai.and_then(|ai| ai.entry_mut(key));
    if let (Some(named), Some(loaded)) = (named, &loaded) {
        named.value.kind = ValueKind::Text(loaded.reference.clone());
    }
    if let Some(ai) = plugin_part.get_mut(table).and_then(Json::as_object_mut) {
        match loaded.and_then(|loaded| loaded.file) {
            Some(file) => drop(ai.insert(key.to_owned(), file)),
            None => drop(ai.remove(key)),
        }
    }
    diagnostic
}

/// Moves plain keys of the top level from a table that does not know them back to the top
/// level, and reports them.
fn move_misplaced_keys(root: &mut Value, validator: &Validator<'_>, report: &mut Diagnostics) {
    let stays = |path: &[PathKey], value: &Value| validator.is_meant_for(path, value);
    move_keys(root, &TOP_LEVEL_KEYS, stays, report);
}

/// Checks the part of a ruleset that could be read; keys may stand in the other
/// part.
fn check_incomplete(
    document: &mut MergedDocument,
    schemas: &dyn PluginSchemas,
    report: &mut Diagnostics,
) {
    let name = document.root.get("plugin").and_then(Value::text);
    let schema = name.and_then(|name| sound_schema(schemas, name).ok());
    let validator = Validator::new(host(), schema.as_deref());
    if schema.is_some() {
        move_misplaced_keys(&mut document.root, &validator, report);
    }
    let mut found = validator.document(&document.root);
    // A type of `extends` is told where the file is read. Without a plugin, which the ruleset that
    // is extended may name, its keys for the computer are not known.
    let is_plugin_key = |it: &SourceDiagnostic| {
        schema.is_none() && it.key.starts_with("ai.") && it.what.starts_with("unknown key")
    };
    found.retain_mut(|it| {
        it.recovery != Recovery::MissingKey && it.key != "extends" && !is_plugin_key(it)
    });
    report.append(found);
    report.drop_consequences();
    finish(report, &document.root, &document.files);
}

/// The names of a board's figures that formulas can use.
const FORMULA_NAMES: [&str; 4] = ["sites", "open", "pieces", "seats"];

/// Returns the errors in the formulas of `help.estimates`.
fn formula_diagnostics(root: &Value) -> Vec<SourceDiagnostic> {
    let estimates = root.find("help.estimates").and_then(Value::array).unwrap_or_default();
    let formulas = estimates.iter().filter_map(|estimate| estimate.get("formula"));
    // Their values are those of a board; here only their names count.
    let names = FORMULA_NAMES.map(|name| (name.to_owned(), 2.0)).into();
    let diagnostics = formulas.filter_map(|formula| {
        let value =
            formula.text()?.parse::<Formula>().and_then(|parsed| match parsed.value(&names) {
                Err(error @ FormulaError::UnknownName { .. }) => Err(error),
                _ => Ok(()),
            });
        let error = value.err()?;
        let diagnostic = SourceDiagnostic::error("invalid formula", Some(formula.span.clone()));
        Some(diagnostic.key("help.estimates.formula").label(error.to_string()))
    });
    diagnostics.collect()
}

/// Sorts the diagnostics, and blames lines of the own file for what is wrong in inherited ones.
pub(crate) fn finish(report: &mut Diagnostics, root: &Value, files: &[Arc<SourceFile>]) {
    let Some(own) = files.first() else { return };
    join_inherited_keys(report, own);
    for diagnostic in report.iter_mut() {
        let Some(name) = diagnostic.span.as_ref().map(|span| span.file.name()) else { continue };
        if name == own.name() || name == OPTIONS_NAME {
            continue;
        }
        diagnostic.notes.push(format!("`{}` extends `{name}`", own.name()));
        if diagnostic.what.contains(MISFIT) {
            let keys = diagnostic.what.split('`').skip(1).step_by(2);
            let keys: Vec<&str> = keys.collect();
            let [keys @ .., _] = &keys[..] else { continue };
            let it = if keys.len() > 1 { "them" } else { "it" };
            let (options, rest) = inherited_options(root, keys, own);
            let list = without_list(root, &[keys, options].concat());
            diagnostic
                .notes
                .push(format!("to drop {it}, write `{list}` in the file that extends{rest}"));
        }
        blame_own_line(diagnostic, root, own);
    }
    let names: Vec<&str> = files.iter().map(|file| file.name()).collect();
    report.sort(&names);
}

/// Returns the list of options if inherited ones are of dropped keys alone; else how to drop those
/// that are.
fn inherited_options(
    root: &Value,
    keys: &[&str],
    own: &Arc<SourceFile>,
) -> (&'static [&'static str], String) {
    let options = root.get("options").and_then(Value::array).unwrap_or_default();
    let key_of = |option: &Value| option.get("key").and_then(Value::text).map(str::to_owned);
    let is_dropped = |option: &&Value| {
        let is_of = |name: &str| {
            keys.iter().any(|key| name.strip_prefix(key).is_some_and(|it| it.starts_with('.')))
        };
        option.span.file != *own && key_of(option).is_some_and(|name| is_of(&name))
    };
    let dropped: Vec<&Value> = options.iter().filter(is_dropped).collect();
    match dropped[..] {
        [] => (&[], String::new()),
        _ if dropped.len() == options.len() => (&["options"], String::new()),
        [first, ..] => {
            let name = key_of(first).unwrap_or_default();
            let rest =
                format!(", and below `[[options]]` there `key = \"{name}\"` and `remove = true`");
            (&[], rest)
        }
    }
}

/// What diagnostics of keys of another kind of table have in common.
const MISFIT: &str = " not go with the other keys of ";

/// Joins the errors of inherited keys that belong to another kind of table into one for each
/// table: one line drops all of them.
fn join_inherited_keys(report: &mut Diagnostics, own: &Arc<SourceFile>) {
    let is_inherited = |it: &SourceDiagnostic| {
        it.what.contains(MISFIT) && it.span.as_ref().is_some_and(|span| span.file != *own)
    };
    let table_of = |it: &SourceDiagnostic| it.what.rsplit('`').nth(1).map(str::to_owned);
    let all: Vec<SourceDiagnostic> = report.iter().filter(|it| is_inherited(it)).cloned().collect();
    let mut joined: Vec<Option<String>> = Vec::new();
    report.retain_mut(|diagnostic| {
        if !is_inherited(diagnostic) {
            return true;
        }
        let table = table_of(diagnostic);
        let same: Vec<&SourceDiagnostic> = all.iter().filter(|it| table_of(it) == table).collect();
        if same.len() < 2 {
            return true;
        }
        if joined.contains(&table) {
            return false;
        }
        let keys = list_names(same.iter().map(|it| it.key.as_str()), "and");
        let name = table.as_deref().unwrap_or_default();
        diagnostic.what = format!("{keys} do{MISFIT}`{name}`");
        for other in &same[1..] {
            let place = other.span.clone();
            diagnostic.related.extend(place.map(|span| ("and this".to_owned(), span)));
        }
        joined.push(table);
        true
    });
}

/// Reads a table of the host that was validated.
fn part<T: DeserializeOwned + Default>(root: &Value, key: &str) -> T {
    let Some(value) = root.get(key) else { return T::default() };
    serde_json::from_value(value.to_json())
        .expect("values that fit the host's schema can be read, as a test shows")
}

fn ai_spec(root: &Value) -> AiSpec {
    let Some(ai) = root.get("ai") else { return AiSpec::default() };
    let mut settings = ai.table().map(SourceTable::to_json).unwrap_or_default();
    settings.remove("levels");
    settings.remove("remarks");
    // The game has it already.
    settings.remove(network::KEY[1]);
    let (levels, remarks) = (part(ai, "levels"), part(ai, "remarks"));
    AiSpec { levels, remarks, settings, default_names: Vec::new() }
}

/// Returns the keys that the plugin's schema knows.
fn plugin_part(document: &SourceTable, schema: &Json) -> Map<String, Json> {
    let mut part = Map::new();
    let root = Subschema::document(schema).resolve();
    let (wanted, own) = (root.names(), Subschema::document(host()).names());
    for entry in &document.entries {
        let key = entry.key.as_str();
        let shared = own.contains(&key);
        if shared && !wanted.contains(&key) {
            continue;
        }
        let mut json = entry.value.to_json();
        // The host reads this table too: the plugin gets the keys of its schema.
        if let (true, Json::Object(map)) = (shared, &mut json) {
            let under = root.under(&PathKey::Name(key.to_owned()));
            let names: Vec<&str> = under.iter().flat_map(|part| part.names()).collect();
            map.retain(|key, _| names.is_empty() || names.contains(&key.as_str()));
        }
        part.insert(entry.key.clone(), json);
    }
    part
}

fn plugin_texts(part: &Map<String, Json>, schema: &Json) -> Vec<String> {
    let (root, mut texts) = (Subschema::document(schema).resolve(), Vec::new());
    for (key, value) in part {
        collect_texts(&root.under(&PathKey::Name(key.clone())), value, &mut texts);
    }
    texts
}

/// Returns the document as one complete file: plain keys first, then the
/// plugin's tables between those of the host.
fn resolve(root: &Value) -> SourceTable {
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
    // Search names, the place and the heading in lists, the heading of points, engine protocols,
    // exercises, examples and tests are not part of the game.
    table.remove("aliases");
    table.remove("main");
    table.remove("family");
    table.remove("points");
    table.remove("engine");
    EXERCISE_KEYS.into_iter().for_each(|key| drop(table.remove(key)));
    table.remove(EXAMPLE_KEY);
    table.remove(TEST_KEY);
    let rank = |entry: &TableEntry| {
        let first = FIRST.iter().position(|name| *name == entry.key);
        let last = LAST.iter().position(|name| *name == entry.key);
        match (first, last) {
            (Some(place), _) => place,
            (_, Some(place)) => FIRST.len() + 1 + place,
            _ => FIRST.len(),
        }
    };
    table.entries.sort_by_key(rank);
    let no_options =
        |it: &TableEntry| it.key == "options" && it.value.array().is_some_and(<[Value]>::is_empty);
    table.entries.retain(|it| !no_options(it));
    if let Some(ValueKind::Array(options)) = table.entry_mut("options").map(|it| &mut it.value.kind)
    {
        // The key itself has the current value, the default of the copy.
        for option in options.iter_mut().filter_map(Value::table_mut) {
            option.remove("default");
        }
    }
    table
}
