//! A position with what the rules ask of it kept up to date, site by site.

use std::hash::{Hash, Hasher};
use std::mem::take;

use boardloom_sdk::Site;
use boardloom_sdk::random::mix;

use super::Lists;
use crate::text::SEATS;

/// The most seats.
pub(super) const MOST: usize = 4;
/// What stands on an empty site; below it are the seats.
pub(super) const EMPTY: u8 = 4;
/// A wall.
pub(super) const WALL: u8 = 5;

/// The numbers of a position that a move replaces as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters {
    /// Plies since the last new piece.
    pub quiet: u16,
    /// Number of the turn, from 1.
    pub turn: u16,
    /// What the last move of each seat gained it.
    pub gained: [i32; MOST],
    /// The seat to move.
    pub mover: u8,
    /// Seats that retired, one bit each.
    pub out: u8,
    /// 0 while playing; 1 and the walls drawn so far while chance draws them.
    pub drawing: u16,
    /// Whether the last move was a pass.
    pub passed: bool,
    /// What the mover is asked.
    pub sum: Option<(u16, u16)>,
    /// What the last move did not answer.
    pub missed: Option<(u16, u16)>,
}

/// Who has which sites, and what follows from it.
#[derive(Debug)]
pub struct Position {
    /// What stands on each site.
    pub(super) on: Vec<u8>,
    /// For each site and seat: how many pieces could grow into it.
    near: Vec<[u16; MOST]>,
    /// For each site: how many empty sites a jump from it could lead to.
    ahead: Vec<u16>,
    /// The pieces of each seat.
    pub(super) pieces: [u32; MOST],
    /// The empty sites that each seat can grow into.
    pub(super) growth: [u32; MOST],
    /// The jumps of each seat.
    pub(super) jumps: [u64; MOST],
    /// The empty sites.
    pub(super) empty: u32,
    /// Changes with what stands where.
    pub(super) hash: u64,
    /// Changes with the walls; 0 while they are the ruleset's.
    pub(super) walls: u64,
    /// The rest.
    pub(super) now: Counters,
}

// By hand, so that a search copies into what it has instead of asking for memory.
impl Clone for Position {
    fn clone(&self) -> Self {
        let (on, near, ahead) = (self.on.clone(), self.near.clone(), self.ahead.clone());
        Position { on, near, ahead, ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let (mut on, mut near) = (take(&mut self.on), take(&mut self.near));
        let mut ahead = take(&mut self.ahead);
        on.clone_from(&other.on);
        near.clone_from(&other.near);
        ahead.clone_from(&other.ahead);
        *self = Position { on, near, ahead, ..*other };
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position {
    /// Returns the position with these letters on its sites, seat 1 to move.
    pub(super) fn of(letters: &[Option<char>], lists: &Lists, blocked: &[Site]) -> Self {
        let sites = letters.len();
        let ahead = lists.jump.iter().map(|targets| targets.len() as u16).collect();
        let now = Counters {
            quiet: 0,
            turn: 1,
            gained: [0; MOST],
            mover: 0,
            out: 0,
            drawing: 0,
            passed: false,
            sum: None,
            missed: None,
        };
        let mut position = Position {
            on: vec![EMPTY; sites],
            near: vec![[0; MOST]; sites],
            ahead,
            pieces: [0; MOST],
            growth: [0; MOST],
            jumps: [0; MOST],
            empty: sites as u32,
            hash: 0,
            walls: blocked.iter().fold(0, |key, site| key ^ wall(*site)),
            now,
        };
        for (site, letter) in (0..).zip(letters) {
            let seat = SEATS.iter().position(|seat| Some(*seat) == *letter);
            match seat {
                Some(seat) => position.set(lists, site, seat as u8),
                None if letter.is_some() => position.set(lists, site, WALL),
                None => {}
            }
        }
        position
    }

    /// Tells whether a piece of a seat could grow into a site.
    pub(super) fn is_near(&self, site: Site, seat: usize) -> bool {
        self.near[site as usize][seat] > 0
    }

    /// Returns how many pieces of each seat could grow into a site.
    pub(super) fn near(&self, site: Site) -> [u16; MOST] {
        self.near[site as usize]
    }

    /// Returns to how many empty sites a piece on a site could jump.
    pub(super) fn ahead(&self, site: usize) -> u64 {
        u64::from(self.ahead[site])
    }

    /// Returns the seat that has a piece on a site.
    pub(super) fn seat_at(&self, site: Site) -> Option<u8> {
        Some(self.on[site as usize]).filter(|on| *on < EMPTY)
    }

    /// Tells whether a seat takes part and has pieces.
    pub(super) fn plays(&self, seat: usize) -> bool {
        self.now.out >> seat & 1 == 0 && self.pieces[seat] > 0
    }

    /// Returns the next seat that takes part and has pieces, or where there is
    /// no other, the next in order.
    pub(super) fn next(&self, seats: u8) -> u8 {
        let after = |step| (self.now.mover + step) % seats;
        (1..seats).map(after).find(|seat| self.plays(usize::from(*seat))).unwrap_or(after(1))
    }

    /// Puts something else on a site.
    pub(super) fn set(&mut self, lists: &Lists, site: Site, on: u8) {
        let at = site as usize;
        let before = std::mem::replace(&mut self.on[at], WALL);
        match before {
            EMPTY => self.fill(lists, at),
            WALL => self.walls ^= wall(site),
            seat => self.lift(lists, at, usize::from(seat)),
        }
        self.hash ^= stand(site, before) ^ stand(site, on);
        match on {
            EMPTY => self.open(lists, at),
            WALL => self.walls ^= wall(site),
            seat => self.put(lists, at, usize::from(seat)),
        }
        self.on[at] = on;
    }

    /// A site is empty no more.
    fn fill(&mut self, lists: &Lists, at: usize) {
        self.empty -= 1;
        for seat in 0..MOST {
            self.growth[seat] -= u32::from(self.near[at][seat] > 0);
        }
        for from in &lists.jump[at] {
            self.ahead[*from as usize] -= 1;
            if let Some(jumps) = self.jumps.get_mut(usize::from(self.on[*from as usize])) {
                *jumps -= 1;
            }
        }
    }

    /// A site is empty now.
    fn open(&mut self, lists: &Lists, at: usize) {
        self.empty += 1;
        for seat in 0..MOST {
            self.growth[seat] += u32::from(self.near[at][seat] > 0);
        }
        for from in &lists.jump[at] {
            self.ahead[*from as usize] += 1;
            if let Some(jumps) = self.jumps.get_mut(usize::from(self.on[*from as usize])) {
                *jumps += 1;
            }
        }
    }

    /// A piece goes.
    fn lift(&mut self, lists: &Lists, at: usize, seat: usize) {
        self.pieces[seat] -= 1;
        self.jumps[seat] -= self.ahead(at);
        for to in &lists.clone[at] {
            let near = &mut self.near[*to as usize][seat];
            *near -= 1;
            if *near == 0 && self.on[*to as usize] == EMPTY {
                self.growth[seat] -= 1;
            }
        }
    }

    /// A piece comes.
    fn put(&mut self, lists: &Lists, at: usize, seat: usize) {
        self.pieces[seat] += 1;
        self.jumps[seat] += self.ahead(at);
        for to in &lists.clone[at] {
            let near = &mut self.near[*to as usize][seat];
            *near += 1;
            if *near == 1 && self.on[*to as usize] == EMPTY {
                self.growth[seat] += 1;
            }
        }
    }

    /// Returns a number for what stands where and who moves.
    pub(super) fn key(&self) -> u64 {
        let now = &self.now;
        let state = u64::from(now.mover) | u64::from(now.out) << 8 | u64::from(now.drawing) << 16;
        let sum = now.sum.map_or(0, |(a, b)| u64::from(a) << 48 | u64::from(b) << 32);
        mix(self.hash ^ mix(state + sum + 1))
    }
}

fn stand(site: Site, on: u8) -> u64 {
    if on == EMPTY { 0 } else { mix((u64::from(site) << 8) + u64::from(on) + 1) }
}

fn wall(site: Site) -> u64 {
    mix(u64::from(site) + 1)
}
