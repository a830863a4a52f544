//! Limits of the log: what clients cause is told at most once a second.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_secs(1);

/// One kind of line.
#[derive(Debug)]
pub struct LogLimit(Mutex<(Option<Instant>, u64)>);

impl Default for LogLimit {
    fn default() -> Self {
        LogLimit::new()
    }
}

impl LogLimit {
    /// Returns a limit, for a `static`.
    pub const fn new() -> Self {
        LogLimit(Mutex::new((None, 0)))
    }

    /// Returns how many lines were left out before this one; `None` if it is left out too.
    pub fn passes(&self) -> Option<u64> {
        self.passes_at(Instant::now())
    }

    fn passes_at(&self, now: Instant) -> Option<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, left_out) = &mut *known;
        if last.is_some_and(|last| now.saturating_duration_since(last) < EVERY) {
            *left_out += 1;
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_a_second_passes_and_the_others_are_counted() {
        let (limit, now) = (LogLimit::new(), Instant::now());
        assert_eq!(limit.passes_at(now), Some(0));
        assert!((0..7).all(|_| limit.passes_at(now).is_none()));
        assert_eq!(limit.passes_at(now + EVERY), Some(7));
        assert_eq!(limit.passes_at(now + 3 * EVERY), Some(0));
    }
}
