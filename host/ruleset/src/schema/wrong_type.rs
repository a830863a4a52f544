//! Reports of values of a wrong type, with what was probably meant.

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::validator::{ValidationRun, kind_of};
use super::{Subschema, type_of};
use crate::value::{Value, ValueKind, dotted};

impl<'a> ValidationRun<'_, 'a> {
    /// Reports a list of plain values whose items should be lists: once, not for each value.
    pub(super) fn is_flat(&mut self, item: Subschema<'a>, items: &[Value], node: &Value) -> bool {
        let is_plain =
            |item: &Value| !matches!(item.kind, ValueKind::Array(_) | ValueKind::Table(_));
        let is_flat = items.len() > 1
            && item.takes("array")
            && items.iter().all(|value| is_plain(value) && !item.takes(kind_of(value)));
        if is_flat {
            let what = format!("wrong type for `{}`", dotted(&self.path));
            let label = format!("expected lists within the list, each {}", item.describe());
            let diagnostic = self.error(what, &node.span).label(label);
            let diagnostic = diagnostic.maybe_help(self.example_help(item));
            self.report.push(diagnostic);
        }
        is_flat
    }

    /// Returns the example of the value at the path: that of its key, or a part of it.
    fn example(&self) -> Option<&'a Json> {
        let is_index = |key: &&PathKey| matches!(key, PathKey::Index(_));
        let within = self.path.iter().rev().take_while(is_index).count();
        let path = &self.path[..self.path.len() - within];
        let parts = self.validator.at(path).ok()?;
        // Tables that differ by another key can have a key of the same name.
        let examples = parts.iter().filter_map(|part| part.keyword("examples")?.get(0));
        let part_of = |example| (0..within).try_fold(example, |it: &'a Json, _| it.get(0));
        examples.filter_map(part_of).next()
    }

    /// Returns a hint with the example of the value at the path.
    fn example_help(&self, part: Subschema<'a>) -> Option<String> {
        let own = part.keyword("examples").and_then(|all| all.get(0));
        let text = crate::writer::inline(own.or_else(|| self.example())?);
        Some(match self.path.last()? {
            PathKey::Name(key) => format!("for example `{key} = {text}`"),
            PathKey::Index(_) if part.takes("array") || text.starts_with('[') => {
                format!("for example `{text}`")
            }
            PathKey::Index(_) => return None,
        })
    }

    pub(super) fn wrong_type(&mut self, part: Subschema<'a>, node: &Value) {
        let found = match &node.kind {
            ValueKind::Text(_) => {
                format!("the string {node}").replace("the string a string", "a long string")
            }
            _ => node.to_string(),
        };
        let is_table = matches!(self.path[..], [PathKey::Name(_)]) && part.takes("object");
        let expected = if is_table { "a table".to_owned() } else { part.describe() };
        let label = format!("expected {expected}, found {found}");
        let what = format!("wrong type for `{}`", dotted(&self.path));
        let diagnostic = self.error(what, &node.span).label(label);
        // Within a list only the place tells what a value means.
        let meaning = || {
            let is_item = matches!(self.path.last(), Some(PathKey::Index(_)));
            let is_item = is_item && part.takes("integer");
            let text = part.keyword("description").filter(|_| is_item)?.as_str()?;
            Some(text.to_owned())
        };
        let help = meaning()
            .or_else(|| self.table_help(part, node).filter(|_| is_table))
            .or_else(|| type_help(part, node))
            .or_else(|| self.example_help(part));
        self.report.push(diagnostic.maybe_help(help));
        // Its keys are checked all the same.
        if let (ValueKind::Table(table), Some(items)) = (&node.kind, part.keyword("items"))
            && !table.inline
        {
            self.path.push(PathKey::Index(0));
            self.value(part.with(items), node);
            self.path.pop();
        }
    }

    /// Returns how to write a table of the top level that is another value: a word may be its kind.
    fn table_help(&self, part: Subschema<'a>, node: &Value) -> Option<String> {
        let Some(PathKey::Name(name)) = self.path.last() else { return None };
        let kinds = part.alternatives();
        let kind_key = kinds.iter().find_map(|kind| {
            let properties = kind.resolve().properties()?;
            let is_it = |schema: &Json| schema.get("const").and_then(Json::as_str) == node.text();
            properties.iter().find(|(_, schema)| is_it(schema)).map(|(key, _)| key)
        });
        Some(match kind_key {
            Some(key) => format!("write `[{name}]`, and below it `{key} = {node}`"),
            None => format!("write `[{name}]`, and its keys below"),
        })
    }
}

/// Suggests the value that was probably meant.
fn type_help(part: Subschema<'_>, node: &Value) -> Option<String> {
    match &node.kind {
        ValueKind::Float(number) if part.takes("integer") && number.fract() == 0.0 => {
            Some(format!("write it without a fraction: `{number:.0}`"))
        }
        ValueKind::Text(_) | ValueKind::Integer(_) if takes_in_list(part, node) => {
            let least = part.size("minItems").unwrap_or(1).clamp(1, 4) as usize;
            Some(format!("put it in brackets: `[{}]`", vec![node.to_string(); least].join(", ")))
        }
        ValueKind::Array(items) if part.takes("string") && part.keyword("pattern").is_some() => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::text).collect();
            texts.map(|texts| format!("write one text: `\"{}\"`", texts.concat()))
        }
        ValueKind::Table(table) if part.takes("array") && !table.inline => {
            let name = node.span.text().trim_matches(['[', ']', ' ']);
            let is_header = node.span.text().starts_with('[');
            is_header.then(|| format!("a list of tables has two brackets: `[[{name}]]`"))
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

/// Tells whether a value fits into a list that was expected.
fn takes_in_list(part: Subschema<'_>, node: &Value) -> bool {
    let items = part.list("prefixItems").first().copied();
    let items = items.or_else(|| part.keyword("items").map(|schema| part.with(schema)));
    part.takes("array") && items.is_none_or(|items| items.resolve().takes(kind_of(node)))
}
