//! The family of Ataxx against reference data made without this project, each
//! row natively and through the sandbox.

use boardloom_contract::{Cursor, LoadedPlugin, Outcome};
use boardloom_ruleset::Overrides;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::support::{self, data, legal, open, plugins};

fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = data().join("conformance").join(name);
    let text = std::fs::read_to_string(&path).expect("reference data");
    serde_json::from_str(&text).expect("rows of reference data")
}

/// The parameters that distinguish the variants of the family in the data.
#[derive(Deserialize)]
struct Variant {
    board: String,
    players: u8,
    halfmove_limit: Option<u16>,
    capture: Option<String>,
    stuck: Option<String>,
}

impl Variant {
    /// The ruleset of a row.
    fn ruleset(&self) -> String {
        let board = match (self.board.strip_prefix("sq"), self.board.strip_prefix("hex")) {
            (Some(size), _) => format!(r#""topology": "grid", "width": {size}, "height": {size}"#),
            (_, Some(side)) => format!(r#""topology": "hex", "shape": {{"hexagon": {side}}}"#),
            _ => panic!("a board of the data: {}", self.board),
        };
        // On hexagons the names of the corners differ; positions bring their own pieces.
        let corners = match self.board.starts_with("sq") {
            true => ["top-left", "top-right", "bottom-right", "bottom-left"],
            false => ["corner-1", "corner-2", "corner-3", "corner-4"],
        };
        let stuck = match self.stuck.as_deref() {
            Some("over") => "fill",
            other => other.unwrap_or("pass"),
        };
        let seats = usize::from(self.players);
        let pieces: Vec<String> = ["x", "o", "t", "s"]
            .iter()
            .zip(corners)
            .take(seats)
            .map(|(seat, corner)| format!(r#""{seat}": ["{corner}"]"#))
            .collect();
        format!(
            r#"{{
                "board": {{{board}}},
                "setup": {{"seats": {seats}, "pieces": {{{}}}}},
                "rules": {{"quiet_limit": {}, "capture": "{}", "stuck": "{stuck}"}}
            }}"#,
            pieces.join(", "),
            self.halfmove_limit.unwrap_or(0),
            self.capture.as_deref().unwrap_or("adjacent"),
        )
    }
}

fn result(outcome: Option<&Outcome>) -> String {
    match outcome.map(Outcome::winner) {
        None => "none".into(),
        Some(None) => "draw".into(),
        Some(Some(seat)) => format!("p{}win", seat + 1),
    }
}

/// Runs a check on both forms of the plugin.
fn both(check: impl Fn(&str, &dyn LoadedPlugin)) {
    for (form, rules) in plugins()["ataxx"].each() {
        check(form, &**rules);
    }
}

#[derive(Deserialize)]
struct Perft {
    id: u32,
    #[serde(flatten)]
    variant: Variant,
    fen: String,
    depth: u32,
    nodes: u64,
}

#[test]
fn perft_matches_the_tables() {
    let rows: Vec<Perft> = read("ataxx-perft.json");
    let listed_up_to = if support::heavy() { u64::MAX } else { 20_000 };
    both(|form, rules| {
        let mut checked = 0;
        for row in &rows {
            let ruleset = row.variant.ruleset();
            let mut cursor = open(rules, &ruleset, Some(&row.fen));
            let leaves = cursor.perft(row.depth, false).expect("no plugin error");
            assert_eq!(leaves, row.nodes, "{form}, row {}: {} to {}", row.id, row.fen, row.depth);
            if row.nodes < listed_up_to {
                let listed = cursor.perft(row.depth, true).expect("no plugin error");
                assert_eq!(listed, row.nodes, "{form}, row {} listed", row.id);
            }
            checked += 1;
        }
        assert_eq!(checked, 484);
    });
}

#[test]
fn perft_of_the_tournament_start_goes_deep() {
    // Fairy-Stockfish, libataxx and the crate `ataxx` agree on these.
    let leaves = [1, 16, 256, 6460, 155_888, 4_752_668, 141_865_520];
    let listed_to = if support::heavy() { 6 } else { 4 };
    let tournament = support::ruleset("ataxx/tournament").plugin_json();
    both(|form, rules| {
        let mut cursor = open(rules, &tournament, None);
        for (depth, leaves) in (0..).zip(leaves) {
            assert_eq!(cursor.perft(depth, false), Ok(leaves), "{form}, depth {depth}");
            if depth <= listed_to {
                assert_eq!(cursor.perft(depth, true), Ok(leaves), "{form}, depth {depth} listed");
            }
        }
    });
}

/// The shipped ruleset, the number of seats and the start that rows of the data begin from, and
/// the number of such rows. The rulesets themselves must begin there.
const SHIPPED: [(&str, u8, &str, usize); 16] = [
    ("ataxx/tournament", 2, "x5o/7/7/7/7/7/o5x", 5),
    ("ataxx/walls-blocks", 2, "x5o/1--1--1/1--1--1/7/1--1--1/1--1--1/o5x", 5),
    ("ataxx/walls-corners", 2, "x5o/2-1-2/1-3-1/7/1-3-1/2-1-2/o5x", 5),
    ("ataxx/walls-lozenge", 2, "x2-2o/2-1-2/1-3-1/-2-2-/1-3-1/2-1-2/o2-2x", 5),
    ("ataxx/walls-rails", 2, "x1-1-1o/2-1-2/2-1-2/7/2-1-2/2-1-2/o1-1-1x", 5),
    ("ataxx/walls-tees", 2, "x2-2o/3-3/2---2/7/2---2/3-3/o2-2x", 5),
    ("ataxx/large", 2, "x7o/9/9/9/9/9/9/9/o7x", 5),
    ("ataxx/boogers", 2, "x7o/9/9/9/9/9/9/9/o7x", 5),
    ("ataxx/boogers", 3, "x7o/9/9/9/9/9/9/9/8t", 6),
    ("ataxx/boogers", 4, "x7o/9/9/9/9/9/9/9/s7t", 6),
    ("ataxx/boogers-jumped", 2, "x7o/9/9/9/9/9/9/9/o7x", 5),
    ("ataxx/boogers-jumped", 4, "x7o/9/9/9/9/9/9/9/s7t", 6),
    ("ataxx/hexxagon", 2, "x3o/6/7/4-3/o2-4x/4-3/7/6/x3o", 4),
    ("ataxx/hexxagon-fill", 2, "x3o/6/7/4-3/o2-4x/4-3/7/6/x3o", 4),
    ("ataxx/hexxagon-small", 2, "x2o/5/6/o5x/6/5/x2o", 4),
    ("ataxx/hexxagon-three", 3, "x3o/6/7/4-3/t2-4t/4-3/7/6/o3x", 5),
];

#[test]
fn starts_of_shipped_rulesets_match_the_tables() {
    let rows: Vec<Perft> = read("ataxx-perft.json");
    let mut met = Vec::new();
    for (id, seats, start, _) in SHIPPED {
        let mut settings = Overrides::new();
        if id.starts_with("ataxx/boogers") {
            settings.set("setup.seats", seats);
            // The tables are of the board without walls.
            settings.set("setup.random_walls.max", 0);
        }
        let ruleset = support::ruleset_with(id, &settings).plugin_json();
        let of_start = |row: &&Perft| {
            let variant = &row.variant;
            let id = id.strip_prefix("ataxx/").expect("a ruleset of the family");
            row.fen.split(' ').next() == Some(start)
                && row.fen.ends_with(" x 0 1")
                && variant.players == seats
                && (variant.capture.as_deref() == Some("jumped")) == id.ends_with("jumped")
                && (variant.stuck.as_deref() == Some("over")) == id.ends_with("fill")
        };
        let rows: Vec<&Perft> = rows.iter().filter(of_start).collect();
        both(|form, rules| {
            let mut cursor = open(rules, &ruleset, None);
            let text = cursor.write("position").expect("no plugin error").expect("a text form");
            assert_eq!(text.split(' ').next(), Some(start), "{form}, {id} for {seats}");
            for row in &rows {
                let leaves = cursor.perft(row.depth, false);
                assert_eq!(leaves, Ok(row.nodes), "{form}, {id} for {seats} to {}", row.depth);
            }
        });
        met.push((id, seats, start, rows.len()));
    }
    assert_eq!(met, SHIPPED);
}

#[derive(Deserialize)]
struct MicroPosition {
    id: u32,
    #[serde(flatten)]
    variant: Variant,
    fen: String,
    gameover: bool,
    result: String,
    moves: Vec<String>,
}

#[test]
fn legal_moves_and_results_match_the_positions() {
    let rows: Vec<MicroPosition> = read("ataxx-positions.json");
    both(|form, rules| {
        for row in &rows {
            let ruleset = row.variant.ruleset();
            let mut cursor = open(rules, &ruleset, Some(&row.fen));
            let status = cursor.status().expect("no plugin error");
            let at = format!("{form}, row {}: {}", row.id, row.fen);
            assert_eq!(status.is_over(), row.gameover, "{at}");
            assert_eq!(result(status.outcome.as_ref()), row.result, "{at}");
            assert_eq!(legal(cursor.as_mut()), row.moves, "{at}");
            assert_eq!(
                cursor.write("position").expect("no plugin error").as_ref(),
                Ok(&row.fen),
                "{at}"
            );
        }
        assert_eq!(rows.len(), 127);
    });
}

#[derive(Deserialize)]
struct RecordedGame {
    id: u32,
    start: String,
    moves: Vec<String>,
    fens: Vec<String>,
    result: String,
}

#[test]
fn whole_games_match_the_data() {
    let rows: Vec<RecordedGame> = read("ataxx-games.json");
    let tournament = support::ruleset("ataxx/tournament").plugin_json();
    both(|form, rules| {
        for row in &rows {
            let mut cursor = open(rules, &tournament, Some(&row.start));
            for (mv, fen) in row.moves.iter().zip(&row.fens) {
                play(cursor.as_mut(), mv);
                let text = cursor.write("position").expect("no plugin error");
                assert_eq!(text.as_ref(), Ok(fen), "{form}, game {} after {mv}", row.id);
            }
            let status = cursor.status().expect("no plugin error");
            assert_eq!(result(status.outcome.as_ref()), row.result, "{form}, game {}", row.id);
            for _ in &row.moves {
                assert!(cursor.undo().expect("no plugin error"));
            }
            let text = cursor.write("position").expect("no plugin error");
            assert_eq!(text.as_ref(), Ok(&row.start), "{form}, game {} undone", row.id);
        }
        assert_eq!(rows.len(), 22);
    });
}

fn play(cursor: &mut dyn Cursor, mv: &str) {
    let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
    if let Err(refusal) = cursor.play(by, mv).expect("no plugin error") {
        panic!("{mv}: {refusal}");
    }
}
