//! The end of a game: a sheet over the panel, then a banner in place of the actions.

use boardloom_app::status_text::{reason, verdict};
use boardloom_contract::{Outcome, Seat};
use egui::{
    Align, Layout, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, TextWrapMode, Ui, Vec2,
};

use super::GameAction;
use crate::components::ActionButton;
use crate::icons;
use crate::keys::Command;
use crate::session::GameSession;
use crate::shapes;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, radius, size, space, stroke};

/// Narrower sheets have smaller letters.
const NARROW: f32 = 280.0;
/// Lower sheets have their parts in a row.
const LOW: f32 = 260.0;
/// And wider ones in two columns, about so high.
const WIDE: f32 = 2.2 * NARROW;
const WIDE_CONTENT: f32 = 132.0;
/// In lower ones, the winner's mark stands beside the result.
const CLOSE: f32 = 340.0;
const MARK: f32 = 40.0;

/// What the player wants of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndChoice {
    Close,
    Command(Command),
}

/// The least room below a sheet for a few moves and the navigation.
pub(super) const BELOW: f32 = 140.0;

/// Shows who won and why, with everything that one does next. Returns whether it was closed, and
/// its place: it is as high as its contents.
pub(super) fn sheet(
    ui: &mut Ui,
    rect: Rect,
    session: &GameSession,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) -> (bool, Rect) {
    let Some(outcome) = &session.game.status().outcome else { return (false, rect) };
    let known = ui.scope_id().with("end height");
    let height: f32 = ui.data(|data| data.get_temp(known)).unwrap_or(f32::INFINITY);
    let room = rect.height();
    let mut rect = rect;
    rect.max.y = rect.max.y.min(rect.min.y + height);
    // Nothing below takes clicks.
    ui.interact(rect, ui.scope_id().with("end"), Sense::click_and_drag());
    let line = Stroke::new(stroke::LINE, palette.line);
    ui.painter().rect(rect, radius::CARD, palette.raised, line, StrokeKind::Inside);
    let (low, close) = (room < LOW, room < CLOSE);
    let margin = f32::from(if low || rect.width() < NARROW { space::MEDIUM } else { space::HUGE });
    let wide = low && rect.width() > WIDE;
    let margin = if wide { f32::from(space::HUGE) } else { margin };
    let mut inside = rect.shrink(margin);
    if wide {
        inside.min.y += ((inside.height() - WIDE_CONTENT) / 2.0).max(0.0);
    }
    let mut body = ui.new_child(egui::UiBuilder::new().max_rect(inside).id_salt("end"));
    body.shrink_clip_rect(inside.expand(2.0));
    let mut choice = None;
    let scroll = egui::ScrollArea::vertical().id_salt("end").auto_shrink(false);
    let shown = scroll.show(&mut body, |ui| {
        if wide {
            ui.horizontal(|ui| {
                let column = Vec2::new((ui.available_width() - margin) / 2.0, 0.0);
                ui.allocate_ui_with_layout(column, Layout::top_down(Align::Min), |ui| {
                    facts(ui, session, outcome, palette, close);
                });
                ui.add_space(margin);
                ui.vertical(|ui| {
                    // Beside the button that closes the sheet.
                    let beside = inside.min.y < rect.top() + size::ROW + f32::from(space::SMALL);
                    let room = if beside { size::ROW } else { 0.0 };
                    ui.set_max_width(ui.available_width() - room);
                    choice = buttons(ui, session, close);
                });
            });
        } else {
            facts(ui, session, outcome, palette, close);
            ui.add_space(f32::from(space::MEDIUM));
            choice = buttons(ui, session, close);
        }
    });
    let needed = shown.content_size.y + 2.0 * margin;
    if needed != height {
        ui.data_mut(|data| data.insert_temp(known, needed));
        ui.request_repaint();
    }
    let corner = Rect::from_min_size(
        egui::pos2(rect.right() - size::ROW - 4.0, rect.top() + 4.0),
        Vec2::splat(size::ROW),
    );
    let close = ui.put(corner, ActionButton::icon_only(icons::CLOSE, t::close()));
    if close.clicked() {
        choice = Some(EndChoice::Close);
    }
    if let Some(EndChoice::Command(command)) = choice {
        actions.push(GameAction::Command(command));
    }
    (choice.is_some_and(|it| it != EndChoice::Command(Command::NewGame)), rect)
}

fn facts(ui: &mut Ui, session: &GameSession, outcome: &Outcome, palette: Palette, close: bool) {
    let letters = match ui.available_width() < NARROW {
        true if close => font::HEADING,
        true => font::TITLE,
        false => font::DISPLAY,
    };
    let text = RichText::new(verdict(session, outcome)).size(letters).semibold();
    let text = egui::Label::new(text).wrap();
    match outcome.winner() {
        Some(winner) if close => {
            ui.horizontal(|ui| {
                let (mark, _) = ui.allocate_exact_size(Vec2::splat(letters), Sense::hover());
                shapes::side_badge(ui.painter(), mark, &session.look_of(winner));
                ui.add(text);
            });
        }
        winner => {
            // Of a draw, all who share the first place.
            let first = outcome.ranks.iter().zip(0..).filter(|(rank, _)| **rank == 0);
            let first = first.map(|(_, seat)| seat);
            let marks = winner.map_or_else(|| first.collect(), |winner| vec![winner]);
            ui.horizontal(|ui| {
                for seat in marks {
                    let (mark, _) = ui.allocate_exact_size(Vec2::splat(MARK), Sense::hover());
                    shapes::side_badge(ui.painter(), mark, &session.look_of(seat));
                }
            });
            ui.add_space(f32::from(space::TINY));
            ui.add(text);
        }
    }
    let why = reason(&session.game, outcome, |seat| session.name(seat));
    let why = boardloom_app::texts::capital(&why);
    ui.add(egui::Label::new(RichText::new(why).color(palette.weak)).wrap());
    if let Some(summary) = session.review_summary() {
        ui.add(egui::Label::new(RichText::new(summary).color(palette.weak)).wrap());
    }
    ui.add_space(f32::from(space::SMALL));
    let mut order: Vec<(u8, Seat)> = outcome.ranks.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let ranked = order.len() > 2;
    if close && !ranked {
        // One row of marks and points, or one for each where numbers are long.
        let points = |seat: Seat| session.points(seat).map(|(points, ..)| t::number(points));
        if order.iter().all(|(_, seat)| points(*seat).is_none()) {
            return;
        }
        let long = order.iter().any(|(_, seat)| points(*seat).is_some_and(|it| it.len() > 2));
        for row in order.chunks(if long { 1 } else { 2 }) {
            ui.horizontal(|ui| {
                for (_, seat) in row {
                    let Some(points) = points(*seat) else { continue };
                    let (mark, _) =
                        ui.allocate_exact_size(Vec2::splat(font::TITLE), Sense::hover());
                    shapes::side_badge(ui.painter(), mark, &session.look_of(*seat));
                    ui.label(RichText::new(points).size(font::TITLE).semibold());
                    ui.add_space(f32::from(space::MEDIUM));
                }
            });
        }
        let unit = &session.game.source().ruleset.points;
        if !unit.is_empty() {
            ui.label(RichText::new(unit).small().color(palette.weak));
        }
        return;
    }
    for (rank, seat) in order {
        let points = session.points(seat).map(|(now, ..)| t::number(now));
        if points.is_none() && !ranked {
            continue;
        }
        ui.horizontal(|ui| {
            if ranked {
                ui.label(RichText::new(format!("{}.", rank + 1)).color(palette.weak));
            }
            let (mark, _) = ui.allocate_exact_size(Vec2::splat(font::TITLE), Sense::hover());
            shapes::side_badge(ui.painter(), mark, &session.look_of(seat));
            ui.label(session.name(seat));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(points.unwrap_or_default()).size(font::TITLE).semibold());
            });
        });
    }
}

fn buttons(ui: &mut Ui, session: &GameSession, close: bool) -> Option<EndChoice> {
    let least = Vec2::new(ui.available_width(), if close { size::ROW } else { size::BUTTON });
    let mut choice = None;
    ui.spacing_mut().item_spacing.y = f32::from(space::SMALL);
    let centered = Layout::top_down(Align::Center);
    ui.with_layout(centered, |ui| choice = button_column(ui, session, least));
    choice
}

fn button_column(ui: &mut Ui, session: &GameSession, least: Vec2) -> Option<EndChoice> {
    let mut choice = None;
    if ui.add(ActionButton::primary(rematch_text(session)).least(least)).clicked() {
        choice = Some(EndChoice::Command(Command::SameAgain));
    }
    if session.can_review() && ui.add(ActionButton::secondary(t::review()).least(least)).clicked() {
        choice = Some(EndChoice::Command(Command::Review));
    }
    if ui.add(ActionButton::secondary(t::new_game()).least(least)).clicked() {
        choice = Some(EndChoice::Command(Command::NewGame));
    }
    choice
}

fn rematch_text(session: &GameSession) -> &'static str {
    match session.game.clock().control().carries() {
        true => t::again_carried(),
        false => t::same_again(),
    }
}

/// How the game ended, also while an earlier position is shown; `None` while it goes on.
pub(super) fn final_outcome(session: &GameSession) -> Option<&Outcome> {
    let tree = session.game.tree();
    let end = tree.main_line().last().copied();
    let of_end = end.and_then(|end| tree.node(end).outcome.as_ref());
    // A variation is a separate game.
    let is_main = tree.main_line().contains(&session.game.here());
    session.game.status().outcome.as_ref().or(of_end.filter(|_| is_main))
}

/// The result in one line, once the sheet is closed.
pub(super) fn banner(
    ui: &mut Ui,
    rect: Rect,
    (session, outcome): (&GameSession, &Outcome),
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let row = Layout::right_to_left(Align::Center);
    let inside = egui::UiBuilder::new().max_rect(rect).layout(row).id_salt("banner");
    let mut ui = ui.new_child(inside);
    ui.shrink_clip_rect(rect.expand(2.0));
    if ui.add(ActionButton::primary(rematch_text(session)).low()).clicked() {
        actions.push(GameAction::Command(Command::SameAgain));
    }
    let wide = rect.width() > NARROW;
    if wide && session.can_review() && ui.add(ActionButton::quiet(t::review())).clicked() {
        actions.push(GameAction::Command(Command::Review));
    }
    super::actions::option_buttons(&mut ui, session, actions);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        if let Some(winner) = outcome.winner().filter(|_| wide) {
            let (mark, _) = ui.allocate_exact_size(Vec2::splat(font::TITLE), Sense::hover());
            shapes::side_badge(ui.painter(), mark, &session.look_of(winner));
        }
        let text = RichText::new(verdict(session, outcome)).semibold().color(palette.text);
        let whole = egui::WidgetText::from(text.clone());
        let whole =
            whole.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
        // A long name takes two small lines.
        let label = match whole.size().x <= ui.available_width() {
            true => egui::Label::new(text),
            false => egui::Label::new(text.small()).wrap(),
        };
        ui.add(label.selectable(false));
    });
}
