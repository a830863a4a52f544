//! Chains that join the sides of cells, as in Hex and Y: for `score.by = "chain"`.
//!
//! The sides of undivided cells link their corners. Where a line is divided on one side only, the
//! whole line links its ends as well as each half. So the links triangulate the board, if squares
//! also have one diagonal each; and on a full board exactly one player's chain joins the sides
//! of each cell (Gale 1979).

use std::collections::VecDeque;
use std::sync::Arc;

use boardloom_sdk::topology::subdivision::{Fractal, Tree};
use boardloom_sdk::{Point, Seat};

/// The most cells whose chains count: as many as a mask has bits.
pub const MAX_CELLS: usize = 64;

/// Which cells count, and which of their sides a player joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainRules {
    /// Cells down to this level count.
    pub levels: u16,
    /// The sides that each seat joins, as bits.
    pub sides: [u8; 2],
}

impl ChainRules {
    /// Returns the rules for a board of triangles, all of whose sides are joined, or of squares:
    /// the first seat joins the upper and the lower side. `None` for other cells.
    pub fn new(tree: &Tree, levels: u16) -> Option<Self> {
        let fractal = tree.fractal();
        if !fractal.divides_into_quarters() {
            return None;
        }
        let sides = match fractal.corners() {
            3 => [0b111; 2],
            4 if fractal.keeps_directions() => {
                let height = |from: usize, to: usize| {
                    let corners = tree.corners(0);
                    let middle = |at: usize| {
                        let [one, other] =
                            [at, (at + 1) % 4].map(|corner| tree.point(corners[corner]).1);
                        (one + other) / 2.0
                    };
                    (middle(from) - middle(to)).abs()
                };
                if height(0, 2) >= height(1, 3) { [0b0101, 0b1010] } else { [0b1010, 0b0101] }
            }
            _ => return None,
        };
        Some(ChainRules { levels, sides })
    }

    /// Returns the number of cells that can count at most.
    pub fn most_cells(&self, fractal: &Fractal) -> Option<usize> {
        let mut level = fractal.roots();
        let mut all = level;
        for _ in 0..self.levels {
            level = level.checked_mul(fractal.children())?;
            all = all.checked_add(level)?;
        }
        Some(all)
    }
}

/// An undivided cell and the pairs of vertices that it links, some twice.
#[derive(Debug, Clone, PartialEq)]
struct LinkedCell {
    cell: u32,
    links: Arc<[[u32; 2]]>,
}

/// A cell that counts.
#[derive(Debug, PartialEq)]
struct CountedCell {
    cell: u32,
    /// The undivided cells within it: later parts of a cell come before earlier ones.
    parts: Vec<LinkedCell>,
    /// The vertices on its sides, and on which, as bits.
    sides: Vec<(u32, u8)>,
}

/// The cells that count on a board as it is divided now. Later cells have later bits of masks.
#[derive(Debug, PartialEq)]
struct Board {
    cells: Vec<Arc<CountedCell>>,
}

/// Links and counted cells after each division so far.
#[derive(Debug, Clone)]
pub struct Chains {
    rules: ChainRules,
    boards: Vec<Arc<Board>>,
    scratch: Scratch,
}

/// Groups of linked pieces, reused by the next search.
#[derive(Debug, Default)]
struct Scratch {
    parents: Vec<u32>,
    sides: Vec<u8>,
}

impl Clone for Scratch {
    // Its contents belong to one search.
    fn clone(&self) -> Self {
        Scratch::default()
    }
}

impl Scratch {
    fn root(&mut self, mut vertex: u32) -> u32 {
        loop {
            let parent = self.parents[vertex as usize];
            if parent == vertex {
                return vertex;
            }
            let above = self.parents[parent as usize];
            self.parents[vertex as usize] = above;
            vertex = above;
        }
    }
}

/// Calls `visit` for all links along a line between two vertices, and between its parts.
fn links_along(tree: &Tree, from: u32, to: u32, visit: &mut impl FnMut(u32, u32)) {
    visit(from, to);
    if let Some(middle) = tree.midpoint(from, to) {
        links_along(tree, from, middle, visit);
        links_along(tree, middle, to, visit);
    }
}

/// Returns the ends of the diagonal that links in an undivided square.
pub fn diagonal(tree: &Tree, cell: u32) -> Option<[u32; 2]> {
    match *tree.corners(cell) {
        [_, one, _, other] => Some([one, other]),
        _ => None,
    }
}

/// Returns the ends of the sides of a cell.
fn sides_of(tree: &Tree, cell: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    let corners = tree.corners(cell);
    (0..corners.len()).map(move |side| (corners[side], corners[(side + 1) % corners.len()]))
}

impl LinkedCell {
    fn new(tree: &Tree, cell: u32) -> Self {
        let mut links = Vec::new();
        for (from, to) in sides_of(tree, cell) {
            links_along(tree, from, to, &mut |one, other| links.push([one, other]));
        }
        links.extend(diagonal(tree, cell));
        LinkedCell { cell, links: links.into() }
    }

    /// Tells whether a line is, or is part of, a side of the cell.
    fn has_line(&self, (from, to): (u32, u32)) -> bool {
        self.links.iter().any(|link| *link == [from, to] || *link == [to, from])
    }
}

impl CountedCell {
    fn new(tree: &Tree, cell: u32) -> Self {
        let (mut parts, mut waiting) = (Vec::new(), vec![cell]);
        while let Some(cell) = waiting.pop() {
            match tree.is_divided(cell) {
                true => waiting.extend(tree.children(cell)),
                false => parts.push(LinkedCell::new(tree, cell)),
            }
        }
        Self::with_parts(tree, cell, parts)
    }

    fn with_parts(tree: &Tree, cell: u32, parts: Vec<LinkedCell>) -> Self {
        let mut sides = Vec::new();
        for (side, (from, to)) in sides_of(tree, cell).enumerate() {
            links_along(tree, from, to, &mut |one, other| {
                sides.extend([(one, 1 << side), (other, 1 << side)]);
            });
        }
        CountedCell { cell, parts, sides }
    }

    /// Returns the cell after the division of another one, or of itself; `None` if that changes
    /// nothing: only the divided cell and those along its sides have other links.
    fn after(&self, tree: &Tree, divided: u32) -> Option<Self> {
        let changes = |part: &LinkedCell| {
            part.cell == divided || sides_of(tree, divided).any(|line| part.has_line(line))
        };
        if !self.parts.iter().any(changes) {
            return None;
        }
        let mut parts = Vec::with_capacity(self.parts.len() + tree.children(divided).len());
        for part in &self.parts {
            if part.cell == divided {
                let new = tree.children(divided).rev().map(|cell| LinkedCell::new(tree, cell));
                parts.extend(new);
            } else if changes(part) {
                parts.push(LinkedCell::new(tree, part.cell));
            } else {
                parts.push(part.clone());
            }
        }
        Some(Self::with_parts(tree, self.cell, parts))
    }

    fn links(&self) -> impl Iterator<Item = &[u32; 2]> {
        self.parts.iter().flat_map(|part| part.links.iter())
    }

    /// Tells whether a chain of a seat joins these sides. If so, its root is in `scratch`.
    fn joined(&self, pieces: &[Seat], seat: Seat, sides: u8, scratch: &mut Scratch) -> Option<u32> {
        let own = |vertex: u32| pieces[vertex as usize] == seat;
        for vertex in self.links().flatten() {
            scratch.parents[*vertex as usize] = *vertex;
            scratch.sides[*vertex as usize] = 0;
        }
        for (vertex, side) in &self.sides {
            scratch.sides[*vertex as usize] |= side;
        }
        for [one, other] in self.links() {
            if !own(*one) || !own(*other) {
                continue;
            }
            let (one, other) = (scratch.root(*one), scratch.root(*other));
            scratch.parents[one as usize] = other;
            scratch.sides[other as usize] |= scratch.sides[one as usize];
            if scratch.sides[other as usize] & sides == sides {
                return Some(other);
            }
        }
        None
    }

    /// Returns the vertices of the group that joins these sides; others may join some of them.
    fn joining_group(&self, pieces: &[Seat], seat: Seat, sides: u8) -> Option<Vec<bool>> {
        let size = pieces.len();
        let mut scratch = Scratch { parents: vec![0; size], sides: vec![0; size] };
        let root = self.joined(pieces, seat, sides, &mut scratch)?;
        let mut group = vec![false; size];
        for vertex in self.links().flatten() {
            let is_own = pieces[*vertex as usize] == seat;
            group[*vertex as usize] = is_own && scratch.root(*vertex) == root;
        }
        Some(group)
    }

    /// Returns the shortest path in a group from a side to the nearest of some vertices; empty if
    /// there is none.
    fn shortest_path(&self, starts: &[u32], group: &[bool], side: u8) -> Vec<u32> {
        let mut from = vec![UNREACHED; group.len()];
        starts.iter().for_each(|start| from[*start as usize] = *start);
        let mut waiting: VecDeque<u32> = starts.iter().copied().collect();
        while let Some(vertex) = waiting.pop_front() {
            if self.sides.contains(&(vertex, side)) {
                let before = |at: &u32| Some(from[*at as usize]).filter(|before| before != at);
                return std::iter::successors(Some(vertex), before).collect();
            }
            for next in self.neighbors(vertex) {
                if group[next as usize] && from[next as usize] == UNREACHED {
                    from[next as usize] = vertex;
                    waiting.push_back(next);
                }
            }
        }
        Vec::new()
    }

    fn neighbors(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.links().filter_map(move |[one, other]| match vertex {
            _ if vertex == *one => Some(*other),
            _ if vertex == *other => Some(*one),
            _ => None,
        })
    }
}

impl Board {
    fn new(tree: &Tree, levels: u16) -> Self {
        let cells = (0..tree.cells()).filter(|cell| tree.level(*cell) <= levels);
        Board { cells: cells.map(|cell| Arc::new(CountedCell::new(tree, cell))).collect() }
    }

    /// Returns the board after the division of a cell.
    fn after(&self, tree: &Tree, divided: u32, levels: u16) -> Self {
        let after = |known: &Arc<CountedCell>| match known.after(tree, divided) {
            Some(changed) => Arc::new(changed),
            None => Arc::clone(known),
        };
        let parts = tree.children(divided).filter(|part| tree.level(*part) <= levels);
        let parts = parts.map(|part| Arc::new(CountedCell::new(tree, part)));
        Board { cells: self.cells.iter().map(after).chain(parts).collect() }
    }
}

impl Chains {
    pub fn new(rules: ChainRules, tree: &Tree) -> Self {
        let boards = vec![Arc::new(Board::new(tree, rules.levels))];
        Chains { rules, boards, scratch: Scratch::default() }
    }

    /// Follows the division of a cell.
    pub fn divide(&mut self, tree: &Tree, cell: u32) {
        let board = self.board().after(tree, cell, self.rules.levels);
        self.boards.push(Arc::new(board));
    }

    /// Undoes the last division.
    pub fn unite(&mut self) {
        self.boards.pop();
    }

    fn board(&self) -> &Arc<Board> {
        self.boards.last().expect("there is the board before any division")
    }

    /// Returns the cells of a mask, in order.
    pub fn cells(&self, mask: u64) -> impl Iterator<Item = u32> + '_ {
        let all = self.board().cells.iter().enumerate();
        all.filter(move |(at, _)| mask >> at & 1 != 0).map(|(_, counted)| counted.cell)
    }

    /// Returns the cells whose sides a seat joins, as a mask, of those in another mask.
    pub fn joined(&mut self, pieces: &[Seat], seat: Seat, among: u64) -> u64 {
        let board = Arc::clone(self.board());
        self.scratch.parents.resize(pieces.len(), 0);
        self.scratch.sides.resize(pieces.len(), 0);
        let sides = self.rules.sides[usize::from(seat)];
        let mut mask = 0;
        for (at, counted) in board.cells.iter().enumerate().filter(|(at, _)| among >> at & 1 != 0) {
            let joined = counted.joined(pieces, seat, sides, &mut self.scratch);
            mask |= u64::from(joined.is_some()) << at;
        }
        mask
    }

    /// Returns the vertices of the shortest chain of a seat from one of its sides of a cell to
    /// each other side; empty if there is none.
    pub fn paths(&self, pieces: &[Seat], seat: Seat, cell: u32) -> Vec<Vec<u32>> {
        let Some(counted) = self.board().cells.iter().find(|counted| counted.cell == cell) else {
            return Vec::new();
        };
        let own_sides = self.rules.sides[usize::from(seat)];
        let Some(group) = counted.joining_group(pieces, seat, own_sides) else {
            return Vec::new();
        };
        let mut sides = (0..8).map(|bit| 1 << bit).filter(|bit| own_sides & bit != 0);
        let Some(first) = sides.next() else { return Vec::new() };
        let starts = counted.sides.iter();
        let starts = starts.filter(|(vertex, side)| *side == first && group[*vertex as usize]);
        let mut reached: Vec<u32> = starts.map(|(vertex, _)| *vertex).collect();
        let mut paths = Vec::new();
        for side in sides {
            let path = counted.shortest_path(&reached, &group, side);
            // The next one begins anywhere on this one.
            reached.clone_from(&path);
            paths.push(path);
        }
        paths
    }
}

/// A vertex that no path leads to.
const UNREACHED: u32 = u32::MAX;

/// Returns the ends of the sides of the whole board that a seat joins; none if both seats join
/// all sides.
pub fn own_sides(rules: ChainRules, tree: &Tree, seat: Seat) -> Vec<Vec<Point>> {
    let count = tree.fractal().corners();
    if rules.sides[0] == rules.sides[1] || tree.fractal().roots() > 1 {
        return Vec::new();
    }
    let point = |corner: usize| {
        let (x, y) = tree.point(tree.corners(0)[corner % count]);
        (x, y, 0.0)
    };
    let own = (0..count).filter(|side| rules.sides[usize::from(seat)] >> side & 1 != 0);
    own.map(|side| vec![point(side), point(side + 1)]).collect()
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::random::Random;

    use super::*;
    use crate::position::EMPTY;

    /// Divides at random, fills the board at random, and checks that each counted cell belongs to
    /// exactly one seat.
    fn one_seat_joins(fractal: &str) {
        let table = format!("{{\"topology\":\"subdivision\",{fractal},\"depth\":1}}");
        let board: boardloom_sdk::topology::Board = serde_json::from_str(&table).unwrap();
        let board = board.subdivision().unwrap();
        let mut random = Random::new(7);
        for _ in 0..300 {
            let mut tree = board.growing().unwrap();
            let rules = ChainRules::new(&tree, 2).unwrap();
            let mut chains = Chains::new(rules, &tree);
            for _ in 0..random.below(12) {
                let cell = random.below(u64::from(tree.cells())) as u32;
                if !tree.is_divided(cell) && tree.level(cell) < 5 {
                    tree.divide(cell).unwrap();
                    chains.divide(&tree, cell);
                    // As on a board that was divided so from the start.
                    assert_eq!(**chains.board(), Board::new(&tree, rules.levels));
                }
            }
            let pieces: Vec<Seat> = (0..tree.vertices()).map(|_| random.below(2) as Seat).collect();
            let [one, other] = [0, 1].map(|seat| chains.joined(&pieces, seat, u64::MAX));
            let cells = chains.board().cells.len();
            let all = u64::MAX >> (64 - cells);
            assert_eq!((one & other, one | other), (0, all), "{}", tree.cells());
            for (seat, mask) in [(0, one), (1, other)] {
                for cell in chains.cells(mask) {
                    let paths = chains.paths(&pieces, seat, cell);
                    assert!(paths.iter().all(|path| !path.is_empty()), "{paths:?}");
                    assert!(paths.iter().flatten().all(|it| pieces[*it as usize] == seat));
                }
            }
        }
    }

    #[test]
    fn on_a_full_board_of_squares_one_seat_joins_the_sides_of_each_cell() {
        one_seat_joins("\"fractal\":\"square\"");
    }

    #[test]
    fn on_a_full_board_of_triangles_one_seat_joins_the_sides_of_each_cell() {
        one_seat_joins(
            "\"scale\":2,\"basis\":[[1.0,0.0],[0.5,-0.866]],\"corners\":[[0,0],[1,0],[0,1]],\
             \"children\":[{\"t\":[0,0]},{\"t\":[1,0]},{\"t\":[0,1]},\
             {\"m\":[[-1,0],[0,-1]],\"t\":[1,1]}]",
        );
    }

    #[test]
    fn no_seat_joins_anything_on_an_empty_board() {
        let board: boardloom_sdk::topology::Board =
            serde_json::from_str("{\"topology\":\"subdivision\",\"fractal\":\"square\"}").unwrap();
        let tree = board.subdivision().unwrap().growing().unwrap();
        let mut chains = Chains::new(ChainRules::new(&tree, 1).unwrap(), &tree);
        let empty = vec![EMPTY; tree.vertices() as usize];
        assert_eq!(chains.joined(&empty, 0, u64::MAX), 0);
        assert!(chains.paths(&empty, 0, 0).iter().all(Vec::is_empty));
    }
}
