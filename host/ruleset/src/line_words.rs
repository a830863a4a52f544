//! Lines with words and signs of other languages, and the line as it was meant.

use crate::line::{assignment, bare, is_name, offset, within};
use crate::parser::parse_value;

/// Words that begin an assignment elsewhere.
const DECLARATIONS: [&str; 9] =
    ["set", "let", "var", "const", "my", "def", "local", "define", "global"];

/// Words that end a block elsewhere.
const ENDS: [&str; 6] = ["end", "endif", "fi", "done", "endtable", "endsection"];

/// Returns a line with a key and its value.
fn keyed(line: &str) -> Option<String> {
    let (key, value) = assignment(line)?;
    (is_name(key) && parse_value(value).is_some()).then(|| format!("{key} = {value}"))
}

/// Returns an entry of a list that begins with a dash or a star, with its comma.
pub(crate) fn bullet(line: &str) -> Option<String> {
    let line = bare(line);
    let value = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))?.trim();
    let value = value.trim_end_matches(',');
    // `- 3` is a number.
    (value.starts_with(['"', '\'', '[', '{']) && parse_value(value).is_some())
        .then(|| format!("{value},"))
}

/// Returns a line without `=` between key and value: `format 1`, `topology is "grid"`.
pub(crate) fn without_equals(line: &str) -> Option<String> {
    let (key, value) =
        bare(line).split_once(char::is_whitespace).filter(|_| !line.contains('='))?;
    let value = value.trim();
    let words = ["is ", "equals ", "to ", "as "];
    let value = words.iter().find_map(|word| value.strip_prefix(word)).unwrap_or(value);
    let key = if matches!(key, "include" | "import" | "inherit") { "extends" } else { key };
    keyed(&format!("{key} = {value}"))
}

/// Returns a line such as `let width = 7` without its first word.
pub(crate) fn without_declaration(line: &str) -> Option<String> {
    let (word, rest) = bare(line).split_once(char::is_whitespace)?;
    DECLARATIONS.contains(&word).then(|| keyed(rest)).flatten()
}

/// Tells whether a line is a word that ends a block in other languages.
pub(crate) fn is_end(line: &str) -> bool {
    ENDS.contains(&bare(line).trim_end_matches(';').to_lowercase().as_str())
}

/// Returns a line whose key has a sign before it: `$width = 7`.
pub(crate) fn without_sign(line: &str) -> Option<String> {
    keyed(bare(line).strip_prefix(['$', '@', '%', '&', '*', '+', '>', '|', '?', '~'])?)
}

/// Returns a line that stands in quotes whole: `"width = 7"`.
pub(crate) fn in_quotes(line: &str) -> Option<String> {
    let line = bare(line);
    let inner = line.strip_prefix('"')?.strip_suffix('"')?;
    keyed(inner).filter(|_| !inner.contains('"'))
}

/// Returns the header at the beginning of a line, and the key with its value behind it.
pub(crate) fn key_behind_header(line: &str) -> Option<(&str, String)> {
    let line = bare(line);
    let end = line.find(']')? + 1;
    let end = if line[end..].starts_with(']') { end + 1 } else { end };
    let (header, rest) = line.split_at(end);
    let is_header = header.starts_with('[') && is_name(header.trim_matches(['[', ']', ' ']));
    let rest = rest.trim();
    let is_second = rest.starts_with('[') && rest.ends_with(']');
    let key = if is_second { Some(rest.to_owned()) } else { keyed(rest) };
    Some((header, key.filter(|_| is_header)?))
}

/// Returns a header whose names have another sign between them than a point: `[look/roles]`.
pub(crate) fn header_with_points(line: &str) -> Option<String> {
    let line = bare(line);
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let list = inner.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let names: Vec<&str> = list
        .unwrap_or(inner)
        .split([' ', '/', ':', '>', '\\', ',', '|'])
        .filter(|name| !name.is_empty())
        .collect();
    if names.len() < 2 || !names.iter().all(|name| is_name(name)) {
        return None;
    }
    let name = names.join(".");
    Some(if list.is_some() { format!("[[{name}]]") } else { format!("[{name}]") })
}

/// Returns a line with a dash in place of `=`, once its signs are plain.
pub(crate) fn dash_for_equals(line: &str) -> Option<String> {
    let (key, value) = bare(line).split_once(" - ").filter(|_| !line.contains('='))?;
    keyed(&format!("{key} = {value}"))
}

/// Returns the name of a list within a list at a column: `window` of `[[0, 0]], window = [[2, 2]]`.
pub(crate) fn name_in_list(line: &str, column: usize) -> Option<&str> {
    let at = offset(line, column)?;
    let before = line[..at].trim();
    let before = before.split_once('=').map_or(before, |(_, list)| list.trim());
    let (name, value) = line[at..].split_once('=')?;
    let value = value.trim_start();
    let is_list = value.starts_with('[') && within(value).is_some();
    // The list begins on this line or on an earlier one.
    let is_within = ["", "["].iter().any(|open| {
        let list = format!("{open}{}]", before.trim_end_matches(','));
        let list = parse_value(&list);
        list.is_some_and(|list| {
            list.as_array().and_then(|list| list.last()).is_some_and(|last| last.is_array())
        })
    });
    (is_name(name.trim()) && is_list && is_within && before.ends_with(',')).then(|| name.trim())
}

/// Returns a line such as `range = [5 - 25]` with a comma: elsewhere that is a calculation.
pub(crate) fn range_with_a_dash(line: &str) -> Option<String> {
    let (key, value) = assignment(line).filter(|(key, _)| *key == "range")?;
    let inner = value.trim_matches(['[', ']', ' ']);
    let (low, high) = inner.split_once(['-', '\u{2013}'])?;
    let [low, high] = [low, high].map(str::trim);
    let [first, last] = [low, high].map(|number| number.parse::<f64>().ok());
    let is_rising = first.zip(last).is_some_and(|(first, last)| first < last);
    is_rising.then(|| format!("{key} = [{low}, {high}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_languages_are_mended() {
        let check = |mended: Option<String>, expected: &str| {
            assert_eq!(mended.as_deref(), Some(expected));
        };
        check(bullet("  - \"c3\""), "\"c3\",");
        assert_eq!(bullet("- 3"), None);
        check(without_equals("format 1"), "format = 1");
        check(without_equals("topology is \"grid\""), "topology = \"grid\"");
        assert_eq!(without_equals("a word too many"), None);
        check(without_declaration("let width = 7"), "width = 7");
        assert_eq!(without_declaration("max depth = 7"), None);
        assert!(is_end("END;") && !is_end("end = 3"));
        check(without_sign("$width = 7"), "width = 7");
        check(in_quotes("\"width = 7\""), "width = 7");
        assert_eq!(in_quotes("\"a\" = \"b\""), None);
        let behind = key_behind_header("[board] width = 7");
        assert_eq!(behind, Some(("[board]", "width = 7".to_owned())));
        let behind = key_behind_header("[look] [look.roles]");
        assert_eq!(behind, Some(("[look]", "[look.roles]".to_owned())));
        assert_eq!(key_behind_header("[board]"), None);
        check(header_with_points("[look roles]"), "[look.roles]");
        check(header_with_points("[[rules/goals]]"), "[[rules.goals]]");
        assert_eq!(header_with_points("[look.roles]"), None);
        check(dash_for_equals("width - 7"), "width = 7");
        check(range_with_a_dash("range = [5 - 25]"), "range = [5, 25]");
        assert_eq!(range_with_a_dash("depth = 5 - 2"), None);
        assert_eq!(name_in_list("  [[0, 0], [1, 1]], hut = [[2, 2]],", 21), Some("hut"));
        assert_eq!(name_in_list("cells = [[[0, 0]], hut = [[2, 2]]]", 20), Some("hut"));
        assert_eq!(name_in_list("width = 9, hut = [[2, 2]]", 12), None);
    }
}
