//! Text fields.

use egui::style::WidgetVisuals;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditOutput;
use egui::{
    Align, Align2, FontId, Layout, Margin, Rect, Response, RichText, Stroke, TextEdit, Ui, vec2,
};

use crate::theme::{Palette, font, size, space, stroke};

/// Draws the fields and boxes inside with visible edges.
pub fn with_edges<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let palette = Palette::in_use(ui.ctx());
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        widgets.inactive.bg_stroke = Stroke::new(stroke::LINE, palette.edge);
        widgets.noninteractive.bg_stroke = widgets.inactive.bg_stroke;
        // As high as buttons beside them.
        ui.spacing_mut().interact_size.y = size::ROW;
        body(ui)
    })
    .inner
}

/// A field of one line.
pub fn text_field(ui: &mut Ui, text: &mut String, hint: &str, width: f32) -> Response {
    let field = TextEdit::singleline(text)
        .hint_text(hint)
        .desired_width(width)
        .align(Align2::LEFT_CENTER)
        .min_size(vec2(0.0, size::ROW))
        .margin(Margin::symmetric(space::SMALL, 0));
    with_edges(ui, |ui| ui.add(field))
}

/// The room of the icon in a field of a search.
const SEARCH: i8 = 32;

/// A field of one line for what is looked for.
pub fn search_field(ui: &mut Ui, text: &mut String, name: &str, width: f32) -> Response {
    let palette = Palette::in_use(ui.ctx());
    let margin = Margin { left: SEARCH, right: space::SMALL, top: 0, bottom: 0 };
    let field = TextEdit::singleline(text)
        .hint_text(name)
        .desired_width(width)
        .align(Align2::LEFT_CENTER)
        .min_size(vec2(0.0, size::ROW))
        .margin(margin);
    let field = with_edges(ui, |ui| ui.add(field));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
    let at = field.rect.left_center() + vec2(f32::from(SEARCH) / 2.0, 0.0);
    let font = FontId::proportional(font::BODY);
    let icon = crate::icons::SEARCH.glyph();
    ui.painter().text(at, Align2::CENTER_CENTER, icon, font, palette.weak);
    field
}

/// The controls of a row, each in the middle of its height.
pub fn control_row<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let room = vec2(ui.available_width(), size::ROW);
    ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), body).inner
}

/// The arrow of a control that opens a list.
pub fn list_arrow(ui: &Ui, rect: Rect, visuals: &WidgetVisuals, _open: bool) {
    let font = FontId::proportional(font::BODY);
    let arrow = crate::icons::DOWN.glyph();
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, arrow, font, visuals.text_color());
}

/// A text in line with the controls of its row.
pub fn row_text(ui: &mut Ui, text: impl Into<RichText>) -> Response {
    let label = egui::Label::new(text.into()).selectable(false);
    let row = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(0.0, size::ROW), row, |ui| {
        ui.set_min_height(size::ROW);
        ui.add(label.extend())
    })
    .inner
}

/// Moves the cursor behind the text.
pub fn cursor_to_end(ui: &Ui, field: &mut TextEditOutput, text: &str) {
    let end = CCursorRange::one(CCursor::new(text.chars().count()));
    field.state.cursor.set_char_range(Some(end));
    field.state.clone().store(ui.ctx(), field.response.id);
}
