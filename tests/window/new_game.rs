//! The new-game screen and the menus, in the window.

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![
    a_choice_that_adds_seats_stays_under_the_pointer,
    menus_close_by_a_second_click_and_reach_their_last_entry,
];

fn place(seen: &Probe, label: &str) -> Option<(f64, f64)> {
    let widget = seen.widgets.iter().find(|widget| widget.label.contains(label))?;
    Some((widget.x, widget.y))
}

fn a_choice_that_adds_seats_stays_under_the_pointer() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let mut program = Program::start(&screen, &dir, &[]);
    program.wait("the start screen", |seen| seen.screen == "start" && !seen.loading);
    program.press("New game");
    program.wait("the setup", |seen| seen.screen == "new-game");
    program.press("Game: Ataxx");
    program.fill("Find", "boogers");
    program.press("Boogers");
    let before = program.wait_for_place("the choice", |seen| place(seen, "Players: 4"));
    let seats = |seen: &Probe| {
        seen.widgets.iter().filter(|widget| widget.label.ends_with(": Human")).count()
    };
    let count = seats(&program.wait("the seats", |seen| seats(seen) > 0));
    program.click(before);
    program.wait("another number of seats", |seen| seats(seen) != count);
    let after = program.wait_for_place("the choice", |seen| place(seen, "Players: 4"));
    assert_eq!(after, before);
    program.quit();
}

fn menus_close_by_a_second_click_and_reach_their_last_entry() {
    let screen = Screen::new();
    let dir = TestDir::new();
    let args = ["play", "ataxx/classic", "--seat1", "human", "--seat2", "human"];
    let mut program = Program::start(&screen, &dir, &args);
    program.wait_for_turn();
    screen.resize(1100, 760);
    program.wait("the size", |seen| seen.window == [1100, 760]);
    program.press("View");
    program.wait("the menu", |seen| place(seen, "Full screen").is_some());
    let bar = program.wait_for_place("the menu's button", |seen| place(seen, "View"));
    program.click(bar);
    let seen = program.wait("no menu", |seen| place(seen, "Full screen").is_none());
    assert!(!seen.three_d && seen.ply == 0, "{seen}");
    program.press("View");
    let last = program.wait_for_place("the last entry", |seen| place(seen, "Full screen"));
    assert!(last.1 < 760.0, "{last:?}");
    program.quit();
}
