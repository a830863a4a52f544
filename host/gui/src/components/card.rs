//! Cards and rows that can be clicked.

use egui::{Rect, Response, Stroke, StrokeKind, Ui};

use crate::theme::{Palette, radius, stroke};

/// Draws the frame of a card.
pub fn card_frame(ui: &Ui, rect: Rect, response: &Response) {
    let palette = Palette::in_use(ui.ctx());
    let hovered = response.hovered() || response.has_focus();
    let (fill, edge) = match hovered && ui.is_enabled() {
        true => (palette.hover, palette.edge),
        false => (palette.panel, palette.line),
    };
    let line = Stroke::new(stroke::LINE, edge);
    ui.painter().rect(rect, radius::CARD, fill, line, StrokeKind::Inside);
}

/// Draws the background of a row in a list. The selected one has a bar at its left.
pub fn row_frame(ui: &Ui, rect: Rect, response: &Response, selected: bool) {
    let palette = Palette::in_use(ui.ctx());
    if selected || response.hovered() {
        let fill = if selected { palette.current() } else { palette.hover };
        ui.painter().rect_filled(rect, radius::CHIP, fill);
    }
    if selected {
        let mut bar = rect;
        bar.set_width(stroke::FOCUS);
        ui.painter().rect_filled(bar, 0, palette.accent);
    }
}
