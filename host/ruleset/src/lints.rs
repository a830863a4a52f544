//! Checks of texts and looks beyond the schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boardloom_contract::PathKey;

use crate::diagnostics::SourceDiagnostic;
use crate::printable::is_printable;
use crate::source::{SourceFile, SourceSpan};
use crate::value::{Value, ValueKind, dotted, is_bare};

const ONE_LINE: [&str; 7] = ["name", "summary", "family", "points", "label", "author", "license"];

/// Returns an error for each key and text with characters that a terminal would obey, or
/// that reorder the text around them.
pub(crate) fn unprintable_texts(root: &Value) -> Vec<SourceDiagnostic> {
    let mut found = Vec::new();
    let mut open = vec![(root, String::new())];
    while let Some((value, key)) = open.pop() {
        match &value.kind {
            ValueKind::Text(text) => {
                let one_line = ONE_LINE.contains(&key.rsplit('.').next().unwrap_or_default());
                let allowed = |it: char| !one_line && matches!(it, '\n' | '\r' | '\t');
                let wrong = text.chars().find(|it| !is_printable(*it) && !allowed(*it));
                found.extend(wrong.map(|wrong| unprintable(wrong, &key, &value.span)));
            }
            ValueKind::Table(table) => {
                for entry in &table.entries {
                    let wrong = entry.key.chars().find(|it| !is_printable(*it));
                    found.extend(wrong.map(|wrong| unprintable(wrong, &key, &entry.key_span)));
                    let name = if is_bare(&entry.key) { &*entry.key } else { "..." };
                    let separator = if key.is_empty() { "" } else { "." };
                    open.push((&entry.value, format!("{key}{separator}{name}")));
                }
            }
            ValueKind::Array(items) => open.extend(items.iter().map(|item| (item, key.clone()))),
            _ => {}
        }
    }
    found
}

fn unprintable(character: char, key: &str, span: &SourceSpan) -> SourceDiagnostic {
    let code = u32::from(character);
    let what = match character {
        '\n' => "a text of one line has several".to_owned(),
        _ => format!("a text has the character U+{code:04X}, which cannot be shown"),
    };
    let help = if character == '\n' { "write it on one line" } else { "remove it" };
    SourceDiagnostic::error(what, Some(span.clone())).key(key).help(help)
}

/// Returns a warning for each colour and each name that several players share.
pub(crate) fn players_alike(root: &Value) -> Vec<SourceDiagnostic> {
    let players = root.get("players").and_then(Value::array).unwrap_or_default();
    let mut warnings = Vec::new();
    for alike in sharing(players, "color") {
        let marks: BTreeSet<_> = alike.iter().map(|it| lowercase(&players[*it], "mark")).collect();
        let number = number(alike.len());
        let what = match (marks.len(), alike.len()) {
            (1, _) => format!("{number} players look alike"),
            (2, 2) => {
                format!("{number} players have one colour: only a mark tells their pieces apart")
            }
            (some, all) if some == all => {
                format!("{number} players have one colour: only marks tell their pieces apart")
            }
            _ => format!("{number} players have one colour, and some of them one mark too"),
        };
        warnings.push(shared(players, &alike, "color", what, "colour"));
    }
    for alike in sharing(players, "mark") {
        let colors: BTreeSet<_> =
            alike.iter().map(|it| lowercase(&players[*it], "color")).collect();
        // Players of one colour too were told.
        if colors.len() == alike.len() {
            let what = format!("{} players have the same mark", number(alike.len()));
            let warning = shared(players, &alike, "mark", what, "mark");
            warnings.push(warning.label("without colours only marks tell sides apart"));
        }
    }
    for alike in sharing(players, "name") {
        let what = format!("{} players have the same name", number(alike.len()));
        warnings.push(shared(players, &alike, "name", what, "name"));
    }
    warnings
}

/// Returns the players of each text that several have at a key.
fn sharing(players: &[Value], key: &str) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, player) in players.iter().enumerate() {
        if let Some(text) = lowercase(player, key) {
            groups.entry(text).or_default().push(index);
        }
    }
    let mut shared: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
    shared.sort_by_key(|group| group.last().copied());
    shared
}

fn lowercase(player: &Value, key: &str) -> Option<String> {
    player.get(key).and_then(Value::text).map(str::to_lowercase)
}

fn number(count: usize) -> String {
    let words = ["two", "three", "four", "five", "six"];
    count.checked_sub(2).and_then(|it| words.get(it)).map_or(count.to_string(), |it| (*it).into())
}

/// Returns the warning at the last of players with one text at a key.
fn shared(
    players: &[Value],
    alike: &[usize],
    key: &str,
    what: String,
    noun: &str,
) -> SourceDiagnostic {
    let spans = |index: &usize| players[*index].get(key).map(|value| value.span.clone());
    let own = alike.last();
    let path = [
        PathKey::Name("players".to_owned()),
        PathKey::Index(own.map_or(0, |index| *index as u32)),
        PathKey::Name(key.to_owned()),
    ];
    let (other, help) = match alike.len() {
        2 => ("the other one", format!("give one of them another {noun}")),
        _ => ("another one", format!("give each of them its own {noun}")),
    };
    let warning = SourceDiagnostic::warning(what, own.and_then(spans)).key(dotted(&path));
    let others = alike[..alike.len() - 1].iter().filter_map(spans);
    others.fold(warning, |warning, span| warning.related(other, span)).help(help)
}

/// Returns a warning if some seats have a player and others have none.
pub(crate) fn missing_players(
    root: &Value,
    seats: u8,
    files: &[Arc<SourceFile>],
) -> Option<SourceDiagnostic> {
    let players = root.get("players")?;
    let count = players.array()?.len();
    let seats = usize::from(seats);
    if count == 0 || count >= seats {
        return None;
    }
    let what = format!("the game has {seats} seats, but `players` describes {count}");
    let first = count + 1;
    let missing = match seats - count {
        1 => format!("seat {first} is called `Player {first}`"),
        _ => format!("seats {first} to {seats} are called `Player {first}` and so on"),
    };
    let is_own = files.first().is_some_and(|own| *own == players.span.file);
    let help = match is_own && files.len() > 1 {
        true => "lists replace inherited ones: write a `[[players]]` block for each seat",
        false => "write a `[[players]]` block for each seat",
    };
    let warning = SourceDiagnostic::warning(what, Some(players.span.clone()));
    Some(warning.key("players").label(missing).help(help))
}

/// Returns a warning for each table of `[setup]` that is for another number of seats than the game
/// has, whatever its options say.
pub(crate) fn tables_for_other_seats(root: &Value, seats: u8) -> Vec<SourceDiagnostic> {
    let setup = root.get("setup").and_then(Value::table);
    let is_offered = |count: usize| count == usize::from(seats) || most_seats_offered(root) > 0;
    let words = ["two", "three", "four", "five", "six"].into_iter().zip(2..);
    let idle = words.filter(|(_, count)| !is_offered(*count)).filter_map(|(word, count)| {
        let entry = setup?.entry(word)?;
        let what = format!("`{word}` is for {word} players, and the game has {seats}");
        let warning = SourceDiagnostic::warning(what, Some(entry.key_span.clone()));
        let help = format!("leave it out, or set `seats = {count}` or offer it by an option");
        Some(warning.key(format!("setup.{word}")).help(help))
    });
    idle.collect()
}

/// Returns the most seats that an option offers, whether the game takes the value or not.
fn most_seats_offered(root: &Value) -> usize {
    let options = root.get("options").and_then(Value::array).unwrap_or_default();
    let of_seats = options
        .iter()
        .filter(|option| option.get("key").and_then(Value::text) == Some("setup.seats"));
    let values = of_seats.flat_map(|option| {
        let range = option.get("range").and_then(Value::array).unwrap_or_default();
        let choices = option.get("choices").and_then(Value::array).unwrap_or_default();
        let choices = choices.iter().map(|choice| choice.get("value").unwrap_or(choice));
        range.iter().chain(choices).filter_map(Value::integer)
    });
    values.max().and_then(|most| usize::try_from(most).ok()).unwrap_or(0)
}

/// Returns a warning if the ruleset's own file describes more players than the game has seats,
/// whatever the options say.
pub(crate) fn surplus_players(
    root: &Value,
    most_seats: u8,
    files: &[Arc<SourceFile>],
) -> Option<SourceDiagnostic> {
    let players = root.get("players")?.array()?;
    let seats = usize::from(most_seats);
    let surplus = players.get(seats).filter(|_| seats > 0)?;
    files.first().filter(|own| **own == surplus.span.file)?;
    let count = players.len();
    if most_seats_offered(root) >= count {
        return None;
    }
    let what = format!("the game has {seats} seats, but `players` describes {count}");
    let key = dotted(&[PathKey::Name("players".to_owned()), PathKey::Index(seats as u32)]);
    let warning = SourceDiagnostic::warning(what, Some(surplus.span.clone())).key(key);
    let warning = warning.label("the game has no seat for this player");
    let help = "remove the block, or set `seats` in `[setup]` where the game lets more play";
    Some(warning.help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_who_share_something_get_one_warning() {
        let check = |players: &[(&str, &str)], expected: &[&str]| {
            let blocks = players.iter().zip(1..).map(|((color, mark), number)| {
                format!("[[players]]\nname = \"P{number}\"\ncolor = \"{color}\"\n{mark}\n")
            });
            let file = Arc::new(SourceFile::new("test.toml", None, blocks.collect::<String>()));
            let root = crate::parser::parse(&file).root.expect("it is TOML");
            let found: Vec<String> = players_alike(&root).into_iter().map(|it| it.what).collect();
            assert_eq!(found, expected);
        };
        let (red, blue) = ("#d55e00", "#0072b2");
        let (ring, star) = ("mark = \"ring\"", "mark = \"star\"");
        check(&[(red, ""), (blue, "")], &[]);
        check(&[(red, ""), (red, "")], &["two players look alike"]);
        check(&[(red, ring), (blue, ring)], &["two players have the same mark"]);
        check(&[(red, ring), (red, ring)], &["two players look alike"]);
        check(&[(red, ""), (red, ""), (red, "")], &["three players look alike"]);
        let one_mark = ["two players have one colour: only a mark tells their pieces apart"];
        check(&[(red, ""), (blue, ""), (red, ring)], &one_mark);
        let marks = ["three players have one colour: only marks tell their pieces apart"];
        check(&[(red, ""), (red, star), (red, ring)], &marks);
        let some = ["three players have one colour, and some of them one mark too"];
        check(&[(red, ""), (red, ring), (red, "")], &some);
    }
}
