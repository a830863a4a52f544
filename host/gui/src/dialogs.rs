//! Modal dialogs.

use boardloom_app::Action;
use boardloom_app::loader::RulesetPreview;
use boardloom_app::texts::game::option_text;
use boardloom_board_view::Input;
use boardloom_contract::{MoveOption, PluginError};
use egui::{Context, RichText, Ui};

use crate::key_sheet::KeySheet;
use crate::keys::KeyMap;
use crate::modal::{modal, modal_as};
use crate::new_game::refusal_text;
use crate::preferences::{Preferences, ThemeChoice};
use crate::screen::rules_of;
use crate::services::Refusal;
use crate::texts::{self, dialogs as t, game};
use crate::theme::Palette;
use crate::thumbnail::Thumbnail;

#[derive(Debug)]
pub enum Dialog {
    Refused(Refusal),
    Keys(KeySheet),
    Settings,
    Rules(Box<RulesetPreview<Thumbnail>>),
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
    Act(Action),
    /// Play a sample of the sounds.
    PlaySample,
    ChangeKeys,
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
    has_sound: bool,
) -> Option<DialogResult> {
    let palette = Palette::of(preferences.theme);
    match dialog {
        Dialog::Refused(refusal) => show_text(ctx, t::refused(), |ui| refusal_text(ui, refusal)),
        Dialog::Warnings(text) => show_text(ctx, t::diagnostics(), |ui| {
            ui.add(egui::Label::new(RichText::new(text.as_str()).monospace()).extend());
        }),
        Dialog::Keys(sheet) => {
            let mut change = None;
            let closed = show_text(ctx, t::keys(), |ui| change = sheet.ui(ui, keys, palette));
            change.map(|change| DialogResult::Act(Action::Rebind(change))).or(closed)
        }
        Dialog::Rules(look) => show_text(ctx, texts::keys::rules(), |ui| {
            rules_of(ui, &look.source.ruleset, &look.explained, palette);
        }),
        Dialog::Settings => settings(ctx, preferences, keys, has_sound),
        Dialog::Resign => question(
            ctx,
            game::resign_sure(),
            "",
            (game::resign_yes(), Action::Resign),
            game::keep_playing(),
        ),
        Dialog::Quit => {
            question(ctx, t::quit(), t::quit_lost(), (t::quit_yes(), Action::Quit), t::quit_no())
        }
    }
}

fn show_text(ctx: &Context, title: &str, body: impl FnOnce(&mut Ui)) -> Option<DialogResult> {
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
    (yes, action): (&str, Action),
    no: &str,
) -> Option<DialogResult> {
    let (answer, outside) = modal(ctx, title, 320.0, |ui| {
        if !text.is_empty() {
            ui.label(text);
        }
        ui.horizontal(|ui| {
            let go = ui.button(yes).clicked();
            let stay = ui.button(no).clicked();
            if go { Some(DialogResult::Act(action)) } else { stay.then_some(DialogResult::Close) }
        })
        .inner
    });
    answer.or(outside.then_some(DialogResult::Close))
}

fn settings(
    ctx: &Context,
    preferences: &mut Preferences,
    keys: &KeyMap,
    has_sound: bool,
) -> Option<DialogResult> {
    let id = egui::Id::unique("settings");
    let (answer, outside) = modal_as(id, ctx, t::settings(), 420.0, |ui| {
        let answer = scrolled(ui, |ui| choices(ui, preferences, keys, has_sound));
        ui.separator();
        // Below the scrolling part, so that a low window shows it.
        ui.horizontal(|ui| {
            let close = ui.button(t::close()).clicked().then_some(DialogResult::Close);
            let keys = ui.button(t::change_keys()).clicked().then_some(DialogResult::ChangeKeys);
            close.or(keys).or(answer)
        })
        .inner
    });
    answer.or(outside.then_some(DialogResult::Close))
}

fn choices(
    ui: &mut Ui,
    preferences: &mut Preferences,
    keys: &KeyMap,
    has_sound: bool,
) -> Option<DialogResult> {
    let mut answer = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(game::theme());
        for theme in ThemeChoice::ALL {
            if ui.radio(preferences.theme == theme, theme.label()).clicked() {
                answer = Some(DialogResult::Act(Action::Theme(theme)));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(t::language());
        for (code, name) in texts::language::all() {
            if ui.radio(preferences.language == code, name).clicked() {
                answer = Some(DialogResult::Act(Action::Language(code.to_owned())));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(t::scale());
        for scale in [0.75, 1.0, 1.25, 1.5, 2.0] {
            let on = (preferences.scale - scale).abs() < 0.01;
            if ui.selectable_label(on, format!("{:.0} %", scale * 100.0)).clicked() {
                preferences.scale = scale;
            }
        }
    });
    for command in Preferences::SWITCHES {
        let mut on = preferences.is_on(command).unwrap_or_default();
        if ui.checkbox(&mut on, keys.label(command)).changed() {
            preferences.toggle(command);
        }
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(t::pace());
        for pace in [0.5, 1.0, 2.0, 4.0] {
            let on = (preferences.pace - pace).abs() < 0.01;
            if ui.selectable_label(on, game::seconds(pace)).clicked() {
                preferences.pace = pace;
            }
        }
    });
    sounds(ui, preferences, has_sound).or(answer)
}

fn sounds(ui: &mut Ui, preferences: &mut Preferences, has_sound: bool) -> Option<DialogResult> {
    use texts::sounds as t;
    if !has_sound {
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
    (switched || set).then_some(DialogResult::PlaySample)
}

pub fn plugin_failed(ctx: &Context, error: &PluginError, kept: bool) -> Option<Action> {
    let (answer, _) = modal(ctx, t::plugin_failed(), 460.0, |ui| {
        ui.label(RichText::new(error.to_string()).strong());
        ui.add_space(4.0);
        ui.label(if kept { t::failed_kept() } else { t::failed_unsaved() });
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let go_on = ui.button(t::go_on()).clicked();
            let close = ui.button(t::close_game()).clicked();
            let restart = go_on.then_some(Action::RestartPlugin);
            restart.or(close.then_some(Action::LeaveGame { close: true }))
        })
        .inner
    });
    answer
}

pub fn menu(ctx: &Context, options: &[MoveOption]) -> Option<Input> {
    let (choice, outside) = modal(ctx, game::choose(), 280.0, |ui| {
        let mut choice = None;
        scrolled(ui, |ui| {
            for (number, option) in options.iter().enumerate() {
                let size = egui::vec2(ui.available_width(), 28.0);
                let button = egui::Button::new(option_text(option)).min_size(size);
                if ui.add(button).clicked() {
                    choice = Some(Input::Choose(number));
                }
            }
        });
        if ui.button(game::cancel()).clicked() {
            choice = Some(Input::Cancel);
        }
        choice
    });
    choice.or(outside.then_some(Input::Cancel))
}

pub fn ask(ctx: &Context, ending: &MoveOption, text: &mut String) -> Option<Input> {
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
                return Some(Input::Answer(text.clone()));
            }
            ui.button(game::cancel()).clicked().then_some(Input::Cancel)
        })
        .inner
    });
    choice.or(outside.then_some(Input::Cancel))
}
