//! What drawings of an author's boards show, from their SVG and their text.

use boardloom_ruleset::Color;

use crate::program::TestDir;

type Point = (f64, f64);

/// Renders a ruleset of this text.
fn svg(text: &str) -> String {
    let dir = TestDir::new();
    dir.write("board.toml", text);
    dir.run(&["render", "board.toml", "-o", "board.svg"]).success();
    std::fs::read_to_string(dir.path().join("board.svg")).expect("a picture")
}

fn text_board(text: &str) -> String {
    let dir = TestDir::new();
    dir.write("board.toml", text);
    dir.run_with_input(&["play", "board.toml", "--text", "--humans"], b"quit\n").success()
}

/// Returns an attribute of an element.
fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let begin = format!(" {name}=\"");
    let at = element.find(&begin).unwrap_or_else(|| panic!("{name}: {element}")) + begin.len();
    element[at..].split('"').next().expect("an end")
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name).parse().expect("a number")
}

/// Returns the middle of a text and its size, from the group of its letters.
fn place_of_text(group: &str) -> (Point, f64) {
    let moved = attribute(group, "transform").split(['(', ' ', ')']);
    let moved: Vec<f64> = moved.filter_map(|it| it.parse().ok()).collect();
    let [x, base, scale, _] = moved[..] else { panic!("{group}") };
    let size = 1000.0 * scale;
    ((x, base - 0.36 * size), size)
}

fn elements<'a>(svg: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    svg.split('<').filter(move |it| it.split(' ').next() == Some(name))
}

fn corners(polygon: &str) -> Vec<Point> {
    let points = attribute(polygon, "points").split(' ');
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    points.map(|text| point(text).expect("a point")).collect()
}

fn holds(polygon: &[Point], (x, y): Point) -> bool {
    let edges = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let crossed = edges.filter(|((ax, ay), (bx, by))| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

/// Three players whose regions are the ends of arms.
const PROPELLER: &str = r##"
format = 1
plugin = "connection"
name = "Propeller"

[[players]]
name = "Coral"
color = "#ff6f61"
mark = "dot"
[[players]]
name = "Navy"
color = "#1f2d5a"
mark = "dot"
[[players]]
name = "Lime"
color = "#9acd32"
mark = "dot"

[board]
topology = "hex"
shape = { rows = [
    "      . . .        ",
    "       . .         ",
    "      . . .        ",
    "       . .         ",
    "  . . . . . . . .  ",
    " . . . . . . . . . ",
    "  . . . . . . . .  ",
    "   . .       . .   ",
    "  . .         . .  ",
] }
regions = { head = ["row a"], west = ["i3", "i4"], east = ["i9", "i10"] }

[setup]
seats = 3

[rules]
both = "mover"
full = "draw"
goals = [
  { for = 1, join = ["head", "west"] },
  { for = 2, join = ["west", "east"] },
  { for = 3, join = ["east", "head"] },
]
"##;

#[test]
fn bands_around_the_ends_of_arms_hold_their_marks() {
    let picture = svg(PROPELLER);
    let bands: Vec<Vec<Point>> = elements(&picture, "polygon")
        .filter(|it| ["#ff6f61", "#1f2d5a", "#9acd32"].contains(&attribute(it, "fill")))
        .map(corners)
        .collect();
    assert_eq!(bands.len(), 6);
    for band in &bands {
        // As many points outside as along the cells.
        assert!(band.len() >= 10, "{band:?}");
    }
    let marks: Vec<Point> =
        elements(&picture, "circle").map(|it| (number(it, "cx"), number(it, "cy"))).collect();
    assert!(marks.len() >= 6, "{marks:?}");
    for mark in marks {
        let on = bands.iter().filter(|band| holds(band, mark)).count();
        assert_eq!(on, 1, "{mark:?}");
    }
}

/// A letter of an edge beside the letter of a row would be read as a row.
#[test]
fn edges_beside_letters_of_rows_have_other_signs() {
    let shown = text_board(PROPELLER);
    assert!(shown.contains("/ edge of Coral, \\ edge of Navy, = edge of Lime"), "{shown}");
    let row = shown.lines().find(|line| line.trim_start().starts_with("/ a ")).expect(&shown);
    assert!(row.trim_end().ends_with('='), "{row}");
}

#[test]
fn points_between_slanted_cells_are_of_one_size() {
    let board = |basis: &str| {
        format!(
            r#"
format = 1
plugin = "fractal"
name = "Rhombs"

[board]
topology = "subdivision"
scale = 3
basis = {basis}
corners = [[0, 0], [1, 0], [1, 1], [0, 1]]
children = [
    {{ t = [0, 0] }}, {{ t = [1, 0] }}, {{ t = [2, 0] }}, {{ t = [0, 1] }}, {{ t = [2, 1] }},
    {{ t = [0, 2] }}, {{ t = [1, 2] }}, {{ t = [2, 2] }},
]
depth = 1
grid = [3, 2]
grid_step = [[1, 0], [1, 1]]

[rules.end]
difference = 4
"#
        )
    };
    let radii = |basis: &str| -> Vec<f64> {
        let picture = svg(&board(basis));
        let radii: Vec<f64> = elements(&picture, "circle").map(|it| number(it, "r")).collect();
        assert_eq!(radii.len(), 73);
        radii
    };
    let slanted = radii("[[1, 0], [-0.5, 0.866]]");
    let square = radii("[[1, 0], [0, 1]]");
    for radius in slanted {
        assert!((radius - square[0]).abs() < 0.3 * square[0], "{radius} {}", square[0]);
    }
}

#[test]
fn names_over_ornaments_stand_on_plain_ground() {
    let picture = svg(r#"
format = 1
plugin = "connection"
name = "Ports"

[board]
topology = "graph"
shape = "hexagon"
sites = { Skerry = [0, 0], Holm = [2, 0], Bay = [1, 2] }
edges = [["Skerry", "Holm"], ["Holm", "Bay"], ["Bay", "Skerry"]]
roles = { home = ["Skerry"] }

[rules]
both = "mover"
full = "draw"
goals = [{ join = ["Skerry", "Bay"] }]
"#);
    let all: Vec<&str> = picture.split('<').collect();
    let at = all.iter().position(|it| it.ends_with(">Skerry")).expect("a name");
    // A title in the group of the text's letters.
    let plate = corners(all[at - 2]);
    assert!(holds(&plate, place_of_text(all[at - 1]).0), "{plate:?}");
    assert_eq!(plate.len(), 4);
    let plain = all.iter().position(|it| it.ends_with(">Holm")).expect("a name");
    assert!(!all[plain - 2].starts_with("polygon"), "{}", all[plain - 2]);
}

#[test]
fn sites_to_play_on_have_no_sign_of_blocked_ones() {
    let shown = text_board(
        r#"
format = 1
name = "Walls"
extends = "ataxx/classic"

[board]
blocked = ["c3"]
roles = { wall = ["d3"], hole = ["c4"] }
"#,
    );
    let rows = || shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let row = |number: &str| rows().find(|row| row.first() == Some(&number)).expect(&shown);
    assert_eq!((row("3")[3], row("3")[4], row("4")[3]), ("#", ":", "\""), "{shown}");
}

#[test]
fn squares_named_by_rows_have_numbers_beside_the_board() {
    let shown = text_board(
        r#"
format = 1
name = "Rows"
extends = "ataxx/classic"

[board]
labels = "rows"
"#,
    );
    assert!(shown.lines().any(|line| line.trim() == "1 2 3 4 5 6 7"), "{shown}");
    assert!(shown.lines().any(|line| line.trim_start().starts_with("A ")), "{shown}");
}

/// Names beside the corners of cells stand on cells, holes and the frame, or across their edges.
#[test]
fn names_of_corners_are_read_on_what_lies_below_them() {
    for fractal in ["hexaflake", "carpet", "triangle"] {
        let text = format!(
            "format = 1\nplugin = \"connection\"\nname = \"Corners\"\n[board]\n\
             topology = \"subdivision\"\nfractal = \"{fractal}\"\ndepth = 1\nsites = \"vertices\"\n\
             labels = \"numbers\"\n[rules]\ngoals = [{{ for = 1, reach = [\"corners\"], \
             count = 3 }}, {{ for = 2, no_moves = \"any\" }}]\n"
        );
        let svg = svg(&text);
        let color = |element: &str| attribute(element, "fill").parse::<Color>().expect("a colour");
        let mut count = 0;
        for (at, _) in svg.match_indices("<g ") {
            let name = svg[at..].split('<').nth(1).expect("an element");
            let ((x, y), wide) = place_of_text(name);
            // Both ends of the name.
            for side in [-0.25, 0.25] {
                let place = (x + side * wide, y);
                let mut below = svg[..at].split('<').filter(|it| {
                    let is_filled = it.starts_with("polygon ") && it.contains(" fill=\"#");
                    is_filled && holds(&corners(it), place)
                });
                let ground = color(below.next_back().expect("the frame"));
                let contrast = color(name).contrast(ground);
                assert!(contrast > 3.0, "{fractal}: {contrast} at {place:?}, {name}");
            }
            count += 1;
        }
        assert!(count > 5, "{fractal} shows {count} names");
    }
}

/// Bands of a hexagon whose other sides are free end there, and their marks stay within them.
#[test]
fn marks_of_bands_with_free_ends_lie_within_them() {
    let svg = svg("format = 1\nplugin = \"connection\"\nname = \"Hexagon\"\n[board]\n\
         topology = \"hex\"\nshape = { hexagon = 5 }\n[rules]\ngoal = \"sides\"\n\
         sides = [[\"top\", \"bottom\"], [\"upper-right\", \"lower-left\"]]\nboth = \"mover\"\n\
         full = \"draw\"\n");
    let marks: Vec<&str> = elements(&svg, "circle").collect();
    assert!(marks.len() > 2, "{marks:?}");
    for mark in marks {
        let (x, y, r) = (number(mark, "cx"), number(mark, "cy"), number(mark, "r"));
        let middle = elements(&svg, "polygon").filter(|it| holds(&corners(it), (x, y)));
        let band = corners(middle.last().expect("a band"));
        for (dx, dy) in [(-r, 0.0), (r, 0.0), (0.0, -r), (0.0, r)] {
            assert!(holds(&band, (x + dx, y + dy)), "{mark} lies on the edge of its band");
        }
    }
}
