//! The first cards of the start screen: the game to continue and the one played last, or a game to
//! begin with and its lessons.

use boardloom_app::course::CourseKind;
use boardloom_app::my_games::GameEntry;
use boardloom_app::texts::capital;
use boardloom_app::{Action, Controller};
use egui::{Align, Layout, Rect, RichText, Sense, StrokeKind, Ui, Vec2, vec2};

use super::{GAP, StartSizes, WIDE, fade_in, paint_game, scene};
use crate::components::{ActionButton, body_lines};
use crate::icons;
use crate::services::RulesetEntry;
use crate::texts::start as t;
use crate::theme::{Palette, TextWeight, display, radius, size, stroke, title};
use crate::thumbnail::Thumbnail;

/// The most rows of a summary beside a picture.
const ABOUT_ROWS: usize = 3;
/// The height of the cards in a narrow window, in parts of the usual one.
const LOW: f32 = 0.72;

/// What a card says.
struct CardText<'a> {
    /// Above the name.
    over: &'a str,
    name: String,
    about: String,
    about_rows: usize,
    /// Below, in one line.
    state: String,
}

pub(super) fn heroes(
    ui: &mut Ui,
    shown: &Controller<Thumbnail>,
    palette: Palette,
) -> Option<Action> {
    let height = StartSizes::of(ui).hero;
    let height = if ui.available_width() >= WIDE / 2.0 { height } else { height * LOW };
    let row = vec2(ui.available_width(), height);
    let (rect, _) = ui.allocate_exact_size(row, Sense::hover());
    let unfinished = shown.unfinished();
    let last = shown.last_ruleset();
    let listed = shown.rulesets.iter().flatten().find(|it| Some(&it.id) == last.as_ref());
    let course = listed.and_then(|listed| course_of(shown, listed));
    let has_second = match unfinished.is_empty() {
        true => course.is_some(),
        false => listed.is_some(),
    };
    let (first, second) = match has_second && rect.width() >= WIDE {
        true => {
            let width = (rect.width() - GAP) / 2.0;
            let first = Rect::from_min_size(rect.min, vec2(width, height));
            (first, Some(first.translate(vec2(width + GAP, 0.0))))
        }
        false => (rect, None),
    };
    let mut action = None;
    match unfinished.first() {
        Some(game) => action = going_on(ui, first, (game, second.is_none()), shown, palette),
        None => action = to_begin(ui, first, (listed, true), shown, palette).or(action),
    }
    let Some(second) = second else { return action };
    match course.filter(|_| unfinished.is_empty()) {
        Some(course) => lessons(ui, second, course, shown, palette).or(action),
        None => to_begin(ui, second, (listed, false), shown, palette).or(action),
    }
}

/// The ruleset with lessons of the family of another one, or else of the first that has any.
fn course_of<'a>(
    shown: &'a Controller<Thumbnail>,
    listed: &RulesetEntry,
) -> Option<&'a RulesetEntry> {
    let of = |family: boardloom_app::controller::Family<'a>| {
        let id = family.course(CourseKind::Lessons)?;
        family.rulesets.iter().find(|it| it.id == id)
    };
    let own = shown.families().find(|family| family.main.family == listed.family).and_then(of);
    own.or_else(|| shown.families().find_map(of))
}

/// The unfinished game that was played last.
fn going_on(
    ui: &mut Ui,
    rect: Rect,
    (game, is_alone): (&GameEntry, bool),
    shown: &Controller<Thumbnail>,
    palette: Palette,
) -> Option<Action> {
    let text = CardText {
        over: t::unfinished_game(),
        name: game.label().to_owned(),
        about: game.opponents(),
        about_rows: 1,
        state: capital(&game.state()),
    };
    let picture = |ui: &Ui, into: Rect| paint_game(ui, into, game, shown);
    card(ui, rect, (&text, palette), picture, |ui| {
        let go_on = ActionButton::primary(t::go_on()).icon(icons::PLAY);
        let mut action = None;
        if ui.add(go_on.enabled(!shown.opening)).clicked() {
            action = Some(Action::OpenGame(game.file.clone()));
        }
        if is_alone {
            action = new_game(ui, shown).or(action);
        }
        action
    })
}

/// The game that was played last, to be played again.
fn to_begin(
    ui: &mut Ui,
    rect: Rect,
    (listed, is_first): (Option<&RulesetEntry>, bool),
    shown: &Controller<Thumbnail>,
    palette: Palette,
) -> Option<Action> {
    let text = CardText {
        over: match listed {
            Some(_) if is_first => t::play_now(),
            Some(_) => t::played_last(),
            None => "",
        },
        name: listed.map_or(t::new_game(), |listed| &listed.name).to_owned(),
        about: listed.map_or(t::summary(), |listed| &listed.summary).to_owned(),
        about_rows: ABOUT_ROWS,
        state: String::new(),
    };
    // A position of a game would look like one to continue.
    let drawn = listed.and_then(|listed| shown.thumbnails.get(&listed.id));
    let picture = |ui: &Ui, into: Rect| {
        fade_in(ui, into, drawn, ("hero", shown.preferences.theme));
    };
    card(ui, rect, (&text, palette), picture, |ui| {
        let mut action = None;
        if let Some(listed) = listed {
            let play = match is_first {
                true => ActionButton::primary(t::play()),
                false => ActionButton::secondary(t::play()),
            };
            let play = ui.add(play.icon(icons::PLAY).enabled(!shown.opening));
            if play.on_hover_text(t::play_help()).clicked() {
                action = Some(Action::PlayAgain(listed.id.clone()));
            }
        }
        new_game(ui, shown).or(action)
    })
}

fn new_game(ui: &mut Ui, shown: &Controller<Thumbnail>) -> Option<Action> {
    let button = ActionButton::secondary(t::new_game()).enabled(!shown.opening);
    ui.add(button).clicked().then_some(Action::NewGame(None))
}

/// Lessons, for someone who is new to a game.
fn lessons(
    ui: &mut Ui,
    rect: Rect,
    listed: &RulesetEntry,
    shown: &Controller<Thumbnail>,
    palette: Palette,
) -> Option<Action> {
    let text = CardText {
        over: t::new_here(),
        name: t::learn_named(&listed.name),
        about: t::learn_help().to_owned(),
        about_rows: ABOUT_ROWS,
        state: String::new(),
    };
    let picture = |ui: &Ui, into: Rect| {
        let drawn = scene(shown, &listed.id).or_else(|| shown.thumbnails.get(&listed.id));
        fade_in(ui, into, drawn, ("lessons", shown.preferences.theme));
    };
    card(ui, rect, (&text, palette), picture, |ui| {
        let button = ActionButton::secondary(t::first_lesson()).icon(icons::LEARN);
        let course = || Action::StartCourse(CourseKind::Lessons, Some(listed.id.clone()));
        ui.add(button.enabled(!shown.opening)).clicked().then(course)
    })
}

/// A picture, and beside it what it shows and what can be done with it.
fn card(
    ui: &mut Ui,
    rect: Rect,
    (text, palette): (&CardText<'_>, Palette),
    picture: impl FnOnce(&Ui, Rect),
    buttons: impl FnOnce(&mut Ui) -> Option<Action>,
) -> Option<Action> {
    let line = egui::Stroke::new(stroke::LINE, palette.line);
    ui.painter().rect(rect, radius::CARD, palette.panel, line, StrokeKind::Inside);
    let drawn = Rect::from_min_size(rect.min, Vec2::splat(rect.height())).shrink(GAP);
    picture(ui, drawn);
    let inside = Rect::from_min_max(
        egui::pos2(drawn.right() + 1.5 * GAP, rect.top() + GAP),
        rect.max - Vec2::splat(GAP),
    );
    let layout = Layout::top_down(Align::Min);
    let salt = ("hero", rect.left() as i32);
    let mut inside =
        ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout).id_salt(salt));
    inside.shrink_clip_rect(rect);
    let label = |ui: &mut Ui, text: RichText| {
        ui.add(egui::Label::new(text).truncate().selectable(false));
    };
    label(&mut inside, RichText::new(text.over).small().medium().color(palette.weak));
    let large = rect.width() >= WIDE / 2.0;
    // A long name takes two smaller lines.
    let name = |text: RichText| egui::Label::new(text).selectable(false);
    let whole = egui::WidgetText::from(display(&text.name));
    let wrap = Some(egui::TextWrapMode::Extend);
    let whole = whole.into_galley(&inside, wrap, f32::INFINITY, egui::TextStyle::Body);
    match large && whole.size().x <= inside.available_width() {
        true => inside.add(name(display(&text.name)).truncate()),
        false => inside.add(name(title(&text.name)).wrap()),
    };
    body_lines(&mut inside, &text.about, text.about_rows, palette.weak);
    if !text.state.is_empty() {
        label(&mut inside, RichText::new(&text.state).color(palette.weak));
    }
    let buttons = inside.with_layout(Layout::bottom_up(Align::Min), |ui| {
        let row = vec2(ui.available_width(), size::BUTTON);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), buttons).inner
    });
    buttons.inner
}
