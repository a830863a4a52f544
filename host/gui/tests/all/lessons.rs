//! Lessons and puzzles.

use boardloom_gui::{Options, Preferences};
use egui::{Modifiers, Vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);

/// Opens the lessons or puzzles by the button of the family's tile.
fn open(folder: &std::path::Path, button: &str) -> TestApp {
    let mut app = TestApp::new(Options::default(), Some(folder.to_owned()), WIDE);
    app.until(|probe| probe.rulesets > 0);
    app.wait(button, |app| has_button(app, button));
    app.button(button);
    app.wait_for_board();
    app
}

/// Would break if the tile took the clicks on its buttons, or a slow click were none.
#[test]
fn a_slow_click_opens_the_lessons_of_a_tile() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = TestApp::new(Options::default(), Some(folder.path().to_owned()), WIDE);
    app.until(|probe| probe.rulesets > 0);
    app.wait("Learn", |app| has_button(app, "Learn"));
    let at = app.harness.get_by_role_and_label(egui::Role::Button, "Learn").rect().center();
    app.harness.event(egui::Event::PointerMoved(at));
    app.harness.run_steps(3);
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        app.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        // Two seconds: slow frames make any click a long one.
        app.harness.run_steps(120);
    }
    app.wait_for_text("Lesson 1 of 2");
}

fn has_button(app: &mut TestApp, label: &str) -> bool {
    app.harness.query_by_role_and_label(egui::Role::Button, label).is_some()
}

#[test]
fn a_wrong_move_is_explained_and_taken_back_and_a_right_one_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = open(folder.path(), "Learn");
    app.wait_for_text("Lesson 1 of 2");
    app.wait_for_text("Put one on a2.");
    app.click("b1");
    app.until(|probe| probe.ply == 1);
    app.wait_for_text("That is not a2.");
    // No move is possible while it is explained.
    app.click("d1");
    assert_eq!(app.probe().ply, 1);
    let probe = app.until(|probe| probe.ply == 0);
    assert_eq!(probe.acting, [1]);
    let tree = app.harness.state().session().unwrap().game.tree().len();
    app.wait_for_text("That is not a2.");
    app.click("a2");
    app.wait_for_text("Right. Go on!");
    let probe = app.until(|probe| probe.ply == 2);
    assert_eq!(probe.moves, ["a2", "d1"], "the reply is played: {tree} positions");
    app.click("a3");
    app.wait_for_text("You have grown.");
    app.button("Next");
    app.wait_for_text("Lesson 2 of 2");
    app.wait_for_board();
    assert_eq!(app.probe().ply, 0);
}

#[test]
fn steps_are_repeated_left_and_gone_back_to_and_progress_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = open(folder.path(), "Learn");
    app.click("a2");
    app.until(|probe| probe.ply == 2);
    app.click("a3");
    app.wait_for_text("You have grown.");
    app.button("Again");
    app.until(|probe| probe.ply == 0 && !probe.loading);
    app.wait_for_board();
    app.button("Skip");
    app.wait_for_text("Lesson 2 of 2");
    app.button("Back");
    app.wait_for_text("Lesson 1 of 2");
    app.button("Leave");
    app.until(|probe| probe.screen == "start");
    let settings = Preferences::load(&folder.path().join("settings.toml")).0;
    assert_eq!(settings.learned["leap/five"].len(), 1, "the first step is done");
    assert!(std::fs::read_dir(folder.path()).unwrap().count() <= 2, "a lesson is no game");
    let mut app = open(folder.path(), "Learn");
    app.wait_for_text("Lesson 2 of 2");
    app.click("b1");
    app.wait_for_text("Play a first game");
    app.button("Play a first game");
    let probe = app.until(|probe| probe.human && probe.screen == "game" && !probe.loading);
    assert_eq!(probe.ply, 0);
    app.wait("a hint", |app| {
        app.harness.state().session().is_some_and(|session| session.advice.is_some())
    });
}

#[test]
fn puzzles_come_by_difficulty_and_solved_ones_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = open(folder.path(), "Puzzles");
    app.wait_for_text("Puzzle 1 of 2");
    app.wait_for_text("0 of 2 solved");
    app.button("Show the move");
    let shown = |app: &mut TestApp| {
        app.harness.state().session().is_some_and(|session| session.advice.is_some())
    };
    app.wait("the move", shown);
    app.click("b1");
    app.wait_for_text("Right!");
    app.wait_for_text("0 of 2 solved");
    app.button("Again");
    app.until(|probe| probe.ply == 0 && !probe.loading);
    app.wait_for_board();
    app.click("b1");
    app.wait_for_text("1 of 2 solved");
    app.key(Modifiers::NONE, egui::Key::S);
    app.wait_for_text("Puzzle 2 of 2");
    app.until(|probe| probe.ply == 2 && !probe.loading);
    app.click("a3");
    app.wait_for_text("2 of 2 solved");
}

/// Would break if a lesson's board showed nothing of what its text says, or a puzzle gave away its
/// answer or did not say who is to move.
#[test]
fn lessons_ring_what_they_are_about_and_puzzles_name_the_side() {
    let folder = tempfile::tempdir().unwrap();
    let rings = |app: &TestApp| app.harness.state().session().expect("a board").arrows.len();
    let mut app = open(folder.path(), "Learn");
    app.wait_for_text("Lesson 1 of 2");
    assert!(rings(&app) > 0);
    let labels = ["Show the move", "Skip", "Leave"];
    assert!(labels.iter().all(|label| has_button(&mut app, label)));
    assert!(!has_button(&mut app, "Again"), "nothing was played");
    app.click("a2");
    app.until(|probe| probe.ply == 1);
    assert_eq!(rings(&app), 0, "they belong to the position before");
    let mut app = open(folder.path(), "Puzzles");
    app.wait_for_text("Red to move and win.");
    assert_eq!(rings(&app), 0);
}
