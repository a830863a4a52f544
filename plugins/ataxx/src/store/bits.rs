//! A store for up to 64 sites and two seats, in bits of words.

use boardloom_sdk::random::mix;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Bits, Seat, Site, SiteTable};

use super::reach::{ReachLists, middles};
use super::{Content, Store};
use crate::moves::{CaptureArea, Move};
use crate::ruleset::{Drop, Rules, Weights};

type Sites = Bits<1>;

pub(crate) const MAX_SITES: u32 = 64;

/// The pieces of both seats and the empty sites as sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BitStore {
    own: [Sites; 2],
    empty: Sites,
}

/// The targets of a piece on a site.
#[derive(Debug, Clone, Copy, Default)]
struct Targets {
    clone: Sites,
    jump: Sites,
}

/// The targets of pieces, from each site.
#[derive(Debug)]
pub struct BitReach {
    targets: SiteTable<Targets, 1>,
    beside: SiteTable<Sites, 1>,
    lists: ReachLists,
    /// Four sets: the binary digits of the number of missing neighbours of each site.
    missing: [Sites; 4],
    /// The sites that the ruleset blocks, and all sites.
    blocked: Sites,
    all: Sites,
}

impl BitStore {
    #[inline(always)]
    fn all_pieces(&self) -> Sites {
        self.own[0] | self.own[1]
    }

    /// Returns the empty sites that a seat can clone onto.
    #[inline(always)]
    fn clones(&self, reach: &BitReach, seat: usize) -> Sites {
        if reach.lists.drop == Drop::Anywhere {
            return self.empty;
        }
        let mut reached = Sites::EMPTY;
        self.own[seat].each(|site| reached |= reach.targets.at(site).clone);
        if reach.lists.drop == Drop::Adjacent {
            self.all_pieces().each(|site| reached |= *reach.beside.at(site));
        }
        reached & self.empty
    }

    /// Returns all sites near enough to clone onto, and the number of jumps, in one pass over a
    /// seat's pieces.
    #[inline(always)]
    fn reached_and_jumps(&self, reach: &BitReach, seat: usize) -> (Sites, u32) {
        let (mut reached, mut jumps) = (Sites::EMPTY, 0);
        self.own[seat].each(|from| {
            let targets = reach.targets.at(from);
            reached |= targets.clone;
            jumps += targets.jump.count_shared(&self.empty);
        });
        (reached, jumps)
    }

    #[inline(always)]
    fn captures(&self, reach: &BitReach, seat: usize, mv: Move) -> Sites {
        let enemies = self.own[1 - seat];
        match reach.lists.capture.area(mv) {
            CaptureArea::Nothing => Sites::EMPTY,
            CaptureArea::Beside(site) => *reach.beside.at(site) & enemies,
            CaptureArea::Between(from, to) => {
                middles(&reach.lists.middle[from as usize], to).collect::<Sites>() & enemies
            }
        }
    }

    /// Makes some pieces of the other seat this seat's.
    #[inline(always)]
    fn turn(&mut self, seat: usize, pieces: Sites) {
        self.own[1 - seat] = self.own[1 - seat].without(&pieces);
        self.own[seat] |= pieces;
    }

    fn walls(&self, reach: &BitReach) -> Sites {
        reach.all.without(&(self.empty | self.all_pieces()))
    }

    /// Returns the number of clones and jumps of the other seat after a move, 0 if the game is
    /// over. `reached` and `jumps` are its clones and jumps if the move changed nothing.
    #[inline(always)]
    fn count_after(
        &self,
        reach: &BitReach,
        seat: usize,
        mv: Move,
        mut reached: Sites,
        mut jumps: u32,
    ) -> u32 {
        let jump = |site: Site| reach.targets.at(site).jump;
        let mut own = self.own[1 - seat];
        let mut empty = self.empty;
        // Jumps reach equally far in both directions.
        let to = match mv {
            Move::Clone(to) => to,
            Move::Jump(from, to) => {
                empty.insert(from);
                jumps += jump(from).count_shared(&own);
                to
            }
            Move::Pass | Move::Answer { .. } | Move::Chance(_) => return 0,
        };
        empty.remove(to);
        jumps -= jump(to).count_shared(&own);
        let captures = self.captures(reach, seat, mv);
        if !captures.is_empty() {
            own = own.without(&captures);
            if own.is_empty() {
                return 0;
            }
            captures.each(|site| jumps -= jump(site).count_shared(&empty));
            reached = Sites::EMPTY;
            own.each(|site| reached |= reach.targets.at(site).clone);
        }
        jumps + reached.count_shared(&empty)
    }
}

impl Store for BitStore {
    const SEATS: usize = 2;
    type Reach = BitReach;

    fn reach(topology: &Topology, rules: &Rules) -> BitReach {
        let sites = topology.sites();
        let lists = ReachLists::new(topology, rules);
        let set = |list: &Vec<Site>| list.iter().copied().collect::<Sites>();
        let targets = |site: Site| Targets {
            clone: set(&lists.clone[site as usize]),
            jump: set(&lists.jump[site as usize]),
        };
        BitReach {
            targets: SiteTable::new(sites, targets),
            beside: SiteTable::new(sites, |site| set(&lists.beside[site as usize])),
            missing: [0, 1, 2, 3].map(|digit| {
                let missing = (0..).zip(&lists.missing);
                let sites = missing.filter(|(_, count)| **count >> digit & 1 != 0);
                sites.map(|(site, _)| site).collect()
            }),
            blocked: set(&lists.blocked),
            all: Sites::below(sites),
            lists,
        }
    }

    fn lists(reach: &BitReach) -> &ReachLists {
        &reach.lists
    }

    fn new(_: &BitReach, contents: &[Content]) -> Self {
        let mut board = BitStore { own: [Sites::EMPTY; 2], empty: Sites::EMPTY };
        for (site, content) in (0..).zip(contents) {
            match content.seat() {
                Some(seat) => board.own[usize::from(seat)].insert(site),
                None if *content == Content::EMPTY => board.empty.insert(site),
                None => {}
            }
        }
        board
    }

    #[inline(always)]
    fn at(&self, site: Site) -> Content {
        match self.own.iter().position(|own| own.has(site)) {
            Some(seat) => Content::piece(seat as Seat),
            None if self.empty.has(site) => Content::EMPTY,
            None => Content::WALL,
        }
    }

    #[inline(always)]
    fn pieces(&self, seat: usize) -> u32 {
        self.own[seat].len()
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        self.empty.len()
    }

    #[inline(always)]
    fn can_move(&self, reach: &BitReach, seat: usize) -> bool {
        let has_target = |site: Site| {
            let targets = reach.targets.at(site);
            targets.clone.meets(&self.empty) || targets.jump.meets(&self.empty)
        };
        self.own[seat].iter().any(has_target)
            || reach.lists.drop != Drop::None && !self.clones(reach, seat).is_empty()
    }

    #[inline(always)]
    fn moves(&self, reach: &BitReach, seat: usize, out: &mut Vec<Move>) {
        self.clones(reach, seat).each(|to| out.push(Move::Clone(to)));
        self.own[seat].each(|from| {
            let targets = reach.targets.at(from).jump & self.empty;
            targets.each(|to| out.push(Move::Jump(from, to)));
        });
    }

    #[inline(always)]
    fn count_moves(&self, reach: &BitReach, seat: usize) -> u64 {
        let (reached, jumps) = self.reached_and_jumps(reach, seat);
        let clones = match reach.lists.drop {
            Drop::None => reached.count_shared(&self.empty),
            Drop::Anywhere | Drop::Adjacent => self.clones(reach, seat).len(),
        };
        u64::from(clones + jumps)
    }

    #[inline(always)]
    fn nth_move(&self, reach: &BitReach, seat: usize, n: u64) -> Option<Move> {
        let mut n = n as u32;
        let clones = self.clones(reach, seat);
        if let Some(to) = clones.nth(n) {
            return Some(Move::Clone(to));
        }
        n -= clones.len();
        for from in self.own[seat] {
            let targets = reach.targets.at(from).jump & self.empty;
            if let Some(to) = targets.nth(n) {
                return Some(Move::Jump(from, to));
            }
            n -= targets.len();
        }
        None
    }

    fn can_clone(&self, reach: &BitReach, seat: usize, to: Site) -> bool {
        let is_dropped = match reach.lists.drop {
            Drop::None => false,
            Drop::Anywhere => true,
            Drop::Adjacent => reach.beside.at(to).meets(&self.all_pieces()),
        };
        // Distances are the same in both directions.
        self.empty.has(to) && (is_dropped || reach.targets.at(to).clone.meets(&self.own[seat]))
    }

    #[inline(always)]
    fn count_captured(&self, reach: &BitReach, seat: usize, mv: Move) -> u32 {
        self.captures(reach, seat, mv).len()
    }

    #[inline(always)]
    fn clone_to(&mut self, reach: &BitReach, seat: usize, to: Site) {
        let captures = self.captures(reach, seat, Move::Clone(to));
        self.empty.remove(to);
        self.own[seat].insert(to);
        self.turn(seat, captures);
    }

    #[inline(always)]
    fn jump(&mut self, reach: &BitReach, seat: usize, from: Site, to: Site) {
        let captures = self.captures(reach, seat, Move::Jump(from, to));
        self.empty.insert(from);
        self.empty.remove(to);
        self.own[seat].remove(from);
        self.own[seat].insert(to);
        self.turn(seat, captures);
    }

    fn put_wall(&mut self, _: &BitReach, site: Site) {
        self.empty.remove(site);
    }

    #[inline(always)]
    fn key(&self, seed: u64) -> u64 {
        let words = self.own.iter().chain([&self.empty]).flat_map(|set| set.words());
        words.fold(seed, |key, word| mix(key ^ word))
    }

    fn walls_key(&self, reach: &BitReach) -> u64 {
        match self.walls(reach) {
            walls if walls == reach.blocked => 0,
            walls => walls.words().iter().fold(1, |key, word| mix(key ^ word)),
        }
    }

    #[inline(always)]
    fn network_contents(&self, reach: &BitReach, out: &mut [u8]) -> bool {
        out.fill(0);
        for (own, content) in self.own.iter().zip(1..) {
            own.each(|site| {
                // A network may leave out the last sites.
                if let Some(place) = out.get_mut(site as usize) {
                    *place = content;
                }
            });
        }
        self.walls(reach) == reach.blocked
    }

    #[inline(always)]
    fn evaluate(&self, reach: &BitReach, weights: &Weights, values: &mut [i32]) {
        for (seat, value) in values.iter_mut().enumerate() {
            let own = &self.own[seat];
            let digits = (0..).zip(&reach.missing);
            let missing: u32 = digits.map(|(digit, sites)| own.count_shared(sites) << digit).sum();
            *value = weights.piece * own.len() as i32 + weights.edge * missing as i32;
        }
        if weights.value_empty_sites() {
            self.empty.each(|site| {
                let near = reach.targets.at(site).clone;
                weights.add_empty_site(self.own.map(|own| own.count_shared(&near) as i32), values);
            });
        }
    }

    /// Counts what a move changes instead of all replies: a site fills, one may become
    /// empty, pieces are captured.
    #[inline(always)]
    fn count_replies(
        &self,
        reach: &BitReach,
        seat: usize,
        moves: &[Move],
        count_by_playing: impl Fn(Move) -> u64,
    ) -> u64 {
        let (reached, jumps) = self.reached_and_jumps(reach, 1 - seat);
        let replies = |mv: &Move| match self.count_after(reach, seat, *mv, reached, jumps) {
            0 => count_by_playing(*mv),
            replies => u64::from(replies),
        };
        moves.iter().map(replies).sum()
    }
}
