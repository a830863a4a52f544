use crate::topology::{Adjacency, Board, NOWHERE, Topology};
use crate::{Diagnostic, Key};

fn board(json: &str) -> Result<Topology, Vec<Diagnostic>> {
    let table = format!(r#"{{"topology":"graph",{json}}}"#);
    let board: Board = serde_json::from_str(&table).unwrap_or_else(|fault| panic!("{fault}"));
    board.topology(Adjacency::Orthogonal)
}

fn good(json: &str) -> Topology {
    board(json).unwrap_or_else(|faults| panic!("{json}: {faults:?}"))
}

/// Returns label, class and the label that a second step straight on leads to.
fn links(board: &Topology, label: &str) -> Vec<String> {
    let site = board.site(label).expect("a site");
    let link = |link: &super::super::Link| {
        let step = link.step;
        let on = board.step(step.site, step.heading).map_or("-", |on| board.label(on.site));
        assert_eq!(on == "-", step.heading == NOWHERE);
        format!("{}{}{on}", board.label(step.site), step.class)
    };
    board.adjacent(site).iter().map(link).collect()
}

/// A wheel: a hub, four sites round it, straight lines across and round.
const WHEEL: &str = r#""sites": [["n", 0, -1], ["e", 1, 0], ["s", 0, 1], ["w", -1, 0], ["hub", 0, 0]],
    "lines": [["n", "hub", "s"], ["w", "hub", "e"], ["n", "e", "s", "w", "n"]]"#;

#[test]
fn headings_run_clockwise_and_lines_straight_on() {
    let board = good(WHEEL);
    assert_eq!(board.headings(), 4);
    assert_eq!(links(&board, "hub"), ["n0-", "e0-", "s0-", "w0-"]);
    assert_eq!(links(&board, "n"), ["e0s", "hub0s", "w0s"]);
    assert_eq!(links(&board, "w"), ["n0e", "hub0e", "s0e"]);
    let rows: Vec<Vec<&str>> = board
        .rows()
        .iter()
        .map(|row| row.iter().map(|site| board.label(*site)).collect())
        .collect();
    assert_eq!(rows, [vec!["n"], vec!["w", "hub", "e"], vec!["s"]]);
    let n = board.site("n").expect("a site");
    let round: Vec<&str> = board.ray(n, 0).map(|step| board.label(step.site)).collect();
    assert_eq!(round, ["e", "s", "w"], "round the rim until home");
    let whole = board.select("from hub to s").expect("a straight line");
    assert_eq!(whole.iter().map(|site| board.label(*site)).collect::<Vec<_>>(), ["hub", "s"]);
    assert_eq!(board.select("from hub to hub"), board.select("hub"));
}

#[test]
fn sites_can_be_counted_listed_or_named() {
    assert_eq!(good(r#""sites": 3"#).labels(), ["1", "2", "3"]);
    assert_eq!(good(r#""sites": ["y", "a"], "edges": [["y", "a"]]"#).labels(), ["y", "a"]);
    assert_eq!(good(r#""sites": {"z": [0, 0], "a": [1, 0.5]}"#).labels(), ["z", "a"]);
    let cells = r#""sites": ["z"], "cells": {"z": [[0, 0], [2, 0], [2, 2], [0, 2]]}"#;
    let cells = good(cells);
    assert_eq!(cells.drawing(0).places[0].at, (1.0, 1.0, 0.0));
    assert_eq!(cells.drawing(0).shapes[1][2], (1.0, 1.0, 0.0));
}

#[test]
fn sites_without_positions_stand_in_a_circle() {
    let board = good(r#""sites": 12, "edges": [["1", "2"]]"#);
    let places = &board.drawing(0).places;
    let apart = |one: usize, other: usize| {
        let ((a, b, _), (x, y, _)) = (places[one].at, places[other].at);
        ((x - a) * (x - a) + (y - b) * (y - b)).sqrt()
    };
    for site in 0..12 {
        assert!((apart(site, (site + 1) % 12) - 0.988_6).abs() < 1e-3, "{site}");
    }
    assert!(places[0].at.1 < places[1].at.1 && places[1].at.0 > 0.0, "clockwise from the top");
    assert_eq!(board.rows().len(), 1);
}

#[test]
fn two_sites_are_joined_twice_with_different_classes() {
    let sites = r#""sites": [["a", 0, 0], ["b", 2, 0]], "edges": [["a", "b"], ["b", "a", 3]]"#;
    let board = good(sites);
    assert_eq!(links(&board, "a"), ["b0-", "b3-"]);
    let ghosts: Vec<_> = board.drawing(0).places.iter().filter(|place| place.copy).collect();
    assert_eq!(ghosts.len(), 2);
    assert!(ghosts[0].site == 1 && ghosts[0].at.0 < 0.0, "b's ghost stands out beyond a");
    let lines = &board.drawing(0).lines;
    assert_eq!((lines.len(), lines[1].group, lines[2].group), (3, 2, 2));
    let direct = good(&format!(r#"{sites}, "ghosts": 0"#));
    assert_eq!((direct.drawing(0).places.len(), direct.drawing(0).lines.len()), (2, 2));
}

#[test]
fn faults_say_where() {
    let faulty = |json: &str, expected: &[&str]| {
        let say = |fault: &Diagnostic| {
            let place = |key: &Key| match key {
                Key::Name(name) => format!(".{name}"),
                Key::Index(index) => format!("[{index}]"),
            };
            let path: String = fault.path[1..].iter().map(place).collect();
            let hint =
                fault.hint.as_ref().map_or(String::new(), |hint| format!(" ({})", hint.text));
            format!("{path}: {}{hint}", fault.what.text)
        };
        let found: Vec<String> = board(json).expect_err(json).iter().map(say).collect();
        assert_eq!(found, expected, "{json}");
    };
    faulty(
        r#""sites": ["a", "b", "a", "c d"]"#,
        &[
            ".sites[2]: two sites are called `a`: site 1 is the same",
            ".sites[3]: expected a label without spaces, found `c d`",
        ],
    );
    faulty(
        r#""sites": [["a", 0, 0], "b"]"#,
        &[".sites[1]: `b` has no position, but others have (write `[label, x, y]`)"],
    );
    let edges = r#""edges": [["a", "b"], ["b", "a"], ["a", "a"], ["a", "Bb"], ["q", "b", 2]]"#;
    faulty(
        &format!(r#""sites": ["a", "b"], {edges}"#),
        &[
            ".edges[1]: `b` and `a` are joined so already (an edge is listed once; another class \
         makes it another edge)",
            ".edges[2]: `a` is joined to itself",
            ".edges[3][1]: there is no site `Bb` on this board (did you mean `b`?)",
            ".edges[4][0]: there is no site `q` on this board (did you mean `a`?)",
        ],
    );
    let lines = r#""lines": [["a"], ["a", "b", "c"], ["d", "b", "c"], ["c", "c"]]"#;
    faulty(
        &format!(r#""sites": ["a", "b", "c", "d"], {lines}"#),
        &[".lines[0]: expected 2 sites at least, found 1", ".lines[3][1]: `c` follows itself"],
    );
    let lines = r#""lines": [["a", "b", "c"], ["d", "b", "c"]]"#;
    faulty(
        &format!(r#""sites": ["a", "b", "c", "d"], {lines}"#),
        &[".lines[1][1]: another line goes straight on through `b` elsewhere"],
    );
    faulty(
        r#""sites": ["a"], "cells": {"a": [[0, 0], [1, 1]], "x": [[0, 0], [1, 0], [0, 1]]}"#,
        &[
            ".cells.a: expected 3 corners at least, found 2",
            ".cells.x: there is no site `x` on this board",
        ],
    );
}
