//! The rules on small positions and unusual boards, the contract, diagnostics and texts.

mod common;

use boardloom_sdk::contract::{Cursor, TargetKind};
use boardloom_sdk::random::Random;
use boardloom_sdk::{native, testing};
use common::{changed, moves, open, presets, read, ruleset};
use serde_json::{Value, json};
use tafl::Family;

/// Boards that no preset has.
fn odd_boards() -> Vec<Value> {
    let hexagon = json!({
        "board": {
            "topology": "hex", "shape": { "hexagon": 4 }, "regions": { "throne": ["center"] },
        },
        "setup": { "rows": ["4", "t3t", "2TT2", "t1TKT1t", "2TT2", "t3t", "4"] },
        "rules": { "king_capture": { "other": "pair", "edge": "pair" }, "encircle": "pockets" },
    });
    let glued = |glue: &str, rules: Value| {
        let rows = presets()["tablut"]["start"].as_str().expect("rows").to_owned();
        let rows: Vec<&str> = rows.split('/').collect();
        json!({
            "board": { "topology": "tafl", "size": 9, "glue": glue },
            "setup": { "rows": rows },
            "rules": rules,
        })
    };
    vec![
        hexagon,
        glued("cylinder", json!({ "escape": "edge", "encircle": "pockets", "exit_fort": true })),
        glued("mobius", json!({ "escape": "edge", "shieldwall": {} })),
        glued("torus", json!({ "king_capture": { "other": "pair" } })),
        glued("projective", json!({ "jumps": { "T": "capture" }, "berserk": "may" })),
        json!({
            "board": { "topology": "grid", "width": 6, "height": 5, "blocked": ["a1", "d3"] },
            "setup": { "rows": ["t4t", "1T2g1", "2K2t", "m4t", "1t4"] },
            "rules": { "escape": ["f5", "f4", "b5"], "capture_draw": 40, "turn_limit": 90,
                "unwinnable": "draw" },
        }),
    ]
}

#[test]
fn every_preset_and_odd_board_conforms() {
    let small = |preset: &&Value| preset["start"].as_str().is_some_and(|start| start.len() < 70);
    for preset in presets().values().filter(small) {
        testing::conform::<Family>(&ruleset(preset));
    }
    for board in odd_boards() {
        testing::conform::<Family>(&board.to_string());
    }
}

#[test]
fn counted_moves_are_the_listed_ones() {
    for board in odd_boards() {
        let game = native::open::<Family>(&board.to_string()).expect("a good ruleset");
        let mut cursor = game.start().expect("no plugin error");
        assert_eq!(cursor.perft(2, false), cursor.perft(2, true), "{board}");
    }
}

fn play(cursor: &mut dyn Cursor, mv: &str) {
    let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
    let mv =
        cursor.parse(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
    cursor.play(by, &mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
}

#[test]
fn illegal_repetitions_are_no_moves() {
    let game = open(&presets()["brandubh-htp"]);
    let mut cursor = game.start().expect("no plugin error");
    for mv in ["d5-e5", "d7-c7", "e5-d5"] {
        play(&mut *cursor, mv);
    }
    // The attackers may make the start come up again, the defenders the positions that followed.
    play(&mut *cursor, "c7-d7");
    assert!(!moves(&mut *cursor).contains(&"d5-e5".to_owned()));
    assert!(moves(&mut *cursor).contains(&"d5-f5".to_owned()));
    assert_eq!(cursor.count_moves(1), Ok(moves(&mut *cursor).len() as u64));
    assert!(cursor.undo().expect("no plugin error") && cursor.undo().expect("no plugin error"));
    assert!(moves(&mut *cursor).contains(&"e5-d5".to_owned()));
}

#[test]
fn a_berserk_turn_can_be_ended() {
    let preset = changed(&presets()["berserk"], &json!({ "berserk": "may" }));
    let game = open(&preset);
    let rows = "11/11/3t3K2t/7t3/11/11/1tT8/6T4/6t3T/11/11";
    let mut cursor = read(&*game, rows, "attackers");
    play(&mut *cursor, "d9-d5xc5");
    let text = cursor.write("position").expect("no plugin error").expect("a form");
    assert!(text.ends_with(" a d5"), "{text}");
    let list = moves(&mut *cursor);
    assert!(list.contains(&"end".to_owned()) && list.len() == 2, "{list:?}");
    let choices = cursor.choices(0, &[]).expect("no plugin error");
    assert_eq!(choices.options.len(), 1);
    assert!(cursor.status().expect("no plugin error").prompt.is_some());
    play(&mut *cursor, "end");
    assert_eq!(cursor.status().expect("no plugin error").mover(), Some(1));
}

#[test]
fn mercenaries_change_sides_and_guards_capture_nothing() {
    let game = open(&presets()["simple"]);
    let mut cursor = read(&*game, "11/11/3t7/11/11/5K5/3M7/3t6t/11/11/11", "attackers");
    play(&mut *cursor, "d9-d6");
    let text = cursor.write("position").expect("no plugin error").expect("a form");
    assert!(text.starts_with("11/11/11/11/11/3t1K5/3m7/3t6t/"), "{text}");
    let mut cursor = read(&*game, "11/11/3g7/11/11/5K5/3T7/3t6t/11/11/11", "attackers");
    play(&mut *cursor, "d9-d6");
    let text = cursor.write("position").expect("no plugin error").expect("a form");
    assert!(text.contains("/3T7/3t6t/"), "{text}");
}

#[test]
fn hostile_edges_help_to_capture() {
    let preset = changed(&presets()["brandubh"], &json!({ "hostile": { "edge": "T" } }));
    let game = open(&preset);
    let mut cursor = read(&*game, "T2t3/7/7/3K3/t6/7/7", "attackers");
    play(&mut *cursor, "a3-a6");
    assert!(cursor.write("position").unwrap().unwrap().starts_with("3t3/t6/"));
}

#[test]
fn moves_are_read_in_other_spellings() {
    let game = open(&presets()["fetlar"]);
    let mut cursor = game.start().expect("no plugin error");
    for text in ["d1-d4", "D1-D4", "d1d4", "d1 d4", "td1-d4", "d1-d4 ", "d1-d4!?", "d1^d4+"] {
        assert_eq!(
            cursor.parse(0, text).expect("no plugin error").as_deref(),
            Ok("d1-d4"),
            "{text}"
        );
    }
    for text in ["d1-d12", "d1", "-", "d1-d4d5", "f6-f7", ""] {
        assert!(cursor.parse(0, text).expect("no plugin error").is_err(), "{text}");
    }
}

#[test]
fn captures_behind_a_move_are_its_own() {
    let game = open(&presets()["brandubh"]);
    let mut cursor = read(&*game, "3t3/1t5/3K3/t6/1Tt4/6t/7", "attackers");
    let mut told = |text: &str| cursor.parse(0, text).expect("no plugin error");
    for text in ["a4-a3", "a4a3xb3", "A4-A3xB3", "a4-a3x", "a4-a3xb3+", "a4-a3 xb3"] {
        assert_eq!(told(text).as_deref(), Ok("a4-a3"), "{text}");
    }
    let whole = "this move is written `a4-a3xb3`, with what it captures";
    for text in ["a4-a3xc3", "a4-a3xb3/c3", "a4-a3xq9"] {
        assert_eq!(told(text).unwrap_err().to_string(), whole, "{text}");
    }
    let none = "this move captures nothing: it is written `a4-a5`";
    assert_eq!(told("a4-a5xb5").unwrap_err().to_string(), none);
    assert_eq!(told("a4-a5x").unwrap_err().to_string(), none);
    assert_eq!(told("c3-c4xb3").unwrap_err().to_string(), none.replace("a4-a5", "c3-c4"));
}

#[test]
fn capturing_targets_are_announced() {
    let game = open(&presets()["fetlar"]);
    let mut cursor = read(&*game, "11/11/3t3K2t/11/11/11/1tT8/11/7T3/11/11", "attackers");
    let place = |cursor: &mut dyn Cursor, label: &str| {
        let places =
            cursor.drawing_beyond(0, Default::default(), u32::MAX).expect("no plugin error").places;
        places.iter().find(|place| place.label == label).expect("a site").site
    };
    let (from, to) = (place(&mut *cursor, "d9"), place(&mut *cursor, "d5"));
    let choices = cursor.choices(0, &[from]).expect("no plugin error");
    let target = choices.targets.iter().find(|target| target.site == to).expect("a target");
    assert_eq!(target.kind, TargetKind::Capture);
}

#[test]
fn threats_to_the_king_and_escape_routes_are_marked() {
    let marked = |preset: &str, rows: &str, side: &str| -> Vec<String> {
        let marks = read(&*open(&presets()[preset]), rows, side).marks().expect("no plugin error");
        marks.into_iter().map(|mark| mark.role).collect()
    };
    let rows = "11/5t5/10t/11/11/4tKt4/5t5/11/7T3/11/11";
    assert_eq!(marked("fetlar", rows, "attackers"), ["threat"]);
    assert_eq!(marked("fetlar", rows, "defenders"), ["threat"]);
    assert_eq!(marked("fetlar", "11/t9t/11/11/11/11/11/11/11/11/3K7", "defenders"), ["way", "way"]);
}

#[test]
fn unwinnable_positions_are_announced_or_drawn() {
    let rows = "7/5K1/7/7/7/tt5/7";
    let told_with = |how: &str, repetition: &str| {
        let preset = changed(&presets()["brandubh"], &json!({ "encircle": null }));
        let params = json!({ "unwinnable": how, "king_capture": { "other": "surround",
            "edge": "surround" } });
        let mut preset = changed(&preset, &params);
        preset["escape"] = json!(["a1"]);
        preset["repetition"] = json!({ "count": 3, "result": repetition });
        let game = open(&preset);
        read(&*game, rows, "attackers").status().expect("no plugin error")
    };
    let told = |how: &str| told_with(how, "draw");
    // The king still has a way to a1, so only the attackers can't win.
    for how in ["notice", "draw"] {
        let status = told(how);
        let facts: Vec<&str> = status.facts.iter().map(|fact| fact.id.as_str()).collect();
        assert_eq!(facts, ["fact.hopeless.attackers"], "{how}");
        assert!(status.outcome.is_none(), "{how}");
    }
    assert!(told("ignore").facts.is_empty());
    // The attackers win if the defenders repeat a position.
    let facts = told_with("notice", "defenders").facts;
    assert_eq!(facts[0].id, "fact.hopeless.repetition");
    let walled = "K1t4/1t5/t6/7/7/7/7";
    let mut preset = presets()["brandubh"].clone();
    preset["escape"] = json!(["g1"]);
    preset["king_capture"]["edge"] = json!("surround");
    preset["king_capture"]["other"] = json!("surround");
    preset["hostile"]["corner"] = json!("");
    preset["hostile"]["throne_empty"] = json!("");
    for (how, facts, over) in [("ignore", 0, false), ("notice", 1, false), ("draw", 0, true)] {
        preset["unwinnable"] = json!(how);
        let status = read(&*open(&preset), walled, "attackers").status().expect("no plugin error");
        assert_eq!((status.facts.len(), status.outcome.is_some()), (facts, over), "{how}");
    }
}

fn errors(ruleset: &Value) -> Vec<String> {
    match native::open::<Family>(&ruleset.to_string()) {
        Ok(_) => panic!("opened a ruleset with errors: {ruleset}"),
        Err(errors) => errors.into_iter().map(|error| error.what.text).collect(),
    }
}

#[test]
fn invalid_rulesets_are_refused_with_the_reason() {
    let rows = ["3t3", "7", "7", "t2K2t", "7", "7", "3t3"];
    let with = |board: Value, rules: Value| {
        let mut all = json!({ "topology": "tafl", "size": 7 });
        all.as_object_mut().expect("a table").extend(board.as_object().expect("one").clone());
        json!({ "board": all, "setup": { "rows": rows }, "rules": rules })
    };
    let none = json!({});
    let cases = [
        (
            with(json!({ "corners": false }), none.clone()),
            "the king can't win on a corner: this board has no region `corners`",
        ),
        (
            with(json!({ "glue": "torus" }), json!({ "escape": "edge" })),
            "the king can't win at the edge: this board has none",
        ),
        (
            with(json!({ "glue": "torus" }), json!({ "encircle": "ring" })),
            "this board has no edge, so the defenders would always be encircled",
        ),
        (
            with(json!({ "glue": "torus" }), json!({ "shieldwall": {} })),
            "shieldwalls need a board of squares with an edge",
        ),
        (
            with(none.clone(), json!({ "escape": ["d4"] })),
            "the king begins on `d4`, where he wins (row 4, letter 3)",
        ),
        (
            with(none.clone(), json!({ "escape": ["z9"] })),
            "there is no site or region `z9` on this board",
        ),
        (
            json!({ "board": { "topology": "grid", "width": 20, "height": 20 },
                "setup": { "rows": [] } }),
            "expected at most 384 squares, found 400",
        ),
    ];
    for (ruleset, expected) in cases {
        assert_eq!(errors(&ruleset), [expected], "{ruleset}");
    }
    let mut kings = with(none.clone(), none.clone());
    kings["setup"]["rows"][0] = json!("K5K");
    kings["setup"]["rows"][6] = json!("7");
    kings["setup"]["rows"][3] = json!("3K3");
    let both = ["expected one king `K`, found 3", "expected at least one attacker, found none"];
    assert_eq!(errors(&kings)[..2], both);
    kings["setup"]["rows"][2] = json!("3q3");
    assert_eq!(
        errors(&kings)[0],
        "expected one of t c n m g T C N M G K, a number of empty squares, or `.`; found `q` (row 3, letter 2)"
    );
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let game = open(&presets()["brandubh"]);
    for (text, id) in [
        ("", "read.empty"),
        ("7/7", "read.rows"),
        ("7/7/3K3/7/7/7/K6 a", "read.kings"),
        ("7/7/3K3/7/7/7/t6 x", "read.side"),
        ("7/7/3K3/7/7/7/t6 a a1", "read.chain"),
        ("7/7/3K3/7/7/7/t6 a 7", "read.more"),
    ] {
        let refused = game.read(text).expect("no plugin error").err().expect("a refusal");
        assert_eq!(refused.id, id, "{text}");
    }
}

/// Of a position that was set up, nothing was captured yet.
#[test]
fn captures_are_counted_from_the_position_that_the_game_begins_from() {
    let game = open(&presets()["brandubh"]);
    let mut cursor = game.read("7/3K3/1tT3t/7/7/7/7 a").expect("no plugin error").expect("legal");
    let captures = |cursor: &mut dyn Cursor| -> Vec<f64> {
        let status = cursor.status().expect("no plugin error");
        status.seats.iter().map(|seat| seat.score).collect()
    };
    assert_eq!(captures(&mut *cursor), [0.0, 0.0]);
    cursor.play(0, "g5-d5").expect("no plugin error").expect("a legal move");
    assert_eq!(captures(&mut *cursor), [1.0, 0.0]);
}

#[test]
fn rules_texts_follow_the_parameters() {
    let told = |preset: &str| -> Vec<String> {
        let all = open(&presets()[preset]).explain().expect("no plugin error");
        all.into_iter().map(|message| message.id).collect()
    };
    let (plain, rich) = (told("cs3110"), told("copenhagen"));
    for id in ["rules.plain", "rules.speed"] {
        assert!(plain.iter().any(|own| own == id) && !rich.iter().any(|own| own == id), "{id}");
    }
    for id in ["rules.throne", "rules.shieldwall", "rules.fort", "rules.encircle"] {
        assert!(rich.iter().any(|own| own == id) && !plain.iter().any(|own| own == id), "{id}");
    }
    for preset in presets().values() {
        for message in open(preset).explain().expect("no plugin error") {
            assert!(!message.text.contains(['{', '}']), "{}", message.text);
        }
    }
}

#[test]
fn refusals_say_why() {
    let game = open(&presets()["brandubh"]);
    let mut cursor = game.start().expect("no plugin error");
    for (mv, why) in [
        ("b2-b3", "there is no piece on b2"),
        ("d5-d6", "the piece on d5 is not yours"),
        ("a4-b4", "b4 is not empty"),
        ("a4-b5", "b5 is not in a straight line with a4"),
        ("a4-e4", "e4 is not empty"),
        ("d7-d2", "d2 is not empty"),
        ("b4-b8", "`b4-b8` is not a legal move here"),
    ] {
        let refused = cursor.play(0, mv).expect("no plugin error").expect_err("a refusal");
        assert_eq!(refused.text, why, "{mv}");
    }
    let mut cursor = read(&*game, "7/7/1t5/7/1T3K1/7/1t5", "attackers");
    for (mv, why) in [("b5-b2", "b3 is in the way"), ("b1-a1", "this piece may not stop on a1")] {
        let refused = cursor.play(0, mv).expect("no plugin error").expect_err("a refusal");
        assert_eq!(refused.text, why, "{mv}");
    }
    let slow = open(&changed(&presets()["brandubh"], &json!({ "speed": { "t": 1 } })));
    let refused = slow.start().expect("no plugin error").play(0, "a4-a6").expect("no plugin error");
    assert_eq!(refused.expect_err("a refusal").text, "a6 is too far for this piece");
}

#[test]
fn rules_texts_do_not_contradict_each_other() {
    let told = |name: &str, params: Value| -> String {
        let all = open(&changed(&presets()[name], &params)).explain().expect("no plugin error");
        all.into_iter().map(|message| message.text + "\n").collect()
    };
    let safe = json!({ "throne": "safe", "beside": "safe", "edge": "safe", "other": "safe" });
    let text = told("copenhagen", json!({ "king_capture": safe }));
    assert!(text.contains("The king can't be captured anywhere."), "{text}");
    assert!(!text.contains("when they capture him") && !text.contains("also win when they"));
    let text = told("copenhagen", json!({}));
    assert!(text.contains("The king can't be captured at the edge."), "{text}");
    let text = told("copenhagen", json!({ "corners": "none", "escape": "edge" }));
    assert!(!text.contains("corner") && !text.contains("exit fort"), "{text}");
    let slow = json!({ "t": 1, "T": 1, "K": 1 });
    let text = told("copenhagen", json!({ "speed": slow }));
    assert!(!text.contains("any distance") && text.contains("Every piece: one square a move."));
    let text = told("copenhagen", json!({ "speed": { "K": 0 } }));
    assert!(text.contains("The king: no move.") && !text.contains("0 squares"), "{text}");
    let jumps = json!({ "t": "special", "K": "plain" });
    let text = told("copenhagen", json!({ "corners": "none", "escape": "edge", "jumps": jumps }));
    assert!(!text.contains("They never jump") && text.contains("from or onto the throne."));
}

/// The settings of Cornell's program.
fn cornell() -> String {
    let weights = json!({
        "attacker": 100, "defender": 100, "siege": 100, "tens": 100, "distance": 0,
        "pressed": 0, "guard": 0, "closed": 0, "room": 0, "line": 0, "fork": 0, "soon": 0,
        "freedom": 0, "mobility": 0, "turn": 0,
    });
    json!({ "kind": "greedy", "weights": weights }).to_string()
}

/// Returns the utility of Cornell's program, up to a constant: it counts lost men, this
/// counts men on the board. The king's distance counts there by whole tens only, so not
/// before he is home.
fn utility(cursor: &mut dyn Cursor) -> i32 {
    let text = cursor.write("position").expect("no plugin error").expect("a position");
    let (mut attackers, mut defenders, mut king) = (Vec::new(), 0, (0, 0));
    for (y, row) in (0i32..).zip(text.split(' ').next().expect("rows").split('/')) {
        let (mut x, mut gap) = (0i32, 0i32);
        for sign in row.chars().chain(['/']) {
            if let Some(digit) = sign.to_digit(10) {
                gap = gap * 10 + digit as i32;
                continue;
            }
            x += std::mem::take(&mut gap);
            match sign {
                't' => attackers.push((x, y)),
                'T' => defenders += 1,
                'K' => king = (x, y),
                _ => {}
            }
            x += 1;
        }
    }
    let steps = |(x, y): &(i32, i32)| (x - king.0).abs() + (y - king.1).abs();
    let count = attackers.len() as i32;
    defenders - count - attackers.iter().map(steps).sum::<i32>() / count
}

#[test]
fn a_level_can_have_its_own_weights() {
    for preset in ["cs3110", "seed-fetlar"] {
        let game = open(&presets()[preset]);
        let mut cursor = game.start().expect("no plugin error");
        let mut random = Random::new(3);
        let mut several = 0;
        for seed in 0..16 {
            let Some(by) = cursor.status().expect("no plugin error").mover() else { break };
            let mut worths = Vec::new();
            for mv in moves(&mut *cursor) {
                cursor.play(by, &mv).expect("no plugin error").expect("legal");
                let over = cursor.status().expect("no plugin error").outcome.is_some();
                let own = if by == 0 { -utility(&mut *cursor) } else { utility(&mut *cursor) };
                worths.push((if over { i32::MAX } else { own }, mv));
                cursor.undo().expect("no plugin error");
            }
            let most = worths.iter().map(|(worth, _)| *worth).max();
            let best = worths.iter().filter(|(worth, _)| Some(*worth) == most);
            let best: Vec<&String> = best.map(|(_, mv)| mv).collect();
            let mut chosen = |seed| {
                let search = cursor.search(&cornell(), seed, 1 << 20).expect("no plugin error");
                let mut search = search.expect("good settings");
                while !search.step(100).expect("no plugin error").finished {}
                search.report(1).expect("no plugin error").swap_remove(0).moves.swap_remove(0)
            };
            let chosen = [chosen(seed), chosen(seed + 1000)];
            assert!(chosen.iter().all(|mv| best.contains(&mv)), "{preset}: {chosen:?} of {best:?}");
            several += usize::from(chosen[0] != chosen[1]);
            // A random move: two greedy players soon only move to and fro.
            let at = random.below(worths.len() as u64) as usize;
            cursor.play(by, &worths[at].1).expect("no plugin error").expect("legal");
        }
        assert!(several > 5, "equal moves are chosen by chance, not {several} times alone");
    }
}

#[test]
fn several_variations_have_true_values() {
    let mut cursor = open(&presets()["brandubh"]).start().expect("no plugin error");
    for _ in 0..3 {
        testing::assert_lines_have_exact_values(&mut *cursor, 3, 8);
        let by = cursor.status().expect("no plugin error").mover().expect("it goes on");
        let mv = moves(&mut *cursor).swap_remove(5);
        cursor.play(by, &mv).expect("no plugin error").expect("listed");
    }
}

/// A king who may not move is stuck when he is alone, whatever is free beside him.
#[test]
fn a_side_whose_last_piece_may_not_move_has_lost() {
    let mut preset = presets()["brandubh"].clone();
    preset["speed"] = json!({ "K": 0 });
    let game = open(&preset);
    let mut cursor = game.read("7/1Tt4/t6/3K3/3t3/7/7 a").expect("no plugin error").expect("legal");
    cursor.play(0, "a5-a6").expect("no plugin error").expect("a legal move");
    let status = cursor.status().expect("no plugin error");
    let outcome = status.outcome.expect("the defenders have no move");
    assert_eq!((outcome.ranks, &*outcome.reason.id), (vec![0, 1], "over.stuck"));
    let mut alone = game.read("7/7/7/3K3/3t3/7/7 d").expect("no plugin error").expect("legal");
    assert!(alone.status().expect("no plugin error").outcome.is_some());
}
