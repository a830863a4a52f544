//! Remapped keys.

use crate::common::TestApp;
use boardloom_gui::Screen;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;

const SIZE: Vec2 = Vec2::new(900.0, 700.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

fn flipped(app: &TestApp) -> bool {
    app.harness.state().session().is_some_and(|session| session.flipped)
}

/// Opens the keys from the settings, and looks for a command.
fn open(app: &mut TestApp, find: &str) {
    app.key(CTRL, Key::Comma);
    app.tab("Keys");
    app.harness.get_by_role_and_label(egui::Role::TextInput, "Find").focus();
    app.harness.run_steps(2);
    app.harness.event(egui::Event::Text(find.to_owned()));
    app.harness.run_steps(2);
}

#[test]
fn a_key_is_changed_with_clashes_reported_kept_and_reset() {
    let folder = tempfile::tempdir().unwrap();
    let kept = || Some(folder.path().to_owned());
    let mut app = TestApp::two_humans(kept(), SIZE);
    open(&mut app, "Flip the board");
    app.button("Change");
    assert!(app.harness.query_by_label_contains("press the new key").is_some());
    app.key(CTRL, Key::H);
    app.button("Close");
    app.key(NONE, Key::F);
    assert!(!flipped(&app), "the old key does nothing");
    app.key(CTRL, Key::H);
    assert!(flipped(&app));
    drop(app);
    // The next start has it, and the sheet and the menu show it.
    let mut app = TestApp::two_humans(kept(), SIZE);
    app.key(CTRL, Key::H);
    assert!(flipped(&app));
    // A key that is bound to another command is not taken silently.
    open(&mut app, "Flip the board");
    app.button("Add");
    app.key(NONE, Key::D);
    assert!(
        app.harness.query_by_label_contains("D is already bound to: Show legal moves").is_some()
    );
    app.button("Reassign it");
    app.button("Close");
    app.key(NONE, Key::D);
    assert!(!flipped(&app), "it was flipped back");
    open(&mut app, "legal moves");
    assert!(app.harness.query_by_label("none").is_some(), "dots have no key now");
    app.button("Reset all to defaults");
    app.button("Close");
    app.key(NONE, Key::F);
    assert!(flipped(&app));
    let settings = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(!settings.contains("flip"), "{settings}");
}

#[test]
fn esc_leaves_a_key_as_it_is_and_the_sheet_open() {
    let mut app = TestApp::game(SIZE);
    open(&mut app, "Flip the board");
    app.button("Change");
    app.key(NONE, Key::Escape);
    assert!(app.probe().dialog);
    app.key(NONE, Key::Escape);
    assert!(!app.probe().dialog);
    app.key(NONE, Key::F);
    assert!(flipped(&app));
}

#[test]
fn the_settings_fit_a_window_however_small() {
    let size = Vec2::new(420.0, 300.0);
    let mut app = TestApp::game(size);
    app.key(CTRL, Key::Comma);
    app.harness.run_steps(3);
    let close = app.harness.get_by_role_and_label(egui::Role::Button, "Close").rect();
    assert!(close.max.y <= size.y && close.max.x <= size.x, "{close:?}");
    app.button("Close");
    assert!(!app.probe().dialog);
}

#[test]
fn the_key_sheet_the_settings_and_the_rules_open_and_close() {
    let mut app = TestApp::game(SIZE);
    app.key(CTRL, Key::Slash);
    assert!(app.probe().dialog);
    app.key(NONE, Key::Escape);
    assert!(!app.probe().dialog);
    app.key(CTRL, Key::Comma);
    assert!(app.probe().dialog);
    app.button("Close");
    assert!(!app.probe().dialog);
    app.key(NONE, Key::F10);
    assert!(app.harness.query_by_label_contains("Rematch, sides").is_some());
    app.key(NONE, Key::Escape);
    assert!(app.harness.query_by_label_contains("Rematch, sides").is_none());
    assert_eq!(app.harness.state().screen(), Screen::Game);
    app.button("View");
    assert!(app.harness.query_by_label_contains("Flip the board").is_some());
    app.key(NONE, Key::Escape);
    assert!(app.harness.query_by_label_contains("Flip the board").is_none());
    assert_eq!(app.harness.state().screen(), Screen::Game, "only the menu was closed");
    app.key(NONE, Key::F1);
    assert!(
        app.harness.query_by_label_contains("Two passes in a row end the game; most").is_some()
    );
    app.key(NONE, Key::F);
    let (a, e) = (app.at("a1"), app.at("e5"));
    assert!(a.x > e.x && a.y > e.y, "the board is flipped");
}

#[test]
fn the_key_sheet_tells_what_the_right_button_draws() {
    let mut app = TestApp::two_humans(None, SIZE);
    open(&mut app, "draw an arrow");
    assert!(app.harness.query_by_label("Right drag").is_some());
    assert!(app.harness.query_by_label("Right click").is_none(), "it is not about arrows");
}

/// Would break if the palette listed what cannot be done, or a key typed behind it.
#[test]
fn the_command_palette_finds_commands_and_rulesets_and_runs_them() {
    let mut app = TestApp::game(SIZE);
    let typed = |app: &mut TestApp, text: &str| {
        app.harness.event(egui::Event::Text(text.to_owned()));
        app.harness.run_steps(3);
    };
    let has = |app: &TestApp, label: &str| {
        app.harness.query_by_role_and_label(egui::Role::Button, label).is_some()
    };
    app.key(CTRL, Key::K);
    assert!(app.probe().dialog);
    typed(&mut app, "fl");
    assert!(has(&app, "Flip the board") && !has(&app, "Quit"));
    app.key(NONE, Key::Enter);
    assert!(flipped(&app) && !app.probe().dialog);
    // Nothing was played yet: there is nothing to take back.
    app.key(CTRL, Key::K);
    typed(&mut app, "take");
    let undo = app.harness.query_all_by_role_and_label(egui::Role::Button, "Take back");
    assert_eq!(undo.count(), 1, "the tool above the board alone");
    typed(&mut app, " nothing");
    assert!(app.harness.query_by_label("Nothing found for “take nothing”.").is_some());
    app.key(NONE, Key::Escape);
    assert!(!app.probe().dialog && app.probe().screen == "game");
    app.key(CTRL, Key::K);
    typed(&mut app, "wide");
    app.button("Wide leap");
    assert_eq!(app.harness.state().screen(), Screen::NewGame);
}
