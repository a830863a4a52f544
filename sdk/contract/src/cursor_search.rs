//! A Monte-Carlo tree search over cursors: for plugins without the interface `search`, and for
//! positions in which several seats decide at the same time.
//!
//! Seats that act together choose independently (decoupled UCT: Finnsson and Björnsson 2008;
//! Lanctot, Lisý and Winands 2013): each has statistics of its own moves alone, so no seat sees
//! the decision of another.

use std::collections::BTreeMap;

use crate::random::Random;
use crate::{
    CHANCE, Cursor, Outcome, PAGE, PluginResult, SearchProgress, Searcher, Seat, Variation,
};

/// The weight of exploration.
const EXPLORATION: f64 = 0.8;
/// The plies of a random game.
const CUT: u32 = 2_000;
/// The plies of a line that is reported.
const LINE: usize = 12;
/// Bytes of a node and of a move in the tree, roughly.
const NODE_BYTES: u64 = 160;
const MOVE_BYTES: u64 = 96;

/// A search for one seat.
pub struct CursorSearch {
    cursor: Box<dyn Cursor>,
    by: Seat,
    random: Random,
    tree: Vec<TreeNode>,
    seats: usize,
    nodes: u64,
    bytes: u64,
    memory: u64,
}

/// A position in the tree.
#[derive(Debug)]
enum TreeNode {
    /// Not looked at yet.
    New,
    Over(Vec<f64>),
    Chance(BTreeMap<String, usize>),
    Choice {
        deciders: Vec<Decider>,
        /// By the moves of the deciders.
        children: BTreeMap<Vec<usize>, usize>,
    },
}

/// A seat that chooses in a position.
#[derive(Debug)]
struct Decider {
    seat: Seat,
    visits: u32,
    moves: Vec<MoveStats>,
}

#[derive(Debug)]
struct MoveStats {
    mv: String,
    visits: u32,
    /// The sums of results by seat.
    values: Vec<f64>,
}

impl MoveStats {
    fn value(&self, seat: usize) -> f64 {
        self.values.get(seat).map_or(0.5, |sum| sum / f64::from(self.visits.max(1)))
    }
}

impl Decider {
    /// Returns a move that was not tried, or else the one with the best upper bound (UCB1).
    fn choose(&self, random: &mut Random) -> usize {
        let untried = self.moves.iter().filter(|it| it.visits == 0).count() as u64;
        if untried > 0 {
            let nth = random.below(untried) as usize;
            let mut numbers = (0..self.moves.len()).filter(|at| self.moves[*at].visits == 0);
            return numbers.nth(nth).unwrap_or(0);
        }
        // A step function stands for the logarithm, whose last bits differ between platforms.
        let log = f64::from(u32::BITS - self.visits.leading_zeros()) * 0.7;
        let bound = |it: &MoveStats| {
            let spread = (log / f64::from(it.visits)).sqrt();
            it.value(usize::from(self.seat)) + EXPLORATION * spread
        };
        let best = (0..self.moves.len())
            .max_by(|a, b| bound(&self.moves[*a]).total_cmp(&bound(&self.moves[*b])));
        best.unwrap_or(0)
    }

    /// Returns the moves that were tried, most visited first.
    fn ranked(&self) -> Vec<&MoveStats> {
        let mut moves: Vec<&MoveStats> = self.moves.iter().filter(|it| it.visits > 0).collect();
        moves.sort_by(|a, b| {
            let value = |it: &MoveStats| it.value(usize::from(self.seat));
            b.visits.cmp(&a.visits).then(value(b).total_cmp(&value(a))).then(a.mv.cmp(&b.mv))
        });
        moves
    }
}

impl CursorSearch {
    /// Begins a search of a position for a seat. `memory` is in bytes.
    ///
    /// # Errors
    /// Those of the cursor.
    pub fn new(
        cursor: &mut dyn Cursor,
        by: Seat,
        seed: u64,
        memory: u64,
    ) -> PluginResult<CursorSearch> {
        Ok(CursorSearch {
            cursor: cursor.fork()?,
            by,
            random: Random::new(seed),
            tree: vec![TreeNode::New],
            seats: cursor.status()?.seats.len(),
            nodes: 0,
            bytes: 0,
            memory,
        })
    }

    /// Plays one game: down the tree, and from its edge at random.
    fn play_game(&mut self) -> PluginResult<()> {
        let (mut at, mut plies) = (0, 0);
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        let values = loop {
            if matches!(self.tree[at], TreeNode::New) {
                if let Some(values) = self.expand(at)? {
                    break values;
                }
                if at != 0 {
                    break self.play_out()?;
                }
            }
            let moves = match &self.tree[at] {
                TreeNode::New => break vec![0.5; self.seats],
                TreeNode::Over(values) => break values.clone(),
                TreeNode::Chance(_) => {
                    vec![(CHANCE, self.cursor.sample_outcome(self.random.draw())?)]
                }
                TreeNode::Choice { deciders, .. } => {
                    let numbers: Vec<usize> =
                        deciders.iter().map(|it| it.choose(&mut self.random)).collect();
                    let named = deciders.iter().zip(&numbers);
                    let moves = named.map(|(it, nth)| (it.seat, it.moves[*nth].mv.clone()));
                    let moves = moves.collect();
                    path.push((at, numbers));
                    moves
                }
            };
            for (seat, mv) in &moves {
                if self.cursor.play(*seat, mv)?.is_ok() {
                    plies += 1;
                }
            }
            let Some(next) = self.child(at, path.last(), &moves) else { break self.play_out()? };
            at = next;
        };
        for _ in 0..plies {
            self.cursor.undo()?;
        }
        for (at, numbers) in path {
            let TreeNode::Choice { deciders, .. } = &mut self.tree[at] else { continue };
            for (decider, nth) in deciders.iter_mut().zip(numbers) {
                decider.visits += 1;
                let stats = &mut decider.moves[nth];
                stats.visits += 1;
                stats.values.resize(values.len(), 0.0);
                stats.values.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns the node after some moves, which may be new; `None` if memory is short.
    fn child(
        &mut self,
        at: usize,
        last: Option<&(usize, Vec<usize>)>,
        moves: &[(Seat, String)],
    ) -> Option<usize> {
        let new = self.tree.len();
        let room = self.bytes + NODE_BYTES <= self.memory;
        let known = match &mut self.tree[at] {
            TreeNode::Chance(children) => {
                let mv = &moves.first()?.1;
                match children.get(mv) {
                    Some(known) => *known,
                    None if room => *children.entry(mv.clone()).or_insert(new),
                    None => return None,
                }
            }
            TreeNode::Choice { children, .. } => {
                let numbers = &last?.1;
                match children.get(numbers) {
                    Some(known) => *known,
                    None if room => *children.entry(numbers.clone()).or_insert(new),
                    None => return None,
                }
            }
            TreeNode::New | TreeNode::Over(_) => return None,
        };
        if known == new {
            self.tree.push(TreeNode::New);
            self.bytes += NODE_BYTES;
        }
        Some(known)
    }

    /// Looks at a new position. Returns the result if the game is over.
    fn expand(&mut self, at: usize) -> PluginResult<Option<Vec<f64>>> {
        let status = self.cursor.status()?;
        if let Some(outcome) = &status.outcome {
            let values = values(outcome);
            self.tree[at] = TreeNode::Over(values.clone());
            return Ok(Some(values));
        }
        if status.chance {
            self.tree[at] = TreeNode::Chance(BTreeMap::new());
            return Ok(None);
        }
        let mut deciders = Vec::new();
        for seat in status.acting {
            let names = self.cursor.legal_moves(seat, None, PAGE)?;
            self.bytes += names.len() as u64 * MOVE_BYTES;
            let stats = |mv| MoveStats { mv, visits: 0, values: Vec::new() };
            deciders.push(Decider {
                seat,
                visits: 0,
                moves: names.into_iter().map(stats).collect(),
            });
        }
        if !deciders.iter().any(|decider| decider.moves.is_empty()) {
            self.tree[at] = TreeNode::Choice { deciders, children: BTreeMap::new() };
        }
        Ok(None)
    }

    fn play_out(&mut self) -> PluginResult<Vec<f64>> {
        let stats = self.cursor.playouts(1, self.random.draw(), CUT, false)?;
        if stats.draws + stats.cut > 0 {
            return Ok(vec![0.5; self.seats]);
        }
        Ok(stats.wins.iter().map(|won| if *won > 0 { 1.0 } else { 0.0 }).collect())
    }

    /// Returns the best moves after a move at the root, while one seat chooses at a time.
    fn line(&self, first: &str) -> Vec<String> {
        let mut line = vec![first.to_owned()];
        let mut at = 0;
        while line.len() < LINE {
            let TreeNode::Choice { deciders, children } = &self.tree[at] else { break };
            let ([decider], Some(last)) = (&deciders[..], line.last()) else { break };
            let Some(nth) = decider.moves.iter().position(|it| it.mv == *last) else { break };
            let Some(next) = children.get(&vec![nth]) else { break };
            let TreeNode::Choice { deciders, .. } = &self.tree[*next] else { break };
            let [decider] = &deciders[..] else { break };
            let Some(best) = decider.ranked().first().map(|it| it.mv.clone()) else { break };
            line.push(best);
            at = *next;
        }
        line
    }
}

/// Returns the result by seat, from 0 to 1.
fn values(outcome: &Outcome) -> Vec<f64> {
    let others = outcome.ranks.len().saturating_sub(1).max(1) as f64;
    let value = |own: &u8| {
        let beaten = outcome.ranks.iter().filter(|rank| *rank > own).count() as f64;
        let equal = outcome.ranks.iter().filter(|rank| *rank == own).count() as f64 - 1.0;
        (beaten + equal / 2.0) / others
    };
    outcome.ranks.iter().map(value).collect()
}

impl Searcher for CursorSearch {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        for _ in 0..nodes {
            self.play_game()?;
        }
        let finished = matches!(self.tree[0], TreeNode::Over(_));
        Ok(SearchProgress { nodes: self.nodes, memory: self.bytes, finished })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        let TreeNode::Choice { deciders, .. } = &self.tree[0] else { return Ok(Vec::new()) };
        let own = deciders.iter().find(|it| it.seat == self.by);
        let Some(own) = own.or(deciders.first()) else { return Ok(Vec::new()) };
        let variation = |it: &MoveStats| {
            let value = |seat| (it.value(seat) * 10_000.0) as u16;
            let moves = self.line(&it.mv);
            Variation {
                depth: moves.len() as u16,
                moves,
                visits: u64::from(it.visits),
                value: (0..self.seats).map(value).collect(),
                ..Variation::default()
            }
        };
        Ok(own.ranked().into_iter().take(usize::from(lines)).map(variation).collect())
    }

    fn advance_root(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        if self.cursor.play(by, mv)?.is_ok() {
            let status = self.cursor.status()?;
            self.by = status.acting.first().copied().unwrap_or(self.by);
            (self.tree, self.bytes) = (vec![TreeNode::New], 0);
        }
        Ok(false)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        Ok(Vec::new())
    }

    fn import_stats(&mut self, _: &[u8]) -> PluginResult<()> {
        Ok(())
    }
}
