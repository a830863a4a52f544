//! Errors and warnings about goals of single colours.

use std::collections::BTreeSet;

use boardloom_sdk::diagnostic::{self, Path};
use boardloom_sdk::topology::{BoardShape, Topology};
use boardloom_sdk::{Diagnostic, Site};

use crate::goals::{Aim, beside_hole, has_rings, has_straight_lines, longest_line};
use crate::groups::GroupReach;
use crate::objectives::{MAX_REGIONS, Objectives};
use crate::ruleset::{GoalRule, OpeningRule, Ruleset, StuckSide, SurroundRule};
use crate::short_ways::name_blocked;
use crate::surround::can_surround;
use crate::validation::{check_duplicates, check_names, joined_hint};

/// Checks the goals of single colours.
pub fn check_own_goals(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) {
    let rules = &ruleset.rules;
    let all = diagnostic::path(["rules", "goals"]);
    let mut names = BTreeSet::new();
    for (index, goal) in rules.goals.iter().enumerate() {
        let path = all.clone().index(index);
        let given = [
            !goal.join.is_empty(),
            !goal.reach.is_empty(),
            goal.loops.is_some(),
            goal.ring,
            goal.surround.is_some(),
            goal.line.is_some(),
            goal.no_moves.is_some(),
        ];
        let count = given.iter().filter(|given| **given).count();
        if count != 1 {
            let what = format!(
                "expected one of `join`, `reach`, `loop`, `ring`, `surround`, `line` and \
                 `no_moves`, found {count}"
            );
            errors.push(diagnostic::along(path.clone(), "rules.goals", what));
        }
        if goal.seat.is_some_and(|seat| !(1..=ruleset.setup.seats).contains(&seat)) {
            let what = format!("expected a seat from 1 to {}", ruleset.setup.seats);
            let found = diagnostic::along(path.clone().key("for"), "rules.goals", what);
            errors.push(found.hint("seats count from 1: `for = 1` is the first player"));
        }
        for (key, is_unused, with, hint) in [
            (
                "needed",
                goal.needed.is_some() && goal.join.is_empty(),
                "join",
                "for `reach` it is `count`",
            ),
            (
                "exact",
                goal.exact && goal.line.is_none(),
                "line",
                "for example `line = 5, exact = true`",
            ),
            (
                "count",
                goal.count.is_some() && goal.reach.is_empty(),
                "reach",
                "for `join` it is `needed`",
            ),
        ] {
            if is_unused {
                let what = format!("`{key}` goes with `{with}` only");
                let found = diagnostic::along(path.clone().key(key), "rules.goals", what);
                errors.push(found.on_key().hint(hint));
            }
        }
        let regions = path.clone().key("join");
        check_duplicates(&regions, &goal.join, "rules.goals", errors);
        check_names(&regions, &goal.join, topology, errors);
        let found = goal.join.len();
        // Without regions it is told above that it is unused.
        if found > 0 && goal.needed.is_some_and(|needed| needed == 0 || usize::from(needed) > found)
        {
            let what = match found {
                1 => "expected 1, as only one region is named".to_owned(),
                _ => format!("expected 1 to {found}, as there are {found} regions"),
            };
            let error = diagnostic::along(path.clone().key("needed"), "rules.needed", what);
            let several = goal.join.first().filter(|_| found == 1);
            let several = several.and_then(|name| numbered_like(topology, name));
            errors.push(match several {
                Some(names) => error.hint(format!("name each of them: `join = [{names}]`")),
                None => error,
            });
        }
        if goal.line.is_some() && !has_straight_lines(topology) {
            let what = "a row of stones needs straight lines, and this board has none";
            let hint = match ruleset.board.shape {
                BoardShape::Graph(_) => "list them in `board.lines`, or take `join`",
                BoardShape::Tiling(_) => {
                    "lines run on through the opposite side of a cell, which triangles and \
                     pentagons lack: take another tiling, or a goal such as `join`"
                }
                _ => "take another goal, such as `join`, or a board of squares or hexagons",
            };
            let found = diagnostic::along(path.clone().key("line"), "rules.line", what).on_key();
            errors.push(found.hint(hint));
        }
        check_reach(goal, &path, topology, errors);
        check_no_moves(goal, &path, ruleset.setup.seats, errors);
        names.extend(&goal.join);
    }
    names.extend(rules.sides.iter().flatten().chain(&rules.regions));
    if names.len() > MAX_REGIONS {
        let what =
            format!("expected at most {MAX_REGIONS} different regions, found {}", names.len());
        errors.push(diagnostic::along(all.clone(), "rules.goals", what));
    }
    if !rules.goals.is_empty() && !rules.parts.is_empty() {
        let what = "a board with parts can't have `goals`, only `goal`";
        errors.push(diagnostic::along(all.clone(), "rules.goals", what).on_key());
    }
    let differ = rules.goals.iter().any(|goal| goal.seat.is_some());
    if differ && rules.equaliser == OpeningRule::SwapStones {
        let what = "a swap of stones needs the same goals for both colours: none with `for`";
        let found = diagnostic::at(["rules", "equaliser"], "rules.equaliser", what);
        errors.push(found.hint("set it to \"swap-seats\""));
    }
    let is_seat =
        |goal: &GoalRule| goal.seat.is_none_or(|it| (1..=ruleset.setup.seats).contains(&it));
    // A goal for a seat that does not exist was meant for another.
    let seats = if rules.goals.iter().all(is_seat) { ruleset.setup.seats } else { 0 };
    for seat in 1..=seats {
        let is_for = |goal: &GoalRule| goal.seat.is_none_or(|own| own == seat);
        let has_own = rules.goals.iter().any(is_for);
        if !rules.goals.is_empty() && rules.goal.as_slice().is_empty() && !has_own {
            let what = format!("seat {seat} has no goal");
            let found = diagnostic::along(all.clone(), "rules.goals", what).on_key();
            errors.push(found.hint(format!("add one with `for = {seat}`, or one without `for`")));
        }
    }
}

/// Finds goals of single colours that a board full of their colour does not reach.
pub fn check_own_reachable(
    (topology, ruleset): (&Topology, &Ruleset),
    objectives: &Objectives,
    reaches: &[GroupReach],
    errors: &mut Vec<Diagnostic>,
) {
    for (index, goal) in objectives.layers[0].own.iter().enumerate() {
        let path = diagnostic::path(["rules", "goals"]).index(index);
        match &goal.aim {
            Aim::Join { regions, needed } => {
                let touched = |reach: &GroupReach| (reach.regions & regions).count_ones();
                if !reaches.iter().any(|reach| touched(reach) >= *needed) {
                    let what = format!("no group can touch {needed} of these regions");
                    let found = diagnostic::along(path.key("join"), "rules.apart", what);
                    errors.push(name_blocked(found, topology, objectives, (*regions, *needed)));
                }
            }
            Aim::Loop(loops) => {
                let wins = |class: u8| reaches.iter().any(|reach| reach.loops.contains(class));
                if !(1..=u8::MAX).any(|class| loops.wins(class) && wins(class)) {
                    let what = "no loop of these classes can be made on this board";
                    let found = diagnostic::along(path.key("loop"), "rules.class", what);
                    let is_flat = reaches.iter().all(|reach| reach.loops.is_zero());
                    errors.push(if is_flat {
                        found.hint(joined_hint(&ruleset.board.shape))
                    } else {
                        // The rest are sums of these.
                        let least = (1..=u8::MAX)
                            .find(|class| reaches.iter().any(|it| it.loops.contains(*class)));
                        let least = least.unwrap_or(1);
                        found.hint(format!("for example `loop = [{least}]`, or `\"any\"`"))
                    });
                }
            }
            Aim::Ring => {
                if !has_rings(topology, &objectives.graph) {
                    let path = path.key("ring");
                    let found = |what: &str, hint: &str| {
                        diagnostic::along(path, "rules.ring", what).on_key().hint(hint)
                    };
                    let hole = beside_hole(topology, &objectives.graph);
                    let is_hex = matches!(ruleset.board.shape, BoardShape::Hex(_));
                    errors.push(match hole.filter(|_| is_hex) {
                        Some(site) => {
                            let label = topology.label(site);
                            let what = format!(
                                "a ring needs a board without holes, and a cell beside `{label}` \
                                 is missing"
                            );
                            found(&what, "list the cells in `blocked` instead of leaving them out")
                        }
                        None => found(
                            "a ring needs a board with a rim on which three cells meet at every \
                             corner",
                            "hexagons have it, without joined edges",
                        ),
                    });
                }
            }
            Aim::Line { length, .. } => {
                let longest = longest_line(topology, *length);
                if longest < *length {
                    let what = format!("no line on this board has {length} sites");
                    let found = diagnostic::along(path.key("line"), "rules.line", what);
                    errors.push(found.hint(format!("the longest has {longest}")));
                }
            }
            Aim::Surround(rule) => {
                let edges = topology.regions().get("edges").map_or(&[][..], Vec::as_slice);
                if !rule.edge && (edges.is_empty() || objectives.graph.classes() != 0) {
                    let what = "`edge = false` needs a board with an edge, without joined edges";
                    let path = path.key("surround").key("edge");
                    let found = diagnostic::along(path, "rules.surround", what);
                    errors.push(found.hint("leave it out: the smaller parts are cut off then"));
                    continue;
                }
                let is_inside = |site: &Site| rule.edge || edges.binary_search(site).is_err();
                let open = topology.open_sites().filter(is_inside).count();
                // Two parts and a stone between them; or all that lies within the rim.
                let most = if rule.edge { open.saturating_sub(1) / 2 } else { open };
                let all = topology.open_sites().count() as u32;
                let full = ruleset.rules.stones_of_full_board(ruleset.setup.seats, all).0;
                let stones = full.into_iter().max().unwrap_or(0);
                for (key, size) in [("cells", rule.cells), ("stones", rule.stones)] {
                    let can = |size: usize| {
                        let cells = size.min(usize::from(u16::MAX)) as u16;
                        let rule = SurroundRule { cells, stones: 0, edge: rule.edge };
                        can_surround(topology, &objectives.graph, rule, stones)
                    };
                    if usize::from(size) > most || size == 0 && key == "cells" {
                        let what = match most {
                            0 => "no cells of this board can be cut off".to_owned(),
                            _ => {
                                let (mut least, mut most) = (1, most);
                                while least < most {
                                    let middle = (least + most).div_ceil(2);
                                    if can(middle) { least = middle } else { most = middle - 1 }
                                }
                                format!("expected 1 to {most} {key} on this board, found {size}")
                            }
                        };
                        let path = path.clone().key("surround").key(key);
                        errors.push(diagnostic::along(path, "rules.surround", what));
                    }
                }
            }
            Aim::Reach { .. } | Aim::NoMoves(_) => {}
        }
    }
}

/// Checks the sites of a goal that stones reach.
fn check_reach(goal: &GoalRule, path: &Path, topology: &Topology, errors: &mut Vec<Diagnostic>) {
    if goal.reach.is_empty() {
        return;
    }
    let list = path.clone().key("reach");
    let faults = errors.len();
    let chosen = topology.choose(&goal.reach, &list, errors);
    let is_open = |site: &Site| topology.blocked().binary_search(site).is_err();
    // Chosen sites are in order, each once.
    let open = chosen.iter().filter(|chosen| is_open(&chosen.site)).count();
    if errors.len() > faults {
        return;
    }
    if open == 0 {
        let what = match chosen.len() {
            0 => "there is no site to reach",
            _ => "no stone can reach these sites: all are blocked",
        };
        errors.push(diagnostic::along(list, "rules.blocked", what));
    } else if goal.count.is_some_and(|count| count == 0 || usize::from(count) > open) {
        let what = format!("expected 1 to {open}, as there are {open} open sites to reach");
        errors.push(diagnostic::along(path.clone().key("count"), "rules.reach", what));
    }
}

/// Lists the regions that a region is made of by their names: `corner-1` and so on for `corners`.
fn numbered_like(topology: &Topology, region: &str) -> Option<String> {
    let stem = format!("{}-", region.strip_suffix('s')?);
    let is_numbered = |name: &&String| {
        name.strip_prefix(&stem).is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
    };
    let names: Vec<String> =
        topology.regions().keys().filter(is_numbered).map(|name| format!("\"{name}\"")).collect();
    (names.len() > 1).then(|| names.join(", "))
}

/// Checks that a goal without moves has one winner.
fn check_no_moves(goal: &GoalRule, path: &Path, seats: u8, errors: &mut Vec<Diagnostic>) {
    let what = match goal.no_moves {
        Some(StuckSide::Any) if goal.seat.is_none() => {
            "on a full board all colours would reach this goal: say with `for` whose it is"
        }
        Some(StuckSide::Opponent) if goal.seat.is_none() && seats > 2 => {
            "with three players two would reach this goal: say with `for` whose it is"
        }
        _ => return,
    };
    let found = diagnostic::along(path.clone().key("no_moves"), "rules.no-moves", what);
    errors.push(found.hint("or `\"mover\"`: the colour that has to move and can't"));
}

/// Returns warnings about goals that stand twice, that a colour has too few stones for, or for which
/// none were found.
pub fn unlikely_goals(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
) -> Vec<Diagnostic> {
    let (rules, setup) = (&ruleset.rules, &ruleset.setup);
    let mut warnings = repeated_goals(&rules.goals);
    let open = topology.open_sites().count() as u32;
    let most = rules.stones_of_full_board(setup.seats, open).0;
    let stones = |goal: &GoalRule| match goal.seat {
        Some(seat) => most[usize::from(seat - 1)],
        None => most.into_iter().max().unwrap_or(0),
    };
    // Stones of the start are more than turns would give.
    if !setup.pieces.is_empty() || setup.rows.is_some() {
        return warnings;
    }
    let warning = |(index, goal): (usize, &GoalRule)| {
        let path = diagnostic::path(["rules", "goals"]).index(index);
        let stones = stones(goal);
        let (path, what) = match &objectives.layers[0].own[index].aim {
            Aim::Reach { count, .. } if *count > stones as usize => {
                let what = format!("a colour gets {stones} stones at most, not {count}");
                (path.key("count"), what)
            }
            Aim::Line { length, .. } if *length > stones => {
                let what = format!("a colour gets {stones} stones at most, not {length}");
                (path.key("line"), what)
            }
            Aim::Surround(rule) if !can_surround(topology, &objectives.graph, *rule, stones) => {
                let size = rule.cells.max(rule.stones);
                let what = format!("{stones} stones seem too few to cut off {size} cells here");
                (path.key("surround"), what)
            }
            _ => return None,
        };
        let hint = "ask for less, or take a larger board";
        Some(diagnostic::along(path, "rules.unlikely", what).hint(hint).warning())
    };
    warnings.extend(rules.goals.iter().enumerate().filter_map(warning));
    warnings
}

/// Returns a warning for each goal that an earlier one says already.
fn repeated_goals(goals: &[GoalRule]) -> Vec<Diagnostic> {
    let is_same = |one: &GoalRule, other: &GoalRule| {
        let reason = one.reason.clone();
        *one == GoalRule { reason, ..other.clone() }
    };
    let repeated = goals.iter().enumerate().filter_map(|(index, goal)| {
        let first = goals[..index].iter().position(|other| is_same(goal, other))?;
        let what = format!("this goal is the same as goal {}", first + 1);
        let path = diagnostic::path(["rules", "goals"]).index(index);
        let warning = diagnostic::along(path, "rules.twice", what).warning();
        Some(warning.hint("leave it out, or say with `for` whose each of them is"))
    });
    repeated.collect()
}
