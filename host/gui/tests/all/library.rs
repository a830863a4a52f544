//! The library and the recent games.

use std::time::{Duration, Instant};

use crate::common::{PATIENCE, TestApp};
use boardloom_gui::{Options, Screen};
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

#[test]
fn the_library_is_searched_and_grouped() {
    let mut app = TestApp::new(Options::default(), None, WIDE);
    app.until(|probe| probe.rulesets > 0);
    app.key(CTRL, Key::L);
    let card = |app: &TestApp, name: &str| {
        app.harness.query_by_role_and_label(egui::Role::Button, name).is_some()
    };
    assert!(card(&app, "Wide leap") && card(&app, "Strewn leap"));
    app.harness.event(egui::Event::Text("nine SEVEN".to_owned()));
    app.harness.run_steps(3);
    assert!(card(&app, "Wide leap") && !card(&app, "Strewn leap"));
    app.harness.event(egui::Event::Text(" nowhere".to_owned()));
    app.harness.run_steps(3);
    assert!(app.harness.query_by_label("No ruleset matches.").is_some());
    for _ in 0.." nowhere".len() {
        app.key(NONE, Key::Backspace);
    }
    app.wait("both cards", |app| card(app, "Wide leap") && !card(app, "Strewn leap"));
    app.choose("By players");
    // Seats and sizes are known once the rulesets are open.
    app.wait_for_text("For two");
    app.choose("By size");
    app.wait_for_text("Boards of 60 to 149 spaces");
    app.button("Wide leap");
    assert_eq!(app.harness.state().screen(), Screen::NewGame);
}

#[test]
fn each_family_has_a_tile_with_its_main_ruleset_and_its_variants() {
    let mut app = TestApp::new(Options::default(), None, WIDE);
    app.until(|probe| probe.rulesets > 0);
    app.button("5 variants");
    app.until(|probe| probe.screen == "library");
    assert_eq!(app.harness.state().controller.library.find, "Leap");
    app.key(NONE, Key::Escape);
    app.until(|probe| probe.screen == "start");
    app.button("Play Leap");
    assert_eq!(app.harness.state().screen(), Screen::NewGame);
}

#[test]
fn a_finished_game_is_among_the_recent_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
    app.click("a2");
    app.button("Resign");
    let buttons: Vec<_> =
        app.harness.get_all_by_role_and_label(egui::Role::Button, "Resign").collect();
    buttons.last().expect("the dialog has its button").click();
    drop(buttons);
    app.harness.run_steps(4);
    assert!(!app.probe().outcome.is_empty());
    app.leave_game();
    let named = "Leap, Red – Blue, 1 move";
    app.wait_for_text(named);
    app.harness.get_by_label_contains(named).click();
    let probe = app.until(|probe| probe.screen == "game" && !probe.loading);
    assert!(!probe.outcome.is_empty() && probe.moves.len() == 2, "{probe:?}");
    // Opened again, it stays one game.
    app.leave_game();
    drop(app);
    let files = std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path());
    let records: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|it| it == "loom")).collect();
    assert_eq!(records.len(), 1, "{records:?}");
}

#[test]
fn what_was_loading_when_the_program_died_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("loading-0"), "leap/wide\n").unwrap();
    let start = || TestApp::new(Options::default(), Some(folder.path().to_owned()), WIDE);
    let left_out = "ended while it was loading Wide leap";
    let mut app = start();
    app.wait_for_text(left_out);
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    drop(app);
    let marker = folder.path().join(format!("loading-{}", std::process::id()));
    // The loader's thread ends after the program.
    let start_of_wait = Instant::now();
    while marker.exists() {
        assert!(start_of_wait.elapsed() < PATIENCE, "the loader's thread did not end");
        std::thread::sleep(Duration::from_millis(2));
    }
    // The notice comes once, and the loader's mark is gone once the board was drawn.
    let mut app = start();
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    assert!(app.harness.query_by_label_contains(left_out).is_none());
    app.wait("an empty marker", |_| std::fs::read_to_string(&marker).unwrap().is_empty());
}

/// Would break if a tile named its lessons and puzzles only by signs.
#[test]
fn tiles_name_their_lessons_and_puzzles() {
    for width in [640.0, 768.0, 1100.0, 1280.0, 1920.0] {
        let mut app = TestApp::new(Options::default(), None, Vec2::new(width, 800.0));
        app.until(|probe| probe.rulesets > 0);
        for name in ["Learn", "Puzzles"] {
            app.wait(name, |app| {
                app.harness.query_by_role_and_label(egui::Role::Button, name).is_some()
            });
            let rect = app.harness.get_by_role_and_label(egui::Role::Button, name).rect();
            assert!(rect.width() > 40.0, "{name} at {rect} in {width}");
        }
    }
}
