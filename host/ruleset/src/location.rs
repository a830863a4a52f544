//! Finds the places of a plugin's diagnostics in the files.

use std::ops::Range;

use boardloom_contract::{Diagnostic, PathKey};

use crate::diagnostics::SourceDiagnostic;
use crate::source::SourceSpan;
use crate::value::{Value, ValueKind, dotted};

/// Adds to a plugin's diagnostic the place in the files that the document was
/// read from.
pub(crate) fn locate(root: &Value, diagnostic: &Diagnostic) -> SourceDiagnostic {
    let mut node = root;
    // The root has no key: that of `plugin` stands for it.
    let mut key = root.table().and_then(|it| it.entry("plugin")).map(|it| &it.key_span);
    let mut depth = 0;
    for step in &diagnostic.path {
        let next = match (step, &node.kind) {
            (PathKey::Name(name), ValueKind::Table(table)) => {
                table.entry(name).map(|entry| (&entry.value, Some(&entry.key_span)))
            }
            (PathKey::Index(index), ValueKind::Array(items)) => {
                items.get(*index as usize).map(|item| (item, None))
            }
            _ => None,
        };
        let Some((inner, inner_key)) = next else { break };
        (node, key) = (inner, inner_key);
        depth += 1;
    }
    let complete = depth == diagnostic.path.len();
    let span = match (key, diagnostic.inside) {
        (Some(key), _) if diagnostic.on_key || depth == 0 => key.clone(),
        (_, Some(inside)) if complete => within(node, inside).unwrap_or_else(|| node.span.clone()),
        _ => node.span.clone(),
    };
    let mut located = SourceDiagnostic::error(&diagnostic.what.text, Some(span));
    located.severity = diagnostic.severity;
    located.key = dotted(&diagnostic.path);
    if !complete {
        located.label = Some(format!("`{}` is not given", located.key));
    }
    located.help = diagnostic.hint.as_ref().map(|hint| hint.text.clone());
    located
}

/// Returns the span of a part of a string, given in bytes of its value.
fn within(node: &Value, (from, to): (u32, u32)) -> Option<SourceSpan> {
    let text = node.text()?;
    let starts = offsets(node.span.text(), text)?;
    let at = |offset: u32| starts.get(offset as usize).or(starts.last()).copied();
    let from_byte = at(from)?;
    // The end of the last character, not the start of the next: a line break or
    // an escape may lie between.
    let to_byte = match to > from {
        true => at(to - 1).map(|last| last.max(from_byte) + 1)?,
        false => from_byte,
    };
    let base = node.span.range.start;
    let last = node.span.file.floor(base + to_byte);
    let end = if last < base + to_byte { after(node, last) } else { base + to_byte };
    let mut span = SourceSpan::new(&node.span.file, base + from_byte..end);
    if let Some(line_end) = span.text().find('\n') {
        span.range.end = span.range.start + line_end;
    }
    Some(span)
}

/// Returns the end of the character at an offset.
fn after(node: &Value, offset: usize) -> usize {
    let rest = &node.span.file.text()[offset..];
    offset + rest.chars().next().map_or(0, char::len_utf8)
}

/// Returns, for every byte of a string's value and its end, the offset in the
/// source text that it came from, or `None` if the two do not agree.
fn offsets(written: &str, value: &str) -> Option<Vec<usize>> {
    let (quote, multiline) = match written {
        it if it.starts_with("\"\"\"") => (3, true),
        it if it.starts_with("'''") => (3, true),
        it if it.starts_with(['"', '\'']) => (1, false),
        _ => return None,
    };
    let escapes = written.starts_with('"');
    let mut starts = Vec::with_capacity(value.len() + 1);
    let end = written.len().checked_sub(quote)?;
    let mut at = quote;
    if multiline {
        let body = &written[quote..];
        at += if body.starts_with("\r\n") { 2 } else { usize::from(body.starts_with('\n')) };
    }
    while at < end {
        let rest = &written[at..end];
        let (length, bytes) = match escapes && rest.starts_with('\\') {
            true => escape(rest)?,
            false => {
                let length = rest.chars().next()?.len_utf8();
                (length, length)
            }
        };
        let plain = length == bytes && !rest.starts_with('\\');
        starts.extend((0..bytes).map(|byte| if plain { at + byte } else { at }));
        at += length;
    }
    starts.push(end);
    (starts.len() == value.len() + 1).then_some(starts)
}

/// Returns the length of an escape sequence in the source and in the value.
fn escape(rest: &str) -> Option<(usize, usize)> {
    let digits = |range: Range<usize>| {
        let code = u32::from_str_radix(rest.get(range.clone())?, 16).ok()?;
        Some((range.end, char::from_u32(code)?.len_utf8()))
    };
    match rest.as_bytes().get(1)? {
        b'x' => digits(2..4),
        b'u' => digits(2..6),
        b'U' => digits(2..10),
        b'\n' | b'\r' | b' ' | b'\t' => {
            // A backslash at the end of a line skips to the next visible character.
            let folded = rest[1..].trim_start_matches([' ', '\t', '\n', '\r']);
            Some((rest.len() - folded.len(), 0))
        }
        _ => Some((2, 1)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use boardloom_contract::{Message, Severity};

    use super::*;
    use crate::parser::parse;
    use crate::source::SourceFile;

    #[test]
    fn a_part_of_a_string_is_found_behind_escapes_and_folds() {
        let check = |text: &str, inside: (u32, u32), expected: &str, position: (usize, usize)| {
            let file = Arc::new(SourceFile::new("it", None, text));
            let root = parse(&file).root.expect("the text is TOML");
            let diagnostic = Diagnostic {
                severity: Severity::Error,
                path: vec![PathKey::Name("a".into())],
                on_key: false,
                inside: Some(inside),
                what: Message::new("x", "x"),
                hint: None,
            };
            let span = locate(&root, &diagnostic).span.expect("it has a place");
            assert_eq!((span.text(), span.start()), (expected, position), "{text} {inside:?}");
        };
        check("a = \"x5o\"", (2, 3), "o", (1, 8));
        check("a = 'x5o'", (0, 1), "x", (1, 6));
        check("a = \"\\tx\\u00e4o\"", (1, 2), "x", (1, 8));
        check("a = \"\\tx\\u00e4o\"", (2, 4), "\\", (1, 9));
        check("a = \"\\tx\\u00e4o\"", (4, 5), "o", (1, 15));
        check("a = \"\"\"\nrow one\nrow two\"\"\"", (8, 11), "row", (3, 1));
        check("a = \"\"\"\r\nrow one\r\nrow two\"\"\"", (9, 12), "row", (3, 1));
        check("a = \"\"\"\\\n   one \\\n  two\"\"\"", (4, 7), "two", (3, 3));
        check("a = '''\nä1\nb2'''", (0, 2), "ä", (2, 1));
        check("a = '''\nä1\nb2'''", (4, 6), "b2", (3, 1));
        check("a = '''\nä1\nb2'''", (0, 6), "ä1", (2, 1));
        check("a = \"xyz\"", (7, 9), "\"", (1, 9));
        check("a = \"\"", (0, 0), "", (1, 6));
    }
}
