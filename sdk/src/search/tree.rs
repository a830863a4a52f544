//! The tree that a search remembers: nodes in one vector, children side by side.

use crate::Seat;

/// What is proven of a node, seen from whoever moved into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    Open,
    Won(u16),
    Lost(u16),
}

/// A move and what is known of it.
#[derive(Debug, Clone)]
pub(super) struct Node<M> {
    pub mv: Option<M>,
    /// Who made the move.
    pub by: Seat,
    pub proof: Proof,
    /// Whether the position is over.
    pub over: bool,
    pub visits: u32,
    pub first: u32,
    pub children: u32,
}

/// Nodes, and for each the sum of values by seat.
pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
    pub values: Vec<f32>,
    pub seats: usize,
}

impl<M: Copy> Tree<M> {
    pub fn new(seats: usize) -> Self {
        let mut tree = Tree { nodes: Vec::new(), values: Vec::new(), seats };
        tree.push(None, 0);
        tree
    }

    pub fn push(&mut self, mv: Option<M>, by: Seat) -> u32 {
        self.nodes.push(Node {
            mv,
            by,
            proof: Proof::Open,
            over: false,
            visits: 0,
            first: 0,
            children: 0,
        });
        self.values.extend(std::iter::repeat_n(0.0, self.seats));
        self.nodes.len() as u32 - 1
    }

    /// Returns the mean value of a node to a seat, from 0 to 1.
    pub fn mean(&self, node: u32, seat: usize) -> f32 {
        let visits = self.nodes[node as usize].visits.max(1) as f32;
        self.values[node as usize * self.seats + seat] / visits
    }

    pub fn add(&mut self, node: u32, values: &[f32]) {
        self.nodes[node as usize].visits += 1;
        let from = node as usize * self.seats;
        for (sum, value) in self.values[from..from + self.seats].iter_mut().zip(values) {
            *sum += value;
        }
    }

    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[node as usize];
        node.first..node.first + node.children
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * Self::node_bytes(self.seats)) as u64
    }

    pub fn node_bytes(seats: usize) -> usize {
        size_of::<Node<M>>() + seats * size_of::<f32>()
    }

    /// Returns a tree of what lies below a node.
    pub fn below(&self, root: u32) -> Self {
        let mut tree = Tree { nodes: Vec::new(), values: Vec::new(), seats: self.seats };
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
        tree.nodes[0].mv = None;
        tree
    }

    fn copy(&mut self, from: &Self, node: u32) {
        let at = node as usize;
        self.nodes.push(from.nodes[at].clone());
        self.values.extend_from_slice(&from.values[at * self.seats..(at + 1) * self.seats]);
    }
}
