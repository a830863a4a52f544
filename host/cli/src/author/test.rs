//! `boardloom plugin test`.

use std::io::Write;
use std::path::Path;

use boardloom_contract::harness::{self, ConformanceReport, HarnessOptions};
use boardloom_ruleset::Overrides;
use serde_json::json;

use super::build;
use super::expectations::{RecordReport, check_records, perft_failures};
use super::plugin_file::{self, PluginFile};
use crate::cli::{Build, CatalogArgs, Test};
use crate::{Console, Failure, Result};

pub fn run(args: &CatalogArgs, test: &Test, console: &mut Console<'_>) -> Result<()> {
    let folder = Path::new(&test.plugin);
    if folder.is_dir() {
        let build = Build {
            dir: folder.to_owned(),
            output: None,
            component_only: None,
            profile: "release".to_owned(),
            locked: false,
        };
        build::run(&build, &mut Console::quiet(console))?;
    }
    let plugin = plugin_file::find(args, &test.plugin)?;
    let rulesets = rulesets(&plugin, test)?;
    let rules = plugin.catalog.sandbox()?.load(&plugin.name, &plugin.bytes)?;
    let options = HarnessOptions {
        games: test.games,
        cut: test.max_plies,
        seed: test.seed,
        ..HarnessOptions::default()
    };
    let mut failed = false;
    for ruleset in rulesets {
        let source = plugin.catalog.source(&ruleset, &Overrides::new())?;
        let mut report = harness::check(&*rules, &source.ruleset.plugin_json(), &options);
        // A plugin that breaks the contract can break anything that relies on it.
        if report.passed() {
            report.failures = perft_failures(&plugin.catalog, &source);
        }
        failed |= !report.passed();
        show(&ruleset, &report, test.json, console)?;
        console.flush()?;
    }
    // A ruleset that is named is tested alone.
    let folder = plugin.folder.as_deref().filter(|_| test.ruleset.is_none());
    if let Some(folder) = folder {
        for record in check_records(&plugin.catalog, folder)? {
            failed |= !record.failures.is_empty();
            show_record(&record, test.json, console)?;
        }
        console.flush()?;
    }
    if failed { Err(Failure::CheckFailed) } else { Ok(()) }
}

fn rulesets(plugin: &PluginFile, test: &Test) -> Result<Vec<String>> {
    if let Some(ruleset) = &test.ruleset {
        return Ok(vec![ruleset.clone()]);
    }
    let all: Vec<String> = plugin
        .catalog
        .list()
        .into_iter()
        .filter(|entry| entry.plugin == plugin.name)
        .map(|entry| entry.id)
        .collect();
    match all.is_empty() {
        false => Ok(all),
        true => Err(Failure::Usage(format!(
            "there is no ruleset for the plugin `{}`; write one (rulesets/{0}/{0}.toml beside it), \
             or name its file",
            plugin.name
        ))),
    }
}

fn show(
    ruleset: &str,
    report: &ConformanceReport,
    as_json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    if as_json {
        let object = json!({
            "ruleset": ruleset,
            "passed": report.passed(),
            "games": report.games,
            "plies": report.plies,
            "cut": report.cut,
            "failures": report.failures,
        });
        writeln!(console.out, "{object}")?;
    } else {
        writeln!(console.out, "{ruleset}: {report}")?;
    }
    Ok(())
}

fn show_record(report: &RecordReport, as_json: bool, console: &mut Console<'_>) -> Result<()> {
    let RecordReport { name, ruleset, plies, failures } = report;
    if as_json {
        let object = json!({
            "record": name,
            "ruleset": ruleset,
            "passed": failures.is_empty(),
            "plies": plies,
            "failures": failures,
        });
        writeln!(console.out, "{object}")?;
        return Ok(());
    }
    writeln!(console.out, "{name} ({ruleset}): {plies} plies, {} failures", failures.len())?;
    for failure in failures {
        writeln!(console.out, "- {failure}")?;
    }
    Ok(())
}
