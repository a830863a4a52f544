//! Programs that speak with Boardloom: lines of `query`, and of both engine protocols.

use std::io::{Cursor, Write};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use boardloom::{Catalog, Console, Places, engine, query};
use boardloom_ruleset::Overrides;
use boardloom_sandbox::{Limits, SandboxConfig};

use super::{Bytes, run};
use crate::support::cache;

/// Changed lines of a case.
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

const QUERIES: [&str; 9] = [
    r#"{"id": 1, "ruleset": "ataxx/small", "moves": ["d1"], "ask": ["position", "legal", "scores"]}"#,
    r#"{"ruleset": "tafl/brandubh", "ask": ["diagram", "sites", "pieces", "marks", "changes"]}"#,
    r#"{"ruleset": "connection/hex", "set": {"board.size": 4}, "ask": ["perft:2", "divide:1", "turn"]}"#,
    r#"{"ruleset": "fractal/square", "moves": ["q", "a"], "ask": ["board", "cautions", "key"]}"#,
    r#"{"ruleset": "ataxx/classic", "position": "x5o/7/7/7/7/7/o5x x 0 1", "ask": ["acting"]}"#,
    r#"{"ruleset": "nowhere.toml", "ask": ["rules"]}"#,
    r#"{"ruleset_toml": "format = 1\nplugin = \"ataxx\"\nname = \"Own\"\n", "ask": ["legal:1", "outcome"]}"#,
    r#"{"ruleset": "ataxx/boogers", "seed": 7, "ask": ["rules", "facts", "note", "evaluate", "form:history"]}"#,
    r#"{"ruleset": "ataxx/small", "moves": "1. d1 {x} d2", "ask": ["played", "count", "board_key", "ruleset"]}"#,
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

/// Returns changed lines, each of one line, or the input itself.
fn lines(bytes: &mut Bytes<'_>, from: &[&str], words: &[&str]) -> String {
    if let Some(raw) = bytes.raw() {
        return String::from_utf8_lossy(raw).into_owned();
    }
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

/// The built-in games, with short limits for counting.
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let limits = Limits { count: Duration::from_millis(200), ..Limits::default() };
    let config = SandboxConfig { cache: cache(), limits, ..SandboxConfig::default() };
    Catalog::new(Places::default()).with_config(config)
});

/// What was written to a stream.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8(bytes).expect("what is printed is text")
    }
}

/// Runs a command on an input and returns standard output.
fn printed(input: &str, command: impl FnOnce(&mut Console<'_>)) -> String {
    let (out, err) = (Written::default(), Written::default());
    let mut console = Console::of_streams(
        Box::new(Cursor::new(input.as_bytes().to_vec())),
        Box::new(out.clone()),
        Box::new(err.clone()),
    );
    command(&mut console);
    drop(console);
    let _ = err.text();
    out.text()
}

/// One answer a line.
pub fn query_lines(bytes: &mut Bytes<'_>) {
    let input = lines(bytes, &QUERIES, &QUERY_WORDS);
    let answers = printed(&input, |console| {
        query::serve(&CATALOG, console).expect("memory takes all");
    });
    let asked = input.lines().filter(|line| !line.trim().is_empty()).count();
    assert_eq!(answers.lines().count(), asked, "one answer a line:\n{input}\n{answers}");
    for answer in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("JSON");
        assert!(answer.is_object(), "{answer}");
        let text = answer.to_string();
        assert!(!text.contains("broke the contract"), "{text} for one of:\n{input}");
    }
}

#[test]
fn queries() {
    run("queries", 10, query_lines);
}

pub fn uai_lines(bytes: &mut Bytes<'_>) {
    engine_lines(bytes, engine::Protocol::Uai, &UAI);
}

pub fn ugi_lines(bytes: &mut Bytes<'_>) {
    engine_lines(bytes, engine::Protocol::Ugi, &UGI);
}

#[test]
fn uai() {
    run("uai_lines", 10, uai_lines);
}

#[test]
fn ugi() {
    run("ugi_lines", 10, ugi_lines);
}

/// The engine ends by itself, without an error and without commands for a terminal.
fn engine_lines(bytes: &mut Bytes<'_>, protocol: engine::Protocol, from: &[&str]) {
    let input = lines(bytes, from, &ENGINE_WORDS) + "\nstop\nquit\n";
    let ruleset = "ataxx/small".to_owned();
    let out = printed(&input, |console| {
        let done = engine::serve(&CATALOG, protocol, ruleset, Overrides::default(), console);
        assert!(done.is_ok(), "{:?}\n{input}", done.err());
    });
    assert!(!out.contains('\u{1b}'), "{out}\n{input}");
}
