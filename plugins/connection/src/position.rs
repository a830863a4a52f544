//! Positions.

use std::hash::{Hash, Hasher};

use boardloom_sdk::random::mix;
use boardloom_sdk::{Seat, Site};

use crate::boundary::FilledBoard;
use crate::groups::{Groups, Union};
use crate::objectives::WinKind;

pub const MAX_SEATS: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The first turn, after which a swap can follow.
    Open,
    /// The turn in which the second player may swap.
    Swap,
    /// One player places stones of both colours.
    Cut,
    /// The other chooses a colour.
    Choose,
    /// Turns of stones.
    Play,
}

/// A goal that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win {
    pub color: u8,
    pub kind: WinKind,
    /// A stone of the group.
    pub site: Site,
}

/// All of a position but the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnState {
    pub phase: Phase,
    /// The colour of the next stone.
    pub color: u8,
    /// Stones left in this turn.
    pub stones_left: u16,
    /// By seat.
    pub colors: [u8; MAX_SEATS],
    /// Seats that were removed, one bit each.
    pub removed: u8,
    pub win: Option<Win>,
    /// The layers that each colour has won, one bit each, on a board with parts.
    pub won_layers: [u32; MAX_SEATS],
    /// A hash of the stones on the board.
    pub stones_hash: u64,
}

impl TurnState {
    pub fn first(phase: Phase, stones_left: u16) -> Self {
        TurnState {
            phase,
            color: 0,
            stones_left,
            colors: [0, 1, 2],
            removed: 0,
            win: None,
            won_layers: [0; MAX_SEATS],
            stones_hash: 0,
        }
    }

    #[inline]
    pub fn seat_of(&self, color: u8) -> Seat {
        let seat = self.colors.iter().position(|own| *own == color);
        seat.expect("every colour has its seat") as Seat
    }

    #[inline]
    pub fn mover(&self) -> Seat {
        match self.phase {
            Phase::Cut => 0,
            Phase::Choose => 1,
            Phase::Open | Phase::Swap | Phase::Play => self.seat_of(self.color),
        }
    }

    pub fn is_active(&self, seat: Seat) -> bool {
        self.removed >> seat & 1 == 0
    }

    /// Starts the turn of the next colour whose seat is active.
    #[inline]
    pub fn next_turn(&mut self, seats: u8, stones: u16) {
        self.stones_left = stones;
        for _ in 0..seats {
            self.color = if self.color + 1 < seats { self.color + 1 } else { 0 };
            if self.removed == 0 || self.is_active(self.seat_of(self.color)) {
                break;
            }
        }
    }
}

/// Returns the part of a stone in the hash of all stones.
pub fn stone_hash(site: Site, color: u8) -> u64 {
    mix(u64::from(site) << 8 | u64::from(color) | 1 << 40)
}

/// The stones with their groups, and the turn.
#[derive(Debug)]
pub struct Position {
    pub groups: Groups,
    pub turn: TurnState,
    /// Memory for playouts.
    pub filled: FilledBoard,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position::new(self.groups.clone(), self.turn)
    }

    fn clone_from(&mut self, from: &Self) {
        self.groups.clone_from(&from.groups);
        self.turn = from.turn;
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position {
    pub fn new(groups: Groups, turn: TurnState) -> Self {
        Position { groups, turn, filled: FilledBoard::default() }
    }

    /// Returns a hash that is equal for positions with the same future.
    pub fn key(&self) -> u64 {
        let TurnState { phase, color, stones_left, colors, removed, won_layers, .. } = self.turn;
        let seats = colors.iter().fold(0, |all, color| all << 8 | u64::from(*color));
        let turn = seats << 40 | u64::from(stones_left) << 24 | u64::from(removed) << 16;
        // The stones do not tell which colour won a part first.
        let parts = won_layers.iter().fold(0, |all: u64, won| all << 21 ^ u64::from(*won));
        let turn = turn | u64::from(color) << 8 | phase as u64;
        mix(self.turn.stones_hash ^ parts ^ mix(turn))
    }
}

/// The data for undoing a move.
#[derive(Debug, Clone)]
pub enum Undo {
    /// The turn before, the site of the stone and its index among the placements before.
    Stone { turn: TurnState, site: Site, index: u32, unions: Vec<Union> },
    /// No stone was placed: the turn before.
    Turn(TurnState),
    /// Stones were swapped: the position before.
    Whole(Box<Position>),
}
