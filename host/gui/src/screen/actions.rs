//! The actions of the side to move, at the foot of the panel.

use boardloom_board_view::Input;
use boardloom_contract::{MoveOption, Seat};
use boardloom_match::PlayerKind;
use egui::{Layout, Rect, Ui};

use super::GameAction;
use crate::components::ActionButton;
use crate::icons;
use crate::keys::Command;
use crate::session::GameSession;
use crate::texts::{self, game as t};
use crate::theme::space;

/// How many rows of their own the moves without a place need in a panel of this width.
pub(super) fn rows_of_options(ui: &Ui, width: f32, session: &GameSession) -> usize {
    let (narrow, gap) = (width < NARROW, gap(width < NARROW));
    let last = match resign_text(session) {
        Some((_, text)) => resign_button(narrow, &text).width(ui),
        None => 0.0,
    };
    let button = |option: &MoveOption| ActionButton::secondary(t::option_text(option)).width(ui);
    let whole = options(session).fold(last, |sum, option| sum + gap + button(option));
    if whole <= width || options(session).next().is_none() {
        return 0;
    }
    let wrapped = |(rows, end): (usize, f32), one: f32| match end + gap + one <= width {
        true => (rows, end + gap + one),
        false => (rows + 1, one),
    };
    options(session).map(button).fold((0, f32::INFINITY), wrapped).0
}

/// Tells whether there is any action.
pub(super) fn any(session: &GameSession) -> bool {
    options(session).next().is_some()
        || resign_text(session).is_some()
        || session.can_offer_draw()
        || session.buyer().is_some()
}

/// The moves without a place that a human may choose now.
fn options(session: &GameSession) -> impl Iterator<Item = &MoveOption> {
    let chooses = session.game.human_to_move().is_some();
    session.controller.first().options.iter().filter(move |_| chooses)
}

fn gap(narrow: bool) -> f32 {
    f32::from(if narrow { space::TINY } else { space::SMALL })
}

/// Passing and other moves without a place, bought time, draw offers, resigning. In a place of
/// several rows, the last one has what is no move.
pub(super) fn show(
    ui: &mut Ui,
    rect: Rect,
    more_rows: usize,
    session: &GameSession,
    actions: &mut Vec<GameAction>,
) {
    let last_row = 1.0 / (more_rows + 1) as f32;
    let (options, rect) = rect.split_top_bottom_at_fraction(1.0 - last_row);
    if more_rows > 0 {
        let mut ui = super::within(ui, options);
        ui.spacing_mut().item_spacing = egui::Vec2::splat(gap(true));
        let area = egui::ScrollArea::vertical().id_salt("options");
        area.show(&mut ui, |ui| {
            ui.horizontal_wrapped(|ui| option_buttons(ui, session, actions));
        });
    }
    let row = Layout::left_to_right(egui::Align::Center);
    let inside = egui::UiBuilder::new().max_rect(rect).layout(row).id_salt("actions");
    let mut ui = ui.new_child(inside);
    ui.shrink_clip_rect(rect.expand(2.0));
    let narrow = rect.width() < NARROW;
    ui.spacing_mut().item_spacing.x = gap(narrow);
    // Resigning is always in sight, and always at one place.
    ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
        resign(ui, narrow, session, actions);
        ui.with_layout(row, |ui| {
            scrolled(ui, rect, |ui| {
                if more_rows == 0 {
                    option_buttons(ui, session, actions);
                }
                other_actions(ui, narrow, session, actions);
            })
        });
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

pub(super) fn option_buttons(ui: &mut Ui, session: &GameSession, actions: &mut Vec<GameAction>) {
    for option in options(session) {
        if ui.add(ActionButton::secondary(t::option_text(option)).low()).clicked() {
            actions.push(GameAction::Input(Input::Button(option.move_.clone())));
        }
    }
}

/// Bought time and draw offers.
fn other_actions(ui: &mut Ui, narrow: bool, session: &GameSession, actions: &mut Vec<GameAction>) {
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
        let text = texts::keys::offer_draw();
        let offer = match narrow {
            true => ActionButton::framed_icon(icons::AGREE, text),
            false => ActionButton::secondary(text).icon(icons::AGREE).low(),
        };
        let offer = ui.add(offer);
        let offer = if narrow { offer.on_hover_text(text) } else { offer };
        if offer.clicked() {
            actions.push(GameAction::Command(Command::OfferDraw));
        }
    }
}

/// Who would resign, and what the button says.
fn resign_text(session: &GameSession) -> Option<(Seat, String)> {
    // With several human players, the one to move resigns.
    let seat = session.resigning_seat()?;
    let acts = session.game.status().acting.contains(&seat);
    let text = match acts || humans(session) < 2 {
        true => t::resign().to_owned(),
        false => t::resigns(&session.name(seat)),
    };
    Some((seat, text))
}

fn humans(session: &GameSession) -> usize {
    session.game.players().iter().filter(|it| it.kind == PlayerKind::Human).count()
}

fn resign_button(narrow: bool, text: &str) -> ActionButton<'_> {
    match narrow {
        true => ActionButton::framed_icon(icons::RESIGN, text),
        false => ActionButton::secondary(text).icon(icons::RESIGN).low(),
    }
}

fn resign(ui: &mut Ui, narrow: bool, session: &GameSession, actions: &mut Vec<GameAction>) {
    let Some((seat, text)) = resign_text(session) else { return };
    // The strip above is not always that of the player who would resign.
    let several = humans(session) > 1;
    let whose = if several { t::resigns(&session.name(seat)) } else { text.clone() };
    let mut response = ui.add(resign_button(narrow, &text));
    if narrow || several {
        response = response.on_hover_text(whose);
    }
    if response.clicked() {
        actions.push(GameAction::Resign);
    }
}
