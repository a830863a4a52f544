//! A position: the board as it is divided now, pieces, and points by level.

use boardloom_sdk::Seat;
use boardloom_sdk::random::mix;
use boardloom_sdk::topology::subdivision::Tree;

/// An empty vertex.
pub const EMPTY: Seat = Seat::MAX;

/// What stands on the corners of a cell.
#[derive(Debug, Clone, Copy, Default)]
struct Corners {
    pieces: [u8; 2],
}

/// The cells of one level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Level {
    /// How many there are.
    pub cells: u32,
    /// The points of both seats.
    pub score: [i64; 2],
}

/// A position.
///
/// Changed in place: a move costs as much as the vertex has cells around it and
/// the divided cell has parts, whatever the size of the board.
#[derive(Debug, Clone)]
pub struct Position {
    pub(crate) tree: Tree,
    /// What stands on each vertex: a seat or [`EMPTY`].
    pub(crate) pieces: Vec<Seat>,
    corners: Vec<Corners>,
    pub(crate) empty: u32,
    pub(crate) mover: Seat,
    pub(crate) levels: Vec<Level>,
    pub(crate) score: [i64; 2],
    /// The points of the last turn of each seat.
    pub(crate) gained: [i64; 2],
    /// The cells that the last move completed.
    pub(crate) completed: Vec<u32>,
    /// Pieces and divisions, for the key.
    key: u64,
}

impl Position {
    /// Returns the empty board.
    pub fn new(tree: Tree, mover: Seat) -> Self {
        let mut position = Position {
            pieces: vec![EMPTY; tree.vertices() as usize],
            corners: vec![Corners::default(); tree.cells() as usize],
            empty: tree.vertices(),
            mover,
            levels: Vec::new(),
            score: [0; 2],
            gained: [0; 2],
            completed: Vec::new(),
            key: 0,
            tree,
        };
        for cell in 0..position.tree.cells() {
            position.level(cell).cells += 1;
        }
        for cell in position.tree.divided() {
            position.key ^= mix(position.tree.cell_key(*cell));
        }
        position
    }

    /// Returns a number for positions with the same future.
    pub fn key(&self) -> u64 {
        mix(self.key ^ u64::from(self.mover))
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

    /// Divides a cell that can be divided. Where a child's corners all hold pieces
    /// already it is complete at once, and appended.
    pub fn divide(&mut self, cell: u32, completed: &mut Vec<u32>) {
        let new = self.tree.divide(cell).expect("a legal division has room");
        self.key ^= mix(self.tree.cell_key(cell));
        self.pieces.resize(new.end as usize, EMPTY);
        self.empty += new.len() as u32;
        for child in self.tree.children(cell) {
            self.level(child).cells += 1;
            let mut corners = Corners::default();
            for vertex in self.tree.corners(child) {
                let piece = self.pieces[*vertex as usize];
                if piece != EMPTY {
                    corners.pieces[usize::from(piece)] += 1;
                }
            }
            self.corners.push(corners);
            if self.is_complete(child) {
                self.count(child, 1);
                completed.push(child);
            }
        }
    }

    /// Takes the last division back; what it created is empty again.
    pub fn unite(&mut self) {
        let cell = *self.tree.divided().last().expect("a cell was divided");
        for child in self.tree.children(cell) {
            if self.is_complete(child) {
                self.count(child, -1);
            }
            self.level(child).cells -= 1;
        }
        self.key ^= mix(self.tree.cell_key(cell));
        let vertices = self.tree.vertices();
        self.tree.unite();
        self.empty -= vertices - self.tree.vertices();
        self.pieces.truncate(self.tree.vertices() as usize);
        self.corners.truncate(self.tree.cells() as usize);
    }

    /// Tells whether all corners of a cell hold pieces.
    pub fn is_complete(&self, cell: u32) -> bool {
        let [one, other] = self.corners[cell as usize].pieces;
        usize::from(one) + usize::from(other) == self.tree.fractal().corners()
    }

    /// Returns how many pieces of each seat stand on the corners of a cell.
    pub fn on_corners(&self, cell: u32) -> [u8; 2] {
        self.corners[cell as usize].pieces
    }

    /// Adds the points of a cell, or takes them away.
    fn count(&mut self, cell: u32, sign: i64) {
        for (seat, pieces) in self.on_corners(cell).into_iter().enumerate() {
            self.score[seat] += sign * i64::from(pieces);
            self.level(cell).score[seat] += sign * i64::from(pieces);
        }
    }

    /// Puts a piece on an empty vertex and appends the cells that it completes.
    pub fn put(&mut self, vertex: u32, seat: Seat, completed: &mut Vec<u32>) {
        self.pieces[vertex as usize] = seat;
        self.empty -= 1;
        self.key ^= self.piece_key(vertex, seat);
        let around: Vec<u32> = self.tree.around(vertex).collect();
        for cell in around {
            self.corners[cell as usize].pieces[usize::from(seat)] += 1;
            if self.is_complete(cell) {
                self.count(cell, 1);
                completed.push(cell);
            }
        }
    }

    /// Takes a piece off.
    pub fn lift(&mut self, vertex: u32) {
        let seat = std::mem::replace(&mut self.pieces[vertex as usize], EMPTY);
        self.empty += 1;
        self.key ^= self.piece_key(vertex, seat);
        let around: Vec<u32> = self.tree.around(vertex).collect();
        for cell in around {
            if self.is_complete(cell) {
                self.count(cell, -1);
            }
            self.corners[cell as usize].pieces[usize::from(seat)] -= 1;
        }
    }
}
