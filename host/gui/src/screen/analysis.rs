//! The analysis page: the best moves of the position, live.

use boardloom_app::move_rows::{MoveRow, event_text, move_text, number_of};
use boardloom_contract::Seat;
use boardloom_match::{Assessment, GameEvent, Node};
use egui::{Rect, RichText, Ui, vec2};

use super::GameAction;
use super::graph;
use super::move_row::sign_ink;
use super::moves::MoveList;
use super::side::PanelContext;
use crate::components::{row_frame, spinner, switch};
use crate::keys::Command;
use crate::session::{Analysis, GameSession, SearchResult};
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, heading, radius, semibold, space, stroke};

/// The width that the value in the game's unit needs.
const ROOM: f32 = 110.0;

pub(super) fn page(
    ui: &mut Ui,
    context: PanelContext<'_>,
    list: &mut MoveList,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, keys, palette, .. } = context;
    if !session.game.source().rules.capabilities().search {
        ui.label(RichText::new(t::no_search()).color(palette.weak));
        return;
    }
    let mut on = session.is_analysing();
    let switched = switch(ui, &mut on, t::analyse());
    if switched.on_hover_text(keys.hover(t::analyse(), Command::Analyse)).changed() {
        actions.push(GameAction::Command(Command::Analyse));
    }
    if let Some((done, all)) = session.review_progress() {
        let row = (t::reviewing(done, all), t::review_stop(), Command::Review);
        super::moves::state_row(ui, context, row, actions);
    }
    let gap = ui.spacing().item_spacing.y;
    let drawn = list.graph.has_values(session);
    let taken = if drawn { graph::HEIGHT + gap } else { 0.0 };
    let room = ui.available_height() - taken;
    let fits = room >= LEAST;
    let height = if fits { room } else { ui.available_height() };
    let scroll = egui::ScrollArea::vertical().id_salt("analysis").auto_shrink(false);
    scroll.max_height(height).min_scrolled_height(height.min(LEAST)).show(ui, |ui| {
        found(ui, context, actions);
        if drawn && !fits {
            ui.add_space(f32::from(space::SMALL));
            graph::graph(ui, session, &mut list.graph, palette, actions);
        }
        list.update(session);
        turning_points(ui, session, &list.rows, palette, actions);
    });
    if drawn && fits {
        graph::graph(ui, session, &mut list.graph, palette, actions);
    }
}

/// The best moves of the position.
fn found(ui: &mut Ui, context: PanelContext<'_>, actions: &mut Vec<GameAction>) {
    let PanelContext { session, palette, .. } = context;
    match session.analysis() {
        None if !session.turning_points().is_empty() => {}
        None => drop(ui.label(RichText::new(t::analysis_help()).small().color(palette.weak))),
        Some(now) => {
            state(ui, context, now);
            let plays = session.game.human_to_move().is_some() && !session.is_paused();
            ui.spacing_mut().item_spacing.y = 0.0;
            for (place, found) in now.lines.iter().take(LINES).enumerate() {
                ui.push_id(place, |ui| line(ui, found, plays, palette, actions));
            }
        }
    }
}

/// The worst moves that the review found; a click shows one.
fn turning_points(
    ui: &mut Ui,
    session: &GameSession,
    listed: &[MoveRow],
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let points = session.turning_points();
    if points.is_empty() {
        return;
    }
    ui.add_space(f32::from(space::SMALL));
    ui.label(heading(t::turning_points()));
    ui.spacing_mut().item_spacing.y = 0.0;
    let tree = session.game.tree();
    for id in points {
        let node = tree.node(id);
        let name = move_text(node);
        let height = if session.comment(id).is_empty() { POINT } else { ROW };
        let row = vec2(ui.available_width(), height);
        let (rect, response) = ui.allocate_exact_size(row, egui::Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        row_frame(ui, rect, &response, id == session.game.here());
        let inside = rect.shrink2(vec2(f32::from(space::SMALL), 0.0));
        let left = egui::Layout::left_to_right(egui::Align::Center);
        let mut row = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(left));
        row.shrink_clip_rect(rect);
        let comment = session.comment(id);
        if let Some(seat) = node.event().and_then(GameEvent::seat) {
            let (badge, _) = row.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
            crate::shapes::side_badge(row.painter(), badge, &session.look_of(seat));
        }
        if let Some(number) = number_of(listed, id) {
            let number = RichText::new(format!("{number}.")).small().color(palette.weak);
            row.add(egui::Label::new(number).selectable(false));
        }
        let ink = sign_ink(node, palette).unwrap_or(palette.text);
        if comment.is_empty() {
            move_with_sign(&mut row, node, ink);
        } else {
            // What would have been better, and what the move cost.
            row.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.add_space(f32::from(space::TINY));
                let line = vec2(ui.available_width(), font::TITLE);
                let left = egui::Layout::left_to_right(egui::Align::Center);
                ui.allocate_ui_with_layout(line, left, |ui| move_with_sign(ui, node, ink));
                let text = comment.replace('\n', " · ");
                let text = RichText::new(text).small().color(palette.weak);
                ui.add(egui::Label::new(text).truncate().selectable(false));
            });
        }
        let response = match comment.is_empty() {
            true => response,
            false => response.on_hover_text(comment),
        };
        if response.clicked() {
            actions.push(GameAction::GoTo(id));
        }
    }
}

/// Shows a move, cut where it is long, and its whole sign.
fn move_with_sign(ui: &mut Ui, node: &Node, ink: egui::Color32) {
    let label = |text: &str| {
        let text = RichText::new(text).semibold().color(ink);
        egui::Label::new(text).selectable(false)
    };
    let sign = node.assessment.map_or("", Assessment::sign);
    let font = semibold(font::BODY);
    let width = ui.painter().layout_no_wrap(sign.to_owned(), font, ink).size().x;
    ui.spacing_mut().item_spacing.x = 2.0;
    let room = vec2((ui.available_width() - width - 4.0).max(0.0), ui.available_height());
    let left = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(room, left, |ui| ui.add(label(event_text(node)).truncate()));
    ui.add(label(sign).extend());
}

/// The room of some moves; the graph stays below them where there is more.
const LEAST: f32 = 140.0;
/// The most moves that are listed.
const LINES: usize = 5;
const ROW: f32 = 44.0;
/// The height of a turning point.
const POINT: f32 = 28.0;
/// The widest evaluation bar, in the margin of the board.
const BAR: f32 = 10.0;

/// The room that the bar needs at the left of a board with this height, in parts of its width: none
/// beside one that leaves it free.
pub(super) fn bar_room(room: Rect, session: &GameSession, shape: f32) -> f32 {
    if !shows_bar(session) {
        return 0.0;
    }
    let width = match session.is_3d() {
        true => room.width(),
        false => room.width().min(room.height() / shape),
    };
    let free = (room.width() - width) / 2.0;
    if free >= 2.0 * BAR { 0.0 } else { 2.0 * BAR }
}

fn shows_bar(session: &GameSession) -> bool {
    session.is_analysing() && session.game.players().len() == 2
}

/// Shows both sides' chances as a bar at the left of the board, the own side at the bottom.
pub(super) fn evaluation_bar(ui: &Ui, board: Rect, session: &GameSession, palette: Palette) {
    if !shows_bar(session) {
        return;
    }
    let Some(chances) = session.win_chances(session.game.here()) else { return };
    let below = session.below() as Seat;
    let Some(own) = chances.get(usize::from(below)) else { return };
    let bar = bar_place(board, session);
    let part = f32::from(*own) / 10_000.0;
    let color = |seat: Seat| crate::theme::color(session.look_of(seat).color);
    let (top, bottom) = bar.split_top_bottom_at_fraction(1.0 - part);
    ui.painter().rect_filled(top, 0.0, color(1 - below));
    ui.painter().rect_filled(bottom, 0.0, color(below));
    let line = egui::Stroke::new(stroke::LINE, palette.edge);
    ui.painter().rect_stroke(bar, radius::CHIP, line, egui::StrokeKind::Inside);
    ui.painter().hline(bar.x_range(), bar.center().y, line);
}

fn state(ui: &mut Ui, context: PanelContext<'_>, now: &Analysis) {
    let PanelContext { session, palette, .. } = context;
    let text = boardloom_app::status_text::analysis_progress(session, now);
    ui.horizontal_wrapped(|ui| {
        if now.lines.is_empty() && session.is_analysis_running() {
            spinner(ui, 14.0);
        }
        ui.label(RichText::new(text).small().color(palette.weak));
    });
}

/// At the left of the drawn board, or of its room where the board fills that.
fn bar_place(room: Rect, session: &GameSession) -> Rect {
    let bounds = session.style.framed_bounds(&session.board);
    let bounds = bounds.filter(|_| !session.is_3d() && !session.is_near());
    let seen = bounds.map_or(room, |bounds| {
        let ends = [bounds.min, bounds.max].map(|at| session.camera.to_screen(at));
        Rect::from_points(&ends.map(|at| egui::pos2(at.x as f32, at.y as f32))).intersect(room)
    });
    // The room begins beside it.
    let right = (seen.left() - BAR).max(room.left() - BAR);
    Rect::from_min_max(egui::pos2(right - BAR, seen.top()), egui::pos2(right, seen.bottom()))
}

/// A move with its value and how the game may go on; a click plays it.
fn line(
    ui: &mut Ui,
    found: &SearchResult,
    plays: bool,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let sense = if plays { egui::Sense::click() } else { egui::Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    let name = found.text();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, plays, name));
    row_frame(ui, rect, &response, false);
    let inside = rect.shrink2(vec2(f32::from(space::SMALL), 3.0));
    let right = egui::Layout::right_to_left(egui::Align::Center);
    let mut row = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(right));
    row.shrink_clip_rect(rect);
    let label = |ui: &mut Ui, text: RichText| {
        ui.add(egui::Label::new(text).truncate().selectable(false));
    };
    label(&mut row, RichText::new(&found.value).size(font::HEADING).semibold().color(palette.text));
    if !found.units.is_empty() && row.available_width() > ROOM {
        label(&mut row, RichText::new(&found.units).small().color(palette.weak));
    }
    row.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        label(ui, RichText::new(name).semibold().color(palette.text));
        if found.moves.len() > 1 {
            label(ui, RichText::new(found.continuation()).small().color(palette.weak));
        }
    });
    let visits = format!("{}: {}", t::visits(), t::thousands(found.visits));
    let about = if plays { format!("{}\n{visits}", t::play_this()) } else { visits };
    if response.on_hover_text(about).clicked() {
        actions.push(GameAction::Play(found.mv().to_owned()));
    }
}
