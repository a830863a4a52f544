//! The side panel and its pages.

use boardloom_app::log::Log;
use boardloom_app::status_text::{self, reason, verdict};
use boardloom_contract::Message;
use boardloom_ruleset::{Ruleset, RulesetOption};
use egui::{RichText, Ui};

use super::levels::{self, LevelCards};
use super::moves::{self, MoveList};
use super::{GameAction, analysis, log};
use crate::keys::{Command, KeyMap};
use crate::session::GameSession;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, radius, space};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tab {
    #[default]
    Moves,
    Analysis,
    Rules,
    Options,
    Levels,
    Log,
}

/// The panel beside the board, and the data of its pages.
#[derive(Clone, Copy)]
pub(super) struct PanelContext<'a> {
    pub session: &'a GameSession,
    pub keys: &'a KeyMap,
    pub log: &'a Log,
    pub palette: Palette,
    pub shows_itself: bool,
}

#[derive(Default)]
pub(super) struct PanelState {
    pub moves: MoveList,
    levels: LevelCards,
}

pub(super) fn side(
    ui: &mut Ui,
    context: PanelContext<'_>,
    tab: &mut Tab,
    panel: &mut PanelState,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    if let Some(outcome) = &session.game.status().outcome {
        result(ui, context, outcome, actions);
    }
    let has_levels = session.has_levels();
    if *tab == Tab::Levels && !has_levels {
        *tab = Tab::Moves;
    }
    if *tab != Tab::Levels && !session.pointed.is_empty() {
        actions.push(GameAction::Highlight(Vec::new()));
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 7.0;
        for (page, text) in [
            (Tab::Moves, t::tab_moves()),
            (Tab::Analysis, t::tab_analysis()),
            (Tab::Levels, t::tab_levels()),
            (Tab::Rules, t::tab_rules()),
            (Tab::Options, t::tab_options()),
            (Tab::Log, t::tab_log()),
        ] {
            if page != Tab::Levels || has_levels {
                ui.selectable_value(tab, page, text);
            }
        }
    });
    ui.separator();
    match tab {
        Tab::Moves => return moves::page(ui, context, &mut panel.moves, actions),
        Tab::Log => return log::page(ui, context),
        _ => {}
    }
    let ruleset = &session.game.source().ruleset;
    let scroll = egui::ScrollArea::vertical().id_salt(("page", *tab)).auto_shrink(false);
    scroll.show(ui, |ui| match tab {
        Tab::Analysis => analysis::page(ui, context, &mut panel.moves.graph, actions),
        Tab::Levels => levels::page(ui, session, &mut panel.levels, palette, actions),
        Tab::Rules => rules_of(ui, ruleset, &session.explained, palette),
        Tab::Options => options(ui, &ruleset.options, palette),
        Tab::Moves | Tab::Log => {}
    });
}

fn result(
    ui: &mut Ui,
    context: PanelContext<'_>,
    outcome: &boardloom_contract::Outcome,
    actions: &mut Vec<GameAction>,
) {
    let PanelContext { session, palette, .. } = context;
    egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(1.5, palette.accent))
        .corner_radius(radius::CARD)
        .inner_margin(space::MEDIUM)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(verdict(session, outcome)).size(font::TITLE).semibold());
            let why = reason(&session.game, outcome, |seat| session.side(seat));
            ui.label(RichText::new(why).color(palette.weak));
            if let Some(summary) = session.review_summary() {
                ui.label(RichText::new(summary).color(palette.weak));
            }
            if outcome.ranks.len() > 2 {
                let mut order: Vec<_> = outcome.ranks.iter().zip(0_u8..).collect();
                order.sort();
                for (rank, seat) in order {
                    ui.label(format!("{}. {}", rank + 1, session.side(seat)));
                }
            }
            ui.horizontal_wrapped(|ui| {
                palette.raise_buttons(ui);
                if ui.button(t::new_game()).clicked() {
                    actions.push(GameAction::Command(Command::NewGame));
                }
                let carries = session.game.clock().control().carries();
                let again = if carries { t::again_carried() } else { t::same_again() };
                if ui.button(again).clicked() {
                    actions.push(GameAction::Command(Command::SameAgain));
                }
                if session.can_review() && ui.button(t::review()).clicked() {
                    actions.push(GameAction::Command(Command::Review));
                }
            });
        });
    ui.add_space(4.0);
}

pub fn rules_of(ui: &mut Ui, ruleset: &Ruleset, explained: &[Message], palette: Palette) {
    ui.label(RichText::new(&ruleset.name).size(font::TITLE).semibold());
    if !ruleset.summary.is_empty() {
        ui.label(RichText::new(&ruleset.summary).color(palette.weak));
    }
    for section in status_text::rules(ruleset, explained) {
        if !section.title.is_empty() {
            ui.add_space(8.0);
            ui.label(RichText::new(section.title).size(font::HEADING).semibold());
        }
        for paragraph in &section.paragraphs {
            paragraph.iter().for_each(|line| show_line(ui, line));
            ui.add_space(4.0);
        }
    }
}

fn show_line(ui: &mut Ui, line: &str) {
    match line.strip_prefix("- ") {
        None => drop(ui.add(egui::Label::new(line).wrap())),
        Some(item) => drop(ui.horizontal_top(|ui| {
            ui.label("•");
            ui.add(egui::Label::new(item).wrap());
        })),
    }
}

fn options(ui: &mut Ui, choices: &[RulesetOption], palette: Palette) {
    if choices.is_empty() {
        ui.label(RichText::new(t::no_options()).color(palette.weak));
        return;
    }
    ui.label(RichText::new(t::options_help()).color(palette.weak));
    // A label that wraps would else be as narrow as a syllable.
    let grid = egui::Grid::new("options").num_columns(2).striped(true);
    grid.min_col_width(0.45 * ui.available_width()).show(ui, |ui| {
        for choice in choices {
            ui.add(egui::Label::new(&choice.label).wrap());
            ui.label(RichText::new(status_text::value_of(choice, &choice.value)).semibold());
            ui.end_row();
        }
    });
}
