//! Slips in lines of TOML, and what was meant.

use crate::value::ValueKind;

/// Quotes of word processors.
pub(crate) const TYPOGRAPHIC: [char; 3] = ['\u{201c}', '\u{201d}', '\u{201e}'];

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// What is wrong with a value without quotes, and how to mend it.
pub(crate) fn unquoted_word(word: &str) -> (&'static str, String) {
    let lower = word.to_ascii_lowercase();
    let (no_word, quoted) = ("a string needs quotes", format!("put it in quotes: `\"{word}\"`"));
    match lower.as_str() {
        "true" | "false" => (
            "`true` and `false` have small letters",
            format!("write it in small letters: `{lower}`"),
        ),
        "yes" | "on" => ("a switch is `true` or `false`", "write `true`".to_owned()),
        "no" | "off" => ("a switch is `true` or `false`", "write `false`".to_owned()),
        "none" | "null" | "nil" | "undefined" => {
            let help = "leave the line out, or write a text in quotes: `\"none\"`";
            ("there is no value for nothing", help.to_owned())
        }
        _ => match NUMBERS.iter().position(|name| *name == lower) {
            Some(number) => ("numbers have digits", format!("write `{number}`")),
            None => (no_word, quoted),
        },
    }
}

/// Returns the value that a word without quotes most likely stands for.
pub(crate) fn word_meaning(word: &str) -> ValueKind {
    let lower = word.to_ascii_lowercase();
    match lower.as_str() {
        "true" | "yes" | "on" => ValueKind::Boolean(true),
        "false" | "no" | "off" => ValueKind::Boolean(false),
        _ => match NUMBERS.iter().position(|name| *name == lower) {
            Some(number) => ValueKind::Integer(number as i64),
            None => ValueKind::Text(word.to_owned()),
        },
    }
}

/// Returns a line such as `width: 6` with the sign that TOML has.
pub(crate) fn colon(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':').filter(|_| !line.contains('='))?;
    // JSON has commas between lines.
    let (key, value) = (key.trim().trim_matches('"'), value.trim().trim_end_matches(','));
    let is_plain = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let is_word = value.starts_with(char::is_alphabetic) && !matches!(value, "true" | "false");
    let value = match value.chars().next() {
        Some('{') => value.replace("\":", "\" ="),
        _ if is_word && !value.contains('"') => format!("\"{value}\""),
        _ => value.to_owned(),
    };
    (is_plain && !key.is_empty() && !value.is_empty()).then(|| format!("{key} = {value}"))
}

/// Returns the name in a line such as `board:`, which begins a table in YAML.
pub(crate) fn yaml_table(line: &str) -> Option<&str> {
    let name = line.trim().strip_suffix(':')?;
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    (is_plain && !name.is_empty()).then_some(name)
}

/// Tells whether a key follows at a column, although a list is open there.
pub(crate) fn is_next_key(line: &str, column: usize) -> bool {
    let Some((at, _)) = line.char_indices().nth(column - 1) else { return false };
    let (before, rest) = line.split_at(at);
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let is_key = word > 0 && rest[word..].trim_start().starts_with('=');
    is_key && before.rfind('[') > before.rfind(']')
}

/// Returns the list around a column.
fn list_around(line: &str, column: usize) -> Option<&str> {
    let at = line.char_indices().nth(column - 1)?.0;
    let open = line[..at].rfind('[')? + 1;
    line[open..].split_once(']').map(|(inner, _)| inner)
}

/// Returns the items of the list around a column that have spaces instead of commas between
/// them: `[4 2]`.
pub(crate) fn list_without_commas(line: &str, column: usize) -> Option<Vec<&str>> {
    let items: Vec<&str> = list_around(line, column)?.split_whitespace().collect();
    let is_plain = |item: &&str| item.chars().all(|c| c.is_alphanumeric() || c == '.');
    (items.len() > 1 && items.iter().all(is_plain)).then_some(items)
}

/// Returns the list around a column with quotes around its words: `[c3, d4]`.
pub(crate) fn list_of_words(line: &str, column: usize) -> Option<String> {
    let quoted = |item: &str| {
        let item = item.trim();
        let is_word = item.contains(char::is_alphabetic)
            && item.starts_with(char::is_alphanumeric)
            && item.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
        let is_value = item.parse::<f64>().is_ok() || item.len() > 1 && item.starts_with('"');
        match (is_word, is_value) {
            (true, _) => Some(format!("\"{item}\"")),
            (false, true) => Some(item.to_owned()),
            (false, false) => None,
        }
    };
    let items: Option<Vec<String>> = list_around(line, column)?.split(',').map(quoted).collect();
    Some(format!("[{}]", items?.join(", ")))
}

/// Returns the value of a line that is a number with a decimal comma, with a point instead.
pub(crate) fn decimal_comma(line: &str) -> Option<String> {
    let value = line.split_once('=')?.1.trim();
    let number = value.replacen(',', ".", 1);
    let is_decimal = value.split_once(',').is_some_and(|(_, rest)| !rest.trim().is_empty());
    (is_decimal && number.parse::<f64>().is_ok()).then_some(number)
}

/// Returns the value of a line that looks like a number with several decimal points: `4.8.8`.
pub(crate) fn number_with_points(line: &str) -> Option<&str> {
    let value = line.split_once('=')?.1.split('#').next()?.trim();
    let is_plain = value.chars().all(|c| c.is_ascii_digit() || c == '.');
    (is_plain && value.matches('.').count() > 1).then_some(value)
}

/// Returns the value of a line that ends with a semicolon, without it.
pub(crate) fn before_semicolon(line: &str) -> Option<&str> {
    let value = line.split_once('=')?.1.trim().strip_suffix(';')?.trim();
    crate::parser::parse_value(value).map(|_| value)
}

/// Returns the value of a line that is a number with zeros before it, without them.
pub(crate) fn without_zeros(line: &str) -> Option<&str> {
    let value = line.split_once('=')?.1.split('#').next()?.trim();
    let is_plain = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit());
    let rest = value.trim_start_matches('0');
    is_plain.then_some(if rest.is_empty() { "0" } else { rest })
}

/// Returns how to write the backslash of a text: in names of rulesets another sign stands there.
pub(crate) fn backslash_help(line: &str) -> String {
    match line.split_once('=').filter(|(key, _)| key.trim() == "extends") {
        Some((_, value)) => format!("write `extends = {}`", value.trim().replace('\\', "/")),
        None => "write `\\\\` for a backslash, or put the text between single quotes".to_owned(),
    }
}

/// The lines over which a text may run on.
pub(crate) const TEXT_LINES: usize = 100;

/// Returns the number of the line in which a text in single quotes ends that line `number` begins:
/// the next one with a quote, if no key and no header stands before it.
pub(crate) fn end_of_text(text: &str, number: usize) -> Option<usize> {
    let is_new = |line: &str| {
        let key = line.split_once('=').map(|(key, _)| key.trim());
        let is_key = key.is_some_and(|key| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
            !key.is_empty() && key.chars().all(is_plain)
        });
        is_key || line.trim_start().starts_with('[')
    };
    let mut lines = (1..).zip(text.lines()).skip(number).take(TEXT_LINES);
    let (end, _) = lines.find(|(_, line)| line.contains('"') || is_new(line))?;
    text.lines().nth(end - 1).filter(|line| !is_new(line)).map(|_| end)
}

/// Tells whether a line begins as comments of other languages do.
pub(crate) fn other_comment(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.trim_end();
    ["--", "/*", "*", "%", ";", "!", "<!--"].iter().any(|mark| line.starts_with(mark))
        || line.ends_with("*/")
}

/// Returns a key of several words without quotes.
pub(crate) fn key_with_space(line: &str) -> Option<String> {
    let (key, _) = line.split_once('=')?;
    let key = key.trim();
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    (key.contains(' ') && key.chars().all(is_sign)).then(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_quotes_have_meanings() {
        let check = |word: &str, expected: &str| {
            assert!(unquoted_word(word).1.contains(expected), "{word}: {:?}", unquoted_word(word));
        };
        check("Torus", "`\"Torus\"`");
        check("True", "`true`");
        check("yes", "`true`");
        check("Off", "`false`");
        check("None", "`\"none\"`");
        check("two", "`2`");
    }

    #[test]
    fn lists_of_words_get_quotes() {
        let check = |line: &str, column, expected: Option<&str>| {
            assert_eq!(list_of_words(line, column).as_deref(), expected, "{line}");
        };
        check("blocked = [c3, d4]", 12, Some("[\"c3\", \"d4\"]"));
        check("a = [\"x\", y, 3]", 11, Some("[\"x\", \"y\", 3]"));
        check("a = [x, {}]", 6, None);
        check("a = x", 5, None);
    }

    #[test]
    fn a_comma_at_the_end_of_a_line_is_no_decimal_one() {
        assert_eq!(decimal_comma("width = 1,5").as_deref(), Some("1.5"));
        assert_eq!(decimal_comma("width = 7,"), None);
        assert_eq!(decimal_comma("width = 7"), None);
    }

    #[test]
    fn texts_end_at_the_next_quote() {
        assert_eq!(end_of_text("a = \"x\ny.\"\n", 1), Some(2));
        assert_eq!(end_of_text("a = \"x\nb = \"y\"\n", 1), None);
        assert_eq!(end_of_text("a = \"x\n[b]\n", 1), None);
        assert_eq!(end_of_text("a = \"x\n", 1), None);
    }
}
