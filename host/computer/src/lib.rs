//! The computer player: a thread with its own instance of the game. It searches in
//! slices, so that it can report, move at once, and stop.
#![forbid(unsafe_code)]

mod commentary;
mod level;
mod move_review;
mod rounds;
mod worker;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use boardloom_contract::{SearchProgress, Seat, Variation};

pub use commentary::Commentary;
pub use level::{Level, USUAL_LEVEL, level, levels};
pub use move_review::{MoveQuality, MoveReview};

use boardloom_match::{GameSource, MovePath, Observer, chance_number};
use worker::Worker;

pub const MEMORY: u64 = 128 << 20;

/// Returns the seed of the search at a ply of a match. Every search that chooses a move
/// is seeded by it, so that levels with a node limit answer the same match with the same
/// moves in window, terminal, text mode, engines and arena. Reviews have a fixed seed.
pub fn search_seed(match_seed: u64, ply: u32) -> SearchSeed {
    SearchSeed(chance_number(match_seed, ply))
}

/// Made only by [`search_seed`], so that every caller of [`Computer::begin`] seeds searches alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSeed(u64);

#[derive(Debug, Clone, PartialEq)]
pub enum SearchGoal {
    Move(Level),
    /// Play a move, and review the move before it for the commentary.
    Reply(Level),
    /// Find the best moves within this time.
    Hint(Duration),
    /// Search and report until stopped, with what an observer knows; without one everything is
    /// known.
    Analysis(Option<Observer>),
}

impl SearchGoal {
    fn level(&self) -> Option<&Level> {
        match self {
            SearchGoal::Move(level) | SearchGoal::Reply(level) => Some(level),
            SearchGoal::Hint(_) | SearchGoal::Analysis(_) => None,
        }
    }

    /// Returns who decides what a search for a seat may know.
    fn observer(&self, seat: Seat) -> Option<Observer> {
        match self {
            SearchGoal::Analysis(observer) => *observer,
            SearchGoal::Move(_) | SearchGoal::Reply(_) | SearchGoal::Hint(_) => {
                Some(Observer::Seat(seat))
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct SearchTask {
    pub number: u64,
    pub move_path: MovePath,
    pub seat: Seat,
    pub goal: SearchGoal,
    /// Seeds chance in the search and the random moves of weak levels.
    pub seed: u64,
    pub lines: u16,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SearchEvent {
    /// Sent about ten times a second.
    Progress {
        progress: SearchProgress,
        /// Best first.
        lines: Vec<Variation>,
    },
    Move {
        seat: Seat,
        mv: String,
        took: Duration,
        nodes: u64,
        /// Best first; empty for a move without a search.
        lines: Vec<Variation>,
        /// The quality of the move before, if it was requested and known.
        review: Option<MoveQuality>,
    },
    /// A hint or an analysis ended.
    Done {
        /// Best first.
        lines: Vec<Variation>,
    },
    /// A review ended; `None` if the move was no player's choice, or the board needs more time.
    Reviewed {
        review: Option<MoveReview>,
    },
    Stopped,
    /// The plugin failed twice, or the game could not be opened.
    Failed {
        why: String,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct FoundMove {
    pub mv: String,
    pub took: Duration,
    pub nodes: u64,
}

/// The time between checks whether a waiting caller still wants the move.
const PATIENCE: Duration = Duration::from_millis(50);

enum Command {
    Begin(Box<SearchTask>),
    Review(u64, MovePath),
    Stop,
    MoveNow,
    Quit,
}

/// The computer player: one thread, one task at a time.
#[derive(Debug)]
pub struct Computer {
    commands: Sender<Command>,
    /// By the numbers of their tasks.
    events: Receiver<(u64, SearchEvent)>,
    thread: Option<std::thread::JoinHandle<()>>,
    number: u64,
    busy: Option<u64>,
}

impl Computer {
    /// Starts the thread. It calls `wake` after each event, to wake a sleeping front end.
    pub fn new(source: GameSource, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self::with_memory(source, MEMORY, wake)
    }

    pub fn with_memory(source: GameSource, memory: u64, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        let (sender, commands) = channel();
        let (reports, events) = channel();
        let send = Box::new(move |task, event| {
            // The receiver is gone once the computer was dropped.
            let _ = reports.send((task, event));
            wake();
        });
        let work = move || {
            Worker { source, memory, commands, send, instance: None, reviewer: None }.run();
        };
        let thread = std::thread::Builder::new().name("computer".to_owned()).spawn(work).ok();
        let commands = sender;
        Computer { commands, events, thread, number: 0, busy: None }
    }

    /// Starts a task in place of the current one.
    pub fn begin(
        &mut self,
        move_path: MovePath,
        seat: Seat,
        goal: SearchGoal,
        seed: SearchSeed,
        lines: u16,
    ) {
        let number = self.next_number();
        let task = SearchTask { number, move_path, seat, goal, seed: seed.0, lines };
        self.send(Command::Begin(Box::new(task)));
    }

    /// Reviews the last move of a path, in place of the current task.
    pub fn review(&mut self, move_path: MovePath) {
        let number = self.next_number();
        self.send(Command::Review(number, move_path));
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.busy = Some(self.number);
        self.number
    }

    /// Stops the current task; [`SearchEvent::Stopped`] follows.
    pub fn stop(&mut self) {
        self.busy = None;
        self.send(Command::Stop);
    }

    /// Ends the search: the best move so far is played.
    pub fn move_now(&mut self) {
        self.send(Command::MoveNow);
    }

    /// Returns the next event of the current task without waiting.
    pub fn next_event(&mut self) -> Option<SearchEvent> {
        loop {
            let event = self.events.try_recv().ok()?;
            if let Some(event) = self.accept(event) {
                return Some(event);
            }
        }
    }

    /// As [`Computer::next_event`], waiting up to `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<SearchEvent> {
        let end = std::time::Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(std::time::Instant::now());
            let event = self.events.recv_timeout(left).ok()?;
            if let Some(event) = self.accept(event) {
                return Some(event);
            }
        }
    }

    /// Waits for the move of the current task, or its error. `None` once the move is not wanted.
    pub fn wait_for_move(
        &mut self,
        is_wanted: impl Fn() -> bool,
    ) -> Option<Result<FoundMove, String>> {
        while is_wanted() {
            return Some(match self.wait(PATIENCE) {
                Some(SearchEvent::Move { mv, took, nodes, .. }) => {
                    Ok(FoundMove { mv, took, nodes })
                }
                Some(SearchEvent::Failed { why, .. }) => Err(why),
                Some(SearchEvent::Progress { .. }) => continue,
                Some(_) => Err("it found no move".to_owned()),
                None if self.is_alive() => continue,
                None => Err("its thread ended".to_owned()),
            });
        }
        None
    }

    /// Drops events of tasks that were given up.
    fn accept(&mut self, (task, event): (u64, SearchEvent)) -> Option<SearchEvent> {
        if self.busy != Some(task) {
            return None;
        }
        if !matches!(event, SearchEvent::Progress { .. }) {
            self.busy = None;
        }
        Some(event)
    }

    fn send(&self, command: Command) {
        // Sending fails only if the thread has ended or could not start: then no events come, and
        // `is_alive` is false.
        let _ = self.commands.send(command);
    }

    pub fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|t| !t.is_finished())
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        // The thread ends with its slice. A plugin may be slow: do not wait.
        self.send(Command::Quit);
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
