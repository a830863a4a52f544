//! Validates values against schemas and collects all errors.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use boardloom_contract::PathKey;
use regex::{Regex, RegexBuilder};
use serde_json::Value as Json;

use super::description::list_values;
use super::proposal::{letters_help, meant_color};
use super::synonyms::{synonym, value_synonym};
use super::unknown_key::is_misspelt;
use super::{Subschema, distinct, type_of};
use crate::color::Color;
use crate::diagnostics::{Diagnostics, Recovery, SourceDiagnostic};
use crate::look_names::ornament_fits;
use crate::overrides::keys;
use crate::source::SourceSpan;
use crate::suggestion::{list_names, nearest};
use crate::value::{SourceTable, TableEntry, Value, ValueKind, counted, dotted};

/// Steps that any document may take, and those for each of its values. A schema whose
/// alternatives multiply with the depth of the values ends here; the plugin checks
/// what is left.
const STEPS: usize = 100_000;
const STEPS_PER_VALUE: usize = 100;
/// Steps for compiling a pattern.
const PATTERN_STEPS: usize = 1000;

/// Validates against the schemas of host and plugin together.
pub(crate) struct Validator<'a> {
    host: Subschema<'a>,
    plugin: Option<Subschema<'a>>,
    /// `None` for a pattern that the regex crate cannot read, as one with look-around.
    patterns: RefCell<HashMap<&'a str, Option<Regex>>>,
}

pub(super) struct ValidationRun<'v, 'a> {
    pub(super) validator: &'v Validator<'a>,
    pub(super) path: Vec<PathKey>,
    pub(super) report: Diagnostics,
    steps_left: usize,
    /// Whether only the number of errors counts, so that no hints are looked for.
    pub(super) is_trial: bool,
    /// The names of the players, for hints.
    pub(super) players: Vec<String>,
}

impl<'a> Validator<'a> {
    pub(crate) fn new(host: &'a Json, plugin: Option<&'a Json>) -> Self {
        Validator {
            host: Subschema::document(host),
            plugin: plugin.map(|it| Subschema::document(it).resolve()),
            patterns: RefCell::default(),
        }
    }

    pub(crate) fn plugin(&self) -> Option<Subschema<'a>> {
        self.plugin
    }

    pub(crate) fn roots(&self) -> Vec<Subschema<'a>> {
        std::iter::once(self.host).chain(self.plugin).collect()
    }

    /// Returns the schemas of a path, or the length of its known part.
    pub(crate) fn at(&self, path: &[PathKey]) -> Result<Vec<Subschema<'a>>, usize> {
        let mut parts = self.roots();
        for (depth, key) in path.iter().enumerate() {
            let next = distinct(parts.iter().flat_map(|part| part.under(key)));
            if next.is_empty() {
                // A schema that takes any value allows any key below it.
                let open = |part: &Subschema<'_>| {
                    let part = part.resolve();
                    part.schema.as_object().is_none_or(|map| {
                        !map.contains_key("type")
                            && part.names().is_empty()
                            && map.get("enum").is_none()
                    })
                };
                return if depth > 0 && parts.iter().any(open) { Ok(parts) } else { Err(depth) };
            }
            parts = next;
        }
        Ok(parts)
    }

    /// Tells whether a key that the top level has too is meant for its place: the table has it, or
    /// one that says the same, or the top level does not take its value.
    pub(crate) fn is_meant_for(&self, path: &[PathKey], value: &Value) -> bool {
        let Some((PathKey::Name(key), above)) = path.split_last() else { return false };
        if self.at(path).is_ok() {
            return true;
        }
        let around = self.at(above).unwrap_or_default();
        let names: Vec<&str> = around.iter().flat_map(|part| part.names()).collect();
        let top = [PathKey::Name(key.clone())];
        let fits = |part: &Subschema<'a>| !self.value(*part, top.to_vec(), value).has_errors();
        synonym(key, &names).is_some() || !self.at(&top).unwrap_or_default().iter().any(fits)
    }

    /// Validates the whole document. Without a plugin's schema, unknown top-level
    /// keys are allowed.
    pub(crate) fn document(&self, root: &Value) -> Diagnostics {
        let mut table = root.table().cloned().unwrap_or_default();
        if self.plugin.is_none() {
            let known = self.host.names();
            table.entries.retain(|entry| known.contains(&entry.key.as_str()));
        }
        let mut validation = self.begin(Vec::new(), root);
        let players = root.get("players").and_then(Value::array).unwrap_or_default();
        let names = players.iter().map(|player| player.get("name").and_then(Value::text));
        validation.players = names.map(|name| name.unwrap_or_default().to_lowercase()).collect();
        validation.object(&self.roots(), root, &table);
        validation.report
    }

    pub(crate) fn value(
        &self,
        part: Subschema<'a>,
        path: Vec<PathKey>,
        node: &Value,
    ) -> Diagnostics {
        let mut validation = self.begin(path, node);
        validation.value(part, node);
        validation.report
    }

    fn begin(&self, path: Vec<PathKey>, node: &Value) -> ValidationRun<'_, 'a> {
        let steps_left = STEPS.saturating_add(node.count().saturating_mul(STEPS_PER_VALUE));
        ValidationRun {
            validator: self,
            path,
            report: Diagnostics::default(),
            steps_left,
            is_trial: false,
            players: Vec::new(),
        }
    }
}

impl<'a> ValidationRun<'_, 'a> {
    /// Returns an error at the current key.
    pub(super) fn error(&self, what: impl Into<String>, span: &SourceSpan) -> SourceDiagnostic {
        SourceDiagnostic::error(what, Some(span.clone())).key(dotted(&self.path))
    }

    /// Returns the report of a validation at the same path.
    pub(super) fn attempt(&mut self, run: impl FnOnce(&mut Self)) -> Diagnostics {
        let before = std::mem::take(&mut self.report);
        run(self);
        std::mem::replace(&mut self.report, before)
    }

    /// Returns the number of errors that a validation at the same path would report.
    pub(super) fn try_out(&mut self, run: impl FnOnce(&mut Self)) -> usize {
        let before = std::mem::replace(&mut self.is_trial, true);
        let report = self.attempt(run);
        self.is_trial = before;
        report.len()
    }

    /// Returns false if no step is left.
    fn step(&mut self, count: usize) -> bool {
        self.steps_left = self.steps_left.saturating_sub(count);
        self.steps_left > 0
    }

    pub(super) fn value(&mut self, part: Subschema<'a>, node: &Value) {
        let part = part.resolve();
        let alternatives = part.alternatives();
        if !self.step(1 + alternatives.len()) || part.schema.as_bool() == Some(true) {
            return;
        }
        if let Some(values) = part.constants() {
            if !values.iter().any(|value| equal(value, node)) {
                self.report_not_listed(&values, &[], node);
            }
            return;
        }
        if !part.takes(kind_of(node)) {
            self.wrong_type(part, node);
            return;
        }
        match &node.kind {
            ValueKind::Table(table) => return self.object(&[part], node, table),
            ValueKind::Text(text) => self.check_text(part, text, node),
            ValueKind::Integer(_) | ValueKind::Float(_) => self.check_number(part, node),
            ValueKind::Array(items) => self.array(part, items, node),
            ValueKind::Boolean(_) => {}
        }
        for inner in part.list("allOf") {
            self.value(inner, node);
        }
        if !alternatives.is_empty() {
            self.choose_scalar(part, &alternatives, node);
        }
    }

    /// Validates a table that several schemas share: it may have the keys that any
    /// of them knows, and must have the keys that any of them requires.
    pub(super) fn object(&mut self, parts: &[Subschema<'a>], node: &Value, table: &SourceTable) {
        let before = self.report.len();
        let mut all = Vec::new();
        for part in parts {
            self.expand(*part, node, &mut all);
        }
        if !self.step(all.len()) {
            return;
        }
        // If no alternative fits, its keys are unknown.
        let undecided = self.report.len() > before;
        for entry in &table.entries {
            let mut under = Vec::new();
            for part in &all {
                if let Some(schema) = part.properties().and_then(|all| all.get(&entry.key)) {
                    under.push(part.with(schema).resolve());
                }
                under.extend(part.texts_in_language(&entry.key).map(Subschema::resolve));
            }
            let is_listed = !under.is_empty();
            if !is_listed {
                under.extend(all.iter().filter_map(|part| additional(*part)));
            }
            let is_any_name = !is_listed && !under.is_empty();
            // Listed names tell more than a table that takes any name.
            if under.iter().any(|part| !part.names().is_empty()) {
                under.retain(|part| !part.takes("object") || !part.names().is_empty());
            }
            self.path.push(PathKey::Name(entry.key.clone()));
            let before = self.report.len();
            match under[..] {
                [] if undecided || is_open(&all) => {}
                [] => self.unknown_key(parts, &all, entry, table),
                [only] => self.value(only, &entry.value),
                [..] => match &entry.value.kind {
                    ValueKind::Table(inner) if under.iter().all(|part| part.takes("object")) => {
                        self.object(&under, &entry.value, inner);
                    }
                    _ => self.value_of_all(&under, &entry.value),
                },
            }
            if self.report.len() > before && !self.is_trial && !self.report.is_full() {
                self.look_beside(before, entry, table, is_any_name);
            }
            self.path.pop();
        }
        self.check_required(&all, node, table);
    }

    /// Validates a value that several schemas share, up to the first that it does not fit.
    fn value_of_all(&mut self, parts: &[Subschema<'a>], node: &Value) {
        let before = self.report.len();
        for part in parts {
            if self.report.len() == before {
                self.value(*part, node);
            }
        }
    }

    /// Collects the schemas that apply to an object: itself, all of `allOf`, and
    /// the alternative that fits.
    fn expand(&mut self, part: Subschema<'a>, node: &Value, all: &mut Vec<Subschema<'a>>) {
        let part = part.resolve();
        if !self.step(1) {
            return;
        }
        all.push(part);
        if let Some(table) = part.keyword("x-also").and_then(Json::as_str) {
            let plugin = self.validator.plugin.iter();
            let other = plugin.flat_map(|it| it.under(&PathKey::Name(table.to_owned())));
            all.extend(other.map(Subschema::resolve));
        }
        for inner in part.list("allOf") {
            self.expand(inner, node, all);
        }
        for keyword in ["oneOf", "anyOf"] {
            if part.keyword(keyword).is_some()
                && let Some(chosen) = self.choose_object(part, node)
            {
                self.expand(chosen, node, all);
            }
        }
    }

    fn check_required(&mut self, all: &[Subschema<'a>], node: &Value, table: &SourceTable) {
        let mut missing = BTreeSet::new();
        for part in all {
            let names = part.keyword("required").and_then(Json::as_array);
            for name in names.into_iter().flatten().filter_map(Json::as_str) {
                if table.get(name).is_some() || !missing.insert(name) {
                    continue;
                }
                // Told once, at the key that is misspelt.
                if is_misspelt(name, all, table) {
                    continue;
                }
                let what = format!("missing key `{name}`{}", within(&self.path));
                self.path.push(PathKey::Name(name.to_owned()));
                let mut diagnostic = self.error(what, &node.span);
                diagnostic.recovery = Recovery::MissingKey;
                self.path.pop();
                let schema = part.properties().and_then(|all| all.get(name));
                if let Some(schema) = schema.map(|schema| part.with(schema)) {
                    diagnostic.label = Some(format!("needs `{name}`: {}", schema.describe()));
                    let is_table = schema.resolve().takes("object");
                    // The value of an option's condition is one of the key that it names.
                    let other = table.get("key").and_then(Value::text).filter(|_| name == "is");
                    let other = other.and_then(|key| self.validator.at(&keys(key)).ok());
                    let sample = other.and_then(|parts| parts.first()?.sample());
                    let own = || if is_table { schema.sample() } else { schema.example() };
                    let example = sample.or_else(own);
                    // A number needs no example, and a table of the top level has a header.
                    let is_plain = schema.takes("number") || schema.takes("boolean");
                    let is_header = is_table && self.path.is_empty();
                    let example = example.filter(|_| (is_table || !is_plain) && !is_header);
                    diagnostic.help = example.map(|it| format!("for example `{name} = {it}`"));
                }
                self.report.push(diagnostic);
            }
        }
    }

    /// Looks for the cause of the errors of an entry, those from `before` on, in the keys around it.
    fn look_beside(
        &mut self,
        before: usize,
        entry: &TableEntry,
        table: &SourceTable,
        is_any_name: bool,
    ) {
        if is_any_name
            && !table.inline
            && let Some(misplaced) = self.misplaced(entry)
        {
            self.report.truncate(before);
            return self.report.push(misplaced);
        }
        // `goals` beside `goal`.
        let list = format!("{}s", entry.key);
        if table.get(&list).is_some() && self.validator.at(&self.path).is_ok() {
            let help = format!("`{list}` says it already: leave `{}` out", entry.key);
            let key = dotted(&self.path);
            let own = self.report.iter_mut().skip(before).filter(|error| error.key == key);
            own.for_each(|error| error.help = Some(help.clone()));
        }
    }

    /// Reports a value that is not listed; `others` describes what fits besides.
    pub(super) fn report_not_listed(&mut self, values: &[&Json], others: &[String], node: &Value) {
        let what = match &node.kind {
            ValueKind::Array(_) | ValueKind::Table(_) => {
                format!("wrong type for `{}`", counted(&self.path))
            }
            _ => format!("unknown value {node} for `{}`", counted(&self.path)),
        };
        let mut values = values.to_vec();
        if let [.., PathKey::Name(roles), PathKey::Name(role), PathKey::Name(key)] = &self.path[..]
            && (roles.as_str(), key.as_str()) == ("roles", "ornament")
        {
            values.retain(|value| value.as_str().is_none_or(|it| ornament_fits(role, it)));
        }
        if self.is_trial {
            return self.report.push(self.error(what, &node.span));
        }
        let texts = values.iter().filter_map(|value| value.as_str());
        let help = node
            .text()
            .and_then(|text| value_synonym(text, texts.clone()).or_else(|| nearest(text, texts)))
            .map(|name| format!("did you mean `\"{name}\"`?"))
            .or_else(|| self.hint_for_listed(&values, node))
            .or_else(|| {
                let above = self.path.len().saturating_sub(1);
                let parts = self.validator.at(&self.path[..above]).ok()?;
                self.list_with_key(&parts, node.text()?, None)
            })
            .or_else(|| self.block_help(node))
            .or_else(|| self.synonym_help(node))
            .or_else(|| self.value_of_another_key(node))
            .or_else(|| self.hint_of_another_key(node))
            .or_else(|| self.otherwise().filter(|_| node.text().is_some()));
        let mut label = format!("expected {}", list_values(&values));
        if !others.is_empty() {
            label += &format!(", or {}", others.join(", or "));
        }
        let diagnostic = self.error(what, &node.span).label(label).maybe_help(help);
        self.report.push(diagnostic);
    }

    fn array(&mut self, part: Subschema<'a>, items: &[Value], node: &Value) {
        let (least, most) = (part.size("minItems"), part.size("maxItems"));
        let count = items.len() as u64;
        let few = least.is_some_and(|least| count < least);
        if few || most.is_some_and(|most| count > most) {
            let many = if few { "few" } else { "many" };
            let what = format!("too {many} values in `{}`", counted(&self.path));
            let label = format!("expected {}, found {count}", part.describe());
            let diagnostic = self.error(what, &node.span).label(label);
            self.report.push(diagnostic);
        }
        if part.keyword("uniqueItems").and_then(Json::as_bool) == Some(true) {
            let mut seen = HashMap::new();
            for item in items {
                let first = *seen.entry(item.comparable()).or_insert(item);
                if !std::ptr::eq(first, item) {
                    let what = format!("{item} is twice in `{}`", counted(&self.path));
                    let diagnostic = self.error(what, &item.span);
                    self.report.push(diagnostic.related("first here", first.span.clone()));
                }
            }
        }
        let prefix = part.list("prefixItems");
        let rest = part.keyword("items").map(|schema| part.with(schema));
        if prefix.is_empty()
            && (self.is_flat(part, items, node)
                || self.is_matrix(part, items, node)
                || self.has_fractions(part, items, node)
                || self.is_nested(part, items, node)
                || self.are_words(part, items, node)
                || self.blocks_for_table(items))
        {
            return;
        }
        if let ([only], Some(rest)) = (items, rest.map(Subschema::resolve))
            && let (true, Some(inner), false) =
                (prefix.is_empty(), only.array(), rest.takes("array"))
            && inner.len() > 1
            && self.fits(part, only.kind.clone(), only)
        {
            let what = format!("wrong type for `{}`", counted(&self.path));
            let help = format!("one pair of brackets is enough: `{}`", only.span.text());
            let diagnostic =
                self.error(what, &node.span).label("expected a list, found lists in a list");
            self.report.push(diagnostic.help(help));
            return;
        }
        let flat = match rest.filter(|_| prefix.is_empty()) {
            Some(rest) => self.flat_lists(rest.resolve(), items),
            None => 0..0,
        };
        for (index, item) in items.iter().enumerate().filter(|(index, _)| !flat.contains(index)) {
            if let Some(schema) = prefix.get(index).copied().or(rest) {
                self.path.push(PathKey::Index(index as u32));
                self.value(schema, item);
                self.path.pop();
            }
        }
    }

    fn check_number(&mut self, part: Subschema<'_>, node: &Value) {
        let Some(number) = node.number() else { return };
        let bound = |name| part.keyword(name).and_then(Json::as_f64);
        let (low, high) = part.bounds();
        let fits = low.is_none_or(|low| number >= low)
            && high.is_none_or(|high| number <= high)
            && bound("exclusiveMinimum").is_none_or(|low| number > low)
            && bound("exclusiveMaximum").is_none_or(|high| number < high);
        let wrong_step =
            bound("multipleOf").filter(|step| *step > 0.0 && (number / step).fract() != 0.0);
        if fits && wrong_step.is_none() {
            return;
        }
        let label = if let Some(step) = wrong_step {
            format!("expected a multiple of {step}, found {node}")
        } else if number.abs() > 1e9 {
            let kind = if part.takes("number") { "number" } else { "whole number" };
            format!("expected a {kind}{}, found {node}", part.describe_range(f64::INFINITY))
        } else {
            format!("expected {}, found {node}", part.describe())
        };
        let what = format!("`{}` is out of range", counted(&self.path));
        let help = self.bound_hint(part, number);
        let diagnostic = self.error(what, &node.span).label(label).maybe_help(help);
        self.report.push(diagnostic);
    }

    fn check_text(&mut self, part: Subschema<'a>, text: &str, node: &Value) {
        let count = text.chars().count() as u64;
        let (least, most) = (part.size("minLength"), part.size("maxLength"));
        let label = if let Some(least) = least.filter(|least| count < *least) {
            match least {
                1 => "expected a string that is not empty".to_owned(),
                least => format!("expected at least {least} characters"),
            }
        } else if let Some(most) = most.filter(|most| count > *most) {
            let plural = if most == 1 { "" } else { "s" };
            format!("expected at most {most} character{plural}, found {count}")
        } else if part.is_color() && text.parse::<Color>().is_err() {
            let digits = text.strip_prefix('#').unwrap_or_default();
            match digits.len() {
                1.. if digits.chars().all(|it| it.is_ascii_hexdigit()) => {
                    format!("expected `#` and three or six digits, found {}", digits.len())
                }
                _ => format!("expected a colour as `#e69f00`, found {node}"),
            }
        } else if let Some(pattern) = part.keyword("pattern").and_then(Json::as_str)
            && !self.matches_pattern(pattern, text)
        {
            let description = part.keyword("description").and_then(Json::as_str);
            match (self.wrong_character(pattern, text), description) {
                (Some(expected), _) => expected,
                (None, Some(description)) => format!("expected another text: {description}"),
                (None, None) => format!("expected a string of the form `{pattern}`"),
            }
        } else {
            return;
        };
        let what = format!("wrong string for `{}`", counted(&self.path));
        let help = meant_color(part, node)
            .or_else(|| letters_help(part, text))
            .or_else(|| self.word_hint(node));
        let diagnostic = self.error(what, &node.span).label(label).maybe_help(help);
        self.report.push(diagnostic);
    }

    /// Names the first character that a pattern of the form `^[xo0-9]*$` refuses.
    fn wrong_character(&mut self, pattern: &'a str, text: &str) -> Option<String> {
        let class = pattern.strip_prefix("^[")?.strip_suffix("]*$")?;
        if class.starts_with('^') || class.contains(['[', ']', '\\']) {
            return None;
        }
        let (index, wrong) = text
            .chars()
            .enumerate()
            .find(|(_, it)| !self.matches_pattern(pattern, it.encode_utf8(&mut [0; 4])))?;
        let mut allowed: Vec<String> = Vec::new();
        let mut rest = class.chars().peekable();
        while let Some(first) = rest.next() {
            let mut range = rest.clone();
            match (range.next(), range.next()) {
                (Some('-'), Some(last)) => {
                    allowed.push(format!("{first}-{last}"));
                    rest = range;
                }
                _ => allowed.push(first.to_string()),
            }
        }
        let allowed = list_names(allowed.iter().map(String::as_str), "or");
        Some(format!("expected {allowed}; found `{wrong}` (letter {})", index + 1))
    }

    /// Without a step left, and for a pattern that cannot be read, any text matches:
    /// the plugin checks it.
    fn matches_pattern(&mut self, pattern: &'a str, text: &str) -> bool {
        let validator = self.validator;
        let mut patterns = validator.patterns.borrow_mut();
        if !patterns.contains_key(pattern) && !self.step(PATTERN_STEPS) {
            return true;
        }
        let regex = patterns.entry(pattern).or_insert_with(|| {
            RegexBuilder::new(pattern).size_limit(1 << 18).dfa_size_limit(1 << 18).build().ok()
        });
        regex.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}

/// Returns ` in `rules``, or nothing at the root.
pub(super) fn within(path: &[PathKey]) -> String {
    if path.is_empty() { String::new() } else { format!(" in `{}`", counted(path)) }
}

fn additional(part: Subschema<'_>) -> Option<Subschema<'_>> {
    let schema = part.keyword("additionalProperties")?;
    schema.is_object().then(|| part.with(schema).resolve())
}

/// Tells whether an object may have keys that no schema names.
fn is_open(all: &[Subschema<'_>]) -> bool {
    let says = |keyword: &str, value: bool| {
        all.iter().any(|part| part.keyword(keyword).and_then(Json::as_bool) == Some(value))
    };
    if says("additionalProperties", false) || says("unevaluatedProperties", false) {
        return false;
    }
    says("additionalProperties", true) || all.iter().all(|part| part.properties().is_none())
}

/// Returns the JSON Schema name of a value's type.
pub(super) fn kind_of(node: &Value) -> &'static str {
    match node.kind {
        ValueKind::Text(_) => "string",
        ValueKind::Integer(_) => "integer",
        ValueKind::Float(_) => "number",
        ValueKind::Boolean(_) => "boolean",
        ValueKind::Array(_) => "array",
        ValueKind::Table(_) => "object",
    }
}

fn equal(json: &Json, node: &Value) -> bool {
    match (json.as_f64(), node.number()) {
        (Some(a), Some(b)) => a == b && type_of(json) == kind_of(node),
        _ => *json == node.to_json(),
    }
}
