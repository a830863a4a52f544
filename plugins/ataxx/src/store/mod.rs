//! Stores for a board's contents. The rules are written once, in [`crate::game`], and compiled
//! for each store.

mod bits;
mod lists;
mod reach;

use std::collections::BTreeSet;

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Seat, Site};

pub use self::bits::BitStore;
pub(crate) use self::bits::MAX_SITES;
pub use self::lists::{Change, ListStore};
pub use self::reach::ReachLists;
use crate::moves::Move;
use crate::position::MAX_SEATS;
use crate::ruleset::{Rules, Weights};

/// The contents of a site: a piece, by its seat, a wall or nothing. One byte, because lists of
/// these are copied at every node of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Content(u8);

impl Content {
    pub const EMPTY: Content = Content(MAX_SEATS as u8);
    pub const WALL: Content = Content(MAX_SEATS as u8 + 1);

    #[inline(always)]
    pub const fn piece(seat: Seat) -> Content {
        Content(seat)
    }

    #[inline(always)]
    pub fn seat(self) -> Option<Seat> {
        (self < Content::EMPTY).then_some(self.0)
    }
}

/// The board's contents, and quick answers to what the rules ask about them.
///
/// Here, a move is a clone or a jump; the rules handle passes and answers.
pub trait Store: Clone + Send + Sync + 'static {
    const SEATS: usize;
    /// The targets of pieces from each site, computed once from board and rules.
    type Reach: Send + Sync;

    fn reach(topology: &Topology, rules: &Rules) -> Self::Reach;
    fn lists(reach: &Self::Reach) -> &ReachLists;
    fn new(reach: &Self::Reach, contents: &[Content]) -> Self;

    fn at(&self, site: Site) -> Content;
    fn pieces(&self, seat: usize) -> u32;
    fn empty(&self) -> u32;

    fn can_move(&self, reach: &Self::Reach, seat: usize) -> bool;
    /// Appends a seat's moves: clones by target, then jumps by pair.
    fn moves(&self, reach: &Self::Reach, seat: usize, out: &mut Vec<Move>);
    fn count_moves(&self, reach: &Self::Reach, seat: usize) -> u64;
    /// Returns the `n`th of a seat's moves, none beyond the last.
    fn nth_move(&self, reach: &Self::Reach, seat: usize, n: u64) -> Option<Move>;
    fn can_clone(&self, reach: &Self::Reach, seat: usize, to: Site) -> bool;

    fn can_jump(&self, reach: &Self::Reach, seat: usize, from: Site, to: Site) -> bool {
        self.at(from) == Content::piece(seat as Seat)
            && self.at(to) == Content::EMPTY
            && Self::lists(reach).jump[from as usize].binary_search(&to).is_ok()
    }

    /// Returns the pieces of a seat that are near enough to clone onto a site, in order.
    fn clone_sources(&self, reach: &Self::Reach, seat: usize, to: Site) -> Vec<Site> {
        // Distances are the same in both directions.
        let near = Self::lists(reach).clone[to as usize].iter().copied();
        near.filter(|from| self.at(*from) == Content::piece(seat as Seat)).collect()
    }

    /// Returns the owner of a piece that is not a seat's own.
    fn enemy(&self, seat: usize, site: Site) -> Option<Seat> {
        self.at(site).seat().filter(|owner| usize::from(*owner) != seat)
    }

    /// Returns the pieces that a move captures, with their owners, in order of sites.
    fn captured(&self, reach: &Self::Reach, seat: usize, mv: Move) -> Vec<(Site, Seat)> {
        let sites: BTreeSet<Site> = Self::lists(reach).capture_sites(mv).collect();
        sites.into_iter().filter_map(|site| Some((site, self.enemy(seat, site)?))).collect()
    }

    /// Returns the number of pieces that a move captures. On some glued boards a jump passes over
    /// a piece in two ways, which may count it twice.
    fn count_captured(&self, reach: &Self::Reach, seat: usize, mv: Move) -> u32;

    /// Puts a new piece of a seat on an empty site, and captures.
    fn clone_to(&mut self, reach: &Self::Reach, seat: usize, to: Site);
    /// Moves a piece of a seat to an empty site, and captures.
    fn jump(&mut self, reach: &Self::Reach, seat: usize, from: Site, to: Site);
    fn put_wall(&mut self, reach: &Self::Reach, site: Site);

    /// Returns a hash of the contents that continues another hash.
    fn key(&self, seed: u64) -> u64;
    /// Returns a number that tells walls apart: 0 while they are the ruleset's.
    fn walls_key(&self, reach: &Self::Reach) -> u64;
    /// Writes the content of each site for a network, which knows no walls but the ruleset's.
    /// Returns false if there are others.
    fn network_contents(&self, reach: &Self::Reach, out: &mut [u8]) -> bool {
        for (site, content) in (0..).zip(out) {
            *content = self.at(site).seat().map_or(0, |seat| seat + 1);
        }
        self.walls_key(reach) == 0
    }

    /// Writes the value of pieces and empty sites to each seat.
    fn evaluate(&self, reach: &Self::Reach, weights: &Weights, values: &mut [i32]);

    /// Returns the number of replies to all these moves together; `count_by_playing` counts those
    /// to one. A store may override this with a quicker count if every reply but a pass is a
    /// clone or a jump.
    fn count_replies(
        &self,
        reach: &Self::Reach,
        seat: usize,
        moves: &[Move],
        count_by_playing: impl Fn(Move) -> u64,
    ) -> u64 {
        let _ = (reach, seat);
        moves.iter().map(|mv| count_by_playing(*mv)).sum()
    }
}
