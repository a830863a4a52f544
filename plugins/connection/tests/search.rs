//! The computer player's finds, linked natively. `boardloom arena` measures its strength.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::{Variation, native};
use connection::Family;

/// The search settings of the shipped rulesets.
const SETTINGS: &str = r#"{"exploration": 0.1, "rave": 500}"#;

fn read(ruleset: &str, text: &str) -> Box<dyn Cursor> {
    let game = native::open::<Family>(ruleset).expect("a good ruleset");
    game.read(text).expect("no plugin error").expect("a position")
}

/// Searches until everything is known, or up to this many nodes.
fn search(cursor: &mut dyn Cursor, settings: &str, nodes: u32) -> Variation {
    let search = cursor.search(settings, 1, 64 << 20);
    let mut search = search.expect("no plugin error").expect("good settings");
    for _ in 0..nodes / 1000 {
        if search.step(1000).expect("no plugin error").finished {
            break;
        }
    }
    search.report(1).expect("no plugin error").remove(0)
}

fn projective(n: u32) -> String {
    format!(
        r#"{{"board": {{"topology": "projective-hex", "n": {n}}}, "rules": {{"goal": "loop"}}}}"#
    )
}

fn hex(side: u32) -> String {
    format!(
        r#"{{"board": {{"topology": "hex", "shape": {{"rhombus": {side}}}}},
            "rules": {{"goal": "sides", "sides": [["top", "bottom"], ["left", "right"]]}}}}"#
    )
}

#[test]
fn openings_of_twelve_cells_are_proven() {
    // The first player wins with these and with no other (solved without this project).
    let winning = ["C", "D", "E", "G", "H", "K"];
    let (rules, empty) = (projective(2), "../.../..../...");
    let found = search(&mut *read(&rules, empty), SETTINGS, 1_000_000);
    assert!(winning.contains(&found.moves[0].as_str()), "{found:?}");
    assert!(found.forced.is_some_and(|plies| plies > 0), "{found:?}");
    for (at, opening) in ('A'..='L').enumerate() {
        let mut cursor = read(&rules, empty);
        cursor.play(0, &opening.to_string()).expect("no plugin error").expect("legal");
        let answer = search(&mut *cursor, SETTINGS, 1_000_000);
        let lost = winning.contains(&opening.to_string().as_str());
        let expected = if lost { -1 } else { 1 };
        let forced = answer.forced.map(i32::signum);
        assert_eq!(forced, Some(expected), "{at} {opening}: {answer:?}");
    }
}

#[test]
fn openings_of_three_cells_all_win() {
    let found = search(&mut *read(&projective(1), "./.."), SETTINGS, 10_000);
    assert_eq!(found.forced, Some(3));
}

#[test]
fn a_win_is_taken_and_a_loss_is_stopped_at_once() {
    // a3 joins top and bottom for X, and is where O is stopped.
    let text = "X.../X.../..O./XOO. ";
    for (color, settings) in [("X", SETTINGS), ("O", SETTINGS), ("O", r#"{"kind": "playouts"}"#)] {
        let mut cursor = read(&hex(4), &format!("{text}{color} 1 play XO"));
        let found = search(&mut *cursor, settings, 1000);
        assert_eq!(found.moves[0], "a3", "{color}, {settings}");
    }
}

#[test]
fn dead_cells_are_not_searched() {
    // c3 has four stones of one colour side by side around it.
    let mut cursor = read(&hex(5), "...../..XX./.X.../.X.../..... O 1 play XO");
    let found = cursor.search(SETTINGS, 1, 1 << 20).expect("no plugin error").expect("a search");
    let mut search = found;
    search.step(2000).expect("no plugin error");
    let lines = search.report(100).expect("no plugin error");
    let legal = cursor.legal_moves(1, None, 100).expect("no plugin error");
    assert!(legal.contains(&"c3".to_owned()));
    assert!(lines.iter().all(|line| line.moves[0] != "c3"), "{lines:?}");
    assert_eq!(lines.len(), legal.len() - 1);
}

#[test]
fn the_search_does_not_depend_on_steps() {
    let moves = |steps: &[u32]| {
        let mut cursor = read(&hex(5), "...../...../..X../...../..... O 1 play XO");
        let search = cursor.search(SETTINGS, 7, 8 << 20);
        let mut search = search.expect("no plugin error").expect("good settings");
        for nodes in steps {
            search.step(*nodes).expect("no plugin error");
        }
        search.report(100).expect("no plugin error")
    };
    assert_eq!(moves(&[3000]), moves(&[1, 999, 2000]));
}

#[test]
fn the_search_keeps_what_it_learned() {
    let mut cursor = read(&hex(5), "...../...../..X../...../..... O 1 play XO");
    let search = cursor.search(SETTINGS, 7, 8 << 20);
    let mut search = search.expect("no plugin error").expect("good settings");
    search.step(5000).expect("no plugin error");
    let best = search.report(1).expect("no plugin error").remove(0);
    assert_eq!(search.advance_root(1, &best.moves[0]), Ok(true));
    let known = search.step(0).expect("no plugin error").nodes;
    assert!(known > 0);
    search.step(2000).expect("no plugin error");
    let next = search.report(1).expect("no plugin error").remove(0);
    cursor.play(1, &best.moves[0]).expect("no plugin error").expect("legal");
    assert!(cursor.is_legal(0, &next.moves[0]).expect("no plugin error"), "{next:?}");
}

#[test]
fn a_forced_losing_move_is_announced() {
    let moves = "a1 b2 h5 h4 g4 g5 i4 i3 j3 j2 k2 k1 e6 e7 f6 f5 e5 f7 g6 g7 f3 g8 d7 c9 d8 d9 b9 \
                 b10 i7 i6 j6 j5 h6 h7 k4 k5 i1 e8";
    let game = native::open::<Family>(&hex(11)).expect("a good ruleset");
    let mut cursor = game.start().expect("no plugin error");
    for mv in moves.split_whitespace() {
        let by = cursor.status().expect("no plugin error").mover().expect("it goes on");
        cursor.play(by, mv).expect("no plugin error").expect("legal");
    }
    let found = search(&mut *cursor, SETTINGS, 10_000);
    assert_eq!((found.forced, found.units), (Some(-2), None), "{found:?}");
}
