//! Limits of attempts, by whom they come from.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::limits::RateLimit;

/// The most that are remembered; those that have most attempts left are forgotten first.
const REMEMBERED: usize = 10_000;

/// So many attempts at once, and some more with time, for each key.
#[derive(Debug)]
pub(crate) struct Attempts<K> {
    by_second: f64,
    burst: f64,
    limits: Mutex<HashMap<K, RateLimit>>,
}

impl<K: Hash + Eq + Clone> Attempts<K> {
    pub fn new(by_second: f64, burst: f64) -> Self {
        Attempts { by_second, burst, limits: Mutex::default() }
    }

    /// Counts an attempt. False if there were too many.
    pub fn passes(&self, key: K, now: Instant) -> bool {
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        if limits.len() >= REMEMBERED && !limits.contains_key(&key) {
            limits.retain(|_, limit| !limit.is_full(now));
            if limits.len() >= REMEMBERED {
                // To refuse would keep all others out.
                let most = limits
                    .iter()
                    .max_by(|(_, one), (_, other)| one.left(now).total_cmp(&other.left(now)));
                let most = most.map(|(key, _)| key.clone());
                most.and_then(|key| limits.remove(&key));
            }
        }
        let fresh = || RateLimit::new(self.by_second, self.burst, now);
        limits.entry(key).or_insert_with(fresh).passes(now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_key_has_its_own_attempts() {
        let attempts = Attempts::new(0.1, 2.0);
        let now = Instant::now();
        assert!(attempts.passes("ann", now) && attempts.passes("ann", now));
        assert!(!attempts.passes("ann", now));
        assert!(attempts.passes("bob", now));
        assert!(attempts.passes("ann", now + Duration::from_secs(10)));
    }

    #[test]
    fn the_memory_is_bounded() {
        let attempts = Attempts::new(1.0, 2.0);
        let now = Instant::now();
        assert!(attempts.passes(0, now), "the one with fewest left");
        assert!((0..REMEMBERED).all(|key| attempts.passes(key, now)));
        assert!(attempts.passes(REMEMBERED, now), "others are not kept out");
        assert_eq!(attempts.limits.lock().unwrap().len(), REMEMBERED);
        assert!(!attempts.passes(0, now), "it is remembered");
        assert!(attempts.passes(REMEMBERED + 1, now + Duration::from_secs(5)));
        assert_eq!(attempts.limits.lock().unwrap().len(), 1);
    }
}
