//! The rules of a ruleset in plain words.

use boardloom_sdk::Message;
use boardloom_sdk::topology::Topology;

use crate::ruleset::{Capture, Drop, JumpShape, RepetitionResult, Ruleset, Stuck};

pub(crate) fn paragraphs(ruleset: &Ruleset, topology: &Topology) -> Vec<Message> {
    let rules = &ruleset.rules;
    let mut paragraphs = vec![order(ruleset), move_rule(ruleset)];
    if !topology.blocked().is_empty() {
        let text = "Nothing can stand on blocked sites. Steps are counted across them.";
        paragraphs.push(Message::new("rules.blocked", text));
    }
    paragraphs.push(capture_rule(ruleset));
    paragraphs.push(match rules.stuck {
        Stuck::Pass => Message::new(
            "rules.pass",
            "A player who has pieces but no move passes. A player without pieces is out.",
        ),
        Stuck::Fill => Message::new(
            "rules.fill",
            "When a player has no move, the other player gets all empty sites and the game is over.",
        ),
    });
    paragraphs.push(Message::new(
        "rules.end",
        "The game is over when the board is full, when only one player has pieces left, or when no \
         player can move. The player with the most pieces wins; equal numbers are a draw.",
    ));
    if rules.quiet_limit > 0 {
        let text = "The game is a draw after {moves} moves in a row without a new piece.";
        paragraphs.push(Message::new("rules.quiet", text).with("moves", rules.quiet_limit));
    }
    if rules.repetition > 0 {
        let text = match rules.repetition_result {
            RepetitionResult::Draw => "When a position occurs {times} times, the game is a draw.",
            RepetitionResult::Count => {
                "When a position occurs {times} times, the game is over and the player with the most pieces wins."
            }
        };
        paragraphs.push(Message::new("rules.repetition", text).with("times", rules.repetition));
    }
    if let Some(sum) = rules.sum {
        let text = "Before your turn a sum of up to {max} is drawn. Confirm your move with its answer; \
                    a wrong answer loses the turn.";
        paragraphs.push(Message::new("rules.sum", text).with("max", sum.max));
    }
    if let Some(walls) = ruleset.setup.random_walls.filter(|walls| walls.max > 0) {
        let least = walls.least();
        let text = match walls.symmetric {
            true if least > 0 && least < walls.max => {
                "Before the first move {least} to {walls} pairs of walls are drawn at random, opposite each other."
            }
            true if least > 0 => {
                "Before the first move walls are drawn at random, opposite each other; number of pairs: {walls}."
            }
            false if least > 0 && least < walls.max => {
                "Before the first move {least} to {walls} walls are drawn at random."
            }
            false if least > 0 => {
                "Before the first move walls are drawn at random; number: {walls}."
            }
            true => {
                "Before the first move up to {walls} pairs of walls are drawn at random, opposite each other."
            }
            false => "Before the first move up to {walls} walls are drawn at random.",
        };
        paragraphs
            .push(Message::new("rules.walls", text).with("walls", walls.max).with("least", least));
    }
    paragraphs
}

fn order(ruleset: &Ruleset) -> Message {
    let names: Vec<String> =
        (0..ruleset.setup.seats).map(|seat| ruleset.players.name(seat)).collect();
    let text = match names.len() {
        2 => "{first} moves first.",
        _ => "{first} moves first. The order of turns is {names}.",
    };
    Message::new("rules.order", text).with("first", &names[0]).with("names", names.join(", "))
}

fn steps(count: u32) -> Message {
    let text = if count == 1 { "one step" } else { "{count} steps" };
    Message::new("rules.steps", text).with("count", count)
}

fn move_rule(ruleset: &Ruleset) -> Message {
    let rules = &ruleset.rules;
    let mut text = match rules.drop {
        Drop::None => {
            "On your turn put a new piece on an empty site within {clone} of one of your pieces"
        }
        Drop::Anywhere => "On your turn put a new piece on any empty site",
        Drop::Adjacent => "On your turn put a new piece on an empty site beside any piece",
    }
    .to_owned();
    if rules.jump > 0 {
        text += match rules.jump_shape {
            JumpShape::Any => {
                ", or let a piece jump to an empty site exactly {jump} away. It may jump over walls and pieces"
            }
            JumpShape::Straight => {
                ", or let a piece jump {jump} in a straight line to an empty site"
            }
        };
    }
    text += ".";
    Message::new("rules.move", text)
        .with_message("clone", &steps(rules.clone))
        .with_message("jump", &steps(rules.jump))
}

fn capture_rule(ruleset: &Ruleset) -> Message {
    match ruleset.rules.capture {
        Capture::Adjacent => Message::new(
            "rules.adjacent",
            "Every enemy piece beside the site that you moved to becomes yours. Captured pieces \
             capture no others.",
        ),
        Capture::Jumped => Message::new(
            "rules.jumped",
            "An enemy piece that you jump over in a straight line becomes yours. Nothing else is \
             captured.",
        ),
    }
}
