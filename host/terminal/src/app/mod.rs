//! The program in the terminal: screens, the game that is played, and what keys
//! and the mouse do.

mod analysis;
mod boxes;
mod commands;
mod entry;
mod flow;
mod form;
mod game;
mod layers;
mod lists;
mod menu;
mod pointer;
mod settings;
mod side;
mod words;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_app::keys::{Command, KeyMap, Realm};
use boardloom_app::loader::Worker;
use boardloom_app::log::{Entry, Log, Weight};
use boardloom_app::saved_games::{Recent, Unfinished};
use boardloom_app::session::{GameSession, Notice, Showing};
use boardloom_app::startup::{self, Keeper, Options};
use boardloom_app::{Listed, Preferences, Services, Wake};
use boardloom_board_view::Pos;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board::Projection;
use crate::event::{Press, TerminalEvent};
use crate::ink::Ink;
use flow::Start;
use form::Form;
use layers::Layer;
use pointer::Clicks;

/// How long a notice stays.
const PLAIN: Duration = Duration::from_millis(4000);
/// How long a notice of trouble stays.
const BAD: Duration = Duration::from_millis(8000);

/// Which screen is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// What can be done.
    Start,
    /// All rulesets.
    Library,
    /// What a new game begins with.
    NewGame,
    /// The game.
    Game,
}

/// How a game is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
struct View {
    /// How much closer than where all of it is seen.
    zoom: f64,
    /// What of it is to be seen, where not all is.
    focus: Option<Pos>,
    /// The board alone.
    board_only: bool,
    /// The list of moves has the arrow keys.
    in_moves: bool,
    /// Where the board was drawn last, and how.
    drawn: Option<(Rect, Projection)>,
}

impl Default for View {
    fn default() -> Self {
        View { zoom: 1.0, focus: None, board_only: false, in_moves: false, drawn: None }
    }
}

/// The program in the terminal.
pub struct App {
    services: Arc<dyn Services>,
    wake: Wake,
    worker: Worker<Start>,
    ink: Ink,
    preferences: Preferences,
    saved: Preferences,
    /// The keys as the settings have them, which the window reads too.
    own_keys: KeyMap,
    /// Those that count here.
    keys: KeyMap,
    options: Options,
    title: String,
    rulesets: Option<Vec<Listed>>,
    unfinished: Vec<Unfinished>,
    recent: Vec<Recent>,
    screen: Screen,
    /// The line that is chosen on the start screen.
    chosen: usize,
    library: lists::Library,
    form: Option<Form>,
    session: Option<GameSession>,
    view: View,
    layers: Vec<Layer>,
    tickets: u64,
    opening: bool,
    rules_wanted: Option<u64>,
    reload_wanted: Option<u64>,
    notice: Option<(Notice, Instant)>,
    pending: Vec<Notice>,
    /// What plugins and the program said.
    log: Log,
    started: Instant,
    /// Moves that are shown one by one.
    showing: Option<Showing>,
    /// The answer that is typed to a question of the board.
    answer: String,
    /// The line that is chosen of the moves that a path means.
    at: usize,
    copied: Option<String>,
    closing: bool,
    /// What a click on the screen's lines means.
    clicks: RefCell<Clicks>,
    keeper: Keeper,
    size: (u16, u16),
}

impl App {
    /// Sets the program up; nothing slow happens here.
    pub fn new(services: Arc<dyn Services>, options: Options, wake: Wake, ink: Ink) -> Self {
        let (preferences, own_keys, pending) = startup::settings(&*services);
        let worker = Worker::new(Arc::clone(&services), Arc::clone(&wake));
        let title = services.title();
        let mut this = App {
            services,
            wake,
            worker,
            ink,
            saved: preferences.clone(),
            preferences,
            keys: words::keys_of(&own_keys),
            own_keys,
            keeper: Keeper::new(options.keep.clone()),
            options,
            title,
            rulesets: None,
            unfinished: Vec::new(),
            recent: Vec::new(),
            screen: Screen::Start,
            chosen: 0,
            library: lists::Library::default(),
            form: None,
            session: None,
            view: View::default(),
            layers: Vec::new(),
            tickets: 0,
            opening: false,
            rules_wanted: None,
            reload_wanted: None,
            notice: None,
            pending,
            log: Log::default(),
            started: Instant::now(),
            showing: None,
            answer: String::new(),
            at: 0,
            copied: None,
            closing: false,
            clicks: RefCell::default(),
            size: (0, 0),
        };
        this.begin();
        this
    }

    /// Does what there is to do by itself, and returns when there will be more;
    /// none before something happens.
    pub fn turn(&mut self) -> Option<Duration> {
        let done: Vec<_> = self.worker.done().collect();
        done.into_iter().for_each(|done| self.done(done));
        if let Some(session) = &mut self.session {
            session.listen();
            // Characters do not glide.
            session.animate(0.0, false);
        }
        let next = self.show_moves();
        let clock = self.session.as_mut().and_then(GameSession::watch_clock);
        self.tell_notices();
        self.keep_preferences();
        self.keep_record();
        let now = Instant::now();
        let news = self.notice.as_ref().map(|(_, until)| until.saturating_duration_since(now));
        [clock, news, next].into_iter().flatten().min().map(|wait| wait + Duration::from_millis(1))
    }

    /// Begins to show the moves of the line one by one, or ends it.
    fn toggle_autoplay(&mut self) {
        let now = self.started.elapsed().as_secs_f64();
        let ended = self.showing.take().is_some();
        let session = self.session.as_ref().filter(|_| !ended);
        self.showing = session.and_then(|it| Showing::begin(it, now, self.preferences.pace));
    }

    /// Shows the next move where it is due, and returns when the one after it is.
    fn show_moves(&mut self) -> Option<Duration> {
        let showing = self.showing.take()?;
        let covered = self.screen != Screen::Game || self.layer().is_some();
        let now = self.started.elapsed().as_secs_f64();
        let session = self.session.as_mut().filter(|_| !covered)?;
        self.showing = showing.go_on(session, now, self.preferences.pace);
        self.showing.map(|next| Duration::from_secs_f64((next.due - now).max(0.0)))
    }

    /// Takes in what happened.
    pub fn take(&mut self, happening: TerminalEvent) {
        match happening {
            TerminalEvent::Key(press) => self.press(press),
            TerminalEvent::Mouse(mouse) => self.mouse(mouse),
            TerminalEvent::Paste(text) => self.pasted(&text),
            // What is about the terminal is done by whoever holds it.
            _ => {}
        }
    }

    /// Draws the screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.size = (area.width, area.height);
        if area.width < words::LEAST.0 || area.height < words::LEAST.1 {
            self.view.drawn = None;
            return words::too_small(frame);
        }
        self.clicks.take();
        match self.screen {
            Screen::Start => self.draw_start(frame),
            Screen::Library => self.draw_library(frame),
            Screen::NewGame => self.draw_form(frame),
            Screen::Game => self.draw_game(frame),
        }
        self.draw_layers(frame);
        if !self.ink.unicode {
            plain(frame.buffer_mut());
        }
    }

    /// Returns the title of the program.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns a text that is to go to the clipboard.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Tells whether the program is to end now.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Puts everything away, before the program ends.
    pub fn finish(&mut self) {
        self.put_away();
        if self.preferences != self.saved {
            self.write_preferences();
        }
    }

    fn press(&mut self, press: Press) {
        self.notice = self.notice.take().filter(|(notice, _)| notice.bad);
        if let Some(layer) = self.layer() {
            return self.press_layer(layer, press);
        }
        let consumed = match self.screen {
            Screen::Start => self.press_start(press),
            Screen::Library => self.press_library(press),
            Screen::NewGame => self.press_form(press),
            Screen::Game => self.press_game(press),
        };
        if !consumed && let Some(command) = self.command_of(press) {
            self.command(command);
        }
    }

    fn command_of(&self, press: Press) -> Option<Command> {
        let game = self.screen == Screen::Game;
        self.keys.command(&press.stroke, |binding| match binding.realm {
            Realm::Window => true,
            Realm::Game => game,
            Realm::Board => game && !self.view.in_moves,
            Realm::Moves => game && self.view.in_moves,
        })
    }

    fn tell(&mut self, notice: Notice) {
        self.pending.push(notice);
    }

    fn tell_notices(&mut self) {
        let now = Instant::now();
        self.notice = self.notice.take().filter(|(_, until)| *until > now);
        let mut notices = std::mem::take(&mut self.pending);
        if let Some(session) = &mut self.session {
            notices.extend(session.take_notices());
        }
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
        if let Some(notice) = Notice::worst(&notices).cloned() {
            let until = now + if notice.bad { BAD } else { PLAIN };
            self.notice = Some((notice, until));
        }
    }

    fn keep_preferences(&mut self) {
        if self.preferences != self.saved {
            self.write_preferences();
        }
    }

    fn write_preferences(&mut self) {
        self.saved = self.preferences.clone();
        self.preferences.keep(&*self.services);
    }

    fn keep_record(&mut self) {
        let Some(session) = &self.session else { return };
        self.pending.extend(self.keeper.keep(&session.game));
    }

    /// Returns the games that can be gone on with: the one at hand comes first.
    fn to_go_on(&self) -> Vec<Unfinished> {
        startup::to_go_on(self.session.as_ref(), &self.unfinished)
    }
}

/// Puts letters of ASCII in the place of others, for terminals that have none.
fn plain(buffer: &mut ratatui::buffer::Buffer) {
    for cell in buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        let sign = match cell.symbol() {
            "·" => ".",
            "…" => "~",
            "−" | "–" | "—" => "-",
            "→" => ">",
            "←" => "<",
            "↑" => "^",
            "↓" => "v",
            "“" | "”" => "\"",
            "’" => "'",
            "•" => "*",
            "█" => "_",
            _ => "?",
        };
        cell.set_symbol(sign);
    }
}
