//! Toasts: short messages over a corner of the window.

use egui::{Context, Frame, RichText, Stroke, Ui};

use crate::icons;
use crate::theme::{Palette, menu_shadow, radius, space, stroke};

/// Draws a message with its sign.
pub fn toast(ui: &mut Ui, text: &str, bad: bool) {
    let palette = Palette::in_use(ui.ctx());
    let margin = egui::Margin::symmetric(space::MEDIUM, space::SMALL);
    toast_frame(ui.ctx()).inner_margin(margin).show(ui, |ui| {
        let (icon, ink) = match bad {
            true => (icons::WARNING, palette.warning),
            false => (icons::INFO, palette.weak),
        };
        ui.horizontal_top(|ui| {
            let icon = RichText::new(icon.glyph()).color(ink);
            ui.add(egui::Label::new(icon).selectable(false));
            let text = RichText::new(text).color(palette.text);
            ui.add(egui::Label::new(text).wrap().selectable(false));
        });
    });
}

/// The frame of a toast.
pub fn toast_frame(ctx: &Context) -> Frame {
    let palette = Palette::in_use(ctx);
    Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(stroke::LINE, palette.line))
        .corner_radius(radius::CARD)
        .shadow(menu_shadow())
        .inner_margin(space::MEDIUM)
}
