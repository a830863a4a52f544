//! The rules in plain words, made from the parameters.

use boardloom_sdk::Message;
use boardloom_sdk::topology::subdivision::Tree;

use crate::ruleset::{First, Full, On, Ruleset, Who};

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
    paragraphs.push(Message::new(
        "rules.score",
        "A cell is completed when all its corners hold pieces. It gives each player one point for \
         each own piece on its corners. Cells of all sizes count, also those that are divided and \
         the whole board.",
    ));
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
