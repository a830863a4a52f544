//! Time from the start of the process to the first frame of the window, on the current
//! display or on a virtual one.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use criterion::Criterion;
use tempfile::TempDir;

/// The text that the program writes to standard error after its first frame.
const FIRST_FRAME_LOG: &str = "first frame after";
/// A start that takes longer counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// A display, and its server if the benchmark started it.
struct Display {
    name: String,
    server: Option<Child>,
}

impl Display {
    /// Returns the current display, or a new virtual one with software rendering.
    fn find() -> Result<Self, String> {
        if let Ok(name) = std::env::var("DISPLAY")
            && !name.is_empty()
        {
            return Ok(Display { name, server: None });
        }
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24"])
            .args(["-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("DISPLAY is not set, and Xvfb does not start: {error}"))?;
        let mut number = String::new();
        let said = BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut number);
        let display = Display { name: format!(":{}", number.trim()), server: Some(server) };
        match said {
            Ok(length) if length > 1 => Ok(display),
            _ => Err("Xvfb ended before it had a display".to_owned()),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            // It may have ended already.
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// Starts the program and returns how long its first frame took.
fn first_frame(display: &Display, home: &TempDir) -> Result<Duration, String> {
    let began = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_boardloom-under-test"))
        .current_dir(home)
        .env("DISPLAY", &display.name)
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path().join("data"))
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .env("XDG_CACHE_HOME", home.path().join("cache"))
        .env("BOARDLOOM_FRAMES", "1")
        .env("BOARDLOOM_FIRST_FRAME", "1")
        .env("BOARDLOOM_SECONDS", PATIENCE.as_secs().to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the program does not start: {error}"))?;
    let mut all = Vec::new();
    let mut took = None;
    for line in BufReader::new(program.stderr.take().expect("a pipe")).lines() {
        let line =
            line.map_err(|error| format!("what the program says cannot be read: {error}"))?;
        if took.is_none() && line.starts_with(FIRST_FRAME_LOG) {
            took = Some(began.elapsed());
        }
        all.push(line);
    }
    let status =
        program.wait().map_err(|error| format!("the program cannot be awaited: {error}"))?;
    took.filter(|_| status.success()).ok_or_else(|| format!("{status}: {}", all.join("\n")))
}

fn main() {
    let display = match Display::find() {
        Ok(display) => display,
        Err(why) => return println!("not run: first frame: {why}"),
    };
    let home = tempfile::tempdir().expect("a folder");
    // Warm up the system's file cache.
    if let Err(why) = first_frame(&display, &home) {
        panic!("the window does not open on {}: {why}", display.name);
    }
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    criterion.bench_function("process start to first frame", |bencher| {
        bencher.iter_custom(|times| {
            (0..times).map(|_| first_frame(&display, &home).expect("it opened before")).sum()
        });
    });
    criterion.final_summary();
}
