//! The board as an adjacency graph, packed for quick access.

use std::iter;
use std::ops::Range;

use boardloom_sdk::Site;
use boardloom_sdk::topology::{Step, Topology};

/// A site of the whole board or of one of its parts. Nodes of the whole board have the
/// numbers of its sites.
pub type Node = u32;

/// An edge to an adjacent node, with the class of the step there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Edge(u32);

impl Edge {
    #[inline(always)]
    pub fn new(node: Node, class: u8) -> Self {
        Edge(node << 8 | u32::from(class))
    }

    #[inline(always)]
    pub fn plus_class(self, class: u8) -> Self {
        Edge(self.0 ^ u32::from(class))
    }

    #[inline(always)]
    pub fn node(self) -> Node {
        self.0 >> 8
    }

    #[inline(always)]
    pub fn class(self) -> u8 {
        self.0 as u8
    }
}

/// All edges of a node that has six at most.
#[derive(Debug, Clone, Copy)]
struct SixEdges {
    /// Filled up with edges to a node beyond all others.
    edges: [Edge; 6],
    /// See [`Entry`].
    consecutive: u32,
    /// The index of the last real edge; 0 if there is none.
    last: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The index of the node's first edge.
    start: u32,
    /// Bit `i`: the nodes of edges `i` and `i - 1`, in a circle, are adjacent, and with
    /// this node they are no loop. Stones of one colour there are in one group.
    consecutive: u32,
}

/// The most edges of a node that masks cover; of nodes with more, no edges count as consecutive.
pub const MASK_BITS: usize = 32;

/// The board and its parts as one graph; the parts are not connected.
#[derive(Debug, Clone, Default)]
pub struct AdjacencyGraph {
    pub sites: u32,
    /// The edges of a node are those from its entry's start to that of the next.
    entries: Vec<Entry>,
    edges: Vec<Edge>,
    /// The edges by node; empty if a node has more than six.
    six: Vec<SixEdges>,
    /// By node.
    pub site_of: Vec<Site>,
    /// The first node of the board and of each part, and the number of all nodes.
    layers: Vec<Node>,
    /// The nodes of each site in parts; empty if there are no parts.
    copies: Vec<Vec<Node>>,
}

impl AdjacencyGraph {
    /// Packs a board, and each of its parts as if the rest of the board were missing.
    pub fn new(topology: &Topology, parts: &[Vec<Site>]) -> Self {
        let all: Vec<Site> = (0..topology.sites()).collect();
        let mut graph = AdjacencyGraph { sites: topology.sites(), ..Self::default() };
        for sites in iter::once(&all).chain(parts) {
            graph.add_layer(topology, sites);
        }
        graph.layers.push(graph.site_of.len() as Node);
        graph.entries.push(Entry { start: graph.edges.len() as u32, consecutive: 0 });
        graph.pack_six();
        if !parts.is_empty() {
            graph.copies.resize(all.len(), Vec::new());
            for (node, site) in (0..).zip(&graph.site_of).skip(all.len()) {
                graph.copies[*site as usize].push(node);
            }
        }
        graph
    }

    fn add_layer(&mut self, topology: &Topology, sites: &[Site]) {
        let first = self.site_of.len() as Node;
        self.layers.push(first);
        let mut node_of = vec![None; topology.sites() as usize];
        for (node, site) in (first..).zip(sites) {
            node_of[*site as usize] = Some(node);
        }
        for site in sites {
            let links = topology.adjacent(*site).iter();
            let steps: Vec<(Step, Node)> = links
                .filter_map(|link| Some((link.step, node_of[link.step.site as usize]?)))
                .collect();
            let mut entry = Entry { start: self.edges.len() as u32, consecutive: 0 };
            for (at, (step, node)) in steps.iter().enumerate() {
                let before = &steps[(at + steps.len() - 1) % steps.len()].0;
                let closes = |other: &Step| {
                    other.site == step.site && other.class == step.class ^ before.class
                };
                let is_consecutive =
                    topology.adjacent(before.site).iter().any(|link| closes(&link.step));
                if is_consecutive && (2..=MASK_BITS).contains(&steps.len()) {
                    entry.consecutive |= 1 << at;
                }
                self.edges.push(Edge::new(*node, step.class));
            }
            self.entries.push(entry);
            self.site_of.push(*site);
        }
    }

    fn pack_six(&mut self) {
        if (0..self.nodes()).any(|node| self.edges(node).len() > 6) {
            return;
        }
        for node in 0..self.nodes() {
            let mut padded = [Edge::new(self.nodes(), 0); 6];
            let edges = self.edges(node);
            padded[..edges.len()].copy_from_slice(edges);
            let consecutive = self.consecutive(node);
            let last = edges.len().max(1) as u32 - 1;
            self.six.push(SixEdges { edges: padded, consecutive, last });
        }
    }

    /// Returns the generators that edges cross, one bit each.
    pub fn classes(&self) -> u8 {
        self.edges.iter().fold(0, |all, edge| all | edge.class())
    }

    pub fn nodes(&self) -> u32 {
        self.site_of.len() as u32
    }

    #[inline(always)]
    pub fn edges(&self, node: Node) -> &[Edge] {
        let [from, to] = [node, node + 1].map(|node| self.entries[node as usize].start as usize);
        &self.edges[from..to]
    }

    /// Returns a bit for each of the first [`MASK_BITS`] edges of a node that lead to
    /// nodes for which `is_wanted` holds. It may be asked about a node beyond all others.
    #[inline(always)]
    pub fn neighbour_mask(&self, node: Node, is_wanted: impl Fn(Node) -> bool) -> u32 {
        match self.six.get(node as usize) {
            Some(six) => mask_of_six(&six.edges, is_wanted),
            None => mask(self.masked_edges(node), is_wanted),
        }
    }

    #[inline(always)]
    fn masked_edges(&self, node: Node) -> &[Edge] {
        let edges = self.edges(node);
        &edges[..edges.len().min(MASK_BITS)]
    }

    /// Returns the edges of a node, with a bit for the first edge of each run of
    /// consecutive ones that lead to nodes for which `is_wanted` holds. It may be asked
    /// about a node beyond all others, and the edges may lead to that.
    #[inline(always)]
    pub fn runs(&self, node: Node, is_wanted: impl Fn(Node) -> bool) -> (&[Edge], u32) {
        if let Some(six) = self.six.get(node as usize) {
            let wanted = mask_of_six(&six.edges, is_wanted);
            return (&six.edges, first_of_runs(wanted, six.consecutive, six.last));
        }
        let (edges, wanted) = (self.edges(node), mask(self.masked_edges(node), is_wanted));
        let last = (edges.len() as u32).wrapping_sub(1);
        (edges, first_of_runs(wanted, self.consecutive(node), last))
    }

    /// Returns a bit for each edge of a node that is consecutive to the one before it, in a
    /// circle: their nodes are adjacent, and with this node they are no loop.
    pub fn consecutive(&self, node: Node) -> u32 {
        self.entries[node as usize].consecutive
    }

    /// Returns the number of neighbours of a node that form one ring around it; 0 if they
    /// form none or are more than six.
    #[inline]
    pub fn ring_len(&self, node: Node) -> usize {
        let [entry, next] = [node, node + 1].map(|node| self.entries[node as usize]);
        let edges = next.start - entry.start;
        let is_ring = edges <= 6 && entry.consecutive.count_ones() == edges;
        if is_ring { edges as usize } else { 0 }
    }

    /// Returns the nodes of a site in the parts of the board.
    #[inline(always)]
    pub fn copies(&self, site: Site) -> &[Node] {
        self.copies.get(site as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the nodes of the whole board (0) or of a part (from 1).
    pub fn layer(&self, layer: usize) -> Range<Node> {
        self.layers[layer]..self.layers[layer + 1]
    }

    #[inline]
    pub fn layer_of(&self, node: Node) -> usize {
        self.layers[1..].iter().take_while(|first| **first <= node).count()
    }
}

#[inline(always)]
fn mask(edges: &[Edge], is_wanted: impl Fn(Node) -> bool) -> u32 {
    let mut mask = 0;
    for (at, edge) in edges.iter().enumerate() {
        mask |= u32::from(is_wanted(edge.node())) << at;
    }
    mask
}

/// The same without a loop, which would stay one in code that is optimised for size.
#[inline(always)]
fn mask_of_six(edges: &[Edge; 6], is_wanted: impl Fn(Node) -> bool) -> u32 {
    let bit = |at: usize| u32::from(is_wanted(edges[at].node())) << at;
    bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5)
}

/// Returns the first of each run in a circle of edges; `last` is the index of the last.
#[inline(always)]
fn first_of_runs(wanted: u32, consecutive: u32, last: u32) -> u32 {
    if consecutive & wanted == 0 {
        return wanted;
    }
    let before = wanted << 1 | wanted >> last;
    let runs = wanted & !(before & consecutive);
    // A run around the whole circle has no first edge: any will do.
    if runs == 0 { wanted & wanted.wrapping_neg() } else { runs }
}
