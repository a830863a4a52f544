//! The rules, linked natively.

use boardloom_sdk::{Cursor, native, testing};
use reversi::Family;

const PLAIN: &str = r#"{"board": {"topology": "grid", "width": 8, "height": 8}}"#;

fn cursor(ruleset: &str) -> Box<dyn Cursor> {
    let game = native::open::<Family>(ruleset).expect("a good ruleset");
    game.start().expect("a native game has no plugin errors")
}

#[test]
fn perft_is_that_of_othello() {
    let mut cursor = cursor(PLAIN);
    for (depth, leaves) in (1..).zip([4, 12, 56, 244, 1396, 8200, 55_092]) {
        assert_eq!(cursor.perft(depth, false), Ok(leaves), "depth {depth}");
        assert_eq!(cursor.perft(depth, true), Ok(leaves), "depth {depth}, listed");
    }
}

#[test]
fn every_board_keeps_the_contract() {
    let setup = r#""setup": {"x": ["d4", "e5"], "o": ["d5", "e4"]}"#;
    for board in [
        r#""width": 8, "height": 8"#,
        r#""width": 6, "height": 4, "adjacency": "orthogonal""#,
        r#""width": 8, "height": 8, "glue": "torus""#,
        r#""width": 8, "height": 10, "glue": "projective""#,
        r#""width": 9, "height": 7, "glue": "klein", "blocked": ["corners"]"#,
        r#""width": 17, "height": 17"#,
    ] {
        let odd = board.contains('9') || board.contains("17");
        let setup = if odd { format!(", {setup}") } else { String::new() };
        testing::conform::<Family>(&format!(
            r#"{{"board": {{"topology": "grid", {board}}}{setup}}}"#
        ));
    }
}

#[test]
fn a_line_is_turned_up_to_the_first_own_disc() {
    let game = native::open::<Family>(PLAIN).expect("a good ruleset");
    let at = "8/8/8/2xoo3/8/8/8/8 x";
    let mut cursor = game.read(at).expect("no plugin error").expect("a good position");
    assert_eq!(cursor.legal_moves(0, None, 10), Ok(vec!["f5".to_owned()]));
    cursor.play(0, "f5").expect("no plugin error").expect("legal");
    let text = cursor.write("position").expect("no plugin error");
    assert_eq!(text.as_deref(), Ok("8/8/8/2xxxx2/8/8/8/8 o"));
    let status = cursor.status().expect("no plugin error");
    assert_eq!(status.outcome.map(|outcome| outcome.ranks), Some(vec![0, 1]));
}

#[test]
fn who_cannot_move_passes() {
    let game = native::open::<Family>(PLAIN).expect("a good ruleset");
    let at = "8/8/8/8/8/8/8/xo5o x";
    let mut cursor = game.read(at).expect("no plugin error").expect("a good position");
    cursor.play(0, "c1").expect("no plugin error").expect("legal");
    assert!(cursor.status().expect("no plugin error").is_over(), "the last disc stands alone");
    let at = "8/8/8/8/8/8/8/1xo5 o";
    let mut cursor = game.read(at).expect("no plugin error").expect("a good position");
    assert_eq!(cursor.legal_moves(1, None, 10), Ok(vec!["a1".to_owned()]));
    let at = "8/8/8/8/8/8/8/xo6 o";
    let mut cursor = game.read(at).expect("no plugin error").expect("a good position");
    assert_eq!(cursor.legal_moves(1, None, 10), Ok(vec!["pass".to_owned()]));
    cursor.play(1, "pass").expect("no plugin error").expect("legal");
    let status = cursor.status().expect("no plugin error");
    assert_eq!((status.acting, status.note.is_some()), (vec![0], true));
}

#[test]
fn faults_are_found_all_at_once() {
    let ruleset = r#"{"board": {"topology": "grid", "width": 5, "height": 5, "blocked": ["a1"]},
        "setup": {"x": ["a1", "q7", "c3"], "o": ["c3"]}}"#;
    let errors = native::open::<Family>(ruleset).err().expect("a ruleset with errors");
    let ids: Vec<&str> = errors.iter().map(|error| error.what.id.as_str()).collect();
    assert_eq!(ids, ["board.no-site", "setup.taken", "setup.taken"]);
    let odd = r#"{"board": {"topology": "grid", "width": 7, "height": 7}}"#;
    let errors = native::open::<Family>(odd).err().expect("a board without a middle");
    assert_eq!(errors[0].what.id, "setup.middle");
}
