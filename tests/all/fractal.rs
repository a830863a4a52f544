//! The Fractal Territory Board Game against reference data made by an independent
//! model: counts, the games of the paper, random games, perft. Each natively and
//! through the sandbox.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use boardloom_contract::{Cursor, GameStatus, LoadedPlugin, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::{self, data, legal, open, plugins};

#[derive(Deserialize)]
pub struct Data {
    specs: BTreeMap<String, FractalSpec>,
    counts: BTreeMap<String, Vec<BoardCounts>>,
    pub paper: Paper,
    random_games: Vec<RandomGame>,
    perft: Perft,
    pub solved: Value,
}

#[derive(Deserialize)]
struct FractalSpec {
    dim: usize,
    s: u32,
    corners: Value,
    children: Value,
}

#[derive(Deserialize)]
struct BoardCounts {
    k: u16,
    vertices: u32,
    leaf_cells: u32,
    all_cells: u32,
    total_points: i64,
}

#[derive(Deserialize)]
pub struct Paper {
    pub b: PaperGame,
    pub c: PaperGame,
}

#[derive(Deserialize)]
pub struct PaperGame {
    pub rows: Vec<PaperPly>,
    result: String,
    first_ply_reaching_target: BTreeMap<u32, usize>,
    first_ply_reaching_difference: BTreeMap<u32, usize>,
}

/// The position after a move.
#[derive(Deserialize)]
pub struct PaperPly {
    pub cell: Option<Vec<u32>>,
    pub v: (Vec<i64>, u32),
    pub score: [f64; 2],
    pub by_level: Vec<[i64; 2]>,
    vertices: u32,
    cells: u32,
}

#[derive(Deserialize)]
struct RandomGame {
    board: String,
    init_depth: u16,
    target: Option<u32>,
    diff: Option<u32>,
    max_depth: Option<u16>,
    sub_policy: String,
    moves: Vec<Ply>,
    end: Vec<String>,
    result: String,
    by_level: Vec<[i64; 2]>,
}

/// A move, the number of moves before it, and the position after it.
#[derive(Deserialize)]
struct Ply {
    cell: Option<Vec<u32>>,
    v: (Vec<i64>, u32),
    placements: usize,
    subdivisions: usize,
    score: [f64; 2],
    vertices: u32,
    cells: u32,
}

#[derive(Deserialize)]
struct Perft {
    rows: BTreeMap<String, Vec<[u64; 3]>>,
}

pub fn read() -> Data {
    let path = data().join("conformance/ftbg.json");
    let text = std::fs::read_to_string(path).expect("reference data");
    serde_json::from_str(&text).expect("the data as described")
}

/// Returns a board by its name in the data: built in if there is one, else by its maps.
pub fn board(data: &Data, name: &str, depth: u16) -> Value {
    let builtin = match name {
        "square" => Some("square"),
        "gasket" => Some("triangle"),
        "carpet" => Some("carpet"),
        "hexaflake7" => Some("hexaflake"),
        "hexaflake6" => Some("hexaflake-6"),
        _ => None,
    };
    if let Some(fractal) = builtin {
        return json!({"topology": "subdivision", "fractal": fractal, "depth": depth});
    }
    let spec = &data.specs[name];
    let basis = match (spec.dim, name) {
        (4, _) => json!([
            [1, 0],
            [0.309_016_994_374_947_45, 0.951_056_516_295_153_5],
            [-0.809_016_994_374_947_5, 0.587_785_252_292_473_1],
            [-0.809_016_994_374_947_5, -0.587_785_252_292_473_1]
        ]),
        (_, "tri4" | "kochflake7") => json!([[1, 0], [0.5, 0.866_025_403_784_438_6]]),
        _ => json!([[1, 0], [0, 1]]),
    };
    json!({
        "topology": "subdivision", "depth": depth, "scale": spec.s, "basis": basis,
        "corners": spec.corners, "children": spec.children,
    })
}

pub fn ruleset(board: &Value, policy: &str, depth: Option<u16>, target: u32, lead: u32) -> String {
    let subdivide = match policy {
        "none" => json!({"who": "never", "max_depth": 126}),
        on => json!({"on": on, "max_depth": depth.unwrap_or(126)}),
    };
    json!({
        "board": board,
        "rules": {"subdivide": subdivide, "end": {"target": target, "difference": lead}},
    })
    .to_string()
}

pub fn notation(cell: Option<&[u32]>, (numerators, level): &(Vec<i64>, u32)) -> String {
    let mut text = String::new();
    if let Some(path) = cell {
        path.iter().for_each(|step| write!(text, "/{step}").expect("a string"));
        text += if path.is_empty() { "/=" } else { "=" };
    }
    let numbers: Vec<String> = numerators.iter().map(i64::to_string).collect();
    format!("{text}{level}:{}", numbers.join(","))
}

fn status(cursor: &mut dyn Cursor) -> GameStatus {
    cursor.status().expect("no plugin error")
}

fn score(status: &GameStatus) -> [f64; 2] {
    [status.seats[0].score, status.seats[1].score]
}

/// Returns the score of so many levels, from the facts of the status: levels without points have
/// none.
fn by_level(status: &GameStatus, levels: usize) -> Vec<[i64; 2]> {
    let mut scores = vec![[0; 2]; levels];
    let facts = status.facts.iter().filter(|fact| fact.id == "facts.level");
    let number = |text: &str| text.parse::<i64>().expect("a number");
    for fact in facts {
        let [level, first, second] = [0, 1, 2].map(|at| number(&fact.args[at].1));
        assert!(first != 0 || second != 0, "{fact}");
        scores[level as usize - 1] = [first, second];
    }
    scores
}

fn play(cursor: &mut dyn Cursor, mv: &str, at: &str) {
    let by = status(cursor).mover().unwrap_or_else(|| panic!("{at}: over before {mv}"));
    if let Err(refusal) = cursor.play(by, mv).expect("no plugin error") {
        panic!("{at}: {mv}: {refusal}");
    }
}

fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(Outcome::winner) {
        None => "capped",
        Some(None) => "draw",
        Some(Some(0)) => "black",
        Some(Some(_)) => "white",
    }
}

/// Runs a check on both forms of the plugin.
fn both(check: impl Fn(&str, &dyn LoadedPlugin)) {
    for (form, rules) in plugins()["fractal"].each() {
        check(form, &**rules);
    }
}

#[test]
fn numbers_of_vertices_and_cells_match_the_data() {
    let data = read();
    assert_eq!(data.counts.len(), 12);
    both(|form, rules| {
        for (name, counts) in &data.counts {
            let light = counts.iter().filter(|count| support::heavy() || count.vertices < 5000);
            for count in light {
                let at = format!("{form}, {name} divided {} times", count.k);
                let board = board(&data, name, count.k);
                let mut cursor = open(rules, &ruleset(&board, "none", None, 0, 0), None);
                let sites = status(cursor.as_mut()).sites;
                assert_eq!(sites, count.vertices + count.all_cells, "{at}");
                let mover = status(cursor.as_mut()).mover().expect("an empty board");
                let free = cursor.count_moves(mover).expect("no plugin error");
                assert_eq!(free, u64::from(count.vertices), "{at}");
                let text =
                    cursor.write("position").expect("no plugin error").expect("the first form");
                let bits = text.split(' ').next().expect("the divisions");
                assert_eq!(bits.matches('0').count() as u32, count.leaf_cells, "{at}");
                if count.vertices > 2000 {
                    continue;
                }
                // One side takes all vertices, and with them every point.
                let pieces = "x".repeat(count.vertices as usize);
                let options = text.split(' ').nth(3).expect("the options");
                let full = format!("{bits} {pieces} o {options}");
                let mut cursor = open(rules, &ruleset(&board, "none", None, 0, 0), Some(&full));
                let points = score(&status(cursor.as_mut()))[0];
                assert_eq!(points as i64, count.total_points, "{at}");
            }
        }
    });
}

fn paper_line(form: &str, rules: &dyn LoadedPlugin, data: &Data, line: &PaperGame) {
    let board = board(data, "square", 1);
    let game = ruleset(&board, "new", Some(3), 0, 0);
    let mut cursor = open(rules, &game, None);
    for (ply, row) in (1..).zip(&line.rows) {
        let mv = notation(row.cell.as_deref(), &row.v);
        let at = format!("{form}, ply {ply}, {mv}");
        play(cursor.as_mut(), &mv, &at);
        let status = status(cursor.as_mut());
        assert_eq!(score(&status), row.score, "{at}");
        assert_eq!(by_level(&status, row.by_level.len()), row.by_level, "{at}");
        assert_eq!(status.sites, row.vertices + row.cells, "{at}");
    }
    assert_eq!(result(status(cursor.as_mut()).outcome.as_ref()), line.result, "{form}");
    let targets = line.first_ply_reaching_target.iter().map(|(points, ply)| (*points, 0, *ply));
    let leads = line.first_ply_reaching_difference.iter().map(|(points, ply)| (0, *points, *ply));
    for (target, lead, ply) in targets.chain(leads) {
        let mut cursor = open(rules, &ruleset(&board, "new", Some(3), target, lead), None);
        for row in &line.rows[..ply] {
            play(cursor.as_mut(), &notation(row.cell.as_deref(), &row.v), form);
        }
        let reason = status(cursor.as_mut()).outcome.map(|outcome| outcome.reason.id);
        let expected = if target > 0 { "over.target" } else { "over.difference" };
        assert_eq!(reason.as_deref(), Some(expected), "{form}, {target} {lead} at {ply}");
    }
}

#[test]
fn the_games_of_the_paper_have_its_numbers() {
    let data = read();
    both(|form, rules| {
        paper_line(form, rules, &data, &data.paper.b);
        paper_line(form, rules, &data, &data.paper.c);
    });
    let last = |line: &PaperGame| line.rows.last().expect("moves").score;
    assert_eq!((last(&data.paper.b), last(&data.paper.c)), ([18.0, 18.0], [25.0, 27.0]));
}

#[test]
fn random_games_match_the_data() {
    let data = read();
    assert_eq!(data.random_games.len(), 42);
    both(|form, rules| {
        for (number, game) in data.random_games.iter().enumerate() {
            let board = board(&data, &game.board, game.init_depth);
            let (target, lead) = (game.target.unwrap_or(0), game.diff.unwrap_or(0));
            let json = ruleset(&board, &game.sub_policy, game.max_depth, target, lead);
            let mut cursor = open(rules, &json, None);
            for (ply, row) in game.moves.iter().enumerate() {
                let mv = notation(row.cell.as_deref(), &row.v);
                let at = format!("{form}, game {number} on {}, ply {ply}, {mv}", game.board);
                let moves = legal(cursor.as_mut());
                let divisions = moves.iter().filter(|mv| mv.contains('=')).count();
                assert_eq!(moves.len() - divisions, row.placements, "{at}");
                assert_eq!(divisions, row.subdivisions, "{at}");
                play(cursor.as_mut(), &mv, &at);
                let now = status(cursor.as_mut());
                assert_eq!(score(&now), row.score, "{at}");
                assert_eq!(now.sites, row.vertices + row.cells, "{at}");
            }
            let end = status(cursor.as_mut());
            let at = format!("{form}, game {number} on {}", game.board);
            assert_eq!(by_level(&end, game.by_level.len()), game.by_level, "{at}");
            assert_eq!(result(end.outcome.as_ref()), game.result, "{at}");
            let reason = end.outcome.map(|outcome| outcome.reason.id);
            let letter = reason.map(|reason| match reason.as_str() {
                "over.full" => "A",
                "over.target" => "B",
                "over.difference" => "C",
                other => panic!("{at}: {other}"),
            });
            let named = letter.is_none_or(|letter| game.end.iter().any(|end| end == letter));
            assert!(named && letter.is_none() == game.end.is_empty(), "{at}: {letter:?}");
        }
    });
}

#[test]
fn perft_matches_the_tables() {
    let data = read();
    let most = if support::heavy() { u64::MAX } else { 100_000 };
    both(|form, rules| {
        for (name, rows) in &data.perft.rows {
            let (board_name, policy) = name.split_once(':').expect("board and policy");
            let json = ruleset(&board(&data, board_name, 1), policy, None, 0, 0);
            let mut cursor = open(rules, &json, None);
            let light = (1..).zip(rows).filter(|(_, row)| row[0] <= most);
            for (depth, [sequences, _, _]) in light {
                let leaves = cursor.perft(depth, false).expect("no plugin error");
                assert_eq!(leaves, *sequences, "{form}, {name} to {depth}");
                if *sequences <= 20_000 {
                    let listed = cursor.perft(depth, true).expect("no plugin error");
                    assert_eq!(listed, *sequences, "{form}, {name} to {depth}, listed");
                }
            }
        }
    });
}

/// Plays all sequences; counts those that end with a division, and positions.
fn walk(cursor: &mut dyn Cursor, depth: usize, last: &str, seen: &mut [(u64, BTreeSet<u64>)]) {
    let now = status(cursor);
    if let Some(counted) = seen.get_mut(depth) {
        counted.0 += u64::from(last.contains('='));
        counted.1.insert(now.key);
    }
    if now.is_over() || depth + 1 >= seen.len() {
        return;
    }
    for mv in legal(cursor) {
        let by = now.acting[0];
        cursor.play(by, &mv).expect("no plugin error").expect("a legal move");
        walk(cursor, depth + 1, &mv, seen);
        assert!(cursor.undo().expect("no plugin error"));
    }
}

#[test]
fn keys_distinguish_all_positions() {
    let data = read();
    let most = if support::heavy() { 500_000 } else { 4000 };
    let rules = &plugins()["fractal"].native;
    for (name, rows) in &data.perft.rows {
        let (board_name, policy) = name.split_once(':').expect("board and policy");
        let json = ruleset(&board(&data, board_name, 1), policy, None, 0, 0);
        let mut cursor = open(&**rules, &json, None);
        let deep = rows.iter().take_while(|row| row[0] <= most).count();
        let mut seen = vec![(0, BTreeSet::new()); deep + 1];
        walk(cursor.as_mut(), 0, "", &mut seen);
        for (depth, row) in (1..).zip(&rows[..deep]) {
            let (divisions, keys) = &seen[depth];
            assert_eq!([*divisions, keys.len() as u64], row[1..], "{name} to {depth}");
        }
    }
}

/// A large board has to leave room in the sandbox for what divisions add to it.
#[test]
fn a_large_board_has_room_for_divisions() {
    let depth = if support::heavy() { 10 } else { 7 };
    let json = json!({
        "board": {"topology": "quadtree", "depth": depth},
        "rules": {"subdivide": {"who": "always", "max_depth": 60}},
    })
    .to_string();
    let side = (1u64 << depth) + 1;
    let path = "/0".repeat(depth);
    both(|form, rules| {
        let mut cursor = open(rules, &json, None);
        // Empty vertices; the middle of every cell, and the middles of its edges.
        let cells = (side - 1) * (side - 1);
        assert_eq!(
            cursor.count_moves(0).expect("no plugin error"),
            side * side + 5 * cells,
            "{form}"
        );
        play(cursor.as_mut(), &format!("{path}={}:1,1", depth + 1), form);
        // One cell less, four more, and its two neighbours lack a midpoint.
        let (vertices, pairs) = (side * side + 5 - 1, 5 * (cells - 1) - 2 + 4 * 5);
        assert_eq!(cursor.count_moves(1).expect("no plugin error"), vertices + pairs, "{form}");
        assert!(cursor.undo().expect("no plugin error"));
    });
}
