//! What a player may choose before a game, and the choices made.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::diagnostics::{Diagnostics, SourceDiagnostic};
use crate::inheritance::put;
use crate::overrides::{Overrides, keys};
use crate::parser::parse_part;
use crate::schema::Validator;
use crate::source::{SourceFile, SourceSpan};
use crate::suggestion::{joined, listed, nearest};
use crate::value::{Value, dotted};

/// An option: a key of the ruleset that a player may choose.
#[derive(Debug, Clone, PartialEq)]
pub struct RulesetOption {
    /// The dotted key, as `rules.limit`.
    pub key: String,
    /// What stands beside the control.
    pub label: String,
    /// What it does.
    pub help: Option<String>,
    /// What can be chosen.
    pub domain: OptionDomain,
    /// What a person reads instead of 0, where 0 stands for something else than
    /// a number, as `off`.
    pub zero: Option<String>,
    /// The value where nothing is chosen.
    pub default: Json,
    /// The value in force.
    pub value: Json,
    /// Where the option makes a difference only for some values of another key.
    pub when: Option<OptionCondition>,
}

/// What can be chosen, and so which control is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionDomain {
    /// Yes or no.
    Switch,
    /// A number.
    Range {
        /// The least.
        low: f64,
        /// The greatest.
        high: f64,
        /// The distance of the values from `low` on; none where any will do.
        step: Option<f64>,
        /// Whether only whole numbers fit.
        whole: bool,
    },
    /// One of some values.
    List(Vec<OptionValue>),
}

/// A value of a list and what a person reads.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionValue {
    /// The value.
    pub value: Json,
    /// What a person reads.
    pub label: String,
}

/// On what another option depends.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionCondition {
    /// The other key.
    pub key: String,
    /// The values of it that make the option matter.
    pub is: Vec<Json>,
}

impl OptionCondition {
    /// Tells whether the option matters, given the value of the other key.
    pub fn holds(&self, value: Option<&Json>) -> bool {
        value.is_some_and(|value| self.is.contains(value))
    }
}

impl OptionDomain {
    /// Tells whether a value can be chosen.
    pub fn has(&self, value: &Json) -> bool {
        match self {
            OptionDomain::Switch => value.is_boolean(),
            OptionDomain::List(items) => items.iter().any(|item| item.value == *value),
            OptionDomain::Range { low, high, step, whole } => {
                value.as_f64().is_some_and(|number| {
                    let whole = !whole || !value.is_f64();
                    let stepped = step.is_none_or(|step| {
                        let steps = (number - low) / step;
                        (steps - steps.round()).abs() < 1e-9
                    });
                    whole && stepped && *low <= number && number <= *high
                })
            }
        }
    }

    /// Returns what can be chosen, as a phrase.
    pub fn describe(&self) -> String {
        match self {
            OptionDomain::Switch => "`true` or `false`".to_owned(),
            OptionDomain::List(items) => {
                let values: Vec<String> =
                    items.iter().map(|item| format!("`{}`", item.value)).collect();
                joined(&values, "or")
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

/// The name under which faults in chosen values are shown.
pub(crate) const CHOSEN: &str = "<chosen options>";

/// Keys that say what a ruleset is and cannot be chosen.
const FIXED: [&str; 7] = ["format", "plugin", "extends", "without", "options", "name", "engine"];

/// Reads the options of a document, puts their defaults and the chosen values
/// into it, and returns them with the values in force.
pub(crate) fn apply(
    root: &mut Value,
    settings: &Overrides,
    check: &Validator<'_>,
    files: &[Arc<SourceFile>],
    report: &mut Diagnostics,
) -> Vec<RulesetOption> {
    let written: Vec<Value> =
        root.get("options").and_then(Value::array).map(<[Value]>::to_vec).unwrap_or_default();
    let mut choices: Vec<RulesetOption> = Vec::new();
    for option in &written {
        let reader = Reader { option, check, files };
        match reader.read(root) {
            Ok(Some(choice)) => {
                if choices.iter().any(|known| known.key == choice.key) {
                    let what = format!("there are two options for `{}`", choice.key);
                    report
                        .push(SourceDiagnostic::error(what, reader.span_of("key")).key("options"));
                } else {
                    choices.push(choice);
                }
            }
            Ok(None) => {}
            Err(diagnostic) => report.push(*diagnostic),
        }
    }
    choose(root, settings, &choices, check, report);
    for choice in &mut choices {
        if let Some(node) = root.find(&choice.key) {
            choice.value = node.to_json();
        }
    }
    choices
}

/// Puts the chosen values into the document.
fn choose(
    root: &mut Value,
    settings: &Overrides,
    choices: &[RulesetOption],
    check: &Validator<'_>,
    report: &mut Diagnostics,
) {
    let (text, spans) = settings.to_text();
    let file = Arc::new(SourceFile::new(CHOSEN, None, text));
    for ((key, value), spans) in settings.iter().zip(spans) {
        let at = SourceSpan::new(&file, spans.key);
        let span = SourceSpan::new(&file, spans.value.clone());
        let first = key.split('.').next().unwrap_or_default();
        if FIXED.contains(&first) {
            let what = format!("`{key}` cannot be chosen");
            report.push(SourceDiagnostic::error(what, Some(at)).key(key));
            continue;
        }
        if let Some(choice) = choices.iter().find(|choice| choice.key == key) {
            if !choice.domain.has(value) {
                report.push(not_offered(choice, value, span));
                continue;
            }
        } else if let Some(diagnostic) = unknown_key(key, check, choices, &at) {
            report.push(diagnostic);
            continue;
        }
        let Some(node) = parse_part(&file, spans.value) else {
            let what = format!("nothing is chosen for `{key}`");
            report
                .push(SourceDiagnostic::error(what, Some(span)).key(key).label("expected a value"));
            continue;
        };
        if !put(root, key, &at, node) {
            let what = format!("`{key}` lies within something that is no table");
            report.push(SourceDiagnostic::error(what, Some(at)).key(key));
        }
    }
}

fn not_offered(choice: &RulesetOption, value: &Json, span: SourceSpan) -> SourceDiagnostic {
    let label = format!("expected {}, found {value}", choice.domain.describe());
    let help = match (&choice.domain, value) {
        (OptionDomain::List(items), Json::String(text)) => {
            nearest(text, items.iter().filter_map(|item| item.value.as_str()))
                .map(|name| format!("did you mean `{name}`?"))
        }
        _ => None,
    };
    let what = format!("the option `{}` ({}) does not offer this", choice.key, choice.label);
    SourceDiagnostic::error(what, Some(span)).key(&choice.key).label(label).maybe_help(help)
}

/// Returns a fault where nothing can stand at a key.
fn unknown_key(
    key: &str,
    check: &Validator<'_>,
    choices: &[RulesetOption],
    at: &SourceSpan,
) -> Option<SourceDiagnostic> {
    let path = keys(key);
    let depth = check.at(&path).err()?;
    let parts = check.at(&path[..depth]).unwrap_or_else(|_| check.roots());
    let names: Vec<&str> = parts.iter().flat_map(|part| part.names()).collect();
    let last = key.split('.').nth(depth).unwrap_or_default();
    let offered = nearest(key, choices.iter().map(|choice| choice.key.as_str())).map(str::to_owned);
    let mended = nearest(last, names.iter().copied()).map(|name| {
        let mut mended: Vec<&str> = key.split('.').collect();
        mended[depth] = name;
        mended.join(".")
    });
    let help = match mended.or(offered) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if names.is_empty() || names.len() > 24 => None,
        None if depth == 0 => Some(format!("the tables are {}", listed(names, "and"))),
        None => {
            Some(format!("the keys of `{}` are {}", dotted(&path[..depth]), listed(names, "and")))
        }
    };
    let what = format!("a ruleset has no key `{key}`");
    Some(SourceDiagnostic::error(what, Some(at.clone())).key(key).maybe_help(help))
}

/// Reads one option.
struct Reader<'a> {
    option: &'a Value,
    check: &'a Validator<'a>,
    files: &'a [Arc<SourceFile>],
}

type Read<T> = Result<T, Box<SourceDiagnostic>>;

impl Reader<'_> {
    fn text(&self, key: &str) -> Option<String> {
        self.option.get(key).and_then(Value::text).map(str::to_owned)
    }

    fn span_of(&self, key: &str) -> Option<SourceSpan> {
        Some(self.option.get(key).unwrap_or(self.option).span.clone())
    }

    fn diagnostic(&self, what: impl Into<String>, key: &str) -> Box<SourceDiagnostic> {
        let diagnostic = SourceDiagnostic::error(what, self.span_of(key));
        Box::new(diagnostic.key(format!("options.{key}")))
    }

    /// Returns none where the structure is faulty, which is said elsewhere.
    fn read(&self, root: &mut Value) -> Read<Option<RulesetOption>> {
        let (Some(key), Some(label)) = (self.text("key"), self.text("label")) else {
            return Ok(None);
        };
        if self.option.get("remove").is_some() {
            let what = format!("there is no option `{key}` to take away");
            return Err(self.diagnostic(what, "remove"));
        }
        let span = self.span_of("key").expect("an option has a place");
        let top = key.split('.').next().unwrap_or_default();
        if FIXED.contains(&top) {
            return Err(self.diagnostic(format!("`{key}` cannot be an option"), "key"));
        }
        if let Some(mut diagnostic) = unknown_key(&key, self.check, &[], &span) {
            diagnostic.what = format!("the option's key `{key}` is none of a ruleset");
            return Err(Box::new(diagnostic));
        }
        let Some(domain) = self.domain(&key)? else { return Ok(None) };
        let Some(default) = self.default(&key, &domain, root)? else { return Ok(None) };
        let json = default.to_json();
        if !put(root, &key, &default.span.clone(), default) {
            return Err(
                self.diagnostic(format!("`{key}` lies within something that is no table"), "key")
            );
        }
        let when = self.when()?;
        let help = self.text("help");
        let zero = self.zero(&domain)?;
        Ok(Some(RulesetOption {
            key,
            label,
            help,
            domain,
            zero,
            value: json.clone(),
            default: json,
            when,
        }))
    }

    fn zero(&self, domain: &OptionDomain) -> Read<Option<String>> {
        let word = self.text("zero");
        if word.is_some()
            && !(matches!(domain, OptionDomain::Range { .. }) && domain.has(&Json::from(0)))
        {
            let mut diagnostic =
                self.diagnostic("the option has a word for 0 and does not offer 0", "zero");
            diagnostic.help =
                Some("take `zero` out, or give the option a `range` with 0 in it".to_owned());
            return Err(diagnostic);
        }
        Ok(word)
    }

    fn domain(&self, key: &str) -> Read<Option<OptionDomain>> {
        match (self.option.get("range"), self.option.get("choices")) {
            (Some(_), Some(_)) => {
                Err(self.diagnostic("an option has a range or choices, not both", "choices"))
            }
            (Some(range), None) => self.range(range),
            (None, Some(choices)) => self.list(key, choices),
            (None, None) if self.option.get("step").is_some() => {
                Err(self.diagnostic("a step belongs to a range", "step"))
            }
            (None, None) => Ok(Some(OptionDomain::Switch)),
        }
    }

    fn range(&self, range: &Value) -> Read<Option<OptionDomain>> {
        let Some([first, last]) = range.array() else { return Ok(None) };
        let (Some(low), Some(high)) = (first.number(), last.number()) else { return Ok(None) };
        if low >= high {
            let mut diagnostic = self.diagnostic("the range is empty", "range");
            diagnostic.label =
                Some(format!("expected two numbers in rising order, found {low} and {high}"));
            return Err(diagnostic);
        }
        let step = self.option.get("step");
        let step_size = match step {
            Some(step) => match step.number() {
                Some(size) if size > 0.0 => Some(size),
                _ => return Ok(None),
            },
            None => None,
        };
        let whole =
            [Some(first), Some(last), step].into_iter().flatten().all(|it| it.integer().is_some());
        Ok(Some(OptionDomain::Range { low, high, step: step_size.or(whole.then_some(1.0)), whole }))
    }

    fn list(&self, key: &str, choices: &Value) -> Read<Option<OptionDomain>> {
        let Some(written) = choices.array() else { return Ok(None) };
        let mut items = Vec::new();
        for node in written {
            let (value, label) = match node.table() {
                Some(table) => {
                    match (table.get("value"), table.get("label").and_then(Value::text)) {
                        (Some(value), Some(label)) => (value, label.to_owned()),
                        _ => return Ok(None),
                    }
                }
                None => (node, label_of(node)),
            };
            self.fits(key, value)?;
            items.push(OptionValue { value: value.to_json(), label });
        }
        Ok((!items.is_empty()).then_some(OptionDomain::List(items)))
    }

    /// Holds a value to the schema of the option's key.
    fn fits(&self, key: &str, value: &Value) -> Read<()> {
        let Ok(parts) = self.check.at(&keys(key)) else { return Ok(()) };
        let mut first = None;
        for part in parts {
            let mut diagnostics = Vec::new();
            self.check.value(part, value, &mut keys(key), &mut diagnostics);
            if diagnostics.is_empty() {
                return Ok(());
            }
            first = first.or(diagnostics.into_iter().next());
        }
        first.map_or(Ok(()), |diagnostic| Err(Box::new(diagnostic)))
    }

    /// Returns the value where nothing is chosen: what the ruleset says at the
    /// key, or the option's own default; where both do, that of the file nearer
    /// to the ruleset itself.
    fn default(&self, key: &str, domain: &OptionDomain, root: &Value) -> Read<Option<Value>> {
        let depth = |node: &Value| self.files.iter().position(|file| *file == node.span.file);
        let default = match (self.option.get("default"), root.find(key)) {
            (None, None) => {
                let mut diagnostic =
                    self.diagnostic(format!("the option `{key}` has no default"), "key");
                diagnostic.help =
                    Some(format!("add `default = ...`, or set `{key}` in the ruleset"));
                return Err(diagnostic);
            }
            (Some(own), None) => own,
            (None, Some(said)) => said,
            (Some(own), Some(said)) if depth(own) == depth(said) => {
                if !own.same(said) {
                    let what = format!("the option `{key}` has two defaults");
                    let mut diagnostic = self.diagnostic(what, "default");
                    diagnostic.label = Some(format!("this says {own}"));
                    diagnostic.related.push((format!("this says {said}"), said.span.clone()));
                    diagnostic.help = Some("leave one of them out".to_owned());
                    return Err(diagnostic);
                }
                said
            }
            (Some(own), Some(said)) if depth(own) < depth(said) => own,
            (Some(_), Some(said)) => said,
        };
        if domain.has(&default.to_json()) {
            return Ok(Some(default.clone()));
        }
        let what = format!("the default of the option `{key}` is not among what it offers");
        let label = format!("expected {}, found {default}", domain.describe());
        let mut diagnostic =
            SourceDiagnostic::error(what, Some(default.span.clone())).key(key).label(label);
        if *domain == OptionDomain::Switch && !matches!(default.to_json(), Json::Bool(_)) {
            diagnostic.help = Some("give the option a `range` or `choices`".to_owned());
        }
        Err(Box::new(diagnostic))
    }

    fn when(&self) -> Read<Option<OptionCondition>> {
        let Some(when) = self.option.get("when") else { return Ok(None) };
        let (Some(key), Some(is)) = (when.get("key"), when.get("is")) else { return Ok(None) };
        let Some(name) = key.text() else { return Ok(None) };
        if let Some(mut diagnostic) = unknown_key(name, self.check, &[], &key.span) {
            diagnostic.what =
                format!("the option depends on `{name}`, which is no key of a ruleset");
            return Err(Box::new(diagnostic));
        }
        let values = is.array().unwrap_or(std::slice::from_ref(is));
        for value in values {
            self.fits(name, value)?;
        }
        let is = values.iter().map(Value::to_json).collect();
        Ok(Some(OptionCondition { key: name.to_owned(), is }))
    }
}

/// Returns what a person reads for a value that has no label of its own.
fn label_of(node: &Value) -> String {
    match node.text() {
        Some(text) => text.replace(['-', '_'], " "),
        None => node.to_string(),
    }
}
