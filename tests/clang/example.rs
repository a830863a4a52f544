//! `sdk/c/examples/tictactoe`, as a player and an author use it.

use serde_json::Value;

use crate::plugin_folder::{keeps_the_contract, reports, with_example};
use crate::program::{TestDir, run_command};
use crate::tests;

pub const TESTS: &[crate::NamedTest] = tests![
    the_example_keeps_the_contract_and_counts_like_the_books,
    it_plays_against_the_computer_and_says_why_a_move_is_illegal,
    its_options_are_checked_and_followed,
    the_same_source_gives_the_same_bytes_and_is_packed,
    faults_in_the_source_are_found,
];

const GAME: &str = "examples/tictactoe";

/// Runs the program in the example's folder.
fn within(dir: &TestDir, args: &[&str], input: &[u8]) -> crate::program::ProgramOutput {
    let mut command = dir.command(args);
    command.current_dir(dir.path().join(GAME));
    run_command(command, input)
}

fn the_example_keeps_the_contract_and_counts_like_the_books() {
    let dir = with_example();
    keeps_the_contract(&dir, GAME, 2);
    let perft = |depth: usize| -> u64 {
        let depth = depth.to_string();
        let args = ["perft", "tictactoe/tictactoe", "-d", &depth];
        within(&dir, &args, b"").success().trim().parse().unwrap()
    };
    // Henry Bottomley, "How many Tic-Tac-Toe games are possible?": 255,168.
    let expected = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    let counted: Vec<u64> = (1..=9).map(perft).collect();
    assert_eq!(counted, expected);
    // A sequence that is not over has a reply for each empty square.
    let games = |length: usize| match counted.get(length) {
        Some(longer) => counted[length - 1] - longer / (9 - length as u64),
        None => counted[length - 1],
    };
    assert_eq!((1..=9).map(games).sum::<u64>(), 255_168);
}

fn it_plays_against_the_computer_and_says_why_a_move_is_illegal() {
    let dir = with_example();
    assert_eq!(within(&dir, &["plugin", "build"], b"").success(), "tictactoe.wasm\n");
    let computers = ["--seat1", "computer:1", "--seat2", "computer:1", "--seed", "5"];
    for ruleset in ["tictactoe/tictactoe", "tictactoe/columns"] {
        let args = [&["play", ruleset, "--text", "--humans"][..], &computers].concat();
        let played = within(&dir, &args, b"").success();
        assert!(played.contains("Game over"), "{played}");
    }
    let game = b"a1\nA1\nz9\nb1\na2\nB2\na3\n";
    let args = ["play", "tictactoe/tictactoe", "--text", "--humans"];
    let played = within(&dir, &args, game);
    assert!(played.out.contains("Game over. Cross won: a line is complete"), "{}", played.out);
    assert!((played.out + &played.err).contains("a1 is not empty"), "{}", played.err);
}

fn its_options_are_checked_and_followed() {
    let dir = with_example();
    within(&dir, &["plugin", "build"], b"").success();
    let ask = |request: &str| -> Value {
        serde_json::from_str(&within(&dir, &["query"], request.as_bytes()).success()).unwrap()
    };
    let line = r#""moves": ["a1", "b1", "a2", "b2", "a3"], "ask": ["outcome", "marks", "diagram"]"#;
    let answer = ask(&format!(r#"{{"ruleset": "tictactoe/tictactoe", {line}}}"#));
    assert_eq!(answer["outcome"]["winner"], 1, "{answer}");
    assert!(answer["diagram"].as_str().unwrap().contains("x o .\nx o ."), "{answer}");
    let marks = answer["marks"].to_string();
    assert!(marks.contains("\"win\"") && marks.contains("last-to"), "{marks}");
    let misere = r#""set": {"rules.misere": true}"#;
    let answer = ask(&format!(r#"{{"ruleset": "tictactoe/tictactoe", {misere}, {line}}}"#));
    assert_eq!(answer["outcome"]["winner"], 2, "{answer}");
    let falling = r#"{"ruleset": "tictactoe/columns", "ask": ["legal"]}"#;
    assert_eq!(ask(falling)["legal"].as_array().unwrap().len(), 7);
    // The plugin's own check, and those by the schema, name file and line.
    let mine = |line: &str| {
        let text = format!(
            "format = 1\nname = \"Mine\"\nextends = \"tictactoe/tictactoe\"\n[rules]\n{line}\n"
        );
        dir.write(&format!("{GAME}/rulesets/tictactoe/mine.toml"), &text);
        let checked = within(&dir, &["check", "rulesets/tictactoe/mine.toml"], b"");
        assert_ne!(checked.code, 0, "{}", checked.out);
        checked.out + &checked.err
    };
    for (line, error) in [
        ("line = 5", "no line of 5 fits on this board"),
        ("line = 17", "16"),
        ("place = \"colum\"", "column"),
        ("misere = 1", "true"),
        ("lines = 3", "line"),
    ] {
        let text = mine(line);
        assert!(text.contains("mine.toml:5:") && text.contains(error), "{line}:\n{text}");
    }
}

fn the_same_source_gives_the_same_bytes_and_is_packed() {
    let built = || {
        let dir = with_example();
        within(&dir, &["plugin", "build"], b"").success();
        let bytes = std::fs::read(dir.path().join(GAME).join("tictactoe.wasm")).unwrap();
        (dir, bytes)
    };
    let ((dir, one), (_, two)) = (built(), built());
    assert!(one == two, "two builds differ");
    assert!(one.len() < 100_000, "{} bytes", one.len());
    let inspected = within(&dir, &["plugin", "inspect", "--json"], b"").success();
    let inspected: Value = serde_json::from_str(&inspected).unwrap();
    assert_eq!((&inspected["counts"], &inspected["searches"]), (&true.into(), &false.into()));
    assert_eq!(inspected["version"], "0.1.0", "{inspected}");
    // The core module, made into the same component.
    let module = "target/wasm32-unknown-unknown/tictactoe.wasm";
    within(&dir, &["plugin", "build", module, "-o", "other.wasm"], b"").success();
    let other = std::fs::read(dir.path().join(GAME).join("other.wasm")).unwrap();
    assert!(one.starts_with(&other), "the component of the module differs");
    within(&dir, &["plugin", "pack", "--id", "ann/tictactoe"], b"").success();
    dir.run(&["plugin", "install", &format!("{GAME}/tictactoe.loomgame")]).success();
    assert_eq!(dir.run(&["perft", "tictactoe/tictactoe", "-d", "2"]).success(), "72\n");
}

/// Faults in the example, each with a part of what `plugin test` tells.
const FAULTS: [(&str, &str, &str); 9] = [
    // A move beyond the board.
    (
        "site < sites; site++) {\n        int below",
        "site <= sites; site++) {\n        int below",
        "",
    ),
    // A stone on a taken square.
    ("own->stones[site] == EMPTY && holds", "holds", "perft 2 is 81, expected 72"),
    // The stone of the wrong player.
    ("uint8_t stone = mover(own) + 1;", "uint8_t stone = 1;", ""),
    // Nothing ends.
    ("return bl_draw(\"the board is full\")", "return bl_turn(0)", "`moves` added no move"),
    // A bound that is too low.
    ("own->width * own->height));\n}", "own->width));\n}", "bound"),
    // The position forgets nothing and never changes.
    ("own->stones[move->path[0]] = stone;\n    own->count++;", "(void)stone;", ""),
    // A piece of no player.
    ("out->color = stone - 1;", "out->color = stone;", "expected a colour below 2"),
    // A mover who is not at the table.
    ("return own->count % 2;", "return own->count % 3;", "the mover is 2, of 2 seats"),
    // A square twice.
    (
        "bl_add_move(out, bl_put((bl_site)site));",
        "bl_add_move(out, bl_put((bl_site)(site - site % 2)));",
        "two legal moves have the notation",
    ),
];

fn faults_in_the_source_are_found() {
    let text = include_str!("../../sdk/c/examples/tictactoe/game.c");
    for (right, wrong, told) in FAULTS {
        assert_eq!(text.matches(right).count(), 1, "{right}");
        let dir = with_example();
        dir.write(&format!("{GAME}/game.c"), &text.replace(right, wrong));
        // A game that does not end any more is long enough.
        let reports = reports(&dir, GAME, &["--games", "2", "--max-plies", "60"]);
        let failed: Vec<&Value> = reports.iter().filter(|it| it["passed"] == false).collect();
        assert!(!failed.is_empty(), "not found: {wrong}");
        let failures = failed[0]["failures"].to_string();
        assert!(failures.contains(told), "{wrong}: {failures}");
    }
}
