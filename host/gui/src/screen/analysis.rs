//! The analysis page: the best moves of the position, live.

use egui::{RichText, Ui, vec2};

use super::GameAction;
use super::graph::{self, ScoreChart};
use super::side::PanelContext;
use crate::components::spinner;
use crate::keys::Command;
use crate::session::{Analysis, SearchResult};
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, radius, space};

/// The width that the value in the game's unit needs.
const ROOM: f32 = 110.0;

pub(super) fn page(
    ui: &mut Ui,
    context: PanelContext<'_>,
    graph: &mut ScoreChart,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, keys, palette, .. } = context;
    if !session.game.source().rules.capabilities().search {
        ui.label(RichText::new(t::no_search()).color(palette.weak));
        return;
    }
    let mut on = session.is_analysing();
    let text = keys.hover(t::analyse(), Command::Analyse);
    if ui.checkbox(&mut on, text).changed() {
        actions.push(GameAction::Command(Command::Analyse));
    }
    match session.analysis() {
        None => drop(ui.label(RichText::new(t::analysis_help()).small().color(palette.weak))),
        Some(now) => {
            state(ui, context, now);
            let plays = session.game.human_to_move().is_some() && !session.is_paused();
            for (place, found) in now.lines.iter().enumerate() {
                line(ui, place, found, plays, palette, actions);
            }
        }
    }
    ui.add_space(6.0);
    graph::graph(ui, session, graph, palette, actions);
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

fn line(
    ui: &mut Ui,
    place: usize,
    found: &SearchResult,
    plays: bool,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let frame = egui::Frame::new()
        .fill(palette.raised)
        .corner_radius(radius::CHIP)
        .inner_margin(space::TINY);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
        ui.horizontal(|ui| {
            let number = RichText::new(format!("{}.", place + 1)).small().color(palette.weak);
            ui.add(egui::Label::new(number).selectable(false));
            let text = RichText::new(found.text()).semibold().color(palette.text);
            let button = ui.add_enabled(plays, egui::Button::new(text).small().truncate());
            if button.on_hover_text(t::play_this()).clicked() {
                actions.push(GameAction::Play(found.mv().to_owned()));
            }
            let low = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(low, |ui| {
                let visits = RichText::new(t::thousands(found.visits)).small();
                ui.add(egui::Label::new(visits.color(palette.weak)).truncate())
                    .on_hover_text(t::visits());
                if !found.units.is_empty() && ui.available_width() > ROOM {
                    let units = RichText::new(&found.units).small().color(palette.text);
                    ui.label(units);
                }
                ui.label(RichText::new(&found.value).semibold().color(palette.text))
                    .on_hover_text(t::value());
            });
        });
        bar(ui, found, palette);
        if found.moves.len() > 1 {
            let text = RichText::new(found.continuation()).small().color(palette.weak);
            ui.add(egui::Label::new(text).truncate());
        }
    });
}

fn bar(ui: &mut Ui, found: &SearchResult, palette: Palette) {
    let size = vec2(ui.available_width(), 3.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(rect, 1.0, palette.line);
    let mut part = rect;
    part.set_width(rect.width() * f32::from(found.chance) / 10_000.0);
    ui.painter().rect_filled(part, 1.0, palette.accent);
}
