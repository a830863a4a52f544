//! The boards of Projective Hex against reference data made without this project:
//! cells, adjacencies, ghosts, tiling, symmetries of the surface.

use boardloom_sdk::Site;
use boardloom_sdk::topology::{Adjacency, Board, Topology};
use serde::Deserialize;

use crate::support::data;

#[derive(Deserialize)]
struct Data {
    boards: Vec<Reference>,
}

#[derive(Deserialize)]
struct Reference {
    n: u32,
    names: Vec<String>,
    axial: Vec<[i32; 2]>,
    rows: Vec<Vec<Site>>,
    /// By cell clockwise from the upper right: neighbour, and whether across the
    /// edge of the board.
    neighbours: Vec<Vec<(Site, u8)>>,
    six_directions_with_ghosts: Vec<Vec<(Site, u8)>>,
    ghost_ring: Vec<Ghost>,
    /// The cells of the edge, clockwise from the upper left.
    ring: Vec<Site>,
    corner_cells: Vec<Site>,
    tiling: Tiling,
}

#[derive(Deserialize)]
struct Ghost {
    axial: [i32; 2],
    shows: Site,
}

#[derive(Deserialize)]
struct Tiling {
    #[serde(rename = "V")]
    corners: u32,
    #[serde(rename = "E")]
    edges: u32,
    #[serde(rename = "F")]
    cells: u32,
    chi: i64,
}

/// Calls `check` with every board of the data and its counterpart here.
fn each(check: impl Fn(&Reference, &Topology)) {
    let path = data().join("conformance/projhex.json");
    let text = std::fs::read_to_string(&path).expect("reference data");
    let data: Data = serde_json::from_str(&text).expect("boards of the reference data");
    assert_eq!(data.boards.len(), 6);
    for reference in &data.boards {
        let table = serde_json::json!({"topology": "projective-hex", "n": reference.n});
        let board: Board = serde_json::from_value(table).expect("a table of a board");
        check(reference, &board.topology(Adjacency::Orthogonal).expect("a good board"));
    }
}

#[test]
fn cells_and_adjacencies_match_the_tables() {
    each(|reference, board| {
        assert_eq!(board.labels(), reference.names);
        assert_eq!(board.rows(), reference.rows);
        for site in 0..board.sites() {
            let adjacent = board.adjacent(site).iter();
            let adjacent: Vec<_> = adjacent.map(|link| (link.step.site, link.step.class)).collect();
            assert_eq!(turned(&adjacent), turned(&reference.neighbours[site as usize]));
            let ahead = (0..board.headings()).filter_map(|heading| board.step(site, heading));
            let ahead: Vec<_> = ahead.map(|step| (step.site, step.class)).collect();
            assert_eq!(ahead, reference.six_directions_with_ghosts[site as usize]);
        }
    });
}

/// Returns the neighbours, starting with the least: if two headings lead to one cell, the data
/// start elsewhere.
fn turned(neighbours: &[(Site, u8)]) -> Vec<(Site, u8)> {
    let mut turned = neighbours.to_vec();
    let least = (0..turned.len()).min_by_key(|at| turned[*at]).expect("a cell has neighbours");
    turned.rotate_left(least);
    turned
}

#[test]
fn positions_of_cells_and_ghosts_match_the_tables() {
    each(|reference, board| {
        // Axial coordinates: the second leads to the lower right.
        let middle = |[q, r]: [i32; 2]| {
            (f64::from(q) + f64::from(r) / 2.0, f64::from(r) * 3f64.sqrt() / 2.0)
        };
        let mut wanted: Vec<_> = reference
            .axial
            .iter()
            .enumerate()
            .map(|(site, cell)| (middle(*cell), site as Site, false))
            .chain(
                reference.ghost_ring.iter().map(|ghost| (middle(ghost.axial), ghost.shows, true)),
            )
            .collect();
        for place in &board.drawing(0).places {
            let near =
                |at: (f64, f64)| (at.0 - place.at.0).abs() + (at.1 - place.at.1).abs() < 1e-9;
            let found = wanted.iter().position(|(at, site, copy)| {
                near(*at) && (*site, *copy) == (place.site, place.copy)
            });
            let found = found.unwrap_or_else(|| panic!("n = {}: {place:?}", reference.n));
            wanted.remove(found);
            let label = &reference.names[place.site as usize];
            let shown = if place.copy { label.to_lowercase() } else { label.clone() };
            assert_eq!(place.label, shown);
        }
        assert!(wanted.is_empty(), "n = {}: not drawn: {wanted:?}", reference.n);
    });
}

#[test]
fn regions_and_surface_match_the_tables() {
    each(|reference, board| {
        let regions = board.regions();
        assert_eq!(regions["corners"], reference.corner_cells);
        let mut edges = reference.ring.clone();
        edges.sort_unstable();
        assert_eq!(regions["edges"], edges);
        let surface = board.surface().expect("cells that meet edge to edge");
        let tiling = &reference.tiling;
        assert_eq!(
            (surface.corners, surface.edges, surface.cells, surface.euler()),
            (tiling.corners, tiling.edges, tiling.cells, tiling.chi),
        );
        assert!(surface.closed && surface.threes && !surface.orientable);
    });
}
