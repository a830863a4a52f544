//! Commands of keys, menus and buttons.

use boardloom_app::sounds::Sound;
use boardloom_app::{Action, Notice};
use boardloom_board_view::controller::Direction;
use boardloom_board_view::{Input, Pos};
use egui::Context;

use super::{App, Screen, WindowRequest};
use crate::dialogs::Dialog;
use crate::key_sheet::KeySheet;
use crate::keys::Command;
use crate::palette::CommandPalette;
use crate::preferences::{LARGEST, SMALLEST};
use crate::screen::{GameAction, MoveField, Tab};
use crate::session::GameSession;
use crate::thumbnail;

const ZOOM: f64 = 1.25;

impl App {
    pub(super) fn command(&mut self, command: Command, ctx: &Context) {
        use Command as C;
        match command {
            C::Quit => self.close(),
            C::Settings => self.dialog = Some(Dialog::Settings(Box::default())),
            C::JoinGame => self.ask_for_invitation(self.controller.join_form()),
            C::KeySheet => self.dialog = Some(Dialog::Keys(KeySheet::default())),
            C::Rules => self.show_rules(),
            C::Palette => self.palette = Some(CommandPalette::default()),
            C::Menu => self.view.opens_menu = true,
            C::FullScreen => {
                self.full_screen = !self.full_screen;
                self.requests.push(WindowRequest::FullScreen(self.full_screen));
            }
            C::ScaleUp => self.rescale(self.controller.preferences.scale * 1.1),
            C::ScaleDown => self.rescale(self.controller.preferences.scale / 1.1),
            C::ScaleReset => self.rescale(1.0),
            // A text field keeps its text.
            C::Cancel if self.writes(ctx) => ctx.memory_mut(|memory| {
                memory.focused().into_iter().for_each(|id| memory.surrender_focus(id));
            }),
            C::Cancel => self.cancel(),
            _ if self.controller.screen == Screen::Game => self.game_command(command, ctx),
            _ => drop(self.controller.command(command)),
        }
        self.handle_events();
    }

    fn game_command(&mut self, command: Command, ctx: &Context) {
        use Command as C;
        match command {
            C::Mute => return self.mute(),
            C::Export => return self.open_export(),
            C::PastePosition => return self.ask_for_paste(ctx),
            C::TypeMove => {
                let session = self.controller.session.as_mut();
                if let Some(typed) = session.and_then(GameSession::type_move) {
                    self.view.move_field = Some(MoveField { typed, focused: false });
                }
                return;
            }
            C::Comment => return self.write_comment(),
            C::Chat => {
                if self.controller.online.is_some() {
                    self.view.toggle(Tab::Chat);
                }
                return;
            }
            _ => {}
        }
        self.browses |= matches!(command, C::Previous | C::Next | C::First | C::Last);
        let done = self.controller.command(command);
        let Some(session) = &mut self.controller.session else { return };
        if !done {
            let pointer = ctx.input(|input| input.pointer.latest_pos()).map(thumbnail::pos);
            look_about(session, command, pointer);
        } else if command == C::Analyse && session.is_analysing() {
            self.view.open(Tab::Analysis);
        }
    }

    /// Esc closes, drops or stops the topmost thing.
    fn cancel(&mut self) {
        if self.palette.take().is_some() {
            return;
        }
        if self.dialog.take().is_some() || self.view.move_field.take().is_some() {
            return;
        }
        if self.controller.files.dialog.is_some() {
            self.controller.cancel();
            return;
        }
        let here = self.controller.session.as_ref().map(|session| session.game.here());
        if self.controller.screen == Screen::Game && self.view.close_sheet(here) {
            return;
        }
        if self.controller.cancel() || self.controller.screen != Screen::Game {
            return;
        }
        let Some(session) = &self.controller.session else { return };
        if self.full_screen {
            self.full_screen = false;
            self.requests.push(WindowRequest::FullScreen(false));
        } else if session.game.plugin_error().is_none() && session.is_settled() {
            self.act(Action::LeaveGame { close: false });
        }
    }

    pub(super) fn game_action(&mut self, action: GameAction, ctx: &Context) {
        let previews = self.controller.preferences.looks_ahead();
        match action {
            GameAction::Command(command) => return self.command(command, ctx),
            GameAction::Act(action) => return self.act(action),
            GameAction::StopTyping => self.view.move_field = None,
            GameAction::SubmitMove(_) => self.view.move_field = None,
            GameAction::Resign => self.dialog = Some(Dialog::Resign),
            GameAction::ShowLog => self.dialog = Some(Dialog::Log),
            GameAction::ShowWarnings => {
                let warnings =
                    self.controller.session.as_ref().map(|p| &p.game.source().ruleset.warnings);
                self.dialog = warnings.map(|report| Dialog::Warnings(report.render(false)));
            }
            _ => {}
        }
        let Some(session) = &mut self.controller.session else { return };
        match action {
            GameAction::BuyTime => session.buy_time(),
            GameAction::SetComment(node, text) => session.set_comment(node, &text),
            // Paused clocks stop play and navigation.
            _ if session.is_paused() => {}
            GameAction::Input(input) => {
                if let Input::PointerMoved { at, .. } = &input {
                    session.move_magnifier(*at);
                }
                let input = locate(session, input);
                session.input(input, previews);
            }
            GameAction::SubmitMove(text) => session.input(Input::Typed(text), previews),
            GameAction::Zoom(at, factor) => session.zoom(Some(at), factor),
            GameAction::Pan(dx, dy) => session.pan(dx, dy),
            GameAction::Rotate(turn, tilt) => session.turn_by(turn, tilt),
            GameAction::Draw { from, to, done } => {
                let [from, to] = [Some(from), to].map(|at| session.site_at(at?));
                session.draw(from.zip(to), done);
            }
            GameAction::ZoomToCell(at) => session.fit_cell(at),
            GameAction::ShowCell(site) => session.fit_site(site),
            GameAction::CenterOn(at) => session.center(at),
            GameAction::Highlight(sites) => {
                session.pointed = sites;
                session.revision += 1;
                ctx.request_repaint();
            }
            GameAction::GoTo(node) => session.go_to(node),
            GameAction::EditComment(node) => {
                session.go_to(node);
                self.write_comment();
            }
            GameAction::Play(mv) => session.play(&mv),
            GameAction::Assess(node, assessment) => session.assess(node, assessment),
            GameAction::Promote(node) => session.promote(node),
            GameAction::DeleteLine(node) => session.delete(node),
            _ => {}
        }
    }

    fn write_comment(&mut self) {
        self.controller.board_only = false;
        self.view.write_comment();
    }

    fn mute(&mut self) {
        use crate::texts::sounds as t;
        if !self.has_sound {
            let none = format!("{} {}", t::none(), t::none_help());
            return self.controller.notify(Notice::plain(none));
        }
        self.controller.preferences.sound = !self.controller.preferences.sound;
        let text = if self.controller.preferences.sound { t::on() } else { t::off() };
        self.controller.notify(Notice::plain(text));
        self.hear(Sound::Place);
    }

    /// A field that Esc does not leave by itself has the focus.
    fn writes(&self, ctx: &Context) -> bool {
        let game = self.controller.screen == Screen::Game && !self.has_dialog();
        game && self.view.move_field.is_none() && (self.writing || ctx.text_edit_focused())
    }

    fn rescale(&mut self, scale: f32) {
        self.controller.preferences.scale =
            (scale.clamp(SMALLEST, LARGEST) * 100.0).round() / 100.0;
    }

    fn show_rules(&mut self) {
        if self.controller.screen == Screen::Game {
            self.view.toggle(Tab::Rules);
            self.controller.board_only = false;
        } else if self.controller.screen == Screen::NewGame {
            let Some(setup) = &mut self.controller.setup else { return };
            if let Some(Ok(look)) = setup.preview.take_if(|preview| preview.is_ok()) {
                self.dialog = Some(Dialog::Rules(Box::new(look)));
                self.controller.preview_setup(false);
            }
        } else {
            self.act(Action::Rules(None));
        }
    }

    /// The bridge delivers the clipboard as an event, unless the key did already.
    fn ask_for_paste(&mut self, ctx: &Context) {
        let is_paste = |event: &egui::Event| matches!(event, egui::Event::Paste(_));
        if !ctx.input(|input| input.events.iter().any(is_paste)) {
            self.requests.push(WindowRequest::Paste);
        }
    }
}

fn look_about(session: &mut GameSession, command: Command, pointer: Option<Pos>) {
    use Command as C;
    match command {
        C::NextView if session.game.about().views.len() > 1 => session.next_view(),
        C::NextView | C::Magnifier => session.toggle_magnifier(pointer),
        C::ZoomIn => session.zoom(None, ZOOM),
        C::ZoomOut => session.zoom(None, 1.0 / ZOOM),
        C::ZoomFit => session.reset_view3d(),
        C::ZoomCell => session.fit_focus(pointer),
        C::LevelUp => session.level_up(),
        C::PanLeft => session.pan_by(Direction::Left),
        C::PanRight => session.pan_by(Direction::Right),
        C::PanUp => session.pan_by(Direction::Up),
        C::PanDown => session.pan_by(Direction::Down),
        _ => {}
    }
}

fn locate(session: &GameSession, input: Input) -> Input {
    let inside = |at| session.camera.viewport.contains(at);
    let over = |at| if inside(at) { session.site_at(at) } else { None };
    match input {
        Input::PointerMoved { at, .. } => Input::PointerMoved { at, over: over(at) },
        Input::PointerDown { at, .. } => Input::PointerDown { at, over: over(at) },
        Input::PointerUp { at, .. } => Input::PointerUp { at, over: over(at) },
        other => other,
    }
}
