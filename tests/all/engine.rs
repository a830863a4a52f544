//! The engine protocols, as match runners speak them: conversations with the
//! program as a process.

use crate::program::{Desk, Talk};

const FULL: &str = "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooo1 x 0 1";
const STUCK: &str = "xoooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooo1 x 0 1";

/// Returns what is the same every time: without what a search cost, and of its
/// reports only the last one before each move.
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

/// Says lines all at once and returns what the program answers.
#[track_caller]
fn said(args: &[&str], lines: &[&str]) -> (Vec<String>, String) {
    let desk = Desk::new();
    let args = [&["engine"], args].concat();
    let said = desk.tell(&args, (lines.join("\n") + "\n").as_bytes());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    (steady(&said.out), said.err)
}

/// Without a ruleset the one is played that says that it is meant for the
/// protocol; a change of what the program says of itself would show here.
#[test]
fn each_protocol_greets_and_names_its_options() {
    for name in ["uai", "ugi"] {
        let lines = [name, "isready", &format!("{name}newgame"), "isready", "quit"];
        let (out, err) = said(&[name], &lines);
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

/// Whoever counts the words of the last line, as runners do, would notice more.
#[test]
fn a_search_by_nodes_ends_with_a_report_and_a_move_of_two_words() {
    let game = ["position startpos moves g2 b1", "go nodes 300"];
    let (out, _) = said(&["uai"], &game);
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
    assert_eq!(said(&["uai"], &game).0, out);
    assert_eq!(said(&["ugi", "ataxx/tournament"], &game).0, out);
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
        "go",
    ];
    for form in forms {
        let mut talk = Talk::begin(&["engine", "uai"]);
        talk.say("setoption name Level value 1");
        talk.say("position startpos");
        talk.say(form);
        let out = talk.until("bestmove");
        let mv = out.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
        talk.say(&format!("moves {mv}"));
        talk.say("isready");
        assert_eq!(talk.until("readyok"), ["readyok"], "{form} gave the illegal {mv}");
        talk.say("quit");
        talk.end();
    }
    let mut talk = Talk::begin(&["engine", "uai"]);
    talk.say("go depth 2");
    let out = talk.until("bestmove");
    let deep = |line: &String| line.contains("depth 3") || line.split(" pv ").count() > 2;
    assert!(!out.iter().any(deep), "{out:?}");
}

#[test]
fn who_cannot_move_passes_and_who_has_no_move_says_so() {
    let stuck = format!("position fen {STUCK}");
    let full = format!("position fen {FULL}");
    let (out, err) = said(
        &["uai"],
        &[&stuck, "go depth 3", "moves 0000", "go nodes 50", &full, "go nodes 50", "go infinite"],
    );
    assert_eq!(out[..2], ["info nodes 0", "bestmove 0000"]);
    assert_eq!(out[3], "bestmove g1");
    assert_eq!(out[4..], ["bestmove 0000", "bestmove 0000"]);
    assert_eq!(err, "");
}

#[test]
fn what_is_not_understood_is_passed_over() {
    let desk = Desk::new();
    let mut input =
        b"\n  \nhello\nposition\nposition fen\ngo depth\ngo nodes x\nsetoption x\n".to_vec();
    input.extend(b"\xff\xfe\x00\nquery p1turn\nugi\nmoves\n\nsetoption name Foo value 1\n");
    input.extend([b'a'; 100_000]);
    input.extend(b"\nisready\nquit\nisready\n");
    let said = desk.tell(&["engine", "uai"], &input);
    assert_eq!((said.code, said.out.as_str()), (0, "readyok\n"), "{}", said.err);
    for part in ["`hello`", "position startpos", "found `x`", "`Foo`", "UTF-8", "`query`"] {
        assert!(said.err.contains(part), "expected {part} in: {}", said.err);
    }
    assert!(said.err.len() < 5_000, "{}", said.err.len());
}

#[test]
fn an_impossible_position_is_told_and_changes_nothing() {
    let (out, err) = said(
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
    let (out, _) = said(&["ugi"], &lines);
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
    let mut talk = Talk::begin(&["engine", "ugi"]);
    talk.say("position startpos");
    talk.say("go infinite");
    talk.until("info depth");
    talk.say("isready");
    talk.until("readyok");
    talk.say("query p1turn");
    talk.until("response true");
    talk.say("stop");
    let out = talk.until("bestmove");
    assert!(out.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")));
    // Nothing runs: there is nothing to stop.
    talk.say("stop");
    talk.say("isready");
    assert_eq!(talk.until("readyok"), ["readyok"]);
    // A move that is found at once is held back: nobody said stop.
    talk.say(&format!("position fen {STUCK}"));
    talk.say("go infinite");
    talk.say("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.say("stop");
    assert_eq!(talk.until("bestmove").last().unwrap(), "bestmove 0000");
    // So does an option that begins the computer anew: not any move, but what was found.
    talk.say("position startpos");
    talk.say("go infinite");
    talk.until("info depth");
    talk.say("setoption name Hash value 16");
    let out = talk.until("bestmove");
    assert!(!out.iter().any(|line| line.starts_with("info string")), "{out:?}");
    // Another position ends a search as stop does: every go has its move.
    talk.say("position startpos");
    talk.say("go movetime 1000000");
    talk.say("position startpos moves g2");
    talk.until("bestmove");
    talk.say("query p1turn");
    talk.until("response false");
    talk.say("quit");
    assert_eq!(talk.end(), [""; 0]);
}

/// Runners wait for the process: one that stays would hang them.
#[test]
fn the_process_ends_during_a_search() {
    for quit in [true, false] {
        for go in ["go infinite", "go movetime 1000000", "go depth 60"] {
            let mut talk = Talk::begin(&["engine", "uai"]);
            talk.say("position startpos");
            talk.say(go);
            talk.until("info depth");
            match quit {
                true => talk.say("quit"),
                false => drop(talk.input.take()),
            }
            let out = talk.end();
            let moves = out.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(moves, 1, "{go}: {out:?}");
        }
    }
    assert_eq!(said(&["uai"], &[]).0, [""; 0]);
}

#[test]
fn options_change_the_search_and_the_ruleset() {
    let (out, err) = said(
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
    let desk = Desk::new();
    let three = ["engine", "ugi", "ataxx/hexxagon-three"];
    desk.run(&three).refused(2, "plays games of two players, and ataxx/hexxagon-three has 3");
    desk.run(&["engine", "ugi", "ataxx/nothing"]).refused(2, "ataxx/nothing");
    desk.run(&["engine", "uci"]).refused(2, "uai");
    // Two rulesets that want to be played unnamed: neither is.
    desk.write(
        "rulesets/ataxx/mine.toml",
        "format = 1\nname = \"Mine\"\nextends = \"ataxx/tournament\"\nengine = [\"uai\"]\n",
    );
    desk.run(&["engine", "uai"]).refused(2, "ataxx/mine, ataxx/tournament");
    assert!(desk.tell(&["engine", "ugi"], b"ugi\n").done().contains("ugiok"));
    assert!(desk.tell(&["engine", "uai", "ataxx/mine"], b"uai\n").done().contains("uaiok"));
    // A full copy does not want it as well.
    let copy = desk.run(&["rules", "ataxx/tournament", "--toml"]).done();
    desk.write("rulesets/ataxx/copy.toml", &copy);
    desk.run(&["engine", "uai"]).refused(2, ": ataxx/mine, ataxx/tournament\n");
}

/// Any game of two goes through the same door: its own texts are its moves.
#[test]
fn other_families_are_played_too() {
    for ruleset in ["connection/hex", "fractal/square"] {
        let (out, err) =
            said(&["ugi", ruleset], &["position startpos", "go nodes 20", "query p1turn"]);
        assert!(out.iter().any(|it| it.starts_with("bestmove ")), "{ruleset}: {out:?} {err}");
        assert!(out.contains(&"response true".to_owned()), "{ruleset}: {out:?}");
    }
}

/// A plugin that fails is told of, and the runner has its answers all the same.
#[test]
fn a_plugin_that_fails_ends_no_conversation() {
    let desk = Desk::new();
    crate::cli::install(&desk, "last-words");
    let input = b"position startpos moves a\ngo nodes 9\nisready\nposition startpos\ngo nodes 9\n";
    let said = desk.tell(&["engine", "ugi", "wild/last-words"], input);
    let out = steady(&said.done());
    assert!(out[0].starts_with("info string ") && out[0].contains("broke down"), "{out:?}");
    let moves = out.iter().filter(|line| *line == "bestmove a").count();
    assert_eq!(moves, 2, "{out:?}");
    assert!(out.contains(&"readyok".to_owned()), "{out:?}");
}
