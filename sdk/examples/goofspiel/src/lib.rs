//! Goofspiel (Merrill Flood, Princeton, 1930s): both players bid a card for each prize at the same
//! time.
//!
//! An example of simultaneous and secret decisions: [`Status::Together`] names the seats that still
//! have to decide. A bid stays out of pieces, facts and effects until both are made; the host
//! shows nothing of it either.

use std::borrow::Cow;

use boardloom_sdk::{
    About, BoardView, Caption, Diagnostic, Game, Message, NO_COLOR, OpenedGame, Patch, Piece,
    PieceKind, Place, Plugin, Ranks, Seat, SeatState, Site, Status,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// The plugin's part of a ruleset.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Ruleset {
    /// The rules.
    #[serde(default)]
    pub rules: Rules,
}

/// The rules.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Cards in each suit, and rounds.
    #[schemars(range(min = 2, max = 13))]
    pub cards: u8,
    /// Whether a prize that both bid the same for is added to the next one.
    pub carry: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { cards: 13, carry: false }
    }
}

/// A set of cards: card 1 is bit 0.
type Cards = u16;

/// A bid, or the prize that chance turns up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A card of the own hand.
    Bid(u8),
    /// A prize.
    Prize(u8),
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    hands: [Cards; 2],
    prizes: Cards,
    /// The prize to bid for; 0 before chance turns it up.
    prize: u8,
    /// Points of earlier prizes that go with it.
    carried: u32,
    /// Secret bids of this round; 0 is none.
    bids: [u8; 2],
    /// The bids of the last round.
    last: [u8; 2],
    points: [u32; 2],
}

/// An open ruleset.
pub struct Goofspiel {
    rules: Rules,
    drawing: Patch,
}

impl Goofspiel {
    fn new(rules: Rules) -> Self {
        let half = [(-0.4, -0.5), (0.4, -0.5), (0.4, 0.5), (-0.4, 0.5)];
        let shapes = vec![half.map(|(x, y)| (x, y, 0.0)).to_vec()];
        let mut drawing = Patch { shapes, ..Patch::default() };
        let count = f64::from(rules.cards);
        let mut add = |at: (f64, f64), label: String| {
            let (site, at, shape) = (drawing.places.len() as Site, (at.0, at.1, 0.0), Some(0));
            drawing.places.push(Place {
                site,
                copy: false,
                frame: None,
                at,
                shape,
                label,
                role: 0,
            });
        };
        for (letter, y) in [("a", 3.0), ("b", 0.0)] {
            (0..rules.cards)
                .for_each(|card| add((f64::from(card), y), format!("{letter}{}", card + 1)));
        }
        let middle = (count - 1.0) / 2.0;
        for (label, x) in [("bid-a", middle - 1.0), ("bid-b", middle + 1.0), ("prize", middle)] {
            add((x, 1.5), label.to_owned());
        }
        let text = "prize".to_owned();
        drawing.captions.push(Caption { frame: None, at: (middle, 2.25, 0.0), text });
        Goofspiel { rules, drawing }
    }

    /// Returns the site of a card in a hand.
    fn hand_site(&self, by: Seat, card: u8) -> Site {
        Site::from(by) * Site::from(self.rules.cards) + Site::from(card) - 1
    }
}

fn cards(set: Cards) -> impl Iterator<Item = u8> {
    (1..=16).filter(move |card| set >> (card - 1) & 1 != 0)
}

fn card(value: u8, color: u8) -> Piece {
    Piece { count: u16::from(value), ..Piece::new(0, color) }
}

impl Game for Goofspiel {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let kind = PieceKind { shape: "card".into(), ..PieceKind::new("card", &[]) };
        let name = Message::new("view.flat", "flat");
        About {
            roles: vec!["cell".into()],
            views: vec![BoardView { id: "flat".into(), name, dimensions: 2 }],
            bound: Some(3 * u32::from(self.rules.cards)),
            unit: Message::new("unit.point", "point"),
            ..About::new(2, vec![kind])
        }
    }

    fn start(&self) -> Position {
        let all = (1 << self.rules.cards) - 1;
        let (bids, last, points) = ([0; 2], [0; 2], [0; 2]);
        Position { hands: [all; 2], prizes: all, prize: 0, carried: 0, bids, last, points }
    }

    fn status(&self, position: &Position) -> Status {
        let open = |seat: usize| u16::from(position.bids[seat] == 0) << seat;
        match (position.prize, position.prizes) {
            (0, 0) => Status::Over,
            (0, _) => Status::Chance,
            _ => Status::Together(open(0) | open(1)),
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        match position.prize {
            0 => out.extend(cards(position.prizes).map(Move::Prize)),
            _ => out.extend(cards(position.hands[usize::from(by)]).map(Move::Bid)),
        }
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        match mv {
            Move::Prize(card) => {
                position.prize = card;
                position.prizes &= !(1 << (card - 1));
            }
            Move::Bid(card) => {
                position.bids[usize::from(by)] = card;
                if !position.bids.contains(&0) {
                    self.compare_bids(position);
                }
            }
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&position.points.map(i64::from))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.cards", "all prizes are gone")
    }

    fn chance_outcomes(&self, position: &Position, _: u32) -> Option<Vec<(Move, u32)>> {
        Some(cards(position.prizes).map(|card| (Move::Prize(card), 1)).collect())
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        match mv {
            Move::Bid(card) => card.to_string(),
            Move::Prize(card) => format!("prize-{card}"),
        }
    }

    fn paths(&self, _: &Position, by: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        if let Move::Bid(card) = mv {
            out.push(vec![self.hand_site(by, card)]);
        }
    }

    fn placed_piece(&self, _: &Position, _: Seat, _: &[Site], _: Move) -> Option<Piece> {
        None
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        (0..)
            .zip(position.points)
            .map(|(seat, points)| SeatState::new(seat, points.into()))
            .collect()
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        let fact = |points| {
            Message::new("fact.carried", "{points} points are carried over").with("points", points)
        };
        Some(position.carried).filter(|points| *points > 0).map(fact).into_iter().collect()
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        let text = Message::new("prompt.bid", "bid a card for the prize of {points}");
        let points = u32::from(position.prize) + position.carried;
        (position.prize > 0).then(|| text.with("points", points))
    }

    fn sites(&self, _: &Position) -> u32 {
        2 * u32::from(self.rules.cards) + 3
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    /// The cards of both hands, the last bids and the prize. A secret bid stays in the hand.
    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let count = Site::from(self.rules.cards);
        let (row, column) = (site / count, (site % count) as u8);
        let shown = |value: u8, color| (value > 0).then(|| card(value, color));
        match (row, site.checked_sub(2 * count)) {
            (_, Some(0)) => shown(position.last[0], 0),
            (_, Some(1)) => shown(position.last[1], 1),
            (_, Some(_)) => shown(position.prize, NO_COLOR),
            (seat, None) => {
                let held = position.hands[seat as usize] >> column & 1 != 0;
                held.then(|| card(column + 1, seat as u8))
            }
        }
    }

    fn explain(&self) -> Vec<Message> {
        let tie = match self.rules.carry {
            true => "If both bid the same, the prize is added to the next one.",
            false => "If both bid the same, the prize is lost.",
        };
        vec![
            Message::new(
                "rules.bid",
                "Each player holds the cards from 1 to {cards}. A prize is turned up, and both \
                 players bid a card for it at the same time. The higher card takes the prize. \
                 {tie} Both cards are gone.",
            )
            .with("cards", self.rules.cards)
            .with("tie", tie),
            Message::new("rules.end", "After the last prize more points win."),
        ]
    }
}

impl Goofspiel {
    fn compare_bids(&self, position: &mut Position) {
        let worth = u32::from(position.prize) + position.carried;
        position.carried = 0;
        match position.bids {
            [a, b] if a > b => position.points[0] += worth,
            [a, b] if a < b => position.points[1] += worth,
            _ if self.rules.carry => position.carried = worth,
            _ => {}
        }
        for (hand, bid) in position.hands.iter_mut().zip(position.bids) {
            *hand &= !(1 << (bid - 1));
        }
        (position.last, position.bids, position.prize) = (position.bids, [0; 2], 0);
    }
}

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        Ok(OpenedGame::game(Goofspiel::new(ruleset.rules)))
    }
}

boardloom_sdk::export!(Family);
