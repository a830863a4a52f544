//! Banners above the board: a live edit that does not load, a room that waits for players, a
//! conditional line that is being made.

use boardloom_app::controller::{Banner, OnlineGame};
use boardloom_app::keys::Command;
use boardloom_room::RoomState;
use egui::{RichText, Ui};

use super::{GameAction, chat};
use crate::components::{ActionButton, control_row};
use crate::texts::{live as t, online as o};
use crate::theme::{Palette, TextWeight, font, radius, space, stroke};

/// The largest share of the board's height.
const SHARE: f32 = 0.34;

/// Returns true if it was folded or unfolded.
pub(super) fn show(ui: &mut Ui, banner: &Banner, palette: Palette) -> bool {
    let most = (ui.available_height() * SHARE).max(48.0);
    let mut turned = false;
    let frame = egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(stroke::STRONG, palette.error))
        .corner_radius(radius::CONTROL)
        .inner_margin(space::TINY);
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| {
                let label = if banner.folded { t::unfold() } else { t::fold() };
                turned = ui.small_button(label).clicked();
                let layout = egui::Layout::left_to_right(egui::Align::Center);
                ui.with_layout(layout, |ui| {
                    let text =
                        if banner.folded { banner.summary() } else { t::with_errors().to_owned() };
                    let text = RichText::new(format!("⚠ {text}")).color(palette.error).semibold();
                    ui.add(egui::Label::new(text).truncate().selectable(false));
                });
            });
        });
        if banner.folded {
            return;
        }
        let text = RichText::new(&banner.text).monospace().size(font::SMALL).color(palette.text);
        egui::ScrollArea::vertical()
            .id_salt("errors of an edit")
            .max_height((most - 34.0).max(30.0))
            .auto_shrink([false, true])
            .show(ui, |ui| ui.add(egui::Label::new(text).wrap().selectable(true)));
    });
    ui.add_space(f32::from(space::TINY));
    turned
}

/// Tells whether a room waits for players or for its connection.
pub(super) fn is_due(online: &OnlineGame) -> bool {
    !online.is_connected() || online.state().is_some_and(RoomState::has_open_seat)
}

/// What a room waits for, and how others join it.
pub(super) fn online(
    ui: &mut Ui,
    online: &OnlineGame,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    framed(ui, palette, |ui| {
        let lost = !online.is_connected();
        let text = if lost { o::lost() } else { o::waits_for_players() };
        let color = if lost { palette.error } else { palette.text };
        ui.label(RichText::new(text).semibold().color(color));
        if !lost {
            chat::invitation(ui, online, palette, actions);
        }
    });
}

/// That moves on the board make a conditional line now, and how to keep or drop it.
pub(super) fn conditional(ui: &mut Ui, palette: Palette, actions: &mut Vec<GameAction>) {
    framed(ui, palette, |ui| {
        ui.label(RichText::new(o::conditional()).semibold());
        ui.label(RichText::new(o::conditional_help()).color(palette.weak));
        control_row(ui, |ui| {
            for (name, command) in [
                (o::conditional_keep(), Command::ConditionalMoves),
                (o::conditional_drop(), Command::Cancel),
            ] {
                if ui.add(ActionButton::secondary(name)).clicked() {
                    actions.push(GameAction::Command(command));
                }
            }
        });
    });
}

fn framed(ui: &mut Ui, palette: Palette, add: impl FnOnce(&mut Ui)) {
    let frame = egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(stroke::LINE, palette.edge))
        .corner_radius(radius::CONTROL)
        .inner_margin(space::SMALL);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        add(ui);
    });
    ui.add_space(f32::from(space::TINY));
}
