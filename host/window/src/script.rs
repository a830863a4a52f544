//! The window without a person: for tests and for pictures of it.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boardloom_panels::{App, Probe};
use serde::Serialize;

use crate::bridge::{Bridge, Widget};

/// What is done without a person.
#[derive(Debug, Clone, Default)]
pub struct Script {
    /// End after so many frames.
    pub frames: Option<u64>,
    /// End after so long.
    pub seconds: Option<f64>,
    /// Write a picture of the last frame here, as PNG.
    pub shot: Option<PathBuf>,
    /// Write a JSON line here whenever what is shown changes.
    pub probe: Option<PathBuf>,
    /// Tell on standard error how long the first frame took.
    pub first_frame: bool,
}

impl Script {
    /// Reads the script from the environment: `BOARDLOOM_FRAMES`,
    /// `BOARDLOOM_SECONDS`, `BOARDLOOM_SHOT`, `BOARDLOOM_PROBE`,
    /// `BOARDLOOM_FIRST_FRAME`. Unset, empty and unreadable ones say nothing.
    pub fn from_env() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        Script {
            frames: text("BOARDLOOM_FRAMES").and_then(|text| text.parse().ok()),
            seconds: text("BOARDLOOM_SECONDS").and_then(|text| text.parse().ok()),
            shot: text("BOARDLOOM_SHOT").map(PathBuf::from),
            probe: text("BOARDLOOM_PROBE").map(PathBuf::from),
            first_frame: text("BOARDLOOM_FIRST_FRAME").is_some(),
        }
    }
}

/// A line of the probe: positions are physical pixels of the window.
#[derive(Serialize, PartialEq)]
struct Line<'a> {
    #[serde(flatten)]
    probe: &'a Probe,
    /// Everything with a name that can be clicked or typed into.
    widgets: &'a [Widget],
    /// What else stands written there.
    texts: &'a [String],
    /// Width and height.
    window: [u32; 2],
}

/// A line as it is written: with the number of the frame, from 1.
#[derive(Serialize)]
struct Numbered<'a> {
    frame: u64,
    #[serde(flatten)]
    line: &'a Line<'a>,
}

/// A script under way.
pub(crate) struct Scripted {
    script: Script,
    started: Instant,
    frame: u64,
    probe: Option<std::fs::File>,
    last: String,
}

impl Scripted {
    pub(crate) fn new(script: Script, started: Instant) -> Self {
        let probe = script.probe.as_ref().and_then(|path| {
            std::fs::File::create(path)
                .inspect_err(|error| tracing::error!(%error, "the probe cannot be written"))
                .ok()
        });
        Scripted { script, started, frame: 0, probe, last: String::new() }
    }

    /// Tells whether names and places of widgets are wanted.
    pub(crate) fn wants_widgets(&self) -> bool {
        self.probe.is_some()
    }

    /// Tells whether frames follow each other without a pause.
    pub(crate) fn is_hasty(&self) -> bool {
        self.script.frames.is_some()
    }

    /// Tells whether the script is at its end.
    pub(crate) fn is_over(&self) -> bool {
        let late = |seconds| self.started.elapsed() >= Duration::from_secs_f64(seconds);
        self.script.frames.is_some_and(|frames| self.frame >= frames)
            || self.script.seconds.is_some_and(late)
    }

    /// Notes that a frame was drawn and not shown yet.
    pub(crate) fn drawn(&mut self, app: &App, bridge: &Bridge, time: f64) {
        self.frame += 1;
        if self.frame == 1 && self.script.first_frame {
            eprintln!("first frame after {:.0} ms", self.started.elapsed().as_secs_f64() * 1e3);
        }
        if let Some(file) = &mut self.probe {
            let mut probe = app.probe(time);
            let scale = f64::from(bridge.pixels_per_point());
            for site in &mut probe.sites {
                (site.x, site.y) = (site.x * scale, site.y * scale);
            }
            let (width, height) = macroquad::miniquad::window::screen_size();
            let window = [width as u32, height as u32];
            let (widgets, texts) = (bridge.widgets(), bridge.texts());
            let line = Line { probe: &probe, widgets, texts, window };
            let text = serde_json::to_string(&line).unwrap_or_default();
            if text != self.last {
                let numbered = Numbered { frame: self.frame, line: &line };
                let numbered = serde_json::to_string(&numbered).unwrap_or_default();
                // A reader may have gone: the window does not depend on it.
                let _ = writeln!(file, "{numbered}").and_then(|()| file.flush());
                self.last = text;
            }
        }
        if self.is_over()
            && let Some(path) = &self.script.shot
        {
            macroquad::texture::get_screen_data().export_png(&path.to_string_lossy());
        }
    }
}
