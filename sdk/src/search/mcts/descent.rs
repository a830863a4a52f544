//! The game in a Monte-Carlo search: the path from the root, moves by node.

use std::ops::Range;
use std::sync::Arc;

use crate::Seat;
use crate::count;
use crate::game::{Game, PlayoutPolicy, Status};
use crate::history::History;
use crate::network::Evaluator;
use crate::random::Random;
use crate::ranks::MAX_SEATS;
use crate::undo::Unmake;

/// A playout: its settings, and where to write its result.
pub(super) struct PlayoutRequest<'a> {
    /// The ply at which it is cut and the position evaluated.
    pub limit: u32,
    /// The lead that wins three games of four.
    pub scale: f64,
    pub policy: PlayoutPolicy,
    pub random: &'a mut Random,
    /// Receives the result by seat, from 0 to 1.
    pub values: &'a mut [f32],
    /// Receives seat and history index of every move, if it is given.
    pub played: Option<&'a mut Vec<(Seat, u32)>>,
}

/// A game from the root to the current node. It keeps the moves of all nodes by number.
pub(super) struct Descent<G: Game, M: Unmake<G>> {
    game: Arc<G>,
    root: History<G, M>,
    history: History<G, M>,
    pub seats: u8,
    /// The root has no move: the move of node `n` has index `n - 1`.
    moves: Vec<G::Move>,
    list: Vec<G::Move>,
    /// The moves of a playout.
    played: Vec<(Seat, G::Move)>,
    evaluator: Evaluator,
}

impl<G: Game, M: Unmake<G>> Descent<G, M> {
    pub fn new(game: Arc<G>, mut root: History<G, M>, seats: u8) -> Self {
        root.forget_undo();
        let history = root.clone();
        let (moves, list, played) = (Vec::new(), Vec::new(), Vec::new());
        let evaluator = Evaluator::new(&*game, 1);
        Descent { game, root, history, seats, moves, list, played, evaluator }
    }

    fn mv(&self, node: u32) -> G::Move {
        self.moves[node as usize - 1]
    }

    fn node_of(&self, mv: G::Move, mut among: Range<u32>) -> Option<u32> {
        among.find(|node| self.mv(*node) == mv)
    }

    /// Returns to the root.
    pub fn restart(&mut self) -> Status {
        self.history.clone_from(&self.root);
        self.history.status(&self.game)
    }

    /// Plays a node's move and returns the status after it.
    pub fn play(&mut self, node: u32, by: Seat) -> Status {
        let mv = self.mv(node);
        self.history.play_fast(&self.game, by, mv);
        self.history.status(&self.game)
    }

    /// Plays random moves to the end.
    pub fn playout(&mut self, playout: PlayoutRequest<'_>) {
        let (game, history) = (&*self.game, &mut self.history);
        let PlayoutRequest { limit, scale, policy, random, values, played } = playout;
        let mut status = history.status(game);
        let (mut over, mut plies) = (status == Status::Over, 0);
        self.played.clear();
        if !over {
            let played = played.is_some().then_some(&mut self.played);
            if let Some(summary) = history.playout(game, random, policy, limit, played) {
                (over, plies) = (summary.over, summary.plies);
            }
        }
        while !over && plies < limit {
            let (_, made) =
                count::play_random(game, history, status, random, false, &mut self.list);
            if played.is_some() {
                self.played.extend(made);
            }
            plies += 1;
            status = history.status(game);
            over = status == Status::Over;
        }
        if let Some(played) = played {
            played.extend(self.played.iter().map(|(by, mv)| (*by, game.history_index(*mv))));
        }
        if over {
            let ranks = history.ranks(game);
            for (seat, value) in (0..self.seats).zip(values) {
                *value = ranks.worth(seat);
            }
        } else {
            let mut units = [0; MAX_SEATS];
            let units = &mut units[..usize::from(self.seats)];
            let valued = self.evaluator.evaluate(game, &history.position, 0, units);
            winning_chances(valued.then_some(&*units), scale, values);
        }
    }

    /// Adds a seat's moves in random order, for the next nodes. Returns their number.
    pub fn list(&mut self, by: Seat, random: &mut Random) -> u32 {
        self.list.clear();
        self.game.search_moves(&self.history.position, by, &mut self.list);
        // Shuffles, so that equal moves are tried without preference.
        for at in (1..self.list.len()).rev() {
            self.list.swap(at, random.below(at as u64 + 1) as usize);
        }
        self.moves.extend_from_slice(&self.list);
        self.list.len() as u32
    }

    pub fn history_index(&self, node: u32) -> u32 {
        self.game.history_index(self.mv(node))
    }

    /// Adds the outcomes of chance in the same way; `None` if there are more than 256.
    pub fn outcomes(&mut self) -> Option<u32> {
        let odds = self.game.chance_outcomes(&self.history.position, 256)?;
        self.moves.extend(odds.iter().map(|(mv, _)| *mv));
        Some(odds.len() as u32)
    }

    /// Returns the node of the chance outcome for a random number.
    pub fn sample_outcome(&self, random: u64, among: Range<u32>) -> Option<u32> {
        let mv = self.game.sample_outcome(&self.history.position, random)?;
        self.node_of(mv, among)
    }

    /// Drops the moves of all nodes from a number on.
    pub fn truncate(&mut self, nodes: u32) {
        self.moves.truncate((nodes as usize).saturating_sub(1));
    }

    /// Keeps only the moves of these nodes, which get new numbers.
    pub fn retain(&mut self, nodes: &[u32]) {
        // The first of them is the new root.
        self.moves = nodes[1..].iter().map(|node| self.mv(*node)).collect();
    }

    /// Plays a move at the root and returns its node among these, if it has one; `None` if the
    /// move is not legal.
    pub fn advance_root(&mut self, by: Seat, mv: &str, among: Range<u32>) -> Option<Option<u32>> {
        let found = self.root.find(&self.game, by, mv)?;
        let node = self.node_of(found, among);
        self.root.play_fast(&self.game, by, found);
        self.root.forget_undo();
        Some(node)
    }

    /// Returns the notations of a line from the root on, by node and seat.
    pub fn names(&self, nodes: &[(u32, Seat)]) -> Vec<String> {
        let (mut history, mut names) = (self.root.clone(), Vec::with_capacity(nodes.len()));
        for (node, by) in nodes {
            let mv = self.mv(*node);
            names.push(self.game.notation(&history.position, *by, mv));
            history.play_fast(&self.game, *by, mv);
        }
        names
    }
}

/// Converts an evaluation to winning chances by seat.
fn winning_chances(units: Option<&[i32]>, scale: f64, values: &mut [f32]) {
    let Some(units) = units else { return values.fill(0.5) };
    let others = (units.len() as f32 - 1.0).max(1.0);
    let total: i64 = units.iter().map(|unit| i64::from(*unit)).sum();
    for (own, value) in units.iter().zip(values) {
        let lead = *own as f32 - (total - i64::from(*own)) as f32 / others;
        // A rational approximation of the logistic curve: transcendental functions differ between
        // platforms.
        let lead = lead / scale as f32;
        *value = 0.5 + 0.5 * lead / (1.0 + lead.abs());
    }
}
