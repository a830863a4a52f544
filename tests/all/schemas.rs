//! The schemas for editors, which complete and check rulesets with them.
//!
//! `UPDATE_EXPECT=1 cargo test -p boardloom-tests schemas` rewrites them.

use std::path::{Path, PathBuf};

use boardloom_ruleset::editor_schema;
use expect_test::expect_file;
use serde_json::Value as Json;

use crate::support::{plugins, project};

#[test]
fn every_plugin_has_its_schema_beside_the_rulesets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/schema");
    for (name, both) in plugins() {
        for (form, rules) in both.each() {
            let text = rules.schema().expect("no plugin error");
            let schema: Json = serde_json::from_str(&text).expect("a schema is JSON");
            let whole = serde_json::to_string_pretty(&editor_schema(name, &schema));
            let whole = whole.expect("JSON can be written") + "\n";
            println!("{name}, {form}");
            expect_file![folder.join(format!("{name}.json"))].assert_eq(&whole);
        }
    }
}

/// Returns all shipped rulesets' files.
fn files() -> Vec<PathBuf> {
    let folder = project().join("rulesets");
    let inside = |folder: &Path| -> Vec<PathBuf> {
        folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
    };
    let families = inside(&folder).into_iter().filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = families
        .flat_map(|family| inside(&family))
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .collect();
    files.sort();
    files
}

/// An editor finds the schema of a ruleset by its first line.
#[test]
fn every_shipped_ruleset_names_its_schema() {
    let files = files();
    assert!(files.len() > 10, "the rulesets were not found");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file");
        let named = text.lines().next().and_then(|line| line.strip_prefix("#:schema "));
        let named = named.unwrap_or_else(|| panic!("{}: expected `#:schema`", path.display()));
        let folder = path.parent().expect("a file lies in a folder");
        let schema = folder.join(named.trim());
        let schema = std::fs::read_to_string(&schema)
            .unwrap_or_else(|error| panic!("{}: {error}", schema.display()));
        let schema: Json = serde_json::from_str(&schema).expect("a schema is JSON");
        let family = folder.file_name().expect("a folder has a name").to_string_lossy();
        assert_eq!(schema["title"], format!("A ruleset of {family}"), "{}", path.display());
    }
}
