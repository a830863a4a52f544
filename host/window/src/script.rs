//! Scripted runs, for tests and screenshots.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boardloom_gui::{App, Probe};
use serde::Serialize;

use crate::bridge::{Bridge, Widget};

#[derive(Debug, Clone, Default)]
pub struct Script {
    pub frames: Option<u64>,
    pub seconds: Option<f64>,
    /// A PNG of the last frame.
    pub shot: Option<PathBuf>,
    /// A JSON line whenever the contents change.
    pub probe: Option<PathBuf>,
    /// A JSON line for every frame's cost.
    pub times: Option<PathBuf>,
    /// Print the time to the first frame on standard error.
    pub first_frame: bool,
}

impl Script {
    /// Reads `BOARDLOOM_FRAMES`, `_SECONDS`, `_SHOT`, `_PROBE`, `_TIMES` and `_FIRST_FRAME`;
    /// ignores what it cannot parse.
    pub fn from_env() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        Script {
            frames: text("BOARDLOOM_FRAMES").and_then(|text| text.parse().ok()),
            seconds: text("BOARDLOOM_SECONDS").and_then(|text| text.parse().ok()),
            shot: text("BOARDLOOM_SHOT").map(PathBuf::from),
            probe: text("BOARDLOOM_PROBE").map(PathBuf::from),
            times: text("BOARDLOOM_TIMES").map(PathBuf::from),
            first_frame: text("BOARDLOOM_FIRST_FRAME").is_some(),
        }
    }
}

/// Positions are in physical pixels of the window.
#[derive(Serialize, PartialEq)]
struct ScriptLine<'a> {
    #[serde(flatten)]
    probe: &'a Probe,
    widgets: &'a [Widget],
    texts: &'a [String],
    window: [u32; 2],
}

#[derive(Serialize)]
struct NumberedLine<'a> {
    frame: u64,
    #[serde(flatten)]
    line: &'a ScriptLine<'a>,
}

/// Milliseconds of this thread's processor time, where the system reports it.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct FrameCost {
    /// Wall time since the start.
    pub(crate) at: f64,
    /// Input, panels, shapes, egui's tessellation.
    pub(crate) panels: f64,
    pub(crate) upload: f64,
    /// Draw calls; software drivers render some of the frame here.
    pub(crate) submit: f64,
}

pub(crate) struct FrameTimer(f64);

impl FrameTimer {
    pub(crate) fn start() -> Self {
        FrameTimer(thread_time())
    }

    pub(crate) fn lap(&mut self) -> f64 {
        let now = thread_time();
        let lap = now - std::mem::replace(&mut self.0, now);
        (lap * 1e3).round() / 1e3
    }
}

#[cfg(target_os = "linux")]
fn thread_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists on every Linux, and the time is our own.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// Wall time: the system reports no thread time.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> f64 {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

pub(crate) struct ScriptRunner {
    script: Script,
    started: Instant,
    frame: u64,
    probe: Option<std::fs::File>,
    times: Option<std::fs::File>,
    last: String,
}

impl ScriptRunner {
    pub(crate) fn new(script: Script, started: Instant) -> Self {
        let create = |path: &Option<PathBuf>| {
            std::fs::File::create(path.as_ref()?)
                .inspect_err(|error| tracing::error!(%error, "the probe cannot be written"))
                .ok()
        };
        let (probe, times) = (create(&script.probe), create(&script.times));
        ScriptRunner { script, started, frame: 0, probe, times, last: String::new() }
    }

    pub(crate) fn wants_widgets(&self) -> bool {
        self.probe.is_some()
    }

    pub(crate) fn skips_pauses(&self) -> bool {
        self.script.frames.is_some()
    }

    pub(crate) fn is_finished(&self) -> bool {
        let late = |seconds| self.started.elapsed() >= Duration::from_secs_f64(seconds);
        self.script.frames.is_some_and(|frames| self.frame >= frames)
            || self.script.seconds.is_some_and(late)
    }

    pub(crate) fn record_cost(&mut self, cost: FrameCost) {
        if let Some(file) = &mut self.times {
            let text = serde_json::to_string(&cost).unwrap_or_default();
            let _ = writeln!(file, "{text}");
        }
    }

    pub(crate) fn frame_drawn(&mut self, app: &App, bridge: &Bridge) {
        self.frame += 1;
        if self.frame == 1 && self.script.first_frame {
            eprintln!("first frame after {:.0} ms", self.started.elapsed().as_secs_f64() * 1e3);
        }
        if let Some(file) = &mut self.probe {
            let mut probe = app.probe();
            let scale = f64::from(bridge.pixels_per_point);
            for site in &mut probe.sites {
                (site.x, site.y) = (site.x * scale, site.y * scale);
            }
            let (width, height) = macroquad::miniquad::window::screen_size();
            let window = [width as u32, height as u32];
            let (widgets, texts) = (&*bridge.widgets, &*bridge.texts);
            let line = ScriptLine { probe: &probe, widgets, texts, window };
            let text = serde_json::to_string(&line).unwrap_or_default();
            if text != self.last {
                let numbered = NumberedLine { frame: self.frame, line: &line };
                let numbered = serde_json::to_string(&numbered).unwrap_or_default();
                // The reader may be gone.
                let _ = writeln!(file, "{numbered}").and_then(|()| file.flush());
                self.last = text;
            }
        }
        if self.is_finished()
            && let Some(path) = &self.script.shot
        {
            macroquad::texture::get_screen_data().export_png(&path.to_string_lossy());
        }
    }
}
