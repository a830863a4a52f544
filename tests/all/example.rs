//! The SDK's example game, built and loaded like a third-party plugin.

use std::process::Command;
use std::sync::Arc;

use boardloom_contract::LoadedPlugin;
use boardloom_contract::harness::check;
use boardloom_ruleset::{Library, LibrarySource, Overrides, PluginSchemas, Ruleset};
use boardloom_sandbox::inspect;
use expect_test::expect_file;

use crate::golden::playthrough;
use crate::support::{data, open, plan};
use crate::third_party::{build_component, folder, guests, load_plugin};

const CRATE: &str = "sdk/examples/reversi";

fn sandboxed() -> Arc<dyn LoadedPlugin> {
    load_plugin("reversi", CRATE)
}

struct OwnSchema(Arc<dyn LoadedPlugin>);

impl PluginSchemas for OwnSchema {
    fn schema(&self, _: &str) -> Result<Arc<serde_json::Value>, String> {
        let schema = self.0.schema().map_err(|error| error.to_string())?;
        serde_json::from_str(&schema).map(Arc::new).map_err(|error| error.to_string())
    }
}

/// Loads the rulesets in the crate's own folder.
fn rulesets() -> Vec<Ruleset> {
    let library = Library::new(vec![LibrarySource::Folder(folder(CRATE).join("rulesets"))]);
    let schemas = OwnSchema(sandboxed());
    let load = |id: &str| {
        library
            .load(id, &Overrides::default(), &schemas)
            .unwrap_or_else(|report| panic!("{id}:\n{}", report.render(false)))
    };
    library.list().iter().map(|entry| load(&entry.id)).collect()
}

#[test]
fn the_example_keeps_the_contract_and_stays_small() {
    let inspection = inspect("reversi", &build_component(CRATE)).expect("a plugin");
    assert!(inspection.counts && inspection.searches && inspection.named);
    assert!(inspection.size < boardloom_component::MOST_BYTES, "{} bytes", inspection.size);
}

#[test]
fn perft_is_that_of_othello_natively_and_in_the_sandbox() {
    let rulesets = rulesets();
    let plain = rulesets.iter().find(|own| own.id == "reversi/reversi").expect("the plain rules");
    let mut cursor = open(&*sandboxed(), &plain.plugin_json(), None);
    for (depth, leaves) in (1..).zip([4, 12, 56, 244, 1396, 8200, 55_092]) {
        assert_eq!(cursor.perft(depth, false), Ok(leaves), "depth {depth}");
    }
}

#[test]
fn the_examples_rulesets_keep_the_contract_and_play_their_golden_games() {
    let sandboxed = sandboxed();
    let rulesets = rulesets();
    assert_eq!(rulesets.len(), 2);
    for ruleset in rulesets {
        let json = ruleset.plugin_json();
        let plan = plan();
        let report = check(&*sandboxed, &json, &plan);
        assert!(report.passed() && report.cut == 0, "{}: {report}", ruleset.id);
        let game = playthrough(&*sandboxed, &json);
        expect_file![data().join("third-party").join(format!("{}.txt", ruleset.id))]
            .assert_eq(&game);
    }
}

#[test]
fn the_examples_own_tests_pass() {
    let output = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--locked", "--manifest-path"])
        .arg(folder(CRATE).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(guests())
        .output()
        .expect("cargo runs");
    let texts = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "{}", texts.join("\n"));
}
