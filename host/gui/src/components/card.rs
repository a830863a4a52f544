//! Cards and rows that can be clicked, and what stands in them.

use egui::text::LayoutJob;
use egui::{Color32, FontId, Rect, Response, RichText, Stroke, StrokeKind, Ui};

use super::reaction::Reaction;
use crate::theme::{Palette, font, medium, radius, semibold, size, space, stroke};

/// Draws the frame of a card.
pub fn card_frame(ui: &Ui, rect: Rect, response: &Response) {
    let palette = Palette::in_use(ui.ctx());
    let reaction = Reaction::of(response);
    let rest = match response.has_focus() && ui.is_enabled() {
        true => (palette.hover, palette.edge),
        false => (palette.panel, palette.line),
    };
    let fill = reaction.mix([rest.0, palette.hover, palette.chosen()]);
    let line = Stroke::new(stroke::LINE, reaction.mix([rest.1, palette.edge, palette.edge]));
    ui.painter().rect(rect, radius::CARD, fill, line, StrokeKind::Inside);
}

/// Draws the background of a row in a list. The selected one has a bar at its left.
pub fn row_frame(ui: &Ui, rect: Rect, response: &Response, selected: bool) {
    let palette = Palette::in_use(ui.ctx());
    let (rest, hovered) = match selected {
        true => (palette.current(), palette.current()),
        false => (Color32::TRANSPARENT, palette.hover),
    };
    let fill = Reaction::of(response).mix([rest, hovered, palette.chosen()]);
    ui.painter().rect_filled(rect, radius::CHIP, fill);
    if selected {
        let mut bar = rect;
        bar.set_width(stroke::FOCUS);
        ui.painter().rect_filled(bar, 0, palette.accent);
    }
}

/// A fact in few letters.
pub fn chip(ui: &mut Ui, text: &str) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let frame = egui::Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(stroke::LINE, palette.line))
        .corner_radius(radius::CHIP)
        .inner_margin(egui::Margin::symmetric(space::SMALL - 2, 1));
    let text = RichText::new(text).small().color(palette.weak);
    frame.show(ui, |ui| ui.add(egui::Label::new(text).selectable(false))).inner
}

/// A key of the keyboard, as wide as its name.
pub fn key_cap(ui: &mut Ui, name: &str) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let letters = medium(font::SMALL);
    let galley = ui.painter().layout_no_wrap(name.to_owned(), letters, Color32::PLACEHOLDER);
    let room = galley.size() + egui::vec2(2.0 * f32::from(space::SMALL - 1), 4.0);
    let (rect, response) = ui.allocate_exact_size(room, egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, name));
    let line = Stroke::new(stroke::LINE, palette.line);
    ui.painter().rect(rect, radius::CHIP, palette.raised, line, StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, palette.text);
    response
}

/// A small text of some lines at most; the last one ends in an ellipsis if there is more.
pub fn lines(ui: &mut Ui, text: &str, most: usize, color: Color32) -> Response {
    lines_of(ui, text, most, color, font::SMALL)
}

/// A text as large as others, of some lines at most.
pub fn body_lines(ui: &mut Ui, text: &str, most: usize, color: Color32) -> Response {
    lines_of(ui, text, most, color, font::BODY)
}

fn lines_of(ui: &mut Ui, text: &str, most: usize, color: Color32, size: f32) -> Response {
    let font = FontId::proportional(size);
    let mut job = LayoutJob::simple(text.to_owned(), font, color, ui.available_width());
    job.wrap.max_rows = most;
    ui.add(egui::Label::new(job).selectable(false))
}

/// Shows a name in two lines at most.
pub fn name_lines(ui: &mut Ui, name: &str) -> Response {
    let ink = Palette::in_use(ui.ctx()).text;
    let font = semibold(font::BODY);
    let mut job = LayoutJob::simple(name.to_owned(), font, ink, ui.available_width());
    job.wrap.max_rows = 2;
    ui.add(egui::Label::new(job).selectable(false))
}

/// An entry of the rail at the left of a page.
pub fn rail_entry(ui: &mut Ui, name: &str, on: bool) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let room = egui::vec2(ui.available_width(), size::ROW);
    let (rect, response) = ui.allocate_exact_size(room, egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, on, name));
    row_frame(ui, rect, &response, on);
    let ink = if on { palette.text } else { palette.weak };
    let at = rect.left_center() + egui::vec2(f32::from(space::MEDIUM), 0.0);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.text(at, egui::Align2::LEFT_CENTER, name, medium(font::BODY), ink);
    response
}
