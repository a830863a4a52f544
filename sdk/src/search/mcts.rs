//! Monte-Carlo tree search with proofs, for any game and any number of seats.
//!
//! Upper confidence bounds on trees (Kocsis and Szepesvari 2006), each seat
//! maximising its own value (max^n, Sturtevant 2008), with the solver of
//! Winands, Bjornsson and Saito (2008) where two seats play without chance.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::acts;
use super::log::ln;
use super::settings::{Kind, Settings};
use super::share::{self, Share};
use super::tree::{Proof, Tree};
use crate::count;
use crate::game::{Game, Status};
use crate::line::Line;
use crate::random::{Random, mix};
use crate::sort::sort_by;
use crate::{Answer, CHANCE, Progress, Searcher, Seat, Variation};

/// A search from one position that keeps what it learned.
pub struct Mcts<G: Game> {
    game: Arc<G>,
    root: Line<G>,
    settings: Settings,
    flat: bool,
    seats: u8,
    tree: Tree<G::Move>,
    random: Random,
    most_nodes: usize,
    nodes: u64,
    finished: bool,
    /// What other instances found of the moves at the root.
    taken: BTreeMap<String, (u64, Vec<f64>)>,
    list: Vec<G::Move>,
}

/// How statistics of this search begin: by move the visits, and the sum of values
/// by seat.
const KIND: &str = "monte-carlo";

impl<G: Game> Mcts<G> {
    pub(crate) fn new(
        game: Arc<G>,
        mut root: Line<G>,
        seats: u8,
        settings: Settings,
        seed: u64,
        memory: u64,
    ) -> Self {
        root.settle();
        let node = Tree::<G::Move>::node_bytes(usize::from(seats)) as u64;
        Mcts {
            game,
            root,
            flat: settings.kind == Some(Kind::Playouts),
            settings,
            seats,
            tree: Tree::new(usize::from(seats)),
            random: Random::new(mix(seed)),
            // A vector doubles as it grows: half of the memory is spare.
            most_nodes: ((memory / 2 / node) as usize).clamp(64, u32::MAX as usize),
            nodes: 0,
            finished: false,
            taken: BTreeMap::new(),
            list: Vec::new(),
        }
    }

    /// Goes down the tree, plays a game to the end, and adds what it gave.
    fn iterate(&mut self) {
        let mut line = self.root.clone();
        let mut path = vec![0u32];
        let mut node = 0;
        let mut chance = false;
        loop {
            let status = line.status(&self.game);
            if status == Status::Over {
                self.tree.nodes[node as usize].over = true;
                break;
            }
            if status == Status::Chance {
                chance = true;
            }
            let fresh = self.tree.nodes[node as usize].visits == 0 && node != 0;
            // Playouts without a tree know the root's moves alone.
            let fresh = fresh || self.flat && node != 0;
            let bare = self.tree.nodes[node as usize].children == 0;
            if bare && status != Status::Chance && (fresh || !self.expand(node, &line, status)) {
                break;
            }
            node = match status {
                Status::Chance => match self.chance_child(node, &line) {
                    Some(child) => child,
                    None => break,
                },
                _ => self.select(node),
            };
            let chosen = &self.tree.nodes[node as usize];
            let mv = chosen.mv.expect("only the root has no move");
            line.advance(&self.game, chosen.by, mv);
            path.push(node);
        }
        let values = self.finish(line);
        for node in &path {
            self.tree.add(*node, &values);
        }
        if self.seats == 2 && !chance {
            self.prove(&path, &values);
        }
        self.nodes += 1;
    }

    /// Adds the children of a node; false where memory is out.
    fn expand(&mut self, node: u32, line: &Line<G>, status: Status) -> bool {
        let first = self.tree.nodes.len() as u32;
        let movers = match status {
            Status::Turn(seat) => 1u16 << seat,
            Status::Together(seats) => seats,
            Status::Chance | Status::Over => 0,
        };
        for by in (0..16).filter(|seat| movers >> seat & 1 != 0) {
            self.list.clear();
            self.game.candidates(&line.position, by, &mut self.list);
            // However little memory there is, the root's moves have to be there:
            // a search always has an answer.
            if node != 0 && self.tree.nodes.len() + self.list.len() > self.most_nodes {
                self.tree.nodes.truncate(first as usize);
                self.tree.values.truncate(first as usize * usize::from(self.seats));
                return false;
            }
            // In random order, so that equal moves are tried without preference.
            for at in (1..self.list.len()).rev() {
                self.list.swap(at, self.random.below(at as u64 + 1) as usize);
            }
            for at in 0..self.list.len() {
                self.tree.push(Some(self.list[at]), by);
            }
        }
        let children = self.tree.nodes.len() as u32 - first;
        let node = &mut self.tree.nodes[node as usize];
        (node.first, node.children) = (first, children);
        children > 0
    }

    /// Draws an outcome of chance and returns its node. Outcomes stand side by
    /// side, so all are added at once; too many to list are not remembered.
    fn chance_child(&mut self, node: u32, line: &Line<G>) -> Option<u32> {
        if self.tree.nodes[node as usize].children == 0 {
            let odds = self.game.odds(&line.position, 256)?;
            if self.tree.nodes.len() + odds.len() > self.most_nodes {
                return None;
            }
            let first = self.tree.nodes.len() as u32;
            for (mv, _) in &odds {
                self.tree.push(Some(*mv), CHANCE);
            }
            let node = &mut self.tree.nodes[node as usize];
            (node.first, node.children) = (first, odds.len() as u32);
        }
        let drawn = self.game.draw(&line.position, self.random.draw())?;
        self.tree.children(node).find(|child| self.tree.nodes[*child as usize].mv == Some(drawn))
    }

    /// Returns the child with the highest bound.
    fn select(&self, node: u32) -> u32 {
        let children = self.tree.children(node);
        let visits = self.tree.nodes[node as usize].visits;
        let spread = self.settings.exploration as f32 * ln(visits).sqrt();
        let mut best = (f32::NEG_INFINITY, children.start);
        for child in children {
            let here = &self.tree.nodes[child as usize];
            let bound = match here.proof {
                Proof::Won(_) => return child,
                Proof::Lost(_) => -1.0,
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

    /// Plays on at random and returns the value of the end by seat.
    fn finish(&mut self, mut line: Line<G>) -> Vec<f32> {
        let seats = self.seats;
        let cut = self.settings.playout_cut;
        let limit = cut.unwrap_or(self.settings.playout_limit);
        let mut plies = 0;
        while line.status(&self.game) != Status::Over {
            if plies >= limit {
                return self.judge(&line).unwrap_or_else(|| vec![0.5; usize::from(seats)]);
            }
            count::step(&*self.game, &mut line, &mut self.random, false, &mut self.list);
            plies += 1;
        }
        let ranks = line.ranks(&self.game);
        (0..seats).map(|seat| ranks.worth(seat)).collect()
    }

    /// Returns what the evaluation says, as a chance to win by seat.
    fn judge(&self, line: &Line<G>) -> Option<Vec<f32>> {
        let mut units = vec![0; usize::from(self.seats)];
        if !self.game.evaluate(&line.position, &mut units) {
            return None;
        }
        let others = (units.len() as f32 - 1.0).max(1.0);
        let total: i64 = units.iter().map(|unit| i64::from(*unit)).sum();
        let value = units.iter().map(|own| {
            let lead = *own as f32 - (total - i64::from(*own)) as f32 / others;
            // A rational stand-in for the logistic curve: no platform's
            // transcendental functions, so the same everywhere.
            let lead = lead / self.settings.scale as f32;
            0.5 + 0.5 * lead / (1.0 + lead.abs())
        });
        Some(value.collect())
    }

    /// Draws conclusions from an end that was reached in the tree.
    fn prove(&mut self, path: &[u32], values: &[f32]) {
        let Some((&last, before)) = path.split_last() else { return };
        let end = &mut self.tree.nodes[last as usize];
        if !end.over || last == 0 {
            return;
        }
        let value = values[usize::from(end.by)];
        end.proof = match value {
            1.0 => Proof::Won(0),
            0.0 => Proof::Lost(0),
            _ => return,
        };
        for &node in before.iter().rev() {
            match self.conclude(node) {
                Proof::Open => return,
                proof => self.tree.nodes[node as usize].proof = proof,
            }
        }
    }

    /// Returns what the children prove of a node, for who moved into it.
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

    /// Returns the children of a node, the best first.
    fn ranked(&self, node: u32) -> Vec<u32> {
        let rank = |child: u32| {
            let node = &self.tree.nodes[child as usize];
            let (class, rank) = match node.proof {
                Proof::Won(plies) => (2, u64::MAX - u64::from(plies)),
                Proof::Open => (1, self.visits(child)),
                Proof::Lost(plies) => (0, u64::from(plies)),
            };
            (class, rank, child)
        };
        best_first(self.tree.children(node).map(rank).collect())
    }

    fn visits(&self, child: u32) -> u64 {
        u64::from(self.tree.nodes[child as usize].visits)
    }

    fn variation(&self, child: u32) -> Variation {
        let mut line = self.root.clone();
        let mut moves = Vec::new();
        let mut at = child;
        loop {
            let node = &self.tree.nodes[at as usize];
            let mv = node.mv.expect("only the root has no move");
            moves.push(self.game.notation(&line.position, mv));
            line.advance(&self.game, node.by, mv);
            match self.ranked(at).first() {
                Some(best) if self.visits(*best) > 0 && moves.len() < 32 => at = *best,
                _ => break,
            }
        }
        let node = &self.tree.nodes[child as usize];
        let mut visits = u64::from(node.visits);
        let mut sums: Vec<f64> = (0..usize::from(self.seats))
            .map(|seat| f64::from(self.tree.mean(child, seat)) * f64::from(node.visits))
            .collect();
        if let Some((more, values)) = self.taken.get(&moves[0]) {
            visits += more;
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        let mut value: Vec<u16> =
            sums.iter().map(|sum| (sum / visits.max(1) as f64 * 10_000.0).round() as u16).collect();
        let forced = match node.proof {
            Proof::Open => None,
            Proof::Won(plies) => Some((10_000, i32::from(plies) + 1)),
            Proof::Lost(plies) => Some((0, -(i32::from(plies) + 1))),
        };
        if let Some((own, _)) = forced {
            for (seat, value) in value.iter_mut().enumerate() {
                *value = if seat == usize::from(node.by) { own } else { 10_000 - own };
            }
        }
        let depth = moves.len() as u16;
        Variation { moves, visits, value, units: None, forced: forced.map(|known| known.1), depth }
    }

    fn solved(&self) -> bool {
        let mut children = self.tree.children(0).map(|child| &self.tree.nodes[child as usize]);
        let all = self.tree.children(0).len();
        all == 1
            || self.tree.nodes[0].over
            || children.clone().any(|child| matches!(child.proof, Proof::Won(_)))
            || all > 0 && children.all(|child| matches!(child.proof, Proof::Lost(_)))
    }
}

// Not generic: a plugin holds one copy of these.

/// Orders children by class and rank, the highest first, the first of equals
/// first.
fn best_first(mut ranked: Vec<(u8, u64, u32)>) -> Vec<u32> {
    sort_by(&mut ranked, |one, other| (other.0, other.1, one.2) < (one.0, one.1, other.2));
    ranked.into_iter().map(|(_, _, child)| child).collect()
}

fn order(lines: &mut Vec<Variation>) {
    let rank = |(at, line): (usize, &Variation)| {
        let class = line.forced.map_or(1, |plies| if plies > 0 { 2 } else { 0 });
        (class, line.visits, at as u32)
    };
    let ranked = lines.iter().enumerate().map(rank).collect();
    *lines = best_first(ranked).into_iter().map(|at| lines[at as usize].clone()).collect();
}

impl<G: Game> Searcher for Mcts<G> {
    fn step(&mut self, nodes: u32) -> Answer<Progress> {
        for _ in 0..nodes {
            if self.finished {
                break;
            }
            self.iterate();
            self.finished = self.solved();
        }
        Ok(Progress { nodes: self.nodes, memory: self.tree.bytes(), finished: self.finished })
    }

    fn report(&mut self, lines: u16) -> Answer<Vec<Variation>> {
        let ranked = self.ranked(0);
        let wanted = usize::from(lines);
        // With what others gave, their visits count too, and change the order.
        let looked = if self.taken.is_empty() { wanted } else { ranked.len() };
        let mut lines: Vec<Variation> =
            ranked.into_iter().take(looked).map(|child| self.variation(child)).collect();
        order(&mut lines);
        lines.truncate(wanted);
        Ok(lines)
    }

    fn advance(&mut self, by: Seat, mv: &str) -> Answer<bool> {
        let acts = acts(self.root.status(&self.game), by);
        let found = if acts { self.game.find(&self.root.position, by, mv) } else { None };
        let Some(found) = found else { return Ok(false) };
        let child = self.tree.children(0).find(|child| {
            let node = &self.tree.nodes[*child as usize];
            node.by == by && node.mv == Some(found)
        });
        let known = child.is_some_and(|child| self.tree.nodes[child as usize].visits > 0);
        self.tree = match child.filter(|_| known) {
            Some(child) => self.tree.below(child),
            None => Tree::new(usize::from(self.seats)),
        };
        self.root.advance(&self.game, by, found);
        self.root.settle();
        self.taken.clear();
        self.nodes = u64::from(self.tree.nodes[0].visits);
        self.finished = self.solved();
        Ok(known)
    }

    fn give(&mut self) -> Answer<Vec<u8>> {
        let shares: Vec<Share> = self
            .tree
            .children(0)
            .filter(|child| self.visits(*child) > 0)
            .map(|child| {
                let node = &self.tree.nodes[child as usize];
                let mv = node.mv.expect("only the root has no move");
                let sum = |seat| f64::from(self.tree.mean(child, seat)) * f64::from(node.visits);
                let mut numbers = vec![f64::from(node.visits)];
                numbers.extend((0..usize::from(self.seats)).map(sum));
                Share { mv: self.game.notation(&self.root.position, mv), numbers }
            })
            .collect();
        Ok(share::write(KIND, shares))
    }

    fn take(&mut self, statistics: &[u8]) -> Answer<()> {
        for share in share::read(KIND, 1 + usize::from(self.seats), statistics) {
            let known = self
                .taken
                .entry(share.mv)
                .or_insert_with(|| (0, vec![0.0; usize::from(self.seats)]));
            known.0 += share.numbers[0] as u64;
            known.1.iter_mut().zip(&share.numbers[1..]).for_each(|(sum, value)| *sum += value);
        }
        Ok(())
    }
}
