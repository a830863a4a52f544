//! The rules in plain words, made from the parameters.

use boardloom_sdk::Message;
use boardloom_sdk::topology::subdivision::Tree;

use crate::ruleset::{By, Chance, First, Full, On, Pack, Ruleset, Who};

/// Returns a paragraph for each part of the rules.
pub(crate) fn paragraphs(ruleset: &Ruleset, start: &Tree) -> Vec<Message> {
    let rules = &ruleset.rules;
    let fractal = start.fractal();
    let mut paragraphs = vec![
        Message::new(
            "rules.board",
            "The board is a cell with {corners} corners, divided into {children} smaller ones of \
             the same shape, and these again as the game goes on. Pieces stand on corners of cells.",
        )
        .with("corners", fractal.corners())
        .with("children", fractal.children()),
        match rules.first {
            First::Black => Message::new("rules.first", "The first player begins."),
            First::White => Message::new("rules.first-second", "The second player begins."),
        },
        Message::new("rules.place", "On your turn put a piece on an empty corner of any cell."),
    ];
    paragraphs.extend(division(ruleset));
    paragraphs.extend(chance(ruleset));
    paragraphs.push(match rules.score.by {
        By::Corner => Message::new(
            "rules.score",
            "A cell is completed when all its corners hold pieces. It gives each player one point \
             for each own piece on its corners. Cells of all sizes count, also those that are \
             divided and the whole board.",
        ),
        By::Majority => Message::new(
            "rules.majority",
            "A cell is completed when all its corners hold pieces. It gives one point to the \
             player with more of them, and nobody one where both have as many. Cells of all sizes \
             count, also those that are divided and the whole board.",
        ),
        By::Area => Message::new(
            "rules.area",
            "A cell is completed when all its corners hold pieces. The player with more of them \
             has its area: as many points as it could be divided into cells of the smallest size. \
             Cells of all sizes count, also those that are divided and the whole board.",
        ),
    });
    let end = &rules.end;
    paragraphs.push(match end.full {
        Full::Pieces => {
            Message::new("rules.full", "The game is over when every corner holds a piece.")
        }
        Full::Moves => Message::new(
            "rules.full-moves",
            "The game is over when every corner holds a piece and the player to move may divide \
             no cell.",
        ),
    });
    if end.target > 0 {
        let text = "It is over as well when a player has {points} points.";
        paragraphs.push(Message::new("rules.target", text).with("points", end.target));
    }
    if end.difference > 0 {
        let text = "It is over as well when a player leads by {points} points.";
        paragraphs.push(Message::new("rules.difference", text).with("points", end.difference));
    }
    paragraphs
        .push(Message::new("rules.winner", "More points win; as many on each side are a draw."));
    paragraphs
}

fn division(ruleset: &Ruleset) -> Option<Message> {
    let subdivide = &ruleset.rules.subdivide;
    let (id, who) = match subdivide.who {
        Who::Never => return None,
        Who::Behind => ("rules.behind", "If you have fewer points than the other side, you"),
        Who::BehindBy(_) => (
            "rules.behind-by",
            "If you have at least {least} points fewer than the other side, you",
        ),
        Who::Always => ("rules.always", "You"),
    };
    let on = match subdivide.on {
        On::Centre => "on the new corner in its middle",
        On::New => "on a corner that this created",
        On::Any => "on any empty corner of the board",
    };
    let text = format!(
        "{who} may first divide a cell that is not divided yet, and then put your piece {on}. \
         Cells are divided down to level {{depth}}, where the whole board is level 1."
    );
    let least = match subdivide.who {
        Who::BehindBy(least) => least,
        _ => 1,
    };
    let message = Message::new(id, text).with("depth", subdivide.max_depth + 1);
    Some(if least > 1 || id == "rules.behind-by" { message.with("least", least) } else { message })
}

fn chance(ruleset: &Ruleset) -> Option<Message> {
    let subdivide = &ruleset.rules.subdivide;
    if subdivide.who == Who::Never {
        return None;
    }
    match subdivide.chance {
        Chance::None => None,
        Chance::Die { faces, least } => Some(
            Message::new(
                "rules.die",
                "The right to divide has to be won as well: once in your turn you may roll a die \
                 of {faces} faces. If it shows {least} or more you may divide in this turn, else \
                 you have to place a piece.",
            )
            .with("faces", faces)
            .with("least", least),
        ),
        Chance::Pack(Pack { divide, place }) => Some(
            Message::new(
                "rules.cards",
                "The right to divide has to be won as well: once in your turn you may draw a card \
                 from a pack of {all}. With one of the {divide} good ones you may divide in this \
                 turn, else you have to place a piece. Both draw from the same pack; when it is \
                 used up all cards are shuffled again.",
            )
            .with("all", divide + place)
            .with("divide", divide),
        ),
    }
}
