//! Nim: take any number from one heap; who takes the last one loses.

use std::borrow::Cow;

use boardloom_sdk::{About, Game, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status};

/// Three heaps at the start.
pub struct Nim(pub [u8; 3]);

impl Game for Nim {
    type Position = ([u8; 3], Seat);
    /// A heap, and how many are taken.
    type Move = (u8, u8);

    fn about(&self) -> About {
        super::about(2)
    }

    fn start(&self) -> Self::Position {
        (self.0, 0)
    }

    fn status(&self, (heaps, mover): &Self::Position) -> Status {
        if *heaps == [0; 3] { Status::Over } else { Status::Turn(*mover) }
    }

    fn legal_moves(&self, (heaps, _): &Self::Position, _: Seat, out: &mut Vec<(u8, u8)>) {
        for (heap, left) in (0..).zip(heaps) {
            out.extend((1..=*left).map(|count| (heap, count)));
        }
    }

    fn play(&self, position: &mut Self::Position, by: Seat, (heap, count): (u8, u8)) {
        position.0[usize::from(heap)] -= count;
        position.1 = 1 - by;
    }

    fn ranks(&self, (_, mover): &Self::Position) -> Ranks {
        Ranks::win(2, *mover)
    }

    fn reason(&self, _: &Self::Position) -> Message {
        Message::new("over.last", "the last one was taken")
    }

    fn notation(&self, _: &Self::Position, _: Seat, (heap, count): (u8, u8)) -> String {
        format!("{}{count}", char::from(b'a' + heap))
    }

    fn paths(&self, _: &Self::Position, _: Seat, _: (u8, u8), _: &mut Vec<Vec<Site>>) {}

    fn seats(&self, _: &Self::Position) -> Vec<SeatState> {
        let state = |color| SeatState { color, score: 0.0, gained: 0.0, active: true };
        vec![state(0), state(1)]
    }

    fn sites(&self, _: &Self::Position) -> u32 {
        3
    }

    fn piece(&self, (heaps, _): &Self::Position, site: Site) -> Option<Piece> {
        let count = u16::from(heaps[site as usize]);
        (count > 0).then_some(Piece { count, ..Piece::new(0, 0) })
    }

    fn drawing<'a>(&'a self, _: &'a Self::Position, _: u16) -> Cow<'a, Patch> {
        Cow::Owned(super::row(3))
    }

    fn key(&self, ([a, b, c], mover): &Self::Position) -> u64 {
        u64::from(u32::from_le_bytes([*a, *b, *c, *mover]))
    }

    fn write(&self, ([a, b, c], mover): &Self::Position, _: &str) -> Result<String, Message> {
        Ok(format!("{a} {b} {c} {mover}"))
    }

    fn read(&self, text: &str) -> Result<Self::Position, Message> {
        let numbers: Option<Vec<u8>> = text.split(' ').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[a, b, c, mover @ 0..2]) => Ok(([a, b, c], mover)),
            _ => Err(Message::new("read", "expected three heaps and whose turn it is")),
        }
    }
}
