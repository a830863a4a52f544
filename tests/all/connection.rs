//! Connection games against reference data made without this project, each row
//! natively and through the sandbox.

use std::collections::{BTreeMap, BTreeSet};

use boardloom_contract::{Cursor, LoadedPlugin, Outcome};
use boardloom_sdk::random::Random;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::{data, heavy, open, plugins, ruleset};

#[derive(Deserialize)]
struct Reference {
    boards: Vec<Board>,
    other_surfaces: Vec<Board>,
    higher_genus: Vec<HigherGenusBoard>,
    perft: BTreeMap<String, Value>,
    seed_example: Example,
    solved: Value,
}

/// A board with games and fillings.
#[derive(Deserialize)]
struct Board {
    name: String,
    #[serde(default)]
    n: u32,
    names: Vec<String>,
    neighbours: Vec<Vec<(usize, u8)>>,
    full_boards: Vec<Filling>,
    partial_boards: Vec<Filling>,
    random_games: Vec<Game>,
}

#[derive(Deserialize)]
struct Filling {
    colours: String,
    winner: Option<String>,
}

#[derive(Deserialize)]
struct Game {
    moves: Vec<String>,
    winner: String,
    plies: usize,
}

#[derive(Deserialize)]
struct HigherGenusBoard {
    surface: String,
    cells: usize,
    edges: Vec<(usize, usize, u8)>,
    fillings: Vec<RankedFilling>,
}

#[derive(Deserialize)]
struct RankedFilling {
    colours: String,
    #[serde(rename = "rank_X")]
    rank_x: usize,
    #[serde(rename = "rank_O")]
    rank_o: usize,
}

#[derive(Deserialize)]
struct Example {
    colours: String,
    #[serde(rename = "loop")]
    closed: Vec<String>,
    a_legal_order: Vec<String>,
}

fn reference() -> Reference {
    let text = std::fs::read_to_string(data().join("conformance/projhex.json"));
    serde_json::from_str(&text.expect("reference data")).expect("rows of reference data")
}

/// Runs a check on both forms of the plugin.
fn both(check: impl Fn(&str, &dyn LoadedPlugin)) {
    for (form, rules) in plugins()["connection"].each() {
        check(form, &**rules);
    }
}

fn looped(board: &Value) -> String {
    json!({"board": board, "rules": {"goal": "loop"}}).to_string()
}

fn projective(n: u32) -> String {
    looped(&json!({"topology": "projective-hex", "n": n}))
}

/// A graph whose sites stand in one row, so that a position is one row of text.
fn graph(labels: &[String], edges: &[(usize, usize, u8)]) -> String {
    let sites: Vec<Value> =
        labels.iter().enumerate().map(|(at, label)| json!([label, at, 0])).collect();
    let edge = |(from, to, class): &(usize, usize, u8)| json!([labels[*from], labels[*to], class]);
    let edges: Vec<Value> = edges.iter().map(edge).collect();
    looped(&json!({"topology": "graph", "sites": sites, "edges": edges}))
}

impl Board {
    fn ruleset(&self) -> String {
        if self.n > 0 {
            return projective(self.n);
        }
        let mut edges = Vec::new();
        for (site, list) in self.neighbours.iter().enumerate() {
            let up = list.iter().filter(|(other, _)| site < *other);
            edges.extend(up.map(|(other, class)| (site, *other, *class)));
        }
        graph(&self.names, &edges)
    }

    /// A position's text from colours in order of sites.
    fn text(&self, colors: &str) -> String {
        let rows: Vec<usize> = match self.n as usize {
            0 => vec![self.names.len()],
            n => (n..2 * n).chain((n + 1..=2 * n).rev()).collect(),
        };
        let mut rest = colors;
        let mut text = Vec::new();
        for row in rows {
            let (row, more) = rest.split_at(row);
            text.push(row);
            rest = more;
        }
        assert!(rest.is_empty(), "{}: {colors}", self.name);
        text.join("/")
    }
}

fn outcome(cursor: &mut dyn Cursor) -> Option<Outcome> {
    cursor.status().expect("no plugin error").outcome
}

fn winner(cursor: &mut dyn Cursor) -> Option<&'static str> {
    outcome(cursor).and_then(|over| over.winner()).map(|seat| ["X", "O"][usize::from(seat)])
}

fn write(cursor: &mut dyn Cursor, form: &str) -> String {
    cursor.write(form).expect("no plugin error").expect("a form")
}

fn play(cursor: &mut dyn Cursor, mv: &str) {
    let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
    if let Err(refusal) = cursor.play(by, mv).expect("no plugin error") {
        panic!("{mv}: {refusal}");
    }
}

#[test]
fn neighbours_and_crossings_match_the_tables() {
    let reference = reference();
    both(|form, rules| {
        for board in reference.boards.iter().chain(&reference.other_surfaces) {
            let text = write(&mut *open(rules, &board.ruleset(), None), "graph");
            let graph: BTreeMap<String, BTreeSet<(String, u8)>> =
                serde_json::from_str(&text).expect("a graph as JSON");
            assert_eq!(graph.len(), board.names.len(), "{form}, {}", board.name);
            for (name, list) in board.names.iter().zip(&board.neighbours) {
                let list = list.iter().map(|(at, class)| (board.names[*at].clone(), *class));
                let expected: BTreeSet<_> = list.collect();
                assert_eq!(graph[name], expected, "{form}, {}, {name}", board.name);
            }
        }
    });
}

#[test]
fn winners_of_full_boards_match_the_tables() {
    let reference = reference();
    both(|form, rules| {
        let mut checked = 0;
        for board in reference.boards.iter().chain(&reference.other_surfaces) {
            let ruleset = board.ruleset();
            for filling in board.full_boards.iter().chain(&board.partial_boards) {
                let mut cursor = open(rules, &ruleset, Some(&board.text(&filling.colours)));
                let at = format!("{form}, {}: {}", board.name, filling.colours);
                assert_eq!(winner(&mut *cursor), filling.winner.as_deref(), "{at}");
                checked += 1;
            }
        }
        assert_eq!(checked, 360);
    });
}

#[test]
fn ends_of_games_match_the_tables() {
    let reference = reference();
    both(|form, rules| {
        for board in reference.boards.iter().chain(&reference.other_surfaces) {
            for game in &board.random_games {
                let mut cursor = open(rules, &board.ruleset(), None);
                let at = format!("{form}, {}: {}", board.name, game.moves.join(" "));
                assert_eq!(game.moves.len(), game.plies, "{at}");
                for mv in &game.moves {
                    assert_eq!(outcome(&mut *cursor), None, "{at}");
                    play(&mut *cursor, mv);
                }
                assert_eq!(winner(&mut *cursor), Some(game.winner.as_str()), "{at}");
                for _ in &game.moves {
                    assert!(cursor.undo().expect("no plugin error"), "{at}");
                }
                let mut start = open(rules, &board.ruleset(), None);
                assert_eq!(cursor.status(), start.status(), "{at}");
            }
        }
    });
}

#[test]
fn ranks_of_classes_match_the_tables() {
    let reference = reference();
    both(|form, rules| {
        let mut checked = 0;
        for surface in &reference.higher_genus {
            let labels: Vec<String> = (0..surface.cells).map(|at| at.to_string()).collect();
            let ruleset = graph(&labels, &surface.edges);
            for filling in &surface.fillings {
                let mut cursor = open(rules, &ruleset, Some(&filling.colours));
                let text = write(&mut *cursor, "classes");
                let classes: BTreeMap<String, Vec<u8>> =
                    serde_json::from_str(&text).expect("classes as JSON");
                let ranks = (classes["X"].len(), classes["O"].len());
                let at = format!("{form}, {}: {}", surface.surface, filling.colours);
                assert_eq!(ranks, (filling.rank_x, filling.rank_o), "{at}");
                checked += 1;
            }
        }
        assert!(checked >= 30);
    });
}

#[test]
fn perft_matches_the_tables() {
    #[derive(Deserialize)]
    struct Row {
        ply: u32,
        nodes: u64,
    }
    let reference = reference();
    let most = if heavy() { 20_000_000 } else { 700_000 };
    both(|form, rules| {
        let mut checked = 0;
        for (key, n) in [("n1", 1), ("n2", 2), ("n3", 3)] {
            let rows: Vec<Row> =
                serde_json::from_value(reference.perft[key].clone()).expect("rows of perft");
            let mut cursor = open(rules, &projective(n), None);
            for row in rows.iter().filter(|row| row.nodes <= most) {
                let leaves = cursor.perft(row.ply, false);
                assert_eq!(leaves, Ok(row.nodes), "{form}, {key}, {}", row.ply);
                if row.nodes < 20_000 {
                    assert_eq!(cursor.perft(row.ply, true), Ok(row.nodes), "{form}, {key} listed");
                }
                checked += 1;
            }
        }
        assert!(checked >= 13, "{checked}");
    });
}

/// The finished game of the article, as it is printed there.
const DRAWN: &str = "    ___o_x
   /. X O\\x
  /. . X O\\x
 /. . O O .\\
<. X O X . .>
 \\X O X . ./
 o\\X O . ./
  o~o~x~~~
";

#[test]
fn the_example_of_the_article_is_won_by_its_loop() {
    let example = reference().seed_example;
    let expected: BTreeSet<&str> = example.closed.iter().map(String::as_str).collect();
    both(|form, rules| {
        let mut played = open(rules, &projective(3), None);
        example.a_legal_order.iter().for_each(|mv| play(&mut *played, mv));
        let mut read = open(rules, &projective(3), Some(DRAWN));
        for cursor in [&mut played, &mut read] {
            assert_eq!(winner(&mut **cursor), Some("O"), "{form}");
            let text = write(&mut **cursor, "position");
            let stones: String =
                text.chars().take_while(|c| *c != ' ').filter(|c| *c != '/').collect();
            assert_eq!(stones, example.colours, "{form}");
            let drawn =
                cursor.drawing_beyond(0, Default::default(), u32::MAX).expect("no plugin error");
            let marks = cursor.marks().expect("no plugin error");
            let mark = marks.iter().find(|mark| mark.role == "win").expect("the loop");
            assert!(mark.joined && mark.sites.first() == mark.sites.last(), "{form}: {mark:?}");
            let label = |site: &u32| {
                let place = drawn.places.iter().find(|place| place.site == *site && !place.copy);
                place.expect("every site has its place").label.as_str()
            };
            assert_eq!(mark.sites.len(), expected.len() + 1, "{form}");
            assert_eq!(mark.sites.iter().map(label).collect::<BTreeSet<_>>(), expected, "{form}");
        }
        let diagram = write(&mut *read, "diagram");
        let again = open(rules, &projective(3), Some(&diagram)).status().expect("no plugin error");
        assert_eq!(again.key, read.status().expect("no plugin error").key, "{form}:\n{diagram}");
    });
}

/// Returns random colours for this many sites.
/// Surrounding, reaching and full boards, each with its reason, natively and in the sandbox.
#[test]
fn goals_beyond_groups_end_games_in_both_forms() {
    let grid = json!({ "topology": "grid", "width": 5, "height": 5 });
    let row = json!({ "topology": "grid", "width": 3, "height": 1 });
    let cut = json!({ "surround": { "cells": 3 }, "reason": "cut off" });
    let fenced = json!({ "surround": { "stones": 1, "edge": false }, "reason": "fenced in" });
    let corners = json!({ "reach": ["corners"], "count": 2, "reason": "two corners" });
    let hold = json!({ "for": 2, "no_moves": "any", "reason": "held out" });
    for (board, goals, moves, winner, reason) in [
        (&grid, json!([cut]), "a3 e5 b2 e4 c1", 0, "cut off"),
        (&grid, json!([fenced]), "b3 c3 c2 a2 d3 a3 c4", 0, "fenced in"),
        (&grid, json!([fenced]), "b3 a1 c2 a2 d3 a4 c4 c3", 0, "fenced in"),
        (&grid, json!([corners]), "a1 b2 c3 e5 d4 e1", 1, "two corners"),
        (&row, json!([{ "for": 1, "line": 2 }, hold]), "a1 b1 c1", 1, "held out"),
    ] {
        let ruleset = json!({
            "board": board, "rules": { "goals": goals, "both": "mover", "full": "draw" },
        });
        both(|form, plugin| {
            let game = plugin.open(&ruleset.to_string()).unwrap().unwrap();
            let mut cursor = game.start().unwrap();
            for mv in moves.split(' ') {
                assert_eq!(outcome(&mut *cursor), None, "{form}: {moves} before {mv}");
                play(&mut *cursor, mv);
            }
            let outcome = outcome(&mut *cursor).unwrap_or_else(|| panic!("{form}: {moves}"));
            assert_eq!((outcome.winner(), &*outcome.reason.text), (Some(winner), reason), "{form}");
        });
    }
}

fn filling(random: &mut Random, sites: usize) -> String {
    (0..sites).map(|_| if random.below(2) == 0 { 'X' } else { 'O' }).collect()
}

#[test]
fn exactly_one_colour_has_a_loop_on_every_full_board() {
    let reference = reference();
    both(|form, rules| {
        let fillings = if form == "native" || heavy() { 1000 } else { 100 };
        let mut random = Random::new(7);
        for board in reference.boards.iter().chain(&reference.other_surfaces) {
            let game =
                rules.open(&board.ruleset()).expect("no plugin error").expect("a good ruleset");
            for _ in 0..fillings {
                let text = board.text(&filling(&mut random, board.names.len()));
                let mut cursor = game.read(&text).expect("no plugin error").expect("a position");
                let classes = write(&mut *cursor, "classes");
                let expected = match winner(&mut *cursor) {
                    Some("X") => r#"{"X":[1],"O":[]}"#,
                    Some(_) => r#"{"X":[],"O":[1]}"#,
                    None => panic!("{form}, {}: no winner: {text}", board.name),
                };
                assert_eq!(classes, expected, "{form}, {}: {text}", board.name);
            }
        }
    });
}

#[test]
fn larger_projective_boards_have_one_loop_when_full() {
    let mut random = Random::new(8);
    let rules = &*plugins()["connection"].native;
    for n in 7..=13 {
        let game = rules.open(&projective(n)).expect("no plugin error").expect("a good ruleset");
        let rows = (n..2 * n).chain((n + 1..=2 * n).rev());
        let rows: Vec<usize> = rows.map(|row| row as usize).collect();
        assert_eq!(rows.iter().sum::<usize>() as u32, 3 * n * n);
        let mut wins = [0; 2];
        for _ in 0..300 {
            let text: Vec<String> = rows.iter().map(|row| filling(&mut random, *row)).collect();
            let mut cursor =
                game.read(&text.join("/")).expect("no plugin error").expect("a position");
            let x = match write(&mut *cursor, "classes").as_str() {
                r#"{"X":[1],"O":[]}"# => true,
                r#"{"X":[],"O":[1]}"# => false,
                other => panic!("{n}: {other}, {}", text.join("/")),
            };
            wins[usize::from(!x)] += 1;
        }
        assert!(wins.iter().all(|won| *won > 50), "{n}: {wins:?}");
    }
}

/// Tells whether the seat to move wins, by a full search.
fn wins(cursor: &mut dyn Cursor, known: &mut BTreeMap<u64, bool>) -> bool {
    let status = cursor.status().expect("no plugin error");
    let by = status.mover().expect("asked only while the game goes on");
    if let Some(known) = known.get(&status.key) {
        return *known;
    }
    let moves = cursor.legal_moves(by, None, 4096).expect("no plugin error");
    let won = moves.iter().any(|mv| won_by(cursor, mv, known));
    known.insert(status.key, won);
    won
}

/// Tells whether a move of the seat to move wins.
fn won_by(cursor: &mut dyn Cursor, mv: &str, known: &mut BTreeMap<u64, bool>) -> bool {
    play(cursor, mv);
    // Only a player's own stone can close a loop, and one always closes.
    let won = outcome(cursor).is_some() || !wins(cursor, known);
    assert!(cursor.undo().expect("no plugin error"));
    won
}

#[test]
fn values_of_openings_match_the_solved_boards() {
    let solved = reference().solved;
    let rules = &*plugins()["connection"].native;
    for (key, n) in [("n1", 1), ("n2", 2)] {
        let list = |name: &str| -> Vec<Value> {
            solved[key][name].as_array().cloned().unwrap_or_default()
        };
        let (mut cursor, mut known) = (open(rules, &projective(n), None), BTreeMap::new());
        let openings = cursor.legal_moves(0, None, 4096).expect("no plugin error");
        let winning: Vec<Value> = openings
            .iter()
            .filter(|mv| won_by(&mut *cursor, mv, &mut known))
            .map(|mv| json!(mv))
            .collect();
        assert_eq!(winning, list("first_player_wins_with"), "{key}");
        for row in list("after_two_stones") {
            let text = |at: usize| row[at].as_str().expect("three texts");
            play(&mut *cursor, text(0));
            play(&mut *cursor, text(1));
            let first = wins(&mut *cursor, &mut known);
            assert_eq!(first, text(2) == "first", "{key}: {row}");
            assert!(
                cursor.undo().expect("no plugin error") && cursor.undo().expect("no plugin error")
            );
        }
    }
}

#[test]
fn the_computer_finds_a_loop_that_closes_at_once() {
    let json = ruleset("connection/projective-hex").plugin_json();
    // Without C the loop of the article is open.
    let text = ".X./..XO/..OO./.XOX../XOX../XO.. O 1 play XO";
    both(|form, rules| {
        let mut cursor = open(rules, &json, Some(text));
        let mut search =
            cursor.search("{}", 1, 1 << 24).expect("no plugin error").expect("a search");
        search.step(3000).expect("no plugin error");
        let lines = search.report(1).expect("no plugin error");
        assert_eq!(lines[0].moves[0], "C", "{form}");
    });
}

/// Searches until all is known, and returns the plies in which the seat to move wins; below 0 if
/// the other wins.
fn proven(cursor: &mut dyn Cursor) -> Option<i32> {
    let search = cursor.search(r#"{"exploration": 0.1, "rave": 500}"#, 1, 64 << 20);
    let mut search = search.expect("no plugin error").expect("a search");
    let mut steps = (0..1000).map(|_| search.step(1000).expect("no plugin error").finished);
    assert!(steps.any(|finished| finished), "a million nodes are enough");
    search.report(1).expect("no plugin error").remove(0).forced
}

#[test]
fn the_computer_proves_the_values_of_solved_boards() {
    let solved = &reference().solved["n2"]["first_player_wins_with"];
    let winning = solved.as_array().expect("a list");
    both(|form, rules| {
        assert_eq!(proven(&mut *open(rules, &projective(1), None)), Some(3), "{form}");
        let mut cursor = open(rules, &projective(2), None);
        for opening in cursor.legal_moves(0, None, 4096).expect("no plugin error") {
            play(&mut *cursor, &opening);
            let lost = winning.contains(&json!(opening));
            let won = proven(&mut *cursor).map(|plies| plies > 0);
            assert_eq!(won, Some(!lost), "{form}: {opening}");
            assert!(cursor.undo().expect("no plugin error"));
        }
    });
}
