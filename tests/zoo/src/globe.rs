//! Stones on a globe: one view is the globe in space, the other its map, whose
//! joined edges are seams with ghosts beyond them.

use std::borrow::Cow;
use std::f64::consts::FRAC_1_SQRT_2 as SLANT;

use boardloom_sdk::{
    About, Bits, BoardLine, Caption, Game, LineStyle, Message, Patch, Piece, Place, Ranks, Seat,
    SeatState, Site, Status,
};

use crate::common;

const AROUND: u32 = 8;
const RINGS: u32 = 4;
/// Cosine and sine of eighths of a turn. Written down, because a platform's own functions differ
/// in the last bit.
const TURN: [(f64, f64); 8] = [
    (1.0, 0.0),
    (SLANT, SLANT),
    (0.0, 1.0),
    (-SLANT, SLANT),
    (-1.0, 0.0),
    (-SLANT, -SLANT),
    (0.0, -1.0),
    (SLANT, -SLANT),
];

pub struct Globe {
    moves: u32,
    views: [Patch; 2],
    roles: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Hash)]
pub struct Position {
    stones: [Bits<1>; 2],
    mover: Seat,
}

impl Globe {
    pub fn new(moves: u32) -> Self {
        let roles = ["cell", "seam", "meridian"].map(str::to_owned).to_vec();
        Globe { moves: moves.min(AROUND * RINGS), views: [map(), globe()], roles }
    }

    fn empty(position: &Position) -> Bits<1> {
        Bits::below(AROUND * RINGS).without(&(position.stones[0] | position.stones[1]))
    }
}

fn label(site: Site) -> String {
    format!("{}{}", char::from(b'a' + (site % AROUND) as u8), site / AROUND + 1)
}

fn map() -> Patch {
    let mut patch = Patch { shapes: vec![common::square()], ..Patch::default() };
    let at = |column: f64, site: Site| (column, f64::from(site / AROUND), 0.0);
    for site in 0..AROUND * RINGS {
        let column = f64::from(site % AROUND);
        patch.places.push(common::place(site, at(column, site), Some(0), label(site)));
    }
    for site in 0..AROUND * RINGS {
        let beyond = match site % AROUND {
            0 => f64::from(AROUND),
            column if column == AROUND - 1 => -1.0,
            _ => continue,
        };
        let ghost = common::place(site, at(beyond, site), Some(0), label(site).to_uppercase());
        patch.places.push(Place { copy: true, ..ghost });
    }
    for x in [-0.5, f64::from(AROUND) - 0.5] {
        let points = vec![(x, -0.5, 0.0), (x, f64::from(RINGS) - 0.5, 0.0)];
        let (role, style) = (1, LineStyle::Stroke);
        patch.lines.push(BoardLine { frame: None, role, points, closed: false, style, group: 1 });
    }
    let caption = |column: u32| Caption {
        frame: None,
        at: (f64::from(column), -0.8, 0.0),
        text: char::from(b'a' + column as u8).to_string(),
    };
    patch.captions = (0..AROUND).map(caption).collect();
    patch
}

fn globe() -> Patch {
    let point = |column: u32, ring: u32| {
        let height = 0.75 - f64::from(ring) * 0.5;
        let radius = (1.0 - height * height).sqrt();
        let (x, y) = TURN[column as usize];
        (x * radius, height, y * radius)
    };
    let mut patch = Patch::default();
    for site in 0..AROUND * RINGS {
        let at = point(site % AROUND, site / AROUND);
        patch.places.push(common::place(site, at, None, label(site)));
    }
    for column in 0..AROUND {
        let points = (0..RINGS).map(|ring| point(column, ring)).collect();
        let (role, style) = (2, LineStyle::Stroke);
        patch.lines.push(BoardLine { frame: None, role, points, closed: false, style, group: 0 });
    }
    patch
}

impl Game for Globe {
    type Position = Position;
    type Move = Site;

    fn about(&self) -> About {
        About {
            views: vec![common::view("flat", 2), common::view("sphere", 3)],
            bound: Some(self.moves),
            ..common::about(2, &self.roles)
        }
    }

    fn start(&self) -> Position {
        Position { stones: [Bits::EMPTY; 2], mover: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        let stones = position.stones[0].len() + position.stones[1].len();
        if stones < self.moves { Status::Turn(position.mover) } else { Status::Over }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Site>) {
        out.extend(Self::empty(position));
    }

    fn play(&self, position: &mut Position, by: Seat, site: Site) {
        position.stones[usize::from(by)].insert(site);
        position.mover = 1 - by;
    }

    fn ranks(&self, _: &Position) -> Ranks {
        Ranks::draw(2)
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.globe", "all stones are placed")
    }

    fn notation(&self, _: &Position, _: Seat, site: Site) -> String {
        label(site)
    }

    fn paths(&self, _: &Position, _: Seat, site: Site, out: &mut Vec<Vec<Site>>) {
        out.push(vec![site]);
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let own = |seat: Seat| position.stones[usize::from(seat)].len();
        [0, 1].map(|seat| common::seat(seat, own(seat))).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        AROUND * RINGS
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        let seat = position.stones.iter().position(|stones| stones.has(site))?;
        Some(Piece::new(0, seat as u8))
    }

    fn drawing<'a>(&'a self, _: &'a Position, view: u16) -> Cow<'a, Patch> {
        self.views.get(usize::from(view)).map_or_else(Cow::default, Cow::Borrowed)
    }

    fn key(&self, position: &Position) -> u64 {
        let [a, b] = position.stones.map(|stones| stones.words()[0]);
        common::hash([a, b, u64::from(position.mover)])
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        let [a, b] = position.stones.map(|stones| stones.words()[0]);
        common::write(form, [a, b, u64::from(position.mover)])
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let all = u64::from(u32::MAX);
        let numbers = common::read(text, &[all, all, 1])?;
        let set = |word: u64| (0..AROUND * RINGS).filter(|site| word >> site & 1 != 0).collect();
        let stones = [set(numbers[0]), set(numbers[1] & !numbers[0])];
        Ok(Position { stones, mover: numbers[2] as Seat })
    }
}
