//! Slips of authors and what `check` says: each ruleset in `tests/data/rulesets/author` has the
//! text beside it. `UPDATE_EXPECT=1` updates the texts.

use std::path::{Path, PathBuf};

use expect_test::expect_file;

use crate::program::{TestDir, run_command};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rulesets/author")
}

#[test]
fn every_slip_is_told_so_that_the_next_try_is_right() {
    let dir = TestDir::new();
    let mut files: Vec<PathBuf> =
        folder().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "toml"));
    files.sort();
    assert!(files.len() >= 30, "the folder of slips was not found");
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut command = dir.command(&["check", &name]);
        command.current_dir(folder());
        let output = run_command(command, b"");
        assert!(output.code < 2, "{name}: {}", output.err);
        expect_file![path.with_extension("expected")].assert_eq(&output.out);
    }
}

#[test]
fn one_faulty_file_hides_no_other() {
    let dir = TestDir::new();
    let board = "[board]\ntopology = \"quadtree\"\n";
    let head = "format = 1\nplugin = \"fractal\"\nname = \"Deep\"\n";
    dir.write("mine/deep.toml", &format!("{head}{board}depth = 20\n"));
    dir.write("mine/other.toml", &format!("{head}{board}depht = 2\n"));
    let output = dir.run(&["check", "mine"]);
    assert_eq!(output.code, 1);
    let text = output.out + &output.err;
    for part in ["`depth = 10` fits", "did you mean `depth`?", "2 checked, 2 with errors"] {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
}
