//! Reports of lists of a wrong form: once for the whole list, not for each value.

use std::ops::Range;

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::Subschema;
use super::proposal::fraction_help;
use super::validator::{ValidationRun, kind_of};
use super::wrong_type::inline;
use crate::source::SourceSpan;
use crate::value::{Value, ValueKind, counted, dotted};

impl<'a> ValidationRun<'_, 'a> {
    /// Reports a list of plain values whose items should be lists: once, not for each value.
    pub(super) fn is_flat(&mut self, part: Subschema<'a>, items: &[Value], node: &Value) -> bool {
        let Some(item) = part.keyword("items").map(|item| part.with(item).resolve()) else {
            return false;
        };
        let is_plain =
            |item: &Value| !matches!(item.kind, ValueKind::Array(_) | ValueKind::Table(_));
        let is_flat = items.len() > 1
            && item.takes("array")
            && items.iter().all(|value| is_plain(value) && !item.takes(kind_of(value)));
        if is_flat {
            let what = format!("wrong type for `{}`", counted(&self.path));
            let label = format!("expected lists within the list, each {}", item.describe());
            let diagnostic = self.error(what, &node.span).label(label);
            let help = self.otherwise().or_else(|| self.example_help(part));
            let diagnostic = diagnostic.maybe_help(help);
            self.report.push(diagnostic);
        }
        is_flat
    }

    /// Reports a matrix of zeros and ones where edges are pairs of names: once, with the edges.
    pub(super) fn is_matrix(&mut self, part: Subschema<'a>, items: &[Value], node: &Value) -> bool {
        let is_bit = |value: &Value| matches!(value.integer(), Some(0 | 1));
        let is_row = |row: &Value| {
            row.array().is_some_and(|row| row.len() == items.len() && row.iter().all(is_bit))
        };
        let [.., PathKey::Name(key)] = &self.path[..] else { return false };
        if key != "edges" || items.len() < 3 || !items.iter().all(is_row) {
            return false;
        }
        let what = format!("wrong type for `{}`", counted(&self.path));
        let label = format!("expected {}, found a matrix", part.describe());
        let help = "write each edge once, with the names of both sites: \
                    `edges = [[\"a\", \"b\"], [\"b\", \"c\"]]`";
        self.report.push(self.error(what, &node.span).label(label).help(help));
        true
    }

    /// Reports lists within a list of plain values: once, with all of them in one list.
    pub(super) fn is_nested(&mut self, part: Subschema<'a>, items: &[Value], node: &Value) -> bool {
        let item = part.keyword("items").map(|item| part.with(item).resolve());
        let lists: Option<Vec<&[Value]>> = items.iter().map(Value::array).collect();
        let Some((_, lists)) = item.zip(lists).filter(|(item, lists)| {
            lists.len() > 1 && !item.takes("array") && item.alternatives().is_empty()
        }) else {
            return false;
        };
        let flat = ValueKind::Array(lists.concat());
        if self.is_trial || !self.fits(part, flat.clone(), node) {
            return false;
        }
        let what = format!("wrong type for `{}`", counted(&self.path));
        let label = format!("expected {}, found lists within the list", part.describe());
        let flat = Value { kind: flat, span: node.span.clone() };
        let help = format!("write one list: `{}`", inline(&flat));
        self.report.push(self.error(what, &node.span).label(label).help(help));
        true
    }

    /// Reports a matrix with fractions where whole numbers are expected: once, not for each.
    pub(super) fn has_fractions(
        &mut self,
        part: Subschema<'a>,
        items: &[Value],
        node: &Value,
    ) -> bool {
        let inner = |part: Subschema<'a>| Some(part.with(part.keyword("items")?).resolve());
        let number = inner(part).and_then(inner);
        let number = number.filter(|it| it.takes("integer") && !it.takes("number"));
        let numbers = items.iter().flat_map(|row| row.array().unwrap_or_default());
        let mut fractions = numbers.filter(|it| it.number().is_some_and(|it| it.fract() != 0.0));
        let (Some(number), Some(first), Some(_)) = (number, fractions.next(), fractions.next())
        else {
            return false;
        };
        let what = format!("wrong type for `{}`", counted(&self.path));
        let label = format!("expected whole numbers, found {first} and others");
        let meaning = number.keyword("description").and_then(Json::as_str).map(str::to_owned);
        let help = self.otherwise().or(meaning).or_else(|| fraction_help(first.number()?));
        self.report.push(self.error(what, &node.span).label(label).maybe_help(help));
        true
    }

    /// Reports a list of words that should be tables or numbers: once, not for each word.
    pub(super) fn are_words(&mut self, part: Subschema<'a>, items: &[Value], node: &Value) -> bool {
        let item = part.keyword("items").map(|item| part.with(item).resolve());
        let Some(item) = item.filter(|it| items.len() > 1 && !it.takes("string")) else {
            return false;
        };
        if !items.iter().all(|value| value.text().is_some()) {
            return false;
        }
        let help = match self.path.last() {
            // An option has one or the other.
            Some(PathKey::Name(key)) if key == "range" => {
                Some(format!("a range is of numbers; for words write `choices = {}`", inline(node)))
            }
            _ => {
                let tables: Option<Vec<String>> = items
                    .iter()
                    .map(|value| {
                        let kinds = std::iter::once(item).chain(item.alternatives());
                        let named = kinds.filter_map(|it| it.sample_with(value.text()?)).next();
                        named.or_else(|| {
                            Some(crate::writer::inline(&self.table_around(item, value)?))
                        })
                    })
                    .collect();
                tables.map(|tables| format!("write `[{}]`", tables.join(", ")))
            }
        };
        let Some(help) = help else { return false };
        let what = format!("wrong type for `{}`", counted(&self.path));
        let label = format!("expected {}, found a list of words", part.describe());
        self.report.push(self.error(what, &node.span).label(label).help(help));
        true
    }

    /// Reports lists side by side that should be lists of lists, once, and returns their places:
    /// brackets around them are missing.
    pub(super) fn flat_lists(&mut self, item: Subschema<'a>, items: &[Value]) -> Range<usize> {
        let inner = item.keyword("items").map(|schema| item.with(schema).resolve());
        let Some(inner) = inner.filter(|inner| inner.takes("array")) else { return 0..0 };
        let is_flat = |value: &Value| {
            let values = value.array().unwrap_or_default();
            !values.is_empty() && values.iter().all(|it| !inner.takes(kind_of(it)))
        };
        let start = items.iter().position(is_flat).unwrap_or(items.len());
        let flat: Vec<&Value> = items[start..].iter().take_while(|it| is_flat(it)).collect();
        let ([first, .., last], true) = (&flat[..], self.fits_together(item, &flat)) else {
            return 0..0;
        };
        let what = format!("wrong type for `{}`", counted(&self.path));
        let span = SourceSpan::new(&first.span.file, first.span.range.start..last.span.range.end);
        let label = format!("expected lists within lists, found {} lists side by side", flat.len());
        let written: Vec<String> = flat.iter().map(|it| inline(it)).collect();
        let help = format!("put brackets around them: `[{}]`", written.join(", "));
        let diagnostic = self.error(what, &span).label(label).help(help);
        self.report.push(diagnostic);
        start..start + flat.len()
    }

    /// Reports blocks for a table of names, such as the sites of a graph: once, with the table as it
    /// was meant where each block has a name and a value.
    pub(super) fn blocks_for_table(&mut self, items: &[Value]) -> bool {
        let is_block = |item: &Value| item.span.text().starts_with("[[");
        let own = self.validator.at(&self.path).unwrap_or_default();
        let takes = own
            .iter()
            .flat_map(|part| part.resolve().alternatives())
            .any(|it| it.keyword("additionalProperties").is_some_and(Json::is_object));
        let Some(first) = items.first().filter(|_| takes && items.iter().all(is_block)) else {
            return false;
        };
        let line = first.table().and_then(|table| {
            let name = table.entries.iter().find_map(|entry| entry.value.text())?;
            let value = table.entries.iter().find(|entry| entry.value.text().is_none())?;
            Some(format!(", and a line for each: `{name} = {}`", inline(&value.value)))
        });
        let what = format!("wrong type for `{}`", counted(&self.path));
        let header = dotted(&self.path);
        let help = format!("write `[{header}]` once{}", line.unwrap_or_default());
        let label = "expected one table, found a list of them";
        let diagnostic = self.error(what, &first.span).label(label).help(help);
        self.report.push(diagnostic);
        true
    }

    fn fits_together(&mut self, item: Subschema<'a>, values: &[&Value]) -> bool {
        let all = ValueKind::Array(values.iter().map(|it| (*it).clone()).collect());
        values.first().is_some_and(|first| self.fits(item, all, first))
    }
}
