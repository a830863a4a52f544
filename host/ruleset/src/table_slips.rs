//! Keys beside the table to which they belong, and keys that nothing has: the help that makes the
//! file right, by what else the file says.

use std::sync::Arc;

use crate::diagnostics::{Diagnostics, Recovery, SourceDiagnostic};
use crate::inheritance::FORMAT;
use crate::own_lines::without_list;
use crate::source::{SourceFile, SourceSpan};
use crate::value::{TableEntry, Value, is_bare};
use crate::writer::inline;

/// Gives errors of unknown and misplaced keys the help that makes the file right. `files` is the
/// chain from the own file on.
pub(crate) fn mend_tables(report: &mut Diagnostics, root: &Value, files: &[Arc<SourceFile>]) {
    let Some(own) = files.first() else { return };
    for told in report.iter_mut() {
        let help = own_name_again(told, root)
            .or_else(|| name_with_points(told, root))
            .or_else(|| players_by_name(told, root))
            .or_else(|| version(told, root))
            .or_else(|| goal_of_puzzle(told, root))
            .or_else(|| second_inherited(told, root, own))
            .or_else(|| size_of_a_shape(told, root, own))
            .or_else(|| set_there_already(told, root));
        if help.is_some() {
            told.help = help;
        }
        in_a_table_below(told, root);
    }
    one_for_both_sizes(report);
    report.retain_mut(|it| {
        let is_of_puzzle = it.key.starts_with("puzzle[") && it.key.ends_with("].goal");
        !(is_of_puzzle && it.what.starts_with("an exercise has"))
    });
}

/// Returns the table around the key of a diagnostic, the name of the key, and its entry.
fn entry_of<'a>(told: &SourceDiagnostic, root: &'a Value) -> Option<(String, &'a TableEntry)> {
    let (above, name) = told.key.rsplit_once('.').unwrap_or(("", told.key.as_str()));
    let table = if above.is_empty() { root } else { root.find(above)? };
    let entry = table.table()?.entry(name)?;
    Some((above.to_owned(), entry))
}

fn is_unknown(told: &SourceDiagnostic) -> bool {
    told.what.starts_with("unknown key")
}

/// Tells whether a table comes from keys with points, without a header or braces.
fn is_dotted(entry: &TableEntry) -> bool {
    let SourceSpan { file, range } = &entry.key_span;
    let rest = file.text().get(range.end..).unwrap_or_default();
    let line = file.line(entry.key_span.start().0).trim_start();
    entry.value.table().is_some()
        && !line.starts_with('[')
        && rest.trim_start_matches([' ', '"', '\'']).starts_with('.')
}

/// `rules.limit = 3` below `[rules]`.
fn own_name_again(told: &SourceDiagnostic, root: &Value) -> Option<String> {
    let (above, entry) = entry_of(told, root).filter(|_| is_unknown(told))?;
    if above.rsplit('.').next() != Some(entry.key.as_str()) || !is_dotted(entry) {
        return None;
    }
    let [only] = &entry.value.table()?.entries[..] else { return None };
    Some(format!("below `[{above}]` write `{} = {}`", only.key, inline(&only.value.to_json())))
}

/// A key that belongs to a table which has it.
fn set_there_already(told: &SourceDiagnostic, root: &Value) -> Option<String> {
    let place = told.help.as_ref().filter(|_| is_unknown(told))?;
    let tables = place.strip_prefix("it belongs to `[")?.strip_suffix("]`")?;
    let (_, entry) = entry_of(told, root)?;
    let tables = tables.split("]` or `[").flat_map(|it| it.split("]`, `["));
    let mut with_key =
        tables.filter(|table| root.find(table).is_some_and(|it| it.get(&entry.key).is_some()));
    let (table, None) = (with_key.next()?, with_key.next()) else { return None };
    Some(format!(
        "it belongs to `[{table}]`, which has `{}` already: leave this line out",
        entry.key
    ))
}

/// `St.Ives = [8, 5]` below `[board.sites]`.
fn name_with_points(told: &SourceDiagnostic, root: &Value) -> Option<String> {
    let (above, entry) = entry_of(told, root)?;
    let is_names = matches!(&*above, "board.sites" | "board.regions" | "board.roles");
    if !is_names || !told.what.starts_with("wrong type") || !is_dotted(entry) {
        return None;
    }
    let (mut name, mut value) = (entry.key.clone(), &entry.value);
    while let Some([only]) = value.table().map(|table| &table.entries[..]) {
        name = format!("{name}.{}", only.key);
        value = &only.value;
    }
    Some(format!("a name with a point needs quotes: `\"{name}\" = {}`", inline(&value.to_json())))
}

/// `[players.Red]`.
fn players_by_name(told: &SourceDiagnostic, root: &Value) -> Option<String> {
    let players = root.get("players")?.table().filter(|_| told.key == "players")?;
    let first = players.entries.first().filter(|first| first.value.table().is_some())?;
    let is_name = first.key.contains(char::is_alphabetic);
    is_name.then(|| {
        format!(
            "write a block `[[players]]` for each seat, and below each its name, as `name = {:?}`, \
             and `color`",
            first.key
        )
    })
}

/// `version = "1.0"`.
fn version(told: &SourceDiagnostic, root: &Value) -> Option<String> {
    let is_it = told.key == "version" && is_unknown(told) && root.get("format").is_some();
    is_it.then(|| {
        format!(
            "a ruleset has no version: leave it out; `format = {FORMAT}` is that of the file format"
        )
    })
}

/// `goal` beside the answers of a puzzle.
fn goal_of_puzzle(told: &SourceDiagnostic, root: &Value) -> Option<String> {
    let number = told.key.strip_prefix("puzzle[")?.strip_suffix("].goal")?;
    let puzzle = root.get("puzzle")?.array()?.get(number.parse::<usize>().ok()?)?;
    let has_answers = is_unknown(told) && puzzle.get("answers").is_some();
    has_answers.then(|| "leave it out: a puzzle has `answers` alone".to_owned())
}

/// A key of a table that takes one, beside an inherited one.
fn second_inherited(
    told: &SourceDiagnostic,
    root: &Value,
    own: &Arc<SourceFile>,
) -> Option<String> {
    told.help.as_ref()?.strip_prefix("keep one of them: ")?;
    let (above, entry) = entry_of(told, root)?;
    let table = root.find(&above)?.table()?;
    let mut others = table.entries.iter().filter(|it| it.key != entry.key);
    let (other, None) = (others.next()?, others.next()) else { return None };
    if other.key_span.file == *own || entry.key_span.file != *own {
        return None;
    }
    let key = format!("{above}.{}", other.key);
    let list = without_list(root, &[&key]);
    let options = root.get("options").and_then(Value::array).unwrap_or_default();
    let is_option = |it: &Value| it.get("key").and_then(Value::text) == Some(key.as_str());
    let option = match options.iter().any(is_option) {
        true => format!(
            ", and drop its option with `[[options]]`, `key = \"{key}\"` and `remove = true`"
        ),
        false => String::new(),
    };
    Some(format!("to drop the inherited `{}`, write `{list}` above all headers{option}", other.key))
}

/// `size`, or `width` and `height`, of a board whose inherited shape has one length.
fn size_of_a_shape(told: &SourceDiagnostic, root: &Value, own: &Arc<SourceFile>) -> Option<String> {
    let board = root.get("board")?;
    let [shape] = &board.get("shape")?.table()?.entries[..] else { return None };
    let is_size = matches!(&*told.key, "board.size" | "board.width" | "board.height");
    if !is_size || !told.what.contains("does not go with") || shape.key_span.file == *own {
        return None;
    }
    let number = |key: &str| board.get(key).and_then(Value::integer);
    let width = number("size").or_else(|| number("width")).or_else(|| number("height"))?;
    let height = number("size").or_else(|| number("height")).unwrap_or(width);
    let is_square = shape.value.array().is_none();
    match (is_square, width == height) {
        (true, true) => Some(format!("write `shape.{} = {width}`", shape.key)),
        (false, _) => Some(format!("write `shape.{} = [{width}, {height}]`", shape.key)),
        (true, false) => None,
    }
}

/// Leaves one error for width and height that say one size.
fn one_for_both_sizes(report: &mut Diagnostics) {
    let helps: Vec<String> = report
        .iter()
        .filter(|it| it.key == "board.width")
        .filter_map(|it| it.help.clone())
        .collect();
    report.retain_mut(|it| {
        let help = it.help.as_ref().filter(|help| help.starts_with("write `shape."));
        it.key != "board.height" || !help.is_some_and(|help| helps.contains(help))
    });
}

/// A key that stands in a table beside it: one with a header may be there already, and a missing
/// one is not missing as well.
fn in_a_table_below(told: &mut SourceDiagnostic, root: &Value) {
    let Some(inner) = told.help.as_ref().filter(|_| is_unknown(told)) else { return };
    let is_it = inner.contains(" stands in `") || inner.contains("keys stand in `");
    let Some((_, rest)) = inner.split_once(" in `").filter(|_| is_it) else { return };
    let Some((inner, _)) = rest.split_once("`: `").filter(|(inner, _)| is_bare(inner)) else {
        return;
    };
    let Some((above, entry)) = entry_of(told, root) else { return };
    let table = if above.is_empty() { inner.to_owned() } else { format!("{above}.{inner}") };
    let Some(below) = root.find(&table) else {
        told.recovery = Recovery::MisplacedKey;
        told.meant = Some(format!("{table}.{}", entry.key));
        return;
    };
    if below.span.text().starts_with('[') && below.table().is_some() {
        told.help = Some(match below.get(&entry.key) {
            Some(_) => format!("`[{table}]` has `{}` already: leave this line out", entry.key),
            None => format!("move it below `[{table}]`"),
        });
    }
}
