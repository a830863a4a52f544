//! The plugin against a slow model of the rules, on random games of every preset and of
//! rules that no preset has.

mod common;

#[path = "common/model.rs"]
mod model;

use std::collections::BTreeSet;

use boardloom_sdk::random::Random;
use common::{changed, moves, open, presets};
use model::Model;
use serde_json::{Value, json};

/// Plays random games and compares every ply.
fn compare(name: &str, preset: &Value, games: u64, plies: u32) -> BTreeSet<String> {
    let mut preset = preset.clone();
    preset["repetition"] = json!({ "result": "ignore" });
    let game = open(&preset);
    let mut reasons = BTreeSet::new();
    for seed in 0..games {
        let mut random = Random::new(seed);
        let (mut quick, mut model) = (game.start().expect("no plugin error"), Model::new(&preset));
        for ply in 0..plies {
            let at = format!("{name}, game {seed}, ply {ply}: {}", model.rows());
            let legal = moves(&mut *quick);
            let expected: Vec<String> = model.legal_moves().into_iter().collect();
            assert_eq!(legal, expected, "{at}");
            assert_eq!(quick.count_moves(u8::from(model.defenders_move)), Ok(legal.len() as u64));
            if legal.is_empty() {
                break;
            }
            let mv = choose(&mut random, &mut *quick, &legal);
            let by = quick.status().expect("no plugin error").mover().expect("a mover");
            let effects = quick.play(by, &mv).expect("no plugin error").expect("a legal move");
            let fallen = model.play(&mv);
            let at = format!("{at}, {mv}");
            let fell = effects.iter().filter(|e| e.verb == "remove" || e.verb == "turn").count();
            assert_eq!(fell, fallen.len(), "{at}: {fallen:?}");
            let text = quick.write("position").expect("no plugin error").expect("a form");
            assert_eq!(text.split(' ').next(), Some(&*model.rows()), "{at}");
            let status = quick.status().expect("no plugin error");
            let outcome = status.outcome.as_ref().map(|outcome| {
                let winner = outcome.winner();
                let side = |seat| ["attackers", "defenders"][usize::from(seat)];
                (winner.map_or("draw", side), outcome.reason.id.clone())
            });
            let expected = model.end.map(|(winner, reason)| (winner, reason.to_owned()));
            assert_eq!(outcome, expected, "{at}");
            reasons.extend(outcome.map(|(_, reason)| reason));
        }
    }
    reasons
}

/// Chooses a move: half of the time a capture, so that games reach positions that are rare in
/// random play.
fn choose(
    random: &mut Random,
    cursor: &mut dyn boardloom_sdk::contract::Cursor,
    legal: &[String],
) -> String {
    let any = |random: &mut Random, list: &[String]| {
        list[random.below(list.len() as u64) as usize].clone()
    };
    if random.below(2) == 0 {
        let by = cursor.status().expect("no plugin error").mover().expect("a mover");
        let taking: Vec<String> = legal
            .iter()
            .filter(|mv| {
                let (_, effects) = cursor.preview(by, mv).expect("no plugin error").expect("legal");
                effects.len() > 1
            })
            .cloned()
            .collect();
        if !taking.is_empty() {
            return any(random, &taking);
        }
    }
    any(random, legal)
}

#[test]
fn every_preset_agrees_with_the_model() {
    let mut reasons = BTreeSet::new();
    for (name, preset) in presets() {
        let large = preset["start"].as_str().is_some_and(|start| start.matches('/').count() > 11);
        reasons.extend(compare(&name, &preset, if large { 1 } else { 4 }, 150));
    }
    for reason in ["over.captured", "over.escaped"] {
        assert!(reasons.contains(reason), "{reasons:?}");
    }
}

/// Presets with other values: each value that no preset has at least once.
#[test]
fn every_parameter_agrees_with_the_model() {
    let presets = presets();
    let every = "tcnmgTCNMGK";
    let odd = "3tttmt3/5c5/11/t4T4t/t3NMT3t/gc1GTKTT1cn/t3TCT3t/t4T4t/11/5c5/3tttmt3";
    let cases = [
        ("berserk", json!({ "berserk": "may", "start": odd })),
        (
            "berserk",
            json!({ "berserk": "may", "shieldwall": { "corners": true, "min": 1, "trigger": "any", "king": true } }),
        ),
        ("berserk", json!({ "start": odd, "king_capture": { "other": "pair", "edge": "men" } })),
        ("copenhagen", json!({ "encircle": "ring", "king_weapon": "anvil" })),
        ("copenhagen", json!({ "hostile": { "edge": every }, "king_weapon": "hammer" })),
        (
            "copenhagen-relaxed",
            json!({ "start": odd, "shieldwall": { "corners": false, "min": 1, "trigger": "any", "king": true } }),
        ),
        (
            "brandubh",
            json!({ "exit_fort": true, "shieldwall": { "corners": true, "min": 2, "trigger": "flank", "king": false } }),
        ),
        (
            "brandubh",
            json!({ "king_capture": { "throne": "safe", "beside": "men", "edge": "safe", "other": "pair" }, "capture_draw": 9 }),
        ),
        (
            "brandubh",
            json!({ "stop": { "throne": "tK" }, "passing": { "throne": "T" }, "reenter": { "throne": "K" }, "hostile": { "throne_occupied": every } }),
        ),
        ("tablut-ashton", json!({ "passing": { "camp": "", "throne": "K" }, "no_moves": "draw" })),
        (
            "tablut-ashton",
            json!({ "stop": { "camp": "tK" }, "reenter": { "camp": "K", "throne": "K" }, "hostile": { "camp": "T" } }),
        ),
        (
            "tablut",
            json!({ "escape": ["a1", "e9", "i5"], "speed": { "t": 2, "T": 1 }, "throne": ["d5", "e5", "f5"] }),
        ),
        ("sea-battle", json!({ "jumps": { "T": "capture", "t": "plain" }, "berserk": "must" })),
    ];
    for (index, (name, params)) in cases.iter().enumerate() {
        let preset = changed(&presets[*name], params);
        compare(&format!("case {index}, {name}"), &preset, 4, 150);
    }
}

/// Positions one move away from cases that random games hardly reach: forts, rings, sides that
/// can't move. Every legal move is tried.
#[test]
fn nearly_closed_positions_agree_with_the_model() {
    let presets = presets();
    let mut reasons = BTreeSet::new();
    for name in ["copenhagen", "copenhagen-relaxed", "seed-copenhagen"] {
        let game = open(&presets[name]);
        for seed in 0..60 {
            let mut random = Random::new(1000 + seed);
            let letter = if random.below(2) == 0 { 'T' } else { 't' };
            let rows = nearly_closed(&mut random, letter);
            let mut model = Model::new(&presets[name]);
            model.place(&rows);
            model.defenders_move = letter == 'T';
            let side = if letter == 'T' { "defenders" } else { "attackers" };
            let mut quick = common::read(&*game, &rows, side);
            let legal = moves(&mut *quick);
            if legal.is_empty() {
                continue;
            }
            assert_eq!(
                legal,
                model.legal_moves().into_iter().collect::<Vec<_>>(),
                "{name}, {rows}"
            );
            for mv in legal {
                let mut after = model.clone();
                after.play(&mv);
                let by = u8::from(letter == 'T');
                let (status, _) = quick.preview(by, &mv).expect("no plugin error").expect("legal");
                let reason = status.outcome.map(|outcome| outcome.reason.id);
                let expected = after.end.map(|(_, reason)| reason.to_owned());
                assert_eq!(reason, expected, "{name}, {rows}, {mv}");
                reasons.extend(reason);
            }
        }
    }
    for reason in ["over.fort", "over.encircled", "over.stuck", "over.captured"] {
        assert!(reasons.contains(reason), "{reasons:?}");
    }
}

/// Returns rows of eleven by eleven: the king in a room of a few squares with a wall around
/// it, of which one piece stands elsewhere; at the edge if the wall is of his men.
fn nearly_closed(random: &mut Random, wall: char) -> String {
    let mut board = [[' '; 11]; 11];
    let own = wall == 'T';
    let king = (2 + random.below(7) as usize, if own { 0 } else { 2 + random.below(6) as usize });
    let mut room = vec![king];
    for _ in 0..random.below(5) {
        let (x, y) = room[random.below(room.len() as u64) as usize];
        let near = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y.saturating_sub(1))];
        let next = near[random.below(4) as usize];
        let inside = (1..10).contains(&next.0) && next.1 < 10 && (own || next.1 > 0);
        if inside && next != (5, 5) && !room.contains(&next) {
            room.push(next);
        }
    }
    let mut walls = Vec::new();
    for (x, y) in &room {
        for (x, y) in [(x + 1, *y), (*x, y + 1), (x - 1, *y), (*x, y.saturating_sub(1))] {
            if !room.contains(&(x, y)) && !walls.contains(&(x, y)) {
                walls.push((x, y));
            }
        }
    }
    board[king.1][king.0] = 'K';
    let gap = random.below(walls.len() as u64) as usize;
    for (index, (x, y)) in walls.iter().enumerate() {
        if index != gap {
            board[*y][*x] = wall;
        }
    }
    if !own {
        for (x, y) in room.iter().skip(1) {
            if random.below(2) == 0 {
                board[*y][*x] = 'T';
            }
        }
    }
    let (x, y) = walls[gap];
    // The missing piece in line with the gap, and other pieces.
    put(&mut board, &room, x, 10 - random.below(3) as usize, wall);
    put(&mut board, &room, random.below(11) as usize, y, wall);
    for _ in 0..random.below(12) {
        let letter = if random.below(3) == 0 && own { 'T' } else { 't' };
        put(&mut board, &room, random.below(11) as usize, random.below(11) as usize, letter);
    }
    put(&mut board, &room, 5, 9, 't');
    let row = |row: &[char; 11]| {
        let (mut text, mut run) = (String::new(), 0);
        for letter in row.iter().chain(['|'].iter()) {
            if *letter == ' ' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(*letter);
        }
        text.trim_end_matches('|').to_owned()
    };
    board.iter().map(row).collect::<Vec<_>>().join("/")
}

fn put(board: &mut [[char; 11]; 11], room: &[(usize, usize)], x: usize, y: usize, letter: char) {
    let special = (x, y) == (5, 5) || [0, 10].contains(&x) && [0, 10].contains(&y);
    if board[y][x] == ' ' && !special && !room.contains(&(x, y)) {
        board[y][x] = letter;
    }
}
