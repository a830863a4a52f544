use crate::topology::{Adjacency, Board, NOWHERE, Topology};
use crate::{Diagnostic, PathKey};

fn board(json: &str) -> Result<Topology, Vec<Diagnostic>> {
    let table = format!(r#"{{"topology":"graph",{json}}}"#);
    let board: Board = serde_json::from_str(&table).unwrap_or_else(|error| panic!("{error}"));
    board.topology(Adjacency::Orthogonal)
}

fn good(json: &str) -> Topology {
    board(json).unwrap_or_else(|errors| panic!("{json}: {errors:?}"))
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
    assert_eq!((lines.len(), lines[1].group), (3, lines[2].group));
    let direct = good(&format!(r#"{sites}, "ghosts": 0"#));
    assert_eq!((direct.drawing(0).places.len(), direct.drawing(0).lines.len()), (2, 2));
}

/// Copies at one site lie beside each other, and the lines to them tell the classes apart.
#[test]
fn ghosts_at_a_corner_lie_apart_and_show_their_classes() {
    let board = good(
        r#""shape": "square", "sites": [["a", 0, 0], ["b", 2, 0], ["c", 0, 2], ["d", 2, 2]],
        "edges": [["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"], ["a", "b", 1], ["a", "c", 2]]"#,
    );
    let drawing = board.drawing(0);
    let ghosts: Vec<_> = drawing.places.iter().filter(|place| place.copy).collect();
    let width = {
        let shape = &drawing.shapes[ghosts[0].shape.expect("a square") as usize];
        shape[1].0 - shape[0].0 + shape[1].1 - shape[0].1
    };
    for (n, one) in ghosts.iter().enumerate() {
        for other in &ghosts[n + 1..] {
            let (x, y) = ((one.at.0 - other.at.0).abs(), (one.at.1 - other.at.1).abs());
            assert!(x.max(y) > width.abs(), "{one:?} {other:?}");
        }
    }
    let roles: Vec<(&str, u16)> = drawing
        .lines
        .iter()
        .map(|line| (board.roles()[usize::from(line.role)].as_str(), line.group))
        .filter(|(role, _)| role.starts_with("crossing"))
        .collect();
    let class =
        |role: &str| roles.iter().find(|known| known.0 == role).map(|known| (known.1 - 1) % 3);
    assert_eq!((roles.len(), class("crossing-1"), class("crossing-2")), (4, Some(0), Some(1)));
}

#[test]
fn errors_have_locations() {
    let assert_errors = |json: &str, expected: &[&str]| {
        let say = |error: &Diagnostic| {
            let place = |key: &PathKey| match key {
                PathKey::Name(name) => format!(".{name}"),
                PathKey::Index(index) => format!("[{index}]"),
            };
            let path: String = error.path[1..].iter().map(place).collect();
            let hint =
                error.hint.as_ref().map_or(String::new(), |hint| format!(" ({})", hint.text));
            format!("{path}: {}{hint}", error.what.text)
        };
        let found: Vec<String> = board(json).expect_err(json).iter().map(say).collect();
        assert_eq!(found, expected, "{json}");
    };
    assert_errors(
        r#""sites": ["a", "b", "a", "c d"]"#,
        &[
            ".sites[2]: two sites are called `a`: site 1 is the same",
            ".sites[3]: `c d`: labels can't contain spaces",
        ],
    );
    assert_errors(
        r#""sites": [["a", 0, 0], "b"]"#,
        &[".sites[1]: `b` has no position, but others have (write `[label, x, y]`)"],
    );
    let edges = r#""edges": [["a", "b"], ["b", "a"], ["a", "a"], ["a", "Bb"], ["q", "b", 2]]"#;
    assert_errors(
        &format!(r#""sites": ["a", "b"], {edges}"#),
        &[
            ".edges[1]: `b` and `a` are joined so already (an edge is listed once; another class \
         makes it another edge)",
            ".edges[2]: `a` is joined to itself",
            ".edges[3][1]: there is no site `Bb` on this board (did you mean `b`?)",
            ".edges[4][0]: there is no site `q` on this board (the board has `a`)",
        ],
    );
    let lines = r#""lines": [["a"], ["a", "b", "c"], ["d", "b", "c"], ["c", "c"]]"#;
    assert_errors(
        &format!(r#""sites": ["a", "b", "c", "d"], {lines}"#),
        &[".lines[0]: expected 2 sites at least, found 1", ".lines[3][1]: `c` follows itself"],
    );
    let lines = r#""lines": [["a", "b", "a"], ["a", "b", "c", "a"]]"#;
    assert_errors(
        &format!(r#""sites": ["a", "b", "c"], {lines}"#),
        &[".lines[0][2]: the line turns back to `a`, and lines run straight"],
    );
    assert_errors(
        r#""sites": {"a": [0, 0], "b c": [1, 0], "d": [2, 0]}"#,
        &[".sites.b c: `b c`: labels can't contain spaces"],
    );
    let lines = r#""lines": [["a", "b", "c"], ["d", "b", "c"]]"#;
    assert_errors(
        &format!(r#""sites": ["a", "b", "c", "d"], {lines}"#),
        &[".lines[1][1]: another line goes straight on through `b` elsewhere"],
    );
    assert_errors(
        r#""sites": ["a"], "cells": {"a": [[0, 0], [1, 1]], "x": [[0, 0], [1, 0], [0, 1]]}"#,
        &[
            ".cells.a: expected 3 corners at least, found 2",
            ".cells.x: there is no site `x` on this board (the board has `a`)",
        ],
    );
}

#[test]
fn every_link_leads_back_and_so_does_going_straight_on() {
    let twice = r#""sites": 4, "edges": [["1", "2"], ["2", "1", 1], ["2", "3", 2], ["4", "2"]],
        "lines": [["4", "2", "3"]]"#;
    let grid = r#""sites": {"a": [0, 0], "b": [1, 0], "c": [0, 1], "d": [1, 1], "e": [2, 1]},
        "lines": [["a", "b"], ["c", "d", "e"], ["a", "c"], ["b", "d"]], "edges": [["b", "c", 3]]"#;
    for json in [WHEEL, twice, grid] {
        let board = good(json);
        let mut straight = 0;
        for one in 0..board.sites() {
            for link in board.adjacent(one) {
                let back = |from, to, class| {
                    let links = board.adjacent(from).iter();
                    let mut back =
                        links.filter(|link| (link.step.site, link.step.class) == (to, class));
                    let found = back.next().expect("a link back");
                    assert_eq!(back.next(), None, "{json}: once");
                    found.step
                };
                let home = back(link.step.site, one, link.step.class);
                let Some(on) = board.step(link.step.site, link.step.heading) else { continue };
                straight += 1;
                let middle = back(on.site, link.step.site, on.class);
                assert_eq!(board.step(middle.site, middle.heading), Some(home), "{json}");
            }
        }
        assert!(straight > 0, "{json}: something is tried");
    }
}

#[test]
fn sites_with_too_many_edges_are_named_before_they_cost_anything() {
    let edges = |hub: u32, count: u32| {
        let edge = |site: u32| format!(r#"["{hub}", "{site}"]"#);
        (0..count).map(|at| edge(1000 + at)).collect::<Vec<_>>().join(",")
    };
    let three = format!("{},{},{}", edges(1, 251), edges(2, 250), edges(3, 300));
    let list: Vec<String> = (1..=1300).map(|site| format!(r#""{site}""#)).collect();
    let errors = board(&format!(r#""sites": [{}], "edges": [{three}]"#, list.join(",")));
    let errors = errors.expect_err("too many");
    let said: Vec<_> = errors.iter().map(|error| (&error.path[2], &*error.what.text)).collect();
    let text = |site: u32, found: u32| format!("`{site}` has {found} edges, expected 250 at most");
    assert_eq!(
        said,
        [(&PathKey::Index(0), &*text(1, 251)), (&PathKey::Index(2), &*text(3, 300))],
        "each at its label"
    );
    let errors = board(&format!(r#""sites": 200000, "edges": [{}]"#, edges(1, 250)));
    let errors = errors.expect_err("a table of 50 million steps");
    assert!(
        errors[0].what.text.contains("has 250 links, and of 200000 sites each can have 50"),
        "{errors:?}"
    );
}

#[test]
fn names_are_suggested_for_the_first_errors_alone() {
    // A name that stands twice is a forgotten site.
    let letters = ('a'..='z').chain('0'..='9').chain('A'..='E').filter(|letter| *letter != 'u');
    let wrong: Vec<String> = letters.map(|letter| format!(r#"["n", "h{letter}b"]"#)).collect();
    let wrong = wrong.join(",");
    let errors = board(&format!(r#"{WHEEL}, "edges": [{wrong}]"#)).expect_err("no such site");
    let near = |error: &Diagnostic| {
        error.hint.as_ref().is_some_and(|hint| hint.text.contains("did you mean `hub`?"))
    };
    assert_eq!((errors.len(), errors.iter().filter(|error| near(error)).count()), (40, 32));
}
