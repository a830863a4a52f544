//! The start screen: rulesets and recent games.

use boardloom_app::controller::Family;
use boardloom_app::course::CourseKind;
use boardloom_app::keys::Command;
use boardloom_app::my_games::GameEntry;
use boardloom_app::status_text::capital;
use boardloom_app::{Action, Controller};
use egui::{Align, Layout, RichText, Sense, Ui, Vec2};

use crate::components::{ActionButton, card_frame, spinner};
use crate::icons::{self, Icon};
use crate::services::RulesetEntry;
use crate::texts::{learn, my_games, start as t};
use crate::theme::{Palette, TextWeight, display, font, heading, size, space};
use crate::thumbnail::Thumbnail;

/// Between two tiles.
const TILE_GAP: f32 = 12.0;

pub fn start(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let palette = Palette::of(shown.preferences.theme);
    let wide = ui.available_width() >= 720.0;
    let mut action = None;
    if wide {
        egui::Panel::left("start-menu")
            .resizable(false)
            .exact_size(300.0)
            .frame(egui::Frame::new().fill(palette.panel).inner_margin(space::HUGE))
            .show(ui, |ui| {
                egui::ScrollArea::vertical().show(ui, |ui| action = menu(ui, shown));
            });
    }
    let margin = if wide { 24 } else { 14 };
    egui::CentralPanel::default()
        .frame(egui::Frame::new().fill(palette.background).inner_margin(margin))
        .show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                if !wide {
                    action = menu(ui, shown);
                    ui.add_space(16.0);
                }
                action = cards(ui, shown).or(action.take());
            });
        });
    action
}

fn menu(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let palette = Palette::of(shown.preferences.theme);
    let mut action = None;
    ui.label(display(shown.services.title()));
    ui.label(RichText::new(t::summary()).color(palette.weak));
    if shown.services.is_safe() {
        ui.add_space(6.0);
        crate::safe_mode::badge(ui, palette);
    }
    ui.add_space(18.0);
    if shown.opening {
        ui.horizontal(|ui| {
            spinner(ui, 18.0);
            ui.label(t::opening());
        });
        ui.add_space(8.0);
    }
    let unfinished = shown.unfinished();
    for (number, game) in unfinished.iter().enumerate().take(3) {
        let first = number == 0;
        let text = if first { t::go_on().to_owned() } else { format!("{} …", t::go_on()) };
        if wide_button(ui, &text, icons::PLAY, first, shown).clicked() {
            action = Some(Action::OpenGame(game.file.clone()));
        }
        let about = format!("{}, {}", game.heading(), game.state());
        ui.label(RichText::new(about).small().color(palette.weak));
        ui.add_space(6.0);
    }
    let first = unfinished.is_empty();
    for (text, icon, lead, what) in [
        (t::new_game(), icons::ADD, first, Action::NewGame(None)),
        (t::library(), icons::LIBRARY, false, Action::Command(Command::Library)),
        (my_games::title(), icons::GAMES, false, Action::Command(Command::MyGames)),
        (crate::texts::keys::open(), icons::OPEN, false, Action::Command(Command::Open)),
        (t::rules(), icons::RULES, false, Action::Rules(None)),
        (t::settings(), icons::SETTINGS, false, Action::Command(Command::Settings)),
        (t::quit(), icons::QUIT, false, Action::Command(Command::Quit)),
    ] {
        if wide_button(ui, text, icon, lead, shown).clicked() {
            action = Some(what);
        }
    }
    action
}

fn wide_button(
    ui: &mut Ui,
    text: &str,
    icon: Icon,
    lead: bool,
    shown: &Controller<Thumbnail>,
) -> egui::Response {
    let button = if lead { ActionButton::primary(text) } else { ActionButton::secondary(text) };
    let least = Vec2::new(ui.available_width(), size::BUTTON);
    ui.add(button.icon(icon).least(least).enabled(!shown.opening))
}

fn cards(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let Some(rulesets) = shown.rulesets.as_deref() else {
        ui.horizontal(|ui| {
            spinner(ui, 18.0);
            ui.label(t::loading());
        });
        return None;
    };
    if rulesets.is_empty() {
        ui.label(t::no_rulesets());
    }
    let mut action = tiles(ui, shown);
    action = recent(ui, shown).or(action);
    for family in shown.families() {
        action = group(ui, &capital(family.name), family.rulesets, shown).or(action);
    }
    action
}

/// The main ruleset of each family, four in a row where there is room.
fn tiles(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let mut action = None;
    let columns = if ui.available_width() >= 700.0 { 4.0 } else { 2.0 };
    let width = ((ui.available_width() - (columns - 1.0) * TILE_GAP) / columns).min(248.0);
    ui.with_layout(Layout::left_to_right(Align::TOP).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(TILE_GAP);
        for family in shown.families() {
            action = tile(ui, &family, width, shown).or(action.take());
        }
    });
    ui.add_space(14.0);
    action
}

fn tile(
    ui: &mut Ui,
    family: &Family<'_>,
    width: f32,
    shown: &Controller<Thumbnail>,
) -> Option<Action> {
    let palette = Palette::of(shown.preferences.theme);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 278.0), Sense::click());
    let Family { main, .. } = family;
    let named = t::play_named(&main.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, &named));
    if !ui.is_rect_visible(rect) {
        return None;
    }
    card_frame(ui, rect, &response);
    let side = (width - 20.0).min(148.0);
    let center = egui::pos2(rect.center().x, rect.min.y + 10.0 + side / 2.0);
    if let Some(drawn) = shown.thumbnails.get(&main.id) {
        let picture = egui::Rect::from_center_size(center, Vec2::splat(side));
        drawn.paint(ui.painter(), picture, shown.preferences.theme);
    }
    let text = egui::Rect::from_min_max(
        egui::pos2(rect.min.x + 12.0, rect.min.y + side + 16.0),
        rect.max - Vec2::splat(10.0),
    );
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(text).layout(Layout::top_down(Align::LEFT)));
    inside.spacing_mut().item_spacing.y = 2.0;
    let name = heading(&main.name);
    inside.add(egui::Label::new(name).truncate().selectable(false));
    let summary = RichText::new(&main.summary).small().color(palette.weak);
    inside.add(egui::Label::new(summary).truncate().selectable(false));
    let action = inside.with_layout(Layout::bottom_up(Align::LEFT), |ui| tile_buttons(ui, family));
    if action.inner.is_some() {
        return action.inner;
    }
    let clicked = response.on_hover_text(&main.summary).clicked() && !shown.opening;
    clicked.then(|| Action::NewGame(Some(main.id.clone())))
}

/// Variants, lessons and puzzles, as far as the family has them.
fn tile_buttons(ui: &mut Ui, family: &Family<'_>) -> Option<Action> {
    let mut action = None;
    let others = family.rulesets.len() - 1;
    if others > 0 && ui.add(small(&t::variants(others))).clicked() {
        action = Some(Action::FindRulesets(family.name.to_owned()));
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let courses =
            [(CourseKind::Lessons, learn::lessons()), (CourseKind::Puzzles, learn::puzzles())];
        for (kind, text) in courses {
            let Some(id) = family.course(kind) else { continue };
            if ui.add(small(text)).clicked() {
                action = Some(Action::StartCourse(kind, Some(id.to_owned())));
            }
        }
    });
    action
}

/// A button in a tile.
fn small(text: &str) -> ActionButton<'_> {
    ActionButton::secondary(text).least(Vec2::new(0.0, 26.0))
}

fn recent(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    if shown.recent.is_empty() {
        return None;
    }
    let mut action = None;
    ui.label(heading(t::recent()));
    ui.add_space(2.0);
    egui::ScrollArea::horizontal().id_salt("recent").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(12.0);
            for game in &shown.recent {
                if show_saved_game(ui, game, shown) {
                    action = Some(Action::OpenGame(game.file.clone()));
                }
            }
        });
    });
    ui.add_space(14.0);
    action
}

fn show_saved_game(ui: &mut Ui, game: &GameEntry, shown: &Controller<Thumbnail>) -> bool {
    let palette = Palette::of(shown.preferences.theme);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(236.0, 76.0), Sense::click());
    let named = format!("{}, {}", game.heading(), game.state());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, &named));
    if !ui.is_rect_visible(rect) {
        return false;
    }
    card_frame(ui, rect, &response);
    let picture = egui::Rect::from_min_size(rect.min, Vec2::splat(rect.height())).shrink(6.0);
    let position = shown.game_thumbnails.get(&game.file).and_then(|(_, board)| board.as_ref());
    let position = position.or_else(|| shown.thumbnails.get(&game.ruleset));
    if let Some(drawn) = position {
        drawn.paint(ui.painter(), picture, shown.preferences.theme);
    }
    let text = egui::Rect::from_min_max(
        egui::pos2(picture.max.x + 8.0, rect.min.y + 8.0),
        rect.max - Vec2::splat(6.0),
    );
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(text).layout(Layout::top_down(Align::LEFT)));
    inside.spacing_mut().item_spacing.y = 2.0;
    let name = RichText::new(game.label()).semibold();
    inside.add(egui::Label::new(name).truncate().selectable(false));
    for line in [game.state(), game.date.clone()] {
        let weak = RichText::new(line).small().color(palette.weak);
        inside.add(egui::Label::new(weak).truncate().selectable(false));
    }
    response.on_hover_text(named).clicked() && !shown.opening
}

pub(crate) fn group<'a>(
    ui: &mut Ui,
    name: &str,
    all: impl IntoIterator<Item = &'a RulesetEntry>,
    shown: &Controller<Thumbnail>,
) -> Option<Action> {
    let mut action = None;
    ui.label(heading(name));
    ui.add_space(2.0);
    ui.with_layout(Layout::left_to_right(Align::TOP).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(12.0);
        for listed in all {
            if card(ui, listed, shown) {
                action = Some(Action::NewGame(Some(listed.id.clone())));
            }
        }
    });
    ui.add_space(14.0);
    action
}

fn card(ui: &mut Ui, listed: &RulesetEntry, shown: &Controller<Thumbnail>) -> bool {
    let palette = Palette::of(shown.preferences.theme);
    let size = Vec2::new(168.0, 214.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, &listed.name)
    });
    if !ui.is_rect_visible(rect) {
        return false;
    }
    card_frame(ui, rect, &response);
    let picture = egui::Rect::from_min_size(rect.min, Vec2::splat(size.x)).shrink(10.0);
    match shown.thumbnails.get(&listed.id) {
        Some(drawn) => drawn.paint(ui.painter(), picture, shown.preferences.theme),
        None if listed.has_errors => {
            let painter = ui.painter();
            let font = egui::FontId::proportional(font::SIGN);
            let (at, sign) = (egui::Align2::CENTER_CENTER, icons::WARNING.glyph());
            painter.text(picture.center(), at, sign, font, palette.warning);
        }
        None => {}
    }
    let text = egui::Rect::from_min_max(
        egui::pos2(rect.min.x + 10.0, picture.max.y + 2.0),
        rect.max - Vec2::new(10.0, 6.0),
    );
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(text).layout(Layout::top_down(Align::LEFT)));
    inside.spacing_mut().item_spacing.y = 1.0;
    inside
        .add(egui::Label::new(RichText::new(&listed.name).semibold()).truncate().selectable(false));
    let line = if listed.has_errors { t::with_errors() } else { listed.summary.as_str() };
    let weak = RichText::new(line).small().color(palette.weak);
    inside.add(egui::Label::new(weak).truncate().selectable(false));
    if !listed.shadows.is_empty() {
        let place = listed.origin.split(':').next().unwrap_or_default();
        let mark = RichText::new(t::hides(place)).small().color(palette.accent);
        inside.add(egui::Label::new(mark).truncate().selectable(false));
    }
    let clicked = response.clicked();
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        ui.label(&listed.summary);
        ui.label(RichText::new(&listed.id).small().color(palette.weak));
        ui.label(RichText::new(&listed.origin).small().color(palette.weak));
        if !listed.shadows.is_empty() {
            ui.label(RichText::new(t::shadows(&listed.shadows)).small());
        }
    });
    clicked && !shown.opening
}
