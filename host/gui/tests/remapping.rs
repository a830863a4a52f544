//! Keys that a person changes.

mod common;
#[path = "common/sat.rs"]
mod sat;

use boardloom_gui::{CommandLineSetup, Options, Screen};
use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use sat::Sat;

const SIZE: Vec2 = Vec2::new(900.0, 700.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

fn flipped(sat: &Sat) -> bool {
    sat.harness.state().session().is_some_and(|session| session.flipped)
}

/// Opens the keys from the settings, and looks for a command.
fn open(sat: &mut Sat, find: &str) {
    sat.key(CTRL, Key::Comma);
    sat.button("Change keys");
    sat.harness.get_by_role_and_label(egui::Role::TextInput, "Find").focus();
    sat.harness.run_steps(2);
    sat.harness.event(egui::Event::Text(find.to_owned()));
    sat.harness.run_steps(2);
}

#[test]
fn a_key_is_changed_told_of_when_it_clashes_kept_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let kept = || Some(folder.path().to_owned());
    let mut sat = Sat::game_of(&["person", "person"], kept(), SIZE);
    open(&mut sat, "Flip the board");
    sat.button("Change");
    assert!(sat.harness.query_by_label_contains("press the new key").is_some());
    sat.key(CTRL, Key::K);
    sat.button("Close");
    sat.key(NONE, Key::F);
    assert!(!flipped(&sat), "the old key does nothing");
    sat.key(CTRL, Key::K);
    assert!(flipped(&sat));
    drop(sat);
    // Another start has it, and the sheet and the menu show it.
    let options = Options {
        ruleset: Some("meadow/five".to_owned()),
        asked: CommandLineSetup {
            seats: vec![Some(PlayerKind::Human); 2],
            ..CommandLineSetup::default()
        },
        ..Options::default()
    };
    let mut sat = Sat::new(options, kept(), SIZE);
    sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
    sat.harness.run_steps(3);
    sat.key(CTRL, Key::K);
    assert!(flipped(&sat));
    // A key that something else has is not taken without a word.
    open(&mut sat, "Flip the board");
    sat.button("Add");
    sat.key(NONE, Key::D);
    assert!(
        sat.harness.query_by_label_contains("D is already bound to: Show legal moves").is_some()
    );
    sat.button("Reassign it");
    sat.button("Close");
    sat.key(NONE, Key::D);
    assert!(!flipped(&sat), "it was flipped back");
    open(&mut sat, "legal moves");
    assert!(sat.harness.query_by_label("none").is_some(), "dots have no key now");
    sat.button("Reset all to defaults");
    sat.button("Close");
    sat.key(NONE, Key::F);
    assert!(flipped(&sat));
    let settings = std::fs::read_to_string(folder.path().join("settings.toml")).unwrap();
    assert!(!settings.contains("flip"), "{settings}");
}

#[test]
fn esc_leaves_a_key_as_it_is_and_the_sheet_open() {
    let mut sat = Sat::game(SIZE);
    open(&mut sat, "Flip the board");
    sat.button("Change");
    sat.key(NONE, Key::Escape);
    assert!(sat.probe().dialog);
    sat.key(NONE, Key::Escape);
    assert!(!sat.probe().dialog);
    sat.key(NONE, Key::F);
    assert!(flipped(&sat));
}

#[test]
fn the_settings_fit_a_window_however_small() {
    let size = Vec2::new(420.0, 300.0);
    let mut sat = Sat::game(size);
    sat.key(CTRL, Key::Comma);
    sat.harness.run_steps(3);
    let close = sat.harness.get_by_role_and_label(egui::Role::Button, "Close").rect();
    assert!(close.max.y <= size.y && close.max.x <= size.x, "{close:?}");
    sat.button("Close");
    assert!(!sat.probe().dialog);
}

#[test]
fn the_key_sheet_the_settings_and_the_rules_open_and_close() {
    let mut sat = Sat::game(SIZE);
    sat.key(CTRL, Key::Slash);
    assert!(sat.probe().dialog);
    sat.key(NONE, Key::Escape);
    assert!(!sat.probe().dialog);
    sat.key(CTRL, Key::Comma);
    assert!(sat.probe().dialog);
    sat.button("Close");
    assert!(!sat.probe().dialog);
    sat.key(NONE, Key::F10);
    assert!(sat.harness.query_by_label_contains("Rematch, sides").is_some());
    sat.key(NONE, Key::Escape);
    assert!(sat.harness.query_by_label_contains("Rematch, sides").is_none());
    assert_eq!(sat.harness.state().screen(), Screen::Game);
    sat.button("View");
    assert!(sat.harness.query_by_label_contains("Flip the board").is_some());
    sat.key(NONE, Key::Escape);
    assert!(sat.harness.query_by_label_contains("Flip the board").is_none());
    assert_eq!(sat.harness.state().screen(), Screen::Game, "only the menu was closed");
    sat.key(NONE, Key::F1);
    assert!(
        sat.harness.query_by_label_contains("Two passes in a row end the game; most").is_some()
    );
    sat.key(NONE, Key::F);
    let (a, e) = (sat.at("a1"), sat.at("e5"));
    assert!(a.x > e.x && a.y > e.y, "the board is flipped");
}
