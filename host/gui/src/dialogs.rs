//! Modal dialogs.

use boardloom_app::Action;
use boardloom_app::controller::{MailDialog, OnlineAction, PluginOffer};
use boardloom_app::loader::RulesetPreview;
use boardloom_app::log::Log;
use boardloom_app::texts::errors::translated;
use boardloom_app::texts::game::option_text;
use boardloom_board_view::Input;
use boardloom_contract::{MoveOption, PluginError};
use egui::{Context, RichText, Ui};

use crate::components::{self as parts, ActionButton, modal};
use crate::key_sheet::KeySheet;
use crate::keys::KeyMap;
use crate::new_game::refusal_text;
use crate::preferences::Preferences;
use crate::screen::{log_entries, rules_of};
use crate::services::Refusal;
use crate::texts::{self, dialogs as t, game};
use crate::theme::{Palette, TextWeight, size, space};
use crate::thumbnail::Thumbnail;

mod join;
mod mail;
mod settings;

pub use join::JoinDialog;
pub use settings::{LiveBoard, SettingsPage};

#[derive(Debug)]
pub enum Dialog {
    Refused(Refusal),
    Keys(KeySheet),
    Settings(Box<SettingsPage>),
    Rules(Box<RulesetPreview<Thumbnail>>),
    Warnings(String),
    Log,
    Join(JoinDialog),
    Mail(MailDialog),
    /// May a plugin be taken from a room?
    Plugin(Box<PluginOffer>),
    Resign,
    /// With what would be lost.
    Quit(&'static str),
}

impl Dialog {
    /// The sheet that takes the next key, if one is open.
    pub fn key_sheet(&mut self) -> Option<&mut KeySheet> {
        match self {
            Dialog::Keys(sheet) => Some(sheet),
            Dialog::Settings(page) => Some(&mut page.keys),
            _ => None,
        }
    }

    /// Stays open while its results are applied.
    pub fn stays(&self) -> bool {
        matches!(self, Dialog::Settings(_) | Dialog::Keys(_) | Dialog::Mail(MailDialog::Letter(_)))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum DialogResult {
    Close,
    Act(Action),
    /// Deliver the clipboard as a paste event.
    Paste,
    /// Play a sample of the sounds.
    PlaySample,
}

fn scrolled<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    let area = egui::ScrollArea::vertical().auto_shrink([false, true]);
    area.max_height(parts::scroll_height(ui.ctx())).show(ui, body).inner
}

pub fn show(
    ctx: &Context,
    dialog: &mut Dialog,
    preferences: &mut Preferences,
    keys: &KeyMap,
    log: &Log,
    board: LiveBoard<'_>,
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
        Dialog::Rules(look) => {
            let (ruleset, mut clicked) = (&look.source.ruleset, None);
            let closed = show_text(ctx, texts::keys::rules(), |ui| {
                clicked = rules_of(ui, ruleset, &look.explained, palette);
            });
            let open = |at| DialogResult::Act(Action::OpenExample(look.source.name(), at));
            clicked.map(open).or(closed)
        }
        Dialog::Join(join) => join.show(ctx, palette),
        Dialog::Mail(dialog) => mail::show(ctx, dialog, palette),
        Dialog::Log => show_log(ctx, log, palette),
        Dialog::Settings(page) => settings::show(ctx, page, preferences, keys, board, has_sound),
        Dialog::Resign => {
            let yes = ActionButton::danger(game::resign_yes());
            let question =
                board.session.map(|session| session.resign_question()).unwrap_or_default();
            let result = board.session.map(|session| session.resign_result()).unwrap_or_default();
            let sure = parts::question(ctx, &question, &result, game::keep_playing(), yes)?;
            Some(if sure { DialogResult::Act(Action::Resign) } else { DialogResult::Close })
        }
        Dialog::Plugin(offer) => {
            let yes = ActionButton::primary(offer.yes());
            let (question, help) = (offer.question(), offer.help());
            let sure = parts::question(ctx, &question, &help, offer.no(), yes)?;
            let take = || Action::Online(OnlineAction::TakePlugin(offer.clone()));
            Some(if sure { DialogResult::Act(take()) } else { DialogResult::Close })
        }
        Dialog::Quit(warning) => {
            let yes = ActionButton::danger(t::quit_yes());
            let sure = parts::question(ctx, t::quit(), warning, t::quit_no(), yes)?;
            Some(if sure { DialogResult::Act(Action::Quit) } else { DialogResult::Close })
        }
    }
}

fn show_text(ctx: &Context, title: &str, body: impl FnOnce(&mut Ui)) -> Option<DialogResult> {
    let (closed, outside) = modal(ctx, title, size::WIDE_DIALOG, |ui| {
        scrolled(ui, body);
        let [close] = parts::footer(ui, [ActionButton::primary(t::close())]);
        close.clicked()
    });
    (closed || outside).then_some(DialogResult::Close)
}

fn show_log(ctx: &Context, log: &Log, palette: Palette) -> Option<DialogResult> {
    let (closed, outside) = modal(ctx, game::tab_log(), size::WIDE_DIALOG, |ui| {
        let area = egui::ScrollArea::vertical().auto_shrink([false, true]).stick_to_bottom(true);
        let area = area.max_height(parts::scroll_height(ui.ctx()));
        area.show(ui, |ui| log_entries(ui, log, palette));
        let copy = ActionButton::secondary(game::log_copy()).enabled(log.entries().len() > 0);
        let [copy, close] = parts::footer(ui, [copy, ActionButton::primary(t::close())]);
        if copy.clicked() {
            ui.ctx().copy_text(log.text());
        }
        close.clicked()
    });
    (closed || outside).then_some(DialogResult::Close)
}

pub fn plugin_failed(ctx: &Context, error: &PluginError, kept: bool) -> Option<Action> {
    let (answer, _) = modal(ctx, t::plugin_failed(), size::DIALOG, |ui| {
        ui.label(RichText::new(translated(&error.to_string())).semibold());
        ui.add_space(f32::from(space::TINY));
        ui.label(if kept { t::failed_kept() } else { t::failed_unsaved() });
        let close = match kept {
            true => ActionButton::secondary(t::close_game()),
            false => ActionButton::danger(t::close_game()),
        };
        let [close, go_on] = parts::footer(ui, [close, ActionButton::primary(t::go_on())]);
        let restart = go_on.clicked().then_some(Action::RestartPlugin);
        restart.or(close.clicked().then_some(Action::LeaveGame { close: true }))
    });
    answer
}

/// Asks for the consent to a proposal. Only a button answers.
pub fn consent(ctx: &Context, (title, text): &(String, String)) -> Option<Action> {
    let (answer, _) = modal(ctx, title, size::DIALOG, |ui| {
        ui.label(text);
        let buttons =
            [ActionButton::secondary(game::decline()), ActionButton::primary(game::accept())];
        let [decline, agree] = parts::footer(ui, buttons);
        // Enter changes nothing in the game.
        if ui.memory(|memory| memory.focused()).is_none() {
            decline.request_focus();
        }
        let declined = decline.clicked().then_some(false);
        agree.clicked().then_some(true).or(declined)
    });
    answer.map(Action::AnswerRequest)
}

pub fn menu(ctx: &Context, options: &[MoveOption]) -> Option<Input> {
    let (choice, outside) = modal(ctx, game::choose(), size::DIALOG, |ui| {
        let mut choice = None;
        scrolled(ui, |ui| {
            for (number, option) in options.iter().enumerate() {
                let text = option_text(option);
                let least = egui::vec2(ui.available_width(), size::BUTTON);
                if ui.add(ActionButton::secondary(text).least(least)).clicked() {
                    choice = Some(Input::Choose(number));
                }
            }
        });
        let [cancel] = parts::footer(ui, [ActionButton::quiet(game::cancel())]);
        if cancel.clicked() {
            choice = Some(Input::Cancel);
        }
        choice
    });
    choice.or(outside.then_some(Input::Cancel))
}

pub fn ask(ctx: &Context, ending: &MoveOption, text: &mut String) -> Option<Input> {
    let title = if ending.label.text.is_empty() { game::answer() } else { &ending.label.text };
    let (choice, outside) = modal(ctx, title, size::DIALOG, |ui| {
        let label = ui.label(game::answer());
        let field = parts::text_field(ui, text, "", f32::INFINITY);
        let field = field.labelled_by(label.id);
        if text.is_empty() && !field.has_focus() {
            field.request_focus();
        }
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        let buttons =
            [ActionButton::secondary(game::cancel()), ActionButton::primary(game::play())];
        let [cancel, play] = parts::footer(ui, buttons);
        if play.clicked() || entered {
            // It stays open for another answer if this one is refused.
            field.request_focus();
            return Some(Input::Answer(text.clone()));
        }
        cancel.clicked().then_some(Input::Cancel)
    });
    choice.or(outside.then_some(Input::Cancel))
}
