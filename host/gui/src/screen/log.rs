//! The log page.

use boardloom_app::log::{Entry, LogLevel};
use egui::{RichText, Ui};

use super::side::PanelContext;
use crate::texts::game as t;
use crate::theme::Palette;

pub(super) fn page(ui: &mut Ui, context: PanelContext<'_>) {
    let PanelContext { log, palette, .. } = context;
    if log.entries().len() == 0 {
        ui.label(RichText::new(t::log_empty()).color(palette.weak));
        return;
    }
    if ui.small_button(t::log_copy()).clicked() {
        ui.ctx().copy_text(log.text());
    }
    let scroll = egui::ScrollArea::vertical().id_salt("log").auto_shrink(false);
    scroll.stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for entry in log.entries() {
            show_entry(ui, entry, palette);
        }
    });
}

fn show_entry(ui: &mut Ui, entry: &Entry, palette: Palette) {
    let (sign, ink) = match entry.level {
        LogLevel::Info => ("", palette.text),
        LogLevel::Warning => ("⚠ ", palette.warning),
        LogLevel::Error => ("✖ ", palette.error),
    };
    let text = RichText::new(format!("{sign}{}", entry.line())).small().color(ink);
    ui.add(egui::Label::new(text).wrap());
}
