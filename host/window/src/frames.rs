//! The frame loop.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_gui::screen::MeshInstance;
use boardloom_gui::{App, WindowRequest};
use macroquad::miniquad;
use macroquad::window::{clear_background, next_frame};

use crate::WindowError;
use crate::bridge::{Bridge, MeshDraw, Scene3dFrame};
use crate::idle::{EventWaiter, WakeReason, WakeSignal};
use crate::script::{FrameCost, FrameTimer, Script, ScriptRunner};
use crate::speaker::Speaker;

/// The duration of a frame during animations.
const FRAME: Duration = Duration::from_micros(16_600);

/// # Errors
/// When the graphics driver refuses the shader.
pub(crate) async fn show(
    mut app: App,
    signal: Arc<WakeSignal>,
    started: Instant,
    script: Script,
) -> Result<(), WindowError> {
    macroquad::input::prevent_quit();
    crate::display::log_errors();
    let ctx = egui::Context::default();
    let mut script = ScriptRunner::new(script, started);
    if script.wants_widgets() {
        ctx.enable_accesskit();
    }
    let mut bridge = Bridge::new(ctx).map_err(|why| WindowError::Graphics { why })?;
    let woken = Arc::clone(&signal);
    let speaker = Speaker::open(Arc::new(move || woken.raise()));
    let waiter = EventWaiter::new(signal);
    let (mut on_board, mut in_scene) = (HashSet::new(), HashSet::new());
    loop {
        let began = Instant::now();
        let size = miniquad::window::screen_size();
        let time = started.elapsed().as_secs_f64();
        let mut watch = FrameTimer::start();
        app.set_sound(speaker.has_device());
        let delay = bridge.run(time, |ui| app.ui(ui));
        let wants_picture = serve(app.take_requests(), &mut bridge, &speaker);
        app.set_window_size(size.0 as u32, size.1 as u32);
        let panels = watch.lap();
        let draws = upload_board(&mut app, &mut bridge, &mut on_board);
        upload_scene3d(&mut app, &mut bridge, &mut in_scene);
        let upload = watch.lap();
        draw(&mut app, &mut bridge, &draws);
        let submit = watch.lap();
        if wants_picture {
            take_picture(&mut app);
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
            !bridge.input.is_waiting()
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

/// Returns whether a picture of the frame was requested.
fn serve(requests: Vec<WindowRequest>, bridge: &mut Bridge, speaker: &Speaker) -> bool {
    let mut wants_picture = false;
    for request in requests {
        match request {
            WindowRequest::FullScreen(full) => crate::display::fill_screen(full),
            WindowRequest::Sound(sound, volume) => speaker.play(sound, volume),
            WindowRequest::Paste => bridge.input.paste(),
            WindowRequest::Picture => wants_picture = true,
        }
    }
    wants_picture
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

fn take_picture(app: &mut App) {
    let image = macroquad::texture::get_screen_data();
    // Rows come from the bottom.
    let row = usize::from(image.width) * 4;
    let dots: Vec<u8> = image.bytes.chunks(row.max(1)).rev().flatten().copied().collect();
    app.receive_picture(image.width.into(), image.height.into(), &dots);
}

/// Keeps the graphics card's meshes of the 3D board, `uploaded` by their ids, up to date.
fn upload_scene3d(app: &mut App, bridge: &mut Bridge, uploaded: &mut HashSet<u64>) {
    let (fresh, kept) = match app.scene3d() {
        Some(scene) => (scene.take_fresh(), scene.kept()),
        None => (Vec::new(), HashSet::new()),
    };
    for id in uploaded.extract_if(|id| !kept.contains(id)) {
        bridge.painter.scene3d.drop(id);
    }
    for (id, facets) in fresh {
        uploaded.insert(id);
        bridge.painter.scene3d.set(id, &facets);
    }
}

/// The same for the flat board. Returns the meshes to draw.
fn upload_board(app: &mut App, bridge: &mut Bridge, uploaded: &mut HashSet<u64>) -> Vec<MeshDraw> {
    let Some(surface) = app.board_surface() else { return Vec::new() };
    let Some(clip) = surface.clip else { return Vec::new() };
    let fresh = surface.take_fresh();
    if !fresh.is_empty() {
        let kept = surface.kept();
        for id in uploaded.extract_if(|id| !kept.contains(id)) {
            bridge.painter.drop_slab(id);
        }
    }
    for (id, mesh) in fresh {
        uploaded.insert(id);
        bridge.painter.set_slab(id, Arc::unwrap_or_clone(mesh));
    }
    let tiles = surface.instances().iter();
    let draw =
        |tile: &MeshInstance| MeshDraw { id: tile.id, clip, zoom: tile.zoom, origin: tile.origin };
    tiles.map(draw).collect()
}
