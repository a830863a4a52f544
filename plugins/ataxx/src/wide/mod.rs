//! The rules on boards of any size: what they ask of a position is counted as
//! pieces come and go, so that a move costs the same however large the board is.

mod game;
mod position;
mod sums;

use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Diagnostic, Site};

pub use self::position::{Counters, Position};
use self::position::{EMPTY, MOST, WALL};
pub(crate) use self::sums::read as sum;
use crate::game::End;
use crate::moves::{Move, Walls, straight};
use crate::ruleset::{Capture, Drop, JumpShape, Rules, Ruleset, Stuck};
use crate::setup::Ground;
use crate::shared::Shared;
use crate::text::SEATS;

/// A ruleset of the family, opened, for a board of any size and up to four seats.
pub struct Wide {
    shared: Shared,
    lists: Lists,
    start: Position,
}

/// Where moves can lead from each site, and what they meet there.
pub(super) struct Lists {
    /// Where a piece grows into.
    clone: Vec<Vec<Site>>,
    /// Where it jumps to.
    jump: Vec<Vec<Site>>,
    /// What stands beside a site.
    beside: Vec<Vec<Site>>,
    /// What a straight jump passes over: target and middle.
    middle: Vec<Vec<(Site, Site)>>,
}

impl Lists {
    fn new(topology: &Topology, rules: &Rules) -> Self {
        let beside = topology.ring_lists(1);
        let clone = match rules.clone {
            1 => beside.clone(),
            most => {
                let mut clone = vec![Vec::new(); beside.len()];
                for distance in 1..=most {
                    for (sites, ring) in clone.iter_mut().zip(topology.ring_lists(distance)) {
                        sites.extend(ring);
                    }
                }
                clone
            }
        };
        let over = rules.jump_shape == JumpShape::Straight || rules.capture == Capture::Jumped;
        let middle = straight(topology, if over { rules.jump } else { 0 });
        let jump = match (rules.jump, rules.jump_shape) {
            (0, _) => vec![Vec::new(); beside.len()],
            (jump, JumpShape::Any) => topology.ring_lists(jump),
            (_, JumpShape::Straight) => middle.iter().map(|over| targets(over)).collect(),
        };
        Lists { clone, jump, beside, middle }
    }
}

/// Returns the targets of straight jumps, each once and in order.
fn targets(over: &[(Site, Site)]) -> Vec<Site> {
    let mut targets: Vec<Site> = over.iter().map(|(to, _)| *to).collect();
    sort(&mut targets);
    targets.dedup();
    targets
}

/// What a move changed: what stood on its sites, and the numbers before.
#[derive(Debug, Clone)]
pub struct Undo {
    changed: Vec<(Site, u8)>,
    before: Counters,
}

impl Wide {
    /// Opens a ruleset.
    ///
    /// # Errors
    /// What does not make sense in it.
    pub fn open(ruleset: Ruleset, topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        let (shared, letters) = Shared::open(ruleset, topology)?;
        let lists = Lists::new(&shared.topology, &shared.ruleset.rules);
        let mut start = Position::of(&letters, &lists, shared.topology.blocked());
        start.now.drawing = u16::from(shared.draws());
        let mut game = Wide { shared, lists, start };
        if !game.shared.draws() && game.end(&game.start).is_some() {
            game.shared.over_at_once();
        }
        Ok(game)
    }

    /// Tells whether a seat could put a piece on an empty site.
    fn grows(&self, position: &Position, site: Site, seat: usize) -> bool {
        position.on[site as usize] == EMPTY
            && (position.is_near(site, seat)
                || match self.shared.ruleset.rules.drop {
                    Drop::None => false,
                    Drop::Anywhere => true,
                    Drop::Adjacent => {
                        let mut beside = self.lists.beside[site as usize].iter();
                        beside.any(|other| position.on[*other as usize] < EMPTY)
                    }
                })
    }

    /// Returns how many empty sites a seat can grow into.
    fn growth(&self, position: &Position, seat: usize) -> u64 {
        match self.shared.ruleset.rules.drop {
            Drop::None => u64::from(position.growth[seat]),
            Drop::Anywhere => u64::from(position.empty),
            Drop::Adjacent => {
                let sites = 0..self.shared.topology.sites();
                sites.filter(|site| self.grows(position, *site, seat)).count() as u64
            }
        }
    }

    /// Tells whether a seat has a move other than a pass.
    fn can_move(&self, position: &Position, seat: usize) -> bool {
        position.growth[seat] > 0
            || position.jumps[seat] > 0
            || self.shared.ruleset.rules.drop != Drop::None && self.growth(position, seat) > 0
    }

    /// Returns why a position is over, or none.
    fn end(&self, position: &Position) -> Option<End> {
        if position.empty == 0 {
            return Some(End::Full);
        }
        let sides = position.pieces.iter().filter(|pieces| **pieces > 0).count();
        let playing = (0..MOST).filter(|seat| position.plays(*seat)).count();
        if sides < 2 || playing < 2 {
            return Some(End::Alone);
        }
        let rules = &self.shared.ruleset.rules;
        if !self.can_move(position, usize::from(position.now.mover)) {
            if rules.stuck == Stuck::Fill {
                return Some(End::Filled);
            }
            if !(0..MOST).any(|seat| position.plays(seat) && self.can_move(position, seat)) {
                return Some(End::Stuck);
            }
        }
        (rules.quiet_limit > 0 && position.now.quiet >= rules.quiet_limit).then_some(End::Quiet)
    }

    /// Returns the enemy pieces that a move takes, and whose they are, in order
    /// of sites.
    fn taken(&self, position: &Position, mv: Move) -> Vec<(Site, u8)> {
        let mover = position.now.mover;
        let had = |site| Some((site, position.seat_at(site).filter(|seat| *seat != mover)?));
        let mut taken: Vec<(Site, u8)> = self.met(mv).filter_map(had).collect();
        if self.shared.ruleset.rules.capture == Capture::Jumped {
            sort(&mut taken);
            taken.dedup();
        }
        taken
    }

    /// Returns the sites whose pieces a move takes where they are an enemy's; some
    /// more than once where jumps lead over several ways.
    fn met(&self, mv: Move) -> impl Iterator<Item = Site> + '_ {
        let none: (&[Site], &[(Site, Site)], Site) = (&[], &[], 0);
        let (beside, over, to) = match (mv, self.shared.ruleset.rules.capture) {
            (Move::Clone(to) | Move::Jump(_, to), Capture::Adjacent) => {
                (&self.lists.beside[to as usize][..], none.1, to)
            }
            (Move::Jump(from, to), Capture::Jumped) => {
                (none.0, &self.lists.middle[from as usize][..], to)
            }
            _ => none,
        };
        let over = over.iter().filter(move |(target, _)| *target == to);
        beside.iter().copied().chain(over.map(|(_, middle)| *middle))
    }

    /// Returns what a seat's pieces count: with `stuck = "fill"` the empty sites
    /// go to the side that still can move.
    fn score(&self, position: &Position, seat: usize) -> u32 {
        let filled = usize::from(position.now.mover) != seat
            && self.shared.ruleset.rules.stuck == Stuck::Fill
            && position.now.drawing == 0
            && self.end(position) == Some(End::Filled);
        position.pieces[seat] + if filled { position.empty } else { 0 }
    }

    /// Returns what a move puts on which sites.
    fn changes(&self, position: &Position, mv: Move) -> Vec<(Site, u8)> {
        let mover = position.now.mover;
        let mut changes = match mv {
            Move::Clone(to) => vec![(to, mover)],
            Move::Jump(from, to) => vec![(from, EMPTY), (to, mover)],
            Move::Pass | Move::Said { .. } => Vec::new(),
            Move::Wall(Walls::Done | Walls::Sum(..)) => Vec::new(),
            Move::Wall(Walls::On(site)) => {
                let twin = self.shared.opposite.get(site as usize).copied();
                let twin = twin.filter(|twin| *twin != site).map(|twin| (twin, WALL));
                [(site, WALL)].into_iter().chain(twin).collect()
            }
        };
        changes.extend(self.taken(position, mv).iter().map(|(site, _)| (*site, mover)));
        changes
    }

    fn letter(&self, position: &Position, site: Site) -> Option<char> {
        match position.on[site as usize] {
            EMPTY => None,
            WALL => Some(crate::text::WALL),
            seat => Some(SEATS[usize::from(seat)]),
        }
    }

    fn ground<T>(&self, position: &Position, look: impl FnOnce(&Ground<'_>) -> T) -> T {
        look(&Ground {
            shared: &self.shared,
            empty: &|site| position.on[site as usize] == EMPTY,
            open: &|site| position.on[site as usize] != WALL,
            drawing: position.now.drawing,
        })
    }
}
