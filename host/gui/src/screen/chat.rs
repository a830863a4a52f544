//! The page of a game with others: players, invitation, chat.

use boardloom_app::Action;
use boardloom_app::controller::{ChatLine, OnlineAction, OnlineGame};
use boardloom_app::keys::Command;
use boardloom_app::player_names::side;
use boardloom_room::{ChatTo, RoomSeat, SeatKind};
use egui::{Align, Layout, RichText, ScrollArea, Ui, Vec2};

use super::GameAction;
use super::side::PanelContext;
use crate::components::{ActionButton, control_row, list_arrow, row_text, text_field, with_edges};
use crate::icons;
use crate::texts::online as t;
use crate::theme::{Palette, TextWeight, size, space};

/// The line that is being typed, and for whom.
#[derive(Debug)]
pub(super) struct ChatDraft {
    text: String,
    to: ChatTo,
}

impl Default for ChatDraft {
    fn default() -> Self {
        ChatDraft { text: String::new(), to: ChatTo::All }
    }
}

pub(super) fn page(
    ui: &mut Ui,
    context: PanelContext<'_>,
    draft: &mut ChatDraft,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { online, palette, .. } = context;
    let Some(online) = online else { return };
    ui.spacing_mut().item_spacing.y = f32::from(space::TINY);
    connection(ui, online, palette);
    for (seat, state) in (1..).zip(online.state().map_or(&[][..], |state| &state.seats)) {
        player(ui, context, online, (seat, state), actions);
    }
    if online.seat().is_none() {
        ui.label(RichText::new(t::watching()).color(palette.weak));
    }
    conditional(ui, context, online, actions);
    // While seats are open, it stands above the board in full.
    if !super::banner::is_due(online) {
        copy_invitation(ui, actions);
    }
    ui.separator();
    let entry = size::BUTTON + f32::from(space::SMALL);
    let height = (ui.available_height() - entry).max(entry);
    let lines = ScrollArea::vertical().id_salt("chat").auto_shrink(false).stick_to_bottom(true);
    lines.max_height(height).show(ui, |ui| {
        if online.chat.is_empty() {
            ui.label(RichText::new(t::chat_empty()).color(palette.weak));
        }
        for line in &online.chat {
            chat_line(ui, line, online, palette);
        }
    });
    write(ui, online, draft, actions);
}

/// The player's conditional lines, and the buttons that make them.
fn conditional(
    ui: &mut Ui,
    context: PanelContext<'_>,
    online: &OnlineGame,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    let texts = online.conditional_texts();
    if !texts.is_empty() {
        ui.label(RichText::new(t::conditional_part()).color(palette.weak));
    }
    for (at, text) in texts.iter().enumerate() {
        control_row(ui, |ui| {
            ui.add(egui::Label::new(text).truncate());
            let remove = ActionButton::quiet(t::conditional_remove());
            if ui.add(remove).clicked() {
                let action = OnlineAction::RemoveConditional(at);
                actions.push(GameAction::Act(Action::Online(action)));
            }
        });
    }
    // While a line is made, the banner has the buttons.
    let offered = session.applies(Command::ConditionalMoves) && !session.is_entering_conditional();
    if offered && ui.add(ActionButton::quiet(t::conditional())).clicked() {
        actions.push(GameAction::Act(Action::Command(Command::ConditionalMoves)));
    }
}

fn connection(ui: &mut Ui, online: &OnlineGame, palette: Palette) {
    if !online.is_connected() {
        ui.label(RichText::new(t::lost()).color(palette.error));
    }
}

/// A player, and what can be done if the player is gone.
fn player(
    ui: &mut Ui,
    context: PanelContext<'_>,
    online: &OnlineGame,
    (seat, state): (u8, &RoomSeat),
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    let side = side(&session.game, seat - 1);
    let (name, note) = match state.kind {
        SeatKind::Open => (t::open_seat(), ""),
        SeatKind::Computer => (&*state.name, t::computer()),
        SeatKind::Human if state.present => (&*state.name, ""),
        SeatKind::Human => (&*state.name, t::away()),
    };
    control_row(ui, |ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::SMALL);
        let (badge, _) = ui.allocate_exact_size(Vec2::splat(16.0), egui::Sense::hover());
        crate::shapes::side_badge(ui.painter(), badge, &session.look_of(seat - 1));
        ui.add(egui::Label::new(RichText::new(side).semibold()).selectable(false));
        let weak = state.kind == SeatKind::Open || !note.is_empty();
        let color = if weak { palette.weak } else { palette.text };
        let name = match note {
            "" => name.to_owned(),
            note => format!("{name} ({note})"),
        };
        ui.add(egui::Label::new(RichText::new(name).color(color)).truncate().selectable(false));
    });
    let is_gone = state.kind == SeatKind::Human && !state.present && session.is_online();
    if is_gone && online.seat().is_some_and(|own| own != seat) {
        claims(ui, seat, actions);
    }
}

/// What can be done about a player who is gone.
fn claims(ui: &mut Ui, seat: u8, actions: &mut Vec<GameAction>) {
    control_row(ui, |ui| {
        for (name, adjourn) in [(t::claim(), false), (t::claim_pause(), true)] {
            if ui.add(ActionButton::quiet(name)).clicked() {
                let claim = OnlineAction::Claim { seat, adjourn };
                actions.push(GameAction::Act(Action::Online(claim)));
            }
        }
    });
}

/// The invitation, with a button that copies it.
pub(super) fn invitation(
    ui: &mut Ui,
    online: &OnlineGame,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let text = online.invitation().to_string();
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(size::ROW);
        row_text(ui, RichText::new(t::invitation()).color(palette.weak));
        ui.add(egui::Label::new(RichText::new(text).monospace()).selectable(true));
        copy_invitation(ui, actions);
    });
}

fn copy_invitation(ui: &mut Ui, actions: &mut Vec<GameAction>) {
    let copy = ActionButton::quiet(t::copy_invitation()).icon(icons::COPY);
    if ui.add(copy).clicked() {
        actions.push(GameAction::Act(Action::Online(OnlineAction::CopyInvitation)));
    }
}

fn chat_line(ui: &mut Ui, line: &ChatLine, online: &OnlineGame, palette: Palette) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
        ui.label(RichText::new(&line.name).semibold());
        if line.to != ChatTo::All {
            let to = format!("({})", online.recipient_name(line.to));
            ui.label(RichText::new(to).small().color(palette.weak));
        }
        ui.add(egui::Label::new(&line.text).selectable(true));
    });
}

fn write(ui: &mut Ui, online: &OnlineGame, draft: &mut ChatDraft, actions: &mut Vec<GameAction>) {
    let recipients = online.recipients();
    if !recipients.contains(&draft.to) {
        draft.to = ChatTo::All;
    }
    let room = Vec2::new(ui.available_width(), size::BUTTON);
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
        let sent = ui.add(ActionButton::secondary(t::send()).low()).clicked();
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if recipients.len() > 1 {
                choose_recipient(ui, online, recipients, &mut draft.to);
            }
            let width = ui.available_width();
            let name = if draft.to == ChatTo::Notes { t::note_field() } else { t::chat_field() };
            let field = text_field(ui, &mut draft.text, name, width);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, name));
            let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            if sent || entered {
                field.request_focus();
                let text = std::mem::take(&mut draft.text);
                let action = OnlineAction::Chat(draft.to, text);
                actions.push(GameAction::Act(Action::Online(action)));
            }
        });
    });
}

fn choose_recipient(
    ui: &mut Ui,
    online: &OnlineGame,
    recipients: Vec<ChatTo>,
    chosen: &mut ChatTo,
) {
    let combo = egui::ComboBox::from_id_salt("recipient").icon(list_arrow).width(90.0);
    let combo = combo.selected_text(online.recipient_name(*chosen));
    with_edges(ui, |ui| {
        combo.show_ui(ui, |ui| {
            for to in recipients {
                ui.selectable_value(chosen, to, online.recipient_name(to));
            }
        })
    });
}
