//! Invariants of boards of squares and hexagons, plain and with joined edges, of any shape and
//! size.

use boardloom_sdk::topology::{Adjacency, Board, Surface, Topology};
use boardloom_sdk::{Diagnostic, Point, Site};
use serde_json::{Value, json};

fn try_board(table: &Value) -> Result<Topology, Vec<Diagnostic>> {
    let board: Board = serde_json::from_value(table.clone()).expect("a table of a board");
    board.topology(Adjacency::Orthogonal)
}

fn board(table: &Value) -> Topology {
    try_board(table).unwrap_or_else(|errors| panic!("{table}: {errors:?}"))
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
        // All colourings of the two smallest, with 3 and 12 cells; some of the others.
        let every = board.sites() <= 12;
        for number in 0..if every { 1 << board.sites() } else { 1500 } {
            let mut colors = vec![false; board.sites() as usize];
            for (site, color) in colors.iter_mut().enumerate() {
                // Knuth's MMIX generator; the high bits are the good ones.
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                *color = if every { number >> site & 1 == 1 } else { random >> 63 == 1 };
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

fn labels(board: &Topology, region: &str) -> Vec<String> {
    let sites = board.select(region).unwrap_or_else(|| panic!("no region `{region}`"));
    sites.iter().map(|site| board.label(*site).to_owned()).collect()
}

#[test]
fn hexagons_are_called_by_row_and_diagonal_with_corners_clockwise() {
    let board = board(&hex(json!({"hexagon": 5}), "none"));
    assert_eq!(board.sites(), 61);
    let ends: Vec<_> = board
        .rows()
        .iter()
        .map(|row| (row.len(), board.label(row[0]), board.label(row[row.len() - 1])))
        .collect();
    assert_eq!((ends[0], ends[4], ends[8]), ((5, "a1", "a5"), (9, "e1", "e9"), (5, "i5", "i9")));
    let corners: Vec<_> = (1..=6).map(|at| labels(&board, &format!("corner-{at}"))).collect();
    assert_eq!(corners.concat(), ["a1", "a5", "e9", "i9", "i5", "e1"]);
    assert_eq!(labels(&board, "odd-corners"), ["a1", "e9", "i5"]);
    assert_eq!(labels(&board, "center"), ["e5"]);
    assert_eq!(labels(&board, "side-2"), labels(&board, "upper-right"));
    assert_eq!(labels(&board, "upper-right"), ["a5", "b6", "c7", "d8", "e9"]);
    assert_eq!(board.regions()["edges"].len(), 24);
    // Diagonals run from the upper right to the lower left.
    let ray: Vec<_> = board.ray(board.site("a3").expect("a site"), 3).collect();
    let ray: Vec<_> = ray.iter().map(|step| board.label(step.site)).collect();
    assert_eq!(ray, ["b3", "c3", "d3", "e3", "f3", "g3"]);
}

#[test]
fn other_shapes_have_their_own_cells_labels_and_sides() {
    let rhombus = board(&hex(json!({"rhombus": [11, 10]}), "none"));
    assert_eq!(rhombus.sites(), 110);
    assert_eq!((rhombus.label(0), rhombus.label(109)), ("a1", "k10"));
    // The corners that end the long diagonal have two neighbours.
    let a1 = rhombus.adjacent(0).iter().map(|link| rhombus.label(link.step.site));
    assert_eq!(a1.collect::<Vec<_>>(), ["b1", "a2"]);
    assert_eq!(labels(&rhombus, "top-right"), ["k1"]);
    assert_eq!(labels(&rhombus, "left").len(), 10);

    let triangle = board(&hex(json!({"triangle": 4}), "none"));
    assert_eq!(triangle.sites(), 10);
    assert_eq!(labels(&triangle, "side-1"), ["a1", "b2", "c3", "d4"]);
    assert_eq!(labels(&triangle, "side-1"), labels(&triangle, "right"));
    assert_eq!(labels(&triangle, "corners"), ["a1", "d1", "d4"]);

    let rectangle = board(&hex(json!({"rectangle": [4, 3]}), "none"));
    assert_eq!(labels(&rectangle, "left"), ["a1", "a2", "a3"]);
    let b2 = rectangle.adjacent(rectangle.site("b2").expect("a site"));
    let b2: Vec<_> = b2.iter().map(|link| rectangle.label(link.step.site)).collect();
    assert_eq!(b2, ["c1", "c2", "c3", "b3", "a2", "b1"], "odd rows lie to the right");

    let uneven = board(&hex(json!({"hexagon": [3, 5]}), "none"));
    let rows: Vec<_> = uneven.rows().iter().map(Vec::len).collect();
    assert_eq!(rows, [3, 4, 5, 6, 7, 6, 5]);

    let drawn = board(&hex(json!({"rows": ["  . . .", " .   .", ". . . ."]}), "none"));
    let rows: Vec<_> = drawn.rows().iter().map(Vec::len).collect();
    assert_eq!(rows, [3, 2, 4]);
    let first = drawn.adjacent(3).iter().map(|link| link.step.site).collect::<Vec<_>>();
    assert_eq!(first, [0, 6, 5], "above to the right, below to the right and left");
}

#[test]
fn schemes_name_sites_on_squares_and_hexagons() {
    let first = |table: Value, scheme: &str| {
        let mut table = table;
        table["labels"] = json!(scheme);
        let board = board(&table);
        (board.label(0).to_owned(), board.label(board.sites() - 1).to_owned())
    };
    let both = |table: &Value, scheme: &str| first(table.clone(), scheme);
    let grid = json!({"topology": "grid", "width": 5, "height": 4});
    let rhombus = hex(json!({"rhombus": [5, 4]}), "none");
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    assert_eq!(both(&grid, "a1"), pair("a4", "e1"));
    assert_eq!(both(&rhombus, "a1"), pair("a1", "e4"));
    for table in [&grid, &rhombus] {
        assert_eq!(both(table, "rows"), pair("A1", "D5"));
        assert_eq!(both(table, "letters"), pair("A", "T"));
        assert_eq!(both(table, "numbers"), pair("1", "20"));
    }
    assert_eq!(both(&rhombus, "diagonals"), pair("a1", "d8"));
}

#[test]
fn errors_suggest_fixes() {
    let cases = [
        (hex(json!({"hexagon": [3, 4, 5, 6, 7, 8]}), "none"), "are 1 and 8", "[3, 4, 5, 6, 1, 8]"),
        (hex(json!({"hexagon": [2, 2, 9, 9, 2, 2]}), "none"), "cannot meet", "[2, 2, 9]"),
        (hex(json!({"hexagon": [1, 2, 3, 4]}), "none"), "one, two, three or six", ""),
        (hex(json!({"hexagon": 0}), "none"), "from 1 to 1000", ""),
        (hex(json!({"hexagon": 1000}), "none"), "at most 1000000", ""),
        (hex(json!({"triangle": [3, 4]}), "none"), "one number", ""),
        (hex(json!({"hexagon": 5}), "projective"), "differ by one cell", "[5, 6]"),
        (hex(json!({"hexagon": [3, 5]}), "torus"), "equal or differ", "[3, 5, 3]"),
        (
            hex(json!({"hexagon": 5}), "klein"),
            "can't be joined as `klein`",
            "`torus`; `hexagon = [5, 6]`",
        ),
        (hex(json!({"hexagon": 1}), "torus"), "next to itself", "larger"),
        (hex(json!({"rhombus": 5}), "projective"), "no projective plane", "[4, 5]"),
        (hex(json!({"triangle": 5}), "torus"), "cannot be joined", "rhombi"),
        (hex(json!({"rectangle": [9, 7]}), "torus"), "even, found 7", "[9, 8]"),
        (hex(json!({"rectangle": [9, 8]}), "klein"), "odd, found 8", "[9, 9]"),
        (projective_hex(31), "from 1 to 30", ""),
        (json!({"topology": "grid", "width": 6, "height": 6, "labels": "letters"}), "36 sites", ""),
        (
            json!({"topology": "grid", "width": 6, "height": 6, "labels": "diagonals"}),
            "hexagons",
            "a1",
        ),
        (json!({"topology": "grid", "width": 2, "height": 6, "glue": "torus"}), "at least 3", ""),
    ];
    for (table, what, hint) in cases {
        let errors = try_board(&table).expect_err("an error");
        assert_eq!(errors.len(), 1, "{table}: {errors:?}");
        assert!(errors[0].what.text.contains(what), "{table}: {errors:?}");
        let found = errors[0].hint.as_ref().map_or("", |hint| &hint.text);
        assert!(found.contains(hint), "{table}: {found}");
    }
}

#[test]
fn errors_in_a_drawing_have_locations() {
    let table = hex(json!({"rows": [". é .", " . .", "  .. "]}), "none");
    let errors = try_board(&table).expect_err("two errors");
    let places: Vec<_> = errors.iter().map(|error| (error.path.last(), error.inside)).collect();
    let row = |at: u32| Some(boardloom_sdk::PathKey::Index(at));
    assert_eq!(places, [(row(0).as_ref(), Some((2, 4))), (row(2).as_ref(), Some((3, 4)))]);
    let errors = try_board(&hex(json!({"rows": ["  "]}), "none")).expect_err("an error");
    assert!(errors[0].what.text.contains("no cell"), "{errors:?}");
}

#[test]
fn drawings_can_have_gaps_of_any_width() {
    let gap = " ".repeat(1997);
    for rows in
        [json!([".         ."]), json!([".", " ", "          ."]), json!([format!(".{gap}.")])]
    {
        for labels in ["diagonals", "a1", "rows"] {
            let mut table = hex(json!({"rows": rows}), "none");
            table["labels"] = json!(labels);
            assert_eq!(board(&table).sites(), 2, "{table}");
        }
    }
    // All distances from the middle have room.
    let row = board(&hex(json!({"rows": [". ".repeat(1000)]}), "none"));
    assert_eq!(row.regions()["center"], [499, 500]);
}

#[test]
fn drawings_are_as_large_as_other_shapes_at_most() {
    let far: Vec<&str> = vec![""; 1000].into_iter().chain(["."]).collect();
    for rows in [json!(far), json!([". ".repeat(1001)])] {
        let errors = try_board(&hex(json!({"rows": rows}), "none")).expect_err("too large");
        let what = "a drawing has at most 1000 rows of 1000 cells";
        assert_eq!((errors.len(), &*errors[0].what.text), (1, what));
    }
}

/// Tells whether two points are one on the flat drawing.
fn same(one: (f64, f64, f64), other: (f64, f64, f64)) -> bool {
    (one.0 - other.0).abs() + (one.1 - other.1).abs() < 1e-9
}

#[test]
fn ghosts_are_what_lies_beyond_each_edge() {
    for table in all() {
        let board = board(&table);
        let drawing = board.drawing(0);
        let glued = table["glue"].as_str().unwrap_or("projective") != "none";
        assert_eq!(drawing.places.iter().any(|place| place.copy), glued, "{table}");
        let size = board.sites() as usize;
        let (cells, ghosts) = drawing.places.split_at(size);
        assert!(cells.iter().all(|place| !place.copy), "{table}");
        // A step out of the drawing leads to the ghost of its site.
        let squares = table["topology"] == "grid";
        for (site, cell) in cells.iter().enumerate() {
            for heading in 0..board.headings() {
                let Some(step) = board.step(site as Site, heading) else { continue };
                if step.class == 0 && !squares {
                    continue;
                }
                let at = beyond(cell.at, heading, board.headings());
                let seen = drawing.places.iter().find(|place| same(place.at, at));
                assert_eq!(seen.map(|place| place.site), Some(step.site), "{table}: {cell:?}");
            }
        }
        let twice = |at: usize| ghosts[..at].iter().any(|ghost| same(ghost.at, ghosts[at].at));
        assert!(!(0..ghosts.len()).any(twice), "{table}: a ghost on a ghost");
    }
}

/// Returns the middle of the cell one on along a heading.
fn beyond(at: (f64, f64, f64), heading: u8, headings: u8) -> (f64, f64, f64) {
    let row = 3f64.sqrt() / 2.0;
    let hexagon = [(0.5, -row), (1.0, 0.0), (0.5, row), (-0.5, row), (-1.0, 0.0), (-0.5, -row)];
    let king = [
        (0.0, -1.0),
        (1.0, -1.0),
        (1.0, 0.0),
        (1.0, 1.0),
        (0.0, 1.0),
        (-1.0, 1.0),
        (-1.0, 0.0),
        (-1.0, -1.0),
    ];
    let (x, y) = match headings {
        6 => hexagon[usize::from(heading)],
        4 => king[usize::from(heading) * 2],
        _ => king[usize::from(heading)],
    };
    (at.0 + x, at.1 + y, 0.0)
}

#[test]
fn rings_of_ghosts_are_as_many_as_asked_for() {
    let count = |ghosts: u32| {
        let mut table = json!({"topology": "grid", "width": 5, "height": 4, "glue": "torus"});
        table["ghosts"] = json!(ghosts);
        board(&table).drawing(0).places.len()
    };
    assert_eq!([0, 1, 2, 3].map(count), [20, 42, 72, 110]);
    let board = board(&json!({"topology": "grid", "width": 5, "height": 4, "glue": "cylinder"}));
    assert_eq!(board.drawing(0).places.len(), 28, "nothing lies beyond top and bottom");
}

#[test]
fn seams_run_along_joined_edges_in_pairs_that_meet() {
    for table in all() {
        let board = board(&table);
        let lines = &board.drawing(0).lines;
        let mut crossing = 0;
        for site in 0..board.sites() {
            let links = (0..board.headings()).filter_map(|heading| board.step(site, heading));
            crossing += links.filter(|step| step.class != 0).count();
        }
        assert_eq!(lines.is_empty(), crossing == 0, "{table}");
        for pair in lines.chunks(2) {
            let [one, other] = pair else { panic!("{table}: a side alone") };
            assert_eq!((one.group, one.role), (other.group, other.role), "{table}");
            assert_eq!(one.points.len(), other.points.len(), "{table}");
            assert!(!one.points.iter().rev().eq(&other.points), "{table}: one over the other");
            // A seam is carried onto the other side as it is: no length changes.
            for at in 1..one.points.len() {
                let length = |points: &[(f64, f64, f64)]| {
                    let (a, b) = (points[at - 1], points[at]);
                    let (x, y) = (a.0 - b.0, a.1 - b.1);
                    (x * x + y * y).sqrt()
                };
                assert!((length(&one.points) - length(&other.points)).abs() < 1e-9, "{table}");
            }
        }
        // On hexagons every edge of a cell that is joined lies on one seam, once.
        if table["topology"] != "grid" {
            let drawn: usize = lines.iter().map(|line| line.points.len() - 1).sum();
            // An edge that is joined to itself is a seam with both sides in one place:
            // two corners of a rectangle have one.
            let rectangle = table["shape"]["rectangle"].is_array();
            let folded = if rectangle && table["glue"] == "projective" { 4 } else { 0 };
            assert_eq!(drawn, joined(&board) + folded, "{table}");
        }
    }
}

#[test]
fn seams_are_numbered_by_the_classes_that_cross_them() {
    // On a projective plane all joined edges are one class.
    let has_classes =
        |table: &Value| table["glue"] != "projective" && table["topology"] != "projective-hex";
    let middle = |a: Point, b: Point| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0, 0.0);
    let mut seen = 0;
    for table in all().into_iter().filter(has_classes) {
        let board = board(&table);
        let drawing = board.drawing(0);
        let mut edges: Vec<(u16, Point)> = Vec::new();
        for line in &drawing.lines {
            edges.extend(line.points.windows(2).map(|two| (line.group, middle(two[0], two[1]))));
        }
        for site in 0..board.sites() {
            for heading in 0..board.headings() {
                let Some(step) = board.step(site, heading).filter(|step| step.class != 0) else {
                    continue;
                };
                let at = drawing.places[site as usize].at;
                let crossed = middle(at, beyond(at, heading, board.headings()));
                for (group, _) in edges.iter().filter(|edge| same(edge.1, crossed)) {
                    assert_eq!(*group, u16::from(step.class), "{table}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100, "{seen} edges");
}

/// Returns how many edges of hexagons lie at the border of the drawing and are
/// joined.
fn joined(board: &Topology) -> usize {
    let size = board.sites() as usize;
    let cells = &board.drawing(0).places[..size];
    let mut joined = 0;
    for site in 0..board.sites() {
        for heading in 0..board.headings() {
            let at = beyond(cells[site as usize].at, heading, board.headings());
            let inside = cells.iter().any(|cell| same(cell.at, at));
            joined += usize::from(!inside && board.step(site, heading).is_some());
        }
    }
    joined
}

#[test]
fn diagonals_of_squares_and_hexagons_lie_over_corners() {
    let grid = board(&json!({"topology": "grid", "width": 5, "height": 5}));
    let of = |board: &Topology, label: &str| {
        let site = board.site(label).expect("a site");
        let links = board.diagonal(site).iter();
        links.map(|link| board.label(link.step.site).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of(&grid, "c3"), ["d4", "d2", "b2", "b4"]);
    assert_eq!(of(&grid, "a1"), ["b2"]);
    let king = board(&json!({"topology": "grid", "width": 5, "height": 5, "adjacency": "king"}));
    assert!(of(&king, "c3").is_empty(), "corners are adjacent");
    let hexagon = board(&hex(json!({"hexagon": 5}), "none"));
    assert_eq!(of(&hexagon, "e5"), ["d6", "f7", "g6", "f4", "d3", "c4"]);
}
