//! Groups of adjacent stones of one colour, as they grow stone by stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::span::Span;
use crate::web::{Beside, Node, TOGETHER, Web};

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

/// A place in the forest of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tree {
    span: Span,
    touched: u32,
    /// On the way to the group's root; the root's own number at a root. On an
    /// empty site its place in the list of these.
    link: u32,
    /// Stones of the tree below a root, as far as they were counted.
    size: u32,
    color: u8,
    /// The class of the way to `link`; 0 at a root.
    potential: u8,
}

impl Tree {
    fn stone(node: Node, color: u8, touched: u32) -> Self {
        Tree { span: Span::default(), touched, link: node, size: 1, color, potential: 0 }
    }

    fn held(&self) -> Held {
        Held { span: self.span, touched: self.touched }
    }
}

/// What one stone did to a group, for taking it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Join {
    root: Node,
    /// What was hung below the root; the root itself where nothing was.
    child: Node,
    before: Held,
}

/// Stones and their groups: a forest of unions by size, in which every stone
/// knows the class of its way to the root.
///
/// Two adjacent stones of a group whose ways to the root differ by another class
/// than that of the step between them close a loop, and the loop has the class of
/// the difference. Adjacent stones around a new one are of one group already: only
/// one of each run of them is looked at ([`Web::runs`]).
///
/// Ways are not shortened by looking, which makes a placed stone cheap to take
/// back: a way has at most as many links as the group's size has binary digits.
/// Where nothing is taken back ([`drop`](Groups::drop)) they are.
#[derive(Debug)]
pub struct Groups {
    trees: Vec<Tree>,
    empty: Vec<Site>,
}

impl Clone for Groups {
    fn clone(&self) -> Self {
        Groups { trees: self.trees.clone(), empty: self.empty.clone() }
    }

    // Playouts begin with a copy: no memory is asked for.
    fn clone_from(&mut self, from: &Self) {
        self.trees.clone_from(&from.trees);
        self.empty.clone_from(&from.empty);
    }
}

impl Groups {
    /// Returns a board without stones.
    pub fn new(topology: &Topology, web: &Web) -> Self {
        let bare = Tree { link: 0, ..Tree::stone(0, EMPTY, 0) };
        let mut groups = Groups { trees: vec![bare; web.nodes() as usize + 1], empty: Vec::new() };
        // Where steps lead to that are none.
        groups.trees[web.nodes() as usize].color = BLOCKED;
        for site in topology.blocked() {
            groups.trees[*site as usize].color = BLOCKED;
            for node in web.copies(*site) {
                groups.trees[*node as usize].color = BLOCKED;
            }
        }
        for site in 0..web.sites() {
            if groups.color(site) == EMPTY {
                groups.trees[site as usize].link = groups.empty.len() as u32;
                groups.empty.push(site);
            }
        }
        groups
    }

    /// Returns the colour of the stone on a place, [`EMPTY`] or [`BLOCKED`].
    #[inline(always)]
    pub fn color(&self, node: Node) -> u8 {
        self.trees[node as usize].color
    }

    /// Returns the sites without a stone, in no order.
    #[inline(always)]
    pub fn empty(&self) -> &[Site] {
        &self.empty
    }

    /// Returns what the group of a stone would have that is not put yet. `touched` are
    /// the regions that its place belongs to.
    pub fn would(&self, web: &Web, node: Node, color: u8, touched: u32) -> Held {
        let mut held = Held { span: Span::default(), touched };
        // A place of hexagons or squares has four runs at most.
        let mut known = [(Node::MAX, 0); 4];
        let (mut count, steps) = (0, web.beside(node));
        let mut runs = web.runs(node, web.which(node, |node| self.color(node) == color));
        while runs != 0 {
            let step = steps[runs.trailing_zeros() as usize];
            runs &= runs - 1;
            let (root, class) = self.root(step.node());
            let class = class ^ step.class();
            match known[..count].iter().find(|(other, _)| *other == root) {
                Some((_, other)) => held.span = held.span.with(class ^ other),
                None => {
                    let tree = &self.trees[root as usize];
                    held.span = held.span.joined(tree.span);
                    held.touched |= tree.touched;
                    if count < known.len() {
                        known[count] = (root, class);
                        count += 1;
                    }
                }
            }
        }
        held
    }

    /// Returns the root of a stone's group and the class of the way there.
    #[inline]
    pub fn root(&self, mut node: Node) -> (Node, u8) {
        let mut class = 0;
        loop {
            let tree = &self.trees[node as usize];
            if tree.link == node {
                return (node, class);
            }
            class ^= tree.potential;
            node = tree.link;
        }
    }

    /// The same, and makes the way half as long for the next time.
    #[inline]
    fn shorten(&mut self, mut node: Node) -> (Node, u8) {
        let mut class = 0;
        loop {
            let Tree { link, potential, .. } = self.trees[node as usize];
            if link == node {
                return (node, class);
            }
            let up = self.trees[link as usize];
            if up.link == link {
                return (link, class ^ potential);
            }
            let tree = &mut self.trees[node as usize];
            (tree.link, tree.potential) = (up.link, potential ^ up.potential);
            class ^= tree.potential;
            node = up.link;
        }
    }

    /// Returns what a stone's group has.
    pub fn held(&self, node: Node) -> Held {
        self.trees[self.root(node).0 as usize].held()
    }

    /// Tells whether two stones are in one group.
    pub fn together(&self, one: Node, other: Node) -> bool {
        self.root(one).0 == self.root(other).0
    }

    /// Tells whether a stone stands for its group: one of each group does.
    pub fn is_root(&self, stone: Node) -> bool {
        self.trees[stone as usize].link == stone
    }

    /// Puts a stone on an empty place and returns what its group has then.
    /// `touched` are the regions that the place belongs to; `log` receives what
    /// [`take`](Groups::take) needs.
    pub fn put(
        &mut self,
        web: &Web,
        node: Node,
        color: u8,
        touched: u32,
        log: &mut Vec<Join>,
    ) -> Held {
        self.trees[node as usize] = Tree::stone(node, color, touched);
        self.each_run(web, node, color, |groups, _, step| groups.tie(node, step, log));
        self.held(node)
    }

    /// Calls `each` for a step to one stone of each run of adjacent stones of a colour
    /// around a place, with how often it was called before.
    #[inline(always)]
    fn each_run(
        &mut self,
        web: &Web,
        node: Node,
        color: u8,
        mut each: impl FnMut(&mut Self, u32, Beside),
    ) {
        let mut count = 0;
        let steps = web.beside(node);
        let mut runs = web.runs(node, web.which(node, |node| self.color(node) == color));
        while runs != 0 {
            each(self, count, steps[runs.trailing_zeros() as usize]);
            count += 1;
            runs &= runs - 1;
        }
        for step in steps.iter().skip(TOGETHER) {
            if self.color(step.node()) == color {
                each(self, count, *step);
                count += 1;
            }
        }
    }

    /// Joins the groups of a stone and of one beside it.
    fn tie(&mut self, node: Node, step: Beside, log: &mut Vec<Join>) {
        let ((own, here), (other, there)) = (self.root(node), self.root(step.node()));
        let class = here ^ step.class() ^ there;
        if own != other || class != 0 {
            log.push(self.join(own, other, class));
        }
    }

    /// Puts a stone that will not be taken back, and returns what its group has then
    /// where it can have come by something with it.
    #[inline]
    pub fn drop(&mut self, web: &Web, node: Node, color: u8, touched: u32) -> Option<Held> {
        self.trees[node as usize] = Tree::stone(node, color, touched);
        let mut gained = touched != 0;
        self.each_run(web, node, color, |groups, run, step| match run {
            0 => groups.hang(node, step.node(), step.class()),
            _ => gained |= groups.meet(node, step.node(), step.class()),
        });
        if !gained {
            return None;
        }
        let root = self.shorten(node).0;
        let root = &mut self.trees[root as usize];
        root.touched |= touched;
        Some(root.held())
    }

    /// Hangs a new stone beside another, wherever that hangs.
    #[inline(always)]
    fn hang(&mut self, node: Node, beside: Node, class: u8) {
        let Tree { link, potential, .. } = self.trees[beside as usize];
        let tree = &mut self.trees[node as usize];
        (tree.link, tree.potential) = (link, potential ^ class);
    }

    /// Joins the groups of two stones by a step between them; false where that
    /// changes nothing.
    #[inline]
    fn meet(&mut self, one: Node, other: Node, class: u8) -> bool {
        let ((one, here), (other, there)) = (self.shorten(one), self.shorten(other));
        let class = here ^ class ^ there;
        if one == other && class == 0 {
            return false;
        }
        self.join(one, other, class);
        true
    }

    /// Joins two groups by a way of this class between their roots; of one group
    /// it is a loop.
    fn join(&mut self, one: Node, other: Node, class: u8) -> Join {
        let smaller = self.trees[one as usize].size < self.trees[other as usize].size;
        let (root, child) = if smaller { (other, one) } else { (one, other) };
        let low = self.trees[child as usize];
        let high = &mut self.trees[root as usize];
        let join = Join { root, child, before: high.held() };
        if root == child {
            high.span = high.span.with(class);
            return join;
        }
        high.span = high.span.joined(low.span);
        high.touched |= low.touched;
        high.size += low.size;
        let below = &mut self.trees[child as usize];
        (below.link, below.potential) = (root, class);
        join
    }

    /// Returns where an empty site stands in the list of these, for
    /// [`free`](Groups::free).
    #[inline]
    pub fn place(&self, site: Site) -> u32 {
        self.trees[site as usize].link
    }

    /// Undoes what stones joined, the last first.
    pub fn take(&mut self, log: &[Join]) {
        for join in log.iter().rev() {
            let below = &mut self.trees[join.child as usize];
            let size = below.size;
            (below.link, below.potential) = (join.child, 0);
            let high = &mut self.trees[join.root as usize];
            (high.span, high.touched) = (join.before.span, join.before.touched);
            if join.child != join.root {
                high.size -= size;
            }
        }
    }

    /// Empties a site whose joins were undone. `place` is where it stood among the
    /// empty ones.
    pub fn free(&mut self, web: &Web, site: Site, place: u32) {
        let end = self.empty.len() as u32;
        let mut last = site;
        if let Some(there) = self.empty.get_mut(place as usize) {
            last = std::mem::replace(there, site);
        }
        self.empty.push(last);
        self.trees[last as usize].link = end;
        let tree = &mut self.trees[site as usize];
        (tree.color, tree.link) = (EMPTY, place);
        for node in web.copies(site) {
            self.trees[*node as usize].color = EMPTY;
        }
    }

    /// Takes a site out of the list of empty ones: the last takes its place.
    #[inline]
    pub fn fill(&mut self, site: Site) {
        debug_assert_eq!(self.color(site), EMPTY, "a stone needs an empty site");
        let at = self.place(site);
        self.empty.swap_remove(at as usize);
        if let Some(moved) = self.empty.get(at as usize) {
            self.trees[*moved as usize].link = at;
        }
    }
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::random::Random;
    use boardloom_sdk::topology::{Adjacency, Board, Glue, Grid};

    use super::*;

    /// Boards on which adjacent sites have none, some and all of their neighbours in
    /// common, with their packed forms.
    fn boards() -> [(Topology, Web); 3] {
        let small = [Glue::Torus, Glue::Projective];
        let grid = |glue, king| {
            let adjacency = if king { Adjacency::King } else { Adjacency::Orthogonal };
            let grid = Grid { width: 6, height: 5, adjacency: Some(adjacency), glue };
            grid.topology(Adjacency::Orthogonal).expect("a good board")
        };
        let hex = r#"{"topology": "projective-hex", "n": 3}"#;
        let hex: Board = serde_json::from_str(hex).expect("a board");
        let hex = hex.topology(Adjacency::Orthogonal).expect("a good board");
        [grid(small[0], false), grid(small[1], true), hex].map(|board| {
            let web = Web::new(&board, &[]);
            (board, web)
        })
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
        let mut random = Random::new(5);
        for (board, web) in boards() {
            let mut ranks = [0; 3];
            for _ in 0..200 {
                let mut groups = Groups::new(&board, &web);
                while !groups.empty().is_empty() {
                    let nth = random.below(groups.empty().len() as u64) as usize;
                    let (site, color) = (groups.empty()[nth], random.below(2) as u8);
                    groups.fill(site);
                    let held = groups.put(&web, site, color, 0, &mut Vec::new());
                    let span = walked(&board, &groups, site);
                    for class in 0..4 {
                        assert_eq!(held.span.has(class), span.has(class), "{class}");
                    }
                    ranks[span.rank() as usize] += 1;
                }
            }
            assert!(ranks[0] > 0 && ranks[1] > 0, "{ranks:?}");
        }
    }

    #[test]
    fn stones_that_stay_make_the_same_groups() {
        let mut random = Random::new(7);
        for (board, web) in boards() {
            for _ in 0..200 {
                let (mut kept, mut dropped) =
                    (Groups::new(&board, &web), Groups::new(&board, &web));
                let mut last = [Held::default(); 2];
                while !kept.empty().is_empty() {
                    let nth = random.below(kept.empty().len() as u64) as usize;
                    let (site, color) = (kept.empty()[nth], random.below(2) as u8);
                    let touched = u32::from(site % 5 == 0) << (site % 3);
                    kept.fill(site);
                    dropped.fill(site);
                    let held = kept.put(&web, site, color, touched, &mut Vec::new());
                    let gained = dropped.drop(&web, site, color, touched);
                    assert_eq!(dropped.held(site), held, "{site}");
                    assert!(gained.is_none_or(|gained| gained == held), "{site}");
                    // What is not told of is nothing new to the colour.
                    let new = |of: &Held| {
                        let known = last[usize::from(color)];
                        of.touched & !known.touched != 0 || known.span.joined(of.span) != known.span
                    };
                    assert!(gained.is_some() || !new(&held), "{site}");
                    let known = &mut last[usize::from(color)];
                    known.touched |= held.touched;
                    known.span = known.span.joined(held.span);
                }
            }
        }
    }

    #[test]
    fn taking_back_leads_to_the_very_same() {
        let mut random = Random::new(6);
        for (board, web) in boards() {
            let mut groups = Groups::new(&board, &web);
            let (mut before, mut steps) = (Vec::new(), Vec::new());
            while !groups.empty().is_empty() {
                before.push(groups.clone());
                let nth = random.below(groups.empty().len() as u64) as usize;
                let (site, mut log) = (groups.empty()[nth], Vec::new());
                let place = groups.place(site);
                groups.fill(site);
                groups.put(&web, site, random.below(2) as u8, 0, &mut log);
                steps.push((site, place, log));
            }
            while let (Some(before), Some((site, place, log))) = (before.pop(), steps.pop()) {
                groups.take(&log);
                groups.free(&web, site, place);
                assert_eq!(groups.empty, before.empty);
                for site in 0..board.sites() {
                    assert_eq!(groups.color(site), before.color(site));
                    if before.color(site) != EMPTY {
                        assert_eq!(groups.trees[site as usize], before.trees[site as usize]);
                    }
                }
            }
        }
    }
}
