//! The badge of safe mode.

use egui::{Label, RichText, Stroke, Ui};

use crate::texts::safe as t;
use crate::theme::{Palette, TextWeight, radius};

pub fn badge(ui: &mut Ui, palette: Palette) {
    let frame = egui::Frame::new()
        .stroke(Stroke::new(1.0, palette.warning))
        .corner_radius(radius::CHIP)
        .inner_margin(egui::Margin::symmetric(6, 1));
    let text = RichText::new(t::sign()).small().semibold().color(palette.warning);
    let label = frame.show(ui, |ui| ui.add(Label::new(text).selectable(false))).inner;
    label.on_hover_text(t::help());
}
