//! The questions of a request (`ask`).

use boardloom_ruleset::suggestion;

const NAMES: [&str; 25] = [
    "acting",
    "board_key",
    "cautions",
    "changes",
    "count",
    "diagram",
    "divide",
    "evaluate",
    "facts",
    "form",
    "key",
    "legal",
    "marks",
    "note",
    "outcome",
    "perft",
    "pieces",
    "played",
    "ply",
    "position",
    "rules",
    "ruleset",
    "scores",
    "sites",
    "turn",
];

/// The depth limit of perft; no real game can be counted that deep.
const MAX_DEPTH: u32 = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The seats that may act.
    Acting,
    /// The hash key of the position without its history.
    BoardKey,
    /// The plugin's warnings about the ruleset.
    Cautions,
    /// The sites that the last move changed.
    Changes,
    /// The number of legal moves of a seat, by default of the mover.
    Count(Option<u8>),
    /// The board as text.
    Diagram,
    /// Perft by first move.
    Divide(u32),
    /// The evaluation of each seat.
    Evaluate,
    Facts,
    /// The position in one of the game's text forms.
    Form(String),
    /// The hash key of the position.
    Key,
    /// The legal moves of a seat, by default of the mover.
    Legal(Option<u8>),
    /// Sites that the game highlights.
    Marks,
    /// The game's note on the last move.
    Note,
    Outcome,
    Perft(u32),
    /// The pieces with their sites.
    Pieces,
    /// All moves, chance moves included.
    Played,
    Ply,
    /// The position in the game's first text form.
    Position,
    /// The plugin's explanation of the rules.
    Rules,
    Ruleset,
    /// The points of each seat.
    Scores,
    /// The board's sites.
    Sites,
    /// The player to move.
    Turn,
}

impl Question {
    /// Parses `name` or `name:argument`.
    pub fn read(text: &str) -> Result<Question, String> {
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument.trim())),
            None => (text, None),
        };
        if let Some(question) = without_argument(name) {
            return match argument {
                None => Ok(question),
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
            _ => Err(format!(
                "unknown question `{name}`{}; expected one of: {}",
                suggestion::suffix(name, NAMES),
                NAMES.join(", ")
            )),
        }
    }
}

/// Returns a question without arguments.
fn without_argument(name: &str) -> Option<Question> {
    Some(match name {
        "acting" => Question::Acting,
        "board_key" => Question::BoardKey,
        "cautions" => Question::Cautions,
        "changes" => Question::Changes,
        "diagram" => Question::Diagram,
        "evaluate" => Question::Evaluate,
        "facts" => Question::Facts,
        "key" => Question::Key,
        "marks" => Question::Marks,
        "note" => Question::Note,
        "outcome" => Question::Outcome,
        "pieces" => Question::Pieces,
        "played" => Question::Played,
        "ply" => Question::Ply,
        "position" => Question::Position,
        "rules" => Question::Rules,
        "ruleset" => Question::Ruleset,
        "scores" => Question::Scores,
        "sites" => Question::Sites,
        "turn" => Question::Turn,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_name() {
        for name in NAMES {
            let text = match name {
                "perft" | "divide" => format!("{name}:2"),
                "form" => "form:x".to_owned(),
                _ => name.to_owned(),
            };
            assert!(Question::read(&text).is_ok(), "{name}");
        }
        assert!(NAMES.is_sorted());
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
        assert_eq!(Question::read("legal:2"), Ok(Question::Legal(Some(1))));
    }
}
