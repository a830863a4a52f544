//! The clock that interrupts plugins.
//!
//! A thread increments the engine's epoch every [`TICK`]; compiled code checks the
//! epoch in every loop. The thread sleeps while no call runs, so an idle window
//! uses no processor time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use wasmtime::Engine;

pub const TICK: Duration = Duration::from_millis(10);

/// Ticks without a call after which the thread goes to sleep.
const IDLE_TICKS: u32 = 20;

#[derive(Debug)]
pub struct Ticker {
    shared: Arc<Shared>,
    thread: Thread,
}

#[derive(Debug, Default)]
struct Shared {
    active: AtomicUsize,
    asleep: AtomicBool,
    over: AtomicBool,
}

impl Ticker {
    pub fn start(engine: &Engine) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let engine = engine.clone();
        let held = Arc::clone(&shared);
        let handle = thread::Builder::new()
            .name("plugin clock".to_owned())
            .spawn(move || held.run(&engine))?;
        Ok(Ticker { shared, thread: handle.thread().clone() })
    }

    /// Keeps the clock running until the result is dropped.
    pub fn enter(&self) -> ClockGuard<'_> {
        // Sequentially consistent: either the thread sees the call before it
        // sleeps, or the call sees that the thread sleeps.
        self.shared.active.fetch_add(1, Ordering::SeqCst);
        if self.shared.asleep.load(Ordering::SeqCst) {
            self.thread.unpark();
        }
        ClockGuard(&self.shared.active)
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::SeqCst);
        self.thread.unpark();
    }
}

#[derive(Debug)]
pub struct ClockGuard<'a>(&'a AtomicUsize);

impl Drop for ClockGuard<'_> {
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
            if idle >= IDLE_TICKS {
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

/// The time limit of a call, in processor time of the calling thread: other work
/// on the machine does not count.
///
/// The time before the first tick is not measured, so short calls, which are
/// nearly all, cost nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deadline {
    limit: Duration,
    since: Option<Duration>,
}

impl Deadline {
    pub fn new(limit: Duration) -> Self {
        Deadline { limit, since: None }
    }

    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Returns the ticks until the next check, or `None` if the time is up.
    pub fn check(&mut self) -> Option<u64> {
        let now = processor_time();
        let since = *self.since.get_or_insert(now);
        let spent = now.saturating_sub(since);
        let left = self.limit.checked_sub(spent).filter(|left| !left.is_zero())?;
        let ticks = left.as_millis().div_ceil(TICK.as_millis());
        Some(u64::try_from(ticks).unwrap_or(u64::MAX).max(1))
    }
}

#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Returns the time since the first call, because the platform does not measure
/// threads.
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
        let work = |mut deadline: Deadline| {
            let mut x = 1u64;
            while deadline.check().is_some() {
                for _ in 0..100_000 {
                    x = std::hint::black_box(x.wrapping_mul(3));
                }
            }
        };
        let mut deadline = Deadline::new(Duration::from_millis(30));
        assert_eq!(deadline.check(), Some(3));
        if cfg!(unix) {
            // Waiting for another thread uses no processor time of this one.
            let other = thread::spawn(move || work(Deadline::new(Duration::from_millis(60))));
            other.join().unwrap();
            assert!(deadline.check().is_some());
        }
        work(deadline);
    }
}
