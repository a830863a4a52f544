//! A token on a ring of four sites that three seats push left or right, or burn
//! a candle: for repetition, and for seats that leave.

use std::borrow::Cow;

use boardloom_sdk::{About, Game, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status};

/// With how many candles it begins, and whether the game goes on when a seat
/// leaves.
pub struct Ring {
    pub candles: u8,
    pub goes_on: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    at: u8,
    candles: u8,
    mover: Seat,
    left: u8,
}

impl Position {
    fn pass_on(&mut self) {
        let after = |step| (self.mover + step) % 3;
        let next = (1..3).map(after).find(|seat| self.left >> seat & 1 == 0);
        self.mover = next.unwrap_or(self.mover);
    }
}

impl Game for Ring {
    type Position = Position;
    /// 1 to the right, 3 to the left, 0 burns a candle.
    type Move = u8;

    fn about(&self) -> About {
        super::about(3)
    }

    fn start(&self) -> Position {
        Position { at: 0, candles: self.candles, mover: 0, left: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match position.left.count_ones() > 1 {
            true => Status::Over,
            false => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<u8>) {
        out.extend([1, 3]);
        out.extend((position.candles > 0).then_some(0));
    }

    fn play(&self, position: &mut Position, _: Seat, mv: u8) {
        position.at = (position.at + mv) % 4;
        position.candles -= u8::from(mv == 0);
        position.pass_on();
    }

    fn is_irreversible(&self, _: &Position, mv: u8) -> bool {
        mv == 0
    }

    fn repetition_limit(&self) -> u8 {
        3
    }

    fn repetition_ranks(&self, position: &Position) -> Ranks {
        Ranks::win(3, position.mover)
    }

    fn remove_player(&self, position: &Position, who: Seat) -> Option<Position> {
        let mut after = *position;
        if !self.goes_on {
            return None;
        }
        after.left |= 1 << who;
        if after.mover == who {
            after.pass_on();
        }
        Some(after)
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&[0, 1, 2].map(|seat: u8| -i64::from(position.left >> seat & 1)))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.alone", "one is left")
    }

    fn notation(&self, _: &Position, _: Seat, mv: u8) -> String {
        match mv {
            0 => "burn".into(),
            1 => "right".into(),
            _ => "left".into(),
        }
    }

    fn paths(&self, position: &Position, _: Seat, mv: u8, out: &mut Vec<Vec<Site>>) {
        if mv != 0 {
            out.push(vec![Site::from(position.at), Site::from((position.at + mv) % 4)]);
        }
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |seat: u8| SeatState {
            color: seat,
            score: 0.0,
            gained: 0.0,
            active: position.left >> seat & 1 == 0,
        };
        (0..3).map(state).collect()
    }

    fn sites(&self, _: &Position) -> u32 {
        4
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        (site == Site::from(position.at)).then_some(Piece::new(0, 0))
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Owned(super::row(4))
    }

    fn key(&self, position: &Position) -> u64 {
        let Position { at, candles, mover, left } = *position;
        u64::from(u32::from_le_bytes([at, candles, mover, left]))
    }

    fn write(&self, position: &Position, _: &str) -> Result<String, Message> {
        let Position { at, candles, mover, left } = position;
        Ok(format!("{at} {candles} {mover} {left}"))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let numbers: Option<Vec<u8>> = text.split(' ').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[at @ 0..4, candles, mover @ 0..3, left @ 0..8]) => {
                Ok(Position { at, candles, mover, left })
            }
            _ => Err(Message::new("read", "expected four numbers")),
        }
    }
}
