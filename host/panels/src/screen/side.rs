//! The panel beside the board: moves, rules, options.

use boardloom_contract::Site;
use boardloom_play::sitting::{Event, NodeId};
use boardloom_ruleset::Choice;
use boardloom_shell::rows::{Row, rows};
use boardloom_shell::saying::{self, verdict};
use egui::{RichText, Ui};

use super::levels::{self, Levels};
use crate::keys::Command;
use crate::playing::Playing;
use crate::texts::game as t;
use crate::theme::Palette;

/// Which of the panel's pages is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The moves.
    #[default]
    Moves,
    /// The rules of the open ruleset.
    Rules,
    /// What was chosen.
    Options,
    /// The levels of the board.
    Levels,
}

/// What the panel asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Something that has a key as well.
    Command(Command),
    /// Go to a node.
    GoTo(NodeId),
    /// Make a line the main one.
    Promote(NodeId),
    /// Take a line away.
    Delete(NodeId),
    /// Write a comment.
    Comment(NodeId, String),
    /// Show a cell.
    Look(Site),
    /// Light these cells on the board.
    Light(Vec<Site>),
}

/// Rows kept from frame to frame: they change with the match alone.
#[derive(Default)]
pub struct List {
    made_for: Option<(u64, usize)>,
    rows: Vec<Row>,
    shown: Option<NodeId>,
    levels: Levels,
}

/// The list of moves has the keyboard while this has the focus.
pub fn list_id() -> egui::Id {
    egui::Id::unique("moves-list")
}

/// Draws the panel.
pub fn side(
    ui: &mut Ui,
    playing: &Playing,
    tab: &mut Tab,
    list: &mut List,
    palette: Palette,
) -> Vec<Asked> {
    let mut asked = Vec::new();
    if let Some(outcome) = &playing.game.standing().outcome {
        result(ui, playing, outcome, palette, &mut asked);
    }
    let has_levels = playing.has_levels();
    if *tab == Tab::Levels && !has_levels {
        *tab = Tab::Moves;
    }
    if *tab != Tab::Levels && !playing.pointed.is_empty() {
        asked.push(Asked::Light(Vec::new()));
    }
    ui.horizontal_wrapped(|ui| {
        for (page, text) in [
            (Tab::Moves, t::TAB_MOVES),
            (Tab::Levels, t::TAB_LEVELS),
            (Tab::Rules, t::TAB_RULES),
            (Tab::Options, t::TAB_OPTIONS),
        ] {
            if page != Tab::Levels || has_levels {
                ui.selectable_value(tab, page, text);
            }
        }
    });
    ui.separator();
    match tab {
        Tab::Moves => moves(ui, playing, list, palette, &mut asked),
        Tab::Levels => {
            egui::ScrollArea::vertical().id_salt("levels").auto_shrink(false).show(ui, |ui| {
                levels::page(ui, playing, &mut list.levels, palette, &mut asked);
            });
        }
        Tab::Rules => {
            egui::ScrollArea::vertical().id_salt("rules").auto_shrink(false).show(ui, |ui| {
                rules(ui, playing, palette);
            });
        }
        Tab::Options => {
            egui::ScrollArea::vertical().id_salt("options").auto_shrink(false).show(ui, |ui| {
                options(ui, &playing.game.table().ruleset.options, palette);
            });
        }
    }
    asked
}

fn result(
    ui: &mut Ui,
    playing: &Playing,
    outcome: &boardloom_contract::Outcome,
    palette: Palette,
    asked: &mut Vec<Asked>,
) {
    egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(1.5, palette.accent))
        .corner_radius(6)
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(verdict(playing, outcome)).size(17.0).strong());
            ui.label(RichText::new(&outcome.reason.text).color(palette.weak));
            if outcome.ranks.len() > 2 {
                let mut order: Vec<_> = outcome.ranks.iter().zip(0_u8..).collect();
                order.sort();
                for (rank, seat) in order {
                    ui.label(t::place(usize::from(*rank) + 1, &playing.side(seat)));
                }
            }
            ui.horizontal_wrapped(|ui| {
                let rest = &mut ui.visuals_mut().widgets.inactive;
                rest.weak_bg_fill = palette.panel;
                rest.bg_stroke = egui::Stroke::new(1.0, palette.line);
                if ui.button(t::NEW_GAME).clicked() {
                    asked.push(Asked::Command(Command::NewGame));
                }
                let carries = playing.game.clock().control().carries();
                let again = if carries { t::AGAIN_CARRIED } else { t::SAME_AGAIN };
                if ui.button(again).clicked() {
                    asked.push(Asked::Command(Command::SameAgain));
                }
            });
        });
    ui.add_space(4.0);
}

fn moves(
    ui: &mut Ui,
    playing: &Playing,
    list: &mut List,
    palette: Palette,
    asked: &mut Vec<Asked>,
) {
    let bar = 34.0;
    let seats = playing.game.players().len();
    let made_for = Some((playing.revision, playing.game.tree().len()));
    if list.made_for != made_for {
        list.made_for = made_for;
        list.rows = rows(playing.game.tree(), seats);
    }
    let height = (ui.available_height() - bar - ui.spacing().item_spacing.y).max(30.0);
    let area = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(ui.available_width(), height));
    let focus = ui.interact(area, list_id(), egui::Sense::click());
    if focus.clicked() {
        focus.request_focus();
    }
    if focus.has_focus() {
        ui.painter().rect_stroke(
            area,
            4.0,
            egui::Stroke::new(1.0, palette.accent),
            egui::StrokeKind::Inside,
        );
    }
    egui::ScrollArea::vertical().id_salt("moves").max_height(height).auto_shrink(false).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if list.rows.is_empty() {
                ui.label(RichText::new(t::NO_MOVES).color(palette.weak));
            }
            let follow = list.shown != Some(playing.game.here());
            list.shown = Some(playing.game.here());
            for row in &list.rows {
                show_row(ui, playing, row, seats, follow, palette, asked);
            }
        },
    );
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let size = egui::vec2(((ui.available_width() - 12.0) / 4.0).min(60.0), bar - 6.0);
        let past = playing.game.node().parent().is_some();
        let more = !playing.at_end();
        for (sign, name, command, on) in [
            ("|◀", crate::texts::keys::FIRST, Command::First, past),
            ("◀", crate::texts::keys::PREVIOUS, Command::Previous, past),
            ("▶", crate::texts::keys::NEXT, Command::Next, more),
            ("▶|", crate::texts::keys::LAST, Command::Last, more),
        ] {
            let button = ui.add_enabled(on, egui::Button::new(sign).min_size(size));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, on, name));
            if button.on_hover_text(name).clicked() {
                asked.push(Asked::Command(command));
            }
        }
    });
}

fn show_row(
    ui: &mut Ui,
    playing: &Playing,
    row: &Row,
    seats: usize,
    follow: bool,
    palette: Palette,
    asked: &mut Vec<Asked>,
) {
    match row {
        Row::Round { number, cells } => {
            ui.horizontal(|ui| {
                let many = seats > 2;
                if many {
                    ui.spacing_mut().item_spacing.x = 2.0;
                }
                let weak = RichText::new(format!("{number}.")).color(palette.weak);
                let room = [if many { 26.0 } else { 34.0 }, 22.0];
                ui.add_sized(room, egui::Label::new(weak).selectable(false));
                let gaps = ui.spacing().item_spacing.x * seats as f32;
                let width = ((ui.available_width() - gaps) / seats as f32).clamp(28.0, 120.0);
                for cell in cells {
                    let (rect, _) =
                        ui.allocate_exact_size(egui::vec2(width, 22.0), egui::Sense::hover());
                    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect));
                    if let Some(node) = cell {
                        show_move(&mut inside, playing, *node, Some(width), follow, palette, asked);
                    }
                }
            });
        }
        Row::Aside { depth, number, moves } => {
            ui.horizontal_wrapped(|ui| {
                ui.add_space(14.0 + 14.0 * *depth as f32);
                ui.spacing_mut().item_spacing.x = 2.0;
                if let Some(number) = number {
                    let weak = RichText::new(format!("{number}.")).small().color(palette.weak);
                    ui.add(egui::Label::new(weak).selectable(false));
                }
                for node in moves {
                    show_move(ui, playing, *node, None, follow, palette, asked);
                }
            });
        }
        Row::Comment { depth, node } => {
            ui.horizontal_wrapped(|ui| {
                ui.add_space(14.0 + 14.0 * *depth as f32);
                let text = RichText::new(&playing.game.tree().node(*node).comment).italics();
                ui.label(text.color(palette.weak));
            });
        }
    }
}

/// Columns narrower than this, as many seats have, show moves in small letters.
const CRAMPED: f32 = 60.0;

fn show_move(
    ui: &mut Ui,
    playing: &Playing,
    node: NodeId,
    width: Option<f32>,
    follow: bool,
    palette: Palette,
    asked: &mut Vec<Asked>,
) {
    let known = playing.game.tree().node(node);
    let here = playing.game.here() == node;
    let text = known.event().map(Event::text).unwrap_or_default();
    let mut shown = RichText::new(text);
    if known.is_unfit() {
        shown = shown.strikethrough().color(palette.weak);
    } else if width.is_none() && !here {
        shown = shown.color(palette.weak);
    }
    if width.is_some_and(|width| width < CRAMPED) {
        ui.spacing_mut().button_padding.x = 1.0;
        shown = shown.size(11.0);
    }
    let mut button = egui::Button::selectable(here, shown).small().truncate();
    if let Some(width) = width {
        button = button.min_size(egui::vec2(width, 22.0));
    }
    let response = ui.add(button);
    if here && follow {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        asked.push(Asked::GoTo(node));
        ui.memory_mut(|memory| memory.request_focus(list_id()));
    }
    response.context_menu(|ui| {
        if ui.button(t::PROMOTE).clicked() {
            asked.push(Asked::Promote(node));
        }
        if ui.button(t::DELETE).clicked() {
            asked.push(Asked::Delete(node));
        }
        let id = ui.scope_id().with(("comment", node.0));
        let mut comment =
            ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| known.comment.clone());
        let label = ui.label(t::COMMENT);
        let edit = ui.text_edit_singleline(&mut comment).labelled_by(label.id);
        if edit.lost_focus() {
            asked.push(Asked::Comment(node, comment.clone()));
        }
        ui.data_mut(|data| data.insert_temp(id, comment));
    });
    if known.is_unfit() {
        response.on_hover_text(t::UNFIT);
    } else if let Some(note) = &known.note {
        response.on_hover_text(&note.text);
    }
}

/// Draws the rules: the ruleset's own words, then the plugin's with what is in
/// force.
pub fn rules(ui: &mut Ui, playing: &Playing, palette: Palette) {
    let explained = playing.explained.iter().map(|message| message.text.as_str());
    rules_of(ui, &playing.game.table().ruleset, explained, palette);
}

/// Draws the rules of a ruleset, with what its plugin says of those in force.
pub fn rules_of<'a>(
    ui: &mut Ui,
    ruleset: &boardloom_ruleset::Ruleset,
    explained: impl Iterator<Item = &'a str>,
    palette: Palette,
) {
    ui.label(RichText::new(&ruleset.name).size(18.0).strong());
    if !ruleset.summary.is_empty() {
        ui.label(RichText::new(&ruleset.summary).color(palette.weak));
    }
    let help = &ruleset.help;
    if let Some(text) = &help.rules {
        paragraphs(ui, text);
    }
    let mut explained = explained.peekable();
    if help.rules.is_none() && explained.peek().is_none() {
        ui.label(t::NO_HELP);
    }
    if explained.peek().is_some() {
        heading(ui, t::IN_FORCE);
        for text in explained {
            ui.horizontal_top(|ui| {
                ui.label("•");
                ui.add(egui::Label::new(text).wrap());
            });
        }
    }
    for (title, text) in
        [(t::TIPS, &help.tips), (t::HISTORY, &help.history), (t::SOURCE, &help.source)]
    {
        if let Some(text) = text {
            heading(ui, title);
            paragraphs(ui, text);
        }
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).size(16.0).strong());
}

fn paragraphs(ui: &mut Ui, text: &str) {
    for paragraph in saying::paragraphs(text) {
        for line in paragraph {
            ui.add(egui::Label::new(line).wrap());
        }
        ui.add_space(4.0);
    }
}

fn options(ui: &mut Ui, choices: &[Choice], palette: Palette) {
    if choices.is_empty() {
        ui.label(RichText::new(t::NO_OPTIONS).color(palette.weak));
        return;
    }
    ui.label(RichText::new(t::OPTIONS_HELP).color(palette.weak));
    egui::Grid::new("options").num_columns(2).striped(true).show(ui, |ui| {
        for choice in choices {
            ui.add(egui::Label::new(&choice.label).wrap());
            ui.label(RichText::new(saying::value(choice)).strong());
            ui.end_row();
        }
    });
}
