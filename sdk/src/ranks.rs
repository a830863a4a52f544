//! The places of a finished game.

use crate::Seat;

/// The most seats of a game.
pub const MAX_SEATS: usize = 16;

/// Places by seat: 0 is first, equal numbers share a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranks {
    ranks: [u8; MAX_SEATS],
    seats: u8,
}

impl Ranks {
    /// Returns the ranks of a draw between all seats.
    pub fn draw(seats: u8) -> Self {
        Ranks { ranks: [0; MAX_SEATS], seats }
    }

    /// Returns the ranks of a win of one seat over all others.
    pub fn win(seats: u8, winner: Seat) -> Self {
        let mut ranks = [1; MAX_SEATS];
        ranks[winner as usize] = 0;
        Ranks { ranks, seats }
    }

    /// Returns the ranks by score: the highest is first.
    pub fn by_score(scores: &[i64]) -> Self {
        let mut ranks = [0; MAX_SEATS];
        for (rank, score) in ranks.iter_mut().zip(scores) {
            *rank = scores.iter().filter(|other| *other > score).count() as u8;
        }
        Ranks { ranks, seats: scores.len() as u8 }
    }

    /// Returns the rank of each seat.
    pub fn as_slice(&self) -> &[u8] {
        &self.ranks[..self.seats as usize]
    }

    /// Returns the seat that is first alone, or `None`.
    pub fn winner(&self) -> Option<Seat> {
        let ranks = self.as_slice();
        let first = ranks.iter().position(|rank| *rank == 0)?;
        let alone = ranks[first + 1..].iter().all(|rank| *rank != 0);
        alone.then_some(first as Seat)
    }

    /// Returns the result of a seat from 0 (last) to 1 (first alone): the share of other seats
    /// that it beat, with ties as halves.
    pub fn worth(&self, seat: Seat) -> f32 {
        let ranks = self.as_slice();
        if ranks.len() < 2 {
            return if ranks.first() == Some(&0) { 1.0 } else { 0.0 };
        }
        let own = ranks[seat as usize];
        let beaten = ranks.iter().filter(|rank| **rank > own).count() as f32;
        let tied = ranks.iter().filter(|rank| **rank == own).count() as f32 - 1.0;
        (beaten + tied / 2.0) / (ranks.len() as f32 - 1.0)
    }
}
