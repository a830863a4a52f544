//! Moves, and where they can lead: tables made from the board once.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Bits, Site};

use crate::ruleset::{JumpShape, Rules};

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A new piece.
    Clone(u16),
    /// A piece goes from one site to another.
    Jump(u16, u16),
    /// Nothing.
    Pass,
    /// Chance: a wall is put on this site (and on its like opposite), or no more.
    Wall(Walls),
}

/// What chance draws before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walls {
    /// One more.
    On(u16),
    /// That was all.
    Done,
}

/// Where moves can lead from each site, measured as if nothing were blocked.
#[derive(Debug)]
pub struct Reach<const W: usize> {
    /// Where a piece grows into, by site.
    pub clone: Vec<Bits<W>>,
    /// Where a piece jumps to, by site.
    pub jump: Vec<Bits<W>>,
    /// What stands beside a site.
    pub beside: Vec<Bits<W>>,
    /// What a straight jump passes over, by site: target and middle, in order of
    /// targets.
    pub middle: Vec<Vec<(Site, Site)>>,
}

impl<const W: usize> Reach<W> {
    /// Makes the tables.
    pub fn new(topology: &Topology, rules: &Rules) -> Self {
        let middle: Vec<Vec<(Site, Site)>> =
            (0..topology.sites()).map(|site| straight(topology, site, rules.jump)).collect();
        let jump = match (rules.jump, rules.jump_shape) {
            (0, _) => vec![Bits::EMPTY; topology.sites() as usize],
            (jump, JumpShape::Any) => topology.ring(jump),
            (_, JumpShape::Straight) => {
                middle.iter().map(|over| over.iter().map(|(to, _)| *to).collect()).collect()
            }
        };
        Reach { clone: topology.within(rules.clone), jump, beside: topology.ring(1), middle }
    }

    /// Returns what straight jumps between two sites pass over: more than one
    /// site on some glued boards.
    pub fn over(&self, from: Site, to: Site) -> impl Iterator<Item = Site> + '_ {
        let all = self.middle[from as usize].iter();
        all.filter(move |(target, _)| *target == to).map(|(_, middle)| *middle)
    }
}

/// Returns where straight jumps lead, each with the site halfway, rounded down.
fn straight(topology: &Topology, site: Site, jump: u32) -> Vec<(Site, Site)> {
    if jump == 0 {
        return Vec::new();
    }
    let mut found: Vec<(Site, Site)> = (0..topology.headings())
        .filter_map(|heading| {
            let mut ray = topology.ray(site, heading);
            let middle = ray.by_ref().nth((jump as usize / 2).max(1) - 1)?.site;
            let left = jump as usize - (jump as usize / 2).max(1);
            let to = if left == 0 { middle } else { ray.nth(left - 1)?.site };
            Some((to, middle))
        })
        .filter(|(to, _)| *to != site)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
