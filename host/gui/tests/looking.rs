//! What is seen of a move before it is played, and of the board from near and far.

mod common;
#[path = "common/sat.rs"]
mod sat;

use egui::{Event, Key, Modifiers, Pos2, TouchPhase, Vec2};
use egui_kittest::kittest::Queryable;
use sat::Sat;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;

#[test]
fn what_a_move_would_score_is_told_before_it_is_played() {
    let mut sat = Sat::game(SIZE);
    sat.hover("a2");
    assert_eq!(sat.probe().scoring, "Here: Red +1");
    sat.hover("c3");
    assert_eq!(sat.probe().scoring, "", "no move goes there");
    sat.hover("a2");
    // Without the preview on the board it is still told; switched off itself, not.
    sat.key(SHIFT, Key::P);
    sat.hover("b1");
    assert_eq!(sat.probe().scoring, "Here: Red +1");
    sat.key(SHIFT, Key::S);
    sat.hover("a2");
    assert_eq!(sat.probe().scoring, "");
    assert_eq!(sat.probe().ply, 0);
}

/// How far two sites are apart on the screen.
fn apart(sat: &Sat) -> f32 {
    sat.at("a1").distance(sat.at("e5"))
}

fn touch(sat: &mut Sat, id: u64, phase: TouchPhase, pos: Pos2) {
    let device_id = egui::TouchDeviceId(0);
    let id = egui::TouchId(id);
    sat.harness.event(Event::Touch { device_id, id, phase, pos, force: None });
}

#[test]
fn two_fingers_zoom_and_pan_and_play_nothing() {
    let mut sat = Sat::game(SIZE);
    let (wide, middle) = (apart(&sat), sat.at("c3"));
    // The first finger is a pressed button as well, as windows tell it.
    let target = sat.at("a2");
    touch(&mut sat, 1, TouchPhase::Start, target);
    sat.press(target, true);
    touch(&mut sat, 2, TouchPhase::Start, middle);
    sat.harness.run_steps(2);
    let away = |part: f32| middle + (middle - target) * part;
    for step in 1..=5 {
        touch(&mut sat, 2, TouchPhase::Move, away(step as f32 / 5.0));
        sat.harness.run_steps(2);
    }
    assert!(apart(&sat) > wide * 1.5, "{} {wide}", apart(&sat));
    let before = sat.at("c3");
    for finger in [1, 2] {
        let at = if finger == 1 { target } else { away(1.0) };
        touch(&mut sat, finger, TouchPhase::Move, at + Vec2::new(40.0, 0.0));
    }
    sat.harness.run_steps(2);
    assert!((sat.at("c3").x - before.x - 40.0).abs() < 4.0, "{:?} {before:?}", sat.at("c3"));
    touch(&mut sat, 2, TouchPhase::End, away(1.0));
    sat.harness.run_steps(2);
    touch(&mut sat, 1, TouchPhase::End, target);
    sat.press(target, false);
    sat.harness.run_steps(2);
    assert_eq!((sat.probe().ply, sat.probe().path.len()), (0, 0));
    // A finger alone plays, as before.
    sat.key(NONE, Key::Num0);
    sat.click("a2");
    assert_eq!(sat.probe().ply, 1);
}

#[test]
fn the_map_leads_to_the_other_end_of_the_board() {
    let mut sat = Sat::game(SIZE);
    for _ in 0..6 {
        sat.key(NONE, Key::Plus);
    }
    let map = sat.harness.get_by_role_and_label(egui::Role::Button, "Map of the board");
    let rect = map.rect();
    let inside = rect.shrink(rect.width() * 0.3);
    for corner in [inside.min, inside.max] {
        sat.press(corner, true);
        sat.press(corner, false);
        sat.harness.run_steps(2);
        // The map's up is the board's up: the site that was pointed at is in the middle.
        let shown = sat.at(if corner == inside.min { "b2" } else { "d4" });
        let middle = (sat.at("c3").to_vec2() + shown.to_vec2()) / 2.0;
        assert!(SIZE.x > middle.x && middle.x > 0.0, "{shown:?}");
        assert!(shown.x > 0.0 && shown.x < SIZE.x && shown.y > 0.0 && shown.y < SIZE.y);
    }
    assert_eq!(sat.probe().ply, 0, "a click on the map plays nothing");
    sat.button("Board");
    let gone = sat.harness.query_by_label("Map of the board").is_none();
    assert!(gone, "the whole board needs no map");
}

#[test]
fn keys_look_about_and_bring_the_cursor_into_sight() {
    let mut sat = Sat::game(SIZE);
    let wide = apart(&sat);
    for _ in 0..8 {
        sat.key(NONE, Key::Plus);
    }
    let before = sat.at("c3");
    sat.key(SHIFT, Key::ArrowRight);
    assert!(sat.at("c3").x < before.x - 20.0);
    // The cursor begins somewhere and is followed out of sight.
    for _ in 0..5 {
        sat.key(NONE, Key::ArrowLeft);
    }
    let at = sat.at("a3");
    assert!(at.x > 0.0 && at.x < SIZE.x * 0.75, "{at:?}");
    sat.key(NONE, Key::Num0);
    assert!((apart(&sat) - wide).abs() < 1.0);
    // The loupe is taken out, and put away by Esc before anything else is.
    sat.key(NONE, Key::V);
    sat.key(NONE, Key::Escape);
    assert_eq!(sat.probe().screen, "game");
}
