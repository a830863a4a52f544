//! The start screen: rulesets and recent games.

use boardloom_app::controller::Family;
use boardloom_app::course::CourseKind;
use boardloom_app::keys::Command;
use boardloom_app::my_games::GameEntry;
use boardloom_app::status_text::capital;
use boardloom_app::{Action, Controller};
use egui::{Align, Layout, RichText, Sense, Ui, Vec2};

use crate::services::RulesetEntry;
use crate::spinner::spinner;
use crate::texts::{learn, start as t};
use crate::theme::{Palette, font, space};
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
    ui.label(
        RichText::new(shown.services.title()).size(font::DISPLAY).strong().color(palette.text),
    );
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
        if wide_button(ui, &text, first, shown).clicked() {
            action = Some(Action::OpenGame(game.file.clone()));
        }
        let about = format!("{}, {}", game.heading(), game.state());
        ui.label(RichText::new(about).small().color(palette.weak));
        ui.add_space(6.0);
    }
    let first = unfinished.is_empty();
    for (text, lead, what) in [
        (t::new_game(), first, Action::NewGame(None)),
        (t::library(), false, Action::Command(Command::Library)),
        (crate::texts::my_games::title(), false, Action::Command(Command::MyGames)),
        (crate::texts::keys::open(), false, Action::Command(Command::Open)),
        (t::rules(), false, Action::Rules(None)),
        (t::settings(), false, Action::Command(Command::Settings)),
        (t::quit(), false, Action::Command(Command::Quit)),
    ] {
        if wide_button(ui, text, lead, shown).clicked() {
            action = Some(what);
        }
    }
    action
}

fn wide_button(
    ui: &mut Ui,
    text: &str,
    lead: bool,
    shown: &Controller<Thumbnail>,
) -> egui::Response {
    let palette = Palette::of(shown.preferences.theme);
    let mut label = RichText::new(text).size(font::HEADING);
    if lead {
        label = label.color(palette.on_accent).strong();
    }
    let mut button = egui::Button::new(label).min_size(Vec2::new(ui.available_width(), 38.0));
    if lead {
        button = button.fill(palette.accent);
    }
    ui.add_enabled(!shown.opening, button)
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
    draw_frame(ui, rect, &response, shown);
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
    let name = RichText::new(&main.name).size(font::HEADING).strong();
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
    if others > 0 && ui.button(t::variants(others)).clicked() {
        action = Some(Action::FindRulesets(family.name.to_owned()));
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let courses =
            [(CourseKind::Lessons, learn::lessons()), (CourseKind::Puzzles, learn::puzzles())];
        for (kind, text) in courses {
            let Some(id) = family.course(kind) else { continue };
            if ui.button(text).clicked() {
                action = Some(Action::StartCourse(kind, Some(id.to_owned())));
            }
        }
    });
    action
}

fn recent(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    if shown.recent.is_empty() {
        return None;
    }
    let mut action = None;
    ui.label(RichText::new(t::recent()).size(font::HEADING).strong());
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
    draw_frame(ui, rect, &response, shown);
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
    let name = RichText::new(game.label()).strong();
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
    ui.label(RichText::new(name).size(font::HEADING).strong());
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

fn draw_frame(ui: &Ui, rect: egui::Rect, response: &egui::Response, shown: &Controller<Thumbnail>) {
    let palette = Palette::of(shown.preferences.theme);
    let lit = response.hovered() || response.has_focus();
    let stroke = if lit {
        egui::Stroke::new(2.0, palette.accent)
    } else {
        egui::Stroke::new(1.0, palette.line)
    };
    ui.painter().rect(rect, 8.0, palette.panel, stroke, egui::StrokeKind::Inside);
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
    draw_frame(ui, rect, &response, shown);
    let picture = egui::Rect::from_min_size(rect.min, Vec2::splat(size.x)).shrink(10.0);
    match shown.thumbnails.get(&listed.id) {
        Some(drawn) => drawn.paint(ui.painter(), picture, shown.preferences.theme),
        None if listed.has_errors => {
            let painter = ui.painter();
            let font = egui::FontId::proportional(font::SIGN);
            let middle = picture.center();
            painter.text(middle, egui::Align2::CENTER_CENTER, "⚠", font, palette.warning);
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
    inside.add(egui::Label::new(RichText::new(&listed.name).strong()).truncate().selectable(false));
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
