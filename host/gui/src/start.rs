//! The start screen: the game to continue, the families, the games played last.

mod hero;

use boardloom_app::controller::Family;
use boardloom_app::course::CourseKind;
use boardloom_app::keys::Command;
use boardloom_app::my_games::GameEntry;
use boardloom_app::{Action, Controller};
use egui::{Align, Layout, Rect, Response, RichText, Sense, Ui, Vec2, vec2};

use crate::components::{ActionButton, card_frame, chip, spinner};
use crate::icons;
use crate::services::RulesetEntry;
use crate::session::GameSession;
use crate::texts::{keys as k, learn, my_games, start as t};
use crate::theme::{Palette, display, font, heading, motion, radius, size, space, stroke};
use crate::thumbnail::{Thumbnail, paint_session};

/// The least width for four tiles in a row.
const WIDE: f32 = 860.0;
const GAP: f32 = 16.0;
/// The height of a tile besides its picture.
const TILE: f32 = 96.0;
const RECENT: f32 = 112.0;
/// The most games in a row of the last ones.
const MOST: usize = 4;
/// The widest column.
const COLUMN: f32 = 1040.0;

/// Sizes that grow with the height of the window.
#[derive(Debug, Clone, Copy)]
struct StartSizes {
    /// The picture of a tile.
    picture: f32,
    /// The height of the first cards.
    hero: f32,
    /// The most rows of the last games.
    rows: usize,
}

impl StartSizes {
    const USUAL: StartSizes = StartSizes { picture: 148.0, hero: 216.0, rows: 1 };
    const LARGE: StartSizes = StartSizes { picture: 216.0, hero: 248.0, rows: 2 };
    /// The least height for the large ones.
    const LEAST: f32 = 1000.0;

    fn of(ui: &Ui) -> Self {
        let window = ui.ctx().content_rect().size();
        let large = window.y >= Self::LEAST && window.x >= COLUMN;
        if large { Self::LARGE } else { Self::USUAL }
    }
}

pub fn start(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let palette = Palette::of(shown.preferences.theme);
    let mut action = None;
    let frame = egui::Frame::new().fill(palette.background);
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let margin = if ui.available_width() < 0.8 * WIDE { GAP } else { 1.5 * GAP };
            let width = (ui.available_width() - 2.0 * margin).min(COLUMN);
            let left = (ui.available_width() - width) / 2.0;
            ui.add_space(margin);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(left);
                ui.vertical(|ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing = vec2(f32::from(space::SMALL), 8.0);
                    action = column(ui, shown, palette);
                    ui.add_space(margin);
                });
            });
        });
    });
    action
}

fn column(ui: &mut Ui, shown: &Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    let mut action = header(ui, shown, palette);
    ui.add_space(f32::from(space::SMALL));
    let Some(rulesets) = shown.rulesets.as_deref() else {
        ui.horizontal(|ui| {
            spinner(ui, 18.0);
            ui.label(t::loading());
        });
        return action;
    };
    if rulesets.is_empty() {
        ui.label(t::no_rulesets());
    }
    action = hero::heroes(ui, shown, palette).or(action);
    ui.add_space(f32::from(space::MEDIUM));
    let library = (t::library(), Action::Command(Command::Library));
    action = section(ui, t::games(), library, shown).or(action);
    action = tiles(ui, shown).or(action);
    ui.add_space(f32::from(space::MEDIUM));
    let all = (my_games::title(), Action::Command(Command::MyGames));
    action = section(ui, t::recent(), all, shown).or(action);
    recent(ui, shown, palette).or(action)
}

/// The name, the search and the tools.
fn header(ui: &mut Ui, shown: &Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    let mut action = None;
    let row = vec2(ui.available_width(), size::BUTTON);
    let (mut rect, _) = ui.allocate_exact_size(row, Sense::hover());
    // The last icon ends where the cards do.
    rect.max.x += f32::from(space::SMALL);
    let left = Layout::left_to_right(Align::Center);
    let mut row = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(left).id_salt("head"));
    row.scope(|ui| {
        ui.label(display(shown.services.title()));
        if shown.services.is_safe() {
            crate::safe_mode::badge(ui, palette);
        }
        if shown.opening {
            spinner(ui, 18.0).on_hover_text(t::opening());
        }
        if ui.available_width() < 2.0 * size::ROW {
            return;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
            let tools = [
                (icons::QUIT, t::quit(), Command::Quit),
                (icons::SETTINGS, t::settings(), Command::Settings),
                (icons::RULES, t::rules(), Command::Rules),
                (icons::OPEN, k::open(), Command::Open),
                (icons::PERSON, k::join_game(), Command::JoinGame),
            ];
            // The command palette has all of them.
            let fit = (ui.available_width() / (2.0 * size::ROW)) as usize;
            for (icon, name, command) in tools.into_iter().take(fit) {
                let button = ActionButton::icon_only(icon, name).enabled(!shown.opening);
                let button = ui.add(button).on_hover_text(shown.keys.hover(name, command));
                if button.clicked() {
                    action = Some(match command {
                        Command::Rules => Action::Rules(None),
                        command => Action::Command(command),
                    });
                }
            }
            ui.add_space(f32::from(space::TINY));
            if search(ui, shown, palette).clicked() {
                action = Some(Action::Command(Command::Palette));
            }
        });
    });
    action
}

/// Looks like a field, and opens the command palette.
fn search(ui: &mut Ui, shown: &Controller<Thumbnail>, palette: Palette) -> Response {
    let width = (ui.available_width() - 8.0).clamp(size::ROW, 240.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, size::ROW), Sense::click());
    let name = k::palette();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let fill = if response.hovered() { palette.hover } else { palette.panel };
    let line = egui::Stroke::new(stroke::LINE, palette.edge);
    ui.painter().rect(rect, radius::CONTROL, fill, line, egui::StrokeKind::Inside);
    let painter = ui.painter().with_clip_rect(rect);
    let letters = egui::FontId::proportional(font::BODY);
    let text = icons::SEARCH.before(crate::texts::library::find());
    let at = rect.left_center() + vec2(10.0, 0.0);
    painter.text(at, egui::Align2::LEFT_CENTER, text, letters, palette.weak);
    if width > 150.0 {
        let key = shown.keys.stroke(Command::Palette);
        let at = rect.right_center() - vec2(10.0, 0.0);
        let small = egui::FontId::proportional(font::SMALL);
        painter.text(at, egui::Align2::RIGHT_CENTER, key, small, palette.weak);
    }
    response.on_hover_text(shown.keys.hover(name, Command::Palette))
}

/// A heading with a way to all of it at the right.
fn section(
    ui: &mut Ui,
    name: &str,
    (all, action): (&str, Action),
    shown: &Controller<Thumbnail>,
) -> Option<Action> {
    let row = vec2(ui.available_width(), size::ROW);
    let (mut rect, _) = ui.allocate_exact_size(row, Sense::hover());
    // The text of the button ends where the cards do.
    rect.max.x += ui.spacing().button_padding.x;
    let left = Layout::left_to_right(Align::Center);
    let mut row = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(left).id_salt(name));
    row.label(heading(name));
    let right = Layout::right_to_left(Align::Center);
    let button = ActionButton::link(all).enabled(!shown.opening);
    let clicked = row.with_layout(right, |ui| ui.add(button).clicked()).inner;
    clicked.then_some(action)
}

/// Draws a game's position: of the game on the board as it is, else as its file was read.
fn paint_game(ui: &Ui, into: Rect, game: &GameEntry, shown: &Controller<Thumbnail>) {
    let theme = shown.preferences.theme;
    // The last position, whichever is viewed on the board.
    let at_end = |session: &&GameSession| {
        session.game.tree().main_line().last() == Some(&session.game.here())
    };
    let own = shown.session.as_ref().filter(|_| shown.is_on_board(&game.file)).filter(at_end);
    if let Some(session) = own
        && paint_session(session, &shown.preferences, ui.painter(), into, false)
    {
        return;
    }
    // The start stands only for a game that cannot be read: it would be seen first otherwise.
    let drawn = match shown.game_thumbnails.get(&game.file) {
        Some((_, board)) => board.as_ref().or_else(|| shown.thumbnails.get(&game.ruleset)),
        None => None,
    };
    fade_in(ui, into, drawn, (&game.file, theme));
}

/// Draws a picture once it is there, in its place until then.
fn fade_in(
    ui: &Ui,
    into: Rect,
    drawn: Option<&Thumbnail>,
    (salt, theme): (&str, crate::preferences::ThemeChoice),
) {
    let id = ui.scope_id().with((salt, "picture"));
    let part = ui.ctx().animate_bool_with_time(id, drawn.is_some(), motion::FADE);
    let Some(drawn) = drawn else { return no_picture(ui, into, Palette::of(theme)) };
    let mut painter = ui.painter().clone();
    painter.multiply_opacity(part);
    drawn.paint(&painter, into, theme);
}

/// The place of a picture that is still loading.
fn no_picture(ui: &Ui, rect: Rect, palette: Palette) {
    ui.painter().rect_filled(rect.shrink(space::SMALL.into()), radius::CARD, palette.raised);
}

/// A position of a ruleset's game, or its start if it has none; `None` until that is known.
fn scene<'a>(shown: &'a Controller<Thumbnail>, id: &str) -> Option<&'a Thumbnail> {
    shown.scenes.get(id)?.as_ref().or_else(|| shown.thumbnails.get(id))
}

/// The main ruleset of each family, four in a row where there is room.
fn tiles(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let mut action = None;
    let columns = if ui.available_width() >= WIDE { 4.0 } else { 2.0 };
    let width = ((ui.available_width() - (columns - 1.0) * GAP) / columns).floor();
    ui.with_layout(Layout::left_to_right(Align::TOP).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        for family in shown.families() {
            action = tile(ui, &family, width, shown).or(action.take());
        }
    });
    action
}

fn tile(
    ui: &mut Ui,
    family: &Family<'_>,
    width: f32,
    shown: &Controller<Thumbnail>,
) -> Option<Action> {
    let most = StartSizes::of(ui).picture;
    let (rect, response) = ui.allocate_exact_size(vec2(width, TILE + most), Sense::click());
    let Family { main, .. } = family;
    let named = t::play_named(&main.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, &named));
    if !ui.is_rect_visible(rect) {
        return None;
    }
    let lit = response.hovered() || ui.rect_contains_pointer(rect);
    card_frame(ui, rect, &response);
    let center = egui::pos2(rect.center().x, rect.min.y + 12.0 + most / 2.0);
    // Wide boards are drawn as large as square ones.
    let picture = Rect::from_center_size(center, vec2(width - 2.0 * GAP, most));
    fade_in(ui, picture, scene(shown, &main.id), (&main.id, shown.preferences.theme));
    let text = Rect::from_min_max(
        egui::pos2(rect.min.x + 12.0, rect.min.y + 12.0 + most + 8.0),
        rect.max - Vec2::splat(10.0),
    );
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(text).layout(Layout::top_down(Align::Min)));
    inside.shrink_clip_rect(rect);
    let mut action = None;
    // The text of the link ends where the buttons do.
    let end = inside.spacing().button_padding.x;
    let row = Rect::from_min_size(text.min, vec2(text.width() + end, size::LOW));
    let right = Layout::right_to_left(Align::Center);
    let mut row = ui.new_child(egui::UiBuilder::new().max_rect(row).layout(right).id_salt("name"));
    row.spacing_mut().item_spacing.x = f32::from(space::TINY);
    let others = family.rulesets.len() - 1;
    let variants = t::variants(others);
    if others > 0 && row.add(ActionButton::link(&variants).least(vec2(0.0, size::LOW))).clicked() {
        action = Some(Action::FindRulesets(family.name.to_owned()));
    }
    row.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(egui::Label::new(heading(family.name)).truncate().selectable(false));
    });
    let below = Layout::bottom_up(Align::Min);
    // The text of the last button ends where the picture's frame does.
    let foot = text.with_max_x(text.right() + f32::from(space::SMALL));
    let foot = egui::UiBuilder::new().max_rect(foot).layout(below).id_salt("foot");
    let mut foot = ui.new_child(foot);
    let chosen = foot.horizontal(|ui| tile_buttons(ui, family, lit, shown));
    let clicked = response.on_hover_text(&main.summary).clicked() && !shown.opening;
    chosen.inner.or(action).or_else(|| clicked.then(|| Action::NewGame(Some(main.id.clone()))))
}

/// Play, lessons and puzzles, as far as the family has them.
fn tile_buttons(
    ui: &mut Ui,
    family: &Family<'_>,
    lit: bool,
    shown: &Controller<Thumbnail>,
) -> Option<Action> {
    ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
    ui.spacing_mut().button_padding.x = f32::from(space::SMALL);
    let mut action = None;
    let low = vec2(0.0, size::LOW);
    let play = match lit {
        true => ActionButton::primary(t::play()),
        false => ActionButton::secondary(t::play()),
    };
    let play = ui.add(play.least(low).enabled(!shown.opening));
    if play.on_hover_text(t::play_help()).clicked() {
        action = Some(Action::PlayAgain(family.main.id.clone()));
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let courses = [
            (CourseKind::Puzzles, learn::puzzles(), icons::PLUGIN),
            (CourseKind::Lessons, learn::lessons(), icons::LEARN),
        ];
        let words = courses.map(|(_, text, _)| ActionButton::quiet(text).width(ui));
        let fit = words.iter().sum::<f32>() <= ui.available_width();
        for (kind, text, icon) in courses {
            let Some(id) = family.course(kind) else { continue };
            let button = match fit {
                true => ui.add(ActionButton::quiet(text).least(low)),
                false => {
                    let button = ActionButton::icon_only(icon, text).least(Vec2::splat(size::LOW));
                    ui.add(button).on_hover_text(text)
                }
            };
            if button.clicked() {
                action = Some(Action::StartCourse(kind, Some(id.to_owned())));
            }
        }
    });
    action
}

fn recent(ui: &mut Ui, shown: &Controller<Thumbnail>, palette: Palette) -> Option<Action> {
    // The first unfinished game stands at the top.
    let unfinished = shown.unfinished();
    let played = shown.recent.iter().filter(|game| game.moves > 0);
    let mut games: Vec<&GameEntry> = unfinished.iter().skip(1).chain(played).collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.written));
    games.truncate(MOST * StartSizes::of(ui).rows);
    if games.is_empty() {
        ui.label(RichText::new(t::no_games()).color(palette.weak));
        return None;
    }
    let mut action = None;
    let columns = if ui.available_width() >= WIDE { MOST as f32 } else { 2.0 };
    let width = ((ui.available_width() - (columns - 1.0) * GAP) / columns).floor();
    ui.with_layout(Layout::left_to_right(Align::TOP).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        for game in games {
            if show_saved_game(ui, game, width, shown) {
                action = Some(Action::OpenGame(game.file.clone()));
            }
        }
    });
    action
}

fn show_saved_game(
    ui: &mut Ui,
    game: &GameEntry,
    width: f32,
    shown: &Controller<Thumbnail>,
) -> bool {
    let palette = Palette::of(shown.preferences.theme);
    let (rect, response) = ui.allocate_exact_size(vec2(width, RECENT), Sense::click());
    let named = format!("{}, {}", game.heading(), game.state());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, &named));
    if !ui.is_rect_visible(rect) {
        return false;
    }
    card_frame(ui, rect, &response);
    let side = (RECENT - 16.0).min(width * 0.42);
    let picture = Rect::from_center_size(
        egui::pos2(rect.left() + 8.0 + side / 2.0, rect.center().y),
        Vec2::splat(side),
    );
    paint_game(ui, picture, game, shown);
    let text = Rect::from_min_max(
        egui::pos2(picture.right() + 10.0, rect.min.y + 10.0),
        rect.max - Vec2::splat(8.0),
    );
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(text).layout(Layout::top_down(Align::LEFT)));
    inside.shrink_clip_rect(rect);
    inside.spacing_mut().item_spacing.y = 2.0;
    crate::components::name_lines(&mut inside, game.label());
    let outcome = match game.is_finished() {
        true => game.outcome(),
        false => format!("{} · {}", my_games::unfinished(), game.opponents()),
    };
    // The date stands below.
    let line = inside.text_style_height(&egui::TextStyle::Small);
    let most = ((inside.available_height() - line) / line).clamp(1.0, 3.0) as usize;
    crate::components::lines(&mut inside, &outcome, most, palette.text);
    inside.with_layout(Layout::bottom_up(Align::Min), |ui| {
        let weak = RichText::new(game.when()).small().color(palette.weak);
        ui.add(egui::Label::new(weak).truncate().selectable(false));
    });
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
    ui.add_space(f32::from(space::TINY));
    // Cards of one width fill the row.
    let room = ui.available_width() + CARD_GAP;
    let columns = (room / (CARD.x + CARD_GAP)).floor().max(1.0);
    let size = vec2((room / columns - CARD_GAP).floor(), CARD.y);
    ui.with_layout(Layout::left_to_right(Align::TOP).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(CARD_GAP);
        for listed in all {
            if card(ui, size, listed, shown) {
                action = Some(Action::NewGame(Some(listed.id.clone())));
            }
        }
    });
    ui.add_space(f32::from(space::MEDIUM));
    action
}

/// The least size of a card in the library.
const CARD: Vec2 = vec2(212.0, 264.0);
const CARD_GAP: f32 = 12.0;
/// The height of the facts at the foot of a card.
const CHIPS: f32 = 24.0;

fn card(ui: &mut Ui, size: Vec2, listed: &RulesetEntry, shown: &Controller<Thumbnail>) -> bool {
    let palette = Palette::of(shown.preferences.theme);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, !shown.opening, &listed.name)
    });
    if !ui.is_rect_visible(rect) {
        return false;
    }
    card_frame(ui, rect, &response);
    let drawn = shown.thumbnails.get(&listed.id);
    let center = egui::pos2(rect.center().x, rect.top() + 80.0);
    let picture = Rect::from_center_size(center, vec2(size.x - 2.0 * GAP, 140.0));
    match drawn {
        Some(drawn) => drawn.paint(ui.painter(), picture, shown.preferences.theme),
        None if listed.has_errors => {
            let font = egui::FontId::proportional(font::SIGN);
            let (at, sign) = (egui::Align2::CENTER_CENTER, icons::WARNING.glyph());
            ui.painter().text(picture.center(), at, sign, font, palette.warning);
        }
        None => {}
    }
    let text = Rect::from_min_max(
        egui::pos2(rect.min.x + 12.0, rect.top() + 156.0),
        rect.max - vec2(12.0, 8.0),
    );
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(text).layout(Layout::top_down(Align::LEFT)));
    inside.shrink_clip_rect(rect);
    inside.spacing_mut().item_spacing.y = 2.0;
    crate::components::name_lines(&mut inside, &listed.name);
    let line = if listed.has_errors { t::with_errors() } else { listed.summary.as_str() };
    // The facts stand below.
    let row = inside.text_style_height(&egui::TextStyle::Small);
    let most = ((inside.available_height() - CHIPS) / row).max(1.0) as usize;
    crate::components::lines(&mut inside, line, most, palette.weak);
    inside.with_layout(Layout::bottom_up(Align::Min), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = f32::from(space::TINY);
            if let Some(drawn) = drawn {
                chip(ui, &crate::texts::library::players_in(drawn.range()));
                chip(ui, &crate::texts::library::places(drawn.places()));
            }
        });
    });
    let clicked = response.clicked();
    // What the card shows is not repeated.
    if listed.origin.is_empty() && listed.shadows.is_empty() {
        return clicked && !shown.opening;
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        if !listed.origin.is_empty() {
            ui.label(RichText::new(&listed.origin).small().color(palette.weak));
        }
        if !listed.shadows.is_empty() {
            ui.label(RichText::new(t::shadows(&listed.shadows)).small());
        }
    });
    clicked && !shown.opening
}
