//! Text mode with slow and wrong input.

use std::time::{Duration, Instant};

use crate::program::{PipedProgram, TestDir};
use crate::support::data;

/// Rulesets of every family and kind of board.
const DRAWN: [&str; 14] = [
    "ataxx/boogers",
    "ataxx/hexxagon",
    "ataxx/klein",
    "ataxx/projective",
    "connection/bridg-it",
    "connection/half-polyhedron-21",
    "connection/hex",
    "connection/hex-three",
    "connection/projective-hex",
    "connection/y",
    "fractal/pentaflake",
    "fractal/square",
    "tafl/berserk",
    "tafl/copenhagen",
];

/// Every kind of board with its captions, edges and a legend, in ASCII.
#[test]
fn every_family_is_drawn_with_captions_and_a_legend() {
    let dir = TestDir::new();
    for ruleset in DRAWN {
        let play = ["play", ruleset, "--text", "--humans", "--seed", "1", "--clock", "none"];
        let output = dir.run_with_input(&play, b"quit\n");
        assert_eq!(output.code, 0, "{ruleset}: {}", output.err);
        assert!(output.out.is_ascii(), "{ruleset}: {}", output.out);
        let file = data().join("text").join(ruleset.replace('/', "-") + ".txt");
        expect_test::expect_file![file].assert_eq(&output.out);
    }
}

/// The gaps between the cells of a fractal are seen, and what its corners are called is told.
#[test]
fn holes_of_fractals_differ_from_cells() {
    let dir = TestDir::new();
    for ruleset in ["fractal/koch-flake", "fractal/sierpinski-triangle"] {
        let play = ["play", ruleset, "--text", "--humans", "--clock", "none"];
        let out = dir.run_with_input(&play, b"quit\n").success();
        let (board, legend) = out.split_once("B Black, W White").expect("a legend");
        // Most of a hole, and only that.
        assert!(board.matches(':').count() > 40, "{out}");
        assert!(board.lines().all(|line| !line.starts_with(':') && !line.ends_with(':')), "{out}");
        assert!(legend.contains(": outside of all cells, `labels` names the corners"), "{out}");
    }
    let square = ["play", "fractal/square", "--text", "--humans", "--clock", "none"];
    let out = dir.run_with_input(&square, b"quit\n").success();
    assert!(!out.contains("outside of all cells"), "{out}");
}

/// `labels` prints the name of each site, on boards without captions too.
#[test]
fn sites_are_named() {
    let dir = TestDir::new();
    for (ruleset, names) in [
        ("ataxx/small", "a5 b5 c5 d5 e5\n"),
        ("connection/hex", "k11"),
        ("connection/half-polyhedron-21", "20"),
    ] {
        let play = ["play", ruleset, "--text", "--humans", "--clock", "none"];
        let output = dir.run_with_input(&play, b"labels\nquit\n");
        let (_, labels) = output.out.rsplit_once("to move\n").unwrap_or(("", &output.out));
        assert!(labels.contains(names), "{ruleset}: {labels}");
    }
    // Where pieces stand on corners, cells have paths for names, which no player types.
    let square = ["play", "fractal/square", "--text", "--humans", "--clock", "none"];
    let output = dir.run_with_input(&square, b"labels\nquit\n");
    let (_, labels) = output.out.rsplit_once("to move\n").expect("a turn");
    assert!(labels.contains("b2") && !labels.contains('/'), "{labels}");
}

/// A division typed in words is refused for the reason that its notation is refused for.
#[test]
fn a_division_that_is_not_allowed_is_refused_with_the_reason() {
    let dir = TestDir::new();
    for (language, typed, why) in [
        ("en", "upper left divided, then its middle", "You may divide only while you are behind"),
        (
            "de",
            "oben links geteilt, dann seine Mitte",
            "Teilen darfst du nur, wenn du zurückliegst",
        ),
    ] {
        let play = [
            "play",
            "fractal/square",
            "--text",
            "--humans",
            "--clock",
            "none",
            "--language",
            language,
        ];
        let output = dir.run_with_input(&play, format!("{typed}\nquit\n").as_bytes());
        assert!(output.out.contains(why) || output.err.contains(why), "{}", output.out);
    }
}

/// Sites in even distances hide no edges: neighbours are listed, and lines drawn, as on any map.
#[test]
fn maps_show_their_edges_wherever_their_sites_stand() {
    let dir = TestDir::new();
    let sites = |step: f64| {
        let at = |x: f64, y: f64| format!("[{}, {}]", x * step, y * step);
        format!(
            "Aa = {}\nBb = {}\nCc = {}\nDd = {}\n",
            at(0.0, 0.0),
            at(3.0, 0.0),
            at(0.0, 3.0),
            at(3.0, 3.0)
        )
    };
    for (name, step) in [("even", 1.0), ("decimals", 0.2)] {
        let text = format!(
            "format = 1\nplugin = \"ataxx\"\nname = \"Map\"\n\n[board]\ntopology = \"graph\"\n\
             edges = [[\"Aa\", \"Bb\"], [\"Bb\", \"Dd\"], [\"Aa\", \"Cc\"]]\n\n[board.sites]\n{}\n\
             [setup]\npieces = {{ x = [\"Aa\"], o = [\"Dd\"] }}\n",
            sites(step)
        );
        let file = format!("{name}.toml");
        dir.write(&file, &text);
        let play = ["play", &file, "--text", "--humans", "--clock", "none"];
        let out = dir.run_with_input(&play, b"labels\nquit\n").out;
        assert!(out.contains("Bb: Dd, Aa"), "{name}: {out}");
        let (board, _) = out.split_once("to move").expect("a board");
        assert!(board.contains('-') || board.contains('|'), "{name} has no edges: {out}");
    }
}

/// A locale without UTF-8 gets ASCII, with the letters that German writes for its own.
#[test]
fn texts_are_ascii_where_the_locale_is() {
    use crate::program::run_command;
    let dir = TestDir::new();
    let play =
        ["play", "tafl/brandubh", "--text", "--language", "de", "--seat2", "human", "--seed", "1"];
    for args in
        [&play[..], &["rules", "tafl/brandubh", "--language", "de"], &["list", "--language", "de"]]
    {
        for locale in ["C", "de_DE.ISO-8859-1"] {
            let mut command = dir.command(args);
            command.env("LC_ALL", locale);
            let output = run_command(command, b"help\nquit\n");
            assert_eq!(output.code, 0, "{}", output.err);
            assert!(output.out.is_ascii() && output.err.is_ascii(), "{args:?} {}", output.out);
            assert!(!output.out.contains('?') || args[0] != "list", "{}", output.out);
        }
    }
    let mut command = dir.command(&play);
    command.env("LC_ALL", "C");
    let output = run_command(command, b"quit\n");
    assert!(output.out.contains("Koenig"), "{}", output.out);
    let output = run_command(dir.command(&play), b"quit\n");
    assert!(output.out.contains("König"), "{}", output.out);
}

#[test]
fn a_set_up_that_does_not_fit_the_board_is_told() {
    let dir = TestDir::new();
    let file = "format = 1\nname = \"Drawn\"\nextends = \"ataxx/classic\"\n\n\
                [start]\npositions = [\"x5o/7/7/3-3/7/7/o5x x 0 1\"]\n";
    dir.write("drawn.toml", file);
    let play = ["play", "drawn.toml", "--text", "--humans", "--clock", "none"];
    let said = |more: &[&str]| dir.run_with_input(&[&play, more].concat(), b"quit\n");
    assert!(!said(&[]).err.contains("does not fit"));
    let larger = said(&["--set", "board.width=9", "--set", "board.height=9"]);
    let all = larger.out + &larger.err;
    assert_eq!(all.matches("set-up does not fit this board").count(), 1, "{all}");
}

/// The same words seat the same players in text as in the terminal and the window.
#[test]
fn seats_without_a_player_have_the_usual_opponent() {
    let dir = TestDir::new();
    let begin = |ruleset: &str, more: &[&str]| {
        let args = [&["play", ruleset, "--text", "--clock", "none", "--seed", "1"], more].concat();
        let out = dir.run_with_input(&args, b"quit\n").success();
        out.lines().nth(1).unwrap_or_default().to_owned()
    };
    let opponent = begin("ataxx/classic", &[]);
    assert!(opponent.starts_with("Orange - Blue (") && opponent.contains("Casual"), "{opponent}");
    assert_eq!(begin("ataxx/classic", &["--humans"]), "Orange - Blue");
    assert_eq!(begin("ataxx/classic", &["--name2", "Bob"]), "Orange - Bob");
    assert_eq!(begin("connection/hex-three", &[]).matches("Casual").count(), 2);
    // You have the first seat that no option gives.
    assert_eq!(
        begin("ataxx/classic", &["--seat1", "computer:1"]),
        "Orange (Computer: Beginner) - Blue"
    );
    let attackers = begin("tafl/brandubh", &["--seat", "attackers=computer"]);
    assert_eq!(attackers, "Attackers (Computer: Casual) - Defenders");
    let three = begin("connection/hex-three", &["--seat1", "computer", "--level", "easy"]);
    assert_eq!(three.matches("Easy").count(), 2, "{three}");
    let three = begin("connection/hex-three", &["--seat1", "computer", "--name3", "Ann"]);
    assert!(three.ends_with(" - Ann") && three.matches("Casual").count() == 2, "{three}");
    // The computer without a level has one level.
    let boogers = begin("ataxx/boogers", &["--seat4", "computer"]);
    assert_eq!(boogers.matches("Casual").count(), 3, "{boogers}");
    assert_eq!(begin("connection/hex", &["--seat2", "computer"]), begin("connection/hex", &[]));
}

/// Nothing is kept of a game in which no player has moved, nor is one offered that a killed program
/// left behind.
#[test]
fn games_without_a_move_are_not_kept() {
    let dir = TestDir::new();
    for ruleset in ["ataxx/classic", "ataxx/walls-corners"] {
        let play = ["play", ruleset, "--text", "--seat2", "human", "--seed", "1"];
        let output = dir.run_with_input(&play, b"quit\n");
        assert!(!output.err.contains("--continue"), "{}", output.err);
        let records = dir.data().join("records").read_dir();
        let kept = records.into_iter().flatten().flatten().map(|file| file.path());
        assert_eq!(kept.filter(|it| it.extension().is_some_and(|e| e == "journal")).count(), 0);
    }
    let talk = PipedProgram::start_in(&dir, &["play", "ataxx/small", "--text", "--seat2", "human"]);
    let records = dir.data().join("records");
    let journals = || {
        let files = records.read_dir().into_iter().flatten().flatten().map(|file| file.path());
        files.filter(|it| it.extension().is_some_and(|e| e == "journal")).count()
    };
    while journals() == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(talk);
    assert_eq!(journals(), 1);
    dir.run(&["play", "--text", "--continue"]).fails(2, "no game to continue");
}

/// For screen readers: no board, each move with its captures, answers to questions.
#[test]
fn moves_are_announced_and_questions_answered() {
    let dir = TestDir::new();
    let play = ["play", "ataxx/small", "--text", "--humans", "--announce", "--clock", "none"];
    let said = |input: &[u8]| dir.run_with_input(&play, input).success();
    let out = said(b"b5\nwhat is on a5\nwhat can a5 reach?\nwho threatens e5\nboard\nquit\n");
    for line in ["1. Orange: b5.", "Blue: to move", "a5 Orange piece", "Orange piece: a5, b5, e1"] {
        assert!(out.lines().any(|it| it == line), "{line}:\n{out}");
    }
    assert!(out.contains("a5 can reach "), "{out}");
    assert!(out.contains("e5 Blue piece, is threatened: Orange by b5d4 and b5d5"), "{out}");
    assert!(!out.contains(". . ."), "{out}");
    // Special sites are listed too.
    for (ruleset, line) in [
        ("tafl/brandubh", "Corner: a1, a7, g1, g7"),
        ("tafl/brandubh", "Throne: d4"),
        ("ataxx/walls-corners", "Blocked: "),
    ] {
        let play =
            ["play", ruleset, "--text", "--humans", "--announce", "--clock", "none", "--seed", "1"];
        let out = dir.run_with_input(&play, b"quit\n").success();
        assert!(out.lines().any(|it| it.starts_with(line)), "{line}:\n{out}");
    }
    for (question, why) in [
        ("what is on z9", "There is no site `z9`"),
        ("who threatens the king", "There is no site `the king`"),
        ("what is", "Expected `what is on SITE`"),
    ] {
        let output = dir.run_with_input(&play, format!("{question}\nquit\n").as_bytes());
        assert!(output.err.contains(why), "{question}: {}", output.err);
    }
}

/// A king who could win at once, but moves to a square where he is captured.
#[test]
fn a_review_names_mistakes_and_better_lines() {
    let dir = TestDir::new();
    let game = ["--position", "7/7/1t5/K6/5t1/7/7 d", "--moves", "a4-b4"];
    let play =
        [&["play", "tafl/brandubh", "--text", "--humans", "--clock", "none"][..], &game].concat();
    let out = dir.run_with_input(&play, b"review\nquit\n").success();
    assert!(out.contains("1. Defenders: a4-b4??\n   ") && out.contains(". Better: a4-a"), "{out}");
    assert!(out.contains("Review: Attackers: no mistakes; Defenders: 1 blunder"), "{out}");
    let output =
        dir.run_with_input(&["play", "tafl/brandubh", "--text", "--humans"], b"review\nquit\n");
    assert!(!output.out.contains("Review: ") && !output.err.is_empty(), "{}", output.out);
}

/// A review is of the line on the board: the variation, and after going back the first line.
#[test]
fn a_review_is_of_the_line_on_the_board() {
    let dir = TestDir::new();
    let game = ["--position", "7/7/1t5/K6/5t1/7/7 d", "--moves", "a4-c4"];
    let play =
        [&["play", "tafl/brandubh", "--text", "--humans", "--clock", "none"][..], &game].concat();
    let commands = b"undo\naccept\na4-b4\nreview\nundo\naccept\na4-c4\nreview\nquit\n";
    let out = dir.run_with_input(&play, commands).success();
    let (variation, main) = out.split_once("; Defenders: 1 blunder\n").expect(&out);
    assert!(variation.contains("1. Defenders: a4-b4??\n   "), "{out}");
    assert!(variation.contains(". Better: a4-a"), "{out}");
    assert!(main.contains("Review: no mistakes") && !main.contains("??"), "{out}");
}

/// Who chose Black as the second player plays Black from then on, also in the record.
#[test]
fn sides_are_named_by_the_colours_that_were_chosen() {
    let dir = TestDir::new();
    let play = ["play", "connection/projective-hex", "--text", "--humans", "--clock", "none"];
    let moves = "K\nZ\nE\ntakes Black\nI\nX\nD\nB\n#\nN\nU\nJ\nO\nsave ends.loom\nquit\n";
    let out = dir.run_with_input(&play, moves.as_bytes()).success();
    for line in ["3. Player 1: E", "4. Player 2: takes Black", "5. White: I", "13. White: O"] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert!(out.contains("Game over. White won: a loop"), "{out}");
    let record = std::fs::read_to_string(dir.path().join("ends.loom")).unwrap();
    assert!(record.contains("[Seat \"1\" \"White\" \"person\"]"), "{record}");
    assert!(record.contains("[Seat \"2\" \"Black\" \"person\"]"), "{record}");
    let replayed = dir.run(&["replay", "ends.loom"]).success();
    assert!(replayed.contains("Game over. White won: a loop"), "{replayed}");
}

/// A list of moves names the sides as they were at each move.
#[test]
fn moves_before_a_swap_keep_the_sides_that_played_them() {
    let dir = TestDir::new();
    let play = ["play", "connection/hex", "--text", "--humans", "--clock", "none"];
    let swapped = ["--set", "rules.equaliser=swap-seats"];
    let play = [&play[..], &swapped].concat();
    let out = dir.run_with_input(&play, b"f6\nswap\nc3\nmoves\nquit\n").success();
    for line in ["1. Red: f6", "2. Blue: swaps sides", "3. Blue: c3"] {
        assert_eq!(out.matches(line).count(), 2, "when played and in the list: {line}: {out}");
    }
}

/// Names for machines are explained by how the moves read.
#[test]
fn labels_say_how_moves_to_long_names_read() {
    let dir = TestDir::new();
    let free = ["--set", "rules.subdivide.who=always", "--moves", "b2 a1 /2=2:1,3"];
    let free = [&free[..], &["--humans"]].concat();
    let play = [&["play", "fractal/square", "--text", "--clock", "none"][..], &free].concat();
    let out = dir.run_with_input(&play, b"labels\nquit\n").success();
    assert!(out.contains("\n2:0,3: left of lower left\n"), "{out}");
    let plain = ["play", "tafl/brandubh", "--text", "--clock", "none"];
    let out = dir.run_with_input(&plain, b"labels\nquit\n").success();
    assert!(!out.contains("a4: "), "{out}");
}

#[test]
fn moves_and_replays_have_signs_and_comments() {
    let dir = TestDir::new();
    let play = ["play", "ataxx/classic", "--text", "--humans", "--moves", "a6 g6"];
    dir.run_with_input(&play, b"save game.loom\nquit\n").success();
    let file = dir.path().join("game.loom");
    let record = std::fs::read_to_string(&file).unwrap();
    let commented = record.replacen("1. a6 ", "1. a6 {[sign ?!] Too early.} ", 1);
    assert_ne!(commented, record);
    std::fs::write(&file, commented).unwrap();
    let wanted = "1. Orange: a6?!";
    let replayed = dir.run(&["replay", "game.loom"]).success();
    assert!(replayed.contains(wanted) && replayed.contains("   \"Too early.\""), "{replayed}");
    let play = ["play", "game.loom", "--text", "--humans"];
    let out = dir.run_with_input(&play, b"moves\nquit\n").success();
    assert!(out.contains(&format!("{wanted}\n   \"Too early.\"\n2. Blue: g6")), "{out}");
}

/// A threat is a move of the opponent that takes or turns the piece, now or after the reply.
#[test]
fn threats_are_named_for_both_sides() {
    let dir = TestDir::new();
    let position = "7/7/7/2K1t2/7/7/3t3 d";
    let play = ["play", "tafl/brandubh", "--text", "--humans", "--announce", "--position"];
    let out = |position: &str| {
        let args = [&play[..], &[position]].concat();
        dir.run_with_input(&args, b"who threatens the king\nquit\n").success()
    };
    let threats = out(position);
    assert!(threats.contains("nothing threatens c4 Defenders king"), "{threats}");
    // Between two attackers, one of which has yet to come.
    for side in ["a", "d"] {
        let threats = out(&format!("3t3/1tK4/7/7/7/7/6T {side}"));
        assert!(threats.contains("is threatened: Attackers by d7-d6"), "{threats}");
    }
}

#[test]
fn resigning_names_who_resigned_and_prints_no_scores() {
    let dir = TestDir::new();
    let out =
        dir.run_with_input(&["play", "tafl/brandubh", "--text", "--humans"], b"resign\n").success();
    assert!(out.contains("1. Attackers resigned"), "{out}");
    assert!(out.contains("Game over. Defenders won: Attackers resigned."), "{out}");
    assert!(!out.contains("Attackers 0") && !out.contains("Defenders 0"), "{out}");
}

/// A missing answer is asked for in the game's own words, and the result shown once.
#[test]
fn a_move_without_its_answer_shows_the_question() {
    let dir = TestDir::new();
    let play = ["play", "ataxx/arithmetic", "--text", "--humans", "--seed", "1"];
    let output = dir.run_with_input(&play, b"g2\nmove a6\ng2=0\nquit\n");
    assert_eq!(output.code, 0, "{}", output.err);
    let asked = output.out.lines().find_map(|line| line.split_once("then answer: "));
    let (a, b) = asked.and_then(|(_, sum)| sum.split_once(" + ")).expect("a sum");
    for mv in ["g2", "a6"] {
        let what = format!("`{mv}` needs its answer behind it, as `{mv}=...`: What is {a} + {b}?");
        assert_eq!(output.err.matches(&what).count(), 1, "{what}: {}", output.err);
    }
    assert!(!output.err.contains("did you mean"), "{}", output.err);
    let wrong = format!("Orange answered wrong: {a} + {b} is");
    assert_eq!(output.out.matches(&wrong).count(), 1, "{}", output.out);
}

#[test]
fn moves_that_differ_by_their_answer_are_listed_once() {
    let dir = TestDir::new();
    let play = ["play", "ataxx/arithmetic", "--text", "--humans", "--seed", "1"];
    let out = dir.run_with_input(&play, b"legal\nquit\n").success();
    let listed = out.lines().find(|line| line.contains("g2=...")).expect(&out);
    assert_eq!(listed.matches("g2=").count(), 1, "{listed}");
    assert!(!out.contains("in all"), "{out}");
}

/// What `legal` and `hint` print can be typed.
#[test]
fn a_move_is_typed_as_it_reads() {
    let dir = TestDir::new();
    let play = ["play", "fractal/square", "--text", "--humans", "--clock", "none"];
    let begin = "b2\nc3\na3\nc1\na2\nc2\nb3\n";
    let said = |more: &str| {
        let output = dir.run_with_input(&play, format!("{begin}{more}\nquit\n").as_bytes());
        (output.out, output.err)
    };
    let (listed, _) = said("legal");
    assert!(listed.contains("; upper right divided, then its middle; "), "{listed}");
    let (out, err) = said("Upper right divided, then its middle");
    assert!(out.contains("8. White: upper right divided, then its middle"), "{out}{err}");
    let (_, err) = said("upper right divided");
    assert!(!err.is_empty(), "no move reads like this");
}

/// On boards whose corners have names of words, too.
#[test]
fn a_hint_prints_moves_that_can_be_typed() {
    let dir = TestDir::new();
    let play =
        ["play", "fractal/l-tromino", "--text", "--humans", "--clock", "none", "--seed", "1"];
    let out = dir.run_with_input(&play, b"legal\nhint\nquit\n").success();
    let listed = out.lines().find(|line| line.contains("corner of board, ")).expect(&out);
    let legal: Vec<&str> = listed.split(", ").map(str::trim).collect();
    let hints = out.lines().filter_map(|line| line.trim().split_once(" %  "));
    let first: Vec<&str> = hints.filter_map(|(_, moves)| moves.split(", ").next()).collect();
    assert!(!first.is_empty(), "{out}");
    for hint in first {
        assert!(legal.contains(&hint), "{hint}: {out}");
        let played = dir.run_with_input(&play, format!("{hint}\nquit\n").as_bytes()).success();
        assert!(played.contains(&format!("1. Black: {hint}")), "{played}");
    }
}

/// A game without points shows none, also when a player is out.
#[test]
fn a_game_without_points_shows_who_is_out() {
    let dir = TestDir::new();
    let output = dir.run_with_input(
        &["play", "connection/hex-three", "--text", "--humans", "--seed", "1"],
        b"resign\nboard\nquit\n",
    );
    assert_eq!(output.code, 0, "{}", output.err);
    assert!(output.out.lines().any(|line| line == "Red: out"), "{}", output.out);
    assert!(!output.out.contains("Red 0"), "{}", output.out);
    // The end of the game says it already.
    let output =
        dir.run_with_input(&["play", "connection/hex", "--text", "--humans"], b"resign\nquit\n");
    assert!(output.out.contains("Game over. Blue won: Red resigned"), "{}", output.out);
    assert!(!output.out.contains("out"), "{}", output.out);
}

/// Beyond the edge, small letters are the names of empty cells: those of pieces are large.
#[test]
fn pieces_and_names_beyond_the_edge_differ() {
    let dir = TestDir::new();
    let args = ["play", "connection/projective-hex", "--text", "--humans"];
    let output = dir.run_with_input(&args, b"C\nquit\n");
    let last = |line: &str| output.out.lines().filter(|it| it.trim() == line).count();
    assert_eq!(last("c   c   b   a   a"), 1, "{}", output.out);
    assert_eq!(last("B   B   b   a   a"), 1, "{}", output.out);
    // Each empty cell shows its name, and a stone stands in brackets.
    for row in ["w   G   #   D   r", "[B]"] {
        assert!(output.out.contains(row) || row == "w   G   #   D   r", "{}", output.out);
    }
    assert!(output.out.contains("small letters: cells beyond the edge"), "{}", output.out);
}

/// Points beside a name are what the last move changed, for each side.
#[test]
fn points_of_earlier_moves_are_not_shown_again() {
    let dir = TestDir::new();
    let position = "xx2x/5/2o2/5/5 o 0 1";
    let play =
        ["play", "ataxx/small", "--text", "--humans", "--clock", "none", "--position", position];
    let out = dir.run_with_input(&play, b"b4\nd5\nundo\nquit\n").success();
    let lines: Vec<&str> =
        out.lines().filter(|line| line.starts_with("Orange ") && !line.contains(" - ")).collect();
    let expected = ["Orange 3, Blue 1", "Orange 1 (-2), Blue 4 (+3)", "Orange 2 (+1), Blue 4"];
    assert_eq!(lines[..3], expected, "{out}");
}

/// An arcade clock: the next game has the time that is left.
#[test]
fn a_rematch_has_the_time_left() {
    let dir = TestDir::new();
    let play = ["play", "ataxx/arcade", "--text", "--humans", "--clock", "arcade:100+3x50"];
    let out = dir.run_with_input(&play, b"buy 2\nresign\nrematch\nquit\n").success();
    let clocks: Vec<&str> = out.lines().filter(|line| line.contains("coin")).collect();
    let last = clocks.last().expect("clocks");
    // Each player moves on by one seat, and takes the clock along.
    assert!(
        last.starts_with("Orange ") && last.contains("Blue 3:") && last.contains("(1 coin)"),
        "{out}"
    );
    assert_eq!(out.matches("Ataxx, arcade, seed").count(), 2, "{out}");
}

/// A loss on time is reported without a key press; a half-typed line is kept for the
/// next prompt.
#[test]
fn a_loss_on_time_is_reported_when_it_happens() {
    let mut talk = PipedProgram::start(&[
        "play",
        "ataxx/small",
        "--text",
        "--humans",
        "--clock",
        "1",
        "--seed",
        "1",
    ]);
    talk.until("Orange: to move");
    talk.send_partial("mov");
    let out = talk.until("Game over");
    assert!(out.iter().any(|line| line == "1. Orange ran out of time"), "{out:?}");
    talk.send("es");
    talk.until("1. Orange ran out of time");
    talk.send("quit");
    talk.end();
}

/// An edited ruleset is in force from a later prompt on.
#[test]
fn an_edited_ruleset_is_reloaded() {
    let dir = TestDir::new();
    let edit = |limit: u32| {
        let head = "format = 1\nname = \"Mine\"\nextends = \"ataxx/small\"\n";
        dir.write("mine.toml", &format!("{head}[rules]\nquiet_limit = {limit}\n"))
    };
    let file = edit(20).display().to_string();
    let mut talk = PipedProgram::start(&["play", &file, "--text", "--humans", "--clock", "none"]);
    talk.until("Orange: to move");
    let end = Instant::now() + Duration::from_secs(60);
    for turn in 0.. {
        // Written again from time to time: the file may not have been watched yet.
        if turn % 1000 == 0 {
            edit(30);
        }
        talk.send("legal");
        if talk.until("a4, ").iter().any(|line| line == "The rules were changed.") {
            break;
        }
        assert!(Instant::now() < end, "the edit is not seen");
    }
    talk.send("quit");
    talk.end();
}

/// `draw` asks the other player. An agreed draw is the result, and stands in the record.
#[test]
fn a_draw_is_offered_and_recorded_with_the_players_names() {
    let dir = TestDir::new();
    let mut play = vec!["play", "ataxx/small", "--text", "--clock", "none", "--record", "a.loom"];
    play.extend(["--seat2", "human", "--name1", "Ann", "--name2", "Bob of  York"]);
    let input = b"draw\nb5\nd5\ndraw\ndecline\ndraw\nc5\nd4\ndraw\naccept\nmoves\nquit\n";
    let output = dir.run_with_input(&play, input);
    assert!(output.err.contains("once everyone has moved"), "{}", output.err);
    assert!(output.err.contains("The draw was declined."), "{}", output.err);
    let asked = "Draw offer from Ann. Bob of York, do you agree? (`accept` or `decline`)";
    assert_eq!(output.out.matches(asked).count(), 2, "{}", output.out);
    assert!(output.out.contains("Draw declined by Bob of York."), "{}", output.out);
    assert!(output.out.contains("5. draw agreed\n"), "{}", output.out);
    assert!(output.out.contains("Game over. Draw: by agreement\n"), "{}", output.out);
    let record = std::fs::read_to_string(dir.path().join("a.loom")).unwrap();
    assert!(record.contains("[Seat \"2\" \"Bob of York\" \"person\"]"), "{record}");
    assert!(record.contains("[Result \"1 1\" \"by agreement\"]"), "{record}");
    let replayed = dir.run(&["replay", "a.loom"]).success();
    assert!(replayed.contains("by agreement"), "{replayed}");
    // A game that cannot end in a draw has none to offer.
    let play = ["play", "connection/hex", "--text", "--humans", "--clock", "none"];
    let output = dir.run_with_input(&play, b"a1\nb2\ndraw\nquit\n");
    assert!(output.err.contains("This game has no draws."), "{}", output.err);
    // A name needs a human.
    let play = ["play", "ataxx/small", "--text", "--level", "1", "--name2", "Bob"];
    let output = dir.run_with_input(&play, b"quit\n");
    assert!(output.err.contains("--name2: no human plays on seat 2"), "{}", output.err);
}
