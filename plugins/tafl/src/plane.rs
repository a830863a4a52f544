//! Boards of up to 128 sites on which a step in each direction is the same distance
//! between numbers of sites, as on plain squares: there all pieces of a side move at
//! once, as words of bits.

use boardloom_sdk::Bits;
use boardloom_sdk::topology::Topology;

use crate::ground::{At, Ground, Set};
use crate::man::{ATTACKERS, DEFENDERS, Man, Men};
use crate::position::{Move, Position};

/// A set of sites of such a board.
pub type Wide = Bits<2>;

/// The most directions: those of hexagons.
const HEADS: usize = 6;

/// A direction.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// Whether a step leads to a higher number.
    up: bool,
    by: u32,
    /// The sites that some step of this direction leads to.
    keep: Wide,
}

const NO_HEAD: Head = Head { up: true, by: 1, keep: Wide::EMPTY };

impl Head {
    #[inline(always)]
    fn step(&self, sites: &Wide, times: u32) -> Wide {
        let by = self.by * times;
        if self.up { sites.raised(by) } else { sites.lowered(by) }
    }

    /// Returns the site from which a step leads here.
    fn before(&self, site: u32) -> u32 {
        if self.up { site - self.by } else { site + self.by }
    }
}

/// Where a kind of piece can pass and stop.
#[derive(Debug, Clone, Copy)]
struct Ways {
    pass: Wide,
    stop: Wide,
    /// The longest way; beyond [`SHORT`] as far as the board goes.
    far: u32,
}

/// As many single steps are quicker than doubling them.
const SHORT: u32 = 4;

/// Where the pieces of a side go, by direction; where the king does, behind that.
type Sweep = [Wide; 2 * HEADS];

/// The tables of such a board.
pub struct Plane {
    heads: [Head; HEADS],
    count: usize,
    /// All sites but walls.
    open: Wide,
    rim: Wide,
    /// The attackers' men, the defenders', the king.
    ways: [Ways; 3],
    /// The men that they were made for.
    men: Men,
}

impl Plane {
    /// Makes the tables, if the board is such a one and the rules let each kind of
    /// piece move alike from everywhere: found by comparing all ways with those of
    /// the ground.
    pub fn new(topology: &Topology, ground: &Ground, start: &[(At, Man)]) -> Option<Plane> {
        let sites = topology.sites();
        let plain = sites <= 128 && !ground.tangled && !ground.leaping();
        let count = usize::from(topology.headings());
        if !plain || count > HEADS {
            return None;
        }
        let mut heads = [NO_HEAD; HEADS];
        for (heading, head) in (0..).zip(&mut heads[..count]) {
            *head = self::head(topology, heading)?;
        }
        let mut walls: Set = topology.blocked().iter().copied().collect();
        walls = Set::below(sites).without(&walls);
        let mut known = Men::NOBODY;
        for (_, man) in start {
            known.set(*man, true);
            man.turned().into_iter().for_each(|turned| known.set(turned, true));
        }
        let side = |side: u8| {
            let own = |man: &Man| *man != Man::KING && man.is_of(side) && known.has(*man);
            let mut men = Man::all().filter(own);
            // A king without men has nobody who could move otherwise.
            let first = men.next().unwrap_or(Man::KING);
            men.all(|man| ground.alike(man, first)).then_some(first)
        };
        let men = [side(ATTACKERS)?, side(DEFENDERS)?, Man::KING];
        let ways = men.map(|man| ways(ground, man));
        let (open, rim) = (walls.cut(), ground.rim.cut());
        let plane = Plane { heads, count, open, rim, ways, men: known };
        let same = (0..sites).all(|site| {
            let from = Wide::of(site);
            let next = plane.flood_once(from) == plane.near(ground, site);
            next && men.iter().zip(&plane.ways).all(|(man, ways)| {
                let mut reached = Wide::EMPTY;
                let lanes = ground.lanes(*man);
                lanes.each(site as usize, |_| true, |to| reached.insert(u32::from(to)));
                plane.reach(ways, &from, &plane.open.without(&from)) == reached
            })
        });
        same.then_some(plane)
    }

    /// Tells whether a man moves as the tables say.
    pub fn knows(&self, man: Man) -> bool {
        self.men.has(man)
    }

    fn near(&self, ground: &Ground, site: u32) -> Wide {
        let near = ground.adjacent.at(site as usize).iter();
        near.map(|at| u32::from(*at)).chain([site]).collect()
    }

    fn flood_once(&self, from: Wide) -> Wide {
        self.heads[..self.count]
            .iter()
            .fold(from, |all, head| all | head.step(&from, 1) & head.keep)
    }

    #[inline(always)]
    fn free(&self, position: &Position) -> Wide {
        self.open.without(&(position.of(ATTACKERS).cut() | position.of(DEFENDERS).cut()))
    }

    /// Returns where pieces can go in a direction. Filling in parallel by doubled
    /// steps (Kogge and Stone 1973, as chess programs do).
    #[inline(always)]
    fn targets(&self, head: &Head, ways: &Ways, from: &Wide, free: &Wide) -> Wide {
        let (mut on, mut pass) = (*from, *free & ways.pass & head.keep);
        if ways.far <= SHORT {
            for _ in 1..ways.far {
                on |= head.step(&on, 1) & pass;
            }
        } else {
            on |= head.step(&on, 1) & pass;
            pass &= head.step(&pass, 1);
            on |= head.step(&on, 2) & pass;
            pass &= head.step(&pass, 2);
            on |= head.step(&on, 4) & pass;
            on |= head.step(&on, 4) & pass;
        }
        head.step(&on, 1) & head.keep & *free & ways.stop
    }

    /// Returns where pieces of a kind that stand on some sites can go.
    #[inline(always)]
    fn reach(&self, ways: &Ways, from: &Wide, free: &Wide) -> Wide {
        let heads = self.heads[..self.count].iter();
        heads.fold(Wide::EMPTY, |all, head| all | self.targets(head, ways, from, free))
    }

    /// Returns where the king can go in one move, and in one more from there.
    pub fn king_reach(&self, position: &Position) -> (Wide, Wide) {
        let (ways, free) = (&self.ways[2], self.free(position));
        let once = self.reach(ways, &Wide::of(u32::from(position.king)), &free);
        (once, self.reach(ways, &once, &free))
    }

    /// Returns where a side's pieces go, by direction, its men before its king.
    #[inline(always)]
    fn sweep(&self, position: &Position, side: u8) -> Sweep {
        let free = self.free(position);
        let mut men: Wide = position.of(side).cut();
        let mut sweep = [Wide::EMPTY; 2 * HEADS];
        let heads = || self.heads[..self.count].iter();
        if side == DEFENDERS {
            let king = Wide::of(u32::from(position.king));
            men = men.without(&king);
            for (head, targets) in heads().zip(&mut sweep[HEADS..]) {
                *targets = self.targets(head, &self.ways[2], &king, &free);
            }
        }
        for (head, targets) in heads().zip(&mut sweep) {
            *targets = self.targets(head, &self.ways[usize::from(side)], &men, &free);
        }
        sweep
    }

    /// Returns how many moves a side has whose king is on the board.
    pub fn moves(&self, position: &Position, side: u8) -> u32 {
        self.sweep(position, side).iter().map(Wide::len).sum()
    }

    /// Tells whether a side can move.
    pub fn can_move(&self, position: &Position, side: u8) -> bool {
        let free = self.free(position);
        let men: Wide = position.of(side).cut();
        // Whoever has room beside him can move, but onto a special square: one more
        // look then.
        let mut beside = Wide::EMPTY;
        for head in &self.heads[..self.count] {
            beside |= head.step(&men, 1) & head.keep;
        }
        (beside & free & self.ways[usize::from(side)].stop).meets(&self.open)
            || self.sweep(position, side).iter().any(|targets| !targets.is_empty())
    }

    /// Returns the move that so many precede, or chance's choice of all.
    pub fn choose(
        &self,
        position: &Position,
        side: u8,
        choice: impl FnOnce(u64) -> u64,
    ) -> (u64, Option<Move>) {
        let sweep = self.sweep(position, side);
        let counts = sweep.map(|targets| targets.len());
        let count = u64::from(counts.iter().sum::<u32>());
        let mut left = choice(count) as u32;
        for (at, targets) in sweep.iter().enumerate() {
            if left >= counts[at] {
                left -= counts[at];
                continue;
            }
            let found = targets.nth(left).map(|to| {
                let head = &self.heads[at % HEADS];
                let mut from = head.before(to);
                while position.free(from as usize) {
                    from = head.before(from);
                }
                Move::Go { from: from as At, to: to as At }
            });
            return (count, found);
        }
        (count, None)
    }

    /// Returns the sites that lead on from some over open ones, until all are found
    /// or one of those looked for is.
    #[inline(always)]
    fn flood(&self, from: Wide, open: &Wide, wanted: &Wide) -> Wide {
        let mut all = from;
        loop {
            let before = all;
            for head in &self.heads[..self.count] {
                all |= head.step(&all, 1) & head.keep & *open;
            }
            if all == before || all.meets(wanted) {
                return all;
            }
        }
    }

    /// Returns the sites that the king could reach if his own men made way.
    pub fn room(&self, position: &Position) -> Wide {
        let open = self.open.without(&position.of(ATTACKERS).cut());
        self.flood(Wide::of(u32::from(position.king)), &open, &Wide::EMPTY)
    }

    /// Tells whether no defender can reach the edge, whatever his own do.
    pub fn cut_off(&self, position: &Position) -> bool {
        let open = self.open.without(&position.of(ATTACKERS).cut());
        let defenders = position.of(DEFENDERS).cut();
        !self.flood(self.rim & open, &open, &defenders).meets(&defenders)
    }
}

/// Returns a direction, if its steps are all as long.
fn head(topology: &Topology, heading: u8) -> Option<Head> {
    let (mut delta, mut keep) = (None, Wide::EMPTY);
    for site in 0..topology.sites() {
        let Some(step) = topology.step(site, heading) else { continue };
        let own = i64::from(step.site) - i64::from(site);
        if *delta.get_or_insert(own) != own || step.heading != heading {
            return None;
        }
        keep.insert(step.site);
    }
    let delta = delta?;
    let by = delta.unsigned_abs() as u32;
    // Four steps at once stay within a word.
    (1..16).contains(&by).then_some(Head { up: delta > 0, by, keep })
}

fn ways(ground: &Ground, man: Man) -> Ways {
    let (mut pass, mut stop, mut far) = (Wide::EMPTY, Wide::EMPTY, 0);
    ground.lanes(man).each_way(|way| {
        far = far.max(way.len() as u32);
        for (at, (site, stops)) in way.iter().enumerate() {
            if *stops {
                stop.insert(u32::from(*site));
            }
            if at + 1 < way.len() {
                pass.insert(u32::from(*site));
            }
        }
    });
    Ways { pass, stop, far }
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::random::Random;
    use boardloom_sdk::{Game, Plugin};
    use serde_json::{Value, json};

    use super::*;
    use crate::{Family, Ruleset, Tafl};

    const SEVEN: [&str; 7] = ["3t3", "3t3", "3T3", "ttTKTtt", "3T3", "3t3", "3t3"];

    fn open(board: Value, rules: Value) -> Tafl {
        let ruleset = json!({ "board": board, "setup": { "rows": SEVEN }, "rules": rules });
        let table = ruleset.as_object().expect("a table").clone();
        let ruleset: Ruleset = Family::read(table).expect("a good ruleset");
        let topology = ruleset.board.topology(boardloom_sdk::topology::Adjacency::Orthogonal);
        Tafl::open(ruleset, topology.expect("a good board")).expect("a good ruleset")
    }

    fn square() -> Value {
        json!({ "topology": "tafl", "size": 7 })
    }

    /// Plays games at random and compares at every position what is found on the
    /// words with what is found along lanes and from square to square.
    fn agrees(game: &Tafl) {
        let mut random = Random::new(7);
        let mut position = game.start();
        for _ in 0..600 {
            if position.over.is_some() {
                position = game.start();
            }
            let mut slow = position;
            slow.odd = true;
            assert!(game.plane(&position).is_some() && game.plane(&slow).is_none());
            assert_eq!(game.worth(&position), game.worth(&slow));
            let count = game.count(&slow);
            assert_eq!(game.count(&position), count);
            let sorted = |position: &Position| {
                let all = (0..count).map(|n| game.nth(position, n).expect("one of them"));
                let mut names: Vec<String> = all.map(|mv| game.name(mv)).collect();
                names.sort();
                names
            };
            assert_eq!(sorted(&position), sorted(&slow));
            assert_eq!(game.stopped(&position), game.stopped(&slow));
            let (listed, mv) = game.random_move(&position, position.side, &mut random);
            assert_eq!(listed, count);
            let mut next = slow;
            game.go(&mut next, mv);
            game.go(&mut position, mv);
            assert_eq!((position.over, position.key()), (next.over, next.key()));
        }
    }

    #[test]
    fn words_of_bits_say_what_lanes_say() {
        agrees(&open(square(), json!({ "encircle": "pockets" })));
        agrees(&open(square(), json!({ "escape": "edge", "speed": { "K": 3 } })));
        agrees(&open(square(), json!({ "escape": "edge", "speed": { "t": 1, "T": 2, "K": 4 } })));
        let walls = json!({ "topology": "tafl", "size": 7, "blocked": ["b2", "f5"] });
        agrees(&open(walls, json!({ "encircle": "pockets", "shieldwall": {} })));
    }

    #[test]
    fn what_they_cannot_say_is_left_to_lanes() {
        let none = |board: Value, rules: Value| {
            let game = open(board, rules);
            game.plane(&game.start()).is_none()
        };
        let cylinder = json!({ "topology": "tafl", "size": 7, "glue": "cylinder" });
        assert!(none(cylinder, json!({})), "ways lead around");
        assert!(none(square(), json!({ "speed": { "t": 5 } })), "neither short nor to the end");
        assert!(none(square(), json!({ "jumps": { "K": "plain" } })), "jumps are no ways");
    }
}
