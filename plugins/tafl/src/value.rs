//! What a position is worth.

use boardloom_sdk::fields::{Fields, Table};
use schemars::JsonSchema;

use crate::game::Tafl;
use crate::ground::{At, NOWHERE};
use crate::man::{ATTACKERS, DEFENDERS, Man};
use crate::position::{Move, Position};

/// What a move that wins the game promises.
const WON: i32 = 10_000;

/// What a position is worth to the defenders, in hundredths of an attacker; what
/// counts for the attackers is taken off.
///
/// The first four terms are those of the Cornell program: pieces taken, the king's
/// distance to where he wins, the attackers' distance to him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
pub struct Weights {
    /// A defender beside the king.
    pub defender: i32,
    /// An attacker.
    pub attacker: i32,
    /// A step that the king is away from where he wins.
    pub distance: i32,
    /// A step that the attackers are away from him, on average.
    pub siege: i32,
    /// A move that the defenders have more than the attackers.
    pub mobility: i32,
    /// A clear way from the king to where he wins.
    pub line: i32,
    /// A square that the king can go to.
    pub freedom: i32,
    /// An attacker, or a hostile square, beside the king.
    pub pressed: i32,
    /// A place where the king wins with an attacker beside it.
    pub guard: i32,
    /// The right to move.
    pub turn: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            defender: 180,
            attacker: 100,
            distance: 25,
            siege: 10,
            mobility: 1,
            line: 400,
            freedom: 6,
            pressed: 60,
            guard: 12,
            turn: 10,
        }
    }
}

impl Weights {
    /// Reads the table.
    pub fn read(table: Table) -> Result<Weights, String> {
        let (mut fields, usual) = (Fields::new(table, &[]), Weights::default());
        let weights = Weights {
            defender: fields.whole("defender").unwrap_or(usual.defender),
            attacker: fields.whole("attacker").unwrap_or(usual.attacker),
            distance: fields.whole("distance").unwrap_or(usual.distance),
            siege: fields.whole("siege").unwrap_or(usual.siege),
            mobility: fields.whole("mobility").unwrap_or(usual.mobility),
            line: fields.whole("line").unwrap_or(usual.line),
            freedom: fields.whole("freedom").unwrap_or(usual.freedom),
            pressed: fields.whole("pressed").unwrap_or(usual.pressed),
            guard: fields.whole("guard").unwrap_or(usual.guard),
            turn: fields.whole("turn").unwrap_or(usual.turn),
        };
        fields.end().map(|()| weights)
    }
}

impl Tafl {
    /// Returns what a position that goes on is worth to the defenders.
    pub(crate) fn worth(&self, position: &Position) -> i32 {
        if position.king == NOWHERE {
            return 0;
        }
        let weights = &self.ruleset.ai.weights;
        let (king, ground) = (usize::from(position.king), &self.ground);
        let count = |side| position.count(side) as i32;
        let mut worth = weights.defender * (count(DEFENDERS) - 1);
        worth -= weights.attacker * count(ATTACKERS);
        worth -= weights.distance * i32::from(ground.distance[king].min(64));
        let near = ground.adjacent.at(king).iter();
        worth -= weights.pressed * near.filter(|at| self.presses(position, **at)).count() as i32;
        if weights.siege != 0 {
            worth += weights.siege * self.siege(position);
        }
        if weights.mobility != 0 {
            let moves = |side| {
                let mut count = 0;
                position.of(side).each(|from| {
                    let lanes = ground.lanes(position.man(from as At));
                    lanes.each(from as usize, |at| position.free(at), |_| count += 1);
                });
                count
            };
            worth += weights.mobility * (moves(DEFENDERS) - moves(ATTACKERS));
        }
        let (mut lines, mut freedom) = (0, 0);
        ground.lanes(Man::KING).each(
            king,
            |at| position.free(at),
            |to| {
                freedom += 1;
                lines += i32::from(ground.goal.has(u32::from(to)));
            },
        );
        worth += weights.line * lines.min(2) + weights.freedom * freedom;
        if weights.guard != 0 {
            let guarded = |site: &u32| {
                let mut near = ground.adjacent.at(*site as usize).iter();
                near.any(|at| position.man(*at).is_of(ATTACKERS))
            };
            worth -= weights.guard * ground.goal.iter().filter(guarded).count() as i32;
        }
        worth + if position.side == DEFENDERS { weights.turn } else { -weights.turn }
    }

    /// Returns what a move gains at once: what it takes, and the game.
    pub(crate) fn gain(&self, position: &Position, mv: Move) -> i32 {
        let Some((from, to, _)) = mv.parts() else { return 0 };
        let weights = &self.ruleset.ai.weights;
        let taken = self.taken(position, mv);
        let king = position.man(from) == Man::KING;
        if king && self.ground.goal.has(u32::from(to)) || taken.has(u32::from(position.king)) {
            return WON;
        }
        let man = if position.side == ATTACKERS { weights.defender } else { weights.attacker };
        man * taken.len() as i32
    }

    /// Appends the moves that win at once: without these no position is valued.
    pub(crate) fn decisive(&self, position: &Position, by: u8, out: &mut Vec<Move>) {
        let king = usize::from(position.king);
        let near = self.ground.adjacent.at(king);
        if by == DEFENDERS {
            self.legal_from(position, position.king, &mut |mv| {
                let wins = |(_, to, _): (At, At, At)| self.ground.goal.has(u32::from(to));
                out.extend(mv.parts().filter(|parts| wins(*parts)).map(|_| mv));
            });
        } else if near.iter().any(|at| self.presses(position, *at)) {
            self.legal(position, |mv| {
                let beside = mv.parts().is_some_and(|(_, to, _)| near.contains(&to));
                if beside && self.taken(position, mv).has(king as u32) {
                    out.push(mv);
                }
            });
        }
    }

    fn presses(&self, position: &Position, at: At) -> bool {
        let man = position.man(at);
        man.is_of(ATTACKERS) || man.is_none() && self.ground.hostile[usize::from(at)].has(Man::KING)
    }

    /// Returns how far the attackers are from the king on average.
    fn siege(&self, position: &Position) -> i32 {
        let from = &self.steps[usize::from(position.king) * self.ground.sites as usize..];
        let (mut sum, mut count) = (0, 0);
        position.of(ATTACKERS).each(|site| {
            sum += i32::from(from[site as usize]);
            count += 1;
        });
        if count == 0 { 0 } else { sum / count }
    }
}
