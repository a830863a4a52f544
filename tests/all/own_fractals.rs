//! Own fractals of many scales, shapes and bases: every vertex is drawn with room for a piece.

use std::collections::BTreeSet;

use boardloom_board_view::board::BoardGeometry;
use serde_json::{Value, json};

use crate::program::TestDir;
use crate::support::{open, plugins};

/// A whole point: numerators over a power of the scale.
type Point = [i64; 2];

/// A map of a cell onto a child without a turn, or with half of one: its sign, and its shift.
type ChildMap = (i64, Point);

/// The most children of a fractal.
const MOST: usize = 32;

struct OwnFractal {
    scale: i64,
    corners: Vec<Point>,
    children: Vec<ChildMap>,
}

impl OwnFractal {
    /// A square divided into squares, `scale` along each side.
    fn squares(scale: i64) -> Self {
        let shifts = (0..scale).flat_map(|y| (0..scale).map(move |x| [x, y]));
        OwnFractal {
            scale,
            corners: vec![[0, 0], [1, 0], [1, 1], [0, 1]],
            children: shifts.map(|t| (1, t)).take(MOST).collect(),
        }
    }

    /// A triangle divided into triangles, of which some stand on their heads.
    fn triangles(scale: i64) -> Self {
        let within = |side: i64| (0..side).flat_map(move |y| (0..side - y).map(move |x| [x, y]));
        let turned = within(scale - 1).map(|[x, y]| (-1, [x + 1, y + 1]));
        OwnFractal {
            scale,
            corners: vec![[0, 0], [1, 0], [0, 1]],
            children: within(scale).map(|t| (1, t)).chain(turned).take(MOST).collect(),
        }
    }

    fn board(&self, basis: [[f64; 2]; 2], depth: u32) -> Value {
        let child = |(sign, t): &ChildMap| json!({"t": t, "m": [[*sign, 0], [0, *sign]]});
        let children: Vec<Value> = self.children.iter().map(child).collect();
        json!({
            "topology": "subdivision", "scale": self.scale, "basis": basis,
            "corners": self.corners, "children": children, "depth": depth,
        })
    }

    /// The corners of all cells, each once, in the smallest unit.
    fn vertices(&self, depth: u32) -> BTreeSet<Point> {
        let mut cells: Vec<ChildMap> = vec![(1, [0, 0])];
        let mut vertices = BTreeSet::new();
        for level in 0..=depth {
            let unit = self.scale.pow(depth - level);
            let at = |(sign, t): &ChildMap, corner: &Point| {
                [0, 1].map(|axis| (t[axis] + sign * corner[axis]) * unit)
            };
            vertices.extend(
                cells.iter().flat_map(|cell| self.corners.iter().map(move |it| at(cell, it))),
            );
            let inner = |(sign, t): &ChildMap, (own, shift): &ChildMap| {
                (sign * own, [0, 1].map(|axis| t[axis] * self.scale + sign * shift[axis]))
            };
            cells = cells
                .iter()
                .flat_map(|cell| self.children.iter().map(move |child| inner(cell, child)))
                .collect();
        }
        vertices
    }
}

/// A vertex in the middle of a cell has no place at a distance of rounding.
#[test]
fn every_vertex_has_room_for_a_piece() {
    let bases = [
        [[1.0, 0.0], [0.0, 1.0]],
        [[1.0, 0.0], [0.5, 0.866]],
        [[0.5, 0.866], [1.0, 0.0]],
        [[1.0, 0.0], [0.3, 0.7]],
        [[0.3, 0.7], [1.1, -0.2]],
    ];
    for scale in 2..=7 {
        for fractal in [OwnFractal::squares(scale), OwnFractal::triangles(scale)] {
            for basis in bases {
                for depth in 1..=2 {
                    let ruleset = json!({
                        "board": fractal.board(basis, depth),
                        "rules": {"subdivide": {"max_depth": depth + 1}},
                    });
                    let rules = &plugins()["fractal"].native;
                    let mut cursor = open(&**rules, &ruleset.to_string(), None);
                    let mut board = BoardGeometry::new(0);
                    board.update(&mut *cursor).expect("no plugin error");
                    let vertices = board.places().iter().filter(|spot| spot.outline.is_empty());
                    let smallest = 1.0 / f64::from(scale as i32).powi(depth as i32);
                    let drawn = vertices.filter(|spot| spot.radius > smallest / 50.0).count();
                    let name = format!("{ruleset}: {} corners", fractal.corners.len());
                    assert_eq!(drawn, fractal.vertices(depth).len(), "{name}");
                }
            }
        }
    }
}

/// The triangle of nine has a vertex in its middle.
#[test]
fn the_vertex_in_the_middle_of_a_triangle_is_drawn() {
    let dir = TestDir::new();
    let board = OwnFractal::triangles(3).board([[1.0, 0.0], [0.5, 0.866]], 1);
    let lines = board.as_object().expect("a table").iter();
    let lines: String = lines.map(|(key, value)| format!("{key} = {}\n", toml(value))).collect();
    let head = "format = 1\nplugin = \"fractal\"\nname = \"Triangle of nine\"\n";
    let rules = "[rules.subdivide]\nmax_depth = 2\n";
    dir.write("nine.toml", &format!("{head}[board]\n{lines}{rules}"));
    dir.run(&["render", "nine.toml", "-o", "nine.svg"]).success();
    let svg = std::fs::read_to_string(dir.path().join("nine.svg")).expect("a picture");
    assert_eq!(svg.matches("<circle").count(), 10, "{svg}");
}

/// Writes a value as TOML on one line.
fn toml(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", "))
        }
        Value::Object(table) => {
            let entries = table.iter().map(|(key, value)| format!("{key} = {}", toml(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
