//! A position: the board as it is divided now, pieces, and points by level.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boardloom_sdk::Seat;
use boardloom_sdk::random::mix;
use boardloom_sdk::topology::subdivision::{Corner, DivisionPreview, Tree};

use crate::chains::{ChainRules, Chains};
use crate::fenwick_tree::FenwickTree;
use crate::indexed_set::IndexedSet;
use crate::ruleset::Pack;
use crate::scoring::Scoring;

/// An empty vertex.
pub const EMPTY: Seat = Seat::MAX;

/// The state of the right to divide in this turn, where chance decides on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RightState {
    #[default]
    Untried,
    /// Chance decides next.
    Pending,
    Won,
    Lost,
}

/// The part of a position besides the board that a move changes.
#[derive(Debug, Clone, Copy, Default)]
pub struct TurnState {
    pub mover: Seat,
    pub right: RightState,
    /// The cards that are left to draw.
    pub pack: Pack,
    /// The points of the last turn of each seat.
    pub gained: [i64; 2],
    /// The points of both seats by the last move.
    pub scored: [i64; 2],
    /// The counted cells whose sides a chain of each seat joins, as masks of [`Chains`].
    pub joined: [u64; 2],
}

/// The rules that a position needs to update its counts.
#[derive(Debug, Clone)]
pub struct PositionRules {
    /// Cells of this level are not divided.
    pub horizon: u16,
    /// Whether a piece goes only on the centre of the cell that was divided.
    pub centre: bool,
    pub scoring: Scoring,
    /// How chains count, if they do.
    pub chains: Option<ChainRules>,
    /// All cards.
    pub pack: Pack,
}

/// A position.
///
/// A move changes it in place. The cost depends only on the cells around the vertex and the parts
/// of the divided cell. Counting moves and finding the n-th do not depend on the board's size.
#[derive(Debug, Clone)]
pub struct Position {
    rules: Arc<PositionRules>,
    pub(crate) tree: Tree,
    outlook: DivisionPreview,
    /// The contents of each vertex: a seat or [`EMPTY`].
    pub(crate) pieces: Vec<Seat>,
    pub(crate) empty: IndexedSet,
    /// The cells that can be divided.
    pub(crate) divisible: IndexedSet,
    /// For each cell the number of new vertices that a piece can go on after dividing it.
    pub(crate) created_counts: FenwickTree,
    /// The number of pieces of each seat on the corners of each cell.
    corners: Vec<[u8; 2]>,
    pub(crate) turn: TurnState,
    pub(crate) levels: Vec<[i64; 2]>,
    pub(crate) score: [i64; 2],
    /// The lead of the first seat on incomplete cells, by the number of missing pieces:
    /// one, two, more.
    pub(crate) incomplete_lead: [i64; 3],
    /// The lead of the first seat in pieces on the corners of cells that can be divided, added up
    /// cell by cell.
    pub(crate) divisible_lead: i64,
    /// The number of cells that meet at each vertex.
    cell_counts: Vec<u16>,
    /// Bit n: whether the number of empty vertices with n cells is odd.
    odd_counts: u64,
    pub(crate) chains: Option<Chains>,
    /// The cells that the last move completed.
    pub(crate) completed: Vec<u32>,
    /// A hash of pieces and divisions.
    key: u64,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position {
    pub fn new(tree: Tree, mover: Seat, rules: Arc<PositionRules>) -> Self {
        let mut position = Position {
            outlook: DivisionPreview::new(&tree, rules.horizon),
            pieces: vec![EMPTY; tree.vertices() as usize],
            empty: IndexedSet::default(),
            divisible: IndexedSet::default(),
            created_counts: FenwickTree::default(),
            corners: Vec::with_capacity(tree.cells() as usize),
            turn: TurnState { mover, pack: rules.pack, ..TurnState::default() },
            levels: Vec::new(),
            score: [0; 2],
            incomplete_lead: [0; 3],
            divisible_lead: 0,
            cell_counts: vec![0; tree.vertices() as usize],
            odd_counts: 0,
            chains: rules.chains.map(|chains| Chains::new(chains, &tree)),
            completed: Vec::new(),
            key: 0,
            rules,
            tree,
        };
        for _ in 0..position.tree.vertices() {
            position.empty.push(true);
        }
        for cell in 0..position.tree.cells() {
            position.push_cell(cell);
            position.corners.push([0; 2]);
            position.count_at_corners(cell, true);
        }
        for cell in position.tree.divided_cells() {
            position.key ^= mix(position.tree.cell_key(*cell));
        }
        position
    }

    pub fn mover(&self) -> Seat {
        self.turn.mover
    }

    /// Returns a number for positions with the same future.
    pub fn key(&self) -> u64 {
        let chance = u64::from(self.turn.pack.divide) << 24 | u64::from(self.turn.pack.place) << 8;
        let turn = chance | (self.turn.right as u64) << 1 | u64::from(self.turn.mover);
        mix(self.key ^ mix(turn))
    }

    fn level_mut(&mut self, cell: u32) -> &mut [i64; 2] {
        let level = usize::from(self.tree.level(cell));
        if level >= self.levels.len() {
            self.levels.resize(level + 1, [0; 2]);
        }
        &mut self.levels[level]
    }

    fn piece_key(&self, vertex: u32, seat: Seat) -> u64 {
        mix(self.tree.vertex(vertex).key() ^ (u64::from(seat) + 1))
    }

    pub fn is_divisible(&self, cell: u32) -> bool {
        self.outlook.can_divide(&self.tree, cell)
    }

    /// Returns the new vertices that a piece can go on after dividing a cell.
    pub fn created(&self, cell: u32) -> Vec<Corner> {
        let mut created = self.outlook.new_vertices(&self.tree, cell);
        if self.rules.centre {
            created.retain(|corner| self.tree.fractal().is_center(corner.slot));
        }
        created
    }

    fn count_created(&self, cell: u32) -> u32 {
        if !self.rules.centre {
            return self.outlook.count_new_vertices(&self.tree, cell);
        }
        let mut count = 0;
        let fractal = self.tree.fractal();
        self.outlook.each_new_vertex(&self.tree, cell, |slot, _| {
            count += u32::from(fractal.is_center(slot))
        });
        count
    }

    fn push_cell(&mut self, cell: u32) {
        self.divisible.push(self.is_divisible(cell));
        self.created_counts.push(self.count_created(cell));
    }

    pub fn cells_at(&self, vertex: u32) -> u16 {
        self.cell_counts[vertex as usize]
    }

    /// Returns the lead of the first seat in pieces on a cell's corners.
    pub fn corner_lead(&self, cell: u32) -> i64 {
        let [one, other] = self.corners[cell as usize];
        i64::from(one) - i64::from(other)
    }

    /// Returns the index of the n-th new vertex of a division among the corners of the
    /// cell's parts.
    pub fn created_corner(&self, cell: u32, n: u32) -> usize {
        let (mut left, mut found) = (n, 0);
        let centre = self.rules.centre;
        self.outlook.each_new_vertex(&self.tree, cell, |slot, _| {
            if !centre || self.tree.fractal().is_center(slot) {
                found = if left == 0 { slot } else { found };
                left = left.wrapping_sub(1);
            }
        });
        found
    }

    /// Returns the lead in points that the mover would gain if both players took the empty
    /// vertices in turn, those with the most cells first. Equal vertices cancel out in pairs, so
    /// only odd counts matter.
    pub fn tempo(&self) -> i64 {
        let (mut odd, mut sign, mut sum) = (self.odd_counts, 1, 0);
        while odd != 0 {
            let cells = odd.ilog2();
            sum += sign * i64::from(cells);
            sign = -sign;
            odd ^= 1 << cells;
        }
        sum
    }

    /// Adds an empty vertex to `odd_counts`, or removes it.
    fn toggle_parity(&mut self, vertex: u32) {
        // Vertices with more cells than bits count with the last bit.
        self.odd_counts ^= 1 << self.cell_counts[vertex as usize].min(63);
    }

    /// Adds a cell to the counts of its corners, or removes it.
    fn count_at_corners(&mut self, cell: u32, is_new: bool) {
        for corner in 0..self.tree.fractal().corners() {
            let vertex = self.tree.corners(cell)[corner];
            let is_empty = self.pieces[vertex as usize] == EMPTY;
            if is_empty {
                self.toggle_parity(vertex);
            }
            let count = &mut self.cell_counts[vertex as usize];
            *count = if is_new { *count + 1 } else { *count - 1 };
            if is_empty {
                self.toggle_parity(vertex);
            }
        }
    }

    /// Divides a cell that can be divided. Appends the children that are complete at once
    /// because all their corners hold pieces already.
    pub fn divide(&mut self, cell: u32, completed: &mut Vec<u32>) {
        self.divisible_lead -= self.corner_lead(cell);
        let new = self.tree.divide(cell).expect("a legal division has room");
        let mut changed = Vec::new();
        self.outlook.record_division(&self.tree, |cell| changed.push(cell));
        self.divisible.remove(cell);
        if let Some(chains) = &mut self.chains {
            chains.divide(&self.tree, cell);
        }
        self.recount(cell, &changed);
        self.key ^= mix(self.tree.cell_key(cell));
        self.pieces.resize(new.end as usize, EMPTY);
        self.cell_counts.resize(new.end as usize, 0);
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
            self.count_at_corners(child, true);
            self.count_cell(child, 1);
            if self.is_complete(child) {
                completed.push(child);
            }
        }
    }

    /// Undoes the last division. The vertices that it created are empty.
    pub fn unite(&mut self) {
        let cell = *self.tree.divided_cells().last().expect("a cell was divided");
        for child in self.tree.children(cell).rev() {
            self.count_cell(child, -1);
            self.count_at_corners(child, false);
            self.corners.pop();
            self.divisible.pop();
            self.created_counts.pop();
        }
        self.key ^= mix(self.tree.cell_key(cell));
        let vertices = self.tree.vertices();
        self.tree.unite();
        self.chains.iter_mut().for_each(Chains::unite);
        (self.tree.vertices()..vertices).for_each(|_| self.empty.pop());
        self.pieces.truncate(self.tree.vertices() as usize);
        self.cell_counts.truncate(self.tree.vertices() as usize);
        let mut changed = Vec::new();
        self.outlook.undo_division(&self.tree, cell, |cell| changed.push(cell));
        self.divisible.put_back(cell);
        self.recount(cell, &changed);
        self.divisible_lead += self.corner_lead(cell);
    }

    /// Updates the numbers of vertices that dividing these cells would create.
    fn recount(&mut self, cell: u32, others: &[u32]) {
        for cell in others.iter().chain([&cell]) {
            let count = self.count_created(*cell);
            if count != self.created_counts.get(*cell) {
                self.created_counts.set(*cell, count);
            }
        }
    }

    pub fn is_complete(&self, cell: u32) -> bool {
        self.missing_pieces(cell) == 0
    }

    fn missing_pieces(&self, cell: u32) -> usize {
        let [one, other] = self.corners[cell as usize];
        self.tree.fractal().corners() - usize::from(one) - usize::from(other)
    }

    /// Adds a cell's points and leads to the sums, or subtracts them.
    fn count_cell(&mut self, cell: u32, sign: i64) {
        let (pieces, level) = (self.corners[cell as usize], self.tree.level(cell));
        if self.is_divisible(cell) {
            self.divisible_lead += sign * self.corner_lead(cell);
        }
        let missing = self.missing_pieces(cell);
        if missing > 0 {
            let lead = self.rules.scoring.lead(level, pieces);
            self.incomplete_lead[missing.min(3) - 1] += sign * lead;
            return;
        }
        for (seat, points) in self.rules.scoring.points(level, pieces).into_iter().enumerate() {
            self.score[seat] += sign * points;
            self.level_mut(cell)[seat] += sign * points;
        }
    }

    /// Counts the chains after a move of a seat, and appends the cells that it joined. A division
    /// can part chains of both seats; without one, other cells than the new ones stay.
    pub fn count_chains(&mut self, by: Seat, is_divided: bool, joined: &mut Vec<u32>) {
        let Some(chains) = &mut self.chains else { return };
        joined.clear();
        let before = self.turn.joined;
        let own = usize::from(by);
        if is_divided {
            self.turn.joined = [0, 1].map(|seat| chains.joined(&self.pieces, seat, u64::MAX));
        } else {
            let among = !(before[0] | before[1]);
            self.turn.joined[own] |= chains.joined(&self.pieces, by, among);
        }
        joined.extend(chains.cells(self.turn.joined[own] & !before[own]));
        self.score_chains();
    }

    /// Sets the points to the number of cells that are joined.
    pub fn score_chains(&mut self) {
        let Some(chains) = &self.chains else { return };
        self.score = self.turn.joined.map(|mask| i64::from(mask.count_ones()));
        self.levels.clear();
        for (seat, mask) in self.turn.joined.into_iter().enumerate() {
            for cell in chains.cells(mask) {
                let level = usize::from(self.tree.level(cell));
                if level >= self.levels.len() {
                    self.levels.resize(level + 1, [0; 2]);
                }
                self.levels[level][seat] += 1;
            }
        }
    }

    fn visit_cells_at(&mut self, vertex: u32, mut visit: impl FnMut(&mut Self, u32)) {
        let mut next = self.tree.first_corner_at(vertex);
        while let Some(place) = next {
            visit(self, self.tree.cell_of(place));
            next = self.tree.next_corner_at(place);
        }
    }

    /// Puts a piece on an empty vertex and appends the cells that it completes.
    pub fn put_piece(&mut self, vertex: u32, seat: Seat, completed: &mut Vec<u32>) {
        self.toggle_parity(vertex);
        self.pieces[vertex as usize] = seat;
        self.empty.remove(vertex);
        self.key ^= self.piece_key(vertex, seat);
        self.visit_cells_at(vertex, |position, cell| {
            position.count_cell(cell, -1);
            position.corners[cell as usize][usize::from(seat)] += 1;
            position.count_cell(cell, 1);
            if position.is_complete(cell) {
                completed.push(cell);
            }
        });
    }

    /// Removes the piece that was put last.
    pub fn remove_piece(&mut self, vertex: u32) {
        let seat = std::mem::replace(&mut self.pieces[vertex as usize], EMPTY);
        self.toggle_parity(vertex);
        self.empty.put_back(vertex);
        self.key ^= self.piece_key(vertex, seat);
        self.visit_cells_at(vertex, |position, cell| {
            position.count_cell(cell, -1);
            position.corners[cell as usize][usize::from(seat)] -= 1;
            position.count_cell(cell, 1);
        });
    }
}
