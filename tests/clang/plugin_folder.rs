//! Folders of plugins in C, in a temporary folder.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::TestDir;

fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk/c")
}

/// Copies a folder of `sdk/c` to the same place in the test's folder, without build output.
fn copy(dir: &TestDir, path: &str) {
    for entry in kit().join(path).read_dir().expect("a folder") {
        let file = entry.expect("an entry").path();
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let within = format!("{path}/{name}");
        if !file.is_dir() {
            dir.write(&within, &std::fs::read_to_string(&file).expect("a text"));
        } else if name != "target" {
            copy(dir, &within);
        }
    }
}

/// Returns a folder with the kit and its example.
pub fn with_example() -> TestDir {
    let dir = TestDir::new();
    for part in ["include", "src", "examples"] {
        copy(&dir, part);
    }
    dir
}

/// Returns a folder with the kit and `mine`, a plugin with this source and ruleset.
pub fn with_source(file: &str, source: &str, ruleset: &str) -> TestDir {
    let dir = TestDir::new();
    for part in ["include", "src"] {
        copy(&dir, part);
    }
    dir.write(&format!("mine/{file}"), source);
    let manifest = format!(
        "[package]\nname = \"mine\"\nversion = \"2.3.4\"\n\
         [build]\nsources = [\"{file}\", \"../src/*.c\"]\ninclude = [\"../include\"]\n\
         flags = [\"-Wall\", \"-Wextra\", \"-Werror\"]\n"
    );
    dir.write("mine/plugin.toml", &manifest);
    let ruleset = format!("format = 1\nplugin = \"mine\"\nname = \"Mine\"\n{ruleset}");
    dir.write("mine/rulesets/mine/mine.toml", &ruleset);
    dir
}

/// Runs `plugin test` with more arguments and returns the report of each ruleset.
pub fn reports(dir: &TestDir, plugin: &str, more: &[&str]) -> Vec<Value> {
    let tested = dir.run(&[&["plugin", "test", plugin, "--json"], more].concat());
    let reports = tested.out.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let reports: Vec<Value> = reports.collect();
    assert!(!reports.is_empty(), "{}", tested.err);
    reports
}

#[track_caller]
pub fn keeps_the_contract(dir: &TestDir, plugin: &str, rulesets: usize) {
    let reports = reports(dir, plugin, &[]);
    assert_eq!(reports.len(), rulesets, "{reports:?}");
    for report in reports {
        assert_eq!(report["passed"], true, "{report:#}");
        assert!(report["plies"].as_u64() > Some(3), "{report:#}");
    }
}
