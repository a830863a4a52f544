//! Reports of values of a wrong type, with what was probably meant.

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::Subschema;
use super::proposal::{fraction_help, letters_help, meant_color, table_in_text};
use super::synonyms::synonym;
use super::validator::{ValidationRun, kind_of};
use crate::calculation;
use crate::line_slips::{number_in_words, thousands};
use crate::parser::parse_text;
use crate::slips::word_meaning;
use crate::suggestion::{list_names, nearest};
use crate::value::{Value, ValueKind, counted, dotted};

impl<'a> ValidationRun<'_, 'a> {
    /// Returns the example of the value at the path: that of its key, or a part of it.
    fn example(&mut self, part: Subschema<'a>) -> Option<&'a Json> {
        // A tried example that does not fit is no reason to look for another one.
        if self.is_trial {
            return None;
        }
        let is_index = |key: &&PathKey| matches!(key, PathKey::Index(_));
        let within = self.path.iter().rev().take_while(is_index).count();
        let path = &self.path[..self.path.len() - within];
        let parts = self.validator.at(path).ok()?;
        let examples = parts.iter().filter_map(|part| part.keyword("examples")?.get(0));
        let part_of = |example| (0..within).try_fold(example, |it: &'a Json, _| it.get(0));
        // Tables that differ by another key can have a key of the same name.
        let mut fitting = examples.filter_map(part_of);
        fitting.find(|example| self.fits_example(part, example))
    }

    /// Returns the example of the list that the path goes through.
    fn list_example(&self, index: usize) -> Option<String> {
        let example_at = |path: &[PathKey]| {
            let parts = self.validator.at(path).ok()?;
            parts.into_iter().find_map(|part| part.keyword("examples")?.get(0))
        };
        let own = example_at(&self.path[..=index]);
        let example = own.or_else(|| match &self.path[index] {
            PathKey::Name(key) => example_at(&self.path[..index])?.get(key),
            PathKey::Index(_) => None,
        })?;
        Some(crate::writer::inline(example))
    }

    fn fits_example(&mut self, part: Subschema<'a>, example: &Json) -> bool {
        let value = parse_text(&crate::writer::inline(example));
        value.is_some_and(|value| self.fits(part, value.kind.clone(), &value))
    }

    /// Returns a hint with the example of the value at the path.
    pub(super) fn example_help(&mut self, part: Subschema<'a>) -> Option<String> {
        if matches!(self.path.last(), Some(PathKey::Index(_))) && part.takes("string") {
            return self.list_help_by_example();
        }
        let own = part.keyword("examples").and_then(|all| all.get(0));
        let text = crate::writer::inline(own.or_else(|| self.example(part))?);
        Some(match self.path.last()? {
            PathKey::Name(key) => format!("for example `{key} = {text}`"),
            PathKey::Index(_) if part.takes("array") || text.starts_with('[') => {
                format!("for example `{text}`")
            }
            PathKey::Index(_) => return None,
        })
    }

    /// Returns a hint with the example of the list that the value at the path stands in.
    fn list_help_by_example(&self) -> Option<String> {
        let [.., PathKey::Name(key), PathKey::Index(_)] = &self.path[..] else { return None };
        let whole = self.list_example(self.path.len() - 2)?;
        Some(format!("for example `{key} = {whole}`"))
    }

    pub(super) fn wrong_type(&mut self, part: Subschema<'a>, node: &Value) {
        self.report_wrong_type(part, node);
        // Its keys are checked all the same.
        if let (ValueKind::Table(table), Some(items)) = (&node.kind, part.keyword("items"))
            && !table.inline
            && node.span.text().starts_with('[')
            && takes_blocks(part)
        {
            self.path.push(PathKey::Index(0));
            self.value(part.with(items), node);
            self.path.pop();
        }
    }

    fn report_wrong_type(&mut self, part: Subschema<'a>, node: &Value) {
        let what = format!("wrong type for `{}`", counted(&self.path));
        if self.is_trial {
            return self.report.push(self.error(what, &node.span));
        }
        let found = match &node.kind {
            ValueKind::Text(_) => {
                format!("the string {node}").replace("the string a string", "a long string")
            }
            // A word without quotes may stand for another value.
            ValueKind::Boolean(_) | ValueKind::Integer(_)
                if node.span.text().starts_with(char::is_alphabetic) =>
            {
                format!("`{}`", node.span.text())
            }
            _ => node.to_string(),
        };
        let is_block =
            node.array().is_some_and(|items| matches!(items, [only] if only.table().is_some()));
        let is_table =
            matches!(self.path[..], [PathKey::Name(_)]) && part.takes("object") && !is_block;
        let expected = if is_table { "a table".to_owned() } else { part.describe() };
        let label = format!("expected {expected}, found {found}");
        let diagnostic = self.error(what, &node.span).label(label);
        if let Some(help) = self.block_of_text(part, node) {
            return self.report.push(diagnostic.help(help));
        }
        // Within a list only the place tells what a value means.
        let meaning = || {
            let is_item = matches!(self.path.last(), Some(PathKey::Index(_)));
            let is_item = is_item && part.takes("integer");
            let text = part.keyword("description").filter(|_| is_item)?.as_str()?;
            Some(text.to_owned())
        };
        let header = || {
            let name = node.span.text().strip_prefix("[[")?.split(']').next()?.trim();
            Some(format!("a single table has one bracket: `[{name}]`"))
        };
        let is_single = is_block && part.takes("object") && !part.takes("array");
        let help = self
            .value_hint(part, node)
            .or_else(meaning)
            .or_else(|| is_single.then(header).flatten())
            .or_else(|| self.table_help(part, node).filter(|_| is_table))
            .or_else(|| self.block_help(node))
            .or_else(|| meant_color(part, node))
            .or_else(|| self.type_help(part, node))
            .or_else(|| self.proposal(part, node))
            .or_else(|| self.named_numbers(part, node))
            .or_else(|| self.otherwise())
            .or_else(|| self.example_help(part))
            .or_else(|| self.example_of_parent(part))
            .or_else(|| self.first_key(part, node));
        self.report.push(diagnostic.maybe_help(help));
    }

    /// Returns how to write a block of a list of the top level that is only a text: its name.
    fn block_of_text(&mut self, part: Subschema<'a>, node: &Value) -> Option<String> {
        let [PathKey::Name(list), PathKey::Index(_)] = &self.path[..] else { return None };
        let key = ["name", "key", "text", "title"].into_iter().find(|key| {
            let under = part.under(&PathKey::Name((*key).to_owned()));
            part.takes("object") && under.iter().any(|it| it.resolve().takes(kind_of(node)))
        })?;
        Some(format!("write `[[{list}]]`, and below it `{key} = {}`", inline(node)))
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
        if let Some(table) = node.text().and_then(table_in_text) {
            let lines = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", crate::writer::inline(value)));
            let lines: Vec<String> = lines.collect();
            let lines = list_names(lines.iter().map(String::as_str), "and");
            return Some(format!("write `[{name}]`, and below it, each on a line, {lines}"));
        }
        Some(match kind_key {
            Some(key) => format!("write `[{name}]`, and below it `{key} = {node}`"),
            None => format!("write `[{name}]`, and its keys below"),
        })
    }

    /// Tells whether a value would be accepted.
    pub(super) fn fits(&mut self, part: Subschema<'a>, kind: ValueKind, node: &Value) -> bool {
        let value = Value { span: node.span.clone(), kind };
        self.try_out(|run| run.value(part, &value)) == 0
    }

    /// Suggests the value that was probably meant: one that is accepted.
    pub(super) fn type_help(&mut self, part: Subschema<'a>, node: &Value) -> Option<String> {
        if self.is_trial {
            return None;
        }
        match &node.kind {
            ValueKind::Float(number) if part.takes("integer") && number.fract() == 0.0 => {
                Some(match thousands(node.span.text()) {
                    Some(whole) => {
                        format!("write `{number:.0}`; thousands have no sign: `{whole}`")
                    }
                    None => format!("write it without a fraction: `{number:.0}`"),
                })
            }
            ValueKind::Float(number)
                if part.takes("integer") && matches!(self.path.last(), Some(PathKey::Index(_))) =>
            {
                fraction_help(*number)
            }
            ValueKind::Boolean(_) if letters_help(part, &node.to_string()).is_some() => {
                letters_help(part, &node.to_string())
            }
            ValueKind::Text(text) => self.text_help(part, text, node),
            ValueKind::Integer(_) | ValueKind::Float(_) | ValueKind::Boolean(_) => {
                let text = ValueKind::Text(node.to_string());
                match self.fits(part, text, node) {
                    true => {
                        let elsewhere = self.table_for(node);
                        // `off` was read as `false`.
                        let word = Some(node.span.text())
                            .filter(|it| it.chars().all(|c| c.is_ascii_alphabetic()))
                            .map_or_else(|| node.to_string(), str::to_owned);
                        elsewhere.or_else(|| Some(format!("put it in quotes: `\"{word}\"`")))
                    }
                    false => self.list_help(part, node),
                }
            }
            ValueKind::Array(items) => {
                if let [only] = &items[..]
                    && self.fits(part, only.kind.clone(), only)
                {
                    return Some(format!("write it without brackets: `{}`", inline(only)));
                }
                if let [first, rest @ ..] = &items[..]
                    && rest.iter().all(|item| item.comparable() == first.comparable())
                    && self.fits(part, first.kind.clone(), first)
                {
                    return Some(format!("write it once, without brackets: `{}`", inline(first)));
                }
                let texts: Option<Vec<&str>> = items.iter().map(Value::text).collect();
                let is_form = part.keyword("pattern").is_some();
                let joined = texts.filter(|_| is_form)?.concat();
                let fits = self.fits(part, ValueKind::Text(joined.clone()), node);
                fits.then(|| format!("write one text: `\"{joined}\"`"))
            }
            ValueKind::Table(table)
                if !table.inline && part.takes("array") && takes_blocks(part) =>
            {
                let name = node.span.text().trim_matches(['[', ']', ' ']);
                Some(match node.span.text().starts_with('[') {
                    true => format!("a list of tables has two brackets: `[[{name}]]`"),
                    // The header of a table within it.
                    false => {
                        let list = dotted(&self.path);
                        format!("this belongs to a block of a list: begin it with `[[{list}]]`")
                    }
                })
            }
            ValueKind::Table(table) => {
                let in_list = self.list_help(part, node);
                let [above @ .., _] = &self.path[..] else { return in_list };
                let around = self.validator.at(above).unwrap_or_default();
                in_list.or_else(|| {
                    let [only] = &table.entries[..] else { return None };
                    self.list_with_key(&around, &only.key, Some(&only.value))
                })
            }
        }
    }

    /// Suggests a table of numbers for a list of them: by the first names that the table has.
    fn named_numbers(&mut self, part: Subschema<'a>, node: &Value) -> Option<String> {
        let (names, items) = (part.names(), node.array()?);
        let numbers: Option<Vec<f64>> = items.iter().map(Value::number).collect();
        if !(2..=names.len()).contains(&numbers?.len()) {
            return None;
        }
        let table: serde_json::Map<String, Json> =
            names.iter().zip(items).map(|(name, it)| ((*name).to_owned(), it.to_json())).collect();
        let table = crate::writer::inline(&Json::Object(table));
        let fits = self.fits(part, parse_text(&table)?.kind, node);
        fits.then(|| format!("name each number: `{table}`"))
    }

    /// Suggests the only table for a value of the top level that has a key of this name too, and
    /// takes the value there.
    fn table_for(&mut self, node: &Value) -> Option<String> {
        let [PathKey::Name(key)] = &self.path[..] else { return None };
        let key = key.clone();
        let under = |part: Subschema<'a>| {
            let other = synonym(&key, &part.names());
            let names = std::iter::once(key.as_str()).chain(other);
            let under = names.flat_map(|name| part.under(&PathKey::Name(name.to_owned())));
            under.collect::<Vec<_>>()
        };
        let mut tables = Vec::new();
        for root in self.validator.roots() {
            for (table, schema) in root.properties().into_iter().flatten() {
                let mut inner = under(root.with(schema)).into_iter();
                if inner.any(|it| self.fits(it, node.kind.clone(), node)) {
                    tables.push(table.clone());
                }
            }
        }
        match &tables[..] {
            [only] => Some(format!("it belongs to `[{only}]`")),
            _ => None,
        }
    }

    /// Suggests a list for a value that stands alone.
    fn list_help(&mut self, part: Subschema<'a>, node: &Value) -> Option<String> {
        // One name is no pair of names.
        let most = if node.text().is_some() { 1 } else { 4 };
        let least = part.size("minItems").unwrap_or(1).clamp(1, most) as usize;
        let list = ValueKind::Array(vec![node.clone(); least]);
        let fits = part.takes("array") && self.fits(part, list, node);
        fits.then(|| format!("put it in brackets: `[{}]`", vec![inline(node); least].join(", ")))
    }

    fn text_help(&mut self, part: Subschema<'a>, text: &str, node: &Value) -> Option<String> {
        let plain = [text.to_owned(), text.to_lowercase()];
        for meant in plain.iter().filter_map(|text| parse_text(text)) {
            if meant.text().is_none() && self.fits(part, meant.kind.clone(), node) {
                return Some(format!("write it without quotes: `{}`", inline(&meant)));
            }
        }
        let switch = match plain[1].as_str() {
            "yes" | "on" | "all" | "everywhere" => Some(true),
            "no" | "off" | "none" | "nothing" | "never" => Some(false),
            _ => None,
        };
        if let Some(switch) = switch
            && self.fits(part, ValueKind::Boolean(switch), node)
        {
            return Some(format!("write `{switch}`"));
        }
        // A seat by the name of its player.
        let seat = self.players.iter().position(|name| *name == plain[1]);
        if let Some(seat) = seat.map(|index| index as i64 + 1)
            && self.fits(part, ValueKind::Integer(seat), node)
        {
            return Some(format!("that is seat {seat}: write `{seat}`"));
        }
        if let Some(seconds) = clock_seconds(text)
            && self.fits(part, ValueKind::Integer(seconds), node)
        {
            return Some(format!("write the seconds: `{seconds}`"));
        }
        let word = match word_meaning(text) {
            ValueKind::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        let number = word.or_else(|| number_in_words(text)).or_else(|| calculation::result(text));
        if let Some(number) = number.and_then(|it| parse_text(&it))
            && self.fits(part, number.kind.clone(), node)
        {
            return Some(format!("write `{}`", inline(&number)));
        }
        // `7x7` and `7, 7`.
        let signs = ["..=", "..", " to ", " by ", "x", "×", "-", "–"];
        let numbers = signs.iter().fold(text.to_owned(), |text, sign| text.replace(sign, ","));
        let meant = parse_text(&format!("[{numbers}]"));
        if let Some(meant) = meant.filter(|it| it.array().is_some_and(|it| it.len() > 1))
            && self.fits(part, meant.kind.clone(), node)
        {
            return Some(format!("write `{}`", inline(&meant)));
        }
        if let Some(list) = self.split_text(part, text, node) {
            return Some(list);
        }
        let table = self.meant_table(part, text, node).or_else(|| {
            let tables = std::iter::once(part.resolve()).chain(part.alternatives());
            let table = tables.clone().find_map(|it| it.sample_with(text));
            let listed = || tables.clone().find_map(|it| it.table_with_value(text));
            Some(format!("write `{}`", table.or_else(listed)?))
        });
        table.or_else(|| self.list_help(part, node))
    }

    /// Suggests a table of one key for words that name it and its value: `behind by 2`.
    pub(super) fn meant_table(
        &mut self,
        part: Subschema<'a>,
        text: &str,
        node: &Value,
    ) -> Option<String> {
        let words = text.to_lowercase().replace([' ', '-', '=', ':'], "_");
        part.alternatives().into_iter().find_map(|kind| {
            kind.names().into_iter().find_map(|name| {
                let value = words.strip_prefix(&name.replace('-', "_"))?.trim_matches('_');
                let meant = parse_text(&format!("{{ {name} = {value} }}"))?;
                let fits = self.fits(part, meant.kind.clone(), node);
                fits.then(|| format!("write `{}`", inline(&meant)))
            })
        })
    }

    /// Suggests the list of tables that a block beside another key was meant for.
    pub(super) fn block_help(&mut self, node: &Value) -> Option<String> {
        let is_block = node.span.text().starts_with("[[");
        let [table @ .., PathKey::Name(key), PathKey::Index(_)] = &self.path[..] else {
            return None;
        };
        let (table, key) = (table.to_vec(), key.clone());
        let whole = |name: &str| [dotted(&table), name.to_owned()].join(".");
        let own = self.validator.at(&self.path[..self.path.len() - 1]).ok().filter(|_| is_block);
        if own.is_some_and(|own| own.iter().any(|part| part.resolve().takes("object"))) {
            return Some(format!("write `[{}]`", whole(&key).trim_start_matches('.')));
        }
        let parts = self.validator.at(&table).ok().filter(|_| is_block)?;
        let names: Vec<&str> = parts.iter().flat_map(|part| part.names()).collect();
        let takes_blocks = |name: &&str| {
            let under = parts.iter().flat_map(|it| it.under(&PathKey::Name((*name).to_owned())));
            under.map(Subschema::resolve).any(|part| {
                part.keyword("items").is_some_and(|it| part.with(it).resolve().takes("object"))
            })
        };
        let name = nearest(&key, names.into_iter().filter(takes_blocks))?;
        Some(format!("did you mean `[[{}]]`?", whole(name).trim_start_matches('.')))
    }
}

/// Tells whether a list has tables as entries.
fn takes_blocks(part: Subschema<'_>) -> bool {
    let lists = std::iter::once(part.resolve()).chain(part.alternatives());
    lists
        .filter_map(|list| Some(list.with(list.keyword("items")?).resolve()))
        .any(|item| item.takes("object") || item.alternatives().iter().any(|it| it.takes("object")))
}

/// Writes a value as in a ruleset.
pub(super) fn inline(value: &Value) -> String {
    crate::writer::inline(&value.to_json())
}

/// Returns the seconds of a time such as `5:00`.
fn clock_seconds(text: &str) -> Option<i64> {
    let (minutes, seconds) = text.split_once(':')?;
    let (minutes, seconds): (u16, u8) =
        (minutes.trim().parse().ok()?, seconds.trim().parse().ok()?);
    (seconds < 60).then(|| i64::from(minutes) * 60 + i64::from(seconds))
}
