//! The screen of my games.

use boardloom_gui::{Options, Screen};
use boardloom_match::Record;
use egui::{Key, Modifiers, Role, Vec2};
use egui_kittest::kittest::Queryable;

use crate::common::TestApp;

const WIDE: Vec2 = Vec2::new(1100.0, 760.0);
const CTRL: Modifiers = Modifiers::COMMAND;

/// Begins a game of two humans, plays a move and leaves it: five times.
fn five_games(folder: &std::path::Path) {
    for _ in 0..5 {
        let mut app = TestApp::two_humans(Some(folder.to_owned()), WIDE);
        app.click("a2");
        app.until(|probe| probe.ply > 0);
        app.leave_game();
    }
}

fn open(folder: &std::path::Path) -> TestApp {
    let mut app = TestApp::new(Options::default(), Some(folder.to_owned()), WIDE);
    app.until(|probe| probe.rulesets > 0);
    app.key(CTRL, Key::G);
    assert_eq!(app.harness.state().screen(), Screen::MyGames);
    app
}

fn listed(app: &mut TestApp, name: &str) -> usize {
    app.harness.query_all_by_role_and_label(Role::Button, name).count()
}

#[test]
fn every_unfinished_game_is_in_reach() {
    let folder = tempfile::tempdir().unwrap();
    five_games(folder.path());
    let mut app = open(folder.path());
    app.wait("five games", |app| listed(app, "Leap") == 5);
    app.choose("Finished");
    app.wait_for_text("No game matches.");
    app.choose("Unfinished");
    app.wait("five games", |app| listed(app, "Leap") == 5);
    app.harness.query_all_by_role_and_label(Role::Button, "Leap").last().expect("five").click();
    app.harness.run_steps(3);
    assert_eq!(app.harness.state().controller.my_games.at, 4, "a click chooses");
    app.button("Continue");
    let probe = app.until(|probe| probe.screen == "game" && !probe.loading);
    assert_eq!(probe.ply, 1);
}

/// The position that the only listed game is shown with.
fn shown_position(app: &mut TestApp) -> Option<String> {
    let controller = &app.harness.state().controller;
    let [game] = controller.my_games.all() else { return None };
    let (_, board) = controller.game_thumbnails.get(&game.file)?;
    board.as_ref().map(|board| format!("{board:?}"))
}

#[test]
fn a_game_is_listed_at_once_with_its_position_and_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
    app.click("a2");
    app.until(|probe| probe.ply == 1);
    app.leave_game();
    let unfinished = app.harness.state().controller.unfinished();
    let [game] = &unfinished[..] else { panic!("{unfinished:?}") };
    app.wait_for_text(&game.opponents());
    assert_eq!(game.opponents(), "Red – Blue");
    app.key(CTRL, Key::G);
    app.wait("the game", |app| listed(app, "Leap") == 1);
    app.wait("its position", |app| shown_position(app).is_some());
    let after_one = shown_position(&mut app);
    app.key(Modifiers::NONE, Key::Enter);
    app.until(|probe| probe.screen == "game" && probe.ply == 1 && !probe.loading);
    app.click("d1");
    app.until(|probe| probe.ply == 2);
    app.resign();
    // A finished game is none to continue, whichever position is shown.
    app.key(Modifiers::NONE, Key::ArrowLeft);
    app.until(|probe| probe.ply == 2);
    app.leave_game();
    assert_eq!(app.harness.state().controller.unfinished(), []);
    app.key(CTRL, Key::G);
    app.choose("Finished");
    app.wait("the game", |app| listed(app, "Leap") == 1);
    app.wait("the position of the end", |app| {
        shown_position(app).is_some_and(|position| Some(position) != after_one)
    });
    app.choose("Unfinished");
    app.wait_for_text("No game matches.");
}

/// The sides of the pieces that the only listed game is shown with, by site.
fn shown_sides(app: &mut TestApp) -> Option<Vec<Option<u8>>> {
    let controller = &app.harness.state().controller;
    let [game] = controller.my_games.all() else { return None };
    let (_, board) = controller.game_thumbnails.get(&game.file)?;
    let pieces = board.as_ref()?.pieces();
    Some((0..25).map(|site| pieces.top(site).map(|piece| piece.color)).collect())
}

/// Would break if a game were shown with the position that was viewed last.
#[test]
fn a_game_is_shown_with_its_last_position_whichever_was_viewed() {
    let position_after = |viewed: Option<Key>| {
        let folder = tempfile::tempdir().unwrap();
        let mut app = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
        app.click("a2");
        app.until(|probe| probe.ply == 1);
        app.click("d1");
        app.until(|probe| probe.ply == 2);
        if let Some(key) = viewed {
            app.key(Modifiers::NONE, key);
            app.until(|probe| probe.ply == 0);
        }
        app.leave_game();
        drop(app);
        let mut app = open(folder.path());
        app.wait("its position", |app| shown_sides(app).is_some());
        shown_sides(&mut app).expect("a position")
    };
    let last = position_after(None);
    assert_eq!(last.iter().flatten().count(), 6, "four and two: {last:?}");
    assert_eq!(position_after(Some(Key::Home)), last);
}

#[test]
fn an_exported_game_replaces_the_file_after_a_question() {
    let (folder, mine) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    five_games(folder.path());
    let path = mine.path().join("mine.loom");
    std::fs::write(&path, "an old file").unwrap();
    let mut app = open(folder.path());
    app.wait("five games", |app| listed(app, "Leap") == 5);
    let mut boxes = app.harness.query_all_by_role_and_label(Role::CheckBox, "Select Leap");
    boxes.next().expect("a game").click();
    drop(boxes);
    app.harness.run_steps(3);
    app.button("Export…");
    app.key(CTRL, Key::A);
    app.harness.event(egui::Event::Text(path.display().to_string()));
    app.harness.run_steps(3);
    app.key(Modifiers::NONE, Key::Enter);
    app.wait_for_text("is there already");
    app.button("Replace it");
    app.wait("the record", |_| Record::parse(&std::fs::read_to_string(&path).unwrap()).is_ok());
    assert_eq!(std::fs::read_dir(mine.path()).unwrap().count(), 1);
}

#[test]
fn games_are_renamed_deleted_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    five_games(folder.path());
    let mut app = open(folder.path());
    app.wait("five games", |app| listed(app, "Leap") == 5);
    let select = |app: &TestApp, at: usize| {
        let boxes = app.harness.query_all_by_role_and_label(Role::CheckBox, "Select Leap");
        boxes.collect::<Vec<_>>()[at].click();
    };
    select(&app, 0);
    app.harness.run_steps(3);
    app.button("Rename");
    app.key(Modifiers::NONE, Key::Escape);
    assert!(app.harness.query_by_label("Name").is_none(), "Esc leaves the field, not the screen");
    assert_eq!(app.harness.state().screen(), Screen::MyGames);
    // The field has the keyboard at once, and Enter renames.
    app.button("Rename");
    app.harness.event(egui::Event::Text("My best".to_owned()));
    app.harness.run_steps(2);
    app.key(Modifiers::NONE, Key::Enter);
    assert_eq!(app.harness.state().screen(), Screen::MyGames);
    app.wait("the name", |app| listed(app, "My best") == 1 && listed(app, "Leap") == 4);
    app.button("Delete");
    app.wait("one game less", |app| listed(app, "My best") == 0 && listed(app, "Leap") == 4);
    select(&app, 0);
    select(&app, 1);
    app.harness.run_steps(3);
    app.button("Delete");
    app.wait("two games less", |app| listed(app, "Leap") == 2);
    app.button("Restore 2 games");
    app.wait("two games more", |app| listed(app, "Leap") == 4);
    app.button("Restore the deleted game");
    app.wait("all games", |app| listed(app, "Leap") == 4 && listed(app, "My best") == 1);
}

#[test]
fn several_games_are_selected_by_clicks_and_keys() {
    let folder = tempfile::tempdir().unwrap();
    five_games(folder.path());
    let mut app = open(folder.path());
    app.wait("five games", |app| listed(app, "Leap") == 5);
    app.wait_for_text("5 games");
    let click = |app: &mut TestApp, at: usize, modifiers| {
        let rows = app.harness.query_all_by_role_and_label(Role::Button, "Leap");
        rows.collect::<Vec<_>>()[at].click_modifiers(modifiers);
        app.harness.run_steps(3);
    };
    click(&mut app, 1, Modifiers::NONE);
    click(&mut app, 3, Modifiers::SHIFT);
    app.wait_for_text("3 selected");
    click(&mut app, 4, CTRL);
    app.wait_for_text("4 selected");
    app.button("Clear selection");
    assert!(app.harness.state().controller.my_games.selected.is_empty());
    app.key(CTRL, Key::A);
    app.wait_for_text("5 selected");
    app.key(Modifiers::NONE, Key::Delete);
    app.wait("no game", |app| listed(app, "Leap") == 0);
    app.wait_for_text("No games yet.");
    app.button("Undo");
    app.wait("all games", |app| listed(app, "Leap") == 5);
    app.key(CTRL, Key::A);
    app.key(Modifiers::NONE, Key::Delete);
    app.wait("no game", |app| listed(app, "Leap") == 0);
    app.key(CTRL, Key::Z);
    app.wait("all games", |app| listed(app, "Leap") == 5);
    // Without selected games, keys are about the chosen one.
    app.key(Modifiers::NONE, Key::Home);
    app.key(Modifiers::SHIFT, Key::ArrowDown);
    app.wait_for_text("2 selected");
    app.button("Clear selection");
    app.key(Modifiers::NONE, Key::F2);
    app.harness.event(egui::Event::Text("My best".to_owned()));
    app.harness.run_steps(2);
    app.key(Modifiers::NONE, Key::Enter);
    app.wait("the name", |app| listed(app, "My best") == 1 && listed(app, "Leap") == 4);
    app.key(Modifiers::NONE, Key::Delete);
    app.wait("one game less", |app| listed(app, "My best") == 0 && listed(app, "Leap") == 4);
    app.choose("Finished");
    app.wait_for_text("0 of 4 games");
}

/// Would break if all games of a day looked alike, or a finished one could only be opened.
#[test]
fn games_have_times_and_headings_and_finished_ones_are_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    five_games(folder.path());
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
    app.click("a2");
    app.until(|probe| probe.ply == 1);
    app.click("d1");
    app.until(|probe| probe.ply == 2);
    app.resign();
    app.leave_game();
    app.key(CTRL, Key::G);
    app.wait("six games", |app| listed(app, "Leap") == 6);
    app.wait("a heading", |app| app.harness.query_by_label("Today").is_some());
    let now = app.harness.state().controller.my_games.all()[0].when();
    assert!(now.starts_with("Today ") && now.len() == 11, "{now}");
    // An older file stands below another heading.
    let old = folder.path().join(&app.harness.state().controller.my_games.all()[5].file);
    let then = std::time::SystemTime::now() - std::time::Duration::from_secs(30 * 86_400);
    let file = std::fs::File::options().append(true).open(old).unwrap();
    file.set_modified(then).unwrap();
    app.key(Modifiers::NONE, Key::Escape);
    app.key(CTRL, Key::G);
    app.wait("another heading", |app| app.harness.query_by_label("Earlier").is_some());
    app.key(Modifiers::NONE, Key::Home);
    app.button("Review");
    app.until(|probe| probe.screen == "game" && !probe.loading);
    app.wait("the review", |app| {
        let session = app.harness.state().session().expect("a game");
        session.review_progress().is_some() || session.review_summary().is_some()
    });
}
