//! The path of a new author: from an empty folder to a working game.

use serde_json::Value;

use crate::program::TestDir;
use crate::third_party::guests;

/// Lets cargo reuse what other tests and earlier runs compiled.
fn share_target(dir: &TestDir) {
    let text = format!("[build]\ntarget-dir = {:?}\n", guests());
    dir.write(".cargo/config.toml", &text);
}

#[test]
fn an_author_gets_from_an_empty_folder_to_a_game() {
    let dir = TestDir::new();
    share_target(&dir);
    assert_eq!(dir.run(&["new", "plugin", "four-up"]).success(), "four-up\n");
    let within = |args: &[&str], input: &[u8]| {
        let mut command = dir.command(args);
        command.current_dir(dir.path().join("four-up/src"));
        crate::program::run_command(command, input)
    };
    // Before a build, the ruleset's error names the command.
    within(&["perft", "four-up/four-up", "-d", "1"], b"").fails(1, "boardloom plugin build");
    let built = within(&["plugin", "build", ".."], b"");
    assert_eq!(built.code, 0, "{}", built.err);
    assert!(!built.err.contains("large for a plugin"), "{}", built.err);
    assert!(dir.path().join("four-up/four-up.wasm").is_file());
    let schema = dir.path().join("four-up/rulesets/schema/four-up.json");
    assert!(schema.is_file());

    let test = within(&["plugin", "test", "../four-up.wasm", "--json"], b"").success();
    let report: Value = serde_json::from_str(&test).unwrap();
    assert_eq!((&report["ruleset"], &report["passed"]), (&"four-up/four-up".into(), &true.into()));
    let inspected = within(&["plugin", "inspect", "four-up"], b"").success();
    assert!(inspected.contains("contract  1.0.0"), "{inspected}");

    let game = b"a1\nb1\na2\nb2\na3\n";
    let played = within(&["play", "four-up/four-up", "--text", "--humans"], game).success();
    assert!(played.contains("Game over. Cross won: 3 in a row"), "{played}");
    // A game without scores prints none, and a typed move that is not legal says why.
    let illegal = within(&["play", "../four-up.wasm", "--text", "--humans"], b"a1\nA1\nquit\n");
    assert!(illegal.err.contains("A1 is not empty"), "{} {}", illegal.out, illegal.err);
    assert!(!played.contains("Cross 0"), "{played}");
    assert_eq!(within(&["perft", "four-up/four-up", "-d", "4"], b"").success(), "3024\n");
    let request = br#"{"ruleset": "four-up/four-up", "set": {"rules.line": 2}, "moves": ["a1", "b1", "a2"], "ask": ["outcome", "marks", "sites"]}"#;
    let answer: Value = serde_json::from_str(&within(&["query"], request).success()).unwrap();
    assert_eq!(answer["outcome"]["winner"], 1);
    assert_eq!(answer["sites"][4]["neighbours"].as_array().unwrap().len(), 8);
    // Safe mode ignores it.
    within(&["--safe-mode", "perft", "four-up/four-up", "-d", "1"], b"").fails(2, "no ruleset");
}

#[test]
fn names_are_checked_and_no_file_is_overwritten() {
    let dir = TestDir::new();
    for name in ["Four", "4up", "a_b", "fn", "../x"] {
        dir.run(&["new", "plugin", name]).fails(2, "take");
    }
    dir.write("taken/file", "");
    dir.run(&["new", "plugin", "taken"]).fails(2, "already exists and is not empty");
    dir.run(&["plugin", "build", "taken"]).fails(2, "no Cargo.toml");
    dir.run(&["plugin", "inspect", "nothing.wasm"]).fails(2, "there is no nothing.wasm");
    dir.run(&["plugin", "inspect", "nothing"]).fails(2, "there is no plugin `nothing`");
    dir.write("text.wasm", "(component)");
    dir.run(&["plugin", "inspect", "text.wasm"]).fails(4, "expected a WebAssembly component");
}

#[test]
fn built_in_plugins_can_be_inspected() {
    let dir = TestDir::new();
    let text = dir.run(&["plugin", "inspect", "ataxx", "--json"]).success();
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&found["contract"], &found["counts"]), (&"1.0.0".into(), &true.into()));
    let text = dir.run(&["plugin", "test", "ataxx", "ataxx/small", "--games", "1"]).success();
    assert!(text.contains("ataxx/small: 1 games"), "{text}");
}

#[test]
fn a_new_ruleset_extends_another() {
    let dir = TestDir::new();
    let args = ["new", "ruleset", "mine", "--from", "ataxx/classic", "--dir", "rulesets"];
    let path = dir.run(&args).success();
    assert_eq!(path.trim(), "rulesets/ataxx/mine.toml");
    dir.run(&["check", path.trim()]).success();
    assert_eq!(dir.run(&["perft", "ataxx/mine", "-d", "2"]).success(), "256\n");
    assert!(dir.path().join("rulesets/schema/ataxx.json").is_file());
    // The comments show the values in force: without the `#`, the ruleset stays valid.
    let text = std::fs::read_to_string(dir.path().join(path.trim())).unwrap();
    for line in ["# [board]", "## Columns.", "# width = 7", "# [rules]", "# jump = 2"] {
        assert!(text.lines().any(|own| own == line), "expected `{line}` in:\n{text}");
    }
    let is_plain = |line: &str| !line.starts_with("##");
    let bare = |line: &str| line.strip_prefix("# ").unwrap_or(line).to_owned();
    let keys = |line: &str| line.starts_with('[') || line.contains(" = ");
    let lines = text.lines().filter(|line| is_plain(line)).map(bare).filter(|line| keys(line));
    let whole: Vec<String> = lines.collect();
    let output = dir.write("rulesets/ataxx/said.toml", &whole.join("\n"));
    dir.run(&["check", &output.to_string_lossy()]).success();
    assert_eq!(dir.run(&["perft", "ataxx/said", "-d", "2"]).success(), "256\n");
    dir.run(&args).fails(2, "already exists");
    let full = [&args[..], &["--full"]].concat().join(" ").replace("mine", "whole");
    let full: Vec<&str> = full.split(' ').collect();
    let path = dir.run(&full).success();
    let text = std::fs::read_to_string(dir.path().join(path.trim())).unwrap();
    assert!(text.contains("name = \"Whole\"") && !text.contains("extends"), "{text}");
    dir.run(&["check", path.trim()]).success();
}

#[test]
fn a_name_with_odd_characters_is_kept() {
    let dir = TestDir::new();
    let odd = "format = 1\nname = 'Cafe\u{301} \"C:\\x\"'\nextends = \"ataxx/classic\"\n";
    dir.write("rulesets/ataxx/odd.toml", odd);
    let args = ["new", "ruleset", "mine", "--from", "ataxx/odd", "--dir", "rulesets"];
    let path = dir.run(&args).success();
    dir.run(&["check", path.trim()]).success();
    let text = std::fs::read_to_string(dir.path().join(path.trim())).unwrap();
    let read: toml_edit::DocumentMut = text.parse().unwrap();
    assert_eq!(read["summary"].as_str(), Some("Cafe\u{301} \"C:\\x\", changed."));
    let full = [&args[..2], &["whole"], &args[3..], &["--full"]].concat();
    let path = dir.run(&full).success();
    dir.run(&["check", path.trim()]).success();
    let text = std::fs::read_to_string(dir.path().join(path.trim())).unwrap();
    let read: toml_edit::DocumentMut = text.parse().unwrap();
    assert_eq!(read["name"].as_str(), Some("Whole"));
}

#[test]
fn a_new_ruleset_has_an_example_of_each_key() {
    let dir = TestDir::new();
    for family in ["ataxx/classic", "connection/hex", "fractal/square", "tafl/copenhagen-2012"] {
        for more in [&[][..], &["--full"]] {
            let name = if more.is_empty() { "mine" } else { "whole" };
            let args = ["new", "ruleset", name, "--from", family, "--dir", "rulesets"];
            let path = dir.run(&[&args[..], more].concat()).success();
            dir.run(&["check", path.trim()]).success();
            let text = std::fs::read_to_string(dir.path().join(path.trim())).unwrap();
            let (mut examples, mut all_nested, mut nested_keys) = (0, 0, Vec::new());
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                examples += usize::from(line.starts_with("## With other keys ("));
                if let Some(example) = line.strip_prefix("## For example: ") {
                    let read = example.parse::<toml_edit::DocumentMut>();
                    assert!(read.is_ok(), "{family}: {example}");
                    examples += 1;
                }
                // Examples that need other keys first are tested with the whole template.
                let nested = line.strip_prefix("##   ");
                all_nested += usize::from(nested.is_some());
                if let Some(nested) = nested.filter(|it| !it.starts_with("with other keys")) {
                    let example = nested.trim_start_matches("in an entry: ");
                    let read = example.parse::<toml_edit::DocumentMut>();
                    assert!(read.is_ok(), "{family}: {example}");
                    let table = lines[..at].iter().rev().find_map(|line| {
                        let name = line.trim_start_matches("# ").strip_prefix('[')?;
                        name.strip_suffix(']')
                    });
                    if example == nested {
                        nested_keys.push((table.unwrap_or_default(), example));
                    }
                }
                // A key without a value: `## key: meaning`, over several lines.
                let key = line.strip_prefix("## ").and_then(|rest| rest.split_once(": "));
                let Some((key, _)) = key.filter(|(key, _)| !key.contains([' ', '`'])) else {
                    continue;
                };
                let expected = format!("## For example: {key} = ");
                let with_others = format!("): {key} = ");
                let mut rest = lines[at..].iter().take_while(|line| line.starts_with("##"));
                let has_example = rest.any(|line| {
                    line.starts_with(&expected)
                        || (line.starts_with("## With other keys (") && line.contains(&with_others))
                });
                assert!(has_example, "{family}: `{key}`\n{text}");
            }
            assert!(examples > 8, "{family}: {examples} examples");
            // This family's file gives the keys of `rules.subdivide` itself.
            let least = if family == "fractal/square" { 2 } else { 3 };
            assert!(all_nested >= least, "{family}: {nested_keys:?}");
            // The ruleset has its king already.
            nested_keys.retain(|(_, example)| !example.starts_with("pieces.K"));
            for (table, example) in nested_keys.into_iter().filter(|_| more.is_empty()) {
                // Options have values of their own.
                let head = format!(
                    "format = 1\nname = \"Try\"\nextends = \"{family}\"\nwithout = [\"options\"]\n"
                );
                dir.write("try.toml", &format!("{head}[{table}]\n{example}\n"));
                let found = dir.run(&["check", "try.toml"]).out;
                assert!(!found.contains("expected"), "{family}: {example}\n{found}");
            }
            if !more.is_empty() && family.starts_with("tafl") {
                assert!(text.contains("rows = [\n    \"3ttttt3\",\n"), "{text}");
            }
        }
    }
}
