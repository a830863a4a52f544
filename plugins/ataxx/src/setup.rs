//! The start: pieces, walls, and walls drawn by chance.

use boardloom_sdk::topology::{Chosen, Topology};
use boardloom_sdk::{Diagnostic, Site, problem};

use crate::moves::{Move, Walls};
use crate::ruleset::{Ruleset, Stuck};
use crate::shared::Shared;
use crate::text::{self, SEATS, WALL};

/// Returns the letter of every site before the first move: a seat's, a wall's, or
/// none.
pub(crate) fn start(
    ruleset: &Ruleset,
    topology: &Topology,
) -> Result<Vec<Option<char>>, Vec<Diagnostic>> {
    let (setup, mut faults) = (&ruleset.setup, Vec::new());
    let mut letters = vec![None; topology.sites() as usize];
    if let Some(rows) = &setup.rows {
        match text::place(topology, setup.seats, &mut rows.iter().map(String::as_str)) {
            Ok(read) => letters = read,
            Err(fault) => faults.push(misplaced(fault)),
        }
    }
    for site in topology.blocked() {
        if let Some(letter) = letters[*site as usize].replace(WALL)
            && letter != WALL
        {
            let what =
                format!("`{letter}` stands on `{}`, which is blocked", topology.label(*site));
            let fault = problem::at(["setup", "rows"], "setup.blocked", what);
            faults.push(fault.hint("move the piece, or take the wall away"));
        }
    }
    listed(ruleset, topology, &mut letters, &mut faults);
    if setup.rows.is_none() && setup.listed().is_none() {
        let what = "the board is empty at the start";
        let hint = "give `setup.pieces` or `setup.rows`";
        faults.push(problem::at(["setup"], "setup.empty", what).on_key().hint(hint));
    } else if faults.is_empty() {
        let bare = |seat: &usize| !letters.contains(&Some(SEATS[*seat]));
        for seat in (0..usize::from(setup.seats)).filter(bare) {
            let what = format!("seat {} (`{}`) has no piece at the start", seat + 1, SEATS[seat]);
            faults.push(problem::at(["setup"], "setup.bare", what).on_key());
        }
    }
    contradictions(ruleset, &mut faults);
    if faults.is_empty() { Ok(letters) } else { Err(problem::finish(faults)) }
}

fn misplaced(fault: boardloom_sdk::rows::Fault) -> problem::Problem {
    let path = problem::path(["setup", "rows"]);
    if fault.len == 0 {
        return problem::along(path, "setup.rows", fault.what);
    }
    let found = problem::along(path.index(fault.row), "setup.rows", fault.what);
    found.inside(fault.at, fault.at + fault.len)
}

/// Finds rules that do not go together.
fn contradictions(ruleset: &Ruleset, faults: &mut Vec<problem::Problem>) {
    let (rules, seats) = (&ruleset.rules, ruleset.setup.seats);
    if rules.jump > 0 && rules.jump <= rules.clone {
        let what = format!(
            "a jump must lead farther than a clone: expected more than {}, found {}",
            rules.clone, rules.jump
        );
        faults.push(problem::at(["rules", "jump"], "rules.jump", what).hint("0 is no jumps"));
    }
    if rules.stuck == Stuck::Fill && seats > 2 {
        let what = format!("`fill` is for two players, found {seats} seats");
        faults.push(problem::at(["rules", "stuck"], "rules.stuck", what).hint("use `pass`"));
    }
}

/// Puts the pieces that are listed by site.
fn listed(
    ruleset: &Ruleset,
    topology: &Topology,
    letters: &mut [Option<char>],
    faults: &mut Vec<problem::Problem>,
) {
    let Some((key, pieces)) = ruleset.setup.listed() else { return };
    for (seat, names) in [&pieces.x, &pieces.o, &pieces.t, &pieces.s].into_iter().enumerate() {
        let path = problem::path(["setup", key]).key(SEATS[seat].to_string());
        if seat >= usize::from(ruleset.setup.seats) {
            if !names.is_empty() {
                let what = format!("there are only {} seats", ruleset.setup.seats);
                faults.push(problem::along(path, "setup.seats", what).on_key());
            }
            continue;
        }
        for Chosen { site, index } in topology.choose(names, &path, faults) {
            let label = topology.label(site);
            let letter = &mut letters[site as usize];
            let found = match letter.replace(SEATS[seat]) {
                None => continue,
                wall @ Some(WALL) => {
                    *letter = wall;
                    let what = format!("a piece cannot start on `{label}`, which is blocked");
                    problem::along(path.clone().index(index), "setup.blocked", what)
                        .hint("move the piece, or take the wall away")
                }
                Some(_) => {
                    let what = format!("two pieces stand on `{label}`");
                    problem::along(path.clone().index(index), "setup.twice", what)
                }
            };
            faults.push(found);
        }
    }
}

/// Returns for each site the one opposite: turned about the middle of the board,
/// row by row where the rows allow it, else by the symmetry of the board that
/// moves the most sites and comes back when it is done twice.
pub(crate) fn opposite(topology: &Topology) -> Vec<Site> {
    by_rows(topology).unwrap_or_else(|| {
        let symmetries = topology.symmetries(SYMMETRIES).unwrap_or_default();
        let involution = |image: &&Vec<Site>| {
            (0..).zip(*image).all(|(site, twin)| image[*twin as usize] == site)
        };
        let moved =
            |image: &&Vec<Site>| (0..).zip(*image).filter(|(site, twin)| site != *twin).count();
        let most = symmetries.iter().filter(involution).max_by_key(moved);
        most.cloned().unwrap_or_else(|| (0..topology.sites()).collect())
    })
}

/// How many symmetries are looked at.
const SYMMETRIES: usize = 1000;

fn by_rows(topology: &Topology) -> Option<Vec<Site>> {
    let mut opposite = vec![0; topology.sites() as usize];
    let rows = topology.rows();
    for (row, other) in rows.iter().zip(rows.iter().rev()) {
        if row.len() != other.len() {
            return None;
        }
        for (site, twin) in row.iter().zip(other.iter().rev()) {
            opposite[*site as usize] = *twin;
        }
    }
    Some(opposite)
}

/// What walls are drawn on: which sites are open, and which of those are empty.
pub(crate) struct Ground<'a> {
    pub shared: &'a Shared,
    pub empty: &'a dyn Fn(Site) -> bool,
    pub open: &'a dyn Fn(Site) -> bool,
    /// 1 and the walls drawn so far, or 0 while playing.
    pub drawing: u16,
}

impl Ground<'_> {
    /// Returns what chance can draw next: a wall on an empty site that cuts no
    /// open site off, or no more.
    pub fn draws(&self) -> Vec<Walls> {
        let most = self.shared.ruleset.setup.random_walls.map_or(0, |walls| walls.max);
        let mut draws = vec![Walls::Done];
        if self.drawing == 0 || self.drawing > most {
            return draws;
        }
        let mut search = Search { ground: self, seen: Vec::new(), round: 0, edge: Vec::new() };
        search.seen.resize(self.shared.topology.sites() as usize, 0);
        if !search.whole(&[]) {
            return draws;
        }
        for site in (0..self.shared.topology.sites()).filter(|site| (self.empty)(*site)) {
            let twin = self.shared.opposite.get(site as usize).copied().unwrap_or(site);
            // Each pair once.
            if twin >= site && (self.empty)(twin) && search.stays_whole([site, twin]) {
                draws.push(Walls::On(site));
            }
        }
        draws
    }

    /// Returns what chance can draw next with weights that make every number of
    /// walls up to the most about as likely as any other.
    pub fn odds(&self) -> Vec<(Move, u32)> {
        let draws = self.draws();
        let most = u32::from(self.shared.ruleset.setup.random_walls.map_or(0, |walls| walls.max));
        let sites = draws.len() as u32 - 1;
        // With k more walls possible the draw ends now with chance 1 / (k + 1).
        let left = (most + 1).saturating_sub(u32::from(self.drawing)).max(1);
        let weigh = |walls: Walls| match walls {
            Walls::On(_) => (Move::Wall(walls), left),
            _ => (Move::Wall(walls), sites.max(1)),
        };
        draws.into_iter().map(weigh).collect()
    }
}

/// Ways over open sites. Sites seen in a round bear its number, so that nothing
/// has to be cleared between one round and the next.
struct Search<'a> {
    ground: &'a Ground<'a>,
    seen: Vec<u32>,
    round: u32,
    edge: Vec<Site>,
}

impl Search<'_> {
    /// Tells whether two walls cut nothing off where all was connected before. Most
    /// walls can be gone around within a few steps, so that is tried one by one;
    /// where it fails, the second wall may yet stand on what the first cut off.
    fn stays_whole(&mut self, [one, other]: [Site; 2]) -> bool {
        self.rounds(one, &[one]) && self.rounds(other, &[one, other]) || self.whole(&[one, other])
    }

    /// Tells whether the open sites beside a wall can be reached from each other.
    fn rounds(&mut self, wall: Site, walls: &[Site]) -> bool {
        let topology = &self.ground.shared.topology;
        let beside = topology.adjacent(wall).iter().map(|link| link.step.site);
        let mut goals: Vec<Site> = beside.filter(|site| self.is_open(*site, walls)).collect();
        let Some(start) = goals.pop() else { return true };
        self.spread(start, walls, &mut |site| {
            goals.retain(|goal| *goal != site);
            goals.is_empty()
        });
        goals.is_empty()
    }

    /// Tells whether every open site can be reached from every other.
    fn whole(&mut self, walls: &[Site]) -> bool {
        let open = (0..self.ground.shared.topology.sites()).filter(|s| self.is_open(*s, walls));
        let open: Vec<Site> = open.collect();
        let mut left = open.len();
        if let Some(start) = open.first() {
            self.spread(*start, walls, &mut |_| {
                left -= 1;
                false
            });
        }
        left == 0 && !open.is_empty()
    }

    fn is_open(&self, site: Site, walls: &[Site]) -> bool {
        !walls.contains(&site) && (self.ground.open)(site)
    }

    /// Visits what can be reached, nearest first, until `enough`.
    fn spread(&mut self, start: Site, walls: &[Site], enough: &mut dyn FnMut(Site) -> bool) {
        self.round += 1;
        self.edge.clear();
        self.edge.push(start);
        self.seen[start as usize] = self.round;
        let mut next = 0;
        while let Some(site) = self.edge.get(next).copied() {
            if enough(site) {
                return;
            }
            next += 1;
            for link in self.ground.shared.topology.adjacent(site) {
                let site = link.step.site;
                if self.seen[site as usize] != self.round && self.is_open(site, walls) {
                    self.seen[site as usize] = self.round;
                    self.edge.push(site);
                }
            }
        }
    }
}
