//! What takes its time, on a thread of its own: finding rulesets, loading
//! plugins, opening games.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use boardloom_contract::Game;
use boardloom_play::{Match, Setup, Table};
use boardloom_ruleset::Settings;

use crate::glimpse::Glimpse;
use crate::playing::Laid;
use crate::reading;
use crate::resume::{self, Unfinished};
use crate::services::{Listed, Refusal, Services, Wake};

/// What the thread is asked to do.
pub enum Job {
    /// Find all rulesets and unfinished games.
    List,
    /// Open a ruleset and draw its start.
    Look {
        /// The ruleset.
        id: String,
        /// Options chosen.
        settings: Settings,
        /// Comes back with the answer.
        ticket: u64,
    },
    /// Look again at a ruleset of which something may have changed. Choices that
    /// it does not offer any more are left out.
    LookAgain {
        /// The ruleset.
        id: String,
        /// Options chosen.
        settings: Settings,
        /// Comes back with the answer.
        ticket: u64,
    },
    /// Read a ruleset and its plugin again, for the match that is played by it.
    Reload {
        /// The ruleset's id, or its file.
        name: String,
        /// Options chosen.
        settings: Settings,
        /// Comes back with the answer.
        ticket: u64,
    },
    /// Begin a match.
    Begin {
        /// The ruleset.
        id: String,
        /// Options chosen.
        settings: Settings,
        /// Players, seed, start.
        setup: Box<Setup>,
    },
    /// Take an unfinished match up again, from its journal.
    Resume(PathBuf),
    /// Go on with a record.
    Record(PathBuf),
}

/// What a ruleset looks like before a game.
#[derive(Debug)]
pub struct Look {
    /// The plugin and the ruleset, options applied.
    pub table: Table,
    /// The board at the start.
    pub glimpse: Glimpse,
    /// The rules in force.
    pub explained: Vec<String>,
    /// Keys that were chosen and are not offered any more.
    pub dropped: Vec<String>,
}

/// A ruleset that was read again, and opened.
pub struct Reload {
    /// The plugin and the ruleset, options applied.
    pub table: Table,
    /// The game, for the match to go on in.
    pub game: Box<dyn Game>,
    /// Keys that were chosen and are not offered any more.
    pub dropped: Vec<String>,
}

/// What came of reading a ruleset again.
pub type Reloaded = Result<Reload, Refusal>;

/// What came of a job.
pub enum Done {
    /// Of [`Job::List`].
    Listed {
        /// All rulesets.
        rulesets: Vec<Listed>,
        /// The games that were not ended, the newest first.
        unfinished: Vec<Unfinished>,
    },
    /// Of [`Job::Look`] and [`Job::LookAgain`].
    Looked {
        /// The ruleset.
        id: String,
        /// What the job was given.
        ticket: u64,
        /// What was seen.
        look: Box<Result<Look, Refusal>>,
    },
    /// Of [`Job::Reload`].
    Reloaded {
        /// What the job was given.
        ticket: u64,
        /// What was read.
        reloaded: Box<Reloaded>,
    },
    /// Of [`Job::Begin`], [`Job::Resume`] and [`Job::Record`].
    Begun(Box<Result<Laid, Refusal>>),
}

#[derive(Default)]
struct Queue {
    urgent: VecDeque<Job>,
    idle: VecDeque<Job>,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    filled: Condvar,
}

/// The thread, from the panels' side.
pub struct Worker {
    shared: Arc<Shared>,
    done: Receiver<Done>,
}

impl Worker {
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
        Worker { shared, done }
    }

    /// Hands a job over; what a person waits for goes before thumbnails.
    pub fn ask(&self, job: Job, urgent: bool) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if urgent {
            queue.urgent.push_back(job)
        } else {
            queue.idle.push_back(job)
        }
        drop(queue);
        self.shared.filled.notify_one();
    }

    /// Forgets what nobody waits for any more.
    pub fn forget_idle(&self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).idle.clear();
    }

    /// Returns what was done since the last call.
    pub fn done(&self) -> impl Iterator<Item = Done> + '_ {
        self.done.try_iter()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.shared.filled.notify_all();
    }
}

fn serve(shared: &Shared, services: &dyn Services, done: &Sender<Done>, wake: &Wake) {
    while let Some(job) = next(shared) {
        if done.send(perform(services, job)).is_err() {
            return;
        }
        wake();
    }
}

fn next(shared: &Shared) -> Option<Job> {
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

fn perform(services: &dyn Services, job: Job) -> Done {
    match job {
        Job::List => Done::Listed {
            rulesets: services.rulesets(),
            unfinished: services.records().map(|folder| resume::find(&folder)).unwrap_or_default(),
        },
        Job::Look { id, settings, ticket } => {
            let look = Box::new(look(services, &id, &settings));
            Done::Looked { id, ticket, look }
        }
        Job::LookAgain { id, settings, ticket } => {
            let read = reading::again(services, &id, &settings);
            let look = read.and_then(|read| seen(read.table, &*read.game, read.dropped));
            Done::Looked { id, ticket, look: Box::new(look) }
        }
        Job::Reload { name, settings, ticket } => {
            let reloaded = Box::new(reading::again(services, &name, &settings));
            Done::Reloaded { ticket, reloaded }
        }
        Job::Begin { id, settings, setup } => begun(begin(services, &id, &settings, *setup)),
        Job::Record(path) => begun(resume::open(services, &path)),
        Job::Resume(path) => begun(resume::resume(services, &path)),
    }
}

fn begun(game: Result<Match, Refusal>) -> Done {
    Done::Begun(Box::new(game.map(Laid::out)))
}

fn look(services: &dyn Services, id: &str, settings: &Settings) -> Result<Look, Refusal> {
    let table = services.open(id, settings)?;
    let game = table.open()?;
    seen(table, &*game, Vec::new())
}

fn seen(table: Table, game: &dyn Game, dropped: Vec<String>) -> Result<Look, Refusal> {
    let explained = game.explain().map_err(Refusal::Fault)?;
    let glimpse = Glimpse::of_start(&table, game).map_err(Refusal::Fault)?;
    let explained = explained.into_iter().map(|message| message.text).collect();
    Ok(Look { table, glimpse, explained, dropped })
}

fn begin(
    services: &dyn Services,
    id: &str,
    settings: &Settings,
    setup: Setup,
) -> Result<Match, Refusal> {
    let table = services.open(id, settings)?;
    let mut game = Match::new(table, setup).map_err(Refusal::from)?;
    if let Some(folder) = services.records() {
        resume::keep(&mut game, &folder);
    }
    Ok(game)
}
