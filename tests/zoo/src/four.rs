//! Four seats fill a board by turns. The stones of a player who leaves are
//! removed, and the others play on.

use std::borrow::Cow;

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Bits, Game, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status,
};

use crate::common;

const SITES: u32 = 25;

pub struct Four {
    topology: Topology,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    stones: [Bits<1>; 4],
    mover: Seat,
    /// Seats that left, one bit each.
    left: u8,
}

impl Position {
    fn plays(&self, seat: Seat) -> bool {
        self.left >> seat & 1 == 0
    }

    fn next(&self) -> Seat {
        let after = |step| (self.mover + step) % 4;
        (1..4).map(after).find(|seat| self.plays(*seat)).unwrap_or(self.mover)
    }

    fn empty(&self) -> Bits<1> {
        Bits::below(SITES).without(&self.stones.iter().fold(Bits::EMPTY, |all, own| all | *own))
    }
}

impl Four {
    pub fn new() -> Self {
        Four { topology: common::squares(5, 5) }
    }
}

impl Game for Four {
    type Position = Position;
    type Move = Site;

    fn about(&self) -> About {
        // A player who leaves may empty the whole board.
        About { bound: None, ..common::about(4, self.topology.roles()) }
    }

    fn start(&self) -> Position {
        Position { stones: [Bits::EMPTY; 4], mover: 0, left: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match position.empty().is_empty() || position.left.count_ones() > 2 {
            true => Status::Over,
            false => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Site>) {
        out.extend(position.empty());
    }

    fn count_moves(&self, position: &Position, _: Seat) -> u64 {
        u64::from(position.empty().len())
    }

    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Site {
        position.empty().nth(n as u32).expect("n is below the number of empty sites")
    }

    fn play(&self, position: &mut Position, by: Seat, site: Site) {
        position.stones[usize::from(by)].insert(site);
        position.mover = position.next();
    }

    fn remove_player(&self, position: &Position, who: Seat) -> Option<Position> {
        let mut after = *position;
        after.left |= 1 << who;
        after.stones[usize::from(who)] = Bits::EMPTY;
        if after.mover == who {
            after.mover = after.next();
        }
        Some(after)
    }

    fn ranks(&self, position: &Position) -> Ranks {
        let score = |seat: Seat| match position.plays(seat) {
            true => i64::from(position.stones[usize::from(seat)].len()),
            false => -1,
        };
        Ranks::by_score(&[0, 1, 2, 3].map(score))
    }

    fn reason(&self, position: &Position) -> Message {
        match position.empty().is_empty() {
            true => Message::new("over.full", "the board is full"),
            false => Message::new("over.alone", "only one player is left"),
        }
    }

    fn notation(&self, _: &Position, _: Seat, site: Site) -> String {
        self.topology.label(site).to_owned()
    }

    fn paths(&self, _: &Position, _: Seat, site: Site, out: &mut Vec<Vec<Site>>) {
        out.push(vec![site]);
    }

    fn placed_piece(&self, _: &Position, by: Seat, _: &[Site], _: Site) -> Option<Piece> {
        Some(Piece::new(0, by))
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |seat: Seat| SeatState {
            active: position.plays(seat),
            ..common::seat(seat, position.stones[usize::from(seat)].len())
        };
        (0..4).map(state).collect()
    }

    fn sites(&self, _: &Position) -> u32 {
        SITES
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let seat = position.stones.iter().position(|stones| stones.has(site))?;
        Some(Piece::new(0, seat as u8))
    }

    fn drawing<'a>(&'a self, _: &'a Position, view: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(self.topology.drawing(view))
    }

    fn key(&self, position: &Position) -> u64 {
        let stones = position.stones.iter().map(|own| own.words()[0]);
        common::hash(stones.chain([u64::from(position.mover), u64::from(position.left)]))
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        let stones = position.stones.iter().map(|own| own.words()[0]);
        common::write(form, stones.chain([u64::from(position.mover), u64::from(position.left)]))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let all = (1 << SITES) - 1;
        let numbers = common::read(text, &[all, all, all, all, 3, 15])?;
        let mut position = self.start();
        for (own, word) in position.stones.iter_mut().zip(&numbers) {
            *own = (0..SITES).filter(|site| word >> site & 1 != 0).collect();
        }
        (position.mover, position.left) = (numbers[4] as u8, numbers[5] as u8);
        Ok(position)
    }
}
