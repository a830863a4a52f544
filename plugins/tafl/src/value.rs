//! What a position is worth to the computer player.

use crate::ends;
use crate::game::Tafl;
use crate::ground::{At, NOWHERE, Set};
use crate::man::{ATTACKERS, DEFENDERS, Man};
use crate::position::{Move, Position};
use crate::ruleset::Capture;

/// What a move that wins the game promises.
const WON: i32 = 10_000;

impl Tafl {
    /// Returns what a position that goes on is worth to the defenders.
    pub(crate) fn worth(&self, position: &Position) -> i32 {
        if position.king == NOWHERE {
            return 0;
        }
        let own = self.for_defenders(position) - self.for_attackers(position);
        own + if position.side == DEFENDERS {
            self.ruleset.ai.weights.turn
        } else {
            -self.ruleset.ai.weights.turn
        }
    }

    fn for_attackers(&self, position: &Position) -> i32 {
        let (weights, ground) = (&self.ruleset.ai.weights, &self.ground);
        let king = usize::from(position.king);
        let men = position.of(ATTACKERS);
        let mut worth = weights.attacker * men.len() as i32;
        worth += weights.guard * men.shared(&ground.guards) as i32;
        let near = ground.adjacent.at(king).iter();
        worth += weights.pressed * near.filter(|at| self.presses(position, **at)).count() as i32;
        if weights.siege != 0 {
            worth += weights.siege * self.siege(position);
        }
        if weights.closed != 0 || weights.room != 0 {
            let (open, room) = self.room(position);
            let goals = ground.goal.len();
            worth += weights.closed * (4 * (goals - open) / goals.max(1)) as i32;
            worth += weights.room * room as i32;
        }
        worth
    }

    fn for_defenders(&self, position: &Position) -> i32 {
        let (weights, ground) = (&self.ruleset.ai.weights, &self.ground);
        let king = usize::from(position.king);
        let mut worth = weights.defender * (position.count(DEFENDERS) as i32 - 1);
        let distance = |at: usize| i32::from(ground.distance[at].min(64));
        worth += weights.distance * distance(king);
        if weights.tens != 0 {
            let nearer = distance(usize::from(self.start.king)) - distance(king);
            worth += weights.tens * (nearer.max(0) / 10);
        }
        if weights.mobility != 0 {
            let moves = |side| self.mobility(position, side) as i32;
            worth += weights.mobility * (moves(DEFENDERS) - moves(ATTACKERS));
        }
        if weights.line != 0 || weights.soon != 0 || weights.freedom != 0 {
            let (freedom, lines, soon) = self.outlook(position);
            worth += weights.freedom * freedom as i32;
            worth += weights.soon * soon.min(3) as i32;
            worth += if lines > 1 { weights.fork } else { weights.line * lines as i32 };
        }
        worth
    }

    /// Returns how many squares the king can go to, on how many of them he wins, and
    /// on how many he would after one more move.
    fn outlook(&self, position: &Position) -> (u32, u32, u32) {
        let ground = &self.ground;
        if let Some(plane) = self.plane(position) {
            let (once, twice) = plane.king_reach(position);
            let goal = ground.goal.cut();
            let lines = once.shared(&goal);
            return (once.len(), lines, twice.without(&once).shared(&goal));
        }
        let (lanes, free) = (ground.lanes(Man::KING), |at: usize| position.free(at));
        let (mut once, mut twice) = (Set::EMPTY, Set::EMPTY);
        lanes.each(usize::from(position.king), free, |to| once.insert(u32::from(to)));
        once.each(|from| lanes.each(from as usize, free, |to| twice.insert(u32::from(to))));
        let goal = &ground.goal;
        (once.len(), once.shared(goal), twice.without(&once).shared(goal))
    }

    /// Returns how many places where the king wins he could reach if his own men made
    /// way, and how many squares.
    fn room(&self, position: &Position) -> (u32, u32) {
        match self.plane(position) {
            Some(plane) => {
                let room = plane.room(position);
                (room.shared(&self.ground.goal.cut()), room.len())
            }
            None => {
                let room = ends::room(&self.ground, position);
                (room.shared(&self.ground.goal), room.len())
            }
        }
    }

    fn mobility(&self, position: &Position, side: u8) -> u32 {
        if let Some(plane) = self.plane(position) {
            return plane.moves(position, side);
        }
        let mut count = 0;
        position.of(side).each(|from| {
            let lanes = self.ground.lanes(position.man(from as At));
            lanes.each(from as usize, |at| position.free(at), |_| count += 1);
        });
        count
    }

    /// Returns what a move gains at once: what it takes, and the game.
    pub(crate) fn gain(&self, position: &Position, mv: Move) -> i32 {
        let Some((from, to, _)) = mv.parts() else { return 0 };
        let taken = self.taken(position, mv);
        let king = position.man(from) == Man::KING;
        if king && self.ground.goal.has(u32::from(to)) || taken.has(u32::from(position.king)) {
            return WON;
        }
        let weights = &self.ruleset.ai.weights;
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
            return;
        }
        // One more has to do.
        let pressing = near.iter().filter(|at| self.presses(position, **at)).count();
        let enough = match self.ground.zone[king] {
            Capture::Safe => usize::MAX,
            Capture::Pair => 1,
            Capture::Surround | Capture::Men => near.len() - 1,
        };
        if pressing >= enough || self.ground.leaping() && pressing > 0 {
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
