//! Text fields.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditOutput;
use egui::{Margin, Response, Stroke, TextEdit, Ui};

use crate::theme::{Palette, space, stroke};

/// Draws the fields and boxes inside with visible edges.
pub fn with_edges<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let palette = Palette::in_use(ui.ctx());
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        widgets.inactive.bg_stroke = Stroke::new(stroke::LINE, palette.edge);
        widgets.noninteractive.bg_stroke = widgets.inactive.bg_stroke;
        body(ui)
    })
    .inner
}

/// A field of one line.
pub fn text_field(ui: &mut Ui, text: &mut String, hint: &str, width: f32) -> Response {
    let field = TextEdit::singleline(text)
        .hint_text(hint)
        .desired_width(width)
        .margin(Margin::symmetric(space::SMALL, 6));
    with_edges(ui, |ui| ui.add(field))
}

/// Moves the cursor behind the text.
pub fn cursor_to_end(ui: &Ui, field: &mut TextEditOutput, text: &str) {
    let end = CCursorRange::one(CCursor::new(text.chars().count()));
    field.state.cursor.set_char_range(Some(end));
    field.state.clone().store(ui.ctx(), field.response.id);
}
