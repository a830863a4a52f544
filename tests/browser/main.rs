//! The page of `boardloom serve` in a browser without a screen, used with a mouse and a keyboard.
//!
//! Without Chromium the tests are listed as ignored, with the reason. They fail instead where they
//! must run: with `BOARDLOOM_REQUIRE_BROWSER=1`.

#![allow(clippy::unwrap_used, reason = "clippy takes only functions marked as tests for tests")]

use libtest_mimic::{Arguments, Failed, Trial};

mod accounts;
mod chromium;
mod correspondence;
mod games;
mod mixed;
mod page;
#[path = "../window/probe.rs"]
#[allow(dead_code, reason = "shared with tests/window")]
mod probe;
#[path = "../all/program.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod program;
#[path = "../all/pty.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod pty;
#[path = "../window/screen.rs"]
#[allow(dead_code, reason = "shared with tests/window")]
mod screen;
#[path = "../all/served.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod served;
#[path = "../all/support.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod support;

/// Pairs each test with its name.
macro_rules! tests {
    ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name as fn())),*] };
}
pub(crate) use tests;

/// A test and its name.
type NamedTest = (&'static str, fn());

fn main() {
    let modules: &[(&str, &[NamedTest])] = &[
        ("accounts", accounts::TESTS),
        ("correspondence", correspondence::TESTS),
        ("games", games::TESTS),
        ("mixed", mixed::TESTS),
        ("page", page::TESTS),
    ];
    let set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty() && it != "0");
    let required = set("BOARDLOOM_REQUIRE_BROWSER");
    let (browser, window) = (chromium::missing(), screen::missing());
    let trials = modules.iter().flat_map(|(module, tests)| {
        let needs_window = *module == "mixed";
        let missing = browser.clone().or_else(|| window.clone().filter(|_| needs_window));
        tests.iter().map(move |(name, test)| {
            let (reason, test) = (missing.clone(), *test);
            let is_missing = reason.is_some();
            let kind = reason.clone().unwrap_or_default();
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
