//! Safe mode in the window.

use crate::program::{TestDir, install_own};
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] =
    crate::tests![safe_mode_is_shown_and_a_game_that_cannot_be_opened_is_kept,];

fn safe_mode_is_shown_and_a_game_that_cannot_be_opened_is_kept() {
    let screen = Screen::new();
    let dir = TestDir::new();
    install_own(&dir);
    let humans = ["--seat1", "human", "--seat2", "human"];
    let mut program = Program::start(&screen, &dir, &[&["play", "own/one"][..], &humans].concat());
    program.click_path(&["a7", "b6"], 1);
    program.crash();

    let mut program = Program::start(&screen, &dir, &["--safe-mode", "play", "--continue"]);
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

    let args = [&["--safe-mode", "play", "ataxx/classic"][..], &humans].concat();
    let mut program = Program::start(&screen, &dir, &args);
    program.wait("the sign beside the board", |seen| {
        seen.is_ready() && seen.written().contains("Safe mode")
    });
    program.quit();

    let mut program = Program::start(&screen, &dir, &["play", "--continue"]);
    let seen = program.wait("the game", |seen| seen.is_ready() && seen.moves == ["b6"]);
    assert_eq!(seen.ruleset, "own/one");
    assert!(!seen.written().contains("Safe mode"), "{seen}");
    program.quit();
}
