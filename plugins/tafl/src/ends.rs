//! How games end, beside the king's being taken or where he wins.

use crate::ground::{At, Ground, NOWHERE, SITES, Set};
use crate::man::{ATTACKERS, DEFENDERS, Man};
use crate::position::Position;
use crate::ruleset::{Encircle, Rules};

/// Sites still to be looked at.
struct Stack {
    sites: [At; SITES],
    count: usize,
}

impl Stack {
    fn from(site: At) -> Stack {
        let mut stack = Stack { sites: [0; SITES], count: 0 };
        stack.push(site);
        stack
    }

    fn push(&mut self, site: At) {
        self.sites[self.count] = site;
        self.count += 1;
    }

    fn pop(&mut self) -> Option<At> {
        self.count = self.count.checked_sub(1)?;
        Some(self.sites[self.count])
    }
}

/// Goes from a site over all that are `open` until one is a `goal`; `seen` holds
/// the sites that were reached. Nearest the edge first, so that where there is a
/// way out it is found soon.
fn reaches(
    ground: &Ground,
    from: At,
    seen: &mut Set,
    open: impl Fn(At) -> bool,
    goal: impl Fn(At) -> bool,
) -> bool {
    let mut stack = Stack::from(from);
    seen.insert(u32::from(from));
    while let Some(site) = stack.pop() {
        if goal(site) {
            return true;
        }
        for near in ground.adjacent.at(usize::from(site)) {
            if !seen.has(u32::from(*near)) && open(*near) {
                seen.insert(u32::from(*near));
                stack.push(*near);
            }
        }
    }
    false
}

/// Tells whether the defenders cannot reach the edge any more; `last` is where the
/// last move went.
pub fn encircled(ground: &Ground, rules: &Rules, position: &Position, last: At) -> bool {
    let open = |at: At| {
        let man = position.man(at);
        man.is_none() || man.is_of(DEFENDERS)
    };
    let rim = |at: At| ground.rim.has(u32::from(at));
    let defenders = position.of(DEFENDERS);
    let mut seen = Set::EMPTY;
    match rules.encircle {
        Encircle::None => false,
        Encircle::Ring => {
            !reaches(ground, position.king, &mut seen, open, rim)
                && defenders.without(&seen).is_empty()
        }
        Encircle::Pockets => {
            if defenders.meets(&ground.rim) {
                return false;
            }
            if position.man(last).is_of(DEFENDERS) && reaches(ground, last, &mut seen, open, rim) {
                return false;
            }
            for site in defenders.iter() {
                if !seen.has(site) && reaches(ground, site as At, &mut seen, open, rim) {
                    return false;
                }
            }
            true
        }
    }
}

/// Tells whether the king can go to where he wins over sites that no attacker
/// holds.
pub fn king_reaches_goal(ground: &Ground, position: &Position) -> bool {
    let open = |at: At| {
        let man = position.man(at);
        man.is_none() || man.is_of(DEFENDERS)
    };
    let goal = |at: At| ground.goal.has(u32::from(at));
    let mut seen = Set::EMPTY;
    reaches(ground, position.king, &mut seen, open, goal)
}

/// Returns the sites that the king could reach if his own men made way.
pub fn room(ground: &Ground, position: &Position) -> Set {
    let open = |at: At| {
        let man = position.man(at);
        man.is_none() || man.is_of(DEFENDERS)
    };
    let mut seen = Set::EMPTY;
    reaches(ground, position.king, &mut seen, open, |_| false);
    seen
}

/// Tells whether the king stands in an exit fort. That he can move is for the
/// caller to see.
///
/// All that borders on the empty sites around him has to be defenders, and these
/// must be safe for good: beginning with all defenders as solid, those that could
/// be taken between two threats, or in a row along the edge, are dropped until none
/// is. A threat is an attacker, a dropped defender, or an empty site outside that
/// attackers may stop on or that is hostile.
pub fn exit_fort(ground: &Ground, rules: &Rules, position: &Position) -> bool {
    if !ground.rim.has(u32::from(position.king)) {
        return false;
    }
    let mut inside = Set::EMPTY;
    let (mut walls, mut breached) = (Set::EMPTY, false);
    let mut stack = Stack::from(position.king);
    inside.insert(u32::from(position.king));
    while let Some(site) = stack.pop() {
        for near in ground.adjacent.at(usize::from(site)) {
            let man = position.man(*near);
            if man.is_none() {
                if !inside.has(u32::from(*near)) {
                    inside.insert(u32::from(*near));
                    stack.push(*near);
                }
            } else if man.is_of(ATTACKERS) {
                breached = true;
            } else if man.is_of(DEFENDERS) {
                walls.insert(u32::from(*near));
            }
        }
    }
    walls.remove(u32::from(position.king));
    if breached {
        return false;
    }
    let mut fort = Fort { ground, rules, position, inside, solid: *position.of(DEFENDERS) };
    fort.solid.remove(u32::from(position.king));
    while fort.drop() {}
    walls.without(&fort.solid).is_empty()
}

/// A fort that is looked at.
struct Fort<'a> {
    ground: &'a Ground,
    rules: &'a Rules,
    position: &'a Position,
    inside: Set,
    solid: Set,
}

impl Fort<'_> {
    /// Drops what could be taken; false where nothing could.
    fn drop(&mut self) -> bool {
        let before = self.solid;
        for site in before.iter() {
            let man = self.position.man(site as At);
            let axes = self.ground.axes.at(site as usize).iter();
            let between = axes.clone().any(|(a, b)| self.threat(*a, man) && self.threat(*b, man));
            if between || self.rowed(site as At) {
                self.solid.remove(site);
            }
        }
        self.solid != before
    }

    /// Tells whether a site could help to take a man from beside him.
    fn threat(&self, at: At, man: Man) -> bool {
        if at == NOWHERE {
            return self.rules.hostile.edge.has(man);
        }
        let empty = self.position.free(usize::from(at)) && !self.inside.has(u32::from(at));
        self.stood_on(at) || empty && self.ground.hostile[usize::from(at)].has(man)
    }

    /// Tells whether an attacker stands on a site or could come to stand there.
    fn stood_on(&self, at: At) -> bool {
        let site = u32::from(at);
        if self.inside.has(site) || self.solid.has(site) {
            return false;
        }
        let man = self.position.man(at);
        let stops = || self.ground.stops(at);
        man != Man::WALL && (!man.is_none() || stops())
    }

    /// Tells whether a defender stands in a row along the edge that attackers could
    /// take together.
    fn rowed(&self, site: At) -> bool {
        let Some(rules) = self.rules.shieldwall else { return false };
        let walls = &self.ground.walls;
        walls.spots.at(usize::from(site)).iter().any(|spot| {
            let row = &walls.rows[usize::from(spot.row)];
            let (mut count, start) = (0, usize::from(spot.at));
            for on in [true, false] {
                let mut at = if on { Some(start) } else { row.beside(start, on) };
                let end = loop {
                    let Some(place) = at else { return false };
                    let own = row.sites[place];
                    if !self.solid.has(u32::from(own)) {
                        break own;
                    }
                    let front = row.fronts[place];
                    if front == NOWHERE || !self.stood_on(front) || count > row.sites.len() {
                        return false;
                    }
                    count += 1;
                    at = row.beside(place, on);
                };
                let corner =
                    self.position.free(usize::from(end)) && self.ground.corners.has(u32::from(end));
                if !(self.stood_on(end) || corner && rules.corners) {
                    return false;
                }
            }
            count >= usize::from(rules.min.max(2))
        })
    }
}
