//! The signs of pieces, sites and targets.

use boardloom_board_view::scene::Ornament;
use boardloom_contract::{Piece, PieceKind, TargetKind};

use crate::ink::Ink;

/// Returns the sign of a side, a small one for a ghost.
pub fn of_side(mark: &str, ink: Ink, ghost: bool) -> char {
    let (wide, small, plain, lower) = match mark {
        "ring" => ('○', 'o', 'O', 'o'),
        "cross" => ('×', 'x', 'X', 'x'),
        "dot" => ('●', '•', '@', 'a'),
        "square" => ('■', '▪', 'H', 'h'),
        "triangle" => ('▲', '^', 'A', '^'),
        "algiz" => ('▼', 'v', 'V', 'v'),
        "othala" => ('◆', '◇', 'D', 'd'),
        _ => ('▬', '-', '=', '-'),
    };
    match ghost {
        true => ink.either(small, lower),
        false => ink.either(wide, plain),
    }
}

/// Returns the number or letter that a piece has instead of its side's sign.
pub fn of_piece(piece: Piece, shape: &str, kind: Option<&PieceKind>, ink: Ink) -> Option<char> {
    if let 1.. = piece.count {
        let digit = char::from_digit(u32::from(piece.count), 10);
        return Some(digit.unwrap_or('+'));
    }
    // The first kind is the usual one.
    let plain = matches!(shape, "" | "disc" | "man" | "stone");
    if plain && piece.kind == 0 {
        return None;
    }
    if shape == "arrow" {
        return Some('^');
    }
    if let Some(letter) = shape.strip_prefix("letter:") {
        return letter.chars().next();
    }
    if let Some(sign) = of_shape(shape).filter(|_| ink.unicode) {
        return Some(sign);
    }
    let letter = kind.and_then(|kind| kind.letter(piece.color)?.chars().next());
    letter.or_else(|| shape.chars().next()).map(|letter| letter.to_ascii_uppercase())
}

/// Returns the sign of a shape that a ruleset gives a kind of piece.
fn of_shape(shape: &str) -> Option<char> {
    Some(match shape {
        "crown" => '♛',
        "star" => '★',
        "shield" => '◘',
        "hexagon" => '⬢',
        "triangle" => '△',
        "square" => '▣',
        "ring" => '◎',
        _ => return None,
    })
}

/// Returns the sign of a target; `clones` tells that the piece stays and another one grows.
pub fn of_target(touch: TargetKind, clones: bool, ink: Ink) -> char {
    match touch {
        TargetKind::Quiet if clones => ink.either('◦', '%'),
        TargetKind::Capture if clones => ink.either('◘', '&'),
        TargetKind::Quiet | TargetKind::Pick => ink.either('•', 'o'),
        TargetKind::Capture => ink.either('◊', '*'),
        TargetKind::Split => '+',
    }
}

/// Returns the sign of what belongs to no cell inside of a divided board.
pub fn of_hole(ink: Ink) -> char {
    ink.either('░', ':')
}

pub fn of_ground(role: &str, ornament: Ornament, ghost: bool, ink: Ink) -> char {
    match (role, ornament) {
        ("blocked", _) => ink.either('█', '#'),
        // Pieces can stand there.
        (_, Ornament::Hole) => ink.either('▒', '~'),
        ("corner", Ornament::Cross | Ornament::Knot) => ink.either('×', '*'),
        (_, Ornament::Cross | Ornament::Knot) => ink.either('¤', '+'),
        (_, Ornament::Frame) => ink.either('□', '"'),
        (_, Ornament::Hatch) => ink.either('░', ':'),
        _ if ghost => ink.either('˙', ' '),
        _ => ink.either('·', '.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocked_sites_have_the_sign_of_blocked_ones() {
        for ink in [Ink::TEXT, Ink { unicode: true, ..Ink::TEXT }] {
            let blocked = of_ground("blocked", Ornament::Hole, false, ink);
            assert_eq!(of_ground("blocked", Ornament::None, false, ink), blocked);
            let open =
                [("wall", Ornament::Hatch), ("hole", Ornament::Frame), ("lake", Ornament::Hole)];
            for (role, ornament) in open {
                assert_ne!(of_ground(role, ornament, false, ink), blocked, "{role}");
            }
        }
    }
}
