//! Frame after frame, until the window is closed.

use std::time::{Duration, Instant};

use boardloom_panels::{App, Request};
use egui::Pos2;
use macroquad::miniquad;
use macroquad::window::{clear_background, next_frame};

use crate::WindowError;
use crate::bridge::{Bridge, Slab};
use crate::clipboard::Desktop;
use crate::idle::{Sleeper, Waker, Woken};
use crate::script::{Script, Scripted};

/// While something moves, a frame takes this long.
const FRAME: Duration = Duration::from_micros(16_600);
/// The slab that the ground of the board lies in.
const GROUND: usize = 0;

/// Shows the program until it wants to end.
///
/// # Errors
/// When the graphics driver refuses the shader.
pub(crate) async fn show(
    mut app: App,
    bell: Waker,
    started: Instant,
    script: Script,
) -> Result<(), WindowError> {
    macroquad::input::prevent_quit();
    let ctx = egui::Context::default();
    let mut script = Scripted::new(script, started);
    if script.wants_widgets() {
        ctx.enable_accesskit();
    }
    let mut bridge =
        Bridge::new(ctx, Box::<Desktop>::default()).map_err(|why| WindowError::Graphics { why })?;
    let sleeper = Sleeper::new(bell);
    let mut ground = Ground::default();
    loop {
        let began = Instant::now();
        let size = miniquad::window::screen_size();
        let time = started.elapsed().as_secs_f64();
        let pace = bridge.run(time, |ui| app.ui(ui));
        for request in app.take_requests() {
            match request {
                Request::FullScreen(full) => crate::display::fill_screen(full),
            }
        }
        app.resized(size.0 as u32, size.1 as u32);
        let slabs = ground.lay(&app, &mut bridge);
        draw(&app, &mut bridge, &slabs);
        if macroquad::input::is_quit_requested() {
            app.close();
        }
        script.drawn(&app, &bridge, time);
        if app.is_closing() || script.is_over() {
            app.finish();
            return Ok(());
        }
        next_frame().await;
        let pause = pace.delay.max(FRAME.saturating_sub(began.elapsed()));
        let idle = |bridge: &mut Bridge| {
            !bridge.has_input()
                && !macroquad::input::is_quit_requested()
                && miniquad::window::screen_size() == size
        };
        if script.is_hasty() || !idle(&mut bridge) {
            continue;
        }
        if sleeper.sleep(pause) == Woken::Input {
            // What woke us is read only after the frame that has begun: show the
            // last one again.
            draw(&app, &mut bridge, &slabs);
            next_frame().await;
        }
    }
}

fn draw(app: &App, bridge: &mut Bridge, slabs: &[Slab]) {
    let [r, g, b, _] = app.background().to_array();
    clear_background(macroquad::color::Color::from_rgba(r, g, b, 255));
    bridge.draw(slabs);
}

/// The ground of the board on the graphics card.
#[derive(Default)]
struct Ground {
    laid: Option<u64>,
}

impl Ground {
    /// Brings the ground up to date, and returns what is to be drawn of it.
    fn lay(&mut self, app: &App, bridge: &mut Bridge) -> Vec<Slab> {
        let Some(ground) = app.ground() else { return Vec::new() };
        let Some(clip) = ground.clip else { return Vec::new() };
        if self.laid != Some(ground.revision) {
            self.laid = Some(ground.revision);
            bridge.painter().set_slab(GROUND, vec![ground.mesh.clone()]);
        }
        vec![Slab { id: GROUND, clip, zoom: 1.0, origin: Pos2::ZERO }]
    }
}
