//! Boards that are divided: exact vertices, growing and shrinking, and what stands
//! fixed of them. The counts are the formulas of the boards, which an independent
//! model has confirmed.

#[path = "common/fractals.rs"]
mod fractals;

use std::collections::BTreeSet;

use boardloom_sdk::topology::subdivision::{BoardElement, DivideError, Tree, Vertex};
use boardloom_sdk::topology::{Adjacency, Board, Subdivision, Topology};
use boardloom_sdk::{Diagnostic, Extent, Patch};

use fractals::{SQUARE, boards, children, leaves, pentaflake, table};

/// Vertices and leaf cells after `k` full divisions.
fn counts(board: &str, k: u32) -> (u32, u32) {
    let p = |base: u32| base.pow(k);
    match board {
        "square" => ((p(2) + 1).pow(2), p(4)),
        "gasket" => ((p(3) * 3 + 3) / 2, p(3)),
        "tri4" => ((p(2) + 1) * (p(2) + 2) / 2, p(4)),
        "carpet" => ((44 * p(8) + 56 * p(3) + 40) / 35, p(8)),
        "square9" => ((p(3) + 1).pow(2), p(9)),
        "vicsek" => (3 * p(5) + 1, p(5)),
        "hexaflake7" => (4 * p(7) + 2, p(7)),
        "hexaflake6" => ((24 * p(6) + 6) / 5, p(6)),
        "kochflake7" => (3 * p(7) + 2 * p(4) + 1, p(7)),
        "chair" if k == 0 => (6, 1),
        "chair" => (5 * p(4) / 2 + 2 * p(2) + 1, p(4)),
        "pentaflake6" => (5 * (p(6) + p(2)) / 2, p(6)),
        "pentaflake5" => ((15 * p(5) + 5) / 4, p(5)),
        other => panic!("no formula for {other}"),
    }
}

#[test]
fn twelve_boards_have_as_many_vertices_and_cells_as_they_should() {
    for (name, text) in boards() {
        for k in 0..=5 {
            let (vertices, cells) = counts(name, k);
            let tree = table(&text, k as u16).tree().expect(name);
            assert_eq!(
                (tree.vertices(), leaves(&tree).len() as u32),
                (vertices, cells),
                "{name} {k}"
            );
        }
    }
}

#[test]
fn names_tell_cells_and_vertices_apart() {
    for (board, text) in boards() {
        let tree = table(&text, 2).tree().expect(board);
        let cells: BTreeSet<String> = (0..tree.cells()).map(|it| tree.cell_name(it)).collect();
        let vertices: BTreeSet<String> =
            (0..tree.vertices()).map(|it| tree.vertex_name(it)).collect();
        let found = (cells.len() as u32, vertices.len() as u32);
        assert_eq!(found, (tree.cells(), tree.vertices()), "{board}: {cells:?} {vertices:?}");
        let cells: BTreeSet<String> = (0..tree.cells()).map(|it| tree.cell_address(it)).collect();
        let vertices: BTreeSet<String> =
            (0..tree.vertices()).map(|it| tree.vertex_address(it)).collect();
        let found = (cells.len() as u32, vertices.len() as u32);
        assert_eq!(found, (tree.cells(), tree.vertices()), "{board}: {cells:?} {vertices:?}");
    }
}

/// The middle triangle of four points down.
#[test]
fn names_are_directions_on_the_drawing() {
    let mut tree = table(&boards()[5].1, 1).tree().expect("triangles");
    let middle = (0..tree.cells()).find(|it| tree.cell_name(*it) == "middle").expect("a cell");
    tree.divide(middle).expect("it is whole");
    let parts: Vec<String> = tree.children(middle).map(|it| tree.cell_name(it)).collect();
    assert!(parts.contains(&"bottom of middle".to_owned()), "{parts:?}");
    assert!(!parts.contains(&"top of middle".to_owned()), "{parts:?}");
}

/// Divides the same corner deeper and deeper until that is refused.
fn deepest(text: &str, child: u32) -> (Tree, DivideError) {
    let mut tree = table(text, 0).tree().expect("a board");
    let mut cell = 0;
    loop {
        match tree.divide(cell) {
            Ok(_) => cell = tree.children(cell).start + child,
            Err(refusal) => return (tree, refusal),
        }
    }
}

#[test]
fn level_eighty_is_exact_and_the_end_is_refused() {
    for (name, text) in boards() {
        let count = table(&text, 0).tree().expect("a board").fractal().children() as u32;
        for child in 0..count {
            let (mut tree, refusal) = deepest(&text, child);
            let level = tree.level(tree.cells() - 1);
            assert!(level >= 80, "{name}, child {child}: {refusal} at level {level}");
            assert_eq!(refusal, DivideError::TooDeep { level }, "{name}, child {child}");
            assert!(
                tree.preview_division(tree.cells() - count + child).is_err(),
                "{name}, child {child}"
            );
            // Every vertex is found by its numbers and by its text.
            for number in 0..tree.vertices() {
                let vertex = tree.vertex(number);
                assert_eq!(tree.find(&vertex), Some(number), "{name}, child {child}");
                let text = vertex.text(tree.fractal());
                assert_eq!(Vertex::read(&text, tree.fractal()), Some(vertex), "{name} {text}");
            }
            while tree.unite().is_some() {}
            assert_eq!(tree.cells(), 1, "{name}, child {child}");
        }
    }
}

#[test]
fn cells_of_any_levels_share_the_vertices_where_they_meet() {
    // The middle of the left square's right edge is first a corner of the left
    // side alone; dividing the right side finds it there.
    let mut tree = table(r#""fractal": "square""#, 1).tree().expect("a board");
    let middle = Vertex { numerators: [2, 1, 0, 0], level: 2 };
    assert_eq!(tree.find(&middle), None);
    assert_eq!(tree.divide(1).expect("room").len(), 5);
    let shared = tree.find(&middle).expect("divided");
    assert_eq!(tree.cells_at(shared).count(), 2, "two cells of the left side");
    assert!(!tree.corners(2).contains(&shared), "no corner of the right side");
    assert_eq!(tree.divide(2).expect("room").len(), 4, "one of its five stood already");
    assert_eq!(tree.cells_at(shared).count(), 4, "two cells of each side");
    assert_eq!(tree.divide(2), Err(DivideError::Divided));
}

#[test]
fn what_a_division_creates_is_known_before_and_gone_after() {
    for (name, text) in boards() {
        let mut tree = table(&text, 1).tree().expect("a board");
        for round in 0..40u32 {
            let leaves = leaves(&tree);
            let cell = leaves[(round as usize * 7) % leaves.len()];
            let before = (tree.vertices(), tree.cells(), tree.sites(), tree.extent());
            let (corners, proposed) =
                (tree.preview_division(cell).expect("room"), tree.proposed_sites(cell));
            let new = tree.divide(cell).expect("room");
            let made: Vec<Vertex> = new.clone().map(|number| tree.vertex(number)).collect();
            let told: Vec<Vertex> = corners.iter().map(|corner| corner.vertex).collect();
            assert_eq!(made, told, "{name}");
            let drawn = tree.drawing_beyond(before.3, 1000);
            assert_eq!(drawn.places[..made.len()], proposed.places, "{name}");
            assert_eq!(drawn.frames, proposed.frames, "{name}");
            assert_eq!(tree.unite(), Some(cell));
            assert_eq!((tree.vertices(), tree.cells(), tree.sites(), tree.extent()), before);
            for vertex in &made {
                assert_eq!(tree.find(vertex), None, "{name}");
            }
            tree.divide(cell).expect("room");
        }
    }
}

#[test]
fn sites_number_vertices_and_cells_in_order_of_creation() {
    let tree = table(r#""fractal": "triangle""#, 1).tree().expect("a board");
    let spots: Vec<BoardElement> =
        (0..tree.sites()).map(|site| tree.element(site).expect("a site")).collect();
    let (cell, vertex) = (BoardElement::Cell, BoardElement::Vertex);
    let corners = [cell(0), vertex(0), vertex(1), vertex(2)];
    assert_eq!(spots[..4], corners);
    assert_eq!(spots[4..], [vertex(3), vertex(4), vertex(5), cell(1), cell(2), cell(3)]);
    assert_eq!((tree.vertex_site(4), tree.cell_site(2), tree.element(10)), (5, 8, None));
}

#[test]
fn paths_lead_to_cells() {
    for grid in ["", r#", "grid": [3, 2]"#] {
        let tree = table(&format!(r#""fractal": "carpet"{grid}"#), 2).tree().expect("a board");
        for cell in 0..tree.cells() {
            let path = tree.path(cell);
            assert_eq!(tree.at_path(&path), Some(cell), "{path}");
        }
        for no in ["", "//", "/8", "/0/0/0", "/-1", "/00", "6/0", "6", "/0/", "x"] {
            assert_eq!(tree.at_path(no), None, "{no}");
        }
        // The first of several roots, and no name of one alone.
        assert_eq!(tree.at_path("0"), (!grid.is_empty()).then_some(0));
        assert_eq!(tree.at_path("/"), grid.is_empty().then_some(0));
    }
}

/// Puts a drawing's points on the board through their frames.
fn composed(patch: &Patch, frame: Option<u32>, (x, y, _): (f64, f64, f64)) -> (f64, f64) {
    let Some(frame) = frame else { return (x, y) };
    let frame = &patch.frames[frame as usize];
    let (a, b, c, d, e, f) = frame.affine;
    composed(patch, frame.parent, (a * x + c * y + e, b * x + d * y + f, 0.0))
}

#[test]
fn frames_lead_to_where_the_vertices_are() {
    for (name, text) in boards() {
        let tree = table(&text, 2).tree().expect("a board");
        let patch = tree.drawing_beyond(Extent::default(), u32::MAX);
        assert_eq!(patch.extent(0), tree.extent(), "{name}");
        let topology = topology(&text, 2, "vertices");
        for number in 0..tree.vertices() {
            let place = &patch.places[tree.vertex_site(number) as usize];
            let (x, y) = composed(&patch, place.frame, place.at);
            let site = topology.site(&place.label).or_else(|| {
                // Plain boards are called otherwise: by where they stand.
                let places = &topology.drawing(0).places;
                let at = |p: &&boardloom_sdk::Place| (p.at.0 - x).abs() + (p.at.1 - y).abs() < 1e-9;
                places.iter().find(at).map(|place| place.site)
            });
            let at = topology.drawing(0).places[site.expect(name) as usize].at;
            assert!((at.0 - x).abs() + (at.1 - y).abs() < 1e-9, "{name}: {}", place.label);
        }
    }
}

fn board(text: &str) -> Result<Topology, Vec<Diagnostic>> {
    let board: Board = serde_json::from_str(&format!("{{{text}}}")).expect("a table");
    board.topology(Adjacency::Orthogonal)
}

fn topology(text: &str, depth: u16, sites: &str) -> Topology {
    board(&format!(r#""topology": "subdivision", {text}, "depth": {depth}, "sites": "{sites}""#))
        .expect("a board")
}

fn degrees(topology: &Topology) -> Vec<usize> {
    let mut degrees: Vec<usize> =
        (0..topology.sites()).map(|site| topology.adjacent(site).len()).collect();
    degrees.sort_unstable();
    degrees
}

#[test]
fn a_divided_square_is_a_grid() {
    let vertices = topology(r#""fractal": "square""#, 2, "vertices");
    assert_eq!((vertices.sites(), vertices.headings()), (25, 4));
    assert_eq!((vertices.label(0), vertices.label(24)), ("a5", "e1"));
    let up = vertices.step(vertices.site("c3").expect("the middle"), 0).expect("not the rim");
    assert_eq!((vertices.label(up.site), up.heading), ("c4", 0));
    assert_eq!(vertices.ray(up.site, 1).count(), 2);
    assert_eq!(vertices.regions()["corners"].len(), 4);
    assert_eq!(vertices.regions()["edges"].len(), 16);
    assert_eq!(vertices.regions()["center"], [12]);
    assert_eq!(vertices.regions()["level-1"].len(), 5);
    let cells = topology(r#""fractal": "square""#, 2, "cells");
    assert_eq!((cells.sites(), cells.headings(), cells.label(0)), (16, 4, "a4"));
    assert_eq!(degrees(&cells), [2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4]);
    assert_eq!(cells.drawing(0).shapes.len(), 1, "all cells are alike");
    let quadtree = board(r#""topology": "quadtree", "depth": 0, "grid": [8, 8], "sites": "cells""#);
    let grid = board(r#""topology": "grid", "width": 8, "height": 8"#).expect("a board");
    let quadtree = quadtree.expect("a board");
    for site in 0..64 {
        assert_eq!(
            (quadtree.label(site), quadtree.adjacent(site)),
            (grid.label(site), grid.adjacent(site))
        );
    }
}

/// A square of one large child above and to the left of small ones, each `scale`
/// times smaller than the whole: so many along the right side, and so many below.
fn unequal(scale: i32, right: i32, below: i32) -> String {
    let large = scale - 1;
    let mut small: Vec<[i32; 2]> = (0..right).map(|row| [large, row]).collect();
    small.extend((0..below).map(|column| [column, large]));
    format!(
        r#""scale": {scale}, {SQUARE},
            "children": [{{"m": [[{large}, 0], [0, {large}]], "t": [0, 0]}}, {}]"#,
        children(&small)
    )
}

#[test]
fn cells_of_different_size_meet_along_parts_of_their_edges() {
    // At depth 1: the large cell, three beside it, one below it.
    let cells = topology(&unequal(10, 3, 1), 1, "cells");
    assert_eq!(degrees(&cells), [1, 2, 2, 3, 4]);
    let large = cells.select("/0").expect("the large one")[0];
    assert_eq!(cells.adjacent(large).len(), 4);
    let vertices = topology(&unequal(10, 3, 1), 1, "vertices");
    // The right side of the large cell, of 9 parts: the small ones' corners are on it.
    let part = |from: &str, to: &str| {
        let (from, to) = (vertices.site(from).expect(from), vertices.site(to).expect(to));
        vertices.adjacent(from).iter().any(|link| link.step.site == to)
    };
    assert!(part("1:9,1", "1:9,2") && part("1:9,3", "1:9,9") && !part("0:0,0", "1:9,9"));
    // Looking at every point for every edge would not end: 28,561 cells, most of them
    // ten thousand times smaller than the board.
    let deep = topology(&unequal(10, 10, 2), 4, "vertices");
    assert!(deep.sites() > 28_561, "{}", deep.sites());
}

#[test]
fn cells_that_meet_too_many_are_refused() {
    let grid = r#", "grid": [2, 1]"#;
    let column = |small: i32| format!("{}{grid}", unequal(16, small, 1));
    let json = |text: &str, depth: u16| {
        board(&format!(r#""topology": "subdivision", {text}, "depth": {depth}, "sites": "cells""#))
    };
    assert!(json(&column(15), 1).is_ok());
    let errors = json(&column(15), 3).expect_err("small cells along the side of a large one");
    assert!(errors[0].what.text.contains("links, and of "), "{errors:?}");
}

#[test]
fn cells_that_lie_over_each_other_are_refused() {
    let cells = |text: &str, depth: u16| {
        let errors = board(&format!(
            r#""topology": "subdivision", {text}, "depth": {depth}, "sites": "cells""#
        ));
        errors.expect_err("cells over each other")[0].what.text.clone()
    };
    // Halves, and one from the middle of the first to that of the second.
    let half = r#""scale": 4, "corners": [[0], [1]], "children":
        [{"m": [[2]], "t": [0]}, {"m": [[2]], "t": [1]}, {"m": [[2]], "t": [2]}]"#;
    assert!(topology(half, 1, "cells").sites() == 3);
    assert_eq!(cells(half, 2), "some sites would stand in one place");
    let three = format!(
        r#""scale": 4, {SQUARE}, "children": [{{"t": [0, 0]}},
            {{"m": [[1, 0], [0, 2]], "t": [0, 0]}}, {{"m": [[1, 0], [0, 3]], "t": [0, 0]}}]"#
    );
    assert_eq!(cells(&three, 1), "more than two cells have one edge");
    let moved = |child: &dyn Fn(u32) -> String| {
        let all: Vec<String> = (0..32).map(child).collect();
        format!(r#""scale": 1000, {SQUARE}, "children": [{}]"#, all.join(", "))
    };
    let upright = moved(&|at| format!(r#"{{"m": [[900, 0], [0, 900]], "t": [{at}, 0]}}"#));
    assert_eq!(cells(&upright, 3), "this child lies over child 1");
    // Turned children are compared by their outline: their corners alone are a warning.
    let turned = moved(&|at| format!(r#"{{"m": [[0, -900], [900, 0]], "t": [{}, 0]}}"#, 900 + at));
    assert_eq!(cells(&turned, 3), "the cells lie over each other at too many places");
    let square = r#""outline": [[0, 0], [1, 0], [1, 1], [0, 1]]"#;
    assert_eq!(cells(&format!("{turned}, {square}"), 3), "this child lies over child 1");
    let tilted = format!(
        r#""scale": 8, {SQUARE}, "children": [{{"m": [[4, 0], [0, 4]], "t": [0, 0]}},
            {{"m": [[2, -2], [2, 2]], "t": [5, 2]}}]"#
    );
    let fractal = table(&tilted, 1).fractal().expect("a warning alone");
    let told: Vec<String> = fractal.warnings().iter().map(|it| it.what.text.clone()).collect();
    assert!(told.iter().any(|told| told == "this child lies over child 1"), "{told:?}");
}

#[test]
fn captions_and_rows_go_by_the_scheme() {
    let cells = |more: &str| {
        board(&format!(r#""topology": "quadtree", "depth": 1, "sites": "cells"{more}"#))
    };
    let texts = |board: &Topology| {
        let captions = board.drawing(0).captions.iter();
        captions.map(|caption| caption.text.clone()).collect::<Vec<_>>().join(" ")
    };
    let plain = cells("").expect("a board");
    assert_eq!(texts(&plain), "a a b b 2 2 1 1");
    let named = cells(r#", "labels": "a1""#).expect("what it is called anyway");
    assert_eq!((named.labels(), texts(&named)), (plain.labels(), texts(&plain)));
    let rows = cells(r#", "labels": "rows""#).expect("a board");
    assert_eq!(
        (rows.labels().join(" "), texts(&rows)),
        ("A1 A2 B1 B2".into(), "1 1 2 2 A A B B".into())
    );
    assert_eq!(texts(&cells(r#", "labels": "numbers""#).expect("a board")), "");
    assert!(cells(r#", "labels": "diagonals""#).is_err());
    // Outside of the cells, however few there are.
    for grid in ["[1, 1]", "[1, 3]", "[3, 1]"] {
        let text =
            format!(r#""topology": "quadtree", "depth": 0, "sites": "cells", "grid": {grid}"#);
        let board = board(&text).expect("a board");
        let (places, captions) = (&board.drawing(0).places, &board.drawing(0).captions);
        for caption in captions {
            let on = |place: &&boardloom_sdk::Place| {
                let (x, y) = (place.at.0 - caption.at.0, place.at.1 - caption.at.1);
                x.abs() < 0.5 && y.abs() < 0.5
            };
            assert_eq!(places.iter().find(on), None, "{grid}: {caption:?}");
        }
        assert!(!captions.is_empty());
    }
}

#[test]
fn edges_are_split_where_a_vertex_lies_on_them() {
    // The long sides of an L have a neighbour's corner in the middle.
    let (_, chair) = boards().swap_remove(9);
    let vertices = topology(&chair, 1, "vertices");
    let long = |site: u32| {
        let at = vertices.drawing(0).places[site as usize].at;
        let far = vertices.adjacent(site).iter().map(|link| {
            let to = vertices.drawing(0).places[link.step.site as usize].at;
            (to.0 - at.0).abs() + (to.1 - at.1).abs()
        });
        far.fold(0.0, f64::max)
    };
    let middle = vertices.site("1:1,1").expect("where the small ones meet");
    assert!(long(middle) < 0.75, "an edge runs past {}", long(middle));
    let cells = topology(&chair, 1, "cells");
    assert_eq!(degrees(&cells), [2, 2, 3, 3], "corner and middle touch all, the ends two");
}

#[test]
fn links_go_both_ways_on_every_board() {
    let mut boards = boards();
    boards.push(("unequal", unequal(10, 3, 1)));
    for (name, text) in boards {
        for sites in ["vertices", "cells"] {
            let board = topology(&text, 2, sites);
            let link = |from: u32, to: u32| {
                let mut links = board.adjacent(from).iter().filter(|link| link.step.site == to);
                let found = links.next().expect("a link back");
                assert_eq!(links.next(), None, "{name}: once");
                *found
            };
            for site in 0..board.sites() {
                for there in board.adjacent(site) {
                    assert_eq!(board.step(site, there.heading), Some(there.step), "{name}");
                    let back = link(there.step.site, site);
                    // Straight on and back again: the headings turn with the way.
                    let Some(on) = board.step(there.step.site, there.step.heading) else {
                        continue;
                    };
                    let middle = link(on.site, there.step.site).step;
                    let home = board.step(middle.site, middle.heading);
                    assert_eq!(home, Some(back.step), "{name} {sites}");
                }
            }
            let labels: BTreeSet<_> = board.labels().iter().collect();
            assert_eq!(labels.len() as u32, board.sites(), "{name}");
        }
    }
}

/// Returns the errors of a table, as path and text.
fn errors(text: &str) -> Vec<String> {
    let table: Subdivision = serde_json::from_str(&format!("{{{text}}}")).expect("a table");
    table
        .tree()
        .expect_err("an error")
        .iter()
        .map(|error| {
            let path = error.path.iter().map(|key| match key {
                boardloom_sdk::PathKey::Name(name) => name.clone(),
                boardloom_sdk::PathKey::Index(index) => index.to_string(),
            });
            format!("{}: {}", path.collect::<Vec<_>>().join("."), error.what)
        })
        .collect()
}

#[test]
fn errors_have_locations() {
    let has = |text: &str, expected: &str| {
        let errors = errors(text);
        assert!(errors.iter().any(|error| error.contains(expected)), "{text}: {errors:?}");
    };
    has(r#""depth": 1"#, "board: `fractal` is missing, or `scale`");
    has(r#""depth": 1, "children": []"#, "board: your own fractal needs `scale`");
    has(r#""fractal": "square", "scale": 2"#, "board.fractal: `scale` describes");
    has(&format!(r#""scale": 0, {SQUARE}, "children": []"#), "board.scale: numbers cannot");
    has(&format!(r#""scale": 2, {SQUARE}, "children": []"#), "board.children: expected 2 to 32");
    has(r#""scale": 2, "corners": [], "children": []"#, "board.corners: expected 2 to 24");
    let two = |one: &str, other: &str| {
        format!(r#""scale": 2, {SQUARE}, "children": [{{{one}}}, {{{other}}}]"#)
    };
    has(&two(r#""t": [0, 0]"#, r#""t": [0]"#), "board.children.1.t: expected 2 numbers");
    has(
        &two(r#""t": [0, 0]"#, r#""m": [[1, 0]], "t": [0, 0]"#),
        "board.children.1.m: expected a matrix",
    );
    has(&two(r#""t": [0, 0]"#, r#""t": [2, 0]"#), "board.children.1: corner 2 of this child");
    has(&two(r#""t": [0, 0]"#, r#""m": [[2, 0], [0, 2]], "t": [0, 0]"#), "must be smaller");
    has(r#""fractal": "square", "depth": 9"#, "board.depth: `depth = 9` asks for 262144 cells");
    // The largest depths are refused before their memory is taken.
    has(r#""fractal": "square", "depth": 20"#, "`depth = 20` asks for 1 million million cells");
    has(r#""fractal": "carpet", "depth": 20"#, "`depth = 20` asks for 1152922 million million");
    let cross = r#""scale": 2, "corners": [[0, 0], [1, 1], [1, 0], [0, 1]],
        "children": [{"t": [0, 0]}, {"t": [1, 0]}]"#;
    has(cross, "board.corners: the sides from corner 1 to 2 and from corner 3 to 4 cross");
    let flat = r#""scale": 2, "corners": [[0, 0], [1, 1]],
        "children": [{"t": [0, 0]}, {"t": [1, 1]}]"#;
    has(flat, "board.corners: a cell with two corners has no area");
    let over = r#""scale": 3, "corners": [[0, 0], [1, 0], [1, 1], [0, 1]],
        "children": [{"t": [0, 0]}, {"m": [[2, 0], [0, 2]], "t": [1, 0]}, {"m": [[2, 0], [0, 2]], "t": [0, 1]}]"#;
    has(over, "board.children.2: this child lies over child 2");
    has(r#""fractal": "triangle", "grid": [2, 2]"#, "board.grid: cells of this shape");
    has(r#""fractal": "square", "grid": [0, 2]"#, "board.grid: expected 1 to");
    has(&pentaflake("").replace("0.309", "0.5"), "no map of the plane");
    has(
        &two(r#""t": [0, 0]"#, r#""t": [0, 0]"#),
        "board.children.1: this child covers the same as",
    );
    let turned = r#""m": [[0, -1], [1, 0]], "t": [1, 0]"#;
    has(&two(r#""t": [0, 0]"#, turned), "board.children.1: this child covers the same as child 1");
    has(&two(r#""t": [0, 0]"#, r#""m": [[0, 0], [0, 0]], "t": [0, 0]"#), "more than a point");
    has(
        &two(r#""t": [0, 0]"#, r#""t": [1, 0]"#)
            .replace(r#""scale""#, r#""grid_step": [[1, 0], [0, 1]], "scale""#),
        "board.grid_step: these are the ways",
    );
    for steps in ["[[1, 0], [1, 0]]", "[[2, 0], [-1, 0]]", "[[0, 0], [0, 1]]"] {
        let twice = format!(r#""fractal": "square", "grid": [2, 3], "grid_step": {steps}"#);
        has(&twice, "board.grid_step: these steps lead to the same place");
    }
    let line = |more: &str, far: i32| {
        format!(
            r#""scale": 2, "corners": [[0], [1]]{more}, "children": [{{"t": [0]}}, {{"t": [{far}]}}]"#
        )
    };
    has(&line("", 10), "board.children.1: corner 1 of this child lies outside");
    has(&line("", -2), "board.children.1: corner 1 of this child lies outside");
    has(&line(r#", "basis": [[0, 0]]"#, 1), "board.basis.0: expected a vector with a length");
    has(&line(r#", "basis": [[1, 0], [0, 1]]"#, 1), "board.basis: expected 1 vectors");
    has(&format!("{}, \"depth\": 19", line("", 1)), "vertices and 800000 cells");
    // The unit of the drawing makes no difference.
    for unit in ["0.0000001", "0.0005", "0.002", "1", "1e6"] {
        let basis = format!(r#""basis": [[{unit}, 0], [0, {unit}]], "scale""#);
        let sized = |one: &str| two(r#""t": [0, 0]"#, one).replace(r#""scale""#, &basis);
        has(&sized(r#""t": [2, 0]"#), "board.children.1: corner 2 of this child");
        has(&sized(r#""m": [[1, 1], [0, 1]], "t": [1, 0]"#), "board.children.1: corner 3 of this");
        for sites in ["vertices", "cells"] {
            let board = topology(&sized(r#""t": [1, 0]"#), 3, sites);
            let plain = topology(&two(r#""t": [0, 0]"#, r#""t": [1, 0]"#), 3, sites);
            assert_eq!(degrees(&board), degrees(&plain), "{unit}");
        }
    }
    let apart = two(r#""t": [0, 0]"#, r#""t": [1, 1]"#).replace(r#""scale": 2"#, r#""scale": 3"#);
    let apart = table(&apart.replace("[1, 1]}]", "[2, 2]}]"), 1).fractal().expect("doubtful alone");
    assert_eq!(apart.warnings().len(), 2);
}

#[test]
fn a_large_board_is_made_in_one_go_and_taken_down_again() {
    let mut tree = table(r#""fractal": "square""#, 8).tree().expect("a board");
    assert_eq!(tree.vertices(), 257 * 257);
    let order = tree.vertices_in_preorder();
    assert_eq!(order.len(), 257 * 257);
    // Rebuilt in preorder, the vertices come in that order.
    let mut again = table(r#""fractal": "square""#, 0).tree().expect("a board");
    let mut paths = Vec::new();
    tree.preorder(|cell| paths.extend(tree.is_divided(cell).then(|| tree.path(cell))));
    for path in paths {
        let cell = again.at_path(&path).expect("its parent is divided");
        again.divide(cell).expect("room");
    }
    for (number, old) in (0..).zip(&order) {
        assert_eq!(again.vertex(number), tree.vertex(*old));
    }
    while tree.unite().is_some() {}
    assert_eq!((tree.vertices(), tree.cells(), tree.sites()), (4, 1, 5));
}

#[test]
fn a_scheme_names_sites_row_by_row() {
    let board = |labels: &str| {
        let json = format!(
            r#"{{"topology":"subdivision","fractal":"carpet","sites":"cells","labels":{labels}}}"#
        );
        let board: Board = serde_json::from_str(&json).expect("a table that fits");
        board.topology(Adjacency::Orthogonal)
    };
    let numbers = board(r#""numbers""#).expect("a good board");
    assert_eq!(numbers.labels(), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    let rows = board(r#""rows""#).expect("a good board");
    assert_eq!(rows.labels(), ["A1", "A2", "A3", "B1", "B2", "C1", "C2", "C3"]);
    assert_eq!(rows.drawing(0).places[3].label, rows.label(rows.drawing(0).places[3].site));
    let errors = board(r#""diagonals""#).expect_err("a carpet has no diagonals");
    assert!(errors[0].what.text.contains("no columns"), "{errors:?}");
    let listed = board(r#"["a","b","c","d","e","f","g","h"]"#).expect("a good board");
    assert_eq!(listed.rows()[1].iter().map(|site| listed.label(*site)).collect::<String>(), "de");
}
