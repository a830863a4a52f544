//! Cards on a row of cells: both seats hold cards that only they see, and lay one away face down. A
//! card captures lower ones beside it. Most cards on the row win.

use std::borrow::Cow;

use boardloom_sdk::random::Random;
use boardloom_sdk::{
    About, CHANCE, Game, HiddenInformation, Message, Patch, Piece, Ranks, Seat, SeatState, Site,
    Status,
};

use crate::common;

const HIGHEST: u8 = 8;
const CELLS: usize = 4;
const HAND: usize = 3;
/// The cards that chance deals, one after another.
const DEALS: u8 = 2 * HAND as u8;
/// A card whose number is not known, and a place without a card.
const UNKNOWN: u8 = 0;
const NONE: u8 = 255;
/// The kinds of pieces.
const FACE: u16 = 0;
const BACK: u16 = 1;
const HANDS: Site = CELLS as Site;
const AWAY: Site = HANDS + 2 * HAND as Site;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Eyes {
    All,
    Seat(Seat),
    Spectator,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Whose observation it is.
    eyes: Eyes,
    /// In ascending order.
    hands: [[u8; HAND]; 2],
    away: [u8; 2],
    row: [Option<(u8, Seat)>; CELLS],
    dealt: u8,
    /// The moves of seats.
    moves: u8,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    Deal(u8),
    LayAway(u8),
    Play(u8, u8),
}

pub struct Hands {
    drawing: Patch,
    roles: Vec<String>,
}

impl Hands {
    pub fn new() -> Self {
        let mut drawing = Patch { shapes: vec![common::square()], ..Patch::default() };
        let place = |site: Site| {
            let (label, at) = match site {
                0..HANDS => (name(site as u8), (f64::from(site) + 0.5, 0.0)),
                HANDS..AWAY => {
                    let place = site - HANDS;
                    let (seat, nth) = (place / HAND as Site, place % HAND as Site);
                    let down = if seat == 0 { 2.0 } else { -2.0 };
                    (format!("{}{}", ["p", "q"][seat as usize], nth + 1), (f64::from(nth), down))
                }
                _ => {
                    let down = if site == AWAY { 2.0 } else { -2.0 };
                    (["px", "qx"][(site - AWAY) as usize].to_owned(), (4.0, down))
                }
            };
            common::place(site, (at.0, at.1, 0.0), Some(0), label)
        };
        drawing.places = (0..AWAY + 2).map(place).collect();
        Hands { drawing, roles: vec!["cell".into()] }
    }
}

fn name(cell: u8) -> String {
    char::from(b'a' + cell).to_string()
}

impl Position {
    fn sees(&self, seat: Seat) -> bool {
        matches!(self.eyes, Eyes::All) || self.eyes == Eyes::Seat(seat)
    }

    /// Returns the cards that are nowhere to be seen.
    fn unseen(&self) -> impl Iterator<Item = u8> + use<> {
        let seen = *self;
        (1..=HIGHEST).filter(move |card| {
            let on_row = seen.row.iter().flatten().any(|(other, _)| other == card);
            !on_row && !seen.hands.as_flattened().contains(card) && !seen.away.contains(card)
        })
    }

    fn next_to_get(&self) -> Seat {
        self.dealt % 2
    }

    fn take_from_hand(&mut self, seat: Seat, card: u8) {
        let hand = &mut self.hands[usize::from(seat)];
        let at = hand.iter().position(|own| *own == card);
        // Of an unknown hand any card goes.
        let at = at.or(hand.iter().position(|own| *own == UNKNOWN)).expect("the card is held");
        hand[at] = NONE;
        hand.sort_unstable();
    }
}

impl Game for Hands {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        About {
            kinds: vec![common::kind("face", "disc"), common::kind("back", "stone")],
            bound: Some(u32::from(DEALS) + 6),
            ..common::about(2, &self.roles)
        }
    }

    fn start(&self) -> Position {
        let eyes = Eyes::All;
        let (hands, away) = ([[NONE; HAND]; 2], [NONE; 2]);
        Position { eyes, hands, away, row: [None; CELLS], dealt: 0, moves: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match (position.dealt, position.moves) {
            (..DEALS, _) => Status::Chance,
            (_, moves) => Status::turn_unless(moves == 6, moves % 2),
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        if by == CHANCE {
            match position.sees(position.next_to_get()) {
                true => out.extend(position.unseen().map(Move::Deal)),
                false => out.push(Move::Deal(UNKNOWN)),
            }
            return;
        }
        let known = position.sees(by);
        let own = position.hands[usize::from(by)].into_iter().filter(|card| *card != NONE);
        if position.moves < 2 {
            match known {
                true => out.extend(own.map(Move::LayAway)),
                false => out.push(Move::LayAway(UNKNOWN)),
            }
            return;
        }
        let cards: Vec<u8> = if known { own.collect() } else { position.unseen().collect() };
        for cell in (0..CELLS as u8).filter(|cell| position.row[usize::from(*cell)].is_none()) {
            out.extend(cards.iter().map(|card| Move::Play(*card, cell)));
        }
    }

    fn chance_outcomes(&self, position: &Position, _: u32) -> Option<Vec<(Move, u32)>> {
        let mut moves = Vec::new();
        self.legal_moves(position, CHANCE, &mut moves);
        Some(moves.into_iter().map(|mv| (mv, 1)).collect())
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        match mv {
            Move::Deal(card) => {
                let hand = &mut position.hands[usize::from(position.dealt % 2)];
                let empty = hand.iter().position(|own| *own == NONE).expect("room for a card");
                hand[empty] = card;
                hand.sort_unstable();
                position.dealt += 1;
                return;
            }
            Move::LayAway(card) => {
                position.take_from_hand(by, card);
                position.away[usize::from(by)] = card;
            }
            Move::Play(card, cell) => {
                position.take_from_hand(by, card);
                let at = usize::from(cell);
                position.row[at] = Some((card, by));
                for beside in [at.wrapping_sub(1), at + 1] {
                    if let Some(Some((other, owner))) = position.row.get_mut(beside)
                        && *other < card
                    {
                        *owner = by;
                    }
                }
            }
        }
        position.moves += 1;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&scores(position).map(i64::from))
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let scores = scores(position);
        [0, 1].map(|seat| common::seat(seat, scores[usize::from(seat)])).to_vec()
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        match mv {
            Move::Deal(UNKNOWN) => "deal".into(),
            Move::Deal(card) => format!("deal-{card}"),
            Move::LayAway(UNKNOWN) => "away".into(),
            Move::LayAway(card) => format!("away-{card}"),
            Move::Play(card, cell) => format!("{card}@{}", name(cell)),
        }
    }

    fn paths(&self, position: &Position, by: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        let hand = |card: u8| {
            let held = &position.hands[usize::from(by)];
            let nth = held.iter().position(|own| *own == card);
            nth.map(|nth| HANDS + Site::from(by) * HAND as Site + nth as Site)
        };
        match mv {
            Move::LayAway(card) if card != UNKNOWN => {
                out.extend(hand(card).map(|from| vec![from, AWAY + Site::from(by)]));
            }
            Move::Play(card, cell) => {
                out.extend(hand(card).map(|from| vec![from, Site::from(cell)]));
            }
            Move::Deal(_) | Move::LayAway(_) => {}
        }
    }

    fn sites(&self, _: &Position) -> u32 {
        AWAY + 2
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let (card, color) = match site {
            0..HANDS => position.row[site as usize]?,
            HANDS..AWAY => {
                let place = (site - HANDS) as usize;
                (position.hands[place / HAND][place % HAND], (place / HAND) as Seat)
            }
            _ => (position.away[(site - AWAY) as usize], (site - AWAY) as Seat),
        };
        let piece = |kind, count| Piece { kind, color, facing: 0, count };
        match card {
            NONE => None,
            UNKNOWN => Some(piece(BACK, 0)),
            card => Some(piece(FACE, u16::from(card))),
        }
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        match position.moves {
            _ if position.dealt < DEALS => None,
            0 | 1 => Some(Message::new("asks.away", "Lay a card away.")),
            _ => Some(Message::new("asks.play", "Play a card.")),
        }
    }
}

fn scores(position: &Position) -> [u32; 2] {
    let own = |seat| position.row.iter().flatten().filter(|(_, owner)| *owner == seat).count();
    [0, 1].map(|seat| own(seat) as u32)
}

impl HiddenInformation for Hands {
    fn observe(&self, position: &Position, observer: Option<Seat>) -> Position {
        if position.eyes != Eyes::All {
            return *position;
        }
        let mut seen = *position;
        seen.eyes = observer.map_or(Eyes::Spectator, Eyes::Seat);
        for seat in (0..2).filter(|seat| Some(*seat) != observer) {
            let hidden = &mut seen.hands[usize::from(seat)];
            let away = &mut seen.away[usize::from(seat)];
            for card in hidden.iter_mut().chain([away]).filter(|card| **card != NONE) {
                *card = UNKNOWN;
            }
        }
        seen
    }

    fn observed_move(
        &self,
        position: &Position,
        observer: Option<Seat>,
        by: Seat,
        mv: Move,
    ) -> Move {
        let own = if by == CHANCE { position.next_to_get() } else { by };
        match mv {
            Move::Deal(_) if observer != Some(own) => Move::Deal(UNKNOWN),
            Move::LayAway(_) if observer != Some(own) => Move::LayAway(UNKNOWN),
            seen => seen,
        }
    }

    fn resample(&self, observation: &Position, random: &mut Random) -> Option<Position> {
        let mut whole = Position { eyes: Eyes::All, ..*observation };
        let mut unseen: Vec<u8> = observation.unseen().collect();
        let mut drawn = false;
        let (hands, away) = (&mut whole.hands, &mut whole.away);
        for card in hands.as_flattened_mut().iter_mut().chain(away) {
            if *card == UNKNOWN {
                *card = unseen.swap_remove(random.below(unseen.len() as u64) as usize);
                drawn = true;
            }
        }
        whole.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        drawn.then_some(whole)
    }
}
