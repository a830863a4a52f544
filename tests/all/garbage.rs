//! What nobody should feed the program, fed to it: it answers in words, never
//! with a panic, and never blames a plugin for what a person typed.

use boardloom_sdk::random::Random;

use crate::program::{Desk, Said};

/// Holds an answer to one of these exit codes, and to being an answer.
#[track_caller]
fn civil(said: &Said, codes: &[i32], what: &str) {
    let all = format!("{}{}", said.out, said.err);
    assert!(codes.contains(&said.code), "{what}: exit code {}: {all}", said.code);
    for word in ["panicked", "broke the contract", "stack overflow"] {
        assert!(!said.err.contains(word), "{what}: {}", said.err);
    }
    assert!(said.code == 0 || !said.err.is_empty() || !said.out.is_empty(), "{what}: no word");
}

/// Damages bytes before `end` in one of the ways in which files are damaged.
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
    let desk = Desk::new();
    let mut args = vec!["play", "--text", "ataxx/small", "--seed", "3", "--record", "sound.loom"];
    args.extend(["--seat1", "human", "--seat2", "human"]);
    desk.tell(&args, b"a5a3\na1c1\nb4\nquit\n").done();
    let sound = std::fs::read(desk.path().join("sound.loom")).expect("a record");
    let text = String::from_utf8_lossy(&sound).into_owned();
    let end = text.find("--- ruleset").expect("the ruleset");
    let mut random = Random::new(1);
    for number in 0..40 {
        let bytes = damaged(&sound, if number % 2 == 0 { end } else { sound.len() }, &mut random);
        std::fs::write(desk.path().join("bad.loom"), &bytes).expect("a file");
        let said = desk.run(&["replay", "bad.loom"]);
        civil(&said, &[0, 1, 2, 5], &String::from_utf8_lossy(&bytes));
    }
    let deep = text.replacen("1. ", &format!("1. {}", "(".repeat(100_000)), 1);
    std::fs::write(desk.path().join("bad.loom"), deep).expect("a file");
    desk.run(&["replay", "bad.loom"]).refused(1, "bad.loom: line");
    for (name, code) in [("nowhere.loom", 5), (".", 5)] {
        desk.run(&["replay", name]).refused(code, name);
    }
}

#[test]
fn damaged_journals_do_not_keep_anybody_from_playing() {
    let desk = Desk::new();
    let args = ["play", "--text", "ataxx/small", "--seat1", "human", "--seat2", "human"];
    desk.tell(&args, b"a5a3\na1c1\nb4\nquit\n").done();
    let journal = crate::program::only_file(&desk.data().join("records"), "journal");
    let sound = std::fs::read(&journal).expect("a journal");
    let mut random = Random::new(2);
    for number in 0..20 {
        let bytes = match number {
            0 => Vec::new(),
            1 => (0..3000).map(|_| random.below(256) as u8).collect(),
            _ => damaged(&sound, sound.len(), &mut random),
        };
        std::fs::write(&journal, &bytes).expect("a file");
        let said = desk.tell(&["play", "--text", "--continue"], b"quit\n");
        civil(&said, &[0, 1, 2, 5], &String::from_utf8_lossy(&bytes));
        civil(&desk.tell(&args, b"quit\n"), &[0], "a new game beside it");
        for file in std::fs::read_dir(journal.parent().expect("a folder")).expect("a folder") {
            std::fs::remove_file(file.expect("a file").path()).expect("ours");
        }
    }
}

#[test]
fn signs_that_no_keyboard_has_are_no_fault_of_the_plugin() {
    let desk = Desk::new();
    let play = ["play", "--text", "ataxx/small", "--seat1", "human", "--seat2", "human"];
    let typed =
        [&b"\0\n"[..], b"\xff\xfe\n", b"\x1b[2J\n", b"\n\n \t\n", "a5\u{2028}\n".as_bytes()];
    for input in typed {
        let said = desk.tell(&play, input);
        civil(&said, &[0], &String::from_utf8_lossy(input));
        assert!(!said.err.contains('\u{1b}') && !said.err.contains('\0'), "{:?}", said.err);
    }
    let long = format!("{}\n", "a".repeat(300_000));
    civil(&desk.tell(&play, long.as_bytes()), &[0], "a long line");
    for position in ["\u{1}", "", "x", "-/-/-/-/-", &"9".repeat(5000)] {
        let mut args = play.to_vec();
        args.extend(["--position", position]);
        civil(&desk.run(&args), &[2], position);
    }
    let requests = [
        r#"{"ruleset":"ataxx/classic","position":"\u0000","ask":["turn"]}"#,
        r#"{"ruleset":"ataxx/classic","moves":["\u0000"],"ask":["turn"]}"#,
        "\0",
        &"[".repeat(100_000),
        r#"{"ruleset":"../../etc/passwd","ask":["turn"]}"#,
    ];
    let said = desk.tell(&["query"], requests.join("\n").as_bytes());
    civil(&said, &[0], "requests");
    assert_eq!(said.out.lines().count(), requests.len(), "{}", said.out);
    for line in said.out.lines() {
        assert!(line.starts_with(r#"{"error":{"kind":"#) && !line.contains("plugin-"), "{line}");
    }
}

#[test]
fn rulesets_past_all_measure_are_told_shortly() {
    let desk = Desk::new();
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
        let file = desk.write(&format!("{name}.toml"), &text);
        let said = desk.run(&["check", &file.to_string_lossy()]);
        civil(&said, &[1], name);
        let told = said.out.len() + said.err.len();
        assert!(told < 100_000, "{name}: {told} bytes");
    }
    let file = desk.write("latin.toml", "");
    std::fs::write(&file, b"format = 1\nname = \"\xff\"\n").expect("a file");
    civil(&desk.run(&["check", "latin.toml"]), &[1], "latin");
}

#[test]
fn files_that_are_no_plugins_are_named() {
    let desk = Desk::new();
    let sound = boardloom_bundle::plugins()[0].1;
    let mut half = sound[..sound.len() / 2].to_vec();
    for bytes in [&b""[..], b"garbage", &half.clone(), &{
        half.iter_mut().skip(100).step_by(97).for_each(|byte| *byte ^= 0x55);
        half
    }] {
        desk.write("plugins/ataxx.wasm", "");
        std::fs::write(desk.path().join("plugins/ataxx.wasm"), bytes).expect("a file");
        let said = desk.run(&["--plugins", "plugins", "perft", "ataxx/classic", "-d", "1"]);
        civil(&said, &[1, 4], "a plugin");
        assert!(said.err.contains("the plugin ataxx"), "{}", said.err);
    }
}
