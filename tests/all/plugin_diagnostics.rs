//! Diagnostics of plugins, traced through `extends` to the file, line and column of the
//! value.

use crate::program::{ProgramOutput, TestDir};

/// Checks a file in a folder of rulesets.
fn check(dir: &TestDir, file: &str) -> ProgramOutput {
    let folder = dir.path().to_string_lossy().into_owned();
    let path = dir.path().join(file).to_string_lossy().into_owned();
    dir.run(&["--rulesets", &folder, "check", &path])
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
}

/// A board of five by five with these blocked sites and pieces.
fn five(blocked: &str, pieces: &str) -> String {
    format!(
        "format = 1\nplugin = \"ataxx\"\nname = \"Five\"\n\n[board]\ntopology = \"grid\"\n\
         width = 5\nheight = 5\nblocked = {blocked}\n\n[setup]\npieces = {pieces}\n"
    )
}

#[test]
fn an_unknown_site_is_reported_where_it_is_named() {
    let dir = TestDir::new();
    let pieces = r#"{ x = ["a1"], o = ["e5"] }"#;
    dir.write("ataxx/parent.toml", &five(r#"["c3", "from a2 to q2"]"#, pieces));
    let child = "format = 1\nname = \"Child\"\nextends = \"ataxx/parent\"\n\n[board]\nwidth = 6\n";
    dir.write("ataxx/child.toml", child);
    let output = check(&dir, "ataxx/child.toml");
    assert_eq!(output.code, 1);
    holds(
        &(output.out + &output.err),
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
    let dir = TestDir::new();
    dir.write("ataxx/start.toml", &five(r#"["c3"]"#, r#"{ x = ["a1"], o = ["e5", "c3"] }"#));
    let output = check(&dir, "ataxx/start.toml");
    assert_eq!(output.code, 1);
    holds(
        &(output.out + &output.err),
        &[
            "a piece cannot start on `c3`, which is blocked",
            "ataxx/start.toml:12:35",
            "move the piece, or take the wall away",
        ],
    );
}

#[test]
fn unreachable_sites_are_warnings() {
    let dir = TestDir::new();
    let split = five(r#"["row 3"]"#, r#"{ x = ["a1"], o = ["e5"] }"#);
    dir.write("ataxx/split.toml", &(split + "\n[board.regions]\nlake = [\"a3\", \"b3\"]\n"));
    let output = check(&dir, "ataxx/split.toml");
    assert_eq!(output.code, 0, "{} {}", output.out, output.err);
    holds(
        &(output.out + &output.err),
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
    let dir = TestDir::new();
    let ruleset = "format = 1\nplugin = \"connection\"\nname = \"No loop\"\n\n[board]\n\
                   topology = \"hex\"\nshape = { rhombus = 5 }\n\n[rules]\ngoal = \"loop\"\n";
    dir.write("connection/loop.toml", ruleset);
    let output = check(&dir, "connection/loop.toml");
    assert_eq!(output.code, 1);
    holds(&(output.out + &output.err), &["connection/loop.toml:10:8", "goal = \"loop\""]);
}

/// Would break if a plugin's schema, which reads the players too, replaced the host's.
#[test]
fn a_player_without_a_name_is_reported() {
    let dir = TestDir::new();
    for family in ["ataxx/classic", "connection/hex", "fractal/square", "tafl/brandubh"] {
        let text = format!(
            "format = 1\nname = \"Own\"\nextends = \"{family}\"\n\n[[players]]\nnam = \"A\"\n\
             color = \"#112233\"\n\n[[players]]\nname = \"B\"\ncolour = \"#332211\"\n"
        );
        dir.write("own/one.toml", &text);
        let output = check(&dir, "own/one.toml");
        assert_eq!(output.code, 1, "{family}: {}", output.err);
        holds(
            &(output.out + &output.err),
            &[
                "unknown key `nam` in `players[1]`",
                "did you mean `name`?",
                "unknown key `colour` in `players[2]`",
                "did you mean `color`?",
            ],
        );
    }
}
