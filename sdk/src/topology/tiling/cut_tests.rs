//! Cuts by rows and by an outline, on every tiling.

use serde_json::{from_value, json};

use super::tests::{DUALS, UNIFORM};
use super::*;

fn board(table: serde_json::Value) -> Topology {
    let tiling: Tiling = from_value(table).expect("a table");
    tiling.topology().unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn cells(table: serde_json::Value) -> Vec<Cell> {
    let tiling: Tiling = from_value(table).expect("a table");
    tiling.cut(tiling.tiling.expect("a name")).expect("cells")
}

fn names() -> impl Iterator<Item = &'static str> {
    UNIFORM.into_iter().chain(DUALS.map(|(name, ..)| name))
}

/// Every cell can be reached, neighbours are so both ways, and the sides are there.
#[track_caller]
fn is_sound(board: &Topology, name: &str) {
    let mut seen = vec![false; board.sites() as usize];
    let mut open = vec![0];
    seen[0] = true;
    while let Some(site) = open.pop() {
        for next in board.adjacent_sites(site) {
            assert!(board.adjacent_sites(next).any(|back| back == site), "{name}");
            if !std::mem::replace(&mut seen[next as usize], true) {
                open.push(next);
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen), "{name}: a cell hangs on to no other");
    assert!(board.warnings().is_empty(), "{name}: {:?}", board.warnings());
    for region in ["edges", "top", "right", "bottom", "left", "center"] {
        assert!(!board.regions()[region].is_empty(), "{name} {region}");
    }
}

/// Counts the different values, by rounding.
fn different(values: impl Iterator<Item = f64>) -> usize {
    values.map(|value| (value * 1000.0).round() as i64).collect::<BTreeSet<_>>().len()
}

#[test]
fn every_tiling_is_cut_to_its_rows_and_columns() {
    for name in names() {
        for (rows, columns) in [(7, 9), (8, 8), (13, 6)] {
            let table = json!({ "tiling": name, "rows": rows, "columns": columns });
            let cells = cells(table.clone());
            let at = |axis: usize| different(cells.iter().map(|cell| cell.at[axis]));
            // In turned tilings a row can have no cell in these columns.
            assert!((1..=rows).contains(&at(1)), "{name}: {} rows", at(1));
            assert!((1..=columns).contains(&at(0)), "{name}: {} columns", at(0));
            is_sound(&board(table), name);
        }
    }
}

/// All cells of a large board in the same window, counted from it.
#[test]
fn rows_keep_every_cell_between_the_outermost() {
    for name in names() {
        let few = cells(json!({ "tiling": name, "rows": 9, "columns": 9 }));
        let all = cells(json!({ "tiling": name, "radius": 14 }));
        let bound = |axis: usize, least: bool| {
            let values = few.iter().map(|cell| cell.at[axis]);
            if least { values.fold(f64::MAX, f64::min) } else { values.fold(f64::MIN, f64::max) }
        };
        let is_between = |cell: &&Cell| {
            (0..2).all(|axis| {
                let (least, most) = (bound(axis, true), bound(axis, false));
                (least - 1e-6..=most + 1e-6).contains(&cell.at[axis])
            })
        };
        let between = all.iter().filter(is_between).count();
        // Some cells at the corners hang on to no other.
        assert!((few.len()..=few.len() + 8).contains(&between), "{name}: {between}");
    }
}

#[test]
fn known_boards_are_cut_by_rows() {
    let count = |name: &str, rows: u16, columns: u16| {
        cells(json!({ "tiling": name, "rows": rows, "columns": columns })).len()
    };
    assert_eq!(count("4.4.4.4", 5, 7), 35);
    assert_eq!(count("4.4.4.4", 8, 8), 64);
    // Three by three octagons, and the squares between them.
    assert_eq!(count("4.8.8", 5, 5), 9 + 4);
    // Rows of five and four hexagons.
    assert_eq!(count("6.6.6", 5, 9), 5 + 4 + 5 + 4 + 5);
    // As wide as high, without columns.
    assert_eq!(cells(json!({ "tiling": "4.4.4.4", "rows": 6 })).len(), 36);
}

/// A side without a length has every point on it: the whole plane would be kept.
#[test]
fn a_repeated_corner_of_an_outline_is_told_on_every_tiling() {
    for name in names() {
        for (outline, expected) in [
            (
                json!([[0, -6], [5, 5], [-5, 5], [0, -6]]),
                "corner 4 of the outline is the same as corner 1",
            ),
            (
                json!([[0, -6], [5, 5], [5, 5], [-5, 5]]),
                "corner 3 of the outline is the same as corner 2",
            ),
        ] {
            let tiling: Tiling =
                from_value(json!({ "tiling": name, "outline": outline })).expect("a table");
            let errors = tiling.topology().expect_err("a corner stands twice");
            let told: Vec<&str> = errors.iter().map(|error| error.what.text.as_str()).collect();
            assert_eq!(told, [expected], "{name}");
        }
    }
}

#[test]
fn every_tiling_is_cut_to_an_outline() {
    let triangle = json!([[-7, -5], [7, -5], [0, 7]]);
    let bent = json!([[-6, -6], [6, -6], [6, 0], [0, 0], [0, 6], [-6, 6]]);
    for name in names() {
        for outline in [&triangle, &bent] {
            is_sound(&board(json!({ "tiling": name, "outline": outline })), name);
        }
        // A rectangle as an outline is the cut by size.
        let square = json!([[-4.1, -3.1], [4.1, -3.1], [4.1, 3.1], [-4.1, 3.1]]);
        let outlined = cells(json!({ "tiling": name, "outline": square }));
        let sized = cells(json!({ "tiling": name, "size": [8.2, 6.2] }));
        let lone = sized.len() - outlined.len();
        assert!(lone <= 8, "{name}: {} of {}", outlined.len(), sized.len());
    }
    // Squares whose middles are at half numbers: those on a side count.
    let count = |outline: serde_json::Value| {
        cells(json!({ "tiling": "4.4.4.4", "outline": outline })).len()
    };
    assert_eq!(count(json!([[-2.5, -2.5], [2.5, -2.5], [2.5, 2.5], [-2.5, 2.5]])), 36);
    assert_eq!(count(json!([[-3, -3], [3, -3], [3, 3], [-3, 3]])), 36);
    assert_eq!(count(json!([[-2.5, 2.5], [2.5, 2.5], [-2.5, -2.5]])), 21);
    assert_eq!(count(bent), 144 - 36);
}

#[test]
fn faulty_cuts_are_told() {
    let fault = |more: serde_json::Value| {
        let mut table = json!({ "tiling": "4.8.8" });
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let tiling: Tiling = from_value(table).unwrap();
        tiling.topology().expect_err("a fault")[0].what.text.clone()
    };
    let far: Vec<[f64; 2]> = (0..65).map(|x| [f64::from(x) / 2.0, 0.0]).collect();
    for (more, expected) in [
        (json!({ "columns": 5 }), "`columns` goes with `rows`"),
        (json!({ "rows": 5, "radius": 4 }), "`radius` and `rows` both cut"),
        (json!({ "rows": 0 }), "expected 1 to 400 rows"),
        (json!({ "rows": 5, "columns": 401 }), "expected 1 to 400 columns"),
        (json!({ "rows": 399 }), "expected 1 to 99 rows: more reach too far"),
        (json!({ "outline": [[0, 0], [1, 1]] }), "expected 3 to 64 corners, found 2"),
        (json!({ "outline": far }), "expected 3 to 64 corners, found 65"),
        (json!({ "outline": [[0, 0], [99, 0], [0, 5]] }), "expected numbers from -60 to 60"),
        (json!({ "outline": [[0, 0], [4, 4], [4, 0], [0, 4]] }), "the outline crosses itself"),
        (json!({ "outline": [[0.1, 0.1], [0.2, 0.1], [0.1, 0.2]] }), "found 0"),
    ] {
        let told = fault(more);
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let listed: Tiling = from_value(json!({
        "cells": [[[0, 0], [1, 0], [1, 1]]], "outline": [[0, 0], [1, 0], [1, 1]],
    }))
    .unwrap();
    let told = &listed.topology().expect_err("a fault")[0].what.text;
    assert!(told.contains("`outline` cuts a tiling"), "{told}");
}
