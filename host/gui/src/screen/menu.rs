//! The menu bar of the game screen.

use boardloom_app::Action;
use egui::{RichText, Ui};

use super::GameAction;
use crate::components::ActionButton;
use crate::icons;
use crate::keys::{Command, KeyMap};
use crate::preferences::{Preferences, ThemeChoice};
use crate::session::GameSession;
use crate::texts::game as t;
use crate::theme::TextWeight;

const TOOLS: f32 = 160.0;

pub(super) struct Menus<'a> {
    pub session: &'a GameSession,
    pub preferences: &'a Preferences,
    pub keys: &'a KeyMap,
    pub actions: &'a mut Vec<GameAction>,
}

impl Menus<'_> {
    /// With `open`, the first menu opens for the keyboard.
    pub fn bar(&mut self, ui: &mut Ui, open: bool) {
        egui::MenuBar::new().ui(ui, |ui| {
            let game = menu(ui, t::menu_game(), |ui| self.game(ui));
            if open {
                game.request_focus();
                egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(&game));
            }
            menu(ui, t::menu_move(), |ui| self.moves(ui));
            menu(ui, t::menu_view(), |ui| self.view(ui));
            let help = [Command::Rules, Command::KeySheet];
            menu(ui, t::menu_help(), |ui| self.entries(ui, &help));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                // The menus have all of them.
                if ui.available_width() < TOOLS {
                    return;
                }
                self.tools(ui);
                let name = RichText::new(&self.session.game.source().ruleset.name).semibold();
                ui.add(egui::Label::new(name).truncate().selectable(false));
            });
        });
    }

    fn game(&mut self, ui: &mut Ui) {
        use Command as C;
        self.entries(ui, &[C::NewGame, C::SameAgain, C::Library, C::MyGames]);
        self.entries(ui, &[C::Learn, C::Puzzles]);
        ui.separator();
        self.entries(ui, &[C::Open, C::Save, C::SaveAs, C::Export, C::Reload]);
        ui.separator();
        self.entries(ui, &[C::CopyPosition, C::CopyRecord, C::PastePosition]);
        ui.separator();
        self.entries(ui, &[C::Settings]);
        if ui.button(t::to_start()).clicked() {
            self.actions.push(GameAction::Act(Action::LeaveGame { close: false }));
            ui.close();
        }
        self.entries(ui, &[C::Quit]);
    }

    fn moves(&mut self, ui: &mut Ui) {
        use Command as C;
        self.entries(ui, &[C::Undo, C::Redo]);
        ui.separator();
        self.entries(ui, &[C::TypeMove, C::Hint, C::MoveNow]);
        self.check(ui, C::Analyse, self.session.is_analysing());
        self.check(ui, C::Review, self.session.review_progress().is_some());
        ui.separator();
        self.entries(ui, &[C::Pause, C::BuyTime]);
        ui.separator();
        self.entries(ui, &[C::First, C::Previous, C::TenBack]);
        self.entries(ui, &[C::Next, C::TenOn, C::Last, C::Autoplay]);
        ui.separator();
        self.entries(ui, &[C::Comment, C::Promote, C::DeleteLine, C::RestoreLine]);
    }

    fn view(&mut self, ui: &mut Ui) {
        use Command as C;
        let preferences = self.preferences;
        self.check(ui, C::ThreeD, preferences.three_d);
        self.entries(ui, &[C::Flip]);
        ui.menu_button(t::menu_rotate(), |ui| {
            self.entries(ui, &[C::Turn, C::TurnBack, C::TiltDown, C::TiltUp]);
        });
        self.entries(ui, &[C::NextView, C::Magnifier]);
        ui.menu_button(t::menu_zoom(), |ui| {
            self.entries(ui, &[C::ZoomIn, C::ZoomOut, C::ZoomFit, C::ZoomCell, C::LevelUp]);
        });
        ui.separator();
        ui.menu_button(t::menu_show(), |ui| {
            for command in Preferences::SWITCHES.into_iter().filter(|it| *it != C::ThreeD) {
                self.check(ui, command, preferences.is_on(command).unwrap_or_default());
            }
        });
        self.check(ui, C::Mute, preferences.sound);
        ui.menu_button(t::theme(), |ui| {
            for theme in ThemeChoice::ALL {
                if ui.radio(preferences.theme == theme, theme.label()).clicked() {
                    self.actions.push(GameAction::Act(Action::Theme(theme)));
                    ui.close();
                }
            }
        });
        ui.menu_button(t::menu_size(), |ui| {
            self.entries(ui, &[C::ScaleUp, C::ScaleDown, C::ScaleReset]);
        });
        ui.separator();
        self.entries(ui, &[C::BoardOnly, C::FullScreen]);
    }

    fn entries(&mut self, ui: &mut Ui, commands: &[Command]) {
        for command in commands {
            let label = self.keys.label(*command);
            self.entry(ui, *command, label, self.session.applies(*command));
        }
    }

    fn check(&mut self, ui: &mut Ui, command: Command, on: bool) {
        let label = self.keys.label(command);
        let text = if on { icons::CHECK.before(label) } else { label.to_owned() };
        self.entry(ui, command, &text, true);
    }

    fn entry(&mut self, ui: &mut Ui, command: Command, text: &str, enabled: bool) {
        let button = egui::Button::new(text).shortcut_text(self.keys.stroke(command));
        if ui.add_enabled(enabled, button).clicked() {
            self.actions.push(GameAction::Command(command));
            ui.close();
        }
    }

    fn tools(&mut self, ui: &mut Ui) {
        let session = self.session;
        ui.spacing_mut().item_spacing.x = 3.0;
        let over = session.game.status().is_over();
        let search = session.game.source().rules.capabilities().search;
        let human = session.game.human_to_move().is_some();
        let thinks = session.thinking_seat().is_some() || session.is_halted();
        let mut tools = vec![
            (icons::UNDO, t::undo(), Command::Undo, session.game.can_undo_turn()),
            (icons::REDO, t::redo(), Command::Redo, !session.game.at_end()),
            (icons::FLIP, t::flip(), Command::Flip, true),
        ];
        if session.game.clock().is_timed() {
            tools.insert(
                0,
                (icons::PAUSE, t::pause(), Command::Pause, !over && !session.is_paused()),
            );
        }
        if search {
            let asks = human && !over && !session.is_advising();
            tools.push((icons::HINT, t::hint(), Command::Hint, asks));
            tools.push((icons::MOVE_NOW, t::move_now(), Command::MoveNow, thinks));
        }
        for (icon, name, command, on) in tools.into_iter().rev() {
            let response = ui.add(ActionButton::icon_only(icon, name).enabled(on));
            if response.on_hover_text(self.keys.hover(name, command)).clicked() {
                self.actions.push(GameAction::Command(command));
            }
        }
    }
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
