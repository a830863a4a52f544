//! The board as the rules look at it: tables made once, when a ruleset is opened.

use boardloom_sdk::Bits;
use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;

use crate::lanes::{self, Lanes};
use crate::man::{Man, Men};
use crate::ruleset::{Capture, Jump, Rules};
use crate::walls::Walls;

/// The most sites of a board: enough for nineteen by nineteen.
pub const SITES: usize = 64 * WORDS;
/// Words of a set of sites.
const WORDS: usize = 6;
/// A set of sites.
pub type Set = Bits<WORDS>;
/// A site, or [`NOWHERE`].
pub type At = u16;
/// No site: beyond the edge, or nothing.
pub const NOWHERE: At = At::MAX;

/// Two sites behind each other, seen from a third: who moves to the third closes a
/// capture of what stands on `victim` against what stands on `far`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trap {
    /// Beside the mover.
    pub victim: At,
    /// Straight on, or beyond the edge.
    pub far: At,
}

/// A jump from a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leap {
    /// What is jumped over.
    pub over: At,
    /// Where it leads.
    pub to: At,
}

/// Lists by site in one piece of memory.
#[derive(Debug, Clone)]
pub struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Makes a list of what `of` returns for each of so many sites.
    pub fn new(sites: u32, mut of: impl FnMut(u32) -> Vec<T>) -> Self {
        let mut lists = Lists { starts: vec![0], items: Vec::new() };
        for site in 0..sites {
            lists.items.extend(of(site));
            lists.starts.push(lists.items.len() as u32);
        }
        lists
    }

    /// Returns where each list starts, and what is in them.
    pub fn into_parts(self) -> (Vec<u32>, Vec<T>) {
        (self.starts, self.items)
    }

    /// Returns the list of a site.
    #[inline(always)]
    pub fn at(&self, site: usize) -> &[T] {
        &self.items[self.starts[site] as usize..self.starts[site + 1] as usize]
    }
}

/// The tables.
pub struct Ground {
    /// How many sites there are.
    pub sites: u32,
    /// What a move to a site can take.
    pub traps: Lists<Trap>,
    /// The pairs of opposite neighbours of a site, one of which may be beyond the
    /// edge.
    pub axes: Lists<(At, At)>,
    /// The neighbours of a site, those nearest the edge last.
    pub adjacent: Lists<At>,
    /// The sites along the edge of the board.
    pub rim: Set,
    /// The throne.
    pub throne: Set,
    /// The corners.
    pub corners: Set,
    /// Where the king wins.
    pub goal: Set,
    /// Two steps from there, where that is not a whole edge.
    pub guards: Set,
    /// How far it is to there in steps, if nothing is in the way.
    pub distance: Vec<u8>,
    /// Whom a site helps to take while it is empty.
    pub hostile: Vec<Men>,
    /// How the king is taken, by site.
    pub zone: Vec<Capture>,
    /// Sites on the throne or beside it.
    pub hall: Set,
    /// The ways of each piece, by code.
    lanes: Vec<Lanes>,
    which: [u8; Man::CODES],
    /// The jumps of each piece, by code; empty where there are none.
    leaps: Vec<Lists<Leap>>,
    /// Whether two ways can lead from a site to another.
    pub tangled: bool,
    /// Where an attacking man may stop who comes from a plain site.
    stops: Set,
    /// The rows along the edge.
    pub walls: Walls,
    /// Who closes captures by moving.
    pub hammer: Men,
    /// Who can be the far side of one.
    pub anvil: Men,
    /// The fewest attackers that could take the king somewhere.
    pub needed: u32,
}

impl Ground {
    /// Makes the tables of a board whose goal is known.
    pub fn new(topology: &Topology, rules: &Rules, goal: &[u32]) -> Ground {
        let sites = topology.sites();
        let region = |name: &str| -> Set {
            topology.regions().get(name).into_iter().flatten().copied().collect()
        };
        let (throne, corners, rim) = (region("throne"), region("corners"), rim(topology));
        let goal: Set = goal.iter().copied().collect();
        let traps = Lists::new(sites, |site| traps(topology, site));
        let inwards = depth(topology, &rim);
        let adjacent = Lists::new(sites, |site| {
            let rank = |at: &At| u32::from(u8::MAX - inwards[usize::from(*at)]);
            let near = neighbours(topology, site);
            let mut ranked = near.iter().map(|at| rank(at) << 16 | u32::from(*at)).collect();
            tidy(&mut ranked);
            ranked.into_iter().map(|ranked| ranked as At).collect()
        });
        let mut hall = throne;
        for site in throne {
            hall |= adjacent.at(site as usize).iter().map(|at| u32::from(*at)).collect();
        }
        let (lanes, which) = lanes::of(topology, rules);
        let (mut hammer, mut anvil) = (Men::ALL, Men::ALL);
        for guard in [Man::of('g'), Man::of('G')].into_iter().flatten() {
            hammer.set(guard, false);
            anvil.set(guard, false);
        }
        use crate::ruleset::Weapon;
        hammer.set(Man::KING, matches!(rules.king_weapon, Weapon::Both | Weapon::Hammer));
        anvil.set(Man::KING, matches!(rules.king_weapon, Weapon::Both | Weapon::Anvil));
        let distance = depth(topology, &goal);
        // Fewer places than a quarter of the edge are corners, or as good as that.
        let few = 4 * goal.len() <= rim.len().max(sites / 8);
        let guarded = |site: &u32| few && distance[*site as usize] == 2;
        let mut ground = Ground {
            sites,
            guards: (0..sites).filter(guarded).collect(),
            axes: Lists::new(sites, |site| axes(topology, site)),
            distance,
            hostile: hostile(topology, rules),
            zone: (0..sites).map(|site| zone(site, rules, &throne, &hall, &rim)).collect(),
            leaps: leaps(topology, rules, &traps, &(throne | corners)),
            tangled: lanes.iter().any(|lanes| lanes.tangled(sites)),
            stops: stops(topology, rules),
            walls: Walls::new(topology, rules.shieldwall.is_some() || rules.exit_fort),
            traps,
            adjacent,
            rim,
            throne,
            corners,
            goal,
            hall,
            lanes,
            which,
            hammer,
            anvil,
            needed: 0,
        };
        ground.needed = ground.fewest(rules);
        ground
    }

    /// Returns the ways of a man.
    #[inline(always)]
    pub fn lanes(&self, man: Man) -> &Lanes {
        &self.lanes[usize::from(self.which[man.code()])]
    }

    /// Tells whether two men move alike.
    pub fn alike(&self, one: Man, other: Man) -> bool {
        self.which[one.code()] == self.which[other.code()]
    }

    /// Tells whether any piece jumps.
    pub fn leaping(&self) -> bool {
        !self.leaps.is_empty()
    }

    /// Returns the jumps of a man from a site.
    #[inline(always)]
    pub fn leaps(&self, man: Man, site: usize) -> &[Leap] {
        match self.leaps.get(man.code()) {
            Some(leaps) if !leaps.starts.is_empty() => leaps.at(site),
            _ => &[],
        }
    }

    /// Returns the steps between any two sites, row by row.
    pub fn all_steps(&self, topology: &Topology) -> Vec<u8> {
        (0..self.sites).flat_map(|site| depth(topology, &Set::of(site))).collect()
    }

    /// Tells whether attacking men may stop on a site.
    pub fn stops(&self, at: At) -> bool {
        self.stops.has(u32::from(at))
    }

    /// Returns the fewest attackers that could take the king somewhere.
    fn fewest(&self, rules: &Rules) -> u32 {
        let takes = |at: At| -> Option<u32> {
            if at == NOWHERE {
                return rules.hostile.edge.has(Man::KING).then_some(0);
            }
            Some(u32::from(!self.hostile[usize::from(at)].has(Man::KING)))
        };
        let mut fewest = u32::MAX;
        for site in 0..self.sites {
            let at = site as usize;
            let pair = |(a, b): &(At, At)| Some((takes(*a)? + takes(*b)?).max(1));
            let open = self.rim.has(site) && !rules.hostile.edge.has(Man::KING);
            let count = match self.zone[at] {
                Capture::Safe => None,
                Capture::Pair => self.axes.at(at).iter().filter_map(pair).min(),
                Capture::Men => Some(self.adjacent.at(at).len() as u32),
                Capture::Surround if open => None,
                Capture::Surround => self.adjacent.at(at).iter().map(|at| takes(*at)).sum(),
            };
            fewest = fewest.min(count.unwrap_or(u32::MAX));
        }
        fewest
    }
}

/// Returns the sites of the region `edges` from which some way leads off the board:
/// where edges are joined they are none.
pub fn rim(topology: &Topology) -> Set {
    let mut used = 0u64;
    for site in 0..topology.sites() {
        for link in topology.adjacent(site).iter().filter(|link| link.heading < 64) {
            used |= 1 << link.heading;
        }
    }
    let ends = |site: &u32| {
        (0..64).any(|heading| used >> heading & 1 != 0 && topology.step(*site, heading).is_none())
    };
    topology.regions().get("edges").into_iter().flatten().copied().filter(ends).collect()
}

/// Puts numbers in order, each once. Two sites make one number, so that there is
/// one such function in the plugin and not four.
fn tidy(numbers: &mut Vec<u32>) {
    sort(numbers);
    numbers.dedup();
}

fn two(one: u32, other: At) -> u32 {
    one << 16 | u32::from(other)
}

fn parted(number: &u32) -> (At, At) {
    ((number >> 16) as At, *number as At)
}

/// Returns the neighbours of a site, each once.
fn neighbours(topology: &Topology, site: u32) -> Vec<At> {
    let links = topology.adjacent(site).iter().map(|link| link.step.site);
    let mut near: Vec<u32> = links.filter(|at| *at != site).collect();
    tidy(&mut near);
    near.into_iter().map(|at| at as At).collect()
}

fn traps(topology: &Topology, site: u32) -> Vec<Trap> {
    let mut traps = Vec::new();
    for link in topology.adjacent(site) {
        let victim = link.step.site;
        let far = topology.step(victim, link.step.heading);
        let far = far.map_or(NOWHERE, |far| far.site as At);
        if victim != site && far != site as At {
            traps.push(two(victim, far));
        }
    }
    tidy(&mut traps);
    traps.iter().map(parted).map(|(victim, far)| Trap { victim, far }).collect()
}

fn axes(topology: &Topology, site: u32) -> Vec<(At, At)> {
    let mut pairs = Vec::new();
    for near in neighbours(topology, site) {
        for trap in traps(topology, u32::from(near)) {
            if u32::from(trap.victim) == site {
                pairs.push(two(u32::from(near.min(trap.far)), near.max(trap.far)));
            }
        }
    }
    tidy(&mut pairs);
    pairs.iter().map(parted).collect()
}

/// Returns how many steps each site is away from some sites; 255 where none leads
/// there.
fn depth(topology: &Topology, from: &Set) -> Vec<u8> {
    let mut depth = vec![u8::MAX; topology.sites() as usize];
    let mut next: Vec<u32> = from.iter().collect();
    let mut steps = 0;
    while !next.is_empty() {
        let mut after = Vec::new();
        for site in next {
            if depth[site as usize] == u8::MAX {
                depth[site as usize] = steps;
                after.extend(neighbours(topology, site).into_iter().map(u32::from));
            }
        }
        (next, steps) = (after, (steps + 1).min(u8::MAX - 1));
    }
    depth
}

fn hostile(topology: &Topology, rules: &Rules) -> Vec<Men> {
    let mut hostile = vec![Men::NOBODY; topology.sites() as usize];
    let regions = [
        ("throne", rules.hostile.throne_empty),
        ("corners", rules.hostile.corner),
        ("camps", rules.hostile.camp),
    ];
    for (name, men) in regions {
        for site in topology.regions().get(name).into_iter().flatten() {
            let own = &mut hostile[*site as usize];
            *own = own.either(men);
        }
    }
    for site in topology.blocked() {
        hostile[*site as usize] = Men::NOBODY;
    }
    hostile
}

fn zone(site: u32, rules: &Rules, throne: &Set, hall: &Set, rim: &Set) -> Capture {
    let capture = &rules.king_capture;
    if throne.has(site) {
        capture.throne
    } else if hall.has(site) {
        capture.beside
    } else if rim.has(site) {
        capture.edge
    } else {
        capture.other
    }
}

/// Returns where attacking men may stop, wherever they come from.
fn stops(topology: &Topology, rules: &Rules) -> Set {
    let man = Man::all().next().expect("there are men");
    let stops = lanes::Stops::new(topology, rules, man);
    (0..topology.sites()).filter(|site| stops.any(*site)).collect()
}

/// Returns the jumps of all pieces, by code; nothing where no piece jumps.
fn leaps(
    topology: &Topology,
    rules: &Rules,
    traps: &Lists<Trap>,
    special: &Set,
) -> Vec<Lists<Leap>> {
    if Man::all().all(|man| rules.jumps.get(man).is_none()) {
        return Vec::new();
    }
    let mut leaps = vec![Lists { starts: Vec::new(), items: Vec::new() }];
    leaps.extend(Man::all().map(|man| {
        let Some(jump) = rules.jumps.get(man) else {
            return Lists { starts: Vec::new(), items: Vec::new() };
        };
        let stops = lanes::Stops::new(topology, rules, man);
        Lists::new(topology.sites(), |site| {
            let fits = |to: u32| {
                let within = jump != Jump::Special || special.has(site) || special.has(to);
                within && stops.may(site, to)
            };
            let list = traps.at(site as usize).iter().filter(|trap| trap.far != NOWHERE);
            list.filter(|trap| fits(u32::from(trap.far)))
                .map(|trap| Leap { over: trap.victim, to: trap.far })
                .collect()
        })
    }));
    leaps
}
