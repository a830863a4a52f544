//! The frame loop.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_gui::{App, WindowRequest};
use macroquad::miniquad;
use macroquad::window::{clear_background, next_frame};

use crate::WindowError;
use crate::bridge::{Bridge, MeshDraw, Scene3dFrame};
use crate::idle::{EventWaiter, WakeReason, Waker};
use crate::script::{FrameCost, Script, ScriptRunner, Stopwatch};
use crate::speaker::Speaker;

/// The duration of a frame during animations.
const FRAME: Duration = Duration::from_micros(16_600);

/// # Errors
/// When the graphics driver refuses the shader.
pub(crate) async fn show(
    mut app: App,
    signal: Waker,
    started: Instant,
    script: Script,
) -> Result<(), WindowError> {
    macroquad::input::prevent_quit();
    let ctx = egui::Context::default();
    let mut script = ScriptRunner::new(script, started);
    if script.wants_widgets() {
        ctx.enable_accesskit();
    }
    let mut bridge = Bridge::new(ctx).map_err(|why| WindowError::Graphics { why })?;
    let waiter = EventWaiter::new(signal);
    let mut speaker = Speaker::default();
    let (mut board_uploader, mut scene3d_uploader) =
        (BoardUploader::default(), Scene3dUploader::default());
    loop {
        let began = Instant::now();
        let size = miniquad::window::screen_size();
        let time = started.elapsed().as_secs_f64();
        let mut watch = Stopwatch::start();
        let delay = bridge.run(time, |ui| app.ui(ui));
        let mut pictured = false;
        for request in app.take_requests() {
            match request {
                WindowRequest::FullScreen(full) => crate::display::fill_screen(full),
                WindowRequest::Sound(sound, volume) => speaker.play(sound, volume),
                WindowRequest::Paste => bridge.paste(),
                WindowRequest::Picture => pictured = true,
            }
        }
        app.resized(size.0 as u32, size.1 as u32);
        let panels = watch.lap();
        let draws = board_uploader.lay(&mut app, &mut bridge);
        scene3d_uploader.lay(&mut app, &mut bridge);
        let upload = watch.lap();
        draw(&mut app, &mut bridge, &draws);
        let submit = watch.lap();
        if pictured {
            picture(&mut app);
        }
        script.record_cost(FrameCost { at: time * 1e3, panels, upload, submit });
        if macroquad::input::is_quit_requested() {
            app.close();
        }
        script.frame_drawn(&app, &bridge);
        if app.controller.closing || script.is_finished() {
            app.controller.finish();
            return Ok(());
        }
        next_frame().await;
        let pause = delay.max(FRAME.saturating_sub(began.elapsed()));
        let idle = |bridge: &mut Bridge| {
            !bridge.has_input()
                && !macroquad::input::is_quit_requested()
                && miniquad::window::screen_size() == size
        };
        if script.skips_pauses() || !idle(&mut bridge) {
            continue;
        }
        if waiter.wait(pause) == WakeReason::Input {
            // miniquad reads the event only after a frame: show the last one again.
            draw(&mut app, &mut bridge, &draws);
            next_frame().await;
        }
    }
}

fn draw(app: &mut App, bridge: &mut Bridge, draws: &[MeshDraw]) {
    let [r, g, b, _] = app.background().to_array();
    clear_background(macroquad::color::Color::from_rgba(r, g, b, 255));
    let scene = app.scene3d();
    let frame = scene.as_ref().and_then(|scene| {
        let (eye, clip) = (scene.eye()?, scene.clip?);
        Some(Scene3dFrame { eye, clip, instances: scene.instances() })
    });
    bridge.draw(frame.as_ref(), draws);
}

fn picture(app: &mut App) {
    let image = macroquad::texture::get_screen_data();
    // Rows come from the bottom.
    let row = usize::from(image.width) * 4;
    let dots: Vec<u8> = image.bytes.chunks(row.max(1)).rev().flatten().copied().collect();
    app.pictured(image.width.into(), image.height.into(), &dots);
}

#[derive(Default)]
struct Scene3dUploader {
    laid: HashSet<u64>,
}

impl Scene3dUploader {
    fn lay(&mut self, app: &mut App, bridge: &mut Bridge) {
        let (fresh, kept) = match app.scene3d() {
            Some(scene) => (scene.take_fresh(), scene.kept()),
            None => (Vec::new(), HashSet::new()),
        };
        for id in self.laid.extract_if(|id| !kept.contains(id)) {
            bridge.painter().scene3d.drop(id);
        }
        for (id, facets) in fresh {
            self.laid.insert(id);
            bridge.painter().scene3d.set(id, &facets);
        }
    }
}

#[derive(Default)]
struct BoardUploader {
    laid: HashSet<u64>,
}

impl BoardUploader {
    fn lay(&mut self, app: &mut App, bridge: &mut Bridge) -> Vec<MeshDraw> {
        let Some(surface) = app.board_surface() else { return Vec::new() };
        let Some(clip) = surface.clip else { return Vec::new() };
        let fresh = surface.take_fresh();
        if !fresh.is_empty() {
            let kept = surface.kept();
            for id in self.laid.extract_if(|id| !kept.contains(id)) {
                bridge.painter().drop_slab(id);
            }
        }
        for (id, mesh) in fresh {
            self.laid.insert(id);
            bridge.painter().set_slab(id, Arc::unwrap_or_clone(mesh));
        }
        let tiles = surface.instances().iter();
        tiles
            .map(|tile| MeshDraw { id: tile.id, clip, zoom: tile.zoom, origin: tile.origin })
            .collect()
    }
}
