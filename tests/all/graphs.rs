//! Boards listed as graphs: surfaces that no gluing describes, against reference data made
//! without this project.

use boardloom_sdk::topology::{Adjacency, Board, Topology};
use serde_json::{Value, json};

use crate::program::TestDir;
use crate::support::data;

/// Reads the reference data.
fn surfaces() -> Value {
    let path = data().join("conformance/projhex.json");
    let text = std::fs::read_to_string(path).expect("reference data");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the board with these names and edges (both ends and the class).
fn graph(names: &Value, edges: Vec<Value>) -> Topology {
    let table = json!({ "topology": "graph", "sites": names, "edges": edges });
    let board: Board = serde_json::from_value(table).expect("a board");
    let made = board.topology(Adjacency::Orthogonal);
    made.unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Returns the neighbours of a site with classes, sorted.
fn adjacent(board: &Topology, site: u32) -> Vec<(u64, u64)> {
    let links = board.adjacent(site).iter();
    let mut found: Vec<(u64, u64)> =
        links.map(|link| (link.step.site.into(), link.step.class.into())).collect();
    found.sort_unstable();
    found
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn polyhedra_halved_have_the_neighbours_of_the_data() {
    let data = surfaces();
    let mut seen = 0;
    // The projective hexagons as well: on the first of them cells touch twice.
    for surface in ["boards", "other_surfaces"].iter().flat_map(|key| data[key].as_array().unwrap())
    {
        let (names, neighbours) = (&surface["names"], surface["neighbours"].as_array().unwrap());
        let mut edges = Vec::new();
        for (site, list) in neighbours.iter().enumerate() {
            for link in list.as_array().unwrap() {
                let link = numbers(link);
                if site < link[0] as usize {
                    edges.push(json!([names[site], names[link[0] as usize], link[1]]));
                }
            }
        }
        let board = graph(names, edges);
        for (site, list) in (0..).zip(neighbours) {
            let mut expected: Vec<(u64, u64)> = Vec::new();
            for link in list.as_array().unwrap() {
                let link = numbers(link);
                expected.push((link[0], link[1]));
            }
            expected.sort_unstable();
            assert_eq!(adjacent(&board, site), expected, "{} {site}", surface["name"]);
        }
        seen += 1;
    }
    assert_eq!(seen, 9);
}

#[test]
fn projective_hexagons_have_the_symmetries_of_the_data() {
    let data = surfaces();
    let mut seen = 0;
    for surface in data["boards"].as_array().unwrap() {
        let Some(expected) = surface["automorphisms"].as_u64() else { continue };
        let table = json!({ "topology": "projective-hex", "n": surface["n"] });
        let board: Board = serde_json::from_value(table).expect("a board");
        let board = board.topology(Adjacency::Orthogonal).expect("a good board");
        let found = board.symmetries(1000).expect("few enough");
        assert_eq!(found.len() as u64, expected, "{}", surface["name"]);
        // Sites that a symmetry swaps are in one orbit: count the least of each.
        let least = |site: u32| found.iter().all(|image| image[site as usize] >= site);
        let orbits = (0..board.sites()).filter(|site| least(*site)).count() as u64;
        let expected = surface["orbits"].as_array().map(|orbits| orbits.len() as u64);
        assert_eq!(Some(orbits), expected, "{}", surface["name"]);
        seen += 1;
    }
    assert_eq!(seen, 4);
}

#[test]
fn a_surface_of_higher_genus_has_the_classes_of_the_data() {
    let data = surfaces();
    for surface in data["higher_genus"].as_array().unwrap() {
        let cells = surface["cells"].as_u64().unwrap();
        let names: Vec<String> = (0..cells).map(|cell| format!("c{cell}")).collect();
        let mut expected = vec![Vec::new(); cells as usize];
        let mut edges = Vec::new();
        for edge in surface["edges"].as_array().unwrap() {
            let [one, other, class] = numbers(edge)[..] else { panic!("{edge}") };
            edges.push(json!([names[one as usize], names[other as usize], class]));
            expected[one as usize].push((other, class));
            expected[other as usize].push((one, class));
        }
        let board = graph(&json!(names), edges);
        for (site, mut expected) in (0..).zip(expected) {
            expected.sort_unstable();
            assert_eq!(adjacent(&board, site), expected, "{site}");
        }
        assert!(board.adjacent(0).iter().any(|link| link.step.class > 0));
        let classes: Vec<u8> = (0..board.sites())
            .flat_map(|site| board.adjacent(site))
            .map(|link| link.step.class)
            .collect();
        assert!(classes.contains(&1) && classes.contains(&2), "two ways round");
    }
}

/// A side of a single site goes all around it: the ring is wider than the site's own circle.
#[test]
fn a_site_that_is_a_side_by_itself_has_a_ring_around_it() {
    let dir = TestDir::new();
    let ruleset = "format = 1\nplugin = \"connection\"\nname = \"Road\"\n\
        [[players]]\nname = \"Red\"\ncolor = \"#d55e00\"\n\
        [[players]]\nname = \"Blue\"\ncolor = \"#0072b2\"\n\
        [board]\ntopology = \"graph\"\n\
        edges = [[\"W\", \"C\"], [\"C\", \"E\"], [\"N\", \"C\"], [\"C\", \"S\"]]\n\
        [board.sites]\nC = [0, 0]\nW = [-2, 0]\nE = [2, 0]\nN = [0, -2]\nS = [0, 2]\n\
        [rules]\nfull = \"draw\"\n\
        goals = [{ for = 1, join = [\"W\", \"E\"] }, { for = 2, join = [\"N\", \"S\"] }]\n";
    dir.write("road.toml", ruleset);
    dir.run(&["render", "road.toml", "-o", "road.svg"]).success();
    let svg = std::fs::read_to_string(dir.path().join("road.svg")).unwrap();
    let polygons: Vec<(f64, &str)> = svg.split("<polygon points=\"").skip(1).map(width).collect();
    let widest = |fill: &str| {
        let own = polygons.iter().filter(|(_, rest)| rest.contains(fill)).map(|it| it.0);
        own.fold(0.0, f64::max)
    };
    let rings: Vec<f64> = ["#d55e00", "#0072b2"].map(widest).to_vec();
    let count = |fill: &str| polygons.iter().filter(|(_, rest)| rest.contains(fill)).count();
    assert_eq!((count("#d55e00"), count("#0072b2")), (2, 2), "a ring for each site");
    // The sites are the other polygons but the frame, which is the widest.
    let others = polygons.iter().filter(|(_, rest)| !rest.contains("#d55e00"));
    let others = others.filter(|(_, rest)| !rest.contains("#0072b2")).map(|it| it.0);
    let site = others.fold(f64::MAX, f64::min);
    assert!(rings.iter().all(|ring| *ring > 1.1 * site && *ring < 2.0 * site), "{rings:?} {site}");
}

/// Returns the width of a polygon by its points, and what follows them.
fn width(polygon: &str) -> (f64, &str) {
    let (points, rest) = polygon.split_once('"').expect("points in quotes");
    let across = points.split(' ').filter_map(|point| point.split(',').next()?.parse().ok());
    let (least, most) = across.fold((f64::MAX, f64::MIN), |(a, b), x: f64| (a.min(x), b.max(x)));
    (most - least, rest.split('>').next().unwrap_or_default())
}
