//! Where each piece can go on an empty board.

use boardloom_sdk::topology::Topology;

use crate::ground::{At, Lists, Set};
use crate::man::{Man, Men};
use crate::ruleset::Rules;

/// Set in an entry of a lane: the site can be passed, but not stopped on.
const PASSED: At = 1 << 15;

/// The ways of a piece from every site, in every direction, nearest first, as far
/// as special squares and its speed let it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lanes {
    headings: usize,
    starts: Vec<u32>,
    sites: Vec<At>,
}

impl Lanes {
    /// Calls `to` for every site that a piece reaches over sites that are `free`.
    #[inline(always)]
    pub fn each(&self, from: usize, free: impl Fn(usize) -> bool, mut to: impl FnMut(At)) {
        let starts = &self.starts[from * self.headings..=(from + 1) * self.headings];
        for ends in starts.windows(2) {
            for entry in &self.sites[ends[0] as usize..ends[1] as usize] {
                let at = entry & !PASSED;
                if !free(usize::from(at)) {
                    break;
                }
                if entry & PASSED == 0 {
                    to(at);
                }
            }
        }
    }

    /// Tells whether a piece reaches any site over sites that are `free`.
    #[inline(always)]
    pub fn any(&self, from: usize, free: impl Fn(usize) -> bool) -> bool {
        let starts = &self.starts[from * self.headings..=(from + 1) * self.headings];
        starts.windows(2).any(|ends| {
            let lane = self.sites[ends[0] as usize..ends[1] as usize].iter();
            let mut open = lane.take_while(|entry| free(usize::from(*entry & !PASSED)));
            open.any(|entry| entry & PASSED == 0)
        })
    }

    /// Returns the ways from a site one by one, each with all sites on it, those
    /// that are only passed too.
    pub fn ways(&self, from: usize) -> impl Iterator<Item = impl Iterator<Item = At> + '_> + '_ {
        let starts = &self.starts[from * self.headings..=(from + 1) * self.headings];
        starts.windows(2).map(|ends| {
            self.sites[ends[0] as usize..ends[1] as usize].iter().map(|entry| entry & !PASSED)
        })
    }

    /// Calls `each` for every way from every site: its sites, and whether the piece
    /// can stop there.
    pub fn each_way(&self, mut each: impl FnMut(&[(At, bool)])) {
        let mut way = Vec::new();
        for ends in self.starts.windows(2) {
            let lane = self.sites[ends[0] as usize..ends[1] as usize].iter();
            way.clear();
            way.extend(lane.map(|entry| (entry & !PASSED, entry & PASSED == 0)));
            each(&way);
        }
    }

    /// Tells whether two ways lead from a site to another.
    pub fn tangled(&self, sites: u32) -> bool {
        (0..sites as usize).any(|from| {
            let (mut seen, mut twice) = (Set::EMPTY, false);
            self.each(
                from,
                |_| true,
                |at| {
                    twice |= seen.has(u32::from(at));
                    seen.insert(u32::from(at));
                },
            );
            twice
        })
    }
}

/// Where a piece may stop.
pub struct Stops {
    /// By site: the special square it belongs to, as an index into `groups`.
    group: Vec<usize>,
    /// Whether the piece may stop there, and whether it may come from outside.
    groups: Vec<(bool, bool)>,
    walls: Set,
}

impl Stops {
    /// Returns where a man may stop.
    pub fn new(topology: &Topology, rules: &Rules, man: Man) -> Stops {
        let mut group = vec![0; topology.sites() as usize];
        let mut groups = vec![(true, true)];
        each_group(topology, |name, sites| {
            let kind = kind(name);
            groups.push((
                pick(kind, [rules.stop.throne, rules.stop.corner, rules.stop.camp]).has(man),
                pick(kind, [rules.reenter.throne, rules.reenter.corner, rules.reenter.camp])
                    .has(man),
            ));
            sites.iter().for_each(|site| group[*site as usize] = groups.len() - 1);
        });
        Stops { group, groups, walls: topology.blocked().iter().copied().collect() }
    }

    /// Tells whether the man may stop on a site, come from where he may.
    pub fn any(&self, to: u32) -> bool {
        !self.walls.has(to) && self.groups[self.group[to as usize]].0
    }

    /// Tells whether a man who comes from a site may stop on another.
    pub fn may(&self, from: u32, to: u32) -> bool {
        self.groups[self.group[to as usize]].0 && self.enters(from, to)
    }

    /// Tells whether a man who comes from a site may be on another at all, if only
    /// on the way.
    pub fn enters(&self, from: u32, to: u32) -> bool {
        let own = self.group[to as usize];
        !self.walls.has(to) && (self.groups[own].1 || self.group[from as usize] == own)
    }
}

/// The kinds of special squares, in the order of the rulesets' keys.
const KINDS: [&str; 3] = ["throne", "corner", "camp"];

fn kind(region: &str) -> usize {
    KINDS.iter().position(|kind| region.starts_with(kind)).unwrap_or_default()
}

fn pick(kind: usize, men: [Men; 3]) -> Men {
    men[kind]
}

/// Calls `each` for the regions of special squares: throne, corners, each camp.
fn each_group(topology: &Topology, mut each: impl FnMut(&str, &[u32])) {
    for (name, sites) in topology.regions().iter() {
        let camp = name.strip_prefix("camp-").is_some_and(|rest| rest.parse::<u32>().is_ok());
        if camp || name == "throne" || name == "corners" {
            each(name, sites);
        }
    }
}

/// Returns the lanes of all men, equal ones once, and which are whose, by code.
pub fn of(topology: &Topology, rules: &Rules) -> (Vec<Lanes>, [u8; Man::CODES]) {
    let mut all: Vec<Lanes> = Vec::new();
    let mut which = [0; Man::CODES];
    for man in Man::all() {
        let lanes = new(topology, rules, man);
        let known = all.iter().position(|known| *known == lanes);
        which[man.code()] = known.unwrap_or(all.len()) as u8;
        if known.is_none() {
            all.push(lanes);
        }
    }
    (all, which)
}

fn new(topology: &Topology, rules: &Rules, man: Man) -> Lanes {
    let headings = usize::from(topology.headings());
    let stops = Stops::new(topology, rules, man);
    let mut passes = vec![true; topology.sites() as usize];
    each_group(topology, |name, sites| {
        let passing = [rules.passing.throne, rules.passing.corner, rules.passing.camp];
        let may = pick(kind(name), passing).has(man);
        sites.iter().for_each(|site| passes[*site as usize] &= may);
    });
    let most = rules.speed.get(man).map_or(usize::MAX, usize::from);
    let lists = Lists::new(topology.sites() * headings as u32, |index| {
        let (site, heading) = (index / headings as u32, (index as usize % headings) as u8);
        let begins = topology.step(site, heading).is_some_and(|step| {
            topology.adjacent(site).iter().any(|link| link.step.site == step.site)
        });
        let mut lane = Vec::new();
        let ray = topology.ray(site, heading).take(if begins { most } else { 0 });
        for step in ray.take_while(|step| step.site != site) {
            let stop = stops.may(site, step.site);
            let pass = passes[step.site as usize] && stops.enters(site, step.site);
            if !stop && !pass {
                break;
            }
            lane.push(step.site as At | if stop { 0 } else { PASSED });
            if !pass {
                break;
            }
        }
        lane
    });
    let (starts, sites) = lists.into_parts();
    Lanes { headings, starts, sites }
}
