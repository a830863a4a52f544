//! Safe mode in the window.

use crate::program::{Desk, install_own};
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] =
    crate::tests![the_window_shows_safe_mode_and_keeps_the_game_it_cannot_open,];

fn the_window_shows_safe_mode_and_keeps_the_game_it_cannot_open() {
    let screen = Screen::new();
    let desk = Desk::new();
    install_own(&desk);
    let people = ["--seat1", "human", "--seat2", "human"];
    let mut program = Program::start(&screen, &desk, &[&["play", "own/one"][..], &people].concat());
    program.walk(&["a7", "b6"], 1);
    program.crash();

    let mut program = Program::start(&screen, &desk, &["--safe-mode", "play", "--continue"]);
    let expected = ["safe mode leaves out", "start without `--safe-mode`", "is kept as it is"];
    program.wait("why it does not open", |seen| {
        let written = seen.written();
        seen.dialog && expected.iter().all(|text| written.contains(text))
    });
    program.press("Close");
    program.wait("the sign, and the game still offered", |seen| {
        let start = seen.screen == "start" && !seen.dialog;
        start && seen.written().contains("Safe mode") && seen.has_widget("Continue")
    });
    program.quit();

    let args = [&["--safe-mode", "play", "ataxx/classic"][..], &people].concat();
    let mut program = Program::start(&screen, &desk, &args);
    program.wait("the sign beside the board", |seen| {
        seen.is_ready() && seen.written().contains("Safe mode")
    });
    program.quit();

    let mut program = Program::start(&screen, &desk, &["play", "--continue"]);
    let seen = program.wait_for_turn();
    assert_eq!((seen.moves.as_slice(), &*seen.ruleset), (&["b6".to_owned()][..], "own/one"));
    assert!(!seen.written().contains("Safe mode"), "{seen}");
    program.quit();
}
