//! Whatever sign an author adds or forgets, no message has the words of a parser.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use boardloom_ruleset::{Library, Overrides};
use common::Anything;

/// A ruleset with values of all kinds.
const TEXT: &str = "format = 1\nplugin = \"any\"\nname = 'It'\n\n[board]\nsize = [7, 9]\n\
    shape = { rhombus = 7, rows = [\"a b\"] }\n[[players]]\nname = \"Red\"\n[rules]\n\
    rows = [\n  \"x.\", # first\n  \".o\",\n]\nscale = 0.5\nfull = true\nhelp = \"\"\"\na\n\"\"\"\n";

/// Words of the parser, of JSON Schema and of programs.
const WORDS: [&str; 16] = [
    "literal string",
    "basic string",
    "unquoted key",
    "unicode",
    "hexadecimal",
    "inline table",
    "assignment",
    "key-value",
    "array",
    "visible characters",
    "printable characters",
    "recursion",
    "recurse",
    "radix",
    "dotted key",
    "expected nothing",
];

/// Signs that are typed by mistake or belong to other formats.
const SIGNS: [&str; 24] = [
    "\"", "'", "[", "]", "{", "}", "(", ")", "=", ",", ":", ";", "#", "/", "\\", "-", ".", "x",
    "7", " ", "\n", "\u{a0}", "\u{201c}", "%",
];

fn check(text: &str) {
    let report =
        match Library::new(Vec::new()).load_text("test", text, &Overrides::new(), &Anything) {
            Ok(_) => return,
            Err(report) => report,
        };
    let told = report.to_string();
    // Source lines may have any word.
    let messages = told.lines().filter(|line| !line.contains("array ="));
    for line in messages {
        let found = WORDS.iter().find(|word| line.contains(*word));
        assert!(found.is_none(), "`{}` in the message on\n{text}\n{told}", found.unwrap());
    }
    assert!(report.has_errors(), "{text}");
}

#[test]
fn signs_too_many_or_too_few_are_told_in_plain_words() {
    let places: Vec<usize> = TEXT.char_indices().map(|(at, _)| at).collect();
    for at in places {
        let (before, after) = TEXT.split_at(at);
        let mut rest = after.chars();
        rest.next();
        check(&format!("{before}{}", rest.as_str()));
        SIGNS.iter().for_each(|sign| check(&format!("{before}{sign}{after}")));
    }
}

#[test]
fn numbers_of_other_languages_are_told_in_plain_words() {
    let values = [
        "+-7",
        "--7",
        "0x",
        "0XFF",
        "-0x7",
        "1__0",
        "_1",
        "1_",
        "1e",
        ".5",
        "5.",
        "1/2",
        "007",
        "+",
        "7x9",
        "1..6",
        "1-6",
        "5m",
        "50%",
        "1,5",
        "1'000",
        "10 000",
        "∞",
        "½",
        "nil",
        "None",
        "[7 9]",
        "(7, 9)",
        "<7>",
        "$7",
        "~",
        "!true",
        "@7",
        "7;",
        "7,",
        "7]",
        "\"a\" \"b\"",
        "\"a\" + \"b\"",
        "'a' 'b'",
        "2026-11-26x",
        "\"\\q\"",
        "\"\\u12\"",
        "{ a: 1 }",
        "{ a }",
        "{ 1, 2 }",
        "{ a = }",
        "[a = 1]",
        "a = 1",
        "\u{7}",
    ];
    for value in values {
        check(&TEXT.replace("scale = 0.5", &format!("scale = {value}")));
    }
    let lines = [
        "scale",
        "scale =",
        "= 5",
        "scale 5",
        "scale := 5",
        "scale => 5",
        "scale: 5",
        "-- scale",
        "/* scale */",
        "; scale",
        "% scale",
        "! scale",
        "<scale>",
        "scale {",
        "(scale)",
        "scale]",
        "[scale",
        "[scale}",
        "[ [scale] ]",
        "[[scale]",
        "[]",
        "[.]",
        "a.b. = 1",
        "a b = 1",
        "ä = 1",
        "\"a\"\"b\" = 1",
        "scale == 5",
        "scale.x.y",
        "\u{7}",
        "\"\"\"a\"\"\" = 1",
        "'''a''' = 1",
        "* scale",
        "& scale",
        "<!-- scale -->",
        "scale = 5 scale2 = 6",
        "{ scale = 5 }",
        "}",
        "]",
    ];
    for line in lines {
        check(&TEXT.replace("scale = 0.5", line));
    }
    check(&TEXT.replace('\n', "\r"));
}
