//! Which line of a file an error in an inherited line comes from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::schema::{Subschema, host};
use crate::source::{SourceFile, SourceSpan};
use crate::value::{SourceTable, Value, ValueKind};

/// Moves a diagnostic in an inherited line to the line of the file that extends it, and keeps the
/// inherited line as a further place: a ruleset that others extend is mostly sound.
/// [`restore_inherited`] takes that back for errors that the inherited file has alone.
pub(crate) fn blame_own_line(
    diagnostic: &mut SourceDiagnostic,
    root: &Value,
    own: &Arc<SourceFile>,
) {
    let Some(inherited) = diagnostic.span.clone() else { return };
    // That files extend each other in a circle is told where the circle closes.
    if own.path().is_none() || diagnostic.key == "extends" {
        return;
    }
    let Some((cause, label)) = cause(diagnostic, root, own) else { return };
    if diagnostic.help.is_none() && label == CHANGED && diagnostic.key.contains('.') {
        let key: Vec<&str> = diagnostic.key.split(['[']).take(1).collect();
        let key = key.concat();
        let list = without_list(root, &[&key]);
        // A board without rows needs its pieces.
        let needs_pieces = key == "setup.rows" && root.find("setup.pieces").is_none();
        let rest = if needs_pieces { " and give `setup.pieces`" } else { "" };
        let help = format!("give `{key}` here too, or drop it: `{list}`{rest}");
        diagnostic.help = Some(help);
    }
    let old = diagnostic.label.take().unwrap_or_else(|| INHERITED.to_owned());
    diagnostic.related.insert(0, (old, inherited));
    (diagnostic.span, diagnostic.label) = (Some(cause), Some(label.to_owned()));
}

/// Returns the line that drops keys beside those that the file drops already.
pub(crate) fn without_list(root: &Value, keys: &[&str]) -> String {
    let known = root.get("without").and_then(Value::array).unwrap_or_default();
    let known = known.iter().filter_map(Value::text);
    let new = keys.iter().copied().filter(|key| !known.clone().any(|other| other == *key));
    let all: Vec<String> = known.clone().chain(new).map(|key| format!("\"{key}\"")).collect();
    format!("without = [{}]", all.join(", "))
}

/// Moves diagnostics to the file that brings them in, at any depth: the last of the chain that has
/// them alone too. `files` is the chain from the own file on, and `alone` returns what
/// [`blame_own_line`] makes of the diagnostics of such a file.
pub(crate) fn restore_inherited(
    diagnostics: &mut Diagnostics,
    mut alone: impl FnMut(&Path) -> Diagnostics,
) {
    let files = diagnostics.files().to_vec();
    let mut known: BTreeMap<PathBuf, Diagnostics> = BTreeMap::new();
    for diagnostic in diagnostics.iter_mut() {
        let Some(place) = original_place(diagnostic) else { continue };
        if place.file.path() == files.first().map(PathBuf::as_path) {
            continue;
        }
        let (place, what) = (place.clone(), diagnostic.what.clone());
        let is_same = |it: &&SourceDiagnostic| {
            let same = |other: &SourceSpan| {
                other.range == place.range && other.file.name() == place.file.name()
            };
            it.what == what && original_place(it).is_some_and(same)
        };
        for path in files.iter().skip(1).rev() {
            let found = known.entry(path.clone()).or_insert_with(|| alone(path));
            let Some(found) = found.iter().find(is_same) else { continue };
            if found.span.as_ref().map(|span| &span.file) != Some(&place.file) {
                let names = files.first().zip(found.span.as_ref());
                diagnostic.notes.extend(names.map(|(own, span)| {
                    format!("`{}` extends `{}`", own.display(), span.file.name())
                }));
                diagnostic.notes.rotate_right(1);
            }
            (diagnostic.span, diagnostic.label) = (found.span.clone(), found.label.clone());
            diagnostic.related.clone_from(&found.related);
            break;
        }
    }
}

/// Returns the place of a diagnostic before it was moved to the line that causes it.
fn original_place(diagnostic: &SourceDiagnostic) -> Option<&SourceSpan> {
    let is_moved = diagnostic.label.as_deref().is_some_and(|label| MOVED.contains(&label));
    match diagnostic.related.first() {
        Some((_, inherited)) if is_moved => Some(inherited),
        _ => diagnostic.span.as_ref(),
    }
}

const INHERITED: &str = "inherited";
const LEFT_OUT: &str = "left out here";
const CHANGED: &str = "changed here";
const MOVED: [&str; 2] = [LEFT_OUT, CHANGED];

fn cause(
    diagnostic: &SourceDiagnostic,
    root: &Value,
    own: &Arc<SourceFile>,
) -> Option<(SourceSpan, &'static str)> {
    let dropped = root.get("without").and_then(Value::array).unwrap_or_default();
    let is_named = |item: &&Value| {
        item.span.file == *own
            && item.text().is_some_and(|key| {
                let name = format!("`{key}`");
                let help = diagnostic.help.as_ref().is_some_and(|help| help.contains(&name));
                help || diagnostic.what.contains(&name)
            })
    };
    if let Some(item) = dropped.iter().find(is_named) {
        return Some((item.span.clone(), LEFT_OUT));
    }
    // The tables around the key, the closest one last.
    let (mut around, mut value) = (Vec::new(), root);
    for name in diagnostic.key.split('.') {
        let Some(inner) = value.get(name) else { break };
        around.push(inner);
        value = inner;
    }
    let first = diagnostic.key.split('.').next().unwrap_or_default();
    let host_keys = Subschema::document(host()).names();
    let others = root.table().into_iter().flat_map(|table| &table.entries);
    // A table that the message names comes first. Else the board: it decides what fits.
    let is_named = |table: &str| {
        let texts = diagnostic.help.iter().chain([&diagnostic.what]);
        let names = [format!("`{table}`"), format!("`{table}.")];
        texts.into_iter().any(|text| names.iter().any(|name| text.contains(name)))
    };
    let named = others.clone().find(|entry| is_named(&entry.key) && entry.key != first);
    let board = named.map(|entry| &entry.value).into_iter().chain(root.get("board"));
    let others =
        board.chain(others.filter(|it| is_of_plugin(&it.key, &host_keys)).map(|it| &it.value));
    let others = others.filter(|_| is_of_plugin(first, &host_keys));
    let line = around.into_iter().rev().chain(others).find_map(|value| first_own(value, own))?;
    Some((line, CHANGED))
}

fn is_of_plugin(table: &str, host_keys: &[&str]) -> bool {
    !host_keys.contains(&table)
}

/// Returns the first line of a file within a value.
fn first_own(value: &Value, own: &Arc<SourceFile>) -> Option<SourceSpan> {
    if let ValueKind::Table(SourceTable { entries, .. }) = &value.kind {
        let mut spans: Vec<SourceSpan> =
            entries.iter().filter_map(|entry| first_own(&entry.value, own)).collect();
        spans.sort_by_key(|span| span.range.start);
        return spans.into_iter().next();
    }
    (value.span.file == *own).then(|| value.span.clone())
}
