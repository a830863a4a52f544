//! Invalid rulesets and their diagnostics: each `invalid/NAME.toml` has the text
//! beside it in `NAME.expected`.
//!
//! A comment `#! set KEY=VALUE` chooses a value; `#! diagnostic {...}` is what
//! the plugin finds wrong once the host has let the ruleset through.
//! `UPDATE_EXPECT=1` updates the texts.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::path::PathBuf;

use boardloom_contract::{Diagnostic, Message, PathKey, Severity};
use boardloom_ruleset::{Diagnostics, Library, LibrarySource, Overrides};
use common::{Sample, data};
use expect_test::expect_file;
use serde_json::Value as Json;

/// Returns the library of the test data as if it were built in, so that no path
/// of a machine stands in what is expected.
fn library() -> Library {
    let folder = data().join("library");
    let texts =
        Library::new(vec![LibrarySource::Folder(folder.clone())]).ids().into_iter().map(|id| {
            let text = std::fs::read_to_string(folder.join(format!("{id}.toml"))).unwrap();
            (&*format!("{id}.toml").leak(), &*text.leak())
        });
    Library::new(vec![LibrarySource::Bundled(texts.collect::<Vec<_>>().leak())])
}

fn invalid_rulesets() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(data().join("invalid"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .collect();
    paths.sort();
    paths
}

fn diagnostic(text: &str) -> Diagnostic {
    let json: Json = serde_json::from_str(text).expect("a diagnostic is JSON");
    let message = |key: &str| json[key].as_str().map(|text| Message::new("test", text));
    let path = json["path"].as_array().unwrap().iter().map(|step| match step.as_u64() {
        Some(index) => PathKey::Index(index as u32),
        None => PathKey::Name(step.as_str().unwrap().to_owned()),
    });
    let number = |index: usize| json["inside"][index].as_u64().map(|it| it as u32);
    Diagnostic {
        severity: match json["warning"].as_bool() {
            Some(true) => Severity::Warning,
            _ => Severity::Error,
        },
        path: path.collect(),
        on_key: json["on_key"].as_bool().unwrap_or_default(),
        inside: number(0).zip(number(1)),
        what: message("what").unwrap(),
        hint: message("hint"),
    }
}

fn check(path: PathBuf, library: &Library) -> Diagnostics {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&path).unwrap();
    let mut settings = Overrides::new();
    let mut diagnostics = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("#! ")) {
        match line.split_once(' ').expect("a comment for the test has two parts") {
            ("set", choice) => settings.set_assignment(choice).unwrap(),
            ("diagnostic", json) => diagnostics.push(diagnostic(json)),
            (other, _) => panic!("{name}: what does {other} mean?"),
        }
    }
    match library.load_text(&name, &text, &settings, &Sample::default()) {
        Err(report) => report,
        Ok(ruleset) => {
            let mut report = ruleset.warnings.clone();
            report.append(ruleset.locate(&diagnostics));
            report
        }
    }
}

#[test]
fn diagnostics_have_the_expected_texts() {
    let library = library();
    let paths = invalid_rulesets();
    assert!(paths.len() >= 25, "the folder of invalid rulesets was not found");
    for path in paths {
        let report = check(path.clone(), &library);
        assert!(!report.is_empty(), "{}: no diagnostics", path.display());
        expect_file![path.with_extension("expected")].assert_eq(&report.render(false));
        for finding in report.iter() {
            let json = finding.to_json();
            assert!(json["line"].is_null() || json["line"].as_u64() > Some(0), "{json}");
        }
    }
}
