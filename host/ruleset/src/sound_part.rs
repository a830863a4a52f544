//! The part of a ruleset that is left without its faulty values, so that a check finds what is
//! wrong in it too.

use boardloom_contract::{Diagnostic, PathKey, Severity};

use crate::diagnostics::{Diagnostics, Recovery, SourceDiagnostic};
use crate::inheritance::set_value;
use crate::schema::{Subschema, Validator, host};
use crate::source::SourceSpan;
use crate::value::{SourceTable, TableEntry, Value, ValueKind};

/// Tables on which all others depend: without a value of theirs, nothing else is certain.
const ESSENTIAL: [&str; 2] = ["board", "setup"];

/// What was left out of a ruleset besides keys that nothing reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct SoundPart {
    /// Top-level keys that were left out, and tables with the key that they lack.
    damaged: Vec<(String, Option<String>)>,
}

impl SoundPart {
    /// Removes faulty values from a document. Returns `None` if the rest is no ruleset.
    pub(crate) fn of(
        root: &mut Value,
        report: &Diagnostics,
        validator: &Validator<'_>,
    ) -> Option<SoundPart> {
        let is_error = |it: &&SourceDiagnostic| it.severity == Severity::Error;
        let mut errors: Vec<&SourceDiagnostic> = report.iter().filter(is_error).collect();
        if report.errors() > errors.len() {
            return None;
        }
        errors.retain(|it| !matches!(it.recovery, Recovery::MovedKey | Recovery::UnquotedWord));
        let moves: Vec<(&SourceSpan, &str)> = errors
            .iter()
            .filter(|it| it.recovery == Recovery::MisplacedKey)
            .filter_map(|it| Some((it.span.as_ref()?, it.meant.as_deref()?)))
            .collect();
        moves.iter().for_each(|(span, place)| relocate(root, span, place));
        if errors.is_empty() {
            return Some(SoundPart::default());
        }
        // The game is the same without a look.
        let is_needless = |it: &&SourceDiagnostic| {
            matches!(it.recovery, Recovery::NeedlessKey | Recovery::MisplacedKey)
                || it.key.starts_with("look.")
        };
        let (needless, faulty): (Vec<_>, Vec<_>) = errors.into_iter().partition(is_needless);
        let spans: Option<Vec<&SourceSpan>> = needless.iter().map(|it| it.span.as_ref()).collect();
        let spans = spans?;
        let meant = needless.iter().filter(|it| it.recovery == Recovery::NeedlessKey);
        let meant = meant.filter_map(|it| Some((it.span.as_ref()?, it.meant.as_deref()?)));
        let meant: Vec<(&SourceSpan, &str)> = meant.collect();
        let without_faults = |root: &mut Value| {
            remove(root, &spans);
            let mut part = SoundPart::default();
            for error in &faulty {
                match remove_around(root, error.span.as_ref()?) {
                    Removed::Essential => return None,
                    Removed::From(key, inner) => part.damaged.push((key, inner)),
                    Removed::Nothing => {}
                }
            }
            (!validator.document(root).has_errors()).then_some(part)
        };
        // First as if misspelt keys were spelt right, so that their values are checked too.
        let whole = root.clone();
        rename(root, &meant);
        without_faults(root).or_else(|| {
            *root = whole;
            without_faults(root)
        })
    }

    /// Tells whether a top-level key is as its file says.
    pub(crate) fn has(&self, key: &str) -> bool {
        !self.damaged.iter().any(|(damaged, _)| damaged == key)
    }

    /// Tells whether a plugin's diagnostic holds for the whole file too.
    pub(crate) fn is_certain(&self, diagnostic: &Diagnostic, root: &Value) -> bool {
        let host_keys = Subschema::document(host()).names();
        let is_rule = |(key, _): &(String, _)| !host_keys.contains(&key.as_str()) || key == "ai";
        if !self.damaged.iter().any(is_rule) {
            return true;
        }
        let Some(PathKey::Name(table)) = diagnostic.path.first() else { return false };
        if diagnostic.severity != Severity::Error {
            return false;
        }
        // Another key of a table with a gap is as its file says; what the whole table lacks may be
        // the gap.
        let is_whole = |key: &str| {
            !self.damaged.iter().any(|(damaged, gap)| {
                damaged == table && gap.as_deref().is_none_or(|gap| gap == key)
            })
        };
        // What a table with a gap lacks besides may be its consequence.
        let is_given = |key: &str| root.get(table).is_some_and(|table| table.get(key).is_some());
        ESSENTIAL.contains(&table.as_str())
            || matches!(diagnostic.path.get(1), Some(PathKey::Name(key))
                if is_whole(key) && is_given(key))
    }
}

/// Moves the entry with a key at a place to a path, unless there is another one.
fn relocate(root: &mut Value, place: &SourceSpan, path: &str) {
    if root.find(path).is_none()
        && let Some(entry) = take(root, place)
    {
        // Its place is no longer that of a key without meaning.
        let span = entry.value.span.clone();
        set_value(root, path, &span, entry.value);
    }
}

/// Takes the entry with a key at a place out of a document.
fn take(value: &mut Value, place: &SourceSpan) -> Option<TableEntry> {
    let table = value.table_mut()?;
    if let Some(at) = table.entries.iter().position(|entry| entry.key_span == *place) {
        return Some(table.entries.remove(at));
    }
    table.entries.iter_mut().find_map(|entry| take(&mut entry.value, place))
}

/// Gives misspelt keys the names that they stand for, where their table lacks these.
fn rename(value: &mut Value, meant: &[(&SourceSpan, &str)]) {
    match &mut value.kind {
        ValueKind::Table(table) => {
            for at in 0..table.entries.len() {
                let span = &table.entries[at].key_span;
                let name = meant.iter().find(|(place, _)| *place == span).map(|(_, name)| *name);
                if let Some(name) = name {
                    join_blocks(table, at, name);
                }
                if let Some(name) = name.filter(|name| table.get(name).is_none()) {
                    let entry = &mut table.entries[at];
                    entry.key = name.to_owned();
                    // Its place is no longer that of a key without meaning.
                    entry.key_span = entry.value.span.clone();
                }
                rename(&mut table.entries[at].value, meant);
            }
        }
        ValueKind::Array(items) => items.iter_mut().for_each(|item| rename(item, meant)),
        _ => {}
    }
}

/// Adds the blocks of a misspelt list of tables to the list that it stands for.
fn join_blocks(table: &mut SourceTable, at: usize, name: &str) {
    let is_blocks = |value: &Value| {
        value.array().is_some_and(|items| items.iter().all(|item| item.table().is_some()))
    };
    if !is_blocks(&table.entries[at].value)
        || !table.entry(name).is_some_and(|entry| is_blocks(&entry.value))
    {
        return;
    }
    let ValueKind::Array(blocks) = table.entries[at].value.kind.clone() else { return };
    let Some(entry) = table.entry_mut(name) else { return };
    if let ValueKind::Array(all) = &mut entry.value.kind {
        all.extend(blocks);
        all.sort_by_key(|block| block.span.range.start);
    }
}

/// Removes all keys and values at the places.
fn remove(value: &mut Value, spans: &[&SourceSpan]) {
    match &mut value.kind {
        ValueKind::Table(table) => {
            let is_named = |entry: &TableEntry| {
                spans.contains(&&entry.key_span) || spans.contains(&&entry.value.span)
            };
            table.entries.retain(|entry| !is_named(entry));
            table.entries.iter_mut().for_each(|entry| remove(&mut entry.value, spans));
        }
        ValueKind::Array(items) => items.iter_mut().for_each(|item| remove(item, spans)),
        _ => {}
    }
}

enum Removed {
    /// With its top-level key, and the key within that table.
    From(String, Option<String>),
    /// An earlier error removed it.
    Nothing,
    /// The rest of the ruleset depends on it.
    Essential,
}

/// Removes what a faulty place belongs to: a key of a plugin's table, or a whole table of the
/// host.
fn remove_around(root: &mut Value, place: &SourceSpan) -> Removed {
    let holds = |entry: &TableEntry| contains(entry, place);
    let Some(table) = root.table_mut() else { return Removed::Nothing };
    let Some(at) = table.entries.iter().position(holds) else { return Removed::Nothing };
    let key = table.entries[at].key.clone();
    if ESSENTIAL.contains(&key.as_str()) {
        return Removed::Essential;
    }
    let is_of_host = Subschema::document(host()).names().contains(&key.as_str());
    let Some(inner) = table.entries[at].value.table_mut().filter(|_| !is_of_host) else {
        table.entries.remove(at);
        return Removed::From(key, None);
    };
    match inner.entries.iter().position(holds) {
        Some(at) => Removed::From(key, Some(inner.entries.remove(at).key)),
        None => Removed::Essential,
    }
}

fn contains(entry: &TableEntry, place: &SourceSpan) -> bool {
    let around = |span: &SourceSpan| {
        span.file == place.file
            && span.range.start <= place.range.start
            && place.range.end <= span.range.end
    };
    if around(&entry.key_span) || around(&entry.value.span) {
        return true;
    }
    // The span of a table with a header is the header alone.
    match &entry.value.kind {
        ValueKind::Table(table) => table.entries.iter().any(|inner| contains(inner, place)),
        ValueKind::Array(items) => items.iter().any(|item| {
            around(&item.span)
                || item
                    .table()
                    .is_some_and(|table| table.entries.iter().any(|it| contains(it, place)))
        }),
        _ => false,
    }
}
