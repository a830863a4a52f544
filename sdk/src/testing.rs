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
