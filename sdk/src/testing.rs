//! Holding a plugin to the contract in its own unit tests.

pub use boardloom_contract::harness::*;

use crate::game::Plugin;
use crate::native::Native;

/// Plays games at random with a plugin, linked natively, and checks at every
/// position what the contract promises.
///
/// # Panics
/// With all that does not hold.
pub fn conform<P: Plugin>(ruleset: &str) {
    let report = check(&Native::<P>::new("plugin"), ruleset, &Plan::default());
    let report = report.expect("a native plugin has no faults");
    assert!(report.passed(), "{report}");
}

/// Holds the schema that a plugin includes as text to the types that read its
/// rulesets: the test that [`export!`](crate::export) brings. With
/// `UPDATE_EXPECT=1` in the environment writes the file anew.
///
/// # Panics
/// Where the file says anything else.
pub fn schema<P: Plugin>(file: impl AsRef<std::path::Path>) {
    let file = file.as_ref();
    let made = crate::native::schema::<P>() + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(file, made).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        return;
    }
    let held = std::fs::read_to_string(file).unwrap_or_default();
    let current = held == made;
    assert!(current, "{} is out of date: test again with UPDATE_EXPECT=1", file.display());
}
