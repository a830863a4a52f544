//! Monte-Carlo tree search with proofs, for any game and any number of seats.
//!
//! Upper confidence bounds on trees (Kocsis and Szepesvari 2006), each seat maximising its own
//! value (max^n, Sturtevant 2008), with the solver of Winands, Bjornsson and Saito (2008) if two
//! seats play without chance, and optionally with RAVE.

mod descent;
mod engine;
mod rave;
mod tree;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::descent::Descent;
use self::engine::Engine;
use self::tree::{Proof, SearchTree};
use super::root_stats::{self, MoveStats};
use super::settings::Settings;
use crate::game::Game;
use crate::history::History;
use crate::sorting::sort_by;
use crate::undo::Unmake;
use crate::{PluginResult, SearchProgress, Searcher, Seat, Variation};

/// A search from one position that keeps its tree between steps.
pub(crate) struct Mcts<G: Game, M: Unmake<G>> {
    engine: Engine<G, M>,
    /// Root statistics of other instances by move, in the format of [`KIND`].
    imported: BTreeMap<String, Vec<f64>>,
}

/// The kind that the statistics of this search begin with. For each move they hold the visits and
/// the sum of values by seat.
const KIND: &str = "monte-carlo";

impl<G: Game, M: Unmake<G>> Mcts<G, M> {
    pub fn new(
        game: Arc<G>,
        root: History<G, M>,
        seats: u8,
        settings: &Settings,
        seed: u64,
        memory: u64,
    ) -> Self {
        let descent = Descent::new(game, root, seats);
        Mcts { engine: Engine::new(descent, settings, seed, memory), imported: BTreeMap::new() }
    }

    fn tree(&self) -> &SearchTree {
        &self.engine.tree
    }

    /// Returns the children of a node, the best first.
    fn rank_children(&self, node: u32) -> Vec<u32> {
        let rank = |child: u32| {
            let (class, rank) = match self.tree().nodes[child as usize].proof {
                Proof::Won(plies) => (2, u64::MAX - u64::from(plies)),
                Proof::Open => (1, self.visits(child)),
                Proof::Lost(plies) => (0, u64::from(plies)),
            };
            (class, rank, child)
        };
        best_first(self.tree().children(node).map(rank).collect())
    }

    fn visits(&self, child: u32) -> u64 {
        u64::from(self.tree().nodes[child as usize].visits)
    }

    /// Returns the sums of a node's values by seat.
    fn sums(&self, child: u32) -> Vec<f64> {
        let visits = self.visits(child) as f64;
        let sum = |seat| f64::from(self.tree().mean(child, seat)) * visits;
        (0..self.tree().seats).map(sum).collect()
    }

    fn variation(&self, child: u32) -> Variation {
        let seat = |node: u32| self.tree().nodes[node as usize].by;
        let mut line = vec![(child, seat(child))];
        while let Some((at, _)) = line.last().filter(|_| line.len() < 32) {
            match self.rank_children(*at).first() {
                Some(best) if self.visits(*best) > 0 => line.push((*best, seat(*best))),
                _ => break,
            }
        }
        let moves = self.engine.descent.names(&line);
        let node = &self.tree().nodes[child as usize];
        let (mut visits, mut sums) = (self.visits(child), self.sums(child));
        if let Some([more, values @ ..]) = self.imported.get(&moves[0]).map(Vec::as_slice) {
            visits += *more as u64;
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
}

/// Sorts children by class and rank, highest first; equal ones keep their order.
fn best_first(mut ranked: Vec<(u8, u64, u32)>) -> Vec<u32> {
    sort_by(&mut ranked, |one, other| {
        (other.0, other.1).cmp(&(one.0, one.1)).then(one.2.cmp(&other.2))
    });
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

impl<G: Game, M: Unmake<G>> Searcher for Mcts<G, M> {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        self.engine.run(nodes);
        let (nodes, finished) = (self.engine.nodes, self.engine.finished);
        Ok(SearchProgress { nodes, memory: self.tree().bytes(), finished })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        let ranked = self.rank_children(0);
        let wanted = usize::from(lines);
        // Imported visits count too and can change the order.
        let looked = if self.imported.is_empty() { wanted } else { ranked.len() };
        let mut lines: Vec<Variation> =
            ranked.into_iter().take(looked).map(|child| self.variation(child)).collect();
        order(&mut lines);
        lines.truncate(wanted);
        Ok(lines)
    }

    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        let own = self.engine.root_moves(by);
        let Some(child) = self.engine.descent.advance_root(by, mv, own) else { return Ok(false) };
        let known = child.filter(|child| self.visits(*child) > 0);
        let (tree, kept) = match known {
            Some(child) => self.tree().below(child),
            None => (SearchTree::new(self.tree().seats, self.tree().move_bytes), vec![0]),
        };
        self.engine.descent.retain(&kept);
        self.engine.raves.retain(&kept);
        self.engine.begin(tree);
        self.imported = BTreeMap::new();
        Ok(known.is_some())
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        let mut stats = Vec::new();
        for child in self.tree().children(0).filter(|child| self.visits(*child) > 0) {
            let by = self.tree().nodes[child as usize].by;
            let mut numbers = vec![self.visits(child) as f64];
            numbers.extend(self.sums(child));
            stats.push(MoveStats {
                mv: self.engine.descent.names(&[(child, by)]).remove(0),
                numbers,
            });
        }
        Ok(root_stats::write(KIND, stats))
    }

    fn import_stats(&mut self, statistics: &[u8]) -> PluginResult<()> {
        for MoveStats { mv, numbers } in root_stats::read(KIND, 1 + self.tree().seats, statistics) {
            let known = self.imported.entry(mv).or_insert_with(|| vec![0.0; numbers.len()]);
            known.iter_mut().zip(numbers).for_each(|(sum, own)| *sum += own);
        }
        Ok(())
    }
}
