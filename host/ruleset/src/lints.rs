//! Checks of texts and looks beyond the schemas.

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
    let what = format!("a text has the character U+{code:04X}, which cannot be shown");
    SourceDiagnostic::error(what, Some(span.clone())).key(key).help("remove it")
}

/// Returns a warning for each player with the look or the name of an earlier one.
pub(crate) fn players_alike(root: &Value) -> Vec<SourceDiagnostic> {
    let players = root.get("players").and_then(Value::array).unwrap_or_default();
    let text =
        |player: &Value, key: &str| player.get(key).and_then(Value::text).map(str::to_lowercase);
    let mut warnings = Vec::new();
    for (index, player) in players.iter().enumerate() {
        let mut compare = |key: &str, what: &str, help: &str| {
            let Some(own) = player.get(key).filter(|own| own.text().is_some()) else { return };
            let is_same = |other: &&Value| text(other, key) == text(player, key);
            let first = players[..index].iter().find(is_same).and_then(|other| other.get(key));
            let Some(first) = first else { return };
            let path = [
                PathKey::Name("players".to_owned()),
                PathKey::Index(index as u32),
                PathKey::Name(key.to_owned()),
            ];
            warnings.push(
                SourceDiagnostic::warning(what, Some(own.span.clone()))
                    .key(dotted(&path))
                    .related("the other one", first.span.clone())
                    .help(help),
            );
        };
        let is_marked_alike = players[..index].iter().any(|other| {
            text(other, "color") == text(player, "color")
                && text(other, "mark") == text(player, "mark")
        });
        let what = match is_marked_alike {
            true => "two players look alike",
            false => "two players have one colour: only a mark tells their pieces apart",
        };
        compare("color", what, "give one of them another colour");
        compare("name", "two players have the same name", "give one of them another name");
    }
    warnings
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
