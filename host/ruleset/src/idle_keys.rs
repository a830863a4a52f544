//! Keys that are right by themselves and have no effect beside the others, and names that two
//! entries of a list share.

use std::collections::BTreeMap;

use crate::diagnostics::SourceDiagnostic;
use crate::placeholder;
use crate::schema::Subschema;
use crate::start::START_KEY;
use crate::suggestion::list_names;
use crate::value::{Value, counted};
use boardloom_contract::PathKey;

/// The keys of `[ai]` that count only with some kinds of search.
const OF_KINDS: [(&str, &[&str]); 7] = [
    ("depth", &["alpha-beta"]),
    ("selective", &["alpha-beta"]),
    ("contempt", &["alpha-beta"]),
    ("several", &["alpha-beta"]),
    ("exploration", &["monte-carlo", "playouts"]),
    ("rave", &["monte-carlo"]),
    ("playout_limit", &["monte-carlo", "playouts"]),
];
/// The least time for a move, in milliseconds, in which a search gets anywhere.
const LEAST_TIME: f64 = 10.0;

/// Returns a warning for each key without an effect, and for each name that is there twice.
pub(crate) fn idle_keys(root: &Value, plugin: Option<Subschema<'_>>) -> Vec<SourceDiagnostic> {
    let mut warnings = Vec::new();
    warnings.extend(weights_of_nothing(root, plugin));
    if let (Some(without), None) = (root.get("without"), root.get("extends")) {
        let what = "`without` has no effect: this ruleset extends no other one";
        let warning = SourceDiagnostic::warning(what, Some(without.span.clone())).key("without");
        warnings.push(warning.help("name one with `extends`, or remove this line"));
    }
    warnings.extend(unused_parts(root));
    warnings.extend(clock_without_time(root));
    if let Some(ai) = root.get("ai") {
        let levels = ai.get("levels").and_then(Value::array).unwrap_or_default();
        let kind = ai.get("kind").and_then(Value::text);
        let own = |level: &Value| level.get("kind").and_then(Value::text).is_some();
        // A level of another kind may use the keys of the table.
        if !levels.iter().any(own) {
            warnings.extend(of_other_kinds(ai, kind, "ai".to_owned()));
        }
        for (index, level) in (0..).zip(levels) {
            let key = counted(&[name("ai"), name("levels"), PathKey::Index(index)]);
            let own = level.get("kind").and_then(Value::text).or(kind);
            warnings.extend(of_other_kinds(level, own, key.clone()));
            let time = level.get("time_ms");
            if let Some(time) = time.filter(|it| it.number().is_some_and(|ms| ms < LEAST_TIME)) {
                let what = "the computer has hardly any time for a move";
                let warning = SourceDiagnostic::warning(what, Some(time.span.clone()));
                let help = "`time_ms` counts thousandths of a second: `time_ms = 1000` is one";
                warnings.push(warning.key(format!("{key}.time_ms")).help(help));
            }
        }
        warnings.extend(same_names(levels, "name", "two levels have the same name", "ai.levels"));
    }
    for option in root.get("options").and_then(Value::array).unwrap_or_default() {
        let choices = option.get("choices").and_then(Value::array).unwrap_or_default();
        warnings.extend(same_names(choices, "label", "two choices read the same", "options"));
        warnings.extend(same_values(choices));
    }
    warnings
}

fn name(key: &str) -> PathKey {
    PathKey::Name(key.to_owned())
}

/// Returns a warning for weights in a game without an evaluation: its schema describes the computer
/// and lists none.
fn weights_of_nothing(root: &Value, plugin: Option<Subschema<'_>>) -> Option<SourceDiagnostic> {
    let described = plugin?.under(&name("ai"));
    let keys: Vec<&str> = described.iter().flat_map(|part| part.names()).collect();
    if keys.is_empty() || keys.contains(&"weights") {
        return None;
    }
    let ai = root.get("ai")?;
    let levels = ai.get("levels").and_then(Value::array).unwrap_or_default();
    let mut tables = std::iter::once(ai).chain(levels);
    let weights = tables.find_map(|table| table.table()?.entry("weights"))?;
    let what = "`weights` has no effect: this game has no evaluation";
    let warning = SourceDiagnostic::warning(what, Some(weights.key_span.clone()));
    Some(
        warning
            .key("ai.weights")
            .help("leave it out: the computer plays random games to their end"),
    )
}

/// Returns a warning for a clock that begins at zero, unless periods or coins follow.
fn clock_without_time(root: &Value) -> Option<SourceDiagnostic> {
    let clock = root.get("clock")?;
    let kind = clock.get("kind").and_then(Value::text)?;
    let seconds = clock.get("seconds").filter(|seconds| seconds.number() == Some(0.0))?;
    let what = match kind {
        "simple" => "this clock has run out before the first move",
        "fischer" => "this clock has run out before the first increment: it comes after a move",
        _ => return None,
    };
    let warning = SourceDiagnostic::warning(what, Some(seconds.span.clone())).key("clock.seconds");
    Some(warning.help("give each player some time, for example `seconds = 300`"))
}

/// Returns a warning for each part of a drawn set-up that stands in no position.
fn unused_parts(root: &Value) -> Vec<SourceDiagnostic> {
    let Some(start) = root.get(START_KEY) else { return Vec::new() };
    let Some(positions) = start.get("positions") else { return Vec::new() };
    let positions = positions.array().unwrap_or(std::slice::from_ref(positions));
    let texts = positions.iter().filter_map(Value::text);
    let used: Vec<&str> = texts.flat_map(placeholder::names).collect();
    let parts = start.get("parts").and_then(Value::table);
    let unused = parts
        .into_iter()
        .flat_map(|parts| &parts.entries)
        .filter(|part| !used.iter().any(|name| name.trim_end_matches('~') == part.key));
    unused
        .map(|part| {
            let what = format!("the part `{}` stands in no position", part.key);
            let help = format!("write `{{{}}}` into a position, or remove the part", part.key);
            let key = format!("{START_KEY}.parts.{}", part.key);
            SourceDiagnostic::warning(what, Some(part.key_span.clone())).key(key).help(help)
        })
        .collect()
}

/// Returns a warning for each setting that does not count with the kind of search beside it.
fn of_other_kinds(table: &Value, kind: Option<&str>, key: String) -> Vec<SourceDiagnostic> {
    let Some(kind) = kind else { return Vec::new() };
    let idle = OF_KINDS.iter().filter(|(_, kinds)| !kinds.contains(&kind));
    let given = idle.filter_map(|(name, kinds)| Some((name, kinds, table.table()?.entry(name)?)));
    given
        .map(|(name, kinds, entry)| {
            let kinds = list_names(kinds.iter().copied(), "or");
            let what = format!("`{name}` counts only with {kinds}");
            let warning = SourceDiagnostic::warning(what, Some(entry.key_span.clone()));
            warning.key(format!("{key}.{name}")).help("leave it out, or choose another `kind`")
        })
        .collect()
}

/// Returns a warning at each choice whose value is that of an earlier one.
fn same_values(choices: &[Value]) -> Vec<SourceDiagnostic> {
    let mut known: BTreeMap<String, &Value> = BTreeMap::new();
    let mut warnings = Vec::new();
    for choice in choices {
        let value = choice.get("value").unwrap_or(choice);
        match known.get(&value.comparable()) {
            Some(first) => warnings.push(
                SourceDiagnostic::warning("two choices have one value", Some(value.span.clone()))
                    .key("options")
                    .related("the other one", first.span.clone())
                    .help("leave one of them out"),
            ),
            None => drop(known.insert(value.comparable(), value)),
        }
    }
    warnings
}

/// Returns a warning at the second of two entries with one text at a key.
fn same_names(entries: &[Value], key: &str, what: &str, list: &str) -> Vec<SourceDiagnostic> {
    let mut known: BTreeMap<String, &Value> = BTreeMap::new();
    let mut warnings = Vec::new();
    for value in entries.iter().filter_map(|entry| entry.get(key)) {
        let Some(text) = value.text() else { continue };
        match known.get(&text.to_lowercase()) {
            Some(first) => warnings.push(
                SourceDiagnostic::warning(what, Some(value.span.clone()))
                    .key(list)
                    .related("the other one", first.span.clone())
                    .help("players cannot tell them apart: give one of them another name"),
            ),
            None => drop(known.insert(text.to_lowercase(), value)),
        }
    }
    warnings
}
