//! The clock that interrupts a plugin.
//!
//! A thread moves the engine's epoch on every [`TICK`]; compiled code looks at
//! the epoch in every loop. While no plugin is at work the thread sleeps, so
//! that a window that waits for a person costs nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use wasmtime::Engine;

/// How often the epoch moves on.
pub const TICK: Duration = Duration::from_millis(10);

/// Ticks without a plugin at work after which the thread goes to sleep.
const PATIENCE: u32 = 20;

/// The thread's handle; waking and ending it goes through here.
#[derive(Debug)]
pub struct Ticker {
    shared: Arc<Shared>,
    thread: Thread,
}

#[derive(Debug, Default)]
struct Shared {
    /// Calls that run now.
    active: AtomicUsize,
    asleep: AtomicBool,
    over: AtomicBool,
}

impl Ticker {
    /// Starts the clock of an engine.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(engine: &Engine) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let engine = engine.clone();
        let held = Arc::clone(&shared);
        let handle = thread::Builder::new()
            .name("plugin clock".to_owned())
            .spawn(move || held.run(&engine))?;
        Ok(Ticker { shared, thread: handle.thread().clone() })
    }

    /// Says that a call runs until what this returns is dropped.
    pub fn enter(&self) -> Running<'_> {
        // Both orders are sequentially consistent: either the thread sees the
        // call before it sleeps, or the call sees that the thread sleeps.
        self.shared.active.fetch_add(1, Ordering::SeqCst);
        if self.shared.asleep.load(Ordering::SeqCst) {
            self.thread.unpark();
        }
        Running(&self.shared.active)
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::SeqCst);
        self.thread.unpark();
    }
}

/// A call that runs.
#[derive(Debug)]
pub struct Running<'a>(&'a AtomicUsize);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Shared {
    fn run(&self, engine: &Engine) {
        let mut idle = 0;
        while !self.over.load(Ordering::SeqCst) {
            thread::park_timeout(TICK);
            engine.increment_epoch();
            if self.active.load(Ordering::SeqCst) != 0 {
                idle = 0;
                continue;
            }
            idle += 1;
            if idle >= PATIENCE {
                self.sleep();
                idle = 0;
            }
        }
    }

    fn sleep(&self) {
        self.asleep.store(true, Ordering::SeqCst);
        if self.active.load(Ordering::SeqCst) == 0 && !self.over.load(Ordering::SeqCst) {
            thread::park();
        }
        self.asleep.store(false, Ordering::SeqCst);
    }
}

/// How long a call may still take.
///
/// What counts is the processor time of the thread that makes the call, so that
/// a plugin is not punished for a machine that is busy with something else.
/// Nothing is measured before the first tick: short calls, which are nearly all,
/// pay nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deadline {
    limit: Duration,
    since: Option<Duration>,
}

impl Deadline {
    /// Returns the deadline of a call that begins now.
    pub fn new(limit: Duration) -> Self {
        Deadline { limit, since: None }
    }

    /// Returns the limit.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Returns after how many ticks to ask again; none when time is up.
    pub fn ask(&mut self) -> Option<u64> {
        let now = processor_time();
        let since = *self.since.get_or_insert(now);
        let spent = now.saturating_sub(since);
        let left = self.limit.checked_sub(spent).filter(|left| !left.is_zero())?;
        let ticks = left.as_millis().div_ceil(TICK.as_millis());
        Some(u64::try_from(ticks).unwrap_or(u64::MAX).max(1))
    }
}

/// Returns the processor time that this thread has used.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Returns the time since the first call: where a thread's own time is not to be
/// had, all of the time counts.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_processor_time_counts() {
        let mut deadline = Deadline::new(Duration::from_millis(30));
        assert_eq!(deadline.ask(), Some(3));
        if cfg!(unix) {
            // A thread that was put to sleep has not used anything.
            thread::sleep(Duration::from_millis(60));
            assert!(deadline.ask().is_some());
        }
        let mut x = 1u64;
        loop {
            for _ in 0..100_000 {
                x = std::hint::black_box(x.wrapping_mul(3));
            }
            if deadline.ask().is_none() {
                break;
            }
        }
    }
}
