//! A position.

use boardloom_sdk::random::mix;
use boardloom_sdk::{Seat, Site};
use std::hash::{Hash, Hasher};

use crate::front::Fill;
use crate::goals::Reached;
use crate::groups::{Groups, Join};

/// The most seats.
pub const SEATS: usize = 3;
/// Which colour each seat plays, as long as nobody swapped.
const OWN: [u8; SEATS] = [0, 1, 2];

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The first turn, after which a swap can follow.
    Open,
    /// The turn in which the second player may swap.
    Swap,
    /// One player puts stones of both colours.
    Cut,
    /// The other picks a colour.
    Choose,
    /// Turns of stones.
    Play,
}

/// A goal that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win {
    /// By which colour.
    pub color: u8,
    /// How.
    pub how: Reached,
    /// A stone of the group.
    pub site: Site,
}

/// All of a position but the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// What is to be done next.
    pub phase: Phase,
    /// The colour of the next stone.
    pub color: u8,
    /// Stones left in this turn.
    pub left: u16,
    /// The colour of each seat.
    pub colors: [u8; SEATS],
    /// Seats that retired, one bit each.
    pub out: u8,
    /// The goal that was reached.
    pub win: Option<Win>,
    /// Which games each colour has won, one bit each, where a board has parts.
    pub won: [u32; SEATS],
    /// A number for the stones on the board.
    pub stones: u64,
}

impl Turn {
    /// Returns the turn before the first stone.
    pub fn first(phase: Phase, left: u16) -> Self {
        Turn { phase, color: 0, left, colors: OWN, out: 0, win: None, won: [0; SEATS], stones: 0 }
    }

    /// Returns the seat that plays a colour.
    #[inline]
    pub fn seat_of(&self, color: u8) -> Seat {
        let seat = self.colors.iter().position(|own| *own == color);
        seat.expect("every colour has its seat") as Seat
    }

    /// Returns the seat to move.
    #[inline]
    pub fn mover(&self) -> Seat {
        match self.phase {
            Phase::Cut => 0,
            Phase::Choose => 1,
            Phase::Open | Phase::Swap | Phase::Play => self.seat_of(self.color),
        }
    }

    /// Tells whether a seat takes part.
    pub fn plays(&self, seat: Seat) -> bool {
        self.out >> seat & 1 == 0
    }

    /// Goes on to the next colour whose seat takes part.
    #[inline]
    pub fn pass_on(&mut self, seats: u8, stones: u16) {
        self.left = stones;
        for _ in 0..seats {
            self.color = if self.color + 1 < seats { self.color + 1 } else { 0 };
            if self.out == 0 || self.plays(self.seat_of(self.color)) {
                break;
            }
        }
    }

    /// Exchanges the colours of the first two seats.
    pub fn exchange(&mut self) {
        self.colors.swap(0, 1);
    }
}

/// Returns the part of a stone in the number for all stones.
pub fn stone(site: Site, color: u8) -> u64 {
    mix(u64::from(site) << 8 | u64::from(color) | 1 << 40)
}

/// A position: the stones with their groups, and whose turn it is.
#[derive(Debug)]
pub struct Position {
    /// The stones.
    pub groups: Groups,
    /// All else.
    pub turn: Turn,
    /// For playouts, which find their memory here.
    pub fill: Fill,
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
    /// Makes a position of its stones and what is to be done next.
    pub fn new(groups: Groups, turn: Turn) -> Self {
        Position { groups, turn, fill: Fill::default() }
    }

    /// Returns a number for positions with the same future.
    pub fn key(&self) -> u64 {
        let Turn { phase, color, left, colors, out, won, .. } = self.turn;
        let seats = colors.iter().fold(0, |all, color| all << 8 | u64::from(*color));
        let turn = seats << 40 | u64::from(left) << 24 | u64::from(out) << 16;
        // Who was first in a part is not seen by the stones.
        let parts = won.iter().fold(0, |all: u64, won| all << 21 ^ u64::from(*won));
        mix(self.turn.stones ^ parts ^ mix(turn | u64::from(color) << 8 | phase as u64))
    }
}

/// What taking a move back needs.
#[derive(Debug, Clone)]
pub enum Undo {
    /// A stone: where its site stood among the empty ones, and what it joined.
    Stone {
        /// The turn before.
        turn: Turn,
        /// Where.
        site: Site,
        /// The place of the site in the list of empty ones.
        place: u32,
        /// What became of the groups beside it.
        joins: Vec<Join>,
    },
    /// No stone was touched.
    Turn(Turn),
    /// The position before.
    Whole(Box<Position>),
}
