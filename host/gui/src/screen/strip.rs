//! The players' strips: name, score, clock, buttons.

use boardloom_app::status_text;
use boardloom_board_view::Input;
use boardloom_contract::Seat;
use egui::{Align, Align2, Color32, FontId, Layout, RichText, Sense, Ui, Vec2};

use super::GameAction;
use crate::components::spinner;
use crate::session::GameSession;
use crate::shapes;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, radius};

pub const HEIGHT: f32 = 40.0;
/// Narrower strips have two lines.
const NARROW: f32 = 250.0;

#[derive(Clone, Copy)]
pub(super) struct Strip<'a> {
    pub session: &'a GameSession,
    pub seat: Seat,
    pub palette: Palette,
    pub score_hints: bool,
    pub buttons: Buttons,
}

/// The buttons in a strip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Buttons {
    None,
    Own,
    /// Of all seats: the other strips have no room.
    All,
}

impl Strip<'_> {
    pub fn show(self, ui: &mut Ui) -> Option<GameAction> {
        let status = self.session.game.status();
        let acts = status.acting.contains(&self.seat);
        let line = if acts { self.palette.accent } else { self.palette.line };
        let width = if acts { 2.0 } else { 1.0 };
        let mut action = None;
        let frame = egui::Frame::new()
            .fill(self.palette.raised)
            .corner_radius(radius::CONTROL)
            .inner_margin(egui::Margin::symmetric(9, 4))
            .show(ui, |ui| {
                ui.set_min_height(HEIGHT - 8.0);
                ui.set_max_height(HEIGHT - 8.0);
                action = match ui.available_width() < NARROW && self.buttons == Buttons::None {
                    true => self.two_rows(ui),
                    false => self.one_row(ui),
                };
            });
        // The frame's own stroke would change the height at every turn, and the board would jump.
        let stroke = egui::Stroke::new(width, line);
        ui.painter().rect_stroke(frame.response.rect, 6.0, stroke, egui::StrokeKind::Inside);
        action
    }

    fn one_row(self, ui: &mut Ui) -> Option<GameAction> {
        let mut action = None;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 7.0;
            action = self.action_buttons(ui);
            action = action.take().or(self.clock(ui, font::HEADING));
            self.score(ui, font::SCORE);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                self.badge(ui, 24.0);
                self.name(ui, false);
            });
        });
        action
    }

    /// For many seats in a small window.
    fn two_rows(self, ui: &mut Ui) -> Option<GameAction> {
        let line = egui::vec2(ui.available_width(), (HEIGHT - 8.0) / 2.0);
        ui.spacing_mut().item_spacing = Vec2::new(5.0, 0.0);
        ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
            self.badge(ui, 14.0);
            self.name(ui, true);
        });
        let low = Layout::right_to_left(Align::Center);
        let lower = ui.allocate_ui_with_layout(line, low, |ui| {
            let action = self.clock(ui, 12.0);
            self.score(ui, 14.0);
            action
        });
        lower.inner
    }

    fn badge(self, ui: &mut Ui, size: f32) {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
        shapes::side_badge(ui.painter(), rect, &self.session.look_of(self.seat));
    }

    fn name(self, ui: &mut Ui, short: bool) {
        let Strip { session, seat, palette, .. } = self;
        let side = session.side(self.seat);
        let gone = session.game.status().seats.get(usize::from(seat)).is_some_and(|it| !it.active);
        let mut text = RichText::new(&side).semibold().color(palette.text);
        if gone {
            text = text.strikethrough().color(palette.weak);
        }
        ui.add(egui::Label::new(text).truncate().selectable(false));
        let name = session.game.players().get(usize::from(seat)).map(|player| player.name.clone());
        let name = name.filter(|name| short && !name.is_empty() && *name != side);
        let more = match gone {
            true => t::out().to_owned(),
            false => name.or_else(|| session.player_label(self.seat)).unwrap_or_default(),
        };
        if !more.is_empty() {
            let weak = RichText::new(more).small().color(palette.weak);
            ui.add(egui::Label::new(weak).truncate().selectable(false));
        }
        if let Some(comment) = session.commentary.comment(&session.game, self.seat) {
            let text = RichText::new(format!("“{comment}”")).italics().color(palette.text);
            ui.add(egui::Label::new(text).truncate().selectable(false)).on_hover_text(comment);
        }
        if session.thinking_seat() == Some(self.seat) {
            spinner(ui, 14.0);
        }
    }

    /// The score, the gain of the last turn, and the score after the previewed move.
    fn score(self, ui: &mut Ui, size: f32) {
        let Strip { session, seat, palette, score_hints, .. } = self;
        let Some((now, then, gained)) = session.points(seat) else { return };
        if let Some(then) = then.filter(|_| score_hints) {
            let text = format!("→ {}", t::number(then));
            label(ui, RichText::new(text).size(size * 0.72).color(palette.accent));
        } else if gained.abs() > 1e-9 {
            label(ui, RichText::new(t::gained(gained)).size(size * 0.6).color(palette.weak));
        }
        label(ui, RichText::new(t::number(now)).size(size).semibold().color(palette.text));
    }

    /// Low time has a frame and a sign besides its colour.
    fn clock(self, ui: &mut Ui, size: f32) -> Option<GameAction> {
        let Strip { session, palette, .. } = self;
        let control = *session.game.clock().control();
        let (time, runs) = session.time_of(self.seat).filter(|_| control.is_timed())?;
        let low = time.is_low(&control);
        let text = status_text::clock(&control, &time);
        let ink = if low { palette.error } else { palette.text };
        let font = FontId::monospace(size);
        let galley = ui.painter().layout_no_wrap(text.clone(), font, Color32::PLACEHOLDER);
        let (rect, response) =
            ui.allocate_exact_size(galley.size() + Vec2::new(10.0, 4.0), Sense::hover());
        let named = t::clock(&session.side(self.seat), &text, low);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &named));
        ui.painter().rect_filled(rect, 4.0, palette.background);
        if low || runs {
            let line = egui::Stroke::new(if low { 2.0 } else { 1.0 }, ink);
            ui.painter().rect_stroke(rect, 4.0, line, egui::StrokeKind::Inside);
        }
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
        ui.painter().galley(at, galley, ink);
        let coin = control.coin()?;
        if session.buyer() != Some(self.seat) {
            return None;
        }
        palette.raise_buttons(ui);
        let text = RichText::new(t::buy(coin.as_secs(), time.coins)).size(size * 0.8);
        ui.button(text).clicked().then_some(GameAction::BuyTime)
    }

    fn action_buttons(self, ui: &mut Ui) -> Option<GameAction> {
        let Strip { session, palette, .. } = self;
        let mut action = None;
        let shows = |of: Seat| match self.buttons {
            Buttons::None => false,
            Buttons::Own => of == self.seat,
            Buttons::All => true,
        };
        palette.raise_buttons(ui);
        // With several human players, the one to move resigns.
        if let Some(leaving) = session.resigning_seat().filter(|seat| shows(*seat)) {
            let text = if leaving == self.seat {
                t::resign().to_owned()
            } else {
                t::resigns(&session.side(leaving))
            };
            if ui.button(text).clicked() {
                action = Some(GameAction::Resign);
            }
        }
        if session.game.human_to_move().is_some_and(shows) {
            for ending in session.controller.first().options.iter().rev() {
                if ui.button(t::option_text(ending)).clicked() {
                    action = Some(GameAction::Input(Input::Button(ending.move_.clone())));
                }
            }
        }
        action
    }
}

fn label(ui: &mut Ui, text: RichText) {
    ui.add(egui::Label::new(text).selectable(false));
}
