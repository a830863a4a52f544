//! Files bring their neighbours: a plugin's file its rulesets, a ruleset's file the plugin and the
//! rulesets beside it.

use serde_json::Value;

use crate::program::TestDir;

/// Writes the component of Ataxx, which no folder of the test has under this name.
fn plugin(dir: &TestDir, path: &str) {
    let bundled = boardloom_bundle::plugins().iter().find(|(name, _)| *name == "ataxx");
    std::fs::write(dir.write(path, ""), bundled.expect("it is bundled").1).expect("a file");
}

/// Returns a board of Ataxx for this plugin; its size tells rulesets apart.
fn ruleset(plugin: &str, size: u32, more: &str) -> String {
    format!(
        "format = 1\nplugin = \"{plugin}\"\nname = \"Size {size}\"\n{more}\n\
         [board]\ntopology = \"grid\"\nwidth = {size}\nheight = {size}\n\
         [setup.pieces]\nx = [\"top-left\"]\no = [\"top-right\"]\n"
    )
}

fn title(dir: &TestDir, what: &str) -> String {
    let game = dir.run_with_input(&["play", what, "--text", "--humans"], b"quit\n").success();
    game.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_plugins_file_opens_its_main_ruleset() {
    let dir = TestDir::new();
    plugin(&dir, "kit/mine.wasm");
    dir.write("kit/rulesets/mine/five.toml", &ruleset("mine", 5, ""));
    dir.write("kit/rulesets/mine/wide.toml", &ruleset("mine", 6, "main = true"));
    dir.write("kit/rulesets/mine/other.toml", &ruleset("ataxx", 7, "main = true"));
    assert!(title(&dir, "kit/mine.wasm").contains("Size 6"), "{}", title(&dir, "kit/mine.wasm"));
    let checked = dir.run(&["check", "kit/mine.wasm", "--json"]).success();
    let checked: Vec<Value> = checked.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let names: Vec<_> = checked.iter().map(|report| report["ruleset"].as_str().unwrap()).collect();
    assert_eq!(names, ["mine/wide", "mine/five"]);
    dir.run(&["render", "kit/mine.wasm", "-o", "x.svg"]).success();
    let asked = br#"{"ruleset": "kit/mine.wasm", "ask": ["ruleset", "sites"]}"#;
    let answer = dir.run_with_input(&["query"], asked).success();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["ruleset"]["id"], "mine/wide");
    assert_eq!(answer["sites"].as_array().unwrap().len(), 36);
    assert_eq!(
        dir.run(&["perft", "kit/mine.wasm", "-d", "1"]).success(),
        dir.run(&["perft", "kit/rulesets/mine/wide.toml", "-d", "1"]).success(),
    );
    // Safe mode leaves plugins out, however they are named.
    let safe = dir.run(&["--safe-mode", "perft", "kit/mine.wasm", "-d", "1"]);
    safe.fails(5, "cannot read the plugin kit/mine.wasm");
}

#[test]
fn a_plugins_file_opens_rulesets_in_its_own_folder_and_says_if_it_has_none() {
    let dir = TestDir::new();
    plugin(&dir, "flat/mine.wasm");
    dir.run(&["play", "flat/mine.wasm", "--text", "--humans"])
        .fails(2, "no ruleset names the plugin `mine`; write one as flat/rulesets/mine/mine.toml");
    dir.run(&["check", "flat/mine.wasm"]).fails(2, "no ruleset names the plugin `mine`");
    dir.write("flat/four.toml", &ruleset("mine", 4, ""));
    dir.write("flat/Cargo.toml", "[package]\nname = \"mine\"\n");
    assert!(title(&dir, "flat/mine.wasm").contains("Size 4"));
    dir.run(&["play", "nothing.wasm", "--text", "--humans"]).fails(5, "cannot read nothing.wasm");
    dir.write("flat/text.wasm", "(component)");
    dir.run(&["play", "flat/text.wasm", "--text", "--humans"])
        .fails(4, "expected a WebAssembly component");
}

#[test]
fn a_rulesets_file_finds_the_plugin_and_the_rulesets_beside_it() {
    let dir = TestDir::new();
    plugin(&dir, "kit/mine.wasm");
    dir.write("kit/base.toml", &ruleset("mine", 6, ""));
    let child = "format = 1\nname = \"Child\"\nextends = \"base\"\n";
    let child = dir.write("kit/child.toml", child);
    assert!(title(&dir, "kit/child.toml").contains("Child"));
    dir.run(&["check", "kit/child.toml"]).success();
    let asked = format!(r#"{{"ruleset": {:?}, "ask": ["sites"]}}"#, child.to_string_lossy());
    let answer = dir.run_with_input(&["query"], asked.as_bytes()).success();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["sites"].as_array().map(Vec::len), Some(36), "{answer}");
    // The one beside it comes before an installed one of the same name.
    dir.write("data/boardloom/plugins/mine.wasm", "broken");
    dir.run(&["check", "kit/child.toml"]).success();
    // Without it the error says what is missing.
    std::fs::remove_file(dir.path().join("kit/mine.wasm")).unwrap();
    std::fs::remove_file(dir.path().join("data/boardloom/plugins/mine.wasm")).unwrap();
    dir.run(&["play", "kit/child.toml", "--text", "--humans"])
        .fails(1, "there is no plugin `mine`");
}
