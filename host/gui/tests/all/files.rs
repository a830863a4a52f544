//! Files: opened, saved elsewhere, dropped, exported.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crate::common::TestApp;
use crate::common::demo::Demo;
use boardloom_gui::Options;
use boardloom_match::Record;
use egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// The program's folder of records, and a user's folder.
struct Folders {
    own: TempDir,
    mine: TempDir,
}

impl Folders {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        Folders { own: folder(), mine: folder() }
    }

    fn game(&self) -> TestApp {
        TestApp::two_humans(Some(self.own.path().to_owned()), SIZE)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.mine.path().join(name)
    }

    /// Writes the record of a game in which two moves were played.
    fn record(&self, name: &str) -> PathBuf {
        let mut app = self.game();
        app.click("a2");
        app.click("e2");
        let path = self.path(name);
        let session = app.harness.state().session().expect("a game");
        Record::of(&session.game).save(&path).expect("it is written");
        path
    }
}

fn type_in(app: &mut TestApp, text: &str) {
    app.key(CTRL, Key::A);
    app.harness.event(Event::Text(text.to_owned()));
    app.harness.run_steps(3);
}

fn wait_for_file(app: &mut TestApp, path: &Path) {
    app.wait(&path.display().to_string(), |_| path.is_file());
}

fn row(app: &TestApp, name: &str) -> bool {
    app.harness.query_by_role_and_label(egui::Role::Button, name).is_some()
}

#[test]
fn a_record_is_opened_by_its_path() {
    let folders = Folders::new();
    let path = folders.record("mine.loom");
    let mut app = folders.game();
    assert_eq!(app.probe().ply, 0);
    app.key(CTRL, Key::O);
    assert!(app.probe().dialog);
    // A wrong path is reported, and the dialog stays.
    type_in(&mut app, &folders.path("none.loom").display().to_string());
    app.key(NONE, Key::Enter);
    app.wait_for_text("There is no file or folder");
    // Tab completes the path.
    type_in(&mut app, &folders.path("mi").display().to_string());
    app.wait("the folder", |app| row(app, "mine.loom"));
    app.key(NONE, Key::Tab);
    app.key(NONE, Key::Enter);
    let probe = app.until(|probe| probe.ply == 2 && !probe.loading);
    assert!(!probe.dialog);
    assert_eq!(probe.moves.len(), 2);
    // The file itself stays as it was, and its folder is offered the next time.
    assert_eq!(Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap().tree.len(), 3);
    app.key(CTRL, Key::O);
    app.wait("the folder again", |app| row(app, "mine.loom"));
    app.key(NONE, Key::Escape);
    assert!(!app.probe().dialog);
    assert_eq!(app.probe().ply, 2);
}

#[test]
fn a_new_player_finds_a_folder_and_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("not/yet");
    let mut app = TestApp::new(Options::default(), Some(records.clone()), SIZE);
    app.until(|probe| probe.screen == "start" && !probe.loading);
    assert!(!records.exists());
    app.key(CTRL, Key::O);
    app.until(|probe| probe.dialog);
    app.wait("the listing", |app| {
        let picker = app.harness.state_mut().controller.files.picker().expect("the dialog");
        !picker.note().is_some_and(|note| note.contains("Reading"))
    });
    assert!(app.harness.query_by_label_contains("can't be read").is_none());
    assert!(!records.exists(), "nothing is kept yet");
}

/// A slow window gets several keys in one frame.
#[test]
fn a_path_and_enter_in_one_frame_open_the_record() {
    let folders = Folders::new();
    let path = folders.record("mine.loom");
    let mut app = folders.game();
    let key = |key, modifiers| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let text = Event::Text(path.display().to_string());
    app.harness.input_mut().events.extend([key(Key::O, CTRL), text, key(Key::Enter, NONE)]);
    app.harness.step();
    app.until(|probe| probe.ply == 2 && !probe.loading);
}

#[test]
fn a_folder_is_browsed_by_arrows_and_clicks() {
    let folders = Folders::new();
    folders.record("b.loom");
    std::fs::create_dir(folders.path("a")).unwrap();
    std::fs::write(folders.path("notes.txt"), "").unwrap();
    std::fs::write(folders.path("a/text.toml"), "").unwrap();
    let mut app = folders.game();
    app.key(CTRL, Key::O);
    type_in(&mut app, &format!("{}/", folders.mine.path().display()));
    app.wait("the folder", |app| row(app, "a") && row(app, "b.loom"));
    assert!(!row(&app, "notes.txt"), "it is nothing to open");
    app.harness.get_by_label("All files").click();
    app.harness.run_steps(2);
    assert!(row(&app, "notes.txt"));
    // Into the folder, and out of it again.
    app.button("a");
    app.button("Open");
    app.wait("the inner folder", |app| row(app, "text.toml"));
    app.harness.get_by_label_contains("Up").click();
    app.wait("the outer folder", |app| row(app, "b.loom"));
    app.harness.get_by_role_and_label(egui::Role::TextInput, "File").focus();
    app.harness.run_steps(2);
    for _ in 0..2 {
        app.key(NONE, Key::ArrowDown);
    }
    app.key(NONE, Key::Enter);
    app.until(|probe| probe.ply == 2 && !probe.loading);
}

#[test]
fn a_record_saved_elsewhere_stays_there() {
    let folders = Folders::new();
    let mut app = folders.game();
    app.click("a2");
    app.key(CTRL_SHIFT, Key::S);
    let path = folders.path("mine.loom");
    type_in(&mut app, &folders.path("mine").display().to_string());
    app.key(NONE, Key::Enter);
    wait_for_file(&mut app, &path);
    let moves = || {
        let text = std::fs::read_to_string(&path).unwrap();
        Record::parse(&text).unwrap().tree.len() - 1
    };
    assert_eq!(moves(), 1);
    // Later saves go to the same file.
    app.click("e2");
    app.key(CTRL, Key::S);
    app.wait("the second move", |_| moves() == 2);
    // An existing file is replaced only after a question.
    app.click("b2");
    app.key(CTRL_SHIFT, Key::S);
    type_in(&mut app, &path.display().to_string());
    app.key(NONE, Key::Enter);
    app.wait_for_text("is there already");
    app.button("Another name");
    assert!(app.probe().dialog);
    assert_eq!(moves(), 2);
    app.key(NONE, Key::Enter);
    app.wait_for_text("is there already");
    app.button("Replace it");
    app.wait("the third move", |_| moves() == 3);
    assert!(!app.probe().dialog);
}

#[test]
fn a_write_error_names_the_path() {
    let folders = Folders::new();
    std::fs::write(folders.path("file"), "").unwrap();
    let mut app = folders.game();
    app.key(CTRL_SHIFT, Key::S);
    type_in(&mut app, &folders.path("file/inner").display().to_string());
    app.key(NONE, Key::Enter);
    app.wait_for_text("There is no folder");
    assert!(app.probe().dialog, "another one can be chosen");
}

#[test]
fn an_invalid_record_is_reported_with_its_location() {
    let folders = Folders::new();
    std::fs::write(folders.path("bad.loom"), "[Boardloom\n").unwrap();
    let mut app = folders.game();
    app.key(CTRL, Key::O);
    type_in(&mut app, &folders.path("bad.loom").display().to_string());
    app.key(NONE, Key::Enter);
    app.wait_for_text("bad.loom: line 1");
    assert_eq!(app.probe().screen, "game", "the open game stays");
}

/// A file dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("it is read by its path".to_owned())
    }
}

fn drop_on(app: &mut TestApp, path: PathBuf) {
    app.harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path)));
    app.harness.step();
    app.harness.input_mut().dropped_files.clear();
}

#[test]
fn a_dropped_file_is_opened() {
    let folders = Folders::new();
    let path = folders.record("mine.loom");
    let mut app = TestApp::new(Options::default(), Some(folders.own.path().to_owned()), SIZE);
    app.until(|probe| !probe.loading);
    drop_on(&mut app, path);
    app.until(|probe| probe.screen == "game" && probe.ply == 2);
    // A ruleset opens the dialog for a new game.
    let ruleset = folders.path("own.toml");
    std::fs::write(&ruleset, crate::common::demo::FIVE.replace("Leap", "My leap")).unwrap();
    drop_on(&mut app, ruleset);
    app.until(|probe| probe.screen == "new-game");
    app.wait_for_text("My leap");
    app.key(NONE, Key::Escape);
    // A plugin opens its rulesets, or reports that there are none.
    for plugin in ["leap.wasm", "leap.loomgame"] {
        drop_on(&mut app, folders.path(plugin));
        app.until(|probe| probe.screen != "game" && !probe.loading);
        assert!(["library", "new-game"].contains(&&*app.probe().screen));
    }
    drop_on(&mut app, folders.path("other.wasm"));
    app.wait_for_text("no ruleset for it was found");
}

/// Would break if a game were installed for a record without the player's consent.
#[test]
fn a_dropped_record_asks_for_the_game_that_it_lacks() {
    let folders = Folders::new();
    let path = folders.record("mine.loom");
    let (services, shelf) = Demo::without_plugin();
    let mut app = TestApp::with_services(services, Options::default(), SIZE);
    app.until(|probe| !probe.loading);
    let question = "This game needs ann/leap";
    for answer in ["Cancel", "Install"] {
        drop_on(&mut app, path.clone());
        app.wait_for_text(question);
        let help = "ann/leap 0.2.0 is in https://example.org/games/";
        assert!(app.harness.query_by_label_contains(help).is_some());
        assert!(shelf.is_missing.load(Ordering::Acquire), "nothing is installed yet");
        app.button(answer);
    }
    app.until(|probe| probe.screen == "game" && probe.ply == 2);
    assert!(!shelf.is_missing.load(Ordering::Acquire));
}

#[test]
fn the_position_is_exported_as_svg_and_png() {
    let folders = Folders::new();
    let mut app = folders.game();
    app.click("a2");
    for (form, name) in [("(SVG)", "x.svg"), ("board (PNG)", "x.png")] {
        app.key(CTRL_SHIFT, Key::E);
        app.harness.get_by_label_contains(form).click();
        app.harness.run_steps(2);
        app.choose("800");
        app.button("Export…");
        type_in(&mut app, &folders.path(name).display().to_string());
        app.key(NONE, Key::Enter);
        wait_for_file(&mut app, &folders.path(name));
        app.wait_for_text("Exported to");
    }
    let svg = std::fs::read_to_string(folders.path("x.svg")).unwrap();
    assert!(svg.contains("width=\"800\"") && svg.contains("#d55e00"), "{}", &svg[..200]);
    let png = std::fs::read(folders.path("x.png")).unwrap();
    // Width and height stand in the first chunk.
    assert_eq!(png[16..24], [0, 0, 3, 32, 0, 0, 3, 32]);
}

#[test]
fn the_game_is_exported_as_an_animation_and_as_frames() {
    let folders = Folders::new();
    let mut app = folders.game();
    app.click("a2");
    app.click("e2");
    // The animation begins at the start, wherever the board is.
    app.key(NONE, Key::Home);
    for (form, name, first) in
        [("Animated GIF", "x.gif", "x.gif"), ("per position", "x-%02d.png", "x-02.png")]
    {
        app.key(CTRL_SHIFT, Key::E);
        app.harness.get_by_label_contains(form).click();
        app.harness.run_steps(2);
        app.choose("480");
        app.button("Export…");
        type_in(&mut app, &folders.path(name).display().to_string());
        app.key(NONE, Key::Enter);
        wait_for_file(&mut app, &folders.path(first));
        app.wait_for_text("Exported to");
    }
    assert!(std::fs::read(folders.path("x.gif")).unwrap().starts_with(b"GIF89a"));
    assert!(folders.path("x-00.png").is_file() && !folders.path("x-03.png").exists());
    assert_eq!(app.probe().ply, 0, "the open game is where it was");
}

#[test]
fn a_stopped_animation_is_a_valid_file() {
    let folders = Folders::new();
    let mut app = folders.game();
    for site in ["a2", "e2", "b2", "d2", "c2", "e3", "a3", "d3"] {
        app.click(site);
    }
    app.key(CTRL_SHIFT, Key::E);
    app.harness.get_by_label_contains("Animated GIF").click();
    app.harness.run_steps(2);
    app.choose("2000");
    app.button("Export…");
    type_in(&mut app, &folders.path("x.gif").display().to_string());
    app.key(NONE, Key::Enter);
    app.wait("the progress", |app| {
        app.harness.query_by_role_and_label(egui::Role::Button, "Stop").is_some()
    });
    app.button("Stop");
    app.wait("its end", |app| {
        let status = app.probe().status;
        ["Ended early", "ended before"].iter().any(|text| status.contains(text))
    });
    let left: Vec<_> = std::fs::read_dir(folders.mine.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    // The file has at least one frame, and no temporary file is left.
    assert!(left.is_empty() || left == ["x.gif"], "{left:?}");
}

#[test]
fn a_3d_picture_is_what_the_window_shows() {
    let folders = Folders::new();
    let mut app = folders.game();
    app.key(NONE, Key::Num3);
    app.until(|probe| probe.three_d);
    app.key(CTRL_SHIFT, Key::E);
    assert!(app.harness.query_by_label_contains("in 3D.").is_some());
    app.button("Export…");
    type_in(&mut app, &folders.path("x.png").display().to_string());
    app.key(NONE, Key::Enter);
    app.wait("the window is asked", |app| !app.probe().dialog);
    app.harness.run_steps(3);
    let asked = app.harness.state_mut().take_requests();
    assert_eq!(asked, [boardloom_gui::WindowRequest::Picture]);
    let (width, height) = (SIZE.x as u32, SIZE.y as u32);
    let dots = vec![77; (width * height * 4) as usize];
    app.harness.state_mut().receive_picture(width, height, &dots);
    wait_for_file(&mut app, &folders.path("x.png"));
    let png = std::fs::read(folders.path("x.png")).unwrap();
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    // The board alone.
    assert!((100..width).contains(&side(16)) && (100..height).contains(&side(20)));
}
