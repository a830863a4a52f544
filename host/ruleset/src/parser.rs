//! Parses TOML into values with spans.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diagnostics::{Recovery, SourceDiagnostic};
use crate::slips::{
    TYPOGRAPHIC, backslash_help, before_semicolon, colon, decimal_comma, end_of_text, is_next_key,
    key_with_space, list_of_words, list_without_commas, number_with_points, other_comment,
    unquoted_word, without_zeros, words_after_number, yaml_table,
};
use crate::source::{SourceFile, SourceSpan};
use crate::unclosed::blank_unclosed;
use crate::value::{SourceTable, TableEntry, Value, ValueKind};

/// The largest text in bytes. A ruleset is a page or two; a drawing of a board of
/// a million sites is still smaller.
pub(crate) const LIMIT: usize = 16 << 20;

/// The most dots in a key: deeper tables could exhaust the stack.
const MAX_DOTS: usize = 32;

/// Lists of tables at the top level.
const LISTS_OF_TABLES: [&str; 5] = ["players", "options", "lesson", "example", "puzzle"];

/// The most tables and lists around a value.
const MAX_DEPTH: usize = 64;

/// Lines that begin with `//` and are taken for comments.
const MOST_SLASHES: usize = 20;

/// Returns the offset of a key with too many dots. The TOML parser itself recurses,
/// so this comes first.
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
        if dots > MAX_DOTS {
            return Some(at - 1);
        }
    }
    None
}

/// Returns the length of a string with its quotes. An unclosed string ends with
/// its line or with the text.
pub(crate) fn string_length(rest: &str) -> usize {
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

/// A document without the lines that have errors.
pub(crate) struct Parsed {
    /// `None` if nothing is certain.
    pub(crate) root: Option<Value>,
    pub(crate) diagnostics: Vec<SourceDiagnostic>,
}

pub(crate) fn parse(file: &Arc<SourceFile>) -> Parsed {
    let text = file.text();
    let start = SourceSpan::new(file, 0..0);
    let refused = |diagnostic| Parsed { root: None, diagnostics: vec![diagnostic] };
    if text.len() > LIMIT {
        let what = format!("the file is larger than {} MiB", LIMIT >> 20);
        return refused(SourceDiagnostic::error(what, Some(start)));
    }
    if let Some(at) = too_deep(text) {
        let span = SourceSpan::new(file, at..at);
        let diagnostic = SourceDiagnostic::error("the keys are nested too deeply", Some(span));
        return refused(diagnostic.label(format!("expected at most {MAX_DOTS} dots in one key")));
    }
    let (mut text, slashes) = without_slashes(text);
    let mut open = Vec::new();
    if !DeTable::parse_recoverable(&text).1.is_empty() {
        open = blank_unclosed(file, text.to_mut());
    }
    let (root, errors) = DeTable::parse_recoverable(&text);
    let mut parser = Parser { file, base: 0, diagnostics: Vec::new(), depth: 0, wrong: Vec::new() };
    parser.diagnostics.extend(open);
    for at in slashes {
        parser.diagnostics.push(slashes_diagnostic(file, at));
    }
    // Of several errors in a line, the first one is its cause.
    let place = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    let mut errors: Vec<_> = errors.into_iter().collect();
    errors.sort_by_key(place);
    for error in errors {
        parser.syntax(error.message(), error.span());
    }
    // An unclosed text, list or header makes all later lines uncertain.
    let is_open = |line: &usize| file.line(*line).trim_start().starts_with('[');
    let whole = parser.diagnostics.iter().all(|it| !it.what.contains("closed"))
        && !parser.wrong.iter().any(is_open);
    let table = parser.table(root.into_inner(), false);
    let root = whole.then_some(Value { span: start, kind: ValueKind::Table(table) });
    Parsed { root, diagnostics: parser.diagnostics }
}

/// Turns lines that begin with `//`, which stop the parser, into comments, and returns their
/// places. Changes only lines with an error: another one can be part of a text.
fn without_slashes(text: &str) -> (Cow<'_, str>, Vec<usize>) {
    let most = text.lines().filter(|line| line.trim_start().starts_with("//")).count();
    let (mut text, mut slashes) = (Cow::from(text), Vec::new());
    while slashes.len() < most.min(MOST_SLASHES) {
        let (_, errors) = DeTable::parse_recoverable(&text);
        let slash = errors.iter().find_map(|error| {
            let start = text[..error.span()?.start].rfind('\n').map_or(0, |at| at + 1);
            let line = text[start..].trim_start_matches([' ', '\t']);
            line.starts_with("//").then(|| text.len() - line.len())
        });
        let Some(at) = slash else { break };
        text.to_mut().replace_range(at..at + 2, "##");
        slashes.push(at);
    }
    (text, slashes)
}

/// A key that is written a second time.
enum SecondKey {
    /// The header of a table with its name, and the line of the first one.
    OfATable(String, usize),
    /// A plain key, and the line of the first one.
    Plain(String, usize),
    /// A key below the second header of a table.
    WithinATable,
}

fn slashes_diagnostic(file: &Arc<SourceFile>, at: usize) -> SourceDiagnostic {
    let what = "this is not valid TOML: `//` begins no comment";
    let span = SourceSpan::new(file, at..at + 2);
    SourceDiagnostic::error(what, Some(span)).help("comments begin with `#`")
}

/// Returns where a comment after a value begins with `//`.
fn slashes_after_value(line: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        if first == '#' || rest.starts_with("//") {
            return (first != '#' && line[..at].contains('=')).then_some(at);
        }
        at += if matches!(first, '"' | '\'') { string_length(rest) } else { first.len_utf8() };
    }
    None
}

/// Parses a single value, as it is written after `=`.
pub(crate) fn parse_value(text: &str) -> Option<serde_json::Value> {
    let file = Arc::new(SourceFile::new("", None, text));
    parse_part(&file, 0..text.len()).map(|value| value.to_json())
}

/// Parses a part of a text as a value.
pub(crate) fn parse_part(file: &Arc<SourceFile>, range: Range<usize>) -> Option<Value> {
    let text = &file.text()[range.clone()];
    if text.trim().is_empty() || text.len() > LIMIT || too_deep(text).is_some() {
        return None;
    }
    let value = DeValue::parse(text).ok()?;
    let (base, diagnostics, wrong) = (range.start, Vec::new(), Vec::new());
    let mut parser = Parser { file, base, diagnostics, depth: 0, wrong };
    let value = parser.value(value)?;
    parser.diagnostics.is_empty().then_some(value)
}

struct Parser<'a> {
    file: &'a Arc<SourceFile>,
    /// Offset in the file of the text that is parsed.
    base: usize,
    diagnostics: Vec<SourceDiagnostic>,
    /// The number of open tables and lists.
    depth: usize,
    /// Lines with syntax errors, in order.
    wrong: Vec<usize>,
}

impl Parser<'_> {
    fn span(&self, range: Range<usize>) -> SourceSpan {
        SourceSpan::new(self.file, self.base + range.start..self.base + range.end)
    }

    /// Adds an error of the TOML parser in words for authors.
    fn syntax(&mut self, message: &str, range: Option<Range<usize>>) {
        let mut span = self.span(range.unwrap_or(0..0));
        let (what, expected) = match message.split_once(", expected ") {
            Some((what, "nothing")) => (what, None),
            Some((what, expected)) => (what, Some(expected)),
            None => (message, None),
        };
        let mut label = expected.map(|expected| format!("expected {expected}"));
        let mut help = None;
        let (number, column) = span.start();
        let line = span.file.line(number);
        if self.wrong.contains(&number) {
            // One slip makes the rest of its line wrong.
            return;
        }
        self.wrong.push(number);
        if let Some(at) = slashes_after_value(line) {
            let text = &span.file.text()[..span.range.start];
            let start = text.rfind('\n').map_or(0, |end| end + 1) + at;
            self.diagnostics.push(slashes_diagnostic(&span.file, start));
            return;
        }
        let what = match (what, expected) {
            _ if line.contains(TYPOGRAPHIC) => {
                let straight = line.replace(TYPOGRAPHIC, "\"");
                (label, help) = (None, Some(format!("write `{}`", straight.trim())));
                "quotes are straight: `\"`"
            }
            (_, Some("`\"`" | "`'`")) if what.contains("string") => {
                label = Some("expected a quote".to_owned());
                if let Some(opening) = unclosed_multiline(&span) {
                    let line = opening.start().0;
                    label = Some(format!("this string, opened at line {line}, is never closed"));
                    span = opening;
                    "a string is not closed"
                } else if let Some(end) = end_of_text(self.file.text(), number) {
                    self.wrong.extend(number + 1..=end);
                    help = Some("begin and end it with three quotes: `\"\"\"`".to_owned());
                    "a text over several lines needs three quotes"
                } else {
                    "a string is not closed"
                }
            }
            _ if before_semicolon(line).is_some() => {
                label = Some("expected the end of the line".to_owned());
                help = Some("leave the `;` out".to_owned());
                "there is more on the line"
            }
            ("unexpected leading zero", _) => {
                help = without_zeros(line).map(|number| format!("write `{number}`"));
                what
            }
            _ if what.contains("escape") || what.contains("unicode value") => {
                (label, help) = (None, Some(backslash_help(line)));
                "`\\` begins a sign such as `\\n` in a text"
            }
            ("unexpected key or value", Some(_)) => {
                label = Some("expected the end of the line".to_owned());
                let rest: String = line.chars().skip(column - 1).collect();
                help = match rest.trim() {
                    "," | ";" => Some(format!("leave the `{}` out", rest.trim())),
                    _ => decimal_comma(line)
                        .map(|number| format!("decimals have a point: `{number}`")),
                };
                "there is more on the line"
            }
            ("invalid unquoted key" | "key with no value", _) if colon(line).is_some() => {
                label = Some("expected `=`".to_owned());
                help = colon(line).map(|assignment| format!("write `{assignment}`"));
                "a key and its value have `=` between them"
            }
            ("invalid unquoted key" | "key with no value", _) if yaml_table(line).is_some() => {
                let name = yaml_table(line).unwrap_or_default();
                (label, help) = (None, Some(format!("write `[{name}]`")));
                "a table begins with its name in brackets"
            }
            _ if line.starts_with('{') && column == 1 => {
                let help_text = "this looks like JSON: leave the outer braces out, and write lines \
                                 such as `format = 1`";
                (label, help) = (None, Some(help_text.to_owned()));
                "a file has no braces around it"
            }
            ("invalid unquoted key", _) if line.chars().nth(column - 1) == Some(':') => {
                (label, help) = (Some("expected `=`".to_owned()), None);
                "a key and its value have `=` between them"
            }
            ("invalid unquoted key" | "key with no value", _) if other_comment(line) => {
                (label, help) = (None, Some("comments begin with `#`".to_owned()));
                "this begins no comment"
            }
            ("key with no value", _) if key_with_space(line).is_some() => {
                let key = key_with_space(line).unwrap_or_default();
                label = None;
                help = Some(format!(
                    "keys with spaces need quotes: `\"{key}\"`; labels of sites have no spaces: \
                     `{}`",
                    key.replace(' ', "-")
                ));
                "a key has a space"
            }
            ("string values must be quoted", _) if words_after_number(line).is_some() => {
                label = Some("expected the end of the line".to_owned());
                help = words_after_number(line);
                "there is more on the line"
            }
            ("invalid unquoted key", _) => {
                let key = line.split('=').next().unwrap_or_default().trim();
                if key.chars().any(char::is_alphabetic) && key.chars().all(char::is_alphanumeric) {
                    help = Some(format!("keys with letters beyond a-z need quotes: `\"{key}\"`"));
                }
                what
            }
            ("duplicate key", _) => {
                match self.first_written(&span) {
                    Some(SecondKey::OfATable(name, first)) => {
                        label = Some("this is the second time".to_owned());
                        let is_list = LISTS_OF_TABLES.contains(&name.as_str());
                        help = Some(match is_list {
                            true => format!("each block begins with two brackets: `[[{name}]]`"),
                            false => {
                                format!("`[{name}]` begins at line {first}: add these keys there")
                            }
                        });
                        "a table is written twice"
                    }
                    Some(SecondKey::Plain(name, first)) => {
                        label = Some(format!("line {first} sets it already"));
                        help = Some(format!("keep one of the two lines of `{name}`"));
                        "a key is set twice"
                    }
                    // Its table is written twice, which was said there.
                    Some(SecondKey::WithinATable) => return,
                    None => {
                        help = Some("write each key and each table once".to_owned());
                        what
                    }
                }
            }
            ("string values must be quoted", _) if is_next_key(line, column) => {
                label = Some("expected `]` before this".to_owned());
                "a list is not closed"
            }
            ("string values must be quoted", _) if list_of_words(line, column).is_some() => {
                let list = list_of_words(line, column).unwrap_or_default();
                (label, help) = (None, Some(format!("write `{list}`")));
                "the strings of a list need quotes"
            }
            ("string values must be quoted", _) if list_without_commas(line, column).is_some() => {
                let items = list_without_commas(line, column).unwrap_or_default();
                label = Some("expected a comma".to_owned());
                help = Some(format!(
                    "values of a list have commas between them: `[{}]`; a row of a drawing is \
                     text in quotes: `\"{}\"`",
                    items.join(", "),
                    items.join(" "),
                ));
                "a comma is missing in a list"
            }
            ("missing key for inline table element", _) => {
                let what = "this is not valid TOML: a list in the brackets of a table";
                if self.diagnostics.iter().any(|known| known.what == what) {
                    return;
                }
                label = Some("expected a key".to_owned());
                help = Some(
                    "`{ }` holds keys with values: `{ key = value }`; lists have `[ ]`".to_owned(),
                );
                "a list in the brackets of a table"
            }
            _ if number_with_points(line).is_some() => {
                let text = number_with_points(line).unwrap_or_default();
                (label, help) = (None, Some(format!("text goes in quotes: `\"{text}\"`")));
                "a number has one decimal point"
            }
            _ => {
                // The parser misreads an unquoted word.
                let start: String = line.chars().take(column - 1).collect();
                let value = line.split_once('=').map(|(key, value)| (key.len(), value.trim()));
                if let Some((at, word)) = value
                    && start.len() > at
                    && word.starts_with(char::is_alphabetic)
                    && !word.contains(['"', '\'', '[', '{', '#'])
                {
                    let (what, mend) = unquoted_word(word);
                    (label, help) = (None, Some(mend));
                    what
                } else {
                    what
                }
            }
        };
        let what = format!("this is not valid TOML: {what}");
        let diagnostic = SourceDiagnostic::error(what, Some(span));
        self.diagnostics.push(SourceDiagnostic { label, help, ..diagnostic });
    }

    /// Returns what is written a second time at a place, and where it was first.
    fn first_written(&self, second: &SourceSpan) -> Option<SecondKey> {
        let (number, _) = second.start();
        let header = |line: &str| {
            let line = line.trim();
            let inner = line.strip_prefix('[')?.split_once(']')?.0;
            (!line.starts_with("[[") && !inner.is_empty()).then(|| inner.trim().to_owned())
        };
        let line = |number: usize| second.file.line(number);
        let first_header = |name: &str, before: usize| {
            (1..before).find(|at| header(line(*at)).as_deref() == Some(name))
        };
        if let Some(name) = header(line(number)) {
            let listed = |at: &usize| line(*at).trim().starts_with(&format!("[[{name}]]"));
            let first = first_header(&name, number).or_else(|| (1..number).find(listed))?;
            return Some(SecondKey::OfATable(name, first));
        }
        let start = (1..number).rev().find(|at| line(*at).trim_start().starts_with('['));
        if let Some((name, at)) = start.and_then(|at| Some((header(line(at))?, at)))
            && first_header(&name, at).is_some()
        {
            return Some(SecondKey::WithinATable);
        }
        let key = |line: &str| Some(line.split_once('=')?.0.trim().to_owned());
        let name = key(line(number))?;
        let first =
            (start.unwrap_or(0) + 1..number).find(|at| key(line(*at)).as_ref() == Some(&name))?;
        Some(SecondKey::Plain(name, first))
    }

    fn table(&mut self, table: DeTable<'_>, inline: bool) -> SourceTable {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let key_span = self.span(key.span());
            let ends = [key_span.start().0, self.span(value.span()).end().0];
            let lines = ends[0].min(ends[1])..=ends[0].max(ends[1]);
            if self.wrong.iter().any(|line| lines.contains(line)) && !value.get_ref().is_table() {
                continue;
            }
            if let Some(value) = self.value(value) {
                entries.push(TableEntry { key: key.into_inner().into_owned(), key_span, value });
            }
        }
        SourceTable { entries, inline }
    }

    fn array(&mut self, array: DeArray<'_>) -> Vec<Value> {
        array.into_iter().filter_map(|item| self.value(item)).collect()
    }

    fn value(&mut self, value: Spanned<DeValue<'_>>) -> Option<Value> {
        let span = self.span(value.span());
        if self.depth > MAX_DEPTH {
            return self.refuse("the value is nested too deeply", span);
        }
        self.depth += 1;
        let kind = match value.into_inner() {
            DeValue::String(text) => Ok(ValueKind::Text(text.into_owned())),
            DeValue::Boolean(value) => Ok(ValueKind::Boolean(value)),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map(ValueKind::Integer)
                .map_err(|_| "the whole number is too large"),
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(ValueKind::Float(number)),
                _ => Err("the number is not finite"),
            },
            DeValue::Datetime(_) => Err(DATE),
            DeValue::Array(items) => Ok(ValueKind::Array(self.array(items))),
            DeValue::Table(table) => {
                let inline = span.text().starts_with('{');
                Ok(ValueKind::Table(self.table(table, inline)))
            }
        };
        self.depth -= 1;
        match kind {
            Ok(kind) => Some(Value { span, kind }),
            Err(what) => Some(self.replace(what, span)),
        }
    }

    fn refuse(&mut self, what: &str, span: SourceSpan) -> Option<Value> {
        self.diagnostics.push(SourceDiagnostic::error(what, Some(span)));
        None
    }

    /// Reports a value that no ruleset can have. A text stands for it, so that the rest of the
    /// file is checked.
    fn replace(&mut self, what: &str, span: SourceSpan) -> Value {
        let text = span.text().to_owned();
        let help = (what == DATE).then(|| format!("put it in quotes: `\"{text}\"`"));
        let diagnostic = SourceDiagnostic::error(what, Some(span.clone())).maybe_help(help);
        self.diagnostics.push(SourceDiagnostic { recovery: Recovery::ReplacedValue, ..diagnostic });
        Value { span, kind: ValueKind::Text(text) }
    }
}

const DATE: &str = "a ruleset has no dates or times";

/// Returns the opening quotes of a multi-line string that ends with the file.
fn unclosed_multiline(end: &SourceSpan) -> Option<SourceSpan> {
    let text = end.file.text();
    let rest = text.get(end.range.end..)?;
    let opening = ["\"\"\"", "'''"].iter().filter_map(|quotes| text.rfind(quotes)).max()?;
    rest.trim().is_empty().then(|| SourceSpan::new(&end.file, opening..opening + 3))
}
