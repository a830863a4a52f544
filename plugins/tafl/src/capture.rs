//! What a move takes.

use crate::ground::{At, Ground, NOWHERE, Set};
use crate::man::{DEFENDERS, Man};
use crate::position::Position;
use crate::ruleset::{Capture, Rules, Trigger};
use crate::walls::Spot;

/// A board on which a piece is thought to have moved, and nothing taken yet: this
/// is what captures are judged on.
pub struct Moved<'a> {
    pub ground: &'a Ground,
    pub rules: &'a Rules,
    pub position: &'a Position,
    /// Where the piece came from, if the position has it still there.
    pub from: At,
    /// Where the piece is.
    pub to: At,
    /// The piece.
    pub man: Man,
}

impl Moved<'_> {
    #[inline(always)]
    fn man_at(&self, at: At) -> Man {
        if at == self.to {
            self.man
        } else if at == self.from {
            Man::NONE
        } else {
            self.position.man(at)
        }
    }

    /// Tells whether a site holds a piece of the mover's side that can be the far
    /// side of a capture, or is the mover's piece itself and can close one.
    #[inline(always)]
    fn armed(&self, at: At) -> bool {
        let man = self.man_at(at);
        let able = if at == self.to { self.ground.hammer } else { self.ground.anvil };
        man.is_of(self.man.side()) && able.has(man)
    }

    /// Returns all that the move takes, the king too; `over` is what it takes by
    /// jumping.
    pub fn taken(&self, over: At) -> Set {
        let mut taken = Set::EMPTY;
        if over != NOWHERE {
            taken.insert(u32::from(over));
        }
        let enemy = 1 - self.man.side();
        if self.ground.hammer.has(self.man) {
            for trap in self.ground.traps.at(usize::from(self.to)) {
                let victim = self.man_at(trap.victim);
                if !victim.is_of(enemy) {
                    continue;
                }
                let falls = if victim == Man::KING {
                    self.takes_king(trap.victim, trap.far)
                } else {
                    self.hostile(trap.far, trap.victim)
                };
                if falls {
                    taken.insert(u32::from(trap.victim));
                }
            }
            if self.rules.shieldwall.is_some() {
                taken |= self.shieldwalls();
            }
        }
        taken
    }

    /// Tells whether a site would help the mover's side to take the man on another.
    fn hostile(&self, at: At, victim: At) -> bool {
        let man = self.man_at(victim);
        if at == NOWHERE {
            return self.rules.hostile.edge.has(man);
        }
        let ground = self.ground;
        let here = self.man_at(at);
        if here.is_none() {
            return ground.hostile[usize::from(at)].has(man);
        }
        if self.armed(at) {
            return true;
        }
        if here != Man::KING || !ground.throne.has(u32::from(at)) {
            return false;
        }
        // The king on his throne.
        self.rules.hostile.throne_occupied.has(man)
            || self.rules.linnaean && man.side() == DEFENDERS && {
                let mut others = ground.adjacent.at(usize::from(at)).iter();
                others.all(|other| *other == victim || self.armed(*other))
            }
    }

    /// Tells whether the king is taken from beside him, with `far` straight behind
    /// him.
    fn takes_king(&self, king: At, far: At) -> bool {
        let ground = self.ground;
        let near = || ground.adjacent.at(usize::from(king)).iter();
        let edge = || self.rules.hostile.edge.has(Man::KING);
        let capture = ground.zone[usize::from(king)];
        let plain = match capture {
            Capture::Safe => return false,
            Capture::Pair => self.hostile(far, king),
            Capture::Men => near().all(|at| self.armed(*at)),
            Capture::Surround => {
                let open = ground.rim.has(u32::from(king)) && !edge();
                !open && near().all(|at| self.hostile(*at, king))
            }
        };
        plain || self.pierces(king, far)
    }

    /// Tells whether two commanders, or one and a corner, take the king: anywhere
    /// but on the throne and beside it.
    fn pierces(&self, king: At, far: At) -> bool {
        let commander = |man: Man| matches!(man.letter(), Some('c' | 'C'));
        if !commander(self.man) || far == NOWHERE || self.ground.hall.has(u32::from(king)) {
            return false;
        }
        let here = self.man_at(far);
        let corner = here.is_none() && self.ground.corners.has(u32::from(far));
        commander(here) && self.armed(far) || corner && self.hostile(far, king)
    }

    /// Returns the rows along the edge that the move closes.
    fn shieldwalls(&self) -> Set {
        let walls = &self.ground.walls;
        let mut taken = Set::EMPTY;
        for spot in walls.spots.at(usize::from(self.to)) {
            for on in [true, false] {
                let row = &walls.rows[usize::from(spot.row)];
                if let Some(at) = row.beside(usize::from(spot.at), on) {
                    taken |= self.wall(Spot { row: spot.row, at: at as u16 });
                }
            }
        }
        if self.rules.shieldwall.is_some_and(|wall| wall.trigger == Trigger::Any) {
            for spot in walls.faced.at(usize::from(self.to)) {
                taken |= self.wall(*spot);
            }
        }
        taken
    }

    /// Returns the row of enemies that a place is in, if it is taken.
    fn wall(&self, spot: Spot) -> Set {
        let Some(rules) = self.rules.shieldwall else { return Set::EMPTY };
        let row = &self.ground.walls.rows[usize::from(spot.row)];
        let enemy = 1 - self.man.side();
        let start = usize::from(spot.at);
        if !self.man_at(row.sites[start]).is_of(enemy) {
            return Set::EMPTY;
        }
        let mut taken = Set::EMPTY;
        let (mut count, mut brackets) = (0, 0);
        for on in [true, false] {
            let mut at = if on { Some(start) } else { row.beside(start, on) };
            let end = loop {
                let Some(place) = at else { return Set::EMPTY };
                let site = row.sites[place];
                let man = self.man_at(site);
                if !man.is_of(enemy) {
                    break site;
                }
                let front = row.fronts[place];
                if front == NOWHERE || !self.armed(front) || count > row.sites.len() {
                    return Set::EMPTY;
                }
                count += 1;
                if man != Man::KING || rules.king {
                    taken.insert(u32::from(site));
                }
                at = row.beside(place, on);
            };
            let corner = self.man_at(end).is_none() && self.ground.corners.has(u32::from(end));
            if self.armed(end) {
                brackets += 1;
            } else if !(corner && rules.corners) {
                return Set::EMPTY;
            }
        }
        if brackets > 0 && count >= usize::from(rules.min) { taken } else { Set::EMPTY }
    }
}
