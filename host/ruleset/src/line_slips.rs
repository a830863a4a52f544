//! Slips in a line of TOML that a sign or two mend, and the line as it was meant.

use std::ops::Range;

use crate::line::{
    Lexeme, after_last, assignment, bare, is_key_sign, is_name, lexemes, offset, split, within,
    word_at,
};
use crate::parser::parse_value;

/// The names of lists of tables.
pub(crate) const LISTS_OF_TABLES: [&str; 6] =
    ["players", "options", "lesson", "example", "puzzle", "test"];

/// Signs that look like others: those of word processors, and of Chinese and Japanese keyboards.
const LOOKALIKES: [(char, char); 21] = [
    ('\u{2018}', '"'),
    ('\u{2019}', '"'),
    ('\u{201a}', '"'),
    ('\u{00ab}', '"'),
    ('\u{00bb}', '"'),
    ('\u{2039}', '"'),
    ('\u{203a}', '"'),
    ('\u{2032}', '"'),
    ('\u{2033}', '"'),
    ('`', '"'),
    ('\u{00b4}', '"'),
    ('\u{2212}', '-'),
    ('\u{2013}', '-'),
    ('\u{2014}', '-'),
    ('\u{ff1d}', '='),
    ('\u{ff3b}', '['),
    ('\u{ff3d}', ']'),
    ('\u{ff5b}', '{'),
    ('\u{ff5d}', '}'),
    ('\u{ff0c}', ','),
    ('\u{3001}', ','),
];

/// Returns the sign at a column that looks like another one, that one, and the line with it.
pub(crate) fn lookalike(line: &str, column: usize) -> Option<(char, char, String)> {
    let found = line.chars().nth(column - 1)?;
    let plain = |c: char| LOOKALIKES.iter().find(|(other, _)| *other == c).map(|(_, it)| *it);
    let meant = plain(found)?;
    let mended: String =
        line.chars().map(|c| plain(c).filter(|it| *it == meant).unwrap_or(c)).collect();
    Some((found, meant, mended.trim().to_owned()))
}

/// Tells whether a sign is not seen, or is a space of another kind.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{ad}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{2064}' | '\u{3000}' | '\u{feff}')
}

/// Returns a text that begins with one kind of quote and ends with the other, with one kind.
pub(crate) fn mixed_quotes(line: &str) -> Option<String> {
    let is_cut = |text: &str| text.len() < 2 || !text.ends_with(&text[..1]);
    let texts = lexemes(line).take_while(|(_, kind)| *kind != Lexeme::Comment);
    let mut texts = texts.filter(|(_, kind)| *kind == Lexeme::Text).map(|(range, _)| &line[range]);
    let text = texts.find(|text| is_cut(text))?;
    let first = text.chars().next()?;
    let text = text.trim_end_matches([',', ']', '}', ' ', '\r']);
    let other = if first == '"' { '\'' } else { '"' };
    let inner = text.strip_prefix(first)?.strip_suffix(other)?;
    (!inner.contains(['"', '\'', '='])).then(|| format!("\"{inner}\""))
}

/// Returns the quote within a value that ends it too early, and the line as it was meant.
pub(crate) fn ended_text(line: &str) -> Option<(char, String)> {
    let (key, value) = assignment(line)?;
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let inner = value.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_list = parse_value(&format!("[{value}]")).is_some();
    let apart = format!("{quote} {quote}");
    let is_other = is_list
        || inner.starts_with(quote)
        || inner.contains(&apart)
        || separate_keys(line).is_some();
    if !inner.contains(quote) || is_other || parse_value(value).is_some() {
        return None;
    }
    let other = if quote == '"' { '\'' } else { '"' };
    let text = match inner.contains([other, '\\']) {
        false => format!("{other}{inner}{other}"),
        true => format!("\"{}\"", inner.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    Some((quote, format!("{key} = {text}")))
}

/// Returns a list or a table in braces with `;` between its values, with commas.
pub(crate) fn semicolons(line: &str) -> Option<String> {
    let whole = bare(line);
    // An entry of a list may be a table.
    let value = match whole.starts_with(['[', '{']) {
        true => whole,
        false => assignment(line).map_or(whole, |(_, value)| value),
    };
    let value = value.trim_end_matches(',');
    let part = |(range, kind): (Range<usize>, Lexeme)| match kind {
        Lexeme::Sign(';') => ",",
        _ => &value[range],
    };
    let mended: String = lexemes(value).map(part).collect();
    let is_list = value.starts_with(['[', '{']);
    (is_list && mended != value && parse_value(&mended).is_some()).then_some(mended)
}

/// Returns a time such as `5:00` or `1:30:00` at a column, and its seconds.
pub(crate) fn clock_time(line: &str, column: usize) -> Option<(&str, u32)> {
    let words = [word_at(line, column), assignment(line).map(|(_, value)| value)];
    words.into_iter().flatten().find_map(|word| {
        let parts: Option<Vec<u32>> = word.split(':').map(|part| part.parse().ok()).collect();
        let parts = parts.filter(|parts| (2..=3).contains(&parts.len()))?;
        let is_time = parts[0] < 1000 && parts[1..].iter().all(|part| *part < 60);
        is_time.then(|| (word, parts.iter().fold(0, |sum, part| sum * 60 + part)))
    })
}

/// Returns a number such as `1,500` without its comma, if it may be one with thousands.
pub(crate) fn thousands(number: &str) -> Option<String> {
    let (whole, rest) = number.split_once(['.', ','])?;
    let is_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let is_group = rest.len() == 3 && is_digits(rest);
    let is_whole = (1..=3).contains(&whole.len()) && is_digits(whole) && !whole.starts_with('0');
    (is_group && is_whole).then(|| [whole, rest].concat())
}

/// Returns a list whose values stand without brackets, with them.
pub(crate) fn list_without_brackets(line: &str) -> Option<String> {
    let (key, value) = assignment(line)?;
    let value = value.trim_end_matches(',');
    let list = format!("[{value}]");
    let is_value = parse_value(value).is_some();
    (!is_value && !key.contains(',') && value.contains(',') && parse_value(&list).is_some())
        .then(|| format!("{key} = {list}"))
}

/// Returns the header that a line with a name and other brackets stands for.
pub(crate) fn name_in_brackets(line: &str) -> Option<String> {
    let line = bare(line);
    let inner = |open: &str, close: &str| {
        let name = line.strip_prefix(open)?.strip_suffix(close)?.trim();
        is_name(name).then_some(name)
    };
    let header = |name: &str| match LISTS_OF_TABLES.contains(&name)
        || name.contains('.') && line.starts_with('[')
    {
        true => format!("[[{name}]]"),
        false => format!("[{name}]"),
    };
    let of_lists = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')).map(str::trim);
    let twice = of_lists.and_then(|it| it.strip_prefix('[')).and_then(|it| it.strip_suffix(']'));
    if let Some(name) = twice.map(str::trim).filter(|name| is_name(name)) {
        return (!line.starts_with("[[") || !line.ends_with("]]")).then(|| header(name));
    }
    if let Some(name) = inner("", "]]") {
        return Some(format!("[[{name}]]"));
    }
    let pairs = [("", "]"), ("(", ")"), ("<", ">"), ("{", "}"), ("", "{"), ("[", "] {"), ("", ">")];
    pairs.into_iter().find_map(|(open, close)| inner(open, close)).map(header)
}

/// Returns a line with another sign between key and value than `=`.
pub(crate) fn other_assignment(line: &str) -> Option<String> {
    let line = bare(line);
    let signs = [":=", "=>", "==", "+=", "->", "<-", "=:", "≔"];
    signs.iter().find_map(|sign| {
        let (key, value) = line.split_once(sign)?;
        let (key, value) = (key.trim(), value.trim());
        (is_name(key) && parse_value(value).is_some()).then(|| format!("{key} = {value}"))
    })
}

/// Returns a value that begins with `#` and has no quotes, which makes it a comment: after `=` any
/// text without a space before it, in lists and braces a colour.
pub(crate) fn value_in_comment(line: &str) -> Option<&str> {
    let (range, _) = lexemes(line).find(|(_, kind)| *kind == Lexeme::Comment)?;
    let (before, rest) = (line[..range.start].trim_end(), &line[range.start..]);
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}'));
    let word = &rest[..end.unwrap_or(rest.len())];
    let digits = &word[1..];
    let is_color =
        matches!(digits.len(), 3 | 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit());
    let is_value = before.ends_with('=') && !digits.is_empty() && !digits.starts_with('#')
        || before.ends_with(['[', ',']) && is_color && before.contains('=');
    is_value.then_some(word)
}

/// Returns the keys of a line within a list as a table in braces.
pub(crate) fn keys_in_list(line: &str, column: usize) -> Option<String> {
    let keys = bare(line);
    let at = offset(line, column)?;
    let is_first = line.len() - line.trim_start().len() == at;
    let table = format!("{{ {} }}", keys.trim_end_matches(','));
    let is_key = keys.split_once('=').is_some_and(|(key, _)| is_name(key.trim()));
    (is_first && is_key && parse_value(&table).is_some()).then_some(table)
}

/// Returns a number with a decimal comma in braces, with a point and as a list.
pub(crate) fn comma_in_braces(line: &str) -> Option<[String; 2]> {
    let braces = lexemes(line).filter(|(_, kind)| *kind == Lexeme::Sign('{'));
    braces.filter_map(|(range, _)| within(&line[range.start..])).find_map(|inner| {
        let parts = split(inner, ',');
        let mut pairs = parts.iter().zip(parts.iter().skip(1));
        pairs.find_map(|(first, second)| {
            let (_, whole) = first.split_once('=')?;
            let (whole, rest) = (whole.trim(), second.trim());
            let is_digits = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
            let number = format!("{whole}.{rest}");
            (is_digits && whole.parse::<i64>().is_ok() && number.parse::<f64>().is_ok())
                .then(|| [number, format!("[{whole}, {rest}]")])
        })
    })
}

/// Returns the braces around a column with `=` in place of colons.
pub(crate) fn colon_in_braces(line: &str, column: usize) -> Option<String> {
    let at = offset(line, column)?;
    let open = line[..at].rfind('{')?;
    let close = line[at..].find('}').map_or(line.trim_end().len(), |it| at + it + 1);
    let mut mended = String::new();
    for (range, kind) in lexemes(&line[open..close]) {
        match kind {
            Lexeme::Sign(':') => mended = format!("{} =", mended.trim_end()),
            _ => mended += &line[open..close][range],
        }
    }
    (mended != line[open..close] && parse_value(&mended).is_some()).then_some(mended)
}

/// Returns a line such as `shape = rhombus = 7` with braces.
pub(crate) fn assigned_twice(line: &str) -> Option<String> {
    let (key, value) = assignment(line)?;
    let pair = ['=', ':', '(', ' '].into_iter().find_map(|sign| {
        let (name, value) = value.split_once(sign)?;
        let value = value.trim();
        let value = if sign == '(' { value.strip_suffix(')')? } else { value };
        // A word and a number: other words are a text.
        let is_value = sign != ' ' || value.starts_with(|c: char| c.is_ascii_digit() || c == '[');
        (is_name(name.trim()) && is_value && parse_value(value).is_some())
            .then(|| (name.trim().to_owned(), value.to_owned()))
    });
    let (name, value) = pair.filter(|_| is_name(key))?;
    Some(format!("{key} = {{ {name} = {value} }}"))
}

/// Returns the list around a column that holds keys, as a table; values with their labels as the
/// tables that `choices` has.
pub(crate) fn table_in_list(line: &str, column: usize) -> Option<String> {
    let at = offset(line, column)?;
    let open = line[..at].rfind('[')?;
    let inner = within(&line[open..])?;
    let table = format!("{{ {} }}", inner.trim());
    parse_value(&table).filter(|_| inner.contains('='))?;
    let choice = |part: &&str| {
        let (value, label) = part.split_once('=')?;
        let (value, label) = (value.trim(), label.trim());
        let is_value = value.starts_with('"') || value.parse::<f64>().is_ok();
        (is_value && label.starts_with('"'))
            .then(|| format!("{{ value = {value}, label = {label} }}"))
    };
    let parts = split(inner, ',');
    let choices: Option<Vec<String>> =
        parts.iter().filter(|part| !part.trim().is_empty()).map(choice).collect();
    let is_choices = assignment(line).is_some_and(|(key, _)| key == "choices");
    match choices.filter(|_| is_choices) {
        Some(choices) => Some(format!("[{}]", choices.join(", "))),
        None => Some(table),
    }
}

/// Returns braces around a column that hold values alone as a list, or those that hold a list or a
/// key without its brackets or its value.
pub(crate) fn values_in_braces(line: &str, column: usize) -> Option<String> {
    let at = offset(line, column)?;
    let open = line[..at].rfind('{')?;
    let inner = within(&line[open..]).unwrap_or(line[open + 1..].trim_end());
    let inner = inner.trim().trim_end_matches(',');
    if is_name(inner) {
        return Some(format!("{{ {inner} = ... }}"));
    }
    let list = format!("[{inner}]");
    if !inner.is_empty() && !inner.contains('=') && parse_value(&list).is_some() {
        return Some(list);
    }
    let (name, value) = inner.split_once('=')?;
    let table = format!("{{ {} = [{}] }}", name.trim(), value.trim());
    (value.contains(',') && parse_value(&table).is_some()).then_some(table)
}

/// Returns a word before a quote that begins no text: `Torus` of `name = Torus"`.
pub(crate) fn word_before_quote(line: &str, column: usize) -> Option<String> {
    let at = offset(line, column)?;
    let at = if line[at..].starts_with('"') { at } else { at + line[at..].find('"')? };
    if line.matches('"').count().is_multiple_of(2) {
        return None;
    }
    let start = line[..at].rfind(['=', ',', '[', '{']).map_or(0, |it| it + 1);
    let word = line[start..at].trim();
    let is_word =
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || " -_/.".contains(c));
    is_word.then(|| format!("\"{word}\""))
}

/// Returns a key of several words in braces, with `_` between them.
pub(crate) fn key_with_space_in_braces(line: &str, column: usize) -> Option<String> {
    let at = offset(line, column)?;
    let start = line[..at].rfind(['{', ','])? + 1;
    let (key, _) = line[start..].split_once('=')?;
    let words: Vec<&str> = key.split_whitespace().collect();
    (words.len() > 1 && words.iter().all(|word| is_name(word))).then(|| words.join("_"))
}

/// Returns a line whose comment begins with another sign, with `#`.
pub(crate) fn comment_after_value(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    ["--", "/*", ";", "%", "<!--"].iter().find_map(|mark| {
        let (before, comment) = value.split_once(mark)?;
        let comment = comment.trim().trim_end_matches("*/").trim_end_matches("-->").trim();
        let is_comment = !comment.is_empty() && !comment.contains('=');
        (is_comment && parse_value(before.trim()).is_some())
            .then(|| format!("{} = {} # {comment}", key.trim(), before.trim()))
    })
}

/// Returns the parentheses at a column as a list.
pub(crate) fn parentheses(line: &str, column: usize) -> Option<String> {
    let rest = line[offset(line, column)?..].strip_prefix('(')?;
    let mut depth = 1;
    let close = rest.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    let inner = rest[..close.unwrap_or(0)].replace('(', "[").replace(')', "]");
    let list = format!("[{}]", inner.trim());
    let whole = assignment(line).and_then(|(key, value)| {
        let value = value.replace('(', "[").replace(')', "]");
        let lists = [value.clone(), format!("[{value}]")];
        let list = lists.into_iter().find(|it| parse_value(it).is_some())?;
        Some(format!("{key} = {list}"))
    });
    Some(whole.unwrap_or_else(|| match parse_value(&list) {
        Some(_) => list,
        None => "[ ]".to_owned(),
    }))
}

/// Returns two numbers with a sign between them at a column, or as the whole value.
fn two_numbers(line: &str, column: usize, signs: &[&str]) -> Option<[String; 2]> {
    let whole = assignment(line).map(|(_, value)| value);
    let words = [word_at(line, column), whole];
    words.into_iter().flatten().find_map(|word| {
        signs.iter().find_map(|sign| {
            let (first, last) = word.split_once(sign)?;
            let number = |text: &str| {
                let text = text.trim();
                let digits = text.strip_prefix('-').unwrap_or(text);
                let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
                (is_number && text.parse::<f64>().is_ok()).then(|| text.to_owned())
            };
            Some([number(first)?, number(last)?])
        })
    })
}

/// Returns a size such as `7x9` as a list.
pub(crate) fn size_of_two_numbers(line: &str, column: usize) -> Option<String> {
    let [width, height] = two_numbers(line, column, &["x", "X", "×", "*", " by "])?;
    Some(format!("[{width}, {height}]"))
}

/// Returns a range such as `0..40` as a list.
pub(crate) fn range_of_numbers(line: &str, column: usize) -> Option<String> {
    let [low, high] = two_numbers(line, column, &["..=", "...", "..", " to ", "-", "–"])?;
    Some(format!("[{low}, {high}]"))
}

/// Returns a quotient such as `1/2` as a number, and a number without a digit beside its point
/// with one.
pub(crate) fn plain_number(line: &str, column: usize) -> Option<String> {
    if let Some([above, below]) = two_numbers(line, column, &["/", "÷"]) {
        let number = above.parse::<f64>().ok()? / below.parse::<f64>().ok()?;
        let text = format!("{number:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return number.is_finite().then(|| text.to_owned());
    }
    let word = word_at(line, column).or(assignment(line).map(|(_, value)| value))?;
    let number: f64 = word.parse().ok()?;
    let is_plain = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    let is_odd =
        word.contains("+") || word.ends_with('.') || word.trim_matches('-').starts_with('.');
    (is_plain && is_odd).then(|| format!("{number}"))
}

/// Returns the keys of a line with several, each with its value.
pub(crate) fn separate_keys(line: &str) -> Option<String> {
    let line = bare(line);
    if let Some(keys) = keys_with_commas(line) {
        return Some(keys);
    }
    let (first, rest) = line.split_once('=')?;
    let mut keys = Vec::new();
    let (mut key, mut rest) = (first.trim(), rest);
    while let Some((before, after)) = rest.split_once('=') {
        let before = before.trim_end();
        let start = after_last(before, |c| !is_key_sign(c));
        let (value, next) = before.split_at(start);
        keys.push((key, value.trim().trim_end_matches([',', ';']).trim()));
        (key, rest) = (next, after);
    }
    keys.push((key, rest.trim().trim_end_matches([',', ';'])));
    let is_sound =
        keys.len() > 1 && keys.iter().all(|(key, it)| is_name(key) && parse_value(it).is_some());
    let written: Vec<String> =
        keys.iter().map(|(key, value)| format!("`{key} = {}`", value.trim())).collect();
    is_sound.then(|| written.join(", "))
}

/// Returns the keys of a line such as `width, height = 9, 7`, each with its value.
fn keys_with_commas(line: &str) -> Option<String> {
    let (keys, values) = line.split_once('=')?;
    let [keys, values] = [keys, values].map(|part| part.split(',').map(str::trim));
    let (keys, values): (Vec<&str>, Vec<&str>) = (keys.collect(), values.collect());
    let is_sound = keys.len() > 1
        && keys.len() == values.len()
        && keys.iter().all(|key| is_name(key))
        && values.iter().all(|value| parse_value(value).is_some());
    let written = keys.iter().zip(values).map(|(key, value)| format!("`{key} = {value}`"));
    is_sound.then(|| written.collect::<Vec<_>>().join(", "))
}

/// Returns both keys of a line such as `width = height = 9` with the value.
pub(crate) fn one_value_for_two(line: &str) -> Option<String> {
    let (first, rest) = bare(line).split_once('=')?;
    let (second, value) = rest.split_once('=')?;
    let [first, second, value] = [first, second, value].map(str::trim);
    let is_sound = is_name(first) && is_name(second) && parse_value(value).is_some();
    is_sound.then(|| format!("`{first} = {value}`, `{second} = {value}`"))
}

/// Returns a number with a unit at a column, as `5m`: the number and the whole word.
pub(crate) fn number_with_unit(line: &str, column: usize) -> Option<(&str, &str)> {
    let word = word_at(line, column)?;
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = word.split_at(end);
    let is_unit = unit.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '°' | '$' | '€'));
    (number.parse::<f64>().is_ok() && is_unit).then_some((number, word))
}

/// Returns the number that digits and a word or a letter stand for: `1 million`, `10k`.
pub(crate) fn number_in_words(text: &str) -> Option<String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '_'))?;
    let (number, unit) = text.split_at(end);
    let times = match unit.trim() {
        "k" | "K" | "thousand" => 1e3,
        "M" | "mio" | "million" | "millions" => 1e6,
        "billion" => 1e9,
        _ => return None,
    };
    let number = number.parse::<f64>().ok()? * times;
    (number.fract() == 0.0 && number <= 1e15).then(|| format!("{number}"))
}

/// Returns the value behind a key or a comma at a column that is a number with a word.
pub(crate) fn number_and_word(line: &str, column: usize) -> Option<(&str, String)> {
    let rest = bare(line).get(offset(line, column)?..)?;
    let value = rest[..rest.find([',', ']', '}']).unwrap_or(rest.len())].trim();
    Some((value, number_in_words(value)?))
}

/// Returns the only word of a line.
pub(crate) fn word_alone(line: &str) -> Option<&str> {
    Some(bare(line)).filter(|word| is_name(word))
}

/// Returns how words after a value become a comment.
pub(crate) fn words_after_value(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let value = value.trim();
    let words = value.match_indices(' ').find_map(|(at, _)| {
        let (before, words) = (&value[..at], value[at..].trim());
        let is_words = words.starts_with(char::is_alphabetic) && !words.contains('=');
        (is_words && parse_value(before).is_some()).then_some((before, words))
    });
    let (value, words) = words?;
    let text = match value.parse::<f64>() {
        Ok(_) => format!("; a text needs quotes: `\"{value} {words}\"`"),
        Err(_) => String::new(),
    };
    Some(format!("a comment begins with `#`: `{} = {value} # {words}`{text}", key.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_mended() {
        let check = |mended: Option<String>, expected: &str| {
            assert_eq!(mended.as_deref(), Some(expected));
        };
        check(mixed_quotes("goal = 'sides\""), "\"sides\"");
        check(mixed_quotes("a = [\"x\", \"y']"), "\"y\"");
        assert_eq!(mixed_quotes("a = \"x"), None);
        let (quote, text) = ended_text("word = 'a b a' b''").unwrap();
        assert_eq!((quote, text.as_str()), ('\'', "word = \"a b a' b'\""));
        assert_eq!(ended_text("name = \"a\"").map(|it| it.1), None);
        assert_eq!(ended_text("rows = \"a\", \"b\"").map(|it| it.1), None);
        check(semicolons("range = [0; 200]"), "[0, 200]");
        check(semicolons("    { t = [1; 0] },"), "{ t = [1, 0] }");
        assert_eq!(semicolons("name = [\"a;b\"]"), None);
        assert_eq!(clock_time("seconds = 5:00", 11), Some(("5:00", 300)));
        assert_eq!(clock_time("clock = { seconds = 1:30:00 }", 21), Some(("1:30:00", 5400)));
        assert_eq!(clock_time("seconds = 5:70", 11), None);
        check(thousands("1,500"), "1500");
        assert_eq!(thousands("0,500"), None);
        assert_eq!(thousands("1,50"), None);
        check(list_without_brackets("rows = \"a\", \"b\""), "rows = [\"a\", \"b\"]");
        check(name_in_brackets("rules]"), "[rules]");
        check(name_in_brackets("[ [rules] ]"), "[rules]");
        check(name_in_brackets("[ [players] ]"), "[[players]]");
        check(name_in_brackets("<rules> # x"), "[rules]");
        check(name_in_brackets("rules {"), "[rules]");
        assert_eq!(name_in_brackets("[[players]]"), None);
        assert_eq!(name_in_brackets("[rules]"), None);
        check(other_assignment("width := 7"), "width = 7");
        check(
            colon_in_braces("shape = { rhombus: 7, a: \"b:c\" }", 18),
            "{ rhombus = 7, a = \"b:c\" }",
        );
        check(assigned_twice("shape = rhombus = 7"), "shape = { rhombus = 7 }");
        check(assigned_twice("shape = rhombus(7)"), "shape = { rhombus = 7 }");
        assert_eq!(assigned_twice("name = The big one"), None);
        check(table_in_list("shape = [ rhombus = 7 ]", 11), "{ rhombus = 7 }");
        let named = table_in_list("choices = [0 = \"off\", 9 = \"on\"]", 14);
        let choices = "[{ value = 0, label = \"off\" }, { value = 9, label = \"on\" }]";
        check(named, choices);
        assert_eq!(value_in_comment("color = #0072b2 # blue"), Some("#0072b2"));
        assert_eq!(value_in_comment("shore = { fill = #d8b }"), Some("#d8b"));
        assert_eq!(value_in_comment("a = [\"x\", #add\n"), Some("#add"));
        assert_eq!(value_in_comment("a = [\"x\", # add"), None);
        assert_eq!(value_in_comment("a = # todo"), None);
        check(keys_in_list("  t = [1, 1], # x", 3), "{ t = [1, 1] }");
        check(comma_in_braces("{ a = 1, b = 0,3 }").map(|it| it.concat()), "0.3[0, 3]");
        assert_eq!(comma_in_braces("{ a = 1, b = 3 }"), None);
        check(comment_after_value("width = 7 -- columns"), "width = 7 # columns");
        check(comment_after_value("width = 7 /* columns */"), "width = 7 # columns");
        check(parentheses("a = (\"x\", (1, 2))", 5), "a = [\"x\", [1, 2]]");
        check(parentheses("corners = (0, 0), (1, 0)", 11), "corners = [[0, 0], [1, 0]]");
        assert_eq!(values_in_braces("pieces = { x = [1], o = 0,0 }", 26), None);
        check(values_in_braces("blocked = {\"d4\"}", 12), "[\"d4\"]");
        check(values_in_braces("  { t = 0,0 },", 11), "{ t = [0,0] }");
        check(values_in_braces("goals = [{ ring }]", 17), "{ ring = ... }");
        check(word_before_quote("name = Squares\"", 8), "\"Squares\"");
        check(word_before_quote("blocked = [d4\")", 14), "\"d4\"");
        check(key_with_space_in_braces("a = { max depth = 3 }", 11), "max_depth");
        check(table_in_list("p = [ x = [1], o = [2] ]", 7), "{ x = [1], o = [2] }");
        check(size_of_two_numbers("shape = { rhombus = 7x9 }", 21), "[7, 9]");
        check(size_of_two_numbers("size = 7 x 9", 10), "[7, 9]");
        check(range_of_numbers("range = 0..40", 10), "[0, 40]");
        check(range_of_numbers("range = 0-40", 10), "[0, 40]");
        check(plain_number("scale = 1/2", 10), "0.5");
        check(plain_number("scale = .5", 9), "0.5");
        assert_eq!(plain_number("scale = 5", 9), None);
        check(separate_keys("width = 7, height = \"a\""), "`width = 7`, `height = \"a\"`");
        check(separate_keys("width = 7 height = 5"), "`width = 7`, `height = 5`");
        check(separate_keys("width, height = 7, 5"), "`width = 7`, `height = 5`");
        check(one_value_for_two("width = height = 9"), "`width = 9`, `height = 9`");
        assert_eq!(number_with_unit("base = 5m", 8), Some(("5", "5m")));
        assert!(words_after_value("topology = \"grid\" of squares").is_some());
        assert_eq!(words_after_value("name = The big one"), None);
        assert_eq!(lookalike("a = \u{2212}5", 5).unwrap().2, "a = -5");
    }
}
