//! The search: selection, expansion, playout, backpropagation.

use super::descent::{Descent, PlayoutRequest};
use super::rave::RaveTable;
use super::tree::{Proof, SearchTree};
use crate::game::{Game, PlayoutPolicy, Status};
use crate::random::{Random, mix};
use crate::ranks::MAX_SEATS;
use crate::search::log::ln;
use crate::search::{Algorithm, Settings};
use crate::undo::Unmake;
use crate::{CHANCE, Seat};

/// The visits of a root's only move, for its value.
const ONLY_MOVE: u64 = 200;

/// The search below one root.
///
/// [`SearchTree`] holds the statistics of nodes: [`Engine::learn`] updates them, [`Engine::select`]
/// reads them. [`RaveTable`] holds statistics of moves regardless of ply.
pub(super) struct Engine<G: Game, M: Unmake<G>> {
    pub descent: Descent<G, M>,
    pub tree: SearchTree,
    pub raves: RaveTable,
    pub nodes: u64,
    pub finished: bool,
    random: Random,
    exploration: f32,
    limit: u32,
    scale: f64,
    /// Whether there is no tree: only playouts after each root move.
    flat: bool,
    policy: PlayoutPolicy,
    most_nodes: usize,
    /// The nodes from the root to the leaf.
    path: Vec<u32>,
    values: [f32; MAX_SEATS],
    /// Whether the proofs of root moves may have changed.
    proven: bool,
}

impl<G: Game, M: Unmake<G>> Engine<G, M> {
    pub fn new(descent: Descent<G, M>, settings: &Settings, seed: u64, memory: u64) -> Self {
        let tree = SearchTree::new(descent.seats.into(), size_of::<G::Move>());
        let flat = settings.kind == Some(Algorithm::Playouts);
        let raves = RaveTable::new(if flat { 0.0 } else { settings.rave });
        let node = (tree.node_bytes() + raves.node_bytes()) as u64;
        Engine {
            descent,
            tree,
            raves,
            nodes: 0,
            finished: false,
            random: Random::new(mix(seed)),
            exploration: settings.exploration as f32,
            limit: settings.playout_cut.unwrap_or(settings.playout_limit),
            scale: settings.scale,
            flat,
            policy: if flat { PlayoutPolicy::Uniform } else { PlayoutPolicy::Informed },
            // A growing vector doubles, so half of the memory is spare.
            most_nodes: ((memory / 2 / node) as usize).clamp(64, u32::MAX as usize),
            path: Vec::new(),
            values: [0.0; MAX_SEATS],
            proven: false,
        }
    }

    /// Continues at another root with its tree.
    pub fn begin(&mut self, tree: SearchTree) {
        self.tree = tree;
        self.nodes = u64::from(self.tree.nodes[0].visits);
        self.finished = self.is_solved();
    }

    /// Searches `nodes` more nodes.
    pub fn run(&mut self, nodes: u32) {
        for _ in 0..nodes {
            if self.finished {
                break;
            }
            let chance = self.descend();
            let seats = self.tree.seats;
            self.raves.begin();
            self.descent.playout(PlayoutRequest {
                limit: self.limit,
                scale: self.scale,
                policy: self.policy,
                random: &mut self.random,
                values: &mut self.values[..seats],
                played: if self.raves.on() { Some(&mut self.raves.played) } else { None },
            });
            self.learn(chance);
            self.nodes += 1;
            if std::mem::take(&mut self.proven) || self.nodes == ONLY_MOVE {
                self.finished = self.is_solved();
            }
        }
    }

    /// Descends to a leaf of the tree and expands it. Tells whether chance occurred on the path.
    fn descend(&mut self) -> bool {
        let (mut node, mut chance) = (0, false);
        let patience = self.patience();
        let mut status = self.descent.restart();
        self.path.clear();
        loop {
            self.path.push(node);
            let here = &mut self.tree.nodes[node as usize];
            if status == Status::Over {
                here.over = true;
                self.proven |= node == 0;
                return chance;
            }
            chance |= status == Status::Chance;
            // A flat search expands only the root.
            let fresh = node != 0 && (here.visits < patience || self.flat);
            let bare = here.children == 0;
            if bare && status != Status::Chance && (fresh || !self.expand(node, status)) {
                return chance;
            }
            node = match status {
                Status::Chance => match self.chance_child(node) {
                    Some(child) => child,
                    None => return chance,
                },
                _ => self.select(node),
            };
            status = self.descent.play(node, self.tree.nodes[node as usize].by);
        }
    }

    /// Returns the visits of a node before its expansion. With RAVE the number grows as memory
    /// fills, because RAVE already rates moves without nodes.
    fn patience(&self) -> u32 {
        if !self.raves.on() {
            return 1;
        }
        1 + (32 * self.tree.nodes.len() / self.most_nodes) as u32
    }

    /// Adds the children of a node. Returns false if memory is full.
    fn expand(&mut self, node: u32, status: Status) -> bool {
        let first = self.tree.nodes.len() as u32;
        let movers = match status {
            Status::Turn(seat) => 1u16 << seat,
            Status::Together(seats) => seats,
            Status::Chance | Status::Over => 0,
        };
        for by in (0..16).filter(|seat| movers >> seat & 1 != 0) {
            let listed = self.descent.list(by, &mut self.random);
            // The root's moves are always added: a search always has an answer.
            if node != 0 && self.tree.nodes.len() + listed as usize > self.most_nodes {
                self.tree.truncate(first);
                self.raves.truncate(first);
                self.descent.truncate(first);
                return false;
            }
            let from = self.tree.nodes.len() as u32;
            self.tree.push(by, listed);
            if self.raves.on() {
                let nodes = from..from + listed;
                let index = |node| self.descent.history_index(node);
                self.raves.push(from, nodes.map(index));
            }
        }
        self.proven |= node == 0;
        self.tree.adopt(node, first) > 0
    }

    /// Draws an outcome of chance and returns its node. Adds all outcomes at once, because
    /// children are adjacent. `None` if there are too many to list.
    fn chance_child(&mut self, node: u32) -> Option<u32> {
        if self.tree.nodes[node as usize].children == 0 {
            let first = self.tree.nodes.len() as u32;
            let outcomes = self.descent.outcomes()?;
            if self.tree.nodes.len() + outcomes as usize > self.most_nodes {
                self.descent.truncate(first);
                return None;
            }
            self.tree.push(CHANCE, outcomes);
            self.tree.adopt(node, first);
        }
        self.descent.sample_outcome(self.random.draw(), self.tree.children(node))
    }

    /// Returns the child with the highest upper confidence bound.
    fn select(&self, node: u32) -> u32 {
        let children = self.tree.children(node);
        let visits = self.tree.nodes[node as usize].visits;
        let spread = self.exploration * ln(visits).sqrt();
        let mut best = (f32::NEG_INFINITY, children.start);
        for child in children {
            let here = &self.tree.nodes[child as usize];
            let bound = match here.proof {
                Proof::Won(_) => return child,
                Proof::Lost(_) => -1.0,
                Proof::Open if self.raves.on() => {
                    let mean = self.tree.mean(child, usize::from(here.by));
                    let tried = here.visits as f32;
                    self.raves.rave_value(child, mean, tried) + spread / (tried + 1.0).sqrt()
                }
                Proof::Open if here.visits == 0 => return child,
                Proof::Open => {
                    let mean = self.tree.mean(child, usize::from(here.by));
                    mean + spread / (here.visits as f32).sqrt()
                }
            };
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// Adds the result of a playout to the nodes on the path.
    fn learn(&mut self, chance: bool) {
        for node in &self.path {
            self.tree.add(*node, &self.values);
        }
        if self.raves.on() {
            self.raves.learn(&self.tree.nodes, &self.path, &self.values);
        }
        if self.tree.seats == 2 && !chance {
            self.prove();
        }
    }

    /// Propagates the proof of an end in the tree.
    fn prove(&mut self) {
        let Some((&last, before)) = self.path.split_last() else { return };
        let end = &mut self.tree.nodes[last as usize];
        if !end.over || last == 0 {
            return;
        }
        let value = self.values[usize::from(end.by)];
        end.proof = match value {
            1.0 => Proof::Won(0),
            0.0 => Proof::Lost(0),
            _ => return,
        };
        self.proven = true;
        for &node in before.iter().rev() {
            match self.conclude(node) {
                Proof::Open => return,
                proof => self.tree.nodes[node as usize].proof = proof,
            }
        }
    }

    /// Returns the proof of a node from its children, for the seat that moved into it.
    fn conclude(&self, node: u32) -> Proof {
        let into = self.tree.nodes[node as usize].by;
        let children = self.tree.children(node);
        let Some(mover) = children.clone().next().map(|child| self.tree.nodes[child as usize].by)
        else {
            return Proof::Open;
        };
        let (mut lost, mut longest, mut quickest) = (true, 0, None::<u16>);
        for child in children {
            let child = &self.tree.nodes[child as usize];
            if child.by != mover {
                return Proof::Open;
            }
            match child.proof {
                Proof::Won(plies) => {
                    quickest = Some(quickest.map_or(plies, |known| known.min(plies)));
                }
                Proof::Lost(plies) => longest = longest.max(plies),
                Proof::Open => lost = false,
            }
        }
        match (quickest, lost) {
            (Some(plies), _) if mover == into => Proof::Won(plies + 1),
            (Some(plies), _) => Proof::Lost(plies + 1),
            (None, true) if mover == into => Proof::Lost(longest + 1),
            (None, true) => Proof::Won(longest + 1),
            (None, false) => Proof::Open,
        }
    }

    /// Tells whether the root is solved.
    fn is_solved(&self) -> bool {
        let mut children = self.tree.children(0).map(|child| &self.tree.nodes[child as usize]);
        let all = self.tree.children(0).len();
        all == 1 && self.nodes >= ONLY_MOVE
            || self.tree.nodes[0].over
            || children.clone().any(|child| matches!(child.proof, Proof::Won(_)))
            || all > 0 && children.all(|child| matches!(child.proof, Proof::Lost(_)))
    }

    /// Returns the root's moves of a seat, as nodes.
    pub fn root_moves(&self, by: Seat) -> std::ops::Range<u32> {
        // The moves of a seat are adjacent.
        let mut own = self.tree.children(0).filter(|node| self.tree.nodes[*node as usize].by == by);
        own.next().map_or(0..0, |first| first..first + 1 + own.count() as u32)
    }
}
