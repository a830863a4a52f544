//! Safe mode: what is built in alone, and nothing lost by it.

use crate::program::{Desk, install, install_own};

const RECORD: &str = "old.loom";

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
