//! The twelve boards that are divided.

use boardloom_sdk::topology::Subdivision;
use boardloom_sdk::topology::subdivision::Tree;

const SLANTED: &str = r#""basis": [[1, 0], [0.5, -0.8660254037844386]]"#;
const TRIANGLE: &str = r#""corners": [[0, 0], [1, 0], [0, 1]]"#;
pub const SQUARE: &str = r#""corners": [[0, 0], [1, 0], [1, 1], [0, 1]]"#;
const HEXAGON: &str = r#""corners": [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]"#;
const PENTAGON: &str = r#""scale": 1,
    "corners": [[1,0,0,0], [0,1,0,0], [0,0,1,0], [0,0,0,1], [-1,-1,-1,-1]],
    "basis": [[1, 0], [0.30901699437494745, 0.9510565162951535],
        [-0.8090169943749475, 0.5877852522924731], [-0.8090169943749475, -0.5877852522924731]]"#;
const SMALLER: &str = "[[2,-1,0,1],[0,1,-1,1],[1,-1,1,0],[1,0,-1,2]]";

pub fn children(list: &[[i32; 2]]) -> String {
    let child = |[x, y]: &[i32; 2]| format!(r#"{{"t": [{x}, {y}]}}"#);
    list.iter().map(child).collect::<Vec<_>>().join(", ")
}

pub fn pentaflake(middle: &str) -> String {
    let around = [[-1, 0, -1, -1], [1, 0, 1, 0], [0, 1, 0, 1], [-1, -1, 0, -1], [1, 0, 0, 1]];
    let child = |t: &[i32; 4]| format!(r#"{{"m": {SMALLER}, "t": {t:?}}}"#);
    let around: Vec<String> = around.iter().map(child).collect();
    format!(r#"{PENTAGON}, "children": [{}{middle}]"#, around.join(", "))
}

/// The twelve boards.
pub fn boards() -> Vec<(&'static str, String)> {
    let nine = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
    let around = [[2, 0], [0, 2], [-2, 2], [-2, 0], [0, -2], [2, -2]];
    let corners = [[0, 0], [1, 0], [0, 1]];
    let vicsek = [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]];
    vec![
        ("square", r#""fractal": "square""#.into()),
        ("gasket", r#""fractal": "triangle""#.into()),
        ("carpet", r#""fractal": "carpet""#.into()),
        ("hexaflake7", r#""fractal": "hexaflake""#.into()),
        ("hexaflake6", r#""fractal": "hexaflake-6""#.into()),
        (
            "tri4",
            format!(
                r#""scale": 2, {SLANTED}, {TRIANGLE},
                "children": [{}, {{"m": [[-1, 0], [0, -1]], "t": [1, 1]}}]"#,
                children(&corners)
            ),
        ),
        ("square9", format!(r#""scale": 3, {SQUARE}, "children": [{}]"#, children(&nine))),
        ("vicsek", format!(r#""scale": 3, {SQUARE}, "children": [{}]"#, children(&vicsek))),
        (
            "kochflake7",
            format!(
                r#""scale": 3, {SLANTED}, {HEXAGON},
                "children": [{}, {{"m": [[1, -1], [1, 2]], "t": [0, 0]}}]"#,
                children(&around)
            ),
        ),
        (
            "chair",
            format!(
                r#""scale": 2, "corners": [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]],
                "children": [{}, {{"m": [[0,-1],[1,0]], "t": [4,0]}},
                    {{"m": [[0,1],[-1,0]], "t": [0,4]}}]"#,
                children(&[[0, 0], [1, 1]])
            ),
        ),
        (
            "pentaflake6",
            pentaflake(
                r#", {"m": [[-2,1,0,-1],[0,-1,1,-1],[-1,1,-1,0],[-1,0,1,-2]], "t": [0,0,0,0]}"#,
            ),
        ),
        ("pentaflake5", pentaflake("")),
    ]
}

pub fn table(text: &str, depth: u16) -> Subdivision {
    serde_json::from_str(&format!(r#"{{{text}, "depth": {depth}}}"#)).expect("a table")
}

/// Returns the cells that are not divided.
pub fn leaves(tree: &Tree) -> Vec<u32> {
    (0..tree.cells()).filter(|cell| !tree.is_divided(*cell)).collect()
}
