//! Animations of moves.

use crate::common::TestApp;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

/// Tells whether a move is animated.
fn moves(app: &TestApp) -> bool {
    app.harness.state().session().expect("a game is played").motion().is_some()
}

/// Draws frames for half a second, and returns the delay until the next one.
fn rest(app: &mut TestApp) -> std::time::Duration {
    app.harness.run_steps(30);
    let output = app.harness.output().viewport_output.values();
    output.map(|view| view.repaint_delay).min().expect("a window")
}

#[test]
fn a_move_is_animated_and_then_nothing_is_drawn() {
    let mut app = TestApp::game(SIZE);
    assert!(!moves(&app), "nothing moved yet");
    app.click("a2");
    assert!(moves(&app));
    assert_eq!(app.probe().ply, 1, "what is played does not wait for what is seen");
    assert!(rest(&mut app) > std::time::Duration::ZERO);
    assert!(!moves(&app));
    // A move taken back is animated too.
    app.take_back();
    assert!(moves(&app));
    rest(&mut app);
    assert!(!moves(&app));
}

#[test]
fn the_computer_waits_a_moment_after_the_pieces_stand_still() {
    use boardloom_match::PlayerKind;
    let players = [PlayerKind::Human, PlayerKind::Computer { level: 1 }];
    let mut app = TestApp::game_of(players, None, SIZE);
    app.click("a2");
    app.wait("the end of the animation", |app| !moves(app));
    assert_eq!(app.probe().ply, 1);
    // Frames of a sixtieth of a second.
    let mut frames = 0;
    app.wait("the reply", |app| {
        frames += 1;
        app.probe().ply == 2
    });
    assert!(frames >= 23, "{frames} frames");
}

#[test]
fn fast_stepping_skips_the_animation() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("settings.toml"), "ask-take-back = false\n").unwrap();
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), SIZE);
    for site in ["a2", "e2", "b1", "d1"] {
        app.click(site);
        rest(&mut app);
    }
    app.key(CTRL, Key::Z);
    assert!(moves(&app));
    app.key(CTRL, Key::Z);
    assert!(!moves(&app), "the second came while the first was under way");
    app.key(NONE, Key::Home);
    assert!(!moves(&app), "many at once are too many");
    app.key(NONE, Key::End);
    assert!(!moves(&app));
}

#[test]
fn a_dragged_piece_is_not_animated_again() {
    let mut app = TestApp::game(SIZE);
    for site in ["a2", "e2"] {
        app.click(site);
        rest(&mut app);
    }
    let (from, to) = (app.at("a1"), app.at("a3"));
    app.press(from, true);
    for part in 1..=4 {
        let at = from + (to - from) * (part as f32 / 4.0);
        app.harness.event(egui::Event::PointerMoved(at));
        app.harness.step();
    }
    app.press(to, false);
    app.harness.run_steps(2);
    let probe = app.probe();
    assert_eq!(probe.ply, 3, "{:?}", probe.moves);
    assert!(!moves(&app));
}

#[test]
fn reduced_motion_fades_for_a_moment() {
    let mut app = TestApp::game(SIZE);
    app.key(Modifiers::SHIFT, Key::A);
    app.click("a2");
    assert_eq!(app.probe().ply, 1);
    app.harness.run_steps(8);
    assert!(!moves(&app), "a fade is shorter than a move");
    app.key(Modifiers::SHIFT, Key::A);
    app.click("e2");
    app.harness.run_steps(8);
    assert!(moves(&app));
}

#[test]
fn a_refused_move_shakes_its_piece_and_then_nothing_is_drawn() {
    let mut app = TestApp::two_humans(None, SIZE);
    for site in ["a2", "e2"] {
        app.click(site);
        rest(&mut app);
    }
    app.click("e2");
    assert!(moves(&app), "the other side's piece is refused");
    assert!(rest(&mut app) > std::time::Duration::ZERO);
    assert!(!moves(&app));
}

#[test]
fn a_dialog_opens_with_a_fade_and_rests() {
    let mut app = TestApp::game(SIZE);
    app.key(Modifiers::NONE, Key::F1);
    app.key(CTRL, Key::Comma);
    let delay = |app: &TestApp| {
        let output = app.harness.output().viewport_output.values();
        output.map(|view| view.repaint_delay).min().expect("a window")
    };
    assert_eq!(delay(&app), std::time::Duration::ZERO, "the dialog opens");
    assert!(rest(&mut app) > std::time::Duration::ZERO, "it rests");
}

#[test]
fn a_tooltip_goes_when_a_dialog_covers_its_widget() {
    let mut app = TestApp::new(boardloom_gui::Options::default(), None, SIZE);
    app.wait("the start screen", |app| !app.probe().loading);
    let place = app.harness.get_by_role_and_label(egui::Role::Button, "Settings").rect().center();
    app.harness.event(egui::Event::PointerMoved(place));
    app.harness.run_steps(60);
    let shown = |app: &TestApp| app.harness.query_by_label("Settings (Ctrl+,)").is_some();
    assert!(shown(&app), "the tooltip names the key");
    app.key(CTRL, Key::Comma);
    app.harness.run_steps(20);
    assert!(!shown(&app));
}
