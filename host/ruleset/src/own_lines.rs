//! Which line of a file an error in an inherited line comes from.

use std::sync::Arc;

use crate::diagnostics::SourceDiagnostic;
use crate::schema::{Subschema, host};
use crate::source::{SourceFile, SourceSpan};
use crate::value::{SourceTable, Value, ValueKind};

/// Moves a diagnostic of a built-in ruleset to the line of the file that extends it, and keeps the
/// inherited line as a further place. Built-in rulesets are sound, so the file caused it.
pub(crate) fn blame_own_line(
    diagnostic: &mut SourceDiagnostic,
    root: &Value,
    own: &Arc<SourceFile>,
) {
    let Some(inherited) = diagnostic.span.clone() else { return };
    if inherited.file.path().is_some() || own.path().is_none() {
        return;
    }
    let Some((cause, label)) = cause(diagnostic, root, own) else { return };
    let old = diagnostic.label.take().unwrap_or_else(|| "inherited".to_owned());
    diagnostic.related.insert(0, (old, inherited));
    (diagnostic.span, diagnostic.label) = (Some(cause), Some(label.to_owned()));
}

fn cause(
    diagnostic: &SourceDiagnostic,
    root: &Value,
    own: &Arc<SourceFile>,
) -> Option<(SourceSpan, &'static str)> {
    let dropped = root.get("without").and_then(Value::array).unwrap_or_default();
    let is_named = |item: &&Value| {
        item.span.file == *own
            && item.text().is_some_and(|key| diagnostic.what.contains(&format!("`{key}`")))
    };
    if let Some(item) = dropped.iter().find(is_named) {
        return Some((item.span.clone(), "left out here"));
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
    // The board decides what fits, so it comes first.
    let board = root.get("board").into_iter();
    let others =
        board.chain(others.filter(|it| is_of_plugin(&it.key, &host_keys)).map(|it| &it.value));
    let others = others.filter(|_| is_of_plugin(first, &host_keys));
    let line = around.into_iter().rev().chain(others).find_map(|value| first_own(value, own))?;
    Some((line, "changed here"))
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
