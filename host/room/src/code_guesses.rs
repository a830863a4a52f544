//! Wrong codes of invitations, which could be guesses.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Duration;

/// So many wrong codes of a network within the window; more are not compared.
const MOST: usize = 10;
const WINDOW: Duration = Duration::from_secs(60);
/// The most that are remembered, of all networks.
const REMEMBERED: usize = 1000;

/// The last wrong codes, with their times and networks. Clients without a network count as one.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeGuesses(VecDeque<(Duration, Option<IpAddr>)>);

impl CodeGuesses {
    pub fn note(&mut self, network: Option<IpAddr>, now: Duration) {
        self.0.push_back((now, network));
        if self.0.len() > REMEMBERED {
            self.0.pop_front();
        }
    }

    /// Tells whether a network may try a code now.
    pub fn may_try(&self, network: Option<IpAddr>, now: Duration) -> bool {
        let own = self.0.iter().filter(|(_, of)| *of == network);
        own.filter(|(time, _)| now.saturating_sub(*time) < WINDOW).count() < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_network_has_ten_tries_a_minute() {
        let network = |last: u8| Some(IpAddr::from([10, 0, 0, last]));
        let mut guesses = CodeGuesses::default();
        for second in 0..10 {
            let now = Duration::from_secs(second);
            assert!(guesses.may_try(network(1), now), "{second}");
            guesses.note(network(1), now);
        }
        assert!(!guesses.may_try(network(1), Duration::from_secs(59)));
        assert!(guesses.may_try(network(2), Duration::from_secs(59)));
        assert!(guesses.may_try(network(1), Duration::from_secs(60)), "one has become old");
        for _ in 0..2 * REMEMBERED {
            guesses.note(network(3), Duration::ZERO);
        }
        assert_eq!(guesses.0.len(), REMEMBERED);
    }
}
