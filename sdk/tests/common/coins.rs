//! Coins in a row: seats take one from either end in turn, or go on at once after
//! an odd one; most in the end wins. For searches with an evaluation, any number of
//! seats and turns of several moves.

use std::borrow::Cow;

use boardloom_sdk::random::Random;
use boardloom_sdk::{About, Game, Patch, Piece, Ranks, Seat, SeatState, Site, Status};

/// The coins and how many seats there are.
pub struct Coins {
    pub row: Vec<u8>,
    pub seats: u8,
}

impl Coins {
    /// Returns a row of random coins.
    pub fn random(count: usize, seats: u8, seed: u64) -> Self {
        let mut random = Random::new(seed);
        Coins { row: (0..count).map(|_| random.below(9) as u8 + 1).collect(), seats }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    left: u8,
    right: u8,
    scores: [i16; 4],
    mover: Seat,
}

impl Game for Coins {
    type Position = Position;
    /// Whether from the right.
    type Move = bool;

    fn about(&self) -> About {
        super::about(self.seats)
    }

    fn start(&self) -> Position {
        Position { left: 0, right: self.row.len() as u8, scores: [0; 4], mover: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match position.left == position.right {
            true => Status::Over,
            false => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<bool>) {
        out.push(false);
        out.extend((position.right - position.left > 1).then_some(true));
    }

    fn play(&self, position: &mut Position, by: Seat, right: bool) {
        let at = if right { position.right - 1 } else { position.left };
        position.right -= u8::from(right);
        position.left += u8::from(!right);
        let coin = self.row[usize::from(at)];
        position.scores[usize::from(by)] += i16::from(coin);
        if coin.is_multiple_of(2) {
            position.mover = (by + 1) % self.seats;
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        let scores = position.scores[..usize::from(self.seats)].iter();
        Ranks::by_score(&scores.map(|score| i64::from(*score)).collect::<Vec<i64>>())
    }

    fn notation(&self, _: &Position, _: Seat, right: bool) -> String {
        if right { "right".into() } else { "left".into() }
    }

    fn paths(&self, _: &Position, _: Seat, _: bool, _: &mut Vec<Vec<Site>>) {}

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |color: u8| SeatState::new(color, position.scores[usize::from(color)].into());
        (0..self.seats).map(state).collect()
    }

    fn sites(&self, _: &Position) -> u32 {
        self.row.len() as u32
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let there = (u32::from(position.left)..u32::from(position.right)).contains(&site);
        there.then(|| Piece { count: self.row[site as usize].into(), ..Piece::new(0, 0) })
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Owned(super::row(self.row.len() as u32))
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        for (value, score) in values.iter_mut().zip(position.scores) {
            *value = 100 * i32::from(score);
        }
        true
    }

    fn null_move(&self, position: &mut Position, to: Seat) -> bool {
        position.mover = to;
        true
    }
}
