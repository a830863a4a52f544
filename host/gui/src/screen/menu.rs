//! The bar of the game screen: menus, name and tools.

use boardloom_app::Action;
use boardloom_match::TimeControl;
use egui::{Layout, Rect, RichText, Ui, Vec2};

use super::GameAction;
use crate::components::{ActionButton, menu_entry, submenu_button};
use crate::icons::{self, Icon};
use crate::keys::{Command, KeyMap};
use crate::preferences::{Preferences, ThemeChoice};
use crate::session::GameSession;
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, size, space};

/// The least room for the ruleset's name.
const NAME: f32 = 90.0;
/// The least width of the list of folded menus.
const FOLDED: f32 = 110.0;
/// Between the names of the menus.
const BETWEEN: f32 = 2.0;

pub(super) struct Menus<'a> {
    pub session: &'a GameSession,
    pub preferences: &'a Preferences,
    pub keys: &'a KeyMap,
    pub palette: Palette,
    /// Whether one button has all menus.
    pub folded: bool,
    pub safe: bool,
    pub actions: &'a mut Vec<GameAction>,
}

impl Menus<'_> {
    /// With `open`, the first menu opens for the keyboard.
    pub fn bar(&mut self, ui: &mut Ui, rect: Rect, open: bool) {
        let margin = f32::from(space::SMALL);
        ui.painter().rect_filled(rect, 0.0, self.palette.panel);
        let line = egui::Stroke::new(crate::theme::stroke::LINE, self.palette.line);
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, line);
        let inside = egui::UiBuilder::new().max_rect(rect.shrink2(Vec2::new(margin, 2.0)));
        let mut ui = ui.new_child(inside.id_salt("bar"));
        egui::MenuBar::new().ui(&mut ui, |ui| {
            ui.set_min_height(rect.height() - 4.0);
            ui.spacing_mut().interact_size.y = size::ROW;
            ui.spacing_mut().button_padding.x = f32::from(space::SMALL);
            ui.spacing_mut().item_spacing.x = BETWEEN;
            let first = match self.folded {
                true => self.folded_menus(ui),
                false => self.menus(ui),
            };
            if open {
                first.request_focus();
                egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(&first));
            }
            let right = Layout::right_to_left(egui::Align::Center);
            ui.with_layout(right, |ui| {
                self.tools(ui);
                ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| self.name(ui));
            });
        });
    }

    fn menus(&mut self, ui: &mut Ui) -> egui::Response {
        let game = menu(ui, t::menu_game(), |ui| self.game(ui));
        menu(ui, t::menu_move(), |ui| self.moves(ui));
        menu(ui, t::menu_view(), |ui| self.view(ui));
        menu(ui, t::menu_help(), |ui| self.help(ui));
        game
    }

    fn folded_menus(&mut self, ui: &mut Ui) -> egui::Response {
        let icon = RichText::new(icons::MENU.glyph()).size(font::TITLE);
        let all = menu(ui, icon, |ui| {
            ui.set_min_width(FOLDED);
            menu(ui, t::menu_game(), |ui| self.game(ui));
            menu(ui, t::menu_move(), |ui| self.moves(ui));
            // Its submenus fold out by a click; entries close it themselves.
            let outside = egui::PopupCloseBehavior::CloseOnClickOutside;
            let config = egui::containers::menu::MenuConfig::new().close_behavior(outside);
            let view = egui::containers::menu::SubMenuButton::new(t::menu_view());
            view.config(config).ui(ui, |ui| scrolled(ui, |ui| self.view(ui)));
            menu(ui, t::menu_help(), |ui| self.help(ui));
        });
        let name = crate::texts::keys::menu();
        all.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        all
    }

    fn name(&self, ui: &mut Ui) {
        if ui.available_width() < NAME {
            return;
        }
        ui.add_space(f32::from(space::SMALL));
        if self.safe {
            crate::safe_mode::badge(ui, self.palette);
        }
        let ruleset = &self.session.game.source().ruleset;
        let name = RichText::new(&ruleset.name).semibold();
        let label = ui.add(egui::Label::new(name).truncate().selectable(false));
        label.on_hover_text(&ruleset.summary);
    }

    fn game(&mut self, ui: &mut Ui) {
        use Command as C;
        self.entries(ui, &[C::NewGame, C::JoinGame, C::SameAgain, C::Library, C::MyGames]);
        self.entries(ui, &[C::Learn, C::Puzzles]);
        ui.separator();
        self.entries(ui, &[C::ImportMail]);
        if self.session.is_by_mail() {
            self.entries(ui, &[C::ExportMail]);
        }
        ui.separator();
        self.entries(ui, &[C::Open, C::Save, C::SaveAs, C::Export, C::Reload]);
        ui.separator();
        self.entries(ui, &[C::CopyPosition, C::CopyRecord, C::PastePosition]);
        ui.separator();
        self.entries(ui, &[C::Settings]);
        if menu_entry(ui, Some(icons::HOME), t::to_start(), "", true).clicked() {
            self.actions.push(GameAction::Act(Action::LeaveGame { close: false }));
            ui.close();
        }
        self.entries(ui, &[C::Quit]);
    }

    fn moves(&mut self, ui: &mut Ui) {
        use Command as C;
        self.entries(ui, &[C::Undo, C::Redo]);
        if self.session.game.about().has_draws() {
            self.entries(ui, &[C::OfferDraw]);
        }
        ui.separator();
        self.entries(ui, &[C::TypeMove, C::Hint, C::MoveNow]);
        self.toggle(ui, C::Analyse, self.session.is_analysing());
        self.toggle(ui, C::Review, self.session.review_progress().is_some());
        let control = self.session.game.clock().control();
        if control.is_timed() {
            ui.separator();
            self.entries(ui, &[C::Pause]);
        }
        if matches!(control, TimeControl::Arcade { .. }) {
            self.entries(ui, &[C::BuyTime]);
        }
        ui.separator();
        self.entries(ui, &[C::Previous, C::Next]);
        submenu(ui, self.folded, (icons::TEN_ON, t::menu_go()), |ui| {
            self.entries(ui, &[C::First, C::TenBack, C::TenOn, C::Last, C::Autoplay]);
        });
        ui.separator();
        self.entries(
            ui,
            &[C::Chat, C::ConditionalMoves, C::Comment, C::Promote, C::DeleteLine, C::RestoreLine],
        );
        self.entries(ui, &[C::ClearDrawings]);
        ui.separator();
        for command in [C::Premoves, C::AskTakeBack] {
            self.toggle(ui, command, self.preferences.is_on(command).unwrap_or_default());
        }
    }

    fn view(&mut self, ui: &mut Ui) {
        use Command as C;
        let preferences = self.preferences;
        self.toggle(ui, C::ThreeD, preferences.three_d);
        self.entries(ui, &[C::Flip]);
        let folded = self.folded;
        submenu(ui, folded, (icons::RELOAD, t::menu_rotate()), |ui| {
            self.entries(ui, &[C::Turn, C::TurnBack, C::TiltDown, C::TiltUp]);
        });
        self.entries(ui, &[C::NextView, C::Magnifier]);
        submenu(ui, folded, (icons::ZOOM_IN, t::menu_zoom()), |ui| {
            self.entries(ui, &[C::ZoomIn, C::ZoomOut, C::ZoomFit, C::ZoomCell, C::LevelUp]);
        });
        ui.separator();
        submenu(ui, folded, (icons::EYE, t::menu_show()), |ui| {
            let play = [C::ThreeD, C::Premoves, C::AskTakeBack];
            for command in Preferences::SWITCHES.into_iter().filter(|it| !play.contains(it)) {
                self.toggle(ui, command, preferences.is_on(command).unwrap_or_default());
            }
        });
        self.toggle(ui, C::Mute, preferences.sound);
        submenu(ui, folded, (icons::PALETTE, t::theme()), |ui| {
            for theme in ThemeChoice::ALL {
                let tick = match preferences.theme == theme {
                    true => icons::CHECK.glyph(),
                    false => "",
                };
                if menu_entry(ui, Some(icons::of_theme(theme)), theme.label(), tick, true).clicked()
                {
                    self.actions.push(GameAction::Act(Action::Theme(theme)));
                    ui.close();
                }
            }
        });
        submenu(ui, folded, (icons::LETTERS, t::menu_size()), |ui| {
            self.entries(ui, &[C::ScaleUp, C::ScaleDown, C::ScaleReset]);
        });
        ui.separator();
        self.entries(ui, &[C::BoardOnly, C::FullScreen]);
    }

    fn help(&mut self, ui: &mut Ui) {
        self.entries(ui, &[Command::Rules, Command::KeySheet]);
        if menu_entry(ui, Some(icons::FILE), t::tab_log(), "", true).clicked() {
            self.actions.push(GameAction::ShowLog);
            ui.close();
        }
    }

    fn entries(&mut self, ui: &mut Ui, commands: &[Command]) {
        for command in commands {
            let enabled = self.session.applies(*command);
            self.entry(ui, *command, Some(icons::of(*command)), false, enabled);
        }
    }

    /// A switch: its icon, and a tick beside the key where it is on.
    fn toggle(&mut self, ui: &mut Ui, command: Command, on: bool) {
        self.entry(ui, command, Some(icons::of(command)), on, true);
    }

    fn entry(
        &mut self,
        ui: &mut Ui,
        command: Command,
        icon: Option<Icon>,
        ticked: bool,
        enabled: bool,
    ) {
        let (name, stroke) = (self.keys.label(command), self.keys.stroke(command));
        let key = if ticked { icons::CHECK.before(&stroke) } else { stroke };
        if menu_entry(ui, icon, name, &key, enabled).clicked() {
            self.actions.push(GameAction::Command(command));
            ui.close();
        }
    }

    /// As many tools as fit, the main ones first. The menus have all of them.
    fn tools(&mut self, ui: &mut Ui) {
        let session = self.session;
        ui.spacing_mut().item_spacing.x = 2.0;
        let over = session.game.status().is_over();
        // In a game with others the computer gives advice if all know of it.
        let search = session.game.source().rules.capabilities().search && !session.forbids_advice();
        let human = session.game.human_to_move().is_some();
        let thinks = session.thinking_seat().is_some() || session.is_halted();
        let timed = session.game.clock().is_timed();
        let asks = human && !over && !session.is_advising();
        let tool = |icon, name, command, enabled| (icon, name, command, enabled, false);
        let mut tools = vec![
            tool(icons::UNDO, t::undo(), Command::Undo, session.applies(Command::Undo)),
            tool(icons::REDO, t::redo(), Command::Redo, session.applies(Command::Redo)),
        ];
        if search {
            tools.push(tool(icons::HINT, t::hint(), Command::Hint, asks));
            tools.push(tool(icons::MOVE_NOW, t::move_now(), Command::MoveNow, thinks));
        }
        if timed {
            let runs = !over && !session.is_paused();
            tools.push(tool(icons::PAUSE, t::pause(), Command::Pause, runs));
        }
        tools.push(tool(icons::FLIP, t::flip(), Command::Flip, true));
        let three_d = self.preferences.three_d;
        let name = self.keys.label(Command::ThreeD);
        tools.push((icons::CUBE, name, Command::ThreeD, true, three_d));
        if search && session.applies(Command::Analyse) {
            let on = session.is_analysing();
            tools.push((icons::CHART, t::analyse(), Command::Analyse, true, on));
        }
        let room = ui.available_width() - NAME * 0.5;
        let fit = (room / (size::ROW + ui.spacing().item_spacing.x)).max(0.0) as usize;
        tools.truncate(fit);
        for (icon, name, command, enabled, on) in tools.into_iter().rev() {
            let button = ActionButton::icon_only(icon, name).enabled(enabled).on(on);
            let response = ui.add(button);
            if response.on_hover_text(self.keys.hover(name, command)).clicked() {
                self.actions.push(GameAction::Command(command));
            }
        }
    }
}

/// The indentation of what folds out.
const INDENT: i8 = 16;

/// A menu in a menu, its name in line with the entries. In a small window, where it would lie over
/// them, it folds out between them.
fn submenu(ui: &mut Ui, folded: bool, (icon, name): (Icon, &str), body: impl FnOnce(&mut Ui)) {
    if folded {
        let id = ui.scope_id().with(name);
        let open = ui.data(|data| data.get_temp(id).unwrap_or(false));
        let arrow = if open { icons::DOWN } else { icons::NEXT };
        if menu_entry(ui, Some(icon), name, arrow.glyph(), true).clicked() {
            ui.data_mut(|data| data.insert_temp(id, !open));
        }
        if open {
            let left = egui::Margin { left: INDENT, ..egui::Margin::ZERO };
            egui::Frame::new().inner_margin(left).show(ui, body);
        }
        return;
    }
    let button = submenu_button(ui, icon, name);
    let menu = egui::containers::menu::SubMenuButton::from_button(button);
    let (response, _) = menu.ui(ui, |ui| scrolled(ui, body));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
}

/// The room between a menu and the edges of the window, with the menu's frame.
const AROUND: f32 = 28.0;

/// A menu that scrolls if the window is too low: egui would move it over the bar.
fn menu<'a>(
    ui: &mut Ui,
    title: impl egui::IntoAtoms<'a>,
    body: impl FnOnce(&mut Ui),
) -> egui::Response {
    ui.menu_button(title, |ui| scrolled(ui, body)).response
}

fn scrolled(ui: &mut Ui, body: impl FnOnce(&mut Ui)) {
    let room = ui.ctx().content_rect().height() - super::layout::BAR - AROUND;
    // The bar stands beside the keys, not over them.
    ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
    // An area is 400 points high unless told otherwise.
    ui.set_max_height(room.max(60.0));
    egui::ScrollArea::vertical().show(ui, body);
}
