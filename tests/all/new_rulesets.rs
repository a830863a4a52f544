//! The files that `new ruleset` writes: each of their examples works alone.

use std::fmt::Write as _;

use crate::program::TestDir;

/// Rulesets of all families, on boards of all kinds.
const BUNDLED: [&str; 12] = [
    "ataxx/classic",
    "ataxx/hexxagon",
    "ataxx/boogers",
    "connection/hex",
    "connection/gomoku",
    "connection/havannah",
    "connection/projective-hex",
    "connection/half-polyhedron-21",
    "fractal/square",
    "fractal/l-tromino",
    "tafl/copenhagen-2012",
    "tafl/hexagon",
];

/// Boards that no bundled ruleset has, with the family that plays on them.
const OTHERS: [(&str, &str, &str); 4] = [
    (
        "connection",
        "tiling",
        "[board]\ntopology = \"tiling\"\ntiling = \"4.8.8\"\nsize = [10, 10]\n\
         [rules]\ngoal = \"sides\"\nsides = [[\"top\", \"bottom\"], [\"left\", \"right\"]]\n\
         both = \"mover\"\nfull = \"draw\"\n",
    ),
    (
        "connection",
        "polygon",
        "[board]\ntopology = \"polygon\"\nword = \"a b a' b'\"\nsize = 3\n\
         [rules]\ngoal = \"loop\"\nboth = \"mover\"\nfull = \"draw\"\n",
    ),
    ("fractal", "quadtree", "[board]\ntopology = \"quadtree\"\ndepth = 1\n"),
    (
        "ataxx",
        "map",
        "[board]\ntopology = \"graph\"\nsites = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]\n\
         edges = [[\"a\", \"b\"], [\"b\", \"c\"], [\"c\", \"d\"], [\"d\", \"e\"], [\"e\", \"f\"]]\n\
         [setup]\npieces = { x = [\"a\"], o = [\"f\"] }\n",
    ),
];

/// Returns the table and the line of each example.
fn examples(text: &str) -> Vec<(String, String)> {
    let (mut table, mut key, mut found) = (String::new(), String::new(), Vec::new());
    for line in text.lines() {
        let bare = line.trim_start_matches("# ");
        if let Some(name) = bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            name.clone_into(&mut table);
        } else if let Some(example) = line.strip_prefix("## For example: ") {
            key = example.split(" = ").next().unwrap_or_default().to_owned();
            // A player's mark needs the rest of the player.
            if !table.starts_with('[') {
                found.push((table.clone(), example.to_owned()));
            }
        } else if let Some(nested) = line.strip_prefix("##   ") {
            let example = nested.split(" # ").next().unwrap_or_default();
            match example.strip_prefix("in an entry: ") {
                _ if example.starts_with("with other keys") => {}
                Some(_) => {}
                None => found.push((table.clone(), example.to_owned())),
            }
        } else if let Some((name, _)) = bare.split_once(" = ").filter(|_| line.starts_with("# ")) {
            name.clone_into(&mut key);
            // The keys of a clock go together.
            if !table.starts_with('[') && table != "clock" {
                found.push((table.clone(), bare.to_owned()));
            }
        }
    }
    found
}

/// Checks each example of a new ruleset alone.
fn every_example_works(family: &str, name: &str, dir: &TestDir) {
    let id = format!("{family}/{name}");
    let new = format!("new-{name}");
    let args =
        ["--rulesets", "rulesets", "new", "ruleset", &*new, "--from", &*id, "--dir", "rulesets"];
    let path = dir.run(&args).success();
    let text = std::fs::read_to_string(dir.path().join(path.trim())).expect("a text");
    // An example that needs other keys is one of the schema's, not a name of a site for a word.
    for word in ["goal = \"a", "unknown value", "found `a` (row"] {
        assert!(!text.contains(word), "{id}: {word}\n{text}");
    }
    let all = examples(&text);
    assert!(all.len() > 15, "{id} has {} examples", all.len());
    for key in ["aliases", "levels", "remarks", "moves"] {
        let has = |(_, line): &(String, String)| line.starts_with(&format!("{key} = "));
        assert!(all.iter().any(has), "{id}: `{key}`\n{text}");
    }
    for (at, (table, line)) in all.iter().enumerate() {
        let head = format!("format = 1\nname = \"Example {at}\"\nextends = \"{id}\"\n");
        let header = if table.is_empty() { String::new() } else { format!("\n[{table}]\n") };
        dir.write(&format!("try-{name}/{at}.toml"), &format!("{head}{header}{line}\n"));
    }
    let found = dir.run(&["--rulesets", "rulesets", "check", &format!("try-{name}"), "--json"]);
    let mut wrong = String::new();
    for line in found.out.lines().filter(|line| line.contains("\"severity\":\"error\"")) {
        let report: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let file = report["ruleset"].as_str().unwrap_or_default();
        let at = file.trim_end_matches(".toml").rsplit(['/', '\\']).next().unwrap_or_default();
        let (table, example) = &all[at.parse::<usize>().expect("a number")];
        let first = &report["findings"][0]["message"];
        let _ = writeln!(wrong, "{id}: [{table}] {example}: {first}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_example_of_a_new_ruleset_works_alone() {
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path().join("rulesets")).expect("a folder");
    for (family, name, text) in OTHERS {
        let head = format!("format = 1\nplugin = \"{family}\"\nname = \"{name}\"\n");
        dir.write(&format!("rulesets/{family}/{name}.toml"), &format!("{head}{text}"));
        every_example_works(family, name, &dir);
    }
    for id in BUNDLED {
        let (family, name) = id.split_once('/').expect("a name");
        every_example_works(family, name, &dir);
    }
}

/// A full copy lists the host's keys and tables that it does not have, and has its own once.
#[test]
fn a_full_copy_lists_what_it_does_not_set() {
    let dir = TestDir::new();
    for (id, has_levels) in [("ataxx/arcade", false), ("ataxx/microscope", true)] {
        let args = ["new", "ruleset", "whole", "--from", id, "--full", "--dir"];
        let folder = format!("full-{has_levels}");
        let path = dir.run(&[&args[..], &[folder.as_str()]].concat()).success();
        let text = std::fs::read_to_string(dir.path().join(path.trim())).expect("a text");
        let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        let levels = count("## For example: levels = ") + count("levels = ");
        assert_eq!(levels, 1, "{id}\n{text}");
        for key in ["aliases", "points", "remarks"] {
            let lines = count(&format!("## For example: {key} = ")) + count(&format!("{key} = "));
            let tables = count(&format!("[ai.{key}]"));
            assert_eq!(lines + tables, 1, "{id}: {key}\n{text}");
        }
        for table in ["[start]", "[[lesson]]", "[clock]", "[look]"] {
            let lines = count(table) + count(&format!("# {table}"));
            assert_eq!(lines, 1, "{id}: {table}\n{text}");
        }
        dir.run(&["check", path.trim()]).success();
    }
}
