//! The choice between alternatives of a schema.

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::validator::{Validator, kind_of, wrong_type};
use super::{Subschema, type_of};
use crate::diagnostics::SourceDiagnostic;
use crate::suggestion::{did_you_mean, listed};
use crate::value::{Value, dotted};

impl<'a> Validator<'a> {
    /// Validates a value other than a table: one alternative has to fit.
    pub(super) fn choose_scalar(
        &self,
        part: Subschema<'a>,
        node: &Value,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) {
        let kind = kind_of(node);
        let fitting: Vec<Subschema<'a>> =
            part.alternatives().into_iter().filter(|it| it.takes(kind)).collect();
        if fitting.is_empty() {
            out.push(wrong_type(part, node, path));
            return;
        }
        let constants: Vec<&Json> =
            fitting.iter().filter_map(|it| it.constants()).flatten().collect();
        let mut best: Option<Vec<SourceDiagnostic>> = None;
        for candidate in &fitting {
            let mut diagnostics = Vec::new();
            self.value(*candidate, node, path, &mut diagnostics);
            if diagnostics.is_empty() {
                return;
            }
            let listed = candidate.constants().is_some();
            if !listed && best.as_ref().is_none_or(|known| diagnostics.len() < known.len()) {
                best = Some(diagnostics);
            }
        }
        match best {
            Some(diagnostics) if constants.is_empty() => out.extend(diagnostics),
            Some(_) => out.push(wrong_type(part, node, path)),
            // Listed values may be of other types too.
            None => {
                let all = part.alternatives();
                let constants: Vec<&Json> = all
                    .iter()
                    .filter_map(|it| it.constants())
                    .flatten()
                    .filter(|it| type_of(it) == kind)
                    .collect();
                out.push(self.not_listed(&constants, node, path));
            }
        }
    }

    /// Returns the alternative that a table is meant to be: by a tag (a key whose
    /// value names it), by its only key, or the one that fits best.
    pub(super) fn choose_object(
        &self,
        part: Subschema<'a>,
        node: &Value,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) -> Option<Subschema<'a>> {
        let fitting: Vec<Subschema<'a>> =
            part.alternatives().into_iter().filter(|it| it.takes("object")).collect();
        match fitting[..] {
            [] => {
                out.push(wrong_type(part, node, path));
                return None;
            }
            [only] => return Some(only),
            _ => {}
        }
        if let Some(tag) = tag(&fitting) {
            return self.by_tag(&fitting, tag, node, path, out);
        }
        if let Some(names) = only_keys(&fitting) {
            return by_key(&fitting, &names, node, path, out);
        }
        let mut best: Option<(usize, Subschema<'a>)> = None;
        for candidate in fitting {
            let mut diagnostics = Vec::new();
            if let Some(table) = node.table() {
                self.object(&[candidate], node, table, path, &mut diagnostics);
            }
            if best.is_none_or(|(fewest, _)| diagnostics.len() < fewest) {
                best = Some((diagnostics.len(), candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    fn by_tag(
        &self,
        fitting: &[Subschema<'a>],
        tag: &str,
        node: &Value,
        path: &mut Vec<PathKey>,
        out: &mut Vec<SourceDiagnostic>,
    ) -> Option<Subschema<'a>> {
        let values: Vec<&Json> = fitting.iter().filter_map(|it| tag_value(*it, tag)).collect();
        let Some(given) = node.get(tag) else {
            let what = format!("missing key `{tag}` in `{}`", dotted(path));
            let label = format!("needs `{tag}`: {}", super::description::named(&values));
            path.push(PathKey::Name(tag.to_owned()));
            out.push(
                SourceDiagnostic::error(what, Some(node.span.clone()))
                    .key(dotted(path))
                    .label(label),
            );
            path.pop();
            return None;
        };
        let json = given.to_json();
        let chosen = fitting.iter().find(|it| tag_value(**it, tag) == Some(&json));
        if chosen.is_none() {
            path.push(PathKey::Name(tag.to_owned()));
            out.push(self.not_listed(&values, given, path));
            path.pop();
        }
        chosen.copied()
    }
}

/// Returns the key that has a fixed value in every alternative.
fn tag<'a>(fitting: &[Subschema<'a>]) -> Option<&'a str> {
    let first = fitting.first()?.properties()?;
    first
        .keys()
        .map(String::as_str)
        .find(|name| fitting.iter().all(|part| tag_value(*part, name).is_some()))
}

fn tag_value<'a>(part: Subschema<'a>, tag: &str) -> Option<&'a Json> {
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

fn by_key<'a>(
    fitting: &[Subschema<'a>],
    names: &[&str],
    node: &Value,
    path: &[PathKey],
    out: &mut Vec<SourceDiagnostic>,
) -> Option<Subschema<'a>> {
    let table = node.table()?;
    let chosen = names.iter().position(|name| table.get(name).is_some());
    if let Some(index) = chosen {
        return Some(fitting[index]);
    }
    let label = format!("expected one of {}", listed(names.iter().copied(), "or"));
    let diagnostic = match table.entries.first() {
        Some(entry) => {
            let what = format!("unknown key `{}` in `{}`", entry.key, dotted(path));
            let help = did_you_mean(&entry.key, names.iter().copied());
            SourceDiagnostic::error(what, Some(entry.key_span.clone())).maybe_help(help)
        }
        None => {
            SourceDiagnostic::error(format!("`{}` is empty", dotted(path)), Some(node.span.clone()))
        }
    };
    out.push(diagnostic.key(dotted(path)).label(label));
    None
}
