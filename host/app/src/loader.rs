//! A thread for what takes time: finding rulesets, loading plugins, opening games.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use boardloom_contract::{OpenGame, PluginResult};
use boardloom_match::GameSource;
use boardloom_match::Match;
use boardloom_match::MatchError;
use boardloom_match::MatchSetup;
use boardloom_match::MatchSnapshot;
use boardloom_ruleset::Overrides;

use crate::ruleset_loader::{self, Reading};
use crate::saved_games::{self, SavedGame, UnfinishedGame};
use crate::services::{Refusal, RulesetEntry, Services, Wake};
use crate::session::{LoadedBoard, ReloadedBoard};

/// What a front end draws of a ruleset before a game.
pub trait StartView: Sized + Send + 'static {
    /// Reads the start of a game; with a seed, after what chance draws before the
    /// first move.
    ///
    /// # Errors
    /// When the plugin fails.
    fn of_start(source: &GameSource, game: &dyn OpenGame, seed: Option<u64>) -> PluginResult<Self>;

    /// Returns how many seats the game has.
    fn seats(&self) -> u8;
}

/// What the thread is asked to do.
pub enum LoadRequest {
    /// Find all rulesets and unfinished games.
    List,
    /// Open a ruleset and draw its start.
    Preview {
        /// The ruleset.
        id: String,
        /// Options chosen.
        settings: Overrides,
        /// What chance draws before the first move; without one it draws nothing.
        seed: Option<u64>,
        /// Comes back with the answer.
        ticket: u64,
    },
    /// Preview again a ruleset of which something may have changed. Choices that
    /// it does not offer any more are left out.
    PreviewAgain {
        /// The ruleset.
        id: String,
        /// Options chosen.
        settings: Overrides,
        /// As for [`LoadRequest::Preview`].
        seed: Option<u64>,
        /// Comes back with the answer.
        ticket: u64,
    },
    /// Read a ruleset and its plugin again, for the match that is played by it.
    Reload {
        /// The ruleset's id, or its file.
        name: String,
        /// Options chosen.
        settings: Overrides,
        /// The match that is to go on by it; none where only what the files hold is
        /// to be known.
        current_match: Option<Box<CurrentMatch>>,
        /// Comes back with the answer.
        ticket: u64,
    },
    /// Begin a match.
    Begin {
        /// The ruleset.
        id: String,
        /// Options chosen.
        settings: Overrides,
        /// What a look at the same ruleset with the same options opened.
        opened: Option<OpenedRuleset>,
        /// Players, seed, start.
        setup: Box<MatchSetup>,
        /// Moves to play first, as a list.
        moves: String,
    },
    /// Begin a match from a text that was copied: a record, or a position or list of
    /// moves of a ruleset.
    Paste {
        /// The ruleset; none where none is at hand, for a record alone.
        ruleset: Option<(String, Overrides)>,
        /// Players, seed.
        setup: Box<MatchSetup>,
        /// The text.
        text: String,
    },
    /// Take an unfinished match up again, from its journal.
    Resume(PathBuf),
    /// Go on with a record.
    Record(PathBuf),
    /// Use the file of a ruleset or plugin, wherever it is.
    AddFile(PathBuf),
}

impl LoadRequest {
    /// Tells whether a job that waits need not be done any more once this one is
    /// asked for: files that change while somebody types are read as they are at
    /// last.
    fn replaces(&self, waiting: &LoadRequest) -> bool {
        matches!(
            (self, waiting),
            (LoadRequest::List, LoadRequest::List)
                | (LoadRequest::PreviewAgain { .. }, LoadRequest::PreviewAgain { .. })
                | (LoadRequest::Reload { .. }, LoadRequest::Reload { .. })
        )
    }
}

/// A ruleset that was opened.
pub type OpenedRuleset = (GameSource, Box<dyn OpenGame>);

/// A match at hand, as it stood when its ruleset was to be read again.
pub struct CurrentMatch {
    /// The rules in force.
    pub source: GameSource,
    /// Its lines.
    pub lines: MatchSnapshot,
    /// The view in which its board is shown.
    pub view: u16,
}

/// What a ruleset looks like before a game.
pub struct RulesetPreview<G> {
    /// The plugin and the ruleset, options applied.
    pub source: GameSource,
    /// The board at the start.
    pub start: G,
    /// The game, for whoever plays by what was seen; taken by the first.
    pub game: Option<Box<dyn OpenGame>>,
    /// The rules in force.
    pub explained: Vec<String>,
    /// Keys that were chosen and are not offered any more.
    pub dropped: Vec<String>,
}

impl<G> std::fmt::Debug for RulesetPreview<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Look").field("table", &self.source).finish_non_exhaustive()
    }
}

/// A ruleset that was read again.
pub struct Reload {
    /// The plugin and the ruleset, options applied.
    pub source: GameSource,
    /// What the match at hand comes to by it; none where there is none, or where it
    /// is as it was.
    pub reloaded_board: Option<Result<ReloadedBoard, MatchError>>,
    /// Keys that were chosen and are not offered any more.
    pub dropped: Vec<String>,
}

/// What came of reading a ruleset again.
pub type Reloaded = Result<Reload, Refusal>;

/// What came of a job.
pub enum LoadResult<G> {
    /// Of [`LoadRequest::List`].
    Listed {
        /// All rulesets.
        rulesets: Vec<RulesetEntry>,
        /// The games that were not ended, the newest first.
        unfinished: Vec<UnfinishedGame>,
        /// The games that were saved, the newest first.
        recent: Vec<SavedGame>,
    },
    /// Of [`LoadRequest::Preview`] and [`LoadRequest::PreviewAgain`].
    Previewed {
        /// The ruleset.
        id: String,
        /// What the job was given.
        ticket: u64,
        /// What was seen.
        look: Box<Result<RulesetPreview<G>, Refusal>>,
    },
    /// Of [`LoadRequest::Reload`].
    Reloaded {
        /// What the job was given.
        ticket: u64,
        /// What was read.
        reloaded: Box<Reloaded>,
    },
    /// Of [`LoadRequest::Begin`], [`LoadRequest::Paste`], [`LoadRequest::Resume`] and [`LoadRequest::Record`].
    Opened {
        /// The match.
        begun: Box<Result<LoadedBoard, Refusal>>,
        /// Whether it was begun before and goes on now.
        before: bool,
    },
    /// Of [`LoadRequest::AddFile`].
    FileAdded {
        /// The file.
        path: PathBuf,
        /// What can be played by it.
        file: Result<AddedFile, Refusal>,
    },
}

/// What can be played by a file that somebody opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddedFile {
    /// It is a ruleset.
    Ruleset,
    /// It is a plugin.
    Plugin {
        /// Its name.
        name: String,
        /// The rulesets that are for it, by id.
        rulesets: Vec<String>,
    },
}

#[derive(Default)]
struct Queue {
    urgent: VecDeque<LoadRequest>,
    idle: VecDeque<LoadRequest>,
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

/// The thread, from the panels' side.
pub struct Loader<G> {
    shared: Arc<Shared>,
    done: Receiver<LoadResult<G>>,
}

impl<G: StartView> Loader<G> {
    /// Starts the thread.
    pub fn new(services: Arc<dyn Services>, wake: Wake) -> Self {
        let shared = Arc::new(Shared { queue: Mutex::default(), filled: Condvar::new() });
        let (sender, done) = channel();
        let theirs = Arc::clone(&shared);
        let started = std::thread::Builder::new()
            .name("loader".to_owned())
            .spawn(move || serve(&theirs, &*services, &sender, &wake));
        if let Err(error) = started {
            tracing::error!(%error, "the loader's thread could not be started");
        }
        Loader { shared, done }
    }

    /// Hands a job over; what a person waits for goes before the rest. One of its
    /// kind that waits already may be replaced by it.
    pub fn ask(&self, job: LoadRequest, urgent: bool) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.push(job, urgent);
        drop(queue);
        self.shared.filled.notify_one();
    }

    /// Drops waiting requests for thumbnails.
    pub fn forget_thumbnails(&self) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.idle.retain(|job| !matches!(job, LoadRequest::Preview { .. }));
    }

    /// Returns what was done since the last call.
    pub fn done(&self) -> impl Iterator<Item = LoadResult<G>> + '_ {
        self.done.try_iter()
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
    done: &Sender<LoadResult<G>>,
    wake: &Wake,
) {
    while let Some(job) = next(shared) {
        if done.send(perform(services, job)).is_err() {
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
        if job.is_some() {
            return job;
        }
        queue = shared.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

fn perform<G: StartView>(services: &dyn Services, job: LoadRequest) -> LoadResult<G> {
    match job {
        LoadRequest::List => LoadResult::Listed {
            rulesets: services.rulesets(),
            unfinished: services
                .records()
                .map(|folder| saved_games::find(&folder))
                .unwrap_or_default(),
            recent: services
                .records()
                .map(|folder| saved_games::recent(&folder))
                .unwrap_or_default(),
        },
        LoadRequest::Preview { id, settings, seed, ticket } => {
            let look = Box::new(look(services, &id, &settings, seed));
            LoadResult::Previewed { id, ticket, look }
        }
        LoadRequest::PreviewAgain { id, settings, seed, ticket } => {
            let read = ruleset_loader::again(services, &id, &settings);
            let look = read.and_then(|read| seen(read, seed));
            LoadResult::Previewed { id, ticket, look: Box::new(look) }
        }
        LoadRequest::Reload { name, settings, current_match, ticket } => {
            let read = ruleset_loader::again(services, &name, &settings);
            let reloaded = Box::new(read.map(|read| reload(read, current_match)));
            LoadResult::Reloaded { ticket, reloaded }
        }
        LoadRequest::Begin { id, settings, opened, setup, moves } => {
            let opened = match opened {
                Some(opened) => Ok(opened),
                None => open(services, &id, &settings),
            };
            begun(opened.and_then(|opened| begin(services, opened, *setup, &moves)), false)
        }
        LoadRequest::Paste { ruleset, setup, text } => {
            let before = saved_games::is_record(&text);
            begun(saved_games::pasted(services, ruleset, *setup, &text), before)
        }
        LoadRequest::Record(path) => begun(saved_games::open(services, &path), true),
        LoadRequest::AddFile(path) => {
            LoadResult::FileAdded { file: add_file(services, &path), path }
        }
        LoadRequest::Resume(path) => begun(saved_games::resume(services, &path), true),
    }
}

fn add_file(services: &dyn Services, file: &Path) -> Result<AddedFile, Refusal> {
    let Some(name) = services.add_file(file)? else { return Ok(AddedFile::Ruleset) };
    let all = services.rulesets().into_iter();
    let rulesets = all.filter(|listed| listed.family == name).map(|listed| listed.id).collect();
    Ok(AddedFile::Plugin { name, rulesets })
}

fn begun<G>(game: Result<Match, Refusal>, before: bool) -> LoadResult<G> {
    LoadResult::Opened { begun: Box::new(game.map(LoadedBoard::out)), before }
}

fn open(services: &dyn Services, id: &str, settings: &Overrides) -> Result<OpenedRuleset, Refusal> {
    let source = services.open(id, settings)?;
    let game = source.open()?;
    Ok((source, game))
}

fn look<G: StartView>(
    services: &dyn Services,
    id: &str,
    settings: &Overrides,
    seed: Option<u64>,
) -> Result<RulesetPreview<G>, Refusal> {
    let (source, game) = open(services, id, settings)?;
    seen(Reading { source, game, dropped: Vec::new() }, seed)
}

fn seen<G: StartView>(read: Reading, seed: Option<u64>) -> Result<RulesetPreview<G>, Refusal> {
    let Reading { source, game, dropped } = read;
    let explained = game.explain().map_err(Refusal::PluginError)?;
    let start = G::of_start(&source, &*game, seed).map_err(Refusal::PluginError)?;
    let explained = explained.into_iter().map(|message| message.text).collect();
    Ok(RulesetPreview { source, start, game: Some(game), explained, dropped })
}

/// Tries the lines of the match at hand where the rules are others now, and lays
/// its board out.
fn reload(read: Reading, current_match: Option<Box<CurrentMatch>>) -> Reload {
    let Reading { source, game, dropped } = read;
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
        LoadRequest::Preview { id: String::new(), settings: Overrides::new(), seed: None, ticket }
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
        // Looks are of many rulesets: none stands for another.
        assert_eq!(names(&queue.urgent), ["look 1", "reload 8"]);
        assert_eq!(names(&queue.idle)[..2], ["list", "look 0"]);
        assert_eq!(queue.idle.len(), 8);
        // Whoever waits for the list does not wait for thumbnails.
        queue.push(LoadRequest::List, true);
        queue.push(LoadRequest::List, false);
        assert_eq!(names(&queue.urgent), ["look 1", "reload 8", "list"]);
        assert_eq!(queue.idle.len(), 7);
    }
}
