//! A position: the board's contents and the state of play.

use std::hash::{Hash, Hasher};

use boardloom_sdk::Seat;
use boardloom_sdk::random::mix;

use crate::moves::Sum;
use crate::store::Store;

pub(crate) const MAX_SEATS: usize = 4;

#[derive(Debug)]
pub struct Position<S> {
    pub(crate) board: S,
    pub(crate) state: State,
}

/// Everything of a position but the board's contents. Sixteen bytes, because a search
/// copies it at every node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Plies since the last new piece.
    pub quiet: u16,
    /// Number of the turn, from 1: grows when the order of seats begins again.
    pub turn: u16,
    /// The number of pieces that each seat gained by its last move.
    pub gained: [u8; MAX_SEATS],
    /// Whether chance draws walls.
    pub draws_walls: bool,
    pub mover: Seat,
    /// Removed players, one bit a seat.
    pub removed: u8,
    /// The sum that the mover has to solve.
    pub sum: Option<Sum>,
    /// The sum that the last move answered wrong, and whose move it was.
    pub missed: Option<(Seat, Sum)>,
}

impl State {
    pub(crate) const START: State = State {
        quiet: 0,
        turn: 1,
        gained: [0; MAX_SEATS],
        draws_walls: false,
        mover: 0,
        removed: 0,
        sum: None,
        missed: None,
    };
}

// By hand, because the derived `clone_from` would drop the lists of a store and
// allocate new ones for every node of a search.
impl<S: Store> Clone for Position<S> {
    #[inline]
    fn clone(&self) -> Self {
        Position { board: self.board.clone(), state: self.state }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.state = other.state;
    }
}

impl<S: Store> Hash for Position<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

impl<S: Store> Position<S> {
    #[inline(always)]
    pub(crate) fn mover(&self) -> usize {
        usize::from(self.state.mover)
    }

    /// Tells whether a seat takes part: it has pieces and was not removed.
    #[inline(always)]
    pub(crate) fn is_active(&self, seat: usize) -> bool {
        self.state.removed >> seat & 1 == 0 && self.board.pieces(seat) > 0
    }

    /// Returns the next active seat; the next in order if no other is active.
    #[inline(always)]
    pub(crate) fn next_mover(&self, seats: u8) -> Seat {
        if S::SEATS == 2 {
            return 1 - self.state.mover;
        }
        let after = |step| (self.state.mover + step) % seats;
        (1..seats).map(after).find(|seat| self.is_active(usize::from(*seat))).unwrap_or(after(1))
    }

    /// Counts turns after a change of the mover: a turn ends with the last seat in order.
    pub(crate) fn count_turn(&mut self, before: usize) {
        if self.mover() <= before {
            self.state.turn = self.state.turn.saturating_add(1);
        }
    }

    /// Returns a number for the contents and the mover, without counters.
    pub(crate) fn key(&self) -> u64 {
        let state = &self.state;
        let sum =
            state.sum.map_or(0, |sum| u64::from(sum.a.get()) << 48 | u64::from(sum.b.get()) << 32);
        let turn = u64::from(state.mover)
            | u64::from(state.removed) << 8
            | u64::from(state.draws_walls) << 16;
        self.board.key(mix(turn | sum))
    }
}
