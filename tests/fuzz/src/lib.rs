//! The fuzz targets of `tests/all/fuzz` for a fuzzer that is guided by coverage.

#![allow(dead_code, reason = "the tests use the rest of these modules")]

#[path = "../../all/fuzz/mod.rs"]
mod fuzz;
#[path = "../../all/guest.rs"]
mod guest;
#[path = "../../all/support.rs"]
mod support;

/// Runs a target on bytes of any content.
pub fn run(target: &str, bytes: &[u8]) {
    let known = fuzz::TARGETS.iter().find(|(name, _)| *name == target);
    known.expect("the target is listed").1(bytes);
}
