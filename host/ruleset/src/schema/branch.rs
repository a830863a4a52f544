//! Which of several alternatives was meant.

use boardloom_contract::Key;
use serde_json::Value as Json;

use super::check::{Check, kind_of, wrong_type};
use super::{Part, type_of};
use crate::nearest::{listed, nearest};
use crate::report::Finding;
use crate::value::{Node, dotted};

impl<'a> Check<'a> {
    /// Checks a value that is no table against alternatives: one has to fit.
    pub(super) fn choose_scalar(
        &self,
        part: Part<'a>,
        node: &Node,
        path: &mut Vec<Key>,
        out: &mut Vec<Finding>,
    ) {
        let kind = kind_of(node);
        let fitting: Vec<Part<'a>> =
            part.alternatives().into_iter().filter(|it| it.takes(kind)).collect();
        if fitting.is_empty() {
            out.push(wrong_type(part, node, path));
            return;
        }
        let constants: Vec<&Json> =
            fitting.iter().filter_map(|it| it.constants()).flatten().collect();
        let mut best: Option<Vec<Finding>> = None;
        for candidate in &fitting {
            let mut faults = Vec::new();
            self.value(*candidate, node, path, &mut faults);
            if faults.is_empty() {
                return;
            }
            let listed = candidate.constants().is_some();
            if !listed && best.as_ref().is_none_or(|known| faults.len() < known.len()) {
                best = Some(faults);
            }
        }
        match best {
            Some(faults) if constants.is_empty() => out.extend(faults),
            Some(_) => out.push(wrong_type(part, node, path)),
            // What is listed may be of other types too.
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
    /// value names it), by the only key it has, or the one that it fits best.
    /// Says what is wrong where none can be told.
    pub(super) fn choose_object(
        &self,
        part: Part<'a>,
        node: &Node,
        path: &mut Vec<Key>,
        out: &mut Vec<Finding>,
    ) -> Option<Part<'a>> {
        let fitting: Vec<Part<'a>> =
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
        let mut best: Option<(usize, Part<'a>)> = None;
        for candidate in fitting {
            let mut faults = Vec::new();
            if let Some(table) = node.table() {
                self.object(&[candidate], node, table, path, &mut faults);
            }
            if best.is_none_or(|(fewest, _)| faults.len() < fewest) {
                best = Some((faults.len(), candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    fn by_tag(
        &self,
        fitting: &[Part<'a>],
        tag: &str,
        node: &Node,
        path: &mut Vec<Key>,
        out: &mut Vec<Finding>,
    ) -> Option<Part<'a>> {
        let values: Vec<&Json> = fitting.iter().filter_map(|it| tag_value(*it, tag)).collect();
        let Some(given) = node.get(tag) else {
            let what = format!("missing key `{tag}` in `{}`", dotted(path));
            let label = format!("needs `{tag}`: {}", super::describe::named(&values));
            path.push(Key::Name(tag.to_owned()));
            out.push(Finding::error(what, Some(node.place.clone())).key(dotted(path)).label(label));
            path.pop();
            return None;
        };
        let json = given.to_json();
        let chosen = fitting.iter().find(|it| tag_value(**it, tag) == Some(&json));
        if chosen.is_none() {
            path.push(Key::Name(tag.to_owned()));
            out.push(self.not_listed(&values, given, path));
            path.pop();
        }
        chosen.copied()
    }
}

/// Returns the key that has another fixed value in every alternative.
fn tag<'a>(fitting: &[Part<'a>]) -> Option<&'a str> {
    let first = fitting.first()?.properties()?;
    first
        .keys()
        .map(String::as_str)
        .find(|name| fitting.iter().all(|part| tag_value(*part, name).is_some()))
}

fn tag_value<'a>(part: Part<'a>, tag: &str) -> Option<&'a Json> {
    let schema = part.properties()?.get(tag)?;
    match part.with(schema).resolve().constants()?[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Returns the key of each alternative, where every one is a table with just one
/// key that it needs.
fn only_keys<'a>(fitting: &[Part<'a>]) -> Option<Vec<&'a str>> {
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
    fitting: &[Part<'a>],
    names: &[&str],
    node: &Node,
    path: &[Key],
    out: &mut Vec<Finding>,
) -> Option<Part<'a>> {
    let table = node.table()?;
    let chosen = names.iter().position(|name| table.get(name).is_some());
    if let Some(index) = chosen {
        return Some(fitting[index]);
    }
    let label = format!("expected one of {}", listed(names.iter().copied(), "or"));
    let finding = match table.entries.first() {
        Some(entry) => {
            let what = format!("unknown key `{}` in `{}`", entry.key, dotted(path));
            let help = nearest(&entry.key, names.iter().copied());
            Finding::error(what, Some(entry.at.clone()))
                .maybe_help(help.map(|name| format!("did you mean `{name}`?")))
        }
        None => Finding::error(format!("`{}` is empty", dotted(path)), Some(node.place.clone())),
    };
    out.push(finding.key(dotted(path)).label(label));
    None
}
