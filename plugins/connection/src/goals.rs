//! Goals of single colours: regions to join, loops, rings, lines and others, each with its reason.

use boardloom_sdk::Site;
use boardloom_sdk::topology::{NOWHERE, Step, Topology};

use crate::graph::AdjacencyGraph;
use crate::groups::Groups;
use crate::objectives::chosen_sites;
use crate::ruleset::{GoalRule, LoopRule, StuckSide, SurroundRule};

/// No site, in tables of steps.
const NONE: Site = Site::MAX;

/// A goal of one colour or of all.
#[derive(Debug, Clone)]
pub struct ColorGoal {
    /// The colours that it is for, one bit each.
    colors: u8,
    pub aim: Aim,
}

#[derive(Debug, Clone)]
pub enum Aim {
    /// One group touches `needed` of the regions, one bit each.
    Join {
        regions: u32,
        needed: u32,
    },
    /// So many stones stand on the sites.
    Reach {
        sites: Vec<Site>,
        count: usize,
    },
    Loop(LoopRule),
    /// A loop of stones around at least one cell.
    Ring,
    /// Cells that are cut off by stones.
    Surround(SurroundRule),
    /// A row of stones of this length; longer ones count unless it is exact.
    Line {
        length: u32,
        exact: bool,
    },
    /// The board is full, and it is the turn of this side.
    NoMoves(StuckSide),
}

impl ColorGoal {
    /// Prepares a checked goal. `regions` are the bits of those that it joins.
    pub fn new(rule: &GoalRule, regions: u32, topology: &Topology) -> Self {
        let aim = if let Some(loops) = &rule.loops {
            Aim::Loop(loops.clone())
        } else if let Some(length) = rule.line {
            Aim::Line { length: u32::from(length), exact: rule.exact }
        } else if let Some(surround) = rule.surround {
            Aim::Surround(surround)
        } else if let Some(no_moves) = rule.no_moves {
            Aim::NoMoves(no_moves)
        } else if !rule.reach.is_empty() {
            let is_open = |site: &Site| topology.blocked().binary_search(site).is_err();
            let mut sites = chosen_sites(&rule.reach, topology);
            sites.retain(is_open);
            Aim::Reach { sites, count: usize::from(rule.count.unwrap_or(1)) }
        } else if rule.ring {
            Aim::Ring
        } else {
            let needed = rule.needed.map_or(regions.count_ones(), u32::from);
            Aim::Join { regions, needed }
        };
        ColorGoal { colors: rule.seat.map_or(u8::MAX, |seat| 1 << (seat.max(1) - 1)), aim }
    }

    pub fn colors(&self) -> u8 {
        self.colors
    }

    #[inline]
    pub fn is_for(&self, color: u8) -> bool {
        self.colors >> color & 1 != 0
    }

    /// Tells whether the goal depends on more than the reach of a group.
    pub fn is_shape(&self) -> bool {
        !matches!(self.aim, Aim::Join { .. } | Aim::Loop(_) | Aim::NoMoves(_))
    }

    /// Tells whether this colour wins by the goal when another, or itself, has no move.
    pub fn wins_without_moves(&self, color: u8, stuck: u8) -> bool {
        let Aim::NoMoves(side) = self.aim else { return false };
        self.is_for(color)
            && match side {
                StuckSide::Opponent => color != stuck,
                StuckSide::Mover => color == stuck,
                StuckSide::Any => true,
            }
    }
}

/// Returns the stones of a colour on sites, if they are enough with one on `site`.
pub fn reached(groups: &Groups, site: Site, color: u8, sites: &[Site], count: usize) -> Vec<Site> {
    if !sites.contains(&site) {
        return Vec::new();
    }
    let is_own = |other: &Site| *other == site || groups.color(*other) == color;
    let own: Vec<Site> = sites.iter().copied().filter(is_own).collect();
    if own.len() >= count { own } else { Vec::new() }
}

/// Finds rings and lines around a stone, and cells that it cuts off.
#[derive(Debug, Clone, Default)]
pub struct ShapeFinder {
    /// Whether each site lies at the rim of the board; empty if no goal asks for it.
    pub rim: Vec<bool>,
    /// The site and heading after each step, by site and heading; empty if no goal is a line.
    steps: Vec<(Site, u8)>,
    /// The heading of the same line the other way, by site and heading; [`NOWHERE`] where a line
    /// ends.
    opposite: Vec<u8>,
    headings: u8,
}

impl ShapeFinder {
    pub fn new(goals: &[ColorGoal], topology: &Topology) -> Self {
        let mut finder = ShapeFinder { headings: topology.headings(), ..Self::default() };
        if goals.iter().any(|goal| matches!(goal.aim, Aim::Ring | Aim::Surround(_))) {
            finder.rim = vec![false; topology.sites() as usize];
            let edges = topology.regions().get("edges").map_or(&[][..], Vec::as_slice);
            edges.iter().for_each(|site| finder.rim[*site as usize] = true);
        }
        if goals.iter().any(|goal| matches!(goal.aim, Aim::Line { .. })) {
            finder.steps = steps(topology);
            finder.opposite = opposites(topology);
        }
        finder
    }

    /// Returns the stones of a ring that a stone on `site` closes: those around the cells that it
    /// shuts off, or around a stone of its own colour. Empty if it closes none.
    pub fn ring(
        &self,
        graph: &AdjacencyGraph,
        groups: &Groups,
        site: Site,
        color: u8,
    ) -> Vec<Site> {
        let is_own = |node: Site| node == site || groups.color(node) == color;
        let beside = |node: Site| graph.edges(node).iter().map(|edge| edge.node());
        let is_filled =
            |node: &Site| is_own(*node) && !self.rim[*node as usize] && beside(*node).all(is_own);
        if let Some(middle) = std::iter::once(site).chain(beside(site)).find(is_filled) {
            return beside(middle).collect();
        }
        // Only a stone between two runs of others can shut anything off.
        let (_, runs) = graph.runs(site, |node| node < graph.sites && groups.color(node) == color);
        if runs.count_ones() < 2 {
            return Vec::new();
        }
        let mut seen = vec![false; graph.sites as usize];
        for first in beside(site).filter(|node| !is_own(*node)) {
            if seen[first as usize] {
                continue;
            }
            let (mut shut, mut at) = (vec![first], 0);
            let mut is_open = false;
            seen[first as usize] = true;
            while let Some(node) = shut.get(at).copied() {
                at += 1;
                is_open |= self.rim[node as usize];
                for next in beside(node).filter(|next| !is_own(*next)) {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        shut.push(next);
                    }
                }
            }
            if !is_open {
                let mut around: Vec<Site> =
                    shut.into_iter().flat_map(beside).filter(|node| is_own(*node)).collect();
                around.sort_unstable();
                around.dedup();
                return around;
            }
        }
        Vec::new()
    }

    /// Returns the stones of a row of this length through a stone on `site`; empty if there is
    /// none.
    pub fn line(
        &self,
        groups: &Groups,
        site: Site,
        color: u8,
        length: u32,
        exact: bool,
    ) -> Vec<Site> {
        let first = site as usize * usize::from(self.headings);
        for heading in 0..self.headings {
            let opposite = self.opposite[first + usize::from(heading)];
            // Each line once, from either of its headings.
            if opposite < heading {
                continue;
            }
            let (mut row, closed) = self.run(groups, site, heading, color);
            row.insert(0, site);
            if !closed && opposite != NOWHERE {
                for site in self.run(groups, site, opposite, color).0 {
                    if !row.contains(&site) {
                        row.insert(0, site);
                    }
                }
            }
            let found = row.len() as u32;
            if found == length || found > length && !exact {
                return row;
            }
        }
        Vec::new()
    }

    /// Returns the stones of a colour beyond a site along a heading, and whether they lead back to
    /// the site in the same heading.
    fn run(&self, groups: &Groups, site: Site, heading: u8, color: u8) -> (Vec<Site>, bool) {
        let (mut run, mut at) = (Vec::new(), (site, heading));
        while at.1 != NOWHERE {
            at = self.steps[at.0 as usize * usize::from(self.headings) + usize::from(at.1)];
            if at.0 == site {
                return (run, at.1 == heading);
            }
            if at.0 == NONE || groups.color(at.0) != color || run.contains(&at.0) {
                break;
            }
            run.push(at.0);
        }
        (run, false)
    }
}

fn steps(topology: &Topology) -> Vec<(Site, u8)> {
    let all =
        (0..topology.sites()).flat_map(|site| (0..topology.headings()).map(move |h| (site, h)));
    let step = |(site, heading)| {
        topology.step(site, heading).map_or((NONE, 0), |step| (step.site, step.heading))
    };
    all.map(step).collect()
}

/// Returns for every site and heading the heading that continues the line the other way.
fn opposites(topology: &Topology) -> Vec<u8> {
    let headings = topology.headings();
    let index =
        |site: Site, heading: u8| site as usize * usize::from(headings) + usize::from(heading);
    let mut opposites = vec![NOWHERE; index(topology.sites(), 0)];
    for from in 0..topology.sites() {
        for heading in 0..headings {
            let Some(step) = topology.step(from, heading) else { continue };
            if step.heading >= headings {
                continue;
            }
            let leads_back = |back: &u8| {
                topology
                    .step(step.site, *back)
                    .is_some_and(|home| home.site == from && home.class == step.class)
            };
            // Where two sites are joined twice in the same class, lattices have the way back
            // opposite.
            let across = (step.heading + headings / 2) % headings;
            let back = Some(across).filter(leads_back);
            if let Some(back) = back.or_else(|| (0..headings).find(leads_back)) {
                opposites[index(step.site, back)] = step.heading;
                opposites[index(step.site, step.heading)] = back;
            }
        }
    }
    opposites
}

/// Tells whether a board has straight lines: some step continues in another one.
pub fn has_straight_lines(topology: &Topology) -> bool {
    let goes_on = |step: Step| topology.step(step.site, step.heading).is_some();
    (0..topology.sites()).any(|site| {
        (0..topology.headings()).any(|heading| topology.step(site, heading).is_some_and(goes_on))
    })
}

/// Returns the number of open sites of the longest straight line, counted up to `most`.
pub fn longest_line(topology: &Topology, most: u32) -> u32 {
    let is_open = |site: Site| topology.blocked().binary_search(&site).is_err();
    let run = |site: Site, heading: u8| {
        let ahead = topology.ray(site, heading).map(|step| step.site);
        let ahead = ahead.take_while(|next| *next != site && is_open(*next));
        1 + ahead.take(most.saturating_sub(1) as usize).count() as u32
    };
    let lengths = topology
        .open_sites()
        .flat_map(|site| (0..topology.headings()).map(move |heading| (site, heading)));
    lengths.map(|(site, heading)| run(site, heading)).max().unwrap_or(0)
}

/// Tells whether a ring around cells can be told on a board: three cells meet at each corner, and
/// the board has a rim.
pub fn has_rings(topology: &Topology, graph: &AdjacencyGraph) -> bool {
    let has_edges = topology.regions().get("edges").is_some_and(|edges| !edges.is_empty());
    graph.classes() == 0 && has_edges && beside_hole(topology, graph).is_none()
}

/// Returns a cell within the rim of a board that has no ring of cells around it.
pub fn beside_hole(topology: &Topology, graph: &AdjacencyGraph) -> Option<Site> {
    let edges = topology.regions().get("edges").map_or(&[][..], Vec::as_slice);
    let inside = |site: &Site| graph.classes() == 0 && edges.binary_search(site).is_err();
    (0..topology.sites()).filter(inside).find(|site| graph.ring_len(*site) == 0)
}
