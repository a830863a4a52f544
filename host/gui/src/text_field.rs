//! Text fields.

use egui::Ui;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditOutput;

/// Moves the cursor behind the text.
pub fn cursor_to_end(ui: &Ui, field: &mut TextEditOutput, text: &str) {
    let end = CCursorRange::one(CCursor::new(text.chars().count()));
    field.state.cursor.set_char_range(Some(end));
    field.state.clone().store(ui.ctx(), field.response.id);
}
