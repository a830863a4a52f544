//! Rows of stones on boards whose straight lines follow from the ruleset: graphs and tilings.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::{Diagnostic, Outcome, native};
use connection::Family;

fn ruleset(board: &str, line: u32) -> String {
    format!(
        r#"{{"board": {{{board}}},
            "rules": {{"goals": [{{"line": {line}}}], "full": "draw", "both": "mover"}}}}"#
    )
}

fn start(ruleset: &str) -> Box<dyn Cursor> {
    match native::open::<Family>(ruleset) {
        Ok(game) => game.start().expect("no plugin error"),
        Err(errors) => panic!("{errors:?}"),
    }
}

fn errors(ruleset: &str) -> Vec<Diagnostic> {
    native::open::<Family>(ruleset).err().unwrap_or_default()
}

/// Plays moves and tells whether the last of them ended the game.
#[track_caller]
fn ends(ruleset: &str, moves: &str) -> bool {
    let mut cursor = start(ruleset);
    for mv in moves.split(' ') {
        let status = cursor.status().expect("no plugin error");
        let by = status.mover().unwrap_or_else(|| panic!("over before {mv}"));
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
    }
    let outcome: Option<Outcome> = cursor.status().expect("no plugin error").outcome;
    outcome.is_some()
}

/// Two lines through `c`, and an edge beside them.
const CROSS: &str = r#""topology": "graph", "sites": ["a", "b", "c", "d", "e", "f", "g"],
    "edges": [["a", "d"]], "lines": [["a", "b", "c", "d"], ["e", "b", "f"], ["g", "c", "e"]]"#;

#[test]
fn rows_on_graphs_follow_the_lines_of_the_ruleset() {
    let three = ruleset(CROSS, 3);
    assert!(ends(&three, "b e d f c"));
    assert!(ends(&three, "e a f c b"));
    // A line that bends is none, whether along edges or from one line to another.
    assert!(!ends(&three, "a e b c f"));
    assert!(!ends(&three, "a e d f b"));
    assert!(ends(&ruleset(CROSS, 4), "a e b f d g c"));
}

#[test]
fn a_closed_line_counts_each_site_once() {
    let ring = r#""topology": "graph", "sites": ["a", "b", "c", "d", "e", "f"],
        "lines": [["a", "b", "c", "d", "e", "a"]], "edges": [["a", "f"]]"#;
    assert!(ends(&ruleset(ring, 3), "e b a f d"));
    let found = errors(&ruleset(ring, 6));
    assert_eq!(found[0].what.text, "no line on this board has 6 sites");
    assert_eq!(found[0].hint.as_ref().map(|it| &*it.text), Some("the longest has 5"));
}

#[test]
fn rows_on_tilings_run_through_opposite_sides() {
    // 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / ...: squares that a tiling makes.
    let squares = r#""topology": "tiling", "tiling": "4.4.4.4", "size": [3, 3]"#;
    assert!(ends(&ruleset(squares, 3), "1 5 2 6 3"));
    assert!(ends(&ruleset(squares, 3), "1 2 5 6 9"));
    assert!(!ends(&ruleset(squares, 3), "1 2 6 3 11"));
    let hexagons = r#""topology": "tiling", "tiling": "6.6.6", "radius": 2"#;
    let found = errors(&ruleset(hexagons, 40));
    assert_eq!(found[0].what.text, "no line on this board has 40 sites");
    for tiling in ["4.8.8", "3.4.6.4", "3.6.3.6", "rhombille", "deltoidal", "4.6.12"] {
        let board = format!(r#""topology": "tiling", "tiling": "{tiling}", "radius": 6"#);
        start(&ruleset(&board, 3));
    }
}

#[test]
fn boards_without_lines_say_so() {
    let triangles = r#""topology": "tiling", "tiling": "3.3.3.3.3.3", "radius": 4"#;
    let graph = r#""topology": "graph", "sites": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"]]"#;
    for (board, hint) in [(triangles, "opposite side"), (graph, "board.lines")] {
        let found = errors(&ruleset(board, 3));
        assert!(found[0].what.text.starts_with("a row of stones needs straight lines"));
        let given = found[0].hint.as_ref().map_or("", |it| it.text.as_str());
        assert!(given.contains(hint), "{given}");
    }
}

#[test]
fn games_on_lines_end() {
    let board = r#""topology": "tiling", "tiling": "4.8.8", "radius": 6"#;
    let stats = start(&ruleset(board, 4)).playouts(100, 1, 1000, false).expect("no plugin error");
    assert_eq!(stats.cut, 0);
    assert!(stats.wins.iter().all(|wins| *wins > 20), "{:?}", stats.wins);
}
