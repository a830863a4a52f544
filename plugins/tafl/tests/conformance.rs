//! The tables of reference data, which are independent of this project, natively.

mod common;

use std::collections::BTreeSet;

use boardloom_sdk::contract::Cursor;
use common::{changed, data, moves, open, presets, read, text};
use serde_json::Value;

/// Returns the largest count that is checked: any with `BOARDLOOM_HEAVY=1`.
fn most() -> u64 {
    let heavy = std::env::var_os("BOARDLOOM_HEAVY").is_some_and(|value| value == "1");
    if heavy { u64::MAX } else { 2_500_000 }
}

fn counts(row: &Value) -> Vec<u64> {
    let list = row["perft"].as_array().expect("a list").iter();
    list.map(|count| count.as_u64().expect("a count")).collect()
}

fn perft(name: &str, cursor: &mut dyn Cursor, row: &Value) -> usize {
    let mut checked = 0;
    for (depth, leaves) in (1..).zip(counts(row)).filter(|(_, leaves)| *leaves <= most()) {
        assert_eq!(cursor.perft(depth, false), Ok(leaves), "{name} to depth {depth}");
        checked += 1;
    }
    checked
}

#[test]
fn perft_agrees_with_the_tables() {
    let (presets, tables) = (presets(), data("tafl-perft.json"));
    let mut checked = 0;
    for row in tables["start"].as_array().expect("a list") {
        let name = text(&row["variant"]);
        let mut cursor = open(&presets[name]).start().expect("no plugin error");
        checked += perft(name, &mut *cursor, row);
    }
    for row in tables["midgame"].as_array().expect("a list") {
        let game = open(&presets[text(&row["variant"])]);
        let mut cursor = read(&*game, text(&row["rows"]), text(&row["to_move"]));
        checked += perft(text(&row["id"]), &mut *cursor, row);
    }
    assert!(checked > 180, "{checked}");
}

fn sorted(list: &Value) -> BTreeSet<String> {
    let list = list.as_array().expect("a list").iter();
    list.map(|item| text(item).to_owned()).collect()
}

/// Plays a row of the table and returns the differences.
fn differences(row: &Value) -> Vec<String> {
    let preset = changed(&presets()[text(&row["variant"])], &row["params"]);
    let game = open(&preset);
    let mut cursor = read(&*game, text(&row["rows"]), text(&row["to_move"]));
    let mut found = Vec::new();
    let mut differ = |what: &str, is: String, expected: String| {
        if is != expected {
            found.push(format!("{what}: {is} instead of {expected}"));
        }
    };
    let legal: BTreeSet<String> = moves(&mut *cursor).into_iter().collect();
    for (from, to) in row["legal_from"].as_object().into_iter().flatten() {
        let own = legal.iter().filter_map(|mv| mv.strip_prefix(&format!("{from}-")));
        let own: BTreeSet<String> = own.map(str::to_owned).collect();
        differ(from, format!("{own:?}"), format!("{:?}", sorted(to)));
    }
    for mv in row["illegal"].as_array().into_iter().flatten() {
        differ(text(mv), legal.contains(text(mv)).to_string(), "false".into());
    }
    let mut fallen = BTreeSet::new();
    for mv in row["moves"].as_array().into_iter().flatten() {
        let by = cursor.status().expect("no plugin error").mover();
        let Some(by) = by else {
            differ(text(mv), "the game is over".into(), "a legal move".into());
            return found;
        };
        let parsed = cursor.parse(by, text(mv)).expect("no plugin error");
        let effects = parsed.and_then(|mv| cursor.play(by, &mv).expect("no plugin error"));
        let effects = match effects {
            Ok(effects) => effects,
            Err(refusal) => {
                differ(text(mv), refusal.to_string(), "a legal move".into());
                return found;
            }
        };
        let places =
            cursor.drawing_beyond(0, Default::default(), u32::MAX).expect("no plugin error").places;
        let label = |site: u32| places[site as usize].label.clone();
        let removed = effects.iter().filter(|effect| effect.verb == "remove");
        fallen = removed.filter_map(|effect| effect.site.map(label)).collect();
    }
    if row["captures"].is_array() {
        differ("captures", format!("{fallen:?}"), format!("{:?}", sorted(&row["captures"])));
    }
    let status = cursor.status().expect("no plugin error");
    if let Some(result) = row.get("result") {
        let side = |seat| ["attackers", "defenders"][usize::from(seat)];
        let ended = status.outcome.as_ref().map(|outcome| {
            (outcome.winner().map_or("draw", side).to_owned(), outcome.reason.id.clone())
        });
        let expected = result.as_array().map(|pair| {
            let id = match text(&pair[1]) {
                "king captured" => "over.captured",
                "king escaped" => "over.escaped",
                "exit fort" => "over.fort",
                "encircled" => "over.encircled",
                "no moves" => "over.stuck",
                "repetition" => "over.repetition",
                other => other,
            };
            (text(&pair[0]).to_owned(), id.to_owned())
        });
        differ("result", format!("{ended:?}"), format!("{expected:?}"));
    }
    if let Some(side) = row["side_after"].as_str() {
        let turn = status.mover().map(|seat| ["attackers", "defenders"][usize::from(seat)]);
        differ("turn", format!("{turn:?}"), format!("{:?}", Some(side)));
    }
    let legal = moves(&mut *cursor);
    for mv in row["illegal_after"].as_array().into_iter().flatten() {
        differ(text(mv), legal.iter().any(|own| own == text(mv)).to_string(), "false".into());
    }
    if let Some(after) = row["after"].as_str() {
        let position = cursor.write("position").expect("no plugin error").expect("a form");
        let board = position.split(' ').next().expect("rows").to_owned();
        differ("board", board, after.to_owned());
    }
    found
}

#[test]
fn positions_agree_with_the_tables() {
    let tables = data("tafl-positions.json");
    let (mut checked, mut wrong) = (0, Vec::new());
    for list in ["positions", "real_game_positions"] {
        for row in tables[list].as_array().expect("a list") {
            let found = differences(row);
            if !found.is_empty() {
                wrong.push(format!("{}: {}", text(&row["id"]), found.join("; ")));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 90, "{checked}");
}
