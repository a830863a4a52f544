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
    assert!(files.len() >= 50, "the folder of slips has {} files", files.len());
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

#[test]
fn random_games_tell_what_no_formula_does() {
    let dir = TestDir::new();
    let square = "[board]\ntopology = \"grid\"\nwidth = 3\nheight = 3\n";
    let joined = "format = 1\nplugin = \"connection\"\nname = \"Two\"\n";
    let goals = "[rules]\ngoals = [{ line = 2 }]\nfull = \"draw\"\nboth = \"mover\"\n";
    // The second player needs one stone more on the board than the first one leaves.
    let stones = "[setup]\npieces = { o = [\"a1\"] }\n";
    let taken = joined.to_owned() + square + stones + goals;
    dir.write("quick.toml", &taken);
    let told = dir.run(&["check", "--play", "quick.toml"]).success();
    assert!(told.contains("wins with the second move, whatever the first was"), "{told}");
    assert_eq!(dir.run(&["check", "quick.toml"]).success(), "");
    let first = taken.replace("{ o =", "{ x =");
    dir.write("first.toml", &first);
    let told = dir.run(&["check", "--play", "first.toml"]).success();
    assert!(told.contains("wins with the first move `"), "{told}");
    // No rule ends a game in which positions repeat.
    let endless = "format = 1\nextends = \"tafl/brandubh\"\nname = \"Endless\"\n\n[setup]\n\
        rows = [\"3t3\", \"7\", \"7\", \"3K3\", \"7\", \"7\", \"3t3\"]\n\n[rules]\n\
        king_weapon = \"none\"\nrepetition = { count = 3, result = \"ignore\" }\n\
        stop = { corner = \"\" }\nencircle = \"none\"\nking_capture = { throne = \"safe\", \
        beside = \"safe\", edge = \"safe\", other = \"safe\" }\n";
    dir.write("endless.toml", endless);
    let told = dir.run(&["check", "--play", "endless.toml"]);
    assert!(told.out.contains("none of 20 random games ended"), "{}{}", told.out, told.err);
    assert_eq!(dir.run(&["check", "--play", "connection/hex"]).code, 2);
}
