//! The rules of a ruleset in plain words.

use boardloom_sdk::topology::subdivision::{Fractal, Tree};
use boardloom_sdk::{Message, Seat};

use crate::ruleset::{ChanceRule, DivisionRight, FullBoard, Pack, Placement, Ruleset, ScoredBy};
use crate::validation::first_mover;

pub(crate) fn paragraphs(ruleset: &Ruleset, start: &Tree) -> Vec<Message> {
    let rules = &ruleset.rules;
    let fractal = start.fractal();
    let mut paragraphs = vec![
        Message::new(
            "rules.board",
            "Every cell has {corners} corners and consists of {children} smaller ones of the same \
             shape where it is divided. Pieces stand on corners of cells.",
        )
        .with("corners", fractal.corners())
        .with("children", fractal.children()),
        Message::new("rules.first", "{first} begins.")
            .with("first", ruleset.players.name(first_mover(ruleset))),
        Message::new("rules.place", "On your turn put a piece on an empty corner of any cell."),
    ];
    paragraphs.extend(division_rule(ruleset));
    paragraphs.extend(chance_rule(ruleset));
    if rules.score.by == ScoredBy::Chain {
        paragraphs.extend(chain_rule(ruleset, fractal));
    }
    paragraphs.extend(match rules.score.by {
        ScoredBy::Chain => None,
        ScoredBy::Corner => Some(Message::new(
            "rules.score",
            "A cell is completed when all its corners hold pieces. It gives each player one point \
             for each own piece on its corners. Cells of all sizes count, including divided ones \
             and the whole board.",
        )),
        ScoredBy::Majority => Some(Message::new(
            "rules.majority",
            "A cell is completed when all its corners hold pieces. It gives one point to the \
             player with more of them, and none if both have the same number. Cells of all sizes \
             count, including divided ones and the whole board.",
        )),
        ScoredBy::Area => Some(Message::new(
            "rules.area",
            "A cell is completed when all its corners hold pieces. The player with more of them \
             has its area: as many points as it could be divided into cells of the smallest size. \
             Cells of all sizes count, including divided ones and the whole board.",
        )),
    });
    let end = &rules.end;
    paragraphs.push(match end.full {
        FullBoard::Pieces => {
            Message::new("rules.full", "The game is over when every corner holds a piece.")
        }
        FullBoard::Moves => Message::new(
            "rules.full-moves",
            "The game is over when every corner holds a piece and the player to move may divide \
             no cell.",
        ),
    });
    if end.target > 0 {
        let text = "It is also over when a player has {points} points.";
        paragraphs.push(Message::new("rules.target", text).with("points", end.target));
    }
    if end.difference > 0 {
        let text = "It is also over when a player leads by {points} points.";
        paragraphs.push(Message::new("rules.difference", text).with("points", end.difference));
    }
    paragraphs.push(Message::new(
        "rules.winner",
        "The player with more points wins; equal points are a draw.",
    ));
    paragraphs
}

fn division_rule(ruleset: &Ruleset) -> Option<Message> {
    let subdivide = &ruleset.rules.subdivide;
    let (id, who, least) = match subdivide.who {
        DivisionRight::Never => return None,
        DivisionRight::Always => ("rules.always", "You", 0),
        DivisionRight::Behind | DivisionRight::BehindBy(1) => {
            ("rules.behind", "If you have fewer points than the other side, you", 1)
        }
        DivisionRight::BehindBy(least) => {
            let who = "If you have at least {least} points fewer than the other side, you";
            ("rules.behind-by", who, least)
        }
    };
    let on = match subdivide.on {
        Placement::Centre => "on the new corner in its middle",
        Placement::New => "on a corner that this creates",
        Placement::Any => "on any empty corner of the board",
    };
    let depth = match subdivide.max_depth {
        1 => "Only the whole board is divided.",
        _ => "Counted from the whole board, cells can be divided {depth} times.",
    };
    let text = "{who} may first divide a cell that is not divided yet, then put your piece {on}: \
                click the cell, then the corner. {depth}";
    let who = Message::new("rules.who", who).with("least", least);
    let depth = Message::new("rules.depth", depth).with("depth", subdivide.max_depth);
    let message = Message::new(id, text).with_message("who", &who).with("on", on);
    Some(message.with_message("depth", &depth))
}

/// Returns what links pieces, and what chains of them score.
fn chain_rule(ruleset: &Ruleset, fractal: &Fractal) -> Vec<Message> {
    let mut rules = vec![Message::new(
        "rules.links",
        "Pieces are linked along the sides of undivided cells, from corner to corner. Where only \
         one side of a line is divided, the whole line still links its ends, and each half links \
         too.",
    )];
    if fractal.corners() == 4 {
        let text = "The diagonal of an undivided cell links, too. {first} joins the upper and the \
                    lower side of a cell with a chain of linked pieces within it, {second} the \
                    left and the right side. A corner belongs to both of its sides.";
        let rule = Message::new("rules.chain-square", text);
        let name = |seat: Seat| ruleset.players.name(seat);
        rules.push(rule.with("first", name(0)).with("second", name(1)));
    } else {
        let text = "A player joins all sides of a cell with a chain of linked pieces within it. A \
                    corner belongs to both of its sides.";
        rules.push(Message::new("rules.chain-triangle", text));
    }
    rules.push(match ruleset.rules.score.levels {
        0 => Message::new("rules.chain-whole", "Only the whole board counts: one point."),
        1 => Message::new(
            "rules.chain-parts",
            "The whole board gives one point, and so does each of its parts. A division can part \
             a chain again.",
        ),
        levels => Message::new(
            "rules.chain-levels",
            "The whole board gives one point, and so do the parts, and their parts, down to level \
             {levels}. A division can part a chain again.",
        )
        .with("levels", levels + 1),
    });
    rules
}

fn chance_rule(ruleset: &Ruleset) -> Option<Message> {
    let subdivide = &ruleset.rules.subdivide;
    if subdivide.who == DivisionRight::Never {
        return None;
    }
    match subdivide.chance {
        ChanceRule::None => None,
        ChanceRule::Die { faces, least } => Some(
            Message::new(
                "rules.die",
                "You must also win the right to divide: once in your turn you may roll a die with \
                 {faces} faces. If it shows {least} or more you may divide in this turn, else you \
                 must place a piece.",
            )
            .with("faces", faces)
            .with("least", least),
        ),
        ChanceRule::Pack(Pack { divide, place }) => {
            let good = match divide {
                1 => "With the good one",
                _ => "With one of the {divide} good ones",
            };
            let good = Message::new("rules.good-cards", good).with("divide", divide);
            let text = "You must also win the right to divide: once in your turn you may draw a \
                        card from a pack of {all}. {good} you may divide in this turn, else you \
                        must place a piece. Both players draw from the same pack; when it is used \
                        up, all cards are shuffled again.";
            let text = Message::new("rules.cards", text).with("all", divide + place);
            Some(text.with_message("good", &good))
        }
    }
}
