//! The computer's player: a thread with an instance of the game of its own. It
//! searches in slices, so that it can be watched, hurried and stopped.
#![forbid(unsafe_code)]

mod commentary;
mod level;
mod thread;
mod weighing;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use boardloom_contract::{SearchProgress, Seat, Variation};

pub use commentary::Commentary;
pub use level::{Level, level, levels};
pub use weighing::MoveQuality;

use boardloom_match::{GameSource, MovePath, chance_number};

/// How much memory a search may take where nobody says, in bytes.
pub const MEMORY: u64 = 128 << 20;

/// Returns the seed of the search at a ply of a match. Every search of the program
/// is seeded by it, so that the window, the terminal, text mode, engines and the
/// arena answer the same match with the same moves.
pub fn search_seed(match_seed: u64, ply: u32) -> u64 {
    chance_number(match_seed, ply)
}

/// What the computer is to find out.
#[derive(Debug, Clone, PartialEq)]
pub enum Goal {
    /// Play a move at a level.
    Move(Level),
    /// Play a move at a level, and weigh the move before it, for a remark.
    Reply(Level),
    /// Advise a person: the best moves, for so long.
    Hint(Duration),
    /// Go on until stopped, and report.
    Analysis,
}

impl Goal {
    /// Returns the level to play at, where a move is to be played.
    fn level(&self) -> Option<&Level> {
        match self {
            Goal::Move(level) | Goal::Reply(level) => Some(level),
            Goal::Hint(_) | Goal::Analysis => None,
        }
    }
}

/// A task for the computer: the way to a position, who is to move there, and
/// what to find out.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Tells its answers from those of other tasks.
    pub number: u64,
    /// How to get to the position.
    pub move_path: MovePath,
    /// Who is to move.
    pub seat: Seat,
    /// What to find out.
    pub goal: Goal,
    /// What chance in the search and the noise of weak levels are drawn from.
    pub seed: u64,
    /// How many lines to report.
    pub lines: u16,
}

/// What the computer says.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// How far it is, ten times a second or so.
    Progress {
        /// Of which task.
        task: u64,
        /// Nodes, memory, and whether it is finished.
        progress: SearchProgress,
        /// The best lines, best first.
        lines: Vec<Variation>,
    },
    /// The move that it plays.
    Move {
        /// Of which task.
        task: u64,
        /// Who plays it.
        seat: Seat,
        /// Its notation.
        mv: String,
        /// How long it thought.
        took: Duration,
        /// Nodes searched for it.
        nodes: u64,
        /// The best lines, best first; empty for a blind move.
        lines: Vec<Variation>,
        /// What the move before it was worth, where that was asked for and can be
        /// told.
        weighed: Option<MoveQuality>,
    },
    /// A hint or an analysis ended: these are the best lines.
    Done {
        /// Of which task.
        task: u64,
        /// The best lines, best first.
        lines: Vec<Variation>,
    },
    /// It stopped because it was told to.
    Stopped {
        /// Of which task.
        task: u64,
    },
    /// The plugin failed twice, or the game could not be opened.
    Failed {
        /// Of which task.
        task: u64,
        /// What happened.
        why: String,
    },
}

impl News {
    /// Returns the task that the news is of.
    pub fn task(&self) -> u64 {
        match self {
            News::Progress { task, .. }
            | News::Move { task, .. }
            | News::Done { task, .. }
            | News::Stopped { task }
            | News::Failed { task, .. } => *task,
        }
    }
}

/// What the thread is told.
enum Order {
    Begin(Box<Task>),
    Stop,
    MoveNow,
    Quit,
}

/// The computer: one thread, one task at a time.
pub struct Computer {
    orders: Sender<Order>,
    news: Receiver<News>,
    thread: Option<std::thread::JoinHandle<()>>,
    number: u64,
    busy: Option<u64>,
}

impl Computer {
    /// Starts the thread. `wake` is called after each piece of news, on that
    /// thread, so that a sleeping window looks for it.
    pub fn new(source: GameSource, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self::with_memory(source, MEMORY, wake)
    }

    /// As [`Computer::new`], with so many bytes for what a search keeps.
    pub fn with_memory(source: GameSource, memory: u64, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let (orders, to_do) = channel();
        let (say, news) = channel();
        let work = move || {
            let tell = Box::new(move |what| {
                // Nobody listens any more once the computer was dropped.
                let _ = say.send(what);
                wake();
            });
            thread::Worker::new(source, memory, to_do, tell).run();
        };
        let thread = std::thread::Builder::new().name("computer".to_owned()).spawn(work).ok();
        Computer { orders, news, thread, number: 0, busy: None }
    }

    /// Gives it a task, and stops what it did. Returns the task's number.
    pub fn begin(
        &mut self,
        move_path: MovePath,
        seat: Seat,
        goal: Goal,
        seed: u64,
        lines: u16,
    ) -> u64 {
        self.number += 1;
        let number = self.number;
        self.order(Order::Begin(Box::new(Task { number, move_path, seat, goal, seed, lines })));
        self.busy = Some(number);
        number
    }

    /// Stops it; it says [`News::Stopped`] where it was at work.
    pub fn stop(&mut self) {
        self.busy = None;
        self.order(Order::Stop);
    }

    /// Makes it play the best move that it knows by now.
    pub fn move_now(&mut self) {
        self.order(Order::MoveNow);
    }

    /// Returns the number of the task that it is at.
    pub fn busy(&self) -> Option<u64> {
        self.busy
    }

    /// Returns the next piece of news of the task that it is at, without
    /// waiting. News of tasks that were given up are dropped.
    pub fn news(&mut self) -> Option<News> {
        loop {
            let news = self.news.try_recv().ok()?;
            if let Some(news) = self.sort(news) {
                return Some(news);
            }
        }
    }

    /// As [`Computer::news`], waiting up to `patience` for it.
    pub fn wait(&mut self, patience: Duration) -> Option<News> {
        let end = std::time::Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(std::time::Instant::now());
            let news = self.news.recv_timeout(left).ok()?;
            if let Some(news) = self.sort(news) {
                return Some(news);
            }
        }
    }

    fn sort(&mut self, news: News) -> Option<News> {
        if self.busy != Some(news.task()) {
            return None;
        }
        if !matches!(news, News::Progress { .. }) {
            self.busy = None;
        }
        Some(news)
    }

    fn order(&self, order: Order) {
        // The thread ends only when told, or when it could not start: then no
        // news comes, and `is_alive` says so.
        let _ = self.orders.send(order);
    }

    /// Tells whether the thread runs.
    pub fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|t| !t.is_finished())
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        // It ends at the end of its slice; nobody waits for it, for a plugin
        // may take its time.
        self.order(Order::Quit);
    }
}

impl std::fmt::Debug for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Computer").field("busy", &self.busy).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod fake {
    pub(crate) fn source(row: &str) -> boardloom_match::GameSource {
        let (rules, ruleset) = boardloom_testing::row(row);
        boardloom_match::GameSource::new(rules, ruleset)
    }
}
