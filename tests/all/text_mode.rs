//! Text mode with slow and wrong input.

use crate::program::{PipedProgram, TestDir};

/// A missing answer is asked for in the game's own words, and the result shown once.
#[test]
fn a_move_without_its_answer_shows_the_question() {
    let dir = TestDir::new();
    let play = ["play", "ataxx/arithmetic", "--text", "--seed", "1"];
    let output = dir.run_with_input(&play, b"g2\nmove a6\ng2=0\nquit\n");
    assert_eq!(output.code, 0, "{}", output.err);
    let asked = output.out.lines().find_map(|line| line.split_once("then answer: "));
    let (a, b) = asked.and_then(|(_, sum)| sum.split_once(" + ")).expect("a sum");
    for mv in ["g2", "a6"] {
        let what = format!("`{mv}` needs its answer behind it, as `{mv}=...`: What is {a} + {b}?");
        assert_eq!(output.err.matches(&what).count(), 1, "{what}: {}", output.err);
    }
    assert!(!output.err.contains("did you mean"), "{}", output.err);
    let wrong = format!("Wrong: {a} + {b} is");
    assert_eq!(output.out.matches(&wrong).count(), 1, "{}", output.out);
}

/// A loss on time is reported without a key press; a half-typed line is kept for the
/// next prompt.
#[test]
fn a_loss_on_time_is_reported_when_it_happens() {
    let mut talk =
        PipedProgram::start(&["play", "ataxx/small", "--text", "--clock", "1", "--seed", "1"]);
    talk.until("Red: to move");
    talk.send_partial("mov");
    let out = talk.until("Game over");
    assert!(out.iter().any(|line| line == "1. Red time is up"), "{out:?}");
    talk.send("es");
    talk.until("1. Red time is up");
    talk.send("quit");
    talk.end();
}
