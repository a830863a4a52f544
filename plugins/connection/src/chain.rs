//! The loop or the chain that won, a shortest one.

use std::collections::VecDeque;

use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Mark, Site};

use crate::game::Connection;
use crate::goals::{Goals, Reached};
use crate::groups::Groups;
use crate::position::{Position, Win};

/// Farther than any way is long.
const FAR: u32 = u32::MAX;

/// Returns what won as chains of sites. A loop ends with the site that it begins
/// with. A group that joins more than two regions is a chain from one of them to
/// another, and a chain for each of the others.
pub fn marks(game: &Connection, position: &Position) -> Vec<Mark> {
    let Some(win) = position.turn.win else { return Vec::new() };
    let board = (&game.topology, &position.groups, &game.goals);
    let chains = match win.how {
        Reached::Loop(_) => vec![closed(board, win.site)],
        Reached::Sides => arms(board, &win, game.goals.sides(win.color), None),
        Reached::Regions => {
            let (regions, needed) = game.goals.regions();
            arms(board, &win, regions, Some(needed))
        }
    };
    let seat = Some(position.turn.seat_of(win.color));
    let mark = |sites| Mark { role: "win".into(), sites, joined: true, seat, text: None };
    chains.into_iter().filter(|sites| !sites.is_empty()).map(mark).collect()
}

/// Returns the stones beside a stone that have its colour, with the classes of the
/// steps there.
fn beside<'a>(
    topology: &'a Topology,
    groups: &'a Groups,
    site: Site,
) -> impl Iterator<Item = (Site, u8)> + 'a {
    let steps = topology.adjacent(site).iter().map(|link| (link.step.site, link.step.class));
    steps.filter(move |(next, _)| groups.color(*next) == groups.color(site))
}

/// Returns a shortest closed walk through a stone whose class wins: walks the
/// covering of the group, in which every stone stands once for each class.
fn closed((topology, groups, goals): (&Topology, &Groups, &Goals), from: Site) -> Vec<Site> {
    let all = (0..topology.sites()).flat_map(|site| topology.adjacent(site));
    let bits = u8::BITS - all.fold(0, |all, link| all | link.step.class).leading_zeros();
    let state = |site: Site, class: u8| (site as usize) << bits | usize::from(class);
    let mut before = vec![FAR; (topology.sites() as usize) << bits];
    let start = state(from, 0);
    before[start] = start as u32;
    let mut queue = VecDeque::from([(from, 0u8)]);
    while let Some((site, class)) = queue.pop_front() {
        for (next, step) in beside(topology, groups, site) {
            let class = class ^ step;
            let there = state(next, class);
            if before[there] != FAR {
                continue;
            }
            before[there] = state(site, class ^ step) as u32;
            if next == from && goals.wins(class) {
                return walk(&before, there, start, bits);
            }
            queue.push_back((next, class));
        }
    }
    Vec::new()
}

/// Returns the sites on the way back from a state to the start.
fn walk(before: &[u32], from: usize, start: usize, bits: u32) -> Vec<Site> {
    let (mut sites, mut at) = (vec![(from >> bits) as Site], from);
    while at != start {
        at = before[at] as usize;
        sites.push((at >> bits) as Site);
    }
    sites
}

/// Returns the distance of every stone of a group from a region within the group.
fn distances(
    (topology, groups, goals): (&Topology, &Groups, &Goals),
    group: &[Site],
    region: u32,
) -> Vec<u32> {
    let mut distances = vec![FAR; topology.sites() as usize];
    let mut queue = VecDeque::new();
    for site in group.iter().copied().filter(|site| goals.touched(*site) & region != 0) {
        distances[site as usize] = 0;
        queue.push_back(site);
    }
    while let Some(site) = queue.pop_front() {
        for (next, _) in beside(topology, groups, site) {
            if distances[next as usize] == FAR {
                distances[next as usize] = distances[site as usize] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}

/// Returns chains from one stone to `needed` of the regions, or to all of them:
/// from the stone that is nearest to all of them together, which makes the fewest
/// stones for two regions and for three.
fn arms(
    board: (&Topology, &Groups, &Goals),
    win: &Win,
    regions: u32,
    needed: Option<u32>,
) -> Vec<Vec<Site>> {
    let (topology, groups, _) = board;
    let group: Vec<Site> = (0..topology.sites())
        .filter(|site| groups.color(*site) == win.color && groups.together(*site, win.site))
        .collect();
    let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| regions & bit != 0);
    let all: Vec<Vec<u32>> = bits.map(|region| distances(board, &group, region)).collect();
    let needed = needed.map_or(all.len(), |needed| needed as usize);
    let nearest = |site: Site| {
        let mut near: Vec<(u32, usize)> =
            (0..all.len()).map(|nth| (all[nth][site as usize], nth)).collect();
        sort(&mut near);
        near.truncate(needed);
        near
    };
    let sum = |site: &Site| nearest(*site).iter().map(|(far, _)| u64::from(*far)).sum::<u64>();
    let Some(middle) = group.iter().copied().min_by_key(sum) else { return Vec::new() };
    let mut arms: Vec<Vec<Site>> = nearest(middle)
        .iter()
        .map(|(_, nth)| descend(topology, groups, &all[*nth], middle))
        .collect();
    if arms.len() > 1 {
        // The first two are one chain.
        let first = arms.remove(0);
        arms[0].reverse();
        arms[0].extend(&first[1..]);
        arms.retain(|arm| arm.len() > 1 || needed < 3);
    }
    arms
}

/// Returns a shortest way to where the distance is 0.
fn descend(topology: &Topology, groups: &Groups, distances: &[u32], from: Site) -> Vec<Site> {
    let mut way = vec![from];
    let mut at = from;
    while distances[at as usize] > 0 {
        let less = |next: &(Site, u8)| distances[next.0 as usize] < distances[at as usize];
        let next = beside(topology, groups, at).find(less);
        at = next.expect("a distance above 0 has a smaller one beside it").0;
        way.push(at);
    }
    way
}
