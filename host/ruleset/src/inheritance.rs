//! `extends`: a file and those that it extends, merged into one document.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use boardloom_contract::PathKey;
use serde_json::json;

use crate::diagnostics::{Diagnostics, Recovery, SourceDiagnostic};
use crate::languages::{Translations, add_languages, take_languages};
use crate::library::{Library, RulesetOrigin, is_path};
use crate::misplaced_keys::move_keys;
use crate::parser::parse;
use crate::schema::{Subschema, Validator, host, synonym};
use crate::source::{SourceFile, SourceSpan};
use crate::suggestion::{did_you_mean, list_names, nearest, shorten};
use crate::value::{SourceTable, TableEntry, Value, ValueKind};

/// The supported version of the file format.
pub(crate) const FORMAT: i64 = 1;

/// Keys that describe one file and are not inherited.
const NOT_INHERITED: [&str; 15] = [
    "name", "summary", "aliases", "main", "family", "extends", "without", "author", "source",
    "license", "engine", "lesson", "puzzle", "example", "test",
];

/// A ruleset's text and its place in the library.
pub(crate) struct RulesetText {
    pub(crate) id: String,
    /// Index of its source; `None` if it is outside of the library.
    pub(crate) source: Option<usize>,
    pub(crate) file: Arc<SourceFile>,
}

impl RulesetText {
    /// Returns the first source of a ruleset that this one extends: it can extend the one
    /// that it shadows.
    pub(crate) fn first_source(&self, parent: &str) -> usize {
        self.source.filter(|_| self.id == parent).map_or(0, |source| source + 1)
    }

    pub(crate) fn origin(&self) -> RulesetOrigin {
        match (self.file.path(), self.source) {
            (Some(path), _) => RulesetOrigin::File(path.to_owned()),
            (None, Some(_)) => RulesetOrigin::Bundled,
            (None, None) => RulesetOrigin::Text(self.id.clone()),
        }
    }
}

/// A document merged with everything that it extends.
pub(crate) struct MergedDocument {
    pub(crate) root: Value,
    /// From the file itself to the last one that is extended.
    pub(crate) files: Vec<Arc<SourceFile>>,
    /// Whether all files could be read.
    pub(crate) complete: bool,
    /// The texts in other languages, which are no part of the rules.
    pub(crate) translations: Translations,
    /// The languages of the first file.
    pub(crate) own_languages: Vec<String>,
    pub(crate) own_texts: Vec<OwnText>,
}

/// A text that a file translates by its English.
#[derive(Debug, Clone)]
pub(crate) struct OwnText {
    pub(crate) language: String,
    pub(crate) english: String,
    pub(crate) span: SourceSpan,
}

/// Returns what stands under `[de.texts]` and its like.
fn own_texts(languages: &[TableEntry]) -> Vec<OwnText> {
    let texts = languages.iter().flat_map(|language| {
        let texts = language.value.get("texts").and_then(Value::table);
        let entries = texts.into_iter().flat_map(|texts| &texts.entries);
        entries.map(|entry| OwnText {
            language: language.key.clone(),
            english: entry.key.clone(),
            span: entry.key_span.clone(),
        })
    });
    texts.collect()
}

/// Reads a file and everything that it extends, as far as possible. Returns
/// `None` if the file itself cannot be read.
pub(crate) fn merge_chain(
    library: &Library,
    first: RulesetText,
    report: &mut Diagnostics,
) -> Option<MergedDocument> {
    let mut chain: Vec<(RulesetText, Value)> = Vec::new();
    let mut languages = Vec::new();
    let mut next = Some(first);
    let mut complete = true;
    while let Some(text) = next.take() {
        if let Some(path) = text.file.path() {
            report.add_file(path);
        }
        let parsed = parse(&text.file);
        complete &= parsed
            .diagnostics
            .iter()
            .all(|it| matches!(it.recovery, Recovery::ReplacedValue | Recovery::UnquotedWord));
        report.extend(parsed.diagnostics);
        let Some(mut root) = parsed.root else { break };
        let own_languages = take_languages(&mut root);
        lower_names(&mut root, report);
        // Without a plugin only the tables of the host are known; none of a plugin has these keys.
        let validator = Validator::new(host(), None);
        let stays = |path: &[PathKey], _: &Value| path.len() > 2 || validator.at(path).is_ok();
        move_keys(&mut root, &["format", "plugin"], stays, report);
        if root.get("plugin").is_none() {
            move_keys(&mut root, &["extends", "name", "without"], stays, report);
        }
        if let Some(diagnostic) = format_diagnostic(&root) {
            let given = root.get("format");
            if given.and_then(Value::integer).is_some_and(|it| it > FORMAT) {
                report.push(diagnostic);
                complete = false;
                break;
            }
            // A line that cannot be read may be the one with the format. What is told of a value
            // without quotes or with a date does not say that the format is a number.
            if given.is_some() {
                report.retain_mut(|it| it.span != diagnostic.span);
            }
            if complete || given.is_some() {
                report.push(diagnostic);
            }
            let (span, kind) = (root.span.clone(), ValueKind::Integer(FORMAT));
            set_value(&mut root, "format", &span.clone(), Value { span, kind });
        }
        chain.push((text, root));
        languages.push(own_languages);
        match parent(library, &chain) {
            Ok(found) => next = found,
            Err(diagnostic) => {
                report.push(*diagnostic);
                complete = false;
            }
        }
    }
    let files: Vec<Arc<SourceFile>> =
        chain.iter().map(|(text, _)| Arc::clone(&text.file)).collect();
    let mut roots = chain.into_iter().rev().map(|(_, root)| root);
    let mut root = roots.next()?;
    let own = languages.first().into_iter().flatten();
    let own_languages = own.map(|entry: &TableEntry| entry.key.clone()).collect();
    let own_texts = own_texts(languages.first().map_or(&[], Vec::as_slice));
    let mut languages = languages.into_iter().rev();
    let mut translations = Translations::new();
    let is_whole = complete;
    let mut add = |root: &Value, report: &mut Diagnostics| {
        let own = languages.next().unwrap_or_default();
        // What could not be read may be what they translate.
        let mut unread = Diagnostics::default();
        let report = if is_whole { report } else { &mut unread };
        add_languages(&mut translations, &own, root, report);
    };
    add(&root, report);
    for child in roots {
        if let Some(diagnostic) = other_plugin(&root, &child) {
            report.push(diagnostic);
            complete = false;
            root = child;
            // Which of the two is meant is not known.
            if let Some(table) = root.table_mut() {
                table.remove("plugin");
            }
            continue;
        }
        remove_keys(&mut root, &child, report);
        if files.first() == Some(&child.span.file) {
            report.extend(fewer_levels(&root, &child));
        }
        merge(&mut root, child);
        add(&root, report);
    }
    Some(MergedDocument { root, files, complete, translations, own_languages, own_texts })
}

/// Returns a warning if blocks of a child describe fewer levels of the computer than the ruleset
/// that it extends has: they replace all of them.
fn fewer_levels(base: &Value, child: &Value) -> Option<SourceDiagnostic> {
    let [inherited, own] = [base, child].map(|root| root.find("ai.levels"));
    let (inherited, own) = (inherited?.array()?.len(), own?.array()?);
    let first = own.first().filter(|first| first.span.text().starts_with("[["))?;
    let count = own.len();
    let levels = if count == 1 { "level" } else { "levels" };
    let what =
        format!("the computer has {count} {levels} here, and {inherited} in the extended ruleset");
    let warning = SourceDiagnostic::warning(what, Some(first.span.clone())).key("ai.levels");
    let help = "lists replace inherited ones: write a block `[[ai.levels]]` for each level, or \
                `levels = [...]` below `[ai]` for fewer";
    (count < inherited).then(|| warning.help(help))
}

/// Returns an error if a child names another plugin than the ruleset that it extends.
fn other_plugin(base: &Value, child: &Value) -> Option<SourceDiagnostic> {
    let (own, extended) = (child.get("plugin")?, base.get("plugin")?.text()?);
    let name = own.text().filter(|name| *name != extended)?;
    let parent = child.get("extends").and_then(Value::text).unwrap_or_default();
    let what = format!("`{parent}` is a ruleset of the plugin `{extended}`");
    let found = SourceDiagnostic::error(what, Some(own.span.clone())).key("plugin");
    let help = format!("leave `plugin` out, or extend a ruleset of `{name}`");
    Some(found.label(format!("expected \"{extended}\", found \"{name}\"")).help(help))
}

fn format_diagnostic(root: &Value) -> Option<SourceDiagnostic> {
    let Some(format) = root.get("format") else {
        let missing = SourceDiagnostic::error("missing key `format`", Some(root.span.clone()))
            .key("format")
            .label("needs the version of the file format")
            .help(format!("begin the file with `format = {FORMAT}`"));
        return Some(missing);
    };
    if format.integer() == Some(FORMAT) {
        return None;
    }
    let in_quotes = format.text().is_some_and(|text| text.trim() == FORMAT.to_string());
    if in_quotes {
        let what = "`format` is a number, not a text";
        let found = SourceDiagnostic::error(what, Some(format.span.clone())).key("format");
        return Some(found.help(format!("write it without quotes: `format = {FORMAT}`")));
    }
    let what = format!("this program reads format {FORMAT}; `format = {format}` is unknown");
    let found = SourceDiagnostic::error(what, Some(format.span.clone())).key("format");
    let is_newer = format.integer().is_some_and(|it| it > FORMAT);
    Some(found.maybe_help((!is_newer).then(|| format!("write `format = {FORMAT}`"))))
}

/// The tables that every ruleset can have, besides those of the host.
pub(crate) const TABLES: [&str; 3] = ["board", "setup", "rules"];

/// Writes keys and tables of the top level in small letters, and reports each.
fn lower_names(root: &mut Value, report: &mut Diagnostics) {
    let host_keys = Subschema::document(host()).names();
    let Some(table) = root.table_mut() else { return };
    for at in 0..table.entries.len() {
        let lower = table.entries[at].key.to_ascii_lowercase();
        let is_known = host_keys.contains(&lower.as_str()) || TABLES.contains(&lower.as_str());
        let entry = &table.entries[at];
        if lower == entry.key || !is_known || table.get(&lower).is_some() {
            continue;
        }
        let what = format!("unknown key `{}`", entry.key);
        let diagnostic = SourceDiagnostic::error(what, Some(entry.key_span.clone()));
        let diagnostic = diagnostic.key(&lower).help(format!("keys have small letters: `{lower}`"));
        report.push(SourceDiagnostic { recovery: Recovery::MovedKey, ..diagnostic });
        table.entries[at].key = lower;
    }
}

/// Finds the file that the last one extends.
fn parent(
    library: &Library,
    chain: &[(RulesetText, Value)],
) -> Result<Option<RulesetText>, Box<SourceDiagnostic>> {
    let Some((text, root)) = chain.last() else { return Ok(None) };
    let Some(extends) = root.get("extends") else { return Ok(None) };
    let span = Some(extends.span.clone());
    let error =
        |what: String| SourceDiagnostic::error(what, Some(extends.span.clone())).key("extends");
    let Some(id) = extends.text() else {
        let label = format!("expected the name of a ruleset, found {extends}");
        let help = match extends.array().unwrap_or_default() {
            [] => None,
            [only] => only.text().map(|name| format!("write `extends = \"{name}\"`")),
            _ => Some("a ruleset extends one other, which may extend a further one".to_owned()),
        };
        let error = error("wrong type for `extends`".to_owned()).label(label);
        return Err(Box::new(error.maybe_help(help)));
    };
    let found = library.parent_of(text, id).map_err(|diagnostic| {
        Box::new(SourceDiagnostic { span, key: "extends".to_owned(), ..*diagnostic })
    })?;
    let itself = || {
        let error = error("this ruleset extends itself".to_owned());
        Box::new(error.help("name another ruleset, or remove `extends`"))
    };
    let Some(found) = found else {
        if id == text.id {
            return Err(itself());
        }
        let what = format!("there is no ruleset `{}` to extend", shorten(id));
        let slashes = id.replace('\\', "/");
        let help = match (is_path(id), text.file.path()) {
            _ if slashes != id => Some(format!("write `extends = \"{slashes}\"`")),
            (true, None) => Some("a path works only in a file".to_owned()),
            (true, Some(_)) => {
                let name = id.trim_start_matches("./").trim_end_matches(".toml");
                let known = library.ids().iter().any(|known| known == name);
                Some(match known {
                    true => format!("did you mean `{name}`? a ruleset's name has no `.toml`"),
                    false if id.contains("://") => {
                        "save that file beside this one, and name it: `extends = \"./NAME.toml\"`"
                            .to_owned()
                    }
                    false => "the path begins at the folder of this file".to_owned(),
                })
            }
            (false, _) => {
                let names = library.ids();
                let main = library.main_of(id);
                let is_last = |name: &&str| name.rsplit('/').next() == Some(id);
                let last = names.iter().map(String::as_str).find(is_last);
                main.or(last.map(str::to_owned))
                    .map(|name| format!("did you mean `{name}`?"))
                    .or_else(|| did_you_mean(id, names.iter().map(String::as_str)))
                    .or_else(|| rulesets_in_folder(id, &names))
            }
        };
        return Err(Box::new(error(what).maybe_help(help)));
    };
    let known = |(it, _): &(RulesetText, Value)| {
        it.id == found.id && it.source == found.source && it.file.name() == found.file.name()
            || it.file.path().is_some() && same_file(it.file.path(), found.file.path())
    };
    if let Some(first) = chain.iter().position(known) {
        if first + 1 == chain.len() {
            return Err(itself());
        }
        let mut names: Vec<&str> = chain[first..].iter().map(|(it, _)| it.id.as_str()).collect();
        names.push(&chain[first].0.id);
        return Err(Box::new(
            error("the rulesets extend each other in a circle".to_owned())
                .label(names.join(" -> "))
                .help("remove `extends` from one of them"),
        ));
    }
    Ok(Some(found))
}

/// Tells whether two paths lead to one file.
fn same_file(a: Option<&Path>, b: Option<&Path>) -> bool {
    let whole = |path: Option<&Path>| path.and_then(|path| path.canonicalize().ok());
    whole(a).is_some() && whole(a) == whole(b)
}

/// Lists the rulesets of the same folder as a hint.
pub(crate) fn rulesets_in_folder(id: &str, names: &[String]) -> Option<String> {
    let folder = id.split_once('/').map_or(id, |(folder, _)| folder);
    let inside = |name: &&str| name.split_once('/').is_some_and(|(other, _)| other == folder);
    let names: Vec<&str> = names.iter().map(String::as_str).filter(inside).take(12).collect();
    (!names.is_empty()).then(|| format!("in `{folder}` there are {}", list_names(names, "and")))
}

/// Removes the keys that a child lists in `without`.
fn remove_keys(base: &mut Value, child: &Value, report: &mut Diagnostics) {
    let list = child.get("without").or_else(|| meant_without(child)).and_then(Value::array);
    let Some(list) = list else { return };
    for item in list {
        let Some(path) = item.text() else { continue };
        if let Some((key, _)) = path.split_once('=') {
            let what = format!("`without` has names of keys, without values: {item}");
            let help = format!(
                "to drop the key, write `\"{}\"`; to set it, leave it out here and set it in its table",
                key.trim()
            );
            let error = SourceDiagnostic::error(what, Some(item.span.clone())).key("without");
            report.push(error.help(help));
            continue;
        }
        if let Some(key) = path.strip_prefix("options.") {
            report.push(option_to_remove(item, key));
            continue;
        }
        let (above, last) = path.rsplit_once('.').map_or((None, path), |(a, b)| (Some(a), b));
        let Some(table) = table_above(base, above) else {
            report.push(nothing_to_remove(item, path, &[]));
            continue;
        };
        if table.remove(last).is_none() {
            let within = above.map_or(String::new(), |above| format!("{above}."));
            let names: Vec<String> =
                table.entries.iter().map(|it| format!("{within}{}", it.key)).collect();
            let inner = above.is_none().then(|| inner_key(base, path)).flatten();
            // What was probably meant is not wrong as well.
            let near = names.iter().map(|name| &name[within.len()..]);
            if inner.is_none()
                && let Some(near) = nearest(last, near)
                && let Some(table) = table_above(base, above)
            {
                table.remove(near);
            }
            let diagnostic = nothing_to_remove(item, path, &names);
            report.push(match inner {
                Some(inner) => diagnostic.help(format!("did you mean `{inner}`?")),
                None => diagnostic,
            });
        }
    }
}

/// Returns the list under a key that stands for `without`, which is told as unknown.
fn meant_without(child: &Value) -> Option<&Value> {
    let known: Vec<&str> = Subschema::document(host()).names().into_iter().chain(TABLES).collect();
    let is_meant = |entry: &&TableEntry| {
        let key = entry.key.as_str();
        let meant = || synonym(key, &known).or_else(|| nearest(key, known.iter().copied()));
        !known.contains(&key) && meant() == Some("without")
    };
    child.table()?.entries.iter().find(is_meant).map(|entry| &entry.value)
}

/// Returns the path of a key within a table of the top level.
fn inner_key(root: &Value, key: &str) -> Option<String> {
    let tables = root.table()?.entries.iter();
    let mut inside = tables.filter(|table| table.value.get(key).is_some());
    inside.next().map(|table| format!("{}.{key}", table.key))
}

fn table_above<'a>(root: &'a mut Value, above: Option<&str>) -> Option<&'a mut SourceTable> {
    match above {
        None => root.table_mut(),
        Some(above) => find_mut(root, above),
    }
}

/// Returns the error for an option in `without`, which takes keys of tables.
fn option_to_remove(item: &Value, key: &str) -> SourceDiagnostic {
    let what = format!("`without` drops no options: {item}");
    let help =
        format!("to drop the option, write `[[options]]`, `key = {key:?}` and `remove = true`");
    SourceDiagnostic::error(what, Some(item.span.clone())).key("without").help(help)
}

fn nothing_to_remove(item: &Value, wanted: &str, names: &[String]) -> SourceDiagnostic {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let what = format!("the extended ruleset has no {item}");
    // A key is looked for among those of its table by its own name.
    let table = wanted.rfind('.').map_or("", |at| &wanted[..=at]);
    let keys: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix(table)).collect();
    let help = match nearest(&wanted[table.len()..], keys) {
        Some(key) => Some(format!("did you mean `{table}{key}`?")),
        None => {
            let keys: Vec<&str> = names.into_iter().filter(|it| it.starts_with(table)).collect();
            let keys = list_names(keys, "and");
            (!keys.is_empty()).then(|| {
                format!(
                    "its keys are {keys}; a key that is set to another value needs no `without`"
                )
            })
        }
    };
    SourceDiagnostic::error(what, Some(item.span.clone())).key("without").maybe_help(help)
}

fn find_mut<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut SourceTable> {
    let mut value = root;
    for key in path.split('.') {
        value = &mut value.table_mut()?.entry_mut(key)?.value;
    }
    value.table_mut()
}

/// Merges a child into the document that it extends.
fn merge(base: &mut Value, child: Value) {
    let Some(table) = base.table_mut() else { return };
    for key in NOT_INHERITED {
        table.remove(key);
    }
    if let ValueKind::Table(over) = child.kind {
        merge_entries(table, over, true);
    }
    base.span = child.span;
}

fn merge_entries(table: &mut SourceTable, over: SourceTable, root: bool) {
    let keys = table.entries.iter().map(|entry| entry.key.clone());
    let places: HashMap<String, usize> = keys.zip(0..).collect();
    for entry in over.entries {
        match places.get(&entry.key) {
            Some(place) => merge_entry(&mut table.entries[*place], entry, root),
            None => table.entries.push(entry),
        }
    }
}

/// Merges an entry: tables are joined key by key, except inline tables, which are
/// values; other values are replaced.
fn merge_entry(known: &mut TableEntry, entry: TableEntry, root: bool) {
    known.key_span = entry.key_span;
    match (&mut known.value.kind, entry.value.kind) {
        (ValueKind::Table(below), ValueKind::Table(over)) if !over.inline => {
            known.value.span = entry.value.span;
            merge_entries(below, over, false);
        }
        (ValueKind::Array(below), ValueKind::Array(over)) if root && entry.key == "options" => {
            known.value.span = entry.value.span;
            merge_options(below, over);
        }
        (_, kind) => known.value = Value { span: entry.value.span, kind },
    }
}

/// Merges lists of options by their keys; `remove = true` removes one.
fn merge_options(below: &mut Vec<Value>, over: Vec<Value>) {
    let key_of = |option: &Value| option.get("key").and_then(Value::text).map(str::to_owned);
    let places = below.iter().map(key_of).zip(0..);
    let places: HashMap<String, usize> =
        places.filter_map(|(key, place)| Some((key?, place))).collect();
    let mut removed = BTreeSet::new();
    for option in over {
        let place = key_of(&option).and_then(|key| places.get(&key).copied());
        let place = place.filter(|place| !removed.contains(place));
        let remove = option.get("remove").is_some_and(|it| it.to_json() == json!(true));
        match place {
            Some(place) if remove => {
                removed.insert(place);
            }
            Some(place) => {
                let known = &mut below[place];
                known.span = option.span;
                if let (Some(table), ValueKind::Table(entries)) = (known.table_mut(), option.kind) {
                    // A range replaces choices, and choices a range.
                    for (given, gone) in [("range", "choices"), ("choices", "range")] {
                        if entries.get(given).is_some() {
                            table.remove(gone);
                        }
                    }
                    merge_entries(table, entries, false);
                }
            }
            None => below.push(option),
        }
    }
    let mut place = 0..;
    below.retain(|_| place.next().is_none_or(|place| !removed.contains(&place)));
}

/// Sets the value of a dotted key, and adds the tables on the way. Returns false
/// if a key on the way has a value that is not a table.
pub(crate) fn set_value(root: &mut Value, path: &str, key_span: &SourceSpan, value: Value) -> bool {
    let Some(table) = root.table_mut() else { return false };
    let (key, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    if table.entry(key).is_none() {
        let kind = ValueKind::Table(SourceTable::default());
        let value = Value { span: key_span.clone(), kind };
        let (key, key_span) = (key.to_owned(), key_span.clone());
        table.entries.push(TableEntry { key, key_span, value });
    }
    let entry = table.entry_mut(key).expect("the entry was there or was just added");
    match rest {
        Some(rest) => set_value(&mut entry.value, rest, key_span, value),
        None => {
            entry.key_span = key_span.clone();
            entry.value = value;
            true
        }
    }
}
