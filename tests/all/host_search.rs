//! Opponent, hints, analysis and perft of plugins without search and count: the host's own, over
//! cursors.

use boardloom_contract::harness::{HarnessOptions, check};
use boardloom_contract::{
    CHANCE, Choices, Cursor, CursorSearch, Effect, Extent, GameStatus, LoadedPlugin, Mark, Message,
    Patch, Piece, PlayoutStats, PluginError, PluginResult, Searcher, Seat, Site, perft,
    perft_in_parts,
};
use boardloom_sdk::native::Native;
use serde_json::Value;

use crate::program::TestDir;
use crate::support::open;
use crate::third_party::{build_component, load_plugin};

/// Scenes with chance, three and four seats, seats that decide together, typed answers, swaps.
const SCENES: [&str; 8] =
    ["growing", "chance", "answer", "menu", "swap", "four", "globe", "together"];

fn scene(scene: &str) -> Box<dyn Cursor> {
    open(
        &Native::<zoo::Family>::new("zoo"),
        &format!(r#"{{"rules": {{"scene": "{scene}"}}}}"#),
        None,
    )
}

/// A cursor that cannot count.
struct Uncounted(Box<dyn Cursor>);

macro_rules! delegate {
    ($(fn $name:ident($($arg:ident: $Type:ty),*) -> $Answer:ty;)*) => {
        $(fn $name(&mut self, $($arg: $Type),*) -> PluginResult<$Answer> {
            self.0.$name($($arg),*)
        })*
    };
}

impl Cursor for Uncounted {
    delegate! {
        fn status() -> GameStatus;
        fn pieces(first: Site, limit: u32) -> Vec<(Site, Piece)>;
        fn pieces_at(sites: &[Site]) -> Vec<(Site, Piece)>;
        fn choices(by: Seat, path: &[Site]) -> Choices;
        fn paths(by: Seat, mv: &str) -> Vec<Vec<Site>>;
        fn count_moves(by: Seat) -> u64;
        fn legal_moves(by: Seat, after: Option<&str>, limit: u32) -> Vec<String>;
        fn is_legal(by: Seat, mv: &str) -> bool;
        fn parse(by: Seat, text: &str) -> Result<String, Message>;
        fn play(by: Seat, mv: &str) -> Result<Vec<Effect>, Message>;
        fn preview(by: Seat, mv: &str) -> Result<(GameStatus, Vec<Effect>), Message>;
        fn remove_player(who: Seat) -> Result<Vec<Effect>, Message>;
        fn chance_outcomes(limit: u32) -> Option<Vec<(String, u32)>>;
        fn sample_outcome(random: u64) -> String;
        fn undo() -> bool;
        fn save() -> Vec<u8>;
        fn write(form: &str) -> Result<String, Message>;
        fn extent(view: u16) -> Extent;
        fn drawing_beyond(view: u16, beyond: Extent, limit: u32) -> Patch;
        fn proposed_sites(view: u16, path: &[Site]) -> Patch;
        fn marks() -> Vec<Mark>;
        fn evaluate() -> Vec<i32>;
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(Uncounted(self.0.fork()?)))
    }

    fn perft(&mut self, _: u32, _: bool) -> PluginResult<u64> {
        Err(absent("count"))
    }

    fn playouts(&mut self, _: u32, _: u64, _: u32, _: bool) -> PluginResult<PlayoutStats> {
        Err(absent("count"))
    }

    fn search(
        &mut self,
        _: &str,
        _: u64,
        _: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        Err(absent("search"))
    }
}

fn absent(interface: &str) -> PluginError {
    PluginError::Absent { plugin: "bare".to_owned(), interface: interface.to_owned() }
}

fn bare() -> std::sync::Arc<dyn LoadedPlugin> {
    load_plugin("bare", "tests/zoo/bare")
}

/// Plays a game by the host's search, with steps of this many nodes; returns its moves.
fn play_game(name: &str, step: u32) -> Vec<String> {
    let mut cursor: Box<dyn Cursor> = Box::new(Uncounted(scene(name)));
    let mut moves = Vec::new();
    loop {
        let status = cursor.status().unwrap();
        if status.is_over() {
            return moves;
        }
        assert!(moves.len() < 1000, "{name} does not end");
        if status.chance {
            let mv = cursor.sample_outcome(moves.len() as u64).unwrap();
            cursor.play(CHANCE, &mv).unwrap().unwrap();
            moves.push(mv);
            continue;
        }
        // Seats that act together choose at the position before the round.
        let chosen: Vec<(Seat, String)> = status
            .acting
            .iter()
            .map(|seat| {
                let mut search = CursorSearch::new(&mut *cursor, *seat, 7, 1 << 20).unwrap();
                while search.step(step).unwrap().nodes < 24 {}
                let lines = search.report(1).unwrap();
                (*seat, lines[0].moves[0].clone())
            })
            .collect();
        for (seat, mv) in chosen {
            cursor.play(seat, &mv).unwrap().unwrap_or_else(|no| panic!("{name}: {mv}: {no}"));
            moves.push(mv);
        }
    }
}

#[test]
fn it_plays_every_kind_of_game_to_the_end_and_depends_on_seed_and_nodes_alone() {
    for name in SCENES {
        let moves = play_game(name, 24);
        assert!(!moves.is_empty());
        assert_eq!(play_game(name, 1), moves, "{name}: the size of steps changes nothing");
        assert_eq!(play_game(name, 8), moves, "{name}");
    }
}

#[test]
fn a_legal_move_is_there_before_the_first_step_and_a_step_ends_within_a_game() {
    for name in SCENES {
        let mut cursor = Uncounted(scene(name));
        let status = cursor.status().unwrap();
        let Some(seat) = status.acting.first().copied() else { continue };
        let mut search = CursorSearch::new(&mut cursor, seat, 1, 1 << 20).unwrap();
        let first = search.report(3).unwrap();
        assert!(cursor.is_legal(seat, &first[0].moves[0]).unwrap(), "{name}");
        assert_eq!(first[0].visits, 0);
    }
    // Games of thousands of plies: a node pays for some of them at a time.
    let long = r#"{"rules": {"scene": "vast", "sites": 900, "moves": 600}}"#;
    let mut cursor = Uncounted(open(&Native::<zoo::Family>::new("zoo"), long, None));
    let mut search = CursorSearch::new(&mut cursor, 0, 1, 1 << 20).unwrap();
    let mut steps = 1;
    while search.step(1).unwrap().nodes == 0 {
        steps += 1;
    }
    assert!(steps > 2, "{steps}");
    assert!(!search.report(1).unwrap().is_empty());
}

#[test]
fn perft_over_cursors_agrees_with_that_of_plugins() {
    let count = |cursor: &mut dyn Cursor, depth, listed| {
        perft(cursor, depth, listed, &mut || Ok(())).unwrap()
    };
    for name in SCENES {
        let mut cursor = scene(name);
        for (depth, listed) in [(0, false), (1, false), (1, true), (2, false), (2, true)] {
            let expected = cursor.perft(depth, listed).unwrap();
            assert_eq!(count(&mut *cursor, depth, listed), expected, "{name} at {depth}");
            let parts = perft_in_parts(&mut *cursor, depth, listed, &mut || true);
            assert_eq!(parts, Ok(Some(expected)), "{name} at {depth}");
        }
    }
    let mut cursor = scene("four");
    let before = cursor.status().unwrap();
    assert_eq!(count(&mut *cursor, 3, false), cursor.perft(3, false).unwrap());
    assert_eq!(cursor.status().unwrap(), before, "a count leaves the position");
    let stop = || Err(absent("time"));
    assert_eq!(perft(&mut *cursor, 3, false, &mut { stop }), Err(absent("time")));
    // A depth that takes several parts, counted to the end and stopped below the root.
    let mut parts = 0;
    let whole = cursor.perft(5, false).unwrap();
    let counted = perft_in_parts(&mut *cursor, 5, false, &mut || {
        parts += 1;
        true
    });
    assert_eq!(counted, Ok(Some(whole)));
    assert!(parts > 10, "{parts}");
    let mut left = parts / 2;
    let stopped = perft_in_parts(&mut *cursor, 5, false, &mut || {
        left -= 1;
        left > 0
    });
    assert_eq!(stopped, Ok(None));
    assert_eq!(cursor.status().unwrap(), before, "a stopped count too");
}

#[test]
fn a_plugin_without_search_and_count_is_searched_and_counted_by_the_sandbox() {
    let bare = bare();
    let report = check(&*bare, "{}", &HarnessOptions { thorough: 1, ..Default::default() });
    assert!(report.passed(), "{report}");
    let mut cursor = open(&*bare, "{}", None);
    // Rows of ones and twos with a sum of ten at most: five are 2^5, six have four twos at most,
    // ten are all ones.
    let counts = [1, 2, 4, 8, 16, 32, 57, 64, 37, 10, 1, 0];
    for (depth, expected) in (0..).zip(counts) {
        assert_eq!(cursor.perft(depth, depth % 2 == 0), Ok(expected), "{depth}");
    }
    assert_eq!(cursor.evaluate(), Ok(Vec::new()));
    // Ten sites: the player who leaves a multiple of three wins.
    let mut search = cursor.search("{}", 3, 1 << 22).unwrap().unwrap();
    search.step(600).unwrap();
    let lines = search.report(2).unwrap();
    assert_eq!(lines[0].moves[0], "1", "{lines:?}");
    assert!(lines[0].value[0] > 6_000 && lines[0].value[1] < 4_000, "{lines:?}");
    // What was found below a move is kept.
    assert!(search.advance_root(0, "1").unwrap());
    let kept: u64 = search.report(2).unwrap().iter().map(|line| line.visits).sum();
    assert!(kept > 100, "{kept}");
    assert!(!search.advance_root(1, "3").unwrap(), "not legal");
    assert!(search.advance_root(1, "2").unwrap());
    search.step(200).unwrap();
    assert_eq!(search.report(1).unwrap()[0].moves[0], "1");
    // A perft that takes too long ends by its time limit.
    let limits =
        boardloom_sandbox::Limits { count: std::time::Duration::ZERO, ..Default::default() };
    let config = boardloom_sandbox::SandboxConfig { limits, ..Default::default() };
    let strict = boardloom_sandbox::Sandbox::new(config).unwrap();
    let strict = strict.load("bare", &build_component("tests/zoo/bare")).unwrap();
    let timed_out = open(&*strict, "{}", None).perft(9, false);
    assert!(matches!(timed_out, Err(PluginError::TimedOut { .. })), "{timed_out:?}");
}

/// Writes the plugin and a ruleset beside it.
fn install_bare(dir: &TestDir) {
    std::fs::write(dir.write("bare.wasm", ""), &**build_component("tests/zoo/bare")).unwrap();
    dir.write("bare.toml", "format = 1\nplugin = \"bare\"\nname = \"Row\"\n");
}

#[test]
fn a_plugin_without_search_and_count_has_opponent_hints_and_perft_in_every_program() {
    let dir = TestDir::new();
    install_bare(&dir);
    assert_eq!(dir.run(&["perft", "bare.toml", "-d", "6"]).success(), "57\n");
    assert_eq!(dir.run(&["perft", "bare.wasm", "-d", "2", "--divide"]).success(), "1 2\n2 2\n4\n");
    let asked = br#"{"ruleset": "bare.toml", "ask": ["perft:6", "evaluate"]}"#;
    let answer = dir.run_with_input(&["query"], asked).success();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["perft:6"], 57, "{answer}");
    // The first player wins by leaving nine; the computer does, and the hint says so.
    let hint =
        dir.run_with_input(&["play", "bare.toml", "--text", "--humans"], b"hint\nquit\n").success();
    let best = hint.lines().find(|line| line.contains('%')).unwrap_or_else(|| panic!("{hint}"));
    assert!(best.trim_end().contains("  1"), "{hint}");
    let game = ["play", "bare.toml", "--text", "--seat1", "computer:5", "--seat2", "computer:1"];
    let played = dir.run(&game).success();
    assert!(played.contains("the row is full"), "{played}");
    let sides = ["--a", "nodes=300", "--b", "nodes=1", "-n", "10", "--json"];
    let report = dir.run(&[&["arena", "bare.toml"], &sides[..]].concat()).success();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(report["score"]["share"].as_f64().is_some_and(|share| share > 0.65), "{report}");
    let engine = dir.run_with_input(
        &["engine", "ugi", "bare.toml"],
        b"ugi\nposition startpos\ngo nodes 400\nquit\n",
    );
    assert!(engine.out.contains("bestmove 1"), "{} {}", engine.out, engine.err);
}
