//! The rules in plain words, made from the parameters.

use boardloom_sdk::{Message, diagnostic};

use crate::game::Connection;
use crate::goals::{Aim, ColorGoal};
use crate::objectives::{Objective, WinKind, chosen_sites};
use crate::position::{Phase, Position, Win};
use crate::ruleset::{
    FullBoard, Goal, GoalRule, LoopRule, OpeningRule, Rules, StuckSide, SurroundRule,
};

pub fn paragraphs(game: &Connection) -> Vec<Message> {
    let rules = &game.ruleset.rules;
    let mut paragraphs = vec![turns(game)];
    paragraphs.extend(goals(game));
    let own_goals = |seat: u8| {
        let is_for = |goal: &&GoalRule| goal.seat.is_none_or(|own| own == seat);
        rules.goals.iter().filter(is_for).count()
    };
    let most = (1..=game.seats).map(own_goals).max().unwrap_or(0);
    if rules.goal.as_slice().len() + most > 1 {
        let text = match rules.misere {
            true => "Any one of these goals counts.",
            false => "Any one of these goals wins.",
        };
        paragraphs.push(Message::new("rules.any", text));
    }
    for part in 0..rules.parts.len() {
        paragraphs.extend(part_goals(game, part));
    }
    paragraphs.push(end(game));
    if rules.full == Some(FullBoard::Draw) {
        let text = "If the board is full and no colour has reached its goal, the game is a draw.";
        paragraphs.push(Message::new("rules.full", text));
    }
    paragraphs.extend(opening_rule(game));
    paragraphs
}

fn stones(count: u16) -> Message {
    let text = if count == 1 { "one stone" } else { "{count} stones" };
    Message::new("rules.stones", text).with("count", count)
}

fn turns(game: &Connection) -> Message {
    let rules = &game.ruleset.rules;
    let mut text = "On your turn put {stones} of your colour on empty cells.".to_owned();
    if rules.stones_per_turn == 1 {
        text = "On your turn put one stone of your colour on an empty cell.".to_owned();
    }
    if !matches!(rules.equaliser, OpeningRule::CutAndChoose(_)) {
        text += " {first} begins";
        if rules.opening_stones() != rules.stones_per_turn {
            text += " with {opening}";
        }
        text += ".";
    }
    text += " Stones never move and never leave the board.";
    Message::new("rules.turn", text)
        .with_message("stones", &stones(rules.stones_per_turn))
        .with("first", game.ruleset.players.name(0))
        .with_message("opening", &stones(rules.opening_stones()))
}

fn goals(game: &Connection) -> Vec<Message> {
    let (rules, objective) = (&game.ruleset.rules, &game.objectives.layers[0]);
    let mut paragraphs = Vec::new();
    if rules.goal.contains(Goal::Loop) {
        paragraphs.push(loop_goal(rules));
        let text = "Only the number of crossings matters, not the shape of the loop: a loop that \
                    crosses every joined pair of edges an even number of times does not count, \
                    even if it can't be drawn together to a point.";
        paragraphs.push(Message::new("rules.class", text));
    }
    if rules.goal.contains(Goal::Sides) {
        for color in 0..game.seats {
            let text = "{color} joins {sides} with one group of adjacent stones.";
            let sides = region_names(objective, objective.sides(color), " and ");
            let name = game.ruleset.players.name(color);
            let text = Message::new("rules.sides", text).with("color", name);
            paragraphs.push(text.with("sides", sides));
        }
    }
    if rules.goal.contains(Goal::Regions) {
        let needed = objective.needed;
        let names = region_names(objective, objective.regions, ", ");
        let text = if needed == objective.regions.count_ones() {
            "Touch all of these with one group of adjacent stones: {names}."
        } else {
            "Touch {needed} of these with one group of adjacent stones: {names}."
        };
        let text = Message::new("rules.regions", text).with("needed", needed);
        paragraphs.push(text.with("names", names));
    }
    let own = rules.goals.iter().zip(&objective.own);
    paragraphs.extend(own.map(|(rule, goal)| own_goal(game, objective, rule, goal)));
    paragraphs
}

/// Describes a goal of a single colour or of all.
fn own_goal(
    game: &Connection,
    objective: &Objective,
    rule: &GoalRule,
    goal: &ColorGoal,
) -> Message {
    let message = match &goal.aim {
        Aim::Join { regions, needed } => {
            let text = if *needed == regions.count_ones() {
                "join all of these with one group of adjacent stones: {names}."
            } else {
                "join {needed} of these with one group of adjacent stones: {names}."
            };
            let names = region_names(objective, *regions, ", ");
            Message::new("rules.own.join", text).with("needed", needed).with("names", names)
        }
        Aim::Loop(LoopRule::Any) => Message::new(
            "rules.own.loop",
            "make a loop of adjacent stones that crosses a joined pair of edges an odd number of \
             times.",
        ),
        Aim::Loop(LoopRule::Classes(classes)) => {
            let text =
                "make a loop of adjacent stones that crosses an odd number of times {classes}.";
            Message::new("rules.own.classes", text).with_message("classes", &any_class(classes))
        }
        Aim::Ring => Message::new(
            "rules.own.ring",
            "make a ring of adjacent stones around at least one cell, which may hold anything.",
        ),
        Aim::Line { length, exact } => {
            let text = match exact {
                true => {
                    "make a row of exactly {length} stones in a straight line; a longer row does not count."
                }
                false => "make a row of {length} stones or more in a straight line.",
            };
            Message::new("rules.own.line", text).with("length", length)
        }
        Aim::Reach { count, .. } => {
            let text = match count {
                1 => "put a stone on one of these: {names}.",
                _ => "put {count} stones on these: {names}.",
            };
            let names = site_names(game, &rule.reach);
            Message::new("rules.own.reach", text).with("count", count).with("names", names)
        }
        Aim::Surround(surround) => surround_goal(*surround),
        Aim::NoMoves(side) => {
            let text = match side {
                StuckSide::Opponent => "fill the board, so that another has to move and can't.",
                StuckSide::Mover => "have to move on a full board.",
                StuckSide::Any => "hold out until the board is full.",
            };
            Message::new("rules.own.no-moves", text)
        }
    };
    match rule.seat {
        None => {
            let text = Message::new("rules.own.all", "Goal: {goal}");
            text.with_message("goal", &message)
        }
        Some(seat) => {
            let name = game.ruleset.players.name(seat - 1);
            let text = Message::new("rules.own.seat", "Goal of {color}: {goal}");
            text.with("color", name).with_message("goal", &message)
        }
    }
}

fn surround_goal(rule: SurroundRule) -> Message {
    let cells = match rule.cells {
        0 | 1 => Message::new("rules.cells", "one cell"),
        cells => Message::new("rules.cells", "{count} cells").with("count", cells),
    };
    let what = match rule.stones {
        0 => "{cells} or more without a stone of your colour",
        1 => "{cells} or more without a stone of your colour, but with one of another",
        _ => "{cells} or more without a stone of your colour, but with {stones} of others",
    };
    let what = Message::new("rules.own.cells", what).with_message("cells", &cells);
    let what = what.with("stones", rule.stones);
    let text = match rule.edge {
        true => {
            "cut off {what} from the rest of the board. The edge of the board helps; the largest \
             part is the rest."
        }
        false => "shut off {what} from the edge of the board.",
    };
    Message::new("rules.own.surround", text).with_message("what", &what)
}

/// Returns the sites of a list: its words where all are names, else each site.
fn site_names(game: &Connection, texts: &[String]) -> String {
    let topology = &game.topology;
    if texts.iter().all(|text| topology.select(text).is_some()) {
        return texts.join(", ").replace('-', " ");
    }
    let sites = chosen_sites(texts, topology);
    let labels: Vec<&str> = sites.into_iter().map(|site| topology.label(site)).collect();
    labels.join(" ")
}

/// Describes the cells and the goals of a part of the board.
fn part_goals(game: &Connection, part: usize) -> Vec<Message> {
    let (rule, objective) = (&game.ruleset.rules.parts[part], &game.objectives.layers[part + 1]);
    let path = diagnostic::path(["rules"]);
    let sites = game.topology.choose(&rule.sites, &path, &mut Vec::new());
    let labels: Vec<&str> = sites.iter().map(|it| game.topology.label(it.site)).collect();
    let text = "Part {part} of the board has {cells} cells: {labels}.";
    let message = Message::new("rules.part", text).with("part", part + 1);
    let message = message.with("cells", labels.len()).with("labels", labels.join(" "));
    let mut paragraphs = vec![message];
    for color in (0..game.seats).filter(|color| objective.sides(*color) != 0) {
        let text = "In part {part} {color} joins {sides}.";
        let text = Message::new("rules.part.sides", text).with("part", part + 1);
        let text = text.with("color", game.ruleset.players.name(color));
        paragraphs.push(text.with("sides", part_names(objective, objective.sides(color))));
    }
    if objective.needed > 0 {
        let text = "In part {part} one group touches {needed} of these: {names}.";
        let text = Message::new("rules.part.regions", text).with("part", part + 1);
        let text = text.with("needed", objective.needed);
        paragraphs.push(text.with("names", part_names(objective, objective.regions)));
    }
    paragraphs
}

/// Returns regions without words of one language: `a1-a5` for `from a1 to a5`.
fn part_names(objective: &Objective, regions: u32) -> String {
    let short = |name: &str| match name.strip_prefix("from ").and_then(|it| it.split_once(" to ")) {
        Some((from, to)) => format!("{from}-{to}"),
        None => name.replace('-', " "),
    };
    let names: Vec<String> = objective.names(regions).into_iter().map(short).collect();
    names.join(" + ")
}

fn end(game: &Connection) -> Message {
    let (rules, points) = (&game.ruleset.rules, game.objectives.points);
    if points == 0 {
        return if rules.misere {
            Message::new("rules.misere", "The first player to do this loses at once.")
        } else {
            Message::new("rules.end", "The first player to do this wins at once.")
        };
    }
    let text = "Each of the {parts} parts of the board is a further game with the same stones, as if the rest of the board were missing. The first player to \
                win {points} of all {games} games {result}.";
    let parts = rules.parts.len();
    let text = Message::new("rules.points", text).with("parts", parts).with("games", parts + 1);
    text.with("points", points).with("result", if rules.misere { "loses" } else { "wins" })
}

/// Returns the names of regions as words: `upper right` for `upper-right`.
fn region_names(objective: &Objective, regions: u32, separator: &str) -> String {
    objective.names(regions).join(separator).replace('-', " ")
}

fn loop_goal(rules: &Rules) -> Message {
    match &rules.loops {
        LoopRule::Any => Message::new(
            "rules.loop",
            "Make a loop of adjacent stones of your colour that crosses a joined pair of edges \
             an odd number of times.",
        ),
        LoopRule::Classes(classes) => {
            let text = "Make a loop of adjacent stones of your colour that crosses an odd number \
                        of times {classes}. The loop may pass a stone twice.";
            let message = Message::new("rules.loop.classes", text);
            message.with_message("classes", &any_class(classes))
        }
    }
}

fn any_class(classes: &[u8]) -> Message {
    let classes = classes.iter().rev().map(|class| class_name(*class));
    let classes = classes.reduce(|rest, first| {
        let either = Message::new("rules.loop.either", "{first}, or {rest}");
        either.with_message("first", &first).with_message("rest", &rest)
    });
    classes.unwrap_or_default()
}

/// Returns the pairs of joined edges of a class: bit 0 is the first pair.
fn edge_pairs(class: u8) -> String {
    let pair = |bit: u8| match bit {
        0 => "the first pair".to_owned(),
        1 => "the second pair".to_owned(),
        bit => format!("pair {}", bit + 1),
    };
    let mut pairs: Vec<String> = (0..8).filter(|bit| class >> bit & 1 != 0).map(pair).collect();
    if let Some(first) = pairs.first_mut() {
        first.push_str(" of joined edges");
    }
    pairs.join(" and ")
}

/// Returns the pairs of joined edges of a class, with its number in rulesets.
fn class_name(class: u8) -> Message {
    let text = match class.count_ones() {
        1 => "{pairs} alone (class {class})",
        _ => "{pairs} (class {class})",
    };
    Message::new("rules.loop.class", text).with("pairs", edge_pairs(class)).with("class", class)
}

fn opening_rule(game: &Connection) -> Option<Message> {
    let players = &game.ruleset.players;
    let (id, text, count) = match game.ruleset.rules.equaliser {
        OpeningRule::None => return None,
        OpeningRule::SwapSeats => (
            "rules.swap-seats",
            "After the first turn the second player may swap instead of moving: the colour and \
             the stones of the first player become the second's, and the first player goes on \
             with {second}.",
            0,
        ),
        OpeningRule::SwapStones => (
            "rules.swap-stones",
            "After the first turn the second player may swap instead of moving: the stones on \
             the board change colour, mirrored if the sides require it, and the first player \
             moves again.",
            0,
        ),
        OpeningRule::CutAndChoose(stones) => (
            "rules.cut",
            match stones {
                1 => {
                    "One player puts the first stone, for {first}. The other then chooses a \
                     colour, and {next} moves."
                }
                _ => {
                    "One player puts the first {stones} stones, for {first} and {second} in turn. \
                     The other then chooses a colour, and {next} moves."
                }
            },
            stones,
        ),
    };
    let message = Message::new(id, text).with("stones", count);
    let message = message.with("first", players.name(0)).with("second", players.name(1));
    Some(message.with("next", players.name(count % 2)))
}

/// Returns the reason for a won game.
pub fn win_reason(game: &Connection, win: &Win) -> Message {
    let (objectives, objective) = (&game.objectives, &game.objectives.layers[0]);
    let (id, [wins, loses], what) = match win.kind {
        WinKind::Loop(class) => {
            let has_one_pair = objectives.graph.classes().count_ones() == 1;
            let pairs =
                if has_one_pair { "the joined edges".to_owned() } else { edge_pairs(class) };
            let pairs = Message::new("over.pairs", pairs);
            ("over.loop", ["a loop across {what}", "a loop across {what} loses"], pairs)
        }
        WinKind::Sides => {
            let sides = region_names(objective, objective.sides(win.color), " and ");
            let sides = Message::new("over.names", sides);
            ("over.sides", ["{what} are joined", "joining {what} loses"], sides)
        }
        WinKind::Regions => {
            let needed = Message::new("over.needed", objective.needed.to_string());
            let texts =
                ["one group touches {what} regions", "a group that touches {what} regions loses"];
            ("over.regions", texts, needed)
        }
        WinKind::Own(index) => {
            let index = usize::from(index);
            let (rule, goal) = (&game.ruleset.rules.goals[index], &objective.own[index]);
            let reason = rule.reason.clone().unwrap_or_else(|| usual_reason(goal).to_owned());
            ("over.own", ["{what}", "{what}, which loses"], Message::new("over.reason", reason))
        }
        WinKind::Points => {
            let points = Message::new("over.games", "{points} of {games} games");
            let points = points.with("points", objectives.points);
            let points = points.with("games", objectives.layers.len());
            ("over.points", ["{what} are won", "winning {what} loses"], points)
        }
    };
    let text = if game.ruleset.rules.misere { loses } else { wins };
    Message::new(id, text).with_message("what", &what)
}

/// Returns the reason of a goal for which the ruleset names none.
fn usual_reason(goal: &ColorGoal) -> &'static str {
    match &goal.aim {
        Aim::Join { .. } => "one group joins enough regions",
        Aim::Loop(_) => "a loop crosses the joined edges",
        Aim::Ring => "a ring is closed",
        Aim::Line { .. } => "a row is complete",
        Aim::Reach { .. } => "enough stones stand on the goal",
        Aim::Surround(_) => "a part of the board is cut off",
        Aim::NoMoves(_) => "the board is full",
    }
}

/// Returns the mover's task, unless it is just to place one stone.
pub fn prompt(game: &Connection, position: &Position) -> Option<Message> {
    let turn = &position.turn;
    match turn.phase {
        Phase::Swap => Some(Message::new("ask.swap", "Put a stone, or swap.")),
        Phase::Choose => Some(Message::new("ask.choose", "Choose a colour.")),
        Phase::Cut => {
            let text = "Put a stone for {color}: the other player will choose a colour.";
            let name = game.ruleset.players.name(turn.color);
            Some(Message::new("ask.cut", text).with("color", name))
        }
        Phase::Open | Phase::Play
            if turn.stones_left > 1 || game.ruleset.rules.stones_per_turn > 1 =>
        {
            let text = "Stones left in this turn: {left}.";
            Some(Message::new("ask.left", text).with("left", turn.stones_left))
        }
        Phase::Open | Phase::Play => None,
    }
}
