//! The start: pieces and walls, and errors in them.

use boardloom_sdk::diagnostic;
use boardloom_sdk::topology::{SelectedSite, Topology};
use boardloom_sdk::{Diagnostic, Site};

use crate::ruleset::{Ruleset, Stuck};
use crate::store::Content;
use crate::text::{SEAT_LETTERS, read_all_rows};

/// Returns the contents of each site before the first move.
pub(crate) fn start(
    ruleset: &Ruleset,
    topology: &Topology,
) -> Result<Vec<Content>, Vec<Diagnostic>> {
    let (setup, mut errors) = (&ruleset.setup, Vec::new());
    let mut contents = vec![Content::EMPTY; topology.sites() as usize];
    if let Some(rows) = &setup.rows {
        let (read, wrong) = read_all_rows(topology, setup.seats, rows.lines().into_iter());
        contents = read;
        errors.extend(wrong.into_iter().map(|error| rows.diagnostic(error)));
    }
    let has_walls = errors.is_empty() && contents.contains(&Content::WALL);
    let mut told = false;
    for site in topology.blocked() {
        let before = std::mem::replace(&mut contents[*site as usize], Content::WALL);
        if let Some(seat) = before.seat() {
            let (letter, label) = (SEAT_LETTERS[usize::from(seat)], topology.label(*site));
            let what = format!("`{letter}` stands on `{label}`, which is blocked");
            let error = diagnostic::at(["setup", "rows"], "setup.blocked", what);
            errors.push(error.hint("move the piece, or take the wall away"));
        } else if has_walls && before == Content::EMPTY && !told {
            told = true;
            let label = topology.label(*site);
            let what =
                format!("`{label}` is blocked, and the rows draw it empty among their walls");
            let error = diagnostic::at(["setup", "rows"], "setup.walls", what);
            errors.push(error.hint("draw `-` there too, or take `board.blocked` out"));
        }
    }
    add_listed_pieces(ruleset, topology, &mut contents, &mut errors);
    if setup.rows.is_none() && setup.listed_pieces().is_none() {
        let what = "the board is empty at the start";
        let hint = "give `setup.pieces` or `setup.rows`";
        errors.push(diagnostic::at(["setup"], "setup.empty", what).on_key().hint(hint));
    } else if errors.is_empty() {
        let seats = (0..setup.seats).filter(|seat| !contents.contains(&Content::piece(*seat)));
        for seat in seats {
            let letter = SEAT_LETTERS[usize::from(seat)];
            let what = format!("seat {} (`{letter}`) has no piece at the start", seat + 1);
            let error = diagnostic::at(["setup"], "setup.bare", what).on_key();
            let fewer = match setup.seats {
                ..=2 => String::new(),
                seats => format!(", or set `seats = {}`", seats - 1),
            };
            let mut empty = (0..contents.len()).rev().filter(|at| contents[*at] == Content::EMPTY);
            let empty = empty.nth(usize::from(seat)).unwrap_or(0);
            errors.push(error.hint(format!(
                "give it sites in `setup.pieces`, for example `{letter} = [\"{}\"]`{fewer}",
                topology.label(empty as u32)
            )));
        }
    }
    check_rules(ruleset, &mut errors);
    if let Some(walls) = ruleset.setup.random_walls.filter(|it| it.max > 0 && it.min > it.max) {
        let what = format!("`min` is {}, and `max` only {}", walls.min, walls.max);
        let error = diagnostic::at(["setup", "random_walls", "min"], "setup.walls", what);
        errors.push(error.hint("`min` is at most `max`: the number drawn lies between them"));
    }
    if errors.is_empty() { Ok(contents) } else { Err(errors) }
}

fn check_rules(ruleset: &Ruleset, errors: &mut Vec<Diagnostic>) {
    let (rules, seats) = (&ruleset.rules, ruleset.setup.seats);
    if rules.jump > 0 && rules.jump <= rules.clone {
        let what = format!(
            "a jump must lead farther than a clone: expected more than {}, found {}",
            rules.clone, rules.jump
        );
        errors.push(diagnostic::at(["rules", "jump"], "rules.jump", what).hint("0 is no jumps"));
    }
    if rules.stuck == Stuck::Fill && seats > 2 {
        let what = format!("`fill` is for two players, found {seats} seats");
        errors.push(diagnostic::at(["rules", "stuck"], "rules.stuck", what).hint("use `pass`"));
    }
}

/// Puts the pieces that are listed by site.
fn add_listed_pieces(
    ruleset: &Ruleset,
    topology: &Topology,
    contents: &mut [Content],
    errors: &mut Vec<Diagnostic>,
) {
    let Some((key, pieces)) = ruleset.setup.listed_pieces() else { return };
    let lists = [&pieces.x, &pieces.o, &pieces.t, &pieces.s];
    for ((seat, letter), sites) in (0..).zip(SEAT_LETTERS).zip(lists) {
        let path = diagnostic::path(["setup", key]).key(letter.to_string());
        if seat >= ruleset.setup.seats {
            if !sites.is_empty() {
                let what =
                    format!("there are only {} seats, none for `{letter}`", ruleset.setup.seats);
                let hint = format!(
                    "set `seats = {}` in `[setup]`, or leave `{letter}` out; `two`, `three` and \
                     `four` beside `pieces` are for so many seats",
                    seat + 1
                );
                errors.push(diagnostic::along(path, "setup.seats", what).on_key().hint(hint));
            }
            continue;
        }
        for SelectedSite { site, index } in topology.choose(sites, &path, errors) {
            let label = topology.label(site);
            let at = |id, what: String| diagnostic::along(path.clone().index(index), id, what);
            let content = &mut contents[site as usize];
            match *content {
                Content::EMPTY => {}
                Content::WALL => {
                    let what = format!("a piece cannot start on `{label}`, which is blocked");
                    let hint = "move the piece, or take the wall away";
                    errors.push(at("setup.blocked", what).hint(hint));
                    continue;
                }
                _ => {
                    let twice = at("setup.twice", format!("two pieces stand on `{label}`"));
                    errors.push(match content.seat().map(usize::from) {
                        Some(other) if other != usize::from(seat) => twice.hint(format!(
                            "leave one out: add `\"not {label}\"` to the sites of `{}`",
                            SEAT_LETTERS[other]
                        )),
                        _ => twice,
                    });
                }
            }
            *content = Content::piece(seat);
        }
    }
}

/// The number of symmetries that are compared.
const MAX_SYMMETRIES: usize = 1000;

/// Returns for each site the opposite one: turned about the middle of the board, row by row if
/// the rows allow it; else by the symmetry of the board that moves the most sites and is its own
/// inverse.
pub(crate) fn opposite_sites(topology: &Topology) -> Vec<Site> {
    opposite_in_rows(topology).unwrap_or_else(|| {
        let symmetries = topology.symmetries(MAX_SYMMETRIES).unwrap_or_default();
        let is_own_inverse = |image: &&Vec<Site>| {
            (0..).zip(*image).all(|(site, twin)| image[*twin as usize] == site)
        };
        let moved =
            |image: &&Vec<Site>| (0..).zip(*image).filter(|(site, twin)| site != *twin).count();
        let most = symmetries.iter().filter(is_own_inverse).max_by_key(moved);
        most.cloned().unwrap_or_else(|| (0..topology.sites()).collect())
    })
}

fn opposite_in_rows(topology: &Topology) -> Option<Vec<Site>> {
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
