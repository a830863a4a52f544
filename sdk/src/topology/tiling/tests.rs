use serde_json::{from_value, json};

use super::mesh::Mesh;
use super::*;
use crate::PathKey;

/// The uniform tilings: the polygons around each corner are their names.
pub(super) const UNIFORM: [&str; 11] = [
    "3.3.3.3.3.3",
    "3.3.3.3.6",
    "3.3.3.4.4",
    "3.3.4.3.4",
    "3.4.6.4",
    "3.6.3.6",
    "3.12.12",
    "4.4.4.4",
    "4.6.12",
    "4.8.8",
    "6.6.6",
];

/// The duals, with the sides of their cells and the numbers of cells around their corners.
pub(super) const DUALS: [(&str, usize, &[usize]); 8] = [
    ("floret-pentagonal", 5, &[3, 6]),
    ("prismatic-pentagonal", 5, &[3, 4]),
    ("cairo-pentagonal", 5, &[3, 4]),
    ("deltoidal", 4, &[3, 4, 6]),
    ("rhombille", 4, &[3, 6]),
    ("triakis-triangular", 3, &[3, 12]),
    ("kisrhombille", 3, &[4, 6, 12]),
    ("tetrakis-square", 3, &[4, 8]),
];

fn tiling(name: &str, radius: f64) -> Tiling {
    let table = json!({ "tiling": name, "radius": radius });
    from_value(table).expect("a table")
}

fn cut(name: &str, radius: f64) -> Vec<Cell> {
    let tiling = tiling(name, radius);
    tiling.cut(tiling.tiling.expect("a name")).expect("cells")
}

/// Returns the cells around each corner that is at most so far from the origin.
fn around(cells: &[Cell], far: f64) -> Vec<Vec<usize>> {
    let mut all: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        for (number, [x, y]) in cell.numbers.iter().zip(&cell.corners) {
            if x * x + y * y <= far * far {
                all.entry(*number).or_default().push(index);
            }
        }
    }
    all.into_values().collect()
}

#[test]
fn the_polygons_around_each_corner_are_the_name_of_the_tiling() {
    for name in UNIFORM {
        let mut expected: Vec<usize> =
            name.split('.').map(|sides| sides.parse().unwrap()).collect();
        expected.sort_unstable();
        let cells = cut(name, 9.0);
        let corners = around(&cells, 5.0);
        assert!(corners.len() > 20, "{name}: {}", corners.len());
        for cells_there in corners {
            let mut sides: Vec<usize> =
                cells_there.iter().map(|cell| cells[*cell].numbers.len()).collect();
            sides.sort_unstable();
            assert_eq!(sides, expected, "{name}");
        }
    }
}

#[test]
fn duals_have_the_known_cells_and_corners() {
    for (name, sides, expected) in DUALS {
        let cells = cut(name, 9.0);
        assert!(cells.iter().all(|cell| cell.numbers.len() == sides), "{name}");
        let mut degrees: Vec<usize> = around(&cells, 4.5).iter().map(Vec::len).collect();
        degrees.sort_unstable();
        degrees.dedup();
        assert_eq!(degrees, expected, "{name}");
    }
}

#[test]
fn every_board_is_a_disc_whose_inner_cells_have_all_their_neighbours() {
    let names = UNIFORM.into_iter().chain(DUALS.map(|(name, ..)| name));
    for name in names {
        let tiling = tiling(name, 6.0);
        let cells = cut(name, 6.0);
        let owners = owners(&cells);
        let mut corners: Vec<usize> =
            cells.iter().flat_map(|cell| cell.numbers.iter().copied()).collect();
        corners.sort_unstable();
        corners.dedup();
        let euler = corners.len() as i64 - owners.len() as i64 + cells.len() as i64;
        assert_eq!(euler, 1, "{name}");
        let board = tiling.topology().expect("a board");
        assert_eq!(board.sites() as usize, cells.len(), "{name}");
        assert!(board.warnings().is_empty(), "{name}: {:?}", board.warnings());
        let edges = &board.regions()["edges"];
        for (site, cell) in (0..).zip(&cells) {
            let inside = edges.binary_search(&site).is_err();
            assert_eq!(board.adjacent(site).len() == cell.numbers.len(), inside, "{name} {site}");
        }
        for side in ["top", "right", "bottom", "left"] {
            assert!(!board.regions()[side].is_empty(), "{name} {side}");
        }
    }
}

#[test]
fn the_cut_decides_the_number_of_cells() {
    let count = |name: &str, radius: f64| cut(name, radius).len();
    assert_eq!([1.8, 3.5, 5.2].map(|radius| count("6.6.6", radius)), [7, 19, 37]);
    let grid: Tiling = from_value(json!({ "tiling": "4.4.4.4", "size": [5, 3] })).unwrap();
    assert_eq!(grid.topology().unwrap().sites(), 24);
    for (table, expected) in [
        (json!({ "tiling": "4.8.8" }), "expected `radius`, `size`, `rows` or `outline`"),
        (json!({ "tiling": "4.8.8", "radius": 3, "size": [4, 4] }), "`radius` and `size` both cut"),
        (json!({ "tiling": "4.8.8", "radius": 100 }), "expected a radius from 0.5 to 60"),
        (json!({ "tiling": "6.6.6", "radius": 1.0 }), "expected 2 to 20000 cells, found 1"),
        (json!({ "tiling": "4.8.8", "size": [0, 4] }), "expected a width and a height"),
    ] {
        let tiling: Tiling = from_value(table).unwrap();
        let errors = tiling.topology().unwrap_err();
        assert!(errors[0].what.text.contains(expected), "{errors:?}");
    }
    assert!(Mesh::new(&[]).faces(|_| true).is_empty());
}

fn list(cells: serde_json::Value) -> Tiling {
    from_value(json!({ "cells": cells })).expect("a table")
}

/// Returns the errors of a list of cells, each with the place in the list that it is told at.
fn faults(cells: serde_json::Value) -> Vec<String> {
    let errors = list(cells).topology().expect_err("a fault");
    let place = |key: &PathKey| match key {
        PathKey::Name(name) => name.clone(),
        PathKey::Index(index) => index.to_string(),
    };
    let said = |error: &Diagnostic| {
        let path: Vec<String> = error.path.iter().skip(2).map(place).collect();
        let hint = error.hint.as_ref().map_or("", |hint| &hint.text);
        format!("{}: {} ({hint})", path.join("."), error.what.text)
    };
    errors.iter().map(said).collect()
}

fn neighbours(board: &Topology, label: &str) -> Vec<String> {
    let site = board.site(label).expect("a site");
    let mut found: Vec<String> =
        board.adjacent_sites(site).map(|site| board.label(site).to_owned()).collect();
    found.sort();
    found
}

#[test]
fn listed_cells_are_adjacent_where_they_share_a_side_or_a_part_of_one() {
    // A triangle, a pentagon, and two bricks below them, of which the first is under both.
    let board = list(json!([
        [[0, 0], [2, 2], [0, 2]],
        [[0, 0], [3, 0], [4, 1], [4, 2], [2, 2]],
        [[0, 2], [3, 2], [3, 3], [0, 3]],
        [[3, 3], [3, 2], [5, 2], [5, 3]],
    ]));
    let board = board.topology().expect("a board");
    assert_eq!(neighbours(&board, "1"), ["2", "3"]);
    assert_eq!(neighbours(&board, "2"), ["1", "3", "4"]);
    assert_eq!(neighbours(&board, "3"), ["1", "2", "4"]);
    assert_eq!(neighbours(&board, "4"), ["2", "3"]);
    assert!(board.warnings().is_empty());
    let named = |region: &str| -> Vec<&str> {
        board.regions()[region].iter().map(|site| board.label(*site)).collect()
    };
    assert_eq!(named("edges"), ["1", "2", "3", "4"]);
    assert_eq!((named("top"), named("left")), (vec!["2"], vec!["1"]));
}

#[test]
fn a_list_of_squares_is_the_board_of_squares() {
    let square = |x: i32, y: i32| json!([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]);
    let squares: Vec<_> = (0..4).flat_map(|y| (0..6).map(move |x| square(x, y))).collect();
    let listed = list(json!(squares)).topology().expect("a board");
    let named: Tiling = from_value(json!({ "tiling": "4.4.4.4", "size": [6, 4] })).unwrap();
    let named = named.topology().expect("a board");
    for region in ["edges", "top", "right", "bottom", "left", "center"] {
        assert_eq!(listed.regions()[region], named.regions()[region], "{region}");
    }
    assert_eq!((listed.sites(), listed.regions()["edges"].len()), (24, 16));
    assert_eq!(listed.regions()["top"].len(), 6);
    assert_eq!(listed.regions()["center"], [8, 9, 14, 15]);
    // Straight on through the opposite side, to the far edge.
    let heading = (0..4).find(|heading| listed.step(6, *heading).is_some_and(|it| it.site == 7));
    let along: Vec<Site> = listed.ray(6, heading.unwrap()).map(|step| step.site).collect();
    assert_eq!(along, [7, 8, 9, 10, 11]);
    // Rounded corners are the same corners. Three more cells have a side on the hole, which is
    // part of the edge and of no side.
    let mut ring: Vec<serde_json::Value> = squares.clone();
    ring.remove(8);
    ring[0] = json!([[0.004, 0], [1, -0.003], [1, 1.004], [0, 1]]);
    let ring = list(json!(ring)).topology().expect("a board");
    assert_eq!((ring.regions()["edges"].len(), ring.regions()["top"].len()), (19, 6));
}

#[test]
fn pieces_stand_inside_cells_that_are_bent() {
    let bent = list(json!([
        [[0, 0], [9, 0], [9, 9], [8, 9], [8, 1], [0, 1]],
        [[0, 1], [8, 1], [8, 9], [0, 9]],
    ]));
    let board = bent.topology().expect("a board");
    let (x, y, _) = board.drawing(0).places[0].at;
    assert!((0.4..=0.6).contains(&y) || (8.4..=8.6).contains(&x), "{x} {y}");
}

#[test]
fn faulty_cells_are_told_with_the_reason() {
    let square = json!([[0, 0], [1, 0], [1, 1], [0, 1]]);
    let with = |cell: serde_json::Value| faults(json!([square, cell]));
    let corners: Vec<[i32; 2]> = (0..65).map(|x| [x, x * x + 1]).collect();
    assert_eq!(with(json!(corners)), ["1: expected 3 to 64 corners, found 65 ()"]);
    assert_eq!(with(json!([[1, 0], [2, 0]])), ["1: expected 3 to 64 corners, found 2 ()"]);
    assert_eq!(
        with(json!([[1, 0], [2, 0], [1, 1], [1, 0]])),
        [
            "1.3: corner 4 of this cell is the same as corner 1 (outlines close by themselves: leave the last corner out)"
        ]
    );
    assert_eq!(
        with(json!([[1, 0], [2, 1], [2, 0], [1, 1]])),
        [
            "1: the outline crosses itself: the side from corner 1 to 2 and the side from corner 3 to 4 cross (list the corners in order around the cell)"
        ]
    );
    assert_eq!(
        with(json!([[1, 0], [1, 1], [1, 2]])),
        ["1: the corners lie on one line (a cell has an inside)"]
    );
    assert_eq!(
        with(json!([[1, 0], [2, 0], [2, 1], [3, 2], [2, 1.001], [1, 1]])),
        [
            "1: the outline touches itself (make two cells of it, or leave out the part without a width)"
        ]
    );
    assert_eq!(
        with(json!([[1, 0], [2e9, 0], [1, 1]])),
        ["1.1: expected numbers from -1000000 to 1000000 ()"]
    );
    for cover in [
        json!([[0.5, 0], [2, 0], [2, 1], [0.5, 1]]),
        json!([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8]]),
        json!([[-1, -1], [2, -1], [2, 2], [-1, 2]]),
        json!([[0, 0], [1, 0], [0.5, 0.5]]),
    ] {
        let found = with(cover.clone());
        assert!(found.len() == 1 && found[0].starts_with("1: cell 2 overlaps cell 1"), "{found:?}");
    }
    let three = json!([square, [[1, 0], [2, 0], [2, 1], [1, 1]], [[1, 0], [3, 0.5], [1, 1]]]);
    let found = faults(three);
    assert!(found.len() == 1 && found[0].starts_with("2: cell 3 overlaps cell 2"), "{found:?}");
    assert_eq!(
        with(json!([[0, 1], [1, 1], [1, 0], [0, 0]])),
        ["1: cell 2 is the same as cell 1 (each cell stands once)"]
    );
    // Of two that overlap, the one of another size than the others is told.
    let wide = json!([
        [[0, 0], [1.5, 0], [1.5, 1], [0, 1]],
        [[1, 0], [2, 0], [2, 1], [1, 1]],
        [[2, 0], [3, 0], [3, 1], [2, 1]],
    ]);
    let found = faults(wide);
    assert!(found.len() == 1 && found[0].starts_with("0: cell 1 overlaps cell 2"), "{found:?}");
    assert_eq!(
        with(json!([[1.04, 0], [2, 0], [2, 1]])),
        [
            "1: cell 2 shares no side with the others ([1.04, 0] and [1, 0] are 0.04 apart: should they be the same corner?)"
        ]
    );
    assert_eq!(
        with(json!([[1, 1], [2, 1], [2, 2], [1, 2]])),
        [
            "1: cell 2 shares no side with the others (cells are joined by sides, or parts of sides, that they share)"
        ]
    );
    // What is sound is checked beside what is not.
    let both = faults(json!([square, [[5, 5]], [[0, 0], [1, 0], [1, 1]]]));
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(faults(json!([])), [": expected 1 to 5000 cells, found 0 ()"]);
}

#[test]
fn a_board_is_cut_or_listed() {
    let cells = json!([[[0, 0], [1, 0], [1, 1]]]);
    for (table, expected) in [
        (json!({}), "expected `tiling`, a name, or `cells`"),
        (json!({ "tiling": "4.8.8", "cells": cells }), "expected `tiling`, a name, or `cells`"),
        (json!({ "cells": cells, "radius": 3 }), "`radius` cuts a tiling"),
    ] {
        let tiling: Tiling = from_value(table).unwrap();
        let errors = tiling.topology().unwrap_err();
        assert!(errors[0].what.text.contains(expected), "{errors:?}");
    }
}
