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
        letters[*site as usize] = Some(WALL);
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
    let drawn = setup.random_walls.is_some_and(|walls| walls.max > 0);
    if drawn && topology.sites() > WALLED {
        let sites = topology.sites();
        let what = format!("walls are drawn on boards of up to {WALLED} sites, found {sites}");
        let hint = "list them in `board.blocked`";
        faults.push(problem::at(["setup", "random_walls"], "setup.walls", what).hint(hint));
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

/// On how many sites walls are drawn by chance at most: each draw looks at the
/// whole board for every site.
const WALLED: u32 = 512;

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
        for site in (0..self.shared.topology.sites()).filter(|site| (self.empty)(*site)) {
            let twin = self.shared.opposite.get(site as usize).copied().unwrap_or(site);
            // Each pair once.
            if twin >= site && (self.empty)(twin) && self.connected([site, twin]) {
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
            Walls::Done => (Move::Wall(walls), sites.max(1)),
            Walls::On(_) => (Move::Wall(walls), left),
        };
        draws.into_iter().map(weigh).collect()
    }

    /// Tells whether every open site could still be reached from every other.
    fn connected(&self, walls: [Site; 2]) -> bool {
        let topology = &self.shared.topology;
        let is_open = |site: Site| !walls.contains(&site) && (self.open)(site);
        let mut left = vec![false; topology.sites() as usize];
        let mut edge = Vec::new();
        let mut count = 0;
        for site in (0..topology.sites()).filter(|site| is_open(*site)) {
            if count == 0 {
                edge.push(site);
            } else {
                left[site as usize] = true;
            }
            count += 1;
        }
        if count == 0 {
            return false;
        }
        while let Some(site) = edge.pop() {
            count -= 1;
            for link in topology.adjacent(site) {
                if std::mem::take(&mut left[link.step.site as usize]) {
                    edge.push(link.step.site);
                }
            }
        }
        count == 0
    }
}
