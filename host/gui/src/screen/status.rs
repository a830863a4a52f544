//! The status line: turn, notices, typed moves.

use boardloom_app::Notice;
use boardloom_app::move_input::MoveInput;
use boardloom_app::status_text::{facts, status_line};
use egui::{Key, Modifiers, RichText, Ui};

use super::{GameAction, GameView};
use crate::preferences::Preferences;
use crate::session::GameSession;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight};

pub(super) const HEIGHT: f32 = 32.0;

/// The notice, or else whose turn it is.
pub(crate) fn status_text(session: &GameSession, notice: Option<&Notice>) -> Notice {
    notice.cloned().unwrap_or_else(|| Notice::plain(status_line(session)))
}

pub(super) fn line(
    ui: &mut Ui,
    session: &GameSession,
    view: &mut GameView,
    preferences: &Preferences,
    notice: &Option<Notice>,
    actions: &mut Vec<GameAction>,
) {
    let palette = Palette::of(preferences.theme);
    if view.move_field.is_some() {
        ui.horizontal_centered(|ui| move_field(ui, view, palette, actions));
        return;
    }
    let status = status_text(session, notice.as_ref());
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if view.safe {
            crate::safe_mode::badge(ui, palette);
        }
        let facts = facts(session, preferences.marks);
        if !facts.is_empty() && ui.available_width() > 420.0 {
            show_facts(ui, &facts.join(" · "), palette);
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            if let Some(scoring) = session.score_change().filter(|_| preferences.score_hints) {
                let text = RichText::new(scoring).semibold().color(palette.accent);
                ui.add(egui::Label::new(text).selectable(false));
            }
            let ink = if status.bad { palette.error } else { palette.text };
            let label = egui::Label::new(RichText::new(&status.text).color(ink)).truncate();
            ui.add(label).on_hover_text(&status.text);
        });
    });
}

/// Takes half of the line at most: a deep board has a fact for every level.
fn show_facts(ui: &mut Ui, text: &str, palette: Palette) {
    let size = egui::vec2(ui.available_width() / 2.0, ui.available_height());
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        let weak = RichText::new(text).small().color(palette.weak);
        ui.add(egui::Label::new(weak).truncate().selectable(false)).on_hover_text(text);
    });
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveField {
    pub typed: MoveInput,
    pub focused: bool,
}

fn move_field(ui: &mut Ui, view: &mut GameView, palette: Palette, actions: &mut Vec<GameAction>) {
    let Some(move_field) = &mut view.move_field else { return };
    let label = ui.label(t::type_move());
    let tab = move_field.focused && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab));
    if tab {
        move_field.typed.extend();
    }
    let edit = egui::TextEdit::singleline(&mut move_field.typed.text)
        .desired_width(130.0)
        .lock_focus(true);
    let mut shown = edit.show(ui);
    if tab {
        crate::components::cursor_to_end(ui, &mut shown, &move_field.typed.text);
    }
    let field = shown.response.response.labelled_by(label.id);
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    // Tab must not leave a field that has just appeared.
    let tabbed_away = tab && !entered;
    if field.lost_focus() && !tabbed_away {
        let text = move_field.typed.resolve();
        actions.push(if entered { GameAction::SubmitMove(text) } else { GameAction::StopTyping });
    }
    let mut chosen = None;
    for mv in move_field.typed.completions().take(12) {
        if ui.add(egui::Button::new(RichText::new(mv).color(palette.text)).small()).clicked() {
            chosen = Some(mv.clone());
        }
    }
    if !move_field.focused || (tabbed_away && !field.has_focus()) {
        move_field.focused = true;
        field.request_focus();
    }
    if let Some(mv) = chosen {
        actions.push(GameAction::SubmitMove(mv));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_facts_take_half_of_the_line() {
        let facts = (1..48).map(|level| format!("level {level}: 0 to 0")).collect::<Vec<_>>();
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.set_max_width(1000.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let palette = Palette::of(crate::preferences::ThemeChoice::Dark);
                show_facts(ui, &facts.join(" · "), palette);
                assert!(ui.min_rect().width() <= 501.0, "{:?}", ui.min_rect());
            });
        });
        output.textures_delta.clear();
    }
}
