//! Keys of `[clock]` by other names, and times for each seat.

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::suggestion::join_phrases;
use crate::value::Value;

/// Other units of the whole time, in seconds.
const UNITS: [(&str, f64); 4] =
    [("hours", 3600.0), ("hour", 3600.0), ("minute", 60.0), ("days", 86_400.0)];
/// Other names of the whole time.
const WHOLE: [&str; 10] = [
    "base",
    "initial",
    "main",
    "total",
    "base_time",
    "initial_time",
    "main_time",
    "total_time",
    "limit",
    "sec",
];
/// Other names of the time of a period.
const PERIOD: [&str; 8] = [
    "period_seconds",
    "seconds_per_period",
    "period_time",
    "period_length",
    "time_per_period",
    "byoyomi",
    "byo_yomi",
    "overtime",
];

/// The keys that kinds of clock need, with examples.
const NEEDED: [(&str, &[(&str, u32)]); 2] = [
    ("fischer", &[("seconds", 300), ("increment", 5)]),
    ("byo-yomi", &[("seconds", 600), ("periods", 3), ("period", 30)]),
];

/// Adds to a proposed kind of clock the keys that it needs and the table lacks.
fn add_needed_keys(told: &mut SourceDiagnostic, clock: &Value) {
    let kind = told.help.as_deref().and_then(|help| {
        NEEDED.iter().find(|(kind, _)| help == format!("did you mean `\"{kind}\"`?"))
    });
    let Some((kind, keys)) = kind else { return };
    let missing = keys.iter().filter(|(key, _)| clock.get(key).is_none());
    let missing: Vec<String> = missing.map(|(key, value)| format!("`{key} = {value}`")).collect();
    if !missing.is_empty() {
        let missing = join_phrases(&missing, "and");
        told.help = Some(format!("for example `kind = \"{kind}\"` with {missing}"));
    }
}

/// Gives the errors of the clock the help that makes it right.
pub(crate) fn mend_clock(report: &mut Diagnostics, root: &Value) {
    let Some(clock) = root.get("clock") else { return };
    let Some(table) = clock.table() else { return };
    let lacks = |key: &str| clock.get(key).is_none();
    for entry in &table.entries {
        let key = entry.key.to_lowercase();
        let unit = UNITS.iter().find(|(name, _)| *name == key);
        let seconds = unit.and_then(|(_, times)| Some(entry.value.number()? * times));
        let meant = match (seconds, &*key) {
            (Some(_), _) if lacks("seconds") => "seconds",
            (None, name) if lacks("seconds") && WHOLE.contains(&name) => "seconds",
            (None, name) if lacks("period") && PERIOD.contains(&name) => "period",
            _ => continue,
        };
        let is_it = |it: &&mut SourceDiagnostic| {
            it.what.starts_with("unknown key") && it.span.as_ref() == Some(&entry.key_span)
        };
        for told in report.iter_mut().filter(is_it) {
            told.meant = Some(meant.to_owned());
            told.help = Some(match seconds {
                Some(seconds) => format!("write `seconds = {seconds}`"),
                None => format!("did you mean `{meant}`?"),
            });
        }
        let missing = format!("clock.{meant}");
        report.retain_mut(|it| it.key != missing || !it.what.starts_with("missing key"));
    }
    let of = |key: &str| format!("clock.{key}");
    for told in report.iter_mut().filter(|it| it.key.starts_with("clock.")) {
        let is_simple = told.help.as_ref().is_some_and(|help| help.contains("\"simple\""));
        if told.key == of("kind") && is_simple && clock.get("increment").is_some() {
            told.help = Some("did you mean `\"fischer\"`?".to_owned());
        }
        if told.key == of("kind") {
            add_needed_keys(told, clock);
        }
        let name = told.key.trim_start_matches("clock.").to_owned();
        let times = clock.get(&name).and_then(Value::array).unwrap_or_default();
        if let Some(first) = times.first().filter(|_| times.iter().all(|it| it.number().is_some()))
        {
            told.help = Some(format!("all players have the same clock: write `{name} = {first}`"));
        }
    }
}
