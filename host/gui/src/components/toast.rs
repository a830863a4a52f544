//! Toasts: short messages over a corner of the window.

use egui::{Context, Frame, RichText, Stroke, Ui};

use super::ActionButton;
use crate::icons;
use crate::theme::{Palette, menu_shadow, radius, space, stroke};

/// Draws a message with its sign.
pub fn toast(ui: &mut Ui, text: &str, bad: bool) {
    toast_with(ui, text, bad, None);
}

/// The same with a button. Returns whether that was clicked.
pub fn toast_with(ui: &mut Ui, text: &str, bad: bool, button: Option<&str>) -> bool {
    let mut clicked = false;
    let palette = Palette::in_use(ui.ctx());
    let margin = egui::Margin::symmetric(space::MEDIUM, space::SMALL);
    toast_frame(ui.ctx()).inner_margin(margin).show(ui, |ui| {
        let (icon, ink) = match bad {
            true => (icons::WARNING, palette.warning),
            false => (icons::INFO, palette.weak),
        };
        let row = match button {
            Some(_) => egui::Layout::left_to_right(egui::Align::Center),
            None => egui::Layout::left_to_right(egui::Align::Min),
        };
        ui.with_layout(row, |ui| {
            let icon = RichText::new(icon.glyph()).color(ink);
            ui.add(egui::Label::new(icon).selectable(false));
            let text = RichText::new(text).color(palette.text);
            match button {
                None => drop(ui.add(egui::Label::new(text).wrap().selectable(false))),
                Some(button) => {
                    ui.add(egui::Label::new(text).extend().selectable(false));
                    ui.add_space(f32::from(space::SMALL));
                    clicked = ui.add(ActionButton::quiet(button).icon(icons::UNDO)).clicked();
                }
            }
        });
    });
    clicked
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
