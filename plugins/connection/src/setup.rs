//! The stones at the start.

use boardloom_sdk::Diagnostic;
use boardloom_sdk::diagnostic::{self, Path};
use boardloom_sdk::rows::{self, DrawnWalls};
use boardloom_sdk::topology::Topology;

use crate::groups::{EMPTY, Groups};
use crate::notation::LETTERS;
use crate::objectives::Objectives;
use crate::position::{TurnState, stone_hash};
use crate::ruleset::{OpeningRule, Ruleset};

/// Places the stones of the ruleset.
pub fn place(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
    groups: &mut Groups,
    turn: &mut TurnState,
) -> Result<(), Vec<Diagnostic>> {
    let (setup, mut errors) = (&ruleset.setup, Vec::new());
    let mut stones = Vec::new();
    let known = &LETTERS[..usize::from(setup.seats)];
    if let Some(rows) = &setup.rows {
        let mut walls = DrawnWalls::default();
        let read = rows::read_all(topology, rows.lines().into_iter(), |site, letter| {
            match known.iter().position(|own| *own == letter.to_ascii_uppercase()) {
                Some(color) => stones.push((site, color as u8, None)),
                None if letter == '-' && topology.blocked().contains(&site) => {}
                None => {
                    walls.note(topology, site, letter);
                    return Err(format!(
                        "expected one of {}, a number of empty sites, or `.`; found `{letter}`",
                        rows::letters(known)
                    ));
                }
            }
            Ok(())
        });
        errors.extend(read.into_iter().map(|error| {
            let hint = walls.hint(&error);
            let found = rows.diagnostic(error);
            match hint {
                Some(hint) => found.hint(hint),
                None => found,
            }
        }));
    }
    let pieces = [("x", &setup.pieces.x), ("o", &setup.pieces.o), ("t", &setup.pieces.t)];
    for (color, (key, texts)) in (0..).zip(pieces) {
        let path = diagnostic::path(["setup", "pieces", key]);
        let chosen = topology.choose(texts, &path, &mut errors);
        if color >= setup.seats && !texts.is_empty() {
            let what = format!("there are {} players, and `{key}` is for another", setup.seats);
            errors.push(diagnostic::along(path, "setup.pieces", what).on_key());
            continue;
        }
        stones.extend(
            chosen.into_iter().map(|it| (it.site, color, Some(path.clone().index(it.index)))),
        );
    }
    if !stones.is_empty() && ruleset.rules.equaliser == OpeningRule::SwapStones {
        let what = "a swap of stones would move those of the start";
        let found = diagnostic::at(["rules", "equaliser"], "rules.equaliser", what);
        errors.push(found.hint("set it to \"swap-seats\", or leave the stones of `setup` out"));
    }
    for (site, color, path) in &stones {
        let (site, color) = (*site, *color);
        let label = topology.label(site);
        if groups.color(site) != EMPTY {
            let what = match topology.blocked().contains(&site) {
                true => format!("a stone cannot start on `{label}`, which is blocked"),
                false => format!("two stones start on `{label}`"),
            };
            let id = "setup.stones";
            errors.push(match path {
                Some(path) => diagnostic::along(path.clone(), id, what),
                None => diagnostic::at(["setup"], id, what).on_key(),
            });
            continue;
        }
        let result = objectives.place_in_groups(groups, site, color);
        turn.stones_hash ^= stone_hash(site, color);
        if result.kind.is_some() {
            errors.push(over(label, path.as_ref()));
        }
    }
    for color in (0..setup.seats).filter(|_| objectives.has_shapes()) {
        if let Some((_, site)) = objectives.shape_on_board(groups, color) {
            let path = stones.iter().find(|(stone, ..)| *stone == site);
            errors.push(over(topology.label(site), path.and_then(|(.., path)| path.as_ref())));
        }
    }
    diagnostic::check(errors)
}

/// Returns the error of a stone that wins before the first move. Without a path it stands in rows.
#[cold]
#[inline(never)]
fn over(label: &str, path: Option<&Path>) -> Diagnostic {
    let what = format!("the game is over at the start: the stone on `{label}` wins");
    let path = path.cloned().unwrap_or_else(|| diagnostic::path(["setup", "rows"]));
    diagnostic::along(path, "setup.over", what).hint("leave out stones until no player has won")
}
