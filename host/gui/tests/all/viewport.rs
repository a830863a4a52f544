//! Previews of moves, zoom and pan.

use crate::common::{HUMAN, TestApp, game_options};
use egui::{Event, Key, Modifiers, Pos2, TouchPhase, Vec2};
use egui_kittest::kittest::Queryable;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;

#[test]
fn the_first_frame_of_a_board_shows_all_of_it_and_takes_clicks() {
    let mut app = TestApp::new(game_options([HUMAN; 2]), None, SIZE);
    app.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
    assert!(
        app.harness.query_by_label("Map of the board").is_none(),
        "the whole board is in sight"
    );
    let at = app.at("a2");
    app.press(at, true);
    app.press(at, false);
    app.until(|probe| probe.ply == 1);
    assert!(app.harness.query_by_label("Map of the board").is_none());
    // The map would lie over this corner.
    app.take_back();
    app.key(NONE, Key::Plus);
    app.wait("the map", |app| app.harness.query_by_label("Map of the board").is_some());
}

#[test]
fn the_score_of_a_move_is_shown_before_it_is_played() {
    let mut app = TestApp::game(SIZE);
    app.hover("a2");
    assert_eq!(app.probe().scoring, "Here: Red +1");
    app.hover("c3");
    assert_eq!(app.probe().scoring, "", "no move goes there");
    app.hover("a2");
    // The score is a setting apart from the preview on the board.
    app.key(SHIFT, Key::P);
    app.hover("b1");
    assert_eq!(app.probe().scoring, "Here: Red +1");
    app.key(SHIFT, Key::S);
    app.hover("a2");
    assert_eq!(app.probe().scoring, "");
    assert_eq!(app.probe().ply, 0);
}

/// The distance between two sites on the screen.
fn apart(app: &TestApp) -> f32 {
    app.at("a1").distance(app.at("e5"))
}

fn touch(app: &mut TestApp, id: u64, phase: TouchPhase, pos: Pos2) {
    let device_id = egui::TouchDeviceId(0);
    let id = egui::TouchId(id);
    app.harness.event(Event::Touch { device_id, id, phase, pos, force: None });
}

#[test]
fn two_fingers_zoom_and_pan_and_play_nothing() {
    let mut app = TestApp::game(SIZE);
    let (wide, middle) = (apart(&app), app.at("c3"));
    // Windows report the first finger as a pressed button too.
    let target = app.at("a2");
    touch(&mut app, 1, TouchPhase::Start, target);
    app.press(target, true);
    touch(&mut app, 2, TouchPhase::Start, middle);
    app.harness.run_steps(2);
    let away = |part: f32| middle + (middle - target) * part;
    for step in 1..=5 {
        touch(&mut app, 2, TouchPhase::Move, away(step as f32 / 5.0));
        app.harness.run_steps(2);
    }
    assert!(apart(&app) > wide * 1.5, "{} {wide}", apart(&app));
    let before = app.at("c3");
    for finger in [1, 2] {
        let at = if finger == 1 { target } else { away(1.0) };
        touch(&mut app, finger, TouchPhase::Move, at + Vec2::new(40.0, 0.0));
    }
    app.harness.run_steps(2);
    assert!((app.at("c3").x - before.x - 40.0).abs() < 4.0, "{:?} {before:?}", app.at("c3"));
    touch(&mut app, 2, TouchPhase::End, away(1.0));
    app.harness.run_steps(2);
    touch(&mut app, 1, TouchPhase::End, target);
    app.press(target, false);
    app.harness.run_steps(2);
    assert_eq!((app.probe().ply, app.probe().path.len()), (0, 0));
    // One finger still plays.
    app.key(NONE, Key::Num0);
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
}

#[test]
fn the_map_leads_to_the_other_end_of_the_board() {
    let mut app = TestApp::game(SIZE);
    for _ in 0..6 {
        app.key(NONE, Key::Plus);
    }
    let map = app.harness.get_by_role_and_label(egui::Role::Button, "Map of the board");
    let rect = map.rect();
    let inside = rect.shrink(rect.width() * 0.3);
    for corner in [inside.min, inside.max] {
        app.press(corner, true);
        app.press(corner, false);
        app.harness.run_steps(2);
        // The map's up is the board's up: the site that was pointed at is in the middle.
        let shown = app.at(if corner == inside.min { "b2" } else { "d4" });
        let middle = (app.at("c3").to_vec2() + shown.to_vec2()) / 2.0;
        assert!(SIZE.x > middle.x && middle.x > 0.0, "{shown:?}");
        assert!(shown.x > 0.0 && shown.x < SIZE.x && shown.y > 0.0 && shown.y < SIZE.y);
    }
    assert_eq!(app.probe().ply, 0, "a click on the map plays nothing");
    app.button("Board");
    let gone = app.harness.query_by_label("Map of the board").is_none();
    assert!(gone, "the whole board needs no map");
}

#[test]
fn keys_pan_and_the_cursor_stays_in_view() {
    let mut app = TestApp::game(SIZE);
    let wide = apart(&app);
    for _ in 0..8 {
        app.key(NONE, Key::Plus);
    }
    let before = app.at("c3");
    app.key(SHIFT, Key::ArrowRight);
    assert!(app.at("c3").x < before.x - 20.0);
    // The view follows the cursor.
    for _ in 0..5 {
        app.key(NONE, Key::ArrowLeft);
    }
    let at = app.at("a3");
    assert!(at.x > 0.0 && at.x < SIZE.x * 0.75, "{at:?}");
    app.key(NONE, Key::Num0);
    assert!((apart(&app) - wide).abs() < 1.0);
    // Esc closes the magnifier first.
    app.key(NONE, Key::V);
    app.key(NONE, Key::Escape);
    assert_eq!(app.probe().screen, "game");
}
