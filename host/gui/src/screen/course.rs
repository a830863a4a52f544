//! The panel of lessons and puzzles.

use boardloom_app::Action;
use boardloom_app::course::{Course, CourseKind, CourseState};
use egui::{RichText, Ui};

use super::GameAction;
use super::side::PanelContext;
use crate::components::ActionButton;
use crate::icons;
use crate::keys::Command;
use crate::preferences::Preferences;
use crate::texts::learn as t;
use crate::theme::{Palette, TextWeight, font, heading, radius, space, stroke, title};

/// A lower panel scrolls the text alone.
const LOW: f32 = 420.0;

pub(super) fn page(
    ui: &mut Ui,
    context: PanelContext<'_>,
    course: &Course,
    preferences: &Preferences,
    actions: &mut Vec<GameAction>,
) {
    let palette = context.palette;
    if ui.available_height() >= LOW {
        // Else the bar alone tells it.
        ui.label(RichText::new(&course.ruleset.name).color(palette.weak));
    }
    let name = match ui.available_height() < LOW {
        true => heading(course.title()),
        false => title(course.title()),
    };
    ui.horizontal(|ui| {
        ui.set_min_height(LOW_BUTTON);
        ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let leave = ActionButton::quiet(t::leave()).least(egui::vec2(0.0, LOW_BUTTON));
            if ui.add(leave).clicked() {
                actions.push(GameAction::Act(Action::LeaveGame { close: true }));
            }
        });
    });
    if course.kind == CourseKind::Puzzles {
        let solved = t::solved_of(course.solved(preferences), course.len());
        ui.label(RichText::new(solved).color(palette.weak));
    }
    let low = ui.available_height() < LOW;
    if low {
        let bar = egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
        let row = egui::ScrollArea::horizontal().id_salt("steps").scroll_bar_visibility(bar);
        row.show(ui, |ui| {
            ui.horizontal(|ui| steps(ui, course, preferences, palette, actions));
        });
    } else {
        ui.horizontal_wrapped(|ui| steps(ui, course, preferences, palette, actions));
    }
    ui.separator();
    // What comes after the last exercise takes the room of its text.
    let over = low && course.is_last() && course.is_done();
    if low && !over {
        // The text scrolls with what is said; the buttons stay in sight.
        let frame = egui::Frame::new().inner_margin(egui::Margin { top: 4, ..Default::default() });
        egui::Panel::bottom("lesson-buttons").resizable(false).frame(frame).show(ui, |ui| {
            buttons(ui, course, actions);
        });
    }
    egui::ScrollArea::vertical().id_salt("lesson").auto_shrink(false).show(ui, |ui| {
        let size = if low { font::BODY } else { font::HEADING };
        if over {
            below_text(ui, course, palette, actions);
            ui.separator();
        }
        let text = course.text();
        let paragraphs: Vec<&str> = text.split("\n\n").collect();
        for (at, paragraph) in paragraphs.iter().enumerate() {
            // The last one says what to do.
            let task = at + 1 == paragraphs.len() && course.state != CourseState::Reading;
            let text = RichText::new(*paragraph).size(size);
            let text = if task { text.semibold() } else { text };
            ui.add(egui::Label::new(text).wrap());
            ui.add_space(f32::from(space::TINY));
        }
        match (low, over) {
            (false, _) => below_text(ui, course, palette, actions),
            (true, false) => last_answer(ui, course, palette),
            (true, true) => {}
        }
    });
}

fn below_text(ui: &mut Ui, course: &Course, palette: Palette, actions: &mut Vec<GameAction>) {
    last_answer(ui, course, palette);
    buttons(ui, course, actions);
    if course.is_last() && course.is_done() {
        ui.add_space(f32::from(space::SMALL));
        end(ui, course, palette, actions);
    }
}

/// What is said to the last move; a new one scrolls into sight.
fn last_answer(ui: &mut Ui, course: &Course, palette: Palette) {
    let said = course.answer();
    let shown = egui::Id::unique("shown-answer");
    let is_new = ui.data_mut(|data| {
        let before = data.get_temp::<Option<(bool, String)>>(shown).unwrap_or_default();
        data.insert_temp(shown, said.clone());
        before != said
    });
    let Some((right, text)) = said else { return };
    answer(ui, right, &text, palette);
    ui.add_space(f32::from(space::MEDIUM));
    if is_new {
        ui.scroll_to_cursor(Some(egui::Align::BOTTOM));
        ui.ctx().request_repaint();
    }
}

/// A button for each exercise: those that are done have another colour.
fn steps(
    ui: &mut Ui,
    course: &Course,
    preferences: &Preferences,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    ui.spacing_mut().item_spacing = egui::Vec2::splat(3.0);
    ui.spacing_mut().button_padding = egui::vec2(4.0, 2.0);
    let shown = egui::Id::unique("shown-exercise");
    let moved = ui.data_mut(|data| {
        let before = data.get_temp::<usize>(shown);
        data.insert_temp(shown, course.at);
        before != Some(course.at)
    });
    // Few of them stand in one row, however narrow that is.
    let fit = (ui.available_width() + 3.0) / course.len().max(1) as f32 - 3.0;
    let width = if (LEAST_CHIP..CHIP).contains(&fit) { fit.floor() } else { CHIP };
    if width < CHIP {
        ui.spacing_mut().button_padding.x = 1.0;
    }
    for at in 0..course.len() {
        let (here, done) = (at == course.at, course.is_solved(at, preferences));
        let number = RichText::new((at + 1).to_string()).small();
        let number = match (here, done) {
            (true, _) => number.medium().color(palette.on_accent),
            (_, true) => number.color(palette.accent),
            _ => number.color(palette.weak),
        };
        let fill = if here { palette.accent } else { palette.raised };
        let button = egui::Button::new(number).fill(fill).min_size(egui::vec2(width, 22.0));
        let button = ui.add(button);
        let name = t::step(at + 1);
        button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, here, &name));
        if here && moved {
            button.scroll_to_me(Some(egui::Align::Center));
        }
        if button.clicked() {
            actions.push(GameAction::Act(Action::Exercise(at)));
        }
    }
}

fn answer(ui: &mut Ui, right: bool, text: &str, palette: Palette) {
    let (sign, ink) = if right { ("✔", palette.accent) } else { ("✖", palette.error) };
    egui::Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(stroke::STRONG, ink))
        .corner_radius(radius::CARD)
        .inner_margin(space::MEDIUM)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            let text = RichText::new(format!("{sign} {text}"));
            ui.add(egui::Label::new(text).wrap());
        });
}

fn buttons(ui: &mut Ui, course: &Course, actions: &mut Vec<GameAction>) {
    let low = egui::vec2(0.0, LOW_BUTTON);
    let other = |text: &'static str| ActionButton::secondary(text).least(low);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(f32::from(space::TINY));
        let shows = course.state == CourseState::Waiting;
        let show = ActionButton::primary(t::show()).least(low);
        if shows && ui.add(show).clicked() {
            actions.push(GameAction::Act(Action::ShowAnswer));
        }
        if !course.is_last() {
            let button = match course.is_done() {
                true => ActionButton::primary(t::next()).least(low),
                false => other(t::skip()),
            };
            if ui.add(button).clicked() {
                actions.push(GameAction::Command(Command::NextStep));
            }
        }
        // Less words leave more room for the lesson's.
        let brief = ui.available_width() < NARROW;
        let with_icon = |icon, text| match brief {
            true => ActionButton::icon_only(icon, text).least(egui::Vec2::splat(LOW_BUTTON)),
            false => ActionButton::quiet(text).least(low),
        };
        let again = course.state != CourseState::Reading && course.has_begun();
        if again && ui.add(with_icon(icons::UNDO, t::again())).clicked() {
            actions.push(GameAction::Command(Command::SameAgain));
        }
        if course.at > 0 && ui.add(with_icon(icons::PREVIOUS, t::back())).clicked() {
            actions.push(GameAction::Command(Command::PreviousStep));
        }
    });
}

/// The width of a step's button, and the least one.
const CHIP: f32 = 24.0;
const LEAST_CHIP: f32 = 17.0;
/// Narrower panels have icons for ways back.
const NARROW: f32 = 240.0;
/// The height of buttons below a text.
const LOW_BUTTON: f32 = 28.0;

/// The choices after the last step.
fn end(ui: &mut Ui, course: &Course, palette: Palette, actions: &mut Vec<GameAction>) {
    if course.kind == CourseKind::Puzzles {
        return;
    }
    ui.label(RichText::new(t::done()).medium());
    let button = ActionButton::primary(t::first_game());
    if ui.add(button).on_hover_text(t::first_game_help()).clicked() {
        actions.push(GameAction::Command(Command::FirstGame));
    }
    ui.label(RichText::new(t::first_game_help()).color(palette.weak));
    let puzzles = !course.ruleset.puzzles.is_empty();
    if puzzles && ui.add(ActionButton::secondary(t::puzzles())).clicked() {
        let name = Some(course.name.clone());
        actions.push(GameAction::Act(Action::StartCourse(CourseKind::Puzzles, name)));
    }
}
