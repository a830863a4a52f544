//! Limits of connections, rooms and messages.

use std::time::Instant;

/// Limits of a server. Those of single messages are in `boardloom_room::LIMITS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerLimits {
    pub connections: usize,
    pub connections_by_address: usize,
    /// Rooms that are not over.
    pub rooms: usize,
    pub rooms_by_address: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        ServerLimits {
            connections: 2000,
            connections_by_address: 40,
            rooms: 1000,
            rooms_by_address: 20,
        }
    }
}

/// Connections that are no WebSocket (yet): at least so many in all, and so many of an address
/// beyond its WebSockets.
const REQUESTS: usize = 200;
const REQUESTS_BY_ADDRESS: usize = 24;
/// File handles that are kept for files, the database and other work; one in eight beyond these.
const KEPT_HANDLES: usize = 64;

/// How many connections of each kind a server takes at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ConnectionPlaces {
    /// WebSockets.
    pub sockets: usize,
    /// Those that load the page or have not said yet what they want.
    pub requests: usize,
    pub requests_by_address: usize,
}

impl ServerLimits {
    /// Returns the places for connections of a process with so many file handles.
    pub(crate) fn places(&self, handles: Option<usize>) -> ConnectionPlaces {
        let requests = (self.connections / 4).max(REQUESTS);
        let most = handles.map_or(usize::MAX, |handles| {
            handles.saturating_sub(KEPT_HANDLES + handles / 8).max(2)
        });
        let requests = requests.min(most / 4).max(1);
        ConnectionPlaces {
            sockets: self.connections.min(most - requests),
            requests,
            requests_by_address: self.connections_by_address.saturating_add(REQUESTS_BY_ADDRESS),
        }
    }
}

/// Lets so many messages a second through, and some more at once.
#[derive(Debug)]
pub(crate) struct RateLimit {
    by_second: f64,
    burst: f64,
    left: f64,
    since: Instant,
}

impl RateLimit {
    pub fn new(by_second: f64, burst: f64, now: Instant) -> Self {
        RateLimit { by_second, burst, left: burst, since: now }
    }

    /// Tells whether all that may pass at once may pass now.
    pub fn is_full(&self, now: Instant) -> bool {
        self.left(now) >= self.burst
    }

    /// Returns how many messages may pass now.
    pub fn left(&self, now: Instant) -> f64 {
        let time = now.saturating_duration_since(self.since).as_secs_f64();
        (self.left + time * self.by_second).min(self.burst)
    }

    /// Tells whether a message may pass now.
    pub fn passes(&mut self, now: Instant) -> bool {
        self.left = self.left(now);
        self.since = now;
        let passes = self.left >= 1.0;
        if passes {
            self.left -= 1.0;
        }
        passes
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn connections_leave_file_handles_for_files() {
        let limits = ServerLimits::default();
        let places = |handles| {
            let ConnectionPlaces { sockets, requests, .. } = limits.places(handles);
            (sockets, requests)
        };
        assert_eq!(places(None), (2000, 500));
        assert_eq!(places(Some(100_000)), (2000, 500));
        for handles in [0, 70, 256, 1024, 3000] {
            let (sockets, requests) = places(Some(handles));
            assert!(sockets >= 1 && requests >= 1, "{handles}: {sockets}, {requests}");
            let kept = handles.saturating_sub(sockets + requests);
            assert!(handles < 80 || kept >= KEPT_HANDLES, "{handles}: {kept} are kept");
        }
    }

    #[test]
    fn a_rate_refills_with_time() {
        let now = Instant::now();
        let mut rate = RateLimit::new(2.0, 3.0, now);
        let passed = (0..5).filter(|_| rate.passes(now)).count();
        assert_eq!(passed, 3);
        assert!(rate.passes(now + Duration::from_millis(500)));
        assert!(!rate.passes(now + Duration::from_millis(600)));
        let later = now + Duration::from_secs(60);
        assert_eq!((0..9).filter(|_| rate.passes(later)).count(), 3);
    }
}
