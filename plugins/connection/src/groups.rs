//! Groups of adjacent stones of one colour, as they grow stone by stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::moves::Move;
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

/// What a stone that stands for its group knows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Root {
    span: Span,
    touched: u32,
    /// Stones of the group, as far as they were counted.
    size: u32,
}

impl Root {
    fn stone(touched: u32) -> Self {
        Root { span: Span::default(), touched, size: 1 }
    }

    #[inline(always)]
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
    /// By place, with one beyond all others, where steps lead to that are none. Apart
    /// from the rest, for they are looked at most.
    colors: Vec<u8>,
    /// The step of each stone to another of its group, on the way to the root, which has
    /// one to itself. On an empty site its place in the list of these.
    ways: Vec<Beside>,
    roots: Vec<Root>,
    /// A stone on each empty site: so that to list these moves is to copy them.
    open: Vec<Move>,
}

impl Clone for Groups {
    fn clone(&self) -> Self {
        Groups {
            colors: self.colors.clone(),
            ways: self.ways.clone(),
            roots: self.roots.clone(),
            open: self.open.clone(),
        }
    }

    // Playouts begin with a copy: no memory is asked for.
    fn clone_from(&mut self, from: &Self) {
        self.colors.clone_from(&from.colors);
        self.ways.clone_from(&from.ways);
        self.roots.clone_from(&from.roots);
        self.open.clone_from(&from.open);
    }
}

impl Groups {
    /// Returns a board without stones.
    pub fn new(topology: &Topology, web: &Web) -> Self {
        let nodes = web.nodes() as usize;
        let mut groups = Groups {
            colors: vec![EMPTY; nodes + 1],
            ways: vec![Beside::default(); nodes],
            roots: vec![Root::default(); nodes],
            open: Vec::new(),
        };
        groups.colors[nodes] = BLOCKED;
        for site in topology.blocked() {
            groups.paint(web, *site, BLOCKED);
        }
        for site in 0..web.sites() {
            if groups.color(site) == EMPTY {
                groups.ways[site as usize] = Beside::new(groups.open.len() as u32, 0);
                groups.open.push(Move::Put(site));
            }
        }
        groups
    }

    /// Gives a site a colour, wherever it is a place.
    fn paint(&mut self, web: &Web, site: Site, color: u8) {
        for node in std::iter::once(&site).chain(web.copies(site)) {
            self.colors[*node as usize] = color;
        }
    }

    /// Returns the colour of the stone on a place, [`EMPTY`] or [`BLOCKED`].
    #[inline(always)]
    pub fn color(&self, node: Node) -> u8 {
        self.colors[node as usize]
    }

    /// Returns the moves onto the sites without a stone, in no order.
    #[inline(always)]
    pub fn open(&self) -> &[Move] {
        &self.open
    }

    /// Returns one of the sites without a stone.
    #[inline(always)]
    pub fn empty(&self, nth: u64) -> Site {
        self.open[nth as usize].site().expect("a stone is put on an empty site")
    }

    /// Returns what the group of a stone would have that is not put yet. `touched` are
    /// the regions that its place belongs to.
    pub fn would(&self, web: &Web, node: Node, color: u8, touched: u32) -> Held {
        let mut held = Held { span: Span::default(), touched };
        // A place of hexagons or squares has four runs at most.
        let mut known = [(Node::MAX, 0); 4];
        let mut count = 0;
        let (steps, mut runs) = web.runs(node, |node| self.color(node) == color);
        while runs != 0 {
            let step = steps[runs.trailing_zeros() as usize];
            runs &= runs - 1;
            let (root, class) = self.root(step.node());
            let class = class ^ step.class();
            match known[..count].iter().find(|(other, _)| *other == root) {
                Some((_, other)) => held.span = held.span.with(class ^ other),
                None => {
                    let group = &self.roots[root as usize];
                    held.span = held.span.joined(group.span);
                    held.touched |= group.touched;
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
            let way = self.ways[node as usize];
            if way.node() == node {
                return (node, class);
            }
            class ^= way.class();
            node = way.node();
        }
    }

    /// The same, and makes the way half as long for the next time.
    #[inline(always)]
    fn shorten(&mut self, mut node: Node) -> (Node, u8) {
        let mut class = 0;
        loop {
            let way = self.ways[node as usize];
            if way.node() == node {
                return (node, class);
            }
            let up = self.ways[way.node() as usize];
            let both = up.by(way.class());
            self.ways[node as usize] = both;
            class ^= both.class();
            if up.node() == way.node() {
                return (up.node(), class);
            }
            node = up.node();
        }
    }

    /// Returns what a stone's group has.
    pub fn held(&self, node: Node) -> Held {
        self.roots[self.root(node).0 as usize].held()
    }

    /// Tells whether two stones are in one group.
    pub fn together(&self, one: Node, other: Node) -> bool {
        self.root(one).0 == self.root(other).0
    }

    /// Tells whether a stone stands for its group: one of each group does.
    pub fn is_root(&self, stone: Node) -> bool {
        self.ways[stone as usize].node() == stone
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
        self.stand(node, color, touched);
        self.each_run(web, node, color, |groups, _, step| groups.tie(node, step, log));
        self.held(node)
    }

    /// Puts a stone that is a group of its own.
    #[inline(always)]
    fn stand(&mut self, node: Node, color: u8, touched: u32) {
        self.colors[node as usize] = color;
        self.ways[node as usize] = Beside::new(node, 0);
        self.roots[node as usize] = Root::stone(touched);
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
        let (steps, mut runs) = web.runs(node, |node| self.color(node) == color);
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
    #[inline(always)]
    pub fn drop(&mut self, web: &Web, node: Node, color: u8, touched: u32) -> Option<Held> {
        self.stand(node, color, touched);
        let mut gained = touched != 0;
        // The root of the stone's group, and the class of the stone's way there: known
        // when they are needed.
        let (mut root, mut here) = (Node::MAX, 0);
        self.each_run(web, node, color, |groups, run, step| {
            if run == 0 {
                groups.ways[node as usize] = groups.ways[step.node() as usize].by(step.class());
                return;
            }
            if run == 1 {
                (root, here) = groups.shorten(node);
            }
            let (other, there) = groups.shorten(step.node());
            let class = here ^ step.class() ^ there;
            if root != other || class != 0 {
                gained = true;
                let join = groups.join(root, other, class);
                if join.root != root {
                    (root, here) = (other, here ^ class);
                }
            }
        });
        if !gained {
            return None;
        }
        if root == Node::MAX {
            root = self.shorten(node).0;
        }
        let group = &mut self.roots[root as usize];
        group.touched |= touched;
        Some(group.held())
    }

    /// Joins two groups by a way of this class between their roots; of one group
    /// it is a loop.
    #[inline]
    fn join(&mut self, one: Node, other: Node, class: u8) -> Join {
        let (mut high, mut low) = (self.roots[one as usize], self.roots[other as usize]);
        let (mut root, mut child) = (one, other);
        if high.size < low.size {
            (high, low) = (low, high);
            (root, child) = (child, root);
        }
        let join = Join { root, child, before: high.held() };
        if root == child {
            high.span = high.span.with(class);
        } else {
            high.span = high.span.joined(low.span);
            high.touched |= low.touched;
            high.size += low.size;
            self.ways[child as usize] = Beside::new(root, class);
        }
        self.roots[root as usize] = high;
        join
    }

    /// Returns where an empty site stands in the list of these, for
    /// [`free`](Groups::free).
    #[inline]
    pub fn place(&self, site: Site) -> u32 {
        self.ways[site as usize].node()
    }

    /// Undoes what stones joined, the last first.
    pub fn take(&mut self, log: &[Join]) {
        for join in log.iter().rev() {
            let size = self.roots[join.child as usize].size;
            self.ways[join.child as usize] = Beside::new(join.child, 0);
            let high = &mut self.roots[join.root as usize];
            (high.span, high.touched) = (join.before.span, join.before.touched);
            if join.child != join.root {
                high.size -= size;
            }
        }
    }

    /// Empties a site whose joins were undone. `place` is where it stood among the
    /// empty ones.
    pub fn free(&mut self, web: &Web, site: Site, place: u32) {
        let end = self.open.len() as u32;
        let mut last = Move::Put(site);
        if let Some(there) = self.open.get_mut(place as usize) {
            last = std::mem::replace(there, last);
        }
        self.open.push(last);
        let last = self.empty(u64::from(end));
        self.ways[last as usize] = Beside::new(end, 0);
        self.ways[site as usize] = Beside::new(place, 0);
        self.paint(web, site, EMPTY);
    }

    /// Takes an empty site out of the list of these, for a playout that needs to know
    /// neither groups nor places.
    #[inline(always)]
    pub fn pull(&mut self, nth: u64) -> Site {
        let mv = self.open.swap_remove(nth as usize);
        mv.site().expect("a stone is put on an empty site")
    }

    /// Puts a stone of no group, for a playout that needs to know colours alone.
    #[inline(always)]
    pub fn show(&mut self, site: Site, color: u8) {
        self.fill(site);
        self.colors[site as usize] = color;
    }

    /// Takes a site out of the list of empty ones: the last takes its place.
    #[inline]
    pub fn fill(&mut self, site: Site) {
        debug_assert_eq!(self.color(site), EMPTY, "a stone needs an empty site");
        let at = self.place(site);
        self.open.swap_remove(at as usize);
        if let Some(Move::Put(moved)) = self.open.get(at as usize) {
            self.ways[*moved as usize] = Beside::new(at, 0);
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
                while !groups.open().is_empty() {
                    let nth = random.below(groups.open().len() as u64);
                    let (site, color) = (groups.empty(nth), random.below(2) as u8);
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
                while !kept.open().is_empty() {
                    let nth = random.below(kept.open().len() as u64);
                    let (site, color) = (kept.empty(nth), random.below(2) as u8);
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
            while !groups.open().is_empty() {
                before.push(groups.clone());
                let nth = random.below(groups.open().len() as u64);
                let (site, mut log) = (groups.empty(nth), Vec::new());
                let place = groups.place(site);
                groups.fill(site);
                groups.put(&web, site, random.below(2) as u8, 0, &mut log);
                steps.push((site, place, log));
            }
            while let (Some(before), Some((site, place, log))) = (before.pop(), steps.pop()) {
                groups.take(&log);
                groups.free(&web, site, place);
                assert_eq!(groups.open, before.open);
                for site in 0..board.sites() {
                    assert_eq!(groups.color(site), before.color(site));
                    if before.color(site) != EMPTY {
                        let at = site as usize;
                        assert_eq!(groups.ways[at], before.ways[at]);
                        assert_eq!(groups.roots[at], before.roots[at]);
                    }
                }
            }
        }
    }
}
