//! The badge of safe mode.

use egui::{Label, RichText, Stroke, Ui};

use crate::texts::safe as t;
use crate::theme::{Palette, TextWeight, radius, space, stroke};

pub fn badge(ui: &mut Ui, palette: Palette) {
    let frame = egui::Frame::new()
        .stroke(Stroke::new(stroke::LINE, palette.warning))
        .corner_radius(radius::CHIP)
        .inner_margin(egui::Margin::symmetric(space::TINY, 1));
    let text = RichText::new(t::sign()).small().semibold().color(palette.warning);
    let label = frame.show(ui, |ui| ui.add(Label::new(text).selectable(false))).inner;
    label.on_hover_text(t::help());
}
