//! `perft` of the engine, on a separate thread: `stop` ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use boardloom_contract::perft_in_parts;
use boardloom_match::{GameSource, MatchError, MovePath};

use super::EngineEvent;

pub enum CountEvent {
    /// The number of move sequences of this length.
    Counted {
        depth: u32,
        nodes: u64,
        took: Duration,
    },
    Failed(String),
    /// The last event of a count.
    Ended {
        stopped: bool,
    },
}

/// Counts the move sequences of each length up to one, in a separate instance.
pub struct PerftCount {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PerftCount {
    pub fn begin(
        source: GameSource,
        path: MovePath,
        longest: u32,
        events: Sender<EngineEvent>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let goes_on = || !stopped.load(Ordering::Relaxed);
            // Fails only after the end of the session.
            let report = |event| drop(events.send(EngineEvent::Count(event)));
            let stopped = count(&source, &path, longest, &goes_on, &report);
            let stopped = stopped.unwrap_or_else(|error| {
                report(CountEvent::Failed(error.to_string()));
                false
            });
            report(CountEvent::Ended { stopped });
        });
        PerftCount { stop, thread: Some(thread) }
    }

    /// Returns at once; `Ended` follows.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for PerftCount {
    fn drop(&mut self) {
        self.stop();
        let joined = self.thread.take().map(JoinHandle::join);
        joined.transpose().expect("counting does not panic");
    }
}

/// Tells whether the count was stopped.
fn count(
    source: &GameSource,
    path: &MovePath,
    longest: u32,
    goes_on: &dyn Fn() -> bool,
    report: &dyn Fn(CountEvent),
) -> Result<bool, MatchError> {
    let (_game, mut cursor) = path.walk(source)?;
    for depth in 1..=longest {
        let began = Instant::now();
        let Some(nodes) = perft_in_parts(&mut *cursor, depth, false, &mut || goes_on())? else {
            return Ok(true);
        };
        report(CountEvent::Counted { depth, nodes, took: began.elapsed() });
    }
    Ok(false)
}
