//! Goals that very few stones reach, or one turn does, and those that blocked sites cut off.

use boardloom_sdk::diagnostic::{self, Path};
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Diagnostic, Site};

use crate::goals::Aim;
use crate::objectives::Objectives;
use crate::ruleset::Ruleset;

/// A goal of one group that touches regions.
struct JoinGoal {
    /// One bit each.
    colors: u8,
    regions: u32,
    needed: u32,
    path: Path,
    /// The path of the number of regions, if it is given.
    needed_path: Option<Path>,
}

fn join_goals(ruleset: &Ruleset, objectives: &Objectives) -> Vec<JoinGoal> {
    let (objective, rules) = (&objectives.layers[0], diagnostic::path(["rules"]));
    let mut goals = Vec::new();
    for color in 0..ruleset.setup.seats {
        let regions = objective.sides(color);
        let path = rules.clone().key("sides").index(usize::from(color));
        let needed = regions.count_ones();
        goals.push(JoinGoal { colors: 1 << color, regions, needed, path, needed_path: None });
    }
    goals.push(JoinGoal {
        colors: u8::MAX,
        regions: objective.regions,
        needed: objective.needed,
        path: rules.clone().key("regions"),
        needed_path: ruleset.rules.needed.map(|_| rules.clone().key("needed")),
    });
    for (index, goal) in objective.own.iter().enumerate() {
        if let Aim::Join { regions, needed } = goal.aim {
            let path = rules.clone().key("goals").index(index);
            let is_given = ruleset.rules.goals[index].needed.is_some();
            goals.push(JoinGoal {
                colors: goal.colors(),
                regions,
                needed,
                needed_path: is_given.then(|| path.clone().key("needed")),
                path: path.key("join"),
            });
        }
    }
    goals.retain(|goal| goal.needed > 0);
    goals
}

/// The sites of a board on which a goal that two stones reach is taken for a mistake.
const SMALL: u32 = 12;

/// Returns a warning for each goal that one or two stones reach: often two regions have become one
/// across joined edges.
pub fn short_goals(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
) -> Vec<Diagnostic> {
    if ruleset.rules.misere || topology.sites() <= SMALL {
        return Vec::new();
    }
    let warning = |goal: JoinGoal| {
        let touched = |site: Site| objectives.regions(site) & goal.regions;
        let is_enough = |bits: u32| bits.count_ones() >= goal.needed;
        let one = topology.open_sites().find(|site| is_enough(touched(*site)));
        if let (Some(path), 1) = (goal.needed_path, goal.needed)
            && goal.regions.count_ones() > 1
        {
            let what = "every stone in one of the regions reaches this goal";
            let hint = "`needed` is the number of regions that one group touches: 2 or more";
            return Some(diagnostic::along(path, "rules.short", what).hint(hint).warning());
        }
        let what = match one {
            Some(site) => format!("one stone on `{}` reaches this goal", topology.label(site)),
            None => {
                let is_open = |site: &Site| topology.blocked().binary_search(site).is_err();
                let pairs = topology.open_sites().flat_map(|site| {
                    let others = topology.adjacent_sites(site).filter(is_open);
                    others.map(move |other| (site, other))
                });
                let (one, other) =
                    pairs.into_iter().find(|(a, b)| is_enough(touched(*a) | touched(*b)))?;
                let (one, other) = (topology.label(one), topology.label(other));
                format!("two stones on `{one}` and `{other}` reach this goal")
            }
        };
        let hint = match objectives.graph.classes() {
            0 => "choose regions that lie apart, or a larger board",
            _ => {
                "choose regions that lie apart, or a larger board; joined edges can bring sides \
                 together"
            }
        };
        Some(diagnostic::along(goal.path, "rules.short", what).hint(hint).warning())
    };
    join_goals(ruleset, objectives).into_iter().filter_map(warning).collect()
}

/// Returns the fewest stones of a group that touches so many of the regions: of three ways that
/// meet in one site, which is exact for up to three regions. `u32::MAX` if there are none.
fn fewest_stones(
    topology: &Topology,
    objectives: &Objectives,
    (regions, needed): (u32, u32),
    blocked: &[Site],
) -> u32 {
    let sites = topology.sites();
    let is_open = |site: &Site| blocked.binary_search(site).is_err();
    // By site: its steps from each region.
    let mut steps: Vec<Vec<u32>> = vec![Vec::new(); sites as usize];
    for bit in (0..u32::BITS).filter(|bit| regions >> bit & 1 != 0) {
        let is_within = |site: &Site| objectives.regions(*site) >> bit & 1 != 0;
        let mut queue: Vec<Site> = (0..sites).filter(is_open).filter(is_within).collect();
        let mut distances = vec![u32::MAX; sites as usize];
        queue.iter().for_each(|site| distances[*site as usize] = 0);
        let mut head = 0;
        while let Some(site) = queue.get(head).copied() {
            head += 1;
            for next in topology.adjacent_sites(site).filter(is_open) {
                if distances[next as usize] == u32::MAX {
                    distances[next as usize] = distances[site as usize] + 1;
                    queue.push(next);
                }
            }
        }
        steps.iter_mut().zip(distances).for_each(|(steps, distance)| steps.push(distance));
    }
    let stones = |mut steps: Vec<u32>| {
        steps.sort_unstable();
        steps.iter().take(needed as usize).fold(1, |all: u32, it| all.saturating_add(*it))
    };
    steps.into_iter().map(stones).min().unwrap_or(u32::MAX)
}

/// Points to the blocked sites if they alone keep a group from touching so many regions.
pub fn name_blocked(
    error: Diagnostic,
    topology: &Topology,
    objectives: &Objectives,
    goal: (u32, u32),
) -> Diagnostic {
    if topology.blocked().is_empty() || fewest_stones(topology, objectives, goal, &[]) == u32::MAX {
        return error;
    }
    let what = format!("{}: blocked sites lie between them", error.what.text);
    let found = diagnostic::at(["board", "blocked"], "rules.apart", what);
    found.hint("leave open sites that lead from one to another")
}

/// Returns warnings about turns whose stones reach a goal on the empty board.
pub fn short_turns(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
) -> Vec<Diagnostic> {
    let rules = &ruleset.rules;
    let open = topology.open_sites().count() as u32;
    // The first turn is that of the first colour.
    let first = rules.first_turn_stones.map(|stones| ("first_turn_stones", stones, 1));
    let later = if first.is_some() { !1 } else { u8::MAX };
    let turns = first.into_iter().chain([("stones_per_turn", rules.stones_per_turn, later)]);
    let is_long = |stones: u16| !rules.misere && stones > 1 && u32::from(stones) < open;
    let turns: Vec<(&str, u16, u8)> = turns.filter(|(_, stones, _)| is_long(*stones)).collect();
    if turns.is_empty() {
        return Vec::new();
    }
    let mut goals: Vec<(u8, u32)> = Vec::new();
    for goal in join_goals(ruleset, objectives) {
        let (goal, colors) = ((goal.regions, goal.needed), goal.colors);
        let stones = fewest_stones(topology, objectives, goal, topology.blocked());
        // Fewer stones are told of at the goal.
        if stones > 2 || topology.sites() <= SMALL {
            goals.push((colors, stones));
        }
    }
    for goal in &objectives.layers[0].own {
        match &goal.aim {
            Aim::Line { length, .. } => goals.push((goal.colors(), *length)),
            Aim::Reach { count, .. } => goals.push((goal.colors(), *count as u32)),
            _ => {}
        }
    }
    let warning = |(key, stones, colors): (&str, u16, u8)| {
        let own = goals.iter().filter(|goal| goal.0 & colors != 0).map(|goal| goal.1);
        let fewest = own.min().filter(|fewest| *fewest <= u32::from(stones))?;
        let what = format!("one turn of {stones} stones reaches the goal: {fewest} are enough");
        let found = diagnostic::at(["rules", key], "rules.stones", what);
        Some(found.hint("use fewer stones in a turn, or a larger board").warning())
    };
    turns.into_iter().filter_map(warning).collect()
}

/// Returns a warning if two colours join the same sides.
pub fn equal_sides(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
) -> Option<Diagnostic> {
    let sides = |color: u8| objectives.layers[0].sides(color);
    let seats = ruleset.setup.seats;
    let is_taken =
        |color: &u8| sides(*color) != 0 && (0..*color).any(|it| sides(it) == sides(*color));
    let color = (0..seats).find(is_taken)?;
    let what = if seats == 2 { "both colours join" } else { "two colours join" };
    let path = diagnostic::path(["rules", "sides"]).index(usize::from(color));
    let found = diagnostic::along(path, "rules.sides", format!("{what} the same sides")).warning();
    let is_square = ["top", "left"].iter().all(|name| topology.regions().contains_key(*name));
    Some(found.hint(match is_square && seats == 2 {
        true => r#"for two players: `sides = [["top", "bottom"], ["left", "right"]]`"#,
        false => "give each colour sides of its own",
    }))
}
