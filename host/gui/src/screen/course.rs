//! The panel of lessons and puzzles.

use boardloom_app::Action;
use boardloom_app::course::{Course, CourseKind, CourseState};
use egui::{RichText, Ui};

use super::GameAction;
use super::side::PanelContext;
use crate::keys::Command;
use crate::preferences::Preferences;
use crate::texts::learn as t;
use crate::theme::{Palette, font, radius, space, stroke};

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
    ui.label(RichText::new(&course.ruleset.name).color(palette.weak));
    ui.label(RichText::new(course.title()).size(font::TITLE).strong());
    if course.kind == CourseKind::Puzzles {
        let solved = t::solved_of(course.solved(preferences), course.len());
        ui.label(RichText::new(solved).color(palette.weak));
    }
    steps(ui, course, preferences, palette, actions);
    ui.separator();
    let low = ui.available_height() < LOW;
    if low {
        // The text scrolls; what is said and the buttons stay in sight.
        let frame = egui::Frame::new().inner_margin(egui::Margin { top: 4, ..Default::default() });
        egui::Panel::bottom("lesson-answer").resizable(false).frame(frame).show(ui, |ui| {
            below_text(ui, course, palette, actions);
        });
    }
    egui::ScrollArea::vertical().id_salt("lesson").auto_shrink(false).show(ui, |ui| {
        let size = if low { font::BODY } else { font::HEADING };
        for paragraph in course.text().split("\n\n") {
            ui.add(egui::Label::new(RichText::new(paragraph).size(size)).wrap());
            ui.add_space(f32::from(space::TINY));
        }
        if !low {
            below_text(ui, course, palette, actions);
        }
    });
}

fn below_text(ui: &mut Ui, course: &Course, palette: Palette, actions: &mut Vec<GameAction>) {
    if let Some((right, text)) = course.answer() {
        answer(ui, right, &text, palette);
        ui.add_space(f32::from(space::SMALL));
    }
    buttons(ui, course, palette, actions);
    if course.is_last() && course.is_done() {
        ui.add_space(f32::from(space::SMALL));
        end(ui, course, palette, actions);
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
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(3.0);
        ui.spacing_mut().button_padding = egui::vec2(4.0, 2.0);
        for at in 0..course.len() {
            let (here, done) = (at == course.at, course.is_solved(at, preferences));
            let number = RichText::new((at + 1).to_string()).small();
            let number = match (here, done) {
                (true, _) => number.strong().color(palette.on_accent),
                (_, true) => number.color(palette.accent),
                _ => number.color(palette.weak),
            };
            let fill = if here { palette.accent } else { palette.raised };
            let button = egui::Button::new(number).fill(fill).min_size(egui::vec2(24.0, 22.0));
            let button = ui.add(button);
            let name = t::step(at + 1);
            button
                .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, here, &name));
            if button.clicked() {
                actions.push(GameAction::Act(Action::Exercise(at)));
            }
        }
    });
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

fn buttons(ui: &mut Ui, course: &Course, palette: Palette, actions: &mut Vec<GameAction>) {
    ui.horizontal_wrapped(|ui| {
        if !course.is_last() {
            let done = course.is_done();
            let label = RichText::new(if done { t::next() } else { t::skip() });
            let button = match done {
                true => egui::Button::new(label.strong().color(palette.on_accent))
                    .fill(palette.accent)
                    .min_size(egui::vec2(96.0, 32.0)),
                false => egui::Button::new(label),
            };
            if ui.add(button).clicked() {
                actions.push(GameAction::Command(Command::NextStep));
            }
        }
        if course.state == CourseState::Waiting && ui.button(t::show()).clicked() {
            actions.push(GameAction::Act(Action::ShowAnswer));
        }
        if course.state != CourseState::Reading && ui.button(t::again()).clicked() {
            actions.push(GameAction::Command(Command::SameAgain));
        }
        if course.at > 0 && ui.button(t::back()).clicked() {
            actions.push(GameAction::Command(Command::PreviousStep));
        }
        if ui.button(t::leave()).clicked() {
            actions.push(GameAction::Act(Action::LeaveGame { close: true }));
        }
    });
}

/// The choices after the last step.
fn end(ui: &mut Ui, course: &Course, palette: Palette, actions: &mut Vec<GameAction>) {
    if course.kind == CourseKind::Puzzles {
        return;
    }
    ui.label(RichText::new(t::done()).strong());
    let text = RichText::new(t::first_game()).strong().color(palette.on_accent);
    let button = egui::Button::new(text).fill(palette.accent).min_size(egui::vec2(150.0, 34.0));
    if ui.add(button).on_hover_text(t::first_game_help()).clicked() {
        actions.push(GameAction::Command(Command::FirstGame));
    }
    ui.label(RichText::new(t::first_game_help()).color(palette.weak));
    let puzzles = !course.ruleset.puzzles.is_empty();
    if puzzles && ui.button(t::puzzles()).clicked() {
        let name = Some(course.name.clone());
        actions.push(GameAction::Act(Action::StartCourse(CourseKind::Puzzles, name)));
    }
}
