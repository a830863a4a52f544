//! A position: plain words, no history.

use boardloom_sdk::random::mix;
use boardloom_sdk::{Bits, Site};

use crate::text::SEATS;

/// Who has which sites, and what the rules count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const W: usize, const S: usize> {
    /// The pieces of each seat.
    pub own: [Bits<W>; S],
    /// The sites without piece or wall.
    pub empty: Bits<W>,
    /// Plies since the last new piece.
    pub quiet: u16,
    /// Number of the turn: grows when the order of seats begins again; from 1.
    pub turn: u16,
    /// What the last move of each seat gained it.
    pub gained: [i16; S],
    /// The seat to move.
    pub mover: u8,
    /// Seats that retired, one bit each.
    pub out: u8,
    /// 0 while playing; 1 and the walls drawn so far while chance draws them.
    pub drawing: u16,
    /// Whether the last move was a pass.
    pub passed: bool,
}

impl<const W: usize, const S: usize> Position<W, S> {
    /// Returns the position with these letters on its sites, seat 1 to move.
    pub fn of(letters: &[Option<char>]) -> Self {
        let mut position = Position {
            own: [Bits::EMPTY; S],
            empty: Bits::EMPTY,
            quiet: 0,
            turn: 1,
            gained: [0; S],
            mover: 0,
            out: 0,
            drawing: 0,
            passed: false,
        };
        for (site, letter) in (0..).zip(letters) {
            let seat = SEATS.iter().position(|seat| Some(*seat) == *letter);
            match seat {
                Some(seat) => position.own[seat].insert(site),
                None if letter.is_none() => position.empty.insert(site),
                None => {}
            }
        }
        position
    }

    /// Returns all pieces.
    #[inline(always)]
    pub fn pieces(&self) -> Bits<W> {
        self.own.iter().fold(Bits::EMPTY, |all, own| all | *own)
    }

    /// Returns the seat that has a piece on a site.
    #[inline(always)]
    pub fn seat_at(&self, site: Site) -> Option<u8> {
        self.own.iter().position(|own| own.has(site)).map(|seat| seat as u8)
    }

    /// Tells whether a seat takes part and has pieces.
    #[inline(always)]
    pub fn plays(&self, seat: usize) -> bool {
        self.out >> seat & 1 == 0 && !self.own[seat].is_empty()
    }

    /// Returns the next seat that takes part and has pieces, or where there is
    /// no other, the next in order.
    #[inline(always)]
    pub fn next(&self, seats: u8) -> u8 {
        if S == 2 {
            return 1 - self.mover;
        }
        let after = |step| (self.mover + step) % seats;
        (1..seats).map(after).find(|seat| self.plays(usize::from(*seat))).unwrap_or(after(1))
    }

    /// Returns a number for what stands where and who moves.
    pub fn key(&self) -> u64 {
        let words = self.own.iter().chain([&self.empty]).flat_map(|set| set.words());
        let state =
            u64::from(self.mover) | u64::from(self.out) << 8 | u64::from(self.drawing) << 16;
        words.fold(mix(state), |key, word| mix(key ^ word))
    }
}
