//! A race on a ring. Chance rolls a weighted die before every move, which can be
//! listed, and draws from a bag of a hundred thousand tickets after it, which is
//! too much to list.

use std::borrow::Cow;

use boardloom_sdk::{
    About, CHANCE, Effect, Game, Message, NO_COLOR, Patch, Piece, Ranks, Seat, SeatState, Site,
    Status, effects,
};

use crate::common;

const RING: u32 = 12;
/// The sites of the die and of the last ticket.
const DIE: Site = RING;
const TICKET: Site = RING + 1;
/// The weights of the faces 1 to 6.
const FACES: [u32; 6] = [3, 2, 1, 1, 1, 1];
pub const TICKETS: u32 = 100_000;

pub struct Chance {
    moves: u32,
    drawing: Patch,
    roles: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    /// 0 rolls, 1 moves, 2 draws.
    phase: u8,
    die: u8,
    /// The last ticket; none is `TICKETS`.
    ticket: u32,
    steps: [u32; 2],
    mover: Seat,
    moves: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    Roll(u8),
    Go,
    Stay,
    Draw(u32),
}

impl Chance {
    pub fn new(moves: u32) -> Self {
        let mut drawing = Patch { shapes: vec![common::square()], ..Patch::default() };
        let at = |site: Site| match site {
            0..RING => (f64::from(site), 0.0, 0.0),
            _ => (f64::from(site - RING), 1.5, 0.0),
        };
        let place = |site| common::place(site, at(site), Some(0), format!("r{site}"));
        drawing.places = (0..RING + 2).map(place).collect();
        Chance { moves, drawing, roles: vec!["cell".into()] }
    }

    fn token(position: &Position, seat: Seat) -> Site {
        position.steps[usize::from(seat)] % RING
    }
}

impl Game for Chance {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        About {
            kinds: vec![common::kind("man", "man"), common::kind("die", "die")],
            bound: Some(3 * self.moves),
            ..common::about(2, &self.roles)
        }
    }

    fn start(&self) -> Position {
        Position { phase: 0, die: 0, ticket: TICKETS, steps: [0; 2], mover: 0, moves: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match position.phase {
            1 => Status::Turn(position.mover),
            0 if position.moves >= self.moves => Status::Over,
            _ => Status::Chance,
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        match position.phase {
            0 => out.extend((1..=6).map(Move::Roll)),
            1 => out.extend([Move::Go, Move::Stay]),
            _ => out.extend((0..TICKETS).map(Move::Draw)),
        }
    }

    fn count_moves(&self, position: &Position, _: Seat) -> u64 {
        [6, 2, u64::from(TICKETS)][usize::from(position.phase)]
    }

    fn parse_move(&self, position: &Position, _: Seat, notation: &str) -> Option<Move> {
        let mv = match (position.phase, notation.split_once('-')) {
            (0, Some(("roll", face))) => Move::Roll(face.parse().ok()?),
            (1, None) if notation == "go" => Move::Go,
            (1, None) if notation == "stay" => Move::Stay,
            (2, Some(("draw", ticket))) => Move::Draw(ticket.parse().ok()?),
            _ => return None,
        };
        let there = match mv {
            Move::Roll(face) => (1..=6).contains(&face),
            Move::Draw(ticket) => ticket < TICKETS,
            Move::Go | Move::Stay => true,
        };
        (there && self.notation(position, CHANCE, mv) == notation).then_some(mv)
    }

    fn chance_outcomes(&self, position: &Position, limit: u32) -> Option<Vec<(Move, u32)>> {
        match position.phase {
            0 => Some((1..).map(Move::Roll).zip(FACES).collect()),
            2 if limit >= TICKETS => Some((0..TICKETS).map(|t| (Move::Draw(t), 1)).collect()),
            _ => None,
        }
    }

    fn sample_outcome(&self, position: &Position, random: u64) -> Option<Move> {
        if position.phase == 2 {
            let ticket = (u128::from(random) * u128::from(TICKETS)) >> 64;
            return Some(Move::Draw(ticket as u32));
        }
        let mut left = (u128::from(random) * u128::from(FACES.iter().sum::<u32>())) >> 64;
        for (face, weight) in (1..).zip(FACES) {
            match left.checked_sub(u128::from(weight)) {
                Some(more) => left = more,
                None => return Some(Move::Roll(face)),
            }
        }
        None
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        match mv {
            Move::Roll(face) => (position.die, position.phase) = (face, 1),
            Move::Go | Move::Stay => {
                if mv == Move::Go {
                    position.steps[usize::from(by)] += u32::from(position.die);
                }
                (position.moves, position.phase) = (position.moves + 1, 2);
            }
            Move::Draw(ticket) => {
                position.ticket = ticket;
                // Ten tickets are worth a step.
                position.steps[usize::from(position.mover)] += u32::from(ticket < 10);
                (position.mover, position.phase) = (1 - position.mover, 0);
            }
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&position.steps.map(i64::from))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.race", "the race is over")
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        match mv {
            Move::Roll(face) => format!("roll-{face}"),
            Move::Go => "go".into(),
            Move::Stay => "stay".into(),
            Move::Draw(ticket) => format!("draw-{ticket:05}"),
        }
    }

    fn paths(&self, position: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        if mv == Move::Go {
            let from = Self::token(position, position.mover);
            out.push(vec![from, (from + u32::from(position.die)) % RING]);
        }
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        [0, 1].map(|seat: u8| common::seat(seat, position.steps[usize::from(seat)])).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        RING + 2
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let mut stack = Vec::new();
        self.stack(position, site, &mut stack);
        stack.pop()
    }

    fn stack(&self, position: &Position, site: Site, out: &mut Vec<Piece>) {
        let number = match site {
            DIE => u32::from(position.die),
            TICKET if position.ticket < TICKETS => position.ticket % 1000 + 1,
            _ => 0,
        };
        if number > 0 {
            out.push(Piece { kind: 1, color: NO_COLOR, facing: 0, count: number as u16 });
        }
        if site < RING {
            let here = (0..2).filter(|seat| Self::token(position, *seat) == site);
            out.extend(here.map(|seat| Piece::new(0, seat)));
        }
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    fn effects(&self, before: &Position, _: Seat, _: Move, after: &Position) -> Vec<Effect> {
        // Tokens share sites, and comparing tops would miss one below another.
        let mut effects = Vec::new();
        for seat in 0..2 {
            let (from, to) = (Self::token(before, seat), Self::token(after, seat));
            let token = Piece::new(0, seat);
            if from != to {
                effects.push(effects::move_piece(from, to, token, token));
            }
        }
        for site in [DIE, TICKET] {
            let (old, new) = (self.piece(before, site), self.piece(after, site));
            if let Some(new) = new.filter(|_| old != new) {
                let placed = effects::place(site, new);
                effects.push(Effect { before: old, ..placed });
            }
        }
        if effects.is_empty() { vec![effects::plain("pass")] } else { effects }
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        (position.phase == 1)
            .then(|| Message::new("asks.go", "Go {die} steps or stay.").with("die", position.die))
    }

    fn key(&self, position: &Position) -> u64 {
        let Position { phase, die, ticket, steps, mover, moves } = *position;
        let [a, b] = steps.map(u64::from);
        let small = [phase, die, mover].map(u64::from);
        common::hash(small.into_iter().chain([u64::from(ticket), a, b, u64::from(moves)]))
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        let Position { phase, die, ticket, steps: [a, b], mover, moves } = *position;
        let small = [phase, die, mover].map(u64::from);
        common::write(form, small.into_iter().chain([ticket, a, b, moves].map(u64::from)))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let most = u64::from(self.moves);
        let limits = [2, 6, 1, u64::from(TICKETS), most * 8, most * 8, most];
        let numbers = common::read(text, &limits)?;
        Ok(Position {
            phase: numbers[0] as u8,
            die: numbers[1] as u8,
            mover: numbers[2] as u8,
            ticket: numbers[3] as u32,
            steps: [numbers[4] as u32, numbers[5] as u32],
            moves: numbers[6] as u32,
        })
    }
}
