//! Banners above the board: a live edit that does not load, a room that waits for players, a
//! conditional line that is being made, a game by mail.

use boardloom_app::Action;
use boardloom_app::controller::{Banner, MailRequest, OnlineGame};
use boardloom_app::mail_view::MailView;
use boardloom_room::RoomState;
use egui::{RichText, Ui};

use super::{GameAction, chat};
use crate::components::{ActionButton, control_row};
use crate::icons;
use crate::keys::Command;
use crate::session::GameSession;
use crate::texts::{live as t, mail as m, online as o};
use crate::theme::{Palette, TextWeight, font, radius, size, space, stroke};

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
                turned = ui.add(ActionButton::small(label)).clicked();
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

/// What a game by mail waits for, and what to do next.
pub(super) fn mail(
    ui: &mut Ui,
    (mail, session): (&MailView, &GameSession),
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let proposed = session.proposed_by_mail();
    let (text, buttons): (String, &[MailButton]) = match (&proposed, mail.draw_offer()) {
        (Some((_, mv)), _) => (m::proposed(mv), &[MailButton::DropMove, MailButton::ExportMove]),
        (None, Some(by)) => (m::draw_offered(by), &[MailButton::Answer]),
        (None, None) if !mail.open_seats().is_empty() => {
            (mail.waits.clone(), &[MailButton::Import, MailButton::Join])
        }
        (None, None) if mail.is_own_turn() => (m::your_turn().to_owned(), &[MailButton::Import]),
        (None, None) => {
            let secret = mail.secret.as_deref().map(m::secret);
            let text = secret.unwrap_or_else(|| mail.waits.clone());
            (text, &[MailButton::Export, MailButton::Import])
        }
    };
    let frame = egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(stroke::LINE, palette.edge))
        .corner_radius(radius::CONTROL)
        .inner_margin(space::TINY);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        let short = ui.available_width() < LONG_BUTTONS;
        let right = egui::Layout::right_to_left(egui::Align::Center);
        let row = egui::vec2(ui.available_width(), size::BUTTON);
        ui.allocate_ui_with_layout(row, right, |ui| {
            for button in buttons.iter().rev() {
                if ui.add(button.draw(short)).clicked() {
                    actions.push(button.action());
                }
            }
            let left = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(left, |ui| {
                ui.add_space(f32::from(space::TINY));
                let text = RichText::new(text).semibold().color(palette.text);
                ui.add(egui::Label::new(text).truncate().selectable(false));
            });
        });
    });
    ui.add_space(f32::from(space::TINY));
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MailButton {
    DropMove,
    ExportMove,
    Answer,
    Join,
    Export,
    Import,
}

/// The least width of a banner whose buttons beside the main one have their names.
const LONG_BUTTONS: f32 = 560.0;

impl MailButton {
    /// `short` draws only the icons of those that are not the main one.
    fn draw(self, short: bool) -> ActionButton<'static> {
        match self {
            MailButton::DropMove if short => ActionButton::icon_only(icons::UNDO, m::drop_move()),
            MailButton::Export if short => ActionButton::icon_only(icons::EXPORT, m::export()),
            MailButton::Import if short => ActionButton::icon_only(icons::PASTE, m::import()),
            MailButton::DropMove => ActionButton::secondary(m::drop_move()),
            MailButton::ExportMove => ActionButton::primary(m::export_move()).icon(icons::EXPORT),
            MailButton::Answer => ActionButton::primary(m::answer()),
            MailButton::Join => ActionButton::primary(o::connect()),
            MailButton::Export => ActionButton::secondary(m::export()).icon(icons::EXPORT),
            MailButton::Import => ActionButton::secondary(m::import()).icon(icons::PASTE),
        }
    }

    fn action(self) -> GameAction {
        match self {
            MailButton::DropMove => GameAction::Act(Action::Mail(MailRequest::DropMove)),
            MailButton::Import => GameAction::Command(Command::ImportMail),
            MailButton::ExportMove | MailButton::Answer | MailButton::Join | MailButton::Export => {
                GameAction::Command(Command::ExportMail)
            }
        }
    }
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
