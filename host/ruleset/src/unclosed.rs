//! Lists and tables in braces that are never closed: the next key or header at the margin tells.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostics::SourceDiagnostic;
use crate::line::{Lexeme, bare, lexemes};
use crate::line_slips::{value_in_comment, word_before_quote};
use crate::slips::end_of_text;
use crate::source::{SourceFile, SourceSpan};
use crate::syntax::{BOTH_ENDS, Explanation, THREE_QUOTES};

/// Texts with one quote at their beginning that are mended.
const MOST_TEXTS: usize = 20;

/// A value whose bracket is never closed.
struct Unclosed {
    /// The first byte of the line of its key, and the byte after its last line.
    lines: Range<usize>,
    /// The innermost open bracket.
    bracket: usize,
    /// A text within that is not closed on its line: the cause.
    text: Option<Range<usize>>,
}

/// A brace that closes a list.
struct WrongEnd {
    brace: usize,
    bracket: usize,
}

/// Closes lists with `]` that have a brace at their end, which would run on over all later lines,
/// and reports each.
pub(crate) fn mend_ends(file: &Arc<SourceFile>, text: &mut String) -> Vec<SourceDiagnostic> {
    let ends = find(text).1;
    let told = ends.into_iter().map(|WrongEnd { brace, bracket }| {
        text.replace_range(brace..=brace, "]");
        let line = SourceSpan::new(file, bracket..bracket + 1).start().0;
        let what = "this is not valid TOML: a list is closed by `}`";
        let diagnostic =
            SourceDiagnostic::error(what, Some(SourceSpan::new(file, brace..brace + 1)));
        diagnostic.label("expected `]`").help(format!("the list of line {line} closes with `]`"))
    });
    told.collect()
}

/// Blanks the values whose brackets are never closed, which would make all following lines wrong,
/// and reports each.
pub(crate) fn blank_unclosed(file: &Arc<SourceFile>, text: &mut String) -> Vec<SourceDiagnostic> {
    let mut diagnostics = Vec::new();
    for found in find(text).0 {
        let lines =
            text[found.lines.clone()].split_inclusive('\n').scan(found.lines.start, |at, line| {
                *at += line.len();
                Some((*at - line.len(), line))
            });
        let in_comment = lines.into_iter().find_map(|(at, line)| {
            let word = value_in_comment(line)?;
            let start = at + line.find(word)?;
            Some((start..start + word.len(), word.to_owned()))
        });
        if let Some((place, word)) = in_comment {
            let explained = Explanation::of_comment(&word);
            let what = format!("this is not valid TOML: {}", explained.what);
            let diagnostic = SourceDiagnostic::error(what, Some(SourceSpan::new(file, place)));
            diagnostics.push(diagnostic.maybe_help(explained.help));
            blank(text, found.lines);
            continue;
        }
        let (what, label, place, help) = match found.text {
            Some(place) => {
                let span = SourceSpan::new(file, place.clone());
                let (line, column) = span.start();
                let label = "expected a quote".to_owned();
                if let Some((inner, word)) = quote_before_comma(file, line, &place) {
                    let what = "this is not valid TOML: a string is not closed";
                    let told = SourceDiagnostic::error(what, Some(SourceSpan::new(file, inner)));
                    diagnostics.push(told.label(label).help(format!("write `\"{word}\"`")));
                    blank(text, found.lines);
                    continue;
                }
                match word_before_quote(file.line(line), column) {
                    Some(word) => (BOTH_ENDS, label, place, Some(format!("write `{word}`"))),
                    None => ("a string is not closed", label, place, None),
                }
            }
            None => {
                let is_list = text[found.bracket..].starts_with('[');
                let (kind, close) = if is_list { ("list", ']') } else { ("table", '}') };
                let bracket = SourceSpan::new(file, found.bracket..found.bracket + 1);
                let line = bracket.start().0;
                let label = format!("this {kind}, opened at line {line}, is never closed");
                let what = if is_list { "a list is not closed" } else { "braces are not closed" };
                (what, label, bracket.range, Some(format!("add `{close}` at its end")))
            }
        };
        let what = format!("this is not valid TOML: {what}");
        let diagnostic = SourceDiagnostic::error(what, Some(SourceSpan::new(file, place)));
        diagnostics.push(diagnostic.label(label).maybe_help(help));
        blank(text, found.lines);
    }
    diagnostics
}

/// Returns the place and the word of a string of a list that lacks its quote before a comma, in the
/// line of a later one that seems open: `["d3, "e4"]`.
fn quote_before_comma(
    file: &Arc<SourceFile>,
    line: usize,
    open: &Range<usize>,
) -> Option<(Range<usize>, String)> {
    let text = file.line(line);
    let start = open.start + 1 - SourceSpan::new(file, open.clone()).start().1;
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let pairs = quotes.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    for (from, to) in pairs {
        let inner = text[from + 1..to].trim_end();
        let is_glued = text[to + 1..].starts_with(|next: char| next.is_alphanumeric());
        if let Some(word) = inner.strip_suffix(',').filter(|word| is_glued && !word.is_empty()) {
            let at = start + from;
            return Some((at..at + 1 + word.len(), word.to_owned()));
        }
    }
    None
}

/// Opens texts over several lines with three quotes that have one at their beginning and three at
/// their end, which would turn all later texts inside out, and reports each.
pub(crate) fn mend_half_quotes(file: &Arc<SourceFile>, text: &mut String) -> Vec<SourceDiagnostic> {
    let mut diagnostics = Vec::new();
    while diagnostics.len() < MOST_TEXTS {
        let now: &str = text;
        let ends_with_three = |at: usize| {
            let number = SourceSpan::new(file, at..at + 1).start().0;
            let end = end_of_text(now, number).and_then(|end| now.lines().nth(end - 1));
            end.is_some_and(|line| line.trim_end().ends_with("\"\"\""))
        };
        let single = lexemes(now).find(|(range, kind)| {
            *kind == Lexeme::Text
                && &now[range.clone()] == "\""
                && now[..range.start].ends_with(" = ")
                && ends_with_three(range.start)
        });
        let Some((Range { start: at, .. }, _)) = single else { break };
        // As long as before, so that all places stay.
        text.replace_range(at - 3..=at, "=\"\"\"");
        let what = format!("this is not valid TOML: {THREE_QUOTES}");
        let diagnostic = SourceDiagnostic::error(what, Some(SourceSpan::new(file, at..at + 1)));
        diagnostics.push(diagnostic.help("begin it with three quotes: `\"\"\"`"));
    }
    diagnostics
}

/// Replaces all signs of lines by spaces.
pub(crate) fn blank(text: &mut String, lines: Range<usize>) {
    let blank: String = text[lines.clone()]
        .chars()
        .flat_map(|c| {
            let (sign, count) = if c == '\n' { ('\n', 1) } else { (' ', c.len_utf8()) };
            std::iter::repeat_n(sign, count)
        })
        .collect();
    text.replace_range(lines, &blank);
}

/// Returns the values with brackets over several lines, each from the line of its key to its last
/// one, in order.
pub(crate) fn long_values(text: &str) -> Vec<Range<usize>> {
    let (mut values, mut start, mut header_end) = (Vec::new(), 0, 0);
    let (mut depth, mut is_long) = (0usize, false);
    for (range, kind) in lexemes(text).filter(|(_, kind)| matches!(kind, Lexeme::Sign(_))) {
        let at = range.start;
        if at < header_end {
            continue;
        }
        let rest = &text[at..];
        if depth == 0 && at == start && rest.trim_start_matches([' ', '\t']).starts_with('[') {
            // It may be open.
            header_end = at + rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        match kind {
            Lexeme::Sign('\n') if depth == 0 => {
                if std::mem::take(&mut is_long) {
                    values.push(start..at);
                }
                start = at + 1;
            }
            Lexeme::Sign('\n') => is_long = true,
            // Braces around the whole file, as in JSON.
            Lexeme::Sign('{') if depth == 0 && !text[start..at].contains('=') => {}
            Lexeme::Sign('[' | '{') => depth += 1,
            Lexeme::Sign(']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if is_long {
        values.push(start..text.len());
    }
    values
}

fn find(text: &str) -> (Vec<Unclosed>, Vec<WrongEnd>) {
    let (mut found, mut wrong_ends, mut header_end) = (Vec::new(), Vec::new(), 0);
    // The line of the key, the open brackets, the last sign, and an unclosed text.
    let (mut key_line, mut open, mut last, mut cut) = (0, Vec::<usize>::new(), ' ', None);
    let mut is_line_start = true;
    for (range, kind) in lexemes(text) {
        let at = range.start;
        if at < header_end {
            continue;
        }
        if std::mem::take(&mut is_line_start) {
            let line = text[at..].lines().next().unwrap_or_default();
            if let Some(bracket) = open.last().copied()
                && ends_value(line, text[bracket..].starts_with('['), last)
            {
                found.push(Unclosed { lines: key_line..at, bracket, text: cut.take() });
                open.clear();
            }
            if open.is_empty() {
                (key_line, cut) = (at, None);
                if line.trim_start().starts_with('[') {
                    header_end = at + line.len();
                    continue;
                }
            }
        }
        match kind {
            Lexeme::Comment => {}
            Lexeme::Text => {
                let string = &text[range.clone()];
                last = if string.starts_with('"') { '"' } else { '\'' };
                if (string.len() < 2 || !string.ends_with(last)) && cut.is_none() {
                    cut = Some(range);
                }
            }
            Lexeme::Sign(sign) => {
                match sign {
                    '\n' => is_line_start = true,
                    // A name and a brace are a header of another language.
                    '{' if open.is_empty() && !text[key_line..at].contains('=') => {}
                    '[' | '{' => open.push(at),
                    ']' | '}' => {
                        if sign == '}'
                            && let Some(bracket) = open.last().copied()
                            && !open.iter().any(|it| text[*it..].starts_with('{'))
                            && ends_line(text, at)
                        {
                            wrong_ends.push(WrongEnd { brace: at, bracket });
                            open.pop();
                        }
                        // A table's end closes a list within, too: that one is told elsewhere.
                        let opener = if sign == ']' { '[' } else { '{' };
                        while open.pop().is_some_and(|it| !text[it..].starts_with(opener)) {}
                    }
                    _ => {}
                }
                if !sign.is_whitespace() {
                    last = sign;
                }
            }
        }
    }
    if let Some(bracket) = open.last().copied() {
        found.push(Unclosed { lines: key_line..text.len(), bracket, text: cut });
    }
    (found, wrong_ends)
}

/// Tells whether a brace is the last sign of its line and stands behind no key, which a table
/// without its first brace would have.
fn ends_line(text: &str, brace: usize) -> bool {
    let start = text[..brace].rfind(['\n', ',', '[', ']', '{', '}']).map_or(0, |at| at + 1);
    let rest = text[brace + 1..].lines().next().unwrap_or_default();
    bare(rest).is_empty() && !text[start..brace].contains('=')
}

/// Tells whether a line can stand only after the end of an open list, or of a table in braces.
/// `last` is the last sign before it.
fn ends_value(line: &str, is_list: bool, last: char) -> bool {
    let is_name = |text: &str| {
        let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        !text.is_empty() && text.chars().all(is_sign) && text.contains(char::is_alphabetic)
    };
    let header = line.split('#').next().unwrap_or_default().trim();
    let inner = header.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner =
        inner.map(|it| it.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(it));
    if inner.is_some_and(|name| is_name(name.trim())) {
        return true;
    }
    let is_key = !line.starts_with(char::is_whitespace)
        && line.split_once('=').is_some_and(|(key, _)| is_name(key.trim()));
    // Tables in braces may have a key on each line, with commas between them.
    is_key && (is_list || !matches!(last, ',' | '{'))
}
