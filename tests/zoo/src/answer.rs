//! A sum at every move, answered by typing a number.

use std::borrow::Cow;

use boardloom_sdk::random::mix;
use boardloom_sdk::{
    About, Effect, Game, Message, MoveOption, Patch, Piece, Ranks, Seat, SeatState, Site, Status,
    effects,
};

use crate::common;

/// The beginning of an answer.
const PREFIX: &str = "=";
/// The greatest answer that can be given.
const MOST: u8 = 20;

pub struct Answer {
    moves: u32,
    drawing: Patch,
    roles: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    ply: u32,
    right: [u32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    Say(u8),
    Skip,
}

impl Answer {
    pub fn new(moves: u32) -> Self {
        let mut drawing = Patch { shapes: vec![common::square()], ..Patch::default() };
        let place = |site: Site| {
            common::place(site, (f64::from(site), 0.0, 0.0), Some(0), format!("s{}", site + 1))
        };
        drawing.places = (0..2).map(place).collect();
        Answer { moves, drawing, roles: vec!["cell".into()] }
    }

    /// Returns the two numbers to be added.
    fn sum(position: &Position) -> (u8, u8) {
        let drawn = mix(u64::from(position.ply));
        ((drawn % 10) as u8, (drawn / 10 % 10) as u8)
    }

    fn mover(position: &Position) -> Seat {
        (position.ply % 2) as Seat
    }
}

impl Game for Answer {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        About { bound: Some(self.moves), ..common::about(2, &self.roles) }
    }

    fn start(&self) -> Position {
        Position { ply: 0, right: [0; 2] }
    }

    fn status(&self, position: &Position) -> Status {
        match position.ply < self.moves {
            true => Status::Turn(Self::mover(position)),
            false => Status::Over,
        }
    }

    fn legal_moves(&self, _: &Position, _: Seat, out: &mut Vec<Move>) {
        out.extend((0..=MOST).map(Move::Say));
        out.push(Move::Skip);
    }

    fn questions(&self, position: &Position, _: Seat) -> Vec<MoveOption> {
        let (a, b) = Self::sum(position);
        let label = Message::new("ask.sum", "What is {a} + {b}?").with("a", a).with("b", b);
        vec![MoveOption { move_: PREFIX.into(), label, answer: true }]
    }

    fn prompt(&self, _: &Position) -> Option<Message> {
        Some(Message::new("asks.sum", "Answer the sum."))
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        let (a, b) = Self::sum(position);
        position.right[usize::from(by)] += u32::from(mv == Move::Say(a + b));
        position.ply += 1;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&position.right.map(i64::from))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.sums", "all sums are asked")
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        match mv {
            Move::Say(number) => format!("{PREFIX}{number}"),
            Move::Skip => "skip".into(),
        }
    }

    fn paths(&self, _: &Position, _: Seat, _: Move, _: &mut Vec<Vec<Site>>) {}

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        [0, 1].map(|seat: u8| common::seat(seat, position.right[usize::from(seat)])).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        2
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let count = position.right[site as usize] as u16;
        (count > 0).then_some(Piece { count, ..Piece::new(0, site as u8) })
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    fn effects(&self, before: &Position, _: Seat, _: Move, after: &Position) -> Vec<Effect> {
        let changed = effects::compare(self, before, after);
        if changed.is_empty() { vec![effects::plain("pass")] } else { changed }
    }

    fn key(&self, position: &Position) -> u64 {
        common::hash([position.ply, position.right[0], position.right[1]].map(u64::from))
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        common::write(form, [position.ply, position.right[0], position.right[1]].map(u64::from))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let numbers = common::read(text, &[u64::from(self.moves); 3])?;
        Ok(Position { ply: numbers[0] as u32, right: [numbers[1] as u32, numbers[2] as u32] })
    }
}
