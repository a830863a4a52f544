//! The pages of the panel.

use boardloom_app::Action;
use boardloom_app::controller::OnlineGame;
use boardloom_app::status_text;
use boardloom_contract::Message;
use boardloom_ruleset::{Ruleset, RulesetOption};
use egui::{RichText, Ui};

use super::chat::{self, ChatDraft};
use super::levels::{self, LevelCards};
use super::moves::{self, MoveList};
use super::{GameAction, analysis};
use crate::components::ActionButton;
use crate::icons;
use crate::keys::KeyMap;
use crate::preferences::Preferences;
use crate::session::GameSession;
use crate::texts::language::current_language;
use crate::texts::{self, game as t};
use crate::theme::{Palette, TextWeight, font, heading, space};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tab {
    #[default]
    Moves,
    Analysis,
    Rules,
    Levels,
    /// Players and chat of a game with others.
    Chat,
}

/// The panel beside the board, and the data of its pages.
#[derive(Clone, Copy)]
pub(super) struct PanelContext<'a> {
    pub session: &'a GameSession,
    pub online: Option<&'a OnlineGame>,
    pub keys: &'a KeyMap,
    pub preferences: &'a Preferences,
    pub palette: Palette,
    pub shows_itself: bool,
    /// Whether the analysis with its graph stands in the column at the left.
    pub analysis_pinned: bool,
}

#[derive(Default)]
pub(super) struct PanelState {
    pub moves: MoveList,
    levels: LevelCards,
    chat: ChatDraft,
}

/// The pages that a game has, with their names.
pub(super) fn tabs_of(session: &GameSession, online: Option<&OnlineGame>) -> Vec<(Tab, String)> {
    let chat = match online.map_or(0, |online| online.unread) {
        0 => texts::online::chat().to_owned(),
        unread => format!("{} ({unread})", texts::online::chat()),
    };
    let all = [
        (Tab::Moves, t::tab_moves().to_owned()),
        (Tab::Chat, chat),
        (Tab::Analysis, t::tab_analysis().to_owned()),
        (Tab::Levels, t::tab_levels().to_owned()),
        (Tab::Rules, t::tab_rules().to_owned()),
    ];
    let mut tabs = all.to_vec();
    tabs.retain(|(page, _)| match page {
        Tab::Levels => session.has_levels(),
        Tab::Chat => online.is_some(),
        // In a game with others the computer gives advice if all know of it.
        Tab::Analysis => !session.forbids_advice(),
        Tab::Moves | Tab::Rules => true,
    });
    tabs
}

/// Shows a page in a place.
pub(super) fn page(
    ui: &mut Ui,
    tab: Tab,
    context: PanelContext<'_>,
    panel: &mut PanelState,
    actions: &mut Vec<GameAction>,
) {
    if !ui.max_rect().is_positive() {
        return;
    }
    let PanelContext { session, palette, .. } = context;
    if tab == Tab::Moves {
        return moves::page(ui, context, &mut panel.moves, actions);
    }
    if tab == Tab::Analysis {
        return analysis::page(ui, context, &mut panel.moves, actions);
    }
    if tab == Tab::Chat {
        return chat::page(ui, context, &mut panel.chat, actions);
    }
    let ruleset = &session.game.source().ruleset;
    let scroll = egui::ScrollArea::vertical().id_salt(("page", tab)).auto_shrink(false);
    scroll.show(ui, |ui| match tab {
        Tab::Levels => levels::page(ui, session, &mut panel.levels, palette, actions),
        Tab::Rules => {
            let clicked = rules_of(ui, ruleset, &session.explained, palette);
            let open = |at| GameAction::Act(Action::OpenExample(session.source(), at));
            actions.extend(clicked.map(open));
            options(ui, &ruleset.options, palette);
        }
        Tab::Moves | Tab::Analysis | Tab::Chat => {}
    });
}

/// The longest line of rules.
const MEASURE: f32 = 460.0;

/// Returns the example game that was clicked.
pub fn rules_of(
    ui: &mut Ui,
    ruleset: &Ruleset,
    explained: &[Message],
    palette: Palette,
) -> Option<usize> {
    // Clear of the bar.
    let room = ui.available_width() - f32::from(space::MEDIUM);
    ui.set_max_width(room.min(MEASURE));
    ui.label(RichText::new(&ruleset.name).size(font::TITLE).semibold());
    if !ruleset.summary.is_empty() {
        ui.label(RichText::new(&ruleset.summary).color(palette.weak));
    }
    for section in status_text::rules(ruleset, explained) {
        if !section.title.is_empty() {
            ui.add_space(f32::from(space::MEDIUM));
            ui.label(heading(section.title));
        }
        for paragraph in &section.paragraphs {
            paragraph.iter().for_each(|line| show_line(ui, line));
            ui.add_space(f32::from(space::TINY));
        }
    }
    if ruleset.examples.is_empty() {
        return None;
    }
    ui.add_space(f32::from(space::MEDIUM));
    ui.label(heading(t::examples()));
    let titles = ruleset.examples.iter().map(|it| it.texts_in(current_language()).title);
    let mut clicked = None;
    for (at, title) in titles.enumerate() {
        if ui.add(ActionButton::quiet(&title).icon(icons::PLAY)).clicked() {
            clicked = Some(at);
        }
    }
    clicked
}

fn show_line(ui: &mut Ui, line: &str) {
    let text = |line: &str| RichText::new(line).size(font::HEADING).line_height(Some(READING));
    match line.strip_prefix("- ") {
        None => drop(ui.add(egui::Label::new(text(line)).wrap())),
        Some(item) => drop(ui.horizontal_top(|ui| {
            ui.label(text("•"));
            ui.add(egui::Label::new(text(item)).wrap());
        })),
    }
}

/// The height of a line of rules.
const READING: f32 = 23.0;

/// The options as they were chosen.
fn options(ui: &mut Ui, choices: &[RulesetOption], palette: Palette) {
    if choices.is_empty() {
        return;
    }
    ui.add_space(f32::from(space::MEDIUM));
    ui.label(heading(t::tab_options()));
    ui.label(RichText::new(t::options_help()).small().color(palette.weak));
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
