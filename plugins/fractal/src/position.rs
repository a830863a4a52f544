//! A position: the board as it is divided now, pieces, and points by level.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boardloom_sdk::Seat;
use boardloom_sdk::random::mix;
use boardloom_sdk::topology::subdivision::{Corner, Outlook, Tree};

use crate::pool::Pool;
use crate::ruleset::Pack;
use crate::scoring::Scoring;
use crate::sums::Sums;

/// An empty vertex.
pub const EMPTY: Seat = Seat::MAX;

/// The cells of one level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Level {
    /// How many there are.
    pub cells: u32,
    /// The points of both seats.
    pub score: [i64; 2],
}

/// What has become of the right to divide in this turn, where it has to be won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Right {
    /// Nobody has asked for it.
    #[default]
    Untried,
    /// Chance is to decide.
    Asked,
    /// The mover may divide.
    Won,
    /// The mover has to place.
    Lost,
}

/// What of the rules a position is kept by.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The level from which on cells are not divided.
    pub horizon: u16,
    /// Whether pieces go on centres alone after a division.
    pub centre: bool,
    /// What cells are worth.
    pub scoring: Scoring,
    /// All cards.
    pub pack: Pack,
}

/// A position.
///
/// Changed in place: a move costs as much as the vertex has cells around it and
/// the divided cell has parts, whatever the size of the board. So does telling how
/// many moves there are, and which is the n-th.
#[derive(Debug, Clone)]
pub struct Position {
    terms: Arc<Terms>,
    pub(crate) tree: Tree,
    outlook: Outlook,
    /// What stands on each vertex: a seat or [`EMPTY`].
    pub(crate) pieces: Vec<Seat>,
    pub(crate) empty: Pool,
    /// The cells that can be divided.
    pub(crate) open: Pool,
    /// For each cell on how many new vertices a piece can go after dividing it.
    pub(crate) landings: Sums,
    /// How many pieces of each seat stand on the corners of each cell.
    corners: Vec<[u8; 2]>,
    pub(crate) mover: Seat,
    pub(crate) right: Right,
    /// The cards that were not drawn yet.
    pub(crate) pack: Pack,
    pub(crate) levels: Vec<Level>,
    pub(crate) score: [i64; 2],
    /// The lead of the first seat on cells that are not complete, by how many pieces
    /// are missing: one, two, more.
    pub(crate) waiting: [i64; 3],
    /// How many more pieces than the second the first seat has on the corners of
    /// cells that can be divided, cell by cell.
    pub(crate) whole: i64,
    /// How many cells meet at each vertex.
    meeting: Vec<u16>,
    /// One bit for each number of cells: whether they meet at an odd number of empty
    /// vertices.
    odd: u64,
    /// The points of the last turn of each seat.
    pub(crate) gained: [i64; 2],
    /// What the last move scored for both.
    pub(crate) scored: [i64; 2],
    /// The cells that the last move completed.
    pub(crate) completed: Vec<u32>,
    /// Pieces and divisions, for the key.
    key: u64,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position {
    /// Returns the empty board.
    pub fn new(tree: Tree, mover: Seat, terms: Arc<Terms>) -> Self {
        let mut position = Position {
            outlook: Outlook::new(&tree, terms.horizon),
            pieces: vec![EMPTY; tree.vertices() as usize],
            empty: Pool::default(),
            open: Pool::default(),
            landings: Sums::default(),
            corners: Vec::with_capacity(tree.cells() as usize),
            mover,
            right: Right::default(),
            pack: terms.pack,
            levels: Vec::new(),
            score: [0; 2],
            waiting: [0; 3],
            whole: 0,
            meeting: vec![0; tree.vertices() as usize],
            odd: 0,
            gained: [0; 2],
            scored: [0; 2],
            completed: Vec::new(),
            key: 0,
            terms,
            tree,
        };
        for _ in 0..position.tree.vertices() {
            position.empty.push(true);
        }
        for cell in 0..position.tree.cells() {
            position.push_cell(cell);
            position.corners.push([0; 2]);
            position.meet(cell, true);
        }
        for cell in position.tree.divided() {
            position.key ^= mix(position.tree.cell_key(*cell));
        }
        position
    }

    /// Returns whose turn it is, or would be if the game were not over.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns a number for positions with the same future.
    pub fn key(&self) -> u64 {
        let chance = u64::from(self.pack.divide) << 24 | u64::from(self.pack.place) << 8;
        let turn = chance | (self.right as u64) << 1 | u64::from(self.mover);
        mix(self.key ^ mix(turn))
    }

    /// Returns what is counted of the level of a cell.
    fn level(&mut self, cell: u32) -> &mut Level {
        let level = usize::from(self.tree.level(cell));
        if level >= self.levels.len() {
            self.levels.resize(level + 1, Level::default());
        }
        &mut self.levels[level]
    }

    fn piece_key(&self, vertex: u32, seat: Seat) -> u64 {
        mix(self.tree.vertex(vertex).key() ^ (u64::from(seat) + 1))
    }

    /// Tells whether a cell can be divided.
    pub fn is_open(&self, cell: u32) -> bool {
        self.outlook.is_open(&self.tree, cell)
    }

    /// Returns the new vertices that a piece can go on after dividing a cell.
    pub fn created(&self, cell: u32) -> Vec<Corner> {
        let mut created = self.outlook.created(&self.tree, cell);
        if self.terms.centre {
            created.retain(|corner| self.tree.fractal().is_center(corner.slot));
        }
        created
    }

    /// Returns how many of them there are.
    fn count_created(&self, cell: u32) -> u32 {
        if !self.terms.centre {
            return self.outlook.fresh(&self.tree, cell);
        }
        let mut count = 0;
        let fractal = self.tree.fractal();
        self.outlook
            .each_fresh(&self.tree, cell, |slot, _| count += u32::from(fractal.is_center(slot)));
        count
    }

    fn push_cell(&mut self, cell: u32) {
        self.level(cell).cells += 1;
        self.open.push(self.is_open(cell));
        self.landings.push(self.count_created(cell));
    }

    /// Returns how many cells meet at a vertex.
    pub fn cells_at(&self, vertex: u32) -> u16 {
        self.meeting[vertex as usize]
    }

    /// Returns by how many pieces the first seat leads on a cell's corners.
    pub fn ahead(&self, cell: u32) -> i64 {
        let [one, other] = self.corners[cell as usize];
        i64::from(one) - i64::from(other)
    }

    /// Returns the place among the corners of a cell's parts of the vertex that
    /// dividing it would create as the n-th.
    pub fn slot(&self, cell: u32, n: u32) -> usize {
        let (mut left, mut found) = (n, 0);
        let centre = self.terms.centre;
        self.outlook.each_fresh(&self.tree, cell, |slot, _| {
            if !centre || self.tree.fractal().is_center(slot) {
                found = if left == 0 { slot } else { found };
                left = left.wrapping_sub(1);
            }
        });
        found
    }

    /// Returns by how much the mover would gain more than the other side if both took
    /// the empty vertices in turn, those first at which the most cells meet: of two
    /// that are alike each side gets one.
    pub fn tempo(&self) -> i64 {
        let (mut odd, mut sign, mut sum) = (self.odd, 1, 0);
        while odd != 0 {
            let cells = odd.ilog2();
            sum += sign * i64::from(cells);
            sign = -sign;
            odd ^= 1 << cells;
        }
        sum
    }

    /// Turns over whether the empty vertices like one are odd in number.
    fn turn_over(&mut self, vertex: u32) {
        // What has more cells than bits is like the last of these.
        self.odd ^= 1 << self.meeting[vertex as usize].min(63);
    }

    /// Has a cell meet others at its corners, or meet them no more.
    fn meet(&mut self, cell: u32, meets: bool) {
        for corner in 0..self.tree.fractal().corners() {
            let vertex = self.tree.corners(cell)[corner];
            let is_empty = self.pieces[vertex as usize] == EMPTY;
            if is_empty {
                self.turn_over(vertex);
            }
            let meeting = &mut self.meeting[vertex as usize];
            *meeting = if meets { *meeting + 1 } else { *meeting - 1 };
            if is_empty {
                self.turn_over(vertex);
            }
        }
    }

    /// Divides a cell that can be divided. Where a child's corners all hold pieces
    /// already it is complete at once, and appended.
    pub fn divide(&mut self, cell: u32, completed: &mut Vec<u32>) {
        self.whole -= self.ahead(cell);
        let new = self.tree.divide(cell).expect("a legal division has room");
        let mut changed = Vec::new();
        self.outlook.divided(&self.tree, |cell| changed.push(cell));
        self.open.take(cell);
        self.recount(cell, &changed);
        self.key ^= mix(self.tree.cell_key(cell));
        self.pieces.resize(new.end as usize, EMPTY);
        self.meeting.resize(new.end as usize, 0);
        new.for_each(|_| self.empty.push(true));
        for child in self.tree.children(cell) {
            self.push_cell(child);
            let mut corners = [0; 2];
            for vertex in self.tree.corners(child) {
                let piece = self.pieces[*vertex as usize];
                if piece != EMPTY {
                    corners[usize::from(piece)] += 1;
                }
            }
            self.corners.push(corners);
            self.meet(child, true);
            self.count(child, 1);
            if self.is_complete(child) {
                completed.push(child);
            }
        }
    }

    /// Takes the last division back; what it created is empty again.
    pub fn unite(&mut self) {
        let cell = *self.tree.divided().last().expect("a cell was divided");
        for child in self.tree.children(cell).rev() {
            self.count(child, -1);
            self.meet(child, false);
            self.level(child).cells -= 1;
            self.corners.pop();
            self.open.pop();
            self.landings.pop();
        }
        self.key ^= mix(self.tree.cell_key(cell));
        let vertices = self.tree.vertices();
        self.tree.unite();
        (self.tree.vertices()..vertices).for_each(|_| self.empty.pop());
        self.pieces.truncate(self.tree.vertices() as usize);
        self.meeting.truncate(self.tree.vertices() as usize);
        let mut changed = Vec::new();
        self.outlook.united(&self.tree, cell, |cell| changed.push(cell));
        self.open.put_back(cell);
        self.recount(cell, &changed);
        self.whole += self.ahead(cell);
    }

    /// Counts again what dividing a cell and others creates.
    fn recount(&mut self, cell: u32, others: &[u32]) {
        for cell in others.iter().chain([&cell]) {
            let count = self.count_created(*cell);
            if count != self.landings.get(*cell) {
                self.landings.set(*cell, count);
            }
        }
    }

    /// Tells whether all corners of a cell hold pieces.
    pub fn is_complete(&self, cell: u32) -> bool {
        self.missing(cell) == 0
    }

    fn missing(&self, cell: u32) -> usize {
        let [one, other] = self.corners[cell as usize];
        self.tree.fractal().corners() - usize::from(one) - usize::from(other)
    }

    /// Adds what a cell is worth, now or one day, or takes it away.
    fn count(&mut self, cell: u32, sign: i64) {
        let (pieces, level) = (self.corners[cell as usize], self.tree.level(cell));
        if self.is_open(cell) {
            self.whole += sign * self.ahead(cell);
        }
        let missing = self.missing(cell);
        if missing > 0 {
            let lead = self.terms.scoring.lead(level, pieces);
            self.waiting[missing.min(3) - 1] += sign * lead;
            return;
        }
        for (seat, points) in self.terms.scoring.points(level, pieces).into_iter().enumerate() {
            self.score[seat] += sign * points;
            self.level(cell).score[seat] += sign * points;
        }
    }

    /// Calls back with the cells around a vertex.
    fn around(&mut self, vertex: u32, mut visit: impl FnMut(&mut Self, u32)) {
        let mut next = self.tree.first_around(vertex);
        while let Some(place) = next {
            visit(self, self.tree.cell_of(place));
            next = self.tree.next_around(place);
        }
    }

    /// Puts a piece on an empty vertex and appends the cells that it completes.
    pub fn put(&mut self, vertex: u32, seat: Seat, completed: &mut Vec<u32>) {
        self.turn_over(vertex);
        self.pieces[vertex as usize] = seat;
        self.empty.take(vertex);
        self.key ^= self.piece_key(vertex, seat);
        self.around(vertex, |position, cell| {
            position.count(cell, -1);
            position.corners[cell as usize][usize::from(seat)] += 1;
            position.count(cell, 1);
            if position.is_complete(cell) {
                completed.push(cell);
            }
        });
    }

    /// Takes the piece off that was put last.
    pub fn lift(&mut self, vertex: u32) {
        let seat = std::mem::replace(&mut self.pieces[vertex as usize], EMPTY);
        self.turn_over(vertex);
        self.empty.put_back(vertex);
        self.key ^= self.piece_key(vertex, seat);
        self.around(vertex, |position, cell| {
            position.count(cell, -1);
            position.corners[cell as usize][usize::from(seat)] -= 1;
            position.count(cell, 1);
        });
    }
}
