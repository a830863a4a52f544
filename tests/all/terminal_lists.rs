//! Lists, questions and long texts in the terminal.

use crate::program::TestDir;
use crate::pty::Terminal;
use crate::terminal::{DOWN, ESC, people};

/// Learn and Puzzles of the start screen ask for the game, and a lesson is left at once.
#[test]
fn the_start_screen_asks_what_to_learn() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    terminal.wait("the start screen", |shown| shown.contains("Puzzles"));
    terminal.press_until(&[DOWN], "Learn", |shown| shown.contains("> Learn"));
    terminal.press_until(&["\r"], "the games", |shown| shown.contains("┌ Learn "));
    let game = |shown: &str| shown.contains("> Brandubh") || shown.contains("> Copenhagen");
    terminal.press_until(&[DOWN], "a game of tafl", game);
    terminal.keys("\r");
    let lesson = |shown: &str| shown.contains("Lesson 1 of") && shown.contains("Attackers");
    terminal.wait("its first lesson", lesson);
    terminal.press_until(&[ESC], "the start screen", |shown| shown.contains("> New game"));
    assert!(!terminal.shown().contains("Leave"), "{}", terminal.shown());
}

/// Nothing is lost when a finished game is left, so nothing is asked.
#[test]
fn a_finished_game_is_left_without_a_question() {
    let dir = TestDir::new();
    let position = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxo1 x 0 1";
    let mut args = people("ataxx/classic");
    args.extend(["--position", position]);
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.press_until(&["/"], "the field", |shown| shown.contains("Tab completes"));
    terminal.keys("g1\r");
    terminal.wait("the end", |shown| shown.contains("Orange won"));
    terminal.press_until(&["q"], "an answer", |shown| {
        shown.contains("Leave this game?") || shown.contains("> New game")
    });
    assert!(terminal.shown().contains("> New game"), "{}", terminal.shown());
}

/// Four moves in a round have no room beside each other: each has its line, whole.
#[test]
fn long_moves_are_shown_whole() {
    let dir = TestDir::new();
    let mut args = people("ataxx/boogers");
    args.extend(["--set", "setup.seats=4", "--moves", "a9c7"]);
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    terminal.wait("the whole move", |shown| shown.contains("1. a9-c7"));
}

/// A row of a list that is too long says so.
#[test]
fn long_rows_end_with_an_ellipsis() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 50, 24);
    terminal.wait("the start screen", |shown| shown.contains("Library"));
    terminal.press_until(&[DOWN], "the library", |shown| shown.contains("> Library"));
    terminal.keys("\rtafl");
    let shown = terminal.wait("tafl", |shown| shown.contains("> Copenhagen"));
    let row = shown.lines().find(|line| line.contains("> Copenhagen")).expect("it is shown");
    assert!(row.ends_with('…') && row.chars().count() <= 50, "{shown}");
}

/// The list of all rulesets is longer than the terminal, and its lines end between words.
#[test]
fn a_long_list_is_paged() {
    let dir = TestDir::new();
    // A pager that stays until the screen was read.
    let pager = dir.write("pager.sh", "sed s/tafl/TAFL/; sleep 60");
    let pager = format!("sh {}", pager.display());
    let variables = [("PAGER", pager.as_str()), ("NO_COLOR", "1")];
    let mut terminal = Terminal::start_in(&dir, &["list"], &variables, 60, 24);
    let last = |shown: &str| shown.contains("TAFL/torus") && shown.ends_with("haven.\n");
    let shown = terminal.wait("the last ruleset", last);
    let last = shown.lines().last().expect("a summary");
    assert!(last.starts_with("      "), "{shown}");
}

/// A window that is too small for a board shows a part of it, row by row.
#[test]
fn rows_never_lie_over_one_another() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("tafl/copenhagen-2012"), 24, 8);
    terminal.wait("the middle of the board", |shown| {
        let rows: Vec<&str> = shown.lines().map(str::trim).collect();
        (4..=8).all(|row| rows.iter().any(|it| it.starts_with(&format!("{row} "))))
    });
}

/// Names of sites beyond the edge do not run into those of others.
#[test]
fn names_of_two_digits_stand_apart() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("connection/half-polyhedron-61"), 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Black to move"));
    let shown = terminal.shown();
    let board = shown.lines().skip(1).map(|line| line.split('│').next().unwrap_or(line));
    let mut digits = board.flat_map(|line| line.split(|c: char| !c.is_ascii_digit()));
    assert!(digits.all(|number| number.len() <= 2), "{shown}");
}

/// A game in which no one has moved is left without a question, and not offered again; a search
/// without a hit says so.
#[test]
fn an_unplayed_game_is_not_offered() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/small"), 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.press_until(&["q"], "the start screen", |shown| shown.contains("> New game"));
    assert!(!terminal.shown().contains("no move played yet"), "{}", terminal.shown());
    terminal.press_until(&[DOWN], "Library", |shown| shown.contains("> Library"));
    terminal.press_until(&["\r"], "the library", |shown| shown.contains("Enter new game"));
    terminal.keys("zzz");
    terminal.wait("no hit", |shown| shown.contains("No game matches."));
}
