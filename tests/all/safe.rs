//! Safe mode: what is built in alone, and nothing lost by it.

use crate::program::Desk;
use crate::screen::{Program, Screen};

/// Installs a plugin of a person's own, and a ruleset for it.
fn install_own(desk: &Desk) {
    install(desk, "own");
    let bundled = boardloom_bundle::rulesets();
    let (_, classic) =
        bundled.iter().find(|(name, _)| *name == "ataxx/classic.toml").expect("it is bundled");
    let own = classic.replace("plugin = \"ataxx\"", "plugin = \"own\"");
    desk.write("data/boardloom/rulesets/own/one.toml", &own);
}
const RECORD: &str = "old.loom";

/// Puts a plugin into the user's own folder: a copy of one that is built in, under
/// another name.
fn install(desk: &Desk, name: &str) {
    let bundled = boardloom_bundle::plugins().iter().find(|(name, _)| *name == "ataxx");
    let (_, component) = bundled.expect("it is bundled");
    let file = desk.write(&format!("data/boardloom/plugins/{name}.wasm"), "");
    std::fs::write(file, component).expect("a file");
}

fn read(desk: &Desk, file: &str) -> String {
    std::fs::read_to_string(desk.path().join(file)).expect("a text")
}

#[test]
fn a_record_of_a_plugin_that_is_left_out_says_so_and_stays_as_it_is() {
    let desk = Desk::new();
    install_own(&desk);
    let record = desk.path().join(RECORD).to_string_lossy().into_owned();
    let people = ["--seat1", "human", "--seat2", "human"];
    let args = ["play", "own/one", "--text", "--record", &record, "--moves", "b6 f6"];
    desk.run(&[&args[..], &people].concat()).done();
    let before = read(&desk, RECORD);
    assert!(before.contains("b6") && before.contains("plugin = \"own\""), "{before}");

    let safe = desk.run(&["--safe-mode", "play", &record, "--text"]);
    assert_eq!(safe.code, 1, "{}", safe.err);
    for expected in [
        "there is no plugin `own`",
        "safe mode leaves out the one in",
        "own.wasm",
        "start without `--safe-mode`",
    ] {
        assert!(safe.err.contains(expected), "{}", safe.err);
    }
    desk.run(&["--safe-mode", "play", "own/one", "--text"])
        .refused(2, "safe mode leaves out rulesets that are not built in");
    assert_eq!(read(&desk, RECORD), before);
    // Without it, all is as it was.
    let again = desk.tell(&["play", &record, "--text"], b"quit\n").done();
    assert!(again.contains("to move"), "{again}");
}

#[test]
fn a_record_of_ones_own_build_of_a_plugin_goes_on_with_the_one_built_in() {
    let desk = Desk::new();
    install(&desk, "ataxx");
    let record = desk.path().join("old.loom").to_string_lossy().into_owned();
    let start = ["play", "ataxx/classic", "--text", "--record", &record, "--moves", "b6 f6"];
    desk.run(&start).done();
    let on = desk.tell(&["--safe-mode", "play", &record, "--text"], b"c5\nquit\n").done();
    assert!(on.contains("c5"), "{on}");
}

#[test]
fn the_window_shows_safe_mode_and_keeps_the_game_it_cannot_open() {
    let name = "the_window_shows_safe_mode_and_keeps_the_game_it_cannot_open";
    let Some(screen) = Screen::new(name) else { return };
    let desk = Desk::new();
    install_own(&desk);
    let people = ["--seat1", "human", "--seat2", "human"];
    let mut program = Program::start(&screen, &desk, &[&["play", "own/one"][..], &people].concat());
    program.walk(&["a7", "b6"], 1);
    program.crash();

    let mut program = Program::start(&screen, &desk, &["--safe-mode", "play", "--continue"]);
    let expected = ["safe mode leaves out", "start without `--safe-mode`", "is kept as it is"];
    program.wait("why it does not open", |seen| {
        let written = seen.written();
        seen.dialog && expected.iter().all(|text| written.contains(text))
    });
    program.press("Close");
    program.wait("the sign, and the game still offered", |seen| {
        let start = seen.screen == "start" && !seen.dialog;
        start && seen.written().contains("Safe mode") && seen.has_widget("Continue")
    });
    program.quit();

    let args = [&["--safe-mode", "play", "ataxx/classic"][..], &people].concat();
    let mut program = Program::start(&screen, &desk, &args);
    program.wait("the sign beside the board", |seen| {
        seen.is_ready() && seen.written().contains("Safe mode")
    });
    program.quit();

    let mut program = Program::start(&screen, &desk, &["play", "--continue"]);
    let seen = program.wait_for_turn();
    assert_eq!((seen.moves.as_slice(), &*seen.ruleset), (&["b6".to_owned()][..], "own/one"));
    assert!(!seen.written().contains("Safe mode"), "{seen}");
    program.quit();
}
