//! A row of the command palette.

use egui::{Align, Align2, Layout, Response, RichText, Sense, Ui, vec2};

use super::row_frame;
use crate::theme::{Palette, font, size, space};

/// The room of a row's icon.
const ICON: f32 = 20.0;

/// Draws an entry: its icon, its name, what it belongs to, and its key at the right.
pub fn palette_row(ui: &mut Ui, icon: &str, [text, about, key]: [&str; 3], on: bool) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let room = vec2(ui.available_width(), size::ROW);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, text));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    row_frame(ui, rect, &response, on);
    let inside = rect.shrink2(vec2(f32::from(space::SMALL), 0.0));
    let layout = Layout::right_to_left(Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout));
    let label = |ui: &mut Ui, text: RichText| {
        ui.add(egui::Label::new(text).truncate().selectable(false));
    };
    if !key.is_empty() {
        label(&mut ui, RichText::new(key).small().color(palette.weak));
    }
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let (place, _) = ui.allocate_exact_size(vec2(ICON, ICON), Sense::hover());
        let font = egui::FontId::proportional(font::BODY);
        ui.painter().text(place.center(), Align2::CENTER_CENTER, icon, font, palette.weak);
        label(ui, RichText::new(text).color(palette.text));
        label(ui, RichText::new(about).small().color(palette.weak));
    });
    response
}
