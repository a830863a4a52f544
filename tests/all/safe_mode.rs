//! Safe mode loads built-in games only and changes no file.

use crate::program::{TestDir, install, install_own};

const RECORD: &str = "old.loom";

fn read(dir: &TestDir, file: &str) -> String {
    std::fs::read_to_string(dir.path().join(file)).expect("a text")
}

#[test]
fn safe_mode_refuses_records_of_user_plugins_and_keeps_them() {
    let dir = TestDir::new();
    install_own(&dir);
    let record = dir.path().join(RECORD).to_string_lossy().into_owned();
    let humans = ["--seat1", "human", "--seat2", "human"];
    let args = ["play", "own/one", "--text", "--humans", "--record", &record, "--moves", "b6 f6"];
    dir.run(&[&args[..], &humans].concat()).success();
    let before = read(&dir, RECORD);
    assert!(before.contains("b6") && before.contains("plugin = \"own\""), "{before}");

    let safe = dir.run(&["--safe-mode", "play", &record, "--text", "--humans"]);
    assert_eq!(safe.code, 1, "{}", safe.err);
    for expected in [
        "there is no plugin `own`",
        "safe mode leaves out the one in",
        "own.wasm",
        "start without `--safe-mode`",
    ] {
        assert!(safe.err.contains(expected), "{}", safe.err);
    }
    dir.run(&["--safe-mode", "play", "own/one", "--text", "--humans"])
        .fails(2, "safe mode leaves out rulesets that are not built in");
    assert_eq!(read(&dir, RECORD), before);
    // Without safe mode the games are back.
    let again = dir.run_with_input(&["play", &record, "--text", "--humans"], b"quit\n").success();
    assert!(again.contains("to move"), "{again}");
}

#[test]
fn a_record_of_a_user_build_continues_with_the_built_in_plugin() {
    let dir = TestDir::new();
    install(&dir, "ataxx");
    let record = dir.path().join("old.loom").to_string_lossy().into_owned();
    let start =
        ["play", "ataxx/classic", "--text", "--humans", "--record", &record, "--moves", "b6 f6"];
    dir.run(&start).success();
    let on = dir
        .run_with_input(&["--safe-mode", "play", &record, "--text", "--humans"], b"c5\nquit\n")
        .success();
    assert!(on.contains("c5"), "{on}");
}
