//! Arrows, rings and signs, drawn and chosen with the mouse.

use crate::program::{TestDir, only_file};
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] =
    crate::tests![arrows_rings_and_signs_are_kept_with_their_position,];

fn arrows_rings_and_signs_are_kept_with_their_position() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let args = ["play", "ataxx/classic", "--seat1", "human", "--seat2", "human", "--moves", "b6"];
    let mut program = Program::start(&screen, &dir, &args);
    let seen = program.wait("the listed move", |seen| seen.is_ready() && seen.ply == 1);
    let [c3, d4, e5] = ["c3", "d4", "e5"].map(|name| seen.site(name));
    program.drag_right(c3, e5);
    program.wait("an arrow", |seen| seen.arrows == [["c3", "e5"]]);
    program.click_right(d4);
    program.wait("a ring", |seen| seen.arrows.len() == 2 && seen.arrows[1] == ["d4"]);
    // A second click removes it. A selected piece is dropped first.
    program.click_right(d4);
    program.wait("no ring", |seen| seen.arrows == [["c3", "e5"]]);
    program.click(seen.site("g7"));
    program.wait("a piece in hand", |seen| seen.path == ["g7"]);
    program.click_right(d4);
    let seen = program.wait("no piece in hand", |seen| seen.path.is_empty());
    assert_eq!(seen.arrows, [["c3", "e5"]]);
    // In 3D the drag turns the board; with Shift it draws.
    program.keys(&["3"]);
    let seen = program.wait("three dimensions", |seen| seen.three_d && seen.is_ready());
    program.drag_right_holding("shift", seen.site("c3"), seen.site("d4"));
    program.wait("a second arrow", |seen| seen.arrows == [["c3", "e5"], ["c3", "d4"]]);
    program.drag_right((440.0, 400.0), (520.0, 400.0));
    let turned = program.wait("a turned board", |now| now.site("a1") != seen.site("a1"));
    assert_eq!(turned.arrows.len(), 2);
    program.keys(&["3"]);
    program.wait("a flat board", |seen| !seen.three_d);
    // A sign, by the menu of the move.
    let at = program.wait_for_place("the move", |seen| {
        let row = seen.widgets.iter().find(|widget| widget.label == "b6");
        row.map(|widget| (widget.x, widget.y))
    });
    program.click_right(at);
    program.press("!?");
    program.wait("the sign in the list", |seen| seen.has_widget("b6!?"));
    // They belong to the position: hidden elsewhere, and kept.
    program.keys(&["Home"]);
    program.wait("the start", |seen| seen.ply == 0 && seen.arrows.is_empty());
    program.keys(&["End"]);
    program.wait("the arrows again", |seen| seen.ply == 1 && seen.arrows.len() == 2);
    // Removed at once, and brought back.
    program.keys(&["shift+Delete"]);
    program.wait("no arrows", |seen| seen.arrows.is_empty());
    program.keys(&["shift+Delete"]);
    program.wait("the arrows once more", |seen| seen.arrows.len() == 2);
    let journal = only_file(&dir.data().join("records"), "journal");
    let text = std::fs::read_to_string(journal).expect("a journal");
    assert!(text.contains("\ndraw 1 c3>e5 c3>d4 #") && text.contains("\nassess 1 !? #"), "{text}");
    program.quit();
    let mut program = Program::start(&screen, &dir, &["play", "--continue"]);
    let kept = |seen: &crate::probe::Probe| {
        seen.is_ready() && seen.arrows == [["c3", "e5"], ["c3", "d4"]] && seen.has_widget("b6!?")
    };
    program.wait("the game as it was", kept);
    program.quit();
}
