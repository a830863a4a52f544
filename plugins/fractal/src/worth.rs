//! What the computer player sees in a position: what it is worth, and which moves
//! come first.
//!
//! In the end every cell is complete, so a piece is worth as many points as cells
//! meet at its vertex, whenever they are completed. Where nothing can be divided any
//! more the rest is told at once: both sides take the empty vertices by the number
//! of cells around them, from the most down.

use boardloom_sdk::Seat;

use crate::game::Fractal;
use crate::moves::Move;
use crate::position::{Position, Right};
use crate::ruleset::{By, On, Who};

/// What a result that stands is worth beside its points, in hundredths of a point:
/// more than any guess about what is still open.
const DECIDED: i64 = 100_000;

impl Fractal {
    /// Tells whether nothing will be divided any more and all that counts is the sum
    /// of points at the end.
    fn is_settled(&self, position: &Position) -> bool {
        let rules = &self.ruleset.rules;
        let open = match rules.subdivide.on {
            _ if rules.subdivide.who == Who::Never => 0,
            On::Any => position.open.len(),
            On::Centre | On::New => position.landings.total(),
        };
        open == 0 && rules.score.by == By::Corner && rules.end.target + rules.end.difference == 0
    }

    /// Returns the lead of the first seat, in hundredths of a point.
    pub(crate) fn lead(&self, position: &Position) -> i64 {
        let weights = &self.ruleset.ai.weights;
        let [one, other] = position.score;
        let points = one - other;
        let sign = if position.mover == 0 { 1 } else { -1 };
        let tempo = sign * position.tempo();
        if self.is_settled(position) && weights.tempo != 0 {
            let last = points + position.waiting.iter().sum::<i64>() + tempo;
            return 100 * last + DECIDED * last.signum();
        }
        let waiting = [weights.one_short, weights.two_short, weights.open];
        let mut lead = i64::from(weights.point) * points;
        for (weight, waiting) in waiting.into_iter().zip(position.waiting) {
            lead += i64::from(weight) * waiting;
        }
        lead += i64::from(weights.tempo) * tempo + i64::from(weights.whole) * position.whole;
        let turn = weights.turn
            + if self.has_division(position) || position.right == Right::Asked {
                weights.divide
            } else {
                0
            };
        lead + sign * i64::from(turn)
    }

    /// Returns what a move adds to the mover's points in the end, as far as it is
    /// seen at once.
    pub(crate) fn yields(&self, position: &Position, mv: Move) -> i64 {
        match mv {
            Move::Place(vertex) => i64::from(position.cells_at(vertex)),
            Move::Divide { cell, on } => {
                let lead = position.ahead(cell);
                let own = if position.mover == 0 { lead } else { -lead };
                own + match on.checked_sub(position.tree.vertices()) {
                    None => i64::from(position.cells_at(on)),
                    Some(new) => i64::from(self.crowd[position.slot(cell, new)]),
                }
            }
            Move::Ask | Move::Roll(_) | Move::Card(_) => 0,
        }
    }

    /// Appends the moves that a search looks at. Where nothing is left but to take
    /// points, taking the most is best.
    pub(crate) fn promising(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        if self.is_settled(position) {
            let most = Self::empties(position).max_by_key(|vertex| position.cells_at(*vertex));
            if let Some(vertex) = most {
                return out.push(Move::Place(vertex));
            }
        }
        self.list(position, by, out);
    }
}
