//! A thread for slow work: finding rulesets, loading plugins, opening games.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use boardloom_contract::{Message, OpenGame, PluginResult};
use boardloom_match::{GameSource, Match, MatchError, MatchSetup, ROOT};
use boardloom_ruleset::{Overrides, Translation};

use crate::course::Course;
use crate::load_marker::LoadMarker;
use crate::load_request::{CurrentMatch, LoadRequest, OpenedRuleset};
use crate::loaded_board::{LoadedBoard, ReloadedBoard};
use crate::mail_tasks::{self, MailOutcome};
use crate::mail_view::MailTask;
use crate::my_games::{self, GameEntry};
use crate::room_game::{self, HostedRoom};
use crate::ruleset_loader::{self, LoadedRuleset};
use crate::saved_games;
use crate::services::{Refusal, RulesetEntry, Services, Wake};
use crate::texts::language::{ENGLISH, current_language};

/// A front end's picture of the start of a game.
pub trait StartView: Sized + Send + 'static {
    /// Reads the start of a game; with a seed, after the chance moves before the first move.
    fn of_start(source: &GameSource, game: &dyn OpenGame, seed: Option<u64>) -> PluginResult<Self>;

    /// Reads the current position of a match.
    fn of_match(game: &mut Match) -> Result<Self, MatchError>;
}

/// Nothing is drawn before a game.
impl StartView for () {
    fn of_start(_: &GameSource, _: &dyn OpenGame, _: Option<u64>) -> PluginResult<()> {
        Ok(())
    }

    fn of_match(_: &mut Match) -> Result<(), MatchError> {
        Ok(())
    }
}

pub struct RulesetPreview<G> {
    pub source: GameSource,
    pub start: G,
    pub seats: usize,
    /// The keys of options that change the number of seats.
    pub seat_options: Vec<String>,
    /// Taken by the first game that starts from this preview.
    pub game: Option<Box<dyn OpenGame>>,
    /// The rules in force, in words.
    pub explained: Vec<Message>,
    /// Options that the ruleset no longer offers.
    pub dropped: Vec<String>,
}

impl<G> std::fmt::Debug for RulesetPreview<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RulesetPreview").field("source", &self.source).finish_non_exhaustive()
    }
}

pub struct Reload {
    pub source: GameSource,
    /// The match under the new rules; `None` without a match, or if the rules are the same.
    pub reloaded_board: Option<Result<ReloadedBoard, MatchError>>,
    /// Options that the ruleset no longer offers.
    pub dropped: Vec<String>,
}

pub type Reloaded = Result<Reload, Refusal>;

pub enum LoadResult<G> {
    Listed {
        rulesets: Vec<RulesetEntry>,
        /// Newest first.
        games: Vec<GameEntry>,
    },
    /// Newest first.
    GamesListed(Vec<GameEntry>),
    GameDrawn {
        file: String,
        /// `None` if it does not open.
        board: Option<G>,
    },
    SceneDrawn {
        /// The ruleset's id.
        id: String,
        /// `None` if it has no such position.
        board: Option<G>,
    },
    Previewed {
        id: String,
        ticket: u64,
        preview: Box<Result<RulesetPreview<G>, Refusal>>,
    },
    Reloaded {
        ticket: u64,
        reloaded: Box<Reloaded>,
    },
    Opened {
        begun: Box<Result<LoadedBoard, Refusal>>,
        /// Whether it was begun before.
        before: bool,
    },
    /// A room that is to be run.
    RoomOpened {
        opened: Box<Result<HostedRoom, Refusal>>,
    },
    /// The game of a room: the number of the room's game.
    PluginKept(Result<(), Refusal>),
    RoomGameOpened {
        game: u32,
        begun: Box<Result<LoadedBoard, Refusal>>,
    },
    /// A game by mail, after something was done with it.
    MailDone(Box<Result<MailOutcome, Refusal>>),
    ExerciseOpened(Box<Result<(LoadedBoard, Course), Refusal>>),
    FileAdded {
        path: PathBuf,
        file: Result<AddedFile, Refusal>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddedFile {
    Ruleset,
    Plugin {
        name: String,
        /// The ids of its rulesets.
        rulesets: Vec<String>,
    },
}

#[derive(Default)]
struct Queue {
    urgent: VecDeque<LoadRequest>,
    idle: VecDeque<LoadRequest>,
    /// The ruleset that is being opened.
    current: Option<String>,
    closed: bool,
}

impl Queue {
    fn push(&mut self, job: LoadRequest, urgent: bool) {
        let alike = |waiting: &&mut LoadRequest| job.replaces(waiting);
        if let Some(waiting) = self.urgent.iter_mut().find(alike) {
            *waiting = job;
        } else if urgent {
            self.idle.retain(|waiting| !job.replaces(waiting));
            self.urgent.push_back(job);
        } else if let Some(waiting) = self.idle.iter_mut().find(alike) {
            *waiting = job;
        } else {
            self.idle.push_back(job);
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    filled: Condvar,
}

pub struct Loader<G> {
    shared: Arc<Shared>,
    services: Arc<dyn Services>,
    marker: Arc<LoadMarker>,
    /// The names of the results of the last call of [`Loader::done`].
    shown: Vec<String>,
    done: Receiver<(LoadResult<G>, String)>,
}

impl<G: StartView> Loader<G> {
    /// Marks each load until [`Loader::done`] is called again after its result: drawing the result
    /// may crash too.
    pub fn new(services: Arc<dyn Services>, marker: Arc<LoadMarker>, wake: Wake) -> Self {
        let shared = Arc::new(Shared { queue: Mutex::default(), filled: Condvar::new() });
        let (sender, done) = channel();
        let theirs = Arc::clone(&shared);
        let own = Arc::clone(&services);
        let marks = Arc::clone(&marker);
        let started = std::thread::Builder::new()
            .name("loader".to_owned())
            .spawn(move || serve(&theirs, &*services, &marks, &sender, &wake));
        if let Err(error) = started {
            tracing::error!(%error, "the loader's thread could not be started");
        }
        Loader { shared, services: own, marker, shown: Vec::new(), done }
    }

    /// Urgent requests go first. A waiting one of the same kind may be replaced. A plugin
    /// that is being compiled for another ruleset holds up no urgent request.
    pub fn ask(&self, job: LoadRequest, urgent: bool) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let other = queue.current.as_deref().is_some_and(|id| job.ruleset() != Some(id))
            && !matches!(
                job,
                LoadRequest::List | LoadRequest::ListGames | LoadRequest::Reload { .. }
            );
        queue.push(job, urgent);
        drop(queue);
        if urgent && other {
            self.services.skip_compiling();
        }
        self.shared.filled.notify_one();
    }

    /// Drops waiting requests that are not urgent.
    pub fn forget(&self, drops: impl Fn(&LoadRequest) -> bool) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.idle.retain(|job| !drops(job));
    }

    pub fn done(&mut self) -> Vec<LoadResult<G>> {
        for name in self.shown.drain(..) {
            self.marker.end(&name);
        }
        let (results, names) = self.done.try_iter().unzip();
        self.shown = names;
        results
    }
}

impl<G> Drop for Loader<G> {
    fn drop(&mut self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.shared.filled.notify_all();
    }
}

fn serve<G: StartView>(
    shared: &Shared,
    services: &dyn Services,
    marker: &LoadMarker,
    done: &Sender<(LoadResult<G>, String)>,
    wake: &Wake,
) {
    while let Some(job) = next(shared) {
        let name = job.name();
        marker.begin(&name);
        if done.send((run_job(services, job), name)).is_err() {
            return;
        }
        wake();
    }
}

fn next(shared: &Shared) -> Option<LoadRequest> {
    let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if queue.closed {
            return None;
        }
        let job = queue.urgent.pop_front().or_else(|| queue.idle.pop_front());
        queue.current = job.as_ref().and_then(LoadRequest::ruleset).map(str::to_owned);
        if job.is_some() {
            return job;
        }
        queue = shared.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

fn run_job<G: StartView>(services: &dyn Services, job: LoadRequest) -> LoadResult<G> {
    match job {
        LoadRequest::List => {
            LoadResult::Listed { rulesets: services.rulesets(), games: list_games(services) }
        }
        LoadRequest::ListGames => LoadResult::GamesListed(list_games(services)),
        LoadRequest::DrawGame(path) => {
            let board = saved_games::load(services, &path).ok();
            let board = board.and_then(|mut game| {
                // The final position, whichever was viewed last.
                let end = game.tree().main_line().last().copied().unwrap_or(ROOT);
                game.go_to(end).ok()?;
                G::of_match(&mut game).ok()
            });
            let folder = services.records().unwrap_or_default();
            let file = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().into_owned();
            LoadResult::GameDrawn { file, board }
        }
        LoadRequest::DrawScene(id) => {
            let game = saved_games::open_scene(services, &id);
            let board = game.and_then(|mut game| G::of_match(&mut game).ok());
            LoadResult::SceneDrawn { id, board }
        }
        LoadRequest::Preview { id, settings, seed, ticket, again, seat_options: known } => {
            let read = match again {
                true => ruleset_loader::again(services, &id, &settings),
                false => ruleset_loader::open(services, &id, &settings),
            };
            let seat_options = |read: &LoadedRuleset| match known {
                Some(known) => Ok(known),
                None => ruleset_loader::seat_options(services, &id, &settings, read),
            };
            let preview = read.and_then(|read| {
                let seat_options = seat_options(&read)?;
                preview(read, seed, seat_options)
            });
            let preview = Box::new(preview);
            LoadResult::Previewed { id, ticket, preview }
        }
        LoadRequest::Reload { name, settings, current_match, ticket } => {
            let read = ruleset_loader::again(services, &name, &settings);
            let reloaded = Box::new(read.map(|read| reload(read, current_match)));
            LoadResult::Reloaded { ticket, reloaded }
        }
        LoadRequest::Begin { id, settings, opened, setup, moves } => {
            let opened = match opened {
                Some(opened) => Ok(opened),
                None => {
                    let read = ruleset_loader::open(services, &id, &settings);
                    read.map(|LoadedRuleset { source, game, .. }| (source, game))
                }
            };
            begun(opened.and_then(|opened| begin(services, opened, *setup, &moves)), false)
        }
        LoadRequest::Host { id, settings, setup, is_local, analysis } => {
            let rights = (is_local, analysis);
            let opened = room_game::host(services, &id, &settings, &setup, rights);
            LoadResult::RoomOpened { opened: Box::new(opened) }
        }
        LoadRequest::HostAgain(path) => {
            let opened = Box::new(room_game::host_again(services, &path));
            LoadResult::RoomOpened { opened }
        }
        LoadRequest::Room { state, own } => {
            let board = room_game::open(services, &state, own).map(LoadedBoard::out);
            let board = board.map_err(|refusal| room_game::name_plugin(services, &state, refusal));
            LoadResult::RoomGameOpened { game: state.game, begun: Box::new(board) }
        }
        LoadRequest::KeepPlugin { name, file } => {
            LoadResult::PluginKept(services.keep_plugin(&name, &file))
        }
        LoadRequest::Paste { ruleset, setup, text } => {
            let before = saved_games::is_record(&text);
            begun(saved_games::open_pasted(services, ruleset, *setup, &text), before)
        }
        LoadRequest::Example { id, at } => {
            let game = saved_games::open_example(services, &id, at);
            let board = game.map(LoadedBoard::of_example);
            LoadResult::Opened { begun: Box::new(board), before: true }
        }
        LoadRequest::Mail(task) => mail_done(services, *task),
        LoadRequest::Record(path) => match mail_tasks::task_of(services, &path) {
            Some(task) => mail_done(services, task),
            None => begun_file(services, &path),
        },
        LoadRequest::InstallGame { offer, record } => match services.install_game(&offer) {
            Ok(()) => begun_file(services, &record),
            Err(refusal) => begun(Err(refusal), true),
        },
        LoadRequest::AddFile(path) => {
            LoadResult::FileAdded { file: add_file(services, &path), path }
        }
        LoadRequest::Exercise { id, kind, at, learned } => {
            let opened = Course::open(services, id, kind, at, &learned);
            LoadResult::ExerciseOpened(Box::new(opened))
        }
        LoadRequest::Resume(path) => begun_file(services, &path),
    }
}

fn mail_done<G>(services: &dyn Services, task: MailTask) -> LoadResult<G> {
    LoadResult::MailDone(Box::new(mail_tasks::run(services, task)))
}

fn list_games(services: &dyn Services) -> Vec<GameEntry> {
    let mut games = services.records().map(|folder| my_games::list(&folder)).unwrap_or_default();
    if current_language() != ENGLISH {
        my_games::translate(&mut games, |game| {
            services.texts(&game.ruleset).or_else(|| texts_of_copy(services, game))
        });
    }
    games
}

/// Returns the texts of a record's own copy of its ruleset, of one that the library lacks.
fn texts_of_copy(services: &dyn Services, game: &GameEntry) -> Option<Arc<Translation>> {
    let record = my_games::read(&my_games::path_of(&services.records()?, &game.file)).ok()?;
    let none = Overrides::new();
    let source = services.open_text(&record.ruleset, &record.ruleset_toml, &none).ok()?;
    source.ruleset.spoken().cloned()
}

fn add_file(services: &dyn Services, file: &Path) -> Result<AddedFile, Refusal> {
    let Some(name) = services.add_file(file)? else { return Ok(AddedFile::Ruleset) };
    let all = services.rulesets().into_iter();
    let rulesets = all.filter(|listed| listed.family == name).map(|listed| listed.id).collect();
    Ok(AddedFile::Plugin { name, rulesets })
}

/// Continues a record, or an unfinished match from its journal.
fn begun_file<G>(services: &dyn Services, path: &Path) -> LoadResult<G> {
    let game = saved_games::open(services, path);
    begun(game.map_err(|refusal| saved_games::with_offer(services, path, refusal)), true)
}

fn begun<G>(game: Result<Match, Refusal>, before: bool) -> LoadResult<G> {
    LoadResult::Opened { begun: Box::new(game.map(LoadedBoard::out)), before }
}

fn preview<G: StartView>(
    read: LoadedRuleset,
    seed: Option<u64>,
    seat_options: Vec<String>,
) -> Result<RulesetPreview<G>, Refusal> {
    let LoadedRuleset { source, game, dropped } = read;
    let explained = game.explain().map_err(Refusal::PluginError)?;
    let start = G::of_start(&source, &*game, seed).map_err(Refusal::PluginError)?;
    let seats = game.about().map_err(Refusal::PluginError)?.seats.into();
    Ok(RulesetPreview { source, start, seats, seat_options, game: Some(game), explained, dropped })
}

/// Replays the match under the new rules if they changed, and lays out its board.
fn reload(read: LoadedRuleset, current_match: Option<Box<CurrentMatch>>) -> Reload {
    let LoadedRuleset { source, game, dropped } = read;
    let changed = current_match.filter(|current_match| !current_match.source.is_same_as(&source));
    let reloaded_board = changed.map(|current_match| {
        let CurrentMatch { lines, view, .. } = *current_match;
        lines.replay(source.clone(), game).map(|tried| ReloadedBoard::out(tried, view))
    });
    Reload { source, reloaded_board, dropped }
}

fn begin(
    services: &dyn Services,
    (source, game): OpenedRuleset,
    setup: MatchSetup,
    moves: &str,
) -> Result<Match, Refusal> {
    let mut game = Match::begin(source, game, setup, moves).map_err(Refusal::from)?;
    if let Some(folder) = services.records() {
        saved_games::keep(&mut game, &folder);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use boardloom_ruleset::Overrides;

    use super::*;

    fn reload(ticket: u64) -> LoadRequest {
        LoadRequest::Reload {
            name: String::new(),
            settings: Overrides::new(),
            current_match: None,
            ticket,
        }
    }

    fn look(ticket: u64) -> LoadRequest {
        LoadRequest::preview(String::new(), Overrides::new(), ticket)
    }

    fn names<'a>(jobs: impl IntoIterator<Item = &'a LoadRequest>) -> Vec<String> {
        let name = |job: &LoadRequest| match job {
            LoadRequest::List => "list".to_owned(),
            LoadRequest::Preview { ticket, .. } => format!("look {ticket}"),
            LoadRequest::Reload { ticket, .. } => format!("reload {ticket}"),
            _ => "other".to_owned(),
        };
        jobs.into_iter().map(name).collect()
    }

    #[test]
    fn an_edit_after_the_other_waits_once() {
        let mut queue = Queue::default();
        queue.push(look(1), true);
        for ticket in 2..9 {
            queue.push(reload(ticket), true);
            queue.push(LoadRequest::List, false);
            queue.push(look(0), false);
        }
        // Previews are of many rulesets: none replaces another.
        assert_eq!(names(&queue.urgent), ["look 1", "reload 8"]);
        assert_eq!(names(&queue.idle)[..2], ["list", "look 0"]);
        assert_eq!(queue.idle.len(), 8);
        // The list does not wait behind thumbnails.
        queue.push(LoadRequest::List, true);
        queue.push(LoadRequest::List, false);
        assert_eq!(names(&queue.urgent), ["look 1", "reload 8", "list"]);
        assert_eq!(queue.idle.len(), 7);
    }
}
