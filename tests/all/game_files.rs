//! Games as one file: packed, played, installed, replaced, removed, and what is no such file.

use std::path::PathBuf;

use boardloom_component::with_section;
use serde_json::Value;

use crate::program::TestDir;
use crate::pty::Terminal;
use crate::terminal::OPEN;
use crate::third_party::{build_component, folder};

const REVERSI: &str = "sdk/examples/reversi";

/// Packs the example under an id; returns the file.
fn pack(dir: &TestDir, id: &str, file: &str) -> PathBuf {
    let component = dir.write("component.wasm", "");
    std::fs::write(&component, &**build_component(REVERSI)).expect("a file");
    let crate_folder = folder(REVERSI);
    let (component, crate_folder) = (component.display(), crate_folder.display());
    let (component, crate_folder) = (component.to_string(), crate_folder.to_string());
    let args = ["plugin", "pack", &crate_folder, "--id", id, "--component", &component, "-o", file];
    assert!(dir.run(&args).success().contains(file));
    std::fs::remove_file(component).expect("removed");
    dir.path().join(file)
}

fn installed(dir: &TestDir) -> Vec<String> {
    let listed = dir.run(&["plugin", "list", "--json"]).success();
    let ids = listed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    ids.map(|game| format!("{} {}", game["id"], game["version"]).replace('"', "")).collect()
}

#[test]
fn a_game_is_one_file_that_is_played_anywhere_and_removed() {
    let author = TestDir::new();
    let file = pack(&author, "ann/reversi", "reversi.loomgame");
    let bytes = std::fs::read(&file).expect("the file");
    let again = std::fs::read(pack(&author, "ann/reversi", "again.loomgame")).expect("the file");
    assert!(bytes == again, "the same game has the same bytes");
    // Another machine has the file alone.
    let dir = TestDir::new();
    let path = dir.path().join("some game.loomgame");
    std::fs::write(&path, &bytes).expect("written");
    let play = ["play", "some game.loomgame", "--text", "--humans", "--clock", "none"];
    let output = dir.run_with_input(&play, b"d3\nquit\n");
    assert!(output.out.contains("1. Black: d3"), "{}{}", output.out, output.err);
    assert!(output.err.contains("installed ann/reversi"), "{}", output.err);
    assert_eq!(installed(&dir).len(), 1);
    // From now on it needs no file, nor does the game that was begun.
    std::fs::remove_file(&path).expect("removed");
    assert!(dir.run(&["list", "reversi"]).success().contains("reversi/reversi"));
    dir.run(&["rules", "reversi/reversi"]).success();
    let goes_on = dir.run_with_input(&["play", "--text", "--continue"], b"moves\nquit\n").success();
    assert!(goes_on.contains("1. Black: d3"), "{goes_on}");
    assert!(!dir.run(&["--safe-mode", "list", "reversi"]).out.contains("reversi/reversi"));
    assert!(dir.run(&["plugin", "remove", "ann/reversi"]).success().contains("removed"));
    assert_eq!(installed(&dir), Vec::<String>::new());
    dir.run(&["play", "reversi/reversi", "--text", "--humans"]).fails(2, "reversi");
    dir.run(&["plugin", "remove", "ann/reversi"]).fails(5, "no game `ann/reversi` is installed");
}

#[test]
fn a_version_never_changes_and_a_name_belongs_to_one_game() {
    let dir = TestDir::new();
    let file = pack(&dir, "ann/reversi", "reversi.loomgame");
    let bytes = std::fs::read(&file).expect("the file");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(dir.path().join(name), bytes).expect("written");
    };
    dir.run(&["plugin", "install", "reversi.loomgame"]).success();
    dir.run(&["plugin", "install", "reversi.loomgame"]).success();
    write("changed.loomgame", &with_section(bytes.clone(), "boardloom:file/README.md", b"new"));
    dir.run(&["plugin", "install", "changed.loomgame"]).fails(5, "needs a new version");
    pack(&dir, "bob/reversi", "bobs.loomgame");
    dir.run(&["plugin", "install", "bobs.loomgame"]).fails(5, "is the name of ann/reversi too");
    // A later version lies beside the earlier one.
    let described = |id: &str, version: &str| {
        let text = format!("{{\"id\":\"{id}\",\"version\":\"{version}\"}}");
        with_section(build_component(REVERSI).to_vec(), "boardloom:game", text.as_bytes())
    };
    write("later.loomgame", &described("ann/reversi", "9.0.0"));
    dir.run(&["plugin", "install", "later.loomgame"]).success();
    assert_eq!(installed(&dir), ["ann/reversi 9.0.0", "ann/reversi 0.1.0"]);
    let folders = || {
        let all = std::fs::read_dir(dir.data().join("games")).expect("the store");
        all.flatten().filter(|entry| entry.path().is_dir()).count()
    };
    assert_eq!(folders(), 2);
    dir.run(&["plugin", "remove", "ann/reversi"]).success();
    assert_eq!((installed(&dir), folders()), (Vec::new(), 0));
    // No game replaces a built-in one.
    write("built-in.loomgame", &described("x/ataxx", "1"));
    dir.run(&["plugin", "install", "built-in.loomgame"]).fails(5, "a built-in game");
}

#[test]
fn what_is_no_game_file_changes_nothing() {
    let dir = TestDir::new();
    let component = build_component(REVERSI);
    let section = |name: &str, data: &str| with_section(component.to_vec(), name, data.as_bytes());
    let good = "{\"id\":\"ann/reversi\",\"version\":\"1.0.0\"}";
    let with = |path: &str| {
        let file = ["boardloom:file/", path].concat();
        with_section(section("boardloom:game", good), &file, b"name = 1\n")
    };
    let cut = {
        let all = section("boardloom:game", good);
        all[..all.len() / 2].to_vec()
    };
    for (bytes, why) in [
        (Vec::new(), "no game file"),
        (b"format = 1".to_vec(), "no game file"),
        (component.to_vec(), "it has no description"),
        (cut, "damaged"),
        (section("boardloom:game", "x"), "is no JSON"),
        (
            with_section(section("boardloom:game", good), "boardloom:game", b"{}"),
            "two descriptions",
        ),
        (section("boardloom:game", "{}"), "expected an id"),
        (section("boardloom:game", "{\"id\":\"../x\",\"version\":\"1\"}"), "expected an id"),
        (
            section("boardloom:game", "{\"id\":\"a/b\",\"version\":\"1\\u001b[31m\"}"),
            "control characters",
        ),
        (with("../../escape.toml"), "is no name that a file in a game may have"),
        (with("/etc/x.toml"), "is no name"),
        (with("run.sh"), "is no name"),
        (with_section(with("rulesets/a.toml"), "boardloom:file/rulesets/a.toml", b""), "two files"),
    ] {
        std::fs::write(dir.path().join("bad.loomgame"), bytes).expect("written");
        for args in [
            &["plugin", "install", "bad.loomgame"][..],
            &["play", "bad.loomgame", "--text", "--humans"],
        ] {
            let output = dir.run(args);
            assert_eq!(output.code, 5, "{why}: {}{}", output.out, output.err);
            assert!(output.err.contains(why), "{why}: {}", output.err);
            assert!(!output.err.contains('\u{1b}'), "{}", output.err);
        }
    }
    assert_eq!(installed(&dir), Vec::<String>::new());
    // A damaged list loses the games that it names, and no more.
    std::fs::create_dir_all(dir.data().join("games")).expect("a folder");
    std::fs::write(dir.data().join("games/games.lock"), "[[game").expect("written");
    assert_eq!(installed(&dir), Vec::<String>::new());
    assert!(dir.run(&["list"]).success().contains("ataxx/classic"));
}

/// In the terminal as in the window, opening the file is enough.
#[test]
fn a_game_file_is_opened_from_the_start_screen() {
    let dir = TestDir::new();
    let path = pack(&dir, "ann/reversi", "reversi.loomgame");
    let mut terminal = Terminal::start(&dir, &["play", "--terminal"], 80, 24);
    terminal.wait("the start screen", |shown| shown.contains("New game"));
    terminal.keys(OPEN);
    terminal.wait("the picker", |shown| shown.contains("Open file"));
    terminal.keys(&format!("\u{15}{}\r", path.display()));
    terminal.wait("the game", |shown| shown.contains("Reversi"));
    assert_eq!(installed(&dir).len(), 1);
}
