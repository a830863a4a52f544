//! Legal moves: checked, counted and picked without a pass over the whole board.

use boardloom_sdk::topology::subdivision::{BoardElement, Corner};
use boardloom_sdk::{CHANCE, Seat, Site};

use crate::game::Fractal;
use crate::position::{EMPTY, Position, RightState};
use crate::ruleset::{ChanceRule, DivisionRight, Placement};

/// A move. Vertices that a division creates have the numbers that they will get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Puts a piece on a vertex.
    Place(u32),
    /// Divides a cell and puts a piece on a vertex.
    Divide { cell: u32, on: u32 },
    /// Tries for the right to divide.
    Ask,
    /// The face of the die that chance rolled.
    Roll(u8),
    /// The card that chance drew: true if it wins the right to divide.
    Card(bool),
}

impl Fractal {
    fn chance(&self) -> &ChanceRule {
        &self.ruleset.rules.subdivide.chance
    }

    fn allows_any_vertex(&self) -> bool {
        self.ruleset.rules.subdivide.on == Placement::Any
    }

    /// Tells whether the score lets a seat divide.
    pub(crate) fn is_entitled(&self, position: &Position, by: Seat) -> bool {
        let behind = position.score[usize::from(1 - by)] - position.score[usize::from(by)];
        match self.ruleset.rules.subdivide.who {
            DivisionRight::Behind => behind > 0,
            DivisionRight::BehindBy(least) => behind >= i64::from(least),
            DivisionRight::Always => true,
            DivisionRight::Never => false,
        }
    }

    pub(crate) fn may_divide(&self, position: &Position, by: Seat) -> bool {
        let won = *self.chance() == ChanceRule::None || position.turn.right == RightState::Won;
        won && self.is_entitled(position, by)
    }

    pub(crate) fn may_ask(&self, position: &Position, by: Seat) -> bool {
        *self.chance() != ChanceRule::None
            && position.turn.right == RightState::Untried
            && self.is_entitled(position, by)
            && self.count_pairs(position) > 0
    }

    /// Returns the number of pairs of a cell that can be divided and a vertex for the
    /// piece, whether or not a seat has the right to divide.
    fn count_pairs(&self, position: &Position) -> u64 {
        let created = u64::from(position.created_counts.total());
        if self.allows_any_vertex() {
            created + u64::from(position.divisible.len()) * u64::from(position.empty.len())
        } else {
            created
        }
    }

    /// Returns the number of divisions that a seat can choose from now.
    pub(crate) fn count_divisions(&self, position: &Position, by: Seat) -> u64 {
        if self.may_divide(position, by) { self.count_pairs(position) } else { 0 }
    }

    /// Tells whether the mover may divide a cell, or can still win the right to.
    pub(crate) fn has_division(&self, position: &Position) -> bool {
        let by = position.turn.mover;
        self.count_divisions(position, by) > 0 || self.may_ask(position, by)
    }

    /// Tells whether a cell can be divided and leaves a vertex for the piece.
    pub(crate) fn allows_division(&self, position: &Position, cell: u32) -> bool {
        position.created_counts.get(cell) > 0
            || self.allows_any_vertex() && position.empty.len() > 0 && position.is_divisible(cell)
    }

    pub(crate) fn empty_vertices(position: &Position) -> impl Iterator<Item = u32> + '_ {
        let vertices = (0..).zip(&position.pieces);
        vertices.filter(|(_, piece)| **piece == EMPTY).map(|(vertex, _)| vertex)
    }

    pub(crate) fn push_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        if by == CHANCE {
            out.extend(self.weighted_outcomes(position).into_iter().map(|(mv, _)| mv));
            return;
        }
        out.extend(Self::empty_vertices(position).map(Move::Place));
        if self.may_ask(position, by) {
            out.push(Move::Ask);
        }
        if self.count_divisions(position, by) == 0 {
            return;
        }
        for cell in 0..position.tree.cells() {
            if self.allows_division(position, cell) {
                let created = position.created(cell);
                out.extend(created.iter().map(|corner| Move::Divide { cell, on: corner.number }));
                if self.allows_any_vertex() {
                    out.extend(Self::empty_vertices(position).map(|on| Move::Divide { cell, on }));
                }
            }
        }
    }

    /// Returns the n-th of the counted moves.
    pub(crate) fn nth_legal(&self, position: &Position, by: Seat, n: u64) -> Move {
        if by == CHANCE {
            return self.weighted_outcomes(position)[n as usize].0;
        }
        let empty = u64::from(position.empty.len());
        if n < empty {
            return Move::Place(position.empty.get(n as u32));
        }
        if self.may_ask(position, by) {
            return Move::Ask;
        }
        let n = n - empty;
        let created = u64::from(position.created_counts.total());
        if n < created {
            let (cell, left) = position.created_counts.find(n as u32);
            return Move::Divide { cell, on: position.created(cell)[left as usize].number };
        }
        let (cell, vertex) = ((n - created) / empty, (n - created) % empty);
        let (cell, on) = (position.divisible.get(cell as u32), position.empty.get(vertex as u32));
        Move::Divide { cell, on }
    }

    pub(crate) fn weighted_outcomes(&self, position: &Position) -> Vec<(Move, u32)> {
        if position.turn.right != RightState::Pending {
            return Vec::new();
        }
        match *self.chance() {
            ChanceRule::None => Vec::new(),
            ChanceRule::Die { faces, .. } => {
                (1..=faces).map(|face| (Move::Roll(face), 1)).collect()
            }
            ChanceRule::Pack(_) => {
                let left = position.turn.pack;
                let cards = [(true, left.divide), (false, left.place)];
                let left = cards.into_iter().filter(|(_, left)| *left > 0);
                left.map(|(card, left)| (Move::Card(card), u32::from(left))).collect()
            }
        }
    }

    /// Decides on the right to divide by an outcome of chance. Drawn cards are set aside
    /// until the pack is used up; then all are shuffled again.
    pub(crate) fn decide_right(&self, position: &mut Position, outcome: Move) {
        let won = match (outcome, self.chance()) {
            (Move::Roll(face), ChanceRule::Die { least, .. }) => face >= *least,
            (Move::Card(won), ChanceRule::Pack(all)) => {
                let left = &mut position.turn.pack;
                *(if won { &mut left.divide } else { &mut left.place }) -= 1;
                if left.divide + left.place == 0 {
                    *left = *all;
                }
                won
            }
            _ => false,
        };
        position.turn.right = if won { RightState::Won } else { RightState::Lost };
    }

    /// Returns the cell at the beginning of a path, if a seat may divide it.
    pub(crate) fn divided_cell(&self, position: &Position, by: Seat, path: &[Site]) -> Option<u32> {
        let Some(BoardElement::Cell(cell)) = position.tree.element(*path.first()?) else {
            return None;
        };
        let legal = self.may_divide(position, by) && position.is_divisible(cell);
        legal.then_some(cell)
    }

    /// Returns the vertices for the piece after a division, with the sites that they have
    /// or would have, in order.
    pub(crate) fn placements(&self, position: &Position, cell: u32) -> Vec<(Site, u32)> {
        let site = |vertex| (Self::site(position, vertex), vertex);
        let mut placements = Vec::new();
        if self.allows_any_vertex() {
            placements.extend(Self::empty_vertices(position).map(site));
        }
        let created = position.created(cell);
        placements.extend(created.iter().map(|corner: &Corner| site(corner.number)));
        placements
    }

    /// Returns the site of a vertex that exists, or that the next division creates.
    pub(crate) fn site(position: &Position, vertex: u32) -> Site {
        match vertex.checked_sub(position.tree.vertices()) {
            Some(new) => position.tree.sites() + new,
            None => position.tree.vertex_site(vertex),
        }
    }
}
