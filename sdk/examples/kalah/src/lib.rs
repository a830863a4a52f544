//! Kalah (William Julius Champion, 1940): seeds are sown around a ring of houses and stores.
//!
//! An example of counts and sowing: a piece stands for all seeds of a house, its `count` is their
//! number. No topology has this board: a ring of sites, drawn as two rows between two stores.

use std::borrow::Cow;

use boardloom_sdk::{
    About, BoardView, Diagnostic, Effect, Game, Message, NO_COLOR, OpenedGame, Patch, Piece,
    PieceKind, Place, Plugin, Ranks, Seat, SeatState, Site, Status, effects,
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
    /// Houses of each player.
    #[schemars(range(min = 1, max = 10))]
    pub houses: u8,
    /// Seeds in each house at the start.
    #[schemars(range(min = 1, max = 12))]
    pub seeds: u16,
    /// Whether a seed that ends in an own empty house takes the seeds opposite to it.
    pub capture: bool,
    /// Whether it takes itself even if nothing is opposite.
    pub capture_alone: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { houses: 6, seeds: 4, capture: true, capture_alone: false }
    }
}

/// The most houses and stores.
const MOST_SITES: usize = 22;

/// A position. Sites go around the board against the clock: the houses of the first player from
/// left to right, their store, those of the second player, their store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    seeds: [u16; MOST_SITES],
    mover: Seat,
}

/// The house whose seeds are sown.
pub type Move = Site;

/// An open ruleset.
pub struct Kalah {
    rules: Rules,
    drawing: Patch,
}

impl Kalah {
    fn new(rules: Rules) -> Self {
        let houses = f64::from(rules.houses);
        // A store is as high as both rows.
        let shapes = vec![ellipse(0.44, 0.44), ellipse(0.44, 0.95)];
        let mut drawing = Patch { shapes, ..Patch::default() };
        let mut add = |at: (f64, f64), shape: u32, label: String, role: u16| {
            drawing.places.push(Place {
                site: drawing.places.len() as Site,
                copy: false,
                frame: None,
                at: (at.0, at.1, 0.0),
                shape: Some(shape),
                label,
                role,
            });
        };
        for (seat, first) in [(0, 'a'), (1, 'A')] {
            for (house, letter) in (0..rules.houses).zip(first..) {
                let x = f64::from(house);
                let at = if seat == 0 { (x, 1.1) } else { (houses - 1.0 - x, 0.0) };
                add(at, 0, letter.to_string(), 0);
            }
            let (at, label) =
                if seat == 0 { ((houses, 0.55), "store") } else { ((-1.0, 0.55), "STORE") };
            add(at, 1, label.to_owned(), 1);
        }
        Kalah { rules, drawing }
    }

    /// Returns the number of houses and stores.
    fn ring(&self) -> usize {
        2 * usize::from(self.rules.houses) + 2
    }

    fn store(&self, seat: Seat) -> usize {
        let half = self.ring() / 2;
        half - 1 + usize::from(seat) * half
    }

    fn houses(&self, seat: Seat) -> std::ops::Range<usize> {
        let store = self.store(seat);
        store - usize::from(self.rules.houses)..store
    }

    /// Sows the seeds of a house. Returns the site of the last one.
    fn sow(&self, position: &mut Position, by: Seat, house: usize) -> usize {
        let mut at = house;
        for _ in 0..std::mem::take(&mut position.seeds[house]) {
            at = (at + 1) % self.ring();
            if at == self.store(1 - by) {
                at = (at + 1) % self.ring();
            }
            position.seeds[at] += 1;
        }
        at
    }

    /// Takes what the last seed captures. Returns the sites that were emptied.
    fn capture(&self, position: &mut Position, by: Seat, last: usize) -> Vec<usize> {
        if !self.rules.capture || !self.houses(by).contains(&last) || position.seeds[last] != 1 {
            return Vec::new();
        }
        let opposite = self.ring() - 2 - last;
        if position.seeds[opposite] == 0 && !self.rules.capture_alone {
            return Vec::new();
        }
        let taken = [last, opposite];
        self.collect(position, by, &taken);
        taken.to_vec()
    }

    /// Puts the seeds of houses into a store.
    fn collect(&self, position: &mut Position, into: Seat, houses: &[usize]) {
        for house in houses {
            position.seeds[self.store(into)] += std::mem::take(&mut position.seeds[*house]);
        }
    }

    fn is_empty(&self, position: &Position, seat: Seat) -> bool {
        position.seeds[self.houses(seat)].iter().all(|seeds| *seeds == 0)
    }

    fn points(&self, position: &Position) -> [u16; 2] {
        [0, 1].map(|seat| position.seeds[self.store(seat)])
    }

    /// Returns the piece that stands for the seeds of a site.
    fn pile(&self, seeds: u16) -> Option<Piece> {
        (seeds > 0).then(|| Piece { count: seeds, ..Piece::new(0, NO_COLOR) })
    }
}

fn ellipse(width: f64, height: f64) -> Vec<(f64, f64, f64)> {
    // The cosine of multiples of 15 degrees: platforms differ in those that they compute.
    const COSINES: [f64; 7] =
        [1.0, 0.965_925_826, 0.866_025_404, 0.707_106_781, 0.5, 0.258_819_045, 0.0];
    let cosine = |step: usize| match step % 24 {
        step @ 0..=6 => COSINES[step],
        step @ 7..=12 => -COSINES[12 - step],
        step @ 13..=18 => -COSINES[step - 12],
        step => COSINES[24 - step],
    };
    (0..24).map(|step| (width * cosine(step), height * cosine(step + 18), 0.0)).collect()
}

impl Game for Kalah {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let kind = PieceKind { shape: "stone".into(), ..PieceKind::new("seeds", &[]) };
        let name = Message::new("view.flat", "flat");
        About {
            roles: vec!["cell".into(), "store".into()],
            views: vec![BoardView { id: "flat".into(), name, dimensions: 2 }],
            unit: Message::new("unit.seed", "seed"),
            ..About::new(2, vec![kind])
        }
        .with_draws(true)
    }

    fn start(&self) -> Position {
        let mut position = Position { seeds: [0; MOST_SITES], mover: 0 };
        for seat in [0, 1] {
            position.seeds[self.houses(seat)].fill(self.rules.seeds);
        }
        position
    }

    fn status(&self, position: &Position) -> Status {
        let over = [0, 1].iter().any(|seat| self.is_empty(position, *seat));
        Status::turn_unless(over, position.mover)
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        let houses = self.houses(by).filter(|house| position.seeds[*house] > 0);
        out.extend(houses.map(|house| house as Site));
    }

    fn play(&self, position: &mut Position, by: Seat, house: Move) {
        let last = self.sow(position, by, house as usize);
        self.capture(position, by, last);
        // A last seed in the own store is another turn.
        position.mover = if last == self.store(by) { by } else { 1 - by };
        // The end: what is left belongs to the player on whose side it is.
        for seat in [0, 1] {
            if self.is_empty(position, seat) {
                let rest: Vec<usize> = self.houses(1 - seat).collect();
                self.collect(position, 1 - seat, &rest);
            }
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&self.points(position).map(i64::from))
    }

    fn paths(&self, _: &Position, _: Seat, house: Move, out: &mut Vec<Vec<Site>>) {
        out.push(vec![house]);
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        self.pile(position.seeds[site as usize])
    }

    fn sites(&self, _: &Position) -> u32 {
        self.ring() as u32
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    fn notation(&self, _: &Position, _: Seat, house: Move) -> String {
        self.drawing.places[house as usize].label.clone()
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.empty", "a player has no seeds to sow")
    }

    fn refusal(&self, position: &Position, by: Seat, text: &str) -> Option<Message> {
        let label = if by == 0 { text.to_lowercase() } else { text.to_uppercase() };
        let own = |house: &usize| self.drawing.places[*house].label == label;
        let house = self.houses(by).find(own)?;
        let empty = Message::new("illegal.empty", "house {house} is empty").with("house", text);
        (position.seeds[house] == 0).then_some(empty)
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        (0..)
            .zip(self.points(position))
            .map(|(seat, points)| SeatState::new(seat, points.into()))
            .collect()
    }

    fn prompt(&self, _: &Position) -> Option<Message> {
        Some(Message::new("prompt.sow", "choose a house to sow"))
    }

    fn placed_piece(&self, _: &Position, _: Seat, _: &[Site], _: Move) -> Option<Piece> {
        None
    }

    /// The seeds leave the house, fall into the next ones one by one, and captures follow.
    fn effects(&self, before: &Position, by: Seat, house: Move, after: &Position) -> Vec<Effect> {
        let mut sown = *before;
        let last = self.sow(&mut sown, by, house as usize);
        let mut all = Vec::new();
        let mut show = |stage: u16, site: usize, old: u16, new: u16, cue: &str| {
            let (old, new) = (self.pile(old), self.pile(new));
            let verb = if new.is_some() { "place" } else { "remove" };
            if old != new {
                let (site, cue) = (Some(site as Site), cue.to_owned());
                all.push(Effect {
                    stage,
                    site,
                    before: old,
                    after: new,
                    cue,
                    ..effects::plain(verb)
                });
            }
        };
        let from = house as usize;
        show(0, from, before.seeds[from], sown.seeds[from], "slide");
        let ring = self.ring();
        for (stage, site) in (1..).zip((1..ring).map(|step| (from + step) % ring)) {
            show(stage, site, before.seeds[site], sown.seeds[site], "place");
        }
        let captured = self.capture(&mut sown.clone(), by, last);
        let cue = if captured.is_empty() { "score" } else { "capture" };
        for site in 0..ring {
            show(ring as u16, site, sown.seeds[site], after.seeds[site], cue);
        }
        all
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let points = self.points(position);
        values.iter_mut().zip(points).for_each(|(value, points)| *value = 100 * i32::from(points));
        true
    }

    fn explain(&self) -> Vec<Message> {
        let Rules { houses, seeds, capture, capture_alone } = self.rules;
        let mut rules = vec![
            Message::new(
                "rules.sow",
                "Each player has {houses} houses with {seeds} seeds each, and the store at their \
                 right. Take all seeds of one of your houses and sow them one by one against the \
                 clock, into your store but not into the other one. If the last seed falls into \
                 your store, you move again.",
            )
            .with("houses", houses)
            .with("seeds", seeds),
        ];
        if capture {
            let alone = match capture_alone {
                true => "This holds even if the opposite house is empty.",
                false => "Nothing is taken if the opposite house is empty.",
            };
            rules.push(
                Message::new(
                    "rules.capture",
                    "If the last seed falls into an empty house of yours, it and the seeds in the \
                     opposite house go to your store. {alone}",
                )
                .with("alone", alone),
            );
        }
        rules.push(Message::new(
            "rules.end",
            "The game is over when a player's houses are empty. The seeds in the other houses go \
             to the store beside them. More seeds win.",
        ));
        rules
    }
}

/// The plugin.
pub struct Family;

impl Plugin for Family {
    type Ruleset = Ruleset;

    fn open(ruleset: Ruleset) -> Result<OpenedGame, Vec<Diagnostic>> {
        Ok(OpenedGame::game(Kalah::new(ruleset.rules)))
    }
}

boardloom_sdk::export!(Family);
