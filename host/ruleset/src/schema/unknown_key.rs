//! Keys that no schema knows, and what was probably meant.

use std::collections::HashSet;

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::Subschema;
use super::alternatives::{tag, tag_value};
use super::key_hints::{
    choice_of_players, condition_help, control_help, explained_letters, first_to_move, is_size,
    is_time_of_moves, key_in_value, lacks_key_and_value, language_of_texts, letters_apart,
    range_help, seconds_help, size_help, time_of_moves,
};
use super::synonyms::synonym;
use super::validator::{ValidationRun, kind_of, within};
use super::word_hints::{hint_for_key, hint_in};
use crate::diagnostics::{Recovery, SourceDiagnostic};
use crate::languages::{language_help, language_within_help};
use crate::suggestion::{list_names, nearest, suggest};
use crate::value::{SourceTable, TableEntry, Value, ValueKind, counted, dotted};

/// The unknown keys of a table that are compared with missing ones.
const COMPARED: usize = 50;
/// Keys of a table in which hints are looked for. No table of a game has so many that are wrong.
const LARGEST: usize = 4000;

impl<'a> ValidationRun<'_, 'a> {
    /// Reports a key that no schema of `all` knows. `all` is `parts` with the
    /// alternatives decided.
    pub(super) fn unknown_key(
        &mut self,
        parts: &[Subschema<'a>],
        all: &[Subschema<'a>],
        entry: &TableEntry,
        around: &SourceTable,
    ) {
        if self.report.is_full() {
            self.report.count_more();
            return;
        }
        if self.is_trial {
            return self.report.push(self.error("unknown key", &entry.key_span));
        }
        let key = entry.key.as_str();
        // Each hint looks at the whole table.
        if around.entries.len() > LARGEST {
            let (table, last) = self.path.split_at(self.path.len() - 1);
            let what = format!("unknown key `{}`{}", counted(last), within(table));
            return self.report.push(self.error(what, &entry.key_span));
        }
        // Told at the width; of inherited ones each is listed.
        let own = &entry.key_span.file;
        if key == "height"
            && around.entries.iter().any(|it| it.key == "width" && it.key_span.file == *own)
            && size_help(all, &[], "width", entry, around).is_some()
        {
            return;
        }
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in all.iter().flat_map(|part| part.properties().into_iter().flatten()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let of_another = parts.iter().any(|part| part.names().contains(&key));
        let is_top_table = synonym(key, &names).is_none() && self.is_top_table(entry);
        // A header names its table whole.
        let is_header = entry.value.span.text().starts_with('[');
        let meant = meant_key(key, &names, around);
        // What the table has already is hardly meant again.
        let is_set = meant.is_some_and(|meant| around.get(meant).is_some());
        let is_meant = meant.is_some() && !is_header && !is_top_table && !is_set;
        let elsewhere = match of_another || is_meant {
            true => None,
            false => self.belongs_elsewhere(key, entry).or_else(|| self.belongs_deeper(entry)),
        };
        let meant = meant.filter(|_| !is_set || elsewhere.is_none());
        let lacking = || names.iter().copied().filter(|name| around.get(name).is_none());
        let other_word = synonym(key, &lacking().collect::<Vec<_>>());
        let other_word_hint = self.other_word_help(all, (key, other_word.or(meant)), &entry.value);
        let only_table = self.only_table_that_fits(all, entry).filter(|_| !of_another);
        let path = &self.path;
        let table = &path[..path.len() - 1];
        let all_names = || match table {
            [] => Some(self.top_level_names(&names)),
            _ if names.iter().all(|name| name.len() == 1) => Some(explained_letters(all, key)),
            _ => suggest("", &names, "the keys are"),
        };
        let rules = self.validator.at(&[PathKey::Name("rules".to_owned())]).unwrap_or_default();
        let first = first_to_move(table, key, &rules).filter(|_| other_word.is_none());
        let control = control_help(table, key);
        let is_block = entry.value.array().is_some();
        let control = control.or_else(|| choice_of_players(table, key, is_block)).or(first);
        let elsewhere = elsewhere.filter(|_| control.is_none());
        let (elsewhere, place) = elsewhere.unzip();
        let kind = if of_another { self.table_of_key(parts, key) } else { None };
        let exact = (is_header || is_top_table).then(|| elsewhere.clone()).flatten();
        let size = hint_for_key(all, key)
            .or(control)
            .or_else(|| size_help(all, &names, key, entry, around))
            .or_else(|| self.seats_help(key, &entry.value))
            .or_else(|| seconds_help(key, &names, &entry.value))
            .or_else(|| time_of_moves(key, &names, &entry.value))
            .or_else(|| condition_help(&names, entry, around))
            .or_else(|| letters_apart(key, &names, &entry.value))
            .or_else(|| language_within_help(table.is_empty(), key, &entry.value));
        let help = match (of_another, &names[..]) {
            _ if size.is_some() => size,
            (true, _) if other_word.is_some() => other_word_hint,
            (true, _) if kind.is_some() => {
                let others = all_names().map_or(String::new(), |all| format!("; here {all}"));
                kind.map(|kind| kind + &others)
            }
            (true, [only]) => Some(format!("keep one of them: `{only}` or `{key}`")),
            (true, _) => all_names(),
            (false, _) => exact
                .or_else(|| range_help(key, &names, around))
                .or_else(|| key_in_value(all, &names, &entry.value))
                .or_else(|| other_word_hint.clone())
                .or(only_table)
                .or_else(|| {
                    self.list_with_key(all, key, Some(&entry.value)).filter(|_| !table.is_empty())
                })
                .or(elsewhere)
                .or_else(|| self.list_with_key(all, key, Some(&entry.value)))
                .or_else(|| table_with_key(all, &names, entry, around))
                .or_else(|| language_help(table.is_empty(), key, &entry.value))
                .or_else(|| language_of_texts(all, &entry.value))
                .or_else(|| said_already(key, &names))
                .or_else(all_names),
        };
        let what = match of_another {
            true => {
                format!(
                    "`{}` does not go with the other keys of `{}`",
                    counted(path),
                    counted(table)
                )
            }
            false => format!("unknown key `{}`{}", counted(&path[path.len() - 1..]), within(table)),
        };
        let mut diagnostic = self.error(what, &entry.key_span).maybe_help(help);
        diagnostic.recovery = match (of_another, &names[..]) {
            // Which of the two is meant is not known.
            (true, [_]) => Recovery::None,
            _ => Recovery::NeedlessKey,
        };
        if let Some(place) = place.flatten().filter(|_| meant.is_none() || is_header) {
            diagnostic.recovery = Recovery::MisplacedKey;
            diagnostic.meant = Some(place);
        } else if !of_another {
            diagnostic.meant = meant.map(str::to_owned);
        }
        self.report.push(diagnostic);
    }

    /// Tells whether a key below a header is the name of a table of the top level, and no value there.
    fn is_top_table(&self, entry: &TableEntry) -> bool {
        let is_table = |part: Subschema<'a>| {
            let part = part.resolve();
            part.takes("object") && !part.takes("string")
        };
        let name = PathKey::Name(entry.key.clone());
        let mut parts = self.validator.roots().into_iter().flat_map(|root| root.under(&name));
        self.path.len() > 1 && entry.value.table().is_none() && parts.any(is_table)
    }

    /// Returns the error of a key of a table that takes any names, whose value does not fit there,
    /// if it is a key of the table around it or of another one: its header is missing.
    pub(super) fn misplaced(&mut self, entry: &TableEntry) -> Option<SourceDiagnostic> {
        let [table @ .., _] = &self.path[..] else { return None };
        let table = table.to_vec();
        if table.is_empty() {
            return None;
        }
        let name_of = PathKey::Name(entry.key.clone());
        let roots = self.validator.roots();
        let above = &table[..table.len() - 1];
        let outer = self.validator.at(above).unwrap_or_default();
        let mut places: Vec<(Vec<PathKey>, Vec<Subschema<'a>>)> =
            vec![(above.to_vec(), outer.iter().flat_map(|part| part.under(&name_of)).collect())];
        for (name, schema) in roots.iter().flat_map(|root| {
            root.properties().into_iter().flatten().map(|(name, it)| (name, root.with(it)))
        }) {
            let is_listed = schema.resolve().names().contains(&entry.key.as_str());
            let under = if is_listed { schema.under(&name_of) } else { Vec::new() };
            places.push((vec![PathKey::Name(name.clone())], under));
        }
        let place = places.into_iter().find(|(_, parts)| {
            parts.iter().any(|part| self.fits(*part, entry.value.kind.clone(), &entry.value))
        });
        let (place, _) = place?;
        let help = match place == above {
            true => format!("move it above `[{}]`", dotted(&table)),
            false => {
                let name = dotted(&place);
                format!("it belongs to `[{name}]`: write that header above it, or move it there")
            }
        };
        let what = format!("misplaced key `{}`", entry.key);
        let label = format!("`{}` was read as `{}`", entry.key, dotted(&self.path));
        let mut diagnostic = self.error(what, &entry.key_span).label(label).help(help);
        diagnostic.recovery = Recovery::MisplacedKey;
        let place: Vec<PathKey> = place.into_iter().chain([name_of]).collect();
        diagnostic.meant = Some(dotted(&place));
        Some(diagnostic)
    }

    /// Returns the kind of table that has a key, where a tag such as `topology` tells the kinds.
    fn table_of_key(&self, parts: &[Subschema<'a>], key: &str) -> Option<String> {
        let kinds: Vec<Subschema<'a>> = parts.iter().flat_map(|part| part.alternatives()).collect();
        let tag = tag(&kinds)?;
        let with_key = kinds.iter().filter(|kind| kind.resolve().names().contains(&key));
        let values: Vec<&Json> = with_key.filter_map(|kind| tag_value(*kind, tag)).collect();
        let values: Vec<String> = values.iter().map(|value| format!("{tag} = {value}")).collect();
        (!values.is_empty()).then(|| {
            format!("`{key}` goes with {}", list_names(values.iter().map(String::as_str), "or"))
        })
    }

    /// Returns the listed value that another name stands for: schemas name them in `x-synonyms`.
    pub(super) fn synonym_help(&self, node: &Value) -> Option<String> {
        let text = node.text()?.to_lowercase();
        let [above @ .., PathKey::Name(tag)] = &self.path[..] else { return None };
        let parts = self.validator.at(above).ok()?;
        let kinds = parts.into_iter().flat_map(|part| part.resolve().alternatives());
        let mut named = kinds.filter(|kind| {
            let names = kind.keyword("x-synonyms").and_then(Json::as_array);
            names.into_iter().flatten().any(|name| name.as_str() == Some(&text))
        });
        let value = tag_value(named.next()?, tag)?;
        Some(format!("did you mean `{value}`?"))
    }

    /// Returns the value of a tag and of another key that a word stands for, which is a name in the
    /// other key's list: `topology = "cairo"`.
    pub(super) fn value_of_another_key(&self, node: &Value) -> Option<String> {
        let text = node.text()?.to_lowercase();
        let [above @ .., PathKey::Name(tag)] = &self.path[..] else { return None };
        let parts = self.validator.at(above).ok()?;
        let kinds = parts.into_iter().flat_map(|part| part.resolve().alternatives());
        let mut found = kinds.flat_map(|kind| {
            let properties = kind.resolve().properties().into_iter().flatten();
            properties.map(move |(name, schema)| (kind, name, kind.with(schema).resolve()))
        });
        let (kind, name, value) = found.find_map(|(kind, name, schema)| {
            let values = schema.listed_texts();
            let is_it = |value: &&str| {
                values.len() > 1 && (*value == text || value.split('-').any(|part| part == text))
            };
            let value = values.iter().copied().find(is_it)?;
            (name != tag).then_some((kind, name, value))
        })?;
        let of_tag = tag_value(kind, tag)?;
        Some(format!("write `{tag} = {of_tag}` and `{name} = \"{value}\"`"))
    }

    /// Returns the hint that a key of another kind of table has for a word: a tiling for the kind of
    /// board.
    pub(super) fn hint_of_another_key(&self, node: &Value) -> Option<String> {
        let text = node.text()?.to_lowercase();
        let [above @ .., PathKey::Name(_)] = &self.path[..] else { return None };
        let parts = self.validator.at(above).ok()?;
        let mut kinds = parts.into_iter().flat_map(|part| part.resolve().alternatives());
        kinds.find_map(|kind| {
            let mut properties = kind.resolve().properties()?.values();
            properties.find_map(|schema| hint_in(schema.get("x-hints")?, &text))
        })
    }

    /// Returns the hint with the key that was meant. A value that does not fit it gets an example.
    fn other_word_help(
        &mut self,
        parts: &[Subschema<'a>],
        (key, meant): (&str, Option<&str>),
        value: &Value,
    ) -> Option<String> {
        let name = meant?;
        if let Some(exact) = self.value_in_key(parts, (key, name), value) {
            return Some(format!("did you mean `{name} = {exact}`?"));
        }
        if name.ends_with("_ms") {
            return Some(format!("did you mean `{name}`, in thousandths of a second?"));
        }
        let under: Vec<Subschema<'a>> =
            parts.iter().flat_map(|part| part.under(&PathKey::Name(name.to_owned()))).collect();
        let fits = under.iter().any(|part| self.fits(*part, value.kind.clone(), value));
        // A word in place of a list is no entry of it.
        let lists = under.iter().map(|part| part.resolve());
        let mut lists = lists.filter(|part| !fits && value.text().is_some() && part.takes("array"));
        let list = lists.find_map(|part| part.keyword("description")?.as_str());
        let tables = under.iter().filter(|part| !fits && part.resolve().takes("object"));
        let example = tables.filter_map(|part| self.table_around(*part, value)).next();
        let example = example.map(|it| crate::writer::inline(&it));
        let in_list = ValueKind::Array(vec![value.clone()]);
        let is_plural = name.strip_suffix('s') == Some(key) && value.text().is_some();
        let is_entry =
            is_plural && under.iter().any(|part| self.fits(*part, in_list.clone(), value));
        // Of listed values the example may say the contrary.
        let is_free = under.iter().all(|part| part.resolve().listed_texts().is_empty());
        let listed = under.iter().flat_map(|part| part.resolve().listed_texts());
        let mut listed: Vec<String> = listed.map(|text| format!("\"{text}\"")).collect();
        let mut told = HashSet::new();
        listed.retain(|text| told.insert(text.clone()));
        let sample = || under.iter().find_map(|part| part.example()).filter(|_| !fits && is_free);
        Some(match (example, list) {
            (Some(example), _) => format!("did you mean `{name} = {example}`?"),
            (None, _) if is_entry => {
                let value = crate::writer::inline(&value.to_json());
                format!("did you mean `{name} = [{value}]`?")
            }
            (None, Some(meaning)) => format!("did you mean `{name}`, a list? {meaning}"),
            (None, None) => match sample() {
                Some(sample) => format!("did you mean `{name}`, for example `{name} = {sample}`?"),
                None if !fits && !listed.is_empty() => {
                    let listed = list_names(listed.iter().map(String::as_str), "or");
                    format!("did you mean `{name}`, with {listed}?")
                }
                None => format!("did you mean `{name}`?"),
            },
        })
    }

    /// Lists the plain keys of the top level, then its tables and lists of tables.
    fn top_level_names(&self, names: &[&str]) -> String {
        let is_table = |name: &&&str| {
            let roots = self.validator.roots();
            let key = PathKey::Name((**name).to_owned());
            let parts = roots.iter().flat_map(|root| root.under(&key));
            parts.into_iter().any(|part| {
                let part = part.resolve();
                part.takes("object")
                    || part.keyword("items").is_some_and(|it| part.with(it).takes("object"))
            })
        };
        let (tables, keys): (Vec<&str>, Vec<&str>) = names.iter().partition(is_table);
        let (tables, keys) = (list_names(tables, "and"), list_names(keys, "and"));
        format!("the top-level keys are {keys}; the tables are {tables}")
    }

    /// Returns a hint if a key belongs to the entries of a list of tables beside it.
    pub(super) fn list_with_key(
        &self,
        parts: &[Subschema<'a>],
        key: &str,
        value: Option<&Value>,
    ) -> Option<String> {
        let lists = parts.iter().flat_map(|part| {
            let properties = part.resolve().properties().into_iter().flatten();
            properties.map(|(name, schema)| (name, part.with(schema)))
        });
        let (list, example) = lists.into_iter().find_map(|(name, list)| {
            let kinds = list.alternatives();
            let kinds = if kinds.is_empty() { vec![list] } else { kinds };
            let under = |kind: &Subschema<'a>| {
                let kind = kind.resolve();
                let items = kind.keyword("items").map(|items| kind.with(items).resolve())?;
                let schema = items.properties()?.get(key)?;
                let own = schema.get("examples").and_then(|all| all.get(0));
                let of_list = || list.keyword("examples")?.get(0)?.get(0)?.get(key);
                let given = own.or_else(of_list).map(crate::writer::inline);
                Some((name, given.or_else(|| kind.with(schema).sample())))
            };
            kinds.iter().find_map(under)
        })?;
        let value = value.map(|value| crate::writer::inline(&value.to_json())).or(example);
        Some(match value {
            Some(value) => {
                format!(
                    "`{key}` stands in an entry of `{list}`: `{list} = [{{ {key} = {value} }}]`"
                )
            }
            None => format!("`{key}` stands in an entry of `{list}`"),
        })
    }

    /// Returns a hint if the key at the path belongs to another table, and its path there if only
    /// one table takes its value.
    fn belongs_elsewhere(
        &mut self,
        key: &str,
        entry: &TableEntry,
    ) -> Option<(String, Option<String>)> {
        let table = self.path[..self.path.len() - 1].to_vec();
        let (name_of, value) = (PathKey::Name(key.to_owned()), &entry.value);
        let header = |name: &str| {
            let text = value.span.text();
            let is_list = value.array().is_some_and(|items| {
                items.first().is_some_and(|item| item.span.text().starts_with("[["))
            });
            match is_list {
                true => Some(format!("write `[[{name}]]`")),
                false if text.starts_with('[') && value.table().is_some() => {
                    Some(format!("write `[{name}]`"))
                }
                false => None,
            }
        };
        let roots = self.validator.roots();
        let is_table = |part: &Subschema<'a>| part.resolve().takes("object");
        if !table.is_empty()
            && value.table().is_some()
            && roots.iter().flat_map(|root| root.under(&name_of)).any(|part| is_table(&part))
        {
            let help = header(key).unwrap_or_else(|| format!("`[{key}]` is a table of its own"));
            return Some((help, Some(key.to_owned())));
        }
        // A table of the top level, written as another value below a header.
        let is_only_table =
            |part: &Subschema<'a>| is_table(part) && !part.resolve().takes("string");
        let roots_with_key = || roots.iter().flat_map(|root| root.under(&name_of));
        if !table.is_empty()
            && value.table().is_none()
            && roots_with_key().any(|it| is_only_table(&it))
        {
            let keys = roots_with_key().flat_map(Subschema::names).take(3);
            let keys = list_names(keys, "and");
            let help = format!("write `[{key}]`, and below it its keys, such as {keys}");
            return Some((help, None));
        }
        if let (true, Some(inner)) = (table.is_empty(), value.table()) {
            // A table by another name: all its keys are those of one that is known.
            let mut alike: Vec<&str> = Vec::new();
            for (name, schema) in roots.iter().flat_map(|root| {
                let properties = root.properties().into_iter().flatten();
                properties.map(|(name, schema)| (name, root.with(schema).resolve()))
            }) {
                let names = schema.names();
                let is_like = |entry: &TableEntry| names.contains(&entry.key.as_str());
                if !inner.entries.is_empty()
                    && inner.entries.iter().all(is_like)
                    && !alike.contains(&name.as_str())
                    && self.fits(schema, value.kind.clone(), value)
                {
                    alike.push(name);
                }
            }
            if let [only] = alike[..] {
                return Some((format!("did you mean `[{only}]`?"), Some(only.to_owned())));
            }
        }
        // A number is no slip for a list.
        let is_near =
            |part: &Subschema<'_>| value.number().is_none() || part.resolve().takes("object");
        let mut tables: Vec<(&str, bool)> = Vec::new();
        let mut others: Vec<(&str, Option<String>)> = Vec::new();
        for root in roots {
            for (name, schema) in root.properties().into_iter().flatten() {
                let here = matches!(&table[..], [PathKey::Name(only)] if only == name);
                if here || matches!(name.as_str(), "players" | "options") {
                    continue;
                }
                let parts = root.with(schema).under(&name_of);
                let mut of_kind = parts.iter().filter(|it| it.resolve().takes(kind_of(value)));
                let fits = of_kind.clone().any(|part| self.fits(*part, value.kind.clone(), value));
                if of_kind.next().is_some() && !tables.iter().any(|(known, _)| known == name) {
                    tables.push((name, fits));
                } else if let Some(part) = parts.first().filter(|it| is_near(it)) {
                    others.push((name, part.sample()));
                }
            }
        }
        if let ([], [(name, sample)]) = (&tables[..], &others[..]) {
            let example = sample.as_ref().map(|it| format!(": `{key} = {it}`"));
            let help = format!("it belongs to `[{name}]`{}", example.unwrap_or_default());
            return Some((help, None));
        }
        let fitting = tables.iter().filter(|(_, fits)| *fits).count();
        let is_block = matches!(table.last(), Some(PathKey::Index(_)));
        tables.retain(|(_, fits)| *fits || fitting == 0 && !is_block);
        tables.sort_unstable();
        let place = match tables[..] {
            [(only, _)] if table.len() < 2 => Some(format!("{only}.{key}")),
            _ => None,
        };
        let names: Vec<String> = tables.iter().map(|(name, _)| format!("[{name}]")).collect();
        if value.span.text().starts_with('[') && table.is_empty() && names.len() > 1 {
            let whole: Vec<String> =
                tables.iter().map(|(name, _)| format!("[{name}.{key}]")).collect();
            let whole = list_names(whole.iter().map(String::as_str), "or");
            return Some((format!("write {whole}"), None));
        }
        let belongs = || {
            (!names.is_empty()).then(|| {
                format!("it belongs to {}", list_names(names.iter().map(String::as_str), "or"))
            })
        };
        let help = place.as_deref().and_then(header).or_else(belongs)?;
        Some((help, place))
    }
}

/// Returns a hint if a key belongs into a table beside it: the table with all such keys.
fn table_with_key(
    parts: &[Subschema<'_>],
    names: &[&str],
    entry: &TableEntry,
    around: &SourceTable,
) -> Option<String> {
    let takes = |table: &Subschema<'_>, entry: &TableEntry| {
        let under = table.under(&PathKey::Name(entry.key.clone()));
        table.names().contains(&entry.key.as_str())
            && under.iter().any(|part| part.resolve().takes(kind_of(&entry.value)))
    };
    let tables = parts.iter().flat_map(|part| {
        let properties = part.resolve().properties().into_iter().flatten();
        properties.map(|(name, schema)| (name, part.with(schema).resolve()))
    });
    let mut tables = tables.filter(|(_, table)| takes(table, entry));
    let (name, table) = tables.next().filter(|_| !entry.key.is_empty())?;
    // Tables of one kind are for several cases; the first is the usual one.
    let of_kind = table.names();
    let mut others = tables.map(|(_, other)| other.names() == of_kind).peekable();
    let is_alone = others.peek().is_none();
    let is_only = is_alone || around.get(name).is_none() && others.all(|is_alike| is_alike);
    let others = around.entries.iter().filter(|other| !names.contains(&other.key.as_str()));
    let keys: Vec<String> = others
        .filter(|other| takes(&table, other))
        .map(|other| format!("{} = {}", other.key, crate::writer::inline(&other.value.to_json())))
        .collect();
    let stand = match keys.len() {
        1 => format!("`{}` stands", entry.key),
        _ => "these keys stand".to_owned(),
    };
    is_only.then(|| format!("{stand} in `{name}`: `{name} = {{ {} }}`", keys.join(", ")))
}

/// Returns the hint for another word for a key that the table has.
fn said_already(key: &str, names: &[&str]) -> Option<String> {
    // Other words may mean several keys.
    let name = synonym(key, names).filter(|name| *name == "blocked" || name.contains("limit"))?;
    Some(format!("`{name}` says that, and the table has it already: leave this line out"))
}

/// Returns the key that an unknown one of a table probably stands for.
pub(super) fn meant_key<'a>(key: &str, names: &[&'a str], table: &SourceTable) -> Option<&'a str> {
    let lacking: Vec<&str> =
        names.iter().copied().filter(|name| table.get(name).is_none()).collect();
    synonym(key, &lacking).or_else(|| nearest(key, names.iter().copied()))
}

/// Tells whether an unknown key of a table probably stands for a missing one.
pub(super) fn is_misspelt(missing: &str, all: &[Subschema<'_>], table: &SourceTable) -> bool {
    let properties = all.iter().flat_map(|part| part.properties().into_iter().flatten());
    let names: Vec<&str> = properties.map(|(name, _)| name.as_str()).collect();
    let unknown = table.entries.iter().filter(|entry| !names.contains(&entry.key.as_str()));
    let is_size = |key: &str| match missing {
        "width" | "height" => is_size(key),
        "size" => key == "width",
        _ => false,
    };
    // `seconds = "5+3"` says both.
    let time = table.get("seconds").and_then(Value::text).unwrap_or_default();
    if missing == "increment" && time.contains(['+', '|'])
        || lacks_key_and_value(&names, table) && table.entries.len() == 1
        || table.entries.iter().any(|entry| is_time_of_moves(&entry.key, &names))
    {
        return true;
    }
    unknown
        .take(COMPARED)
        .any(|entry| meant_key(&entry.key, &names, table) == Some(missing) || is_size(&entry.key))
}
