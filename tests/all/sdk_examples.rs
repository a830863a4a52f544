//! The SDK's other examples, built and played like third-party plugins: Amazons, Goofspiel, Kalah.

use serde_json::Value;

use crate::program::TestDir;
use crate::support::heavy;
use crate::third_party::{build_component, folder};

/// Writes an example's component and its rulesets beside it.
fn install(dir: &TestDir, name: &'static str, path: &'static str) {
    let file = dir.write(&format!("{name}.wasm"), "");
    std::fs::write(file, &**build_component(path)).expect("a file");
    let rulesets = folder(path).join("rulesets").join(name);
    for entry in std::fs::read_dir(rulesets).expect("rulesets") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let file = path.file_name().expect("a name").to_string_lossy();
        dir.write(&format!("rulesets/{name}/{file}"), &text);
    }
}

/// Plays a game between two computers; returns what text mode printed.
fn play(dir: &TestDir, ruleset: &str) -> String {
    let seats = ["--seat1", "computer:1", "--seat2", "computer:1", "--seed", "7"];
    let played =
        dir.run(&[&["play", ruleset, "--text", "--humans"], &seats[..]].concat()).success();
    assert!(played.contains("Game over"), "{played}");
    played
}

/// Checks all rulesets, and the contract in a game of each.
fn keeps_the_contract(dir: &TestDir, name: &str, rulesets: usize) {
    let file = format!("{name}.wasm");
    dir.run(&["check", &file]).success();
    let tested = dir.run(&["plugin", "test", &file, "--games", "1", "--json"]).success();
    let reports: Vec<Value> = tested.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(reports.len(), rulesets, "{tested}");
    assert!(reports.iter().all(|report| report["passed"] == true), "{tested}");
}

#[test]
fn amazons_has_the_published_perft() {
    let dir = TestDir::new();
    install(&dir, "amazons", "sdk/examples/amazons");
    // https://www.chessprogramming.org/Amazons
    let perft = |depth: &str| dir.run(&["perft", "amazons/amazons", "-d", depth]).success();
    assert_eq!(perft("1"), "2176\n");
    if heavy() {
        assert_eq!(perft("2"), "4307152\n");
    }
    dir.run(&["check", "amazons.wasm"]).success();
    let test = ["plugin", "test", "amazons.wasm", "amazons/small", "--games", "1", "--json"];
    let report: Value = serde_json::from_str(&dir.run(&test).success()).unwrap();
    assert_eq!(report["passed"], true, "{report}");
    play(&dir, "amazons/small");
}

#[test]
fn goofspiel_is_played_to_the_end() {
    let dir = TestDir::new();
    install(&dir, "goofspiel", "sdk/examples/goofspiel");
    keeps_the_contract(&dir, "goofspiel", 2);
    let played = play(&dir, "goofspiel.wasm");
    assert!(played.contains("all prizes are gone"), "{played}");
    // A bid is not printed before the other one is made.
    let bids = b"1\n2\nquit\n";
    let seats = ["play", "goofspiel/five", "--text", "--seat1", "human", "--seat2", "human"];
    let secret = dir.run_with_input(&seats, bids).success();
    let (before, after) = secret.split_once("\nBlue: bid a card").expect("the second bid");
    assert!(before.contains("Red has decided") && !before.contains("Red: 1"), "{secret}");
    assert!(after.contains("Red: 1") && after.contains("Blue: 2"), "{secret}");
}

#[test]
fn kalah_counts_like_its_model_and_says_why_a_move_is_illegal() {
    let dir = TestDir::new();
    install(&dir, "kalah", "sdk/examples/kalah");
    keeps_the_contract(&dir, "kalah", 3);
    // Figures of the second implementation in the example's own tests.
    let perft = |depth: &str| dir.run(&["perft", "kalah.wasm", "-d", depth]).success();
    assert_eq!((perft("1"), perft("2")), ("6\n".to_owned(), "35\n".to_owned()));
    let played = play(&dir, "kalah/three");
    assert!(played.contains("a player has no seeds to sow"), "{played}");
    let illegal =
        dir.run_with_input(&["play", "kalah.wasm", "--text", "--humans"], b"c\nc\nquit\n");
    assert!((illegal.out + &illegal.err).to_lowercase().contains("house c is empty"));
}
