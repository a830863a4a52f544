//! The settings.

use boardloom_app::Action;
use egui::{RichText, ScrollArea, Ui, Vec2};

use super::DialogResult;
use crate::components::{
    self as parts, ActionButton, control_row, explained_segments, explained_switch, labelled,
    segmented_row,
};
use crate::key_sheet::KeySheet;
use crate::keys::{Command, KeyMap};
use crate::preferences::{BoardChoice, PieceChoice, Preferences, ThemeChoice};
use crate::session::GameSession;
use crate::texts::{self, dialogs as t, game};
use crate::theme::{Palette, radius, size, space, stroke};
use crate::thumbnail::{Thumbnail, paint_session};

mod theme_card;

use theme_card::theme_cards;

const SCALES: [f32; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];
const PACES: [f32; 4] = [0.5, 1.0, 2.0, 4.0];

/// The switches of what the board shows; the others are about play.
const BOARD_SWITCHES: [Command; 6] = [
    Command::ThreeD,
    Command::Coordinates,
    Command::Marks,
    Command::Arrows,
    Command::Numbers,
    Command::Motion,
];

/// The page of the settings that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum SettingsSection {
    #[default]
    Board,
    Play,
    Sound,
    Interface,
    Keys,
}

impl SettingsSection {
    fn all() -> [(Self, &'static str); 5] {
        [
            (SettingsSection::Board, t::settings_board()),
            (SettingsSection::Play, t::settings_play()),
            (SettingsSection::Sound, t::settings_sound()),
            (SettingsSection::Interface, t::settings_interface()),
            (SettingsSection::Keys, t::keys()),
        ]
    }
}

/// What the settings page remembers while it is open.
#[derive(Debug)]
pub struct SettingsPage {
    section: SettingsSection,
    pub keys: KeySheet,
}

impl Default for SettingsPage {
    fn default() -> Self {
        SettingsPage { section: SettingsSection::default(), keys: KeySheet::to_change() }
    }
}

/// The board beside the settings.
#[derive(Clone, Copy)]
pub struct LiveBoard<'a> {
    pub session: Option<&'a GameSession>,
    pub thumbnail: Option<&'a Thumbnail>,
}

const RAIL: f32 = 180.0;
const COLUMN: f32 = 520.0;
const BOARD: f32 = 240.0;
/// Between the parts.
const GAP: f32 = 24.0;
/// The room of the bar of the scrolling part.
const BESIDE: f32 = 12.0;
/// The width with all parts.
const ALL: f32 = RAIL + COLUMN + BESIDE + BOARD + 2.0 * GAP;
/// The height of the page where there is room.
const HEIGHT: f32 = 408.0;

pub(super) fn show(
    ctx: &egui::Context,
    page: &mut SettingsPage,
    preferences: &mut Preferences,
    keys: &KeyMap,
    board: LiveBoard<'_>,
    has_sound: bool,
) -> Option<DialogResult> {
    let id = egui::Id::unique("settings");
    let room = ctx.content_rect().size() - Vec2::splat(2.0 * GAP + 48.0);
    let railed = room.x >= RAIL + COLUMN - 100.0;
    let boarded = room.x >= ALL;
    let width = match (railed, boarded) {
        (true, true) => ALL,
        (true, false) => room.x.min(RAIL + COLUMN + BESIDE + GAP),
        (false, _) => room.x.min(COLUMN),
    };
    let width = width + parts::dialog_margins(ctx);
    let (answer, outside) = parts::modal_as(id, ctx, t::settings(), width, |ui| {
        let height = parts::scroll_height(ctx).min(HEIGHT);
        let head = if railed { 0.0 } else { size::BUTTON + f32::from(space::SMALL) };
        if !railed {
            let row = Vec2::new(ui.available_width(), size::BUTTON);
            let chosen = ui.allocate_ui(row, |ui| {
                ScrollArea::horizontal()
                    .id_salt("sections")
                    .show(ui, |ui| {
                        ui.set_height(size::BUTTON);
                        parts::tabs(ui, Some(page.section), &SettingsSection::all())
                    })
                    .inner
            });
            page.section = chosen.inner.unwrap_or(page.section);
        }
        let answer = ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            if railed {
                page.section = rail(ui, page.section, height);
            }
            // Beside all pages, so that the column stays where it is.
            let taken = if boarded { BOARD + GAP } else { 0.0 };
            let column = Vec2::new(ui.available_width() - taken, (height - head).max(60.0));
            let layout = egui::Layout::top_down(egui::Align::Min);
            let answer = ui.allocate_ui_with_layout(column, layout, |ui| {
                ui.set_min_size(column);
                let area = ScrollArea::vertical().id_salt(page.section as u8).auto_shrink(false);
                area.max_height(column.y)
                    .show(ui, |ui| section_page(ui, page, preferences, keys, has_sound))
                    .inner
            });
            if boarded {
                live_board(ui, preferences, board);
            }
            answer.inner
        });
        // Below the scrolling part, so that a low window shows it.
        let [close] = parts::footer(ui, [ActionButton::primary(t::close())]);
        close.clicked().then_some(DialogResult::Close).or(answer.inner)
    });
    answer.or(outside.then_some(DialogResult::Close))
}

fn rail(ui: &mut Ui, now: SettingsSection, height: f32) -> SettingsSection {
    let mut shown = now;
    let column = Vec2::new(RAIL, height);
    ui.allocate_ui_with_layout(column, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(column);
        ui.spacing_mut().item_spacing.y = f32::from(space::TINY);
        for (section, name) in SettingsSection::all() {
            if parts::rail_entry(ui, name, now == section).clicked() {
                shown = section;
            }
        }
    });
    shown
}

fn live_board(ui: &mut Ui, preferences: &Preferences, board: LiveBoard<'_>) {
    let palette = Palette::in_use(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(BOARD), egui::Sense::hover());
    let line = egui::Stroke::new(stroke::LINE, palette.line);
    let kind = egui::StrokeKind::Inside;
    ui.painter().rect(rect, radius::CARD, palette.background, line, kind);
    let inside = rect.shrink(f32::from(space::SMALL));
    let own = board
        .session
        .filter(|it| paint_session(it, preferences, ui.painter(), inside, preferences.coordinates));
    if let (None, Some(drawn)) = (own, board.thumbnail) {
        drawn.paint_with(ui.painter(), inside, preferences.theme, preferences.coordinates);
    }
}

fn section_page(
    ui: &mut Ui,
    page: &mut SettingsPage,
    preferences: &mut Preferences,
    keys: &KeyMap,
    has_sound: bool,
) -> Option<DialogResult> {
    ui.set_max_width(ui.available_width() - BESIDE);
    match page.section {
        SettingsSection::Board => {
            let look = board_look(ui, preferences);
            switches(ui, preferences, keys, |it| BOARD_SWITCHES.contains(&it));
            return look;
        }
        SettingsSection::Play => {
            switches(ui, preferences, keys, |it| !BOARD_SWITCHES.contains(&it));
            let names = PACES.map(game::seconds);
            let paces: Vec<_> = PACES.into_iter().zip(names.iter().map(String::as_str)).collect();
            let now = PACES.into_iter().find(|pace| (preferences.pace - pace).abs() < 0.01);
            ui.add_space(f32::from(space::SMALL));
            let name = (t::pace(), t::about_pace());
            if let Some(pace) = explained_segments(ui, name, now, &paces) {
                preferences.pace = pace;
            }
        }
        SettingsSection::Sound => return sounds(ui, preferences, has_sound),
        SettingsSection::Interface => return interface(ui, preferences),
        SettingsSection::Keys => {
            let palette = Palette::in_use(ui.ctx());
            let change = page.keys.ui(ui, keys, palette);
            return change.map(|change| DialogResult::Act(Action::Rebind(change)));
        }
    }
    None
}

/// The material of the board and the set of pieces.
fn board_look(ui: &mut Ui, preferences: &Preferences) -> Option<DialogResult> {
    let boards = BoardChoice::ALL.map(|board| (board, board.label()));
    // The high-contrast theme has one board and one set of pieces.
    let free = preferences.theme != ThemeChoice::HighContrast;
    let now = Some(preferences.board).filter(|_| free);
    let board =
        ui.add_enabled_ui(free, |ui| segmented_row(ui, game::board_look(), now, &boards)).inner;
    let sets = PieceChoice::ALL.map(|pieces| (pieces, pieces.label()));
    let now = Some(preferences.pieces).filter(|_| free);
    let pieces =
        ui.add_enabled_ui(free, |ui| segmented_row(ui, game::piece_look(), now, &sets)).inner;
    if !free {
        let weak = Palette::in_use(ui.ctx()).weak;
        ui.label(RichText::new(t::one_look()).small().color(weak));
    }
    board.map(Action::Board).or(pieces.map(Action::Pieces)).map(DialogResult::Act)
}

fn interface(ui: &mut Ui, preferences: &mut Preferences) -> Option<DialogResult> {
    let theme = theme_cards(ui, preferences.theme);
    ui.add_space(f32::from(space::SMALL));
    let languages = texts::language::all();
    let now = languages.iter().map(|(code, _)| *code).find(|code| preferences.language == *code);
    let language = segmented_row(ui, t::language(), now, &languages);
    let names = SCALES.map(|scale| format!("{:.0} %", scale * 100.0));
    let scales: Vec<_> = SCALES.into_iter().zip(names.iter().map(String::as_str)).collect();
    let now = SCALES.into_iter().find(|scale| (preferences.scale - scale).abs() < 0.01);
    if let Some(scale) = segmented_row(ui, t::scale(), now, &scales) {
        preferences.scale = scale;
    }
    let theme = theme.map(Action::Theme);
    theme.or(language.map(|code| Action::Language(code.to_owned()))).map(DialogResult::Act)
}

fn switches(
    ui: &mut Ui,
    preferences: &mut Preferences,
    keys: &KeyMap,
    shown: impl Fn(Command) -> bool,
) {
    for command in Preferences::SWITCHES.into_iter().filter(|command| shown(*command)) {
        let mut on = preferences.is_on(command).unwrap_or_default();
        if explained_switch(ui, &mut on, keys.label(command), about(command)).changed() {
            preferences.toggle(command);
        }
    }
}

/// What a switch does.
fn about(command: Command) -> &'static str {
    match command {
        Command::ThreeD => t::about_three_d(),
        Command::Coordinates => t::about_coordinates(),
        Command::Marks => t::about_marks(),
        Command::Arrows => t::about_arrows(),
        Command::Numbers => t::about_numbers(),
        Command::Motion => t::about_motion(),
        Command::Dots => t::about_dots(),
        Command::Preview => t::about_preview(),
        Command::ScoreHints => t::about_score_hints(),
        Command::Premoves => t::about_premoves(),
        Command::AskTakeBack => t::about_ask_take_back(),
        _ => "",
    }
}

fn sounds(ui: &mut Ui, preferences: &mut Preferences, has_sound: bool) -> Option<DialogResult> {
    use texts::sounds as t;
    let mut change = None;
    ui.add_enabled_ui(has_sound, |ui| {
        let about = if has_sound { super::t::about_sounds() } else { t::none() };
        let mut on = preferences.sound && has_sound;
        let row = explained_switch(ui, &mut on, t::sounds(), about);
        if row.changed() {
            preferences.sound = on;
        }
        let switched = row.changed();
        if !has_sound {
            row.on_disabled_hover_text(t::none_help());
            return;
        }
        let loud = labelled(ui, t::volume(), |ui| {
            let slider = egui::Slider::new(&mut preferences.volume, 0..=100).suffix(" %");
            let slider = parts::with_edges(ui, |ui| {
                control_row(ui, |ui| ui.add_enabled(preferences.sound, slider))
            });
            let name = t::volume();
            slider.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, name));
            slider
        });
        // No sample while dragging.
        let set = loud.drag_stopped() || (loud.changed() && !loud.dragged());
        change = (switched || set).then_some(DialogResult::PlaySample);
    });
    change
}
