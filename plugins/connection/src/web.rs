//! Who is beside whom, packed for a look at every stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::{Step, Topology};

/// A place for a stone: a site of the board as a whole, or of one of its parts. Those
/// of the whole have the numbers of the sites.
pub type Node = u32;

/// A step to an adjacent place: the place, and the class of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beside(u32);

impl Beside {
    /// Makes a step.
    #[inline(always)]
    pub fn new(node: Node, class: u8) -> Self {
        Beside(node << 8 | u32::from(class))
    }

    /// Returns the step to the same place whose class has this one added.
    #[inline(always)]
    pub fn by(self, class: u8) -> Self {
        Beside(self.0 ^ u32::from(class))
    }

    /// Returns the place.
    #[inline(always)]
    pub fn node(self) -> Node {
        self.0 >> 8
    }

    /// Returns the class of the step.
    #[inline(always)]
    pub fn class(self) -> u8 {
        self.0 as u8
    }
}

/// All steps of a place, where they are six at most.
#[derive(Debug, Clone, Copy)]
struct Six {
    /// The rest leads to a place beyond all others.
    steps: [Beside; 6],
    /// See [`Around`].
    joined: u32,
    /// The number of the last step; 0 where there is none.
    last: u32,
}

/// Where the steps of a place begin, and which of them lead on from the one before.
#[derive(Debug, Clone, Copy)]
struct Around {
    start: u32,
    /// Bit `i`: the places of the steps `i` and `i - 1`, in a circle, are adjacent, and
    /// the three of them are no loop. Stones of one colour there are of one group.
    joined: u32,
}

/// The most steps of a place that are looked at together; where there are more none
/// counts as joined to another.
pub const TOGETHER: usize = 32;

/// The board and its parts as one graph, whose parts are not connected.
#[derive(Debug, Clone, Default)]
pub struct Web {
    sites: u32,
    /// The steps of a place are those from `around[node].start` to that of the next.
    around: Vec<Around>,
    steps: Vec<Beside>,
    /// The same by place; empty where one has more than six.
    six: Vec<Six>,
    /// The site of each place.
    site_of: Vec<Site>,
    /// The board, then its parts: the first place of each, and the number of all.
    layers: Vec<Node>,
    /// The places of a site in parts are `copies[copy_starts[site]..]`; empty where
    /// there are no parts.
    copy_starts: Vec<u32>,
    copies: Vec<Node>,
}

impl Web {
    /// Packs a board, and each of its parts as if the rest of the board were not there.
    pub fn new(topology: &Topology, parts: &[Vec<Site>]) -> Self {
        let all: Vec<Site> = (0..topology.sites()).collect();
        let mut web = Web { sites: topology.sites(), ..Web::default() };
        for sites in std::iter::once(&all).chain(parts) {
            web.add(topology, sites);
        }
        web.layers.push(web.site_of.len() as Node);
        web.around.push(Around { start: web.steps.len() as u32, joined: 0 });
        web.pad();
        if !parts.is_empty() {
            let mut of: Vec<Vec<Node>> = vec![Vec::new(); all.len()];
            for (node, site) in (0..).zip(&web.site_of).skip(all.len()) {
                of[*site as usize].push(node);
            }
            web.copy_starts.push(0);
            for nodes in of {
                web.copies.extend(nodes);
                web.copy_starts.push(web.copies.len() as u32);
            }
        }
        web
    }

    /// Adds the places of some sites, with the steps between them.
    fn add(&mut self, topology: &Topology, sites: &[Site]) {
        let first = self.site_of.len() as Node;
        self.layers.push(first);
        let mut node_of = vec![None; topology.sites() as usize];
        for (node, site) in (first..).zip(sites) {
            node_of[*site as usize] = Some(node);
        }
        for site in sites {
            let links = topology.adjacent(*site).iter();
            let steps: Vec<(Site, Node, u8)> = links
                .filter_map(|link| {
                    let step = link.step;
                    Some((step.site, node_of[step.site as usize]?, step.class))
                })
                .collect();
            let mut around = Around { start: self.steps.len() as u32, joined: 0 };
            for (at, (to, node, class)) in steps.iter().enumerate() {
                let (from, _, before) = steps[(at + steps.len() - 1) % steps.len()];
                let meets = |step: &Step| step.site == *to && step.class == class ^ before;
                let joined = topology.adjacent(from).iter().any(|link| meets(&link.step));
                if joined && (2..=TOGETHER).contains(&steps.len()) {
                    around.joined |= 1 << at;
                }
                self.steps.push(Beside::new(*node, *class));
            }
            self.around.push(around);
            self.site_of.push(*site);
        }
    }

    /// Lists steps six by six, where that is enough.
    fn pad(&mut self) {
        if (0..self.nodes()).any(|node| self.beside(node).len() > 6) {
            return;
        }
        for node in 0..self.nodes() {
            let mut padded = [Beside::new(self.nodes(), 0); 6];
            let steps = self.beside(node);
            padded[..steps.len()].copy_from_slice(steps);
            let (joined, last) = (self.around[node as usize].joined, steps.len().max(1) as u32 - 1);
            self.six.push(Six { steps: padded, joined, last });
        }
    }

    /// Returns how many sites the board has.
    pub fn sites(&self) -> u32 {
        self.sites
    }

    /// Returns the generators that steps cross, a bit each.
    pub fn classes(&self) -> u8 {
        let all = (0..self.nodes()).flat_map(|node| self.beside(node));
        all.fold(0, |all, step| all | step.class())
    }

    /// Returns how many places there are in all.
    pub fn nodes(&self) -> u32 {
        self.site_of.len() as u32
    }

    /// Returns the steps of a place.
    #[inline(always)]
    pub fn beside(&self, node: Node) -> &[Beside] {
        let [from, to] = [node, node + 1].map(|node| self.around[node as usize].start as usize);
        &self.steps[from..to]
    }

    /// Returns which steps of a place lead to places that are asked for, one bit each;
    /// of the first [`TOGETHER`]. May ask for a place beyond all others.
    #[inline(always)]
    pub fn which(&self, node: Node, own: impl Fn(Node) -> bool) -> u32 {
        match self.six.get(node as usize) {
            Some(six) => of_six(&six.steps, own),
            None => which(self.first(node), own),
        }
    }

    /// Returns the steps of a place that are looked at together.
    #[inline(always)]
    fn first(&self, node: Node) -> &[Beside] {
        let steps = self.beside(node);
        &steps[..steps.len().min(TOGETHER)]
    }

    /// Returns the steps of a place, and the first of each run of adjacent places, one
    /// bit each, of those that lead to places that are asked for. May ask for a place
    /// beyond all others, and return steps to it.
    #[inline(always)]
    pub fn runs(&self, node: Node, own: impl Fn(Node) -> bool) -> (&[Beside], u32) {
        if let Some(six) = self.six.get(node as usize) {
            return (&six.steps, first_of_runs(of_six(&six.steps, own), six.joined, six.last));
        }
        let (steps, own) = (self.beside(node), which(self.first(node), own));
        let joined = self.around[node as usize].joined;
        (steps, first_of_runs(own, joined, (steps.len() as u32).wrapping_sub(1)))
    }

    /// Tells of each step of a place whether its place is adjacent to that of the step
    /// before, in a circle, and the three of them are no loop.
    pub fn joined(&self, node: Node) -> u32 {
        self.around[node as usize].joined
    }

    /// Returns how many steps a place has that lead around it in one circle; 0 where
    /// they do not, or where there are more than six.
    #[inline]
    pub fn circle(&self, node: Node) -> usize {
        let [around, next] = [node, node + 1].map(|node| self.around[node as usize]);
        let steps = next.start - around.start;
        let whole = steps <= 6 && around.joined.count_ones() == steps;
        if whole { steps as usize } else { 0 }
    }

    /// Returns the site of a place.
    pub fn site(&self, node: Node) -> Site {
        self.site_of[node as usize]
    }

    /// Returns the places of a site in the parts of the board.
    #[inline(always)]
    pub fn copies(&self, site: Site) -> &[Node] {
        if self.copies.is_empty() {
            return &[];
        }
        let from = self.copy_starts[site as usize] as usize;
        &self.copies[from..self.copy_starts[site as usize + 1] as usize]
    }

    /// Returns the places of the board as a whole (0), or of a part (from 1).
    pub fn layer(&self, layer: usize) -> std::ops::Range<Node> {
        self.layers[layer]..self.layers[layer + 1]
    }

    /// Returns the layer of a place.
    #[inline]
    pub fn layer_of(&self, node: Node) -> usize {
        self.layers[1..].iter().take_while(|first| **first <= node).count()
    }
}

/// Returns which of some steps lead to places that are asked for, one bit each.
#[inline(always)]
fn which(steps: &[Beside], own: impl Fn(Node) -> bool) -> u32 {
    let mut which = 0;
    for (at, step) in steps.iter().enumerate() {
        which |= u32::from(own(step.node())) << at;
    }
    which
}

/// The same of six, each by itself: a loop would be one in code that is made small.
#[inline(always)]
fn of_six(steps: &[Beside; 6], own: impl Fn(Node) -> bool) -> u32 {
    let bit = |at: usize| u32::from(own(steps[at].node())) << at;
    bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5)
}

/// Returns the first of each run among steps in a circle. `joined` tells which lead on
/// from the one before, `last` is the number of the last one.
#[inline(always)]
fn first_of_runs(own: u32, joined: u32, last: u32) -> u32 {
    if joined & own == 0 {
        return own;
    }
    let before = own << 1 | own >> last;
    let runs = own & !(before & joined);
    // All around: the run begins nowhere.
    if runs == 0 { own & own.wrapping_neg() } else { runs }
}
