//! The signs and captions of boards, in text mode and in terminals of several kinds and sizes.

use crate::program::TestDir;
use crate::pty::Terminal;
use crate::support::data;
use crate::terminal::people;

/// A terminal without colours and without characters beyond ASCII.
const PLAIN: [(&str, &str); 3] = [("NO_COLOR", "1"), ("LC_ALL", "C"), ("TERM", "vt100")];

/// Edges have small signs, stones large ones; where cells are named on the board, stones stand in
/// parentheses and names are those of the window.
#[test]
fn without_unicode_stones_differ_from_edges_and_names() {
    let dir = TestDir::new();
    for (ruleset, moves) in [("connection/hex", "f6 b2"), ("connection/projective-hex", "K O")] {
        let args = [&people(ruleset)[..], &["--moves", moves]].concat();
        let mut terminal = Terminal::start_in(&dir, &args, &PLAIN, 80, 24);
        let shown = terminal.wait("the board", |shown| shown.contains(" to move"));
        assert!(shown.is_ascii(), "{shown}");
        let file = data().join("terminal").join(format!("{}-plain.txt", ruleset.replace('/', "-")));
        expect_test::expect_file![file].assert_eq(&shown);
    }
}

/// The marks of an edge stand in one column, apart from the numbers.
#[test]
fn the_marks_of_an_edge_stand_in_line() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("connection/bridg-it"), 120, 40);
    let shown = terminal.wait("the board", |shown| shown.contains(" to move"));
    // Left of the players and moves.
    let board = |line: &str| {
        let board: String = line.chars().take(79).collect();
        board.trim_end().to_owned()
    };
    let rows: Vec<String> = shown.lines().map(board).collect();
    let number = |row: &str| row.split_whitespace().nth(1).and_then(|it| it.parse::<u8>().ok());
    let rows: Vec<&String> = rows.iter().filter(|row| number(row).is_some()).collect();
    assert_eq!(rows.len(), 11, "{shown}");
    let ends: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?} {shown}");
    assert!(rows.iter().all(|row| row.ends_with(" o") || row.ends_with(" •")), "{shown}");
}

/// Where two rows share a line, that is told, and one of them has its number.
#[test]
fn rows_that_share_a_line_are_told() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("tafl/copenhagen"), 24, 8);
    terminal.wait("the board", |shown| shown.contains("to move"));
    assert!(!terminal.shown().contains("Rows share"), "{}", terminal.shown());
    terminal.keys("0");
    let shown = terminal.wait("the whole board", |shown| shown.contains("Rows share lines"));
    for line in shown.lines() {
        let digits: String = line.trim_start().chars().take_while(char::is_ascii_digit).collect();
        assert!(digits.parse::<u32>().unwrap_or_default() <= 11, "{shown}");
    }
}

/// A small terminal shows whole words.
#[test]
fn a_terminal_that_is_too_small_tells_all_of_it() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 20, 6);
    let shown = terminal.wait("the size", |shown| shown.contains("Too small"));
    assert!(shown.contains("least"), "{shown}");
}

/// The line below the board names a cell once, whose move has the same name.
#[test]
fn the_cell_under_the_cursor_is_named_once() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &people("connection/hex"), 80, 24);
    terminal.wait("the board", |shown| shown.contains(" to move"));
    terminal.keys(" ");
    let shown = terminal.wait("the cursor", |shown| shown.contains(" empty"));
    let line = shown.lines().find(|line| line.contains(" empty")).expect("it is there");
    assert!(!line.contains('·'), "{line}");
}

/// The keys of the terminal alone stand where they belong, in the form of the others.
#[test]
fn keys_of_the_terminal_are_listed_with_the_others() {
    let dir = TestDir::new();
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 120);
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    terminal.press_until(&["?"], "the keys", |shown| shown.contains("Ctrl+Z"));
    // A drawing can arrive in parts.
    let expected = ["Suspend; the shell", "Tab  ", "VIEW"];
    let shown = terminal.wait("all keys", |shown| expected.iter().all(|it| shown.contains(it)));
    let line = |text: &str| {
        shown
            .lines()
            .position(|line| line.contains(text))
            .unwrap_or_else(|| panic!("{text} {shown}"))
    };
    assert!(line("Suspend; the shell") < line("Tab  "), "{shown}");
    assert!(line("Tab  ") < line("VIEW"), "{shown}");
}

/// Roles of this game, not of another one.
#[test]
fn shaded_cells_are_named_by_what_they_are() {
    let dir = TestDir::new();
    for (ruleset, language, role) in [
        ("connection/quadrant-y", "en", "shared"),
        ("connection/quadrant-y", "de", "gemeinsam"),
        ("connection/quadrant-hex", "en", "shaded"),
        ("connection/quadrant-hex", "de", "schattiert"),
    ] {
        let play = ["play", ruleset, "--text", "--humans", "--clock", "none"];
        let args = [&play[..], &["--language", language]].concat();
        let out = dir.run_with_input(&args, b"what is on h3\nquit\n").success();
        assert!(out.contains(&format!(", : {role}")), "{out}");
        assert!(out.contains(&format!("\nh3 {role}\n")), "{out}");
    }
}

/// The captions of a divided board stand near it, however large its cells are.
#[test]
fn captions_of_divided_boards_are_near_them() {
    let dir = TestDir::new();
    for ruleset in ["fractal/square", "fractal/square-cards", "fractal/square-nine"] {
        let play = ["play", ruleset, "--text", "--humans", "--clock", "none", "--seed", "1"];
        let out = dir.run_with_input(&play, b"quit\n").success();
        let lines: Vec<&str> = out.lines().collect();
        let is_captions = |line: &&str| line.split_whitespace().take(3).eq(["a", "b", "c"]);
        let rows: Vec<usize> = (0..lines.len()).filter(|row| is_captions(&lines[*row])).collect();
        let [above, below] = rows[..] else { panic!("{out}") };
        let gap = lines[above + 1..below].iter().take_while(|row| row.is_empty()).count();
        assert!(gap <= 3, "{ruleset}: {out}");
    }
}
