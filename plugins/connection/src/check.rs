//! Rulesets that make no sense, and those that are doubtful.

use boardloom_sdk::Diagnostic;
use boardloom_sdk::problem::{self, Path, Problem};
use boardloom_sdk::random::Random;
use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;

use crate::goals::{Goals, PARTS, REGIONS};
use crate::groups::{Groups, Held};
use crate::moves::Move;
use crate::position::SEATS;
use crate::ruleset::{Equaliser, Goal, Loop, Rules, Ruleset};
use crate::span::Span;
use crate::text::{CHOICES, SWAP};
use crate::web::Node;

/// Finds what cannot be right whatever stands where: names that mean nothing,
/// numbers that do not fit.
///
/// # Errors
/// All of it.
pub fn structure(ruleset: &Ruleset, topology: &Topology) -> Result<(), Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let rules = &ruleset.rules;
    let (seats, open) = (ruleset.setup.seats, open(topology));
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
    let (sides, regions, needed) = (&rules.sides, &rules.regions, rules.needed);
    Named { path: problem::path(["rules"]), sides, regions, needed }.check(
        ruleset,
        topology,
        &mut faults,
    );
    parts(ruleset, topology, &mut faults);
    equaliser(ruleset, open, &mut faults);
    for word in CHOICES.into_iter().chain([SWAP]) {
        if topology.site(word).is_some() {
            let what = format!("no site can be called `{word}`, which is a move");
            faults.push(problem::at(["board", "labels"], "board.labels", what));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(problem::finish(faults)) }
}

/// Returns how many sites are not blocked.
fn open(topology: &Topology) -> usize {
    topology.sites() as usize - topology.blocked().len()
}

/// What has to be joined or touched, on the board or on a part of it.
struct Named<'a> {
    /// The table that says so.
    path: Path,
    sides: &'a [Vec<String>],
    regions: &'a [String],
    needed: Option<u8>,
}

impl Named<'_> {
    /// Finds what is wrong with the names.
    fn check(&self, ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) {
        if ruleset.rules.goal.has(Goal::Sides) {
            self.check_sides(usize::from(ruleset.setup.seats), topology, faults);
        }
        if ruleset.rules.goal.has(Goal::Regions) {
            self.check_regions(topology, faults);
        }
    }

    fn check_sides(&self, seats: usize, topology: &Topology, faults: &mut Vec<Problem>) {
        let path = self.path.clone().key("sides");
        if self.sides.len() != seats {
            let what = format!(
                "with the goal `sides` each colour has its list of regions: expected {seats} \
                 lists, found {}",
                self.sides.len()
            );
            let hint = r#"for two players as [["top", "bottom"], ["left", "right"]]"#;
            let path = if self.sides.is_empty() { &self.path } else { &path };
            faults.push(problem::along(path.clone(), "rules.sides", what).hint(hint));
        }
        for (color, names) in self.sides.iter().enumerate() {
            let path = path.clone().index(color);
            if names.len() < 2 {
                let what = format!("expected two regions at least to join, found {}", names.len());
                faults.push(problem::along(path.clone(), "rules.sides", what));
            }
            twice(&path, names, "rules.sides", faults);
            known(&path, names, topology, faults);
        }
        let mut all: Vec<&String> = self.sides.iter().flatten().chain(self.regions).collect();
        sort(&mut all);
        all.dedup();
        if all.len() > REGIONS {
            let what = format!("expected {REGIONS} different regions at most, found {}", all.len());
            faults.push(problem::along(path, "rules.sides", what));
        }
    }

    fn check_regions(&self, topology: &Topology, faults: &mut Vec<Problem>) {
        let path = self.path.clone().key("regions");
        let (found, needed) = (self.regions.len(), self.needed.map(usize::from));
        if found == 0 || found > REGIONS {
            let what = format!(
                "with the goal `regions` expected 1 to {REGIONS} regions to touch, found {found}"
            );
            let place = if found == 0 { &self.path } else { &path };
            faults.push(problem::along(place.clone(), "rules.regions", what));
        }
        twice(&path, self.regions, "rules.regions", faults);
        known(&path, self.regions, topology, faults);
        if needed.is_some_and(|needed| needed == 0 || needed > found) {
            let what = format!("expected 1 to {found}, as many as there are regions");
            let path = self.path.clone().key("needed");
            faults.push(problem::along(path, "rules.needed", what));
        }
    }
}

/// Finds what is wrong with the parts of the board, if there are any.
fn parts(ruleset: &Ruleset, topology: &Topology, faults: &mut Vec<Problem>) {
    let rules = &ruleset.rules;
    let path = problem::path(["rules", "parts"]);
    for (index, part) in rules.parts.iter().enumerate() {
        let path = path.clone().index(index);
        let sites = path.clone().key("sites");
        if topology.choose(&part.sites, &sites, faults).is_empty() && part.sites.is_empty() {
            faults.push(problem::along(sites, "rules.parts", "a part has one site at least"));
        }
        let (sides, regions, needed) = (&part.sides, &part.regions, part.needed);
        Named { path, sides, regions, needed }.check(ruleset, topology, faults);
    }
    if rules.parts.is_empty() {
        return;
    }
    let games = rules.parts.len() + 1;
    if rules.parts.len() > PARTS {
        let what = format!("expected {PARTS} parts at most, found {}", rules.parts.len());
        faults.push(problem::along(path.clone(), "rules.parts", what));
    }
    if rules.goal.has(Goal::Loop) {
        let what = "a board with parts has the goals `sides` and `regions`";
        faults.push(problem::along(path, "rules.parts", what).on_key());
    }
    if !(1..=games as u32).contains(&rules.points()) {
        let what = format!("expected 1 to {games}, as many as there are games");
        faults.push(problem::at(["rules", "points"], "rules.points", what));
    }
    if rules.equaliser == Equaliser::SwapStones {
        let what = "stones that change colour would be mirrored into other parts";
        let found = problem::at(["rules", "equaliser"], "rules.equaliser", what);
        faults.push(found.hint("set it to \"swap-seats\""));
    }
}

/// Finds names that stand in a list before.
fn twice(path: &Path, names: &[String], id: &str, faults: &mut Vec<Problem>) {
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let what = format!("`{name}` is listed twice");
            faults.push(problem::along(path.clone().index(index), id, what));
        }
    }
}

/// Finds names that mean no region, or one that is wholly blocked.
fn known(path: &Path, names: &[String], topology: &Topology, faults: &mut Vec<Problem>) {
    for (index, name) in names.iter().enumerate() {
        let path = path.clone().index(index);
        let Some(sites) = topology.select(name) else {
            let all: Vec<&str> = topology.regions().keys().collect();
            let what = format!("there is no region or site `{name}` on this board");
            let hint = format!("its regions are {}", all.join(", "));
            faults.push(problem::along(path, "rules.no-region", what).hint(hint));
            continue;
        };
        if sites.iter().all(|site| topology.blocked().contains(site)) {
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

/// Returns what each group has, layer by layer, on a board full of one colour.
fn filled(topology: &Topology, goals: &Goals) -> Vec<Vec<Held>> {
    let mut groups = Groups::new(topology, &goals.web);
    while let Some(Move::Put(site)) = groups.open().last().copied() {
        goals.drop(&mut groups, site, 0);
    }
    let root = |node: &Node| groups.color(*node) == 0 && groups.is_root(*node);
    let held = |layer: usize| {
        let roots = goals.web.layer(layer).filter(root);
        roots.map(|node| groups.held(node)).collect()
    };
    (0..goals.layers()).map(held).collect()
}

/// Finds goals that a board full of one colour does not reach: nobody ever can.
///
/// # Errors
/// All of them.
pub fn reach(ruleset: &Ruleset, topology: &Topology, goals: &Goals) -> Result<(), Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let filled = filled(topology, goals);
    loops(&ruleset.rules, &filled[0], &mut faults);
    for (layer, all) in filled.iter().enumerate() {
        let (task, rules) = (goals.task(layer), problem::path(["rules"]));
        let path = match layer {
            0 => rules,
            _ => rules.key("parts").index(layer - 1),
        };
        for color in 0..ruleset.setup.seats {
            let sides = task.sides(color);
            if sides != 0 && !all.iter().any(|held| held.touched & sides == sides) {
                let what = format!("no group can join {}", task.names(sides).join(" and "));
                let path = path.clone().key("sides").index(usize::from(color));
                faults.push(problem::along(path, "rules.apart", what));
            }
        }
        let (regions, needed) = task.regions();
        let touches = |held: &Held| (held.touched & regions).count_ones() >= needed;
        if needed > 0 && !all.iter().any(touches) {
            let what = format!("no group can touch {needed} of these regions");
            faults.push(problem::along(path.key("regions"), "rules.apart", what));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(problem::finish(faults)) }
}

/// Finds loops that win and that no stones can make.
fn loops(rules: &Rules, all: &[Held], faults: &mut Vec<Problem>) {
    if !rules.goal.has(Goal::Loop) {
        return;
    }
    let span = all.iter().fold(Span::default(), |span, held| span.joined(held.span));
    if span.is_zero() {
        let what = "no loop can win on this board: none of its edges are joined";
        let found = problem::at(["rules", "goal"], "rules.goal", what);
        faults.push(found.hint("join edges with `board.glue`, or take another goal"));
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

/// Finds what is doubtful: keys without use, and, by filling the board at random,
/// ends that the ruleset says nothing about.
pub fn doubts(ruleset: &Ruleset, topology: &Topology, goals: &Goals) -> Vec<Diagnostic> {
    let rules = &ruleset.rules;
    let mut doubts = Vec::new();
    let unused = |key: &str, goal: &str| {
        let what = format!("`{key}` is for the goal `{goal}`, which this ruleset does not have");
        problem::at(["rules", key], "rules.unused", what).on_key().warning()
    };
    if !rules.sides.is_empty() && !rules.goal.has(Goal::Sides) {
        doubts.push(unused("sides", "sides"));
    }
    if !rules.regions.is_empty() && !rules.goal.has(Goal::Regions) {
        doubts.push(unused("regions", "regions"));
    }
    if rules.needed.is_some() && !rules.goal.has(Goal::Regions) {
        doubts.push(unused("needed", "regions"));
    }
    if rules.points.is_some() && rules.parts.is_empty() {
        let what = "`points` is for boards with `parts`, which this one does not have";
        let found = problem::at(["rules", "points"], "rules.unused", what);
        doubts.push(found.on_key().warning());
    }
    if rules.loops != Loop::Any && !rules.goal.has(Goal::Loop) {
        doubts.push(unused("loop", "loop"));
    }
    let (both, neither) = ends(ruleset.setup.seats, topology, goals);
    if both && rules.both.is_none() {
        let what = "on a full board of this kind several colours can have reached the goal";
        let hint = "say with `both = \"mover\"` that who reaches it first has won";
        doubts.push(problem::at(["rules", "goal"], "rules.both", what).hint(hint).warning());
    }
    if neither && rules.full.is_none() {
        let what = "the board can be full without a winner";
        let hint = "say with `full = \"draw\"` that this is a draw";
        doubts.push(problem::at(["rules", "goal"], "rules.full", what).hint(hint).warning());
    }
    problem::finish(doubts)
}

/// Stones put to find out how full boards end, over all trials.
const TRIED: u32 = 200_000;

/// Tells whether fillings at random were found in which several colours reach the
/// goal, and in which none does.
fn ends(seats: u8, topology: &Topology, goals: &Goals) -> (bool, bool) {
    let (mut both, mut neither) = (false, false);
    let mut random = Random::new(1);
    let start = Groups::new(topology, &goals.web);
    for _ in 0..(TRIED / topology.sites().max(1)).clamp(1, 200) {
        let mut groups = start.clone();
        let mut reached = [0; SEATS];
        while !groups.open().is_empty() {
            let nth = random.below(groups.open().len() as u64);
            let site = groups.empty(nth);
            // As colours fall: a board that is not quite balanced tells as much.
            let color = random.below(u64::from(seats)) as u8;
            reached[usize::from(color)] |= goals.drop(&mut groups, site, color).layers;
        }
        for layer in 0..goals.layers() {
            match reached.iter().filter(|won| *won >> layer & 1 != 0).count() {
                0 => neither = true,
                1 => {}
                _ => both = true,
            }
        }
    }
    (both, neither)
}
