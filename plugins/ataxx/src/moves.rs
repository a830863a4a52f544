//! Moves, and where they can lead: tables made from the board once.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Bits, Site, SiteTable};

use crate::ruleset::{JumpShape, Rules};

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A new piece.
    Clone(Site),
    /// A piece goes from one site to another.
    Jump(Site, Site),
    /// Nothing.
    Pass,
    /// A clone (from the site itself) or a jump, confirmed by an answer.
    Said {
        /// Where the piece stands.
        from: Site,
        /// Where it goes.
        to: Site,
        /// What was answered.
        answer: u16,
    },
    /// Chance: a wall is put on this site (and on its like opposite), or no more;
    /// or a sum is drawn.
    Wall(Walls),
}

/// What chance draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walls {
    /// One more.
    On(Site),
    /// That was all.
    Done,
    /// What the mover is asked: these two together.
    Sum(u16, u16),
}

/// Where a piece on a site can go, measured as if nothing were blocked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Near<const W: usize> {
    /// Where it grows into.
    pub clone: Bits<W>,
    /// Where it jumps to.
    pub jump: Bits<W>,
}

/// Where moves can lead from each site, and what they meet there.
#[derive(Debug)]
pub struct Reach<const W: usize> {
    /// Where a piece can go.
    pub near: SiteTable<Near<W>, W>,
    /// What stands beside a site.
    pub beside: SiteTable<Bits<W>, W>,
    /// What a straight jump passes over, by site: target and middle.
    pub middle: Vec<Vec<(Site, Site)>>,
}

impl<const W: usize> Reach<W> {
    /// Makes the tables.
    pub fn new(topology: &Topology, rules: &Rules) -> Self {
        let sites = topology.sites();
        let middle = straight(topology, rules.jump);
        let jump = match (rules.jump, rules.jump_shape) {
            (0, _) => vec![Bits::EMPTY; sites as usize],
            (jump, JumpShape::Any) => topology.ring(jump),
            (_, JumpShape::Straight) => {
                middle.iter().map(|over| over.iter().map(|(to, _)| *to).collect()).collect()
            }
        };
        let (clone, beside) = (topology.within::<W>(rules.clone), topology.ring::<W>(1));
        let near = |site: Site| Near { clone: clone[site as usize], jump: jump[site as usize] };
        Reach {
            near: SiteTable::new(sites, near),
            beside: SiteTable::new(sites, |site| beside[site as usize]),
            middle,
        }
    }

    /// Returns what straight jumps between two sites pass over: more than one
    /// site on some glued boards.
    pub fn over(&self, from: Site, to: Site) -> impl Iterator<Item = Site> + '_ {
        let all = self.middle[from as usize].iter();
        all.filter(move |(target, _)| *target == to).map(|(_, middle)| *middle)
    }
}

/// Returns for each site where straight jumps lead, each with the site halfway,
/// rounded down. Around a narrow glued board a straight way can end nearer than it
/// is long: that is no jump.
pub(crate) fn straight(topology: &Topology, jump: u32) -> Vec<Vec<(Site, Site)>> {
    if jump == 0 {
        return vec![Vec::new(); topology.sites() as usize];
    }
    let rings = topology.ring_lists(jump);
    let from = |(site, ring): (Site, &Vec<Site>)| {
        let mut found: Vec<(Site, Site)> = Vec::new();
        for heading in 0..topology.headings() {
            let mut ray = topology.ray(site, heading);
            let half = (jump as usize / 2).max(1);
            let Some(middle) = ray.by_ref().nth(half - 1) else { continue };
            let to = match jump as usize - half {
                0 => Some(middle),
                left => ray.nth(left - 1),
            };
            let jump = to.map(|to| (to.site, middle.site)).filter(|(to, _)| ring.contains(to));
            found.extend(jump.filter(|jump| !found.contains(jump)));
        }
        found
    };
    (0..).zip(&rings).map(from).collect()
}
