//! Hints for keys that no schema knows, by the key, its value and the table around it.

use boardloom_contract::PathKey;
use serde_json::Value as Json;

use super::Subschema;
use crate::look_names::is_usual_role;
use crate::suggestion::join_phrases;
use crate::value::{SourceTable, TableEntry, Value};

/// Returns the hint for `min` and `max` in place of a range.
pub(super) fn range_help(key: &str, names: &[&str], around: &SourceTable) -> Option<String> {
    let is_end = |key: &str| matches!(key, "min" | "max" | "minimum" | "maximum" | "from" | "to");
    let number = |names: [&str; 3]| names.iter().find_map(|name| around.get(name)?.number());
    if !is_end(key) || !names.contains(&"range") || around.get("range").is_some() {
        return None;
    }
    let low = number(["min", "minimum", "from"]).unwrap_or(0.0);
    let high = number(["max", "maximum", "to"])?;
    Some(format!("write `range = [{low}, {high}]`"))
}

/// Returns the hint for texts in a language that is not named by its code.
pub(super) fn language_of_texts(parts: &[Subschema<'_>], value: &Value) -> Option<String> {
    let takes_languages = parts.iter().any(|part| part.keyword("x-languages").is_some());
    (takes_languages && value.table().is_some()).then(|| {
        "a language is named by its code of two small letters, such as `de` or `fr`".to_owned()
    })
}

/// Returns the hint for several letters in one key, each of which is one.
pub(super) fn letters_apart(key: &str, names: &[&str], value: &Value) -> Option<String> {
    let all = names.len() > 1 && names.iter().all(|name| name.len() == 1) && is_all(key);
    let letters: Vec<String> = match all {
        true => names.iter().copied().map(str::to_owned).collect(),
        false => key.chars().map(String::from).collect(),
    };
    let are_keys = letters.len() > 1 && letters.iter().all(|it| names.contains(&it.as_str()));
    let value = crate::writer::inline(&value.to_json());
    let keys: Vec<String> = letters.iter().map(|it| format!("{it} = {value}")).collect();
    are_keys.then(|| format!("each letter is a key: `{}`", keys.join(", ")))
}

/// Tells whether a key stands for all keys of its table.
fn is_all(key: &str) -> bool {
    matches!(key.to_lowercase().as_str(), "all" | "any" | "every" | "everyone" | "each" | "default")
}

/// Returns the letter whose description has a word, or lists keys of one letter with what they
/// stand for.
pub(super) fn explained_letters(parts: &[Subschema<'_>], word: &str) -> String {
    let word = word.to_lowercase();
    let is_it =
        |text: &str| text.trim_end_matches('.').to_lowercase().split(' ').any(|it| it == word);
    let mut named = parts
        .iter()
        .flat_map(|part| part.properties().into_iter().flatten())
        .filter(|(_, schema)| schema.get("description").and_then(Json::as_str).is_some_and(is_it));
    if let (Some((letter, _)), None) = (named.next(), named.next()) {
        return format!("did you mean `{letter}`?");
    }
    let entries = parts.iter().flat_map(|part| part.properties().into_iter().flatten());
    let explained: Vec<String> = entries
        .map(|(name, schema)| match schema.get("description").and_then(Json::as_str) {
            Some(text) => {
                let sentence = text.split(". ").next().unwrap_or(text);
                format!("`{name}` ({})", sentence.trim_end_matches('.').to_lowercase())
            }
            None => format!("`{name}`"),
        })
        .collect();
    format!("the keys are {}", join_phrases(&explained, "and"))
}

/// Returns the hint for a size in place of a width and a height, or the other way around.
pub(super) fn size_help(
    parts: &[Subschema<'_>],
    names: &[&str],
    key: &str,
    entry: &TableEntry,
    around: &SourceTable,
) -> Option<String> {
    let value = &entry.value;
    let size = |name: &str| around.get(name).and_then(Value::integer);
    if let (true, Some(width), Some(height)) = (key == "width", size("width"), size("height")) {
        let mut sizes = parts
            .iter()
            .filter_map(|part| Some(part.with(part.properties()?.get("size")?).resolve()));
        let size = sizes.next()?;
        return match size.takes("array") {
            true => {
                Some(format!("in place of `width` and `height` write `size = [{width}, {height}]`"))
            }
            false if width == height => {
                Some(format!("in place of `width` and `height` write `size = {width}`"))
            }
            false => None,
        };
    }
    if !is_size(key) || !["width", "height"].iter().all(|name| names.contains(name)) {
        return None;
    }
    let text = value.text().map(|text| text.to_lowercase().replace(['x', '×', '*'], ","));
    let text = text.unwrap_or_else(|| value.span.text().to_owned());
    let numbers = text.trim_matches(['[', ']', ' ']).split(',').map(|part| part.trim().parse());
    let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
    let (width, height) = match numbers[..] {
        [side] => (side, side),
        [width, height] => (width, height),
        _ => return None,
    };
    Some(format!("write `width = {width}` and `height = {height}`"))
}

/// Tells whether a key stands for width and height.
pub(super) fn is_size(key: &str) -> bool {
    matches!(key, "size" | "dimensions" | "dimension" | "side")
}

/// Returns the hint for minutes in place of seconds.
pub(super) fn seconds_help(key: &str, names: &[&str], value: &Value) -> Option<String> {
    let minutes = value.number().filter(|_| key == "minutes" && names.contains(&"seconds"))?;
    Some(format!("write `seconds = {}`", minutes * 60.0))
}

/// Returns the hint for the time of each move, which the last kind of period has.
pub(super) fn time_of_moves(key: &str, names: &[&str], value: &Value) -> Option<String> {
    let seconds = value.number().filter(|_| is_time_of_moves(key, names))?;
    Some(format!(
        "for {seconds} seconds a move write `kind = \"byo-yomi\"`, `seconds = 0`, `periods = 1` and \
         `period = {seconds}`"
    ))
}

/// Tells whether a key of a clock without periods stands for the time of each move.
pub(super) fn is_time_of_moves(key: &str, names: &[&str]) -> bool {
    // Without a kind the names are those of all kinds.
    let is_other = !names.contains(&"periods") || names.contains(&"coins");
    let is_clock = names.contains(&"kind") && is_other;
    let words = ["per_move", "seconds_per_move", "time_per_move", "move_time", "each_move"];
    is_clock && words.contains(&key.to_lowercase().as_str())
}

/// Tells whether a table is to name a key and its value, and has neither.
pub(super) fn lacks_key_and_value(names: &[&str], around: &SourceTable) -> bool {
    let both = ["key", "is"];
    names.len() == 2 && both.iter().all(|it| names.contains(it) && around.get(it).is_none())
}

/// Returns the hint for a condition that is written as in the ruleset: `{ "setup.seats" = 3 }`.
pub(super) fn condition_help(
    names: &[&str],
    entry: &TableEntry,
    around: &SourceTable,
) -> Option<String> {
    if !lacks_key_and_value(names, around) || around.entries.len() != 1 {
        return None;
    }
    let (mut key, mut value) = (entry.key.clone(), &entry.value);
    while let Some([inner]) = value.table().map(|table| &table.entries[..]) {
        key = format!("{key}.{}", inner.key);
        value = &inner.value;
    }
    let value = crate::writer::inline(&value.to_json());
    Some(format!("write `{{ key = \"{key}\", is = {value} }}`"))
}

/// Returns the hint for a value that is the name of a key, as `type = "ring"`.
pub(super) fn key_in_value(
    parts: &[Subschema<'_>],
    names: &[&str],
    value: &Value,
) -> Option<String> {
    let name = value.text().filter(|text| names.contains(text))?;
    let under = parts.iter().flat_map(|part| part.under(&PathKey::Name(name.to_owned())));
    let sample = under.into_iter().find_map(Subschema::sample)?;
    Some(format!("`{name}` is a key itself: `{name} = {sample}`"))
}

/// Words for who plays a seat.
const CONTROLS: [&str; 12] = [
    "kind",
    "type",
    "controller",
    "control",
    "controlled_by",
    "human",
    "computer",
    "bot",
    "ai",
    "cpu",
    "level",
    "played_by",
];

/// Returns the hint for what players choose for each game or in their settings, and no ruleset says.
pub(super) fn choice_of_players(table: &[PathKey], key: &str, is_block: bool) -> Option<String> {
    let [PathKey::Name(table)] = table else { return None };
    Some(match (table.as_str(), key.to_lowercase().as_str()) {
        ("ai", "level" | "default" | "default_level" | "strength") if !is_block => {
            "a level is chosen for each game, as `boardloom play FILE --level easy`; `levels` lists \
             those that there are"
                .to_owned()
        }
        ("look", "players" | "colors" | "colours") => {
            "colours of players stand in `[[players]]`, a block for each seat with `name` and \
             `color`"
                .to_owned()
        }
        ("look", role) if is_usual_role(role) => {
            format!("`{role}` is a role: write it below `[look.roles]`")
        }
        ("rules", "text" | "description" | "rules" | "explanation" | "help") if !is_block => {
            "the rules in words stand in `[help]`, as `rules = \"...\"`".to_owned()
        }
        ("start", "seed") => {
            "a seed is chosen for each game, as `boardloom play FILE --seed 4`".to_owned()
        }
        ("look", "theme" | "style" | "material" | "texture" | "piece_set" | "skin") => {
            MATERIAL.to_owned()
        }
        _ => return None,
    })
}

/// Words for the player who begins.
const FIRST: [&str; 11] = [
    "turn",
    "to_move",
    "side_to_move",
    "first",
    "first_player",
    "first_move",
    "starts",
    "begins",
    "starting_player",
    "who_starts",
    "mover",
];

/// Returns the hint for a key that says who begins, where `rules` have such a key or not.
pub(super) fn first_to_move(
    table: &[PathKey],
    key: &str,
    rules: &[Subschema<'_>],
) -> Option<String> {
    let [PathKey::Name(table)] = table else { return None };
    let is_place = matches!(table.as_str(), "setup" | "start" | "rules" | "board");
    if !is_place || !FIRST.contains(&key.to_lowercase().as_str()) {
        return None;
    }
    let first = rules.iter().flat_map(|part| part.under(&PathKey::Name("first".to_owned())));
    Some(match first.map(Subschema::resolve).find_map(|it| it.listed_texts().first().copied()) {
        Some(value) => format!("who begins is a key of `[rules]`: `first = \"{value}\"`"),
        None => {
            "the first block of `[[players]]` begins; a position that says whose turn it is, as \
                 the program copies it, goes into `positions` of `[start]`"
                .to_owned()
        }
    })
}

/// What players choose for all boards.
pub(super) const MATERIAL: &str =
    "theme, board material and piece set are the player's choice, in the settings";

/// Returns the hint for a player's block that says who plays: that is chosen for each game.
pub(super) fn control_help(table: &[PathKey], key: &str) -> Option<String> {
    let is_player = matches!(table, [PathKey::Name(list), PathKey::Index(_)] if list == "players");
    let Some(PathKey::Index(seat)) = table.last().filter(|_| is_player) else { return None };
    CONTROLS.contains(&key.to_lowercase().as_str()).then(|| {
        format!(
            "a ruleset does not say who plays a seat: choose it for each game, as `boardloom play \
             FILE --seat{} computer`",
            seat + 1
        )
    })
}
