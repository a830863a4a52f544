//! Parses TOML into values with spans.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use boardloom_contract::PathKey;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diagnostics::{Recovery, SourceDiagnostic};
use crate::excess::{MAX_DEPTH, excess};
use crate::inheritance::TABLES;
use crate::line::{Lexeme, assignment, bare, is_name, lexemes};
use crate::line_slips::{LISTS_OF_TABLES, is_invisible, word_before_quote};
use crate::schema::{Subschema, host};
use crate::second_keys::{keep_one, twice_in_braces, value_of_table};
use crate::slips::{TEXT_LINES, end_of_text, word_meaning};
use crate::source::{SourceFile, SourceSpan};
use crate::syntax::{BOTH_ENDS, Explanation, Refusal, THREE_QUOTES};
use crate::unclosed::{blank, blank_unclosed, long_values, mend_ends, mend_half_quotes};
use crate::value::{SourceTable, TableEntry, Value, ValueKind};

/// The largest text in bytes. A ruleset is a page or two; a drawing of a board of
/// a million sites is still smaller.
pub(crate) const LIMIT: usize = 16 << 20;

/// Values over several lines that are left out because of a slip in them.
const MOST_BLANKED: usize = 100;

/// Lines that begin with `//` and are taken for comments.
const MOST_SLASHES: usize = 20;

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
    if let Some(excess) = excess(text) {
        let span = SourceSpan::new(file, excess.at..excess.at);
        return refused(SourceDiagnostic::error(excess.what, Some(span)).label(excess.most));
    }
    let (mut text, slashes) = without_slashes(text);
    let (mut open, mut invisible) = (Vec::new(), Vec::new());
    if !DeTable::parse_recoverable(&text).1.is_empty() {
        invisible = blank_invisible(file, text.to_mut());
        open = mend_half_quotes(file, text.to_mut());
        open.extend(mend_ends(file, text.to_mut()));
        open.extend(blank_unclosed(file, text.to_mut()));
    }
    let (root, errors) = DeTable::parse_recoverable(&text);
    let mut parser = Parser {
        file,
        base: 0,
        diagnostics: Vec::new(),
        depth: 0,
        wrong: Vec::new(),
        words: Vec::new(),
        is_open: false,
    };
    parser.diagnostics.extend(invisible);
    parser.diagnostics.extend(open);
    for at in slashes {
        parser.diagnostics.push(slashes_diagnostic(file, at));
    }
    // Of several errors in a line, the first one is its cause.
    let place = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    let mut errors: Vec<_> = errors.into_iter().collect();
    errors.sort_by_key(place);
    let long = if errors.is_empty() { Vec::new() } else { long_values(&text) };
    let mut told: Vec<Range<usize>> = Vec::new();
    for error in errors {
        let at = place(&error);
        if told.last().is_some_and(|lines| lines.contains(&at)) {
            continue;
        }
        parser.syntax(error.message(), error.span());
        let around = long.get(long.partition_point(|lines| lines.end <= at));
        told.extend(around.filter(|lines| lines.contains(&at)).cloned());
    }
    told.truncate(MOST_BLANKED);
    // What follows a slip within a value of several lines would be read as keys.
    let mut rest = text.clone();
    told.iter().for_each(|lines| blank(rest.to_mut(), lines.clone()));
    let root = if told.is_empty() { root } else { DeTable::parse_recoverable(&rest).0 };
    // An unclosed text or header makes all later lines uncertain.
    let is_open = |line: &usize| file.line(*line).trim_start().starts_with('[');
    let whole = !parser.is_open && !parser.wrong.iter().any(is_open);
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

/// Replaces spaces of other kinds and signs that are not seen by spaces, outside of texts and
/// comments, and reports the first one of each line.
fn blank_invisible(file: &Arc<SourceFile>, text: &mut String) -> Vec<SourceDiagnostic> {
    let signs = lexemes(text).filter_map(|(range, kind)| match kind {
        Lexeme::Sign(sign) if is_invisible(sign) => Some((range.start, sign)),
        _ => None,
    });
    let found: Vec<(usize, char)> = signs.collect();
    for (at, sign) in &found {
        let length = sign.len_utf8();
        text.replace_range(*at..*at + length, &" ".repeat(length));
    }
    let mut told = 0;
    let mut diagnostics = Vec::new();
    for (at, sign) in found {
        let span = SourceSpan::new(file, at..at + sign.len_utf8());
        let line = span.start().0;
        if std::mem::replace(&mut told, line) == line {
            continue;
        }
        let (what, name) = match sign {
            '\u{a0}' => ("a space of another kind", "a non-breaking space"),
            _ if sign.is_whitespace() => ("a space of another kind", "a special space"),
            _ => ("a sign that is not seen", "an invisible sign"),
        };
        let what = format!("this is not valid TOML: {what}");
        let label = format!("{name}, U+{:04X}", sign as u32);
        let help = "delete it, and write a plain space where one is meant";
        diagnostics.push(SourceDiagnostic::error(what, Some(span)).label(label).help(help));
    }
    diagnostics
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
    let (at, kind) = lexemes(line).find_map(|(range, kind)| {
        let is_end = kind == Lexeme::Comment
            || kind == Lexeme::Sign('/') && line[range.start..].starts_with("//");
        is_end.then_some((range.start, kind))
    })?;
    (kind != Lexeme::Comment && line[..at].contains('=')).then_some(at)
}

/// Parses a single value, as it is written after `=`.
pub(crate) fn parse_value(text: &str) -> Option<serde_json::Value> {
    parse_text(text).map(|value| value.to_json())
}

/// Parses a single value, with places in a text of its own.
pub(crate) fn parse_text(text: &str) -> Option<Value> {
    let file = Arc::new(SourceFile::new("", None, text));
    parse_part(&file, 0..text.len())
}

/// Parses a part of a text as a value.
pub(crate) fn parse_part(file: &Arc<SourceFile>, range: Range<usize>) -> Option<Value> {
    let text = &file.text()[range.clone()];
    if text.trim().is_empty() || text.len() > LIMIT || excess(text).is_some() {
        return None;
    }
    let value = DeValue::parse(text).ok()?;
    let (base, diagnostics, wrong) = (range.start, Vec::new(), Vec::new());
    let words = Vec::new();
    let mut parser = Parser { file, base, diagnostics, depth: 0, wrong, words, is_open: false };
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
    /// Words that stand without quotes as whole values.
    words: Vec<SourceSpan>,
    /// Whether a text, list or table is not closed, so that later lines are uncertain.
    is_open: bool,
}

impl Parser<'_> {
    fn span(&self, range: Range<usize>) -> SourceSpan {
        SourceSpan::new(self.file, self.base + range.start..self.base + range.end)
    }

    /// Adds an error of the TOML parser in words for authors.
    fn syntax(&mut self, message: &str, range: Option<Range<usize>>) {
        let mut span = self.span(range.unwrap_or(0..0));
        let (message, expected) = match message.split_once(", expected ") {
            Some((message, "nothing")) => (message, None),
            Some((message, expected)) => (message, Some(expected)),
            None => (message, None),
        };
        let (number, column) = span.start();
        let file = Arc::clone(&span.file);
        let line = file.line(number);
        // One slip makes the rest of its line, and of its value, wrong.
        if self.wrong.contains(&number) {
            return;
        }
        self.wrong.push(number);
        if let Some(at) = slashes_after_value(line) {
            let text = &span.file.text()[..span.range.start];
            let start = text.rfind('\n').map_or(0, |end| end + 1) + at;
            self.diagnostics.push(slashes_diagnostic(&span.file, start));
            return;
        }
        let refusal = Refusal { message, line, column };
        if let Some(explained) = self.lines_below(number) {
            self.report(explained, span);
            return;
        }
        // Without a quote on the line a value is missing, which the parser takes for a text.
        let is_text = message.starts_with("invalid")
            && message.contains("string")
            && match expected {
                Some("`\"`") => true,
                Some("`'`") => line.contains('\'') || message.contains("multi-line"),
                _ => false,
            };
        let explained = match (is_text, message) {
            (true, _) => self.unclosed_text(refusal, &mut span),
            (false, "duplicate key") => match self.twice(&mut span) {
                Some(explained) => explained,
                None => return,
            },
            (false, message) if message.starts_with("cannot extend") => {
                let explained = self.extended(number).or_else(|| value_of_table(self.file, number));
                explained.unwrap_or_else(|| refusal.explain())
            }
            (false, _) => refusal.explain(),
        };
        if let Some(word) = &explained.word {
            let start = file.line_start(number);
            let at = start + line.rfind(word.as_str()).unwrap_or_default();
            span.range = at..at + word.len();
            self.words.push(span.clone());
        }
        self.report(explained, span);
    }

    fn report(&mut self, explained: Explanation, span: SourceSpan) {
        self.is_open |= explained.is_open;
        let what = format!("this is not valid TOML: {}", explained.what);
        let diagnostic = SourceDiagnostic::error(what, Some(span));
        let Explanation { label, help, word, .. } = explained;
        let recovery = if word.is_some() { Recovery::UnquotedWord } else { Recovery::None };
        self.diagnostics.push(SourceDiagnostic { label, help, recovery, ..diagnostic });
    }

    /// Tells slips that make the lines below wrong too: a drawing without quotes, and a comment of
    /// other languages.
    fn lines_below(&mut self, number: usize) -> Option<Explanation> {
        let line = bare(self.file.line(number));
        let below = self.file.text().lines().skip(number).take(TEXT_LINES);
        if line.starts_with("/*") && !line.contains("*/") {
            let count = below.take_while(|line| !line.contains("*/")).count();
            self.wrong.extend(number + 1..=number + 1 + count);
            let help = "comments begin with `#`, on each line".to_owned();
            return Some(Explanation::new("this begins no comment", None, Some(help)));
        }
        let key = line.strip_suffix('=')?.trim();
        let is_row = |line: &&str| {
            let line = bare(line);
            !line.is_empty() && !line.starts_with('[') && !line.contains('=')
        };
        let count = below.take_while(is_row).count();
        self.wrong.extend(number + 1..=number + count);
        let help = format!("put them between three quotes: `{key} = \"\"\"`, the lines, `\"\"\"`");
        (count > 0 && is_name(key)).then(|| Explanation::new(THREE_QUOTES, None, Some(help)))
    }

    /// Tells what is wrong with a text that ends nowhere, and moves the place to its beginning.
    fn unclosed_text(&mut self, refusal: Refusal<'_>, span: &mut SourceSpan) -> Explanation {
        let (number, _) = span.start();
        let unclosed = |label: String| Explanation {
            is_open: true,
            ..Explanation::new("a string is not closed", Some(&label), None)
        };
        if let Some(slip) = refusal.quotes() {
            return slip;
        }
        if let Some(word) = word_before_quote(refusal.line, refusal.column) {
            let help = Some(format!("write `{word}`"));
            return Explanation::new(BOTH_ENDS, None, help);
        }
        if let Some(opening) = unclosed_multiline(span) {
            let line = opening.start().0;
            *span = opening;
            return unclosed(format!("this string, opened at line {line}, is never closed"));
        }
        if let Some(end) = end_of_text(self.file.text(), number) {
            self.wrong.extend(number + 1..=end);
            let help = "begin and end it with three quotes: `\"\"\"`".to_owned();
            return Explanation::new(THREE_QUOTES, Some("expected a quote"), Some(help));
        }
        unclosed("expected a quote".to_owned())
    }

    /// Tells what stands a second time; `None` if that was told.
    fn twice(&self, span: &mut SourceSpan) -> Option<Explanation> {
        // Below a header that is not closed, keys belong to the table above it.
        let is_open = |line: &usize| {
            let line = bare(self.file.line(*line));
            line.starts_with('[') && !line.ends_with(']')
        };
        let number = span.start().0;
        if self.wrong.iter().any(|line| *line < number && is_open(line)) {
            return None;
        }
        if let Some(explained) = self.single_before_list(span) {
            let is_told = self.diagnostics.iter().any(|it| it.span.as_ref() == Some(&*span));
            return (!is_told).then_some(explained);
        }
        let explained = |what: &'static str, label: String, help: String| {
            Some(Explanation::new(what, Some(&label), Some(help)))
        };
        let is_told = value_of_table(self.file, number).or_else(|| twice_in_braces(span));
        if is_told.is_some() {
            return is_told;
        }
        match self.first_written(span) {
            Some(SecondKey::OfATable(name, first)) => {
                let help = match LISTS_OF_TABLES.contains(&name.as_str()) {
                    true => format!("each block begins with two brackets: `[[{name}]]`"),
                    false => format!("`[{name}]` begins at line {first}: add these keys there"),
                };
                explained("a table is written twice", "this is the second time".to_owned(), help)
            }
            Some(SecondKey::Plain(name, first)) => explained(
                "a key is set twice",
                format!("line {first} sets it already"),
                keep_one(self.file, &name, first, span.start().0),
            ),
            // Its table is written twice, which was said there.
            Some(SecondKey::WithinATable) => None,
            None => {
                let help = "write each key and each table once".to_owned();
                Some(Explanation::new("a key is set twice", None, Some(help)))
            }
        }
    }

    /// Tells how a dotted key joins the table in braces that an earlier line sets.
    fn extended(&self, number: usize) -> Option<Explanation> {
        let (key, value) = assignment(self.file.line(number))?;
        let (table, inner) = key.split_once('.')?;
        let table = table.trim();
        let lines = (1..number).rev().take_while(|at| !bare(self.file.line(*at)).starts_with('['));
        let mut first = lines.filter_map(|at| Some((at, assignment(self.file.line(at))?)));
        let (first, (_, braces)) = first.find(|(_, (other, _))| *other == table)?;
        let keys = braces.strip_prefix('{')?.strip_suffix('}')?.trim();
        let whole = format!("{{ {keys}, {} = {value} }}", inner.trim());
        parse_value(&whole)?;
        let what = "a table in braces is whole";
        let label = format!("line {first} sets `{table}` already");
        let help = format!("write `{table} = {whole}` there, and leave this line out");
        Some(Explanation::new(what, Some(&label), Some(help)))
    }

    /// Tells of a list of tables whose first header has one bracket, and moves the place there.
    fn single_before_list(&self, span: &mut SourceSpan) -> Option<Explanation> {
        let (number, _) = span.start();
        let line = bare(self.file.line(number));
        let name = line.strip_prefix("[[")?.strip_suffix("]]")?.trim();
        let is_first = |line: &str| {
            let inner = bare(line).strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            inner.is_some_and(|inner| inner.trim() == name)
        };
        let is_inner = |line: &str| {
            let inner = bare(line).strip_prefix('[').unwrap_or_default();
            inner.split(['.', ']']).next().is_some_and(|it| it.trim() == name)
                && inner.contains('.')
        };
        let is_block = |line: &str| bare(line).starts_with("[[");
        let Some(first) = (1..number).find(|at| is_first(self.file.line(*at))) else {
            let inner = (1..number).find(|at| is_inner(self.file.line(*at)))?;
            let is_listed = |at: usize| bare(self.file.line(at)) == line;
            if is_block(self.file.line(inner)) || (1..inner).any(is_listed) {
                return None;
            }
            let header = bare(self.file.line(inner));
            let label = format!("line {inner} begins `{header}` before it");
            let help = format!("move `{header}` with its keys below its `{line}`");
            return Some(Explanation::new(
                "a part of a block stands above it",
                Some(&label),
                Some(help),
            ));
        };
        let is_single = Subschema::document(host()).under(&PathKey::Name(name.to_owned()));
        if TABLES.contains(&name) || is_single.iter().any(|part| part.takes("object")) {
            let help = format!("`[{name}]` begins at line {first}: add these keys there");
            return Some(Explanation::new("a table is written twice", None, Some(help)));
        }
        let start = self.file.line_start(first);
        let indent = self.file.line(first).len() - self.file.line(first).trim_start().len();
        span.range = start + indent..start + bare(self.file.line(first)).len() + indent;
        let label = format!("this begins a single table, line {number} a list of them");
        let help = Some(format!("write `[[{name}]]` here too"));
        Some(Explanation::new("a block of a list has two brackets", Some(&label), help))
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
        let table = start.and_then(|at| header(line(at)));
        if let Some(at) = table.and_then(|it| first_header(&format!("{it}.{name}"), number)) {
            return Some(SecondKey::Plain(name, at));
        }
        let is_it = |other: &str| {
            other == name || other.strip_prefix(&name).is_some_and(|rest| rest.starts_with('.'))
        };
        let first = (start.unwrap_or(0) + 1..number)
            .find(|at| key(line(*at)).is_some_and(|other| is_it(&other)))?;
        Some(SecondKey::Plain(name, first))
    }

    fn table(&mut self, table: DeTable<'_>, inline: bool) -> SourceTable {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let key_span = self.span(key.span());
            let ends = [key_span.start().0, self.span(value.span()).end().0];
            let lines = ends[0].min(ends[1])..=ends[0].max(ends[1]);
            let is_value =
                !value.get_ref().is_table() || self.span(value.span()).text().starts_with('{');
            if self.wrong.iter().any(|line| lines.contains(line)) && is_value {
                let is_here = |word: &&SourceSpan| word.start().0 == key_span.start().0;
                if let Some(word) = self.words.iter().find(is_here) {
                    let value = Value { span: word.clone(), kind: word_meaning(word.text()) };
                    let key = key.into_inner().into_owned();
                    entries.push(TableEntry { key, key_span, value });
                }
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
