//! The game in a search: positions from the root on, moves by number.

use std::sync::Arc;

use super::frames::ScoredMove;
use super::transposition::NONE;
use crate::Seat;
use crate::game::{Game, Status};
use crate::history::History;
use crate::network::{self, Evaluator};
use crate::random::mix;
use crate::ranks::{MAX_SEATS, Ranks};
use crate::search::value;
use crate::search::{Mcts, OpponentModel, Settings};
use crate::undo::Unmake;

/// The status of a node. Values are for side 0: the first of two seats, or the searching seat of
/// more.
pub(super) enum NodeStatus {
    /// The game is over.
    Over(i32),
    /// The game is over by repetition, which depends on the path to the node.
    Repeated(i32),
    /// A side is to move.
    Turn(u8),
    /// Chance or simultaneous moves, which this search does not support.
    Unsupported,
}

/// The status of the root.
pub(super) enum RootStatus {
    /// One seat.
    Turn(Seat),
    /// The game is over.
    Over,
    /// Chance or simultaneous moves.
    Unsupported,
}

/// A move and its seat.
type SeatMove<M> = (Seat, M);

/// The size of a side's history table.
const HISTORY_SIZE: usize = 1 << 13;
/// The highest value in the history table.
const HISTORY_LIMIT: i32 = 1 << 10;

/// A game's positions from the root on.
pub(super) struct Stack<G: Game, M: Unmake<G>> {
    pub game: Arc<G>,
    pub root: History<G, M>,
    pub seats: usize,
    /// The searching seat.
    pub me: Seat,
    best_reply: bool,
    /// The contempt of the searching seat: how far a draw is below an equal position.
    contempt: i32,
    copies: bool,
    /// One for each ply, or a single one if moves are undone.
    positions: Vec<G::Position>,
    undos: Vec<M::Undo>,
    /// The move lists of all plies, one after another, and the start of each.
    moves: Vec<SeatMove<G::Move>>,
    first: Vec<usize>,
    listed: Vec<G::Move>,
    /// Keys for repetition, and by ply the index of the first that can occur again.
    keys: Vec<u64>,
    since: Vec<usize>,
    /// Killer moves by ply.
    killers: Vec<[Option<SeatMove<G::Move>>; 2]>,
    history: Vec<i32>,
    evaluator: Evaluator,
}

impl<G: Game, M: Unmake<G>> Stack<G, M> {
    pub fn new(game: Arc<G>, root: History<G, M>, seats: u8, settings: &Settings) -> Self {
        let copies = M::copies_in_search(&game);
        let plies = if copies { value::PLIES + 1 } else { 1 };
        Stack {
            seats: usize::from(seats),
            me: 0,
            best_reply: seats > 2 && copies && settings.several == OpponentModel::BestReply,
            contempt: settings.contempt as i32,
            copies,
            positions: vec![root.position.clone(); plies],
            undos: Vec::with_capacity(value::PLIES),
            moves: Vec::new(),
            first: vec![0; value::PLIES + 2],
            listed: Vec::new(),
            keys: Vec::new(),
            since: vec![0; value::PLIES + 2],
            killers: vec![[None; 2]; value::PLIES + 1],
            history: vec![0; 2 * HISTORY_SIZE],
            evaluator: Evaluator::new(&*game, value::PLIES + 1),
            game,
            root,
        }
    }

    fn at(&self, ply: usize) -> &G::Position {
        &self.positions[if self.copies { ply } else { 0 }]
    }

    /// Returns a move by its number in the list of a ply.
    fn seat_move(&self, ply: usize, number: u16) -> SeatMove<G::Move> {
        self.moves[self.first[ply] + usize::from(number)]
    }

    fn side(&self, seat: Seat) -> u8 {
        if self.seats == 2 { seat } else { u8::from(seat != self.me) }
    }

    /// Returns the value of an end for side 0.
    fn worth(&self, ranks: &Ranks, ply: usize) -> i32 {
        let value = value::end(ranks.worth(if self.seats == 2 { 0 } else { self.me }), ply);
        if value != 0 || self.contempt == 0 {
            return value;
        }
        let draw = ply as i32 - self.contempt;
        if self.side(self.me) == 0 { draw } else { -draw }
    }

    fn limits_repetition(&self) -> bool {
        self.game.repetition_limit() > 0
    }

    /// Returns the number of occurrences of a position, this one included.
    fn occurrences(&self, ply: usize) -> usize {
        let Some((key, _)) = self.keys.split_last() else { return 1 };
        self.keys[self.since[ply]..].iter().filter(|other| *other == key).count()
    }

    /// Appends the moves of the seats that may reply, with their seats.
    fn append(&mut self, ply: usize, mover: Seat, quiescence: bool) {
        let (at, game) = (if self.copies { ply } else { 0 }, &self.game);
        let union = self.best_reply && mover != self.me;
        for seat in 0..self.seats as u8 {
            if seat != mover && !(union && seat != self.me) {
                continue;
            }
            let mut handed = None;
            if seat != mover {
                let mut position = self.positions[at].clone();
                if !game.null_move(&mut position, seat) {
                    continue;
                }
                handed = Some(position);
            }
            let position = handed.as_ref().unwrap_or(&self.positions[at]);
            self.listed.clear();
            match quiescence {
                true => game.tactical_moves(position, seat, &mut self.listed),
                false => game.search_moves(position, seat, &mut self.listed),
            }
            self.moves.extend(self.listed.iter().map(|mv| (seat, *mv)));
        }
    }

    fn history_slot(&self, (seat, mv): SeatMove<G::Move>) -> usize {
        usize::from(self.side(seat)) * HISTORY_SIZE
            + self.game.history_index(mv) as usize % HISTORY_SIZE
    }

    fn update_history(&mut self, seat_move: SeatMove<G::Move>, bonus: i32) {
        let history_slot = self.history_slot(seat_move);
        let entry = &mut self.history[history_slot];
        *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
    }

    /// Begins at the root, which may have changed.
    pub fn begin(&mut self) -> RootStatus {
        self.root.forget_undo();
        if let Status::Turn(seat) = self.root.status(&self.game) {
            self.me = seat;
        }
        self.positions[0].clone_from(&self.root.position);
        self.undos.clear();
        self.keys.clear();
        self.keys.extend_from_slice(self.root.reversible());
        self.since.fill(0);
        self.moves.clear();
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|entry| *entry /= 4);
        self.root()
    }

    /// Returns the status of the root.
    pub fn root(&self) -> RootStatus {
        match self.root.status(&self.game) {
            Status::Turn(seat) => RootStatus::Turn(seat),
            Status::Over => RootStatus::Over,
            Status::Chance | Status::Together(_) => RootStatus::Unsupported,
        }
    }

    /// Plays a move at the root and returns its number in the list there; `None` if it is not
    /// legal.
    pub fn advance_root(&mut self, by: Seat, mv: &str) -> Option<u16> {
        let found = self.root.find(&self.game, by, mv)?;
        let mut list = self.moves.iter();
        let number =
            list.position(|seat_move| *seat_move == (by, found)).unwrap_or(usize::from(NONE));
        self.root.play_fast(&self.game, by, found);
        Some(number.min(usize::from(NONE)) as u16)
    }

    /// Returns the notation of a move at the root.
    pub fn name(&self, number: u16) -> String {
        let (by, mv) = self.seat_move(0, number);
        self.game.notation(&self.root.position, by, mv)
    }

    /// Returns the notations of a line, and the expected result by seat at its end.
    pub fn line(&self, numbers: &[u16], scale: f64) -> (Vec<String>, Vec<u16>) {
        let (game, mut history) = (&*self.game, self.root.clone());
        let (mut names, mut list) = (Vec::new(), Vec::new());
        for number in numbers {
            let Status::Turn(mover) = history.status(game) else { break };
            list.clear();
            game.search_moves(&history.position, mover, &mut list);
            let Some(mv) = list.get(usize::from(*number)) else { break };
            names.push(game.notation(&history.position, mover, *mv));
            history.play_fast(game, mover, *mv);
            if self.best_reply {
                break;
            }
        }
        if history.status(game) == Status::Over {
            let ranks = history.ranks(game);
            let worth = |seat| (ranks.worth(seat) * 10_000.0) as u16;
            return (names, (0..self.seats as u8).map(worth).collect());
        }
        let mut units = [0; MAX_SEATS];
        let units = &mut units[..self.seats];
        network::evaluate(game, &history.position, units);
        let lead = |seat| value::expected_result(value::seat_lead(units, seat), scale);
        (names, (0..self.seats).map(lead).collect())
    }

    /// Tells whether lines leave seats out, so that they are not playable.
    pub fn ignores_seats(&self) -> bool {
        self.best_reply
    }

    /// Creates a Monte-Carlo search at the root.
    pub fn mcts(&self, settings: &Settings, seed: u64, memory: u64) -> Mcts<G, M> {
        let (game, root) = (Arc::clone(&self.game), self.root.clone());
        Mcts::new(game, root, self.seats as u8, settings, seed, memory)
    }

    pub fn node_status(&self, ply: usize) -> NodeStatus {
        let position = self.at(ply);
        match self.game.status(position) {
            Status::Over => NodeStatus::Over(self.worth(&self.game.ranks(position), ply)),
            Status::Turn(seat) => {
                let limit = usize::from(self.game.repetition_limit());
                if limit > 0 && ply > 0 && self.occurrences(ply) >= limit {
                    return NodeStatus::Repeated(
                        self.worth(&self.game.repetition_ranks(position), ply),
                    );
                }
                NodeStatus::Turn(self.side(seat))
            }
            Status::Chance | Status::Together(_) => NodeStatus::Unsupported,
        }
    }

    /// Returns the value of a position for side 0.
    pub fn value(&mut self, ply: usize) -> i32 {
        let mut units = [0; MAX_SEATS];
        let units = &mut units[..self.seats];
        let position = &self.positions[if self.copies { ply } else { 0 }];
        if !self.evaluator.evaluate(&*self.game, position, ply, units) {
            return 0;
        }
        value::seat_lead(units, if self.seats == 2 { 0 } else { usize::from(self.me) })
    }

    pub fn key(&self, ply: usize) -> u64 {
        let mut key = self.game.key(self.at(ply));
        if self.limits_repetition() {
            // A position that may soon end the game by repetition has another value.
            key ^= mix(self.occurrences(ply) as u64);
        }
        // Values depend on the searching seat, unless two seats play without contempt.
        if self.seats > 2 || self.contempt > 0 { key ^ mix(u64::from(self.me) + 1000) } else { key }
    }

    /// Lists the moves at a ply with their scores; with `quiescence` only the tactical ones.
    pub fn list(&mut self, ply: usize, quiescence: bool, out: &mut Vec<ScoredMove>) {
        let Status::Turn(mover) = self.game.status(self.at(ply)) else { return };
        let first = self.first[ply];
        self.moves.truncate(first);
        self.append(ply, mover, quiescence);
        // The next ply's list begins behind this one.
        self.first[ply + 1] = self.moves.len();
        let position = &self.positions[if self.copies { ply } else { 0 }];
        for (number, seat_move) in (0..NONE).zip(&self.moves[first..]) {
            let mut score = 16 * self.game.move_order_score(position, seat_move.0, seat_move.1);
            score += self.history[self.history_slot(*seat_move)];
            if self.killers[ply].contains(&Some(*seat_move)) {
                score += HISTORY_LIMIT;
            }
            out.push(ScoredMove { score, number });
        }
    }

    /// Plays a move of the list of a ply.
    pub fn play(&mut self, ply: usize, number: u16) {
        let (by, mv) = self.seat_move(ply, number);
        let game = &*self.game;
        let limits_repetition = game.repetition_limit() > 0;
        let irreversible = limits_repetition && game.is_irreversible(self.at(ply), mv);
        if self.copies {
            let (before, after) = self.positions.split_at_mut(ply + 1);
            let (before, after) = (&before[ply], &mut after[0]);
            after.clone_from(before);
            if self.best_reply {
                if game.status(before) != Status::Turn(by) {
                    game.null_move(after, by);
                }
                game.play_fast(after, by, mv);
                if by != self.me && matches!(game.status(after), Status::Turn(_)) {
                    game.null_move(after, self.me);
                }
            } else {
                game.play_fast(after, by, mv);
            }
        } else {
            let undo = M::play(game, &mut self.positions[0], by, mv, None);
            self.undos.push(undo);
        }
        if limits_repetition {
            self.since[ply + 1] = if irreversible { self.keys.len() } else { self.since[ply] };
            let key = self.game.repetition_key(self.at(ply + 1));
            self.keys.push(key);
        }
    }

    /// Passes the turn to the other side. Returns false if that is impossible.
    pub fn null_move(&mut self, ply: usize) -> bool {
        // A null move has no undo, and repetitions before it do not count.
        if self.seats != 2 || !self.copies {
            return false;
        }
        let Status::Turn(mover) = self.game.status(self.at(ply)) else { return false };
        let (before, after) = self.positions.split_at_mut(ply + 1);
        after[0].clone_from(&before[ply]);
        if !self.game.null_move(&mut after[0], 1 - mover) {
            return false;
        }
        self.first[ply + 1] = self.first[ply];
        if self.limits_repetition() {
            self.since[ply + 1] = self.keys.len();
            let key = self.game.repetition_key(self.at(ply + 1));
            self.keys.push(key);
        }
        true
    }

    /// Undoes the last move of the search.
    pub fn undo(&mut self) {
        if let Some(undo) = self.undos.pop() {
            M::undo(&self.game, &mut self.positions[0], undo);
        }
        if self.limits_repetition() {
            self.keys.pop();
        }
    }

    /// Records a move that caused a cutoff, and the moves tried before it.
    pub fn record_cutoff(&mut self, ply: usize, good: u16, others: &[ScoredMove], depth: i32) {
        let seat_move = self.seat_move(ply, good);
        if self.killers[ply][0] != Some(seat_move) {
            self.killers[ply].swap(0, 1);
            self.killers[ply][0] = Some(seat_move);
        }
        let bonus = (depth * depth).min(HISTORY_LIMIT / 4);
        self.update_history(seat_move, bonus);
        for other in others {
            self.update_history(self.seat_move(ply, other.number), -bonus);
        }
    }
}
