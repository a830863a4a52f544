//! Limits of connections and rooms, in all and by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Why something was not counted: a limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMany {
    InAll,
    OfAddress,
}

/// Counts things, such as connections, in all and by the address that they belong to.
#[derive(Debug)]
pub struct Counter {
    most: usize,
    most_by_address: usize,
    counts: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// Counts until it is dropped.
#[derive(Debug)]
pub struct Counted {
    counter: Arc<Counter>,
    /// `None` counts in all alone.
    address: Option<IpAddr>,
}

impl Counter {
    /// Returns a counter with its limits in all and for an address.
    pub fn new(most: usize, most_by_address: usize) -> Arc<Self> {
        Arc::new(Counter { most, most_by_address, counts: Mutex::default() })
    }

    /// Counts one more, until the answer is dropped; without an address, in all alone.
    ///
    /// # Errors
    /// The limit that is reached.
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

/// Returns the network that an address counts as: a home has many IPv6 addresses, of which the
/// first 64 bits are the same.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::from((address.to_bits() >> 64 << 64).to_be_bytes()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
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
}
