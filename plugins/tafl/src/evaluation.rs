//! The evaluation of positions for the computer player.

use crate::board_tables::{NO_SQUARE, Square, SquareSet};
use crate::game::Tafl;
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode};
use crate::position::{Move, Position};
use crate::ruleset::CaptureMethod;
use crate::termination;

/// The gain of a move that wins the game.
const WINNING_GAIN: i32 = 10_000;

impl Tafl {
    /// Returns the value for the defenders of a position that is not over.
    pub(crate) fn evaluation(&self, position: &Position) -> i32 {
        if position.king == NO_SQUARE {
            return 0;
        }
        let turn = self.ruleset.ai.weights.turn;
        let turn = if position.side_to_move == DEFENDERS { turn } else { -turn };
        self.defenders_terms(position) - self.attackers_terms(position) + turn
    }

    fn attackers_terms(&self, position: &Position) -> i32 {
        let (weights, tables) = (&self.ruleset.ai.weights, &self.tables);
        let king = usize::from(position.king);
        let men = position.of(ATTACKERS);
        let mut value = weights.attacker * men.len() as i32;
        value += weights.guard * men.count_shared(&tables.goal_guards) as i32;
        let adjacent = tables.adjacent.get(king).iter();
        let pressing = adjacent.filter(|at| self.presses_king(position, **at)).count();
        value += weights.pressed * pressing as i32;
        if weights.siege != 0 {
            value += weights.siege * self.mean_attacker_distance(position);
        }
        if weights.closed != 0 || weights.room != 0 {
            let (open_goals, room) = self.king_region(position);
            let goals = tables.goal.len();
            value += weights.closed * (4 * (goals - open_goals) / goals.max(1)) as i32;
            value += weights.room * room as i32;
        }
        value
    }

    fn defenders_terms(&self, position: &Position) -> i32 {
        let (weights, tables) = (&self.ruleset.ai.weights, &self.tables);
        let king = usize::from(position.king);
        let mut value = weights.defender * (position.count(DEFENDERS) as i32 - 1);
        let distance = |at: usize| i32::from(tables.goal_distance[at].min(64));
        value += weights.distance * distance(king);
        if weights.tens != 0 {
            let nearer = distance(usize::from(self.start.king)) - distance(king);
            value += weights.tens * (nearer.max(0) / 10);
        }
        if weights.mobility != 0 {
            let moves = |side| self.mobility(position, side) as i32;
            value += weights.mobility * (moves(DEFENDERS) - moves(ATTACKERS));
        }
        if weights.line != 0 || weights.soon != 0 || weights.freedom != 0 {
            let (freedom, lines, soon) = self.king_mobility(position);
            value += weights.freedom * freedom as i32;
            value += weights.soon * soon.min(3) as i32;
            value += if lines > 1 { weights.fork } else { weights.line * lines as i32 };
        }
        value
    }

    /// Returns the numbers of squares that the king can go to, of those on which he wins, and of
    /// those on which he wins in two moves.
    fn king_mobility(&self, position: &Position) -> (u32, u32, u32) {
        let goal = &self.tables.goal;
        let [once, twice]: [SquareSet; 2] = match self.bitboards(position) {
            Some(bitboards) => bitboards.king_reach(position).map(|reach| reach.cut()),
            None => {
                let slides = self.tables.slides(PieceCode::KING);
                let reach = |from: usize, reached: &mut SquareSet| {
                    let insert = |to| reached.insert(u32::from(to));
                    slides.for_each_target(from, |at| position.is_free(at), insert);
                };
                let (mut once, mut twice) = (SquareSet::EMPTY, SquareSet::EMPTY);
                reach(usize::from(position.king), &mut once);
                once.each(|from| reach(from as usize, &mut twice));
                [once, twice]
            }
        };
        (once.len(), once.count_shared(goal), twice.without(&once).count_shared(goal))
    }

    /// Returns the numbers of goal squares, and of all squares, that the king could reach if his
    /// men made way.
    fn king_region(&self, position: &Position) -> (u32, u32) {
        let region = match self.bitboards(position) {
            Some(bitboards) => bitboards.king_region(position).cut(),
            None => termination::king_region(&self.tables, position),
        };
        (region.count_shared(&self.tables.goal), region.len())
    }

    fn mobility(&self, position: &Position, side: u8) -> u32 {
        if let Some(bitboards) = self.bitboards(position) {
            return bitboards.count_moves(position, side);
        }
        let mut count = 0;
        position.of(side).each(|from| {
            let slides = self.tables.slides(position.piece_at(from as Square));
            slides.for_each_target(from as usize, |at| position.is_free(at), |_| count += 1);
        });
        count
    }

    /// Returns the immediate gain of a move: captures, or the game.
    pub(crate) fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        let Some((from, to, _)) = mv.squares() else { return 0 };
        let captures = self.captures(position, mv);
        let is_king = position.piece_at(from) == PieceCode::KING;
        let escapes = is_king && self.tables.goal.has(u32::from(to));
        if escapes || captures.has(u32::from(position.king)) {
            return WINNING_GAIN;
        }
        let weights = &self.ruleset.ai.weights;
        let attacks = position.side_to_move == ATTACKERS;
        let man = if attacks { weights.defender } else { weights.attacker };
        man * captures.len() as i32
    }

    pub(crate) fn winning_moves(&self, position: &Position, by: u8, out: &mut Vec<Move>) {
        let king = usize::from(position.king);
        let adjacent = self.tables.adjacent.get(king);
        if by == DEFENDERS {
            self.moves_from(position, position.king, &mut |mv| {
                if mv.squares().is_some_and(|(_, to, _)| self.tables.goal.has(u32::from(to))) {
                    out.push(mv);
                }
            });
            return;
        }
        let pressing = adjacent.iter().filter(|at| self.presses_king(position, **at)).count();
        // One capture more would complete the number needed.
        let enough = match self.tables.king_capture[king] {
            CaptureMethod::Safe => usize::MAX,
            CaptureMethod::Pair => 1,
            CaptureMethod::Surround | CaptureMethod::Men => adjacent.len() - 1,
        };
        if pressing >= enough || self.tables.has_jumps() && pressing > 0 {
            self.for_each_move(position, |mv| {
                let is_beside = mv.squares().is_some_and(|(_, to, _)| adjacent.contains(&to));
                if is_beside && self.captures(position, mv).has(king as u32) {
                    out.push(mv);
                }
            });
        }
    }

    /// Tells whether a square beside the king holds an attacker or is hostile to him.
    fn presses_king(&self, position: &Position, square: Square) -> bool {
        let piece = position.piece_at(square);
        let hostile = &self.tables.hostile[usize::from(square)];
        piece.belongs_to(ATTACKERS) || piece.is_empty() && hostile.contains(PieceCode::KING)
    }

    fn mean_attacker_distance(&self, position: &Position) -> i32 {
        let from = &self.distances[usize::from(position.king) * self.tables.squares as usize..];
        let (mut sum, mut count) = (0, 0);
        position.of(ATTACKERS).each(|square| {
            sum += i32::from(from[square as usize]);
            count += 1;
        });
        if count == 0 { 0 } else { sum / count }
    }
}
