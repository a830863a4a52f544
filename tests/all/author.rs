//! An author's path, gone as a stranger goes it: from an empty folder to a game
//! that plays.

use std::path::Path;

use serde_json::Value;

use crate::program::Desk;

/// Lets cargo keep what it compiled between runs of the tests.
fn share_target(desk: &Desk) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("author");
    let text = format!("[build]\ntarget-dir = {target:?}\n");
    desk.write(".cargo/config.toml", &text);
}

#[test]
fn from_an_empty_folder_to_a_game() {
    let desk = Desk::new();
    share_target(&desk);
    assert_eq!(desk.run(&["new", "plugin", "four-up"]).done(), "four-up\n");
    let within = |args: &[&str], input: &[u8]| {
        let mut command = desk.command(args);
        command.current_dir(desk.path().join("four-up/src"));
        crate::program::said(command, input)
    };
    // Before it is built, the ruleset says what is missing.
    within(&["perft", "four-up/four-up", "-d", "1"], b"").refused(1, "boardloom plugin build");
    let built = within(&["plugin", "build", ".."], b"");
    assert_eq!(built.code, 0, "{}", built.err);
    assert!(desk.path().join("four-up/four-up.wasm").is_file());
    let schema = desk.path().join("four-up/rulesets/schema/four-up.json");
    assert!(schema.is_file());

    let test = within(&["plugin", "test", "../four-up.wasm", "--json"], b"").done();
    let report: Value = serde_json::from_str(&test).unwrap();
    assert_eq!((&report["ruleset"], &report["passed"]), (&"four-up/four-up".into(), &true.into()));
    let inspected = within(&["plugin", "inspect", "four-up"], b"").done();
    assert!(inspected.contains("contract  0.1.0"), "{inspected}");

    let game = b"a1\nb1\na2\nb2\na3\n";
    let played = within(&["play", "four-up/four-up", "--text"], game).done();
    assert!(played.contains("Game over: Cross won: 3 in a row"), "{played}");
    assert_eq!(within(&["perft", "four-up/four-up", "-d", "4"], b"").done(), "3024\n");
    let request = br#"{"ruleset": "four-up/four-up", "set": {"rules.line": 2}, "moves": ["a1", "b1", "a2"], "ask": ["outcome", "marks", "sites"]}"#;
    let answer: Value = serde_json::from_str(&within(&["query"], request).done()).unwrap();
    assert_eq!(answer["outcome"]["winner"], 1);
    assert_eq!(answer["sites"][4]["neighbours"].as_array().unwrap().len(), 8);
    // Safe mode knows nothing of it.
    within(&["--safe-mode", "perft", "four-up/four-up", "-d", "1"], b"").refused(2, "no ruleset");
}

#[test]
fn names_are_checked_and_nothing_is_written_over() {
    let desk = Desk::new();
    for name in ["Four", "4up", "a_b", "fn", "../x"] {
        desk.run(&["new", "plugin", name]).refused(2, "take");
    }
    desk.write("taken/file", "");
    desk.run(&["new", "plugin", "taken"]).refused(2, "already exists and is not empty");
    desk.run(&["plugin", "build", "taken"]).refused(2, "no Cargo.toml");
    desk.run(&["plugin", "inspect", "nothing.wasm"]).refused(2, "there is no nothing.wasm");
    desk.run(&["plugin", "inspect", "nothing"]).refused(2, "there is no plugin `nothing`");
    desk.write("text.wasm", "(component)");
    desk.run(&["plugin", "inspect", "text.wasm"]).refused(4, "expected a WebAssembly component");
}

#[test]
fn built_in_plugins_can_be_looked_at() {
    let desk = Desk::new();
    let text = desk.run(&["plugin", "inspect", "ataxx", "--json"]).done();
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&found["contract"], &found["counts"]), (&"0.1.0".into(), &true.into()));
    let text = desk.run(&["plugin", "test", "ataxx", "ataxx/small", "--games", "1"]).done();
    assert!(text.contains("ataxx/small: 1 games"), "{text}");
}

#[test]
fn a_ruleset_is_begun_from_another() {
    let desk = Desk::new();
    let args = ["new", "ruleset", "mine", "--from", "ataxx/classic", "--dir", "rulesets"];
    let path = desk.run(&args).done();
    assert_eq!(path.trim(), "rulesets/ataxx/mine.toml");
    desk.run(&["check", path.trim()]).done();
    assert_eq!(desk.run(&["perft", "ataxx/mine", "-d", "2"]).done(), "256\n");
    assert!(desk.path().join("rulesets/schema/ataxx.json").is_file());
    // What stands in it as comments is what is in force: it still fits without
    // the signs before it.
    let text = std::fs::read_to_string(desk.path().join(path.trim())).unwrap();
    for line in ["# [board]", "## Columns.", "# width = 7", "# [rules]", "# jump = 2"] {
        assert!(text.lines().any(|own| own == line), "expected `{line}` in:\n{text}");
    }
    let said = |line: &str| !line.starts_with("##");
    let bare = |line: &str| line.strip_prefix("# ").unwrap_or(line).to_owned();
    let keys = |line: &str| line.starts_with('[') || line.contains(" = ");
    let lines = text.lines().filter(|line| said(line)).map(bare).filter(|line| keys(line));
    let whole: Vec<String> = lines.collect();
    let said = desk.write("rulesets/ataxx/said.toml", &whole.join("\n"));
    desk.run(&["check", &said.to_string_lossy()]).done();
    assert_eq!(desk.run(&["perft", "ataxx/said", "-d", "2"]).done(), "256\n");
    desk.run(&args).refused(2, "already exists");
    let full = [&args[..], &["--full"]].concat().join(" ").replace("mine", "whole");
    let full: Vec<&str> = full.split(' ').collect();
    let path = desk.run(&full).done();
    let text = std::fs::read_to_string(desk.path().join(path.trim())).unwrap();
    assert!(text.contains("name = \"Whole\"") && !text.contains("extends"), "{text}");
    desk.run(&["check", path.trim()]).done();
}

#[test]
fn a_name_with_odd_signs_is_taken_over_as_it_is() {
    let desk = Desk::new();
    let odd = "format = 1\nname = 'Cafe\u{301} \"C:\\x\"'\nextends = \"ataxx/classic\"\n";
    desk.write("rulesets/ataxx/odd.toml", odd);
    let args = ["new", "ruleset", "mine", "--from", "ataxx/odd", "--dir", "rulesets"];
    let path = desk.run(&args).done();
    desk.run(&["check", path.trim()]).done();
    let text = std::fs::read_to_string(desk.path().join(path.trim())).unwrap();
    let read: toml_edit::DocumentMut = text.parse().unwrap();
    assert_eq!(read["summary"].as_str(), Some("Cafe\u{301} \"C:\\x\", changed."));
    let full = [&args[..2], &["whole"], &args[3..], &["--full"]].concat();
    let path = desk.run(&full).done();
    desk.run(&["check", path.trim()]).done();
    let text = std::fs::read_to_string(desk.path().join(path.trim())).unwrap();
    let read: toml_edit::DocumentMut = text.parse().unwrap();
    assert_eq!(read["name"].as_str(), Some("Whole"));
}
