//! The targets of pieces from each site, as if nothing were blocked.

use std::collections::BTreeSet;

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::moves::{CaptureArea, Move};
use crate::ruleset::{Capture, Drop, JumpShape, Rules};

/// Lists of sites by site, in ascending order.
#[derive(Debug)]
pub struct ReachLists {
    /// The targets of clones.
    pub clone: Vec<Vec<Site>>,
    /// The targets of jumps.
    pub jump: Vec<Vec<Site>>,
    pub beside: Vec<Vec<Site>>,
    /// The targets of straight jumps, each with the site halfway; empty unless the rules ask for
    /// it.
    pub middle: Vec<Vec<(Site, Site)>>,
    /// By site: how many fewer open neighbours it has than the site with the most.
    pub missing: Vec<u8>,
    pub blocked: Vec<Site>,
    pub drop: Drop,
    pub capture: Capture,
}

impl ReachLists {
    pub fn new(topology: &Topology, rules: &Rules) -> Self {
        let beside = topology.ring_lists(1);
        let mut clone = beside.clone();
        for distance in 2..=rules.clone {
            for (sites, ring) in clone.iter_mut().zip(topology.ring_lists(distance)) {
                sites.extend(ring);
            }
        }
        clone.iter_mut().for_each(|sites| sites.sort_unstable());
        let needs_middle =
            rules.jump_shape == JumpShape::Straight || rules.capture == Capture::Jumped;
        let middle = straight_jumps(topology, if needs_middle { rules.jump } else { 0 });
        let jump = match (rules.jump, rules.jump_shape) {
            (0, _) => vec![Vec::new(); beside.len()],
            (jump, JumpShape::Any) => topology.ring_lists(jump),
            (_, JumpShape::Straight) => {
                let targets = |jumps: &Vec<(Site, Site)>| jumps.iter().map(|(to, _)| *to).collect();
                let targets: Vec<BTreeSet<Site>> = middle.iter().map(targets).collect();
                targets.into_iter().map(Vec::from_iter).collect()
            }
        };
        let missing = missing_neighbours(topology, &beside);
        let blocked = topology.blocked().to_vec();
        let (drop, capture) = (rules.drop, rules.capture);
        ReachLists { clone, jump, beside, middle, missing, blocked, drop, capture }
    }

    /// Returns the sites whose enemy pieces a move captures, some more than once.
    pub fn capture_sites(&self, mv: Move) -> impl Iterator<Item = Site> + '_ {
        let (beside, jumps, to): (&[Site], &[(Site, Site)], Site) = match self.capture.area(mv) {
            CaptureArea::Nothing => (&[], &[], 0),
            CaptureArea::Beside(site) => (&self.beside[site as usize], &[], site),
            CaptureArea::Between(from, to) => (&[], &self.middle[from as usize], to),
        };
        beside.iter().copied().chain(middles(jumps, to))
    }
}

/// Returns the sites halfway on straight jumps to a site: more than one on some glued boards.
pub fn middles(jumps: &[(Site, Site)], to: Site) -> impl Iterator<Item = Site> + '_ {
    jumps.iter().filter(move |(target, _)| *target == to).map(|(_, middle)| *middle)
}

/// Returns for each site the targets of straight jumps, each with the site halfway, rounded down.
/// Around a narrow glued board a straight path can end nearer than it is long: that is no jump.
fn straight_jumps(topology: &Topology, jump: u32) -> Vec<Vec<(Site, Site)>> {
    if jump == 0 {
        return vec![Vec::new(); topology.sites() as usize];
    }
    let rings = topology.ring_lists(jump);
    let half = (jump as usize / 2).max(1);
    let from = |(site, ring): (Site, &Vec<Site>)| {
        let mut jumps: Vec<(Site, Site)> = Vec::new();
        for heading in 0..topology.headings() {
            let mut ray = topology.ray(site, heading);
            let Some(middle) = ray.by_ref().nth(half - 1) else { continue };
            let to = match jump as usize - half {
                0 => Some(middle),
                rest => ray.nth(rest - 1),
            };
            let jump = to.map(|to| (to.site, middle.site)).filter(|(to, _)| ring.contains(to));
            jumps.extend(jump.filter(|jump| !jumps.contains(jump)));
        }
        jumps
    };
    (0..).zip(&rings).map(from).collect()
}

fn missing_neighbours(topology: &Topology, beside: &[Vec<Site>]) -> Vec<u8> {
    let is_open = |site: &&Site| !topology.blocked().contains(site);
    let open: Vec<usize> = beside.iter().map(|list| list.iter().filter(is_open).count()).collect();
    let most = open.iter().max().copied().unwrap_or(0);
    open.into_iter().map(|open| (most - open).min(15) as u8).collect()
}
