//! Rulesets that extend others.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use boardloom_ruleset::{Library, LibrarySource, Overrides, Ruleset};
use common::Sample;
use serde_json::{Value as Json, json};

const PARENT: &str = r##"
format = 1
plugin = "sample"
name = "Parent"
summary = "A parent."
author = "Ann"

[[players]]
name = "Red"
color = "#d55e00"

[[players]]
name = "Blue"
color = "#0072b2"

[board]
topology = "grid"
width = 5
height = 5
blocked = ["c3"]

[setup]
rows = ["x3o", "5", "5", "5", "o3x"]
random_walls = { max = 4, symmetric = false }

[rules]
clone = 1
jump = 2

[[options]]
key = "rules.clone"
label = "Clone"
range = [0, 4]

[[options]]
key = "rules.jump"
label = "Jump"
range = [0, 4]
default = 2

[help]
rules = "Grow."
tips = "Grow fast."
"##;

fn load(child: &str) -> Ruleset {
    let texts: &'static [(&str, &str)] = Box::leak(Box::new([("sample/parent.toml", PARENT)]));
    let library = Library::new(vec![LibrarySource::Bundled(texts)]);
    let text = format!("format = 1\nname = \"Child\"\nextends = \"sample/parent\"\n{child}");
    library
        .load_text("child.toml", &text, &Overrides::new(), &Sample::default())
        .unwrap_or_else(|report| panic!("{report}"))
}

fn check(child: &str, expected: &[(&str, Json)]) {
    let ruleset = load(child);
    for (key, value) in expected {
        let found = ruleset.value(key).unwrap_or(Json::Null);
        assert_eq!(found, *value, "{key} of {child}");
    }
}

#[test]
fn tables_are_merged_and_other_values_replaced() {
    check("", &[("board.width", json!(5)), ("plugin", json!("sample"))]);
    check("[board]\nwidth = 6", &[("board.width", json!(6)), ("board.height", json!(5))]);
    check("[board]\nblocked = [\"a1\"]", &[("board.blocked", json!(["a1"]))]);
    check("board.width = 6", &[("board.width", json!(6)), ("board.height", json!(5))]);
}

#[test]
fn an_inline_table_is_a_value() {
    let whole = json!({"max": 2});
    check("[setup]\nrandom_walls = { max = 2 }", &[("setup.random_walls", whole)]);
    let joined = json!({"max": 2, "symmetric": false});
    check("[setup.random_walls]\nmax = 2", &[("setup.random_walls", joined.clone())]);
    check("[setup]\nrandom_walls.max = 2", &[("setup.random_walls", joined)]);
}

#[test]
fn the_description_of_a_file_is_not_inherited() {
    let ruleset = load("");
    assert_eq!((&*ruleset.name, &*ruleset.summary), ("Child", ""));
    assert_eq!(ruleset.author, None);
    assert_eq!(ruleset.value("extends"), Some(json!("sample/parent")));
    assert!(!ruleset.resolved_toml().contains("extends"));
    assert_eq!(ruleset.help.tips.as_deref(), Some("Grow fast."));
    assert_eq!(ruleset.players.len(), 2);
}

#[test]
fn without_removes_keys() {
    check(
        "without = [\"setup.rows\", \"board\"]\n[board]\ntopology = \"hex\"\nshape = { hexagon = 3 }",
        &[
            ("setup.rows", Json::Null),
            ("board", json!({"topology": "hex", "shape": {"hexagon": 3}})),
        ],
    );
}

#[test]
fn options_are_merged_by_key() {
    let ruleset = load(
        "[[options]]\nkey = \"rules.jump\"\nlabel = \"Leap\"\nchoices = [1, 3]\ndefault = 3\n\
         [[options]]\nkey = \"rules.clone\"\nremove = true\n\
         [[options]]\nkey = \"setup.seats\"\nlabel = \"Seats\"\nrange = [2, 4]\ndefault = 2\n",
    );
    let keys: Vec<(&str, &str, &Json)> =
        ruleset.options.iter().map(|it| (&*it.key, &*it.label, &it.value)).collect();
    assert_eq!(keys, [("rules.jump", "Leap", &json!(3)), ("setup.seats", "Seats", &json!(2))]);
    assert_eq!(ruleset.value("rules.jump"), Some(json!(3)));
    assert_eq!(ruleset.value("setup.seats"), Some(json!(2)));
}

#[test]
fn the_value_in_the_extending_file_is_the_default() {
    let ruleset = load("[rules]\njump = 4");
    let jump = ruleset.options.iter().find(|it| it.key == "rules.jump").unwrap();
    assert_eq!((&jump.default, &jump.value), (&json!(4), &json!(4)));
}

#[test]
fn a_ruleset_can_extend_the_one_that_it_shadows() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sample")).unwrap();
    let own = "format = 1\nname = \"Mine\"\nextends = \"sample/parent\"\n[board]\nwidth = 9\n";
    std::fs::write(folder.path().join("sample/parent.toml"), own).unwrap();
    let texts: &'static [(&str, &str)] = Box::leak(Box::new([("sample/parent.toml", PARENT)]));
    let library = Library::new(vec![
        LibrarySource::Folder(folder.path().to_owned()),
        LibrarySource::Bundled(texts),
    ]);
    let ruleset = library.load("sample/parent", &Overrides::new(), &Sample::default()).unwrap();
    assert_eq!(ruleset.name, "Mine");
    assert_eq!(ruleset.value("board.width"), Some(json!(9)));
    assert_eq!(ruleset.value("board.height"), Some(json!(5)));
    let by_path = library
        .load_path(&folder.path().join("sample/parent.toml"), &Overrides::new(), &Sample::default())
        .unwrap();
    assert_eq!((&*by_path.id, by_path.hash()), ("sample/parent", ruleset.hash()));
    assert_eq!(ruleset.files(), [folder.path().join("sample/parent.toml")]);
}
