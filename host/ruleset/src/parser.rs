//! From text to values with places.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diagnostics::SourceDiagnostic;
use crate::source::{SourceFile, SourceSpan};
use crate::value::{Table, TableEntry, Value, ValueKind};

/// The largest text that is read. A ruleset is a page or two; a drawing of a
/// board of a million sites is still below it.
pub(crate) const LIMIT: usize = 16 << 20;

/// The most dots in a key: deeper tables could exhaust the stack.
const DEPTH: usize = 32;

/// The most tables and lists that a value lies in.
const NESTING: usize = 64;

/// Returns where a key has more dots than can be followed.
fn too_deep(text: &str) -> Option<usize> {
    let (mut at, mut dots) = (0, 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match first {
            '"' | '\'' => string_length(rest),
            '#' => rest.find('\n').unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        dots = match first {
            '.' => dots + 1,
            '=' | ',' | '[' | '{' | '\n' => 0,
            _ => dots,
        };
        if dots > DEPTH {
            return Some(at - 1);
        }
    }
    None
}

/// Returns the length of a string with its quotes; one that is not closed ends
/// with its line, or with the text.
fn string_length(rest: &str) -> usize {
    let quote = if rest.starts_with('"') { "\"" } else { "'" };
    let long = quote.repeat(3);
    let (close, multiline) =
        if rest.starts_with(&long) { (long.as_str(), true) } else { (quote, false) };
    let mut at = close.len();
    while let Some(next) = rest[at..].chars().next() {
        if rest[at..].starts_with(close) {
            return at + close.len();
        }
        if next == '\n' && !multiline {
            return at;
        }
        at += next.len_utf8();
        if next == '\\' && quote == "\"" {
            at += rest[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    rest.len()
}

/// Returns the document, or every fault in its syntax.
pub(crate) fn parse(file: &Arc<SourceFile>) -> Result<Value, Vec<SourceDiagnostic>> {
    let text = file.text();
    let start = SourceSpan::new(file, 0..0);
    if text.len() > LIMIT {
        let what = format!("the file is larger than {} MiB", LIMIT >> 20);
        return Err(vec![SourceDiagnostic::error(what, Some(start))]);
    }
    if let Some(at) = too_deep(text) {
        let diagnostic = SourceDiagnostic::error(
            "the keys are nested too deeply",
            Some(SourceSpan::new(file, at..at)),
        );
        return Err(vec![diagnostic.label(format!("expected at most {DEPTH} dots in one key"))]);
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { file, base: 0, diagnostics: Vec::new(), depth: 0 };
    for error in errors {
        reader.syntax(error.message(), error.span());
    }
    let table = reader.table(root.into_inner(), false);
    if reader.diagnostics.is_empty() {
        Ok(Value { span: start, kind: ValueKind::Table(table) })
    } else {
        Err(reader.diagnostics)
    }
}

/// Returns a single value, as a person types it behind `=`.
pub(crate) fn parse_value(text: &str) -> Option<serde_json::Value> {
    let file = Arc::new(SourceFile::new("", None, text));
    parse_part(&file, 0..text.len()).map(|node| node.to_json())
}

/// Returns the value that a part of a text is; none where it is no value.
pub(crate) fn parse_part(file: &Arc<SourceFile>, part: std::ops::Range<usize>) -> Option<Value> {
    let text = &file.text()[part.clone()];
    if text.trim().is_empty() || text.len() > LIMIT || too_deep(text).is_some() {
        return None;
    }
    let value = DeValue::parse(text).ok()?;
    let mut reader = Reader { file, base: part.start, diagnostics: Vec::new(), depth: 0 };
    let node = reader.value(value)?;
    reader.diagnostics.is_empty().then_some(node)
}

struct Reader<'a> {
    file: &'a Arc<SourceFile>,
    /// Where in the file the text begins that is being read.
    base: usize,
    diagnostics: Vec<SourceDiagnostic>,
    /// How many tables and lists the value being read lies in.
    depth: usize,
}

impl Reader<'_> {
    fn span(&self, span: std::ops::Range<usize>) -> SourceSpan {
        SourceSpan::new(self.file, self.base + span.start..self.base + span.end)
    }

    fn syntax(&mut self, message: &str, span: Option<std::ops::Range<usize>>) {
        let span = self.span(span.unwrap_or(0..0));
        let (what, expected) = match message.split_once(", expected ") {
            Some((what, "nothing")) => (what, None),
            Some((what, expected)) => (what, Some(expected)),
            None => (message, None),
        };
        let (what, label) = match (what, expected) {
            (what, Some("`\"`" | "`'`")) if what.contains("string") => {
                ("a string is not closed", Some("expected a quote".to_owned()))
            }
            ("unexpected key or value", Some(_)) => {
                ("there is more on the line", Some("expected the end of the line".to_owned()))
            }
            (what, expected) => (what, expected.map(|expected| format!("expected {expected}"))),
        };
        let mut diagnostic =
            SourceDiagnostic::error(format!("this is not valid TOML: {what}"), Some(span));
        diagnostic.label = label;
        diagnostic.help = match what {
            "duplicate key" => Some(
                "a key or a table may be written only once; `[[name]]` makes a list of tables"
                    .into(),
            ),
            _ if what.contains("must be quoted") => Some("put texts in quotes".into()),
            _ => None,
        };
        self.diagnostics.push(diagnostic);
    }

    fn table(&mut self, table: DeTable<'_>, inline: bool) -> Table {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let at = self.span(key.span());
            if let Some(node) = self.value(value) {
                entries.push(TableEntry { key: key.into_inner().into_owned(), at, node });
            }
        }
        Table { entries, inline }
    }

    fn array(&mut self, array: DeArray<'_>) -> Vec<Value> {
        array.into_iter().filter_map(|item| self.value(item)).collect()
    }

    fn value(&mut self, value: Spanned<DeValue<'_>>) -> Option<Value> {
        let span = self.span(value.span());
        if self.depth > NESTING {
            return self.refuse("the value is nested too deeply", span);
        }
        self.depth += 1;
        let node = self.shallow(value, span);
        self.depth -= 1;
        node
    }

    fn shallow(&mut self, value: Spanned<DeValue<'_>>, span: SourceSpan) -> Option<Value> {
        let value = match value.into_inner() {
            DeValue::String(text) => ValueKind::Text(text.into_owned()),
            DeValue::Boolean(value) => ValueKind::Boolean(value),
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => ValueKind::Integer(number),
                    Err(_) => return self.refuse("the whole number is too large", span),
                }
            }
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => ValueKind::Float(number),
                _ => return self.refuse("the number is not a finite one", span),
            },
            DeValue::Datetime(_) => {
                return self.refuse("a date or time has no meaning in a ruleset", span);
            }
            DeValue::Array(items) => ValueKind::Array(self.array(items)),
            DeValue::Table(table) => {
                let inline = span.text().starts_with('{');
                ValueKind::Table(self.table(table, inline))
            }
        };
        Some(Value { span, kind: value })
    }

    fn refuse(&mut self, what: &str, span: SourceSpan) -> Option<Value> {
        let mut diagnostic = SourceDiagnostic::error(what, Some(span));
        if what.starts_with("a date") {
            diagnostic.help = Some("put it in quotes to make it a text".into());
        }
        self.diagnostics.push(diagnostic);
        None
    }
}
