//! Groups of adjacent stones of one colour, as they grow stone by stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::span::Span;

/// The colour of a site without a stone.
pub const EMPTY: u8 = u8::MAX;
/// The colour of a site that nothing can stand on.
pub const BLOCKED: u8 = u8::MAX - 1;

/// What a group has: kept at its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    /// The classes of its loops.
    pub span: Span,
    /// The regions that it touches, one bit each.
    pub touched: u32,
}

/// A site in the forest of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    held: Held,
    /// On the way to the group's root; the root's own number at a root. On an
    /// empty site its place in the list of these.
    link: u32,
    /// Stones of the tree below a root.
    size: u32,
    color: u8,
    /// The class of the way to `link`.
    potential: u8,
}

/// What one stone did to a group, for taking it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Join {
    root: Site,
    /// What was hung below the root; the root itself where nothing was.
    child: Site,
    before: Held,
}

/// Stones and their groups: a forest of unions by size, in which every stone
/// knows the class of its way to the root.
///
/// Two adjacent stones of a group whose ways to the root differ by another class
/// than that of the step between them close a loop, and the loop has the class of
/// the difference. Ways are not shortened by looking, which makes a placed stone
/// cheap to take back: a way has at most as many links as the group's size has
/// binary digits.
#[derive(Debug, Clone)]
pub struct Groups {
    nodes: Vec<Node>,
    empty: Vec<Site>,
}

impl Groups {
    /// Returns a board without stones.
    pub fn new(topology: &Topology) -> Self {
        let node = Node { held: Held::default(), link: 0, size: 0, color: EMPTY, potential: 0 };
        let mut groups = Groups { nodes: vec![node; topology.sites() as usize], empty: Vec::new() };
        for site in topology.blocked() {
            groups.nodes[*site as usize].color = BLOCKED;
        }
        for site in 0..topology.sites() {
            if groups.color(site) == EMPTY {
                groups.nodes[site as usize].link = groups.empty.len() as u32;
                groups.empty.push(site);
            }
        }
        groups
    }

    /// Returns the colour of the stone on a site, [`EMPTY`] or [`BLOCKED`].
    #[inline]
    pub fn color(&self, site: Site) -> u8 {
        self.nodes[site as usize].color
    }

    /// Returns the sites without a stone, in no order.
    #[inline]
    pub fn empty(&self) -> &[Site] {
        &self.empty
    }

    /// Returns how many sites there are.
    pub fn sites(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Returns the root of a stone's group and the class of the way there.
    #[inline]
    fn root(&self, mut site: Site) -> (Site, u8) {
        let mut class = 0;
        loop {
            let node = &self.nodes[site as usize];
            if node.link == site {
                return (site, class);
            }
            class ^= node.potential;
            site = node.link;
        }
    }

    /// Returns what a stone's group has.
    pub fn held(&self, site: Site) -> Held {
        self.nodes[self.root(site).0 as usize].held
    }

    /// Tells whether two stones are in one group.
    pub fn together(&self, one: Site, other: Site) -> bool {
        self.root(one).0 == self.root(other).0
    }

    /// Tells whether a stone stands for its group: one of each group does.
    pub fn is_root(&self, stone: Site) -> bool {
        self.nodes[stone as usize].link == stone
    }

    /// Puts a stone on an empty site and returns what its group has then.
    /// `touched` are the regions that the site belongs to; `log`, where given,
    /// receives what [`take`](Groups::take) needs.
    pub fn put(
        &mut self,
        topology: &Topology,
        site: Site,
        color: u8,
        touched: u32,
        mut log: Option<&mut Vec<Join>>,
    ) -> Held {
        self.fill(site);
        let held = Held { span: Span::default(), touched };
        self.nodes[site as usize] = Node { held, link: site, size: 1, color, potential: 0 };
        for link in topology.adjacent(site) {
            let step = link.step;
            if self.color(step.site) != color {
                continue;
            }
            let ((own, here), (other, there)) = (self.root(site), self.root(step.site));
            let class = here ^ step.class ^ there;
            if own == other && class == 0 {
                continue;
            }
            let join = self.join(own, other, class);
            if let Some(log) = &mut log {
                log.push(join);
            }
        }
        self.held(site)
    }

    /// Joins two groups by a way of this class between their roots; of one group
    /// it is a loop.
    fn join(&mut self, one: Site, other: Site, class: u8) -> Join {
        let smaller = self.nodes[one as usize].size < self.nodes[other as usize].size;
        let (root, child) = if smaller { (other, one) } else { (one, other) };
        let low = self.nodes[child as usize];
        let high = &mut self.nodes[root as usize];
        let join = Join { root, child, before: high.held };
        if root == child {
            high.held.span = high.held.span.with(class);
            return join;
        }
        high.held.span = high.held.span.joined(low.held.span);
        high.held.touched |= low.held.touched;
        high.size += low.size;
        let below = &mut self.nodes[child as usize];
        (below.link, below.potential) = (root, class);
        join
    }

    /// Returns where an empty site stands in the list of these, for
    /// [`take`](Groups::take).
    #[inline]
    pub fn place(&self, site: Site) -> u32 {
        self.nodes[site as usize].link
    }

    /// Takes the last stone away again. `place` is where its site stood among the
    /// empty ones.
    pub fn take(&mut self, site: Site, place: u32, log: &[Join]) {
        for join in log.iter().rev() {
            let below = &mut self.nodes[join.child as usize];
            let size = below.size;
            (below.link, below.potential) = (join.child, 0);
            let high = &mut self.nodes[join.root as usize];
            high.held = join.before;
            if join.child != join.root {
                high.size -= size;
            }
        }
        let end = self.empty.len() as u32;
        let mut last = site;
        if let Some(there) = self.empty.get_mut(place as usize) {
            last = std::mem::replace(there, site);
        }
        self.empty.push(last);
        self.nodes[last as usize].link = end;
        let node = &mut self.nodes[site as usize];
        (node.color, node.link) = (EMPTY, place);
    }

    /// Takes a site out of the list of empty ones: the last takes its place.
    fn fill(&mut self, site: Site) {
        debug_assert_eq!(self.color(site), EMPTY, "a stone needs an empty site");
        let at = self.place(site);
        self.empty.swap_remove(at as usize);
        if let Some(moved) = self.empty.get(at as usize) {
            self.nodes[*moved as usize].link = at;
        }
    }
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::random::Random;
    use boardloom_sdk::topology::{Adjacency, Glue, Grid};

    use super::*;

    fn torus() -> Topology {
        let grid = Grid { width: 6, height: 5, adjacency: None, glue: Glue::Torus };
        grid.topology(Adjacency::Orthogonal).expect("a good board")
    }

    /// The classes of all closed walks of a stone's group, found by walking.
    fn walked(board: &Topology, groups: &Groups, from: Site) -> Span {
        let mut way = vec![None; board.sites() as usize];
        let (mut span, mut open) = (Span::default(), vec![from]);
        way[from as usize] = Some(0u8);
        while let Some(site) = open.pop() {
            let here = way[site as usize].unwrap();
            for link in board.adjacent(site) {
                let next = link.step.site;
                if groups.color(next) != groups.color(from) {
                    continue;
                }
                match way[next as usize] {
                    Some(there) => span = span.with(here ^ link.step.class ^ there),
                    None => {
                        way[next as usize] = Some(here ^ link.step.class);
                        open.push(next);
                    }
                }
            }
        }
        span
    }

    #[test]
    fn groups_know_the_classes_of_their_loops() {
        let board = torus();
        let mut random = Random::new(5);
        let mut ranks = [0; 3];
        for _ in 0..200 {
            let mut groups = Groups::new(&board);
            while !groups.empty().is_empty() {
                let nth = random.below(groups.empty().len() as u64) as usize;
                let (site, color) = (groups.empty()[nth], random.below(2) as u8);
                let held = groups.put(&board, site, color, 0, None);
                let span = walked(&board, &groups, site);
                for class in 0..4 {
                    assert_eq!(held.span.has(class), span.has(class), "{class}");
                }
                ranks[span.rank() as usize] += 1;
            }
        }
        assert!(ranks.iter().all(|times| *times > 0), "{ranks:?}");
    }

    #[test]
    fn taking_back_leads_to_the_very_same() {
        let board = torus();
        let mut random = Random::new(6);
        let mut groups = Groups::new(&board);
        let (mut before, mut steps) = (Vec::new(), Vec::new());
        while !groups.empty().is_empty() {
            before.push(groups.clone());
            let nth = random.below(groups.empty().len() as u64) as usize;
            let (site, mut log) = (groups.empty()[nth], Vec::new());
            let place = groups.place(site);
            groups.put(&board, site, random.below(2) as u8, 0, Some(&mut log));
            steps.push((site, place, log));
        }
        while let (Some(before), Some((site, place, log))) = (before.pop(), steps.pop()) {
            groups.take(site, place, &log);
            assert_eq!(groups.empty, before.empty);
            for site in 0..board.sites() {
                assert_eq!(groups.color(site), before.color(site));
                if before.color(site) != EMPTY {
                    assert_eq!(groups.nodes[site as usize], before.nodes[site as usize]);
                }
            }
        }
    }
}
