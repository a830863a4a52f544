//! Example games of rulesets, and a check of them.

use boardloom_contract::{Diagnostic, Message, PathKey, Severity};
use boardloom_ruleset::ExampleGame;

use super::parse_moves;
use crate::error::MatchError;
use crate::game_match::{
    Match, MatchSetup, ReplayReport, legal_hint, moves_hint, notation_hint, word_at,
};
use crate::game_tree::ROOT;
use crate::player::Player;
use crate::source::{GameSource, OpenError};

impl Match {
    /// Opens an example game at its start, with the text in a language with a code such as `de`.
    /// The source has the example's options.
    pub fn of_example(
        source: GameSource,
        example: &ExampleGame,
        language: &str,
    ) -> Result<(Self, ReplayReport), MatchError> {
        let mut tree =
            parse_moves(&example.moves).map_err(|place| MatchError::Listed { number: 1, place })?;
        let text = example.texts_in(language).text;
        if !text.is_empty() {
            tree.node_mut(ROOT).comment = text;
        }
        let setup = MatchSetup {
            players: example.players.iter().map(Player::human).collect(),
            seed: 1,
            start: example.position.clone(),
            ..MatchSetup::default()
        };
        let opened = source.open()?;
        let mut game = Self::bare(source, opened, setup)?;
        let end = *tree.main_line().last().expect("the root is in every line");
        let report = game.adopt(tree, end)?;
        game.go_to(ROOT)?;
        Ok((game, report))
    }
}

/// Why a ruleset does not open with the options of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionFault {
    /// The option, if it is one of them.
    pub key: Option<String>,
    /// Whether the key is wrong, and not its value.
    pub on_key: bool,
    pub what: String,
    pub hint: Option<String>,
}

/// Plays the example games of a ruleset through, and returns what is wrong with them. `open` opens
/// the ruleset with the options of an example, or tells why they do not fit: nothing if the
/// ruleset has these faults without them.
pub fn check_examples(
    source: &GameSource,
    open: impl Fn(&ExampleGame) -> Result<GameSource, Vec<OptionFault>>,
) -> Result<Vec<Diagnostic>, OpenError> {
    let mut found = Vec::new();
    for (index, example) in (0..).zip(&source.ruleset.examples) {
        let opened = match example.options.is_empty() {
            true => Ok(source.clone()),
            false => open(example),
        };
        match opened {
            Err(faults) => found.extend(faults.into_iter().map(|fault| {
                let mut error = error_at(index, "options", fault.what);
                error.path.extend(fault.key.map(PathKey::Name));
                let hint = fault.hint.map(|hint| Message::new("example", hint));
                Diagnostic { on_key: fault.on_key, hint, ..error }
            })),
            Ok(source) => found.extend(check(source, example)?.map(|fault| {
                let Fault { key, what, hint, inside } = fault;
                let written = || moves_hint(&example.moves).or_else(|| list_hint(&example.moves));
                let hint = if key == "moves" { written().or(hint) } else { None };
                let hint = hint.map(|hint| Message::new("example", hint));
                let refused = || refused_word(&example.moves, &what).filter(|_| key == "moves");
                let inside = inside.or_else(refused);
                Diagnostic { hint, inside, ..error_at(index, key, what) }
            })),
        }
    }
    Ok(found)
}

/// Returns a hint for moves that are written in another way than records have them.
fn list_hint(moves: &str) -> Option<String> {
    let open = moves.find('(')?;
    let inside = moves[open + 1..].split(')').next().unwrap_or_default();
    let is_prose = inside.split_whitespace().count() > 1 && inside.ends_with(['.', '!', '?']);
    is_prose
        .then(|| format!("`( )` holds other moves; a comment stands in `{{ }}`: `{{{inside}}}`"))
}

/// What is wrong with an example.
struct Fault {
    key: &'static str,
    what: String,
    hint: Option<String>,
    /// The place within the moves.
    inside: Option<(u32, u32)>,
}

impl Fault {
    fn new(key: &'static str, what: String) -> Self {
        Fault { key, what, hint: None, inside: None }
    }
}

fn check(source: GameSource, example: &ExampleGame) -> Result<Option<Fault>, OpenError> {
    let seats = source.open()?.about()?.seats;
    if example.players.len() > usize::from(seats) {
        let what = format!("this game has {seats} players, and here are more names");
        return Ok(Some(Fault::new("players", what)));
    }
    Ok(match Match::of_example(source, example, "") {
        Err(MatchError::Open(error)) => return Err(error),
        Err(MatchError::PluginError(error)) => return Err(error.into()),
        Err(MatchError::Start { why, .. }) => {
            Some(Fault::new("position", format!("the position cannot be read: {why}")))
        }
        Err(MatchError::Listed { place, .. }) => {
            let inside = word_at(&example.moves, &place);
            Some(Fault { inside, ..Fault::new("moves", place.what) })
        }
        Err(other) => Some(Fault::new("moves", other.to_string())),
        Ok((mut game, report)) => {
            let first = report.first.as_ref().map(|(node, mv, why)| {
                let ply = game.tree().node(*node).ply();
                let what = format!("move {ply} `{mv}` cannot be played: {why}");
                let before = game.tree().node(*node).parent();
                let hint = before
                    .filter(|before| game.go_to(*before).is_ok())
                    .and_then(|_| notation_hint(mv).or_else(|| legal_hint(&mut game, mv, &what)));
                Fault { hint, ..Fault::new("moves", what) }
            });
            let aside = || format!("{} moves of variations cannot be played", report.illegal);
            (report.illegal > 0).then(|| first.unwrap_or_else(|| Fault::new("moves", aside())))
        }
    })
}

/// Returns the place of the move that an error quotes first, if it stands once in the moves.
fn refused_word(moves: &str, what: &str) -> Option<(u32, u32)> {
    let mv = what.split('`').nth(1)?;
    let is_end = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "(){}.;".contains(c));
    let mut whole = moves.match_indices(mv).filter(|(at, _)| {
        is_end(moves[..*at].chars().next_back()) && is_end(moves[at + mv.len()..].chars().next())
    });
    let (at, _) = whole.next()?;
    whole.next().is_none().then_some((at as u32, (at + mv.len()) as u32))
}

fn error_at(index: u32, key: &str, what: String) -> Diagnostic {
    let name = |name: &str| PathKey::Name(name.to_owned());
    Diagnostic {
        severity: Severity::Error,
        path: vec![name("example"), PathKey::Index(index), name(key)],
        on_key: false,
        inside: None,
        what: Message::new("example", what),
        hint: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(examples: Vec<ExampleGame>) -> Vec<String> {
        let (rules, ruleset) = boardloom_testing::row("");
        let mut ruleset = (*ruleset).clone();
        ruleset.examples = examples;
        let source = GameSource::new(rules, std::sync::Arc::new(ruleset));
        let open = |_: &ExampleGame| {
            let what = "there is no such option".to_owned();
            Err(vec![OptionFault { key: None, on_key: false, what, hint: None }])
        };
        let found = check_examples(&source, open).expect("no plugin error");
        let text = |it: Diagnostic| {
            let Some(PathKey::Name(key)) = it.path.last() else { panic!("{it:?}") };
            format!("{key}: {}", it.what.text)
        };
        found.into_iter().map(text).collect()
    }

    fn example(moves: &str) -> ExampleGame {
        ExampleGame { moves: moves.to_owned(), ..ExampleGame::default() }
    }

    #[test]
    fn examples_are_played_through() {
        assert_eq!(checked(vec![example("1. a {good} b (c) 2. d")]), Vec::<String>::new());
        let options = [("row.length".to_owned(), serde_json::json!(3))].into();
        let errors = checked(vec![
            example("a b a"),
            example("a (a a) b"),
            example("a (b"),
            ExampleGame { players: vec!["Eve".to_owned(); 3], ..example("a") },
            ExampleGame { position: Some("nonsense".to_owned()), ..example("a") },
            ExampleGame { options, ..example("a") },
        ]);
        assert_eq!(errors.len(), 6, "{errors:#?}");
        assert!(errors[0].starts_with("moves: move 3 `a` cannot be played: "), "{errors:#?}");
        assert!(errors[1].starts_with("moves: 1 moves of variations"), "{errors:#?}");
        assert!(errors[2].starts_with("moves: the variation that opens"), "{errors:#?}");
        assert!(errors[3].starts_with("players: "), "{errors:#?}");
        assert!(errors[4].starts_with("position: "), "{errors:#?}");
        assert!(errors[5] == "options: there is no such option", "{errors:#?}");
    }
}
