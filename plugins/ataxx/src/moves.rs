//! Moves, and the sites whose pieces they capture.

use std::num::NonZeroU8;

use boardloom_sdk::Site;

use crate::ruleset::Capture;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A new piece on a site.
    Clone(Site),
    /// A piece goes from one site to another.
    Jump(Site, Site),
    /// No piece changes, because the mover has no other move.
    Pass,
    /// A clone (`from` equals `to`) or a jump with the answer to the sum, right or wrong.
    Answer { from: Site, to: Site, answer: u16 },
    /// A decision of chance.
    Chance(ChanceMove),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceMove {
    /// A wall on this site, and on the opposite one where walls come in pairs.
    Wall(Site),
    /// No further wall.
    NoWall,
    /// The sum that the mover has to solve.
    Sum(Sum),
}

/// A sum that confirms a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    pub a: NonZeroU8,
    pub b: NonZeroU8,
}

impl Sum {
    pub(crate) fn new(a: u8, b: u8) -> Option<Sum> {
        Some(Sum { a: NonZeroU8::new(a)?, b: NonZeroU8::new(b)? })
    }

    pub fn result(self) -> u16 {
        u16::from(self.a.get()) + u16::from(self.b.get())
    }
}

impl Move {
    /// Returns the clone or jump that an answer confirms, and any other move as it is.
    pub(crate) fn without_answer(self) -> Move {
        match self {
            Move::Answer { from, to, .. } if from == to => Move::Clone(to),
            Move::Answer { from, to, .. } => Move::Jump(from, to),
            other => other,
        }
    }

    pub(crate) fn with_answer(self, answer: u16) -> Move {
        match self {
            Move::Clone(to) => Move::Answer { from: to, to, answer },
            Move::Jump(from, to) => Move::Answer { from, to, answer },
            other => other,
        }
    }
}

/// The sites whose enemy pieces a move captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CaptureArea {
    Nothing,
    /// All sites adjacent to this one.
    Beside(Site),
    /// The middle of all straight jumps between two sites.
    Between(Site, Site),
}

impl Capture {
    #[inline(always)]
    pub(crate) fn area(self, mv: Move) -> CaptureArea {
        match (mv, self) {
            (Move::Clone(to) | Move::Jump(_, to), Capture::Adjacent) => CaptureArea::Beside(to),
            (Move::Jump(from, to), Capture::Jumped) => CaptureArea::Between(from, to),
            _ => CaptureArea::Nothing,
        }
    }
}
