//! The file of a network beside a ruleset.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::sync::Arc;

use boardloom_contract::Severity;
use boardloom_ruleset::{Library, LibrarySource, Overrides, PluginSchemas, Ruleset, sha256_hex};
use serde_json::{Value as Json, json};

const START: &str = "format = 1\nname = \"One\"\n";
const RULESET: &str = "plugin = \"sample\"\n\n[ai]\nnetwork = \"one.net\"\n\n[board]\nwidth = 7\n";

/// Plugins whose computer takes a network, with any board.
struct WithNetwork;

impl PluginSchemas for WithNetwork {
    fn schema(&self, _: &str) -> Result<Arc<Json>, String> {
        Ok(Arc::new(json!({
            "type": "object",
            "properties": {
                "ai": { "type": "object", "properties": { "network": { "type": "string" } } },
                "board": { "type": "object", "additionalProperties": {} },
            },
        })))
    }

    fn version(&self, _: &str) -> Option<String> {
        None
    }

    fn plugins(&self) -> Vec<String> {
        vec!["sample".to_owned()]
    }
}

/// A folder with a ruleset `sample/one`.
fn folder(ruleset: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sample")).unwrap();
    std::fs::write(folder.path().join("sample/one.toml"), format!("{START}{ruleset}")).unwrap();
    folder
}

fn library(folder: &Path) -> Library {
    Library::new(vec![LibrarySource::Folder(folder.to_owned())])
}

fn load(library: &Library, id: &str) -> Ruleset {
    let loaded = library.load(id, &Overrides::new(), &WithNetwork);
    loaded.unwrap_or_else(|report| panic!("{}", report.render(false)))
}

fn plugin_part(ruleset: &Ruleset) -> Json {
    serde_json::from_str(&ruleset.plugin_json()).unwrap()
}

/// Writes a network for the rules of `sample/one`, and returns its text.
fn write_network(folder: &Path) -> String {
    let path = folder.join("sample/one.net");
    std::fs::write(&path, json!({ "rules": "", "weights": "AA==" }).to_string()).unwrap();
    let rules = load(&library(folder), "sample/one").network_rules();
    let text = json!({ "rules": rules, "weights": "AA==" }).to_string();
    std::fs::write(&path, &text).unwrap();
    text
}

/// Returns severity, text and line of the only diagnostic.
fn diagnostic(library: &Library) -> (Severity, String, usize) {
    let (_, report) = library.inspect("sample/one", &Overrides::new(), &WithNetwork);
    let all: Vec<_> = report.iter().collect();
    let [one] = &all[..] else { panic!("{}", report.render(false)) };
    (one.severity, one.what.clone(), one.span.as_ref().unwrap().start().0)
}

#[test]
fn the_plugin_gets_the_file_and_a_copy_names_it_by_its_hash() {
    let folder = folder(RULESET);
    let text = write_network(folder.path());
    let library = library(folder.path());
    let ruleset = load(&library, "sample/one");
    assert!(ruleset.warnings.is_empty());
    assert_eq!(plugin_part(&ruleset)["ai"]["network"]["weights"], "AA==");
    assert_eq!(ruleset.ai.settings.get("network"), None);
    let reference = format!("sample/one.net sha256:{}", sha256_hex(text.as_bytes()));
    assert!(ruleset.resolved_toml().contains(&reference), "{}", ruleset.resolved_toml());
    // The copy finds it again, and is the same.
    let read = |library: &Library| {
        library.load_text("copy", ruleset.resolved_toml(), &Overrides::new(), &WithNetwork).unwrap()
    };
    let copy = read(&library);
    assert_eq!(copy.hash(), ruleset.hash());
    assert_eq!(plugin_part(&copy), plugin_part(&ruleset));
    // Without the file, or with another one, the weights count.
    std::fs::write(folder.path().join("sample/one.net"), format!("{text} ")).unwrap();
    let copy = read(&library);
    assert_eq!(copy.hash(), ruleset.hash());
    assert_eq!(plugin_part(&copy)["ai"].get("network"), None);
    assert_eq!(copy.warnings.iter().count(), 1);
}

#[test]
fn a_built_in_network_is_found_beside_its_ruleset() {
    const TEXT: &str = r#"{"rules":"","weights":"AA=="}"#;
    let folder = folder(RULESET);
    let ruleset = std::fs::read_to_string(folder.path().join("sample/one.toml")).unwrap();
    let rulesets: &'static [(&str, &str)] = vec![("sample/one.toml", &*ruleset.leak())].leak();
    let library = Library::new(vec![LibrarySource::Bundled(rulesets)]);
    let found = diagnostic(&library);
    assert_eq!((found.0, found.2), (Severity::Error, 6));
    let library = library.with_networks(&[("sample/one.net", TEXT)]);
    let (severity, what, _) = diagnostic(&library);
    assert_eq!(severity, Severity::Warning);
    assert!(what.contains("another board or other rules"), "{what}");
}

#[test]
fn a_file_that_cannot_be_used_is_reported_where_it_is_named() {
    let folder = folder(RULESET);
    let library = library(folder.path());
    let (severity, what, line) = diagnostic(&library);
    assert_eq!((severity, line), (Severity::Error, 6));
    assert_eq!(what, "cannot read the network `one.net`");
    for text in ["", "[1]", "{\"rules\": 1", "{}"] {
        std::fs::write(folder.path().join("sample/one.net"), text).unwrap();
        let (severity, what, line) = diagnostic(&library);
        assert_eq!((severity, line), (Severity::Error, 6));
        assert_eq!(what, "`one.net` is no network", "{text}");
    }
    // Only the folder of the ruleset is read.
    let outside = RULESET.replace("one.net", "../one.net");
    std::fs::write(folder.path().join("sample/one.toml"), format!("{START}{outside}")).unwrap();
    std::fs::write(folder.path().join("one.net"), "{\"weights\":\"\"}").unwrap();
    assert_eq!(diagnostic(&library).0, Severity::Error);
}

#[test]
fn a_network_counts_only_with_its_board_and_rules() {
    let folder = folder(RULESET);
    write_network(folder.path());
    let library = library(folder.path());
    let wider = "format = 1\nname = \"Wider\"\nextends = \"sample/one\"\n\n[board]\nwidth = 8\n";
    let alike = "format = 1\nname = \"Alike\"\nextends = \"sample/one\"\n";
    std::fs::write(folder.path().join("sample/wider.toml"), wider).unwrap();
    std::fs::write(folder.path().join("sample/alike.toml"), alike).unwrap();
    let wider = load(&library, "sample/wider");
    assert_eq!(plugin_part(&wider)["ai"].get("network"), None);
    assert!(wider.warnings.is_empty(), "it did not ask for a network");
    let alike = load(&library, "sample/alike");
    assert_eq!(plugin_part(&alike)["ai"]["network"]["weights"], "AA==");
    // A ruleset that names it itself is told.
    let other = RULESET.replace('7', "9");
    std::fs::write(folder.path().join("sample/one.toml"), format!("{START}{other}")).unwrap();
    let (severity, what, line) = diagnostic(&library);
    assert_eq!((severity, line), (Severity::Warning, 6));
    assert!(what.contains("another board or other rules"), "{what}");
}
