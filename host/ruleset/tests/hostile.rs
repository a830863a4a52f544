//! Rulesets and schemas that were made to crash, hang or flood the host.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fmt::Write as _;
use std::sync::Arc;

use boardloom_ruleset::{Diagnostics, Library, Overrides, PluginSchemas};
use common::{Anything, Sample};
use serde_json::{Value as Json, json};

const HEAD: &str = "format = 1\nplugin = \"sample\"\nname = \"It\"\n";

/// A plugin with any schema.
struct Written(Json);

impl PluginSchemas for Written {
    fn schema(&self, _: &str) -> Result<Arc<Json>, String> {
        Ok(Arc::new(self.0.clone()))
    }
}

#[track_caller]
fn refused(text: &str, schemas: &dyn PluginSchemas, why: &str) -> Diagnostics {
    let report = Library::default().load_text("it.toml", text, &Overrides::new(), schemas);
    let report = report.expect_err("it is refused");
    let shown = report.render(false);
    let start: String = shown.chars().take(2000).collect();
    assert!(shown.contains(why), "{start}");
    assert!(shown.len() < 100_000, "{} bytes", shown.len());
    assert!(shown.chars().all(|it| it == '\n' || !it.is_control()), "{start}");
    report
}

#[test]
fn schemas_that_refer_to_themselves_are_refused() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for times in [1, 16] {
            let itself = json!({ "$ref": "#/$defs/a" });
            let schema = Written(json!({
                "$defs": { "a": { keyword: vec![itself.clone(); times] } },
                "properties": { "board": itself },
            }));
            let text = format!("{HEAD}[board]\nwidth = 1\n");
            refused(&text, &schema, "it refers to itself without end");
        }
    }
}

/// Would break if alternatives were tried for every level of a value again.
#[test]
fn alternatives_that_multiply_with_the_depth_end() {
    let deeper = json!({ "properties": { "a": { "$ref": "#/$defs/a" } } });
    let schema = Written(json!({
        "$defs": { "a": { "anyOf": vec![deeper; 8] } },
        "properties": { "board": { "$ref": "#/$defs/a" } },
    }));
    let key = vec!["a"; 30].join(".");
    let text = format!("{HEAD}[board]\n{key} = {{ b = 1 }}\n");
    let result = Library::default().load_text("it.toml", &text, &Overrides::new(), &schema);
    assert!(result.is_ok() || result.is_err_and(|report| report.len() < 1000));
}

#[test]
fn a_pattern_is_compiled_once_for_many_strings() {
    let pattern = "^(a|b|ab|ba|aab|bba){0,200}$";
    let schema = Written(json!({
        "properties": { "board": { "properties": {
            "rows": { "type": "array", "items": { "type": "string", "pattern": pattern } },
        } } },
    }));
    let rows = "\"abba\", ".repeat(5000);
    let text = format!("{HEAD}[board]\nrows = [{rows}]\n");
    let ruleset = Library::default().load_text("it.toml", &text, &Overrides::new(), &schema);
    assert!(ruleset.is_ok());
}

#[test]
fn thousands_of_faults_are_counted() {
    let mut text = format!("{HEAD}[rules]\n");
    for number in 0..100_000 {
        let _ = writeln!(text, "key{number} = {number}");
    }
    let report = refused(&text, &Sample::default(), "unknown key `key0`");
    assert!(report.errors() >= 100_000, "{}", report.errors());
    assert!(report.iter().count() <= 500);
}

/// Would break if slips were looked for within each of so many brackets: that took minutes.
#[test]
fn values_in_thousands_of_brackets_are_refused() {
    for (open, close) in [("{a=", "}"), ("[", "]")] {
        for count in [65, 50_000] {
            let value = format!("{}1{}", open.repeat(count), close.repeat(count));
            let report = refused(&format!("{HEAD}x = {value}\n"), &Anything, "nested too deeply");
            assert_eq!(report.iter().count(), 1);
        }
        let value = format!("{}1{}", open.repeat(60), close.repeat(60));
        let text = format!("{HEAD}x = {value}\n");
        let report = Library::default().load_text("it", &text, &Overrides::new(), &Anything);
        let faults = report.err().map(|report| report.render(false)).unwrap_or_default();
        assert!(!faults.contains("too deeply"), "{faults}");
    }
    refused(&format!("{HEAD}{} = 1\n", "k".repeat(8 << 20)), &Anything, "the word is too long");
}

#[test]
fn options_have_a_limit() {
    let mut text = HEAD.to_owned();
    for number in 0..20_000 {
        let _ =
            write!(text, "[[options]]\nkey = \"rules.a{number}\"\nlabel = \"a\"\ndefault = 1\n");
    }
    refused(&text, &Anything, "too many values in `options`");
}

#[test]
fn long_names_are_cut() {
    let name = "a".repeat(8 << 20);
    let text = format!("format = 1\nextends = \"{name}\"\n");
    let report = Library::default().load_text("it", &text, &Overrides::new(), &Anything);
    let what = report.unwrap_err().iter().next().unwrap().what.clone();
    assert!(what.starts_with("there is no ruleset `aaa") && what.len() < 200, "{what}");
    let missing = Library::default().load(&name, &Overrides::new(), &Anything).unwrap_err();
    assert!(missing.render(false).len() < 300);
    let mut overrides = Overrides::new();
    overrides.set(name, 1);
    let text = format!("{HEAD}[board]\nwidth = 5\n");
    let report = Library::default().load_text("it", &text, &overrides, &Sample::default());
    assert!(report.unwrap_err().iter().all(|it| it.what.len() < 300));
}

#[test]
fn texts_that_a_terminal_would_obey_are_refused() {
    for (line, code) in [
        ("name = \"a\\u001B[2Jb\"", "U+001B"),
        ("name = \"one\\nerror: all is well\"", "one line has several"),
        ("summary = \"\\u202Eevil\"", "U+202E"),
        ("[help]\nrules = \"\\u0007\"", "U+0007"),
        ("[look.pieces.\"a\\u009Bb\"]\nletter = \"x\"", "U+009B"),
        ("[[players]]\nname = \"a\\rb\"\ncolor = \"#fff\"", "U+000D"),
    ] {
        let text = format!("format = 1\nplugin = \"it\"\n{line}\n");
        let text = if line.starts_with("name") { text } else { format!("name = \"It\"\n{text}") };
        refused(&text, &Anything, code);
    }
    let text = "format = 1\nplugin = \"it\"\nname = \"It\"\n[help]\nrules = \"a\\n\\tb\"\n";
    assert!(Library::default().load_text("it", text, &Overrides::new(), &Anything).is_ok());
}
