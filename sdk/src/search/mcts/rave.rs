//! What playouts say of moves whenever they were made.
//!
//! Rapid action value estimation (Gelly and Silver 2007): a move is credited with every
//! playout in which its seat made it later on, so that much is known of it before it was
//! tried. As it is tried, what it did itself counts more and more.

use std::ops::Range;

use super::tree::Node;
use crate::Seat;

/// Numbers of moves beyond this are not remembered.
const MOST: u32 = 1 << 20;
/// Playouts, half of them won, that every move is credited with beforehand.
const PRIOR: f32 = 2.0;

/// What is known of a move wherever it was made.
#[derive(Debug, Clone, Copy)]
struct Rave {
    /// The game's number for the move; 0 for one that is like no other.
    index: u32,
    visits: f32,
    sum: f32,
}

/// Nothing is known of a move that is like no other.
const BARE: Rave = Rave { index: 0, visits: 0.0, sum: 0.0 };

/// What is known of the moves of all nodes, by the nodes' numbers; empty where a search
/// does not ask for it.
pub(super) struct RaveTable {
    /// After how many visits a move's own playouts count as much; 0 where only they do.
    equivalence: f32,
    nodes: Vec<Rave>,
    /// The seats that made a move in this playout, one bit each, by the move's number.
    played_by: Vec<u16>,
    /// The numbers that have such bits.
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

    /// Tells whether anything is remembered.
    #[inline(always)]
    pub fn on(&self) -> bool {
        self.equivalence > 0.0
    }

    pub fn node_bytes(&self) -> usize {
        if self.on() { size_of::<Rave>() } else { 0 }
    }

    /// Adds nodes up to a number whose moves have these numbers.
    pub fn push(&mut self, from: u32, indices: impl Iterator<Item = u32>) {
        if self.on() {
            // The root, and outcomes of chance, have no number.
            self.nodes.resize(from as usize, BARE);
            self.nodes.extend(indices.map(|index| Rave { index, ..BARE }));
        }
    }

    /// Forgets all nodes from a number on.
    pub fn truncate(&mut self, nodes: u32) {
        self.nodes.truncate(nodes as usize);
    }

    /// Keeps these nodes alone, which get new numbers.
    pub fn retain(&mut self, nodes: &[u32]) {
        if self.on() {
            let known = |node: &u32| self.nodes.get(*node as usize).copied();
            self.nodes = nodes.iter().map(|node| known(node).unwrap_or(BARE)).collect();
        }
    }

    /// Forgets the last playout.
    pub fn begin(&mut self) {
        self.played.clear();
        for index in self.marked.drain(..) {
            self.played_by[index as usize] = 0;
        }
    }

    /// Notes a move of this playout.
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

    /// Learns from a playout below a path of nodes, the root first.
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

    /// Credits moves that were made, now or later, with what a playout gave.
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

    /// Returns a node's value of what is known of it: its mean after so many visits, and
    /// what its move did anywhere.
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
    use super::super::tree::Tree;
    use super::*;

    #[test]
    fn moves_are_credited_that_their_seat_makes_later() {
        let mut tree = Tree::new(2, 0);
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
