//! The options of a ruleset and their values.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::inheritance::set_value;
use crate::option_reader::{FIXED, OptionReader, not_in_a_table, unknown_key};
use crate::overrides::Overrides;
use crate::parser::parse_part;
use crate::schema::Validator;
use crate::source::{SourceFile, SourceSpan};
use crate::suggestion::{did_you_mean, join_phrases, shorten};
use crate::value::Value;

/// A key of the ruleset that players can set before a game.
#[derive(Debug, Clone, PartialEq)]
pub struct RulesetOption {
    /// The dotted key, as `rules.limit`.
    pub key: String,
    pub label: String,
    pub help: Option<String>,
    pub domain: OptionDomain,
    /// Shown instead of 0, as `off`.
    pub zero: Option<String>,
    pub default: Json,
    pub value: Json,
    /// The option has an effect only if this holds.
    pub when: Option<OptionCondition>,
}

/// The possible values of an option, which decide its control in the interface.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionDomain {
    Switch,
    Range {
        low: f64,
        high: f64,
        /// Values are whole steps from `low`; `None` allows any.
        step: Option<f64>,
        /// Whether only integers are allowed.
        whole: bool,
    },
    List(Vec<OptionValue>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct OptionValue {
    pub value: Json,
    pub label: String,
}

/// Requires another key to have one of some values.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionCondition {
    pub key: String,
    pub is: Vec<Json>,
}

impl OptionCondition {
    pub fn holds(&self, value: Option<&Json>) -> bool {
        value.is_some_and(|value| self.is.contains(value))
    }
}

impl OptionDomain {
    pub fn contains(&self, value: &Json) -> bool {
        match self {
            OptionDomain::Switch => value.is_boolean(),
            OptionDomain::List(items) => items.iter().any(|item| item.value == *value),
            OptionDomain::Range { low, high, step, whole } => {
                value.as_f64().is_some_and(|number| {
                    let integer = !whole || !value.is_f64();
                    let stepped = step.is_none_or(|step| {
                        let steps = (number - low) / step;
                        (steps - steps.round()).abs() < 1e-9
                    });
                    integer && stepped && *low <= number && number <= *high
                })
            }
        }
    }

    pub fn describe(&self) -> String {
        match self {
            OptionDomain::Switch => "`true` or `false`".to_owned(),
            OptionDomain::List(items) => {
                let values: Vec<String> =
                    items.iter().map(|item| format!("`{}`", item.value)).collect();
                join_phrases(&values, "or")
            }
            OptionDomain::Range { low, high, step, whole } => {
                let kind = if *whole { "a whole number" } else { "a number" };
                let steps = match step {
                    Some(step) if *step != 1.0 => format!(" in steps of {step}"),
                    _ => String::new(),
                };
                format!("{kind} from {low} to {high}{steps}")
            }
        }
    }
}

/// The name of the text of chosen values in diagnostics.
pub const OPTIONS_NAME: &str = "<chosen options>";

/// The most options, as in the schema.
const MOST: usize = 250;

/// Reads the options of a document, writes their defaults and the overrides into
/// it, and returns them with their current values.
pub(crate) fn apply_options(
    root: &mut Value,
    overrides: &Overrides,
    validator: &Validator<'_>,
    files: &[Arc<SourceFile>],
    report: &mut Diagnostics,
) -> Vec<RulesetOption> {
    let entries = root.get("options").and_then(Value::array).unwrap_or_default();
    // The schema reports more.
    let entries = entries[..entries.len().min(MOST)].to_vec();
    let mut options: Vec<RulesetOption> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let reader = OptionReader { entry, validator, files };
        if let Some(key) = entry.get("key").and_then(Value::text)
            && let Some(first) = entries[..index]
                .iter()
                .filter_map(|it| it.get("key"))
                .find(|it| it.text() == Some(key))
        {
            let what = format!("there are two options for `{key}`");
            let error = SourceDiagnostic::error(what, reader.span_of("key")).key("options");
            report.push(error.related("the first one", first.span.clone()));
            continue;
        }
        match reader.read(root) {
            Ok(option) => options.extend(option),
            Err(diagnostic) => report.push(*diagnostic),
        }
    }
    apply_overrides(root, overrides, &options, validator, report);
    for option in &mut options {
        if let Some(value) = root.find(&option.key) {
            option.value = value.to_json();
        }
    }
    drop_impossible(&mut options, root);
    options
}

/// Drops options whose condition fails and that no other option can fulfil: those of another kind
/// of board, inherited from it.
fn drop_impossible(options: &mut Vec<RulesetOption>, root: &Value) {
    let keys: Vec<String> = options.iter().map(|option| option.key.clone()).collect();
    options.retain(|option| {
        option.when.as_ref().is_none_or(|when| {
            let value = root.find(&when.key).map(Value::to_json);
            keys.contains(&when.key) || when.holds(value.as_ref())
        })
    });
}

fn apply_overrides(
    root: &mut Value,
    overrides: &Overrides,
    options: &[RulesetOption],
    validator: &Validator<'_>,
    report: &mut Diagnostics,
) {
    for ((key, json), (key_span, span)) in overrides.iter().zip(overrides.spans(OPTIONS_NAME)) {
        let on_key = |what: String| SourceDiagnostic::error(what, Some(key_span.clone())).key(key);
        let first = key.split('.').next().unwrap_or_default();
        if FIXED.contains(&first) {
            report.push(on_key(format!("`{}` cannot be set", shorten(key))));
            continue;
        }
        if let Some(option) = options.iter().find(|option| option.key == key) {
            if !option.domain.contains(json) {
                report.push(not_offered(option, json, span));
                continue;
            }
        } else if let Some(diagnostic) = unknown_key(key, validator, options, &key_span) {
            report.push(diagnostic);
            continue;
        }
        let Some(value) = parse_part(&span.file, span.range.clone()) else {
            let what = format!("`{}` has no value", shorten(key));
            let missing = SourceDiagnostic::error(what, Some(span));
            report.push(missing.key(key).label("expected a value"));
            continue;
        };
        if !set_value(root, key, &key_span, value) {
            report.push(on_key(not_in_a_table(key)));
        }
    }
}

/// Names options by their keys in diagnostics: numbers count inherited ones. An option that only
/// removes needs nothing else.
pub(crate) fn name_options(report: &mut Diagnostics, root: &Value) {
    let entries = root.get("options").and_then(Value::array).unwrap_or_default();
    for (index, entry) in entries.iter().enumerate() {
        let Some(key) = entry.get("key").and_then(Value::text) else { continue };
        let numbered = format!("`options[{}]`", index + 1);
        let removes = entry.get("remove").is_some();
        let long_range = format!("too many values in `options[{}].range`", index + 1);
        let step = entry.get("range").and_then(Value::array).and_then(|range| range.get(2));
        report.retain_mut(|diagnostic| {
            if let Some(step) = step.filter(|_| diagnostic.what == long_range) {
                diagnostic.what = format!("the range of the option `{}` is too long", shorten(key));
                diagnostic.help = Some(format!(
                    "a range has its first and its last value; `step = {step}` says how far apart \
                     the values are"
                ));
            }
            let is_missing = diagnostic.what.starts_with("missing key");
            if !diagnostic.what.ends_with(&numbered) {
                return true;
            }
            let named = format!("the option `{}`", shorten(key));
            diagnostic.what = diagnostic.what.replace(&numbered, &named);
            !(removes && is_missing)
        });
    }
}

fn not_offered(option: &RulesetOption, value: &Json, span: SourceSpan) -> SourceDiagnostic {
    let label = format!("expected {}, found {value}", option.domain.describe());
    let help = match (&option.domain, value) {
        (OptionDomain::List(items), Json::String(text)) => {
            did_you_mean(text, items.iter().filter_map(|item| item.value.as_str()))
        }
        _ => None,
    };
    let what = format!("the option `{}` ({}) does not offer this value", option.key, option.label);
    SourceDiagnostic::error(what, Some(span)).key(&option.key).label(label).maybe_help(help)
}
