//! Rulesets that make no sense, and those that are doubtful.

use boardloom_sdk::problem::{self, Problem};
use boardloom_sdk::random::Random;
use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Diagnostic, Site};

use crate::goals::{Goals, REGIONS};
use crate::groups::{BLOCKED, EMPTY, Groups};
use crate::position::SEATS;
use crate::ruleset::{Equaliser, Goal, Loop, Ruleset};
use crate::span::Span;
use crate::text::{CHOICES, SWAP};

/// Finds what cannot be right whatever stands where: names that mean nothing,
/// numbers that do not fit.
///
/// # Errors
/// All of it.
pub fn structure(ruleset: &Ruleset, topology: &Topology) -> Result<(), Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let rules = &ruleset.rules;
    let (seats, open) = (ruleset.setup.seats, Groups::new(topology).empty().len());
    if !(2..=SEATS as u8).contains(&seats) {
        let what = format!("this game is for two or three players, found {seats} seats");
        faults.push(problem::at(["setup", "seats"], "setup.seats", what));
    }
    if open == 0 {
        faults.push(problem::at(["board"], "board.full", "every site is blocked").on_key());
    }
    if rules.goal.0.is_empty() {
        let what = "there is no goal: expected `loop`, `sides` or `regions`";
        faults.push(problem::at(["rules", "goal"], "rules.goal", what));
    }
    sides(ruleset, topology, &mut faults);
    regions(ruleset, topology, &mut faults);
    equaliser(ruleset, open, &mut faults);
    for word in CHOICES.into_iter().chain([SWAP]) {
        if topology.site(word).is_some() {
            let what = format!("no site can be called `{word}`, which is a move");
            faults.push(problem::at(["board", "labels"], "board.labels", what));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(problem::finish(faults)) }
}

fn sides(ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) {
    let (rules, seats) = (&ruleset.rules, usize::from(ruleset.setup.seats));
    if !rules.goal.has(Goal::Sides) {
        return;
    }
    if rules.sides.len() != seats {
        let what = format!(
            "with the goal `sides` each colour has its list of regions: expected {seats} lists, \
             found {}",
            rules.sides.len()
        );
        let hint = r#"for two players as [["top", "bottom"], ["left", "right"]]"#;
        let place = if rules.sides.is_empty() { vec!["rules"] } else { vec!["rules", "sides"] };
        let path = place.into_iter().fold(problem::Path::default(), |path, key| path.key(key));
        faults.push(problem::along(path, "rules.sides", what).hint(hint));
    }
    for (color, names) in rules.sides.iter().enumerate() {
        let path = problem::path(["rules", "sides"]).index(color);
        if names.len() < 2 {
            let what = format!("expected two regions at least to join, found {}", names.len());
            faults.push(problem::along(path.clone(), "rules.sides", what));
        }
        twice(&path, names, "rules.sides", faults);
        known(&path, names, topology, faults);
    }
    let mut all: Vec<&String> = rules.sides.iter().flatten().chain(&rules.regions).collect();
    sort(&mut all);
    all.dedup();
    if all.len() > REGIONS {
        let what = format!("expected {REGIONS} different regions at most, found {}", all.len());
        faults.push(problem::at(["rules", "sides"], "rules.sides", what));
    }
}

fn regions(ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) {
    let rules = &ruleset.rules;
    if !rules.goal.has(Goal::Regions) {
        return;
    }
    let path = problem::path(["rules", "regions"]);
    let (found, needed) = (rules.regions.len(), rules.needed.map(usize::from));
    if found == 0 || found > REGIONS {
        let what = format!(
            "with the goal `regions` expected 1 to {REGIONS} regions to touch, found {found}"
        );
        let place = if found == 0 { problem::path(["rules"]) } else { path.clone() };
        faults.push(problem::along(place, "rules.regions", what));
    }
    twice(&path, &rules.regions, "rules.regions", faults);
    known(&path, &rules.regions, topology, faults);
    if needed.is_some_and(|needed| needed == 0 || needed > found) {
        let what = format!("expected 1 to {found}, as many as there are regions");
        faults.push(problem::at(["rules", "needed"], "rules.needed", what));
    }
}

/// Finds names that stand in a list before.
fn twice(path: &problem::Path, names: &[String], id: &str, faults: &mut Vec<Problem>) {
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let what = format!("`{name}` is listed twice");
            faults.push(problem::along(path.clone().index(index), id, what));
        }
    }
}

/// Finds names that mean no region, or one that is wholly blocked.
fn known(path: &problem::Path, names: &[String], topology: &Topology, faults: &mut Vec<Problem>) {
    let walls = Groups::new(topology);
    for (index, name) in names.iter().enumerate() {
        let path = path.clone().index(index);
        let Some(sites) = topology.select(name) else {
            let all: Vec<&str> = topology.regions().keys().collect();
            let what = format!("there is no region or site `{name}` on this board");
            let hint = format!("its regions are {}", all.join(", "));
            faults.push(problem::along(path, "rules.no-region", what).hint(hint));
            continue;
        };
        if sites.iter().all(|site| walls.color(*site) == BLOCKED) {
            let what = format!("nothing can touch `{name}`: all its sites are blocked");
            faults.push(problem::along(path, "rules.blocked", what));
        }
    }
}

fn equaliser(ruleset: &Ruleset, open: usize, faults: &mut Vec<Problem>) {
    let rules = &ruleset.rules;
    let path = || problem::path(["rules", "equaliser"]);
    if rules.equaliser != Equaliser::None && ruleset.setup.seats != 2 {
        let what = format!("an equaliser is for two players, found {}", ruleset.setup.seats);
        faults.push(problem::along(path(), "rules.equaliser", what).hint("set it to \"none\""));
    }
    if let Equaliser::CutAndChoose(stones) = rules.equaliser {
        if !(1..=3).contains(&stones) {
            let what = format!("expected 1 to 3 stones before the choice, found {stones}");
            faults.push(problem::along(path(), "rules.equaliser", what));
        } else if usize::from(stones) > open {
            let what = format!("{stones} stones do not fit on a board of {open} sites");
            faults.push(problem::along(path(), "rules.equaliser", what));
        }
        if rules.first_turn_stones.is_some() {
            let what = "the cut says how many stones are put first";
            let path = problem::path(["rules", "first_turn_stones"]);
            faults.push(problem::along(path, "rules.equaliser", what).on_key());
        }
    }
}

/// Returns the board with stones of one colour on all sites, and a stone of each
/// of its groups.
fn filled(topology: &Topology, goals: &Goals, color: u8) -> (Groups, Vec<Site>) {
    let mut groups = Groups::new(topology);
    for site in 0..topology.sites() {
        if groups.color(site) == EMPTY {
            groups.put(topology, site, color, goals.touched(site), None);
        }
    }
    let roots = |site: &Site| groups.color(*site) == color && groups.is_root(*site);
    let one = (0..topology.sites()).filter(roots).collect();
    (groups, one)
}

/// Finds goals that a board full of one colour does not reach: nobody ever can.
///
/// # Errors
/// All of them.
pub fn reach(ruleset: &Ruleset, topology: &Topology, goals: &Goals) -> Result<(), Vec<Diagnostic>> {
    let rules = &ruleset.rules;
    let mut faults = Vec::new();
    let (groups, stones) = filled(topology, goals, 0);
    let all: Vec<_> = stones.iter().map(|stone| groups.held(*stone)).collect();
    let span = all.iter().fold(Span::default(), |span, held| span.joined(held.span));
    if rules.goal.has(Goal::Loop) {
        if span.is_zero() {
            let what = "no loop can win on this board: none of its edges are joined";
            faults.push(
                problem::at(["rules", "goal"], "rules.goal", what)
                    .hint("join edges with `board.glue`, or take another goal"),
            );
        } else if let Loop::Classes(classes) = &rules.loops {
            let path = problem::path(["rules", "loop"]);
            if classes.is_empty() {
                let what = "no class is listed: no loop would win";
                faults.push(problem::along(path.clone(), "rules.loop", what));
            }
            let one = |class: u8| all.iter().any(|held| held.span.has(class));
            for (index, class) in classes.iter().enumerate() {
                if *class == 0 || !one(*class) {
                    let known: Vec<String> =
                        (1..=u8::MAX).filter(|class| one(*class)).map(|c| c.to_string()).collect();
                    let what = format!("no loop on this board has the class {class}");
                    let problem = problem::along(path.clone().index(index), "rules.class", what);
                    faults.push(problem.hint(format!("its classes are {}", known.join(", "))));
                }
            }
        }
    }
    for color in 0..ruleset.setup.seats {
        let sides = goals.sides(color);
        if sides != 0 && !all.iter().any(|held| held.touched & sides == sides) {
            let what = format!("no group can join {}", goals.names(sides).join(" and "));
            let path = problem::path(["rules", "sides"]).index(usize::from(color));
            faults.push(problem::along(path, "rules.apart", what));
        }
    }
    let (regions, needed) = goals.regions();
    if needed > 0 && !all.iter().any(|held| (held.touched & regions).count_ones() >= needed) {
        let what = format!("no group can touch {needed} of these regions");
        faults.push(problem::at(["rules", "regions"], "rules.apart", what));
    }
    if faults.is_empty() { Ok(()) } else { Err(problem::finish(faults)) }
}

/// Finds what is doubtful: keys without use, and, by filling the board at random,
/// ends that the ruleset says nothing about.
pub fn doubts(ruleset: &Ruleset, topology: &Topology, goals: &Goals) -> Vec<Diagnostic> {
    let rules = &ruleset.rules;
    let mut found = Vec::new();
    let unused = |key: &str, goal: &str| {
        let what = format!("`{key}` is for the goal `{goal}`, which this ruleset does not have");
        problem::at(["rules", key], "rules.unused", what).on_key().warning()
    };
    if !rules.sides.is_empty() && !rules.goal.has(Goal::Sides) {
        found.push(unused("sides", "sides"));
    }
    if !rules.regions.is_empty() && !rules.goal.has(Goal::Regions) {
        found.push(unused("regions", "regions"));
    }
    if rules.needed.is_some() && !rules.goal.has(Goal::Regions) {
        found.push(unused("needed", "regions"));
    }
    if rules.loops != Loop::Any && !rules.goal.has(Goal::Loop) {
        found.push(unused("loop", "loop"));
    }
    let (both, neither) = ends(ruleset.setup.seats, topology, goals);
    if both && rules.both.is_none() {
        let what = "on a full board of this kind several colours can have reached the goal";
        let hint = "say with `both = \"mover\"` that who reaches it first has won";
        found.push(problem::at(["rules", "goal"], "rules.both", what).hint(hint).warning());
    }
    if neither && rules.full.is_none() {
        let what = "the board can be full without a winner";
        let hint = "say with `full = \"draw\"` that this is a draw";
        found.push(problem::at(["rules", "goal"], "rules.full", what).hint(hint).warning());
    }
    problem::finish(found)
}

/// Stones put to find out how full boards end, over all trials.
const TRIED: u32 = 200_000;

/// Tells whether fillings at random were found in which several colours reach the
/// goal, and in which none does.
fn ends(seats: u8, topology: &Topology, goals: &Goals) -> (bool, bool) {
    let (mut both, mut neither) = (false, false);
    let mut random = Random::new(1);
    let start = Groups::new(topology);
    for _ in 0..(TRIED / topology.sites().max(1)).clamp(1, 200) {
        let mut groups = start.clone();
        let mut reached = [false; SEATS];
        while !groups.empty().is_empty() {
            let nth = random.below(groups.empty().len() as u64) as usize;
            let site = groups.empty()[nth];
            // As colours fall: a board that is not quite balanced tells as much.
            let color = random.below(u64::from(seats)) as u8;
            let won = goals.put(&mut groups, topology, site, color).is_some();
            reached[usize::from(color)] |= won;
        }
        match reached.iter().filter(|won| **won).count() {
            0 => neither = true,
            1 => {}
            _ => both = true,
        }
    }
    (both, neither)
}
