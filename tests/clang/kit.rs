//! The parts of the kit that the example does not use.

use serde_json::Value;

use crate::plugin_folder::{keeps_the_contract, with_source};
use crate::program::{TestDir, run_command};
use crate::tests;

pub const TESTS: &[crate::NamedTest] = tests![
    a_new_plugin_in_c_works,
    dice_menus_and_captures_keep_the_contract,
    the_library_does_what_that_of_c_does,
    a_source_in_cpp_is_a_plugin,
    errors_name_their_place,
    the_guide_shows_code_that_is_tested,
];

fn a_new_plugin_in_c_works() {
    let dir = TestDir::new();
    assert_eq!(dir.run(&["new", "plugin", "my-game", "--language", "c"]).success(), "my-game\n");
    let within = |args: &[&str], input: &[u8]| {
        let mut command = dir.command(args);
        command.current_dir(dir.path().join("my-game"));
        run_command(command, input)
    };
    within(&["perft", "my-game/my-game", "-d", "1"], b"").fails(1, "boardloom plugin build");
    let built = within(&["plugin", "build"], b"");
    // The template gives the compiler nothing to warn of.
    assert!(!built.err.contains("warning"), "{}", built.err);
    assert_eq!(built.success(), "my-game.wasm\n");
    keeps_the_contract(&dir, "my-game", 1);
    // Any of sixteen squares, then any other: the first stone of a player has no neighbour.
    assert_eq!(within(&["perft", "my-game/my-game", "-d", "2"], b"").success(), "240\n");
    within(&["check", "rulesets"], b"").success();
    let schema = dir.path().join("my-game/rulesets/schema/my-game.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    assert!(schema.to_string().contains("\"Columns.\""), "{schema}");
    let illegal = within(&["play", "my-game.wasm", "--text", "--humans"], b"a1\nd4\na2\nquit\n");
    assert!((illegal.out + &illegal.err).contains("a2 is beside a stone of yours"));
}

fn dice_menus_and_captures_keep_the_contract() {
    let dir = with_source("race.c", include_str!("race.c"), "");
    keeps_the_contract(&dir, "mine", 1);
    let mut ask = dir.command(&["query"]);
    ask.current_dir(dir.path().join("mine"));
    let request = br#"{"ruleset": "mine/mine", "moves": ["roll1", "s1-s2!"], "ask": ["sites", "pieces", "position"]}"#;
    let answer: Value = serde_json::from_str(&run_command(ask, request).success()).unwrap();
    // The runner that stood there is caught: both changed places.
    assert_eq!(answer["position"], "moves: roll1 s1-s2!", "{answer}");
    assert_eq!(answer["sites"].as_array().unwrap().len(), 8);
}

fn the_library_does_what_that_of_c_does() {
    let ruleset = "[rules]\nyes = true\nleast = -12\nkind = \"three\"\n";
    let dir = with_source("library.c", include_str!("library.c"), ruleset);
    keeps_the_contract(&dir, "mine", 1);
}

fn a_source_in_cpp_is_a_plugin() {
    let dir = with_source("sticks.cpp", include_str!("sticks.cpp"), "");
    let manifest = dir.path().join("mine/plugin.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    // The kit's own sources are C.
    std::fs::write(manifest, text.replace(", \"-Werror\"", "")).unwrap();
    keeps_the_contract(&dir, "mine", 1);
}

fn errors_name_their_place() {
    let dir = with_source("race.c", include_str!("race.c"), "");
    let text = include_str!("race.c");
    let build = |text: &str| {
        dir.write("mine/race.c", text);
        dir.run(&["plugin", "build", "mine"])
    };
    build(&text.replace("own->die = 0;", "own->dye = 0;")).fails(1, "race.c");
    let unlinked = text.replace("bl_win(seat", "bl_wins(seat");
    build(&unlinked).fails(1, "bl_wins");
    // A plugin that fails names its own message.
    build(&text.replace("bl_write(out, \"stay\");", "")).success();
    let tested = dir.run(&["plugin", "test", "mine"]);
    assert_ne!(tested.code, 0);
    assert!(tested.out.contains("the notation `` is empty"), "{}", tested.out);
    dir.write("mine/plugin.toml", "[package]\nname = \"mine\"\nversion = \"1.0.0\"\n");
    dir.run(&["plugin", "build", "mine"]).fails(1, "plugin.toml: expected a [build]");
}

fn the_guide_shows_code_that_is_tested() {
    let guide = include_str!("../../sdk/c/README.md");
    let tested = [include_str!("../../sdk/c/examples/tictactoe/game.c"), include_str!("race.c")];
    let without_comment = |line: &str| line.split("/*").next().unwrap().trim().to_owned();
    let known: Vec<String> =
        tested.iter().flat_map(|text| text.lines()).map(without_comment).collect();
    let blocks = guide.split("```c\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let lines: Vec<String> = blocks.flat_map(str::lines).map(without_comment).collect();
    assert!(lines.len() > 25, "{lines:?}");
    for line in lines {
        assert!(known.contains(&line), "no test has the line `{line}`");
    }
    // Each function of the header is explained there alone.
    let header = include_str!("../../sdk/c/include/boardloom.h");
    for name in ["bl_add_vertex", "bl_add_line", "bl_add_caption", "bl_error", "bl_from_to"] {
        assert!(guide.contains(name) && header.contains(name), "{name}");
    }
}
