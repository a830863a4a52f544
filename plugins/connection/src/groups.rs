//! Groups of adjacent stones of one colour, as they grow stone by stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::graph::{AdjacencyGraph, Edge, MASK_BITS, Node};
use crate::loop_classes::LoopClasses;
use crate::moves::Move;

pub const EMPTY: u8 = u8::MAX;
pub const BLOCKED: u8 = u8::MAX - 1;

/// The reach of a group: the part of its state that goals depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GroupReach {
    pub loops: LoopClasses,
    /// The regions that it touches, one bit each.
    pub regions: u32,
}

impl GroupReach {
    fn union(self, other: GroupReach) -> GroupReach {
        GroupReach { loops: self.loops.union(other.loops), regions: self.regions | other.regions }
    }
}

/// The data of a group, stored with its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Root {
    reach: GroupReach,
    size: u32,
}

/// A union of two groups, or a loop that was closed in one, for undoing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Union {
    root: Node,
    /// The root that became a child; `root` itself if a loop was closed.
    child: Node,
    before: GroupReach,
}

/// Stones and their groups: a union-find forest by size, in which every stone knows the
/// class of its path to the root.
///
/// Two adjacent stones of a group close a loop if their paths to the root and the edge
/// between them have classes that do not cancel; the loop has the class of their sum.
/// Consecutive neighbours of a new stone are in one group already: only one of each run of
/// them is looked at ([`AdjacencyGraph::runs`]).
///
/// Finding a root does not compress paths, so that a stone can be removed again: a path has
/// at most as many edges as the group's size has binary digits. Stones that stay
/// ([`place_forever`](Groups::place_forever)) compress them.
#[derive(Debug)]
pub struct Groups {
    /// By node, with one beyond all others, to which missing edges lead. Apart from the
    /// rest, as it is read most.
    colors: Vec<u8>,
    /// The edge of each stone towards its group's root, which has one to itself. Of an
    /// empty site: its index in `placements`.
    parents: Vec<Edge>,
    roots: Vec<Root>,
    /// The moves onto empty sites, ready to be copied into a list of moves.
    placements: Vec<Move>,
}

impl Clone for Groups {
    fn clone(&self) -> Self {
        Groups {
            colors: self.colors.clone(),
            parents: self.parents.clone(),
            roots: self.roots.clone(),
            placements: self.placements.clone(),
        }
    }

    // Playouts begin with a copy: it must not allocate.
    fn clone_from(&mut self, from: &Self) {
        self.colors.clone_from(&from.colors);
        self.parents.clone_from(&from.parents);
        self.roots.clone_from(&from.roots);
        self.placements.clone_from(&from.placements);
    }
}

impl Groups {
    pub fn new(topology: &Topology, graph: &AdjacencyGraph) -> Self {
        let nodes = graph.nodes() as usize;
        let mut groups = Groups {
            colors: vec![EMPTY; nodes + 1],
            parents: vec![Edge::default(); nodes],
            roots: vec![Root::default(); nodes],
            placements: Vec::new(),
        };
        groups.colors[nodes] = BLOCKED;
        for site in topology.blocked() {
            groups.set_colors(graph, *site, BLOCKED);
        }
        for site in 0..graph.sites {
            if groups.color(site) == EMPTY {
                groups.parents[site as usize] = Edge::new(groups.placements.len() as u32, 0);
                groups.placements.push(Move::Place(site));
            }
        }
        groups
    }

    fn set_colors(&mut self, graph: &AdjacencyGraph, site: Site, color: u8) {
        for node in std::iter::once(&site).chain(graph.copies(site)) {
            self.colors[*node as usize] = color;
        }
    }

    /// Returns the colour of the stone on a node, [`EMPTY`] or [`BLOCKED`].
    #[inline(always)]
    pub fn color(&self, node: Node) -> u8 {
        self.colors[node as usize]
    }

    /// Returns the moves onto empty sites, in no order.
    #[inline(always)]
    pub fn placements(&self) -> &[Move] {
        &self.placements
    }

    #[inline(always)]
    pub fn empty_site(&self, index: u64) -> Site {
        self.placements[index as usize].site().expect("placements have sites")
    }

    /// Returns the reach that the group of a stone would have if it were placed. `regions`
    /// are those of its node.
    pub fn reach_if_placed(
        &self,
        graph: &AdjacencyGraph,
        node: Node,
        color: u8,
        regions: u32,
    ) -> GroupReach {
        let mut reach = GroupReach { loops: LoopClasses::default(), regions };
        // A node of hexagons or squares has four runs at most.
        let mut known = [(Node::MAX, 0); 4];
        let mut count = 0;
        let (edges, mut runs) = graph.runs(node, |node| self.color(node) == color);
        while runs != 0 {
            let edge = edges[runs.trailing_zeros() as usize];
            runs &= runs - 1;
            let (root, class) = self.find(edge.node());
            let class = class ^ edge.class();
            match known[..count].iter().find(|(other, _)| *other == root) {
                Some((_, other)) => reach.loops = reach.loops.with(class ^ other),
                None => {
                    reach = reach.union(self.roots[root as usize].reach);
                    if count < known.len() {
                        known[count] = (root, class);
                        count += 1;
                    }
                }
            }
        }
        reach
    }

    /// Returns the root of a stone's group and the class of the path there.
    #[inline]
    pub fn find(&self, mut node: Node) -> (Node, u8) {
        let mut class = 0;
        loop {
            let parent = self.parents[node as usize];
            if parent.node() == node {
                return (node, class);
            }
            class ^= parent.class();
            node = parent.node();
        }
    }

    /// The same, and halves the path.
    #[inline(always)]
    fn find_halving(&mut self, mut node: Node) -> (Node, u8) {
        let mut class = 0;
        loop {
            let parent = self.parents[node as usize];
            if parent.node() == node {
                return (node, class);
            }
            let grandparent = self.parents[parent.node() as usize];
            let shortcut = grandparent.plus_class(parent.class());
            self.parents[node as usize] = shortcut;
            class ^= shortcut.class();
            if grandparent.node() == parent.node() {
                return (grandparent.node(), class);
            }
            node = grandparent.node();
        }
    }

    pub fn reach(&self, node: Node) -> GroupReach {
        self.roots[self.find(node).0 as usize].reach
    }

    pub fn is_root(&self, stone: Node) -> bool {
        self.parents[stone as usize].node() == stone
    }

    /// Places a stone on an empty node and returns the reach of its group. `regions` are
    /// those of the node; `unions` receives what [`undo`](Groups::undo) needs.
    pub fn place(
        &mut self,
        graph: &AdjacencyGraph,
        node: Node,
        color: u8,
        regions: u32,
        unions: &mut Vec<Union>,
    ) -> GroupReach {
        self.add_single(node, color, regions);
        self.for_each_run(graph, node, color, |groups, _, edge| {
            groups.connect(node, edge, unions);
        });
        self.reach(node)
    }

    /// Places a stone as a group of one.
    #[inline(always)]
    fn add_single(&mut self, node: Node, color: u8, regions: u32) {
        let reach = GroupReach { loops: LoopClasses::default(), regions };
        self.colors[node as usize] = color;
        self.parents[node as usize] = Edge::new(node, 0);
        self.roots[node as usize] = Root { reach, size: 1 };
    }

    /// Calls `each` with the number of a run of adjacent stones of a colour around a node,
    /// and the edge to one of them.
    #[inline(always)]
    fn for_each_run(
        &mut self,
        graph: &AdjacencyGraph,
        node: Node,
        color: u8,
        mut each: impl FnMut(&mut Self, u32, Edge),
    ) {
        let mut count = 0;
        let (edges, mut runs) = graph.runs(node, |node| self.color(node) == color);
        while runs != 0 {
            each(self, count, edges[runs.trailing_zeros() as usize]);
            count += 1;
            runs &= runs - 1;
        }
        for edge in edges.iter().skip(MASK_BITS) {
            if self.color(edge.node()) == color {
                each(self, count, *edge);
                count += 1;
            }
        }
    }

    /// Unites the groups of a stone and of one beside it.
    fn connect(&mut self, node: Node, edge: Edge, unions: &mut Vec<Union>) {
        let ((root, here), (other, there)) = (self.find(node), self.find(edge.node()));
        let class = here ^ edge.class() ^ there;
        if root != other || class != 0 {
            unions.push(self.unite(root, other, class));
        }
    }

    /// Places a stone that will not be removed, and returns the reach of its group if it
    /// can be new.
    #[inline(always)]
    pub fn place_forever(
        &mut self,
        graph: &AdjacencyGraph,
        node: Node,
        color: u8,
        regions: u32,
    ) -> Option<GroupReach> {
        self.add_single(node, color, regions);
        let mut changed = regions != 0;
        // The root of the stone's group and the class of the path there, once needed.
        let (mut root, mut here) = (Node::MAX, 0);
        self.for_each_run(graph, node, color, |groups, run, edge| {
            if run == 0 {
                let beside = groups.parents[edge.node() as usize];
                groups.parents[node as usize] = beside.plus_class(edge.class());
                return;
            }
            if run == 1 {
                (root, here) = groups.find_halving(node);
            }
            let (other, there) = groups.find_halving(edge.node());
            let class = here ^ edge.class() ^ there;
            if root != other || class != 0 {
                changed = true;
                let union = groups.unite(root, other, class);
                if union.root != root {
                    (root, here) = (other, here ^ class);
                }
            }
        });
        if !changed {
            return None;
        }
        if root == Node::MAX {
            root = self.find_halving(node).0;
        }
        let reach = &mut self.roots[root as usize].reach;
        reach.regions |= regions;
        Some(*reach)
    }

    /// Unites two groups by a path of this class between their roots; of one group, the
    /// path closes a loop.
    #[inline]
    fn unite(&mut self, one: Node, other: Node, class: u8) -> Union {
        let (mut large, mut small) = (self.roots[one as usize], self.roots[other as usize]);
        let (mut root, mut child) = (one, other);
        if large.size < small.size {
            (large, small) = (small, large);
            (root, child) = (child, root);
        }
        let union = Union { root, child, before: large.reach };
        if root == child {
            large.reach.loops = large.reach.loops.with(class);
        } else {
            large.reach = large.reach.union(small.reach);
            large.size += small.size;
            self.parents[child as usize] = Edge::new(root, class);
        }
        self.roots[root as usize] = large;
        union
    }

    /// Returns the index of an empty site among the placements, for [`remove`](Groups::remove).
    #[inline]
    pub fn placement_index(&self, site: Site) -> u32 {
        self.parents[site as usize].node()
    }

    /// Undoes unions, the last first.
    pub fn undo(&mut self, unions: &[Union]) {
        for union in unions.iter().rev() {
            let size = self.roots[union.child as usize].size;
            self.parents[union.child as usize] = Edge::new(union.child, 0);
            let root = &mut self.roots[union.root as usize];
            root.reach = union.before;
            if union.child != union.root {
                root.size -= size;
            }
        }
    }

    /// Removes a stone whose unions are undone. `index` is that of its site among the
    /// placements before.
    pub fn remove(&mut self, graph: &AdjacencyGraph, site: Site, index: u32) {
        let end = self.placements.len() as u32;
        let mut last = Move::Place(site);
        if let Some(there) = self.placements.get_mut(index as usize) {
            last = std::mem::replace(there, last);
        }
        self.placements.push(last);
        let last = self.empty_site(u64::from(end));
        self.parents[last as usize] = Edge::new(end, 0);
        self.parents[site as usize] = Edge::new(index, 0);
        self.set_colors(graph, site, EMPTY);
    }

    /// Removes a placement, for a playout that needs neither groups nor indices.
    #[inline(always)]
    pub fn take_placement(&mut self, index: u64) -> Site {
        let mv = self.placements.swap_remove(index as usize);
        mv.site().expect("placements have sites")
    }

    /// Places a stone without a group, for a playout that needs colours alone.
    #[inline(always)]
    pub fn set_color(&mut self, site: Site, color: u8) {
        self.remove_placement(site);
        self.colors[site as usize] = color;
    }

    /// Removes the placement on a site; the last one moves to its index.
    #[inline]
    pub fn remove_placement(&mut self, site: Site) {
        debug_assert_eq!(self.color(site), EMPTY, "a stone needs an empty site");
        let at = self.placement_index(site);
        self.placements.swap_remove(at as usize);
        if let Some(Move::Place(moved)) = self.placements.get(at as usize) {
            self.parents[*moved as usize] = Edge::new(at, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::random::Random;
    use boardloom_sdk::topology::{Adjacency, Board, Glue, Grid};

    use super::*;

    /// Boards on which adjacent sites have none, some and all of their neighbours in
    /// common, with their graphs.
    fn boards() -> [(Topology, AdjacencyGraph); 3] {
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
            let graph = AdjacencyGraph::new(&board, &[]);
            (board, graph)
        })
    }

    /// The classes of all closed walks of a stone's group, by a search of the board.
    fn walked(board: &Topology, groups: &Groups, from: Site) -> LoopClasses {
        let mut class_of = vec![None; board.sites() as usize];
        let (mut classes, mut open) = (LoopClasses::default(), vec![from]);
        class_of[from as usize] = Some(0u8);
        while let Some(site) = open.pop() {
            let here = class_of[site as usize].unwrap();
            for link in board.adjacent(site) {
                let next = link.step.site;
                if groups.color(next) != groups.color(from) {
                    continue;
                }
                match class_of[next as usize] {
                    Some(there) => classes = classes.with(here ^ link.step.class ^ there),
                    None => {
                        class_of[next as usize] = Some(here ^ link.step.class);
                        open.push(next);
                    }
                }
            }
        }
        classes
    }

    #[test]
    fn groups_know_the_classes_of_their_loops() {
        let mut random = Random::new(5);
        for (board, graph) in boards() {
            let mut ranks = [0; 3];
            for _ in 0..200 {
                let mut groups = Groups::new(&board, &graph);
                while !groups.placements().is_empty() {
                    let nth = random.below(groups.placements().len() as u64);
                    let (site, color) = (groups.empty_site(nth), random.below(2) as u8);
                    groups.remove_placement(site);
                    let reach = groups.place(&graph, site, color, 0, &mut Vec::new());
                    let classes = walked(&board, &groups, site);
                    for class in 0..4 {
                        assert_eq!(reach.loops.contains(class), classes.contains(class), "{class}");
                    }
                    ranks[classes.rank() as usize] += 1;
                }
            }
            assert!(ranks[0] > 0 && ranks[1] > 0, "{ranks:?}");
        }
    }

    #[test]
    fn stones_that_stay_make_the_same_groups() {
        let mut random = Random::new(7);
        for (board, graph) in boards() {
            for _ in 0..200 {
                let (mut kept, mut forever) =
                    (Groups::new(&board, &graph), Groups::new(&board, &graph));
                let mut last = [GroupReach::default(); 2];
                while !kept.placements().is_empty() {
                    let nth = random.below(kept.placements().len() as u64);
                    let (site, color) = (kept.empty_site(nth), random.below(2) as u8);
                    let regions = u32::from(site % 5 == 0) << (site % 3);
                    kept.remove_placement(site);
                    forever.remove_placement(site);
                    let reach = kept.place(&graph, site, color, regions, &mut Vec::new());
                    let new = forever.place_forever(&graph, site, color, regions);
                    assert_eq!(forever.reach(site), reach, "{site}");
                    assert!(new.is_none_or(|new| new == reach), "{site}");
                    // A reach that is not returned is not new to the colour.
                    let is_new = |of: &GroupReach| {
                        let known = last[usize::from(color)];
                        of.regions & !known.regions != 0
                            || known.loops.union(of.loops) != known.loops
                    };
                    assert!(new.is_some() || !is_new(&reach), "{site}");
                    let known = &mut last[usize::from(color)];
                    known.regions |= reach.regions;
                    known.loops = known.loops.union(reach.loops);
                }
            }
        }
    }

    #[test]
    fn undoing_restores_the_groups() {
        let mut random = Random::new(6);
        for (board, graph) in boards() {
            let mut groups = Groups::new(&board, &graph);
            let (mut before, mut steps) = (Vec::new(), Vec::new());
            while !groups.placements().is_empty() {
                before.push(groups.clone());
                let nth = random.below(groups.placements().len() as u64);
                let (site, mut log) = (groups.empty_site(nth), Vec::new());
                let index = groups.placement_index(site);
                groups.remove_placement(site);
                groups.place(&graph, site, random.below(2) as u8, 0, &mut log);
                steps.push((site, index, log));
            }
            while let (Some(before), Some((site, index, log))) = (before.pop(), steps.pop()) {
                groups.undo(&log);
                groups.remove(&graph, site, index);
                assert_eq!(groups.placements, before.placements);
                for site in 0..board.sites() {
                    assert_eq!(groups.color(site), before.color(site));
                    if before.color(site) != EMPTY {
                        let at = site as usize;
                        assert_eq!(groups.parents[at], before.parents[at]);
                        assert_eq!(groups.roots[at], before.roots[at]);
                    }
                }
            }
        }
    }
}
