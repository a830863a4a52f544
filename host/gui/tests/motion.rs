//! Pieces that are seen to move, come and go.

mod common;
#[path = "common/sat.rs"]
mod sat;

use egui::{Key, Modifiers, Vec2};
use sat::Sat;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

/// Tells whether something is under way.
fn moves(sat: &Sat) -> bool {
    sat.harness.state().session().expect("a game is played").motion().is_some()
}

/// Draws frames for half a second, and returns how long nothing need be drawn then.
fn rest(sat: &mut Sat) -> std::time::Duration {
    sat.harness.run_steps(30);
    let output = sat.harness.output().viewport_output.values();
    output.map(|view| view.repaint_delay).min().expect("a window")
}

#[test]
fn a_move_is_seen_and_then_nothing_is_drawn_any_more() {
    let mut sat = Sat::game(SIZE);
    assert!(!moves(&sat), "nothing moved yet");
    sat.click("a2");
    assert!(moves(&sat));
    assert_eq!(sat.probe().ply, 1, "what is played does not wait for what is seen");
    assert!(rest(&mut sat) > std::time::Duration::ZERO);
    assert!(!moves(&sat));
    // Taken back it goes the other way, and stands where it stood.
    sat.key(CTRL, Key::Z);
    assert!(moves(&sat));
    rest(&mut sat);
    assert!(!moves(&sat));
}

#[test]
fn who_steps_fast_sees_no_motion() {
    let mut sat = Sat::game(SIZE);
    for site in ["a2", "e2", "b1", "d1"] {
        sat.click(site);
        rest(&mut sat);
    }
    sat.key(CTRL, Key::Z);
    assert!(moves(&sat));
    sat.key(CTRL, Key::Z);
    assert!(!moves(&sat), "the second came while the first was under way");
    sat.key(NONE, Key::Home);
    assert!(!moves(&sat), "many at once are too many");
    sat.key(NONE, Key::End);
    assert!(!moves(&sat));
}

#[test]
fn what_was_carried_does_not_glide_again() {
    let mut sat = Sat::game(SIZE);
    for site in ["a2", "e2"] {
        sat.click(site);
        rest(&mut sat);
    }
    let (from, to) = (sat.at("a1"), sat.at("a3"));
    sat.press(from, true);
    for part in 1..=4 {
        let at = from + (to - from) * (part as f32 / 4.0);
        sat.harness.event(egui::Event::PointerMoved(at));
        sat.harness.step();
    }
    sat.press(to, false);
    sat.harness.run_steps(2);
    let probe = sat.probe();
    assert_eq!(probe.ply, 3, "{:?}", probe.moves);
    assert!(!moves(&sat));
}

#[test]
fn motion_can_be_switched_off() {
    let mut sat = Sat::game(SIZE);
    sat.key(Modifiers::SHIFT, Key::A);
    sat.click("a2");
    assert_eq!(sat.probe().ply, 1);
    assert!(!moves(&sat));
    sat.key(Modifiers::SHIFT, Key::A);
    sat.click("e2");
    assert!(moves(&sat));
}
