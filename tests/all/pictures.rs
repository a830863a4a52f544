//! The examples in the guide for variant authors: each is a valid ruleset, and each
//! picture is drawn from the ruleset above it.
//!
//! `UPDATE_EXPECT=1 cargo test -p boardloom-tests pictures` redraws the pictures.

use std::collections::BTreeSet;
use std::path::PathBuf;

use expect_test::expect_file;

use crate::program::TestDir;
use crate::support::project;

/// A TOML block of a document.
struct Example {
    ruleset: String,
    pictures: Vec<Picture>,
}

impl Example {
    /// Returns the block as a whole ruleset.
    fn whole(&self) -> String {
        let part = !self.ruleset.contains("format = 1");
        format!("{}{}", if part { WHOLE } else { "" }, self.ruleset)
    }
}

/// A picture below a block.
struct Picture {
    /// Its path below `rulesets/`.
    path: String,
    /// Further arguments for `render`, from a comment before the picture:
    /// `<!-- render --view unrolled -->`.
    args: Vec<String>,
}

/// Returns the TOML blocks of a document with the pictures below each.
fn examples(document: &str) -> Vec<Example> {
    let text = std::fs::read_to_string(project().join(document)).expect("the document");
    let (mut examples, mut inside) = (Vec::<Example>::new(), false);
    let mut args = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```toml";
            if inside {
                examples.push(Example { ruleset: String::new(), pictures: Vec::new() });
                args.clear();
            }
            continue;
        }
        let Some(example) = examples.last_mut() else { continue };
        if inside {
            example.ruleset += &format!("{line}\n");
        } else if let Some(rest) = line.strip_prefix("<!-- render ") {
            let rest = rest.trim_end_matches("-->");
            // Single quotes hold an argument together.
            for (at, part) in rest.split('\'').enumerate() {
                match at % 2 {
                    0 => args.extend(part.split_whitespace().map(str::to_owned)),
                    _ => args.push(part.to_owned()),
                }
            }
        } else if line.starts_with("![") {
            let path = line.rsplit_once('(').and_then(|(_, path)| path.strip_suffix(')'));
            let path = path.expect("a picture has a path").to_owned();
            example.pictures.push(Picture { path, args: std::mem::take(&mut args) });
        }
    }
    examples
}

fn guide() -> Vec<Example> {
    examples("rulesets/README.md")
}

fn folder() -> PathBuf {
    project().join("rulesets")
}

/// The ruleset that blocks with a part of a ruleset are appended to.
const WHOLE: &str = "format = 1\nname = \"Part\"\nextends = \"ataxx/classic\"\n\n";

#[test]
fn every_example_is_a_valid_ruleset() {
    let dir = TestDir::new();
    let all = ["README.md", "rulesets/README.md"].map(examples);
    for (number, example) in all.iter().flatten().enumerate() {
        let text = example.whole();
        let file = dir.write(&format!("example-{number}.toml"), &text);
        let output = dir.run(&["check", &file.to_string_lossy()]);
        assert!(output.code == 0 && !output.err.contains("warning"), "{text}\n{}", output.err);
    }
}

#[test]
fn every_picture_is_what_the_example_above_it_draws() {
    let (dir, examples) = (TestDir::new(), guide());
    assert!(examples.iter().any(|example| !example.pictures.is_empty()), "no pictures");
    for (number, example) in examples.iter().enumerate() {
        let file = dir.write(&format!("example-{number}.toml"), &example.whole());
        let file = file.to_string_lossy();
        for shown in &example.pictures {
            let picture = dir.path().join(format!("example-{number}.svg"));
            let output = picture.to_string_lossy().into_owned();
            let mut args = vec!["render", &*file, "-o", &*output];
            args.extend(shown.args.iter().map(String::as_str));
            if !args.contains(&"--size") {
                args.extend(["--size", "480x480"]);
            }
            dir.run(&args).success();
            let drawn = std::fs::read_to_string(&picture).expect("a picture");
            println!("{}", shown.path);
            expect_file![folder().join(&shown.path)].assert_eq(&drawn);
        }
    }
}

/// Returns the sides of all polygons in a picture.
fn polygon_sides(svg: &str) -> Vec<[[f64; 2]; 2]> {
    let corner = |point: &str| {
        let (x, y) = point.split_once(',').expect("x,y");
        [x, y].map(|part| part.parse().expect("a number"))
    };
    let sides = |rest: &str| {
        let points = rest.split('"').next().unwrap_or_default();
        let corners: Vec<[f64; 2]> = points.split(' ').map(corner).collect();
        let ends = (0..corners.len()).map(|at| [corners[at], corners[(at + 1) % corners.len()]]);
        ends.collect::<Vec<_>>()
    };
    svg.split("<polygon points=\"").skip(1).flat_map(sides).collect()
}

fn distance([x, y]: [f64; 2], [[ax, ay], [bx, by]]: [[f64; 2]; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
    let along = along.clamp(0.0, 1.0);
    (ax + along * dx - x).hypot(ay + along * dy - y)
}

/// Sides of a few large cells are no straight lines: the bands beside them follow the outline of
/// the board, instead of meeting far from it on one side.
#[test]
fn bands_beside_a_symmetric_board_are_symmetric() {
    let dir = TestDir::new();
    for (tiling, radius) in [("3.12.12", 4), ("3.6.3.6", 6)] {
        let text = format!(
            "format = 1\nplugin = \"connection\"\nname = \"Cut\"\n\n[board]\n\
             topology = \"tiling\"\ntiling = \"{tiling}\"\nradius = {radius}\n\n[rules]\n\
             goal = \"sides\"\nsides = [[\"top\", \"bottom\"], [\"left\", \"right\"]]\n\
             full = \"draw\"\n"
        );
        dir.write("cut.toml", &text);
        let svg = dir.run(&["render", "cut.toml", "--format", "svg", "-o", "-"]).success();
        let sides = polygon_sides(&svg);
        assert!(sides.len() > 100, "{} sides", sides.len());
        for [[x, y], _] in &sides {
            let apart = sides.iter().map(|side| distance([800.0 - x, *y], *side));
            let least = apart.fold(f64::INFINITY, f64::min);
            assert!(least < 1.0, "{tiling}: {x},{y} has no counterpart");
        }
    }
}

#[test]
fn no_picture_is_left_over() {
    let examples = guide();
    let pictures = examples.iter().flat_map(|example| &example.pictures);
    let shown: BTreeSet<String> =
        pictures.map(|picture| picture.path.replace("pictures/", "")).collect();
    let entries = folder().join("pictures").read_dir().expect("the folder of pictures");
    let there: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(shown, there);
}
