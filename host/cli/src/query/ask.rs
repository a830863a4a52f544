//! What can be asked for.

use boardloom_ruleset::suggestion;

/// What can be asked for, as it is written.
const NAMES: [&str; 24] = [
    "acting", "cautions", "changes", "count", "diagram", "divide", "evaluate", "facts", "form",
    "key", "legal", "marks", "note", "outcome", "perft", "pieces", "played", "ply", "position",
    "rules", "ruleset", "scores", "sites", "turn",
];

/// The most plies that perft takes: beyond it no game could be counted.
const DEEPEST: u32 = 100;

/// Something asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// The seats that may act.
    Acting,
    /// What is doubtful in the ruleset.
    Cautions,
    /// What the last move changed.
    Changes,
    /// How many legal moves there are; for a seat, or for the one whose turn it is.
    Count(Option<u8>),
    /// The position as a person reads it.
    Diagram,
    /// The move sequences of a length by their first move.
    Divide(u32),
    /// The value by seat.
    Evaluate,
    /// Further facts.
    Facts,
    /// One of the game's text forms.
    Form(String),
    /// A number that is equal for equal positions.
    Key,
    /// The legal moves; of a seat, or of the one whose turn it is.
    Legal(Option<u8>),
    /// What the game points out.
    Marks,
    /// What a person should be told of the last move.
    Note,
    /// How the game ended.
    Outcome,
    /// How many move sequences of a length there are.
    Perft(u32),
    /// What stands where.
    Pieces,
    /// Everything that was played, draws of chance among it.
    Played,
    /// How many moves were played.
    Ply,
    /// The position in the game's own text.
    Position,
    /// The rules in plain words.
    Rules,
    /// What the ruleset is.
    Ruleset,
    /// Points by seat.
    Scores,
    /// The board.
    Sites,
    /// Whose turn it is.
    Turn,
}

impl Ask {
    /// Reads a name, with what stands behind its colon.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read(text: &str) -> Result<Ask, String> {
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument.trim())),
            None => (text, None),
        };
        if let Some(ask) = plain(name) {
            return match argument {
                None => Ok(ask),
                Some(_) => Err(format!("expected `{name}` alone, found `{text}`")),
            };
        }
        let depth = || {
            let depth = argument.and_then(|it| it.parse().ok()).filter(|depth| *depth <= DEEPEST);
            depth.ok_or_else(|| {
                format!("expected `{name}:N`, N a length from 0 to {DEEPEST}, found `{text}`")
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
            "perft" => Ok(Ask::Perft(depth()?)),
            "divide" => match depth()? {
                0 => Err("expected `divide:N`, N a length from 1, found 0".to_owned()),
                depth => Ok(Ask::Divide(depth)),
            },
            "legal" => Ok(Ask::Legal(seat()?)),
            "count" => Ok(Ask::Count(seat()?)),
            "form" => argument.map(|form| Ask::Form(form.to_owned())).ok_or_else(|| {
                "expected `form:NAME`, NAME one of the game's text forms".to_owned()
            }),
            _ => Err(format!(
                "nothing is called `{name}`{}; what can be asked for is {}",
                suggestion::suffix(name, NAMES),
                NAMES.join(", ")
            )),
        }
    }
}

/// Returns what takes no argument.
fn plain(name: &str) -> Option<Ask> {
    Some(match name {
        "acting" => Ask::Acting,
        "cautions" => Ask::Cautions,
        "changes" => Ask::Changes,
        "diagram" => Ask::Diagram,
        "evaluate" => Ask::Evaluate,
        "facts" => Ask::Facts,
        "key" => Ask::Key,
        "marks" => Ask::Marks,
        "note" => Ask::Note,
        "outcome" => Ask::Outcome,
        "pieces" => Ask::Pieces,
        "played" => Ask::Played,
        "ply" => Ask::Ply,
        "position" => Ask::Position,
        "rules" => Ask::Rules,
        "ruleset" => Ask::Ruleset,
        "scores" => Ask::Scores,
        "sites" => Ask::Sites,
        "turn" => Ask::Turn,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known() {
        for name in NAMES {
            let text = match name {
                "perft" | "divide" => format!("{name}:2"),
                "form" => "form:x".to_owned(),
                _ => name.to_owned(),
            };
            assert!(Ask::read(&text).is_ok(), "{name}");
        }
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (text, expected) in [
            ("legl", "did you mean `legal`?"),
            ("perft", "expected `perft:N`"),
            ("perft:x", "expected `perft:N`"),
            ("perft:1000", "from 0 to 100"),
            ("divide:0", "from 1"),
            ("turn:1", "expected `turn` alone"),
            ("legal:0", "SEAT from 1"),
            ("", "what can be asked for is"),
        ] {
            let error = Ask::read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert_eq!(Ask::read("legal:2"), Ok(Ask::Legal(Some(1))));
    }
}
