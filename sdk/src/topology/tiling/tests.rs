use serde_json::{from_value, json};

use super::mesh::Mesh;
use super::*;

/// The uniform tilings: the polygons around each corner are their names.
const UNIFORM: [&str; 11] = [
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
const DUALS: [(&str, usize, &[usize]); 8] = [
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
        let cells = tiling(name, 9.0).cells([9.0, 9.0]);
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
        let cells = tiling(name, 9.0).cells([9.0, 9.0]);
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
        let cells = tiling.cells([6.0, 6.0]);
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
    let count = |name: &str, radius: f64| tiling(name, radius).cells([radius, radius]).len();
    assert_eq!([1.0, 1.8, 3.5, 5.2].map(|radius| count("6.6.6", radius)), [1, 7, 19, 37]);
    let grid: Tiling = from_value(json!({ "tiling": "4.4.4.4", "size": [5, 3] })).unwrap();
    assert_eq!(grid.topology().unwrap().sites(), 24);
    for (table, expected) in [
        (json!({ "tiling": "4.8.8" }), "expected `radius` or `size`"),
        (json!({ "tiling": "4.8.8", "radius": 3, "size": [4, 4] }), "expected `radius` or `size`"),
        (json!({ "tiling": "4.8.8", "radius": 100 }), "expected a radius from 0.5 to 60"),
        (json!({ "tiling": "4.8.8", "size": [0, 4] }), "expected a width and a height"),
    ] {
        let tiling: Tiling = from_value(table).unwrap();
        let errors = tiling.topology().unwrap_err();
        assert!(errors[0].what.text.contains(expected), "{errors:?}");
    }
    assert!(Mesh::new(&[]).faces(|_| true).is_empty());
}
