//! The rules, linked natively: cases that the project's conformance tests do not reach.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::random::Random;
use boardloom_sdk::{CHANCE, Extent, Game, Status, TargetKind, Undoable, native, testing};
use fractal::{Family, Fractal, Move};

fn ruleset(board: &str, rules: &str) -> String {
    format!(r#"{{"board": {{"topology": "subdivision", {board}}}, "rules": {{{rules}}}}}"#)
}

fn start(ruleset: &str) -> Box<dyn Cursor> {
    native::open::<Family>(ruleset).expect("a good ruleset").start().expect("no plugin error")
}

fn play(cursor: &mut dyn Cursor, moves: &[&str]) {
    for mv in moves {
        let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
    }
}

fn text(cursor: &mut dyn Cursor) -> String {
    cursor.write("position").expect("no plugin error").expect("the first form")
}

const SQUARE: &str = r#""fractal": "square""#;

fn cards(cards: &str) -> String {
    format!(r#""subdivide": {{"chance": {{"draw": [{cards}]}}}}"#)
}

/// Seven moves after which black leads by two and has all of the upper left cell.
const LEAD: [&str; 7] = ["0:0,0", "0:1,0", "1:1,0", "0:1,1", "1:0,1", "0:0,1", "1:1,1"];

#[test]
fn completed_cells_stay_marked_as_their_owners() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    let marks = |cursor: &mut dyn Cursor| {
        let marks = cursor.marks().expect("no plugin error").into_iter();
        let marks = marks.filter(|mark| !mark.role.starts_with("last"));
        marks.map(|mark| (mark.role, mark.sites, mark.seat)).collect::<Vec<_>>()
    };
    play(&mut *cursor, &LEAD[..5]);
    assert_eq!(marks(&mut *cursor), []);
    let mark = |role: &str, cell: u32, seat| (role.to_owned(), vec![cell], Some(seat));
    play(&mut *cursor, &LEAD[5..6]);
    assert_eq!(marks(&mut *cursor), [mark("completed", 0, 1)], "the whole board");
    play(&mut *cursor, &LEAD[6..]);
    let now = marks(&mut *cursor);
    let upper_left = now[1].1[0];
    assert_eq!(now, [mark("owned", 0, 1), mark("completed", upper_left, 0)]);
    play(&mut *cursor, &["1:2,1"]);
    let drawn = ("completed".to_owned(), vec![upper_left + 1], None);
    let owned = [mark("owned", upper_left, 0), mark("owned", 0, 1)];
    assert_eq!(marks(&mut *cursor), [&owned[..], &[drawn]].concat());
    cursor.undo().expect("no plugin error");
    assert_eq!(marks(&mut *cursor), now);
}

#[test]
fn levels_have_own_weights() {
    testing::assert_levels_have_weights::<Family>(
        &ruleset(SQUARE, ""),
        r#"{"point": 10, "open": 90}"#,
    );
}

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
        (SQUARE, r#""subdivide": {"chance": {"die": 6, "at_least": 4}}, "end": {"full": "moves"}"#),
        (SQUARE, &cards("\"divide\", \"place\", \"place\"")),
        (
            SQUARE,
            r#""subdivide": {"on": "any", "who": "always", "max_depth": 2,
            "chance": {"draw": ["divide", "place"]}}, "end": {"full": "moves"}"#,
        ),
        (SQUARE, r#""score": {"by": "majority"}, "subdivide": {"chance": "none"}"#),
        (r#""fractal": "triangle""#, r#""score": {"by": "area"}, "end": {"target": 12}"#),
        (r#""fractal": "carpet""#, r#""subdivide": {"max_depth": 2}"#),
        (r#""fractal": "hexaflake-6""#, r#""subdivide": {"max_depth": 2, "who": "never"}"#),
    ];
    for (board, rules) in variants {
        testing::conform::<Family>(&ruleset(board, rules));
    }
}

#[test]
fn a_division_is_entered_by_a_cell_and_a_proposed_vertex() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    // Black completes the right cells.
    play(&mut *cursor, &["1:1,1", "1:1,0", "0:1,0", "0:1,1", "1:1,2", "0:0,1", "1:2,1"]);
    let before = cursor.status().expect("no plugin error");
    let first = cursor.choices(1, &[]).expect("no plugin error");
    let cells: Vec<u32> =
        first.targets.iter().filter(|t| t.kind == TargetKind::Split).map(|t| t.site).collect();
    assert_eq!(cells.len(), 4);
    let path = cursor.paths(1, "/0=2:1,1").expect("no plugin error").remove(0);
    assert_eq!((path.len(), cells[0]), (2, path[0]));
    let second = cursor.choices(1, &path[..1]).expect("no plugin error");
    assert!(second.proposed && second.placed_piece.is_some());
    let proposed = cursor.proposed_sites(0, &path[..1]).expect("no plugin error").places;
    assert_eq!(proposed.len(), 5, "four midpoints and the middle");
    assert!(proposed.iter().all(|place| place.site >= before.sites));
    assert!(proposed.iter().any(|place| place.site == path[1] && place.label == "2:1,1"));
    let ending = &cursor.choices(1, &path).expect("no plugin error").options[0].move_;
    assert_eq!(ending, "/0=2:1,1");
    let effects = cursor.play(1, "/0=2:1,1").expect("no plugin error").expect("legal");
    let verbs: Vec<&str> = effects.iter().map(|effect| effect.verb.as_str()).collect();
    assert_eq!(verbs, ["split", "place"]);
    assert_eq!(cursor.pieces_at(&[path[1]]).expect("no plugin error").len(), 1);
    // The host asks for new places only.
    let before = Extent { places: before.sites, frames: 1, shapes: 5, ..Extent::default() };
    let new = cursor.drawing_beyond(0, before, 100).expect("no plugin error");
    assert_eq!((new.places.len(), new.frames.len(), new.shapes.len()), (9, 1, 0));
}

#[test]
fn the_right_to_divide_depends_on_the_score() {
    let divisions = |rules: &str, moves: &[&str]| {
        let mut cursor = start(&ruleset(SQUARE, rules));
        play(&mut *cursor, moves);
        let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
        let legal = cursor.legal_moves(by, None, 4096).expect("no plugin error");
        legal.iter().filter(|mv| mv.contains('=')).count()
    };
    assert_eq!(divisions("", &[]), 0);
    assert_eq!(divisions("", &LEAD), 20);
    assert_eq!(divisions(r#""subdivide": {"who": "never"}"#, &LEAD), 0);
    assert_eq!(divisions(r#""subdivide": {"who": {"behind_by": 2}}"#, &LEAD), 20);
    assert_eq!(divisions(r#""subdivide": {"who": {"behind_by": 3}}"#, &LEAD), 0);
    assert_eq!(divisions(r#""subdivide": {"who": {"behind_by": 0}}"#, &[]), 20);
    assert_eq!(divisions(r#""subdivide": {"who": "always"}"#, &[]), 20);
    assert_eq!(divisions(r#""subdivide": {"on": "centre"}"#, &LEAD), 4);
    assert_eq!(divisions(r#""subdivide": {"on": "any"}"#, &LEAD), 20 + 4 * 2);
    assert_eq!(divisions(r#""subdivide": {"max_depth": 1}"#, &LEAD), 0);
}

fn legal(cursor: &mut dyn Cursor, by: u8) -> Vec<String> {
    cursor.legal_moves(by, None, 4096).expect("no plugin error")
}

fn divides(cursor: &mut dyn Cursor) -> usize {
    legal(cursor, 1).iter().filter(|mv| mv.contains('=')).count()
}

#[test]
fn the_right_to_divide_is_rolled_for() {
    let rules = r#""subdivide": {"chance": {"die": 6, "at_least": 4}}"#;
    let mut cursor = start(&ruleset(SQUARE, rules));
    let button = |cursor: &mut dyn Cursor| {
        cursor
            .choices(1, &[])
            .expect("no plugin error")
            .options
            .iter()
            .map(|e| e.move_.clone())
            .collect()
    };
    play(&mut *cursor, &LEAD[..4]);
    assert!(!legal(&mut *cursor, 0).contains(&"roll".to_owned()), "neither player is behind");
    play(&mut *cursor, &LEAD[4..]);
    let buttons: Vec<String> = button(&mut *cursor);
    assert_eq!((buttons, divides(&mut *cursor)), (vec!["roll".to_owned()], 0));
    play(&mut *cursor, &["roll"]);
    let status = cursor.status().expect("no plugin error");
    assert!(status.chance && status.acting.is_empty());
    assert!(text(&mut *cursor).contains(" o? new,behind,3,0,0,die-6-4"));
    assert_eq!(cursor.chance_outcomes(10).expect("no plugin error").expect("few").len(), 6);
    assert!(cursor.play(CHANCE, "roll-7").expect("no plugin error").is_err());

    cursor.play(CHANCE, "roll-3").expect("no plugin error").expect("legal");
    assert!(text(&mut *cursor).contains(" o- "));
    let note = cursor.status().expect("no plugin error").note.expect("a note");
    assert_eq!((note.id.as_str(), divides(&mut *cursor)), ("note.lost", 0));
    let buttons: Vec<String> = button(&mut *cursor);
    assert!(buttons.is_empty(), "once in a turn");
    assert!(cursor.undo().expect("no plugin error"));

    cursor.play(CHANCE, "roll-4").expect("no plugin error").expect("legal");
    assert!(text(&mut *cursor).contains(" o+ "));
    assert_eq!((divides(&mut *cursor), legal(&mut *cursor, 1).len()), (20, 22));
    play(&mut *cursor, &["/0=2:1,1"]);
    assert!(text(&mut *cursor).contains(" x new"), "the right is gone with the turn");
}

#[test]
fn drawn_cards_are_set_aside_until_the_pack_is_used_up() {
    let rules = format!(r#"{}, "end": {{"full": "moves"}}"#, cards(r#""divide", "place""#));
    let mut cursor = start(&ruleset(SQUARE, &rules));
    play(&mut *cursor, &LEAD);
    let left = |cursor: &mut dyn Cursor| text(cursor).rsplit(' ').next().map(str::to_owned);
    let odds = |cursor: &mut dyn Cursor| {
        cursor.chance_outcomes(10).expect("no plugin error").expect("few")
    };
    assert_eq!(left(&mut *cursor).as_deref(), Some("1/1"));
    play(&mut *cursor, &["draw"]);
    assert_eq!(odds(&mut *cursor), [("card-divide".to_owned(), 1), ("card-place".to_owned(), 1)]);
    cursor.play(CHANCE, "card-place").expect("no plugin error").expect("legal");
    assert_eq!(left(&mut *cursor).as_deref(), Some("1/0"));
    // White is behind still, black fills the board, and the last card is known.
    play(&mut *cursor, &["1:1,2", "1:2,1"]);
    play(&mut *cursor, &["draw"]);
    assert_eq!(odds(&mut *cursor), [("card-divide".to_owned(), 1)]);
    cursor.play(CHANCE, "card-divide").expect("no plugin error").expect("legal");
    assert_eq!(left(&mut *cursor).as_deref(), Some("1/1"), "shuffled again");
    let facts = cursor.status().expect("no plugin error").facts;
    assert!(facts.iter().any(|fact| fact.id == "facts.cards"));
    let game = native::open::<Family>(&ruleset(SQUARE, &rules)).expect("a good ruleset");
    for (word, fits) in [("0/1", true), ("0/0", false), ("2/0", false), ("1", false)] {
        let text = format!("10000 9 x new,behind,3,0,0,moves,cards-1-1 {word}");
        assert_eq!(game.read(&text).expect("no plugin error").is_ok(), fits, "{word}");
    }
    assert!(game.read("10000 9 x+").expect("no plugin error").is_ok());
    assert!(game.read("10000 9 x*").expect("no plugin error").is_err());
}

#[test]
fn a_full_board_without_the_right_to_divide_is_over() {
    let rules = r#""subdivide": {"chance": {"die": 6, "at_least": 4}}, "end": {"full": "moves"}"#;
    let mut cursor = start(&ruleset(SQUARE, rules));
    play(&mut *cursor, &LEAD);
    play(&mut *cursor, &["1:1,2", "1:2,1"]);
    assert_eq!(legal(&mut *cursor, 1), ["roll"], "white may win the right yet");
    play(&mut *cursor, &["roll"]);
    assert!(cursor.status().expect("no plugin error").chance);
    cursor.play(CHANCE, "roll-1").expect("no plugin error").expect("legal");
    assert!(cursor.status().expect("no plugin error").is_over());
}

#[test]
fn cells_score_corners_majorities_or_areas() {
    // All corners of the triangle: two cells with two of three each, and the rest.
    let moves = ["0:0,0", "0:1,0", "1:1,0", "1:1,1", "1:0,1", "0:0,1"];
    let score = |by: &str, depth: u16| {
        let rules = format!(
            r#""score": {{"by": "{by}"}}, "subdivide": {{"who": "always", "max_depth": {depth}}}"#
        );
        let mut cursor = start(&ruleset(r#""fractal": "triangle""#, &rules));
        play(&mut *cursor, &moves);
        let seats = cursor.status().expect("no plugin error").seats;
        [seats[0].score, seats[1].score]
    };
    // Black has the child at 0,0 alone; white has 0:1,0, 1:1,1 and 0:0,1.
    assert_eq!(score("corner", 1), [6.0, 6.0]);
    assert_eq!(score("majority", 1), [1.0, 3.0]);
    assert_eq!(score("area", 1), [1.0, 1.0 + 1.0 + 3.0]);
    assert_eq!(score("area", 3), [9.0, 9.0 + 9.0 + 27.0]);
}

#[test]
fn a_preview_tells_what_a_move_scores() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    play(&mut *cursor, &LEAD[..6]);
    let (status, _) = cursor.preview(0, LEAD[6]).expect("no plugin error").expect("legal");
    let seats = [(status.seats[0].score, status.seats[0].gained), (status.seats[1].score, 0.0)];
    assert_eq!(seats, [(5.0, 4.0), (3.0, 0.0)], "the upper left cell is all black");
    assert_eq!(status.note.expect("a note").text, "A cell completed: Player 1 4, Player 2 0");
    let levels: Vec<String> = status.facts.iter().map(ToString::to_string).collect();
    let expected = ["on level 1: Player 1 1, Player 2 3", "on level 2: Player 1 4, Player 2 0"];
    assert_eq!(levels, expected);
}

/// Random games, in which the counts are compared with a pass over all cells.
#[test]
fn counted_and_picked_moves_are_the_listed_ones() {
    let chance = r#""who": "always", "max_depth": 3, "chance": {"die": 2, "at_least": 2}"#;
    let boards = [SQUARE, r#""fractal": "triangle""#, r#""fractal": "carpet""#];
    for (board, on) in
        boards.into_iter().flat_map(|board| ["new", "any", "centre"].map(|on| (board, on)))
    {
        if on == "centre" && board != SQUARE {
            continue;
        }
        let rules = format!(r#""subdivide": {{"on": "{on}", {chance}}}"#);
        let ruleset = serde_json::from_str(&ruleset(board, &rules)).expect("a ruleset");
        let game = Fractal::open(ruleset).expect("it makes sense");
        let (mut position, mut random) = (game.start(), Random::new(7));
        let mut undos = Vec::new();
        for _ in 0..60 {
            let by = match game.status(&position) {
                Status::Turn(seat) => seat,
                Status::Chance => CHANCE,
                _ => break,
            };
            let mut listed = Vec::new();
            game.legal_moves(&position, by, &mut listed);
            let count = game.count_moves(&position, by);
            let name = |mv: &Move| game.notation(&position, by, *mv);
            let mut names: Vec<String> = listed.iter().map(name).collect();
            let nth = (0..count).map(|n| game.nth_move(&position, by, n));
            let mut picked: Vec<String> = nth.map(|mv| name(&mv)).collect();
            names.sort();
            picked.sort();
            assert_eq!(names, picked, "{board}, {on}");
            let undone = random.below(4) == 0;
            if let Some((undo, key)) = undone.then(|| undos.pop()).flatten() {
                game.undo(&mut position, undo);
                assert_eq!(game.key(&position), key);
                continue;
            }
            let mv = listed[random.below(count) as usize];
            let key = game.key(&position);
            undos.push((game.play_undoable(&mut position, by, mv, None), key));
        }
        assert!(undos.len() > 5, "{board}, {on}");
    }
}

#[test]
fn short_names_can_be_typed() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    let parsed =
        |cursor: &mut dyn Cursor, text: &str| cursor.parse(0, text).expect("no plugin error");
    assert_eq!(parsed(&mut *cursor, "b2"), Ok("1:1,1".into()));
    assert_eq!(parsed(&mut *cursor, "A1"), Ok("0:0,1".into()));
    assert_eq!(parsed(&mut *cursor, "c3"), Ok("0:1,0".into()));
    assert!(parsed(&mut *cursor, "d1").is_err());
}

/// Lists of moves show these instead of `lower right corner of upper right`.
#[test]
fn moves_have_short_texts_by_columns_and_rows() {
    let short = |cursor: &mut dyn Cursor, mv: &str| {
        let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
        let text = cursor.describe_move(by, mv).expect("no plugin error");
        let short = text.args.iter().find(|(name, _)| name == "short");
        short.map(|(_, short)| short.clone()).unwrap_or_default()
    };
    let mut cursor = start(&ruleset(SQUARE, ""));
    assert_eq!(short(&mut *cursor, "1:1,1"), "b2");
    play(&mut *cursor, &LEAD);
    // White divides the upper right cell, above and right of b2.
    assert_eq!(short(&mut *cursor, "/1=2:3,1"), "b2÷b2");
    assert_eq!(short(&mut *cursor, "/1=2:4,1"), "b2÷c2".to_owned().as_str());
    play(&mut *cursor, &["/1=2:3,1"]);
    assert_eq!(short(&mut *cursor, "2:3,2"), "b2.b1");
    assert_eq!(short(&mut *cursor, "2:3,0"), "b2.b3", "on the border of the board");
    let mut cursor = start(&ruleset(r#""fractal": "triangle""#, ""));
    let all = cursor.legal_moves(0, None, 99).expect("no plugin error");
    let shorts: std::collections::BTreeSet<String> =
        all.iter().map(|mv| short(&mut *cursor, mv)).collect();
    assert_eq!(shorts.len(), all.len(), "{shorts:?}");
    assert!(shorts.iter().all(|short| (1..=3).contains(&short.len())), "{shorts:?}");
}

#[test]
fn positions_are_texts() {
    let mut cursor = start(&ruleset(SQUARE, ""));
    assert_eq!(text(&mut *cursor), "10000 9 x new,behind,3,0,0");
    play(&mut *cursor, &["1:1,1", "0:0,0"]);
    assert_eq!(text(&mut *cursor), "10000 o4x3 x new,behind,3,0,0");
    let game = native::open::<Family>(&ruleset(SQUARE, "")).expect("a good ruleset");
    let refused = |text: &str| match game.read(text).expect("no plugin error") {
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
        let seats = cursor.status().expect("no plugin error").seats;
        [seats[0].score, seats[1].score]
    };
    assert_eq!(score(&mut *cursor), [0.0, 0.0]);
    let effects = cursor.play(0, "/3=0:1,0").expect("no plugin error").expect("legal");
    let scored = effects.iter().filter(|effect| effect.verb == "score").count();
    assert_eq!((scored, score(&mut *cursor)), (1, [2.0, 1.0]));
    assert!(cursor.undo().expect("no plugin error"));
    assert_eq!(score(&mut *cursor), [0.0, 0.0]);
}

#[test]
fn errors_name_the_missing_part() {
    let error = |json: &str| match native::open::<Family>(json) {
        Ok(_) => panic!("{json} was opened"),
        Err(errors) => errors[0].what.text.clone(),
    };
    let grid = r#"{"board": {"topology": "grid", "width": 3, "height": 3}}"#;
    assert!(error(grid).contains("none that can be divided"));
    let centre = r#""subdivide": {"on": "centre"}"#;
    assert!(
        error(&ruleset(r#""fractal": "triangle""#, centre)).contains("no vertex in their middle")
    );
    assert!(
        error(&ruleset(r#""fractal": "square", "sites": "cells""#, ""))
            .contains("stand on vertices")
    );
    assert!(error(&ruleset(r#""fractal": "square", "blocked": ["a1"]"#, "")).contains("takes no"));
    let chance = |chance: &str| error(&ruleset(SQUARE, &format!(r#""subdivide": {{{chance}}}"#)));
    assert!(chance(r#""chance": {"die": 6, "at_least": 7}"#).contains("never shows 7"));
    assert!(chance(r#""chance": {"draw": ["place"]}"#).contains("no card"));
    let area = r#""score": {"by": "area"}, "subdivide": {"max_depth": 40}"#;
    assert!(error(&ruleset(SQUARE, area)).contains("than can be counted"));
    let game = native::open::<Family>(&ruleset(r#""fractal": "square", "depth": 3"#, ""));
    assert_eq!(game.expect("playable").warnings().expect("no plugin error").len(), 1);
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
    let status = cursor.status().expect("no plugin error");
    assert_eq!(status.facts.len(), 0, "no cell of any level is completed");
    let written = text(&mut *cursor);
    let game = native::open::<Family>(&ruleset(SQUARE, rules)).expect("a good ruleset");
    let mut read = game.read(&written).expect("no plugin error").expect("a position");
    assert_eq!(read.status().expect("no plugin error").key, status.key);
    while cursor.undo().expect("no plugin error") {}
    assert_eq!(cursor.status().expect("no plugin error").sites, 9 + 5);
}
