//! Switches.

use egui::{Color32, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use crate::theme::{Palette, blend, font, motion, size, space, stroke};

const WIDTH: f32 = 36.0;
const HEIGHT: f32 = 20.0;

/// A row with a name at its left and a switch at its right; a click anywhere switches.
pub fn switch(ui: &mut Ui, on: &mut bool, name: &str) -> Response {
    explained_switch(ui, on, name, "")
}

/// A [`switch`] with a line about it below its name.
pub fn explained_switch(ui: &mut Ui, on: &mut bool, name: &str, about: &str) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let room = (ui.available_width() - WIDTH - f32::from(space::MEDIUM)).max(40.0);
    let layout = |text: &str, size: f32| {
        let font = FontId::proportional(size);
        ui.painter().layout(text.to_owned(), font, Color32::PLACEHOLDER, room)
    };
    let name_lines = layout(name, font::BODY);
    let about = (!about.is_empty()).then(|| layout(about, font::SMALL));
    let lines = name_lines.size().y + about.as_ref().map_or(0.0, |it| it.size().y);
    let height = (lines + f32::from(space::SMALL)).max(size::ROW);
    let row = Vec2::new(ui.available_width(), height);
    let (rect, mut response) = ui.allocate_exact_size(row, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    let (enabled, state) = (ui.is_enabled(), *on);
    response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, enabled, state, name));
    let ink = if enabled { palette.text } else { palette.weak };
    let at = egui::pos2(rect.left(), rect.center().y - lines / 2.0);
    let below = at + Vec2::new(0.0, name_lines.size().y);
    ui.painter().galley(at, name_lines, ink);
    if let Some(about) = about {
        ui.painter().galley(below, about, palette.weak);
    }
    let pill = Rect::from_min_size(
        egui::pos2(rect.right() - WIDTH, rect.center().y - HEIGHT / 2.0),
        Vec2::new(WIDTH, HEIGHT),
    );
    let part = ui.ctx().animate_bool_with_time(response.id, state, motion::HOVER);
    draw(ui, pill, part, response.hovered() && enabled, palette);
    response
}

/// Draws a switch, moved by a part from off to on.
fn draw(ui: &Ui, pill: Rect, part: f32, hovered: bool, palette: Palette) {
    let off = if hovered { palette.hover } else { palette.background };
    let fill = blend(off, palette.good, part);
    let edge = blend(palette.edge, palette.good, part);
    let round = HEIGHT / 2.0;
    let line = Stroke::new(stroke::LINE, edge);
    ui.painter().rect(pill, round, fill, line, StrokeKind::Inside);
    let knob = blend(palette.edge, palette.panel, part);
    let x = egui::lerp(pill.left() + round..=pill.right() - round, part);
    ui.painter().circle_filled(egui::pos2(x, pill.center().y), round - 4.0, knob);
}
