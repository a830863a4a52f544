//! Validates values against schemas and collects all errors.

use std::collections::BTreeSet;

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::description::named;
use super::{Subschema, type_of};
use crate::color::Color;
use crate::diagnostics::SourceDiagnostic;
use crate::suggestion::{did_you_mean, listed, nearest, suggest};
use crate::value::{Table, TableEntry, Value, ValueKind, dotted};

/// Validates against the schemas of host and plugin together.
pub(crate) struct Validator<'a> {
    host: Subschema<'a>,
    plugin: Option<Subschema<'a>>,
}

impl<'a> Validator<'a> {
    pub(crate) fn new(host: &'a Json, plugin: Option<&'a Json>) -> Self {
        Validator {
            host: Subschema::document(host),
            plugin: plugin.map(|it| Subschema::document(it).resolve()),
        }
    }

    /// Returns the schemas of the whole document.
    pub(crate) fn roots(&self) -> Vec<Subschema<'a>> {
        std::iter::once(self.host).chain(self.plugin).collect()
    }

    /// Returns the schemas of a path, or the length of its known part.
    pub(crate) fn at(&self, path: &[PathKey]) -> Result<Vec<Subschema<'a>>, usize> {
        let mut parts = self.roots();
        for (depth, key) in path.iter().enumerate() {
            let next: Vec<Subschema<'a>> = parts.iter().flat_map(|part| part.under(key)).collect();
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

    /// Validates the whole document. Without a plugin's schema, unknown top-level
    /// keys are allowed.
    pub(crate) fn document(&self, root: &Value) -> Vec<SourceDiagnostic> {
        let mut out = Vec::new();
        let mut table = root.table().cloned().unwrap_or_default();
        if self.plugin.is_none() {
            let known = self.host.names();
            table.entries.retain(|entry| known.contains(&entry.key.as_str()));
        }
        self.object(&self.roots(), root, &table, &mut Vec::new(), &mut out);
        out
    }

    pub(crate) fn value(
        &self,
        part: Subschema<'a>,
        node: &Value,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) {
        let part = part.resolve();
        if path.len() > 128 || part.schema.as_bool() == Some(true) {
            return;
        }
        if let Some(values) = part.constants() {
            if !values.iter().any(|value| equal(value, node)) {
                out.push(self.not_listed(&values, node, path));
            }
            return;
        }
        let kind = kind_of(node);
        if !part.takes(kind) {
            out.push(wrong_type(part, node, path));
            return;
        }
        match &node.kind {
            ValueKind::Table(table) => self.object(&[part], node, table, path, out),
            _ => {
                match &node.kind {
                    ValueKind::Text(text) => check_text(part, text, node, path, out),
                    ValueKind::Integer(_) | ValueKind::Float(_) => {
                        check_number(part, node, path, out)
                    }
                    ValueKind::Array(items) => self.array(part, items, node, path, out),
                    ValueKind::Boolean(_) | ValueKind::Table(_) => {}
                }
                for inner in part.list("allOf") {
                    self.value(inner, node, path, out);
                }
                if !part.alternatives().is_empty() {
                    self.choose_scalar(part, node, path, out);
                }
            }
        }
    }

    /// Validates a table that several schemas share: it may have the keys that any
    /// of them knows, and must have the keys that any of them requires.
    pub(super) fn object(
        &self,
        parts: &[Subschema<'a>],
        node: &Value,
        table: &Table,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) {
        let before = out.len();
        let mut all = Vec::new();
        for part in parts {
            self.expand(*part, node, path, 0, &mut all, out);
        }
        // If no alternative fits, its keys are unknown.
        let undecided = out.len() > before;
        for entry in &table.entries {
            let key = PathKey::Name(entry.key.clone());
            let mut under = Vec::new();
            for part in &all {
                if let Some(schema) = part.properties().and_then(|all| all.get(&entry.key)) {
                    under.push(part.with(schema).resolve());
                }
            }
            if under.is_empty() {
                under.extend(all.iter().filter_map(|part| additional(*part)));
            }
            // Listed names tell more than a table that takes any name.
            if under.iter().any(|part| !part.names().is_empty()) {
                under.retain(|part| !part.takes("object") || !part.names().is_empty());
            }
            path.push(key);
            match under[..] {
                [] if undecided || is_open(&all) => {}
                [] => out.push(self.unknown_key(parts, &all, entry, path)),
                [only] => self.value(only, &entry.value, path, out),
                [.., last] => match &entry.value.kind {
                    ValueKind::Table(inner) if under.iter().all(|part| part.takes("object")) => {
                        self.object(&under, &entry.value, inner, path, out);
                    }
                    _ => self.value(last, &entry.value, path, out),
                },
            }
            path.pop();
        }
        self.required(&all, node, table, path, out);
    }

    /// Collects the schemas that apply to an object: itself, all of `allOf`, and
    /// the alternative that fits.
    fn expand(
        &self,
        part: Subschema<'a>,
        node: &Value,
        path: &mut Vec<PathKey>,
        depth: usize,
        all: &mut Vec<Subschema<'a>>,
        out: &mut Vec<SourceDiagnostic>,
    ) {
        let part = part.resolve();
        if depth > 8 {
            return;
        }
        all.push(part);
        if let Some(table) = part.keyword("x-also").and_then(Json::as_str) {
            let other =
                self.plugin.iter().flat_map(|it| it.under(&PathKey::Name(table.to_owned())));
            all.extend(other.map(Subschema::resolve));
        }
        for inner in part.list("allOf") {
            self.expand(inner, node, path, depth + 1, all, out);
        }
        for keyword in ["oneOf", "anyOf"] {
            if part.keyword(keyword).is_some()
                && let Some(chosen) = self.choose_object(part, node, path, out)
            {
                self.expand(chosen, node, path, depth + 1, all, out);
            }
        }
    }

    fn required(
        &self,
        all: &[Subschema<'a>],
        node: &Value,
        table: &Table,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) {
        let mut missing = BTreeSet::new();
        for part in all {
            let names = part.keyword("required").and_then(Json::as_array);
            for name in names.into_iter().flatten().filter_map(Json::as_str) {
                if table.get(name).is_some() || !missing.insert(name) {
                    continue;
                }
                let inside = within(path);
                let what = format!("missing key `{name}`{inside}");
                path.push(PathKey::Name(name.to_owned()));
                let mut diagnostic =
                    SourceDiagnostic::error(what, Some(node.span.clone())).key(dotted(path));
                path.pop();
                let schema = part.properties().and_then(|all| all.get(name));
                if let Some(schema) = schema.map(|schema| part.with(schema)) {
                    diagnostic.label = Some(format!("needs `{name}`: {}", schema.describe()));
                }
                out.push(diagnostic);
            }
        }
    }

    /// Reports a key that no schema of `all` knows. `all` is `parts` with the
    /// alternatives decided.
    fn unknown_key(
        &self,
        parts: &[Subschema<'a>],
        all: &[Subschema<'a>],
        entry: &TableEntry,
        path: &[PathKey],
    ) -> SourceDiagnostic {
        let key = entry.key.as_str();
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in all.iter().flat_map(|part| part.properties().into_iter().flatten()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let table = &path[..path.len() - 1];
        let of_another = parts.iter().any(|part| part.names().contains(&key));
        let all_names = || suggest("", &names, "the keys are");
        let help = match of_another {
            true => all_names(),
            false => did_you_mean(key, names.iter().copied())
                .or_else(|| self.other_table(key, table))
                .or_else(all_names),
        };
        let what = match of_another {
            true => {
                format!("`{}` does not go with the other keys of `{}`", dotted(path), dotted(table))
            }
            false => format!("unknown key `{}`{}", dotted(&path[path.len() - 1..]), within(table)),
        };
        SourceDiagnostic::error(what, Some(entry.key_span.clone()))
            .key(dotted(path))
            .maybe_help(help)
    }

    /// Returns a hint if a key belongs to another table.
    fn other_table(&self, key: &str, table: &[PathKey]) -> Option<String> {
        let mut tables: BTreeSet<&str> = BTreeSet::new();
        for root in self.roots() {
            for (name, schema) in root.properties().into_iter().flatten() {
                if root.with(schema).names().contains(&key) {
                    tables.insert(name);
                }
            }
        }
        tables.retain(|name| {
            let here = matches!(table, [PathKey::Name(only)] if only == name);
            !here && !matches!(*name, "players" | "options")
        });
        let tables: Vec<String> = tables.iter().map(|name| format!("[{name}]")).collect();
        (!tables.is_empty())
            .then(|| format!("it belongs to {}", listed(tables.iter().map(String::as_str), "or")))
    }

    pub(super) fn not_listed(
        &self,
        values: &[&Json],
        node: &Value,
        path: &[PathKey],
    ) -> SourceDiagnostic {
        let what = match &node.kind {
            ValueKind::Text(_)
            | ValueKind::Integer(_)
            | ValueKind::Float(_)
            | ValueKind::Boolean(_) => {
                format!("unknown value {node} for `{}`", dotted(path))
            }
            _ => format!("wrong type for `{}`", dotted(path)),
        };
        let label = format!("expected {}", named(values));
        let texts = values.iter().filter_map(|value| value.as_str());
        let help = node
            .text()
            .and_then(|text| nearest(text, texts))
            .map(|name| format!("did you mean `\"{name}\"`?"));
        SourceDiagnostic::error(what, Some(node.span.clone()))
            .key(dotted(path))
            .label(label)
            .maybe_help(help)
    }

    fn array(
        &self,
        part: Subschema<'a>,
        items: &[Value],
        node: &Value,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) {
        let size = |name| part.keyword(name).and_then(Json::as_u64);
        let count = items.len() as u64;
        if size("minItems").is_some_and(|least| count < least)
            || size("maxItems").is_some_and(|most| count > most)
        {
            let few = size("minItems").is_some_and(|least| count < least);
            let what =
                format!("too {} values in `{}`", if few { "few" } else { "many" }, dotted(path));
            let label = format!("expected {}, found {count}", part.describe());
            out.push(
                SourceDiagnostic::error(what, Some(node.span.clone()))
                    .key(dotted(path))
                    .label(label),
            );
        }
        if part.keyword("uniqueItems").and_then(Json::as_bool) == Some(true) {
            for (index, item) in items.iter().enumerate() {
                if let Some(first) = items[..index].iter().find(|other| other.same(item)) {
                    let what = format!("{item} is twice in `{}`", dotted(path));
                    let span = first.span.clone();
                    out.push(
                        SourceDiagnostic::error(what, Some(item.span.clone()))
                            .key(dotted(path))
                            .related("first here", span),
                    );
                }
            }
        }
        for (index, item) in items.iter().enumerate() {
            let key = PathKey::Index(index as u32);
            let prefix = part.list("prefixItems");
            let schema = match prefix.get(index) {
                Some(schema) => Some(*schema),
                None => part.keyword("items").map(|schema| part.with(schema)),
            };
            path.push(key);
            if let Some(schema) = schema {
                self.value(schema, item, path, out);
            }
            path.pop();
        }
    }
}

/// Returns ` in `rules``, or nothing at the root.
fn within(path: &[PathKey]) -> String {
    if path.is_empty() { String::new() } else { format!(" in `{}`", dotted(path)) }
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

pub(super) fn wrong_type(part: Subschema<'_>, node: &Value, path: &[PathKey]) -> SourceDiagnostic {
    let found = match &node.kind {
        ValueKind::Text(_) => {
            format!("the string {node}").replace("the string a string", "a long string")
        }
        _ => node.to_string(),
    };
    let label = format!("expected {}, found {found}", part.describe());
    let what = format!("wrong type for `{}`", dotted(path));
    let mut diagnostic =
        SourceDiagnostic::error(what, Some(node.span.clone())).key(dotted(path)).label(label);
    diagnostic.help = type_help(part, node);
    diagnostic
}

/// Suggests the value that was probably meant.
fn type_help(part: Subschema<'_>, node: &Value) -> Option<String> {
    match &node.kind {
        ValueKind::Float(number) if part.takes("integer") && number.fract() == 0.0 => {
            Some(format!("write it without a fraction: `{number:.0}`"))
        }
        ValueKind::Text(_) | ValueKind::Integer(_) if part.takes("array") => {
            Some(format!("put it in brackets: `[{node}]`"))
        }
        ValueKind::Text(text) => {
            let meant = crate::parser::parse_value(text)?;
            let fits = part.takes(type_of(&meant)) && !meant.is_string();
            fits.then(|| format!("write it without quotes: `{text}`"))
        }
        ValueKind::Integer(_) | ValueKind::Float(_) | ValueKind::Boolean(_)
            if part.takes("string") =>
        {
            let alternatives = part.alternatives();
            let mut values = alternatives.iter().filter_map(|it| it.constants()).flatten();
            let any =
                alternatives.is_empty() || alternatives.iter().any(|it| it.constants().is_none());
            let listed = values.any(|it| it.as_str() == Some(&node.to_string()));
            (any || listed).then(|| format!("put it in quotes: `\"{node}\"`"))
        }
        _ => None,
    }
}

fn check_number(
    part: Subschema<'_>,
    node: &Value,
    path: &[PathKey],
    out: &mut Vec<SourceDiagnostic>,
) {
    let Some(number) = node.number() else { return };
    let bound = |name| part.keyword(name).and_then(Json::as_f64);
    let (low, high) = part.bounds();
    let fits = low.is_none_or(|low| number >= low)
        && high.is_none_or(|high| number <= high)
        && bound("exclusiveMinimum").is_none_or(|low| number > low)
        && bound("exclusiveMaximum").is_none_or(|high| number < high);
    let steps =
        bound("multipleOf").is_none_or(|step| step <= 0.0 || (number / step).fract() == 0.0);
    if fits && steps {
        return;
    }
    let what = format!("`{}` is out of range", dotted(path));
    let mut label = format!("expected {}, found {node}", part.describe());
    if number.abs() > 1e9 {
        let kind = if part.takes("number") { "number" } else { "whole number" };
        label = format!("expected a {kind}{}, found {node}", part.describe_range(f64::INFINITY));
    }
    if let Some(step) = bound("multipleOf").filter(|_| !steps) {
        label = format!("expected a multiple of {step}, found {node}");
    }
    out.push(SourceDiagnostic::error(what, Some(node.span.clone())).key(dotted(path)).label(label));
}

fn check_text(
    part: Subschema<'_>,
    text: &str,
    node: &Value,
    path: &[PathKey],
    out: &mut Vec<SourceDiagnostic>,
) {
    let count = text.chars().count() as u64;
    let size = |name| part.keyword(name).and_then(Json::as_u64);
    let label = if size("minLength").is_some_and(|least| count < least) {
        match size("minLength") {
            Some(1) => "expected a string that is not empty".to_owned(),
            least => format!("expected at least {} characters", least.unwrap_or_default()),
        }
    } else if let Some(most) = size("maxLength").filter(|most| count > *most) {
        let plural = if most == 1 { "" } else { "s" };
        format!("expected at most {most} character{plural}, found {count}")
    } else if part.keyword("format").and_then(Json::as_str) == Some("color")
        && text.parse::<Color>().is_err()
    {
        format!("expected a colour as `#e69f00`, found {node}")
    } else if let Some(pattern) = part.keyword("pattern").and_then(Json::as_str)
        && !matches_pattern(pattern, text)
    {
        let expected = wrong_character(pattern, text)
            .unwrap_or_else(|| format!("expected a string of the form `{pattern}`"));
        match part.keyword("description").and_then(Json::as_str) {
            Some(description) => format!("{expected}: {description}"),
            None => expected,
        }
    } else {
        return;
    };
    let what = format!("wrong string for `{}`", dotted(path));
    out.push(SourceDiagnostic::error(what, Some(node.span.clone())).key(dotted(path)).label(label));
}

/// Names the first character that a pattern of the form `^[xo0-9]*$` refuses.
fn wrong_character(pattern: &str, text: &str) -> Option<String> {
    let class = pattern.strip_prefix("^[")?.strip_suffix("]*$")?;
    if class.starts_with('^') || class.contains(['[', ']', '\\']) {
        return None;
    }
    let (index, wrong) =
        text.chars().enumerate().find(|(_, it)| !matches_pattern(pattern, &it.to_string()))?;
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
    let allowed = listed(allowed.iter().map(String::as_str), "or");
    Some(format!("expected {allowed}; found `{wrong}` (letter {})", index + 1))
}

/// A pattern that the regex crate cannot read, as one with look-around, matches:
/// the plugin checks it.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    regex::RegexBuilder::new(pattern)
        .size_limit(1 << 20)
        .build()
        .map_or(true, |regex| regex.is_match(text))
}
