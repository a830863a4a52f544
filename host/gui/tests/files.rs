//! Files: opened, saved elsewhere, dropped, exported.

mod common;
#[path = "common/sat.rs"]
mod sat;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boardloom_gui::Options;
use boardloom_match::Record;
use egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use sat::Sat;
use tempfile::TempDir;

const SIZE: Vec2 = Vec2::new(1100.0, 760.0);
const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// A folder for the program's own records, and one of a person's.
struct Folders {
    own: TempDir,
    mine: TempDir,
}

impl Folders {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        Folders { own: folder(), mine: folder() }
    }

    fn sit(&self) -> Sat {
        Sat::game_of(&["person", "person"], Some(self.own.path().to_owned()), SIZE)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.mine.path().join(name)
    }

    /// Writes the record of a game in which two moves were played.
    fn record(&self, name: &str) -> PathBuf {
        let mut sat = self.sit();
        sat.click("a2");
        sat.click("e2");
        let path = self.path(name);
        let session = sat.harness.state().session().expect("a game");
        Record::of(&session.game).save(&path).expect("it is written");
        path
    }
}

fn type_in(sat: &mut Sat, text: &str) {
    sat.key(CTRL, Key::A);
    sat.harness.event(Event::Text(text.to_owned()));
    sat.harness.run_steps(3);
}

/// Draws frames until something is there to be read.
fn until_said(sat: &mut Sat, text: &str) {
    wait(sat, text, |sat| {
        sat.harness.query_all_by_label_contains(text).next().is_some()
            || sat.probe().status.contains(text)
    });
}

fn wait(sat: &mut Sat, what: &str, so: impl Fn(&Sat) -> bool) {
    let began = Instant::now();
    while !so(sat) {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}: {:?}", sat.probe());
        sat.harness.step();
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn until_there(sat: &mut Sat, path: &Path) {
    wait(sat, &path.display().to_string(), |_| path.is_file());
}

fn row(sat: &Sat, name: &str) -> bool {
    sat.harness.query_by_role_and_label(egui::Role::Button, name).is_some()
}

#[test]
fn a_record_is_opened_by_its_path() {
    let folders = Folders::new();
    let path = folders.record("mine.loom");
    let mut sat = folders.sit();
    assert_eq!(sat.probe().ply, 0);
    sat.key(CTRL, Key::O);
    assert!(sat.probe().dialog);
    // A wrong path is told with what it led to, and the dialog stays.
    type_in(&mut sat, &folders.path("none.loom").display().to_string());
    sat.key(NONE, Key::Enter);
    until_said(&mut sat, "There is no file or folder");
    // The way there is completed by Tab.
    type_in(&mut sat, &folders.path("mi").display().to_string());
    wait(&mut sat, "the folder", |sat| row(sat, "mine.loom"));
    sat.key(NONE, Key::Tab);
    sat.key(NONE, Key::Enter);
    let probe = sat.until(|probe| probe.ply == 2 && !probe.loading);
    assert!(!probe.dialog);
    assert_eq!(probe.moves.len(), 2);
    // The file itself stays as it was, and its folder is offered the next time.
    assert_eq!(Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap().tree.len(), 3);
    sat.key(CTRL, Key::O);
    wait(&mut sat, "the folder again", |sat| row(sat, "mine.loom"));
    sat.key(NONE, Key::Escape);
    assert!(!sat.probe().dialog);
    assert_eq!(sat.probe().ply, 2);
}

#[test]
fn a_folder_is_gone_through_by_arrows_and_clicks() {
    let folders = Folders::new();
    folders.record("b.loom");
    std::fs::create_dir(folders.path("a")).unwrap();
    std::fs::write(folders.path("notes.txt"), "").unwrap();
    std::fs::write(folders.path("a/text.toml"), "").unwrap();
    let mut sat = folders.sit();
    sat.key(CTRL, Key::O);
    type_in(&mut sat, &format!("{}/", folders.mine.path().display()));
    wait(&mut sat, "the folder", |sat| row(sat, "a") && row(sat, "b.loom"));
    assert!(!row(&sat, "notes.txt"), "it is nothing to open");
    sat.harness.get_by_label("All files").click();
    sat.harness.run_steps(2);
    assert!(row(&sat, "notes.txt"));
    // Into the folder, and out of it again.
    sat.button("a");
    sat.button("Open");
    wait(&mut sat, "the inner folder", |sat| row(sat, "text.toml"));
    sat.harness.get_by_label_contains("Up").click();
    wait(&mut sat, "the outer folder", |sat| row(sat, "b.loom"));
    sat.harness.get_by_role_and_label(egui::Role::TextInput, "File").focus();
    sat.harness.run_steps(2);
    for _ in 0..2 {
        sat.key(NONE, Key::ArrowDown);
    }
    sat.key(NONE, Key::Enter);
    sat.until(|probe| probe.ply == 2 && !probe.loading);
}

#[test]
fn a_record_is_saved_elsewhere_and_stays_there() {
    let folders = Folders::new();
    let mut sat = folders.sit();
    sat.click("a2");
    sat.key(CTRL_SHIFT, Key::S);
    let path = folders.path("mine.loom");
    type_in(&mut sat, &folders.path("mine").display().to_string());
    sat.key(NONE, Key::Enter);
    until_there(&mut sat, &path);
    let moves = || {
        let text = std::fs::read_to_string(&path).unwrap();
        Record::parse(&text).unwrap().tree.len() - 1
    };
    assert_eq!(moves(), 1);
    // From now on this is where it is saved.
    sat.click("e2");
    sat.key(CTRL, Key::S);
    wait(&mut sat, "the second move", |_| moves() == 2);
    // What is there is replaced only when asked.
    sat.click("b2");
    sat.key(CTRL_SHIFT, Key::S);
    type_in(&mut sat, &path.display().to_string());
    sat.key(NONE, Key::Enter);
    until_said(&mut sat, "is there already");
    sat.button("Another name");
    assert!(sat.probe().dialog);
    assert_eq!(moves(), 2);
    sat.key(NONE, Key::Enter);
    until_said(&mut sat, "is there already");
    sat.button("Replace it");
    wait(&mut sat, "the third move", |_| moves() == 3);
    assert!(!sat.probe().dialog);
}

#[test]
fn what_cannot_be_written_is_told_with_its_place() {
    let folders = Folders::new();
    std::fs::write(folders.path("file"), "").unwrap();
    let mut sat = folders.sit();
    sat.key(CTRL_SHIFT, Key::S);
    type_in(&mut sat, &folders.path("file/inner").display().to_string());
    sat.key(NONE, Key::Enter);
    until_said(&mut sat, "There is no folder");
    assert!(sat.probe().dialog, "another one can be chosen");
}

#[test]
fn what_is_no_record_is_told_with_its_place() {
    let folders = Folders::new();
    std::fs::write(folders.path("bad.loom"), "[Boardloom\n").unwrap();
    let mut sat = folders.sit();
    sat.key(CTRL, Key::O);
    type_in(&mut sat, &folders.path("bad.loom").display().to_string());
    sat.key(NONE, Key::Enter);
    until_said(&mut sat, "bad.loom: line 1");
    assert_eq!(sat.probe().screen, "game", "the game at hand stays");
}

/// A file as a window hands it over.
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

fn drop_on(sat: &mut Sat, path: PathBuf) {
    sat.harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path)));
    sat.harness.step();
    sat.harness.input_mut().dropped_files.clear();
}

#[test]
fn what_is_dropped_is_opened() {
    let folders = Folders::new();
    let path = folders.record("mine.loom");
    let mut sat = Sat::new(Options::default(), Some(folders.own.path().to_owned()), SIZE);
    sat.until(|probe| !probe.loading);
    drop_on(&mut sat, path);
    sat.until(|probe| probe.screen == "game" && probe.ply == 2);
    // A ruleset opens the dialog for a new game.
    let ruleset = folders.path("own.toml");
    std::fs::write(&ruleset, common::FIVE.replace("Meadow", "My meadow")).unwrap();
    drop_on(&mut sat, ruleset);
    sat.until(|probe| probe.screen == "new-game");
    until_said(&mut sat, "My meadow");
    sat.key(NONE, Key::Escape);
    // A plugin opens what can be played by it, or says what is missing.
    drop_on(&mut sat, folders.path("meadow.wasm"));
    sat.until(|probe| probe.screen != "game" && !probe.loading);
    assert!(["library", "new-game"].contains(&sat.probe().screen));
    drop_on(&mut sat, folders.path("other.wasm"));
    until_said(&mut sat, "no ruleset for it was found");
}

#[test]
fn the_position_is_exported_as_shapes_and_dots() {
    let folders = Folders::new();
    let mut sat = folders.sit();
    sat.click("a2");
    for (form, name) in [("(SVG)", "x.svg"), ("board (PNG)", "x.png")] {
        sat.key(CTRL_SHIFT, Key::E);
        sat.harness.get_by_label_contains(form).click();
        sat.harness.run_steps(2);
        sat.button("800 × 800");
        sat.button("Export …");
        type_in(&mut sat, &folders.path(name).display().to_string());
        sat.key(NONE, Key::Enter);
        until_there(&mut sat, &folders.path(name));
        until_said(&mut sat, "Exported to");
    }
    let svg = std::fs::read_to_string(folders.path("x.svg")).unwrap();
    assert!(svg.contains("width=\"800\"") && svg.contains("#d55e00"), "{}", &svg[..200]);
    let png = std::fs::read(folders.path("x.png")).unwrap();
    // Width and height stand in the first chunk.
    assert_eq!(png[16..24], [0, 0, 3, 32, 0, 0, 3, 32]);
}

#[test]
fn the_game_is_exported_as_a_film_and_as_frames() {
    let folders = Folders::new();
    let mut sat = folders.sit();
    sat.click("a2");
    sat.click("e2");
    // From the middle of the line, all of it is shown.
    sat.key(NONE, Key::Home);
    for (form, name, first) in
        [("Animated GIF", "x.gif", "x.gif"), ("per position", "x-%02d.png", "x-02.png")]
    {
        sat.key(CTRL_SHIFT, Key::E);
        sat.harness.get_by_label_contains(form).click();
        sat.harness.run_steps(2);
        sat.button("480 × 480");
        sat.button("Export …");
        type_in(&mut sat, &folders.path(name).display().to_string());
        sat.key(NONE, Key::Enter);
        until_there(&mut sat, &folders.path(first));
        until_said(&mut sat, "Exported to");
    }
    assert!(std::fs::read(folders.path("x.gif")).unwrap().starts_with(b"GIF89a"));
    assert!(folders.path("x-00.png").is_file() && !folders.path("x-03.png").exists());
    assert_eq!(sat.probe().ply, 0, "the game at hand is where it was");
}

#[test]
fn a_film_is_stopped_and_whole_as_far_as_it_goes() {
    let folders = Folders::new();
    let mut sat = folders.sit();
    for site in ["a2", "e2", "b2", "d2", "c2", "e3", "a3", "d3"] {
        sat.click(site);
    }
    sat.key(CTRL_SHIFT, Key::E);
    sat.harness.get_by_label_contains("Animated GIF").click();
    sat.harness.run_steps(2);
    sat.button("2000 × 2000");
    sat.button("Export …");
    type_in(&mut sat, &folders.path("x.gif").display().to_string());
    sat.key(NONE, Key::Enter);
    wait(&mut sat, "the progress", |sat| {
        sat.harness.query_by_role_and_label(egui::Role::Button, "Stop").is_some()
    });
    sat.button("Stop");
    wait(&mut sat, "its end", |sat| {
        let status = sat.probe().status;
        ["Ended early", "ended before"].iter().any(|text| status.contains(text))
    });
    let left: Vec<_> = std::fs::read_dir(folders.mine.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    // A film that has a frame is there; nothing half done is left about.
    assert!(left.is_empty() || left == ["x.gif"], "{left:?}");
}

#[test]
fn a_picture_of_three_dimensions_is_what_the_window_shows() {
    let folders = Folders::new();
    let mut sat = folders.sit();
    sat.key(NONE, Key::Num3);
    sat.until(|probe| probe.stands);
    sat.key(CTRL_SHIFT, Key::E);
    assert!(sat.harness.query_by_label_contains("in 3D.").is_some());
    sat.button("Export …");
    type_in(&mut sat, &folders.path("x.png").display().to_string());
    sat.key(NONE, Key::Enter);
    wait(&mut sat, "the window is asked", |sat| !sat.probe().dialog);
    sat.harness.run_steps(3);
    let asked = sat.harness.state_mut().take_requests();
    assert_eq!(asked, [boardloom_gui::WindowRequest::Picture]);
    let (width, height) = (SIZE.x as u32, SIZE.y as u32);
    let dots = vec![77; (width * height * 4) as usize];
    sat.harness.state_mut().pictured(width, height, &dots);
    until_there(&mut sat, &folders.path("x.png"));
    let png = std::fs::read(folders.path("x.png")).unwrap();
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    // The board alone.
    assert!((100..width).contains(&side(16)) && (100..height).contains(&side(20)));
}
