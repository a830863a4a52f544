//! The start: pieces, walls, and walls drawn by chance.

use boardloom_sdk::topology::{Chosen, Topology};
use boardloom_sdk::{Bits, Diagnostic, Site, problem};

use crate::game::Ataxx;
use crate::moves::{Move, Walls};
use crate::position::Position;
use crate::ruleset::{Ruleset, Stuck};
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
/// row by row.
pub(crate) fn opposite(topology: &Topology) -> Vec<Site> {
    let mut opposite: Vec<Site> = (0..topology.sites()).collect();
    let rows = topology.rows();
    for (index, row) in rows.iter().enumerate() {
        let other = &rows[rows.len() - 1 - index];
        for (column, site) in row.iter().enumerate() {
            if let Some(twin) = other.len().checked_sub(column + 1).map(|at| other[at]) {
                opposite[*site as usize] = twin;
            }
        }
    }
    opposite
}

/// Returns what chance can draw next: a wall on an empty site that cuts no open
/// site off, or no more.
pub(crate) fn draws<const W: usize, const S: usize>(
    game: &Ataxx<W, S>,
    position: &Position<W, S>,
) -> Vec<Walls> {
    let most = game.ruleset.setup.random_walls.map_or(0, |walls| walls.max);
    let mut draws = vec![Walls::Done];
    if position.drawing == 0 || position.drawing > most {
        return draws;
    }
    for site in position.empty {
        let twin = game.opposite[site as usize];
        let mut walls = Bits::of(site);
        if game.symmetric() {
            // Each pair once.
            if twin < site || !position.empty.has(twin) {
                continue;
            }
            walls.insert(twin);
        }
        if connected(game, position, &walls) {
            draws.push(Walls::On(site as u16));
        }
    }
    draws
}

/// Returns what chance can draw next with weights that make every number of
/// walls up to the most about as likely as any other.
pub(crate) fn odds<const W: usize, const S: usize>(
    game: &Ataxx<W, S>,
    position: &Position<W, S>,
) -> Vec<(Move, u32)> {
    let draws = draws(game, position);
    let most = u32::from(game.ruleset.setup.random_walls.map_or(0, |walls| walls.max));
    let sites = draws.len() as u32 - 1;
    // With k more walls possible the draw ends now with chance 1 / (k + 1).
    let left = (most + 1).saturating_sub(u32::from(position.drawing)).max(1);
    let weigh = |walls: Walls| match walls {
        Walls::Done => (Move::Wall(walls), sites.max(1)),
        Walls::On(_) => (Move::Wall(walls), left),
    };
    draws.into_iter().map(weigh).collect()
}

/// Tells whether every open site can still be reached from every other.
fn connected<const W: usize, const S: usize>(
    game: &Ataxx<W, S>,
    position: &Position<W, S>,
    walls: &Bits<W>,
) -> bool {
    let open = (position.empty | position.pieces()).without(walls);
    let Some(first) = open.first() else { return false };
    let (mut seen, mut edge) = (Bits::of(first), vec![first]);
    while let Some(site) = edge.pop() {
        let fresh = (*game.reach.beside.at(site) & open).without(&seen);
        seen |= fresh;
        edge.extend(fresh);
    }
    seen == open
}
