//! Modal dialogs.

use boardloom_contract::{MoveOption, PluginError};
use egui::{Context, RichText, Ui};

use crate::key_sheet::KeySheet;
use crate::keys::{KeyChange, KeyMap};
use crate::new_game::refusal_text;
use crate::preferences::{Preferences, ThemeChoice};
use crate::screen::rules_of;
use crate::services::Refusal;
use crate::texts::{self, dialogs as t, game};
use crate::theme::{Palette, font};
use crate::worker::Look;

#[derive(Debug)]
pub enum Dialog {
    Refused(Refusal),
    Keys(KeySheet),
    Settings,
    Rules(Box<Look>),
    Warnings(String),
    Resign,
    Quit,
}

impl Dialog {
    /// Stays open while its results are applied.
    pub fn stays(&self) -> bool {
        matches!(self, Dialog::Settings | Dialog::Keys(_))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum DialogResult {
    Close,
    Resign,
    Quit,
    RestartPlugin,
    CloseGame,
    Theme(ThemeChoice),
    Scale(f32),
    Language(&'static str),
    Changed,
    /// Play a sample.
    Volume,
    Keys(KeyChange),
    ChangeKeys,
}

pub(crate) fn modal<R>(
    ctx: &Context,
    title: &str,
    width: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    modal_as(egui::Id::unique(title), ctx, title, width, body)
}

/// The same window even if its title changes.
fn modal_as<R>(
    id: egui::Id,
    ctx: &Context,
    title: &str,
    width: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    let screen = ctx.content_rect();
    let response = egui::Modal::new(id).show(ctx, |ui| {
        ui.set_width(width.min(screen.width() - 40.0).max(120.0));
        ui.label(RichText::new(title).size(font::TITLE).strong());
        ui.separator();
        body(ui)
    });
    let close = response.should_close();
    (response.inner, close)
}

fn scrolled<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let most = ui.ctx().content_rect().height() - 150.0;
    let area = egui::ScrollArea::vertical().auto_shrink([false, true]);
    area.max_height(most.max(80.0)).show(ui, body).inner
}

pub fn show(
    ctx: &Context,
    dialog: &mut Dialog,
    preferences: &mut Preferences,
    keys: &KeyMap,
    hears: bool,
) -> Option<DialogResult> {
    let palette = Palette::of(preferences.theme);
    match dialog {
        Dialog::Refused(refusal) => told(ctx, t::refused(), |ui| refusal_text(ui, refusal)),
        Dialog::Warnings(text) => told(ctx, t::diagnostics(), |ui| {
            ui.add(egui::Label::new(RichText::new(text.as_str()).monospace()).extend());
        }),
        Dialog::Keys(sheet) => {
            let mut wish = None;
            let closed = told(ctx, t::keys(), |ui| wish = sheet.ui(ui, keys, palette));
            wish.map(DialogResult::Keys).or(closed)
        }
        Dialog::Rules(look) => told(ctx, texts::keys::rules(), |ui| {
            let explained = look.explained.iter().map(String::as_str);
            rules_of(ui, &look.source.ruleset, explained, palette);
        }),
        Dialog::Settings => settings(ctx, preferences, hears),
        Dialog::Resign => question(
            ctx,
            game::resign_sure(),
            "",
            (game::resign_yes(), DialogResult::Resign),
            game::keep_playing(),
        ),
        Dialog::Quit => question(
            ctx,
            t::quit(),
            t::quit_lost(),
            (t::quit_yes(), DialogResult::Quit),
            t::quit_no(),
        ),
    }
}

fn told(ctx: &Context, title: &str, body: impl FnOnce(&mut Ui)) -> Option<DialogResult> {
    let (closed, outside) = modal(ctx, title, 620.0, |ui| {
        scrolled(ui, body);
        ui.separator();
        ui.button(t::close()).clicked()
    });
    (closed || outside).then_some(DialogResult::Close)
}

fn question(
    ctx: &Context,
    title: &str,
    text: &str,
    (yes, answer): (&str, DialogResult),
    no: &str,
) -> Option<DialogResult> {
    let (answer, outside) = modal(ctx, title, 320.0, |ui| {
        if !text.is_empty() {
            ui.label(text);
        }
        ui.horizontal(|ui| {
            let go = ui.button(yes).clicked();
            let stay = ui.button(no).clicked();
            if go { Some(answer) } else { stay.then_some(DialogResult::Close) }
        })
        .inner
    });
    answer.or(outside.then_some(DialogResult::Close))
}

fn settings(ctx: &Context, preferences: &mut Preferences, hears: bool) -> Option<DialogResult> {
    let id = egui::Id::unique("settings");
    let (answer, outside) = modal_as(id, ctx, t::settings(), 420.0, |ui| {
        let answer = scrolled(ui, |ui| choices(ui, preferences, hears));
        ui.separator();
        if ui.button(t::close()).clicked() { Some(DialogResult::Close) } else { answer }
    });
    answer.or(outside.then_some(DialogResult::Close))
}

fn choices(ui: &mut Ui, preferences: &mut Preferences, hears: bool) -> Option<DialogResult> {
    let mut answer = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(game::theme());
        for (theme, text) in crate::screen::themes() {
            if ui.radio(preferences.theme == theme, text).clicked() {
                answer = Some(DialogResult::Theme(theme));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(t::language());
        for (code, name) in texts::language::all() {
            if ui.radio(preferences.language == code, name).clicked() {
                answer = Some(DialogResult::Language(code));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(t::scale());
        for scale in [0.75, 1.0, 1.25, 1.5, 2.0] {
            let on = (preferences.scale - scale).abs() < 0.01;
            if ui.selectable_label(on, format!("{:.0} %", scale * 100.0)).clicked() {
                answer = Some(DialogResult::Scale(scale));
            }
        }
    });
    for (value, text) in [
        (&mut preferences.three_d, texts::keys::three_d()),
        (&mut preferences.coordinates, texts::keys::coordinates()),
        (&mut preferences.dots, texts::keys::dots()),
        (&mut preferences.preview, texts::keys::preview()),
        (&mut preferences.score_hints, texts::keys::score_hints()),
        (&mut preferences.marks, texts::keys::marks()),
        (&mut preferences.arrows, texts::keys::arrows()),
        (&mut preferences.motion, texts::keys::motion()),
    ] {
        if ui.checkbox(value, text).changed() {
            answer = Some(DialogResult::Changed);
        }
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(t::pace());
        for pace in [0.5, 1.0, 2.0, 4.0] {
            let on = (preferences.pace - pace).abs() < 0.01;
            if ui.selectable_label(on, game::seconds(pace)).clicked() {
                preferences.pace = pace;
                answer = Some(DialogResult::Changed);
            }
        }
    });
    answer = sounds(ui, preferences, hears).or(answer);
    if ui.button(t::change_keys()).clicked() {
        answer = Some(DialogResult::ChangeKeys);
    }
    answer
}

fn sounds(ui: &mut Ui, preferences: &mut Preferences, hears: bool) -> Option<DialogResult> {
    use texts::sounds as t;
    if !hears {
        ui.add(egui::Label::new(RichText::new(t::none()).weak())).on_hover_text(t::none_help());
        return None;
    }
    let switched = ui.checkbox(&mut preferences.sound, t::sounds()).changed();
    let loud = ui.horizontal_wrapped(|ui| {
        let label = ui.label(t::volume());
        let slider = egui::Slider::new(&mut preferences.volume, 0..=100).suffix(" %");
        ui.add_enabled(preferences.sound, slider).labelled_by(label.id)
    });
    // No sample while dragging.
    let set = loud.inner.drag_stopped() || (loud.inner.changed() && !loud.inner.dragged());
    match switched || set {
        true => Some(DialogResult::Volume),
        false => loud.inner.changed().then_some(DialogResult::Changed),
    }
}

pub fn fault(ctx: &Context, fault: &PluginError, kept: bool) -> Option<DialogResult> {
    let (answer, _) = modal(ctx, t::fault(), 460.0, |ui| {
        ui.label(RichText::new(fault.to_string()).strong());
        ui.add_space(4.0);
        ui.label(if kept { t::fault_kept() } else { t::fault_unsaved() });
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let go_on = ui.button(t::go_on()).clicked();
            let close = ui.button(t::close_game()).clicked();
            if go_on {
                Some(DialogResult::RestartPlugin)
            } else {
                close.then_some(DialogResult::CloseGame)
            }
        })
        .inner
    });
    answer
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveChoice {
    Move(usize),
    Answer(String),
    Cancel,
}

pub fn menu(ctx: &Context, options: &[MoveOption]) -> Option<MoveChoice> {
    let (choice, outside) = modal(ctx, game::choose(), 280.0, |ui| {
        let mut choice = None;
        scrolled(ui, |ui| {
            for (number, ending) in options.iter().enumerate() {
                let text =
                    if ending.label.text.is_empty() { &ending.mv } else { &ending.label.text };
                let button =
                    egui::Button::new(text).min_size(egui::vec2(ui.available_width(), 28.0));
                if ui.add(button).clicked() {
                    choice = Some(MoveChoice::Move(number));
                }
            }
        });
        if ui.button(game::cancel()).clicked() {
            choice = Some(MoveChoice::Cancel);
        }
        choice
    });
    choice.or(outside.then_some(MoveChoice::Cancel))
}

pub fn ask(ctx: &Context, ending: &MoveOption, text: &mut String) -> Option<MoveChoice> {
    let title = if ending.label.text.is_empty() { game::answer() } else { &ending.label.text };
    let (choice, outside) = modal(ctx, title, 320.0, |ui| {
        let label = ui.label(game::answer());
        let field = ui.text_edit_singleline(text);
        let field = field.labelled_by(label.id);
        if text.is_empty() && !field.has_focus() {
            field.request_focus();
        }
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        ui.horizontal(|ui| {
            if ui.button(game::play()).clicked() || entered {
                return Some(MoveChoice::Answer(text.clone()));
            }
            ui.button(game::cancel()).clicked().then_some(MoveChoice::Cancel)
        })
        .inner
    });
    choice.or(outside.then_some(MoveChoice::Cancel))
}
