//! What is wrong in the meaning of a ruleset, from the plugin through `extends` to
//! the file, line and column that it came from.

use crate::program::{Desk, Said};

/// Checks a file of a folder of rulesets.
fn check(desk: &Desk, file: &str) -> Said {
    let folder = desk.path().to_string_lossy().into_owned();
    let path = desk.path().join(file).to_string_lossy().into_owned();
    desk.run(&["--rulesets", &folder, "check", &path])
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
}

/// A board of five by five with what is blocked and where the pieces stand.
fn five(blocked: &str, pieces: &str) -> String {
    format!(
        "format = 1\nplugin = \"ataxx\"\nname = \"Five\"\n\n[board]\ntopology = \"grid\"\n\
         width = 5\nheight = 5\nblocked = {blocked}\n\n[setup]\npieces = {pieces}\n"
    )
}

#[test]
fn a_site_that_does_not_exist_is_shown_in_the_file_that_names_it() {
    let desk = Desk::new();
    let pieces = r#"{ x = ["a1"], o = ["e5"] }"#;
    desk.write("ataxx/parent.toml", &five(r#"["c3", "from a2 to q2"]"#, pieces));
    let child = "format = 1\nname = \"Child\"\nextends = \"ataxx/parent\"\n\n[board]\nwidth = 6\n";
    desk.write("ataxx/child.toml", child);
    let said = check(&desk, "ataxx/child.toml");
    assert_eq!(said.code, 1);
    holds(
        &(said.out + &said.err),
        &[
            "there is no site or region `q2` on this board",
            "ataxx/parent.toml:9:30",
            "9 | blocked = [\"c3\", \"from a2 to q2\"]\n  |                              ^^",
            "sites are called `a5` to `f1`",
            "child.toml` extends `",
        ],
    );
}

#[test]
fn a_start_on_a_blocked_site_is_refused() {
    let desk = Desk::new();
    desk.write("ataxx/start.toml", &five(r#"["c3"]"#, r#"{ x = ["a1"], o = ["e5", "c3"] }"#));
    let said = check(&desk, "ataxx/start.toml");
    assert_eq!(said.code, 1);
    holds(
        &(said.out + &said.err),
        &[
            "a piece cannot start on `c3`, which is blocked",
            "ataxx/start.toml:12:35",
            "move the piece, or take the wall away",
        ],
    );
}

#[test]
fn what_cannot_be_reached_is_a_warning() {
    let desk = Desk::new();
    let split = five(r#"["row 3"]"#, r#"{ x = ["a1"], o = ["e5"] }"#);
    desk.write("ataxx/split.toml", &(split + "\n[board.regions]\nlake = [\"a3\", \"b3\"]\n"));
    let said = check(&desk, "ataxx/split.toml");
    assert_eq!(said.code, 0, "{} {}", said.out, said.err);
    holds(
        &(said.out + &said.err),
        &[
            "10 open sites are cut off from the rest of the board: `a2`",
            "ataxx/split.toml:9:11",
            "all sites of the region `lake` are blocked",
            "ataxx/split.toml:15:8",
        ],
    );
}

#[test]
fn a_goal_that_the_board_cannot_have_is_refused() {
    let desk = Desk::new();
    let ruleset = "format = 1\nplugin = \"connection\"\nname = \"No loop\"\n\n[board]\n\
                   topology = \"hex\"\nshape = { rhombus = 5 }\n\n[rules]\ngoal = \"loop\"\n";
    desk.write("connection/loop.toml", ruleset);
    let said = check(&desk, "connection/loop.toml");
    assert_eq!(said.code, 1);
    holds(&(said.out + &said.err), &["connection/loop.toml:10:8", "goal = \"loop\""]);
}
