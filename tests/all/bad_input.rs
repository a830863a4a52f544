//! Damaged and hostile input: the program reports it, never panics, and never blames a
//! plugin for what a user typed.

use boardloom_sdk::random::Random;

use crate::program::{ProgramOutput, TestDir};

/// Asserts one of these exit codes and a message without a panic.
#[track_caller]
fn civil(output: &ProgramOutput, codes: &[i32], what: &str) {
    let all = format!("{}{}", output.out, output.err);
    assert!(codes.contains(&output.code), "{what}: exit code {}: {all}", output.code);
    for word in ["panicked", "broke the contract", "stack overflow"] {
        assert!(!output.err.contains(word), "{what}: {}", output.err);
    }
    assert!(
        output.code == 0 || !output.err.is_empty() || !output.out.is_empty(),
        "{what}: no word"
    );
}

/// Damages bytes before `end` by truncation, bit flips and bad copies.
fn damaged(sound: &[u8], end: usize, random: &mut Random) -> Vec<u8> {
    let below = |random: &mut Random, n: usize| random.below(n.max(1) as u64) as usize;
    let mut bytes = sound.to_vec();
    let at = below(random, end);
    match random.below(4) {
        0 => bytes.truncate(at),
        1 => bytes[at] = random.below(256) as u8,
        2 => {
            let until = (at + 1 + below(random, 60)).min(bytes.len());
            bytes.drain(at..until);
        }
        _ => {
            let signs: [&[u8]; 8] = [b"(", b")", b"{", b"\"", b"@9:", b"\0", b"!time", b"\xef\xbb"];
            let sign = signs[below(random, signs.len())];
            bytes.splice(at..at, sign.iter().copied());
        }
    }
    bytes
}

#[test]
fn damaged_records_are_refused_or_read() {
    let dir = TestDir::new();
    let mut args = vec!["play", "--text", "ataxx/small", "--seed", "3", "--record", "sound.loom"];
    args.extend(["--seat1", "human", "--seat2", "human"]);
    dir.run_with_input(&args, b"a5a3\na1c1\nb4\nquit\n").success();
    let sound = std::fs::read(dir.path().join("sound.loom")).expect("a record");
    let text = String::from_utf8_lossy(&sound).into_owned();
    let end = text.find("--- ruleset").expect("the ruleset");
    let mut random = Random::new(1);
    for number in 0..40 {
        let bytes = damaged(&sound, if number % 2 == 0 { end } else { sound.len() }, &mut random);
        std::fs::write(dir.path().join("bad.loom"), &bytes).expect("a file");
        let output = dir.run(&["replay", "bad.loom"]);
        civil(&output, &[0, 1, 2, 5], &String::from_utf8_lossy(&bytes));
    }
    let deep = text.replacen("1. ", &format!("1. {}", "(".repeat(100_000)), 1);
    std::fs::write(dir.path().join("bad.loom"), deep).expect("a file");
    dir.run(&["replay", "bad.loom"]).fails(1, "bad.loom: line");
    for (name, code) in [("nowhere.loom", 5), (".", 5)] {
        dir.run(&["replay", name]).fails(code, name);
    }
}

#[test]
fn damaged_journals_do_not_prevent_playing() {
    let dir = TestDir::new();
    let args = ["play", "--text", "ataxx/small", "--seat1", "human", "--seat2", "human"];
    dir.run_with_input(&args, b"a5a3\na1c1\nb4\nquit\n").success();
    let journal = crate::program::only_file(&dir.data().join("records"), "journal");
    let sound = std::fs::read(&journal).expect("a journal");
    let mut random = Random::new(2);
    for number in 0..20 {
        let bytes = match number {
            0 => Vec::new(),
            1 => (0..3000).map(|_| random.below(256) as u8).collect(),
            _ => damaged(&sound, sound.len(), &mut random),
        };
        std::fs::write(&journal, &bytes).expect("a file");
        let output = dir.run_with_input(&["play", "--text", "--continue"], b"quit\n");
        civil(&output, &[0, 1, 2, 5], &String::from_utf8_lossy(&bytes));
        civil(&dir.run_with_input(&args, b"quit\n"), &[0], "a new game beside it");
        for file in std::fs::read_dir(journal.parent().expect("a folder")).expect("a folder") {
            std::fs::remove_file(file.expect("a file").path()).expect("ours");
        }
    }
}

#[test]
fn control_characters_are_not_blamed_on_the_plugin() {
    let dir = TestDir::new();
    let play = ["play", "--text", "ataxx/small", "--seat1", "human", "--seat2", "human"];
    let typed =
        [&b"\0\n"[..], b"\xff\xfe\n", b"\x1b[2J\n", b"\n\n \t\n", "a5\u{2028}\n".as_bytes()];
    for input in typed {
        let output = dir.run_with_input(&play, input);
        civil(&output, &[0], &String::from_utf8_lossy(input));
        assert!(!output.err.contains('\u{1b}') && !output.err.contains('\0'), "{:?}", output.err);
    }
    let long = format!("{}\n", "a".repeat(300_000));
    civil(&dir.run_with_input(&play, long.as_bytes()), &[0], "a long line");
    for position in ["\u{1}", "", "x", "-/-/-/-/-", &"9".repeat(5000)] {
        let mut args = play.to_vec();
        args.extend(["--position", position]);
        civil(&dir.run(&args), &[2], position);
    }
    let requests = [
        r#"{"ruleset":"ataxx/classic","position":"\u0000","ask":["turn"]}"#,
        r#"{"ruleset":"ataxx/classic","moves":["\u0000"],"ask":["turn"]}"#,
        "\0",
        &"[".repeat(100_000),
        r#"{"ruleset":"../../etc/passwd","ask":["turn"]}"#,
    ];
    let output = dir.run_with_input(&["query"], requests.join("\n").as_bytes());
    civil(&output, &[0], "requests");
    assert_eq!(output.out.lines().count(), requests.len(), "{}", output.out);
    for line in output.out.lines() {
        assert!(line.starts_with(r#"{"error":{"kind":"#) && !line.contains("plugin-"), "{line}");
    }
}

#[test]
fn oversized_rulesets_are_reported_briefly() {
    let dir = TestDir::new();
    let head = "format = 1\nplugin = \"ataxx\"\nname = \"x\"\nextends = \"ataxx/classic\"\n";
    let many: String = (0..3000).map(|n| format!("k{n} = 1\n")).collect();
    let sites: Vec<String> = (0..5000).map(|n| format!("\"zz{n}\"")).collect();
    for (name, text) in [
        ("nul", format!("{head}\0")),
        ("lists", format!("{head}a = {}{}\n", "[".repeat(50_000), "]".repeat(50_000))),
        ("tables", format!("{head}a = {}1{}\n", "{a=".repeat(5000), "}".repeat(5000))),
        ("dots", format!("{head}[{}a]\nb = 1\n", "a.".repeat(20_000))),
        ("keys", format!("{head}[rules]\n{many}")),
        ("sites", format!("{head}[board]\nblocked = [{}]\n", sites.join(", "))),
        ("sign", format!("{head}[board]\nblocked = [\"\\u0001\"]\n")),
        ("wide", format!("{head}[board]\nwidth = 9223372036854775807\nheight = -1\n")),
        ("name", format!("{head}summary = 1 # {}\n", "x".repeat(1_000_000))),
        ("empty", String::new()),
    ] {
        let file = dir.write(&format!("{name}.toml"), &text);
        let output = dir.run(&["check", &file.to_string_lossy()]);
        civil(&output, &[1], name);
        let told = output.out.len() + output.err.len();
        assert!(told < 100_000, "{name}: {told} bytes");
    }
    let file = dir.write("latin.toml", "");
    std::fs::write(&file, b"format = 1\nname = \"\xff\"\n").expect("a file");
    civil(&dir.run(&["check", "latin.toml"]), &[1], "latin");
}

#[test]
fn files_that_are_no_plugins_are_reported() {
    let dir = TestDir::new();
    let sound = boardloom_bundle::plugins()[0].1;
    let mut half = sound[..sound.len() / 2].to_vec();
    for bytes in [&b""[..], b"garbage", &half.clone(), &{
        half.iter_mut().skip(100).step_by(97).for_each(|byte| *byte ^= 0x55);
        half
    }] {
        dir.write("plugins/ataxx.wasm", "");
        std::fs::write(dir.path().join("plugins/ataxx.wasm"), bytes).expect("a file");
        let output = dir.run(&["--plugins", "plugins", "perft", "ataxx/classic", "-d", "1"]);
        civil(&output, &[1, 4], "a plugin");
        assert!(output.err.contains("the plugin ataxx"), "{}", output.err);
    }
}
