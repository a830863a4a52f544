//! Distances in steps. Blocked sites count like others.

use super::Topology;
use crate::sorting::sort;
use crate::{Bits, Site};

/// Returns for each site the sites from `least` to `most` steps away, nearest first.
fn around(topology: &Topology, least: u32, most: u32) -> impl Iterator<Item = Vec<Site>> {
    let mut seen = vec![0; topology.sites() as usize];
    let mut queue: Vec<(Site, u32)> = Vec::new();
    (0..topology.sites()).map(move |from| {
        let stamp = from + 1;
        queue.clear();
        queue.push((from, 0));
        seen[from as usize] = stamp;
        let mut head = 0;
        while let Some(&(site, distance)) = queue.get(head).filter(|(_, far)| *far < most) {
            head += 1;
            for next in topology.adjacent_sites(site) {
                if std::mem::replace(&mut seen[next as usize], stamp) != stamp {
                    queue.push((next, distance + 1));
                }
            }
        }
        queue[1..].iter().filter(|(_, far)| *far >= least).map(|(site, _)| *site).collect()
    })
}

/// Returns for every site its distance from the nearest of these sites; `u32::MAX` if it exceeds
/// `most`.
pub(super) fn from_all(topology: &Topology, from: &[Site], most: u32) -> Vec<u32> {
    let mut distances = vec![u32::MAX; topology.sites() as usize];
    let mut queue = from.to_vec();
    for site in from {
        distances[*site as usize] = 0;
    }
    let mut head = 0;
    while let Some(&site) = queue.get(head) {
        head += 1;
        let next = distances[site as usize] + 1;
        if next > most {
            break;
        }
        for link in topology.adjacent(site) {
            let distance = &mut distances[link.step.site as usize];
            if *distance == u32::MAX {
                *distance = next;
                queue.push(link.step.site);
            }
        }
    }
    distances
}

pub(super) fn rings<const W: usize>(topology: &Topology, least: u32, most: u32) -> Vec<Bits<W>> {
    around(topology, least, most).map(|ring| ring.into_iter().collect()).collect()
}

pub(super) fn lists(topology: &Topology, exactly: u32) -> Vec<Vec<Site>> {
    let sorted = |mut ring: Vec<Site>| {
        sort(&mut ring);
        ring
    };
    around(topology, exactly, exactly).map(sorted).collect()
}
