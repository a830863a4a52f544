//! Exit forts in the model.

use std::collections::BTreeSet;

use super::{Model, Square, is_attacker, minus, near, plus};

impl Model {
    /// The definition that matched all forts of real games.
    pub(super) fn is_exit_fort(&self, king: Square) -> bool {
        if !self.is_edge(king) || self.piece_moves(king).is_empty() {
            return false;
        }
        let inside = self.flood(vec![king], |square| square == king || self.at(square).is_none());
        let around: BTreeSet<Square> = inside
            .iter()
            .flat_map(|square| near(*square))
            .filter(|square| self.is_on_board(*square) && !inside.contains(square))
            .collect();
        if around.iter().any(|square| is_attacker(self.board[square])) {
            return false;
        }
        let mut solid: BTreeSet<Square> = self
            .board
            .iter()
            .filter(|(_, man)| !is_attacker(**man))
            .map(|(square, _)| *square)
            .collect();
        loop {
            let outside = |square: Square| !inside.contains(&square) && !solid.contains(&square);
            let comes = |square: Square| {
                self.is_on_board(square)
                    && outside(square)
                    && (self.at(square).is_some()
                        || self
                            .specials(square)
                            .iter()
                            .all(|(kind, _)| self.has("stop", kind, 't')))
            };
            let threat = |square: Square, man: char| {
                let hostile = self.is_on_board(square)
                    && outside(square)
                    && self.at(square).is_none()
                    && self.specials(square).iter().any(|(kind, _)| match *kind {
                        "throne" => self.has("hostile", "throne_empty", man),
                        kind => self.has("hostile", kind, man),
                    });
                comes(square) || hostile
            };
            let dropped = solid.iter().copied().find(|square| {
                let (x, y) = *square;
                let man = self.board[square];
                man != 'K'
                    && (threat((x - 1, y), man) && threat((x + 1, y), man)
                        || threat((x, y - 1), man) && threat((x, y + 1), man)
                        || self.is_in_shieldwall(*square, &solid, &comes))
            });
            match dropped {
                Some(square) => drop(solid.remove(&square)),
                None => return around.iter().all(|square| solid.contains(square)),
            }
        }
    }

    /// Whether a defender stands in a row of two or more along an edge that can be
    /// bracketed at both ends and fronted from outside.
    fn is_in_shieldwall(
        &self,
        square: Square,
        solid: &BTreeSet<Square>,
        comes: &impl Fn(Square) -> bool,
    ) -> bool {
        let rules = &self.rules["shieldwall"];
        if rules.is_null() {
            return false;
        }
        let last = self.size - 1;
        let sides = [
            (square.1 == 0, (1, 0), (0, 1)),
            (square.1 == last, (1, 0), (0, -1)),
            (square.0 == 0, (0, 1), (1, 0)),
            (square.0 == last, (0, 1), (-1, 0)),
        ];
        sides.into_iter().filter(|(on, _, _)| *on).any(|(_, along, inwards)| {
            let member = |at: Square| solid.contains(&at) && self.at(at) != Some('K');
            let (mut first, mut end) = (square, square);
            while member(minus(first, along)) {
                first = minus(first, along);
            }
            while member(plus(end, along)) {
                end = plus(end, along);
            }
            let bracket = |at: Square| {
                let corner =
                    rules["corners"] == true && self.at(at).is_none() && self.corners.contains(&at);
                self.is_on_board(at) && (comes(at) || corner)
            };
            let (mut count, mut at, mut fronted) = (1, first, comes(plus(first, inwards)));
            while at != end {
                at = plus(at, along);
                fronted &= comes(plus(at, inwards));
                count += 1;
            }
            let least = rules["min"].as_u64().unwrap_or(2).max(2);
            count >= least && fronted && bracket(minus(first, along)) && bracket(plus(end, along))
        })
    }
}
