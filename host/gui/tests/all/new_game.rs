//! The new-game screen: the chosen ruleset, and the order of the fields.

use boardloom_gui::{Options, Screen};
use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::common::{HUMAN, TestApp, game_options};

const SIZE: Vec2 = vec2(1100.0, 240.0);
const NONE: Modifiers = Modifiers::NONE;

fn opened(ruleset: &str) -> TestApp {
    let mut app = TestApp::new(Options::default(), None, SIZE);
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app.key(Modifiers::COMMAND, Key::K);
    app.harness.event(egui::Event::Text(ruleset.to_owned()));
    app.harness.run_steps(3);
    app.key(NONE, Key::Enter);
    app.wait("the setup", |app| app.harness.state().screen() == Screen::NewGame);
    app.wait_for_text("Start");
    app.harness.run_steps(20);
    app
}

fn focused(app: &TestApp) -> Rect {
    let ctx = &app.harness.ctx;
    let id = ctx.memory(|memory| memory.focused()).expect("a widget has the focus");
    ctx.read_response(id).expect("it is drawn").rect
}

#[test]
fn the_chosen_ruleset_is_named_and_in_sight() {
    let mut app = opened("Wide leap");
    app.button("Game: Wide leap");
    app.harness.run_steps(20);
    let entry = app.harness.get_by_role_and_label(egui::Role::Button, "Wide leap").rect();
    assert!(entry.top() >= 0.0 && entry.bottom() <= SIZE.y, "{entry}");
}

/// The click that opens the list is one beside its search, which has the focus all the same.
#[test]
fn the_list_that_a_click_opens_is_searched_by_typing() {
    let mut app = opened("Wide leap");
    let at = app.harness.get_by_label("Game: Wide leap").rect().center();
    for down in [true, false] {
        app.press(at, down);
        app.harness.run_steps(2);
    }
    app.harness.run_steps(3);
    app.harness.event(egui::Event::Text("chance".to_owned()));
    app.harness.run_steps(3);
    app.key(NONE, Key::Enter);
    app.wait("another ruleset", |app| app.harness.query_by_label("Game: Wide leap").is_none());
}

/// Would break if the setup preselected the last ruleset that was chosen there.
#[test]
fn after_a_game_from_a_file_its_ruleset_is_chosen() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let path = folders[0].path().join("mine.loom");
    let setup = game_options([HUMAN; 2]).setup;
    let wide = Options { ruleset: Some("leap/wide".to_owned()), setup, ..Options::default() };
    let mut app = TestApp::new(wide, None, vec2(1100.0, 760.0));
    app.wait_for_board();
    let session = app.harness.state().session().expect("a game");
    boardloom_match::Record::of(&session.game).save(&path).expect("it is written");
    drop(app);
    // The setup was used for another ruleset before.
    let folder = Some(folders[1].path().to_owned());
    let mut app = TestApp::game_of([HUMAN; 2], folder.clone(), SIZE);
    app.key(Modifiers::COMMAND, Key::N);
    app.wait_for_text("Red: Human");
    app.button("Start");
    app.wait_for_board();
    drop(app);
    let options = Options { record: Some(path), ..Options::default() };
    let mut app = TestApp::new(options, folder, vec2(1100.0, 760.0));
    app.wait_for_board();
    app.key(Modifiers::COMMAND, Key::N);
    app.wait_for_text("Game: Wide leap");
}

#[test]
fn the_focus_is_outlined() {
    let mut app = opened("Wide leap");
    app.key(NONE, Key::Tab);
    let ring = focused(&app).expand(1.0);
    let shapes = &app.harness.output().shapes;
    let is_ring = |shape: &egui::Shape| match shape {
        egui::Shape::Rect(rect) => rect.rect == ring && rect.stroke.width >= 1.5,
        _ => false,
    };
    assert!(shapes.iter().any(|clipped| is_ring(&clipped.shape)), "{ring}");
}

#[test]
fn tab_begins_at_the_first_field_and_reaches_the_buttons_last() {
    let mut app = opened("Wide leap");
    app.key(NONE, Key::Tab);
    let first = focused(&app);
    assert!(first.left() < 230.0 && first.top() < 80.0, "{first}");
    app.key(Modifiers::SHIFT, Key::Tab);
    app.key(Modifiers::SHIFT, Key::Tab);
    let last = focused(&app);
    assert!(last.top() > SIZE.y - 62.0, "{last}");
}

/// Would break if a tile forgot how the last game was set up.
#[test]
fn a_tile_plays_at_once_with_the_last_setup() {
    let mut app = TestApp::new(Options::default(), None, vec2(1100.0, 760.0));
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app.harness.state_mut().controller.preferences.seats = vec![HUMAN; 2];
    app.wait_for_text("5 variants");
    let plays = app.harness.get_all_by_role_and_label(egui::Role::Button, "Play");
    plays.last().expect("the tile's").click();
    let probe = app.until(|probe| probe.screen == "game" && !probe.loading);
    assert_eq!((probe.ruleset.as_str(), probe.human), ("leap/five", true));
    app.click("a2");
    assert!(app.probe().human, "two humans, as before");
}

/// Would break if a side could not be given to the computer, or a level not be chosen.
#[test]
fn sides_are_played_by_humans_or_computers() {
    let mut app = TestApp::new(Options::default(), None, vec2(1100.0, 760.0));
    app.until(|probe| probe.rulesets > 0 && !probe.loading);
    app.key(Modifiers::COMMAND, Key::N);
    app.wait_for_text("Red: Computer");
    app.choose("Red: Computer");
    app.choose("Blue: Human");
    let seats = app.harness.state().controller.setup.as_ref().expect("a setup").players.clone();
    assert!(matches!(seats[0], PlayerKind::Computer { .. }) && seats[1] == HUMAN, "{seats:?}");
}

#[test]
fn names_are_entered_shown_recorded_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let wide = vec2(1100.0, 760.0);
    let open = || {
        let mut app = TestApp::new(Options::default(), Some(folder.path().to_owned()), wide);
        app.until(|probe| probe.rulesets > 0 && !probe.loading);
        app.key(Modifiers::COMMAND, Key::N);
        app.wait_for_text("Name");
        app.harness.run_steps(10);
        app
    };
    let mut app = open();
    app.harness.get_by_label("Name").click();
    app.harness.run_steps(2);
    app.harness.event(egui::Event::Text(" Ann of  Cleves".to_owned()));
    app.harness.run_steps(2);
    app.button("Start");
    app.wait_for_board();
    assert!(app.harness.query_by_label("Ann of Cleves").is_some(), "beside the board");
    app.wait_for_text("Ann of Cleves to move");
    let session = app.harness.state().session().expect("a game");
    assert_eq!(session.game.players()[0].name, "Ann of Cleves");
    let record = boardloom_match::Record::of(&session.game).to_text();
    assert!(record.contains("[Seat \"1\" \"Ann of Cleves\" \"person\"]"), "{record}");
    app.click("a2");
    app.leave_game();
    app.key(Modifiers::COMMAND, Key::G);
    app.wait_for_text("Ann of Cleves");
    drop(app);
    // The next form has it already.
    let mut app = open();
    app.button("Start");
    app.wait_for_board();
    app.wait_for_text("Ann of Cleves to move");
}

#[test]
fn an_example_game_opens_from_the_rules_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = TestApp::two_humans(Some(folder.path().to_owned()), vec2(1100.0, 760.0));
    app.key(NONE, Key::F1);
    app.harness.get_by_role_and_label(egui::Role::Button, "Four moves").scroll_to_me();
    app.harness.run_steps(3);
    app.button("Four moves");
    app.wait_for_text("Eve to move");
    let session = app.harness.state().session().expect("a game");
    assert_eq!(session.player_label(0).as_deref(), Some("Eve"));
    app.key(NONE, Key::End);
    assert_eq!(app.probe().ply, 4);
    // A rematch closes it.
    app.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    app.until(|probe| probe.ply == 0 && !probe.status.contains("earlier") && !probe.loading);
    let records = |ending: &str| {
        let files = std::fs::read_dir(folder.path()).unwrap().flatten();
        files.filter(|it| it.path().extension().is_some_and(|it| it == ending)).count()
    };
    app.wait("the rematch alone", |_| records("journal") == 1);
    assert_eq!(records("loom"), 0);
}
