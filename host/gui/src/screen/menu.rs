//! The menu bar of the game screen.

use boardloom_app::Action;
use egui::{RichText, Ui};

use super::GameAction;
use crate::keys::{Command, KeyMap};
use crate::preferences::{Preferences, ThemeChoice};
use crate::session::GameSession;
use crate::texts::game as t;

const TOOLS: f32 = 160.0;

/// With `open`, the first menu opens for the keyboard.
pub(super) fn bar(
    ui: &mut Ui,
    session: &GameSession,
    preferences: &Preferences,
    keys: &KeyMap,
    open: bool,
    actions: &mut Vec<GameAction>,
) {
    egui::MenuBar::new().ui(ui, |ui| {
        let game = menu(ui, t::menu_game(), |ui| {
            use Command as C;
            entries(
                ui,
                session,
                keys,
                &[C::NewGame, C::SameAgain, C::Library, C::MyGames],
                actions,
            );
            ui.separator();
            entries(
                ui,
                session,
                keys,
                &[C::Open, C::Save, C::SaveAs, C::Export, C::Reload],
                actions,
            );
            ui.separator();
            entries(
                ui,
                session,
                keys,
                &[C::CopyPosition, C::CopyRecord, C::PastePosition],
                actions,
            );
            ui.separator();
            entries(ui, session, keys, &[C::Settings], actions);
            if ui.button(t::to_start()).clicked() {
                actions.push(GameAction::Act(Action::LeaveGame { close: false }));
                ui.close();
            }
            entries(ui, session, keys, &[C::Quit], actions);
        });
        if open {
            game.request_focus();
            egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(&game));
        }
        menu(ui, t::menu_move(), |ui| {
            use Command as C;
            entries(ui, session, keys, &[C::Undo, C::Redo], actions);
            ui.separator();
            entries(ui, session, keys, &[C::TypeMove, C::Hint, C::MoveNow], actions);
            check(ui, keys, C::Analyse, session.is_analysing(), actions);
            check(ui, keys, C::Review, session.review_progress().is_some(), actions);
            ui.separator();
            entries(ui, session, keys, &[C::Pause, C::BuyTime], actions);
            ui.separator();
            let back = [C::First, C::Previous, C::TenBack];
            let on = [C::Next, C::TenOn, C::Last, C::Autoplay];
            entries(ui, session, keys, &[back.as_slice(), &on].concat(), actions);
            ui.separator();
            let tree = [C::Comment, C::Promote, C::DeleteLine, C::RestoreLine];
            entries(ui, session, keys, &tree, actions);
        });
        menu(ui, t::menu_view(), |ui| view(ui, session, preferences, keys, actions));
        menu(ui, t::menu_help(), |ui| {
            entries(ui, session, keys, &[Command::Rules, Command::KeySheet], actions);
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // The menus have all of them.
            if ui.available_width() < TOOLS {
                return;
            }
            tools(ui, session, keys, actions);
            let name = RichText::new(&session.game.source().ruleset.name).strong();
            ui.add(egui::Label::new(name).truncate().selectable(false));
        });
    });
}

fn view(
    ui: &mut Ui,
    session: &GameSession,
    preferences: &Preferences,
    keys: &KeyMap,
    actions: &mut Vec<GameAction>,
) {
    use Command as C;
    check(ui, keys, C::ThreeD, preferences.three_d, actions);
    entries(ui, session, keys, &[C::Flip], actions);
    ui.menu_button(t::menu_rotate(), |ui| {
        entries(ui, session, keys, &[C::Turn, C::TurnBack, C::TiltUp, C::TiltDown], actions);
    });
    entries(ui, session, keys, &[C::NextView, C::Magnifier], actions);
    ui.menu_button(t::menu_zoom(), |ui| {
        let zoom = [C::ZoomIn, C::ZoomOut, C::ZoomFit, C::ZoomCell, C::LevelUp];
        entries(ui, session, keys, &zoom, actions);
    });
    ui.separator();
    ui.menu_button(t::menu_show(), |ui| {
        for command in Preferences::SWITCHES.into_iter().filter(|it| *it != C::ThreeD) {
            check(ui, keys, command, preferences.is_on(command).unwrap_or_default(), actions);
        }
    });
    check(ui, keys, C::Mute, preferences.sound, actions);
    ui.menu_button(t::theme(), |ui| {
        for theme in ThemeChoice::ALL {
            if ui.radio(preferences.theme == theme, theme.label()).clicked() {
                actions.push(GameAction::Act(Action::Theme(theme)));
                ui.close();
            }
        }
    });
    ui.menu_button(t::menu_size(), |ui| {
        entries(ui, session, keys, &[C::ScaleUp, C::ScaleDown, C::ScaleReset], actions);
    });
    ui.separator();
    entries(ui, session, keys, &[C::BoardOnly, C::FullScreen], actions);
}

/// The room between a menu and the lower edge of the window, with the menu's frame.
const BELOW_MENU: f32 = 28.0;

/// A menu that scrolls if the window is too low: egui would move it over the bar.
fn menu(ui: &mut Ui, title: &str, body: impl FnOnce(&mut Ui)) -> egui::Response {
    let bar = ui.cursor().top() + ui.spacing().interact_size.y;
    let room = ui.ctx().content_rect().bottom() - bar - BELOW_MENU;
    let button = ui.menu_button(title, |ui| {
        // An area is 400 points high unless told otherwise.
        ui.set_max_height(room.max(60.0));
        egui::ScrollArea::vertical().show(ui, body);
    });
    button.response
}

fn entries(
    ui: &mut Ui,
    session: &GameSession,
    keys: &KeyMap,
    commands: &[Command],
    actions: &mut Vec<GameAction>,
) {
    for command in commands {
        let button = egui::Button::new(keys.label(*command)).shortcut_text(keys.stroke(*command));
        if ui.add_enabled(session.applies(*command), button).clicked() {
            actions.push(GameAction::Command(*command));
            ui.close();
        }
    }
}

fn check(ui: &mut Ui, keys: &KeyMap, command: Command, on: bool, actions: &mut Vec<GameAction>) {
    let sign = if on { "☑" } else { "☐" };
    let text = format!("{sign} {}", keys.label(command));
    let button = egui::Button::new(text).shortcut_text(keys.stroke(command));
    if ui.add(button).clicked() {
        actions.push(GameAction::Command(command));
        ui.close();
    }
}

fn tools(ui: &mut Ui, session: &GameSession, keys: &KeyMap, actions: &mut Vec<GameAction>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let over = session.game.status().is_over();
    let search = session.game.source().rules.capabilities().search;
    let human = session.game.human_to_move().is_some();
    let thinks = session.thinking().is_some() || session.is_halted();
    let mut tools = vec![
        ("⟲", t::undo(), Command::Undo, session.game.can_undo_turn()),
        ("⟳", t::redo(), Command::Redo, !session.at_end()),
        ("⇅", t::flip(), Command::Flip, true),
    ];
    if session.game.clock().is_timed() {
        tools.insert(0, ("❚❚", t::pause(), Command::Pause, !over && !session.is_paused()));
    }
    if search {
        tools.push((t::hint(), t::hint(), Command::Hint, human && !over && !session.is_advising()));
        tools.push(("▶▶", t::move_now(), Command::MoveNow, thinks));
    }
    for (sign, name, command, on) in tools.into_iter().rev() {
        let button = egui::Button::new(sign).min_size(egui::vec2(30.0, 26.0));
        let response = ui.add_enabled(on, button);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, on, name));
        if response.on_hover_text(keys.hover(name, command)).clicked() {
            actions.push(GameAction::Command(command));
        }
    }
}
