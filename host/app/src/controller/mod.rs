//! The program behind every front end. A front end translates events into [`Action`]s and commands,
//! calls [`Controller::update`] before each frame, handles the [`AppEvent`]s, and draws the
//! controller's state.

mod commands;
mod files;
mod games;
mod join;
mod lessons;
mod library;
mod live_edit;
mod mail;
mod navigation;
mod online;
mod plugin_offer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardloom_ruleset::Overrides;

use crate::command_line::Options;
use crate::course::{Course, CourseKind};
use crate::game_setup::GameSetup;
use crate::keys::{Command, KeyChange, KeyMap};
use crate::load_marker::LoadMarker;
use crate::load_request::LoadRequest;
use crate::loader::{Loader, RulesetPreview, StartView};
use crate::log::{Entry, Log, LogLevel};
use crate::mail_view::MailView;
use crate::my_games::GameEntry;
use crate::notice::{Notice, NoticeKind};
use crate::preferences::{BoardChoice, PieceChoice, Preferences, ThemeChoice};
use crate::services::{FileWatch, Refusal, RulesetEntry, Services, Wake};
use crate::session::{Autoplay, GameSession};
use crate::startup::{self, RecordWriter};
use crate::texts::{dialogs, online as online_texts};

pub use files::{FileDialog, Files};
pub use games::MyGames;
pub use join::{JoinForm, NearbyRooms, nearby_text};
pub use library::{Family, GroupBy, LibrarySearch};
pub use live_edit::Banner;
pub use mail::{MailAnswer, MailDialog, MailJoin, MailLetter, MailProposal, MailRequest};
pub use online::{ChatLine, OnlineAction, OnlineGame};
pub use plugin_offer::PluginOffer;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    Start,
    /// The list of all rulesets.
    Library,
    NewGame,
    MyGames,
    Game,
}

/// A request of a key, menu, list or dialog.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    Command(Command),
    /// Opens a file of my games, or returns to it on the board.
    OpenGame(String),
    /// The same, and reviews it.
    ReviewGame(String),
    /// Gives the game of [`MyGames::renaming`] its new name.
    RenameGame,
    /// Opens the lessons or puzzles of a ruleset, by default of the one played last.
    StartCourse(CourseKind, Option<String>),
    /// Opens an exercise of the course on the board.
    Exercise(usize),
    /// Shows the next right move of a lesson or puzzle.
    ShowAnswer,
    DeleteGames(Vec<String>),
    /// Brings back the games deleted last.
    RestoreGames,
    /// Asks where to export games.
    ExportGames(Vec<String>),
    /// Opens a ruleset or plugin (`.toml`, `.wasm`), or a record.
    OpenFile(PathBuf),
    /// Starts a game from a copied position, record or list of moves.
    Paste(String),
    /// Opens the setup of a new game, by default of the ruleset played last.
    NewGame(Option<String>),
    StartGame,
    /// Starts a ruleset's game with the choices of the last one.
    PlayAgain(String),
    LeaveSetup,
    /// Loads the ruleset of the setup with the options as they are now.
    PreviewSetup,
    StartScreen,
    FindRulesets(String),
    /// Shows the rules of a ruleset, by default of the one played last.
    Rules(Option<(String, Overrides)>),
    /// Opens an example game of a ruleset (its id or file), by its index.
    OpenExample(String, usize),
    /// Goes to the start screen, where the game waits unless it is closed.
    LeaveGame {
        close: bool,
    },
    Online(OnlineAction),
    Mail(MailRequest),
    Resign,
    /// Answers the proposal of another player.
    AnswerRequest(bool),
    RestartPlugin,
    Theme(ThemeChoice),
    Board(BoardChoice),
    Pieces(PieceChoice),
    /// Switches to the language with this code.
    Language(String),
    Rebind(KeyChange),
    Quit,
}

/// An event that a front end has to react to.
pub enum AppEvent<G> {
    /// See [`Controller::files`].
    FileDialogOpened,
    GameOpened,
    /// The game goes on under edited rules.
    RulesChanged,
    /// An edit has errors: see [`Controller::banner`]. The player `asked` for a reload,
    /// or a file changed.
    EditRefused {
        asked: bool,
    },
    Rules(Box<RulesetPreview<G>>),
    Refused(Refusal),
    /// The plugin of a room's game or a record is not here: may it be taken from the room, or
    /// installed?
    PluginMissing(Box<PluginOffer>),
    /// A room cannot be joined.
    RoomRefused(JoinForm),
    /// Something is asked or told about a game by mail.
    Mail(MailDialog),
}

/// The time for which a notice is shown.
const PLAIN: Duration = Duration::from_secs(3);
const BAD: Duration = Duration::from_secs(6);
/// With a button.
const OFFER: Duration = Duration::from_secs(8);
/// The most lines of errors that a notice shows; the log has all.
const MAX_ERRORS: usize = 6;

/// State and transitions that all front ends share.
pub struct Controller<G> {
    pub services: Arc<dyn Services>,
    pub preferences: Preferences,
    pub keys: KeyMap,
    /// `None` until the first list arrives.
    pub rulesets: Option<Vec<RulesetEntry>>,
    pub library: LibrarySearch,
    /// The start boards of rulesets.
    pub thumbnails: HashMap<String, G>,
    /// Positions from the middle of a game of the families' main rulesets, by id.
    pub scenes: HashMap<String, Option<G>>,
    /// Positions by file, with the time of the file; `None` if they cannot be drawn.
    pub game_thumbnails: HashMap<String, (u64, Option<G>)>,
    /// The saved games of the start screen, newest first.
    pub recent: Vec<GameEntry>,
    pub my_games: MyGames,
    pub files: Files,
    pub screen: Screen,
    pub session: Option<GameSession>,
    /// The room whose game is on the board, or is being opened.
    pub online: Option<OnlineGame>,
    /// The game by mail on the board.
    pub mail: Option<MailView>,
    nearby: Option<join::NearbySearch>,
    /// The lessons or puzzles that the game on the board belongs to.
    pub course: Option<Course>,
    pub setup: Option<GameSetup<G>>,
    pub autoplay: Option<Autoplay>,
    /// Errors of an edit, while the rules before it stay in force.
    pub banner: Option<Banner>,
    /// The answer that is typed to a question of the board.
    pub answer: String,
    pub log: Log,
    pub record_writer: RecordWriter,
    pub notice: Option<Notice>,
    /// When the notice appeared.
    pub notice_began: Duration,
    notice_ends: Duration,
    /// The text to put into the clipboard.
    pub copied: Option<String>,
    pub opening: bool,
    pub closing: bool,
    /// Whether the board is shown without anything beside it.
    pub board_only: bool,
    /// Whether the game that is being opened begins with hints.
    guided: bool,
    /// Whether the game that is being opened is reviewed at once.
    reviews: bool,
    wake: Wake,
    worker: Loader<G>,
    saved_preferences: Preferences,
    options: Options,
    unfinished: Vec<GameEntry>,
    /// Files that crashed the last start: they are loaded only if the player opens them.
    left_out: Vec<String>,
    /// Whether files changed, and whether lists arrived, since thumbnails were loaded.
    stale: bool,
    listed: bool,
    /// The games whose positions were requested last.
    requested: Vec<String>,
    tickets: u64,
    rules_wanted: Option<u64>,
    notices: Vec<Notice>,
    events: Vec<AppEvent<G>>,
    watch: Option<Box<dyn FileWatch>>,
    live_edit: live_edit::LiveEdit,
    /// The time that the front end set last.
    now: Duration,
}

impl<G: StartView> Controller<G> {
    /// Loads nothing yet: see [`Controller::begin`]. `wake` asks for a frame from any thread.
    pub fn new(services: Arc<dyn Services>, options: Options, wake: Wake) -> Self {
        let (preferences, keys, notices) = startup::settings(&*services);
        let file = services.settings_file();
        let folder = file.as_deref().and_then(Path::parent);
        let left_out = folder.map(LoadMarker::take_crashed).unwrap_or_default();
        let marker = Arc::new(LoadMarker::new(folder));
        let worker = Loader::new(Arc::clone(&services), marker, Arc::clone(&wake));
        Controller {
            services,
            saved_preferences: preferences.clone(),
            preferences,
            keys,
            rulesets: None,
            library: LibrarySearch::default(),
            thumbnails: HashMap::new(),
            scenes: HashMap::new(),
            game_thumbnails: HashMap::new(),
            recent: Vec::new(),
            my_games: MyGames::default(),
            files: Files::new(Arc::clone(&wake)),
            screen: Screen::Start,
            session: None,
            online: None,
            mail: None,
            nearby: None,
            course: None,
            setup: None,
            autoplay: None,
            banner: None,
            answer: String::new(),
            log: Log::default(),
            notice: None,
            notice_began: Duration::ZERO,
            notice_ends: Duration::ZERO,
            copied: None,
            opening: false,
            closing: false,
            board_only: false,
            guided: false,
            reviews: false,
            wake,
            worker,
            record_writer: RecordWriter::new(options.keep.clone()),
            options,
            unfinished: Vec::new(),
            left_out,
            stale: false,
            listed: false,
            requested: Vec::new(),
            tickets: 0,
            rules_wanted: None,
            notices,
            events: Vec::new(),
            watch: None,
            live_edit: live_edit::LiveEdit::default(),
            now: Duration::ZERO,
        }
    }

    /// Sets the time since the program began, by which all clocks run.
    pub fn set_time(&mut self, now: Duration) {
        self.now = now;
        self.session.iter_mut().for_each(|session| session.set_time(now));
    }

    /// Handles the results of other threads until `now`: see [`Controller::set_time`].
    pub fn update(&mut self, now: Duration) {
        self.set_time(now);
        if self.notice_ends <= now {
            self.notice = None;
        }
        let results = self.worker.done();
        if !results.is_empty() {
            // The frame after this one tells the loader that they were drawn.
            (self.wake)();
        }
        results.into_iter().for_each(|result| self.handle_result(result));
        self.check_files();
        self.update_files();
        self.update_online();
        self.update_mail();
        if let Some(session) = &mut self.session {
            session.allow_premoves(self.preferences.premoves);
            session.ask_take_back(self.preferences.ask_take_back);
            session.poll_computer();
            session.guide();
        }
    }

    /// Plays the next move of autoplay when it is due. Returns how long to wait for
    /// the one after it. Leaving the board (`covered`) ends autoplay.
    pub fn continue_autoplay(&mut self, covered: bool) -> Option<Duration> {
        let autoplay = self.autoplay.take()?;
        let shown = self.screen == Screen::Game && !covered;
        let session = self.session.as_mut().filter(|_| shown)?;
        self.autoplay = autoplay.next(session, self.now, self.preferences.pace);
        self.autoplay.map(|next| next.due.saturating_sub(self.now))
    }

    /// Ends a turn of the event loop: saves what changed, and shows the last notice. Returns
    /// how long to wait until something changes by itself.
    pub fn finish_update(&mut self) -> Option<Duration> {
        let wait = self.save_changes();
        self.show_notice();
        let shown = self.notice.as_ref().map(|_| self.notice_ends.saturating_sub(self.now));
        wait.into_iter().chain(shown).min()
    }

    /// Saves what changed, and removes a player whose time ran out. Returns how long to wait
    /// until something changes by itself.
    pub fn save_changes(&mut self) -> Option<Duration> {
        if self.course.is_some() {
            let wait = self.follow_course();
            self.save_changed_preferences();
            return wait;
        }
        self.save_changed_preferences();
        let session = self.session.as_mut()?;
        let trouble = self.record_writer.keep(&session.game, self.now);
        let waits = [session.watch_journal(trouble), session.until_reply(), session.watch_clock()];
        waits.into_iter().flatten().min()
    }

    pub fn take_events(&mut self) -> Vec<AppEvent<G>> {
        std::mem::take(&mut self.events)
    }

    pub fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    pub fn take_notices(&mut self) -> Vec<Notice> {
        let mut notices = std::mem::take(&mut self.notices);
        notices.extend(self.session.iter_mut().flat_map(GameSession::take_notices));
        notices
    }

    /// Returns what is shown of new notices: the errors, with those that are still shown, or
    /// else the last one.
    fn combine(&self, notices: &[Notice]) -> Option<Notice> {
        let new: Vec<&str> =
            notices.iter().filter(|it| it.bad).map(|it| it.text.as_str()).collect();
        if new.is_empty() {
            return notices.last().cloned();
        }
        let refusal = |notice: &&Notice| notice.kind == NoticeKind::Refusal;
        if let Some(last) = notices.last().filter(refusal) {
            return Some(last.clone());
        }
        let shown = self.notice.iter().filter(|notice| notice.bad && !refusal(notice));
        let mut lines: Vec<&str> = Vec::new();
        for line in shown.flat_map(|notice| notice.text.lines()).chain(new) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let first = lines.len().saturating_sub(MAX_ERRORS);
        Some(Notice::bad(lines[first..].join("\n")))
    }

    /// Logs the new notices, and shows them: see [`Controller::combine`].
    fn show_notice(&mut self) {
        let notices = self.take_notices();
        for entry in self.services.take_log() {
            self.log.note(entry);
        }
        for notice in &notices {
            tracing::debug!(text = notice.text, "notice");
            self.log.note(Entry {
                at: self.now.as_secs(),
                from: String::new(),
                text: notice.text.clone(),
                level: if notice.bad { LogLevel::Warning } else { LogLevel::Info },
            });
        }
        if let Some(worst) = self.combine(&notices) {
            self.notice_began = self.now;
            let shown = match (worst.bad, worst.kind) {
                (true, NoticeKind::Refusal) => PLAIN,
                (true, _) => BAD,
                (_, NoticeKind::Deleted) => OFFER,
                (_, _) => PLAIN,
            };
            self.notice_ends = self.now + shown;
            self.notice = Some(worst);
            (self.wake)();
        }
    }

    /// The games with a move that can be continued; the one on the board comes first.
    pub fn unfinished(&self) -> Vec<GameEntry> {
        let own = self
            .session
            .as_ref()
            .filter(|session| self.course.is_none() && !session.is_untouched_example());
        // The list has a game by mail as it stands.
        let own = own.filter(|session| !session.is_by_mail());
        let own = own.map(|session| GameEntry::of_match(&session.game));
        own.into_iter()
            .filter(|own| !own.is_finished() && own.moves > 0)
            .chain(self.unfinished.iter().cloned())
            .collect()
    }

    /// Loads the boards of the start screen in the background, if lists or files changed.
    pub fn load_thumbnails(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        if !std::mem::take(&mut self.listed) && !stale {
            return;
        }
        let pictures = |job: &LoadRequest| {
            matches!(job, LoadRequest::Preview { .. } | LoadRequest::DrawScene(_))
        };
        self.worker.forget(pictures);
        // The tiles of the families get theirs first.
        let mains: Vec<&str> = self.families().map(|family| &*family.main.id).collect();
        let sound = self
            .rulesets
            .iter()
            .flatten()
            .filter(|listed| !listed.has_errors && !self.left_out.contains(&listed.id));
        let last = self.last_ruleset();
        let rank = |listed: &&RulesetEntry| match mains.contains(&&*listed.id) {
            _ if Some(&listed.id) == last.as_ref() => 0,
            true => 1,
            false => 2,
        };
        let mut sound: Vec<_> = sound.collect();
        sound.sort_by_key(rank);
        let scene = |listed: &&RulesetEntry| {
            let known = self.scenes.contains_key(&listed.id) && !stale;
            let wanted = mains.contains(&&*listed.id) && !known;
            wanted.then(|| LoadRequest::DrawScene(listed.id.clone()))
        };
        let start = |listed: &&RulesetEntry| {
            let known = self.thumbnails.contains_key(&listed.id) && !stale;
            (!known).then(|| LoadRequest::preview(listed.id.clone(), Overrides::new(), 0))
        };
        let scenes: Vec<_> = sound.iter().filter_map(scene).collect();
        let starts: Vec<_> = sound.iter().filter_map(start).collect();
        // The one at the top, and the last games, finished or not.
        let mut games: Vec<_> = self.unfinished.iter().skip(1).chain(&self.recent).collect();
        games.sort_by_key(|game| std::cmp::Reverse(game.written));
        let games = self.unfinished.first().into_iter().chain(games).take(games::RECENT + 1);
        let files = games.map(|game| game.file.clone()).collect();
        scenes.into_iter().for_each(|request| self.worker.ask(request, false));
        self.load_game_thumbnails(files);
        starts.into_iter().for_each(|request| self.worker.ask(request, false));
    }

    /// What the player is told before the program ends, if something would be lost.
    pub fn quit_warning(&self) -> Option<&'static str> {
        if self.online.as_ref().is_some_and(OnlineGame::is_needed) {
            return Some(online_texts::host_leaves());
        }
        let lost = self.session.as_ref().filter(|_| self.course.is_none());
        lost.is_some_and(GameSession::would_be_lost).then(dialogs::quit_lost)
    }

    /// Closes the game and saves the settings, before the program ends.
    pub fn finish(&mut self) {
        self.files.finish();
        self.close_game();
        if self.preferences != self.saved_preferences {
            self.write_preferences();
        }
    }

    fn save_changed_preferences(&mut self) {
        let mut now = self.preferences.clone();
        // The size changes with every frame of a drag: it is written at the end.
        (now.width, now.height) = (self.saved_preferences.width, self.saved_preferences.height);
        if now != self.saved_preferences {
            self.write_preferences();
        }
    }

    fn write_preferences(&mut self) {
        self.saved_preferences = self.preferences.clone();
        self.preferences.keep(&*self.services);
    }

    fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }
}
