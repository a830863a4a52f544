//! The 3D board without a window, painted by egui.

use crate::common::TestApp;
use egui::{Key, Modifiers, Vec2};

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;

#[test]
fn the_board_is_played_in_3d_and_flat_again() {
    let mut app = TestApp::game(SIZE);
    let flat = app.at("e5");
    app.key(NONE, Key::Num3);
    assert!(app.probe().three_d);
    let upright = app.at("e5");
    assert!(upright.distance(flat) > 20.0, "{upright:?} {flat:?}");
    app.hover("a2");
    assert_eq!(app.probe().aim, "a2");
    // Raise and turn the camera, then play.
    app.key(NONE, Key::R);
    app.key(Modifiers::SHIFT, Key::T);
    assert!(app.at("e5").distance(upright) > 5.0);
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
    // A drag beside the board turns it and plays nothing.
    let (before, beside) = (app.at("a1"), egui::pos2(40.0, 130.0));
    app.press(beside, true);
    app.harness.event(egui::Event::PointerMoved(beside + Vec2::new(80.0, 10.0)));
    app.harness.run_steps(2);
    app.press(beside + Vec2::new(80.0, 10.0), false);
    app.harness.run_steps(2);
    assert!(app.at("a1").distance(before) > 5.0);
    app.key(NONE, Key::Num0);
    assert!(app.at("e5").distance(upright) < 1.0, "as at first");
    app.key(NONE, Key::Num3);
    assert!(!app.probe().three_d && app.at("e5").distance(flat) < 1.0);
    assert_eq!(app.probe().ply, 1);
}
