//! Boards of squares and hexagons, plain and with joined edges: what has to hold
//! on every one of them, whatever its shape and size.

use boardloom_sdk::topology::{Adjacency, Board, Surface, Topology};
use boardloom_sdk::{Diagnostic, Site};
use serde_json::{Value, json};

fn try_board(table: &Value) -> Result<Topology, Vec<Diagnostic>> {
    let board: Board = serde_json::from_value(table.clone()).expect("a table of a board");
    board.topology(Adjacency::Orthogonal)
}

fn board(table: &Value) -> Topology {
    try_board(table).unwrap_or_else(|faults| panic!("{table}: {faults:?}"))
}

const GLUES: [&str; 6] = ["none", "cylinder", "torus", "mobius", "klein", "projective"];

/// Returns boards of squares of many sizes, joined in every way.
fn squares() -> Vec<Value> {
    let mut tables = Vec::new();
    for (width, height) in [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (7, 7), (8, 5), (4, 9)] {
        for adjacency in ["orthogonal", "king"] {
            for glue in GLUES {
                tables.push(json!({"topology": "grid", "width": width, "height": height,
                    "adjacency": adjacency, "glue": glue}));
            }
        }
    }
    tables
}

fn hex(shape: Value, glue: &str) -> Value {
    json!({"topology": "hex", "shape": shape, "glue": glue})
}

/// Returns boards of hexagons of many shapes and sizes, joined in every way that
/// fits.
fn hexagons() -> Vec<Value> {
    let mut tables = Vec::new();
    for sides in [json!(1), json!(2), json!(5), json!([3, 5]), json!([2, 3, 4]), json!([5, 1, 3])] {
        tables.push(hex(json!({"hexagon": sides}), "none"));
    }
    for sides in [json!(2), json!(3), json!(5), json!([2, 3, 4]), json!([4, 3, 2])] {
        tables.push(hex(json!({"hexagon": sides}), "torus"));
    }
    for sides in [[2, 3, 2, 3, 2, 3], [3, 2, 3, 2, 3, 2], [4, 4, 2, 3, 5, 1], [2, 5, 3, 3, 4, 4]] {
        tables.push(hex(json!({"hexagon": sides}), "torus"));
        tables.push(hex(json!({"hexagon": sides}), "projective"));
    }
    for glue in GLUES {
        for size in [[2, 2], [2, 3], [3, 2], [3, 3], [4, 7], [7, 4], [5, 5], [6, 6]] {
            if glue != "projective" {
                tables.push(hex(json!({"rhombus": size}), glue));
            }
            let fits = match glue {
                "torus" => size[1] % 2 == 0,
                "mobius" | "klein" | "projective" => size[1] % 2 == 1,
                _ => true,
            };
            if fits {
                tables.push(hex(json!({"rectangle": size}), glue));
            }
        }
    }
    tables.push(hex(json!({"triangle": 6}), "none"));
    tables.push(hex(json!({"rows": [". . .", " . . .", ".   ."]}), "none"));
    tables
}

fn projective_hex(n: u32) -> Value {
    json!({"topology": "projective-hex", "n": n})
}

fn all() -> Vec<Value> {
    let projective: Vec<_> = (1..=7).map(projective_hex).collect();
    [squares(), hexagons(), projective].concat()
}

#[test]
fn stepping_there_and_back_returns_with_the_heading_turned() {
    for table in all() {
        let board = board(&table);
        let half = board.headings() / 2;
        let reverse = |heading: u8| (heading + half) % board.headings();
        for site in 0..board.sites() {
            for heading in 0..board.headings() {
                let Some(step) = board.step(site, heading) else { continue };
                let back = board.step(step.site, reverse(step.heading));
                let back = back.unwrap_or_else(|| panic!("{table}: one way only"));
                assert_eq!(
                    (back.site, back.class, back.flip, reverse(back.heading)),
                    (site, step.class, step.flip, heading),
                    "{table}: {} along {heading}",
                    board.label(site)
                );
            }
        }
    }
}

/// Returns (from, to, class) of all links, in order.
fn links(board: &Topology, diagonal: bool) -> Vec<(Site, Site, u8)> {
    let mut all = Vec::new();
    for site in 0..board.sites() {
        let links = if diagonal { board.diagonal(site) } else { board.adjacent(site) };
        all.extend(links.iter().map(|link| (site, link.step.site, link.step.class)));
    }
    all
}

#[test]
fn adjacency_is_mutual_with_equal_class_and_once_for_each() {
    for table in all() {
        let board = board(&table);
        for diagonal in [false, true] {
            let mut there = links(&board, diagonal);
            let mut back: Vec<_> =
                there.iter().map(|(from, to, class)| (*to, *from, *class)).collect();
            there.sort_unstable();
            back.sort_unstable();
            assert_eq!(there, back, "{table}");
            assert!(there.iter().all(|(from, to, _)| from != to), "{table}");
            if !diagonal {
                let all = there.len();
                there.dedup();
                assert_eq!(there.len(), all, "{table}");
            }
        }
        let adjacent = links(&board, false);
        for (from, to, _) in links(&board, true) {
            assert!(!adjacent.iter().any(|link| (link.0, link.1) == (from, to)), "{table}");
        }
    }
}

fn surface(table: &Value) -> Surface {
    board(table).surface().expect("cells that meet edge to edge")
}

#[test]
fn every_board_is_the_surface_that_its_gluing_says() {
    for table in all() {
        let found = surface(&table);
        let (closed, orientable, euler) = match table["glue"].as_str().unwrap_or("projective") {
            "none" => (false, true, 1),
            "cylinder" => (false, true, 0),
            "mobius" => (false, false, 0),
            "torus" => (true, true, 0),
            "klein" => (true, false, 0),
            _ => (true, false, 1),
        };
        assert_eq!(
            (found.closed, found.orientable, found.euler()),
            (closed, orientable, euler),
            "{table}: {found:?}"
        );
        assert_eq!(found.threes, table["topology"] != "grid", "{table}: {found:?}");
    }
}

/// The classes of the loops of each component: a basis for the sets of links of
/// one colour, found with parity over links.
struct Loops {
    parent: Vec<Site>,
    class: Vec<u8>,
    found: u8,
}

impl Loops {
    fn root(&self, mut at: Site) -> (Site, u8) {
        let mut class = 0;
        while self.parent[at as usize] != at {
            class ^= self.class[at as usize];
            at = self.parent[at as usize];
        }
        (at, class)
    }

    /// Tells whether a set of sites has a loop of class 1.
    fn of(board: &Topology, inside: impl Fn(Site) -> bool) -> bool {
        let sites = board.sites();
        let mut loops =
            Loops { parent: (0..sites).collect(), class: vec![0; sites as usize], found: 0 };
        for site in (0..sites).filter(|site| inside(*site)) {
            for link in board.adjacent(site).iter().filter(|link| inside(link.step.site)) {
                let (one, there) = loops.root(site);
                let (other, here) = loops.root(link.step.site);
                let class = there ^ here ^ link.step.class;
                if one == other {
                    loops.found |= class;
                } else {
                    loops.parent[one as usize] = other;
                    loops.class[one as usize] = class;
                }
            }
        }
        loops.found != 0
    }
}

#[test]
fn on_a_projective_plane_of_threes_exactly_one_colour_has_a_loop() {
    let mut tables: Vec<Value> = (1..=6).map(projective_hex).collect();
    tables.extend([
        hex(json!({"rectangle": [2, 3]}), "projective"),
        hex(json!({"rectangle": [7, 9]}), "projective"),
        hex(json!({"hexagon": [4, 4, 2, 3, 5, 1]}), "projective"),
    ]);
    let mut random = 1u64;
    for table in tables {
        let board = board(&table);
        assert!(board.surface().is_some_and(|surface| surface.threes), "{table}");
        for _ in 0..1500 {
            let mut colors = vec![false; board.sites() as usize];
            for color in &mut colors {
                // Knuth's MMIX generator; the high bits are the good ones.
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                *color = random >> 63 == 1;
            }
            let first = Loops::of(&board, |site| colors[site as usize]);
            let second = Loops::of(&board, |site| !colors[site as usize]);
            assert!(first != second, "{table}: {colors:?}");
        }
    }
}

#[test]
fn a_projective_hexagon_has_six_pentagons() {
    for n in 2..=30 {
        let board = board(&projective_hex(n));
        assert_eq!(board.sites(), 3 * n * n);
        let with = |count: usize| {
            (0..board.sites()).filter(|site| board.adjacent(*site).len() == count).count() as u32
        };
        assert_eq!((with(5), with(6)), (6, 3 * n * n - 6), "n = {n}");
        let corners = &board.regions()["corners"];
        assert!(corners.iter().all(|site| board.adjacent(*site).len() == 5), "n = {n}");
    }
}
