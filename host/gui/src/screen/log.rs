//! The log.

use boardloom_app::log::{Entry, Log, LogLevel};
use egui::{RichText, Ui};

use crate::texts::game as t;
use crate::theme::Palette;

/// Shows all entries, the last ones first seen.
pub fn entries(ui: &mut Ui, log: &Log, palette: Palette) {
    if log.entries().len() == 0 {
        ui.label(RichText::new(t::log_empty()).color(palette.weak));
        return;
    }
    ui.spacing_mut().item_spacing.y = 3.0;
    for entry in log.entries() {
        show_entry(ui, entry, palette);
    }
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
