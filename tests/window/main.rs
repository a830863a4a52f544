//! The window on an X server without hardware, used with a mouse and a keyboard.
//!
//! Without such a server the tests are listed as ignored, with the reason. They fail
//! instead where they must run: with `BOARDLOOM_REQUIRE_WINDOW=1` or `CI` set.

#![allow(clippy::unwrap_used, reason = "clippy takes only functions marked as tests for tests")]

use libtest_mimic::{Arguments, Failed, Trial};

mod annotation;
mod board3d;
mod connection;
mod files;
#[path = "../all/fractal.rs"]
#[allow(dead_code, unused_imports, reason = "only its reference data is used here")]
mod fractal;
mod fractal_board;
mod live_reload;
#[cfg(target_os = "linux")]
mod monkey;
mod new_game;
mod online;
mod pictures;
mod play;
mod probe;
#[path = "../all/program.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod program;
mod review;
mod safe_mode;
mod screen;
mod sound;
#[path = "../all/support.rs"]
#[allow(dead_code, reason = "shared with tests/all")]
mod support;
mod tafl;

/// Pairs each test with its name.
macro_rules! tests {
    ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name as fn())),*] };
}
pub(crate) use tests;

/// A test and its name.
type NamedTest = (&'static str, fn());

fn main() {
    let modules: &[(&str, &[NamedTest])] = &[
        ("annotation", annotation::TESTS),
        ("board3d", board3d::TESTS),
        ("connection", connection::TESTS),
        ("files", files::TESTS),
        ("fractal_board", fractal_board::TESTS),
        ("live_reload", live_reload::TESTS),
        #[cfg(target_os = "linux")]
        ("monkey", monkey::TESTS),
        ("new_game", new_game::TESTS),
        ("online", online::TESTS),
        ("pictures", pictures::TESTS),
        ("play", play::TESTS),
        ("review", review::TESTS),
        ("safe_mode", safe_mode::TESTS),
        ("sound", sound::TESTS),
        ("tafl", tafl::TESTS),
    ];
    let set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty() && it != "0");
    let required = set("BOARDLOOM_REQUIRE_WINDOW") || set("CI");
    let missing = screen::missing();
    let trials = modules.iter().flat_map(|(module, tests)| {
        let more = (*module == "sound").then(sound::missing).flatten();
        let missing = missing.clone().or(more);
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
