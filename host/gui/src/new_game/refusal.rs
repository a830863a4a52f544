//! Why a game does not open.

use egui::{RichText, Ui};

use crate::services::Refusal;

/// Makes a sentence of an error: those of programs have neither a capital nor a full stop.
fn sentence(error: &str) -> String {
    // A text of the player's begins as it was typed.
    if error.split(' ').next().is_some_and(|word| word.ends_with(':')) {
        return error.to_owned();
    }
    let text = boardloom_app::texts::capital(error);
    let ends = text.ends_with(['.', '!', '?', ':', '…', '`', ')', '\n']) || text.contains('\n');
    if ends { text } else { format!("{text}.") }
}

/// Reports are monospaced, for carets; other texts are wrapped.
pub fn refusal_text(ui: &mut Ui, refusal: &Refusal) {
    match refusal {
        Refusal::Diagnostics(_) | Refusal::Gone(_) => {
            let text = refusal.to_string();
            egui::ScrollArea::horizontal().id_salt("refusal").show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(text).monospace()).extend().selectable(true));
            });
        }
        Refusal::Explained { before, refusal, after } => {
            let wrapped = |ui: &mut Ui, text: &str| {
                if !text.is_empty() {
                    ui.add(egui::Label::new(text).wrap().selectable(true));
                }
            };
            wrapped(ui, before);
            refusal_text(ui, refusal);
            wrapped(ui, after);
        }
        Refusal::NoPlugin { refusal, .. } | Refusal::GameOffered { refusal, .. } => {
            refusal_text(ui, refusal);
        }
        Refusal::PluginError(_) | Refusal::LacksPlugin(_) | Refusal::Other(_) => {
            let text = sentence(&refusal.to_string());
            ui.add(egui::Label::new(text).wrap().selectable(true));
        }
    }
}
