//! The pictures in the guide for variant authors: each is drawn from the ruleset
//! above it, so that every example in the guide opens and looks as shown.
//!
//! `UPDATE_EXPECT=1 cargo test -p boardloom-tests pictures` draws them anew.

use std::collections::BTreeSet;
use std::path::PathBuf;

use expect_test::expect_file;

use crate::program::Desk;
use crate::support::project;

/// A picture and the ruleset that it shows.
struct Example {
    /// The picture's path below `rulesets/`.
    picture: String,
    ruleset: String,
    /// Further words for `render`, from a comment before the picture:
    /// `<!-- render --view unrolled -->`.
    words: Vec<String>,
}

/// Returns the examples of the guide: pictures behind blocks of TOML.
fn examples() -> Vec<Example> {
    let guide = std::fs::read_to_string(project().join("rulesets/README.md")).expect("the guide");
    let (mut examples, mut block, mut inside) = (Vec::new(), String::new(), false);
    let mut words = Vec::new();
    for line in guide.lines() {
        if line.starts_with("```") {
            inside = line == "```toml";
            if inside {
                block.clear();
                words.clear();
            }
        } else if inside {
            block += &format!("{line}\n");
        } else if let Some(rest) = line.strip_prefix("<!-- render ") {
            let rest = rest.trim_end_matches("-->");
            words = rest.split_whitespace().map(str::to_owned).collect();
        } else if line.starts_with("![") {
            let path = line.rsplit_once('(').and_then(|(_, path)| path.strip_suffix(')'));
            let picture = path.expect("a picture has a path").to_owned();
            let (ruleset, words) = (block.clone(), std::mem::take(&mut words));
            examples.push(Example { picture, ruleset, words });
        }
    }
    examples
}

fn folder() -> PathBuf {
    project().join("rulesets")
}

#[test]
fn every_picture_is_what_the_example_above_it_draws() {
    let (desk, examples) = (Desk::new(), examples());
    assert!(!examples.is_empty(), "the guide has no pictures");
    for (number, example) in examples.iter().enumerate() {
        let file = desk.write(&format!("example-{number}.toml"), &example.ruleset);
        let file = file.to_string_lossy();
        desk.run(&["check", &file]).done();
        let picture = desk.path().join(format!("example-{number}.svg"));
        let shown = picture.to_string_lossy().into_owned();
        let mut args = vec!["render", &*file, "-o", &*shown, "--size", "480x480"];
        args.extend(example.words.iter().map(String::as_str));
        desk.run(&args).done();
        let drawn = std::fs::read_to_string(&picture).expect("a picture");
        println!("{}", example.picture);
        expect_file![folder().join(&example.picture)].assert_eq(&drawn);
    }
}

#[test]
fn no_picture_is_left_over() {
    let shown: BTreeSet<String> =
        examples().into_iter().map(|example| example.picture.replace("pictures/", "")).collect();
    let entries = folder().join("pictures").read_dir().expect("the folder of pictures");
    let there: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(shown, there);
}
