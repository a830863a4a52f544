//! Rows of the list of moves.

use boardloom_app::move_rows::{MoveRow, event_text, short_text};
use boardloom_contract::{CHANCE, Seat};
use boardloom_match::{Assessment, GameEvent, Node, NodeId};
use egui::{AtomExt as _, RichText, Ui};

use super::GameAction;
use super::moves::{NARROW, list_id};
use super::side::PanelContext;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, space, stroke};

/// The height of a comment of one line in the list, with the room below it.
const COMMENT: f32 = 24.0;
/// The indentation of a variation.
const INDENT: f32 = 16.0;
/// The mark of the side that a comment is about.
const COMMENT_MARK: f32 = 12.0;
/// The height of a move.
pub(super) const HEIGHT: f32 = 28.0;
/// Between the columns of many sides.
pub(super) const CLOSE: f32 = 2.0;

/// The height of a row that was never drawn.
pub(super) fn guessed_height(row: &MoveRow) -> f32 {
    match row {
        MoveRow::Comment { .. } => COMMENT,
        _ => HEIGHT,
    }
}

/// The room of a round's number.
pub(super) fn number_room(seats: usize) -> f32 {
    if seats > 2 { 26.0 } else { 34.0 }
}

/// The width of a side's column, beside the number of the round.
pub(super) fn column_width(ui: &Ui, seats: usize) -> f32 {
    let gaps = ui.spacing().item_spacing.x * seats as f32;
    ((ui.available_width() - gaps) / seats as f32).max(28.0)
}

pub(super) fn show_row(
    ui: &mut Ui,
    context: PanelContext<'_>,
    row: &MoveRow,
    follow: bool,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    match row {
        MoveRow::Round { number, cells } => {
            ui.horizontal(|ui| {
                let (seats, many) = (cells.len(), cells.len() > 2);
                if many {
                    ui.spacing_mut().item_spacing.x = CLOSE;
                }
                let weak = RichText::new(format!("{number}.")).color(palette.weak);
                let room = [number_room(seats), HEIGHT];
                ui.add_sized(room, egui::Label::new(weak).selectable(false));
                let width = column_width(ui, seats);
                let room = ui.available_width();
                let fits = |node: &NodeId| {
                    let node = session.game.tree().node(*node);
                    is_seen(ui, node, listed_text(ui, node, width), width)
                };
                if !many && !cells.iter().flatten().all(fits) {
                    // Long texts would all be cut to the same words: a line each.
                    ui.vertical(|ui| {
                        for (seat, node) in (0..).zip(cells) {
                            let Some(node) = *node else { continue };
                            show_line(ui, context, (seat, node), room, follow, actions);
                        }
                    });
                    return;
                }
                for cell in cells {
                    show_cell(ui, context, *cell, width, follow, actions);
                }
            });
        }
        MoveRow::Aside { depth, number, moves } => {
            ui.horizontal_wrapped(|ui| {
                ui.add_space(INDENT * (1.0 + *depth as f32));
                ui.spacing_mut().item_spacing.x = 2.0;
                if let Some(number) = number {
                    let weak = RichText::new(format!("{number}.")).small().color(palette.weak);
                    ui.add(egui::Label::new(weak).selectable(false));
                }
                for node in moves {
                    show_move(ui, context, *node, MoveRoom::Text, follow, actions);
                }
            });
        }
        MoveRow::Comment { depth, node } => {
            ui.horizontal_top(|ui| {
                ui.add_space(INDENT * (1.0 + *depth as f32));
                // A round has comments on several moves.
                let seat = session.game.tree().node(*node).event().and_then(GameEvent::seat);
                let seat = seat.filter(|_| *depth == 0 && ui.available_width() >= NARROW);
                if let Some(seat) = seat.filter(|seat| *seat != CHANCE) {
                    let room = egui::Vec2::splat(COMMENT_MARK);
                    let (mark, _) = ui.allocate_exact_size(room, egui::Sense::hover());
                    crate::shapes::side_badge(ui.painter(), mark, &session.look_of(seat));
                    ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
                }
                let comment = session.comment(*node);
                let text = egui::Label::new(RichText::new(comment).small().color(palette.weak));
                match ui.available_width() < NARROW && session.game.here() != *node {
                    true => ui.add(text.truncate()),
                    false => ui.add(text.wrap()),
                };
            });
            ui.add_space(f32::from(space::SMALL));
        }
    }
}

/// Tells whether a text of a move is seen whole, with the sign of its assessment.
fn is_seen(ui: &Ui, node: &Node, text: &str, width: f32) -> bool {
    let text = format!("{text}{}", node.assessment.map_or("", Assessment::sign));
    let ink = ui.visuals().text_color();
    let font = egui::TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(text, font, ink);
    text.size().x + 2.0 * ui.spacing().button_padding.x <= width
}

/// The text of a move in a room of some width: its notation if the text is too long and it is not.
fn listed_text<'a>(ui: &Ui, node: &'a Node, width: f32) -> &'a str {
    let text = short_text(node);
    match node.event() {
        Some(GameEvent::Move { mv, .. })
            if !is_seen(ui, node, text, width) && is_seen(ui, node, mv, width) =>
        {
            mv
        }
        _ => text,
    }
}

/// The room of one player's move; empty without a move.
fn show_cell(
    ui: &mut Ui,
    context: PanelContext<'_>,
    node: Option<NodeId>,
    width: f32,
    follow: bool,
    actions: &mut Vec<GameAction>,
) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, HEIGHT), egui::Sense::hover());
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    if let Some(node) = node {
        show_move(&mut inside, context, node, MoveRoom::Column(rect.size()), follow, actions);
    }
}

/// A whole move in a separate line, after the mark of its side.
fn show_line(
    ui: &mut Ui,
    context: PanelContext<'_>,
    (seat, node): (Seat, NodeId),
    width: f32,
    follow: bool,
    actions: &mut Vec<GameAction>,
) {
    let width = width - MARK - MARK_GAP;
    let text = event_text(context.session.game.tree().node(node)).to_owned();
    let font = egui::TextStyle::Button.resolve(ui.style());
    let inside = width - 2.0 * ui.spacing().button_padding.x;
    let text = ui.painter().layout(text, font, egui::Color32::PLACEHOLDER, inside);
    let lines = text.rows.len().max(1);
    let height = HEIGHT + text.size().y * (lines - 1) as f32 / lines as f32;
    let room = egui::vec2(MARK + MARK_GAP + width, height);
    let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
    let (mark, rect) = rect.split_left_right_at_x(rect.left() + MARK + MARK_GAP);
    let middle = egui::pos2(mark.left() + MARK / 2.0, mark.top() + HEIGHT / 2.0);
    let mark = egui::Rect::from_center_size(middle, egui::Vec2::splat(MARK));
    crate::shapes::side_badge(ui.painter(), mark, &context.session.look_of(seat));
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    show_move(&mut inside, context, node, MoveRoom::Line(rect.size()), follow, actions);
}

/// A move that can be clicked; the current one has a tint and a bar. Its sign is never cut off.
fn cell(
    ui: &mut Ui,
    (text, sign): (RichText, RichText),
    here: bool,
    room: Option<egui::Vec2>,
    palette: Palette,
) -> egui::Response {
    let name = format!("{}{}", text.text(), sign.text());
    let marked = |text: RichText| if here { text.medium().color(palette.text) } else { text };
    let inside = ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
            state.bg_stroke = egui::Stroke::NONE;
        }
        widgets.inactive.weak_bg_fill = match here {
            true => palette.current(),
            false => egui::Color32::TRANSPARENT,
        };
        let mut parts = egui::Atoms::new(marked(text).atom_shrink(true));
        if !sign.is_empty() {
            parts.push_right(marked(sign));
        }
        let mut button = egui::Button::new(parts).small().truncate().gap(0.0);
        if let Some(room) = room {
            button = button.min_size(room);
            if room.y > HEIGHT {
                button = button.wrap();
            }
        }
        ui.add(button)
    });
    let response = inside.inner;
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, here, &name));
    if here {
        let mut bar = response.rect;
        bar.set_width(stroke::FOCUS);
        ui.painter().rect_filled(bar, 0.0, palette.accent);
    }
    response
}

/// The colour of a move with a sign, in lists, turning points and graph alike.
pub(super) fn sign_ink(node: &Node, palette: Palette) -> Option<egui::Color32> {
    match node.assessment? {
        Assessment::Blunder => Some(palette.error),
        Assessment::Mistake | Assessment::Inaccuracy => Some(palette.warning),
        Assessment::Good | Assessment::Brilliant => Some(palette.good),
        _ => None,
    }
}

/// The side of a mark before a move, and the room after it.
const MARK: f32 = 14.0;
const MARK_GAP: f32 = 4.0;

/// Where a move stands in the list.
#[derive(Debug, Clone, Copy)]
enum MoveRoom {
    /// Among others, one after another.
    Text,
    /// In a column of its side.
    Column(egui::Vec2),
    /// Alone in a line, which may be broken.
    Line(egui::Vec2),
}

/// Narrower columns use small letters.
const CRAMPED: f32 = 60.0;

fn show_move(
    ui: &mut Ui,
    context: PanelContext<'_>,
    node: NodeId,
    place: MoveRoom,
    follow: bool,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    let known = session.game.tree().node(node);
    let here = session.game.here() == node;
    let room = match place {
        MoveRoom::Text => None,
        MoveRoom::Column(room) | MoveRoom::Line(room) => Some(room),
    };
    let cramped = room.is_some_and(|room| room.x < CRAMPED);
    if cramped {
        ui.spacing_mut().button_padding.x = 1.0;
    }
    let sign = known.assessment.map_or("", Assessment::sign);
    let ink = sign_ink(known, palette).filter(|_| !here);
    let (listed, whole) = match place {
        MoveRoom::Text => (short_text(known), true),
        MoveRoom::Line(_) => (event_text(known), true),
        MoveRoom::Column(room) => {
            let text = listed_text(ui, known, room.x);
            (text, is_seen(ui, known, text, room.x))
        }
    };
    let whole = whole && listed == event_text(known);
    let [text, sign] = [listed, sign].map(|text| {
        let mut shown = RichText::new(text);
        if known.is_illegal() {
            shown = shown.strikethrough().color(palette.weak);
        } else if let Some(ink) = ink {
            shown = shown.color(ink);
        } else if room.is_none() && !here {
            shown = shown.color(palette.weak);
        }
        if cramped { shown.size(font::CRAMPED) } else { shown }
    });
    let response = cell(ui, (text, sign), here, room, palette);
    if here && follow {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        actions.push(GameAction::GoTo(node));
        ui.memory_mut(|memory| memory.request_focus(list_id()));
    }
    response.context_menu(|ui| {
        ui.horizontal(|ui| {
            let signs = Assessment::ALL.map(|it| (it.sign(), Some(it)));
            for (sign, assessment) in signs.into_iter().chain([(t::no_sign(), None)]) {
                if ui.selectable_label(known.assessment == assessment, sign).clicked() {
                    actions.push(GameAction::Assess(node, assessment));
                    ui.close();
                }
            }
        });
        ui.separator();
        let before = known.parent().map(|before| (t::try_again(), GameAction::GoTo(before)));
        for (text, what) in before.into_iter().chain([
            (t::edit_comment(), GameAction::EditComment(node)),
            (t::promote(), GameAction::Promote(node)),
            (t::delete(), GameAction::DeleteLine(node)),
        ]) {
            if ui.button(text).clicked() {
                actions.push(what);
                ui.close();
            }
        }
    });
    let note = known.note.as_ref().filter(|_| !known.is_illegal());
    if whole && note.is_none() && !known.is_illegal() {
        return;
    }
    response.on_hover_ui(|ui| {
        if known.is_illegal() {
            ui.label(t::unfit());
        } else if !whole {
            ui.label(boardloom_app::texts::capital(event_text(known)));
        }
        if let Some(note) = note {
            ui.label(&note.text);
        }
    });
}
