//! The evaluation of positions and the order of moves for the search.
//!
//! In the end every cell is complete, so a piece is worth as many points as cells meet at its
//! vertex, whenever they are completed. Once nothing can be divided any more the result is known:
//! both sides take the empty vertices by the number of cells around them, from the most down.

use boardloom_sdk::Seat;

use crate::game::Fractal;
use crate::moves::Move;
use crate::position::{Position, RightState};
use crate::ruleset::{DivisionRight, Placement, ScoredBy};

/// The bonus for a result that is certain, in hundredths of a point: more than any estimate.
const DECIDED: i64 = 100_000;

impl Fractal {
    /// Tells whether nothing will be divided any more and only the points at the end count.
    fn is_settled(&self, position: &Position) -> bool {
        let rules = &self.ruleset.rules;
        let divisions = match rules.subdivide.on {
            _ if rules.subdivide.who == DivisionRight::Never => 0,
            Placement::Any => position.divisible.len(),
            Placement::Centre | Placement::New => position.created_counts.total(),
        };
        divisions == 0
            && rules.score.by == ScoredBy::Corner
            && rules.end.target + rules.end.difference == 0
    }

    /// Returns the estimated lead of the first seat, in hundredths of a point.
    pub(crate) fn estimate_lead(&self, position: &Position) -> i64 {
        let weights = &self.ruleset.ai.weights;
        let [one, other] = position.score;
        let points = one - other;
        let sign = if position.turn.mover == 0 { 1 } else { -1 };
        let tempo = sign * position.tempo();
        if self.is_settled(position) && weights.tempo != 0 {
            let last = points + position.incomplete_lead.iter().sum::<i64>() + tempo;
            return 100 * last + DECIDED * last.signum();
        }
        let incomplete = [weights.one_short, weights.two_short, weights.open];
        let mut lead = i64::from(weights.point) * points;
        for (weight, part) in incomplete.into_iter().zip(position.incomplete_lead) {
            lead += i64::from(weight) * part;
        }
        lead +=
            i64::from(weights.tempo) * tempo + i64::from(weights.whole) * position.divisible_lead;
        let turn = weights.turn
            + if self.has_division(position) || position.turn.right == RightState::Pending {
                weights.divide
            } else {
                0
            };
        lead + sign * i64::from(turn)
    }

    /// Returns the points that a move is sure to add for the mover by the end of the game, as far
    /// as one look at the position tells.
    pub(crate) fn gain(&self, position: &Position, mv: Move) -> i64 {
        if position.chains.is_some() {
            return 0;
        }
        match mv {
            Move::Place(vertex) => i64::from(position.cells_at(vertex)),
            Move::Divide { cell, on } => {
                let lead = position.corner_lead(cell);
                let own = if position.turn.mover == 0 { lead } else { -lead };
                own + match on.checked_sub(position.tree.vertices()) {
                    None => i64::from(position.cells_at(on)),
                    Some(new) => {
                        i64::from(self.parts_at_corner[position.created_corner(cell, new)])
                    }
                }
            }
            Move::Ask | Move::Roll(_) | Move::Card(_) => 0,
        }
    }

    /// Appends the moves that a search tries. Once only points are left to take, the move with
    /// the most points is best.
    pub(crate) fn push_search_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        if self.is_settled(position) {
            let most =
                Self::empty_vertices(position).max_by_key(|vertex| position.cells_at(*vertex));
            if let Some(vertex) = most {
                return out.push(Move::Place(vertex));
            }
        }
        self.push_moves(position, by, out);
    }
}
