//! Small games are solved through the contract, and the strategies hold.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::program::TestDir;
use crate::support::plugins;

#[track_caller]
fn solved(dir: &TestDir, args: &[&str]) -> Value {
    let answer = dir.run(&[&["solve", "--json"], args].concat()).success();
    serde_json::from_str(&answer).expect("one JSON object")
}

/// The values that `projhex.json` gives for the board with twelve cells: the first player wins with
/// these cells and loses with all others.
#[test]
fn projective_hex_of_twelve_cells_has_the_known_values() {
    let dir = TestDir::new();
    for cell in 'A'..='L' {
        let first = cell.to_string();
        let args =
            ["connection/projective-hex", "--set", "board.n=2", "--set", "rules.equaliser=none"];
        let value = solved(&dir, &[&args[..], &["--moves", &first]].concat());
        let wins = "CDEGHK".contains(cell);
        assert_eq!(value["winner"], if wins { 1 } else { 2 }, "{cell}");
    }
}

/// On a rhombus of three the first player wins with the cells of the short diagonal and with the
/// two beside the own sides; a row of three on squares is a draw; the first player wins Bridg-It.
#[test]
fn certificates_hold_and_forged_ones_do_not() {
    let dir = TestDir::new();
    let hex = ["connection/hex", "--set", "board.shape.rhombus=3", "--set", "rules.equaliser=none"];
    assert_eq!(solved(&dir, &hex)["winner"], 1);
    let tic_tac_toe = dir.write(
        "three.toml",
        "format = 1\nplugin = \"connection\"\nname = \"Three\"\n\n[board]\ntopology = \"grid\"\n\
         width = 3\nheight = 3\nadjacency = \"king\"\n\n[rules]\ngoals = [{ line = 3 }]\n\
         both = \"mover\"\nfull = \"draw\"\n",
    );
    let three = tic_tac_toe.to_string_lossy().into_owned();
    for (game, winner) in [(&hex[..], Value::from(1)), (&[three.as_str()][..], Value::Null)] {
        let args = [game, &["--certificate", "proof.json"]].concat();
        assert_eq!(solved(&dir, &args)["winner"], winner);
        let verify = [&["solve"], game, &["--verify", "proof.json"]].concat();
        let told = dir.run(&verify).success();
        assert!(told.starts_with("the strategy holds in all "), "{told}");
        let proof = std::fs::read_to_string(dir.path().join("proof.json")).unwrap();
        let mut forged: Value = serde_json::from_str(&proof).unwrap();
        forged["winner"] = 2.into();
        forged["strategies"]["2"] = forged["strategies"]["1"].clone();
        dir.write("proof.json", &forged.to_string());
        dir.run(&verify).fails(1, "the strategy");
    }
}

#[test]
fn games_that_cannot_be_solved_are_told_why() {
    let dir = TestDir::new();
    dir.run(&["solve", "connection/hex-three"]).fails(2, "only games of two can be solved");
    dir.run(&["solve", "tafl/brandubh", "--nodes", "300"])
        .fails(2, "raise it, or choose a smaller");
    dir.run(&["solve", "tafl/brandubh", "--lead"]).fails(2, "leave out `--lead`");
    dir.run(&["solve", "connection/hex", "--nodes", "100"]).fails(2, "raise `--nodes`");
}

/// The leads that `ftbg.json` gives for boards that are not divided, and after the first moves.
#[test]
fn fractal_territory_has_the_published_leads() {
    let dir = TestDir::new();
    let data: Value =
        serde_json::from_str(include_str!("../data/conformance/ftbg.json")).expect("JSON");
    let solved_data = &data["solved"];
    let never = ["--lead", "--set", "rules.subdivide.who=never"];
    let lead = |ruleset: &str, moves: &[&str]| {
        let args = [&[ruleset], &never[..], moves].concat();
        solved(&dir, &args)["lead"].clone()
    };
    let square = &solved_data["square_no_subdivision"];
    assert_eq!(lead("fractal/square", &[]), square["value"]);
    for (mv, key) in [("1:1,1", "c"), ("1:1,0", "edges"), ("0:0,0", "corners")] {
        assert_eq!(lead("fractal/square", &["--moves", mv]), square["first"][key], "{mv}");
    }
    let value = &solved_data["gasket_no_subdivision"]["value"];
    assert_eq!(&lead("fractal/sierpinski-triangle", &[]), value);
    let value = &solved_data["tri4_no_subdivision"]["value"];
    assert_eq!(&lead("fractal/triangle-quadrisection", &[]), value);
}

/// A lead is proved for both sides; a greater one is not.
#[test]
fn a_certificate_proves_a_lead() {
    let dir = TestDir::new();
    let game = ["fractal/square", "--set", "rules.subdivide.who=never"];
    let args = [&game[..], &["--lead", "--certificate", "lead.json"]].concat();
    let lead = solved(&dir, &args)["lead"].as_i64().expect("a number");
    let verify = [&["solve"], &game[..], &["--verify", "lead.json"]].concat();
    let told = dir.run(&verify).success();
    assert!(told.starts_with("the strategy holds in all "), "{told}");
    let text = std::fs::read_to_string(dir.path().join("lead.json")).unwrap();
    for forged in [lead + 1, lead - 1] {
        let mut proof: Value = serde_json::from_str(&text).unwrap();
        proof["lead"] = forged.into();
        dir.write("lead.json", &proof.to_string());
        dir.run(&verify).fails(1, "the strategy");
    }
}

/// The values of the positions that can be reached, by sweeps until nothing changes: for a board
/// small enough for that. Returns the winner from 1, 0 if neither can force a win.
fn swept(plugin: &str, ruleset: &str) -> u8 {
    let rules = &plugins()[plugin].native;
    let game = rules.open(ruleset).unwrap().unwrap();
    let mut start = game.start().unwrap();
    let first = start.write("position").unwrap().unwrap();
    // By position: the mover, and what each move leads to, a winner or a position.
    let mut moves: BTreeMap<String, (u8, Vec<Result<u8, String>>)> = BTreeMap::new();
    let mut open = vec![first.clone()];
    while let Some(text) = open.pop() {
        if moves.contains_key(&text) {
            continue;
        }
        let mut cursor = game.read(&text).unwrap().unwrap();
        let by = cursor.status().unwrap().mover().unwrap();
        let mut next = Vec::new();
        for mv in cursor.legal_moves(by, None, 10_000).unwrap() {
            cursor.play(by, &mv).unwrap().unwrap();
            match cursor.status().unwrap().outcome {
                Some(outcome) => next.push(Ok(outcome.winner().map_or(0, |seat| seat + 1))),
                None => next.push(Err(cursor.write("position").unwrap().unwrap())),
            }
            assert!(cursor.undo().unwrap());
        }
        open.extend(next.iter().filter_map(|it| it.clone().err()));
        moves.insert(text, (by + 1, next));
    }
    let mut won: BTreeMap<String, u8> = BTreeMap::new();
    loop {
        let before = won.len();
        for (text, (by, next)) in &moves {
            let value = |it: &Result<u8, String>| match it {
                Ok(winner) => *winner,
                Err(text) => won.get(text).copied().unwrap_or(0),
            };
            let other = 3 - by;
            if next.iter().any(|it| value(it) == *by) {
                won.insert(text.clone(), *by);
            } else if next.iter().all(|it| value(it) == other) {
                won.insert(text.clone(), other);
            }
        }
        if won.len() == before {
            return won.get(&first).copied().unwrap_or(0);
        }
    }
}

/// Solves a ruleset, checks its certificate, and that one for another result is refused. Returns
/// the winner from 1, or 0.
fn proved(dir: &TestDir, toml: &str) -> (u8, bool) {
    dir.write("small.toml", toml);
    let answer = solved(dir, &["small.toml", "--certificate", "proof.json"]);
    let verify = ["solve", "small.toml", "--verify", "proof.json"];
    let told = dir.run(&verify).success();
    assert!(told.starts_with("the strategy holds in all "), "{told}");
    let proof = std::fs::read_to_string(dir.path().join("proof.json")).unwrap();
    let proof: Value = serde_json::from_str(&proof).unwrap();
    let winner = answer["winner"].as_u64().unwrap_or(0) as u8;
    for claimed in (1..=2).filter(|claimed| *claimed != winner) {
        let mut forged = proof.clone();
        forged["winner"] = claimed.into();
        let own = proof["strategies"].as_object().unwrap().values().next().unwrap().clone();
        let same = proof["strategies"].get(claimed.to_string()).cloned();
        forged["strategies"] = serde_json::json!({ (claimed.to_string()): same.unwrap_or(own) });
        dir.write("proof.json", &forged.to_string());
        dir.run(&verify).fails(1, "the strategy");
    }
    (winner, answer["endless"] == true)
}

/// Jumps leave the number of pieces as it is: without a limit positions repeat.
#[test]
fn ataxx_with_jumps_has_the_values_of_a_sweep() {
    let dir = TestDir::new();
    let mut found = BTreeSet::new();
    for (width, height, x, o) in [(4, 1, "a1", "d1"), (5, 1, "a1", "e1"), (5, 1, "a1", "d1")] {
        let toml = format!(
            "format = 1\nplugin = \"ataxx\"\nname = \"Small\"\n\n[board]\ntopology = \"grid\"\n\
             width = {width}\nheight = {height}\nadjacency = \"king\"\n\n[setup]\n\
             pieces = {{ x = [\"{x}\"], o = [\"{o}\"] }}\n\n[rules]\nquiet_limit = 0\n"
        );
        let json = serde_json::json!({
            "board": {
                "topology": "grid", "width": width, "height": height, "adjacency": "king",
            },
            "setup": { "pieces": { "x": [x], "o": [o] } },
            "rules": { "quiet_limit": 0 },
        });
        let (winner, endless) = proved(&dir, &toml);
        assert_eq!(winner, swept("ataxx", &json.to_string()), "{width} {height} {x} {o}");
        found.insert((winner, endless));
    }
    assert!(found.len() > 1, "{found:?}");
}

/// Two attackers against a king alone, by different rules of repetition.
#[test]
fn tafl_has_the_values_of_a_sweep_and_of_its_rule_of_repetition() {
    let dir = TestDir::new();
    let mut found = BTreeSet::new();
    for (king, attackers) in [("d3", ["a1", "b2"]), ("d1", ["a2", "b3"]), ("c1", ["b1", "d1"])] {
        for (result, endless_winner) in [("draw", 0), ("attackers", 2), ("defenders", 1)] {
            let toml = format!(
                "format = 1\nplugin = \"tafl\"\nname = \"Small\"\n\n[board]\ntopology = \"grid\"\n\
                 width = 4\nheight = 3\n\n[setup]\npieces = {{ K = [\"{king}\"], t = {attackers:?} }}\n\n\
                 [rules]\nescape = [\"a3\"]\nencircle = \"none\"\nking_capture = {PAIR_TOML}\n\
                 repetition = {{ count = 3, result = \"{result}\" }}\n"
            );
            let json = serde_json::json!({
                "board": { "topology": "grid", "width": 4, "height": 3 },
                "setup": { "pieces": { "K": [king], "t": attackers } },
                "rules": {
                    "escape": ["a3"], "encircle": "none",
                    "king_capture": {
                        "throne": "pair", "beside": "pair", "edge": "pair", "other": "pair",
                    },
                    "repetition": { "count": 3, "result": result },
                },
            });
            let (winner, endless) = proved(&dir, &toml);
            let forced = swept("tafl", &json.to_string());
            // Without a forced win endless play decides: no game here ends in a draw otherwise.
            let expected = if forced == 0 { endless_winner } else { forced };
            assert_eq!((winner, endless), (expected, forced == 0), "{king} {result}");
            found.insert((forced, result));
        }
    }
    assert!(found.iter().any(|(forced, _)| *forced == 0), "{found:?}");
    assert!(found.iter().any(|(forced, _)| *forced != 0), "{found:?}");
}

const PAIR_TOML: &str =
    "{ throne = \"pair\", beside = \"pair\", edge = \"pair\", other = \"pair\" }";

/// Where the side that repeats loses, a position without a forced win has no value.
#[test]
fn a_position_whose_repetition_decides_is_refused() {
    let dir = TestDir::new();
    let toml = format!(
        "format = 1\nplugin = \"tafl\"\nname = \"Small\"\n\n[board]\ntopology = \"grid\"\n\
         width = 4\nheight = 3\n\n[setup]\npieces = {{ K = [\"d1\"], t = [\"a2\", \"b3\"] }}\n\n\
         [rules]\nescape = [\"a3\"]\nencircle = \"none\"\nking_capture = {PAIR_TOML}\n\
         repetition = {{ count = 3, result = \"mover\" }}\n"
    );
    dir.write("small.toml", &toml);
    dir.run(&["solve", "small.toml"]).fails(2, "who repeats them decides");
}
