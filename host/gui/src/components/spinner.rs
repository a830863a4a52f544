//! The loading indicator.

use std::f32::consts::TAU;
use std::time::Duration;

use egui::{Response, Sense, Ui, Vec2};

const DOTS: u32 = 8;
const STEP: Duration = Duration::from_millis(125);

/// A ring of dots that advances in steps: drawing every frame would take a core from software
/// renderers.
pub fn spinner(ui: &mut Ui, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::new(egui::Role::ProgressIndicator));
    let time = ui.input(|input| input.time);
    let ahead = (time / STEP.as_secs_f64()) as u64 % u64::from(DOTS);
    let color = ui.visuals().text_color();
    for dot in 0..DOTS {
        let behind = (ahead as u32 + DOTS - dot) % DOTS;
        let fade = 1.0 - behind as f32 / DOTS as f32;
        let turn = Vec2::angled(TAU * dot as f32 / DOTS as f32);
        let at = rect.center() + turn * size * 0.38;
        ui.painter().circle_filled(at, size * 0.09, color.gamma_multiply(fade));
    }
    ui.ctx().request_repaint_after(STEP);
    response
}
