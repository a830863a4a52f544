//! Components that were built for a released version of the contract open and play for ever.
//!
//! Files in `tests/data/frozen` are never replaced; an interface that is added gets another
//! component. `bare` has the required interface alone, `zoo` all that there were with 1.0.0.

use std::fmt::Write;
use std::sync::Arc;

use boardloom_contract::harness::{HarnessOptions, check};
use boardloom_contract::{CHANCE, Cursor, LoadedPlugin};
use boardloom_sdk::random::Random;
use expect_test::expect_file;

use crate::support::{data, open, sandbox};

/// The rulesets of each component.
const GAMES: [(&str, &str, u32); 12] = [
    ("1.0.0-bare", "{}", 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "growing"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "vast", "sites": 900}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "chance"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "answer"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "menu"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "swap"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "four"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "globe"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "together"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "hands"}}"#, 20),
    ("1.0.0-zoo", r#"{"rules": {"scene": "four", "moves": 3}}"#, 6),
];

fn plugin(name: &str) -> Arc<dyn LoadedPlugin> {
    let file = data().join("frozen").join(format!("{name}.wasm"));
    let component = std::fs::read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    sandbox().load("frozen", &component).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A random game, with what each call of it answers.
fn transcript(cursor: &mut dyn Cursor, plies: u32) -> String {
    let mut random = Random::new(3);
    let mut text = String::new();
    for _ in 0..plies {
        let status = cursor.status().expect("no plugin error");
        if let Some(outcome) = &status.outcome {
            writeln!(text, "  over: {:?} {}", outcome.ranks, outcome.reason.text).expect("a text");
            break;
        }
        let (by, mv) = match status.acting.first() {
            None => (CHANCE, cursor.sample_outcome(random.draw()).expect("no plugin error")),
            Some(seat) => {
                let mut moves = cursor.legal_moves(*seat, None, 4096).expect("no plugin error");
                (*seat, moves.swap_remove(random.below(moves.len() as u64) as usize))
            }
        };
        let read = cursor.describe_move(by, &mv).expect("no plugin error").text;
        let effects = cursor.play(by, &mv).expect("no plugin error").expect("a legal move");
        let verbs: Vec<&str> = effects.iter().map(|effect| effect.verb.as_str()).collect();
        let pieces = cursor.pieces(0, 4096).expect("no plugin error").len();
        writeln!(text, "  {by} {mv} ({read}): {}, {pieces} pieces", verbs.join(" "))
            .expect("a text");
    }
    text
}

#[test]
fn old_components_open_and_play() {
    let mut played = String::new();
    for (name, ruleset, plies) in GAMES {
        let rules = plugin(name);
        writeln!(played, "{name} {ruleset}").expect("a text");
        played += &transcript(&mut *open(&*rules, ruleset, None), plies);
        let plan = HarnessOptions { games: 1, ..HarnessOptions::default() };
        let report = check(&*rules, ruleset, &plan);
        assert!(report.passed(), "{name} {ruleset}: {report}");
    }
    expect_file![data().join("frozen/games.txt")].assert_eq(&played);
}
