//! The shipped rulesets are valid, as far as the host can tell without plugins.

mod common;

use boardloom_ruleset::{Library, LibrarySource, Overrides};
use common::{Anything, root};

#[test]
fn every_shipped_ruleset_is_valid() {
    let library = Library::new(vec![LibrarySource::Folder(root().join("rulesets"))]);
    let entries = library.list();
    assert!(entries.len() >= 2, "the folder of rulesets was not found");
    for entry in entries {
        let ruleset = library
            .load(&entry.id, &Overrides::new(), &Anything)
            .unwrap_or_else(|report| panic!("{}:\n{report}", entry.id));
        assert!(ruleset.warnings.is_empty(), "{}", ruleset.warnings);
        assert!(!ruleset.summary.is_empty(), "{} has no summary", entry.id);
        assert!(ruleset.help.rules.is_some(), "{} has no rules text", entry.id);
        assert!(ruleset.help.source.is_some(), "{} names no source", entry.id);
        let again = library
            .load_text(&entry.id, ruleset.resolved_toml(), &Overrides::new(), &Anything)
            .unwrap_or_else(|report| panic!("{}:\n{report}", entry.id));
        assert_eq!(again.resolved_toml(), ruleset.resolved_toml());
        // Tables stand behind plain keys in the copy: that order says nothing.
        let part = |ruleset: &boardloom_ruleset::Ruleset| -> serde_json::Value {
            serde_json::from_str(&ruleset.plugin_json()).expect("JSON")
        };
        assert_eq!(part(&again), part(&ruleset));
        assert_eq!(again.hash(), ruleset.hash());
    }
}
