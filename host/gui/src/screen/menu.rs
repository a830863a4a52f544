//! The menu bar of the game screen.

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
        let over = session.game.status().is_over();
        let game = menu(ui, t::menu_game(), |ui| {
            use Command as C;
            for command in [C::NewGame, C::SameAgain, C::Library, C::MyGames] {
                entry(ui, keys, command, true, actions);
            }
            ui.separator();
            for command in [C::Open, C::Save, C::SaveAs, C::Export, C::Reload] {
                entry(ui, keys, command, true, actions);
            }
            ui.separator();
            for command in [C::CopyPosition, C::CopyRecord, C::PastePosition] {
                entry(ui, keys, command, true, actions);
            }
            ui.separator();
            entry(ui, keys, C::Settings, true, actions);
            if ui.button(t::to_start()).clicked() {
                actions.push(GameAction::LeaveGame);
                ui.close();
            }
            entry(ui, keys, C::Quit, true, actions);
        });
        if open {
            game.request_focus();
            egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(&game));
        }
        menu(ui, t::menu_move(), |ui| {
            use Command as C;
            entry(ui, keys, C::Undo, session.game.can_undo_turn(), actions);
            entry(ui, keys, C::Redo, !session.at_end(), actions);
            ui.separator();
            entry(ui, keys, C::TypeMove, !over, actions);
            entry(ui, keys, C::Hint, !over, actions);
            entry(ui, keys, C::MoveNow, !over, actions);
            check(ui, keys, C::Analyse, session.is_analysing(), actions);
            check(ui, keys, C::Review, session.review_progress().is_some(), actions);
            ui.separator();
            entry(ui, keys, C::Pause, !over, actions);
            entry(ui, keys, C::BuyTime, session.buyer().is_some(), actions);
            ui.separator();
            let past = session.game.node().parent().is_some();
            for command in [C::First, C::Previous, C::TenBack] {
                entry(ui, keys, command, past, actions);
            }
            for command in [C::Next, C::TenOn, C::Last] {
                entry(ui, keys, command, !session.at_end(), actions);
            }
            entry(ui, keys, C::Autoplay, !session.at_end(), actions);
            ui.separator();
            entry(ui, keys, C::Comment, true, actions);
            for command in [C::Promote, C::DeleteLine] {
                entry(ui, keys, command, past, actions);
            }
            entry(ui, keys, C::RestoreLine, session.game.tree().can_restore(), actions);
        });
        menu(ui, t::menu_view(), |ui| view(ui, session, preferences, keys, actions));
        menu(ui, t::menu_help(), |ui| {
            entry(ui, keys, Command::Rules, true, actions);
            entry(ui, keys, Command::KeySheet, true, actions);
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
    entry(ui, keys, C::Flip, true, actions);
    ui.menu_button(t::menu_rotate(), |ui| {
        for command in [C::Turn, C::TurnBack] {
            entry(ui, keys, command, true, actions);
        }
        for command in [C::TiltUp, C::TiltDown] {
            entry(ui, keys, command, session.is_3d(), actions);
        }
    });
    entry(ui, keys, C::NextView, session.game.about().views.len() > 1, actions);
    entry(ui, keys, C::Magnifier, true, actions);
    ui.menu_button(t::menu_zoom(), |ui| {
        for command in [C::ZoomIn, C::ZoomOut, C::ZoomFit, C::ZoomCell, C::LevelUp] {
            entry(ui, keys, command, true, actions);
        }
    });
    ui.separator();
    ui.menu_button(t::menu_show(), |ui| {
        for (command, on) in [
            (C::Coordinates, preferences.coordinates),
            (C::Dots, preferences.dots),
            (C::Preview, preferences.preview),
            (C::ScoreHints, preferences.score_hints),
            (C::Marks, preferences.marks),
            (C::Arrows, preferences.arrows),
            (C::Motion, preferences.motion),
        ] {
            check(ui, keys, command, on, actions);
        }
    });
    check(ui, keys, C::Mute, preferences.sound, actions);
    ui.menu_button(t::theme(), |ui| {
        for (theme, text) in themes() {
            if ui.radio(preferences.theme == theme, text).clicked() {
                actions.push(GameAction::SetTheme(theme));
                ui.close();
            }
        }
    });
    ui.menu_button(t::menu_size(), |ui| {
        for command in [C::ScaleUp, C::ScaleDown, C::ScaleReset] {
            entry(ui, keys, command, true, actions);
        }
    });
    ui.separator();
    entry(ui, keys, C::BoardOnly, true, actions);
    entry(ui, keys, C::FullScreen, true, actions);
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

pub(crate) fn themes() -> [(ThemeChoice, &'static str); 3] {
    [
        (ThemeChoice::Dark, t::dark()),
        (ThemeChoice::Light, t::light()),
        (ThemeChoice::HighContrast, t::contrast()),
    ]
}

fn label(keys: &KeyMap, command: Command) -> &'static str {
    keys.binding(command).map_or("", |binding| binding.label())
}

fn entry(ui: &mut Ui, keys: &KeyMap, command: Command, on: bool, actions: &mut Vec<GameAction>) {
    let button = egui::Button::new(label(keys, command)).shortcut_text(keys.stroke(command));
    if ui.add_enabled(on, button).clicked() {
        actions.push(GameAction::Command(command));
        ui.close();
    }
}

fn check(ui: &mut Ui, keys: &KeyMap, command: Command, on: bool, actions: &mut Vec<GameAction>) {
    let sign = if on { "☑" } else { "☐" };
    let text = format!("{sign} {}", label(keys, command));
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
