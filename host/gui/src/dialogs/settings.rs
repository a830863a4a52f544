//! The settings.

use boardloom_app::Action;
use egui::{RichText, ScrollArea, Ui};

use super::DialogResult;
use crate::components::{self as parts, ActionButton, labelled, segmented, switch};
use crate::keys::{Command, KeyMap};
use crate::preferences::{Preferences, ThemeChoice};
use crate::texts::{self, dialogs as t, game};
use crate::theme::{Palette, heading, size, space};

const SCALES: [f32; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];
const PACES: [f32; 4] = [0.5, 1.0, 2.0, 4.0];

/// The switches of what the board shows; the others are about play.
const BOARD: [Command; 6] = [
    Command::ThreeD,
    Command::Coordinates,
    Command::Marks,
    Command::Arrows,
    Command::Numbers,
    Command::Motion,
];

pub(super) fn show(
    ctx: &egui::Context,
    preferences: &mut Preferences,
    keys: &KeyMap,
    has_sound: bool,
) -> Option<DialogResult> {
    let id = egui::Id::unique("settings");
    let (answer, outside) = parts::modal_as(id, ctx, t::settings(), size::WIDE_DIALOG, |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, true]);
        let area = area.max_height(parts::scroll_height(ctx));
        let answer = area.show(ui, |ui| choices(ui, preferences, keys, has_sound)).inner;
        // Below the scrolling part, so that a low window shows it.
        let buttons = [ActionButton::quiet(t::change_keys()), ActionButton::primary(t::close())];
        let [keys, close] = parts::footer(ui, buttons);
        let close = close.clicked().then_some(DialogResult::Close);
        let keys = keys.clicked().then_some(DialogResult::ChangeKeys);
        close.or(keys).or(answer)
    });
    answer.or(outside.then_some(DialogResult::Close))
}

fn choices(
    ui: &mut Ui,
    preferences: &mut Preferences,
    keys: &KeyMap,
    has_sound: bool,
) -> Option<DialogResult> {
    // Beside the bar of the scrolling part.
    ui.set_max_width(ui.available_width() - f32::from(space::MEDIUM));
    let answer = interface(ui, preferences);
    section(ui, t::settings_board());
    switches(ui, preferences, keys, |command| BOARD.contains(&command));
    section(ui, t::settings_play());
    switches(ui, preferences, keys, |command| !BOARD.contains(&command));
    let names = PACES.map(game::seconds);
    let paces: Vec<_> = PACES.into_iter().zip(names.iter().map(String::as_str)).collect();
    let now = PACES.into_iter().find(|pace| (preferences.pace - pace).abs() < 0.01);
    if let Some(pace) = labelled(ui, t::pace(), |ui| segmented(ui, now, &paces)) {
        preferences.pace = pace;
    }
    ui.add_space(f32::from(space::TINY));
    sounds(ui, preferences, has_sound).or(answer)
}

fn section(ui: &mut Ui, name: &str) {
    ui.add_space(f32::from(space::LARGE));
    ui.label(heading(name));
    ui.add_space(f32::from(space::TINY));
}

fn interface(ui: &mut Ui, preferences: &mut Preferences) -> Option<DialogResult> {
    let themes = ThemeChoice::ALL.map(|theme| (theme, theme.label()));
    let now = Some(preferences.theme);
    let theme = labelled(ui, game::theme(), |ui| segmented(ui, now, &themes));
    let languages = texts::language::all();
    let now = languages.iter().map(|(code, _)| *code).find(|code| preferences.language == *code);
    let language = labelled(ui, t::language(), |ui| segmented(ui, now, &languages));
    let names = SCALES.map(|scale| format!("{:.0} %", scale * 100.0));
    let scales: Vec<_> = SCALES.into_iter().zip(names.iter().map(String::as_str)).collect();
    let now = SCALES.into_iter().find(|scale| (preferences.scale - scale).abs() < 0.01);
    if let Some(scale) = labelled(ui, t::scale(), |ui| segmented(ui, now, &scales)) {
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
        if switch(ui, &mut on, keys.label(command)).changed() {
            preferences.toggle(command);
        }
    }
}

fn sounds(ui: &mut Ui, preferences: &mut Preferences, has_sound: bool) -> Option<DialogResult> {
    use texts::sounds as t;
    let palette = Palette::in_use(ui.ctx());
    if !has_sound {
        let none = RichText::new(t::none()).color(palette.weak);
        ui.add(egui::Label::new(none)).on_hover_text(t::none_help());
        return None;
    }
    let switched = switch(ui, &mut preferences.sound, t::sounds()).changed();
    let loud = ui.horizontal_wrapped(|ui| {
        let label = ui.label(t::volume());
        let slider = egui::Slider::new(&mut preferences.volume, 0..=100).suffix(" %");
        ui.add_enabled(preferences.sound, slider).labelled_by(label.id)
    });
    // No sample while dragging.
    let set = loud.inner.drag_stopped() || (loud.inner.changed() && !loud.inner.dragged());
    (switched || set).then_some(DialogResult::PlaySample)
}
