//! Set-ups that a new match draws by its seed, and a check of them.

use std::collections::{BTreeMap, BTreeSet};

use boardloom_contract::{Diagnostic, Message, PathKey, Severity};
use boardloom_ruleset::{DrawnStart, OptionDomain};
use serde_json::Value as Json;

use super::{Match, MatchSetup, nth_legal_move};
use crate::chance_number;
use crate::error::MatchError;
use crate::source::{GameSource, OpenError};

/// How often random moves that end the game are drawn again.
const TRIES: u32 = 20;
/// The values of a part that are tried to find the wrong one.
const MOST_VALUES: usize = 50;

/// The random numbers of set-ups differ from those of chance moves.
struct Numbers {
    seed: u64,
    drawn: u32,
}

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.drawn += 1;
        let number = chance_number(!self.seed, u32::MAX - self.drawn);
        ((u128::from(number) * u128::from(bound)) >> 64) as u64
    }
}

/// Draws the set-up of a new match; `None` if it begins as the ruleset does. A position that
/// the game does not read, as on a board whose size a player has changed, is left out.
pub(super) fn draw(source: &GameSource, seed: u64) -> Result<Option<String>, MatchError> {
    let start = &source.ruleset.start;
    if start.is_empty() {
        return Ok(None);
    }
    let mut numbers = Numbers { seed, drawn: 0 };
    let position = start.draw(|bound| numbers.below(bound as u64) as usize);
    for _ in 0..TRIES {
        let setup = MatchSetup { seed, start: position.clone(), ..MatchSetup::default() };
        let mut game = match Match::bare(source.clone(), source.open()?, setup) {
            Err(MatchError::Start { .. }) => return Ok(None),
            game => game?,
        };
        if start.moves == 0 {
            return Ok(position);
        }
        game.draw_chance()?;
        for _ in 0..start.moves {
            let Some(seat) = game.status().acting.first().copied() else { break };
            let drawn = &mut numbers;
            let mv = game.ask(|cursor| {
                let count = cursor.count_moves(seat)?;
                nth_legal_move(cursor, seat, drawn.below(count))
            })?;
            let Some(mv) = mv else { break };
            game.play_as(seat, &mv, None)?;
        }
        if !game.status().is_over() {
            return Ok(game.position_text()?.or(position));
        }
    }
    Ok(position)
}

/// Reads the positions that a new match can draw, and returns what is wrong with them.
pub fn check_starts(source: &GameSource) -> Result<Vec<Diagnostic>, OpenError> {
    let start = &source.ruleset.start;
    let mut unknown = start.unknown_parts();
    // A part that stands both plain and turned is missing once.
    let mut seen = BTreeSet::new();
    unknown.retain(|(_, name)| seen.insert(name.trim_matches('~').to_owned()));
    let mut found: Vec<Diagnostic> = unknown
        .into_iter()
        .map(|(index, name)| {
            let what = format!("there is no part `{name}` in `start.parts`");
            let known = |name: &&str| start.parts.contains_key(*name);
            let turned = name.strip_prefix('~').filter(known);
            let hint = match turned {
                Some(name) => Some(format!("write `{{{name}~}}`")),
                None => {
                    let mut names = start.parts.keys().map(String::as_str);
                    let plain = name.trim_end_matches('~');
                    let near = boardloom_contract::nearest(plain, &mut names);
                    Some(match near {
                        Some(near) => format!("did you mean `{{{near}{}}}`?", &name[plain.len()..]),
                        None => add_part(&start.parts, plain),
                    })
                }
            };
            Diagnostic {
                hint: hint.map(|hint| Message::new("start.part", hint)),
                ..error_at(index, what)
            }
        })
        .collect();
    found.extend(start.unclosed_parts().into_iter().map(|(index, at)| {
        let position = &start.positions[index as usize];
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let rest = &position[at + 1..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let end = end + usize::from(rest[end..].starts_with('~'));
        let what = format!("the `{{` of `{{{}` is not closed", &rest[..end]);
        let hint = format!("write `{{{}}}`", &rest[..end]);
        let hint = Some(Message::new("start.part", hint));
        Diagnostic { hint, inside: Some((at as u32, at as u32 + 1)), ..error_at(index, what) }
    }));
    let game = source.open()?;
    let mut blamed = BTreeSet::new();
    for (index, text) in start.samples() {
        let path = error_at(index, String::new()).path;
        if found.iter().any(|known| known.path == path) {
            continue;
        }
        let what = match game.read(&text)? {
            Err(why) => format!("the position `{text}` cannot be read: {why}"),
            Ok(mut cursor) => match cursor.status()?.outcome {
                Some(outcome) => {
                    format!("the game is over in the position `{text}`: {}", outcome.reason)
                }
                None => continue,
            },
        };
        let mut reads = |text: &str| Ok::<bool, OpenError>(game.read(text)?.is_ok());
        if !reads(&text)?
            && let Some((part, value)) = wrong_value(start, index, &mut reads)?
        {
            if blamed.insert((part.clone(), value)) {
                let shown = &start.parts[&part][value];
                let what = format!("with `{shown}` for `{{{part}}}` {what}");
                found.push(value_error(&part, value as u32, what));
            }
            continue;
        }
        // The sign that turns a part stands within its braces.
        let position = start.positions.get(index as usize).map_or("", String::as_str);
        let behind = position.split_once("}~").and_then(|(before, _)| before.rsplit('{').next());
        let before = || position.split_once("~{").and_then(|(_, rest)| rest.split('}').next());
        let turned = behind.or_else(before);
        let hint = turned.map(|name| Message::new("start.part", format!("write `{{{name}~}}`")));
        found.push(Diagnostic { hint, ..error_at(index, what) });
    }
    Ok(found)
}

/// Returns the hint for a part that is missing: its line, with a value like those of another part.
fn add_part(parts: &BTreeMap<String, Vec<String>>, name: &str) -> String {
    let value = parts.values().flatten().next().map_or("...", String::as_str);
    let known: Vec<String> = parts.keys().map(|known| format!("`{known}`")).collect();
    let known = match &known[..] {
        [] => String::new(),
        [only] => format!("; the only part is {only}"),
        [rest @ .., last] => format!("; the parts are {} and {last}", rest.join(", ")),
    };
    format!("add it to `[start.parts]`, for example `{name} = [\"{value}\"]`{known}")
}

/// Returns the part and the index of its value without which a position can be read.
fn wrong_value(
    start: &DrawnStart,
    index: u32,
    reads: &mut dyn FnMut(&str) -> Result<bool, OpenError>,
) -> Result<Option<(String, usize)>, OpenError> {
    let mut with = |part: &str, value: usize| match start.sample_with(index, part, value) {
        Some(text) => reads(&text),
        None => Ok(false),
    };
    let first = with("", 0)?;
    for (part, values) in &start.parts {
        for value in 1..values.len().min(MOST_VALUES) {
            // Either this value spoils a good position, or it mends a bad one.
            if with(part, value)? != first {
                return Ok(Some((part.clone(), if first { value } else { 0 })));
            }
        }
    }
    Ok(None)
}

/// The key of the sites that nothing can stand on.
pub const BLOCKED: &str = "board.blocked";

/// Returns a warning if players can choose blocked sites that are open in a position of the start:
/// the board that they choose would lose its position. `open` opens the ruleset with a choice.
pub fn check_blocked_choices(
    source: &GameSource,
    open: impl Fn(&Json) -> Option<GameSource>,
) -> Result<Option<Diagnostic>, OpenError> {
    let ruleset = &source.ruleset;
    let option = ruleset.options.iter().find(|option| option.key == BLOCKED);
    let Some(OptionDomain::List(choices)) = option.map(|option| &option.domain) else {
        return Ok(None);
    };
    let samples = ruleset.start.samples();
    for choice in choices.iter().filter(|_| !samples.is_empty()) {
        let Some(Ok(game)) = open(&choice.value).map(|other| other.open()) else { continue };
        for (index, text) in &samples {
            let Err(why) = game.read(text)? else { continue };
            let what = format!(
                "the position `{text}` does not fit the choice `{}` of the option `{BLOCKED}`: {why}",
                choice.value
            );
            let hint = "with this choice a game begins as if there were no `[start]`: leave the \
                        option or `[start]` out";
            let hint = Some(Message::new("start.blocked", hint));
            return Ok(Some(Diagnostic {
                hint,
                severity: Severity::Warning,
                ..error_at(*index, what)
            }));
        }
    }
    Ok(None)
}

fn value_error(part: &str, value: u32, what: String) -> Diagnostic {
    let names = ["start", "parts", part].map(|name| PathKey::Name(name.to_owned()));
    let path = names.into_iter().chain([PathKey::Index(value)]).collect();
    Diagnostic { path, ..error_at(0, what) }
}

fn error_at(index: u32, what: String) -> Diagnostic {
    let name = |name: &str| PathKey::Name(name.to_owned());
    Diagnostic {
        severity: Severity::Error,
        path: vec![name("start"), name("positions"), PathKey::Index(index)],
        on_key: false,
        inside: None,
        what: Message::new("start.position", what),
        hint: None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fake::source;

    fn with_start(start: DrawnStart) -> GameSource {
        let mut source = source("");
        Arc::make_mut(&mut source.ruleset).start = start;
        source
    }

    fn listed(positions: &[&str], moves: u16) -> DrawnStart {
        let positions = positions.iter().map(|it| (*it).to_owned()).collect();
        DrawnStart { positions, moves, ..DrawnStart::default() }
    }

    fn begin(source: &GameSource, seed: u64) -> String {
        let setup = MatchSetup { seed, ..MatchSetup::default() };
        let mut game = Match::new(source.clone(), setup).expect("a match");
        game.position_text().expect("no plugin error").expect("a form")
    }

    #[test]
    fn the_seed_draws_the_position() {
        let source = with_start(listed(&["1.2..", "..1.2"], 0));
        let drawn: Vec<String> = (0..20).map(|seed| begin(&source, seed)).collect();
        assert!(drawn.iter().any(|it| it == "1.2..") && drawn.iter().any(|it| it == "..1.2"));
        assert_eq!(begin(&source, 7), begin(&source, 7));
        let own = MatchSetup { start: Some(".1.2.".to_owned()), ..MatchSetup::default() };
        let mut game = Match::new(source, own).expect("a match");
        assert_eq!(game.position_text().unwrap().as_deref(), Some(".1.2."));
    }

    #[test]
    fn a_position_that_does_not_fit_is_left_out_and_known() {
        let source = with_start(listed(&["1.2.......", "..1.2"], 0));
        let begin = |seed| Match::new(source.clone(), MatchSetup { seed, ..MatchSetup::default() });
        let games: Vec<Match> = (0..20).map(|seed| begin(seed).expect("a match")).collect();
        assert!(games.iter().all(|game| game.lacks_drawn_start() == game.start().is_none()));
        assert!(games.iter().any(Match::lacks_drawn_start));
        assert!(!games.iter().all(Match::lacks_drawn_start));
    }

    #[test]
    fn random_moves_are_part_of_the_position() {
        let source = with_start(listed(&[], 2));
        let drawn = begin(&source, 3);
        assert_eq!(drawn.chars().filter(|sign| *sign != '.').count(), 2, "{drawn}");
        assert_eq!(drawn, begin(&source, 3));
        let setup = MatchSetup { seed: 3, ..MatchSetup::default() };
        let game = Match::new(source, setup).expect("a match");
        assert_eq!(game.tree().len(), 1, "nothing to take back");
    }

    #[test]
    fn wrong_positions_are_told() {
        let source = with_start(listed(&["1.2..", "1", "{x}"], 0));
        let found = check_starts(&source).expect("no plugin error");
        let told: Vec<&str> = found.iter().map(|it| it.what.text.as_str()).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("no part `x`") && told[1].contains("`1` cannot be read"));
    }
}
