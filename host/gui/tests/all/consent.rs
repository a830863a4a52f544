//! Draw offers and take-backs between two humans.

use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Role, Vec2};
use egui_kittest::kittest::Queryable;

use crate::common::{HUMAN, TestApp};

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);
const CTRL: Modifiers = Modifiers::COMMAND;

#[test]
fn a_draw_is_offered_by_key_and_agreed_by_a_click() {
    let mut app = TestApp::game(WIDE);
    app.key(CTRL, Key::D);
    assert!(!app.probe().dialog, "each player moves first");
    app.click("a2");
    app.click("e2");
    app.key(CTRL, Key::D);
    assert!(app.probe().dialog);
    app.wait_for_text("Draw offer from Red");
    app.button("Decline");
    assert!(app.probe().outcome.is_empty() && !app.probe().dialog);
    app.click("b1");
    app.key(CTRL, Key::D);
    app.button("Accept");
    assert!(!app.probe().outcome.is_empty());
    app.wait_for_text("by agreement");
}

#[test]
fn a_draw_is_offered_in_the_menu() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.click("e2");
    app.harness.get_by_role_and_label(Role::Button, "Move").click();
    app.harness.run_steps(3);
    let mut entries = app.harness.query_all_by_label_contains("Offer a draw");
    entries.next().expect("the menu has it").click();
    drop(entries);
    app.harness.run_steps(3);
    app.button("Accept");
    assert!(!app.probe().outcome.is_empty());
}

#[test]
fn the_other_player_is_asked_before_a_move_is_taken_back() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.key(CTRL, Key::Z);
    app.wait_for_text("Blue, do you agree?");
    app.button("Decline");
    assert_eq!(app.probe().ply, 1);
    app.take_back();
    assert_eq!(app.probe().ply, 0);
    // The setting switches the question off.
    app.click("a2");
    app.key(CTRL, Key::Comma);
    app.tab("Play");
    app.harness.get_by_label("Ask before a take-back").scroll_to_me();
    app.harness.run_steps(3);
    app.harness.get_by_label("Ask before a take-back").click();
    app.harness.run_steps(3);
    app.button("Close");
    app.key(CTRL, Key::Z);
    assert_eq!((app.probe().ply, app.probe().dialog), (0, false));
}

#[test]
fn the_computer_answers_a_draw_offer() {
    let mut app = TestApp::game_of([HUMAN, PlayerKind::Computer { level: 1 }], None, WIDE);
    app.click("a2");
    app.until(|probe| probe.ply >= 2 && probe.human);
    app.key(CTRL, Key::D);
    app.wait("an answer", |app| {
        let declined = app.harness.query_all_by_label_contains("Draw declined").next().is_some();
        declined || !app.probe().outcome.is_empty()
    });
}

#[test]
fn a_click_right_after_a_dialog_reaches_the_board() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.key(CTRL, Key::Z);
    let (place, decline) = (app.at("e2"), "Decline");
    app.harness.run_steps(20);
    app.harness.get_by_role_and_label(Role::Button, decline).click();
    while app.probe().dialog {
        app.harness.step();
    }
    // In the very next frame.
    let events = &mut app.harness.input_mut().events;
    events.push(egui::Event::PointerMoved(place));
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        events.push(egui::Event::PointerButton { pos: place, button, pressed, modifiers });
    }
    app.harness.run_steps(4);
    assert_eq!(app.probe().ply, 2);
}
