//! Rock, paper, scissors: both seats decide at the same time, in any order.

use std::borrow::Cow;

use boardloom_sdk::{
    About, Effect, Game, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status, effects,
};

use crate::common;

const NAMES: [&str; 3] = ["rock", "paper", "scissors"];
/// No decision yet.
const OPEN: u8 = 3;

pub struct Together {
    rounds: u32,
    drawing: Patch,
    roles: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    /// The decision of each seat in this round.
    now: [u8; 2],
    /// The decisions of the last round.
    last: [u8; 2],
    won: [u32; 2],
    rounds: u32,
}

impl Together {
    pub fn new(rounds: u32) -> Self {
        let mut drawing = Patch { shapes: vec![common::square()], ..Patch::default() };
        let place = |site: Site| {
            let label = NAMES[site as usize].to_owned();
            common::place(site, (f64::from(site), 0.0, 0.0), Some(0), label)
        };
        drawing.places = (0..3).map(place).collect();
        Together { rounds, drawing, roles: vec!["cell".into()] }
    }
}

impl Game for Together {
    type Position = Position;
    type Move = u8;

    fn about(&self) -> About {
        About { bound: Some(2 * self.rounds), ..common::about(2, &self.roles) }
    }

    fn start(&self) -> Position {
        Position { now: [OPEN; 2], last: [OPEN; 2], won: [0; 2], rounds: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        if position.rounds >= self.rounds {
            return Status::Over;
        }
        let open = |seat: usize| u16::from(position.now[seat] == OPEN) << seat;
        Status::Together(open(0) | open(1))
    }

    fn legal_moves(&self, _: &Position, _: Seat, out: &mut Vec<u8>) {
        out.extend(0..3);
    }

    fn play(&self, position: &mut Position, by: Seat, mv: u8) {
        position.now[usize::from(by)] = mv;
        let [a, b] = position.now;
        if a != OPEN && b != OPEN {
            match (3 + a - b) % 3 {
                1 => position.won[0] += 1,
                2 => position.won[1] += 1,
                _ => {}
            }
            (position.last, position.now) = (position.now, [OPEN; 2]);
            position.rounds += 1;
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&position.won.map(i64::from))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.rounds", "all rounds are played")
    }

    fn notation(&self, _: &Position, _: Seat, mv: u8) -> String {
        NAMES[usize::from(mv)].to_owned()
    }

    fn paths(&self, _: &Position, _: Seat, mv: u8, out: &mut Vec<Vec<Site>>) {
        out.push(vec![Site::from(mv)]);
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        [0, 1].map(|seat: u8| common::seat(seat, position.won[usize::from(seat)])).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        3
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let mut stack = Vec::new();
        self.stack(position, site, &mut stack);
        stack.pop()
    }

    fn stack(&self, position: &Position, site: Site, out: &mut Vec<Piece>) {
        let shown = (0..2).filter(|seat| u32::from(position.last[usize::from(*seat)]) == site);
        out.extend(shown.map(|seat| Piece::new(0, seat)));
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    /// Decisions are shown once both seats have decided.
    fn effects(&self, before: &Position, _: Seat, _: u8, after: &Position) -> Vec<Effect> {
        let mut all = Vec::new();
        for seat in 0..2u8 {
            let [old, new] = [before, after].map(|position| position.last[usize::from(seat)]);
            let piece = Piece::new(0, seat);
            match (old, new) {
                _ if old == new => {}
                (OPEN, _) => all.push(effects::place(Site::from(new), piece)),
                _ => all.push(effects::move_piece(Site::from(old), Site::from(new), piece, piece)),
            }
        }
        if all.is_empty() { vec![effects::plain("pass")] } else { all }
    }

    fn key(&self, position: &Position) -> u64 {
        let Position { now, last, won, rounds } = *position;
        let small = now.into_iter().chain(last).map(u64::from);
        common::hash(small.chain(won.map(u64::from)).chain([u64::from(rounds)]))
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        let Position { now, last, won, rounds } = *position;
        let small = now.into_iter().chain(last).map(u64::from);
        common::write(form, small.chain(won.map(u64::from)).chain([u64::from(rounds)]))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let most = u64::from(self.rounds);
        let numbers = common::read(text, &[3, 3, 3, 3, most, most, most])?;
        Ok(Position {
            now: [numbers[0] as u8, numbers[1] as u8],
            last: [numbers[2] as u8, numbers[3] as u8],
            won: [numbers[4] as u32, numbers[5] as u32],
            rounds: numbers[6] as u32,
        })
    }
}
