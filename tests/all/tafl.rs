//! The Hnefatafl family against reference data made without this project: the
//! rulesets as they are shipped, natively and through the sandbox.

use std::collections::{BTreeMap, BTreeSet};

use boardloom_contract::{Cursor, LoadedPlugin};
use serde_json::{Value, json};

use crate::support::{data, heavy, legal, open, plugins, ruleset};

fn table(name: &str) -> Value {
    let text = std::fs::read_to_string(data().join("conformance").join(name));
    serde_json::from_str(&text.expect("reference data")).expect("JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("expected a text, found {value}"))
}

fn rows<'a>(table: &'a Value, list: &str) -> impl Iterator<Item = &'a Value> {
    table[list].as_array().expect("a list").iter()
}

/// Returns the ruleset that ships a preset of the data. The names of three of the official rules
/// belong to the modes that the family begins with.
fn id(preset: &str) -> String {
    let name = match preset {
        "seed-fetlar" => "fetlar",
        "seed-copenhagen" => "copenhagen",
        "fetlar" => "fetlar-online",
        "copenhagen" => "copenhagen-2012",
        name => name,
    };
    format!("tafl/{name}")
}

/// Every preset's ruleset as the plugin reads it.
fn rulesets() -> BTreeMap<String, Value> {
    let presets = table("tafl-variants.json");
    let named = |preset: &Value| {
        let name = text(&preset["variant"]);
        let json = ruleset(&id(name)).plugin_json();
        (name.to_owned(), serde_json::from_str(&json).expect("JSON"))
    };
    presets.as_array().expect("a list").iter().map(named).collect()
}

/// Returns a ruleset with some of its rules changed: tables by key.
fn changed(ruleset: &Value, params: &Value) -> String {
    let mut ruleset = ruleset.clone();
    for (key, value) in params.as_object().into_iter().flatten() {
        match (&mut ruleset["rules"][key], value) {
            (Value::Object(own), Value::Object(more)) => own.extend(more.clone()),
            (own, value) => *own = value.clone(),
        }
    }
    ruleset.to_string()
}

fn both(check: impl Fn(&str, &dyn LoadedPlugin)) {
    for (form, rules) in plugins()["tafl"].each() {
        check(form, &**rules);
    }
}

fn position(row: &Value) -> String {
    format!("{} {}", text(&row["rows"]), &text(&row["to_move"])[..1])
}

#[test]
fn rulesets_have_the_values_of_the_presets() {
    let rulesets = rulesets();
    let presets = table("tafl-variants.json");
    let usual = json!({
        "linnaean": false, "berserk": "none", "capture_draw": null, "shieldwall": null,
        "king_capture": {
            "throne": "surround", "beside": "surround", "edge": "surround", "other": "surround",
        },
        "speed": {}, "jumps": {},
    });
    for preset in presets.as_array().expect("a list") {
        let own = &rulesets[text(&preset["variant"])];
        let men: BTreeSet<char> = text(&preset["start"]).chars().collect();
        let start: Vec<&str> = text(&preset["start"]).split('/').collect();
        assert_eq!(own["setup"]["rows"], json!(start), "{preset}");
        for key in [
            "first",
            "escape",
            "king_weapon",
            "exit_fort",
            "linnaean",
            "no_moves",
            "berserk",
            "capture_draw",
            "shieldwall",
            "king_capture",
            "repetition",
            "encircle",
        ] {
            let value = own["rules"].get(key).unwrap_or(&usual[key]);
            let expected = match &preset[key] {
                Value::Null if key == "encircle" => json!("none"),
                expected => expected.clone(),
            };
            assert_eq!(*value, expected, "{key} of {preset}");
        }
        for key in ["speed", "jumps"] {
            let value = own["rules"].get(key).unwrap_or(&usual[key]);
            for (man, expected) in preset[key].as_object().expect("a table") {
                if man.chars().all(|man| men.contains(&man)) {
                    assert_eq!(value[man], *expected, "{key} of {preset}");
                }
            }
        }
    }
}

#[test]
fn perft_matches_the_tables() {
    let (rulesets, tables) = (rulesets(), table("tafl-perft.json"));
    let most = if heavy() { u64::MAX } else { 400_000 };
    both(|form, rules| {
        let mut checked = 0;
        for row in rows(&tables, "start").chain(rows(&tables, "midgame")) {
            let variant = text(&row["variant"]);
            let ruleset = rulesets[variant].to_string();
            let position = row["rows"].is_string().then(|| position(row));
            let mut cursor = open(rules, &ruleset, position.as_deref());
            for (depth, leaves) in (1..).zip(rows(row, "perft")) {
                let leaves = leaves.as_u64().expect("a count");
                if leaves <= most {
                    let counted = cursor.perft(depth, false);
                    assert_eq!(counted, Ok(leaves), "{form}, {variant}, {position:?}, {depth}");
                    checked += 1;
                }
                if leaves < 10_000 {
                    assert_eq!(cursor.perft(depth, true), Ok(leaves), "{form}, {variant} listed");
                }
            }
        }
        assert!(checked > 140, "{checked}");
    });
}

fn set(list: &Value) -> BTreeSet<String> {
    let list = list.as_array().expect("a list").iter();
    list.map(|item| text(item).to_owned()).collect()
}

/// Plays the moves of a row. Returns the captures of the last one.
fn played(cursor: &mut dyn Cursor, row: &Value, at: &str) -> BTreeSet<String> {
    let places =
        cursor.drawing_beyond(0, Default::default(), u32::MAX).expect("no plugin error").places;
    let mut fallen = BTreeSet::new();
    for mv in row["moves"].as_array().into_iter().flatten() {
        let by = cursor.status().expect("no plugin error").mover();
        let by = by.unwrap_or_else(|| panic!("{at}: over before {mv}"));
        let effects = cursor.play(by, text(mv)).expect("no plugin error");
        let effects = effects.unwrap_or_else(|no| panic!("{at}: {no}"));
        let gone = effects.iter().filter(|effect| effect.verb == "remove");
        fallen = gone
            .map(|effect| places[effect.site.expect("a site") as usize].label.clone())
            .collect();
    }
    fallen
}

fn check_position(rules: &dyn LoadedPlugin, ruleset: &str, row: &Value, at: &str) {
    let mut cursor = open(rules, ruleset, Some(&position(row)));
    let list = legal(&mut *cursor);
    for (from, to) in row["legal_from"].as_object().into_iter().flatten() {
        let own = list.iter().filter_map(|mv| mv.strip_prefix(&format!("{from}-")));
        assert_eq!(own.map(str::to_owned).collect::<BTreeSet<_>>(), set(to), "{at}, {from}");
    }
    for mv in row["illegal"].as_array().into_iter().flatten() {
        assert!(!list.iter().any(|own| own == text(mv)), "{at}: {mv} is legal");
    }
    let fallen = played(&mut *cursor, row, at);
    if row["captures"].is_array() {
        assert_eq!(fallen, set(&row["captures"]), "{at}");
    }
    let status = cursor.status().expect("no plugin error");
    if let Some(result) = row.get("result") {
        let outcome = status.outcome.as_ref();
        let ended = outcome.map(|outcome| {
            let side = |seat| ["attackers", "defenders"][usize::from(seat)];
            (outcome.winner().map_or("draw", side), outcome.reason.id.as_str())
        });
        let expected = result.as_array().map(|pair| {
            let reason = match text(&pair[1]) {
                "king captured" => "over.captured",
                "king escaped" => "over.escaped",
                "exit fort" => "over.fort",
                "encircled" => "over.encircled",
                "no moves" => "over.stuck",
                "repetition" => "over.repetition",
                other => panic!("an unknown reason: {other}"),
            };
            (text(&pair[0]), reason)
        });
        assert_eq!(ended, expected, "{at}");
    }
    if let Some(side) = row["side_after"].as_str() {
        let turn = status.mover().map(|seat| ["attackers", "defenders"][usize::from(seat)]);
        assert_eq!(turn, Some(side), "{at}");
    }
    if let Some(after) = row["after"].as_str() {
        let written = cursor.write("position").expect("no plugin error").expect("a form");
        assert_eq!(written.split(' ').next(), Some(after), "{at}");
    }
}

#[test]
fn moves_from_positions_match_the_tables() {
    let (rulesets, tables) = (rulesets(), table("tafl-positions.json"));
    both(|form, rules| {
        for row in rows(&tables, "positions").chain(rows(&tables, "real_game_positions")) {
            let ruleset = changed(&rulesets[text(&row["variant"])], &row["params"]);
            check_position(rules, &ruleset, row, &format!("{form}, {}", text(&row["id"])));
        }
    });
}
