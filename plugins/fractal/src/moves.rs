//! Which moves there are: told, counted and picked without a look at the whole
//! board.

use boardloom_sdk::topology::subdivision::{Corner, Spot};
use boardloom_sdk::{CHANCE, Seat, Site};

use crate::game::Fractal;
use crate::position::{EMPTY, Position, Right};
use crate::ruleset::{Chance, On, Who};

/// A move. Vertices that a division creates have the numbers that it gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Puts a piece on a vertex.
    Place(u32),
    /// Divides a cell and puts a piece on a vertex.
    Divide {
        /// The cell.
        cell: u32,
        /// The vertex.
        on: u32,
    },
    /// Asks for the right to divide.
    Ask,
    /// The face of the die that chance rolled.
    Roll(u8),
    /// The card that chance drew: whether it wins the right to divide.
    Card(bool),
}

impl Fractal {
    fn chance(&self) -> &Chance {
        &self.ruleset.rules.subdivide.chance
    }

    fn is_anywhere(&self) -> bool {
        self.ruleset.rules.subdivide.on == On::Any
    }

    /// Tells whether the score lets a seat divide.
    fn is_entitled(&self, position: &Position, by: Seat) -> bool {
        let behind = position.score[usize::from(1 - by)] - position.score[usize::from(by)];
        match self.ruleset.rules.subdivide.who {
            Who::Behind => behind > 0,
            Who::BehindBy(least) => behind >= i64::from(least),
            Who::Always => true,
            Who::Never => false,
        }
    }

    /// Tells whether a seat may divide now.
    pub(crate) fn may_divide(&self, position: &Position, by: Seat) -> bool {
        let won = *self.chance() == Chance::None || position.right == Right::Won;
        won && self.is_entitled(position, by)
    }

    /// Tells whether a seat may ask for the right to divide now.
    pub(crate) fn may_ask(&self, position: &Position, by: Seat) -> bool {
        *self.chance() != Chance::None
            && position.right == Right::Untried
            && self.is_entitled(position, by)
            && self.pairs(position) > 0
    }

    /// Returns how many pairs there are of a cell that can be divided and a vertex
    /// that a piece can go on afterwards, whoever may divide.
    fn pairs(&self, position: &Position) -> u64 {
        let created = u64::from(position.landings.total());
        if self.is_anywhere() {
            created + u64::from(position.open.len()) * u64::from(position.empty.len())
        } else {
            created
        }
    }

    /// Returns how many divisions with a piece there are.
    pub(crate) fn divisions(&self, position: &Position, by: Seat) -> u64 {
        if self.may_divide(position, by) { self.pairs(position) } else { 0 }
    }

    /// Tells whether the mover may divide a cell, or may yet win the right to.
    pub(crate) fn has_division(&self, position: &Position) -> bool {
        let by = position.mover;
        self.divisions(position, by) > 0 || self.may_ask(position, by)
    }

    /// Tells whether a cell can be divided with room for a piece afterwards.
    pub(crate) fn is_divisible(&self, position: &Position, cell: u32) -> bool {
        position.landings.get(cell) > 0
            || self.is_anywhere() && position.empty.len() > 0 && position.is_open(cell)
    }

    /// Returns the empty vertices in order.
    pub(crate) fn empties(position: &Position) -> impl Iterator<Item = u32> + '_ {
        let vertices = (0..).zip(&position.pieces);
        vertices.filter(|(_, piece)| **piece == EMPTY).map(|(vertex, _)| vertex)
    }

    /// Appends the moves of a seat, or of chance.
    pub(crate) fn list(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        if by == CHANCE {
            out.extend(self.outcomes(position).into_iter().map(|(mv, _)| mv));
            return;
        }
        out.extend(Self::empties(position).map(Move::Place));
        if self.may_ask(position, by) {
            out.push(Move::Ask);
        }
        if self.divisions(position, by) == 0 {
            return;
        }
        for cell in 0..position.tree.cells() {
            if self.is_divisible(position, cell) {
                let created = position.created(cell);
                out.extend(created.iter().map(|corner| Move::Divide { cell, on: corner.number }));
                if self.is_anywhere() {
                    out.extend(Self::empties(position).map(|on| Move::Divide { cell, on }));
                }
            }
        }
    }

    /// Returns how many moves a seat or chance has that is to move.
    pub(crate) fn count(&self, position: &Position, by: Seat) -> u64 {
        if by == CHANCE {
            return self.outcomes(position).len() as u64;
        }
        let asking = u64::from(self.may_ask(position, by));
        u64::from(position.empty.len()) + asking + self.divisions(position, by)
    }

    /// Returns one of the moves that are counted.
    pub(crate) fn nth(&self, position: &Position, by: Seat, n: u64) -> Move {
        if by == CHANCE {
            return self.outcomes(position)[n as usize].0;
        }
        let empty = u64::from(position.empty.len());
        if n < empty {
            return Move::Place(position.empty.get(n as u32));
        }
        if self.may_ask(position, by) {
            return Move::Ask;
        }
        let n = n - empty;
        let created = u64::from(position.landings.total());
        if n < created {
            let (cell, left) = position.landings.find(n as u32);
            return Move::Divide { cell, on: position.created(cell)[left as usize].number };
        }
        let (cell, vertex) = ((n - created) / empty, (n - created) % empty);
        let (cell, on) = (position.open.get(cell as u32), position.empty.get(vertex as u32));
        Move::Divide { cell, on }
    }

    /// Returns what chance can bring, with weights.
    pub(crate) fn outcomes(&self, position: &Position) -> Vec<(Move, u32)> {
        if position.right != Right::Asked {
            return Vec::new();
        }
        match *self.chance() {
            Chance::None => Vec::new(),
            Chance::Die { faces, .. } => (1..=faces).map(|face| (Move::Roll(face), 1)).collect(),
            Chance::Pack(_) => {
                let left = position.pack;
                let cards = [(true, left.divide), (false, left.place)];
                let left = cards.into_iter().filter(|(_, left)| *left > 0);
                left.map(|(card, left)| (Move::Card(card), u32::from(left))).collect()
            }
        }
    }

    /// Has chance decide on the right to divide. A card lies aside then; once all
    /// do, the pack is shuffled again.
    pub(crate) fn decide(&self, position: &mut Position, outcome: Move) {
        let won = match (outcome, self.chance()) {
            (Move::Roll(face), Chance::Die { least, .. }) => face >= *least,
            (Move::Card(won), Chance::Pack(all)) => {
                let left = &mut position.pack;
                *(if won { &mut left.divide } else { &mut left.place }) -= 1;
                if left.divide + left.place == 0 {
                    *left = *all;
                }
                won
            }
            _ => false,
        };
        position.right = if won { Right::Won } else { Right::Lost };
    }

    /// Returns the cell that a path begins with, where `by` may divide it.
    pub(crate) fn chosen(&self, position: &Position, by: Seat, path: &[Site]) -> Option<u32> {
        let Some(Spot::Cell(cell)) = position.tree.spot(*path.first()?) else { return None };
        let legal = self.may_divide(position, by) && position.is_open(cell);
        legal.then_some(cell)
    }

    /// Returns where a piece may go after a division, with the sites that the
    /// vertices have or would have, in order.
    pub(crate) fn landings(&self, position: &Position, cell: u32) -> Vec<(Site, u32)> {
        let site = |vertex| (Self::site(position, vertex), vertex);
        let mut landings = Vec::new();
        if self.is_anywhere() {
            landings.extend(Self::empties(position).map(site));
        }
        let created = position.created(cell);
        landings.extend(created.iter().map(|corner: &Corner| site(corner.number)));
        landings
    }

    /// Returns the site of a vertex that stands, or that the next division creates.
    pub(crate) fn site(position: &Position, vertex: u32) -> Site {
        match vertex.checked_sub(position.tree.vertices()) {
            Some(new) => position.tree.sites() + new,
            None => position.tree.vertex_site(vertex),
        }
    }
}
