//! `extends`: from a file to all that it starts from, merged into one document.

use std::sync::Arc;

use serde_json::json;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::library::Library;
use crate::parser::parse;
use crate::source::{SourceFile, SourceSpan};
use crate::suggestion::{listed, nearest, suggest};
use crate::value::{Table, TableEntry, Value, ValueKind};

/// The version of the file format that is read.
pub(crate) const FORMAT: i64 = 1;

/// Keys that say what a file is: they are not taken over by what extends it.
const OWN: [&str; 8] =
    ["name", "summary", "extends", "without", "author", "source", "license", "engine"];

/// A ruleset's text, and where in the library it stands.
pub(crate) struct RulesetText {
    pub(crate) id: String,
    /// Number of the source that it came from; none where it is outside.
    pub(crate) source: Option<usize>,
    pub(crate) file: Arc<SourceFile>,
}

/// A document with all that it extends.
pub(crate) struct MergedDocument {
    pub(crate) root: Value,
    /// From the file itself to the last that is extended.
    pub(crate) files: Vec<Arc<SourceFile>>,
    /// Whether all of them could be read.
    pub(crate) whole: bool,
}

/// Reads a file and what it extends, as far as that can be read. None where the
/// file itself cannot.
pub(crate) fn merged(
    library: &Library,
    start: RulesetText,
    report: &mut Diagnostics,
) -> Option<MergedDocument> {
    let mut links: Vec<(RulesetText, Value)> = Vec::new();
    let mut next = Some(start);
    let mut whole = true;
    while let Some(link) = next.take() {
        if let Some(path) = link.file.path() {
            report.add_file(path);
        }
        let root = match parse(&link.file) {
            Ok(root) => root,
            Err(diagnostics) => {
                report.extend(diagnostics);
                whole = false;
                break;
            }
        };
        if let Some(diagnostic) = format_diagnostics(&root) {
            report.push(diagnostic);
            whole = false;
            break;
        }
        links.push((link, root));
        match parent(library, &links) {
            Ok(found) => next = found,
            Err(diagnostic) => {
                report.push(*diagnostic);
                whole = false;
            }
        }
    }
    let files = links.iter().map(|(link, _)| Arc::clone(&link.file)).collect();
    let mut roots = links.into_iter().rev().map(|(_, root)| root);
    let mut root = roots.next()?;
    for child in roots {
        leave_out(&mut root, &child, report);
        merge(&mut root, child);
    }
    Some(MergedDocument { root, files, whole })
}

fn format_diagnostics(root: &Value) -> Option<SourceDiagnostic> {
    let Some(format) = root.get("format") else {
        return Some(
            SourceDiagnostic::error("missing key `format`", Some(root.span.clone()))
                .key("format")
                .label("needs the version of the file format")
                .help(format!("begin the file with `format = {FORMAT}`")),
        );
    };
    let span = Some(format.span.clone());
    match format.integer() {
        Some(FORMAT) => None,
        Some(newer) if newer > FORMAT => Some(
            SourceDiagnostic::error(format!("the file has format {newer}"), span)
                .key("format")
                .label(format!("this program reads format {FORMAT}"))
                .help("a newer version of the program can read it"),
        ),
        _ => Some(
            SourceDiagnostic::error("unknown value for `format`", span)
                .key("format")
                .label(format!("expected `{FORMAT}`, found {format}")),
        ),
    }
}

/// Finds the file that the last one extends.
fn parent(
    library: &Library,
    links: &[(RulesetText, Value)],
) -> Result<Option<RulesetText>, Box<SourceDiagnostic>> {
    let Some((link, root)) = links.last() else { return Ok(None) };
    let Some(extends) = root.get("extends") else { return Ok(None) };
    let span = Some(extends.span.clone());
    let Some(id) = extends.text() else {
        let label = format!("expected the name of a ruleset, found {extends}");
        return Err(Box::new(
            SourceDiagnostic::error("wrong type for `extends`", span).key("extends").label(label),
        ));
    };
    // A ruleset that shadows another of its name can extend what it shadows.
    let from = match link.source {
        Some(source) if link.id == id => source + 1,
        _ => 0,
    };
    let found = library.find(id, from).map_err(|diagnostic| {
        Box::new(SourceDiagnostic { span: span.clone(), key: "extends".to_owned(), ..*diagnostic })
    })?;
    let Some(found) = found else {
        let names = library.ids();
        let help = match nearest(id, names.iter().map(String::as_str)) {
            Some(name) => Some(format!("did you mean `{name}`?")),
            None => kin(id, &names),
        };
        return Err(Box::new(
            SourceDiagnostic::error(format!("there is no ruleset `{id}` to extend"), span)
                .key("extends")
                .maybe_help(help),
        ));
    };
    let known = |(it, _): &(RulesetText, Value)| it.id == found.id && it.source == found.source;
    if let Some(first) = links.iter().position(known) {
        let mut names: Vec<&str> = links[first..].iter().map(|(it, _)| it.id.as_str()).collect();
        names.push(id);
        return Err(Box::new(
            SourceDiagnostic::error("the rulesets extend each other in a circle", span)
                .key("extends")
                .label(names.join(" -> "))
                .help("one of them has to stand on its own"),
        ));
    }
    Ok(Some(found))
}

/// Returns the rulesets of the same plugin's folder.
pub(crate) fn kin(id: &str, names: &[String]) -> Option<String> {
    let folder = id.split_once('/').map_or(id, |(folder, _)| folder);
    let near: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| name.split_once('/').is_some_and(|(other, _)| other == folder))
        .take(12)
        .collect();
    (!near.is_empty()).then(|| format!("in `{folder}` there are {}", listed(near, "and")))
}

/// Drops what a child does not take over.
fn leave_out(base: &mut Value, child: &Value, report: &mut Diagnostics) {
    let Some(list) = child.get("without").and_then(Value::array) else { return };
    for item in list {
        let Some(path) = item.text() else { continue };
        let (above, last) = path.rsplit_once('.').map_or((None, path), |(a, b)| (Some(a), b));
        let table = match above {
            None => base.table_mut(),
            Some(above) => find_mut(base, above),
        };
        let Some(table) = table else {
            report.push(nothing_to_drop(item, path, &[]));
            continue;
        };
        if table.remove(last).is_none() {
            let within = above.map_or(String::new(), |above| format!("{above}."));
            let names: Vec<String> =
                table.entries.iter().map(|it| format!("{within}{}", it.key)).collect();
            report.push(nothing_to_drop(item, path, &names));
        }
    }
}

fn nothing_to_drop(item: &Value, wanted: &str, names: &[String]) -> SourceDiagnostic {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let what = format!("the extended ruleset has no {item}");
    SourceDiagnostic::error(what, Some(item.span.clone())).key("without").maybe_help(suggest(
        wanted,
        &names,
        "the keys there are",
    ))
}

fn find_mut<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Table> {
    let mut node = root;
    for key in path.split('.') {
        node = &mut node.table_mut()?.entry_mut(key)?.node;
    }
    node.table_mut()
}

/// Lays a child over what it extends.
fn merge(base: &mut Value, child: Value) {
    let Some(table) = base.table_mut() else { return };
    for key in OWN {
        table.remove(key);
    }
    base.span = child.span;
    if let ValueKind::Table(over) = child.kind {
        for entry in over.entries {
            lay(base.table_mut().expect("checked above"), entry, true);
        }
    }
}

/// Puts an entry over what a table has: tables are joined key by key, except
/// those written in braces, which are values; all else is replaced.
fn lay(table: &mut Table, entry: TableEntry, root: bool) {
    let Some(known) = table.entry_mut(&entry.key) else {
        table.entries.push(entry);
        return;
    };
    known.at = entry.at;
    match (&mut known.node.kind, entry.node.kind) {
        (ValueKind::Table(below), ValueKind::Table(over)) if !over.inline => {
            known.node.span = entry.node.span;
            for inner in over.entries {
                lay(below, inner, false);
            }
        }
        (ValueKind::Array(below), ValueKind::Array(over)) if root && entry.key == "options" => {
            known.node.span = entry.node.span;
            lay_options(below, over);
        }
        (_, value) => known.node = Value { span: entry.node.span, kind: value },
    }
}

/// Joins lists of options: one with a key that is there is laid over it, or with
/// `remove = true` takes it away; the others follow.
fn lay_options(below: &mut Vec<Value>, over: Vec<Value>) {
    for option in over {
        let key = option.get("key").and_then(Value::text).map(str::to_owned);
        let known = below
            .iter()
            .position(|it| key.is_some() && it.get("key").and_then(Value::text) == key.as_deref());
        let remove = option.get("remove").is_some_and(|it| it.to_json() == json!(true));
        match known {
            Some(index) if remove => {
                below.remove(index);
            }
            Some(index) => {
                below[index].span = option.span;
                if let (Some(table), ValueKind::Table(entries)) =
                    (below[index].table_mut(), option.kind)
                {
                    // A range takes the place of choices and the other way round.
                    for (given, gone) in [("range", "choices"), ("choices", "range")] {
                        if entries.get(given).is_some() {
                            table.remove(gone);
                        }
                    }
                    entries.entries.into_iter().for_each(|entry| lay(table, entry, false));
                }
            }
            None => below.push(option),
        }
    }
}

/// Sets the value at a path of keys; tables on the way are made. False where
/// something that is no table stands in the way.
pub(crate) fn put(root: &mut Value, path: &str, at: &SourceSpan, node: Value) -> bool {
    let Some(table) = root.table_mut() else { return false };
    let (key, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    if table.entry(key).is_none() {
        let value = match rest {
            None => {
                table.entries.push(TableEntry { key: key.to_owned(), at: at.clone(), node });
                return true;
            }
            Some(_) => ValueKind::Table(Table::default()),
        };
        let inner = Value { span: at.clone(), kind: value };
        table.entries.push(TableEntry { key: key.to_owned(), at: at.clone(), node: inner });
    }
    let entry = table.entry_mut(key).expect("it was there or has just been made");
    match rest {
        Some(rest) => put(&mut entry.node, rest, at, node),
        None => {
            entry.at = at.clone();
            entry.node = node;
            true
        }
    }
}
