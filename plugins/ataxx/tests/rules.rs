//! The rules, linked natively: what the project's conformance tests do not reach.

use ataxx::Family;
use boardloom_sdk::random::Random;
use boardloom_sdk::{CHANCE, Cursor, native, testing};

const START: &str =
    r#""pieces": {"x": ["top-left", "bottom-right"], "o": ["top-right", "bottom-left"]}"#;

fn ruleset(board: &str, setup: &str, rules: &str) -> String {
    format!(r#"{{"board": {{{board}}}, "setup": {{{setup}}}, "rules": {{{rules}}}}}"#)
}

fn square(size: u32, rest: &str) -> String {
    format!(r#""topology": "grid", "width": {size}, "height": {size}{rest}"#)
}

#[test]
fn perft_from_the_start_is_the_published_one() {
    let game = native::open::<Family>(&ruleset(&square(7, ""), START, r#""quiet_limit": 100"#));
    let mut cursor = game.expect("a good ruleset").start().expect("no plugin error");
    let leaves: Vec<u64> =
        (0..5).map(|depth| cursor.perft(depth, depth < 4).expect("no plugin error")).collect();
    assert_eq!(leaves, [1, 16, 256, 6460, 155_888]);
}

/// A ruleset for each rule.
fn variants() -> Vec<String> {
    let four = r#""seats": 4, "pieces": {"x": ["a9"], "o": ["i9"], "t": ["i1"], "s": ["a1"]}"#;
    let walls = format!(r#"{START}, "random_walls": {{"max": 6, "symmetric": true}}"#);
    [
        (square(7, ""), START, ""),
        (square(5, r#", "blocked": ["center"]"#), START, r#""quiet_limit": 20"#),
        (square(7, ""), START, r#""repetition": 3, "jump_shape": "straight""#),
        (square(7, ""), START, r#""capture": "jumped""#),
        (square(9, ""), four, ""),
        (square(9, ""), four, r#""capture": "jumped", "quiet_limit": 60"#),
        (square(6, ""), START, r#""stuck": "fill""#),
        (square(6, ""), START, r#""drop": "adjacent", "jump": 0"#),
        (square(8, r#", "glue": "klein""#), START, r#""jump_shape": "straight""#),
        (square(8, r#", "glue": "projective", "adjacency": "orthogonal""#), START, ""),
        (square(7, ""), &walls, r#""quiet_limit": 50"#),
        (square(22, ""), START, r#""quiet_limit": 4"#),
        (square(4, ""), START, r#""sum": {"max": 5}, "quiet_limit": 9"#),
        (square(5, ""), &walls, r#""sum": {"max": 3}, "repetition": 2"#),
    ]
    .map(|(board, setup, rules)| ruleset(&board, setup, rules))
    .to_vec()
}

#[test]
fn every_variant_keeps_the_contract() {
    variants().iter().for_each(|ruleset| testing::conform::<Family>(ruleset));
}

#[test]
fn levels_have_own_weights() {
    for size in [7, 9] {
        let ruleset = ruleset(&square(size, ""), START, "");
        testing::assert_levels_have_weights::<Family>(&ruleset, r#"{"piece": 30, "edge": 20}"#);
    }
    let ruleset = ruleset(&square(7, ""), START, "");
    let mut cursor =
        native::open::<Family>(&ruleset).expect("good").start().expect("no plugin error");
    let refused =
        cursor.search(r#"{"weights": {"luck": 1}}"#, 1, 1 << 20).expect("no plugin error");
    let refused = refused.err().expect("no such weight").text;
    assert!(refused.starts_with("unknown field `luck`, expected one of `piece`"), "{refused}");
}

#[test]
fn counted_moves_are_the_listed_ones() {
    for ruleset in variants() {
        let mut random = Random::new(3);
        let mut cursor = native::open::<Family>(&ruleset).expect("a good ruleset").start().unwrap();
        for _ in 0..60 {
            let status = cursor.status().unwrap();
            let Some(by) = status.mover() else { break };
            let counted = cursor.perft(2, false).unwrap();
            assert_eq!(counted, cursor.perft(2, true).unwrap(), "{ruleset}");
            let moves = cursor.legal_moves(by, None, 4096).unwrap();
            let mv = &moves[random.below(moves.len() as u64) as usize];
            cursor.play(by, mv).unwrap().expect("a legal move");
        }
    }
}

#[test]
fn all_errors_are_reported_at_once() {
    let setup = r#""pieces": {"x": ["a1", "z9"], "o": ["a1", "d4"], "t": ["b2"]}"#;
    let board = square(7, r#", "blocked": ["d4"]"#);
    let Err(errors) = native::open::<Family>(&ruleset(&board, setup, r#""jump": 1"#)) else {
        panic!("opened a ruleset with errors");
    };
    let found: Vec<&str> = errors.iter().map(|error| error.what.id.as_str()).collect();
    assert_eq!(
        found,
        ["board.no-site", "setup.blocked", "setup.twice", "setup.seats", "rules.jump"]
    );
}

#[test]
fn moves_have_other_spellings() {
    let game = native::open::<Family>(&ruleset(&square(7, ""), START, ""));
    let mut cursor = game.expect("a good ruleset").start().expect("no plugin error");
    for (text, mv) in
        [("g2", "g2"), ("G2", "g2"), ("g1-g2", "g2"), ("g1e3", "g1e3"), ("g1 e3", "g1e3")]
    {
        let parsed = cursor.parse(0, text).expect("no plugin error");
        assert_eq!(parsed.as_deref(), Ok(mv), "{text}");
    }
    assert!(cursor.parse(0, "pass").expect("no plugin error").is_err());
}

#[test]
fn a_forced_pass_is_noted() {
    let game = native::open::<Family>(&ruleset(&square(7, ""), START, "")).expect("a good ruleset");
    let text = "oxxx3/xxxx3/xxxx3/xxxx3/7/7/7 o 0 1";
    let mut cursor = game.read(text).expect("no plugin error").expect("a position");
    let note = |cursor: &mut dyn Cursor| cursor.status().expect("no plugin error").note;
    assert_eq!(note(&mut *cursor), None);
    cursor.play(1, "0000").expect("no plugin error").expect("the only move");
    assert_eq!(note(&mut *cursor).expect("a note").id, "note.pass");
    cursor.play(0, "g1").expect("no plugin error").expect_err("too far");
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(note(&mut *cursor), None);
}

#[test]
fn position_errors_name_the_cause_and_the_place() {
    let game = native::open::<Family>(&ruleset(&square(3, ""), START, "")).expect("a good ruleset");
    let said = |text: &str| match game.read(text).expect("no plugin error") {
        Ok(_) => panic!("`{text}` was read"),
        Err(why) => why.text,
    };
    for (text, expected) in [
        ("", "expected rows of sites, as `x5o/7/7/7/7/7/o5x x 0 1`"),
        ("x1o/3 x", "expected 3 rows, found 2: those from row 3 on are missing"),
        ("x1o/3/3/3 x", "row 4, character 1: expected 3 rows, found row 4"),
        ("x1o/4/3 x", "row 2, character 1: row 2 has more than 3 sites: digits count empty sites"),
        (
            "x1o/3/2 x",
            "row 3, character 1: row 3 has 2 sites, expected 3: digits count empty sites",
        ),
        (
            "x1t/3/3 x",
            "row 1, character 3: expected one of x o -, a number of empty sites, or `.`; found `t`",
        ),
        ("x1o/3/3 t", "expected whose turn it is, one of `xo`, found `t`"),
        ("x1o/3/3 x -1", "expected plies since the last new piece (0 to 65535), found `-1`"),
        ("x1o/3/3 x 0 99999", "expected the number of the turn (0 to 65535), found `99999`"),
        ("x1o/3/3 x 0 1 2", "expected nothing after the number of the turn, found `2`"),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}

/// Boards of all sizes: small ones are kept as sets of bits, large ones as lists.
#[test]
fn different_positions_have_different_keys() {
    for size in [7, 9] {
        let ruleset = ruleset(&square(size as u32, ""), START, "");
        let game = native::open::<Family>(&ruleset).expect("a good ruleset");
        let mut keys = std::collections::BTreeMap::new();
        for (site, turn) in (0..size * size).flat_map(|site| [(site, 'x'), (site, 'o')]) {
            for piece in ['x', 'o', '-'] {
                let mut board = vec!['.'; size * size];
                board[site] = piece;
                let rows: Vec<String> =
                    board.chunks(size).map(|row| row.iter().collect::<String>()).collect();
                let text = format!("{} {turn} 0 1", rows.join("/"));
                let mut cursor = game.read(&text).expect("no plugin error").expect("a position");
                let key = cursor.status().expect("no plugin error").key;
                if let Some(other) = keys.insert(key, text.clone()) {
                    panic!("{text} and {other} have one key");
                }
            }
        }
        assert!(keys.len() >= size * size * 4, "{}", keys.len());
    }
}

#[test]
fn a_position_has_its_own_walls() {
    let board = square(3, r#", "blocked": ["b2"]"#);
    let walls = format!(r#"{START}, "random_walls": {{"max": 2}}"#);
    let game = native::open::<Family>(&ruleset(&board, &walls, "")).expect("a good ruleset");
    let mut cursor =
        game.read("x1o/--1/1-1 o 0 1").expect("no plugin error").expect("a good position");
    // No walls are drawn.
    let moves = cursor.legal_moves(1, None, 4096).expect("no plugin error");
    assert_eq!(moves, ["b3", "c2", "c3a1", "c3c1"]);
    // The walls of the ruleset stand in every position.
    let open = game.read("x1o/-2/1-1 o 0 1").expect("no plugin error").err();
    assert!(open.expect("b2 is blocked").to_string().starts_with("`b2` is blocked"));
}

#[test]
fn a_move_is_confirmed_by_a_sum_and_a_wrong_answer_loses_the_turn() {
    let rules = ruleset(&square(7, ""), START, r#""sum": {"max": 20}"#);
    let game = native::open::<Family>(&rules).expect("a good ruleset");
    let mut cursor = game.start().expect("no plugin error");
    let odds =
        cursor.chance_outcomes(4096).expect("no plugin error").expect("chance draws the sum");
    assert_eq!(odds.len(), 190, "two numbers from 1 with a sum of at most 20");
    let play = |cursor: &mut dyn Cursor, by, mv: &str| {
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"))
    };
    play(&mut *cursor, CHANCE, "sum-7+5");
    let choices = cursor.choices(0, &[]).expect("no plugin error");
    assert!(choices.options.is_empty() && !choices.targets.is_empty(), "first a move is chosen");
    let path = cursor.paths(0, "b6=12").expect("no plugin error")[0].clone();
    let asked = cursor.choices(0, &path).expect("no plugin error").options;
    let asked: Vec<_> = asked.iter().map(|it| (&*it.move_, &*it.label.text, it.answer)).collect();
    assert_eq!(asked, [("b6=", "What is 7 + 5?", true)]);
    assert!(!cursor.is_legal(0, "b6").expect("no plugin error"), "not without an answer");
    assert!(!cursor.is_legal(0, "b6=012").expect("no plugin error"));
    let search = cursor.search("{}", 1, 1 << 24).expect("no plugin error");
    let mut search = search.expect("good settings");
    search.step(200).expect("no plugin error");
    let lines = search.report(100).expect("no plugin error");
    assert!(
        lines.len() > 1 && lines.iter().all(|line| line.moves[0].ends_with("=12")),
        "{lines:?}"
    );
    play(&mut *cursor, 0, "b6=12");
    play(&mut *cursor, CHANCE, "sum-1+1");
    let before = cursor.write("position").expect("no plugin error").expect("a text form");
    assert_eq!(before, "x5o/1x5/7/7/7/7/o5x o 0 1 1+1");
    play(&mut *cursor, 1, "g7e5=3");
    let text = cursor.write("position").expect("no plugin error").expect("a text form");
    assert_eq!(text, "x5o/1x5/7/7/7/7/o5x x 1 2", "nothing moved, and the turn is lost");
    let note = cursor.status().expect("no plugin error").note.expect("a word about it");
    assert_eq!(note.text, "Player 2 answered wrong: 1 + 1 is 2. The turn is lost.");
    let mut read = game.read(&before).expect("no plugin error").expect("a good position");
    assert_eq!(read.write("position").expect("no plugin error").as_ref(), Ok(&before));
}

#[test]
fn walls_are_drawn_on_boards_of_any_size() {
    let size = 40;
    let setup = format!(r#"{START}, "random_walls": {{"max": 30, "symmetric": true}}"#);
    let game = native::open::<Family>(&ruleset(&square(size, ""), &setup, ""));
    let mut cursor = game.expect("a good ruleset").start().expect("no plugin error");
    let mut random = Random::new(5);
    while cursor.status().expect("no plugin error").chance {
        let mv = cursor.sample_outcome(random.draw()).expect("no plugin error");
        cursor.play(CHANCE, &mv).expect("no plugin error").expect("a legal draw");
    }
    let text = cursor.write("position").expect("no plugin error").expect("a text form");
    assert!(text.contains('-'), "{text}");
    let board = text.split(' ').next().expect("the board");
    // Rows from the top, and rows from the bottom in reverse.
    let walls: Vec<Vec<bool>> = board.split('/').map(walls_of).collect();
    let turned = |row: &Vec<bool>| row.iter().rev().copied().collect();
    let opposite: Vec<Vec<bool>> = walls.iter().rev().map(turned).collect();
    assert_eq!(walls, opposite);
}

/// Tells for each site of a row whether it is a wall.
fn walls_of(row: &str) -> Vec<bool> {
    let (mut walls, mut run) = (Vec::new(), 0);
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(digit) => run = run * 10 + digit as usize,
            None => {
                walls.resize(walls.len() + std::mem::take(&mut run), false);
                walls.push(letter == '-');
            }
        }
    }
    walls.resize(walls.len() + run, false);
    walls
}

#[test]
fn no_wall_is_drawn_under_a_piece() {
    let board = square(5, r#", "blocked": ["a5"]"#);
    let setup = r#""rows": ["x3o", "5", "5", "5", "o3x"]"#;
    let Err(errors) = native::open::<Family>(&ruleset(&board, setup, "")) else {
        panic!("opened a ruleset with errors");
    };
    let found: Vec<&str> = errors.iter().map(|error| error.what.text.as_str()).collect();
    assert_eq!(found, ["`x` stands on `a5`, which is blocked"]);
}

#[test]
fn the_search_agrees_with_plain_negamax() {
    let four = r#""seats": 4, "pieces": {"x": ["a4"], "o": ["d4"], "t": ["d1"], "s": ["a1"]}"#;
    let three = r#""seats": 3, "pieces": {"x": ["a4"], "o": ["d4"], "t": ["d1"]}"#;
    let weights = r#", "ai": {"weights": {"piece": 100, "growth": 7, "turn": 30}}"#;
    for (board, setup, rules, depth) in [
        (square(4, ""), START, "", 3),
        (square(5, ""), START, r#""jump": 0"#, 4),
        (square(4, ""), three, "", 3),
        (square(4, ""), four, r#""quiet_limit": 3"#, 3),
        // More than 64 sites, in lists.
        (square(9, r#", "blocked": ["all", "not within 2 of e5"]"#), START, "", 3),
    ] {
        let start = if board.contains("not") {
            r#""pieces": {"x": ["c3", "g7"], "o": ["c7", "g3"]}"#
        } else {
            setup
        };
        let text = ruleset(&board, start, rules);
        let text = format!("{}{weights}}}", &text[..text.len() - 1]);
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let mut cursor =
                native::open::<Family>(&text).expect("a good ruleset").start().unwrap();
            for _ in 0..2 + 3 * seed {
                let Some(by) = cursor.status().unwrap().mover() else { break };
                let moves = cursor.legal_moves(by, None, 4096).unwrap();
                let mv = &moves[random.below(moves.len() as u64) as usize];
                cursor.play(by, mv).unwrap().unwrap();
            }
            testing::assert_agrees_with_negamax(&mut *cursor, depth);
        }
    }
}

#[test]
fn several_variations_have_true_values() {
    let text = ruleset(&square(5, ""), START, "");
    for seed in 0..3 {
        let mut random = Random::new(seed);
        let mut cursor = native::open::<Family>(&text).expect("a good ruleset").start().unwrap();
        for _ in 0..4 + seed {
            let by = cursor.status().unwrap().mover().expect("it goes on");
            let moves = cursor.legal_moves(by, None, 4096).unwrap();
            let mv = &moves[random.below(moves.len() as u64) as usize];
            cursor.play(by, mv).unwrap().unwrap();
        }
        testing::assert_lines_have_exact_values(&mut *cursor, 3, 8);
    }
}
