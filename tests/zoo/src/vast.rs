//! A hundred thousand sites, and a move for each empty one: counting and reading never list them.

use std::borrow::Cow;

use boardloom_sdk::{
    About, Choices, Effect, Game, Message, MoveOption, Patch, Piece, Ranks, Seat, SeatState, Site,
    Status, Target, TargetKind, Undoable, effects,
};

use crate::common;

pub struct Vast {
    moves: u32,
    sites: u32,
    drawing: Patch,
    roles: Vec<String>,
}

/// The stones by site, in order of sites: few, however large the board.
#[derive(Clone, Hash)]
pub struct Position(Vec<(Site, Seat)>);

impl Vast {
    pub fn new(moves: u32, sites: u32) -> Self {
        let mut drawing = Patch { shapes: vec![common::square()], ..Patch::default() };
        drawing.places = (0..sites)
            .map(|site| {
                let at = (f64::from(site % 400), f64::from(site / 400), 0.0);
                common::place(site, at, Some(0), label(site))
            })
            .collect();
        Vast { moves, sites, drawing, roles: vec!["cell".into()] }
    }

    fn mover(position: &Position) -> Seat {
        (position.0.len() % 2) as Seat
    }

    fn is_empty(&self, position: &Position, site: Site) -> bool {
        site < self.sites && position.0.binary_search_by_key(&site, |(at, _)| *at).is_err()
    }

    fn empty<'a>(&self, position: &'a Position) -> impl Iterator<Item = Site> + 'a {
        let mut stones = position.0.iter().map(|(site, _)| *site).peekable();
        (0..self.sites).filter(move |site| stones.next_if_eq(site).is_none())
    }
}

fn label(site: Site) -> String {
    format!("p{site:06}")
}

impl Game for Vast {
    type Position = Position;
    type Move = Site;

    fn about(&self) -> About {
        About { bound: Some(self.moves), ..common::about(2, &self.roles) }
    }

    fn start(&self) -> Position {
        Position(Vec::new())
    }

    fn status(&self, position: &Position) -> Status {
        match position.0.len() < self.moves as usize {
            true => Status::Turn(Self::mover(position)),
            false => Status::Over,
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Site>) {
        out.extend(self.empty(position));
    }

    fn count_moves(&self, position: &Position, _: Seat) -> u64 {
        u64::from(self.sites) - position.0.len() as u64
    }

    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Site {
        // Each stone at or before the site pushes it one on.
        position.0.iter().fold(n as Site, |site, (stone, _)| site + Site::from(*stone <= site))
    }

    fn parse_move(&self, position: &Position, _: Seat, notation: &str) -> Option<Site> {
        let site = notation.strip_prefix('p')?.parse().ok()?;
        (self.is_empty(position, site) && label(site) == notation).then_some(site)
    }

    fn play(&self, position: &mut Position, by: Seat, site: Site) {
        let at = position.0.partition_point(|(stone, _)| *stone < site);
        position.0.insert(at, (site, by));
    }

    fn ranks(&self, position: &Position) -> Ranks {
        match position.0.first() {
            Some((_, seat)) => Ranks::win(2, *seat),
            None => Ranks::draw(2),
        }
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.first", "all stones are placed: the first on the board wins")
    }

    fn notation(&self, _: &Position, _: Seat, site: Site) -> String {
        label(site)
    }

    fn paths(&self, _: &Position, _: Seat, site: Site, out: &mut Vec<Vec<Site>>) {
        out.push(vec![site]);
    }

    fn choices(&self, position: &Position, by: Seat, path: &[Site]) -> Option<Choices> {
        let mut choices = Choices::default();
        match *path {
            [] => {
                let touch = TargetKind::Quiet;
                choices.targets =
                    self.empty(position).map(|site| Target { site, kind: touch }).collect();
                choices.placed_piece = Some(Piece::new(0, by));
            }
            [site] if self.is_empty(position, site) => {
                let label = Message::new("move.put", label(site));
                choices.options.push(MoveOption {
                    move_: label.text.clone(),
                    label,
                    answer: false,
                });
            }
            _ => {}
        }
        Some(choices)
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let own = |seat| position.0.iter().filter(|(_, by)| *by == seat).count() as u32;
        [0, 1].map(|seat| common::seat(seat, own(seat))).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        self.sites
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let at = position.0.binary_search_by_key(&site, |(at, _)| *at).ok()?;
        Some(Piece::new(0, position.0[at].1))
    }

    fn drawing<'a>(&'a self, _: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&self.drawing)
    }

    fn key(&self, position: &Position) -> u64 {
        common::hash(position.0.iter().map(|(site, seat)| u64::from(*site) * 2 + u64::from(*seat)))
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        common::known(form)?;
        let stone = |(site, seat): &(Site, Seat)| format!("{}{site}", ['x', 'o'][*seat as usize]);
        Ok(position.0.iter().map(stone).collect::<Vec<_>>().join(" "))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let mut position = self.start();
        for word in text.split_whitespace() {
            let stone = word.split_at_checked(1).and_then(|(letter, site)| {
                let seat = ["x", "o"].iter().position(|known| *known == letter)?;
                let site = site.parse().ok().filter(|site| self.is_empty(&position, *site))?;
                Some((site, seat as Seat))
            });
            let (site, seat) = stone.ok_or_else(|| {
                Message::new("read.stone", "expected a stone on an empty site, found `{found}`")
                    .with("found", word)
            })?;
            self.play(&mut position, seat, site);
        }
        Ok(position)
    }
}

impl Undoable for Vast {
    type Undo = Site;

    fn play_undoable(
        &self,
        position: &mut Position,
        by: Seat,
        site: Site,
        effects: Option<&mut Vec<Effect>>,
    ) -> Site {
        self.play(position, by, site);
        if let Some(effects) = effects {
            effects.push(effects::place(site, Piece::new(0, by)));
        }
        site
    }

    fn undo(&self, position: &mut Position, site: Site) {
        position.0.retain(|(stone, _)| *stone != site);
    }
}
