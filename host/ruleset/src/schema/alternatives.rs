//! The choice between alternatives of a schema.

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::description::list_values;
use super::synonyms::synonym;
use super::unknown_key::{is_misspelt, meant_key};
use super::validator::{ValidationRun, kind_of};
use super::{Subschema, type_of};
use crate::diagnostics::{Diagnostics, Recovery};
use crate::suggestion::{list_names, nearest};
use crate::value::{Value, counted};

impl<'a> ValidationRun<'_, 'a> {
    /// Validates a value other than a table: one alternative has to fit.
    pub(super) fn choose_scalar(
        &mut self,
        part: Subschema<'a>,
        alternatives: &[Subschema<'a>],
        node: &Value,
    ) {
        let kind = kind_of(node);
        let fitting: Vec<_> = alternatives.iter().filter(|it| it.takes(kind)).collect();
        if fitting.is_empty() {
            return self.wrong_type(part, node);
        }
        let mut best: Option<Diagnostics> = None;
        for candidate in &fitting {
            let report = self.attempt(|it| it.value(**candidate, node));
            if report.is_empty() {
                return;
            }
            let listed = candidate.constants().is_some();
            if !listed && best.as_ref().is_none_or(|known| report.len() < known.len()) {
                best = Some(report);
            }
        }
        match best {
            Some(report) if fitting.iter().all(|it| it.constants().is_none()) => {
                self.report.append(report);
                let listed = |text| alternatives.iter().find_map(|it| it.table_with_value(text));
                if let (Some(text), Some(last)) = (node.text(), self.report.iter_mut().last())
                    && last.help.is_none()
                {
                    last.help = listed(text).map(|table| format!("write `{table}`"));
                }
            }
            Some(_) => self.wrong_type(part, node),
            // Listed values may be of other types too.
            None => {
                let constants = alternatives.iter().filter_map(|it| it.constants()).flatten();
                let constants: Vec<&Json> = constants.filter(|it| type_of(it) == kind).collect();
                let others = alternatives.iter().filter(|it| it.constants().is_none());
                let mut others: Vec<String> = others.map(|it| it.describe()).collect();
                others.retain(|text| !text.is_empty());
                others.dedup();
                let meant = node.text().and_then(|text| {
                    let is_list = text.contains(' ') || text.contains(',');
                    let table = self.meant_table(part, text, node);
                    if table.is_some() || !is_list {
                        return table;
                    }
                    self.split_text(part, text, node)
                });
                self.report_not_listed(&constants, &others, node);
                if let (Some(help), Some(last)) = (meant, self.report.iter_mut().last()) {
                    last.help = Some(help);
                }
                let table_with = |name: &str| {
                    let table = alternatives.iter().find(|it| it.names().contains(&name))?;
                    table.sample_with(name)
                };
                if let (Some(name), Some(last)) = (node.text(), self.report.iter_mut().last())
                    && last.help.is_none()
                    && let Some(table) = table_with(name)
                {
                    last.help = Some(format!("its value is missing: `{table}`"));
                }
                if self.report.iter().last().is_some_and(|last| last.help.is_none()) {
                    let help = self.type_help(part, node).or_else(|| self.proposal(part, node));
                    self.report.iter_mut().last().expect("it was there").help = help;
                }
            }
        }
    }

    /// Returns the alternative that the author of a table probably means: by a tag (a key
    /// whose value names it), by its only key, or by the fewest errors.
    pub(super) fn choose_object(
        &mut self,
        part: Subschema<'a>,
        node: &Value,
    ) -> Option<Subschema<'a>> {
        let fitting: Vec<Subschema<'a>> =
            part.alternatives().into_iter().filter(|it| it.takes("object")).collect();
        match fitting[..] {
            [] => {
                self.wrong_type(part, node);
                return None;
            }
            [only] => return Some(only),
            _ => {}
        }
        if let Some(tag) = tag(&fitting) {
            return self.by_tag(&fitting, tag, node);
        }
        if let Some(names) = only_keys(&fitting) {
            return self.by_key(part, &fitting, &names, node);
        }
        let table = node.table()?;
        let errors = |it: &Subschema<'a>| self.try_out(|run| run.object(&[*it], node, table));
        fitting.into_iter().min_by_key(errors)
    }

    fn by_tag(
        &mut self,
        fitting: &[Subschema<'a>],
        tag: &str,
        node: &Value,
    ) -> Option<Subschema<'a>> {
        let values: Vec<&Json> = fitting.iter().filter_map(|it| tag_value(*it, tag)).collect();
        let given = node.get(tag);
        let json = given.map(Value::to_json);
        let chosen = fitting.iter().find(|it| tag_value(**it, tag) == json.as_ref());
        if chosen.is_none() {
            let what = format!("missing key `{tag}` in `{}`", counted(&self.path));
            self.path.push(PathKey::Name(tag.to_owned()));
            match given {
                Some(given) => self.report_not_listed(&values, &[], given),
                // Told once, at the key that stands for it.
                None if is_misspelt(tag, fitting, node.table()?) => {}
                None => {
                    let label = format!("needs `{tag}`: {}", list_values(&values));
                    let mut diagnostic = self.error(what, &node.span).label(label);
                    diagnostic.recovery = Recovery::MissingKey;
                    diagnostic.help = likeliest(fitting, tag, node);
                    self.report.push(diagnostic);
                }
            }
            self.path.pop();
            if given.is_none() {
                self.keys_of_none(fitting, node);
            }
        }
        chosen.copied()
    }

    /// Reports the keys that no alternative has.
    fn keys_of_none(&mut self, fitting: &[Subschema<'a>], node: &Value) {
        let Some(table) = node.table() else { return };
        for entry in &table.entries {
            if !fitting.iter().any(|part| part.names().contains(&entry.key.as_str())) {
                self.path.push(PathKey::Name(entry.key.clone()));
                self.unknown_key(fitting, fitting, entry, table);
                self.path.pop();
            }
        }
    }

    fn by_key(
        &mut self,
        part: Subschema<'a>,
        fitting: &[Subschema<'a>],
        names: &[&str],
        node: &Value,
    ) -> Option<Subschema<'a>> {
        let table = node.table()?;
        if let Some(index) = names.iter().position(|name| table.get(name).is_some()) {
            return Some(fitting[index]);
        }
        let label = format!("expected one of {}", list_names(names.iter().copied(), "or"));
        let diagnostic = match table.entries.first() {
            Some(entry) => {
                let what = format!("unknown key `{}` in `{}`", entry.key, counted(&self.path));
                let near = || nearest(&entry.key, names.iter().copied());
                let meant = synonym(&entry.key, names).or_else(near);
                let help = match meant {
                    Some(name) => Some(format!("did you mean `{name}`?")),
                    None => part.sample().map(|it| format!("for example `{it}`")),
                };
                self.path.push(PathKey::Name(entry.key.clone()));
                let mut diagnostic = self.error(what, &entry.key_span).maybe_help(help);
                self.path.pop();
                if let Some(name) = meant {
                    diagnostic.recovery = Recovery::NeedlessKey;
                    diagnostic.meant = Some(name.to_owned());
                }
                diagnostic
            }
            None => self.error(format!("`{}` is empty", counted(&self.path)), &node.span),
        };
        self.report.push(diagnostic.label(label));
        None
    }
}

/// Returns the hint for a missing tag: its value for the alternative that has most of the keys that
/// are given, the first of those with the fewest others.
fn likeliest(fitting: &[Subschema<'_>], tag: &str, node: &Value) -> Option<String> {
    let table = node.table()?;
    let known = |part: &Subschema<'_>| {
        let names = part.names();
        let given = table.entries.iter();
        let is_known = |key: &str| names.contains(&key) || meant_key(key, &names, table).is_some();
        let known = given.filter(|entry| is_known(&entry.key)).count();
        (known, std::cmp::Reverse(names.len()))
    };
    // A key can be the name of a kind: `fischer = 5`.
    let named = fitting.iter().find(|part| {
        let name = tag_value(**part, tag).and_then(Json::as_str);
        name.is_some_and(|name| table.get(name).is_some())
    });
    let best = named.or_else(|| fitting.iter().rev().max_by_key(|part| known(part)))?;
    (named.is_some() || known(best).0 > 0)
        .then(|| tag_value(*best, tag))
        .flatten()
        .map(|it| format!("for example `{tag} = {it}`"))
}

/// Returns the key that has a fixed value in every alternative.
pub(super) fn tag<'a>(fitting: &[Subschema<'a>]) -> Option<&'a str> {
    let first = fitting.first()?.properties()?;
    first
        .keys()
        .map(String::as_str)
        .find(|name| fitting.iter().all(|part| tag_value(*part, name).is_some()))
}

pub(super) fn tag_value<'a>(part: Subschema<'a>, tag: &str) -> Option<&'a Json> {
    let schema = part.properties()?.get(tag)?;
    match part.with(schema).resolve().constants()?[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Returns the key of each alternative if each is a table with one required key.
fn only_keys<'a>(fitting: &[Subschema<'a>]) -> Option<Vec<&'a str>> {
    fitting
        .iter()
        .map(|part| {
            let required = part.keyword("required")?.as_array()?;
            let properties = part.properties()?;
            match (&required[..], properties.len()) {
                ([name], 1) => name.as_str(),
                _ => None,
            }
        })
        .collect()
}
