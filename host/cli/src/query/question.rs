//! The questions of a request (`ask`).

use boardloom_ruleset::suggestion;

use super::answer::{PLAIN, PlainAnswer};

/// The names of questions with arguments.
const NAMES: [&str; 5] = ["count", "divide", "form", "legal", "perft"];

/// The depth limit of perft; no real game can be counted that deep.
const MAX_DEPTH: u32 = 100;

#[derive(Debug, Clone)]
pub enum Question {
    Plain(PlainAnswer),
    /// The number of legal moves of a seat, by default of the mover.
    Count(Option<u8>),
    /// Perft by first move.
    Divide(u32),
    /// The position in one of the game's text forms.
    Form(String),
    /// The legal moves of a seat, by default of the mover.
    Legal(Option<u8>),
    Perft(u32),
}

impl Question {
    /// Parses `name` or `name:argument`.
    pub fn read(text: &str) -> Result<Question, String> {
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument.trim())),
            None => (text, None),
        };
        if let Some((_, answer)) = PLAIN.iter().find(|(known, _)| *known == name) {
            return match argument {
                None => Ok(Question::Plain(*answer)),
                Some(_) => Err(format!("expected `{name}` alone, found `{text}`")),
            };
        }
        let depth = || {
            let depth = argument.and_then(|it| it.parse().ok()).filter(|depth| *depth <= MAX_DEPTH);
            depth.ok_or_else(|| {
                format!("expected `{name}:N`, N a length from 0 to {MAX_DEPTH}, found `{text}`")
            })
        };
        let seat = || match argument {
            None => Ok(None),
            Some(number) => match number.parse() {
                Ok(number @ 1..=255u8) => Ok(Some(number - 1)),
                _ => {
                    Err(format!("expected `{name}` or `{name}:SEAT`, SEAT from 1, found `{text}`"))
                }
            },
        };
        match name {
            "perft" => Ok(Question::Perft(depth()?)),
            "divide" => match depth()? {
                0 => Err("expected `divide:N`, N a length from 1, found 0".to_owned()),
                depth => Ok(Question::Divide(depth)),
            },
            "legal" => Ok(Question::Legal(seat()?)),
            "count" => Ok(Question::Count(seat()?)),
            "form" => argument.map(|form| Question::Form(form.to_owned())).ok_or_else(|| {
                "expected `form:NAME`, NAME one of the game's text forms".to_owned()
            }),
            _ => {
                let near = suggestion::suffix(name, names());
                let all = names().join(", ");
                Err(format!("unknown question `{name}`{near}; expected one of: {all}"))
            }
        }
    }
}

fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = PLAIN.iter().map(|(name, _)| *name).chain(NAMES).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_name() {
        for name in names() {
            let text = match name {
                "perft" | "divide" => format!("{name}:2"),
                "form" => "form:x".to_owned(),
                _ => name.to_owned(),
            };
            assert!(Question::read(&text).is_ok(), "{name}");
        }
    }

    #[test]
    fn errors_name_the_expected_form() {
        for (text, expected) in [
            ("legl", "did you mean `legal`?"),
            ("perft", "expected `perft:N`"),
            ("perft:x", "expected `perft:N`"),
            ("perft:1000", "from 0 to 100"),
            ("divide:0", "from 1"),
            ("turn:1", "expected `turn` alone"),
            ("legal:0", "SEAT from 1"),
            ("", "expected one of"),
        ] {
            let error = Question::read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert!(matches!(Question::read("legal:2"), Ok(Question::Legal(Some(1)))));
    }
}
