//! The game screen: lists of moves, pages, messages, keys.

use boardloom_gui::Options;
use egui::{Key, Modifiers, Role, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::common::{HUMAN, TestApp, game_options};

const WIDE: Vec2 = Vec2::new(1280.0, 800.0);
const NONE: Modifiers = Modifiers::NONE;

fn count(app: &TestApp, role: Role, label: &str) -> usize {
    app.harness.query_all_by_role_and_label(role, label).count()
}

/// Would break if a sentence took lines of the list where the plugin has a short text.
#[test]
fn moves_with_long_texts_are_listed_by_short_ones_in_columns() {
    for size in [WIDE, vec2(640.0, 480.0), vec2(768.0, 1024.0)] {
        let options = game_options([HUMAN; 2]);
        let options = Options { ruleset: Some("leap/wordy".to_owned()), ..options };
        let mut app = TestApp::new(options, None, size);
        app.wait_for_board();
        for mv in ["a2", "r1"] {
            let session = app.harness.state_mut().controller.session.as_mut().expect("a game");
            session.play(mv);
            app.harness.run_steps(60);
        }
        let cells = ["a2", "r1"].map(|mv| {
            let cell = app.harness.get_by_role_and_label(Role::Button, mv);
            cell.rect()
        });
        assert_eq!(cells[0].y_range(), cells[1].y_range(), "one row in {size}");
        assert!(cells[0].right() <= cells[1].left(), "{cells:?}");
        // The words are in the tooltip.
        app.harness.event(egui::Event::PointerMoved(cells[0].center()));
        app.harness.run_steps(60);
        let words = "A stone of a board that has no end comes to a2, and stays there";
        assert!(app.harness.query_by_label(words).is_some(), "{size}");
    }
}

/// Would break if a tooltip repeated what the list says.
#[test]
fn a_move_that_is_seen_whole_has_no_tooltip() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.until(|probe| probe.ply == 1);
    app.harness.run_steps(60);
    let cell = app.harness.get_by_role_and_label(Role::Button, "a2").rect();
    app.harness.event(egui::Event::PointerMoved(cell.center()));
    app.harness.run_steps(90);
    assert_eq!(app.harness.query_all_by_label("a2").count(), 1);
}

/// Would break if analysis began on a page that is not shown.
#[test]
fn analysis_brings_its_page_at_every_size() {
    for size in [WIDE, vec2(640.0, 480.0), vec2(768.0, 1024.0), vec2(1920.0, 1080.0)] {
        let mut app = TestApp::game(size);
        app.click("a2");
        app.until(|probe| probe.ply == 1);
        app.tab("Rules");
        app.key(Modifiers::SHIFT, Key::L);
        app.wait("the page of the analysis", |app| count(app, Role::CheckBox, "Analyse") > 0);
        let steps = count(&app, Role::Button, "Previous move");
        // A sheet lies over the buttons of the panel.
        assert_eq!(steps, if size.x < 800.0 { 2 } else { 1 }, "{size}");
    }
}

/// Would break if a window that grows put the analysis behind the rules.
#[test]
fn the_page_stays_when_the_window_grows() {
    let mut app = TestApp::game(WIDE);
    app.click("a2");
    app.until(|probe| probe.ply == 1);
    app.key(Modifiers::SHIFT, Key::L);
    app.wait("the page of the analysis", |app| count(app, Role::CheckBox, "Analyse") > 0);
    app.harness.set_size(vec2(1920.0, 1080.0));
    app.harness.run_steps(5);
    assert_eq!(count(&app, Role::CheckBox, "Analyse"), 1);
}

/// Would break if arrows moved the board's cursor while a game is looked through.
#[test]
fn arrows_step_on_after_a_button_stepped_and_show_no_cursor() {
    let mut app = TestApp::game(WIDE);
    for (ply, site) in (1..).zip(["a2", "d1", "b1"]) {
        app.click(site);
        app.until(|probe| probe.ply == ply);
    }
    app.harness.run_steps(60);
    app.button("Previous move");
    app.until(|probe| probe.ply == 2);
    app.key(NONE, Key::ArrowLeft);
    app.until(|probe| probe.ply == 1);
    app.key(NONE, Key::ArrowLeft);
    app.until(|probe| probe.ply == 0);
    let cursor =
        |app: &TestApp| app.harness.state().session().and_then(|it| it.controller.cursor());
    assert_eq!(cursor(&app), None);
    // On the board that was clicked they move the cursor.
    app.click("c3");
    app.key(NONE, Key::ArrowLeft);
    assert!(cursor(&app).is_some());
    assert_eq!(app.probe().ply, 0);
}

/// Would break if messages about the board stacked up, or did not say whose move it is.
#[test]
fn a_click_on_the_other_sides_piece_says_who_is_to_move() {
    let mut app = TestApp::game(WIDE);
    app.click("e1");
    assert_eq!(app.probe().status, "Red to move.");
    app.click("c4");
    assert_eq!(app.probe().status, "You can't move there.");
    let notice = app.harness.state().controller.notice.clone().expect("a message");
    assert_eq!(notice.text, "You can't move there.");
}

/// Would break if what chance did before the first move stood in the list.
#[test]
fn a_drawn_start_is_not_listed_as_moves() {
    let options = Options { ruleset: Some("leap/strewn".to_owned()), ..game_options([HUMAN; 2]) };
    let mut app = TestApp::new(options, None, WIDE);
    app.wait_for_board();
    assert!(app.probe().ply > 0, "chance has drawn");
    app.wait("an empty list", |app| app.harness.query_by_label("No moves yet.").is_some());
}

#[test]
fn the_palette_says_what_it_did_not_find() {
    let mut app = TestApp::game(WIDE);
    app.key(Modifiers::COMMAND, Key::K);
    app.harness.event(egui::Event::Text("zzz".to_owned()));
    app.harness.run_steps(4);
    app.wait_for_text("Nothing found for “zzz”.");
}

/// Would break if the file dialog began in the program's own folder, or offered it.
#[test]
fn the_file_dialog_keeps_out_of_the_programs_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), WIDE);
    app.key(Modifiers::COMMAND, Key::O);
    let picker = app.harness.state_mut().controller.files.picker().expect("the dialog");
    assert!(!picker.folder().starts_with(folder.path()));
    assert!(picker.places.iter().all(|(_, place)| !place.starts_with(folder.path())));
    picker.go(folder.path().parent().expect("a folder").to_owned());
    let name = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    app.harness.run_steps(30);
    app.wait("the listing", |app| {
        let picker = app.harness.state_mut().controller.files.picker().expect("the dialog");
        !picker.shown().is_empty() || picker.note().is_some_and(|note| !note.contains("Reading"))
    });
    let picker = app.harness.state_mut().controller.files.picker().expect("the dialog");
    assert!(picker.shown().iter().all(|entry| entry.name != name));
}
