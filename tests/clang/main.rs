//! Plugins in C and C++: the kit in `sdk/c`, its example and its template, built with clang.
//!
//! Without clang the tests are listed as ignored, with the reason. They fail instead where they
//! must run: with `BOARDLOOM_REQUIRE_CLANG=1`.

#![allow(clippy::unwrap_used, reason = "clippy takes only functions marked as tests for tests")]

use boardloom_component::clang_missing;
use libtest_mimic::{Arguments, Failed, Trial};

mod example;
mod kit;
mod plugin_folder;
#[path = "../all/program.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod program;

/// Pairs each test with its name.
macro_rules! tests {
    ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name as fn())),*] };
}
pub(crate) use tests;

/// A test and its name.
type NamedTest = (&'static str, fn());

fn main() {
    let modules: &[(&str, &[NamedTest])] = &[("example", example::TESTS), ("kit", kit::TESTS)];
    let value = std::env::var_os("BOARDLOOM_REQUIRE_CLANG");
    let required = value.is_some_and(|it| !it.is_empty() && it != "0");
    let missing = clang_missing();
    let trials = modules.iter().flat_map(|(module, tests)| {
        let missing = missing.clone();
        tests.iter().map(move |(name, test)| {
            let (reason, test) = (missing.clone(), *test);
            let (is_missing, kind) = (reason.is_some(), reason.clone().unwrap_or_default());
            let trial = Trial::test(format!("{module}::{name}"), move || match reason {
                Some(reason) => Err(Failed::from(reason)),
                None => {
                    test();
                    Ok(())
                }
            });
            trial.with_kind(kind).with_ignored_flag(is_missing && !required)
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
