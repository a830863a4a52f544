//! Analysis, editing of the game tree and remapped keys in the window.

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![a_game_is_analysed_and_edited_with_remapped_keys,];

/// Tells whether any text contains this one.
fn says(seen: &Probe, text: &str) -> bool {
    seen.texts.iter().any(|line| line.contains(text))
}

fn a_game_is_analysed_and_edited_with_remapped_keys() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let args = ["play", "ataxx/classic", "--seat1", "human", "--seat2", "human", "--moves", "b6"];
    let mut program = Program::start(&screen, &dir, &args);
    program.wait("the listed move", |seen| seen.is_ready() && seen.ply == 1);
    // While the computer analyses, the best moves appear, each with its chance.
    program.keys(&["shift+l"]);
    let seen = program.wait("lines", |seen| says(seen, " positions") && says(seen, " %"));
    assert_eq!(seen.ply, 1, "{seen}");
    program.keys(&["shift+h"]);
    program.wait("a hint", |seen| seen.status.starts_with("Hint: "));
    // Esc drops the hint, then ends the analysis; the game stays.
    program.keys(&["Escape"]);
    program.wait("no hint", |seen| !seen.status.starts_with("Hint: "));
    program.keys(&["Escape"]);
    program.wait("no analysis", |seen| !says(seen, " positions") && seen.screen == "game");
    program.press("Moves");
    program.wait("the list", |seen| seen.has_widget("Start of the game") && seen.has_widget("b6"));
    program.click_path(&["g7", "f6"], 2);
    program.press("f6");
    program.keys(&["Delete"]);
    program.wait("one move less", |seen| seen.ply == 1);
    program.press("Restore");
    program.wait("the move again", |seen| seen.moves == ["b6", "f6"]);
    // Another key, kept for the next start.
    program.keys(&["ctrl+comma"]);
    program.press("Keys");
    program.fill("Find", "Restore deleted");
    program.press("Change");
    program.wait("what is to be done", |seen| says(seen, "press the new key"));
    program.keys(&["ctrl+w"]);
    program.press("Close");
    program.wait("no window over it", |seen| !seen.dialog);
    program.press("f6");
    program.keys(&["Delete"]);
    program.wait("one move less", |seen| seen.ply == 1);
    program.quit();
    let mut program = Program::start(&screen, &dir, &["play", "--continue"]);
    program.wait("the game", |seen| seen.is_ready() && seen.moves == ["b6"]);
    program.keys(&["ctrl+w"]);
    program.wait("what the new key says", |seen| seen.status.contains("Nothing was deleted"));
    program.quit();
}
