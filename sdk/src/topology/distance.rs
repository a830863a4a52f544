//! Distances, measured as if nothing were blocked.

use super::Topology;
use crate::{Bits, Site};

/// Calls `found` with every site from `least` to `most` steps away, nearest
/// first. `seen` and `queue` are scratch space.
fn spread(
    topology: &Topology,
    from: Site,
    most: u32,
    seen: &mut [u32],
    queue: &mut Vec<(Site, u32)>,
    mut found: impl FnMut(Site, u32),
) {
    let stamp = from + 1;
    queue.clear();
    queue.push((from, 0));
    seen[from as usize] = stamp;
    let mut head = 0;
    while let Some(&(site, distance)) = queue.get(head) {
        head += 1;
        if distance == most {
            continue;
        }
        for link in topology.adjacent(site) {
            let next = link.step.site;
            if seen[next as usize] != stamp {
                seen[next as usize] = stamp;
                found(next, distance + 1);
                queue.push((next, distance + 1));
            }
        }
    }
}

/// Returns for every site how far it is from the nearest of some sites;
/// `u32::MAX` where that is more than `most`.
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
    let mut seen = vec![0; topology.sites() as usize];
    let mut queue = Vec::new();
    let ring = |from| {
        let mut ring = Bits::EMPTY;
        spread(topology, from, most, &mut seen, &mut queue, |site, distance| {
            if distance >= least {
                ring.insert(site);
            }
        });
        ring
    };
    (0..topology.sites()).map(ring).collect()
}

pub(super) fn lists(topology: &Topology, exactly: u32) -> Vec<Vec<Site>> {
    let mut seen = vec![0; topology.sites() as usize];
    let mut queue = Vec::new();
    let ring = |from| {
        let mut ring = Vec::new();
        spread(topology, from, exactly, &mut seen, &mut queue, |site, distance| {
            if distance == exactly {
                ring.push(site);
            }
        });
        ring.sort();
        ring
    };
    (0..topology.sites()).map(ring).collect()
}
