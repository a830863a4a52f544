//! The application: screens, dialogs and the open game, drawn with egui into any window.

mod commands;
mod files;
mod flow;
mod probe;

use std::sync::Arc;
use std::time::Duration;

use boardloom_app::controller::{MailRequest, OnlineGame};
use boardloom_app::sounds::Sound;
use boardloom_app::{Action, Controller, Options};
use boardloom_match::PlayerKind;
use egui::Ui;

pub use boardloom_app::Screen;

pub use probe::{Probe, ProbedSite};

use crate::components::gallery::Gallery;
use crate::dialogs::{self, Dialog, DialogResult, LiveBoard};
use crate::files::FileView;
use crate::keys::{self, Command, KeyScope};
use crate::new_game::NewGame;
use crate::palette::{CommandPalette, PaletteChoice};
use crate::preferences::{Preferences, ThemeChoice};
use crate::screen::{self, GameView, board_id, list_id};
use crate::services::{Services, Wake};
use crate::session::{GameSession, Prompt};
use crate::theme::{self, Palette};
use crate::thumbnail::Thumbnail;
use crate::{library, my_games, new_game, start};

/// The longest tap on a touch screen, in seconds.
const LONGEST_TAP: f64 = 0.8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowRequest {
    FullScreen(bool),
    /// The volume in hundredths.
    Sound(Sound, u8),
    /// Deliver the clipboard as a paste event.
    Paste,
    /// Call [`App::receive_picture`] once this frame is drawn.
    Picture,
}

pub struct App {
    pub controller: Controller<Thumbnail>,
    /// A text field had the focus at the end of the last frame: egui takes it away before
    /// Esc is handled.
    writing: bool,
    view: GameView,
    dialog: Option<Dialog>,
    full_screen: bool,
    requests: Vec<WindowRequest>,
    /// The theme and the scale of egui, and whether things move; `None` before the first frame.
    look: Option<(ThemeChoice, f32, bool)>,
    begun: bool,
    gallery: Option<Gallery>,
    palette: Option<CommandPalette>,
    /// Whether there is a sound device.
    has_sound: bool,
    /// Events that wait for the next frame.
    held: Vec<egui::Event>,
    /// Whether a dialog was closed in the last frame.
    uncovered: bool,
    file_view: FileView,
    /// Pixels of a point.
    scale: f32,
    /// Whether the keys step through the moves, until the board is clicked.
    browses: bool,
}

impl App {
    /// `wake` requests a frame from any thread.
    pub fn new(services: Arc<dyn Services>, options: Options, wake: Wake) -> Self {
        let mut view = GameView::default();
        view.safe = services.is_safe();
        App {
            controller: Controller::new(services, options, wake),
            writing: false,
            view,
            dialog: None,
            full_screen: false,
            requests: Vec::new(),
            look: None,
            begun: false,
            gallery: None,
            palette: None,
            has_sound: false,
            held: Vec::new(),
            uncovered: false,
            file_view: FileView::default(),
            scale: 1.0,
            browses: false,
        }
    }

    /// The window draws the board: see [`App::board_surface`] and [`App::scene3d`].
    pub fn draw_board_below(&mut self) {
        self.view.board_surface.drawn_below = true;
        self.view.scene3d.drawn_below = true;
    }

    /// Shows all components instead of a screen.
    pub fn show_gallery(&mut self) {
        self.gallery = Some(Gallery::default());
    }

    /// Tells whether there is a sound device; the window may learn it after the first frame.
    pub fn set_sound(&mut self, has_device: bool) {
        self.has_sound = has_device;
    }

    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if self.look.is_some() && self.gallery.is_none() && !self.begun {
            // Only after the first frame: loading is slow.
            self.begun = true;
            self.controller.begin();
        }
        self.update_look(&ctx);
        Self::accept_slow_clicks(&ctx);
        if let Some(gallery) = &mut self.gallery {
            gallery.ui(ui, &mut self.controller.preferences.theme);
            return;
        }
        // What a click or a key changes may stand above the part that noticed it.
        let acted = |input: &egui::InputState| {
            let is_key = |event: &egui::Event| matches!(event, egui::Event::Key { .. });
            input.pointer.any_released() || input.events.iter().any(is_key)
        };
        if ctx.input(acted) {
            ctx.request_repaint();
        }
        let now = ui.input(|input| input.time);
        self.scale = ctx.pixels_per_point();
        self.controller.update(Duration::from_secs_f64(now));
        self.handle_events();
        self.update_files(&ctx);
        if std::mem::take(&mut self.uncovered) {
            // egui keeps the pointer from the board for one more frame: all events wait.
            self.held.extend(ctx.input_mut(|input| std::mem::take(&mut input.events)));
            ctx.request_repaint();
        } else {
            self.press_keys(&ctx);
        }
        if let Some(wait) = self.controller.continue_autoplay(self.is_covered()) {
            ctx.request_repaint_after(wait);
        }
        if let Some(session) = &mut self.controller.session {
            session.set_3d(self.controller.preferences.three_d);
            session.animate(now, self.controller.preferences.motion);
        }
        self.show_notice(ui);
        // Behind a dialog nothing is under the pointer: an open tooltip would lie over it.
        let pointer =
            self.is_covered().then(|| ctx.input_mut(|it| std::mem::take(&mut it.pointer)));
        match self.controller.screen {
            Screen::Start | Screen::Library | Screen::MyGames => self.show_start(ui),
            Screen::NewGame => self.show_new_game(ui),
            Screen::Game => self.show_game(ui),
        }
        if let Some(pointer) = pointer {
            ctx.input_mut(|input| input.pointer = pointer);
        }
        let covered = self.is_covered();
        self.show_dialogs(&ctx);
        self.uncovered = covered && !self.is_covered();
        if self.uncovered {
            ctx.request_repaint();
        }
        self.keep_focus(&ctx);
        self.writing = ctx.text_edit_focused();
        let palette = Palette::of(self.controller.preferences.theme);
        theme::outline_focus(&ctx, palette, &[board_id(), list_id(), my_games::list_id()]);
        self.update_look(&ctx);
        self.controller.copied.take().into_iter().for_each(|text| ctx.copy_text(text));
        self.sound();
        let wait = self.controller.finish_update();
        // Moves of this frame are animated from the next one on.
        if self.controller.session.as_ref().is_some_and(|session| session.motion().is_some()) {
            ctx.request_repaint();
        }
        if let Some(wait) = wait {
            ctx.request_repaint_after(wait);
        }
    }

    pub fn take_requests(&mut self) -> Vec<WindowRequest> {
        std::mem::take(&mut self.requests)
    }

    pub fn board_surface(&mut self) -> Option<&mut screen::BoardSurface> {
        let session = self.controller.shown_session()?;
        (!session.is_paused()).then_some(&mut self.view.board_surface)
    }

    pub fn scene3d(&mut self) -> Option<&mut screen::Scene3d> {
        let session = self.controller.shown_session()?;
        let shown = !session.is_paused() && self.view.scene3d.eye().is_some();
        shown.then_some(&mut self.view.scene3d)
    }

    pub fn background(&self) -> egui::Color32 {
        match self.controller.shown_session() {
            Some(session) => theme::color(session.style.background),
            None => Palette::of(self.controller.preferences.theme).background,
        }
    }

    pub fn set_window_size(&mut self, width: u32, height: u32) {
        if !self.full_screen {
            (self.controller.preferences.width, self.controller.preferences.height) =
                (width, height);
        }
    }

    /// Confirms only if progress would be lost.
    pub fn close(&mut self) {
        let asked = matches!(self.dialog, Some(Dialog::Quit(_)));
        match self.controller.quit_warning().filter(|_| !asked) {
            Some(warning) => self.dialog = Some(Dialog::Quit(warning)),
            None => self.controller.closing = true,
        }
    }

    pub fn screen(&self) -> Screen {
        self.controller.screen
    }

    pub fn session(&self) -> Option<&GameSession> {
        self.controller.session.as_ref()
    }

    pub fn online(&self) -> Option<&OnlineGame> {
        self.controller.online.as_ref()
    }

    /// Applies theme and scale of the settings to egui.
    fn update_look(&mut self, ctx: &egui::Context) {
        let Preferences { theme, scale, motion, .. } = self.controller.preferences;
        let look = (theme, scale, motion);
        if self.look == Some(look) {
            return;
        }
        if self.look.replace(look).is_none() {
            theme::set_fonts(ctx);
            ctx.options_mut(|options| options.zoom_with_keyboard = false);
        }
        theme::apply(ctx, theme);
        theme::set_motion(ctx, motion);
        ctx.set_zoom_factor(scale);
        ctx.request_repaint();
    }

    /// Accepts clicks of any length: a slow hand or a slow frame must not lose one. On a touch
    /// screen a long touch stays a click with the right button.
    fn accept_slow_clicks(ctx: &egui::Context) {
        let touched = ctx.input(|input| input.any_touches());
        let longest = if touched { LONGEST_TAP } else { f64::INFINITY };
        ctx.options_mut(|options| options.input_options.max_click_duration = longest);
    }

    /// In order: each may change the meaning of the next one.
    fn press_keys(&mut self, ctx: &egui::Context) {
        let held = std::mem::take(&mut self.held);
        ctx.input_mut(|input| drop(input.events.splice(0..0, held)));
        if let Some(sheet) = self.dialog.as_mut().and_then(Dialog::key_sheet)
            && sheet.is_asking()
        {
            let pressed = keys::take_stroke(ctx);
            let change = pressed.and_then(|stroke| sheet.press(stroke, &self.controller.keys));
            return change.into_iter().for_each(|change| self.act(Action::Rebind(change)));
        }
        while let Some((command, place)) = self.next_command(ctx) {
            let (covered, typing) = (self.is_covered(), self.view.move_field.is_some());
            // Behind a dialog, keys only cancel or quit.
            let over = self.session().is_some_and(|session| session.game.status().is_over());
            if !covered || matches!(command, Command::Cancel | Command::Quit) {
                self.command(command, ctx);
            }
            if over && matches!(command, Command::Previous | Command::Next) {
                // The next one steps on.
                ctx.memory_mut(|memory| memory.request_focus(list_id()));
            }
            if !covered && self.is_covered() || !typing && self.view.move_field.is_some() {
                // The field exists from the next frame on; later keys are typed into it.
                self.held = ctx.input_mut(|input| input.events.split_off(place));
                ctx.request_repaint();
                break;
            }
        }
        let reads = self.controller.screen != Screen::NewGame && !ctx.text_edit_focused();
        if reads && !self.is_covered() && !self.controller.opening {
            let pasted = ctx.input(|input| {
                input.events.iter().find_map(|event| match event {
                    egui::Event::Paste(text) => Some(text.clone()),
                    _ => None,
                })
            });
            if let Some(text) = pasted {
                self.act(Action::Paste(text));
            }
        }
    }

    fn next_command(&self, ctx: &egui::Context) -> Option<(Command, usize)> {
        let focused = ctx.memory(|memory| memory.focused());
        let game = self.controller.screen == Screen::Game
            && !ctx.text_edit_focused()
            && !self.is_covered();
        let board = focused.is_none() || focused == Some(board_id());
        // On the board of a finished game there is nothing to point at: its keys step through the
        // moves.
        let over = self.session().is_some_and(|session| {
            let watches = session.game.players().iter().all(|it| it.kind != PlayerKind::Human);
            session.game.status().is_over() || watches || self.browses && session.is_past()
        });
        let moves = focused == Some(list_id()) || board && over;
        // An open menu handles Esc.
        let menu = egui::Popup::is_any_open(ctx);
        keys::next(&self.controller.keys, ctx, |binding| match binding.scope {
            KeyScope::Window => !(menu && binding.command == Command::Cancel),
            KeyScope::Game => game,
            KeyScope::Board => game && board && !over,
            KeyScope::Moves => game && moves,
        })
    }

    fn has_dialog(&self) -> bool {
        self.dialog.is_some() || self.palette.is_some() || self.controller.files.dialog.is_some()
    }

    fn is_covered(&self) -> bool {
        self.has_dialog() || self.controller.prompt().is_some()
    }

    fn show_start(&mut self, ui: &mut Ui) {
        self.controller.load_thumbnails();
        let action = match self.controller.screen {
            Screen::Library => library::show(ui, &mut self.controller),
            Screen::MyGames => my_games::show(ui, &mut self.controller),
            _ => start::start(ui, &self.controller),
        };
        if let Some(action) = action {
            self.act_in(action, ui.ctx());
        }
    }

    /// Draws the notice on the screens without a status line.
    fn show_notice(&mut self, ui: &mut Ui) {
        let Some(notice) = &self.controller.notice else { return };
        if self.controller.screen == Screen::Game {
            return;
        }
        let mut room = ui.ctx().content_rect();
        if self.controller.screen == Screen::NewGame {
            room.max.y -= new_game::FOOTER;
        }
        if screen::notice_toast(ui.ctx(), room, notice) {
            self.act(Action::RestoreGames);
        }
    }

    fn show_new_game(&mut self, ui: &mut Ui) {
        let Controller { setup, preferences, rulesets, opening, services, .. } =
            &mut self.controller;
        let Some(setup) = setup else {
            self.controller.screen = Screen::Start;
            return;
        };
        let palette = Palette::of(preferences.theme);
        let rulesets = rulesets.as_deref().unwrap_or_default();
        let mut form = NewGame { setup, services: &**services, rulesets, preferences, palette };
        let action = ui.add_enabled_ui(!*opening, |ui| form.ui(ui)).inner;
        if let Some(action) = action {
            self.act(action);
        }
    }

    fn show_game(&mut self, ui: &mut Ui) {
        if self.controller.session.is_none() {
            self.controller.screen = Screen::Start;
            return;
        }
        let pressed = ui.input(|input| input.pointer.any_pressed());
        self.browses &= !pressed && self.session().is_some_and(GameSession::is_past);
        let actions = screen::show(ui, &mut self.controller, &mut self.view);
        let ctx = ui.ctx().clone();
        for action in actions {
            self.game_action(action, &ctx);
        }
    }

    fn show_dialogs(&mut self, ctx: &egui::Context) {
        if self.controller.screen == Screen::Game {
            self.show_prompt(ctx);
        }
        self.show_file_dialogs(ctx);
        self.show_palette(ctx);
        let is_joining = matches!(self.dialog, Some(Dialog::Join(_)));
        self.controller.search_rooms(is_joining);
        let Some(mut dialog) = self.dialog.take() else { return };
        if let Dialog::Join(join) = &mut dialog {
            join.nearby = self.controller.nearby_rooms();
        }
        let last = self.controller.last_ruleset();
        let Controller { preferences, keys, log, session, thumbnails, .. } = &mut self.controller;
        let thumbnail = last.and_then(|last| thumbnails.get(&last));
        let board = LiveBoard { session: session.as_ref(), thumbnail };
        let answer = dialogs::show(ctx, &mut dialog, preferences, keys, log, board, self.has_sound);
        match answer {
            Some(DialogResult::Close) => {}
            Some(DialogResult::Act(action)) => {
                // The file dialog takes the place of a mail that is saved.
                let saves = matches!(action, Action::Mail(MailRequest::Save(_)));
                self.dialog = Some(dialog).filter(|dialog| dialog.stays() && !saves);
                self.act(action);
            }
            Some(DialogResult::Paste) => {
                self.dialog = Some(dialog);
                self.requests.push(WindowRequest::Paste);
            }
            Some(DialogResult::PlaySample) => {
                self.dialog = Some(dialog);
                self.hear(Sound::Place);
            }
            None => self.dialog = Some(dialog),
        }
    }

    fn show_palette(&mut self, ctx: &egui::Context) {
        let Some(palette) = &mut self.palette else { return };
        let Some(choice) = palette.show(ctx, &self.controller) else { return };
        self.palette = None;
        match choice {
            PaletteChoice::Close => {}
            PaletteChoice::Command(command) => self.command(command, ctx),
            PaletteChoice::Act(action) => self.act(action),
        }
    }

    fn show_prompt(&mut self, ctx: &egui::Context) {
        let Controller { session: Some(session), answer, .. } = &mut self.controller else {
            return;
        };
        let input = match session.prompt() {
            Some(Prompt::PluginError(error)) => {
                let action = dialogs::plugin_failed(ctx, error, session.unsaved().is_none());
                return action.into_iter().for_each(|action| self.act(action));
            }
            Some(Prompt::Consent(request)) => {
                let action = dialogs::consent(ctx, &session.request_texts(request));
                return action.into_iter().for_each(|action| self.act(action));
            }
            Some(Prompt::Question(question)) => dialogs::ask(ctx, question, answer),
            Some(Prompt::Menu(options)) => dialogs::menu(ctx, options),
            None => {
                answer.clear();
                None
            }
        };
        input.into_iter().for_each(|input| self.controller.input(input));
    }

    fn keep_focus(&self, ctx: &egui::Context) {
        let free = ctx.memory(|memory| memory.focused()).is_none();
        if self.controller.screen == Screen::Game && free && !self.is_covered() {
            ctx.memory_mut(|memory| memory.request_focus(board_id()));
        }
    }

    fn sound(&mut self) {
        let mut sounds =
            self.controller.session.as_mut().map(GameSession::take_sounds).unwrap_or_default();
        sounds.sort_unstable();
        sounds.dedup();
        for sound in sounds {
            self.hear(sound);
        }
    }

    fn hear(&mut self, sound: Sound) {
        if self.has_sound && self.controller.preferences.sound {
            self.requests.push(WindowRequest::Sound(sound, self.controller.preferences.volume));
        }
    }
}
