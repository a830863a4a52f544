//! Playing on standard input and output, as a person does who types slowly, or
//! wrongly.

use crate::program::{Desk, Talk};

/// What a move lacks is said in the game's own question, and what came of an answer
/// once.
#[test]
fn a_move_without_its_answer_shows_the_question() {
    let desk = Desk::new();
    let play = ["play", "ataxx/arithmetic", "--text", "--seed", "1"];
    let said = desk.tell(&play, b"g2\nmove a6\ng2=0\nquit\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let asked = said.out.lines().find_map(|line| line.split_once("then answer: "));
    let (a, b) = asked.and_then(|(_, sum)| sum.split_once(" + ")).expect("a sum");
    for mv in ["g2", "a6"] {
        let what = format!("`{mv}` needs its answer behind it, as `{mv}=...`: What is {a} + {b}?");
        assert_eq!(said.err.matches(&what).count(), 1, "{what}: {}", said.err);
    }
    assert!(!said.err.contains("did you mean"), "{}", said.err);
    let wrong = format!("Wrong: {a} + {b} is");
    assert_eq!(said.out.matches(&wrong).count(), 1, "{}", said.out);
}

/// Nobody has to press a key to learn that the time is up; what was typed by then is
/// the beginning of the next line.
#[test]
fn a_loss_on_time_is_told_when_it_happens() {
    let mut talk = Talk::begin(&["play", "ataxx/small", "--text", "--clock", "1", "--seed", "1"]);
    talk.until("Red: to move");
    talk.begin_to_say("mov");
    let out = talk.until("Game over");
    assert!(out.iter().any(|line| line == "1. Red time is up"), "{out:?}");
    talk.say("es");
    talk.until("1. Red time is up");
    talk.say("quit");
    talk.end();
}
