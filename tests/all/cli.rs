//! The command line: what each command prints, and how it ends.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::program::Desk;
use crate::support::ruleset;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn without_a_display_it_says_so_and_what_to_do() {
    let desk = Desk::new();
    for args in [&[][..], &["play"], &["play", "ataxx/classic"]] {
        desk.run(args).refused(3, "boardloom play --text");
    }
}

#[test]
fn what_is_not_understood_ends_with_2() {
    let desk = Desk::new();
    desk.run(&["nonsense"]).refused(2, "unrecognized subcommand");
    desk.run(&["perft", "ataxx/classic"]).refused(2, "--depth");
    desk.run(&["perft", "ataxx/clasic", "-d", "1"]).refused(2, "did you mean `ataxx/classic`?");
    desk.run(&["rules", "nowhere.toml"]).refused(2, "nowhere.toml");
    desk.run(&["play", "--text"]).refused(2, "expected the name of a ruleset");
    desk.run(&["play", "--text", "ataxx/classic", "--seat1", "robot"]).refused(2, "computer:LEVEL");
    let third = ["play", "--text", "ataxx/classic", "--seat3", "computer"];
    desk.run(&third).refused(2, "this game has 2 seats");
    let high = ["play", "--text", "ataxx/classic", "--seat2", "computer:99"];
    desk.run(&high)
        .refused(2, "there is no level 99; there are 1, 2, 3, 4, 5, 6, 7, 8; as `--seat2");
    desk.run(&["play", "--text", "x.loom"]).refused(5, "cannot read x.loom");
    desk.run(&["play", "--text", "x.loom", "--seed", "1"]).refused(2, "a record has its own");
    desk.run(&["render", "ataxx/classic", "-o", "x.jpeg"]).refused(2, ".png or .svg");
    let view = ["render", "ataxx/classic", "-o", "x.svg", "--view", "sphere"];
    desk.run(&view).refused(2, "no view `sphere` of this board, expected one of: flat");
    desk.run(&["--rulesets", "nowhere", "list"]).refused(2, "nowhere does not exist");
    desk.run(&["--plugins", "nowhere", "list"]).refused(2, "nowhere does not exist");
    desk.run(&["--safe-mode", "--plugins", ".", "list"]).refused(2, "cannot be used with");
    desk.run(&["perft", "ataxx/classic", "-d", "1", "--set", "nothing"]).refused(2, "--set");
    desk.run(&["perft", "ataxx/classic", "-d", "1", "--moves", "zz"]).refused(2, "`zz`");
}

#[test]
fn help_and_version_are_results() {
    let desk = Desk::new();
    assert!(desk.run(&["--help"]).done().contains("Exit codes: 0 success"));
    assert!(desk.run(&["--version"]).done().starts_with("boardloom "));
    assert!(desk.run(&["completions", "bash"]).done().contains("boardloom"));
    assert!(desk.run(&["man"]).done().contains(".TH boardloom"));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let desk = Desk::new();
    for args in [&["list"][..], &["schema", "ataxx"], &["rules", "ataxx/classic"]] {
        let mut command = desk.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn list_shows_where_each_comes_from_and_what_it_hides() {
    let desk = Desk::new();
    let all = json(&desk.run(&["list", "--json"]).done());
    let ids: Vec<&str> =
        all.as_array().unwrap().iter().map(|e| e["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), boardloom_bundle::rulesets().len());
    assert!(ids.is_sorted());

    let text = "format = 1\nname = \"Mine\"\nextends = \"ataxx/classic\"\n";
    desk.write("rulesets/ataxx/classic.toml", text);
    let yours = desk.data().join("rulesets/ataxx/classic.toml");
    std::fs::create_dir_all(yours.parent().unwrap()).unwrap();
    std::fs::write(&yours, text.replace("Mine", "Yours")).unwrap();
    let given = desk.write("given/ataxx/classic.toml", &text.replace("Mine", "Given"));

    let named = |args: &[&str]| {
        let all = json(&desk.run(args).done());
        let entries = all.as_array().unwrap();
        entries.iter().find(|entry| entry["id"] == "ataxx/classic").unwrap().clone()
    };
    let entry = named(&["list", "--json"]);
    assert_eq!(entry["name"], "Yours");
    assert_eq!(entry["shadows"].as_array().unwrap().len(), 2);
    assert_eq!(entry["shadows"][1], "built-in");
    let entry = named(&["--rulesets", "given", "list", "--json"]);
    assert_eq!(entry["name"], "Given");
    assert!(given.ends_with(entry["origin"].as_str().unwrap()));
    let entry = named(&["--safe-mode", "list", "--json"]);
    assert_eq!((&entry["origin"], &entry["name"]), (&"built-in".into(), &"Ataxx".into()));
    // From below the checkout too.
    let below = desk.write("deep/below/x", "");
    let mut command = desk.command(&["list"]);
    command.current_dir(below.parent().unwrap());
    let text = crate::program::said(command, b"").done();
    assert!(text.contains("yours: ") && text.contains("hides this folder: "), "{text}");
}

#[test]
fn a_ruleset_changes_the_board_without_a_build() {
    let desk = Desk::new();
    desk.write(
        "rulesets/ataxx/classic.toml",
        "format = 1\nname = \"Wide\"\nextends = \"ataxx/classic\"\n\
         [board]\nwidth = 9\nheight = 9\nblocked = [\"e5\", \"d4\"]\n",
    );
    let request = br#"{"ruleset": "ataxx/classic", "ask": ["position"]}"#;
    let answer = json(&desk.tell(&["query"], request).done());
    assert_eq!(answer["position"], "x7o/9/9/9/4-4/3-5/9/9/o7x x 0 1");
}

#[test]
fn rules_tell_the_parameters_in_force() {
    let desk = Desk::new();
    let text = desk.run(&["rules", "ataxx/classic", "--set", "rules.quiet_limit=40"]).done();
    assert!(text.contains("40"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.contains(" = ")), "{text}");
    let toml = desk.run(&["rules", "ataxx/tournament", "--toml"]).done();
    desk.write("copy.toml", &toml);
    assert_eq!(desk.run(&["rules", "copy.toml", "--toml"]).done(), toml);
}

#[test]
fn check_finds_all_faults_and_ends_with_1() {
    let desk = Desk::new();
    desk.write("good.toml", "format = 1\nname = \"A\"\nextends = \"ataxx/classic\"\n");
    assert_eq!(desk.run(&["check", "good.toml"]).done(), "");
    desk.write(
        "bad.toml",
        "format = 1\nname = \"A\"\nextends = \"ataxx/classic\"\n[board]\nwidht = 9\nglue = true\n",
    );
    let said = desk.run(&["check", "."]);
    assert_eq!(said.code, 1, "{}", said.err);
    for text in ["bad.toml:5:1", "bad.toml:6:8", "widht = 9", "did you mean `width`?"] {
        assert!(said.out.contains(text), "expected `{text}` in:\n{}", said.out);
    }
    assert!(said.err.contains("2 checked, 1 with faults"), "{}", said.err);
    let said = desk.run(&["check", "--json", "bad.toml"]);
    let report = json(said.out.trim());
    assert_eq!((said.code, &report["errors"]), (1, &2.into()));
    assert_eq!(report["findings"][0]["line"], 5);
    desk.run(&["check", "nothing"]).refused(2, "there is no file or folder nothing");
    // Without a path, everything that can be found.
    desk.run(&["check"]).done();
}

#[test]
fn schema_is_for_editors() {
    let desk = Desk::new();
    let schema = json(&desk.run(&["schema", "ataxx"]).done());
    for key in ["board", "rules", "setup", "players", "options", "look"] {
        assert!(schema["properties"].get(key).is_some(), "{key}");
    }
    desk.run(&["schema", "atax"]).refused(2, "there is no plugin `atax`");
}

#[test]
fn perft_counts_alike_in_every_way() {
    let desk = Desk::new();
    let perft = |more: &[&str]| {
        let args = [&["perft", "ataxx/tournament", "-d", "3"], more].concat();
        desk.run(&args).done()
    };
    assert_eq!(perft(&[]), "6460\n");
    assert_eq!(perft(&["--listed"]), "6460\n");
    assert_eq!(perft(&["--threads", "3"]), "6460\n");
    let divided = perft(&["--divide", "--threads", "2"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 17);
    let sum: u64 =
        lines[..16].iter().map(|l| l.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((sum, lines[16]), (6460, "6460"));
    let object = json(&perft(&["--json", "--divide"]));
    assert_eq!((&object["nodes"], object["moves"].as_object().unwrap().len()), (&6460.into(), 16));
    let from = perft(&["--position", "x6/7/7/7/7/7/7 x 0 1"]);
    assert_eq!(from, "0\n");
    assert_eq!(desk.run(&["perft", "ataxx/tournament", "-d", "0"]).done(), "1\n");
}

#[test]
fn render_draws_what_a_record_or_a_ruleset_says() {
    let desk = Desk::new();
    let args = ["render", "ataxx/classic", "-o", "x.png", "--size", "200x100", "--moves", "g2"];
    desk.run(&args).done();
    let decoder =
        png::Decoder::new(BufReader::new(std::fs::File::open(desk.path().join("x.png")).unwrap()));
    let reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (200, 100));
    let svg = desk.run(&["render", "ataxx/classic", "-o", "-", "--format", "svg"]).done();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..100]);
    assert!(!svg.contains("NaN"));
    let play = ["play", "ataxx/classic", "--text", "--record", "x.loom"];
    desk.tell(&play, b"g2\na2\nquit\n").done();
    desk.run(&["render", "x.loom", "-o", "two.svg", "--ply", "1", "--theme", "dark"]).done();
    desk.run(&["render", "x.loom", "-o", "three.svg", "--ply", "9"]).refused(2, "has 2 moves");
    assert!(desk.path().join("two.svg").is_file());
}

#[test]
fn a_game_is_played_on_standard_input_and_output() {
    let desk = Desk::new();
    let args = ["play", "ataxx/small", "--text", "--seat2", "computer:1", "--seed", "5"];
    let said =
        desk.tell(&args, b"help\nlegal\nnonsense\nb5\nundo\nb5\nposition\nmoves\nhint\nrules\n");
    let out = said.out.as_str();
    assert_eq!(said.code, 0, "{}", said.err);
    for text in [
        "Ataxx, small board, seed 5",
        "Blue (computer, level 1)",
        "a4 a5a3", // legal
        "1. Red: b5",
        "2. Blue: ",
        "back to: the start",
        "Rules\n-----",
        " %  ",
    ] {
        assert!(out.contains(text), "expected `{text}` in:\n{out}");
    }
    assert!(said.err.contains("`legal` lists the moves"), "{}", said.err);
    assert!(said.err.contains("boardloom play --text --continue"), "{}", said.err);
    // The game was kept: it goes on where it was.
    let on = desk.tell(&["play", "--text", "--continue"], b"moves\nresign\n");
    assert_eq!(on.code, 0, "{}", on.err);
    assert!(on.out.contains("1. Red: b5"), "{}", on.out);
    assert!(on.out.contains("Game over: Blue won"), "{}", on.out);
    // A finished one is not offered again.
    desk.run(&["play", "--text", "--continue"]).refused(2, "no game to go on with");
}

#[test]
fn a_game_begins_from_a_position_and_a_list_of_moves() {
    let desk = Desk::new();
    let play = |more: &[&str]| {
        let mut args = vec!["play", "ataxx/classic", "--text"];
        args.extend(more);
        desk.tell(&args, b"moves\nposition\nquit\n")
    };
    let said = play(&["--moves", "1. b6 G7E5", "2. c5"]).done();
    assert!(said.contains("3. Red: c5"), "{said}");
    let start = "x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1";
    let said = play(&["--position", start, "--moves", "a2"]).done();
    assert!(said.contains("x5o/7/3-3/2-1-2/3-3/o6/o5x x 0 2"), "{said}");
    play(&["--moves", "b6 zz"]).refused(2, "move 2 of the list, at line 1, column 4: `zz`");
    play(&["--position", "x5o/8/5/o5x"]).refused(2, "row 2");
    desk.run(&["play", "--text", "x.loom", "--moves", "a"]).refused(2, "a record has its own");
}

#[test]
fn the_computer_comments_where_the_ruleset_has_words() {
    let desk = Desk::new();
    let args = ["play", "ataxx/microscope", "--text", "--seat1", "computer:1", "--seed", "5"];
    let resigned = || desk.tell(&args, b"resign\nquit\n").done();
    let said = resigned();
    let texts = &ruleset("ataxx/microscope").ai.remarks["won"];
    let last = |said: &str| texts.iter().find(|text| said.contains(text.as_str())).cloned();
    assert!(last(&said).is_some(), "{said}");
    assert_eq!(last(&said), last(&resigned()), "the same seed, the same words");
}

#[test]
fn the_computer_plays_a_whole_game_and_the_record_replays() {
    let desk = Desk::new();
    let args = [
        "play",
        "ataxx/small",
        "--text",
        "--seat1",
        "computer:1",
        "--seat2",
        "computer:1",
        "--seed",
        "1",
        "--record",
        "game.loom",
    ];
    let said = desk.run(&args);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Game over: "), "{}", said.out);
    let replayed = desk.run(&["replay", "game.loom"]).done();
    let last = |text: &str| text.trim_end().lines().last().unwrap().to_owned();
    assert_eq!(last(&replayed), last(&said.out));
    let lines = desk.run(&["replay", "game.loom", "--json"]).done();
    for (ply, line) in lines.lines().enumerate() {
        assert_eq!(json(line)["ply"], ply);
    }
    // A record is not written over by another game.
    desk.run(&args).refused(2, "is there already");
    // It goes on as the same record.
    let on = ["play", "game.loom", "--text", "--record", "game.loom"];
    let said = desk.tell(&on, b"undo\n");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[test]
fn clocks_run_in_a_game_as_text_and_stand_in_its_record() {
    let desk = Desk::new();
    let args = ["play", "ataxx/arcade", "--text", "--record", "x.loom"];
    let said = desk.tell(&args, b"buy 2\nb6\ntime\nbuy 9\npause\n\nresign\n");
    assert!(said.err.contains("there is no time to buy here"), "{said:?}");
    let out = said.done();
    for expected in [
        "clock: 1:40, and 3 coins for 100 s each",
        "(3 coins), Blue 1:40 (3 coins)",
        "Red buys 100 s\nRed buys 100 s\n",
        "(1 coin), Blue 1:",
        "Blue buys 100 s",
        "paused; press Enter to go on",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let record = std::fs::read_to_string(desk.path().join("x.loom")).unwrap();
    // Where a line breaks depends on how long the moves took.
    let record = record.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(record.contains("[Clock \"arcade\" \"100\" \"100\" \"3\" \"carry\"]"), "{record}");
    assert!(record.contains("[coins 2][left "), "{record}");
    assert!(record.contains("!resign {[took ") && record.contains("[coins 3]"), "{record}");
    let replayed = desk.run(&["replay", "x.loom"]).done();
    assert!(replayed.contains("bought time: 2, "), "{replayed}");
    let json = desk.run(&["replay", "x.loom", "--json"]).done();
    assert!(json.lines().any(|line| line.contains("\"coins\":2,")), "{json}");

    // Another clock than the ruleset's, and a computer that keeps to it.
    let seats = ["--seat1", "computer:8", "--seat2", "computer:8", "--record", "y.loom"];
    // The game is of a few moves and its time ample, so that it runs out for a
    // computer that thinks it away and not for one on a busy machine.
    let set = "rules.quiet_limit=2";
    let args = ["play", "ataxx/small", "--text", "--clock", "40", "--set", set];
    let out = desk.tell(&[&args[..], &seats].concat(), b"").done();
    assert!(out.contains("clock: 0:40 for the game"), "{out}");
    assert!(!out.contains("time is up"), "{out}");
    desk.run(&["play", "--text", "ataxx/small", "--clock", "soon"]).refused(2, "TIME+INCREMENT");
    desk.run(&["play", "--text", "y.loom", "--clock", "3"]).refused(2, "a record has its own");
}

#[test]
fn lines_of_any_bytes_do_no_harm() {
    let desk = Desk::new();
    let mut input = b"\xff\xfe\n\n   \n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 300_000));
    input.extend(b"\nmove\nsave\nsave /nowhere/at/all.loom\nredo\nundo\nb5\0\nmove b5");
    let said = desk.tell(&["play", "ataxx/small", "--text"], &input);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("1. Red: b5"), "{}", said.out);
    assert!(said.err.contains("cannot write"), "{}", said.err);
    assert!(!said.err.contains("panicked"), "{}", said.err);
}

#[test]
fn a_killed_game_loses_no_move() {
    let desk = Desk::new();
    let mut command = desk.command(&["play", "ataxx/small", "--text"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"b5\nd5\nc5\n").unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = out.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("3. Red: c5")));
    child.kill().unwrap();
    child.wait().unwrap();
    let said = desk.tell(&["play", "--text", "--continue"], b"moves\n");
    for text in ["1. Red: b5", "2. Blue: d5", "3. Red: c5"] {
        assert!(said.out.contains(text), "expected `{text}` in:\n{}", said.out);
    }
}

#[test]
fn doctor_names_what_is_amiss() {
    let desk = Desk::new();
    let text = desk.run(&["doctor"]).done();
    assert!(text.contains("built in") && text.contains("contract"), "{text}");
    let broken = desk.data().join("plugins/broken.wasm");
    std::fs::create_dir_all(broken.parent().unwrap()).unwrap();
    std::fs::write(&broken, "no component").unwrap();
    let said = desk.run(&["doctor", "--json"]);
    assert_eq!(said.code, 1);
    let all = json(&said.out);
    let amiss: Vec<_> = all.as_array().unwrap().iter().filter(|it| it["amiss"] == true).collect();
    assert_eq!(amiss.len(), 1, "{amiss:?}");
    assert!(amiss[0]["found"].as_str().unwrap().contains("expected a WebAssembly component"));
}

#[test]
fn bench_measures_a_plugin() {
    let desk = Desk::new();
    let text = desk.run(&["bench", "ataxx/small", "--seconds", "0.01", "--json"]).done();
    let object = json(&text);
    for key in ["load_cold_ms", "leaves_per_second", "playouts_listed", "playouts_counted"] {
        assert!(!object[key].is_null(), "{key}: {text}");
    }
}

/// Puts a plugin of WebAssembly text among the user's own, with a ruleset.
pub fn install(desk: &Desk, name: &str) {
    let text = std::fs::read_to_string(crate::guest::folder().join(format!("{name}.wat"))).unwrap();
    let parts = if name == "polite" { "" } else { &*text };
    let path = desk.data().join(format!("plugins/{name}.wasm"));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, crate::guest::changed(parts)).unwrap();
    let ruleset = format!("format = 1\nname = \"Wild\"\nplugin = \"{name}\"\n");
    desk.write(&format!("data/boardloom/rulesets/wild/{name}.toml"), &ruleset);
}

#[test]
fn a_plugin_that_fails_ends_no_game() {
    let desk = Desk::new();
    install(&desk, "last-words");
    let said = desk.tell(&["play", "wild/last-words", "--text"], b"a\nlegal\nquit\n");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("broke down in `cursor.play`"), "{}", said.err);
    assert!(said.err.contains("the game goes on"), "{}", said.err);
    assert!(said.out.lines().any(|line| line.starts_with("a ") || line == "a"), "{}", said.out);
    desk.run(&["perft", "wild/last-words", "-d", "1"]).refused(4, "does not offer `count`");
}

#[test]
fn a_display_that_does_not_answer_is_told() {
    let desk = Desk::new();
    for display in [":64999", "no such host:0"] {
        let mut command = desk.command(&["play", "ataxx/classic"]);
        command.env("DISPLAY", display);
        crate::program::said(command, b"").refused(3, "boardloom play --text");
    }
}
