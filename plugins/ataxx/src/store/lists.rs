//! A store for any number of sites and up to four seats. Counts are updated with every change: a
//! move costs the same however large the board is.

use boardloom_sdk::random::mix;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Seat, Site};

use super::{Content, ReachLists, Store};
use crate::moves::Move;
use crate::position::MAX_SEATS;
use crate::ruleset::{Drop, Rules, Weights};

/// The contents of each site, and counts.
#[derive(Debug)]
pub struct ListStore {
    contents: Vec<Content>,
    /// For each site and seat: the number of pieces near enough to clone onto it.
    sources: Vec<[u16; MAX_SEATS]>,
    /// For each site: the number of empty sites that a jump from it could lead to.
    jumps_from: Vec<u16>,
    totals: Totals,
    /// The changes, while they are recorded.
    pub(crate) record: Option<Vec<Change>>,
}

/// A site and its contents before a change.
pub type Change = (Site, Content);

/// Counts over the whole board.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    pieces: [u32; MAX_SEATS],
    /// The empty sites that each seat can clone onto.
    clones: [u32; MAX_SEATS],
    jumps: [u64; MAX_SEATS],
    empty: u32,
    /// The hash of the contents.
    hash: u64,
    /// The hash of the walls: 0 while they are the ruleset's.
    walls_hash: u64,
}

// By hand, so that a search copies into the lists that it has.
impl Clone for ListStore {
    fn clone(&self) -> Self {
        ListStore {
            contents: self.contents.clone(),
            sources: self.sources.clone(),
            jumps_from: self.jumps_from.clone(),
            totals: self.totals,
            record: None,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.contents.clone_from(&other.contents);
        self.sources.clone_from(&other.sources);
        self.jumps_from.clone_from(&other.jumps_from);
        self.totals = other.totals;
    }
}

impl ListStore {
    /// Changes the contents of a site, and all counts.
    fn set(&mut self, reach: &ReachLists, site: Site, content: Content) {
        let index = site as usize;
        // A wall while the counts change, since walls have no counts.
        let before = std::mem::replace(&mut self.contents[index], Content::WALL);
        if let Some(record) = &mut self.record {
            record.push((site, before));
        }
        match before.seat() {
            Some(seat) => self.count_piece(reach, index, usize::from(seat), false),
            None if before == Content::EMPTY => self.count_empty(reach, index, false),
            None => self.totals.walls_hash ^= wall_hash(site),
        }
        self.totals.hash ^= content_hash(site, before) ^ content_hash(site, content);
        match content.seat() {
            Some(seat) => self.count_piece(reach, index, usize::from(seat), true),
            None if content == Content::EMPTY => self.count_empty(reach, index, true),
            None => self.totals.walls_hash ^= wall_hash(site),
        }
        self.contents[index] = content;
    }

    #[inline(always)]
    fn count_empty(&mut self, reach: &ReachLists, index: usize, is_new: bool) {
        let totals = &mut self.totals;
        add(&mut totals.empty, is_new, 1);
        for (clones, sources) in totals.clones.iter_mut().zip(&self.sources[index]) {
            add(clones, is_new, u32::from(*sources > 0));
        }
        for from in &reach.jump[index] {
            let from = *from as usize;
            let jumps = &mut self.jumps_from[from];
            *jumps = if is_new { *jumps + 1 } else { *jumps - 1 };
            if let Some(seat) = self.contents[from].seat() {
                let jumps = &mut totals.jumps[usize::from(seat)];
                *jumps = if is_new { *jumps + 1 } else { *jumps - 1 };
            }
        }
    }

    #[inline(always)]
    fn count_piece(&mut self, reach: &ReachLists, index: usize, seat: usize, is_new: bool) {
        let totals = &mut self.totals;
        add(&mut totals.pieces[seat], is_new, 1);
        let jumps = u64::from(self.jumps_from[index]);
        totals.jumps[seat] =
            if is_new { totals.jumps[seat] + jumps } else { totals.jumps[seat] - jumps };
        for to in &reach.clone[index] {
            let to = *to as usize;
            let sources = &mut self.sources[to][seat];
            *sources = if is_new { *sources + 1 } else { *sources - 1 };
            if *sources == u16::from(is_new) && self.contents[to] == Content::EMPTY {
                add(&mut totals.clones[seat], is_new, 1);
            }
        }
    }

    fn clones<'a>(&'a self, reach: &'a ReachLists, seat: usize) -> impl Iterator<Item = Site> + 'a {
        let sites = 0..self.contents.len() as Site;
        sites.filter(move |site| self.can_clone(reach, seat, *site))
    }

    fn count_clones(&self, reach: &ReachLists, seat: usize) -> u64 {
        match reach.drop {
            Drop::None => u64::from(self.totals.clones[seat]),
            Drop::Anywhere => u64::from(self.totals.empty),
            Drop::Adjacent => self.clones(reach, seat).count() as u64,
        }
    }

    /// Returns a seat's pieces that can jump, in order.
    fn jumpers(&self, seat: usize) -> impl Iterator<Item = Site> + '_ {
        let own = Content::piece(seat as Seat);
        let pieces = (0..self.contents.len() as Site).filter(move |site| self.at(*site) == own);
        pieces.filter(|site| self.jumps_from[*site as usize] > 0)
    }

    /// Returns the empty sites that a piece can jump to, in order.
    fn jumps<'a>(&'a self, reach: &'a ReachLists, from: Site) -> impl Iterator<Item = Site> + 'a {
        let targets = reach.jump[from as usize].iter().copied();
        targets.filter(|to| self.is_empty(*to))
    }

    fn is_empty(&self, site: Site) -> bool {
        self.contents[site as usize] == Content::EMPTY
    }

    fn capture(&mut self, reach: &ReachLists, seat: usize, mv: Move) {
        for site in reach.capture_sites(mv) {
            if self.enemy(seat, site).is_some() {
                self.set(reach, site, Content::piece(seat as Seat));
            }
        }
    }

    pub(crate) fn undo(&mut self, reach: &ReachLists, changes: Vec<Change>) {
        for (site, content) in changes.into_iter().rev() {
            self.set(reach, site, content);
        }
    }
}

#[inline(always)]
fn add(count: &mut u32, is_new: bool, by: u32) {
    *count = if is_new { *count + by } else { *count - by };
}

fn content_hash(site: Site, content: Content) -> u64 {
    if content == Content::EMPTY {
        return 0;
    }
    // The upper bit keeps it apart from the hash of the turn, which it is combined with.
    mix(1 << 40 | u64::from(site) << 8 | u64::from(content.0))
}

fn wall_hash(site: Site) -> u64 {
    mix(u64::from(site) + 1)
}

impl Store for ListStore {
    const SEATS: usize = MAX_SEATS;
    type Reach = ReachLists;

    fn reach(topology: &Topology, rules: &Rules) -> ReachLists {
        ReachLists::new(topology, rules)
    }

    fn lists(reach: &ReachLists) -> &ReachLists {
        reach
    }

    fn new(reach: &ReachLists, contents: &[Content]) -> Self {
        let sites = contents.len();
        let mut board = ListStore {
            contents: vec![Content::EMPTY; sites],
            sources: vec![[0; MAX_SEATS]; sites],
            jumps_from: reach.jump.iter().map(|targets| targets.len() as u16).collect(),
            totals: Totals {
                empty: sites as u32,
                walls_hash: reach.blocked.iter().fold(0, |hash, site| hash ^ wall_hash(*site)),
                ..Totals::default()
            },
            record: None,
        };
        for (site, content) in (0..).zip(contents).filter(|(_, it)| **it != Content::EMPTY) {
            board.set(reach, site, *content);
        }
        board
    }

    fn at(&self, site: Site) -> Content {
        self.contents[site as usize]
    }

    fn pieces(&self, seat: usize) -> u32 {
        self.totals.pieces[seat]
    }

    fn empty(&self) -> u32 {
        self.totals.empty
    }

    fn can_move(&self, reach: &ReachLists, seat: usize) -> bool {
        self.totals.clones[seat] > 0
            || self.totals.jumps[seat] > 0
            || reach.drop != Drop::None && self.count_clones(reach, seat) > 0
    }

    fn moves(&self, reach: &ReachLists, seat: usize, out: &mut Vec<Move>) {
        out.extend(self.clones(reach, seat).map(Move::Clone));
        for from in self.jumpers(seat) {
            out.extend(self.jumps(reach, from).map(|to| Move::Jump(from, to)));
        }
    }

    fn count_moves(&self, reach: &ReachLists, seat: usize) -> u64 {
        self.count_clones(reach, seat) + self.totals.jumps[seat]
    }

    fn nth_move(&self, reach: &ReachLists, seat: usize, n: u64) -> Option<Move> {
        let clones = self.count_clones(reach, seat);
        let Some(mut n) = n.checked_sub(clones) else {
            return self.clones(reach, seat).nth(n as usize).map(Move::Clone);
        };
        for from in self.jumpers(seat) {
            let jumps = u64::from(self.jumps_from[from as usize]);
            if n < jumps {
                return self.jumps(reach, from).nth(n as usize).map(|to| Move::Jump(from, to));
            }
            n -= jumps;
        }
        None
    }

    fn can_clone(&self, reach: &ReachLists, seat: usize, to: Site) -> bool {
        let is_piece = |site: &Site| self.at(*site).seat().is_some();
        self.is_empty(to)
            && (self.sources[to as usize][seat] > 0
                || match reach.drop {
                    Drop::None => false,
                    Drop::Anywhere => true,
                    Drop::Adjacent => reach.beside[to as usize].iter().any(is_piece),
                })
    }

    fn count_captured(&self, reach: &ReachLists, seat: usize, mv: Move) -> u32 {
        reach.capture_sites(mv).filter(|site| self.enemy(seat, *site).is_some()).count() as u32
    }

    fn clone_to(&mut self, reach: &ReachLists, seat: usize, to: Site) {
        self.set(reach, to, Content::piece(seat as Seat));
        self.capture(reach, seat, Move::Clone(to));
    }

    fn jump(&mut self, reach: &ReachLists, seat: usize, from: Site, to: Site) {
        self.set(reach, from, Content::EMPTY);
        self.set(reach, to, Content::piece(seat as Seat));
        self.capture(reach, seat, Move::Jump(from, to));
    }

    fn put_wall(&mut self, reach: &ReachLists, site: Site) {
        self.set(reach, site, Content::WALL);
    }

    fn key(&self, seed: u64) -> u64 {
        mix(self.totals.hash ^ seed)
    }

    fn walls_key(&self, _: &ReachLists) -> u64 {
        self.totals.walls_hash
    }

    fn evaluate(&self, reach: &ReachLists, weights: &Weights, values: &mut [i32]) {
        for (value, pieces) in values.iter_mut().zip(self.totals.pieces) {
            *value = weights.piece * pieces as i32;
        }
        if weights.edge == 0 && !weights.value_empty_sites() {
            return;
        }
        for (site, content) in self.contents.iter().enumerate() {
            if *content == Content::EMPTY {
                weights.add_empty_site(self.sources[site].map(i32::from), values);
            } else if let Some(seat) = content.seat() {
                values[usize::from(seat)] += weights.edge * i32::from(reach.missing[site]);
            }
        }
    }
}
