//! The program behind the window: screens, the game that is played, and what
//! keys and buttons do. It knows no window; whoever shows it gives it frames.

mod autoplay;
mod commands;
mod files;
mod flow;
mod live_reload;
mod probe;

use std::collections::HashMap;
use std::sync::Arc;

use boardloom_app::log::{Entry, Log, Weight};
use boardloom_app::sounds::Sound;
use boardloom_app::startup::{self, Keeper, Options};
use egui::Ui;

pub use probe::{Probe, Site as ProbedSite};

use crate::dialogs::{self, Dialog};
use crate::keys::{self, Command, KeyMap, Realm};
use crate::library::Search;
use crate::new_game::{Ask, NewGame};
use crate::preferences::Preferences;
use crate::saved_games::{Recent, Unfinished};
use crate::screen::{self, View, board_id, list_id};
use crate::services::{Listed, Services, Wake, Watch};
use crate::session::{GameSession, Notice};
use crate::start;
use crate::theme::{self, Palette};
use crate::thumbnail::Thumbnail;
use crate::worker::{Job, Worker};

/// Which screen is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// What can be done.
    Start,
    /// All rulesets.
    Library,
    /// The dialog for a new game.
    NewGame,
    /// The game.
    Game,
}

/// What the window is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// Fill the screen, or not.
    FullScreen(bool),
    /// Play a sound, so loud, in hundredths.
    Sound(Sound, u8),
    /// Hand over what the clipboard holds, as when its keys are pressed.
    Paste,
    /// Hand over what the window shows once this frame is drawn: see
    /// [`App::pictured`].
    Picture,
}

/// The program behind the window.
pub struct App {
    services: Arc<dyn Services>,
    wake: Wake,
    worker: Worker,
    preferences: Preferences,
    saved: Preferences,
    keys: KeyMap,
    options: Options,
    rulesets: Option<Vec<Listed>>,
    unfinished: Vec<Unfinished>,
    recent: Vec<Recent>,
    search: Search,
    thumbnails: HashMap<String, Thumbnail>,
    screen: Screen,
    session: Option<GameSession>,
    view: View,
    new_game: Option<NewGame>,
    tickets: u64,
    opening: bool,
    rules_wanted: Option<u64>,
    dialog: Option<Dialog>,
    answer: String,
    pending: Vec<Notice>,
    /// What plugins and the program said.
    log: Log,
    started: std::time::Instant,
    full_screen: bool,
    requests: Vec<Request>,
    closing: bool,
    themed: bool,
    begun: bool,
    /// Whether sounds can be heard.
    hears: bool,
    keeper: Keeper,
    watch: Option<Box<dyn Watch>>,
    following: live_reload::Following,
    /// Whether the boards on the cards may be others now.
    stale: bool,
    /// Events that wait for the next frame.
    held: Vec<egui::Event>,
    files: files::Files,
    /// Dots on the screen for each of egui's points.
    scale: f32,
}

impl App {
    /// Sets the program up; nothing slow happens here. `wake` makes the window
    /// give it a frame soon, from any thread.
    pub fn new(services: Arc<dyn Services>, options: Options, wake: Wake) -> Self {
        let (preferences, keys, pending) = startup::settings(&*services);
        let worker = Worker::new(Arc::clone(&services), Arc::clone(&wake));
        let files = files::Files::new(Arc::clone(&wake));
        let mut view = View::default();
        view.safe = services.is_safe();
        App {
            services,
            wake,
            worker,
            saved: preferences.clone(),
            preferences,
            keys,
            keeper: Keeper::new(options.keep.clone()),
            options,
            rulesets: None,
            unfinished: Vec::new(),
            recent: Vec::new(),
            search: Search::default(),
            thumbnails: HashMap::new(),
            screen: Screen::Start,
            session: None,
            view,
            new_game: None,
            tickets: 0,
            opening: false,
            rules_wanted: None,
            dialog: None,
            answer: String::new(),
            pending,
            log: Log::default(),
            started: std::time::Instant::now(),
            full_screen: false,
            requests: Vec::new(),
            closing: false,
            themed: false,
            begun: false,
            hears: false,
            watch: None,
            following: live_reload::Following::default(),
            stale: false,
            held: Vec::new(),
            files,
            scale: 1.0,
        }
    }

    /// Says that somebody else draws the ground of the board: see [`App::ground`] and
    /// [`App::stage`].
    pub fn draw_ground_below(&mut self) {
        self.view.ground.drawn_below = true;
        self.view.stage.drawn_below = true;
    }

    /// Says that sounds can be heard: see [`Request::Sound`].
    pub fn play_sounds(&mut self) {
        self.hears = true;
    }

    /// Draws a frame and does what was asked for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if self.themed && !std::mem::replace(&mut self.begun, true) {
            // Not before the window is on the screen: loading takes its time.
            self.begin();
        }
        if !self.themed {
            self.themed = true;
            theme::add_fonts(&ctx);
            self.dress(&ctx);
            ctx.request_repaint();
        }
        let now = ui.input(|input| input.time);
        self.scale = ctx.pixels_per_point();
        self.take_in();
        self.tend_files(&ctx);
        self.press_keys(&ctx);
        self.show_moves(&ctx, now);
        if let Some(session) = &mut self.session {
            session.stand_up(self.preferences.three_d);
            session.animate(now, self.preferences.motion);
        }
        match self.screen {
            Screen::Start | Screen::Library => self.show_start(ui),
            Screen::NewGame => self.show_new_game(ui),
            Screen::Game => self.show_game(ui),
        }
        self.show_dialogs(&ctx);
        self.keep_focus(&ctx);
        self.tell_notices(now);
        self.sound();
        self.keep_preferences();
        self.keep_record();
        // A move that this frame brought is on its way from the next one on.
        if self.session.as_ref().is_some_and(|session| session.motion().is_some()) {
            ctx.request_repaint();
        }
        if let Some(wait) = self.session.as_mut().and_then(GameSession::watch_clock) {
            ctx.request_repaint_after(wait);
        }
    }

    /// Returns what the window is asked to do.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Returns the board as triangles, for whoever draws them below the panels;
    /// none while no board is shown.
    pub fn ground(&mut self) -> Option<&mut screen::Ground> {
        let session = self.session.as_ref().filter(|_| self.screen == Screen::Game)?;
        (!session.is_paused()).then_some(&mut self.view.ground)
    }

    /// Returns the board in three dimensions, for whoever draws it below the panels;
    /// none while no board is shown so.
    pub fn stage(&mut self) -> Option<&mut screen::Stage> {
        let session = self.session.as_ref().filter(|_| self.screen == Screen::Game)?;
        let shown = !session.is_paused() && self.view.stage.eye().is_some();
        shown.then_some(&mut self.view.stage)
    }

    /// Returns the colour behind everything.
    pub fn background(&self) -> egui::Color32 {
        match (&self.session, self.screen) {
            (Some(session), Screen::Game) => crate::shapes::color(session.style.background),
            _ => Palette::of(self.preferences.theme).ground,
        }
    }

    /// Returns the preferences, for the size of the window.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Notes the size of the window, in physical pixels.
    pub fn resized(&mut self, width: u32, height: u32) {
        if !self.full_screen {
            (self.preferences.width, self.preferences.height) = (width, height);
        }
    }

    /// Asks the program to end, as closing the window does. It asks back only
    /// where something would be lost.
    pub fn close(&mut self) {
        let lost = self.session.as_ref().is_some_and(GameSession::would_be_lost);
        if lost && !matches!(self.dialog, Some(Dialog::Quit)) {
            self.dialog = Some(Dialog::Quit);
        } else {
            self.closing = true;
        }
    }

    /// Tells whether the program is to end now.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Puts everything away, before the program ends.
    pub fn finish(&mut self) {
        self.files.finish();
        self.put_away();
        self.keep_preferences();
        if self.preferences != self.saved {
            self.write_preferences();
        }
    }

    /// Returns the screen that is shown.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// Returns the dialog for a new game, while it is shown.
    pub fn new_game(&self) -> Option<&NewGame> {
        self.new_game.as_ref()
    }

    /// Returns the game that is played.
    pub fn session(&self) -> Option<&GameSession> {
        self.session.as_ref()
    }

    fn dress(&mut self, ctx: &egui::Context) {
        theme::apply(ctx, self.preferences.theme);
        ctx.set_zoom_factor(self.preferences.scale);
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        if let Some(session) = &mut self.session {
            session.set_theme(self.preferences.theme);
        }
    }

    /// Takes in what other threads did.
    fn take_in(&mut self) {
        let done: Vec<_> = self.worker.done().collect();
        for done in done {
            self.done(done);
        }
        self.watch_files();
        if let Some(session) = &mut self.session {
            session.listen();
        }
    }

    /// Does what the keys of this frame ask for, in their order: each may change
    /// what the next one means.
    fn press_keys(&mut self, ctx: &egui::Context) {
        let held = std::mem::take(&mut self.held);
        ctx.input_mut(|input| drop(input.events.splice(0..0, held)));
        if let Some(Dialog::Keys(sheet)) = &mut self.dialog
            && sheet.is_asking()
        {
            let pressed = keys::pressed(ctx);
            let wish = pressed.and_then(|stroke| sheet.pressed(stroke, &self.keys));
            return wish.into_iter().for_each(|wish| self.rebind(wish));
        }
        while let Some((command, place)) = self.next_command(ctx) {
            // Under a window, a key may only close it.
            if !self.is_covered() || matches!(command, Command::Cancel | Command::Quit) {
                self.command(command, ctx);
            }
            if command == Command::TypeMove && self.view.typing.is_some() {
                // What is typed next is for the field, which is there from the
                // next frame on.
                self.held = ctx.input_mut(|input| input.events.split_off(place));
                ctx.request_repaint();
                break;
            }
        }
        let reads = self.screen != Screen::NewGame && !ctx.text_edit_focused();
        if reads && !self.is_covered() && !self.opening {
            let pasted = ctx.input(|input| {
                input.events.iter().find_map(|event| match event {
                    egui::Event::Paste(text) => Some(text.clone()),
                    _ => None,
                })
            });
            if let Some(text) = pasted {
                self.paste(&text);
            }
        }
    }

    fn next_command(&self, ctx: &egui::Context) -> Option<(Command, usize)> {
        let focused = ctx.memory(|memory| memory.focused());
        let game = self.screen == Screen::Game && !ctx.text_edit_focused() && !self.is_covered();
        let board = focused.is_none() || focused == Some(board_id());
        let moves = focused == Some(list_id());
        // An open menu closes itself.
        let menu = egui::Popup::is_any_open(ctx);
        keys::next(&self.keys, ctx, |binding| match binding.realm {
            Realm::Window => !(menu && binding.command == Command::Cancel),
            Realm::Game => game,
            Realm::Board => game && board,
            Realm::Moves => game && moves,
        })
    }

    /// Tells whether a window stands over the screen.
    fn is_covered(&self) -> bool {
        self.dialog.is_some() || self.is_asking()
    }

    /// Tells whether the board's interface waits in a window of its own.
    fn is_asking(&self) -> bool {
        self.screen == Screen::Game
            && self.session.as_ref().is_some_and(|session| {
                session.game.fault().is_some()
                    || session.controller.question().is_some()
                    || !session.controller.menu().is_empty()
            })
    }

    fn show_start(&mut self, ui: &mut Ui) {
        if self.stale {
            self.ask_for_thumbnails();
        }
        let title = self.services.title();
        let unfinished = startup::to_go_on(self.session.as_ref(), &self.unfinished);
        let thumbnails = &self.thumbnails;
        let shown = start::Shown {
            title: &title,
            rulesets: self.rulesets.as_deref(),
            unfinished: &unfinished,
            recent: &self.recent,
            thumbnail: &|id| thumbnails.get(id),
            opening: self.opening,
            palette: Palette::of(self.preferences.theme),
            safe: self.view.safe,
            theme: self.preferences.theme,
        };
        let wish = match self.screen {
            Screen::Library => self.search.ui(ui, &shown),
            _ => start::start(ui, &shown),
        };
        if let Some(wish) = wish {
            self.wish(wish);
        }
    }

    fn show_new_game(&mut self, ui: &mut Ui) {
        let Some(dialog) = &mut self.new_game else {
            self.screen = Screen::Start;
            return;
        };
        let palette = Palette::of(self.preferences.theme);
        let rulesets = self.rulesets.as_deref().unwrap_or_default();
        let ask = ui
            .add_enabled_ui(!self.opening, |ui| dialog.ui(ui, rulesets, &self.preferences, palette))
            .inner;
        match ask {
            Some(Ask::Look) => self.look(),
            Some(Ask::Start) => self.start_game(),
            Some(Ask::Cancel) => self.leave_new_game(),
            None => {}
        }
    }

    fn show_game(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else {
            self.screen = Screen::Start;
            return;
        };
        let wanted =
            screen::show(ui, session, &mut self.view, &self.preferences, &self.keys, &self.log);
        let ctx = ui.ctx().clone();
        for wanted in wanted {
            self.wanted(wanted, &ctx);
        }
    }

    fn show_dialogs(&mut self, ctx: &egui::Context) {
        if self.screen == Screen::Game {
            self.show_board_dialogs(ctx);
        }
        let Some(mut dialog) = self.dialog.take() else { return };
        let answer = dialogs::show(ctx, &mut dialog, &mut self.preferences, &self.keys, self.hears);
        match answer {
            Some(dialogs::Answered::Close) => {}
            Some(other) => {
                if dialog.stays() {
                    self.dialog = Some(dialog);
                }
                self.answered(other, ctx);
            }
            None => self.dialog = Some(dialog),
        }
    }

    fn show_board_dialogs(&mut self, ctx: &egui::Context) {
        let Some(session) = &mut self.session else { return };
        if let Some(fault) = session.game.fault().cloned() {
            match dialogs::fault(ctx, &fault) {
                Some(dialogs::AfterFault::GoOn) => session.rebuild(),
                Some(dialogs::AfterFault::Close) => self.leave_game(true),
                None => {}
            }
            return;
        }
        let previews = self.preferences.looks_ahead();
        let picked = if let Some(question) = session.controller.question().cloned() {
            dialogs::ask(ctx, &question, &mut self.answer)
        } else if !session.controller.menu().is_empty() {
            dialogs::menu(ctx, session.controller.menu())
        } else {
            self.answer.clear();
            None
        };
        use boardloom_board_view::Input;
        let input = match picked {
            Some(dialogs::Picked::Move(number)) => Input::Choose(number),
            Some(dialogs::Picked::PluginResult(text)) => Input::PluginResult(text),
            Some(dialogs::Picked::Cancel) => Input::Cancel,
            None => return,
        };
        session.input(input, previews);
    }

    /// The board has the keyboard where nothing else has.
    fn keep_focus(&self, ctx: &egui::Context) {
        let free = ctx.memory(|memory| memory.focused()).is_none();
        if self.screen == Screen::Game && free && self.dialog.is_none() && !self.is_asking() {
            ctx.memory_mut(|memory| memory.request_focus(board_id()));
        }
    }

    /// Has what happened heard.
    fn sound(&mut self) {
        let mut sounds = self.session.as_mut().map(GameSession::take_sounds).unwrap_or_default();
        sounds.sort_unstable();
        sounds.dedup();
        for sound in sounds {
            self.hear(sound);
        }
    }

    /// Has a sound heard, where there are any.
    fn hear(&mut self, sound: Sound) {
        if self.hears && self.preferences.sound {
            self.requests.push(Request::Sound(sound, self.preferences.volume));
        }
    }

    fn tell_notices(&mut self, now: f64) {
        let mut notices = std::mem::take(&mut self.pending);
        if let Some(session) = &mut self.session {
            notices.extend(session.take_notices());
        }
        let worst = Notice::worst(&notices).cloned();
        for entry in self.services.said() {
            self.log.note(entry);
        }
        for notice in &notices {
            tracing::debug!(text = notice.text, "notice");
            self.log.note(Entry {
                at: self.started.elapsed().as_secs(),
                from: String::new(),
                text: notice.text.clone(),
                weight: if notice.bad { Weight::Warning } else { Weight::Plain },
            });
        }
        if let Some(notice) = worst {
            self.view.status.tell(notice, now);
            (self.wake)();
        }
    }

    fn keep_preferences(&mut self) {
        let size = |p: &Preferences| (p.width, p.height);
        let mut now = self.preferences.clone();
        // The size changes with every frame of a drag: it is written at the end.
        (now.width, now.height) = size(&self.saved);
        if now != self.saved {
            self.write_preferences();
        }
    }

    fn keep_record(&mut self) {
        let Some(session) = &self.session else { return };
        self.pending.extend(self.keeper.keep(&session.game));
    }

    fn write_preferences(&mut self) {
        self.saved = self.preferences.clone();
        self.preferences.keep(&*self.services);
    }

    /// Asks the worker for the boards on the cards that are not drawn yet, or may
    /// be others now.
    fn ask_for_thumbnails(&mut self) {
        self.worker.forget_thumbnails();
        let stale = std::mem::take(&mut self.stale);
        for listed in self.rulesets.iter().flatten() {
            if (stale || !self.thumbnails.contains_key(&listed.id)) && !listed.faulty {
                let settings = boardloom_ruleset::Overrides::new();
                let job = Job::Look { id: listed.id.clone(), settings, seed: None, ticket: 0 };
                self.worker.ask(job, false);
            }
        }
    }
}
