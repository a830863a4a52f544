//! The rules, linked natively. The tables of reference data are run by the
//! project's conformance tests; here stand what they do not reach.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::{Extent, Touch, native, testing};
use fractal::Family;

fn ruleset(board: &str, rules: &str) -> String {
    format!(r#"{{"board": {{"topology": "subdivision", {board}}}, "rules": {{{rules}}}}}"#)
}

fn start(ruleset: &str) -> Box<dyn Cursor> {
    native::open::<Family>(ruleset).expect("a good ruleset").start().expect("no fault")
}

fn play(cursor: &mut dyn Cursor, moves: &[&str]) {
    for mv in moves {
        let by = cursor.standing().expect("no fault").mover().expect("the game goes on");
        cursor.play(by, mv).expect("no fault").unwrap_or_else(|no| panic!("{mv}: {no}"));
    }
}

fn text(cursor: &mut dyn Cursor) -> String {
    cursor.write("position").expect("no fault").expect("the first form")
}

const SQUARE: &str = r#""fractal": "square""#;

#[test]
fn every_variant_keeps_the_contract() {
    let variants = [
        (SQUARE, ""),
        (SQUARE, r#""subdivide": {"on": "centre"}, "end": {"target": 30}"#),
        (SQUARE, r#""subdivide": {"on": "any", "max_depth": 2}, "end": {"full": "moves"}"#),
        (SQUARE, r#""first": "white", "subdivide": {"who": {"behind_by": 3}}"#),
        (
            r#""fractal": "square", "depth": 0, "grid": [2, 1]"#,
            r#""subdivide": {"who": "always", "max_depth": 2}"#,
        ),
        (r#""fractal": "triangle""#, r#""end": {"difference": 6}"#),
        (r#""fractal": "carpet""#, r#""subdivide": {"max_depth": 2}"#),
        (r#""fractal": "hexaflake-6""#, r#""subdivide": {"max_depth": 2, "who": "never"}"#),
    ];
    for (board, rules) in variants {
        testing::conform::<Family>(&ruleset(board, rules));
    }
}

#[test]
fn a_person_points_at_a_cell_and_then_at_a_vertex_that_is_proposed() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    // Black completes the right cells.
    play(&mut *cursor, &["1:1,1", "1:1,0", "0:1,0", "0:1,1", "1:1,2", "0:0,1", "1:2,1"]);
    let before = cursor.standing().expect("no fault");
    let first = cursor.choices(1, &[]).expect("no fault");
    let cells: Vec<u32> =
        first.targets.iter().filter(|t| t.touch == Touch::Split).map(|t| t.site).collect();
    assert_eq!(cells.len(), 4);
    let path = cursor.paths(1, "/0=2:1,1").expect("no fault").remove(0);
    assert_eq!((path.len(), cells[0]), (2, path[0]));
    let second = cursor.choices(1, &path[..1]).expect("no fault");
    assert!(second.proposed && second.placing.is_some());
    let proposed = cursor.proposed(0, &path[..1]).expect("no fault").places;
    assert_eq!(proposed.len(), 5, "four midpoints and the middle");
    assert!(proposed.iter().all(|place| place.site >= before.sites));
    assert!(proposed.iter().any(|place| place.site == path[1] && place.label == "2:1,1"));
    let ending = &cursor.choices(1, &path).expect("no fault").endings[0].mv;
    assert_eq!(ending, "/0=2:1,1");
    let effects = cursor.play(1, "/0=2:1,1").expect("no fault").expect("legal");
    let verbs: Vec<&str> = effects.iter().map(|effect| effect.verb.as_str()).collect();
    assert_eq!(verbs, ["split", "place"]);
    assert_eq!(cursor.pieces_at(&[path[1]]).expect("no fault").len(), 1);
    // The host asks for what is new and nothing else.
    let before = Extent { places: before.sites, frames: 1, shapes: 5, ..Extent::default() };
    let new = cursor.drawn(0, before, 100).expect("no fault");
    assert_eq!((new.places.len(), new.frames.len(), new.shapes.len()), (9, 1, 0));
}

#[test]
fn who_may_divide_depends_on_the_score() {
    let divisions = |rules: &str, moves: &[&str]| {
        let mut cursor = start(&ruleset(SQUARE, rules));
        play(&mut *cursor, moves);
        let by = cursor.standing().expect("no fault").mover().expect("the game goes on");
        let legal = cursor.legal(by, None, 4096).expect("no fault");
        legal.iter().filter(|mv| mv.contains('=')).count()
    };
    let four = ["0:0,0", "0:1,0", "1:1,0", "0:1,1", "1:0,1", "0:0,1", "1:1,1"];
    // The upper left cell is all black; on the whole board white has three of four.
    assert_eq!(divisions("", &[]), 0);
    assert_eq!(divisions("", &four), 20);
    assert_eq!(divisions(r#""subdivide": {"who": "never"}"#, &four), 0);
    assert_eq!(divisions(r#""subdivide": {"who": {"behind_by": 2}}"#, &four), 20);
    assert_eq!(divisions(r#""subdivide": {"who": {"behind_by": 3}}"#, &four), 0);
    assert_eq!(divisions(r#""subdivide": {"who": {"behind_by": 0}}"#, &[]), 20);
    assert_eq!(divisions(r#""subdivide": {"who": "always"}"#, &[]), 20);
    assert_eq!(divisions(r#""subdivide": {"on": "centre"}"#, &four), 4);
    assert_eq!(divisions(r#""subdivide": {"on": "any"}"#, &four), 20 + 4 * 2);
    assert_eq!(divisions(r#""subdivide": {"max_depth": 1}"#, &four), 0);
}

#[test]
fn short_names_can_be_typed() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    let parsed = |cursor: &mut dyn Cursor, text: &str| cursor.parse(0, text).expect("no fault");
    assert_eq!(parsed(&mut *cursor, "b2"), Ok("1:1,1".into()));
    assert_eq!(parsed(&mut *cursor, "A1"), Ok("0:0,1".into()));
    assert_eq!(parsed(&mut *cursor, "c3"), Ok("0:1,0".into()));
    assert!(parsed(&mut *cursor, "d1").is_err());
}

#[test]
fn positions_are_texts() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    assert_eq!(text(&mut *cursor), "10000 9 x new,behind,3,0,0");
    play(&mut *cursor, &["1:1,1", "0:0,0"]);
    assert_eq!(text(&mut *cursor), "10000 o4x3 x new,behind,3,0,0");
    let game = native::open::<Family>(&ruleset(SQUARE, "")).expect("a good ruleset");
    let refused = |text: &str| match game.read(text).expect("no fault") {
        Ok(_) => panic!("`{text}` was read"),
        Err(refusal) => refusal.text,
    };
    assert!(refused("").contains("expected the divisions"));
    assert!(refused("1000 9 x").contains("1 cells are missing"));
    assert!(refused("100000 9 x").contains("found more"));
    assert!(refused("1000z 9 x").contains("found `z`"));
    assert!(refused("10000 8 x").contains("for 9 vertices, found 8"));
    assert!(refused("10000 9x x").contains("found 10"));
    assert!(refused("10000 99999999999999999999 x").contains("for 9 vertices"));
    assert!(refused("10000 9 z").contains("`x` or `o` to move"));
    assert!(refused("10000 9 x any,behind,3,0,0").contains("other options"));
    assert!(refused("10000 9 x new,behind,3,0,0 x").contains("nothing after"));
}

#[test]
fn a_division_can_complete_cells_that_others_made() {
    // Triangle quadrisection: the middle child's neighbours make all its midpoints.
    let board = r#""scale": 2, "basis": [[1, 0], [0.5, 0.8660254037844386]],
        "corners": [[0, 0], [1, 0], [0, 1]], "children": [{"t": [0, 0]}, {"t": [1, 0]},
        {"t": [0, 1]}, {"m": [[-1, 0], [0, -1]], "t": [1, 1]}]"#;
    let rules = r#""subdivide": {"who": "always", "on": "any", "max_depth": 2}"#;
    let mut cursor = start(&ruleset(board, rules));
    play(&mut *cursor, &["/0=2:1,1", "/1=2:2,1", "/2=2:1,2", "0:0,0"]);
    let score = |cursor: &mut dyn Cursor| {
        let seats = cursor.standing().expect("no fault").seats;
        [seats[0].score, seats[1].score]
    };
    assert_eq!(score(&mut *cursor), [0.0, 0.0]);
    let effects = cursor.play(0, "/3=0:1,0").expect("no fault").expect("legal");
    let scored = effects.iter().filter(|effect| effect.verb == "score").count();
    assert_eq!((scored, score(&mut *cursor)), (1, [2.0, 1.0]));
    assert!(cursor.undo().expect("no fault"));
    assert_eq!(score(&mut *cursor), [0.0, 0.0]);
}

#[test]
fn faults_say_what_is_missing() {
    let fault = |json: &str| match native::open::<Family>(json) {
        Ok(_) => panic!("{json} was opened"),
        Err(faults) => faults[0].what.text.clone(),
    };
    let grid = r#"{"board": {"topology": "grid", "width": 3, "height": 3}}"#;
    assert!(fault(grid).contains("none that can be divided"));
    let centre = r#""subdivide": {"on": "centre"}"#;
    assert!(
        fault(&ruleset(r#""fractal": "triangle""#, centre)).contains("no vertex in their middle")
    );
    assert!(
        fault(&ruleset(r#""fractal": "square", "sites": "cells""#, ""))
            .contains("stand on vertices")
    );
    assert!(fault(&ruleset(r#""fractal": "square", "blocked": ["a1"]"#, "")).contains("takes no"));
    let game = native::open::<Family>(&ruleset(r#""fractal": "square", "depth": 3"#, ""));
    assert_eq!(game.expect("playable").cautions().expect("no fault").len(), 1);
}

#[test]
fn a_game_forty_levels_deep_stays_exact() {
    let rules = r#""subdivide": {"who": "always", "max_depth": 126}"#;
    let mut cursor = start(&ruleset(SQUARE, rules));
    let mut path = String::new();
    for level in 2..=82u32 {
        path += "/3";
        // The middle of the cell in the corner: a unit less than the whole.
        let middle = (1u128 << level) - 1;
        play(&mut *cursor, &[&format!("{path}={level}:{middle},{middle}")]);
    }
    let standing = cursor.standing().expect("no fault");
    assert_eq!(standing.facts.len(), 83, "a line for each level");
    let written = text(&mut *cursor);
    let game = native::open::<Family>(&ruleset(SQUARE, rules)).expect("a good ruleset");
    let mut read = game.read(&written).expect("no fault").expect("a position");
    assert_eq!(read.standing().expect("no fault").key, standing.key);
    while cursor.undo().expect("no fault") {}
    assert_eq!(cursor.standing().expect("no fault").sites, 9 + 5);
}
