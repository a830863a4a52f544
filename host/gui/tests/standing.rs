//! The board in three dimensions without a window: painted by the panels themselves,
//! and played on.

mod common;
#[path = "common/sat.rs"]
mod sat;

use egui::{Key, Modifiers, Vec2};
use sat::Sat;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;

#[test]
fn the_board_stands_up_is_played_on_and_lies_down() {
    let mut sat = Sat::game(SIZE);
    let flat = sat.at("e5");
    sat.key(NONE, Key::Num3);
    assert!(sat.probe().stands);
    let upright = sat.at("e5");
    assert!(upright.distance(flat) > 20.0, "{upright:?} {flat:?}");
    sat.hover("a2");
    assert_eq!(sat.probe().aim, "a2");
    // From higher, farther round, and played on where things are then.
    sat.key(NONE, Key::R);
    sat.key(Modifiers::SHIFT, Key::T);
    assert!(sat.at("e5").distance(upright) > 5.0);
    sat.click("a2");
    assert_eq!(sat.probe().ply, 1);
    // A drag beside the board turns it and plays nothing.
    let (before, beside) = (sat.at("a1"), egui::pos2(40.0, 130.0));
    sat.press(beside, true);
    sat.harness.event(egui::Event::PointerMoved(beside + Vec2::new(80.0, 10.0)));
    sat.harness.run_steps(2);
    sat.press(beside + Vec2::new(80.0, 10.0), false);
    sat.harness.run_steps(2);
    assert!(sat.at("a1").distance(before) > 5.0);
    sat.key(NONE, Key::Num0);
    assert!(sat.at("e5").distance(upright) < 1.0, "as at first");
    sat.key(NONE, Key::Num3);
    assert!(!sat.probe().stands && sat.at("e5").distance(flat) < 1.0);
    assert_eq!(sat.probe().ply, 1);
}
