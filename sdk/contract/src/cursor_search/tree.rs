//! The tree of a search: positions, the seats that choose in them, and results by move.

use std::collections::BTreeMap;

use crate::random::Random;
use crate::{Outcome, Seat};

/// The weight of exploration.
const EXPLORATION: f64 = 0.8;
/// Bytes of a node and of a move, roughly.
const NODE_BYTES: u64 = 160;
const MOVE_BYTES: u64 = 96;

/// A position.
#[derive(Debug)]
pub(super) enum TreeNode {
    /// Not looked at yet.
    New,
    Over(Vec<f64>),
    /// Positions by the chance move.
    Chance(BTreeMap<String, usize>),
    Choice {
        deciders: Vec<Decider>,
        /// By the numbers of the deciders' moves.
        children: BTreeMap<Vec<usize>, usize>,
    },
}

/// A seat that chooses in a position.
#[derive(Debug)]
pub(super) struct Decider {
    pub seat: Seat,
    pub visits: u32,
    pub moves: Vec<MoveStats>,
}

#[derive(Debug)]
pub(super) struct MoveStats {
    pub mv: String,
    pub visits: u32,
    /// The sums of results by seat.
    values: Vec<f64>,
}

impl MoveStats {
    pub fn value(&self, seat: usize) -> f64 {
        self.values.get(seat).map_or(0.5, |sum| sum / f64::from(self.visits.max(1)))
    }
}

impl Decider {
    pub fn new(seat: Seat, moves: Vec<String>) -> Self {
        let stats = |mv| MoveStats { mv, visits: 0, values: Vec::new() };
        Decider { seat, visits: 0, moves: moves.into_iter().map(stats).collect() }
    }

    /// Returns the move with the best upper bound (UCB1). A move that was not tried counts as
    /// tried once with the mean of the others (first play urgency: Gelly and Wang 2006), so that
    /// good moves among thousands are tried again before all of them had their turn.
    pub fn choose(&self, random: &mut Random) -> usize {
        let seat = usize::from(self.seat);
        // A step function stands for the logarithm, whose last bits differ between platforms.
        let log = f64::from(u32::BITS - self.visits.leading_zeros()) * 0.7;
        let bound =
            |value: f64, visits: u32| value + EXPLORATION * (log / f64::from(visits.max(1))).sqrt();
        let tried = || (0..self.moves.len()).filter(|nth| self.moves[*nth].visits > 0);
        let bound_of = |nth: usize| bound(self.moves[nth].value(seat), self.moves[nth].visits);
        let best = tried().max_by(|a, b| bound_of(*a).total_cmp(&bound_of(*b)));
        let untried = (self.moves.len() - tried().count()) as u64;
        let sum: f64 = self.moves.iter().filter_map(|it| it.values.get(seat)).sum();
        let mean = sum / f64::from(self.visits.max(1));
        match best {
            Some(best) if untried == 0 || bound_of(best) > bound(mean, 1) => best,
            _ => {
                let nth = random.below(untried) as usize;
                let mut numbers = (0..self.moves.len()).filter(|it| self.moves[*it].visits == 0);
                numbers.nth(nth).unwrap_or(0)
            }
        }
    }

    pub fn learn(&mut self, nth: usize, values: &[f64]) {
        self.visits += 1;
        let stats = &mut self.moves[nth];
        stats.visits += 1;
        stats.values.resize(values.len(), 0.0);
        stats.values.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }

    /// Returns the moves that were tried, most visited first; the first of the list if none was.
    pub fn ranked(&self) -> Vec<&MoveStats> {
        let mut moves: Vec<&MoveStats> = self.moves.iter().filter(|it| it.visits > 0).collect();
        moves.sort_by(|a, b| {
            let value = |it: &MoveStats| it.value(usize::from(self.seat));
            b.visits.cmp(&a.visits).then(value(b).total_cmp(&value(a))).then(a.mv.cmp(&b.mv))
        });
        if moves.is_empty() {
            moves.extend(self.moves.first());
        }
        moves
    }
}

/// All nodes; the first one is the root.
#[derive(Debug)]
pub(super) struct Tree {
    pub nodes: Vec<TreeNode>,
    pub bytes: u64,
}

impl Tree {
    pub fn new() -> Self {
        Tree { nodes: vec![TreeNode::New], bytes: NODE_BYTES }
    }

    pub fn set(&mut self, at: usize, node: TreeNode) {
        if let TreeNode::Choice { deciders, .. } = &node {
            let moves: usize = deciders.iter().map(|it| it.moves.len()).sum();
            self.bytes += moves as u64 * MOVE_BYTES;
        }
        self.nodes[at] = node;
    }

    /// Returns the node after some moves, which may be new; `None` if memory is short.
    pub fn child(&mut self, at: usize, numbers: &[usize], mv: &str, memory: u64) -> Option<usize> {
        let new = self.nodes.len();
        let room = self.bytes + NODE_BYTES <= memory;
        let known = match &mut self.nodes[at] {
            TreeNode::Chance(children) => match children.get(mv) {
                None if room => *children.entry(mv.to_owned()).or_insert(new),
                known => *known?,
            },
            TreeNode::Choice { children, .. } => match children.get(numbers) {
                None if room => *children.entry(numbers.to_owned()).or_insert(new),
                known => *known?,
            },
            TreeNode::New | TreeNode::Over(_) => return None,
        };
        if known == new {
            self.nodes.push(TreeNode::New);
            self.bytes += NODE_BYTES;
        }
        Some(known)
    }

    /// Returns the node after one move at the root, if the tree has it and the move alone leads
    /// there.
    pub fn after(&self, mv: &str) -> Option<usize> {
        match &self.nodes[0] {
            TreeNode::Chance(children) => children.get(mv).copied(),
            TreeNode::Choice { deciders, children } => {
                let [decider] = &deciders[..] else { return None };
                let nth = decider.moves.iter().position(|it| it.mv == mv)?;
                children.get(&[nth][..]).copied()
            }
            TreeNode::New | TreeNode::Over(_) => None,
        }
    }

    /// Keeps the part below a node, which becomes the root.
    pub fn keep_below(&mut self, root: usize) {
        let mut kept = Tree { nodes: Vec::new(), bytes: 0 };
        // Nodes by their numbers before; those after get theirs in the order of discovery.
        let mut found = vec![root];
        let mut next = 0;
        while next < found.len() {
            let mut node = std::mem::replace(&mut self.nodes[found[next]], TreeNode::New);
            let mut rename = |child: &mut usize| {
                found.push(*child);
                *child = found.len() - 1;
            };
            match &mut node {
                TreeNode::Chance(children) => children.values_mut().for_each(&mut rename),
                TreeNode::Choice { children, .. } => {
                    children.values_mut().for_each(&mut rename);
                }
                TreeNode::New | TreeNode::Over(_) => {}
            }
            kept.nodes.push(TreeNode::New);
            kept.bytes += NODE_BYTES;
            kept.set(next, node);
            next += 1;
        }
        *self = kept;
    }
}

/// Returns the result by seat, from 0 to 1.
pub(super) fn values(outcome: &Outcome) -> Vec<f64> {
    let others = outcome.ranks.len().saturating_sub(1).max(1) as f64;
    let value = |own: &u8| {
        let beaten = outcome.ranks.iter().filter(|rank| *rank > own).count() as f64;
        let equal = outcome.ranks.iter().filter(|rank| *rank == own).count() as f64 - 1.0;
        (beaten + equal / 2.0) / others
    };
    outcome.ranks.iter().map(value).collect()
}
