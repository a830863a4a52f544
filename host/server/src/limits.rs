//! Limits of connections, rooms and messages.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
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

/// Why something was not counted: a limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMany {
    InAll,
    OfAddress,
}

/// Counts things in all and by the address that they belong to.
#[derive(Debug)]
pub(crate) struct Counter {
    most: usize,
    most_by_address: usize,
    counts: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// Counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    counter: Arc<Counter>,
    /// `None` counts in all alone.
    address: Option<IpAddr>,
}

impl Counter {
    pub fn new(most: usize, most_by_address: usize) -> Arc<Self> {
        Arc::new(Counter { most, most_by_address, counts: Mutex::default() })
    }

    pub fn count(self: &Arc<Self>, address: Option<IpAddr>) -> Result<Counted, TooMany> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *counts;
        if *all >= self.most {
            return Err(TooMany::InAll);
        }
        if let Some(address) = address {
            let own = by_address.entry(network_of(address)).or_default();
            if *own >= self.most_by_address {
                return Err(TooMany::OfAddress);
            }
            *own += 1;
        }
        *all += 1;
        Ok(Counted { counter: Arc::clone(self), address: address.map(network_of) })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counter.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *counts;
        *all -= 1;
        let Some(address) = self.address else { return };
        if let Some(own) = by_address.get_mut(&address) {
            *own -= 1;
            if *own == 0 {
                by_address.remove(&address);
            }
        }
    }
}

/// A home has a network of IPv6 addresses, which count as one.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::from((address.to_bits() >> 64 << 64).to_be_bytes()),
        address => address,
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
    fn counts_have_limits_in_all_and_by_address() {
        let counter = Counter::new(3, 2);
        let (ann, bob) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let first = counter.count(Some(ann)).expect("the first");
        let second = counter.count(Some(ann)).expect("the second");
        assert_eq!(counter.count(Some(ann)).err(), Some(TooMany::OfAddress));
        let third = counter.count(Some(bob)).expect("another address");
        assert_eq!(counter.count(Some(bob)).err(), Some(TooMany::InAll));
        assert_eq!(counter.count(None).err(), Some(TooMany::InAll));
        drop((first, second, third));
        assert!(counter.counts.lock().unwrap().1.is_empty(), "addresses are forgotten");
        assert!(counter.count(Some(ann)).is_ok());
    }

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
    fn an_ipv6_network_counts_as_one_address() {
        let counter = Counter::new(9, 1);
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        let _one = counter.count(address("2001:db8::1")).expect("the first");
        assert!(counter.count(address("2001:db8::ffff:1")).is_err());
        assert!(counter.count(address("2001:db8:0:1::1")).is_ok());
        // An IPv4 address in IPv6 clothes is itself.
        let _mapped = counter.count(address("::ffff:10.0.0.1")).expect("another");
        assert!(counter.count(address("10.0.0.1")).is_err());
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
