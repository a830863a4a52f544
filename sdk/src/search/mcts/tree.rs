//! The search tree: nodes in one vector, children adjacent.

use crate::Seat;

/// The proof of a node, for the seat that moved into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    Open,
    Won(u16),
    Lost(u16),
}

/// The statistics of a move. The move itself is in `Descent`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// The seat that made the move.
    pub by: Seat,
    pub proof: Proof,
    /// Whether the position is over.
    pub over: bool,
    pub visits: u32,
    pub first: u32,
    pub children: u32,
}

/// The nodes, and for each the sums of values by seat.
pub(super) struct SearchTree {
    pub nodes: Vec<Node>,
    values: Vec<f32>,
    pub seats: usize,
    /// The bytes of a move in `Descent`.
    pub move_bytes: usize,
}

impl SearchTree {
    pub fn new(seats: usize, move_bytes: usize) -> Self {
        let mut tree = SearchTree { nodes: Vec::new(), values: Vec::new(), seats, move_bytes };
        tree.push(0, 1);
        tree
    }

    /// Adds nodes for moves of a seat.
    #[inline]
    pub fn push(&mut self, by: Seat, moves: u32) {
        let fresh = Node { by, proof: Proof::Open, over: false, visits: 0, first: 0, children: 0 };
        let nodes = self.nodes.len() + moves as usize;
        self.nodes.resize(nodes, fresh);
        self.values.resize(nodes * self.seats, 0.0);
    }

    /// Makes all nodes from `first` on the children of a node, and returns their number.
    pub fn adopt(&mut self, node: u32, first: u32) -> u32 {
        let children = self.nodes.len() as u32 - first;
        let node = &mut self.nodes[node as usize];
        (node.first, node.children) = (first, children);
        children
    }

    /// Drops all nodes from a number on.
    pub fn truncate(&mut self, nodes: u32) {
        self.nodes.truncate(nodes as usize);
        self.values.truncate(nodes as usize * self.seats);
    }

    /// Returns the mean value of a node for a seat, from 0 to 1.
    #[inline]
    pub fn mean(&self, node: u32, seat: usize) -> f32 {
        let visits = self.nodes[node as usize].visits.max(1) as f32;
        self.values[node as usize * self.seats + seat] / visits
    }

    #[inline]
    pub fn add(&mut self, node: u32, values: &[f32]) {
        self.nodes[node as usize].visits += 1;
        let from = node as usize * self.seats;
        for (sum, value) in self.values[from..from + self.seats].iter_mut().zip(values) {
            *sum += value;
        }
    }

    #[inline]
    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[node as usize];
        node.first..node.first + node.children
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * self.node_bytes()) as u64
    }

    pub fn node_bytes(&self) -> usize {
        size_of::<Node>() + self.seats * size_of::<f32>() + self.move_bytes
    }

    /// Returns the subtree of a node, and the old numbers of its nodes.
    pub fn below(&self, root: u32) -> (Self, Vec<u32>) {
        let (seats, move_bytes) = (self.seats, self.move_bytes);
        let mut tree = SearchTree { nodes: Vec::new(), values: Vec::new(), seats, move_bytes };
        let mut sources = vec![root];
        tree.copy(self, root);
        let mut at = 0;
        while at < sources.len() {
            let children = self.children(sources[at]);
            tree.nodes[at].first = tree.nodes.len() as u32;
            for child in children {
                tree.copy(self, child);
                sources.push(child);
            }
            at += 1;
        }
        (tree, sources)
    }

    fn copy(&mut self, from: &Self, node: u32) {
        let at = node as usize;
        self.nodes.push(from.nodes[at]);
        self.values.extend_from_slice(&from.values[at * self.seats..(at + 1) * self.seats]);
    }
}
