//! What can be played and what was: the library and the recent games.

mod common;
#[path = "common/sat.rs"]
mod sat;

use std::time::Duration;

use boardloom_gui::{Options, Screen};
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use sat::Sat;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

#[test]
fn the_library_is_searched_and_put_in_other_groups() {
    let mut sat = Sat::new(Options::default(), None, WIDE);
    sat.until(|probe| probe.rulesets > 0);
    sat.key(CTRL, Key::L);
    let card = |sat: &Sat, name: &str| {
        sat.harness.query_by_role_and_label(egui::Role::Button, name).is_some()
    };
    assert!(card(&sat, "Wide meadow") && card(&sat, "Strewn meadow"));
    sat.harness.event(egui::Event::Text("nine SEVEN".to_owned()));
    sat.harness.run_steps(3);
    assert!(card(&sat, "Wide meadow") && !card(&sat, "Strewn meadow"));
    sat.harness.event(egui::Event::Text(" nowhere".to_owned()));
    sat.harness.run_steps(3);
    assert!(sat.harness.query_by_label("No ruleset matches.").is_some());
    for _ in 0.." nowhere".len() {
        sat.key(NONE, Key::Backspace);
    }
    for _ in 0..400 {
        sat.harness.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    sat.button("By players");
    assert!(sat.harness.query_by_label("For two").is_some());
    sat.button("By size");
    assert!(sat.harness.query_by_label("Boards of 60 to 149 places").is_some());
    sat.button("Wide meadow");
    assert_eq!(sat.harness.state().screen(), Screen::NewGame);
}

#[test]
fn a_game_that_is_over_is_found_among_the_recent_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut sat = Sat::game_of(&["person", "person"], Some(folder.path().to_owned()), WIDE);
    sat.click("a2");
    sat.button("Resign (Blue)");
    let buttons: Vec<_> =
        sat.harness.get_all_by_role_and_label(egui::Role::Button, "Resign").collect();
    buttons.last().expect("the dialog has its button").click();
    drop(buttons);
    sat.harness.run_steps(4);
    assert!(!sat.probe().outcome.is_empty());
    // A position that has only just come is not left by Esc.
    std::thread::sleep(Duration::from_millis(750));
    sat.key(NONE, Key::Escape);
    sat.until(|probe| probe.screen == "start" && !probe.loading);
    sat.until(|_| true);
    let named = "meadow/five (Red – Blue), 2 moves";
    for _ in 0..500 {
        if sat.harness.query_by_label_contains(named).is_some() {
            break;
        }
        sat.harness.step();
        std::thread::sleep(Duration::from_millis(2));
    }
    sat.harness.get_by_label_contains(named).click();
    let probe = sat.until(|probe| probe.screen == "game" && !probe.loading);
    assert!(!probe.outcome.is_empty() && probe.moves.len() == 2, "{probe:?}");
    // Looked at again, it stays one game.
    // A position that has only just come is not left by Esc.
    std::thread::sleep(Duration::from_millis(750));
    sat.key(NONE, Key::Escape);
    sat.until(|probe| probe.screen == "start" && !probe.loading);
    drop(sat);
    let files = std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path());
    let records: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|it| it == "loom")).collect();
    assert_eq!(records.len(), 1, "{records:?}");
}
