//! Goals of surrounding, reaching and full boards.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::random::Random;
use boardloom_sdk::topology::{Adjacency, Topology};
use boardloom_sdk::{Diagnostic, Site, native, testing};
use connection::{Family, Ruleset};

/// A ruleset with these goals; `more` follows among its rules.
fn ruleset(board: &str, goals: &str, more: &str) -> String {
    format!(r#"{{"board": {{{board}}}, "rules": {{"goals": [{goals}]{more}}}}}"#)
}

const GRID: &str = r#""topology": "grid", "width": 5, "height": 5"#;
const TORUS: &str = r#""topology": "grid", "width": 4, "height": 4, "glue": "torus""#;
const HEXAGON: &str = r#""topology": "hex", "shape": {"hexagon": 3}"#;
const TILING: &str = r#""topology": "tiling", "tiling": "4.8.8", "radius": 4"#;
const HOLE: &str = r#""topology": "grid", "width": 5, "height": 5, "adjacency": "king",
    "blocked": ["c3", "a5"]"#;
const DRAW: &str = r#", "full": "draw", "both": "mover""#;

fn topology(ruleset: &str) -> Topology {
    let ruleset: Ruleset = serde_json::from_str(ruleset).expect("a ruleset");
    ruleset.board.topology(Adjacency::Orthogonal).expect("a good board")
}

fn start(ruleset: &str) -> Box<dyn Cursor> {
    match native::open::<Family>(ruleset) {
        Ok(game) => game.start().expect("no plugin error"),
        Err(errors) => panic!("{errors:?}"),
    }
}

fn winner(cursor: &mut dyn Cursor) -> Option<u8> {
    let outcome = cursor.status().expect("no plugin error").outcome?;
    Some(outcome.winner().map_or(0, |seat| seat + 1))
}

/// Plays moves. Returns the winner, from 1, the reason, and the labels of marked sites; `None`
/// while the game goes on.
#[track_caller]
fn ends(ruleset: &str, moves: &str) -> Option<(u8, String, String)> {
    let mut cursor = start(ruleset);
    for mv in moves.split(' ') {
        let status = cursor.status().expect("no plugin error");
        let by = status.mover().unwrap_or_else(|| panic!("over before {mv}"));
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
    }
    let outcome = cursor.status().expect("no plugin error").outcome?;
    let (board, marks) = (topology(ruleset), cursor.marks().expect("no plugin error"));
    let sites = marks.iter().filter(|mark| mark.role == "win").flat_map(|mark| &mark.sites);
    let mut labels: Vec<&str> = sites.map(|site| board.label(*site)).collect();
    labels.sort_unstable();
    let winner = outcome.winner().map_or(0, |seat| seat + 1);
    Some((winner, outcome.reason.text, labels.join(" ")))
}

#[track_caller]
fn is_won(ruleset: &str, moves: &str, expected: (u8, &str, &str)) {
    let (winner, reason, marks) = ends(ruleset, moves).expect("the game is over");
    assert_eq!((winner, reason.as_str(), marks.as_str()), expected, "{moves}");
}

const REASON: &str = "a part of the board is cut off";

#[test]
fn a_corner_is_cut_off_with_the_edge() {
    let one = ruleset(GRID, r#"{"surround": {}}"#, DRAW);
    is_won(&one, "a2 e5 b1", (1, REASON, "a2 b1"));
    // Three cells take a longer chain.
    let three = ruleset(GRID, r#"{"surround": {"cells": 3}}"#, DRAW);
    assert_eq!(ends(&three, "a2 e5 b1"), None);
    is_won(&three, "a3 e5 b2 e4 c1", (1, REASON, "a3 b2 c1"));
    // The enemy inside counts among them; stones of the own colour do not.
    is_won(&three, "a3 a1 b2 b1 c1", (1, REASON, "a3 b2 c1"));
    assert_eq!(ends(&three, "a3 e5 b2 e4 a1 e3 c1"), None);
}

#[test]
fn the_largest_part_is_the_rest() {
    // Ten cells on each side of the middle column: both are cut off.
    let ten = ruleset(GRID, r#"{"surround": {"cells": 10}}"#, DRAW);
    is_won(&ten, "c1 a1 c2 a2 c3 e1 c4 e2 c5", (1, REASON, "c1 c2 c3 c4 c5"));
    // One cell less on the larger part's side changes nothing, but the smaller part is too small.
    assert_eq!(ends(&ten, "b1 a1 b2 a2 b3 e1 b4 e2 b5"), None);
}

#[test]
fn stones_of_others_are_surrounded_whoever_puts_the_last_one() {
    let stone = ruleset(GRID, r#"{"surround": {"stones": 1}}"#, DRAW);
    is_won(&stone, "a2 a1 b1", (1, REASON, "a2 b1"));
    // An empty corner is nothing yet; a stone that is put there is surrounded.
    assert_eq!(ends(&stone, "a2 e5 b1"), None);
    is_won(&stone, "a2 e5 b1 a1", (1, REASON, "a2 b1"));
    let two = ruleset(GRID, r#"{"surround": {"stones": 2}}"#, DRAW);
    assert_eq!(ends(&two, "a2 a1 b1"), None);
    is_won(&two, "a3 a1 b2 a2 b1", (1, REASON, "a3 b1 b2"));
}

#[test]
fn without_the_edge_stones_alone_shut_off() {
    let inside = ruleset(GRID, r#"{"surround": {"edge": false}}"#, DRAW);
    assert_eq!(ends(&inside, "a2 e5 b1"), None);
    is_won(&inside, "b3 a1 c2 a2 d3 a3 c4", (1, REASON, "b3 c2 c4 d3"));
    // A stone on the rim closes the last way out.
    let open = ruleset(GRID, r#"{"surround": {"edge": false, "cells": 2}}"#, DRAW);
    assert_eq!(ends(&open, "b1 e5 b2 e4 c3 e3 d2"), None);
    is_won(&inside, "b2 e5 c3 e4 d2 e3 c1", (1, REASON, "b2 c1 c3 d2"));
    // Blocked cells are no wall then.
    let hole = ruleset(HOLE, r#"{"surround": {"edge": false, "cells": 2}}"#, DRAW);
    assert_eq!(ends(&hole, "b2 a1 b3 a2 b4 a3 c2 a4 d2 e1 d4 e2 c5 e3"), None);
}

#[test]
fn joined_edges_have_parts_too() {
    // A loop alone divides no torus; two of them do.
    let torus = ruleset(TORUS, r#"{"surround": {"cells": 4}}"#, DRAW);
    assert_eq!(ends(&torus, "a1 c1 b1 c2 a2 d2 a3 d3 a4"), None);
    is_won(
        &torus,
        "a1 b1 a2 b2 a3 b3 a4 d1 c4 d2 c3 d3 c2 d4 c1",
        (1, REASON, "a1 a2 a3 a4 c1 c2 c3 c4"),
    );
}

/// Parts of the board, by a search of its own.
struct Model {
    topology: Topology,
    rule: (usize, usize, bool),
    colors: Vec<Option<u8>>,
}

impl Model {
    fn has_surrounded(&self, color: u8) -> bool {
        let (cells, stones, edge) = self.rule;
        let is_blocked = |site: Site| self.topology.blocked().contains(&site);
        let sites = 0..self.topology.sites();
        let mut label: Vec<Option<Site>> = vec![None; sites.len()];
        let is_in =
            |site: Site| self.colors[site as usize] != Some(color) && !(edge && is_blocked(site));
        // The smallest number of a part spreads until nothing changes.
        sites.clone().filter(|site| is_in(*site)).for_each(|it| label[it as usize] = Some(it));
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for site in sites.clone().filter(|site| is_in(*site)) {
                for other in self.topology.adjacent_sites(site).filter(|other| is_in(*other)) {
                    if label[other as usize] < label[site as usize] {
                        label[site as usize] = label[other as usize];
                        has_changed = true;
                    }
                }
            }
        }
        let rim = self.topology.regions().get("edges").map_or(&[][..], Vec::as_slice);
        let label = &label;
        let part = |root: Site| sites.clone().filter(move |it| label[*it as usize] == Some(root));
        let roots: Vec<Site> =
            sites.clone().filter(|it| label[*it as usize] == Some(*it)).collect();
        let size = |root: Site| part(root).filter(|site| !is_blocked(*site)).count();
        roots.iter().any(|root| {
            let enemies = part(*root).filter(|site| self.colors[*site as usize].is_some()).count();
            let others = roots.iter().filter(|other| *other != root);
            let is_cut_off = match edge {
                true => others.clone().any(|other| size(*other) >= size(*root)),
                false => part(*root).all(|site| !rim.contains(&site)),
            };
            size(*root) >= cells && enemies >= stones && is_cut_off
        })
    }
}

#[test]
fn random_games_agree_with_a_search_of_all_parts() {
    let boards = [GRID, HEXAGON, HOLE, TILING, TORUS];
    let rules = [
        (1, 0, true),
        (3, 0, true),
        (4, 1, true),
        (1, 2, true),
        (1, 0, false),
        (2, 1, false),
        (1, 3, true),
    ];
    let mut wins = [0; 3];
    for (board, (cells, stones, edge)) in
        boards.into_iter().flat_map(|board| rules.map(|rule| (board, rule)))
    {
        if board == TORUS && !edge {
            continue;
        }
        let goal =
            format!(r#"{{"surround": {{"cells": {cells}, "stones": {stones}, "edge": {edge}}}}}"#);
        let ruleset = ruleset(board, &goal, DRAW);
        let topology = topology(&ruleset);
        let colors = vec![None; topology.sites() as usize];
        let mut model = Model { topology, rule: (cells, stones, edge), colors };
        let mut random = Random::new(3);
        for _ in 0..12 {
            let mut cursor = start(&ruleset);
            model.colors.fill(None);
            while winner(&mut *cursor).is_none() {
                let by = cursor.status().expect("no plugin error").mover().expect("a mover");
                let count = cursor.count_moves(by).expect("no plugin error");
                let moves = cursor.legal_moves(by, None, 1000).expect("no plugin error");
                let mv = moves[random.below(count) as usize].clone();
                cursor.play(by, &mv).expect("no plugin error").expect("a legal move");
                let site = model.topology.site(&mv).expect("a site");
                model.colors[site as usize] = Some(by);
                let found = [by, 1 - by].into_iter().find(|seat| model.has_surrounded(*seat));
                let over = winner(&mut *cursor);
                let text = cursor.write("position").expect("no plugin error").expect("a text");
                match found {
                    Some(seat) => assert_eq!(over, Some(seat + 1), "{ruleset}: {text}"),
                    None => assert!(over.is_none_or(|won| won == 0), "{ruleset}: {text}"),
                }
                // What has happened follows from the stones.
                let game = native::open::<Family>(&ruleset).expect("a good ruleset");
                let mut read = game.read(&text).expect("no plugin error").expect("a position");
                assert_eq!(winner(&mut *read), over, "{ruleset}: {text}");
            }
            wins[usize::from(winner(&mut *cursor).expect("over"))] += 1;
        }
    }
    assert!(wins.iter().all(|wins| *wins > 20), "{wins:?}");
}

#[test]
fn stones_reach_sites() {
    let one = r#"{"reach": ["corners", "not a1"], "count": 2, "reason": "two corners"}"#;
    let two = ruleset(GRID, one, DRAW);
    is_won(&two, "e5 a1 b1 a2 e1", (1, "two corners", "e1 e5"));
    assert_eq!(ends(&two, "e5 a2 a1"), None);
    // By default one is enough, as with `join` and one region.
    let goals = r#"{"for": 1, "reach": ["c3"]}, {"for": 2, "join": ["c3"]}"#;
    let either = ruleset(GRID, goals, DRAW);
    is_won(&either, "c3", (1, "enough stones stand on the goal", "c3"));
    is_won(&either, "a1 c3", (2, "one group joins enough regions", "c3"));
}

#[test]
fn a_full_board_wins_for_the_seat_that_says_so() {
    let board = r#""topology": "grid", "width": 3, "height": 1"#;
    let hold = r#"{"for": 1, "line": 2}, {"for": 2, "no_moves": "any", "reason": "held out"}"#;
    let breaker = ruleset(board, hold, "");
    is_won(&breaker, "a1 b1 c1", (2, "held out", ""));
    is_won(&breaker, "a1 c1 b1", (1, "a row is complete", "a1 b1"));
    // Blue has to move on the full board.
    for (side, expected) in [("opponent", 1), ("mover", 2)] {
        let goals = format!(r#"{{"line": 3}}, {{"no_moves": "{side}"}}"#);
        is_won(&ruleset(board, &goals, ""), "a1 b1 c1", (expected, "the board is full", ""));
        let losing = ruleset(board, &goals, r#", "misere": true"#);
        is_won(&losing, "a1 b1 c1", (3 - expected, "the board is full, which loses", ""));
    }
    for ruleset in [breaker, ruleset(board, r#"{"line": 2}, {"no_moves": "mover"}"#, "")] {
        let game = native::open::<Family>(&ruleset).expect("a good ruleset");
        assert_eq!(game.warnings().expect("no plugin error"), [], "{ruleset}");
    }
    // Three players: the one that is to move then.
    let three = format!(
        r#"{{"board": {{{board}}}, "setup": {{"seats": 3}}, "rules": {{"goals": [{{"line": 2}},
            {{"no_moves": "mover"}}]}}}}"#
    );
    is_won(&three, "a1 b1 c1", (1, "the board is full", ""));
}

#[test]
fn new_goals_conform() {
    for (board, goals) in [
        (HEXAGON, r#"{"surround": {"cells": 2, "edge": false}}"#),
        (GRID, r#"{"surround": {"stones": 2}}"#),
        (TORUS, r#"{"surround": {"cells": 3}}, {"no_moves": "opponent"}"#),
        (TILING, r#"{"reach": ["edges"], "count": 6}"#),
        (HOLE, r#"{"for": 1, "reach": ["corners"], "count": 2}, {"for": 2, "no_moves": "any"}"#),
    ] {
        testing::conform::<Family>(&ruleset(board, goals, DRAW));
    }
}

/// The computer plays the move that reaches the goal, or the only one that stops the other.
#[test]
fn a_search_knows_the_goals() {
    let best = |ruleset: &str, moves: &str| {
        let mut cursor = start(ruleset);
        for mv in moves.split(' ') {
            let by = cursor.status().expect("no plugin error").mover().expect("a mover");
            cursor.play(by, mv).expect("no plugin error").expect("a legal move");
        }
        let stats = cursor.playouts(50, 1, 1000, true).expect("no plugin error");
        assert_eq!(stats.cut, 0);
        let search = cursor.search("{}", 1, 1 << 20).expect("no plugin error");
        let mut search = search.expect("good settings");
        search.step(2000).expect("no plugin error");
        search.report(1).expect("no plugin error")[0].moves[0].clone()
    };
    let three = ruleset(GRID, r#"{"surround": {"cells": 3}}"#, DRAW);
    assert_eq!(best(&three, "a3 e5 b2 e4"), "c1");
    assert_eq!(best(&three, "a3 e5 b2"), "c1");
    let corners = ruleset(GRID, r#"{"reach": ["corners"], "count": 3}"#, DRAW);
    assert!(["a1", "e5"].contains(&&*best(&corners, "a5 b2 e1 b3 b4")));
}

#[test]
fn faulty_goals_are_told() {
    let has = |board: &str, goal: &str, expected: &str| {
        let found = native::open::<Family>(&ruleset(board, goal, DRAW)).err().unwrap_or_default();
        assert!(found.iter().any(|it| it.what.text.contains(expected)), "{expected}: {found:?}");
    };
    has(GRID, r#"{"reach": ["c3"], "ring": true}"#, "`surround`, `line` and `no_moves`, found 2");
    has(GRID, r#"{"reach": ["c9"]}"#, "there is no site or region `c9`");
    has(GRID, r#"{"reach": ["corners"], "count": 5}"#, "expected 1 to 4, as there are 4 open");
    has(HOLE, r#"{"reach": ["c3", "a5"]}"#, "all are blocked");
    has(GRID, r#"{"reach": ["corners", "not corners"]}"#, "there is no site to reach");
    has(GRID, r#"{"ring": true, "count": 2}"#, "`count` goes with `reach` only");
    has(GRID, r#"{"surround": {"cells": 13}}"#, "expected 1 to 10 cells on this board, found 13");
    has(GRID, r#"{"surround": {"stones": 10, "edge": false}}"#, "expected 1 to 9 stones");
    has(TORUS, r#"{"surround": {"edge": false}}"#, "needs a board with an edge");
    has(GRID, r#"{"no_moves": "any"}"#, "say with `for` whose it is");
    let warns = |board: &str, goal: &str, expected: &str| {
        let game = native::open::<Family>(&ruleset(board, goal, DRAW)).expect("a good ruleset");
        let found: Vec<Diagnostic> = game.warnings().expect("no plugin error");
        assert!(found.iter().any(|it| it.what.text.contains(expected)), "{expected}: {found:?}");
    };
    warns(GRID, r#"{"reach": ["edges"], "count": 16}"#, "a colour gets 13 stones at most, not 16");
    warns(HEXAGON, r#"{"surround": {"cells": 7, "edge": false}}"#, "seem too few to cut off 7");
}
