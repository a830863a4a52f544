//! Errors in the player's language. Matches, files and plugins write them in English, which logs
//! and programs need; here they are translated for the player, as filled texts.

use std::borrow::Cow;
use std::sync::OnceLock;

use boardloom_ruleset::Translation;

use super::language::current_language;

/// Bundled translations: code and file.
const BUNDLED: [(&str, &str); 1] = [("de", include_str!("../../languages/errors.de.toml"))];

/// Returns an error in the current language, without the system's number. What has no translation
/// stays English.
pub fn translated(error: &str) -> String {
    translated_to(current_language(), error)
}

fn translated_to(code: &str, error: &str) -> String {
    static READ: OnceLock<Vec<(&str, Translation)>> = OnceLock::new();
    let all =
        READ.get_or_init(|| BUNDLED.map(|(code, toml)| (code, Translation::read(toml).0)).to_vec());
    let texts = all.iter().find(|(known, _)| *known == code).map(|(_, texts)| texts);
    let lines = error.split('\n').map(|line| {
        let line = without_number(line);
        texts.and_then(|texts| texts.of_filled(&line)).unwrap_or_else(|| line.into_owned())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Leaves out ` (os error 2)`.
fn without_number(line: &str) -> Cow<'_, str> {
    let found = line.split_once(" (os error ").and_then(|(before, rest)| {
        let (number, after) = rest.split_once(')')?;
        number.parse::<i32>().ok().map(|_| format!("{before}{after}"))
    });
    found.map_or(Cow::Borrowed(line), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use boardloom_match::record::Record;

    use super::*;
    use crate::texts::language::ENGLISH;

    #[test]
    fn bundled_translations_have_no_errors() {
        for (code, toml) in BUNDLED {
            assert_eq!(Translation::read(toml).1, [], "{code}");
        }
    }

    /// Records with an error each; together they have every error that a record can have.
    const BROKEN: [&str; 22] = [
        "",
        "1. a",
        "[Boardloom \"9\"]",
        "[Boardloom \"x\"]",
        "[Boardloom \"1\"",
        "[Boardloom 1]",
        "[Boardloom \"1]",
        "[Boardloom \"\\q\"]",
        "[\"1\"]",
        "[Boardloom \"1\"]\n[Seed \"x\"]",
        "[Boardloom \"1\"]\n[Seed \"1\" \"2\"]",
        "[Boardloom \"1\"]\n[Seat \"2\" \"A\" \"human\"]",
        "[Boardloom \"1\"]\n[Seat \"1\" \"A\" \"dog\"]",
        "[Boardloom \"1\"]\n[Seat \"1\" \"A\" \"computer:none\"]",
        "[Boardloom \"1\"]\n[Result \"x\"]",
        "[Boardloom \"1\"]\n[Clock \"fischer\" \"x\" \"1\"]",
        "[Boardloom \"1\"]\n[Here \"x\"]",
        "[Boardloom \"1\"]\n[Turn \"1\"]",
        "[Boardloom \"1\"]\n\n(a",
        "[Boardloom \"1\"]\n\na )",
        "[Boardloom \"1\"]\n\na {b",
        "[Boardloom \"1\"]\n\na [took 1",
    ];

    #[test]
    fn errors_of_records_are_german() {
        let english = ["expected", "found", "line", "this", "the", "is", "a"];
        for text in BROKEN {
            let error = Record::parse(text).unwrap_err().to_string();
            let german = translated_to("de", &error);
            // Names of tags and examples in quotes and brackets stay.
            let mut said = german.clone();
            for (open, close) in [('`', '`'), ('[', ']'), ('"', '"'), ('(', ')')] {
                while let Some(from) = said.find(open) {
                    let Some(to) = said[from + 1..].find(close) else { break };
                    said.replace_range(from..from + to + 2, "");
                }
            }
            let left = said.split(|c: char| !c.is_alphabetic()).find(|word| english.contains(word));
            assert_eq!(left, None, "{german}\n{error}");
        }
    }

    #[test]
    fn errors_in_errors_are_translated() {
        let error = "/tmp/a.loom: line 3, column 1: expected a move, found `]`";
        assert_eq!(
            translated_to("de", error),
            "/tmp/a.loom: Zeile 3, Spalte 1: erwartet wird ein Zug, hier steht `]`"
        );
        let error = "/tmp/a.loom: No such file or directory (os error 2)";
        assert_eq!(translated_to("de", error), "/tmp/a.loom: Die Datei oder der Ordner fehlt");
        let deep = ": ".repeat(100_000);
        assert_eq!(translated_to("de", &deep), deep);
        assert_eq!(translated_to(ENGLISH, error), "/tmp/a.loom: No such file or directory");
    }
}
