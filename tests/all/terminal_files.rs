//! Files in the full-screen terminal: opened, saved elsewhere, exported.

use std::path::Path;

use crate::program::TestDir;
use crate::pty::Terminal;
use crate::terminal::{DOWN, ESC, LEFT, OPEN, QUIT, SAVE, click, people};

/// Clears the typed name and types a path.
fn type_path(terminal: &mut Terminal, path: &Path) {
    terminal.keys(&format!("\u{15}{}", path.display()));
}

#[test]
fn records_are_saved_elsewhere_replaced_and_opened_by_their_path() {
    let dir = TestDir::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.loom");
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.keys("w");
    terminal.wait("the picker", |shown| shown.contains("Save the record as"));
    type_path(&mut terminal, &path);
    terminal.keys("\r");
    terminal.wait("the record", |shown| shown.contains("Saved as"));
    let before = std::fs::read_to_string(&path).expect("the record");
    terminal.keys("/f2\r");
    terminal.wait("the move", |shown| shown.contains("Blue to move"));
    // A file is replaced only after a question, whose proposed answer keeps it.
    terminal.keys("w");
    terminal.wait("the folder", |shown| shown.contains("Record") && shown.contains("  mine.loom"));
    type_path(&mut terminal, &path);
    terminal.keys("\r");
    terminal.wait("the question", |shown| shown.contains("mine.loom is there already."));
    terminal.keys("\r");
    terminal.wait("the picker", |shown| !shown.contains("is there already."));
    assert_eq!(std::fs::read_to_string(&path).expect("the record"), before);
    terminal.keys("\r");
    terminal.wait("the question", |shown| shown.contains("mine.loom is there already."));
    terminal.keys("y");
    terminal.wait("the record", |shown| shown.contains("Saved as"));
    assert!(std::fs::read_to_string(&path).expect("the record").contains("f2"));
    // From now on this file is the one to save.
    terminal.keys("/b2\r");
    terminal.wait("the next move", |shown| shown.contains("Orange to move"));
    terminal.keys(SAVE);
    terminal.wait("the record", |_| std::fs::read_to_string(&path).unwrap().contains("b2"));
    terminal.keys(QUIT);
    terminal.wait("the question", |shown| shown.contains("Quit?"));
    terminal.keys("y");
    assert_eq!(terminal.end().code, Some(0));

    let mut terminal = Terminal::start(&TestDir::new(), &["play", "--terminal"], 80, 24);
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    terminal.keys(OPEN);
    terminal.wait("the picker", |shown| shown.contains("Open file"));
    // A wrong path is reported, and the picker stays.
    type_path(&mut terminal, &folder.path().join("none.loom"));
    terminal.keys("\r");
    terminal.wait("why not", |shown| shown.contains("There is no file or folder"));
    type_path(&mut terminal, &folder.path().join("mi"));
    terminal.wait("the record", |shown| shown.contains("  mine.loom"));
    terminal.keys("\t\r");
    terminal.wait("the game", |shown| shown.contains("1. f2"));
}

/// A player reads what to do; the diagnostics for authors are in the log.
#[test]
fn a_record_whose_rules_cannot_be_used_is_explained_to_a_player() {
    let dir = TestDir::new();
    let record = ["play", "ataxx/small", "--text", "--record", "game.loom"];
    dir.run_with_input(&record, b"quit\n").success();
    let path = dir.path().join("game.loom");
    let text = std::fs::read_to_string(&path).expect("a record");
    assert!(text.contains("plugin = \"ataxx\""), "{text}");
    let missing = text.replace("plugin = \"ataxx\"", "plugin = \"gone\"");
    let missing = missing.replace("[Plugin \"ataxx\"", "[Plugin \"gone\"");
    let broken = text.replace("format = 1", "format = 1\nbored = 1");
    for (record, said) in [
        (missing, "This game needs the plugin gone"),
        (broken, "The copy of the rules in this record cannot be used"),
    ] {
        std::fs::write(&path, record).expect("written");
        let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
        terminal.wait("the start screen", |shown| shown.contains("New game"));
        terminal.keys(OPEN);
        terminal.wait("the picker", |shown| shown.contains("Open file"));
        type_path(&mut terminal, &path);
        terminal.keys("\r");
        let shown = terminal.wait("the reason", |shown| shown.contains(said));
        assert!(!shown.contains("-->"), "{shown}");
        terminal.keys(ESC);
        terminal.keys(QUIT);
        terminal.keys("y");
    }
}

#[test]
fn a_board_is_exported_from_the_terminal() {
    let dir = TestDir::new();
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.keys("/f2\r");
    terminal.wait("the move", |shown| shown.contains("Blue to move"));
    let begins = |name: &str| std::fs::read(folder.path().join(name)).expect("the export");
    for (name, form, start) in [
        ("a.png", "", &b"\x89PNG"[..]),
        ("b.svg", "l", b"<svg"),
        ("c.gif", "ll", b"GIF8"),
        ("d.png", "h", b"\x89PNG"),
    ] {
        terminal.keys("e");
        terminal.wait("the settings", |shown| {
            shown.contains("> Format               < Image of the board (PNG) >")
        });
        // A width that is typed, and one that the arrows change.
        terminal.keys(&format!("{form}{DOWN}320{DOWN}330{LEFT}"));
        terminal.wait("the size", |shown| {
            shown.contains("Width                < 320 >")
                && shown.contains("Height               < 320 >")
        });
        terminal.keys("\r");
        terminal.wait("the picker", |shown| shown.contains("Export to"));
        type_path(&mut terminal, &folder.path().join(name));
        terminal.keys("\r");
        terminal.wait("the export", |shown| shown.contains("Exported to"));
        let name = name.replace("d.png", "d-0001.png");
        assert!(begins(&name).starts_with(start), "{name}");
        terminal.keys("V");
        terminal.wait("the board", |shown| !shown.contains("Exported to"));
    }
    // Width and height of a PNG stand in its first chunk.
    assert_eq!(begins("a.png")[16..24], [0, 0, 1, 64, 0, 0, 1, 64]);
    // Esc leaves the picker, then nothing is left open.
    terminal.keys("e\r");
    terminal.wait("the picker", |shown| shown.contains("Export to"));
    terminal.keys(ESC);
    terminal.wait("the board", |shown| !shown.contains("Export to"));
}

#[test]
fn files_are_picked_by_the_mouse_and_places_by_a_key() {
    let dir = TestDir::new();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("inner")).expect("a folder in it");
    std::fs::write(folder.path().join("inner/notes.txt"), "").expect("a text");
    let mut terminal = Terminal::start(&dir, &people("ataxx/classic"), 80, 24);
    terminal.wait("the turn", |shown| shown.contains("Orange to move"));
    terminal.keys("/f2\rw");
    terminal.wait("the picker", |shown| shown.contains("Save the record as"));
    type_path(&mut terminal, &folder.path().join("inner/mine.loom"));
    terminal.keys("\r");
    terminal.wait("the record", |shown| shown.contains("Saved as"));
    terminal.keys(OPEN);
    terminal.wait("the folder", |shown| shown.contains("  mine.loom"));
    // F2 shows the files of other kinds too.
    terminal.keys("\u{1b}OQ");
    terminal.wait("all files", |shown| shown.contains("  notes.txt"));
    terminal.keys("\u{1b}OQ");
    terminal.wait("records alone", |shown| !shown.contains("  notes.txt"));
    // F3 goes to the next place, and in the end to the folder of the record again.
    let here = folder.path().join("inner").display().to_string();
    terminal.keys("\u{1b}OR");
    terminal.wait("another place", |shown| !shown.contains(&here));
    terminal.press_until(&["\u{1b}OR"], "the folder", |shown| shown.contains(&here));
    type_path(&mut terminal, &folder.path().join(""));
    terminal.wait("the outer folder", |shown| shown.contains("  inner "));
    // A click on the typed name chooses nothing.
    let clicked = click(&terminal.shown(), "█");
    terminal.keys(&clicked);
    let clicked = click(&terminal.shown(), "inner ");
    terminal.keys(&clicked);
    terminal.wait("the inner folder", |shown| shown.contains("  mine.loom"));
    terminal.keys(&format!("{ESC}[<65;2;2M"));
    terminal.wait("the wheel selects", |shown| shown.contains("> mine.loom"));
    let clicked = click(&terminal.shown(), "mine.loom");
    terminal.keys(&clicked);
    terminal.wait("the game", |shown| !shown.contains("Open file") && shown.contains("1. f2"));
}

#[test]
fn esc_stops_an_export() {
    let dir = TestDir::new();
    let folder = tempfile::tempdir().expect("a folder");
    let moves = "f2 f6 e2 e6 f3 f5 e3 e5 d2 d6";
    let args = [&people("ataxx/classic")[..], &["--moves", moves]].concat();
    let mut terminal = Terminal::start(&dir, &args, 80, 24);
    terminal.wait("the moves", |shown| shown.contains("  1. f2"));
    terminal.keys("e");
    terminal.wait("the settings", |shown| shown.contains("Width"));
    terminal.keys(&format!("ll{DOWN}8000{DOWN}8000\r"));
    terminal.wait("the picker", |shown| shown.contains("Export to"));
    type_path(&mut terminal, &folder.path().join("x.gif"));
    terminal.keys("\r");
    terminal.wait("the progress", |shown| shown.contains("Esc Stop"));
    terminal.keys(ESC);
    let early = ["Ended early", "Ended before"];
    terminal.wait("its end", |shown| early.iter().any(|text| shown.contains(text)));
    assert!(terminal.shown().contains("1. f2"), "the game stays open");
}
