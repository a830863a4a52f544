//! Stones on squares, and after the first the second seat may take over the
//! first seat's colour.

use std::borrow::Cow;

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Bits, Effect, Game, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status, effects,
};

use crate::common;

pub struct Swap {
    topology: Topology,
    beside: Vec<Bits<1>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    /// By colour.
    stones: [Bits<1>; 2],
    swapped: bool,
    mover: Seat,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    Put(Site),
    Swap,
}

impl Swap {
    pub fn new() -> Self {
        let topology = common::squares(4, 4);
        Swap { beside: topology.ring(1), topology }
    }

    fn color(position: &Position, seat: Seat) -> u8 {
        seat ^ u8::from(position.swapped)
    }

    fn empty(&self, position: &Position) -> Bits<1> {
        Bits::below(16).without(&(position.stones[0] | position.stones[1]))
    }

    /// Returns the number of adjacent pairs of a seat's stones.
    fn score(&self, position: &Position, seat: Seat) -> u32 {
        let own = &position.stones[usize::from(Self::color(position, seat))];
        own.iter().map(|site| self.beside[site as usize].count_shared(own)).sum::<u32>() / 2
    }

    fn may_swap(&self, position: &Position) -> bool {
        !position.swapped && position.mover == 1 && self.empty(position).len() == 15
    }
}

impl Game for Swap {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        About { bound: Some(17), ..common::about(2, self.topology.roles()) }
    }

    fn start(&self) -> Position {
        Position { stones: [Bits::EMPTY; 2], swapped: false, mover: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match self.empty(position).is_empty() {
            true => Status::Over,
            false => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        out.extend(self.empty(position).iter().map(Move::Put));
        out.extend(self.may_swap(position).then_some(Move::Swap));
    }

    fn count_moves(&self, position: &Position, _: Seat) -> u64 {
        u64::from(self.empty(position).len()) + u64::from(self.may_swap(position))
    }

    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Move {
        self.empty(position).nth(n as u32).map_or(Move::Swap, Move::Put)
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        let before = *position;
        match mv {
            Move::Put(site) => {
                position.stones[usize::from(Self::color(&before, by))].insert(site);
            }
            Move::Swap => position.swapped = true,
        }
        position.mover = 1 - by;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&[0, 1].map(|seat| i64::from(self.score(position, seat))))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.full", "the board is full")
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        match mv {
            Move::Put(site) => self.topology.label(site).to_owned(),
            Move::Swap => "swap".into(),
        }
    }

    fn paths(&self, _: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        if let Move::Put(site) = mv {
            out.push(vec![site]);
        }
    }

    fn placed_piece(&self, position: &Position, by: Seat, _: &[Site], _: Move) -> Option<Piece> {
        Some(Piece::new(0, Self::color(position, by)))
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |seat| common::seat(Self::color(position, seat), self.score(position, seat));
        [0, 1].map(state).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        16
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let color = position.stones.iter().position(|stones| stones.has(site))?;
        Some(Piece::new(0, color as u8))
    }

    fn drawing<'a>(&'a self, _: &'a Position, view: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(self.topology.drawing(view))
    }

    fn effects(&self, before: &Position, _: Seat, mv: Move, after: &Position) -> Vec<Effect> {
        match mv {
            Move::Swap => vec![effects::plain("swap")],
            Move::Put(_) => effects::compare(self, before, after),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let [a, b] = position.stones.map(|stones| stones.words()[0]);
        common::hash([a, b, u64::from(position.swapped), u64::from(position.mover)])
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        let [a, b] = position.stones.map(|stones| stones.words()[0]);
        common::write(form, [a, b, u64::from(position.swapped), u64::from(position.mover)])
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let numbers = common::read(text, &[0xffff, 0xffff, 1, 1])?;
        let set = |word: u64| (0..16).filter(|site| word >> site & 1 != 0).collect();
        Ok(Position {
            stones: [set(numbers[0]), set(numbers[1] & !numbers[0])],
            swapped: numbers[2] == 1,
            mover: numbers[3] as Seat,
        })
    }
}
