//! Keys and tables that a file sets a second time.

use boardloom_contract::PathKey;

use crate::line::{Lexeme, assignment, bare, lexemes, offset, split, within};
use crate::parser::parse_value;
use crate::schema::{Subschema, host};
use crate::source::{SourceFile, SourceSpan};
use crate::syntax::Explanation;

/// Tables whose keys are names that the author chose.
const NAMED_BY_AUTHORS: [&str; 4] =
    ["[board.sites]", "[board.regions]", "[board.roles]", "[start.parts]"];

/// Returns how to mend a key that two lines set: names of an author's own may be confused.
pub(crate) fn keep_one(file: &SourceFile, name: &str, first: usize, second: usize) -> String {
    let keep = format!("keep one of the two lines of `{name}`");
    let mut above = (1..second).rev().map(|at| bare(file.line(at)));
    let header = above.find(|line| line.starts_with('[')).unwrap_or_default();
    let value = |line: usize| assignment(file.line(line)).map(|(_, value)| value);
    match NAMED_BY_AUTHORS.contains(&header) && value(first) != value(second) {
        true => format!("{keep}, or give one of them its right name"),
        false => keep,
    }
}

/// Tells of a table whose name an earlier line of the top level sets to a value.
pub(crate) fn value_of_table(file: &SourceFile, number: usize) -> Option<Explanation> {
    let header = bare(file.line(number));
    let inner = header.strip_prefix("[[").or_else(|| header.strip_prefix('['))?;
    let name = inner.split(['.', ']']).next()?.trim();
    let top = (1..number).take_while(|at| !bare(file.line(*at)).starts_with('['));
    let mut lines = top.filter_map(|at| Some((at, assignment(file.line(at))?)));
    let (first, (_, value)) = lines.find(|(_, (key, _))| *key == name)?;
    if value.starts_with(['{', '[']) {
        return None;
    }
    let parts = Subschema::document(host()).under(&PathKey::Name(name.to_owned()));
    let keys: Vec<&str> = parts.iter().flat_map(|part| part.names()).collect();
    let is_text = parse_value(value).is_some_and(|value| value.is_string());
    let help = match keys.contains(&"rules") && is_text {
        true => format!("write line {first} as `rules = {value}` below `[{name}]`"),
        false => format!("leave line {first} out: the keys of `{name}` stand below `[{name}]`"),
    };
    let label = format!("line {first} sets `{name}` to a value");
    Some(Explanation::new("a table is no value", Some(&label), Some(help)))
}

/// Tells of a key that stands twice within braces on one line.
pub(crate) fn twice_in_braces(second: &SourceSpan) -> Option<Explanation> {
    let (number, column) = second.start();
    let line = second.file.line(number);
    let at = offset(line, column)?;
    let mut open: Vec<usize> = Vec::new();
    for (range, kind) in lexemes(line).take_while(|(range, _)| range.start < at) {
        match kind {
            Lexeme::Sign('[' | '{') => open.push(range.start),
            Lexeme::Sign(']' | '}') => drop(open.pop()),
            _ => {}
        }
    }
    let open = open.pop().filter(|open| line[*open..].starts_with('{'))?;
    let mut entries = split(within(&line[open..])?, ',').into_iter().map(str::trim);
    let name = second.text().trim_matches(['"', '\'']);
    let is_it = |entry: &&str| {
        entry.split_once('=').is_some_and(|(key, _)| key.trim().trim_matches(['"', '\'']) == name)
    };
    let (first, again) = (entries.find(is_it)?, entries.find(is_it)?);
    let help = match first == again {
        true => "leave one of them out".to_owned(),
        false => format!("keep one of the two: `{first}` or `{again}`"),
    };
    let label = format!("`{name}` stands twice in these braces");
    Some(Explanation::new("a key is set twice", Some(&label), Some(help)))
}
