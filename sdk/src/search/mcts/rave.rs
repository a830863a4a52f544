//! RAVE: playout statistics of moves regardless of ply.
//!
//! Rapid action value estimation (Gelly and Silver 2007) credits a move with every playout in
//! which its seat played it later on. So a move has an estimate before it is tried. With more
//! visits its own results count more and more.

use std::ops::Range;

use super::tree::Node;
use crate::Seat;

/// Moves with a higher history index have no statistics.
const MOST: u32 = 1 << 20;
/// Virtual playouts, half of them won, that every move starts with.
const PRIOR: f32 = 2.0;

/// The statistics of a move regardless of ply.
#[derive(Debug, Clone, Copy)]
struct Rave {
    /// The history index of the move; 0 for a move without one.
    index: u32,
    visits: f32,
    sum: f32,
}

/// The statistics of a move without a history index.
const BARE: Rave = Rave { index: 0, visits: 0.0, sum: 0.0 };

/// The statistics of the moves of all nodes, by node; empty if RAVE is off.
pub(super) struct RaveTable {
    /// The visits after which a move's own results count as much; 0 turns RAVE off.
    equivalence: f32,
    nodes: Vec<Rave>,
    /// The seats that played a move in this playout, one bit each, by history index.
    played_by: Vec<u16>,
    /// The indices with such bits.
    marked: Vec<u32>,
    /// The moves of a playout.
    pub played: Vec<(Seat, u32)>,
}

impl RaveTable {
    pub fn new(equivalence: f64) -> Self {
        let equivalence = equivalence as f32;
        let (nodes, played_by, marked, played) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        RaveTable { equivalence, nodes, played_by, marked, played }
    }

    /// Tells whether RAVE is on.
    #[inline(always)]
    pub fn on(&self) -> bool {
        self.equivalence > 0.0
    }

    pub fn node_bytes(&self) -> usize {
        if self.on() { size_of::<Rave>() } else { 0 }
    }

    /// Adds nodes from a number on, whose moves have these history indices.
    pub fn push(&mut self, from: u32, indices: impl Iterator<Item = u32>) {
        if self.on() {
            // The root and outcomes of chance have no index.
            self.nodes.resize(from as usize, BARE);
            self.nodes.extend(indices.map(|index| Rave { index, ..BARE }));
        }
    }

    /// Drops all nodes from a number on.
    pub fn truncate(&mut self, nodes: u32) {
        self.nodes.truncate(nodes as usize);
    }

    /// Keeps only these nodes, which get new numbers.
    pub fn retain(&mut self, nodes: &[u32]) {
        if self.on() {
            let known = |node: &u32| self.nodes.get(*node as usize).copied();
            self.nodes = nodes.iter().map(|node| known(node).unwrap_or(BARE)).collect();
        }
    }

    /// Clears the marks of the last playout.
    pub fn begin(&mut self) {
        self.played.clear();
        for index in self.marked.drain(..) {
            self.played_by[index as usize] = 0;
        }
    }

    /// Marks a move of this playout.
    #[inline]
    fn mark_played(&mut self, by: Seat, index: u32) {
        if index == 0 || index >= MOST || by >= 16 {
            return;
        }
        if index as usize >= self.played_by.len() {
            self.played_by.resize(index as usize + 1, 0);
        }
        let played_by = &mut self.played_by[index as usize];
        if *played_by == 0 {
            self.marked.push(index);
        }
        *played_by |= 1 << by;
    }

    /// Adds the result of a playout below a path of nodes, the root first.
    pub fn learn(&mut self, tree: &[Node], path: &[u32], values: &[f32]) {
        for at in 0..self.played.len() {
            let (by, index) = self.played[at];
            self.mark_played(by, index);
        }
        for &node in path.iter().rev() {
            let here = &tree[node as usize];
            let children = here.first as usize..(here.first + here.children) as usize;
            if !children.is_empty() {
                self.credit(&tree[children.clone()], children, values);
            }
            let index = self.nodes.get(node as usize).map_or(0, |own| own.index);
            self.mark_played(here.by, index);
        }
    }

    /// Adds the result of a playout to the marked moves among these nodes.
    #[inline]
    fn credit(&mut self, nodes: &[Node], range: Range<usize>, values: &[f32]) {
        let Some(raves) = self.nodes.get_mut(range) else { return };
        for (node, rave) in nodes.iter().zip(raves) {
            let played_by = self.played_by.get(rave.index as usize).copied().unwrap_or(0);
            if played_by >> node.by & 1 != 0 {
                rave.visits += 1.0;
                rave.sum += values[usize::from(node.by)];
            }
        }
    }

    /// Returns a node's value: a weighted mean of its results and its RAVE statistics.
    #[inline(always)]
    pub fn rave_value(&self, node: u32, mean: f32, visits: f32) -> f32 {
        let rave = &self.nodes[node as usize];
        let anywhere = (rave.sum + PRIOR / 2.0) / (rave.visits + PRIOR);
        let part = (self.equivalence / (3.0 * visits + self.equivalence)).sqrt();
        mean + part * (anywhere - mean)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::SearchTree;
    use super::*;

    #[test]
    fn moves_are_credited_that_their_seat_makes_later() {
        let mut tree = SearchTree::new(2, 0);
        tree.push(0, 2);
        tree.adopt(0, 1);
        tree.push(1, 2);
        tree.adopt(1, 3);
        let mut raves = RaveTable::new(10.0);
        raves.push(1, [5, 6].into_iter());
        raves.push(3, [6, 7].into_iter());
        raves.begin();
        // The first seat goes 5, the second 7; then 6 is made by the first.
        raves.played.push((0, 6));
        raves.learn(&tree.nodes, &[0, 1, 4], &[1.0, 0.0]);
        let known: Vec<(f32, f32)> = raves.nodes.iter().map(|own| (own.visits, own.sum)).collect();
        // Both of the first seat's; of the second's only the one it made.
        assert_eq!(known, [(0.0, 0.0), (1.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0)]);
        raves.begin();
        raves.learn(&tree.nodes, &[0, 2], &[0.0, 1.0]);
        assert_eq!((raves.nodes[2].visits, raves.nodes[1].visits), (2.0, 1.0));
    }

    #[test]
    fn what_a_move_did_itself_counts_more_and_more() {
        let mut raves = RaveTable::new(100.0);
        raves.push(1, std::iter::once(3));
        raves.nodes[1] = Rave { index: 3, visits: 98.0, sum: 98.0 };
        let weighed = [0.0, 100.0, 10_000.0].map(|visits| raves.rave_value(1, 0.0, visits));
        assert!((weighed[0] - 0.99).abs() < 1e-6, "{weighed:?}");
        assert!((weighed[1] - weighed[0] / 2.0).abs() < 1e-6, "{weighed:?}");
        assert!(weighed[2] < 0.1, "{weighed:?}");
    }
}
