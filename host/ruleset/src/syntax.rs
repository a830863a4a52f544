//! What an author did in a line that is not valid TOML, and how to mend it.

use crate::calculation::calculation;
use crate::line::{assignment, bare, word_at};
use crate::line_slips::{
    assigned_twice, clock_time, colon_in_braces, comma_in_braces, comment_after_value, ended_text,
    key_with_space_in_braces, keys_in_list, list_without_brackets, lookalike, mixed_quotes,
    name_in_brackets, number_and_word, number_in_words, number_with_unit, one_value_for_two,
    other_assignment, parentheses, plain_number, range_of_numbers, semicolons, separate_keys,
    size_of_two_numbers, table_in_list, thousands, value_in_comment, values_in_braces, word_alone,
    word_before_quote, words_after_value,
};
use crate::line_words::{
    bullet, dash_for_equals, header_with_points, in_quotes, is_end, key_behind_header,
    name_in_list, range_with_a_dash, without_declaration, without_equals, without_sign,
};
use crate::pasted_lines::pasted;
use crate::slips::{
    TYPOGRAPHIC, backslash_help, before_semicolon, colon, decimal_comma, is_next_key,
    key_with_space, list_of_words, list_without_commas, number_with_points, other_comment,
    unquoted_word, without_zeros, yaml_table,
};

/// An error of the TOML parser in words for authors.
pub(crate) struct Explanation {
    pub(crate) what: &'static str,
    pub(crate) label: Option<String>,
    pub(crate) help: Option<String>,
    /// Whether something is not closed, so that later lines are uncertain.
    pub(crate) is_open: bool,
    /// The word that stands without quotes, which its key may tell more of.
    pub(crate) word: Option<String>,
}

impl Explanation {
    pub(crate) fn new(
        what: &'static str,
        label: Option<&str>,
        help: Option<String>,
    ) -> Explanation {
        Explanation { what, label: label.map(str::to_owned), help, is_open: false, word: None }
    }
}

impl Explanation {
    /// Explains a value such as `#0072b2` without quotes.
    pub(crate) fn of_comment(text: &str) -> Explanation {
        let help = Some(format!("put it in quotes: `\"{text}\"`"));
        Explanation::new("a string needs quotes: `#` begins a comment", None, help)
    }
}

/// What the TOML parser says of a place: its message, the line, and the
/// column from 1.
#[derive(Clone, Copy)]
pub(crate) struct Refusal<'a> {
    pub(crate) message: &'a str,
    pub(crate) line: &'a str,
    pub(crate) column: usize,
}

const END: Option<&str> = Some("expected the end of the line");
const MORE: &str = "there is more on the line";
const HEADER: &str = "a table begins with its name in brackets";
const EQUALS: &str = "a key and its value have `=` between them";

impl Refusal<'_> {
    /// Returns what was done, by the first slip that the line has.
    pub(crate) fn explain(self) -> Explanation {
        if let Some((what, help)) = pasted(self.line, self.column) {
            return Explanation::new(what, None, Some(help));
        }
        let by_line = self.quotes().or_else(|| self.whole_line());
        by_line.or_else(|| self.value()).unwrap_or_else(|| self.fallback())
    }

    fn is(self, messages: &[&str]) -> bool {
        messages.contains(&self.message)
    }

    pub(crate) fn quotes(self) -> Option<Explanation> {
        let line = self.line;
        if line.contains(TYPOGRAPHIC) {
            let straight = line.replace(TYPOGRAPHIC, "\"");
            let help = Some(format!("write `{}`", straight.trim()));
            return Some(Explanation::new("quotes are straight: `\"`", None, help));
        }
        if self.is(&["missing escaped value", "too few unicode value digits"]) {
            let what = "`\\` begins a sign such as `\\n` in a text";
            return Some(Explanation::new(what, None, Some(backslash_help(line))));
        }
        if let Some((_, meant, mended)) = lookalike(line, self.column) {
            let dash = dash_for_equals(&mended);
            let what = match meant {
                _ if dash.is_some() => EQUALS,
                '"' => "quotes are straight: `\"`",
                _ => "this sign only looks like the one that is meant",
            };
            let help = Some(format!("write `{}`", dash.unwrap_or(mended)));
            return Some(Explanation::new(what, None, help));
        }
        if let Some(text) = mixed_quotes(line) {
            let help = Some(format!("write `{text}`"));
            return Some(Explanation::new("a string has the same quotes at both ends", None, help));
        }
        let (quote, text) = ended_text(line)?;
        let what = match quote {
            '"' => "a `\"` within a string ends it",
            _ => "a `'` within a string ends it",
        };
        Some(Explanation::new(what, None, Some(format!("write `{text}`"))))
    }

    /// Slips that a whole line shows, as those of other formats.
    fn whole_line(self) -> Option<Explanation> {
        let line = self.line;
        let write = |text: String| Some(format!("write `{text}`"));
        if before_semicolon(line).is_some() {
            return Some(Explanation::new(MORE, END, Some("leave the `;` out".to_owned())));
        }
        if let Some(list) = semicolons(line) {
            return Some(Explanation::new("values have commas between them", None, write(list)));
        }
        if line.starts_with('{') && self.column == 1 {
            let help = "this looks like JSON: leave the outer braces out, and write lines such as \
                        `format = 1`";
            let what = "a file has no braces around it";
            return Some(Explanation::new(what, None, Some(help.to_owned())));
        }
        if let Some(text) = value_in_comment(line) {
            return Some(Explanation::of_comment(text));
        }
        if line
            .split_once('=')
            .is_some_and(|(key, value)| !key.is_empty() && bare(value).is_empty())
        {
            let help = Some("write its value after the `=`, or leave the line out".to_owned());
            return Some(Explanation::new("a key has no value", None, help));
        }
        if other_comment(line) {
            let help = Some("comments begin with `#`".to_owned());
            return Some(Explanation::new("this begins no comment", None, help));
        }
        if let Some(explained) = self.other_language() {
            return Some(explained);
        }
        if let Some(header) = name_in_brackets(line) {
            return Some(Explanation {
                is_open: true,
                ..Explanation::new(HEADER, None, write(header))
            });
        }
        if let Some(name) = yaml_table(line) {
            let explained = Explanation::new(HEADER, None, write(format!("[{name}]")));
            return Some(Explanation { is_open: true, ..explained });
        }
        if let Some(assignment) = colon(line).or_else(|| other_assignment(line)) {
            return Some(Explanation::new(EQUALS, Some("expected `=`"), write(assignment)));
        }
        if self.is(&UNQUOTED)
            && let Some(table) = keys_in_list(line, self.column)
        {
            let what = "a list has no keys: a table within it has braces";
            return Some(Explanation::new(what, None, write(table)));
        }
        if let Some([number, list]) = comma_in_braces(line) {
            let help = format!(
                "{}decimals have a point: `{number}`; a list has brackets: `{list}`",
                thousands_help(&number)
            );
            return Some(Explanation::new("a number has no comma", None, Some(help)));
        }
        if let Some(table) = colon_in_braces(line, self.column) {
            return Some(Explanation::new(EQUALS, Some("expected `=`"), write(table)));
        }
        if self.is(&["key with no value"])
            && let Some(key) = key_with_space(line)
        {
            if key.chars().all(|c| c.is_ascii_lowercase() || c == ' ') {
                let help = Some(format!("write `{}`", key.replace(' ', "_")));
                return Some(Explanation::new("a key has a space", None, help));
            }
            let help = format!(
                "keys with spaces need quotes: `\"{key}\"`; labels of sites have no spaces: `{}`",
                key.replace(' ', "-")
            );
            return Some(Explanation::new("a key has a space", None, Some(help)));
        }
        if let Some(key) = key_with_space_in_braces(line, self.column) {
            let help = Some(format!("write `{key}`"));
            return Some(Explanation::new("a key has a space", None, help));
        }
        if let Some(table) = assigned_twice(line) {
            let what = "a table within a line needs braces";
            let help = match one_value_for_two(line) {
                Some(keys) => format!("write `{table}`; for two keys each on a line: {keys}"),
                None => format!("write `{table}`"),
            };
            return Some(Explanation::new(what, None, Some(help)));
        }
        if let Some(table) = table_in_list(line, self.column) {
            let what = "a list has no keys: a table within a line has braces";
            return Some(Explanation::new(what, None, write(table)));
        }
        if let Some(table) = values_in_braces(line, self.column) {
            let what = "braces hold keys with values; lists have brackets";
            return Some(Explanation::new(what, None, write(table)));
        }
        let comment = comment_after_value(line)?;
        let help = Some(format!("comments begin with `#`: `{comment}`"));
        Some(Explanation::new("this begins no comment", None, help))
    }

    /// Words and signs of other languages.
    fn other_language(self) -> Option<Explanation> {
        let line = self.line;
        let write = |text: String| Some(format!("write `{text}`"));
        if let Some(entry) = bullet(line) {
            let what = "entries of a list have commas between them, and no dashes";
            return Some(Explanation::new(what, None, write(entry)));
        }
        if let Some(range) = range_with_a_dash(line) {
            return Some(Explanation::new("two numbers are a list", None, write(range)));
        }
        if let Some(name) = name_in_list(line, self.column) {
            let help = Some(format!("leave `{name} =` out"));
            return Some(Explanation::new("a list has no names", None, help));
        }
        if let Some(result) = calculation(line, self.column) {
            return Some(Explanation::new("a ruleset does not calculate", None, write(result)));
        }
        if let Some((header, key)) = key_behind_header(line) {
            let help = format!("write `{key}` on a line of its own below `{header}`");
            return Some(Explanation::new(MORE, END, Some(help)));
        }
        if let Some(header) = header_with_points(line) {
            let what = "names in a header have a point between them";
            return Some(Explanation::new(what, None, write(header)));
        }
        let key =
            without_declaration(line).or_else(|| without_sign(line)).or_else(|| in_quotes(line));
        if let Some(key) = key {
            return Some(Explanation::new("a line has a key, `=` and a value", None, write(key)));
        }
        if let Some(key) = without_equals(line) {
            return Some(Explanation::new(EQUALS, Some("expected `=`"), write(key)));
        }
        if is_end(line) {
            let help = "leave it out: a table ends where the next header begins";
            return Some(Explanation::new("a table has no end mark", None, Some(help.to_owned())));
        }
        let words = bare(line).split_whitespace().count();
        let has_signs = line.contains(['=', '[', '{', '"', '\'', ':']);
        (self.is(&["key with no value"]) && words > 1 && !has_signs).then(|| {
            let help =
                format!("write `key = value`; a comment begins with `#`: `# {}`", bare(line));
            Explanation::new("a key has no value", Some("expected `=`"), Some(help))
        })
    }

    /// Slips in a value.
    fn value(self) -> Option<Explanation> {
        let (line, column) = (self.line, self.column);
        if let Some(list) = parentheses(line, column) {
            let help = Some(format!("write `{list}`"));
            return Some(Explanation::new("lists have brackets, no parentheses", None, help));
        }
        let numbers = size_of_two_numbers(line, column);
        if let Some(list) = numbers.or_else(|| range_of_numbers(line, column)) {
            let help = Some(format!("write `{list}`"));
            return Some(Explanation::new("two numbers are a list", None, help));
        }
        if let Some(number) = plain_number(line, column) {
            let help = Some(format!("write `{number}`"));
            return Some(Explanation::new("a number has digits and a point", None, help));
        }
        if self.is(&["unexpected leading zero"]) {
            let help = without_zeros(line).map(|number| format!("write `{number}`"));
            return Some(Explanation::new("a number begins with a zero", None, help));
        }
        let whole = assignment(line).and_then(|(_, text)| Some((text, number_in_words(text)?)));
        if let Some((text, number)) = whole.or_else(|| number_and_word(line, column)) {
            let help = format!("write `{number}` for a number, `\"{text}\"` for a text");
            return Some(Explanation::new("a number has digits alone", None, Some(help)));
        }
        let keys = ["missing comma between key-value pairs", "unexpected key or value"];
        let several = line.split('=').next().is_some_and(|keys| keys.contains(','));
        let keys = self.is(&keys) || self.is(&UNQUOTED) || several;
        if keys && let Some(keys) = separate_keys(line) {
            let help = Some(format!("write each on a line: {keys}"));
            return Some(Explanation::new("each key begins a line", END, help));
        }
        if let Some(number) = decimal_comma(line) {
            let help = format!("{}decimals have a point: `{number}`", thousands_help(&number));
            return Some(Explanation::new(MORE, END, Some(help)));
        }
        if let Some(list) = list_without_brackets(line) {
            let help = Some(format!("write `{list}`"));
            return Some(Explanation::new("a list has brackets", None, help));
        }
        if let Some(comment) = words_after_value(line) {
            return Some(Explanation::new(MORE, END, Some(comment)));
        }
        if let Some(text) = number_with_points(line) {
            let help = Some(format!("text goes in quotes: `\"{text}\"`"));
            return Some(Explanation::new("a number has one decimal point", None, help));
        }
        if let Some((text, seconds)) = clock_time(line, column) {
            let help = format!("write the seconds, `{seconds}`; a text has quotes: `\"{text}\"`");
            return Some(Explanation::new("a time is no number", None, Some(help)));
        }
        if let Some((number, text)) = number_with_unit(line, column) {
            let percent = number.parse::<f64>().ok().filter(|_| text.ends_with('%'));
            let help = match percent {
                Some(percent) => format!(
                    "for {number} percent write `{}`; a text has quotes: `\"{text}\"`",
                    percent / 100.0
                ),
                None => format!("write `{number}` for a number, `\"{text}\"` for a text"),
            };
            return Some(Explanation::new("a number has digits alone", None, Some(help)));
        }
        self.words()
    }

    /// Words without quotes.
    fn words(self) -> Option<Explanation> {
        let (line, column) = (self.line, self.column);
        // Words such as `Infection` begin as infinity does.
        let is_number = PLAIN.iter().any(|it| it.0 == self.message && it.1 == NO_NUMBER);
        let is_name = |word: &str| word.starts_with(char::is_alphabetic);
        let is_quoting =
            self.is(&UNQUOTED) || is_number && word_at(line, column).is_some_and(is_name);
        if is_quoting {
            if let Some(word) = word_before_quote(line, column) {
                let help = Some(format!("write `{word}`"));
                return Some(Explanation::new(BOTH_ENDS, None, help));
            }
            if is_next_key(line, column) {
                let label = Some("expected `]` before this");
                let help = "close it behind its last value, before the comma".to_owned();
                let explained = Explanation::new("a list is not closed", label, Some(help));
                return Some(Explanation { is_open: true, ..explained });
            }
            if let Some(list) = list_of_words(line, column) {
                let what = "the strings of a list need quotes";
                return Some(Explanation::new(what, None, Some(format!("write `{list}`"))));
            }
            if let Some(items) = list_without_commas(line, column) {
                let help = format!(
                    "values of a list have commas between them: `[{}]`; a row of a drawing is text \
                     in quotes: `\"{}\"`",
                    items.join(", "),
                    items.join(" "),
                );
                let label = Some("expected a comma");
                return Some(Explanation::new("a comma is missing in a list", label, Some(help)));
            }
        }
        if self.is(&["key with no value"])
            && let Some(key) = word_alone(line)
        {
            let help = format!("write `{key} = true`, or `[{key}]` for a table");
            return Some(Explanation::new("a key has no value", Some("expected `=`"), Some(help)));
        }
        if self.is(&["invalid unquoted key"]) {
            if line.chars().nth(column - 1) == Some(':') {
                return Some(Explanation::new(EQUALS, Some("expected `=`"), None));
            }
            let key = line.split('=').next().unwrap_or_default().trim();
            if key.chars().any(char::is_alphabetic) && key.chars().all(char::is_alphanumeric) {
                let help = format!("keys with letters beyond a-z need quotes: `\"{key}\"`");
                let label = Some("expected letters, numbers, `-`, `_`");
                return Some(Explanation::new("a key needs quotes", label, Some(help)));
            }
        }
        // The parser misreads an unquoted word.
        let start: String = line.chars().take(column - 1).collect();
        let (key, word) = line.split_once('=')?;
        let word = word.trim();
        let inner = word_at(line, column).filter(|it| it.starts_with(char::is_alphabetic));
        if let (Some(inner), true, true) = (inner, is_quoting, word.starts_with(['[', '{'])) {
            let (what, mend) = unquoted_word(inner);
            return Some(Explanation::new(what, None, Some(mend)));
        }
        let is_word = start.len() > key.len()
            && word.starts_with(char::is_alphabetic)
            && !word.contains(['"', '\'', '[', '{', '#']);
        is_word.then(|| {
            let (what, mend) = unquoted_word(word);
            let word = Some(word.to_owned());
            Explanation { word, ..Explanation::new(what, None, Some(mend)) }
        })
    }

    /// The parser's message in plain words.
    fn fallback(self) -> Explanation {
        let rest: String = self.line.chars().skip(self.column - 1).collect();
        let rest = rest.split('#').next().unwrap_or_default().trim();
        let is_sign = |c: char| c.is_ascii_punctuation();
        if self.is(&["unexpected key or value", "unexpected content"]) {
            let is_signs = !rest.is_empty() && rest.chars().all(is_sign);
            let help = is_signs.then(|| format!("leave the `{rest}` out"));
            return Explanation::new(MORE, END, help);
        }
        if self.message.starts_with("cannot extend") {
            let what = "a key is set twice, once as a table and once as another value";
            return Explanation::new(what, None, Some("keep one of them".to_owned()));
        }
        let (_, what, label) = PLAIN
            .into_iter()
            .find(|(message, ..)| *message == self.message)
            .unwrap_or(("", "this is no value", None));
        let is_open = self.message.starts_with("unclosed");
        let is_semicolon = self.line.chars().nth(self.column - 1) == Some(';');
        let help = match self.message {
            "missing key for inline table element" => {
                Some("`{ }` holds keys with values: `{ key = value }`; lists have `[ ]`".to_owned())
            }
            message if message.starts_with("missing comma") && is_semicolon => {
                Some("write `,` in place of `;`".to_owned())
            }
            _ => None,
        };
        Explanation { is_open, ..Explanation::new(what, label, help) }
    }
}

/// Returns how to write a number that may have a sign between its thousands.
fn thousands_help(number: &str) -> String {
    thousands(number).map_or_else(String::new, |it| format!("thousands have no sign: `{it}`; "))
}

/// Messages of the parser, the same in plain words, and what was expected.
const PLAIN: [(&str, &str, Option<&str>); 57] = [
    ("`_` may only go between digits", "a number has `_` between digits only", None),
    ("cannot recurse further; max recursion depth met", "the value is nested too deeply", None),
    ("recursion limit", "the value is nested too deeply", None),
    (
        "carriage return must be followed by newline",
        "a line has an end that few programs know",
        Some("save the file with the line ends of Unix or Windows"),
    ),
    ("extra `=`", "there is one `=` too many", None),
    ("extra assignment between key-value pairs", "there is one `=` too many", None),
    ("extra comma in array", "there is one comma too many", None),
    ("extra comma in inline table", "there is one comma too many", None),
    ("integers with a radix cannot be signed", NO_NUMBER, None),
    ("invalid comment character", "a comment has a sign that cannot be printed", None),
    ("invalid inline table element", "braces hold keys with values", Some("expected a key")),
    ("invalid key-value pair", "a line has a key, `=` and a value", Some("expected a key")),
    (
        "invalid unquoted key",
        "a key has a sign that needs quotes",
        Some("expected letters, numbers, `-`, `_`"),
    ),
    ("invalid basic string", BAD_STRING, None),
    ("invalid literal string", "a key has no value", Some("expected a value")),
    ("invalid multi-line basic string", BAD_STRING, None),
    ("invalid multi-line literal string", BAD_STRING, None),
    ("invalid string", BAD_STRING, None),
    ("missing array opening", "a `]` has no `[` before it", Some("leave it out")),
    ("missing inline table opening", "a `}` has no `{` before it", Some("leave it out")),
    ("missing table open", "a `]` has no `[` before it", Some("leave it out")),
    ("missing comment start", MORE, END),
    ("unexpected content between comment and newline", MORE, END),
    ("invalid boolean", "a string needs quotes", Some("expected a quote")),
    ("invalid date-time", "a ruleset has no dates or times", None),
    ("invalid float", NO_NUMBER, None),
    ("invalid fraction", NO_NUMBER, None),
    ("invalid mantissa", NO_NUMBER, None),
    ("invalid date", NO_NUMBER, None),
    ("invalid time", NO_NUMBER, None),
    ("invalid exponent", NO_NUMBER, None),
    ("invalid integer number", NO_NUMBER, None),
    ("invalid hexadecimal number", NO_NUMBER, None),
    ("invalid octal number", NO_NUMBER, None),
    ("invalid binary number", NO_NUMBER, None),
    ("invalid value", "this is no value", None),
    ("key with no value", "a key has no value", Some("expected `=`")),
    ("keys cannot be multi-line basic strings", "a key stands on one line", None),
    ("keys cannot be multi-line literal strings", "a key stands on one line", None),
    ("missing assignment between key-value pairs", EQUALS, Some("expected `=`")),
    (
        "missing comma between array elements",
        "a comma is missing in a list",
        Some("expected a comma"),
    ),
    (
        "missing comma between key-value pairs",
        "a comma is missing in braces",
        Some("expected a comma"),
    ),
    (
        "missing key for inline table element",
        "braces hold keys with values",
        Some("expected a key"),
    ),
    ("missing value for key", "a key has no value", Some("expected a value")),
    ("missing value", "a key has no value", Some("expected a value")),
    ("radix must be lowercase", NO_NUMBER, None),
    ("redundant integer number prefix", NO_NUMBER, None),
    ("redundant numeric sign", NO_NUMBER, None),
    ("unexpected sign", NO_NUMBER, None),
    ("string values must be quoted", "a string needs quotes", Some("expected a quote")),
    ("missing opening quote", "a string needs quotes", Some("expected a quote")),
    ("unclosed array table", "the name of a table is not closed", Some("expected `]]`")),
    ("unclosed array", "a list is not closed", Some("expected `]`")),
    ("unclosed inline table", "braces are not closed", Some("expected `}`")),
    ("unclosed table", "the name of a table is not closed", Some("expected `]`")),
    ("unexpected `=` in array", "a list has no keys", Some("expected a comma or `]`")),
    ("unquoted keys cannot be empty", "a name is missing", Some("expected a name")),
];

/// What the parser says of words without quotes.
const UNQUOTED: [&str; 4] =
    ["string values must be quoted", "missing opening quote", "invalid value", "invalid boolean"];

pub(crate) const BOTH_ENDS: &str = "a string has a quote at both ends";
pub(crate) const THREE_QUOTES: &str = "a text over several lines needs three quotes";
const BAD_STRING: &str = "a string has a sign that cannot stand in it";
const NO_NUMBER: &str = "this is no number";
