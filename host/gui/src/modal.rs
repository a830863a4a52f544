//! The frame of a dialog.

use egui::{Context, RichText, Ui};

use crate::theme::font;

/// Shows a dialog over everything else. Returns the body's result, and whether the player
/// closed the dialog.
pub fn modal<R>(
    ctx: &Context,
    title: &str,
    width: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    modal_as(egui::Id::unique(title), ctx, title, width, body)
}

/// Like [`modal`]. The window stays the same if its title changes.
pub fn modal_as<R>(
    id: egui::Id,
    ctx: &Context,
    title: &str,
    width: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    let screen = ctx.content_rect();
    let response = egui::Modal::new(id).show(ctx, |ui| {
        ui.set_width(width.min(screen.width() - 40.0).max(120.0));
        // An area is 400 points high unless told otherwise, and grows by steps while it is drawn.
        ui.set_max_height((screen.height() - 40.0).max(80.0));
        ui.label(RichText::new(title).size(font::TITLE).strong());
        ui.separator();
        body(ui)
    });
    let close = response.should_close();
    (response.inner, close)
}
