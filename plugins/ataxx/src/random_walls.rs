//! Walls that chance draws before the first move.

use boardloom_sdk::Site;

use crate::context::Context;
use crate::moves::ChanceMove;
use crate::store::Content;

/// The board while walls are drawn.
pub(crate) struct WallDraw<'a> {
    pub context: &'a Context,
    pub content: &'a dyn Fn(Site) -> Content,
    /// The number of walls drawn so far; a pair counts once.
    pub drawn: u16,
}

impl WallDraw<'_> {
    /// Returns the outcomes that chance can draw next: a wall on an empty site that cuts off no
    /// open site, or no wall. The weights make every number of walls between the limits about
    /// equally likely.
    pub fn outcomes(&self) -> Vec<(ChanceMove, u32)> {
        let limits = self.context.random_walls();
        let (least, most) = limits.map_or((0, 0), |walls| (walls.least(), walls.max));
        let mut walls = Vec::new();
        if self.drawn < most {
            walls = self.possible_walls();
        }
        // With k more walls possible the draw ends now with chance 1 / (k + 1).
        let stop = (ChanceMove::NoWall, (walls.len() as u32).max(1));
        let weight = u32::from(most.saturating_sub(self.drawn)).max(1);
        let stops = self.drawn >= least || walls.is_empty();
        let walls = walls.into_iter().map(|site| (ChanceMove::Wall(site), weight));
        stops.then_some(stop).into_iter().chain(walls).collect()
    }

    fn possible_walls(&self) -> Vec<Site> {
        let sites = self.context.topology.sites();
        let mut search =
            Connectivity { draw: self, seen: vec![0; sites as usize], round: 0, queue: Vec::new() };
        if !search.is_connected(&[]) {
            return Vec::new();
        }
        let is_empty = |site: Site| (self.content)(site) == Content::EMPTY;
        let is_possible = |site: &Site| {
            let twin = self.context.twin(*site);
            is_empty(*site) && is_empty(twin) && search.stays_connected([*site, twin])
        };
        self.context.distinct_sites().filter(is_possible).collect()
    }
}

/// A breadth-first search over open sites. Sites seen in a round bear its number, so
/// that nothing has to be cleared between rounds.
struct Connectivity<'a> {
    draw: &'a WallDraw<'a>,
    seen: Vec<u32>,
    round: u32,
    queue: Vec<Site>,
}

impl Connectivity<'_> {
    /// Tells whether two walls cut nothing off a connected board. Most walls can be walked around
    /// in a few steps, so that is tried first, for one wall after the other.
    fn stays_connected(&mut self, [one, other]: [Site; 2]) -> bool {
        self.has_way_around(one, &[one]) && self.has_way_around(other, &[one, other])
            || self.is_connected(&[one, other])
    }

    /// Tells whether the open sites beside a wall can be reached from each other.
    fn has_way_around(&mut self, wall: Site, walls: &[Site]) -> bool {
        let adjacent = self.draw.context.topology.adjacent(wall);
        let beside = adjacent.iter().map(|link| link.step.site);
        let mut goals: Vec<Site> = beside.filter(|site| self.is_open(*site, walls)).collect();
        let Some(start) = goals.pop() else { return true };
        self.spread(start, walls, &mut |site| {
            goals.retain(|goal| *goal != site);
            goals.is_empty()
        });
        goals.is_empty()
    }

    /// Tells whether every open site can be reached from every other.
    fn is_connected(&mut self, walls: &[Site]) -> bool {
        let sites = 0..self.draw.context.topology.sites();
        let open: Vec<Site> = sites.filter(|site| self.is_open(*site, walls)).collect();
        let Some(start) = open.first() else { return false };
        let mut unreached = open.len();
        self.spread(*start, walls, &mut |_| {
            unreached -= 1;
            false
        });
        unreached == 0
    }

    fn is_open(&self, site: Site, walls: &[Site]) -> bool {
        !walls.contains(&site) && (self.draw.content)(site) != Content::WALL
    }

    /// Visits reachable sites, nearest first, until `is_enough`.
    fn spread(&mut self, start: Site, walls: &[Site], is_enough: &mut dyn FnMut(Site) -> bool) {
        self.round += 1;
        self.queue.clear();
        self.queue.push(start);
        self.seen[start as usize] = self.round;
        let mut next = 0;
        while let Some(site) = self.queue.get(next).copied() {
            if is_enough(site) {
                return;
            }
            next += 1;
            for link in self.draw.context.topology.adjacent(site) {
                let site = link.step.site;
                if self.seen[site as usize] != self.round && self.is_open(site, walls) {
                    self.seen[site as usize] = self.round;
                    self.queue.push(site);
                }
            }
        }
    }
}
