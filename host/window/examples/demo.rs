//! Opens the window with a small game that needs no plugin.
//!
//! `cargo run -p boardloom-window --example demo [RULESET [SEAT...]]`

#[path = "../../gui/tests/common/demo.rs"]
mod demo;

use std::sync::Arc;
use std::time::Instant;

use boardloom_gui::{CommandLineSetup, Options};
use boardloom_window::{Script, WindowOptions};

fn main() {
    let started = Instant::now();
    let mut words = std::env::args().skip(1);
    let ruleset = words.next();
    let setup = CommandLineSetup {
        seats: words.map(|it| it.parse().ok()).collect(),
        ..CommandLineSetup::default()
    };
    let play = Options { ruleset, setup, ..Options::default() };
    let folder = std::env::var_os("DEMO_FOLDER").map(std::path::PathBuf::from);
    let size = std::env::var("DEMO_SIZE").ok().and_then(|size| {
        let (width, height) = size.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    });
    let script = Script::from_env();
    let options = WindowOptions { play, size, started: Some(started), script, gallery: false };
    if let Err(error) = boardloom_window::run(Arc::new(demo::Demo::new(folder)), options) {
        eprintln!("boardloom: {error}");
        std::process::exit(3);
    }
}
