//! The actions of the side to move, at the foot of the panel.

use boardloom_board_view::Input;
use boardloom_match::PlayerKind;
use egui::{Layout, Rect, Ui};

use super::GameAction;
use crate::components::ActionButton;
use crate::icons;
use crate::keys::Command;
use crate::session::GameSession;
use crate::texts::{self, game as t};
use crate::theme::space;

/// Passing and other moves without a place, bought time, draw offers, resigning.
pub(super) fn show(ui: &mut Ui, rect: Rect, session: &GameSession, actions: &mut Vec<GameAction>) {
    let row = Layout::left_to_right(egui::Align::Center);
    let inside = egui::UiBuilder::new().max_rect(rect).layout(row).id_salt("actions");
    let mut ui = ui.new_child(inside);
    ui.shrink_clip_rect(rect.expand(2.0));
    let narrow = rect.width() < NARROW;
    ui.spacing_mut().item_spacing.x = f32::from(if narrow { space::TINY } else { space::SMALL });
    // Resigning is always in sight, and always at one place.
    ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
        resign(ui, narrow, session, actions);
        ui.with_layout(row, |ui| scrolled(ui, rect, |ui| moves(ui, narrow, session, actions)));
    });
}

/// A row that scrolls if it is too long.
fn scrolled(ui: &mut Ui, rect: Rect, body: impl FnOnce(&mut Ui)) {
    // A bar would take half of the row.
    let bar = egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
    let area = egui::ScrollArea::horizontal().id_salt("actions").scroll_bar_visibility(bar);
    area.show(ui, |ui| {
        ui.set_min_height(rect.height());
        ui.with_layout(Layout::left_to_right(egui::Align::Center), body);
    });
}

/// Narrower rows show the last action by its icon, and bought time without the coins.
const NARROW: f32 = 240.0;

fn moves(ui: &mut Ui, narrow: bool, session: &GameSession, actions: &mut Vec<GameAction>) {
    if session.game.human_to_move().is_some() {
        for option in &session.controller.first().options {
            if ui.add(ActionButton::secondary(t::option_text(option)).low()).clicked() {
                actions.push(GameAction::Input(Input::Button(option.move_.clone())));
            }
        }
    }
    let control = *session.game.clock().control();
    let buys = control.coin().zip(session.buyer());
    if let Some((coin, seat)) = buys
        && let Some((time, _)) = session.time_of(seat)
    {
        let whole = t::buy(coin.as_secs(), time.coins);
        let short = t::buy_short(coin.as_secs());
        let button = ActionButton::secondary(if narrow { &short } else { &whole }).low();
        let response = ui.add(button);
        let response = if narrow { response.on_hover_text(&whole) } else { response };
        if response.clicked() {
            actions.push(GameAction::BuyTime);
        }
    }
    if session.can_offer_draw() {
        let offer = ActionButton::quiet(texts::keys::offer_draw()).icon(icons::AGREE);
        if ui.add(offer).clicked() {
            actions.push(GameAction::Command(Command::OfferDraw));
        }
    }
}

fn resign(ui: &mut Ui, narrow: bool, session: &GameSession, actions: &mut Vec<GameAction>) {
    // With several human players, the one to move resigns.
    if let Some(seat) = session.resigning_seat() {
        let acts = session.game.status().acting.contains(&seat);
        let humans =
            session.game.players().iter().filter(|it| it.kind == PlayerKind::Human).count();
        let text = match acts || humans < 2 {
            true => t::resign().to_owned(),
            false => t::resigns(&session.name(seat)),
        };
        let button = match narrow {
            true => ActionButton::icon_only(icons::RESIGN, &text),
            false => ActionButton::quiet(&text).icon(icons::RESIGN),
        };
        // The strip above is not always that of the player who would resign.
        let whose = if humans < 2 { text.clone() } else { t::resigns(&session.name(seat)) };
        let mut response = ui.add(button);
        if narrow || humans > 1 {
            response = response.on_hover_text(whose);
        }
        if response.clicked() {
            actions.push(GameAction::Resign);
        }
    }
}
