//! The rules in plain words, made from the parameters.

use boardloom_sdk::Message;

use crate::game::Connection;
use crate::goals::{Reached, Task};
use crate::position::{Phase, Position, Win};
use crate::ruleset::{Equaliser, Full, Goal, Loop, Rules};
use crate::text::LETTERS;

/// Returns a paragraph for each part of the rules.
pub fn paragraphs(game: &Connection) -> Vec<Message> {
    let rules = &game.ruleset.rules;
    let mut paragraphs = vec![turns(rules)];
    paragraphs.extend(goals(game));
    if rules.goal.0.len() > 1 {
        paragraphs.push(Message::new("rules.any", "Any one of these is enough."));
    }
    paragraphs.push(ends(game));
    if rules.full == Some(Full::Draw) {
        let text = "When the board is full and nobody has done it, the game is a draw.";
        paragraphs.push(Message::new("rules.full", text));
    }
    paragraphs.extend(equaliser(rules));
    paragraphs
}

fn stones(count: u16) -> String {
    if count == 1 { "one stone".to_owned() } else { format!("{count} stones") }
}

fn turns(rules: &Rules) -> Message {
    let mut text = "On your turn put {stones} of your colour on empty cells.".to_owned();
    if rules.stones_per_turn == 1 {
        text = "On your turn put one stone of your colour on an empty cell.".to_owned();
    }
    let cut = matches!(rules.equaliser, Equaliser::CutAndChoose(_));
    if rules.opening() != rules.stones_per_turn && !cut {
        text += " The very first turn is {opening}.";
    }
    text += " Stones never move and never leave the board.";
    Message::new("rules.turn", text)
        .with("stones", stones(rules.stones_per_turn))
        .with("opening", stones(rules.opening()))
}

fn goals(game: &Connection) -> Vec<Message> {
    let (rules, task) = (&game.ruleset.rules, game.goals.task(0));
    let mut paragraphs = Vec::new();
    if rules.goal.has(Goal::Loop) {
        paragraphs.push(looped(rules));
        let text = "Only the count of crossings matters, not how the loop lies: a loop that \
                    crosses every joined pair of edges an even number of times counts for \
                    nothing, even one that cannot be drawn together to a point.";
        paragraphs.push(Message::new("rules.class", text));
    }
    if rules.goal.has(Goal::Sides) {
        for color in 0..game.seats {
            let text = "{color} joins {sides} with one group of adjacent stones.";
            let sides = spoken(task, task.sides(color), " and ");
            let text = Message::new("rules.sides", text).with("color", colour(color, true));
            paragraphs.push(text.with("sides", sides));
        }
    }
    if rules.goal.has(Goal::Regions) {
        let (regions, needed) = task.regions();
        let names = spoken(task, regions, ", ");
        let text = if needed == regions.count_ones() {
            "Touch all of these with one group of adjacent stones: {names}."
        } else {
            "Touch {needed} of these with one group of adjacent stones: {names}."
        };
        let text = Message::new("rules.regions", text).with("needed", needed);
        paragraphs.push(text.with("names", names));
    }
    paragraphs
}

/// Returns how the game ends.
fn ends(game: &Connection) -> Message {
    let (rules, points) = (&game.ruleset.rules, game.goals.points());
    let (id, text) = match (points > 0, rules.misere) {
        (false, true) => ("rules.misere", "Whoever does this has lost, at once."),
        (false, false) => ("rules.end", "Whoever does this first has won, at once."),
        (true, misere) => {
            let text = "The same is played for within each of the {parts} parts of the board, as \
                        if the rest were not there, and with the same stones. ";
            let end = if misere {
                "Whoever first does this in {points} of all {games} games has lost."
            } else {
                "Whoever first does this in {points} of all {games} games has won."
            };
            let message = Message::new("rules.points", [text, end].concat());
            let parts = rules.parts.len();
            return message.with("parts", parts).with("points", points).with("games", parts + 1);
        }
    };
    Message::new(id, text)
}

/// Returns the names of regions as words: `upper right` for `upper-right`.
fn spoken(task: &Task, regions: u32, between: &str) -> String {
    task.names(regions).join(between).replace('-', " ")
}

fn looped(rules: &Rules) -> Message {
    match &rules.loops {
        Loop::Any => Message::new(
            "rules.loop",
            "Make a loop of adjacent stones of your colour that crosses a joined pair of edges \
             an odd number of times.",
        ),
        Loop::Classes(classes) => {
            let classes: Vec<String> = classes.iter().map(|class| described(*class)).collect();
            let text = "Make a loop of adjacent stones of your colour that crosses an odd number \
                        of times {classes}. The loop may pass a stone twice.";
            Message::new("rules.loop.classes", text).with("classes", classes.join(", or "))
        }
    }
}

/// Returns the joined edges of a class: bit 0 is the first pair.
fn pairs(class: u8) -> String {
    const NAMES: [&str; 2] = ["the first pair", "the second pair"];
    let pair = |bit: usize| match NAMES.get(bit) {
        Some(name) => (*name).to_owned(),
        None => format!("pair {}", bit + 1),
    };
    let mut pairs: Vec<String> = (0..8).filter(|bit| class >> bit & 1 != 0).map(pair).collect();
    // Of what they are a pair is said once.
    if let Some(first) = pairs.first_mut() {
        first.push_str(" of joined edges");
    }
    pairs.join(" and ")
}

/// Returns the joined edges of a class, and how a ruleset calls it.
fn described(class: u8) -> String {
    let only = if class.count_ones() == 1 { " alone" } else { "" };
    format!("{}{only} (class {class})", pairs(class))
}

fn equaliser(rules: &Rules) -> Option<Message> {
    let (id, text) = match rules.equaliser {
        Equaliser::None => return None,
        Equaliser::SwapSeats => (
            "rules.swap-seats",
            "After the first turn the second player may swap instead of moving: the colour and \
             the stones of the first player become the second's, and the first player goes on \
             with the other colour.",
        ),
        Equaliser::SwapStones => (
            "rules.swap-stones",
            "After the first turn the second player may swap instead of moving: the stones on \
             the board change colour, mirrored where the sides ask for it, and the first player \
             moves again.",
        ),
        Equaliser::CutAndChoose(_) => (
            "rules.cut",
            "One player puts the first stones, of X and O by turns: {stones} in all. The other \
             then picks a colour, and play goes on with the next colour in turn.",
        ),
    };
    let stones = match rules.equaliser {
        Equaliser::CutAndChoose(stones) => stones,
        _ => 0,
    };
    Some(Message::new(id, text).with("stones", stones))
}

/// Returns what a person calls a colour: players have names of their own, and text
/// has letters.
fn colour(color: u8, begins: bool) -> String {
    const WHICH: [&str; LETTERS.len()] = ["first", "second", "third"];
    let (the, color) = (if begins { "The" } else { "the" }, usize::from(color));
    format!("{the} {} colour ({})", WHICH[color], LETTERS[color])
}

/// Returns why a game is over that somebody won, as goes on from a name of who that
/// is.
pub fn reason(game: &Connection, win: &Win) -> Message {
    let (goals, task) = (&game.goals, game.goals.task(0));
    let (id, text, what) = match win.how {
        Reached::Loop(class) => {
            let one = goals.web.classes().count_ones() == 1;
            let joined = if one { "the joined edges".to_owned() } else { pairs(class) };
            ("over.loop", ["a loop across {what}", "a loop across {what} loses"], joined)
        }
        Reached::Sides => {
            let sides = spoken(task, task.sides(win.color), " and ");
            ("over.sides", ["{what} are joined", "joining {what} loses"], sides)
        }
        Reached::Regions => {
            let needed = task.regions().1.to_string();
            let texts =
                ["one group touches {what} regions", "a group that touches {what} regions loses"];
            ("over.regions", texts, needed)
        }
        Reached::Points => {
            let points = format!("{} of {} games", goals.points(), goals.layers());
            ("over.points", ["{what} are won", "who wins {what} loses"], points)
        }
    };
    Message::new(id, text[usize::from(game.ruleset.rules.misere)]).with("what", what)
}

/// Returns what is expected of the mover, where it is not plainly a stone of the
/// own colour.
pub fn asks(game: &Connection, position: &Position) -> Option<Message> {
    let turn = &position.turn;
    match turn.phase {
        Phase::Swap => Some(Message::new("ask.swap", "Put a stone, or swap.")),
        Phase::Choose => Some(Message::new("ask.choose", "Choose a colour.")),
        Phase::Cut => {
            let text = "Put a stone of {color}: the other player will choose a colour.";
            Some(Message::new("ask.cut", text).with("color", colour(turn.color, false)))
        }
        Phase::Open | Phase::Play if turn.left > 1 || game.ruleset.rules.stones_per_turn > 1 => {
            let text = "Stones left in this turn: {left}.";
            Some(Message::new("ask.left", text).with("left", turn.left))
        }
        Phase::Open | Phase::Play => None,
    }
}
