//! The command line: the output and the exit of each command.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::program::TestDir;
use crate::support::ruleset;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_missing_display_is_reported_with_a_remedy() {
    let dir = TestDir::new();
    for args in [&[][..], &["play"], &["play", "ataxx/classic"]] {
        dir.run(args).fails(3, "boardloom play --terminal");
    }
}

#[test]
fn invalid_arguments_exit_with_2() {
    let dir = TestDir::new();
    dir.run(&["nonsense"]).fails(2, "unrecognized subcommand");
    dir.run(&["perft", "ataxx/classic"]).fails(2, "--depth");
    assert_eq!(dir.run(&["perft", "ataxx/classic", "2"]).success(), "256\n");
    dir.run(&["perft", "ataxx/classic", "2", "--depth", "2"]).fails(2, "cannot be used with");
    dir.run(&["play", "--terminal", "--language", "de"]).fails(2, "cannot be used with");
    dir.run(&["perft", "ataxx/clasic", "-d", "1"]).fails(2, "did you mean `ataxx/classic`?");
    // The game's name in place of the family's: not the nearest spelling of another game.
    dir.run(&["rules", "hex/projective"]).fails(2, "did you mean `connection/projective-hex`?");
    dir.run(&["rules", "nowhere.toml"]).fails(5, "cannot read nowhere.toml");
    dir.run(&["play", "--text"]).fails(2, "a ruleset; `boardloom list` shows all");
    dir.run(&["play", "--text", "ataxx/classic", "--seat1", "robot"]).fails(2, "computer:LEVEL");
    let third = ["play", "--text", "ataxx/classic", "--seat3", "computer"];
    dir.run(&third).fails(2, "this game has 2 seats");
    let high = ["play", "--text", "ataxx/classic", "--seat2", "computer:99"];
    let levels = "there is no level 99; there are 1 (Beginner), 2 (Easy), 3 (Casual), 4 (Steady)";
    dir.run(&high).fails(2, levels);
    dir.run(&["play", "--text", "x.loom"]).fails(5, "cannot read x.loom");
    dir.write("y.loom", "");
    dir.run(&["play", "--text", "y.loom", "--seed", "1"]).fails(2, "a record has its own");
    dir.run(&["render", "ataxx/classic", "-o", "x.jpeg"]).fails(2, ".png or .svg");
    let view = ["render", "ataxx/classic", "-o", "x.svg", "--view", "sphere"];
    dir.run(&view).fails(2, "no view `sphere` of this board, expected one of: flat");
    dir.run(&["--rulesets", "nowhere", "list"]).fails(2, "nowhere does not exist");
    dir.run(&["--plugins", "nowhere", "list"]).fails(2, "nowhere does not exist");
    dir.run(&["--safe-mode", "--plugins", ".", "list"]).fails(2, "cannot be used with");
    dir.run(&["perft", "ataxx/classic", "-d", "1", "--set", "nothing"]).fails(2, "--set");
    dir.run(&["perft", "ataxx/classic", "-d", "1", "--moves", "zz"]).fails(2, "`zz`");
    dir.run(&["perft", "ataxx/classic", "-d", "1", "--set", "board.width=99"]).fails(2, "99");
}

/// Window, terminal and text mode refuse the same arguments before anything opens.
#[test]
fn every_mode_refuses_the_same_arguments() {
    let dir = TestDir::new();
    for mode in [&[][..], &["--terminal"], &["--text"]] {
        let play = |more: &[&str]| dir.run(&[&["play"], more, mode].concat());
        play(&["ataxx/classic", "--seat3", "human"]).fails(2, "seat 3: this game has 2 seats\n");
        play(&["ataxx/boogers", "--seat5", "human"]).fails(2, "this game has 2, 3 or 4 seats\n");
        play(&["ataxx/classic", "--seat2", "computer:eazy"]).fails(2, "no level `eazy`; there are");
        play(&["ataxx/classic", "--white", "computer"])
            .fails(2, "no player of this game is called `white`; there are Orange, Blue");
        play(&["connection/hex", "--seat", "blue=computer", "--seat2", "human"])
            .fails(2, "seat 2 is given twice");
        play(&["connection/hex", "--seat", "red=robot"]).fails(2, "computer:LEVEL");
        play(&["ataxx/classic", "--set", "nothing"]).fails(2, "--set");
        play(&["ataxx/clasic"]).fails(2, "did you mean `ataxx/classic`?");
        play(&["nothing.toml"]).fails(5, "cannot read nothing.toml");
        play(&["nothing.loom"]).fails(5, "cannot read nothing.loom");
    }
    dir.run(&["list", "zzz"]).fails(2, "no ruleset matches `zzz`");
}

/// Names of players are those of the game, also where Black begins.
#[test]
fn players_are_seated_by_the_names_of_the_game() {
    let dir = TestDir::new();
    let play = |more: &[&str]| {
        let args = [&["play", "--text", "--record", "named.loom"], more].concat();
        dir.run_with_input(&args, b"quit\n").success();
        let file = dir.path().join("named.loom");
        let record = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(file).unwrap();
        record
    };
    let record = play(&["connection/projective-hex", "--white", "computer:1"]);
    // Seats have no colour before one is chosen.
    assert!(record.contains("[Seat \"1\" \"Player 1\" \"person\"]"), "{record}");
    assert!(record.contains("[Seat \"2\" \"Beginner\" \"computer 1\"]"), "{record}");
    // A seat that an option can make is made.
    let record = play(&["ataxx/boogers", "--seat4", "computer:1"]);
    assert!(record.contains("[Seat \"4\" \"Beginner\" \"computer 1\"]"), "{record}");
    let record = play(&["tafl/brandubh", "--seat", "Defenders=computer:2"]);
    assert!(record.contains("[Seat \"2\" \"Easy\" \"computer 2\"]"), "{record}");
}

#[test]
fn levels_are_chosen_by_name() {
    let dir = TestDir::new();
    for args in [
        &["--level", "EASY"][..],
        &["--seat2", "computer:easy"],
        &["--seat2", "computer", "--level", "2"],
    ] {
        let play = [&["play", "ataxx/small", "--text"], args].concat();
        let out = dir.run_with_input(&play, b"quit\n").success();
        assert!(out.contains("Orange - Blue (Computer: Easy)"), "{args:?}: {out}");
    }
    let arena = ["arena", "ataxx/small", "-n", "1", "--json"];
    let sides = ["--a", "level=easy,nodes=1", "--b", "nodes=1"];
    assert_eq!(json(&dir.run(&[&arena[..], &sides].concat()).success())["a"]["level"], 2);
}

#[test]
fn a_list_of_moves_means_the_same_everywhere() {
    let dir = TestDir::new();
    let moves = ["ataxx/classic", "--moves", "1. g2 a2", "2. \"g3\""];
    let out = dir
        .run_with_input(&[&["play", "--text", "--humans"], &moves[..]].concat(), b"moves\n")
        .success();
    assert!(out.contains("3. Orange: g3"), "{out}");
    let counted = dir.run(&[&["perft", "-d", "1", "--json"], &moves[..]].concat()).success();
    let legal = r#"{"ruleset": "ataxx/classic", "moves": ["g2", "a2", "g3"], "ask": ["count"]}"#;
    let legal = dir.run_with_input(&["query"], legal.as_bytes()).success();
    assert_eq!(json(&counted)["nodes"], json(&legal)["count"]);
    dir.run(&[&["render", "-o", "x.svg"], &moves[..]].concat()).success();
}

#[test]
fn help_and_version_are_results() {
    let dir = TestDir::new();
    assert!(dir.run(&["--help"]).success().contains("Exit codes: 0 success"));
    assert!(dir.run(&["--version"]).success().starts_with("boardloom "));
    assert!(dir.run(&["completions", "bash"]).success().contains("boardloom"));
    let page = dir.run(&["man"]).success();
    assert!(page.contains(".TH boardloom"));
    // Every page that the manual names exists, and prints alone.
    dir.run(&["man", "--dir", "pages"]).success();
    let named = page.split("boardloom\\-").skip(1).filter_map(|rest| rest.split_once("(1)"));
    let named: Vec<String> = named.map(|(name, _)| name.replace('\\', "")).collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        let file = dir.path().join(format!("pages/boardloom-{name}.1"));
        let text = std::fs::read_to_string(&file).expect("the page");
        assert!(text.contains(&format!(".TH boardloom-{name} 1  \"boardloom ")), "{text}");
        assert!(text.contains("\n.SH EXAMPLES\n  boardloom"), "{text}");
        assert!(!text.contains('`') && !text.contains("EXTRA"), "{text}");
    }
    let pages = dir.path().join("pages").read_dir().expect("the folder");
    let of_help = pages.flatten().filter(|it| it.file_name().to_string_lossy().contains("-help"));
    assert_eq!(of_help.count(), 0, "pages of `help` repeat the others");
    assert!(dir.run(&["man", "play"]).success().contains("seat1"));
    dir.run(&["man", "nothing"]).fails(2, "there is no command `nothing`");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let dir = TestDir::new();
    for args in [&["list"][..], &["schema", "ataxx"], &["rules", "ataxx/classic"]] {
        let mut command = dir.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn list_shows_origins_and_shadowed_rulesets() {
    let dir = TestDir::new();
    let all = json(&dir.run(&["list", "--json"]).success());
    let ids: Vec<&str> =
        all.as_array().unwrap().iter().map(|e| e["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), boardloom_bundle::rulesets().len());
    assert!(ids.is_sorted());

    let text = "format = 1\nname = \"Mine\"\nextends = \"ataxx/classic\"\n";
    dir.write("rulesets/ataxx/classic.toml", text);
    let yours = dir.data().join("rulesets/ataxx/classic.toml");
    std::fs::create_dir_all(yours.parent().unwrap()).unwrap();
    std::fs::write(&yours, text.replace("Mine", "Yours")).unwrap();
    let given = dir.write("given/ataxx/classic.toml", &text.replace("Mine", "Given"));

    let named = |args: &[&str]| {
        let all = json(&dir.run(args).success());
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
    // From a folder below the checkout too.
    let below = dir.write("deep/below/x", "");
    let mut command = dir.command(&["list"]);
    command.current_dir(below.parent().unwrap());
    let text = crate::program::run_command(command, b"").success();
    assert!(text.contains("yours: ") && text.contains("hides this folder: "), "{text}");
}

#[test]
fn a_ruleset_changes_the_board_without_a_build() {
    let dir = TestDir::new();
    dir.write(
        "rulesets/ataxx/classic.toml",
        "format = 1\nname = \"Wide\"\nextends = \"ataxx/classic\"\n\
         [board]\nwidth = 9\nheight = 9\nblocked = [\"e5\", \"d4\"]\n",
    );
    let request = br#"{"ruleset": "ataxx/classic", "ask": ["position"]}"#;
    let answer = json(&dir.run_with_input(&["query"], request).success());
    assert_eq!(answer["position"], "x7o/9/9/9/4-4/3-5/9/9/o7x x 0 1");
}

#[test]
fn rules_print_the_parameters_in_force() {
    let dir = TestDir::new();
    let text = dir.run(&["rules", "ataxx/classic", "--set", "rules.quiet_limit=40"]).success();
    assert!(text.contains("40"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // Options can be set as they are printed.
    let printed = text.lines().filter_map(|line| line.split_once(" (")).map(|(set, _)| set);
    let mut settings: Vec<&str> = printed.filter(|set| set.contains('=')).collect();
    assert!(settings.contains(&"rules.quiet_limit=40"), "{text}");
    let mut args = vec!["rules", "ataxx/classic"];
    settings.drain(..).for_each(|set| args.extend(["--set", set]));
    assert_eq!(dir.run(&args).success(), text);
    let toml = dir.run(&["rules", "ataxx/tournament", "--toml"]).success();
    dir.write("copy.toml", &toml);
    assert_eq!(dir.run(&["rules", "copy.toml", "--toml"]).success(), toml);
}

#[test]
fn check_reports_all_errors_and_exits_with_1() {
    let dir = TestDir::new();
    dir.write("good.toml", "format = 1\nname = \"A\"\nextends = \"ataxx/classic\"\n");
    assert_eq!(dir.run(&["check", "good.toml"]).success(), "");
    dir.write(
        "bad.toml",
        "format = 1\nname = \"A\"\nextends = \"ataxx/classic\"\n[board]\nwidht = 9\nglue = true\n",
    );
    let output = dir.run(&["check", "."]);
    assert_eq!(output.code, 1, "{}", output.err);
    for text in ["bad.toml:5:1", "bad.toml:6:8", "widht = 9", "did you mean `width`?"] {
        assert!(output.out.contains(text), "expected `{text}` in:\n{}", output.out);
    }
    assert!(output.err.contains("2 checked, 1 with errors"), "{}", output.err);
    let output = dir.run(&["check", "--json", "bad.toml"]);
    let report = json(output.out.trim());
    assert_eq!((output.code, &report["errors"]), (1, &2.into()));
    assert_eq!(report["findings"][0]["line"], 5);
    dir.run(&["check", "nothing"]).fails(2, "there is no file or folder nothing");
    dir.run(&["check", "none.toml"]).fails(5, "cannot read none.toml");
    // Without a path: all rulesets that it finds.
    dir.run(&["check"]).success();
}

#[test]
fn an_inherited_error_is_reported_once_at_its_source() {
    let dir = TestDir::new();
    let head = "format = 1\nname = \"A\"\nextends = ";
    dir.write("ataxx/source.toml", &format!("{head}\"ataxx/classic\"\n[board]\nwidht = 9\n"));
    dir.write("ataxx/first.toml", &format!("{head}\"ataxx/source\"\n[rules]\ndorp = 1\n"));
    dir.write("ataxx/second.toml", &format!("{head}\"ataxx/first\"\n"));
    let folder = dir.path().to_string_lossy().into_owned();
    let output = dir.run(&["--rulesets", &folder, "check", &folder]);
    assert_eq!(output.code, 1, "{}", output.err);
    for (error, text) in [("widht = 9", "source.toml:5:1"), ("dorp = 1", "first.toml:5:1")] {
        assert_eq!(output.out.matches(error).count(), 1, "{}", output.out);
        assert!(output.out.contains(text), "{}", output.out);
    }
    let path = |name: &str| dir.path().join("ataxx").join(name).display().to_string();
    let note = format!("also in {}, {}", path("first.toml"), path("second.toml"));
    assert!(output.out.contains(&note), "expected `{note}` in:\n{}", output.out);
    assert!(output.err.contains("3 checked, 3 with errors"), "{}", output.err);
}

#[test]
fn schema_is_for_editors() {
    let dir = TestDir::new();
    let schema = json(&dir.run(&["schema", "ataxx"]).success());
    for key in ["board", "rules", "setup", "players", "options", "look"] {
        assert!(schema["properties"].get(key).is_some(), "{key}");
    }
    dir.run(&["schema", "atax"]).fails(2, "there is no plugin `atax`");
}

#[test]
fn render_draws_records_and_rulesets() {
    let dir = TestDir::new();
    let args = ["render", "ataxx/classic", "-o", "x.png", "--size", "200x100", "--moves", "g2"];
    dir.run(&args).success();
    let decoder =
        png::Decoder::new(BufReader::new(std::fs::File::open(dir.path().join("x.png")).unwrap()));
    let reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (200, 100));
    let svg = dir.run(&["render", "ataxx/classic", "-o", "-", "--format", "svg"]).success();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..100]);
    assert!(!svg.contains("NaN"));
    let play = ["play", "ataxx/classic", "--text", "--humans", "--record", "x.loom"];
    dir.run_with_input(&play, b"g2\na2\nquit\n").success();
    dir.run(&["render", "x.loom", "-o", "two.svg", "--ply", "1", "--theme", "dark"]).success();
    dir.run(&["render", "x.loom", "-o", "three.svg", "--ply", "9"]).fails(2, "has 2 moves");
    assert!(dir.path().join("two.svg").is_file());
}

#[test]
fn a_game_is_played_on_standard_input_and_output() {
    let dir = TestDir::new();
    let args = ["play", "ataxx/small", "--text", "--seat2", "computer:1", "--seed", "5"];
    let output = dir.run_with_input(
        &args,
        b"help\nlegal\nnonsense\nundo 99\nb5\nundo\nb5\nposition\nmoves\nhint\nrules\n",
    );
    let out = output.out.as_str();
    assert_eq!(output.code, 0, "{}", output.err);
    for text in [
        "Ataxx, small board, seed 5",
        "Blue (Computer: Beginner)",
        "a4, a5-a3", // legal
        "1. Orange: b5",
        "2. Blue: ",
        "back to: the start",
        "Rules\n-----",
        " %  ",
    ] {
        assert!(out.contains(text), "expected `{text}` in:\n{out}");
    }
    assert!(output.err.contains("`legal` lists the moves"), "{}", output.err);
    assert!(output.err.contains("`undo` stands alone"), "{}", output.err);
    assert!(output.err.contains("boardloom play --text --continue"), "{}", output.err);
    // The unfinished game was kept, and continues.
    let on = dir.run_with_input(&["play", "--text", "--continue"], b"moves\nresign\n");
    assert_eq!(on.code, 0, "{}", on.err);
    assert!(on.out.contains("1. Orange: b5"), "{}", on.out);
    assert!(on.out.contains("Game over. Blue won"), "{}", on.out);
    // A finished one is not offered again.
    dir.run(&["play", "--text", "--continue"]).fails(2, "no game to continue");
}

/// Wherever a record is taken, the file of an unfinished game is too: the one that text mode names.
#[test]
fn an_unfinished_game_is_read_by_its_file() {
    let dir = TestDir::new();
    let args = ["play", "ataxx/small", "--text", "--seat2", "human", "--clock", "none"];
    let left = dir.run_with_input(&args, b"b5\nd5\nquit\n");
    let (_, path) = left.err.split_once("continues it (").expect("the name of the file");
    let path = path.trim().trim_end_matches(')');
    assert!(path.ends_with(".journal"), "{path}");
    let replayed = dir.run(&["replay", path]).success();
    assert!(replayed.contains("1. Orange: b5") && replayed.contains("2. Blue: d5"), "{replayed}");
    dir.run(&["render", path, "-o", "end.svg"]).success();
    dir.run(&["render", path, "-o", "game.gif", "--size", "64x64"]).success();
    let on = dir.run_with_input(&["play", path, "--text", "--humans"], b"moves\na4\nquit\n");
    assert!(on.out.contains("2. Blue: d5") && on.out.contains("3. Orange: a4"), "{}", on.out);
    // It went on in the same file.
    let again = dir.run(&["replay", path, "--last"]).success();
    assert!(again.contains("3. Orange: a4"), "{again}");
    let overwritten = dir.run(&["play", path, "--text", "--humans", "--record", path]);
    overwritten.fails(2, "already exists");
    dir.run(&["replay", "none.journal"]).fails(5, "cannot read none.journal");
    dir.write("odd.journal", "nothing\n");
    dir.run(&["replay", "odd.journal"]).fails(1, "is no journal");
}

#[test]
fn a_record_with_an_illegal_move_says_so_wherever_it_opens() {
    let dir = TestDir::new();
    dir.write("odd.loom", "[Boardloom \"1\"]\n[Ruleset \"ataxx/small\"]\n\n1. b5 z9 2. a4\n");
    let told = "`z9` does not fit the rules, nor do the moves after it";
    let played = dir.run_with_input(&["play", "odd.loom", "--text"], b"quit\n");
    assert_eq!(played.err.matches(told).count(), 1, "{}", played.err);
    let replayed = dir.run(&["replay", "odd.loom"]);
    assert!(replayed.err.contains("move 2 `z9` cannot be played"), "{}", replayed.err);
    let unnamed = "[Boardloom \"1\"]\n\n1. b5\n";
    dir.write("unnamed.loom", unnamed);
    dir.run(&["play", "unnamed.loom", "--text"]).fails(1, "names no game");
    let cut = "[Boardloom \"1\"]\n[Ruleset \"ataxx/small\"]\n\n--- ruleset ---\nformat = 1\nplu";
    dir.write("cut.loom", cut);
    dir.run(&["play", "cut.loom", "--text"]).fails(1, "perhaps the file was changed");
    dir.write("text.loom", "Not a game at all.\n");
    dir.run(&["play", "text.loom", "--text"]).fails(1, "this is no Boardloom game");
}

#[test]
fn a_game_begins_from_a_position_and_a_list_of_moves() {
    let dir = TestDir::new();
    let play = |more: &[&str]| {
        let mut args = vec!["play", "ataxx/classic", "--text", "--humans"];
        args.extend(more);
        dir.run_with_input(&args, b"moves\nposition\nquit\n")
    };
    let output = play(&["--moves", "1. b6 G7E5", "2. c5"]).success();
    assert!(output.contains("3. Orange: c5"), "{output}");
    let start = "x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1";
    let output = play(&["--position", start, "--moves", "a2"]).success();
    assert!(output.contains("x5o/7/3-3/2-1-2/3-3/o6/o5x x 0 2"), "{output}");
    play(&["--moves", "b6 zz"]).fails(2, "move 2 of the list, at line 1, column 4: `zz`");
    play(&["--position", "x5o/8/5/o5x"]).fails(2, "row 2");
    dir.write("x.loom", "");
    dir.run(&["play", "--text", "x.loom", "--moves", "a"]).fails(2, "a record has its own");
}

#[test]
fn the_computer_comments_where_the_ruleset_has_words() {
    let dir = TestDir::new();
    let args =
        ["play", "ataxx/microscope", "--text", "--humans", "--seat1", "computer:1", "--seed", "5"];
    let resigned = || dir.run_with_input(&args, b"resign\nquit\n").success();
    let output = resigned();
    let texts = &ruleset("ataxx/microscope").ai.remarks["won"];
    let last = |output: &str| texts.iter().find(|text| output.contains(text.as_str())).cloned();
    assert!(last(&output).is_some(), "{output}");
    assert_eq!(last(&output), last(&resigned()), "the same seed, the same words");
}

#[test]
fn the_computer_plays_a_whole_game_and_the_record_replays() {
    let dir = TestDir::new();
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
    let output = dir.run(&args);
    assert_eq!(output.code, 0, "{}", output.err);
    assert!(output.out.contains("Game over. "), "{}", output.out);
    let replayed = dir.run(&["replay", "game.loom"]).success();
    let last = |text: &str| text.trim_end().lines().last().unwrap().to_owned();
    assert_eq!(last(&replayed), last(&output.out));
    let lines = dir.run(&["replay", "game.loom", "--json"]).success();
    for (ply, line) in lines.lines().enumerate() {
        assert_eq!(json(line)["ply"], ply);
    }
    // Another game does not overwrite a record.
    dir.run(&args).fails(2, "already exists");
    // It continues in the same record.
    let on = ["play", "game.loom", "--text", "--record", "game.loom"];
    let output = dir.run_with_input(&on, b"undo\n");
    assert_eq!(output.code, 0, "{}", output.err);
}

#[test]
fn clocks_run_in_text_mode_and_are_recorded() {
    let dir = TestDir::new();
    let args = ["play", "ataxx/arcade", "--text", "--humans", "--record", "x.loom"];
    let output = dir.run_with_input(&args, b"buy 2\nb6\ntime\nbuy 9\npause\n\nresign\n");
    assert!(output.err.contains("There is no time to buy here"), "{output:?}");
    let out = output.success();
    for expected in [
        "clock: 1:40, and 3 coins for 100 s each",
        "(3 coins), Blue 1:40 (3 coins)",
        "100 seconds bought for Orange.\n100 seconds bought for Orange.\n",
        "(1 coin), Blue 1:",
        "100 seconds bought for Blue.",
        "paused; press Enter to resume",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let record = std::fs::read_to_string(dir.path().join("x.loom")).unwrap();
    // Line breaks depend on the duration of moves.
    let record = record.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(record.contains("[Clock \"arcade\" \"100\" \"100\" \"3\" \"carry\"]"), "{record}");
    assert!(record.contains("[coins 2][left "), "{record}");
    assert!(record.contains("!resign {[took ") && record.contains("[coins 3]"), "{record}");
    let replayed = dir.run(&["replay", "x.loom"]).success();
    assert!(replayed.contains("bought time: 2, "), "{replayed}");
    // Times are for reading: `0.0 s`, not `0.004 s`.
    let took =
        replayed.split("  [").skip(1).map(|times| times.split(" s,").next().expect("a time"));
    assert!(took.clone().count() > 1 && took.clone().all(|it| it.len() == 3), "{replayed}");
    let json = dir.run(&["replay", "x.loom", "--json"]).success();
    assert!(json.lines().any(|line| line.contains("\"coins\":2,")), "{json}");

    // Another clock than the ruleset's, and a computer that keeps to it.
    let seats = ["--seat1", "computer:8", "--seat2", "computer:8", "--record", "y.loom"];
    // The game has few moves and ample time. Its time runs out only for a computer that ignores
    // the clock, also on a busy machine.
    let set = "rules.quiet_limit=2";
    let args = ["play", "ataxx/small", "--text", "--humans", "--clock", "40", "--set", set];
    let out = dir.run_with_input(&[&args[..], &seats].concat(), b"").success();
    assert!(out.contains("clock: 0:40 for the game"), "{out}");
    assert!(!out.contains("ran out of time"), "{out}");
    dir.run(&["play", "--text", "--humans", "ataxx/small", "--clock", "soon"])
        .fails(2, "TIME+INCREMENT");
    dir.run(&["play", "--text", "y.loom", "--clock", "3"]).fails(2, "a record has its own");
}

#[test]
fn arbitrary_bytes_do_no_harm() {
    let dir = TestDir::new();
    let mut input = b"\xff\xfe\n\n   \n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 300_000));
    input.extend(b"\nmove\nsave\nsave /nowhere/at/all.loom\nredo\nundo\nb5\0\nmove b5");
    let output = dir.run_with_input(&["play", "ataxx/small", "--text", "--humans"], &input);
    assert_eq!(output.code, 0, "{}", output.err);
    assert!(output.out.contains("1. Orange: b5"), "{}", output.out);
    assert!(output.err.contains("Cannot write"), "{}", output.err);
    assert!(!output.err.contains("panicked"), "{}", output.err);
}

#[test]
fn a_killed_game_loses_no_move() {
    let dir = TestDir::new();
    let mut command = dir.command(&["play", "ataxx/small", "--text", "--humans"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"b5\nd5\nc5\n").unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = out.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("3. Orange: c5")));
    child.kill().unwrap();
    child.wait().unwrap();
    let output = dir.run_with_input(&["play", "--text", "--continue"], b"moves\n");
    for text in ["1. Orange: b5", "2. Blue: d5", "3. Orange: c5"] {
        assert!(output.out.contains(text), "expected `{text}` in:\n{}", output.out);
    }
}

#[test]
fn doctor_names_the_problems() {
    let dir = TestDir::new();
    let text = dir.run(&["doctor"]).success();
    assert!(text.contains("built in") && text.contains("contract"), "{text}");
    let broken = dir.data().join("plugins/broken.wasm");
    std::fs::create_dir_all(broken.parent().unwrap()).unwrap();
    std::fs::write(&broken, "no component").unwrap();
    let output = dir.run(&["doctor", "--json"]);
    assert_eq!(output.code, 1);
    let all = json(&output.out);
    let amiss: Vec<_> = all.as_array().unwrap().iter().filter(|it| it["amiss"] == true).collect();
    assert_eq!(amiss.len(), 1, "{amiss:?}");
    assert!(amiss[0]["found"].as_str().unwrap().contains("expected a WebAssembly component"));
}

#[test]
fn bench_measures_a_plugin() {
    let dir = TestDir::new();
    let text = dir.run(&["bench", "ataxx/small", "--seconds", "0.01", "--json"]).success();
    let object = json(&text);
    for key in ["load_cold_ms", "leaves_per_second", "playouts_listed", "playouts_counted"] {
        assert!(!object[key].is_null(), "{key}: {text}");
    }
}

/// Writes a plugin of WebAssembly text to the user's own, with a ruleset.
pub fn install(dir: &TestDir, name: &str) {
    let text = std::fs::read_to_string(crate::guest::folder().join(format!("{name}.wat"))).unwrap();
    let parts = if name == "polite" { "" } else { &*text };
    let path = dir.data().join(format!("plugins/{name}.wasm"));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, crate::guest::with_parts(parts)).unwrap();
    let ruleset = format!("format = 1\nname = \"Wild\"\nplugin = \"{name}\"\n");
    dir.write(&format!("data/boardloom/rulesets/wild/{name}.toml"), &ruleset);
}

#[test]
fn a_plugin_error_does_not_end_the_game() {
    let dir = TestDir::new();
    install(&dir, "last-words");
    let output =
        dir.run_with_input(&["play", "wild/last-words", "--text", "--humans"], b"a\nlegal\nquit\n");
    assert_eq!(output.code, 0, "{}", output.err);
    assert!(output.err.contains("broke down in `cursor.play`"), "{}", output.err);
    assert!(output.err.contains("the game goes on"), "{}", output.err);
    assert!(output.out.lines().any(|line| line.starts_with("a ") || line == "a"), "{}", output.out);
    assert_eq!(dir.run(&["perft", "wild/last-words", "-d", "1"]).success().trim(), "1");
    let deeper = dir.run(&["perft", "wild/last-words", "-d", "2"]);
    assert_eq!((deeper.code, &*deeper.out), (4, ""), "{}", deeper.err);
    assert!(deeper.err.contains("broke down in `cursor.play`"), "{}", deeper.err);
}

#[test]
fn an_unreachable_display_is_reported() {
    let dir = TestDir::new();
    for display in [":64999", "no such host:0"] {
        let mut command = dir.command(&["play", "ataxx/classic"]);
        command.env("DISPLAY", display);
        crate::program::run_command(command, b"").fails(3, "boardloom play --terminal");
    }
}
