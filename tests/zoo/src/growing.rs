//! A square that is divided into four while playing, and so on inwards: sites,
//! frames and lines are created by moves and vanish with undo; the sites that a
//! division would create are proposed.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use boardloom_sdk::{
    About, BoardLine, Effect, Frame, Game, LineStyle, Message, Patch, Piece, Place, Ranks, Seat,
    SeatState, Site, Status, TargetKind, Undoable, effects,
};

use crate::common;

/// Forty levels have to stay exact.
const DEEPEST: u16 = 40;
/// The middles of the children in a cell around the origin.
const CHILDREN: [(f64, f64); 4] = [(-0.25, -0.25), (0.25, -0.25), (0.25, 0.25), (-0.25, 0.25)];
const SQUARE: u32 = 0;

pub struct Growing {
    moves: u32,
    roles: Vec<String>,
}

#[derive(Clone)]
pub struct Position {
    cells: Vec<Cell>,
    /// Cells in the order in which they were divided.
    divided: Vec<Site>,
    /// Kept with the position, because it grows with it.
    drawing: Patch,
    stones: u32,
    mover: Seat,
}

#[derive(Clone, Copy, Hash)]
struct Cell {
    stone: Option<Seat>,
    divided: bool,
    level: u16,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    Put(Site),
    /// Divides a cell and puts a stone into one of its four parts.
    Divide(Site, u8),
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.cells, &self.divided, self.mover).hash(state);
    }
}

impl Growing {
    pub fn new(moves: u32) -> Self {
        Growing { moves, roles: (0..=DEEPEST).map(|level| format!("level-{level}")).collect() }
    }

    /// Returns the parts that a cell would get, as frames and places, numbered from `frames` and
    /// `sites` on.
    fn parts(&self, position: &Position, site: Site, shape: u32) -> (Vec<Frame>, Vec<Place>) {
        let whole = &position.drawing.places[site as usize];
        let level = position.cells[site as usize].level + 1;
        let (frames, sites) = (position.drawing.frames.len() as u32, position.cells.len() as Site);
        let part = |number: u32| {
            let (x, y) = CHILDREN[number as usize];
            let frame = Frame { parent: whole.frame, affine: (0.5, 0.0, 0.0, 0.5, x, y), level };
            let label = format!("{}{}", whole.label, char::from(b'a' + number as u8));
            let place = Place {
                frame: Some(frames + number),
                role: level,
                ..common::place(sites + number, (0.0, 0.0, 0.0), Some(shape), label)
            };
            (frame, place)
        };
        (0..4).map(part).unzip()
    }

    fn divide(&self, position: &mut Position, site: Site) {
        let (frames, places) = self.parts(position, site, SQUARE);
        let frame = position.drawing.places[site as usize].frame;
        let cell = &mut position.cells[site as usize];
        cell.divided = true;
        let level = cell.level;
        for [from, to] in [[(-0.5, 0.0), (0.5, 0.0)], [(0.0, -0.5), (0.0, 0.5)]] {
            position.drawing.lines.push(BoardLine {
                frame,
                role: level,
                points: [from, to].map(|(x, y)| (x, y, 0.0)).to_vec(),
                closed: false,
                style: LineStyle::Stroke,
                group: 0,
            });
        }
        let part = Cell { stone: None, divided: false, level: level + 1 };
        position.cells.extend([part; 4]);
        position.drawing.frames.extend(frames);
        position.drawing.places.extend(places);
        position.divided.push(site);
    }

    fn unite(&self, position: &mut Position) {
        let site = position.divided.pop().expect("a cell was divided");
        position.cells[site as usize].divided = false;
        position.cells.truncate(position.cells.len() - 4);
        let drawing = &mut position.drawing;
        drawing.frames.truncate(drawing.frames.len() - 4);
        drawing.places.truncate(drawing.places.len() - 4);
        drawing.lines.truncate(drawing.lines.len() - 2);
    }

    /// Returns the sum of the depths of a seat's stones.
    fn score(&self, position: &Position, seat: Seat) -> u32 {
        let own = position.cells.iter().filter(|cell| cell.stone == Some(seat));
        own.map(|cell| u32::from(cell.level)).sum()
    }
}

impl Game for Growing {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        About { bound: Some(self.moves), ..common::about(2, &self.roles) }
    }

    fn start(&self) -> Position {
        let root = common::place(0, (0.0, 0.0, 0.0), Some(SQUARE), "o".to_owned());
        let shapes = vec![common::square()];
        Position {
            cells: vec![Cell { stone: None, divided: false, level: 0 }],
            divided: Vec::new(),
            drawing: Patch { shapes, places: vec![root], ..Patch::default() },
            stones: 0,
            mover: 0,
        }
    }

    fn status(&self, position: &Position) -> Status {
        let full = position.cells.iter().all(|cell| cell.divided || cell.stone.is_some());
        match full || position.stones >= self.moves {
            true => Status::Over,
            false => Status::Turn(position.mover),
        }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        for (site, cell) in (0..).zip(&position.cells) {
            if !cell.divided && cell.stone.is_none() {
                // The whole board is not worth a stone.
                out.extend((site > 0).then_some(Move::Put(site)));
                let deeper = if cell.level < DEEPEST { 4 } else { 0 };
                out.extend((0..deeper).map(|part| Move::Divide(site, part)));
            }
        }
    }

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        let site = match mv {
            Move::Put(site) => site,
            Move::Divide(site, part) => {
                self.divide(position, site);
                position.cells.len() as Site - 4 + Site::from(part)
            }
        };
        position.cells[site as usize].stone = Some(by);
        position.stones += 1;
        position.mover = 1 - by;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&[0, 1].map(|seat| i64::from(self.score(position, seat))))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.stones", "all stones are placed")
    }

    fn notation(&self, position: &Position, _: Seat, mv: Move) -> String {
        let label = |site: Site| &position.drawing.places[site as usize].label;
        match mv {
            Move::Put(site) => label(site).clone(),
            Move::Divide(site, part) => format!("{}/{}", label(site), char::from(b'a' + part)),
        }
    }

    fn paths(&self, position: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        out.push(match mv {
            Move::Put(site) => vec![site],
            Move::Divide(site, part) => {
                vec![site, position.cells.len() as Site + Site::from(part)]
            }
        });
    }

    fn target_kind(&self, _: &Position, _: Seat, mv: Move) -> TargetKind {
        if matches!(mv, Move::Put(_)) { TargetKind::Quiet } else { TargetKind::Split }
    }

    fn placed_piece(&self, _: &Position, by: Seat, _: &[Site], _: Move) -> Option<Piece> {
        Some(Piece::new(0, by))
    }

    fn proposed_sites(&self, position: &Position, _: u16, path: &[Site]) -> Patch {
        let divisible = |site: Site| {
            let cell = position.cells.get(site as usize)?;
            (!cell.divided && cell.stone.is_none() && cell.level < DEEPEST).then_some(site)
        };
        let &[site] = path else { return Patch::default() };
        let Some(site) = divisible(site) else { return Patch::default() };
        // Another shape, numbered on from the board's.
        let diamond = [(-0.5, 0.0), (0.0, -0.5), (0.5, 0.0), (0.0, 0.5)];
        let shapes = vec![diamond.map(|(x, y)| (x, y, 0.0)).to_vec()];
        let (frames, places) = self.parts(position, site, position.drawing.shapes.len() as u32);
        Patch { frames, shapes, places, ..Patch::default() }
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        [0, 1].map(|seat| common::seat(seat, self.score(position, seat))).to_vec()
    }

    fn sites(&self, position: &Position) -> u32 {
        position.cells.len() as u32
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        position.cells[site as usize].stone.map(|seat| Piece::new(0, seat))
    }

    fn drawing<'a>(&'a self, position: &'a Position, _: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(&position.drawing)
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        common::known(form)?;
        let divided: Vec<String> = position.divided.iter().map(Site::to_string).collect();
        let letter = |cell: &Cell| cell.stone.map_or('.', |seat| ['x', 'o'][usize::from(seat)]);
        let stones: String = position.cells.iter().map(letter).collect();
        let mover = ['x', 'o'][usize::from(position.mover)];
        Ok(format!("{}/{stones}/{mover}", divided.join(",")))
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let bad = |what: &str| Message::new("read.growing", format!("expected {what} in `{text}`"));
        let mut parts = text.split('/');
        let (Some(divided), Some(stones), Some(mover)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(bad("cells divided, stones and whose turn it is, with `/` between"));
        };
        let mut position = self.start();
        for word in divided.split(',').filter(|word| !word.is_empty()) {
            let site = word.parse::<Site>().ok().filter(|site| {
                let cell = position.cells.get(*site as usize);
                cell.is_some_and(|cell| !cell.divided && cell.level < DEEPEST)
            });
            self.divide(&mut position, site.ok_or_else(|| bad("a cell that can be divided"))?);
        }
        if stones.chars().count() != position.cells.len() {
            return Err(bad("a letter for each cell"));
        }
        for (cell, letter) in position.cells.iter_mut().zip(stones.chars()) {
            cell.stone = match letter {
                '.' => None,
                'x' if !cell.divided => Some(0),
                'o' if !cell.divided => Some(1),
                _ => return Err(bad("`x`, `o` or `.`")),
            };
            position.stones += u32::from(cell.stone.is_some());
        }
        position.mover = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(bad("`x` or `o` to move")),
        };
        Ok(position)
    }
}

impl Undoable for Growing {
    type Undo = Move;

    fn play_undoable(
        &self,
        position: &mut Position,
        by: Seat,
        mv: Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Move {
        if let Some(effects) = effects {
            let stone = Piece::new(0, by);
            match mv {
                Move::Put(site) => effects.push(effects::place(site, stone)),
                Move::Divide(site, part) => {
                    let child = position.cells.len() as Site + Site::from(part);
                    effects.push(Effect { site: Some(site), ..effects::plain("split") });
                    effects.push(Effect { stage: 1, ..effects::place(child, stone) });
                }
            }
        }
        self.play(position, by, mv);
        mv
    }

    fn undo(&self, position: &mut Position, undo: Move) {
        match undo {
            Move::Put(site) => position.cells[site as usize].stone = None,
            Move::Divide(..) => self.unite(position),
        }
        position.stones -= 1;
        position.mover = 1 - position.mover;
    }
}
