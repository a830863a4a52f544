//! Moves and refusals as players read them, natively and through wasm.

use boardloom_contract::{Cursor, Message, Seat};
use boardloom_ruleset::Overrides;

use crate::program::TestDir;
use crate::support::{legal, open, plugins, ruleset_with};

/// Runs a test on a position of a ruleset in both forms of its plugin.
fn both(id: &str, set: &[&str], position: Option<&str>, test: impl Fn(&mut dyn Cursor)) {
    let mut settings = Overrides::new();
    set.iter().for_each(|set| settings.set_assignment(set).expect("a key and a value"));
    let ruleset = ruleset_with(id, &settings);
    for (_, rules) in plugins()[ruleset.plugin.as_str()].each() {
        test(&mut *open(&**rules, &ruleset.plugin_json(), position));
    }
}

#[track_caller]
fn mover(cursor: &mut dyn Cursor) -> Seat {
    cursor.status().expect("no plugin error").mover().expect("the game goes on")
}

/// Checks the text of a move, and that it means the move.
#[track_caller]
fn reads(cursor: &mut dyn Cursor, mv: &str, text: &str) {
    let by = mover(cursor);
    assert_eq!(cursor.describe_move(by, mv).expect("no plugin error").text, text);
    if by != boardloom_contract::CHANCE {
        assert_eq!(cursor.parse(by, text).expect("no plugin error"), Ok(mv.to_owned()), "{text}");
    }
}

#[track_caller]
fn play(cursor: &mut dyn Cursor, mv: &str) {
    let by = mover(cursor);
    cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|why| panic!("{mv}: {why}"));
}

/// Reads a move of the side to move.
#[track_caller]
fn parse(cursor: &mut dyn Cursor, text: &str) -> Result<String, Message> {
    let by = mover(cursor);
    cursor.parse(by, text).expect("no plugin error")
}

#[track_caller]
fn refuses(cursor: &mut dyn Cursor, text: &str, why: &str) {
    assert_eq!(parse(cursor, text).map_err(|it| it.text), Err(why.to_owned()));
}

#[test]
fn ataxx() {
    both("ataxx/classic", &[], Some("x5o/7/7/7/7/7/o5x x 0 1"), |cursor| {
        reads(cursor, "b7", "b7");
        reads(cursor, "a7c5", "a7-c5");
        refuses(cursor, "a7-d7", "a piece can't go from a7 to d7");
        refuses(cursor, "a1-b1", "no piece of yours stands on a1");
        refuses(cursor, "a1", "the piece on a1 is not yours");
        refuses(cursor, "d4", "no piece of yours is near enough to grow onto d4");
        refuses(cursor, "pass", "you can pass only when you have no move");
    });
    let stuck = "x--4/---4/---4/7/7/7/6o x 0 1";
    both("ataxx/classic", &[], Some(stuck), |cursor| reads(cursor, "0000", "pass"));
    let sum = "x5o/7/7/7/7/7/o5x x 0 1 3+4";
    both("ataxx/arithmetic", &[], Some(sum), |cursor| {
        reads(cursor, "b7=7", "b7 (3 + 4 = 7)");
        reads(cursor, "a7c5=8", "a7-c5 (3 + 4 = 8)");
        refuses(cursor, "b7=99", "expected an answer from 0 to 20, found `99`");
    });
}

/// `13` would be a jump from `1` to `3` and a new piece on `13`.
#[test]
fn jumps_between_numbers_have_a_dash() {
    let dir = TestDir::new();
    let board = "format = 1\nplugin = \"ataxx\"\nname = \"Kagome\"\n\n[board]\n\
        topology = \"tiling\"\ntiling = \"3.6.3.6\"\nradius = 4\n\n[setup]\nseats = 3\n\
        pieces = { x = [\"1\"], o = [\"20\"], t = [\"30\"] }\n";
    dir.write("kagome.toml", board);
    let asked = r#"{"ruleset": "kagome.toml", "ask": ["legal"]}"#;
    let answer = dir.run_with_input(&["query"], asked.as_bytes()).success();
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let mut legal: Vec<&str> =
        answer["legal"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    legal.sort_unstable();
    assert_eq!(legal, ["1-10", "1-2", "1-9", "4", "6"]);
    let told = dir
        .run_with_input(&["play", "kagome.toml", "--text", "--humans"], b"1 10\nquit\n")
        .success();
    assert!(told.ends_with("Player 2: to move\n"), "{told}");
    dir.run(&["check", "--play", "kagome.toml"]).success();
}

#[test]
fn connection() {
    both("connection/projective-hex", &[], None, |cursor| {
        let open = legal(cursor);
        open.iter().take(3).for_each(|cell| play(cursor, cell));
        reads(cursor, "choose-X", "takes Black");
        reads(cursor, "choose-O", "takes White");
        refuses(cursor, &open[3], "choose a colour first");
        play(cursor, "choose-O");
        refuses(cursor, &open[0], &format!("a stone stands on {} already", open[0]));
    });
    both("connection/hex", &[], None, |cursor| {
        play(cursor, "c2");
        reads(cursor, "swap", "swaps stones");
    });
    both("connection/projective-grid", &[], None, |cursor| {
        play(cursor, "c2");
        reads(cursor, "swap", "swaps sides");
    });
}

#[test]
fn tafl() {
    both("tafl/brandubh", &[], Some("7/7/1t5/1T5/3T3/2T1t2/1t3K1 a"), |cursor| {
        reads(cursor, "b1-b3", "b1-b3xb4");
        reads(cursor, "e2-f2", "e2-f2");
        refuses(cursor, "b1-b6", "b4 is in the way");
    });
}

#[test]
fn fractal() {
    let always = &["rules.subdivide.who=\"always\"", "rules.subdivide.max_depth=6"];
    both("fractal/square", always, None, |cursor| {
        let named = |cursor: &mut dyn Cursor, text: &str| {
            let mv = parse(cursor, text).unwrap_or_else(|why| panic!("{text}: {why}"));
            reads(cursor, &mv, text);
            play(cursor, &mv);
        };
        named(cursor, "a1");
        named(cursor, "lower left divided, then its middle");
        named(cursor, "left of lower left");
        named(cursor, "upper right of lower left divided, then its top");
        named(cursor, "upper left of upper right of lower left divided, then its left");
    });
    both("fractal/square", &[], None, |cursor| {
        refuses(cursor, "/2", "you may divide only while you are behind");
    });
    both("fractal/square", &["rules.subdivide.who=\"never\""], None, |cursor| {
        refuses(cursor, "/2", "no player divides cells in this game");
    });
}

/// Deep down a name is short, and the notation as long as ever.
#[test]
fn deep_cells_have_short_names() {
    let always = &["rules.subdivide.who=\"always\"", "rules.subdivide.max_depth=6"];
    both("fractal/square", always, None, |cursor| {
        let mut text = String::new();
        for _ in 0..5 {
            let all = legal(cursor);
            let deepest = all.iter().max_by_key(|mv| (mv.matches('/').count(), mv.len()));
            let mv = deepest.expect("a move").clone();
            let by = mover(cursor);
            text = cursor.describe_move(by, &mv).expect("no plugin error").text;
            play(cursor, &mv);
        }
        assert!(text.contains("(level 6) divided, then its "), "{text}");
        assert!(text.len() < 80, "{text}");
    });
}
