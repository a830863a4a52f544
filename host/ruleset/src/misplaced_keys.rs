//! Plain keys of the top level that stand below a header: TOML reads them as part of the table.

use boardloom_contract::PathKey;

use crate::diagnostics::{Diagnostics, Recovery, SourceDiagnostic};
use crate::schema::host;
use crate::source::SourceSpan;
use crate::value::{SourceTable, TableEntry, Value, ValueKind, counted};

/// The plain keys of the top level.
pub(crate) const TOP_LEVEL_KEYS: [&str; 15] = [
    "format",
    "plugin",
    "plugin_version",
    "name",
    "summary",
    "aliases",
    "main",
    "family",
    "points",
    "extends",
    "without",
    "author",
    "source",
    "license",
    "engine",
];

/// Moves keys from tables and blocks with headers to the top level, if they are missing there and
/// the table does not know them, and reports each. `stays` tells of a path and its value whether
/// the key is meant for its place.
pub(crate) fn move_keys(
    root: &mut Value,
    keys: &[&str],
    stays: impl Fn(&[PathKey], &Value) -> bool,
    report: &mut Diagnostics,
) {
    let Some(root) = root.table_mut() else { return };
    for key in keys {
        if root.get(key).is_some() {
            continue;
        }
        let Some((mut path, entry)) = take_below(root, key, &mut Vec::new(), &stays) else {
            continue;
        };
        let required = matches!(*key, "format" | "plugin" | "name");
        let what = if required { "missing" } else { "misplaced" };
        let diagnostic =
            SourceDiagnostic::error(format!("{what} key `{key}`"), Some(entry.key_span.clone()));
        path.push(PathKey::Name((*key).to_owned()));
        let label = format!("`{key}` was read as `{}`", counted(&path));
        let headers = root.entries.iter().filter_map(|other| first_header(&other.value));
        let own = headers.filter(|span| span.file == entry.key_span.file);
        let first = own.min_by_key(|span| span.range.start).map(|span| span.text().trim());
        let help = match first {
            Some(header) => format!("move it above `{header}`"),
            None => "move it above the first header".to_owned(),
        };
        let mut diagnostic = diagnostic.key(*key).label(label).help(help);
        let meaning = || host().pointer(&format!("/properties/{key}/description"))?.as_str();
        if let Some(meaning) = meaning().filter(|_| !required) {
            diagnostic.notes.push(format!("`{key}` of the ruleset: {meaning}"));
        }
        report.push(SourceDiagnostic { recovery: Recovery::MovedKey, ..diagnostic });
        root.entries.push(entry);
    }
}

/// Returns the place of the first header of a table or list of blocks.
pub(crate) fn first_header(value: &Value) -> Option<&SourceSpan> {
    match &value.kind {
        ValueKind::Table(table) => {
            let inner = table.entries.iter().filter_map(|entry| first_header(&entry.value));
            let own = value.span.text().starts_with('[').then_some(&value.span);
            own.into_iter().chain(inner).min_by_key(|span| span.range.start)
        }
        ValueKind::Array(items) => {
            items.first().map(|item| &item.span).filter(|span| span.text().starts_with("[["))
        }
        _ => None,
    }
}

/// Takes a key out of the first table below `path` that does not know it. Returns the path of the
/// table, and the entry.
fn take_below(
    table: &mut SourceTable,
    key: &str,
    path: &mut Vec<PathKey>,
    stays: &impl Fn(&[PathKey], &Value) -> bool,
) -> Option<(Vec<PathKey>, TableEntry)> {
    if !path.is_empty()
        && let Some(value) = table.get(key)
    {
        path.push(PathKey::Name(key.to_owned()));
        let stays = stays(path, value);
        path.pop();
        if !stays {
            return Some((path.clone(), table.remove(key)?));
        }
    }
    for entry in &mut table.entries {
        path.push(PathKey::Name(entry.key.clone()));
        let is_block = |value: &Value| value.span.text().starts_with("[[");
        let found = match &mut entry.value.kind {
            ValueKind::Table(inner) if !inner.inline => take_below(inner, key, path, stays),
            ValueKind::Array(items) if items.first().is_some_and(is_block) => {
                (0..).zip(items).find_map(|(index, item)| {
                    path.push(PathKey::Index(index));
                    let found = take_below(item.table_mut()?, key, path, stays);
                    path.pop();
                    found
                })
            }
            _ => None,
        };
        path.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::TOP_LEVEL_KEYS;
    use crate::schema::host;

    #[test]
    fn all_plain_keys_of_the_schema_are_known() {
        let properties = host()["properties"].as_object().expect("keys");
        let is_plain = |schema: &serde_json::Value| {
            // A clock is a table too.
            let is_one_kind = ["$ref", "anyOf", "oneOf"].iter().all(|it| schema.get(it).is_none());
            is_one_kind
                && schema["type"] != "object"
                && schema["items"].get("$ref").is_none()
                && schema["items"]["type"] != "object"
        };
        let mut plain: Vec<&str> =
            properties.iter().filter(|(_, it)| is_plain(it)).map(|(key, _)| &**key).collect();
        let mut known = TOP_LEVEL_KEYS;
        plain.sort_unstable();
        known.sort_unstable();
        assert_eq!(plain, known);
    }
}
