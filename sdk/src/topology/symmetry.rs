//! The symmetries of a board's graph.

use super::Topology;
use crate::Site;
use crate::random::mix;
use crate::sorting::sort;

/// The most trials of a search, about a second of work.
const TRIALS: u64 = 20_000_000;
/// The rounds in which neighbourhoods are compared, each one step farther.
const ROUNDS: u32 = 6;
/// The image of a site without one.
const OPEN: Site = Site::MAX;

impl Topology {
    /// Returns the symmetries of the board: permutations of the sites (`image[site]`) that keep
    /// all adjacencies and map blocked sites to blocked ones. The identity comes first, the others
    /// in order of the image of the first site in the search.
    ///
    /// Classes, headings and roles do not matter. `None` if there are more than `limit`, or if the
    /// search takes too long, as on boards that are almost symmetric everywhere.
    pub fn symmetries(&self, limit: usize) -> Option<Vec<Vec<Site>>> {
        let kinds = self.kinds();
        let mut search = SymmetrySearch::new(self, &kinds);
        let root = *search.order.first()?;
        let mut found = vec![(0..self.sites).collect()];
        for image in (0..self.sites).filter(|site| kinds[*site as usize] == kinds[root as usize]) {
            search.extend(0, image, limit, &mut found)?;
        }
        Some(found)
    }

    /// Returns a number for the neighbourhood of each site, equal for sites that a symmetry can
    /// swap.
    fn kinds(&self) -> Vec<u64> {
        let mut kinds = vec![1; self.sites as usize];
        for site in &self.blocked {
            kinds[*site as usize] = 2;
        }
        for _ in 0..ROUNDS {
            // Sums do not depend on the order of the links.
            let around = |site: Site| {
                let links = self.adjacent(site).iter();
                links.fold(0u64, |sum, link| sum.wrapping_add(mix(kinds[link.step.site as usize])))
            };
            let next: Vec<u64> = (0..self.sites)
                .map(|site| mix(kinds[site as usize].wrapping_add(around(site))))
                .collect();
            kinds = next;
        }
        kinds
    }
}

/// The search: assigns images to sites in order, each beside an earlier one.
struct SymmetrySearch<'a> {
    board: &'a Topology,
    kinds: &'a [u64],
    order: Vec<Site>,
    /// For each place in the order: the place of an adjacent earlier site, or itself if there is
    /// none.
    parent: Vec<usize>,
    image: Vec<Site>,
    taken: Vec<bool>,
    trials: u64,
}

impl<'a> SymmetrySearch<'a> {
    fn new(board: &'a Topology, kinds: &'a [u64]) -> Self {
        let sites = board.sites as usize;
        let mut search = SymmetrySearch {
            board,
            kinds,
            order: Vec::new(),
            parent: Vec::new(),
            image: vec![OPEN; sites],
            taken: vec![false; sites],
            trials: 0,
        };
        search.sort();
        search
    }

    /// Sorts the sites by their distance from the rarest one.
    fn sort(&mut self) {
        let mut listed = vec![false; self.image.len()];
        for first in self.rarest() {
            if std::mem::replace(&mut listed[first as usize], true) {
                continue;
            }
            let mut head = self.order.len();
            self.order.push(first);
            self.parent.push(head);
            while let Some(&site) = self.order.get(head) {
                for link in self.board.adjacent(site) {
                    let next = link.step.site;
                    if !std::mem::replace(&mut listed[next as usize], true) {
                        self.order.push(next);
                        self.parent.push(head);
                    }
                }
                head += 1;
            }
        }
    }

    /// Returns the sites, those of the rarest kinds first.
    fn rarest(&self) -> Vec<Site> {
        let mut kinds: Vec<u64> = self.kinds.to_vec();
        sort(&mut kinds);
        let count = |site: Site| {
            let kind = self.kinds[site as usize];
            kinds.partition_point(|other| *other <= kind)
                - kinds.partition_point(|other| *other < kind)
        };
        let mut sites: Vec<(u32, Site)> =
            (0..self.board.sites).map(|site| (count(site) as u32, site)).collect();
        sort(&mut sites);
        sites.into_iter().map(|(_, site)| site).collect()
    }

    /// Assigns an image to the site at a place in the order, and all possible images to the sites
    /// after it. `None` if there are too many trials or symmetries.
    ///
    /// Uses its own stack: a board is deeper than a thread's stack.
    fn extend(
        &mut self,
        at: usize,
        image: Site,
        limit: usize,
        found: &mut Vec<Vec<Site>>,
    ) -> Option<()> {
        if !self.assign(at, image)? {
            return Some(());
        }
        // For each place in the order: the next link of the parent's image to try.
        let mut next = vec![0usize];
        while let Some(tried) = next.last().copied() {
            let at = next.len();
            if at == self.order.len() {
                if self.image.iter().zip(0..).any(|(image, site)| *image != site) {
                    if found.len() == limit {
                        return None;
                    }
                    found.push(self.image.clone());
                }
                next.pop();
                self.unassign(at - 1);
                continue;
            }
            match self.candidate(at, tried) {
                Some(image) => {
                    next[at - 1] = tried + 1;
                    if !self.is_repeated(at, tried) && self.assign(at, image)? {
                        next.push(0);
                    }
                }
                None => {
                    next.pop();
                    self.unassign(at - 1);
                }
            }
        }
        Some(())
    }

    /// Tells whether a candidate was tried under an earlier number, because two sites are adjacent
    /// several times.
    fn is_repeated(&self, at: usize, number: usize) -> bool {
        let parent = self.parent[at];
        if parent == at {
            return false;
        }
        let links = self.board.adjacent(self.image[self.order[parent] as usize]);
        links[..number].iter().any(|link| link.step.site == links[number].step.site)
    }

    /// Returns a possible image of the site at a place in the order, by number.
    fn candidate(&self, at: usize, number: usize) -> Option<Site> {
        let parent = self.parent[at];
        if parent == at {
            // The first site of a separate part of the board.
            return u32::try_from(number).ok().filter(|site| *site < self.board.sites);
        }
        let image = self.image[self.order[parent] as usize];
        self.board.adjacent(image).get(number).map(|link| link.step.site)
    }

    /// Assigns an image to a site, if that keeps all adjacencies so far.
    fn assign(&mut self, at: usize, image: Site) -> Option<bool> {
        self.trials += 1;
        if self.trials > TRIALS {
            return None;
        }
        let site = self.order[at];
        let alike = self.kinds[site as usize] == self.kinds[image as usize];
        if !alike || self.taken[image as usize] {
            return Some(false);
        }
        self.image[site as usize] = image;
        self.taken[image as usize] = true;
        // Both sites have equally many links, so counting the links to assigned sites is enough.
        let (mut before, mut after) = (0, 0);
        for link in self.board.adjacent(site) {
            let other = self.image[link.step.site as usize];
            if other == OPEN {
                continue;
            }
            before += 1;
            if self.times(site, link.step.site) != self.times(image, other) {
                self.unassign(at);
                return Some(false);
            }
        }
        for link in self.board.adjacent(image) {
            after += usize::from(self.taken[link.step.site as usize]);
        }
        if before != after {
            self.unassign(at);
            return Some(false);
        }
        Some(true)
    }

    fn unassign(&mut self, at: usize) {
        let site = self.order[at] as usize;
        self.taken[self.image[site] as usize] = false;
        self.image[site] = OPEN;
    }

    /// Returns the number of adjacencies of two sites.
    fn times(&self, one: Site, other: Site) -> usize {
        self.board.adjacent(one).iter().filter(|link| link.step.site == other).count()
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::{Adjacency, Board, Topology};

    fn board(json: &str) -> Topology {
        let board: Board = serde_json::from_str(json).expect("a board");
        board.topology(Adjacency::Orthogonal).unwrap_or_else(|errors| panic!("{errors:?}"))
    }

    fn grid(width: u32, height: u32, more: &str) -> Topology {
        board(&format!(r#"{{"topology":"grid","width":{width},"height":{height}{more}}}"#))
    }

    #[track_caller]
    fn counts(board: &Topology, expected: usize) {
        let found = board.symmetries(100_000).expect("few enough");
        assert_eq!(found.len(), expected);
        for (number, image) in found.iter().enumerate() {
            assert!(!found[..number].contains(image), "each once");
            for site in 0..board.sites() {
                let mut before: Vec<u32> = board
                    .adjacent(site)
                    .iter()
                    .map(|link| image[link.step.site as usize])
                    .collect();
                let there = board.adjacent(image[site as usize]).iter();
                let mut after: Vec<u32> = there.map(|link| link.step.site).collect();
                before.sort_unstable();
                after.sort_unstable();
                assert_eq!(before, after, "adjacent as before");
            }
        }
    }

    #[test]
    fn squares_have_eight_and_rectangles_four() {
        counts(&grid(19, 19, ""), 8);
        counts(&grid(7, 7, r#","adjacency":"king""#), 8);
        counts(&grid(7, 4, ""), 4);
        counts(&grid(1, 4, ""), 2);
        counts(&grid(60, 60, ""), 8);
    }

    #[test]
    fn tori_can_be_shifted() {
        // 8 for each place of the first square.
        counts(&grid(7, 7, r#","glue":"torus""#), 8 * 49);
        counts(&grid(7, 5, r#","glue":"torus""#), 4 * 35);
        counts(&grid(6, 9, r#","glue":"cylinder""#), 4 * 6);
        // Four by four is the hypercube of four dimensions: 2^4 * 4!.
        counts(&grid(4, 4, r#","glue":"torus""#), 384);
    }

    #[test]
    fn blocked_sites_stay_blocked() {
        counts(&grid(7, 7, r#","blocked":["d4"]"#), 8);
        counts(&grid(7, 7, r#","blocked":["d5"]"#), 2);
        counts(&grid(7, 7, r#","blocked":["c5"]"#), 2);
        counts(&grid(7, 7, r#","blocked":["b5"]"#), 1);
    }

    #[test]
    fn parts_that_do_not_hang_together_are_swapped() {
        let two = board(r#"{"topology":"graph","sites":4,"edges":[["1","2"],["3","4"]]}"#);
        counts(&two, 8);
        let twice =
            board(r#"{"topology":"graph","sites":3,"edges":[["1","2"],["2","1",1],["2","3"]]}"#);
        counts(&twice, 1);
    }

    #[test]
    fn too_many_are_none() {
        let torus = grid(7, 7, r#","glue":"torus""#);
        assert_eq!(torus.symmetries(391), None);
        assert_eq!(torus.symmetries(392).map(|found| found.len()), Some(392));
        // Single sites: as many symmetries as there are orders of them.
        for sites in [100, 60_000] {
            let json = format!(r#"{{"topology":"graph","sites":{sites}}}"#);
            assert_eq!(board(&json).symmetries(1000), None);
        }
    }
}
