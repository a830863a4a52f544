//! The players' strips: name, score, clock, buttons.

use boardloom_app::status_text;
use boardloom_board_view::Input;
use boardloom_contract::Seat;
use egui::{Align, Align2, Color32, FontId, Layout, RichText, Sense, Ui, Vec2};

use super::GameAction;
use crate::session::GameSession;
use crate::shapes;
use crate::spinner::LoadingSpinner;
use crate::texts::game as t;
use crate::theme::{Palette, font, radius};

pub const HEIGHT: f32 = 40.0;

#[derive(Clone, Copy)]
pub(super) struct StripOptions {
    pub palette: Palette,
    pub score_hints: bool,
}

/// Whose actions have buttons in a strip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Buttons {
    None,
    Own,
    /// Of all seats: the other strips have no room.
    All,
}

pub(super) fn strip(
    ui: &mut Ui,
    session: &GameSession,
    seat: usize,
    options: StripOptions,
    buttons: Buttons,
) -> Option<GameAction> {
    let status = session.game.status();
    let acts = status.acting.iter().any(|s| usize::from(*s) == seat);
    let line = if acts { options.palette.accent } else { options.palette.line };
    let width = if acts { 2.0 } else { 1.0 };
    let mut action = None;
    let frame = egui::Frame::new()
        .fill(options.palette.raised)
        .corner_radius(radius::CONTROL)
        .inner_margin(egui::Margin::symmetric(9, 4))
        .show(ui, |ui| {
            ui.set_min_height(HEIGHT - 8.0);
            ui.set_max_height(HEIGHT - 8.0);
            action = match ui.available_width() < NARROW && buttons == Buttons::None {
                true => two_rows(ui, session, seat, options),
                false => one_row(ui, session, seat, options, buttons),
            };
        });
    // The frame's own stroke would change the height at every turn, and the board would jump.
    let stroke = egui::Stroke::new(width, line);
    ui.painter().rect_stroke(frame.response.rect, 6.0, stroke, egui::StrokeKind::Inside);
    action
}

/// Narrower strips have two lines.
const NARROW: f32 = 250.0;

fn one_row(
    ui: &mut Ui,
    session: &GameSession,
    seat: usize,
    options: StripOptions,
    buttons: Buttons,
) -> Option<GameAction> {
    let mut action = None;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 7.0;
        action = action_buttons(ui, session, seat, options, buttons);
        action = action.take().or(clock(ui, session, seat, options, font::HEADING));
        score(ui, session, seat, options, font::SCORE);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            badge(ui, session, seat, 24.0);
            name(ui, session, seat, options, false);
        });
    });
    action
}

/// For many seats in a small window.
fn two_rows(
    ui: &mut Ui,
    session: &GameSession,
    seat: usize,
    options: StripOptions,
) -> Option<GameAction> {
    let line = egui::vec2(ui.available_width(), (HEIGHT - 8.0) / 2.0);
    ui.spacing_mut().item_spacing = Vec2::new(5.0, 0.0);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        badge(ui, session, seat, 14.0);
        name(ui, session, seat, options, true);
    });
    let low = Layout::right_to_left(Align::Center);
    let lower = ui.allocate_ui_with_layout(line, low, |ui| {
        let action = clock(ui, session, seat, options, 12.0);
        score(ui, session, seat, options, 14.0);
        action
    });
    lower.inner
}

fn badge(ui: &mut Ui, session: &GameSession, seat: usize, size: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    shapes::side_badge(ui.painter(), rect, &session.look_of(seat as Seat));
}

fn name(ui: &mut Ui, session: &GameSession, seat: usize, options: StripOptions, short: bool) {
    let thinks = session.thinking().is_some_and(|s| usize::from(s) == seat);
    let side = session.side(seat as Seat);
    let gone = session.game.status().seats.get(seat).is_some_and(|state| !state.active);
    let mut text = RichText::new(&side).strong().color(options.palette.text);
    if gone {
        text = text.strikethrough().color(options.palette.weak);
    }
    ui.add(egui::Label::new(text).truncate().selectable(false));
    let name = session.game.players().get(seat).map(|player| player.name.clone());
    let name = name.filter(|name| short && !name.is_empty() && *name != side);
    let more = match gone {
        true => t::out().to_owned(),
        false => name.or_else(|| session.player_label(seat as Seat)).unwrap_or_default(),
    };
    if !more.is_empty() {
        let weak = RichText::new(more).small().color(options.palette.weak);
        ui.add(egui::Label::new(weak).truncate().selectable(false));
    }
    if let Some(said) = session.commentary.said(&session.game, seat as Seat) {
        let text = RichText::new(format!("“{said}”")).italics().color(options.palette.text);
        ui.add(egui::Label::new(text).truncate().selectable(false)).on_hover_text(said);
    }
    if thinks {
        ui.add(LoadingSpinner { size: 14.0 });
    }
}

/// The score, the gain of the last turn, and the score after the previewed move.
fn score(ui: &mut Ui, session: &GameSession, seat: usize, options: StripOptions, size: f32) {
    let Some(state) = session.game.status().seats.get(seat) else { return };
    let gained = session.score_change(seat);
    if !session.has_points() {
        return;
    }
    let then = session.preview.as_ref().and_then(|p| p.status.seats.get(seat)).map(|s| s.score);
    let changes = then.filter(|then| options.score_hints && (then - state.score).abs() > 1e-9);
    if let Some(then) = changes {
        let text = format!("→ {}", t::number(then));
        label(ui, RichText::new(text).size(size * 0.72).color(options.palette.accent));
    } else if gained.abs() > 1e-9 {
        label(ui, RichText::new(t::gained(gained)).size(size * 0.6).color(options.palette.weak));
    }
    label(
        ui,
        RichText::new(t::number(state.score)).size(size).strong().color(options.palette.text),
    );
}

fn label(ui: &mut Ui, text: RichText) {
    ui.add(egui::Label::new(text).selectable(false));
}

/// Low time has a frame and a sign besides its colour.
fn clock(
    ui: &mut Ui,
    session: &GameSession,
    seat: usize,
    options: StripOptions,
    size: f32,
) -> Option<GameAction> {
    let control = *session.game.clock().control();
    let (time, runs) = session.time_of(seat as Seat).filter(|_| control.is_timed())?;
    let low = time.is_low(&control);
    let text = status_text::clock(&control, &time);
    let ink = if low { options.palette.error } else { options.palette.text };
    let font = FontId::monospace(size);
    let galley = ui.painter().layout_no_wrap(text.clone(), font, Color32::PLACEHOLDER);
    let (rect, response) =
        ui.allocate_exact_size(galley.size() + Vec2::new(10.0, 4.0), Sense::hover());
    let named = t::clock(&session.side(seat as Seat), &text, low);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &named));
    ui.painter().rect_filled(rect, 4.0, options.palette.ground);
    if low || runs {
        let line = egui::Stroke::new(if low { 2.0 } else { 1.0 }, ink);
        ui.painter().rect_stroke(rect, 4.0, line, egui::StrokeKind::Inside);
    }
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
    ui.painter().galley(at, galley, ink);
    let coin = control.coin()?;
    if session.buyer() != Some(seat as Seat) {
        return None;
    }
    raise_buttons(ui, options);
    let text = RichText::new(t::buy(coin.as_secs(), time.coins)).size(size * 0.8);
    ui.button(text).clicked().then_some(GameAction::BuyTime)
}

/// Buttons on a raised strip.
fn raise_buttons(ui: &mut Ui, options: StripOptions) {
    let rest = &mut ui.visuals_mut().widgets.inactive;
    rest.weak_bg_fill = options.palette.panel;
    rest.bg_stroke = egui::Stroke::new(1.0, options.palette.line);
}

fn action_buttons(
    ui: &mut Ui,
    session: &GameSession,
    seat: usize,
    options: StripOptions,
    buttons: Buttons,
) -> Option<GameAction> {
    let mut action = None;
    let shows = |of: Seat| match buttons {
        Buttons::None => false,
        Buttons::Own => usize::from(of) == seat,
        Buttons::All => true,
    };
    raise_buttons(ui, options);
    // With several human players, the one to move resigns.
    if let Some(leaving) = session.resigning().filter(|seat| shows(*seat)) {
        let own = usize::from(leaving) == seat;
        let text = if own { t::resign().to_owned() } else { t::resigns(&session.side(leaving)) };
        if ui.button(text).clicked() {
            action = Some(GameAction::Resign);
        }
    }
    if session.game.human_to_move().is_some_and(shows) {
        for ending in session.controller.first().options.iter().rev() {
            if ui.button(status_text::option_text(ending)).clicked() {
                action = Some(GameAction::Input(Input::Button(ending.mv.clone())));
            }
        }
    }
    action
}
