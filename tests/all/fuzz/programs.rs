//! Programs that speak with Boardloom: lines of `query`, and of both engine protocols.

use super::{Bytes, run};
use crate::program::TestDir;

/// Lines of a case: a process reads them all.
const LINES: usize = 24;

const QUERY_WORDS: [&str; 20] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\ud800",
    "null",
    "true",
    "-1",
    "1e99",
    "99999999999999",
    "\"perft:99\"",
    "\"legal:7\"",
    "\"form:\"",
    "\"moves\": [\"\"]",
    "\"seat\": 0",
    "\u{7f}",
    "ä",
];

const QUERIES: [&str; 7] = [
    r#"{"id": 1, "ruleset": "ataxx/small", "moves": ["d1"], "ask": ["position", "legal", "scores"]}"#,
    r#"{"ruleset": "tafl/brandubh", "ask": ["diagram", "sites", "pieces", "marks", "changes"]}"#,
    r#"{"ruleset": "connection/hex", "set": {"board.size": 4}, "ask": ["perft:2", "divide:1", "turn"]}"#,
    r#"{"ruleset": "fractal/square", "moves": ["q", "a"], "ask": ["board", "cautions", "key"]}"#,
    r#"{"ruleset": "ataxx/classic", "position": "x5o/7/7/7/7/7/o5x x 0 1", "ask": ["acting"]}"#,
    r#"{"file": "nowhere.toml", "ask": ["rules"]}"#,
    r#"{"toml": "format = 1\nplugin = \"ataxx\"\nname = \"Own\"\n", "ask": ["legal:1", "outcome"]}"#,
];

const UAI: [&str; 14] = [
    "uai",
    "isready",
    "uainewgame",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "position startpos moves g2 a2",
    "position fen x5o/7/7/7/7/7/o5x x 0 1",
    "go nodes 50",
    "go depth 1",
    "go movetime 5",
    "stop",
    "eval",
    "go perft 2",
    "print",
];

const UGI: [&str; 14] = [
    "ugi",
    "isready",
    "uginewgame",
    "position startpos moves",
    "query gameover",
    "query p1turn",
    "query result",
    "go nodes 20",
    "go p1time 10 p2time 10",
    "stop",
    "setoption name Threads value 2",
    "position fen",
    "debug on",
    "go infinite",
];

const ENGINE_WORDS: [&str; 14] = [
    "moves",
    "fen",
    "startpos",
    "value",
    "name",
    "-1",
    "99999999999999999999",
    "nan",
    "\u{0}",
    "\u{1b}[2J",
    "ä",
    "nodes",
    "depth",
    " ",
];

/// Returns changed lines, each of one line.
fn lines(bytes: &mut Bytes<'_>, from: &[&str], words: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..LINES {
        let line = bytes.pick(from);
        match bytes.below(3) {
            0 => text.push_str(line),
            _ => text.push_str(&bytes.edited_text(line, words).replace(['\n', '\r'], " ")),
        }
        text.push('\n');
    }
    text
}

#[test]
fn queries() {
    run("queries", 4, |bytes| {
        let input = lines(bytes, &QUERIES, &QUERY_WORDS);
        let dir = TestDir::new();
        let output = dir.run_with_input(&["query", "--timeout", "0.2"], input.as_bytes());
        let asked = input.lines().filter(|line| !line.trim().is_empty()).count();
        let answers = output.success();
        assert_eq!(answers.lines().count(), asked, "one answer a line:\n{input}\n{answers}");
        for answer in answers.lines() {
            let answer: serde_json::Value = serde_json::from_str(answer).expect("JSON");
            assert!(answer.is_object(), "{answer}");
            let text = answer.to_string();
            assert!(!text.contains("broke the contract"), "{text} for one of:\n{input}");
        }
    });
}

#[test]
fn uai_lines() {
    run("uai_lines", 4, |bytes| engine(bytes, "uai", &UAI));
}

#[test]
fn ugi_lines() {
    run("ugi_lines", 4, |bytes| engine(bytes, "ugi", &UGI));
}

/// Every `go` has a `bestmove`, and the engine ends by itself.
fn engine(bytes: &mut Bytes<'_>, protocol: &str, from: &[&str]) {
    let input = lines(bytes, from, &ENGINE_WORDS) + "stop\nquit\n";
    let dir = TestDir::new();
    let output = dir.run_with_input(&["engine", protocol, "ataxx/small"], input.as_bytes());
    assert!(!output.err.contains("panicked"), "{}\n{input}", output.err);
    assert!(!output.out.contains('\u{1b}'), "{}\n{input}", output.out);
    assert_eq!(output.code, 0, "{}\n{input}", output.err);
}
