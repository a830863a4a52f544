//! Errors in the meaning of a ruleset, and warnings.

use boardloom_sdk::Diagnostic;
use boardloom_sdk::diagnostic::{self, Path};
use boardloom_sdk::random::Random;
use boardloom_sdk::topology::{BoardShape, Topology};

use crate::goal_checks::{check_own_goals, check_own_reachable, unlikely_goals};
use crate::goals::ColorGoal;
use crate::graph::Node;
use crate::groups::{GroupReach, Groups};
use crate::loop_classes::LoopClasses;
use crate::moves::Move;
use crate::notation::{CHOICES, SWAP};
use crate::objectives::{MAX_PARTS, MAX_REGIONS, Objectives};
use crate::position::MAX_SEATS;
use crate::ruleset::{Goal, LoopRule, OpeningRule, Rules, Ruleset};
use crate::short_ways::{equal_sides, name_blocked, short_goals, short_turns};

/// Finds errors that do not depend on what groups can reach: unknown names, numbers out of range.
pub fn validate(ruleset: &Ruleset, topology: &Topology) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let rules = &ruleset.rules;
    let seats = ruleset.setup.seats;
    let unblocked = topology.sites() as usize - topology.blocked().len();
    if !(2..=MAX_SEATS as u8).contains(&seats) {
        let what = format!("expected two or three players, found {seats}");
        errors.push(diagnostic::at(["setup", "seats"], "setup.seats", what));
    }
    if rules.goal.as_slice().is_empty() && rules.goals.is_empty() {
        let what =
            "there is no goal: expected `goal` with `loop`, `sides` or `regions`, or `goals`";
        let error = diagnostic::at(["rules", "goal"], "rules.goal", what);
        let given = [("sides", !rules.sides.is_empty()), ("regions", !rules.regions.is_empty())];
        errors.push(match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((key, _)) => error.hint(format!("write `goal = \"{key}\"` beside `{key}`")),
            None => error,
        });
    }
    check_own_goals(ruleset, topology, &mut errors);
    let (sides, regions, needed) = (&rules.sides, &rules.regions, rules.needed);
    let whole = LayerRules { path: diagnostic::path(["rules"]), sides, regions, needed };
    whole.check(ruleset, topology, &mut errors);
    check_parts(ruleset, topology, &mut errors);
    check_opening_rule(ruleset, unblocked, &mut errors);
    for word in CHOICES.into_iter().chain([SWAP]) {
        if topology.site(word).is_some() {
            let what = format!("`{word}` can't be the label of a site: it is a move");
            errors.push(diagnostic::at(["board", "labels"], "board.labels", what));
        }
    }
    diagnostic::check(errors)
}

/// The names in the goals of the board or of a part.
struct LayerRules<'a> {
    /// The path of their table.
    path: Path,
    sides: &'a [Vec<String>],
    regions: &'a [String],
    needed: Option<u8>,
}

impl LayerRules<'_> {
    fn check(&self, ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) {
        if ruleset.rules.goal.contains(Goal::Sides) {
            self.check_sides(usize::from(ruleset.setup.seats), topology, errors);
        }
        if ruleset.rules.goal.contains(Goal::Regions) {
            self.check_regions(topology, errors);
        }
    }

    fn check_sides(&self, seats: usize, topology: &Topology, errors: &mut Vec<Diagnostic>) {
        let path = self.path.clone().key("sides");
        if self.sides.len() != seats {
            let what = format!(
                "with the goal `sides` each colour has its list of regions: expected {seats} \
                 lists, found {}",
                self.sides.len()
            );
            let hint = match seats {
                2 if topology.regions().contains_key("left") => {
                    r#"for two players: `sides = [["top", "bottom"], ["left", "right"]]`"#
                }
                2 if topology.regions().contains_key("side-5") => {
                    r#"for two players: `sides = [["side-1", "side-4"], ["side-2", "side-5"]]`"#
                }
                2 => "list the regions that each of the two joins, as `[[...], [...]]`",
                _ => "list the regions that each of the three joins, as `[[...], [...], [...]]`",
            };
            // Three sides for all, in one list or each in its own.
            let is_shared = matches!(self.sides, [only] if only.len() > 2)
                || self.sides.len() > 2 && self.sides.iter().all(|names| names.len() == 1);
            let shared = format!(
                "sides that any colour joins are `goal = \"regions\"` and `regions = [\"{}\"]`",
                self.sides.concat().join("\", \"")
            );
            let hint = if is_shared { &shared } else { hint };
            let at = if self.sides.is_empty() { &self.path } else { &path };
            errors.push(diagnostic::along(at.clone(), "rules.sides", what).hint(hint));
            if is_shared {
                return;
            }
        }
        for (color, names) in self.sides.iter().enumerate() {
            let path = path.clone().index(color);
            if names.len() < 2 {
                let what = format!("expected at least two regions to join, found {}", names.len());
                errors.push(diagnostic::along(path.clone(), "rules.sides", what));
            }
            check_duplicates(&path, names, "rules.sides", errors);
            check_names(&path, names, topology, errors);
        }
        let all: Vec<&String> = self.sides.iter().flatten().chain(self.regions).collect();
        let different = (0..all.len()).filter(|at| !all[..*at].contains(&all[*at])).count();
        if different > MAX_REGIONS {
            let what =
                format!("expected at most {MAX_REGIONS} different regions, found {different}");
            errors.push(diagnostic::along(path, "rules.sides", what));
        }
    }

    fn check_regions(&self, topology: &Topology, errors: &mut Vec<Diagnostic>) {
        let path = self.path.clone().key("regions");
        let (found, needed) = (self.regions.len(), self.needed.map(usize::from));
        if found == 0 {
            let what = "`regions` is not given, which the goal `regions` needs";
            let has = |name: &str| topology.regions().get(name).is_some_and(|it| !it.is_empty());
            let own = [&["side-1", "side-2", "side-3"][..], &["top", "right", "bottom"]];
            let own = own.into_iter().find(|names| names.iter().all(|name| has(name)));
            let first = [0, topology.sites() - 1].map(|site| topology.label(site));
            let names = own.unwrap_or(&first);
            let hint = format!(
                "list regions or sites of the board, for example `regions = [\"{}\"]`",
                names.join("\", \"")
            );
            let error = diagnostic::along(self.path.clone(), "rules.regions", what).on_key();
            errors.push(error.hint(hint));
        } else if found > MAX_REGIONS {
            let what = format!("expected at most {MAX_REGIONS} regions to touch, found {found}");
            errors.push(diagnostic::along(path.clone(), "rules.regions", what));
        }
        check_duplicates(&path, self.regions, "rules.regions", errors);
        check_names(&path, self.regions, topology, errors);
        if found > 0 && needed.is_some_and(|needed| needed == 0 || needed > found) {
            let what = match found {
                1 => "expected 1, as only one region is named".to_owned(),
                _ => format!("expected 1 to {found}, as there are {found} regions"),
            };
            let path = self.path.clone().key("needed");
            errors.push(diagnostic::along(path, "rules.needed", what));
        }
    }
}

fn check_parts(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) {
    let rules = &ruleset.rules;
    let path = diagnostic::path(["rules", "parts"]);
    for (index, part) in rules.parts.iter().enumerate() {
        let path = path.clone().index(index);
        let sites = path.clone().key("sites");
        if topology.choose(&part.sites, &sites, errors).is_empty() && part.sites.is_empty() {
            let what = "expected at least one site, found none";
            errors.push(diagnostic::along(sites, "rules.parts", what));
        }
        let (sides, regions, needed) = (&part.sides, &part.regions, part.needed);
        LayerRules { path, sides, regions, needed }.check(ruleset, topology, errors);
    }
    if rules.parts.is_empty() {
        return;
    }
    let games = rules.parts.len() + 1;
    if rules.parts.len() > MAX_PARTS {
        let what = format!("expected at most {MAX_PARTS} parts, found {}", rules.parts.len());
        errors.push(diagnostic::along(path.clone(), "rules.parts", what));
    }
    if rules.goal.contains(Goal::Loop) {
        let what = "a board with parts can't have the goal `loop`, only `sides` and `regions`";
        errors.push(diagnostic::along(path, "rules.parts", what).on_key());
    }
    if !(1..=games as u32).contains(&rules.points()) {
        let what = format!("expected 1 to {games}, as there are {games} games");
        errors.push(diagnostic::at(["rules", "points"], "rules.points", what));
    }
    if rules.equaliser == OpeningRule::SwapStones {
        let what = "a swap of stones would mirror them into other parts";
        let found = diagnostic::at(["rules", "equaliser"], "rules.equaliser", what);
        errors.push(found.hint("set it to \"swap-seats\""));
    }
}

pub fn check_duplicates(path: &Path, names: &[String], id: &str, errors: &mut Vec<Diagnostic>) {
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let what = format!("`{name}` is listed twice");
            errors.push(diagnostic::along(path.clone().index(index), id, what));
        }
    }
}

/// Finds names without a region, and regions that are completely blocked.
pub fn check_names(
    path: &Path,
    names: &[String],
    topology: &Topology,
    errors: &mut Vec<Diagnostic>,
) {
    for (index, name) in names.iter().enumerate() {
        let path = path.clone().index(index);
        let sites = match topology.choose_one(name, path.clone()) {
            Ok(sites) => sites,
            Err(error) => {
                errors.push(*error);
                continue;
            }
        };
        if sites.iter().all(|site| topology.blocked().contains(site)) {
            let what = match sites.is_empty() {
                true => format!("no stone can touch `{name}`: it has no sites"),
                false => format!("no stone can touch `{name}`: all its sites are blocked"),
            };
            errors.push(diagnostic::along(path, "rules.blocked", what));
        }
    }
}

fn check_opening_rule(ruleset: &Ruleset, unblocked: usize, errors: &mut Vec<Diagnostic>) {
    let rules = &ruleset.rules;
    let path = || diagnostic::path(["rules", "equaliser"]);
    if rules.equaliser != OpeningRule::None && ruleset.setup.seats != 2 {
        let what = format!("an equaliser is for two players, found {}", ruleset.setup.seats);
        errors.push(diagnostic::along(path(), "rules.equaliser", what).hint("set it to \"none\""));
    }
    if let OpeningRule::CutAndChoose(stones) = rules.equaliser {
        if !(1..=3).contains(&stones) {
            let what = format!("expected 1 to 3 stones before the choice, found {stones}");
            errors.push(diagnostic::along(path(), "rules.equaliser", what));
        } else if usize::from(stones) > unblocked {
            let what = format!("{stones} stones do not fit on a board of {unblocked} sites");
            errors.push(diagnostic::along(path(), "rules.equaliser", what));
        }
        if rules.first_turn_stones.is_some() {
            let what = "`cut-and-choose` already sets the stones of the first turn";
            let path = diagnostic::path(["rules", "first_turn_stones"]);
            errors.push(diagnostic::along(path, "rules.equaliser", what).on_key());
        }
    }
}

/// Returns the reach of all groups, layer by layer, on a board full of one colour.
fn reaches_of_full_board(topology: &Topology, objectives: &Objectives) -> Vec<Vec<GroupReach>> {
    let mut groups = Groups::new(topology, &objectives.graph);
    while let Some(Move::Place(site)) = groups.placements().last().copied() {
        objectives.place_forever(&mut groups, site, 0);
    }
    let is_root = |node: &Node| groups.color(*node) == 0 && groups.is_root(*node);
    let reaches = |layer: usize| {
        let roots = objectives.graph.layer(layer).filter(is_root);
        roots.map(|node| groups.reach(node)).collect()
    };
    (0..objectives.layers.len()).map(reaches).collect()
}

/// Finds goals that a board full of one colour does not reach.
pub fn check_reachable(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let layers = reaches_of_full_board(topology, objectives);
    let shape = &ruleset.board.shape;
    check_own_reachable((topology, ruleset), objectives, &layers[0], &mut errors);
    check_loops(&ruleset.rules, shape, &layers[0], &mut errors);
    for (layer, reaches) in layers.iter().enumerate() {
        let (objective, rules) = (&objectives.layers[layer], diagnostic::path(["rules"]));
        let path = match layer {
            0 => rules,
            _ => rules.key("parts").index(layer - 1),
        };
        for color in 0..ruleset.setup.seats {
            let sides = objective.sides(color);
            if sides != 0 && !reaches.iter().any(|reach| reach.regions & sides == sides) {
                let what = format!("no group can join {}", objective.names(sides).join(" and "));
                let path = path.clone().key("sides").index(usize::from(color));
                let mut found = diagnostic::along(path, "rules.apart", what);
                if let Some(hint) =
                    outside_of_part(ruleset, topology, layer, &objective.names(sides))
                {
                    found = found.hint(hint);
                } else if layer == 0 {
                    let all = (sides, sides.count_ones());
                    found = name_blocked(found, topology, objectives, all);
                }
                errors.push(found);
            }
        }
        let needed = objective.needed;
        let touched = |reach: &GroupReach| (reach.regions & objective.regions).count_ones();
        let touches = |reach: &GroupReach| touched(reach) >= needed;
        if needed > 0 && !reaches.iter().any(touches) {
            let what = format!("no group can touch {needed} of these regions");
            let error = diagnostic::along(path.key("regions"), "rules.apart", what);
            let error = error.hint("no open sites lead from one to another");
            errors.push(name_blocked(error, topology, objectives, (objective.regions, needed)));
        }
    }
    diagnostic::check(errors)
}

/// Returns the hint for a side without a site among those of its part.
fn outside_of_part(
    ruleset: &Ruleset,
    topology: &Topology,
    layer: usize,
    names: &[impl AsRef<str>],
) -> Option<String> {
    let sites = &ruleset.rules.parts.get(layer.checked_sub(1)?)?.sites;
    let inside = topology.choose(sites, &diagnostic::path(["rules"]), &mut Vec::new());
    let is_outside = |name: &&str| {
        let side = topology.select(name).unwrap_or_default();
        !side.iter().any(|site| inside.iter().any(|chosen| chosen.site == *site))
    };
    let outside = names.iter().map(AsRef::as_ref).find(is_outside)?;
    Some(format!("`{outside}` has no site among the `sites` of this part"))
}

/// Returns how edges of a board are joined.
pub fn joined_hint(shape: &BoardShape) -> &'static str {
    match shape {
        BoardShape::Polygon(_) => {
            "join sides by the same letter in `board.word`, or choose another goal"
        }
        BoardShape::Graph(_) => {
            "give edges across the border a class, `[\"a\", \"b\", 1]`, or choose another goal"
        }
        BoardShape::Grid(_) | BoardShape::Hex(_) | BoardShape::Tafl(_) => {
            "join edges with `board.glue`, or choose another goal"
        }
        _ => "choose another goal: no edges of this board can be joined",
    }
}

fn check_loops(
    rules: &Rules,
    shape: &BoardShape,
    reaches: &[GroupReach],
    errors: &mut Vec<Diagnostic>,
) {
    if !rules.goal.contains(Goal::Loop) {
        return;
    }
    let all = reaches.iter().fold(LoopClasses::default(), |all, reach| all.union(reach.loops));
    if all.is_zero() {
        let is_joined = matches!(shape, BoardShape::Polygon(polygon) if polygon.has_joined_sides());
        let (what, hint) = match is_joined {
            true => (
                "no loop can win on this board: each can be drawn together to a point, as on a sphere",
                "take the word of a surface with holes, as `a b a' b'`, or choose another goal",
            ),
            false => {
                ("no loop can win on this board: none of its edges are joined", joined_hint(shape))
            }
        };
        errors.push(diagnostic::at(["rules", "goal"], "rules.goal", what).hint(hint));
    } else if let LoopRule::Classes(classes) = &rules.loops {
        let path = diagnostic::path(["rules", "loop"]);
        if classes.is_empty() {
            let what = "no class is listed: no loop would win";
            errors.push(diagnostic::along(path.clone(), "rules.loop", what));
        }
        let is_possible = |class: u8| reaches.iter().any(|reach| reach.loops.contains(class));
        for (index, class) in classes.iter().enumerate() {
            if *class == 0 || !is_possible(*class) {
                let known = (1..=u8::MAX).filter(|class| is_possible(*class));
                let known: Vec<String> = known.map(|class| class.to_string()).collect();
                let what = format!("no loop on this board has the class {class}");
                let error = diagnostic::along(path.clone().index(index), "rules.class", what);
                errors.push(error.hint(format!("its classes are {}", known.join(", "))));
            }
        }
    }
}

/// Finds unused keys, and ends of the game for which the ruleset sets no result, by filling
/// the board at random.
pub fn warnings(
    ruleset: &Ruleset,
    topology: &Topology,
    objectives: &Objectives,
    start: &Groups,
) -> Vec<Diagnostic> {
    let rules = &ruleset.rules;
    let mut warnings = Vec::new();
    let keys = [
        ("sides", "sides", !rules.sides.is_empty(), Goal::Sides),
        ("regions", "regions", !rules.regions.is_empty(), Goal::Regions),
        ("needed", "regions", rules.needed.is_some(), Goal::Regions),
        ("loop", "loop", rules.loops != LoopRule::Any, Goal::Loop),
    ];
    for (key, name, is_set, goal) in keys {
        if is_set && !rules.goal.contains(goal) {
            let what =
                format!("`{key}` is for the goal `{name}`, which this ruleset does not have");
            warnings.push(diagnostic::at(["rules", key], "rules.unused", what).on_key().warning());
        }
    }
    if rules.points.is_some() && rules.parts.is_empty() {
        let what = "`points` is for boards with `parts`, which this one does not have";
        let found = diagnostic::at(["rules", "points"], "rules.unused", what);
        warnings.push(found.on_key().warning());
    }
    let open = topology.sites() as usize - topology.blocked().len();
    let turns = [
        ("stones_per_turn", Some(rules.stones_per_turn)),
        ("first_turn_stones", rules.first_turn_stones),
    ];
    if open == 1 {
        let what = "only one site of this board is open: the first stone fills it";
        let found = diagnostic::at(["board"], "board.small", what).on_key();
        warnings.push(found.hint("use a larger board").warning());
    }
    for (key, stones) in turns.into_iter().filter(|_| open > 1) {
        if let Some(stones) = stones.filter(|stones| usize::from(*stones) >= open) {
            let what = format!("{stones} stones in a turn fill the board of {open} sites");
            let hint = "the first player would place them all: use fewer, or a larger board";
            warnings
                .push(diagnostic::at(["rules", key], "rules.stones", what).hint(hint).warning());
        }
    }
    warnings.extend(short_goals(ruleset, topology, objectives));
    warnings.extend(short_turns(ruleset, topology, objectives));
    warnings.extend(unlikely_goals(ruleset, topology, objectives));
    if let Some(twins) = equal_sides(ruleset, topology, objectives) {
        warnings.push(twins);
        return warnings;
    }
    let (both, neither) = random_ends(ruleset.setup.seats, topology, objectives, start);
    if both && rules.both.is_none() {
        let what = "on a full board of this kind several colours can have reached the goal";
        let hint = "`both = \"mover\"` says that the colour that reaches it first has won";
        warnings.push(diagnostic::at(["rules", "both"], "rules.both", what).hint(hint).warning());
    }
    if neither && rules.full.is_none() && !decides_full_board(ruleset, objectives, start) {
        let what = "the board can be full without a winner";
        let hint = "`full = \"draw\"` says that this is a draw";
        warnings.push(diagnostic::at(["rules", "full"], "rules.full", what).hint(hint).warning());
    }
    warnings
}

/// Tells whether a goal wins for each colour that can be to move on a full board.
fn decides_full_board(ruleset: &Ruleset, objectives: &Objectives, start: &Groups) -> bool {
    let (rules, seats) = (&ruleset.rules, ruleset.setup.seats);
    let last = rules.stones_of_full_board(seats, start.placements().len() as u32).1;
    let is_certain = rules.equaliser == OpeningRule::None;
    let wins =
        |goal: &ColorGoal, stuck: u8| (0..seats).any(|it| goal.wins_without_moves(it, stuck));
    let mut stuck = (0..seats).filter(|color| !is_certain || *color == last);
    stuck.all(|stuck| objectives.layers[0].own.iter().any(|goal| wins(goal, stuck)))
}

/// Stones to place in all random fillings together.
const RANDOM_STONES: u32 = 200_000;

/// Tells whether a random filling was found in which several colours reach the goal, and one in
/// which none does.
fn random_ends(
    seats: u8,
    topology: &Topology,
    objectives: &Objectives,
    start: &Groups,
) -> (bool, bool) {
    let (mut both, mut neither) = (false, false);
    let mut random = Random::new(1);
    for _ in 0..(RANDOM_STONES / topology.sites().max(1)).clamp(1, 200) {
        let mut groups = start.clone();
        let mut won = [0; MAX_SEATS];
        while !groups.placements().is_empty() {
            let site = groups.empty_site(random.below(groups.placements().len() as u64));
            // The colours need not be balanced.
            let color = random.below(u64::from(seats)) as u8;
            let result = objectives.place_forever(&mut groups, site, color);
            won[usize::from(color)] |= result.layers;
        }
        // Games that are all decided can be shared out so that no side has enough.
        let has_enough = |won: &&u32| won.count_ones() >= objectives.points;
        neither |= objectives.points > 0 && !won.iter().any(|won| has_enough(&won));
        for layer in 0..objectives.layers.len() {
            match won.iter().filter(|won| *won >> layer & 1 != 0).count() {
                0 => neither = true,
                1 => {}
                _ => both = true,
            }
        }
    }
    (both, neither)
}
