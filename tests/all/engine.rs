//! The engine protocols, as match runners speak them: conversations with the
//! program as a process.

use crate::program::{PipedProgram, TestDir};

const FULL: &str = "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooo1 x 0 1";
const STUCK: &str = "xoooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooo1 x 0 1";

/// Returns the reproducible lines: without the cost of a search, and only the last report before
/// each move.
fn steady(out: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in out.lines() {
        let mut shown: Vec<&str> = Vec::new();
        let mut words = line.split(' ');
        while let Some(word) = words.next() {
            match word {
                "time" | "nps" if line.starts_with("info ") => drop(words.next()),
                word => shown.push(word),
            }
        }
        let report = |line: &str| line.starts_with("info ") && !line.starts_with("info string");
        if report(line) && lines.last().is_some_and(|last| report(last)) {
            lines.pop();
        }
        lines.push(shown.join(" "));
    }
    lines
}

/// Sends all lines together and returns the program's answers.
#[track_caller]
fn converse(args: &[&str], lines: &[&str]) -> (Vec<String>, String) {
    let dir = TestDir::new();
    let args = [&["engine"], args].concat();
    let output = dir.run_with_input(&args, (lines.join("\n") + "\n").as_bytes());
    assert_eq!(output.code, 0, "{}", output.err);
    assert!(!output.err.contains("panicked"), "{}", output.err);
    (steady(&output.out), output.err)
}

/// Without a ruleset the engine plays the one that names the protocol. Changes of the
/// greeting show here.
#[test]
fn each_protocol_greets_and_names_its_options() {
    for name in ["uai", "ugi"] {
        let lines = [name, "isready", &format!("{name}newgame"), "isready", "quit"];
        let (out, err) = converse(&[name], &lines);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(out[0], format!("id name Boardloom {version}"));
        assert_eq!(out[1], "id author the authors of Boardloom");
        let named: Vec<&str> = out[2..7].iter().map(|it| it.split(' ').nth(2).unwrap()).collect();
        assert_eq!(named, ["Hash", "Level", "Seed", "MoveOverhead", "MultiPV"]);
        assert!(out[2..7].iter().all(|it| it.contains(" type spin default ")), "{out:?}");
        assert_eq!(out[7..], [format!("{name}ok"), "readyok".to_owned(), "readyok".to_owned()]);
        assert_eq!(err, "");
    }
}

/// The counts are those of the tables of conformance; a position can be read back.
#[test]
fn both_protocols_count_moves_and_draw_the_position() {
    for name in ["uai", "ugi"] {
        let lines = ["position startpos moves g2", "perft 2", "print", "perft", "isready"];
        let (out, err) = converse(&[name, "ataxx/tournament"], &lines);
        // Only the last of several reports is kept here.
        assert!(out.iter().any(|line| line.starts_with("info depth 2 nodes ")), "{out:?}");
        assert!(out.iter().any(|line| line == "x5o/7/7/7/7/6x/o5x o 0 1"), "{out:?}");
        // At once, before the end of the count.
        assert!(out.iter().any(|line| line == "readyok"), "{out:?}");
        assert!(err.contains("perft DEPTH"), "{err}");
    }
}

/// A count answers `isready`, ends at `stop`, `quit` and the end of the input, and lines that
/// came meanwhile follow it.
#[test]
fn a_count_without_end_can_be_stopped() {
    let begin = || {
        let mut talk = PipedProgram::start(&["engine", "ugi", "ataxx/tournament"]);
        talk.send("position startpos moves g2");
        talk.send("perft 99");
        talk.until("info depth 3 nodes ");
        talk.send("isready");
        talk.until("readyok");
        talk
    };
    let mut talk = begin();
    talk.send("position startpos");
    talk.send("perft 3");
    talk.send("stop");
    talk.until("info string the count was stopped");
    // The position was set after the first count.
    let next = talk.until("info depth 3 nodes ");
    assert!(next[0].starts_with("info depth 1 nodes 16 "), "{next:?}");
    assert!(next[2].starts_with("info depth 3 nodes 6460 "), "{next:?}");
    talk.send("quit");
    talk.end();
    let mut talk = begin();
    talk.send("quit");
    assert_eq!(talk.end().last().map(String::as_str), Some("info string the count was stopped"));
    let mut talk = begin();
    talk.input = None;
    assert_eq!(talk.end().last().map(String::as_str), Some("info string the count was stopped"));
}

/// A script sends all its lines at once.
#[test]
fn lines_after_short_counts_are_answered_in_order() {
    let lines = ["perft 1", "position startpos moves g2", "perft 1", "query p1turn", "quit"];
    let (out, _) = converse(&["ugi", "ataxx/tournament"], &lines);
    // Of both counts, the last report.
    assert_eq!(out, ["info depth 1 nodes 16", "response false"]);
}

/// Clones can name the piece that they come from, as other programs write them.
#[test]
fn long_clones_are_understood() {
    let lines = ["position startpos moves g1f1 a1b1", "print", "isready"];
    let (out, err) = converse(&["uai"], &lines);
    assert!(out.iter().any(|line| line == "x5o/7/7/7/7/7/oo3xx x 0 2"), "{out:?} {err}");
}

/// Match runners split the last line into words, so that it must have exactly two.
#[test]
fn a_search_by_nodes_ends_with_a_report_and_a_move_of_two_words() {
    let game = ["position startpos moves g2 b1", "go nodes 300"];
    let (out, _) = converse(&["uai"], &game);
    let [report, best] = &out[..] else { panic!("{out:?}") };
    let words: Vec<&str> = report.split(' ').collect();
    assert_eq!(
        (words[0], words[1], words[3], words[4]),
        ("info", "depth", "score", "cp"),
        "{report}"
    );
    assert_eq!((words[6], words[8]), ("nodes", "pv"), "{report}");
    let best: Vec<&str> = best.split(' ').collect();
    assert_eq!(best, ["bestmove", words[9]]);
    // Nodes alone end the search: it is the same every time.
    assert_eq!(converse(&["uai"], &game).0, out);
    assert_eq!(converse(&["ugi", "ataxx/tournament"], &game).0, out);
}

#[test]
fn every_form_of_go_finds_a_legal_move() {
    let forms = [
        "go depth 2",
        "go nodes 40",
        "go movetime 30",
        "go btime 500 wtime 500 binc 10 winc 10",
        "go p1time 500 p2time 500 p1inc 0 p2inc 0 movestogo 5",
        "go btime -20 wtime 0 binc 0 winc 0",
        "go nodes 40 ponder searchmoves",
        "go depth x",
        "go",
    ];
    for form in forms {
        let mut talk = PipedProgram::start(&["engine", "uai"]);
        talk.send("setoption name Level value 1");
        talk.send("position startpos");
        talk.send(form);
        let out = talk.until("bestmove");
        let mv = out.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
        talk.send(&format!("moves {mv}"));
        talk.send("isready");
        assert_eq!(talk.until("readyok"), ["readyok"], "{form} gave the illegal {mv}");
        talk.send("quit");
        talk.end();
    }
    let mut talk = PipedProgram::start(&["engine", "uai"]);
    talk.send("go depth 2");
    let out = talk.until("bestmove");
    let deep = |line: &String| line.contains("depth 3") || line.split(" pv ").count() > 2;
    assert!(!out.iter().any(deep), "{out:?}");
}

#[test]
fn forced_passes_are_played_and_full_boards_have_no_move() {
    let stuck = format!("position fen {STUCK}");
    let full = format!("position fen {FULL}");
    let (out, err) = converse(
        &["uai"],
        &[&stuck, "go depth 3", "moves 0000", "go nodes 50", &full, "go nodes 50", "go infinite"],
    );
    assert!(out[0].starts_with("info depth 1 score cp "), "{out:?}");
    assert!(out[0].ends_with(" nodes 0 pv 0000"), "{out:?}");
    assert_eq!(out[1], "bestmove 0000");
    assert_eq!(out[3], "bestmove g1");
    assert_eq!(out[4..], ["bestmove 0000", "bestmove 0000"]);
    assert_eq!(err, "");
}

#[test]
fn unknown_commands_are_ignored() {
    let dir = TestDir::new();
    let mut input =
        b"\n  \nhello\nposition\nposition fen\ngo depth\ngo nodes x\nsetoption x\n".to_vec();
    input.extend(b"\xff\xfe\x00\nquery p1turn\nugi\nmoves\n\nsetoption name Foo value 1\n");
    input.extend([b'a'; 100_000]);
    input.extend(b"\nisready\nquit\nisready\n");
    let output = dir.run_with_input(&["engine", "uai"], &input);
    assert_eq!(output.code, 0, "{}", output.err);
    // Every `go` has its move, also one that is not understood.
    let answers: Vec<&str> = output.out.lines().filter(|it| !it.starts_with("info")).collect();
    let [first, second, "readyok"] = answers[..] else { panic!("{answers:?}") };
    assert!(first.starts_with("bestmove ") && second.starts_with("bestmove "), "{answers:?}");
    for part in ["`hello`", "position startpos", "ignored `nodes x`", "`Foo`", "UTF-8", "`query`"] {
        assert!(output.err.contains(part), "expected {part} in: {}", output.err);
    }
    assert!(output.err.len() < 5_000, "{}", output.err.len());
}

#[test]
fn an_invalid_position_is_reported_and_changes_nothing() {
    let (out, err) = converse(
        &["ugi"],
        &[
            "position startpos moves g2",
            "position fen junk",
            "position startpos moves g2 zz",
            "position startpos moves g2 a1a2 b6 g1",
            "moves a1a7",
            "query p1turn",
            "moves a1b1",
            "moves b1",
            "query p1turn",
        ],
    );
    assert_eq!(out.len(), 7, "{out:?}");
    for line in out[..4].iter().chain([&out[5]]) {
        assert!(line.starts_with("info string the position stays as it was: "), "{line}");
    }
    // The opponent is to move after g2; b1, the answer, is legal.
    assert_eq!((out[4].as_str(), out[6].as_str()), ("response false", "response true"));
    assert_eq!(err.lines().count(), 5, "{err}");
}

#[test]
fn questions_about_the_position_are_answered() {
    let over = |fen: &str| format!("position fen {fen}");
    let mut lines = Vec::new();
    for position in [
        "position startpos".to_owned(),
        "position startpos moves g2".to_owned(),
        over(FULL),
        over("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo o 0 1"),
        over("xxx-ooo/xxx-ooo/xxx-ooo/-------/-------/-------/------- x 0 1"),
        over("x5o/7/7/7/7/7/o5x x 100 60"),
    ] {
        lines.extend([
            position,
            "query p1turn".into(),
            "query gameover".into(),
            "query result".into(),
        ]);
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (out, _) = converse(&["ugi"], &lines);
    let answers: Vec<String> =
        out.chunks(3).map(|it| it.join(" ").replace("response ", "")).collect();
    assert_eq!(
        answers,
        [
            "true false none",
            "false false none",
            "false true p2win",
            "false true p1win",
            "false true draw",
            "false true draw",
        ]
    );
}

#[test]
fn a_search_without_end_is_stopped_and_answers_meanwhile() {
    let mut talk = PipedProgram::start(&["engine", "ugi"]);
    talk.send("position startpos");
    talk.send("go infinite");
    talk.until("info depth");
    talk.send("isready");
    talk.until("readyok");
    talk.send("query p1turn");
    talk.until("response true");
    talk.send("stop");
    let out = talk.until("bestmove");
    assert!(out.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")));
    // Nothing runs, so there is nothing to stop.
    talk.send("stop");
    talk.send("isready");
    assert_eq!(talk.until("readyok"), ["readyok"]);
    // A move that is found at once is held back until `stop`.
    talk.send(&format!("position fen {STUCK}"));
    talk.send("go infinite");
    talk.send("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.send("stop");
    assert_eq!(talk.until("bestmove").last().unwrap(), "bestmove 0000");
    // An option that restarts the computer ends it too, with the best move so far.
    talk.send("position startpos");
    talk.send("go infinite");
    talk.until("info depth");
    talk.send("setoption name Hash value 16");
    let out = talk.until("bestmove");
    assert!(!out.iter().any(|line| line.starts_with("info string")), "{out:?}");
    // Another position ends a search as stop does: every go has its move.
    talk.send("position startpos");
    talk.send("go movetime 1000000");
    talk.send("position startpos moves g2");
    talk.until("bestmove");
    talk.send("query p1turn");
    talk.until("response false");
    talk.send("quit");
    assert_eq!(talk.end(), [""; 0]);
}

/// Runners wait for the process to end.
#[test]
fn the_process_ends_during_a_search() {
    for quit in [true, false] {
        for go in ["go infinite", "go movetime 1000000", "go depth 60"] {
            let mut talk = PipedProgram::start(&["engine", "uai"]);
            talk.send("position startpos");
            talk.send(go);
            talk.until("info depth");
            match quit {
                true => talk.send("quit"),
                false => drop(talk.input.take()),
            }
            let out = talk.end();
            let moves = out.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(moves, 1, "{go}: {out:?}");
        }
    }
    assert_eq!(converse(&["uai"], &[]).0, [""; 0]);
}

#[test]
fn options_change_the_search_and_the_ruleset() {
    let (out, err) = converse(
        &["ugi", "ataxx/classic"],
        &[
            "ugi",
            "setoption name hash value 16",
            "setoption name Hash value 0",
            "setoption name Level value 99",
            "setoption name MultiPV value 2",
            "setoption name board.width value 5",
            "setoption name board.width value 99",
            "setoption name rules.repetition value 3",
            "position startpos moves e6 e7",
            "position fen x3o/5/5/5/5/5/o3x x 0 1",
            "go nodes 200",
        ],
    );
    let declared = |text: &str| assert!(out.iter().any(|line| line == text), "{text}: {out:?}");
    declared("option name board.width type spin default 7 min 4 max 12");
    declared("option name rules.repetition type combo default 0 var 0 var 3");
    let refused: Vec<&String> = out.iter().filter(|it| it.starts_with("info string")).collect();
    let [hash, level, width, illegal] = &refused[..] else { panic!("{refused:?}") };
    assert!(hash.contains("expected 1 to 384, found `0`"), "{hash}");
    assert!(level.contains("found `99`"), "{level}");
    assert!(width.contains("from 4 to 12"), "{width}");
    assert!(illegal.contains("stays as it was"), "{illegal}");
    assert!(out.iter().any(|line| line.contains(" multipv 2 ")), "{out:?}");
    assert!(out.last().unwrap().starts_with("bestmove "), "{out:?}");
    assert!(!err.contains("panicked"));
}

#[test]
fn games_for_more_than_two_and_unknown_ones_are_refused() {
    let dir = TestDir::new();
    let three = ["engine", "ugi", "ataxx/hexxagon-three"];
    dir.run(&three).fails(2, "plays games of two players, and ataxx/hexxagon-three has 3");
    dir.run(&["engine", "ugi", "ataxx/nothing"]).fails(2, "ataxx/nothing");
    dir.run(&["engine", "uci"]).fails(2, "uai");
    // Two rulesets claim the protocol: neither is chosen.
    dir.write(
        "rulesets/ataxx/mine.toml",
        "format = 1\nname = \"Mine\"\nextends = \"ataxx/tournament\"\nengine = [\"uai\"]\n",
    );
    dir.run(&["engine", "uai"]).fails(2, "ataxx/mine, ataxx/tournament");
    assert!(dir.run_with_input(&["engine", "ugi"], b"ugi\n").success().contains("ugiok"));
    assert!(
        dir.run_with_input(&["engine", "uai", "ataxx/mine"], b"uai\n").success().contains("uaiok")
    );
    // A full copy does not claim it too.
    let copy = dir.run(&["rules", "ataxx/tournament", "--toml"]).success();
    dir.write("rulesets/ataxx/copy.toml", &copy);
    dir.run(&["engine", "uai"]).fails(2, ": ataxx/mine, ataxx/tournament\n");
}

/// Other games for two use the protocol with their own move texts.
#[test]
fn other_families_are_played_too() {
    for ruleset in ["connection/hex", "fractal/square"] {
        let (out, err) =
            converse(&["ugi", ruleset], &["position startpos", "go nodes 20", "query p1turn"]);
        assert!(out.iter().any(|it| it.starts_with("bestmove ")), "{ruleset}: {out:?} {err}");
        assert!(out.contains(&"response true".to_owned()), "{ruleset}: {out:?}");
    }
}

/// A plugin error is reported, and the runner still gets an answer.
#[test]
fn a_plugin_error_does_not_end_the_engine() {
    let dir = TestDir::new();
    crate::cli::install(&dir, "last-words");
    let input = b"position startpos moves a\ngo nodes 9\nisready\nposition startpos\ngo nodes 9\n";
    let output = dir.run_with_input(&["engine", "ugi", "wild/last-words"], input);
    let out = steady(&output.success());
    assert!(out[0].starts_with("info string ") && out[0].contains("broke down"), "{out:?}");
    let moves = out.iter().filter(|line| *line == "bestmove a").count();
    assert_eq!(moves, 2, "{out:?}");
    assert!(out.contains(&"readyok".to_owned()), "{out:?}");
}
