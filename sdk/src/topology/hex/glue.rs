//! The joined edges of boards of hexagons.

use super::Outline;
use super::outline::{Plan, offset};
use crate::topology::Glue;
use crate::topology::lattice::{Cell, HEXAGON, LatticeMap, Linear, STRAIGHT, plus};
use crate::{Diagnostic, diagnostic};

/// Returns the maps of cells beyond the edges to cells of the board.
///
/// # Errors
/// Edges that do not fit together.
pub(super) fn maps(
    outline: &Outline,
    plan: &Plan,
    glue: Glue,
) -> Result<Vec<LatticeMap>, Vec<Diagnostic>> {
    match (outline, glue) {
        (_, Glue::None) => Ok(Vec::new()),
        (Outline::Hexagon(sizes), Glue::Torus) => {
            let sides = outline.sides(sizes)?;
            close(&sides, glue, sides[0].abs_diff(sides[3]) <= 1)?;
            Ok(shift_maps(&sides))
        }
        (Outline::Hexagon(sizes), Glue::Projective) => {
            let sides = outline.sides(sizes)?;
            close(&sides, glue, sides[0].abs_diff(sides[3]) == 1)?;
            Ok(flip_maps(&sides, plan))
        }
        (Outline::Rhombus(sizes), glue) if glue != Glue::Projective => {
            Ok(rhombus(outline.pair(sizes)?, glue))
        }
        (Outline::Rectangle(sizes), glue) => rectangle(outline.pair(sizes)?, glue),
        (Outline::Hexagon(sizes), _) => Err(hexagon(outline.sides(sizes)?, glue)),
        _ => Err(senseless(outline)),
    }
}

/// Names the ways in which a hexagon can be joined as it is, and how it could be otherwise.
fn hexagon(sides: [u32; 6], glue: Glue) -> Vec<Diagnostic> {
    let [a, .., d, _, _] = sides;
    let what = format!("a hexagon can't be joined as `{}`", word(glue));
    let hint = match a.abs_diff(d) {
        0 => format!(
            "this one can be joined as `torus`; `hexagon = [{a}, {}]` as `projective` too, rhombi \
             and rectangles as `{}`",
            a + 1,
            word(glue)
        ),
        1 => "this one can be joined as `torus` or `projective`".to_owned(),
        _ => format!("a rhombus or a rectangle can be joined as `{}`", word(glue)),
    };
    vec![diagnostic::at(["board", "glue"], "board.glue", what).hint(hint)]
}

fn senseless(outline: &Outline) -> Vec<Diagnostic> {
    let name = outline.name();
    let (what, hint) = match outline {
        Outline::Rhombus(_) => (
            "a rhombus makes no projective plane: its corners do not fit together".to_owned(),
            "`shape = { hexagon = [4, 5] }` and `{ rectangle = [9, 9] }` do",
        ),
        _ => (
            format!("edges of a board given as `{name}` cannot be joined"),
            "hexagons, rhombi and rectangles can",
        ),
    };
    vec![diagnostic::at(["board", "glue"], "board.glue", what).hint(hint)]
}

fn word(glue: Glue) -> &'static str {
    match glue {
        Glue::None => "none",
        Glue::Cylinder => "cylinder",
        Glue::Torus => "torus",
        Glue::Mobius => "mobius",
        Glue::Klein => "klein",
        Glue::Projective => "projective",
    }
}

/// Refuses a hexagon whose opposite sides do not fit.
fn close(sides: &[u32; 6], glue: Glue, fits: bool) -> Result<(), Vec<Diagnostic>> {
    if fits {
        return Ok(());
    }
    let [a, b, c, d, ..] = *sides;
    let (wanted, shorter) = match glue {
        Glue::Torus => ("be equal or differ by one cell", [a.min(d), b, c]),
        _ => ("differ by one cell", [a, a + 1, a]),
    };
    let what = format!(
        "joined as `{}`, opposite sides of a hexagon have to {wanted}, found {a} and {d}",
        word(glue)
    );
    let hint = match glue {
        Glue::Torus => format!("`hexagon = {shorter:?}` would do"),
        _ => format!("`hexagon = [{}, {}]` would do", shorter[0], shorter[1]),
    };
    Err(diagnostic::at(["board", "shape", "hexagon"], "board.glue", what).hint(hint).into())
}

/// Returns the shifts that join opposite sides of a hexagon: across the top, the upper right and
/// the lower right. Copies of a hexagon fill the plane if opposite sides are equal or differ by
/// one. Equal sides shift each copy by half a cell, always to the same side.
fn shift_maps(sides: &[u32; 6]) -> Vec<LatticeMap> {
    let mut maps = Vec::new();
    // Crossing the upper right is crossing the top and then the lower right.
    for (side, class) in [(0, 2), (1, 3), (2, 1)] {
        let size = |at: usize| sides[(side + at) % 6] as i32;
        let height = size(1) + size(2) - 1;
        let slant = size(5) - i32::from(size(0) < size(3));
        let (along, other) = (HEXAGON[side], HEXAGON[(side + 5) % 6]);
        let upward = height - slant;
        let copy: Cell = [0, 1].map(|axis| slant * along[axis] + upward * other[axis]);
        maps.push(LatticeMap::with_image(STRAIGHT, copy, [0, 0], class));
    }
    maps
}

/// Returns the maps beyond the three shorter sides of a hexagon whose opposite sides differ by one
/// cell. Each joins a side to its opposite, flipped end to end (Taylor, Projective Hex, 2007).
pub(in crate::topology) fn flip_maps(sides: &[u32; 6], plan: &Plan) -> Vec<LatticeMap> {
    let mut maps = Vec::new();
    for side in (0..6).filter(|side| sides[*side] < sides[(side + 3) % 6]) {
        // Mirrored along the outward direction: heading h becomes 5 + 2 side - h.
        let mirror = |heading: usize| HEXAGON[(11 + 2 * side - heading) % 6];
        let linear: Linear = [mirror(1), mirror(2)];
        // The cell beyond the first corner of the side is a copy of the first cell of the opposite
        // side.
        let beyond = plus(plan.corners[side].1, HEXAGON[(side + 5) % 6]);
        maps.push(LatticeMap::with_image(linear, beyond, plan.corners[(side + 3) % 6].1, 1));
    }
    maps
}

/// Swaps up and down: heading h becomes 2 - h.
const UPSIDE_DOWN: Linear = [[1, 0], [1, -1]];
/// Swaps left and right: heading h becomes 5 - h.
const MIRRORED: Linear = [[-1, 0], [-1, 1]];
/// Flips the left side of a rhombus, which is slanted, end to end.
const ALONG_LEFT: Linear = [[1, -1], [0, -1]];

fn rhombus([width, height]: [u32; 2], glue: Glue) -> Vec<LatticeMap> {
    let (width, height) = (width as i32, height as i32);
    let sideways = match glue {
        Glue::Mobius | Glue::Klein => {
            LatticeMap::with_image(ALONG_LEFT, [width, 0], [0, height - 1], 1)
        }
        _ => LatticeMap::with_image(STRAIGHT, [width, 0], [0, 0], 1),
    };
    let upward = LatticeMap::with_image(STRAIGHT, [0, height], [0, 0], 2);
    match glue {
        Glue::Torus | Glue::Klein => vec![sideways, upward],
        _ => vec![sideways],
    }
}

fn rectangle([width, height]: [u32; 2], glue: Glue) -> Result<Vec<LatticeMap>, Vec<Diagnostic>> {
    let even = match glue {
        Glue::Torus => Some(true),
        Glue::Mobius | Glue::Klein | Glue::Projective => Some(false),
        Glue::None | Glue::Cylinder => None,
    };
    if even.is_some_and(|even| even != height.is_multiple_of(2)) {
        let what = format!(
            "joined as `{}`, rows fit together where their number is {}, found {height} rows",
            word(glue),
            if even == Some(true) { "even" } else { "odd" }
        );
        let hint = format!("`rectangle = [{width}, {}]` would do", height + 1);
        return Err(diagnostic::at(["board", "shape", "rectangle"], "board.glue", what)
            .hint(hint)
            .into());
    }
    let (width, height) = (width as i32, height as i32);
    let right = offset(width, 0);
    let below = offset(0, height);
    let sideways = match glue {
        Glue::Mobius | Glue::Projective => {
            LatticeMap::with_image(UPSIDE_DOWN, right, offset(0, height - 1), 1)
        }
        _ => LatticeMap::with_image(STRAIGHT, right, offset(0, 0), 1),
    };
    // On the projective plane both edges are one class.
    let upward = match glue {
        Glue::Torus => LatticeMap::with_image(STRAIGHT, below, offset(0, 0), 2),
        Glue::Klein => LatticeMap::with_image(MIRRORED, below, offset(width - 1, 0), 2),
        _ => LatticeMap::with_image(MIRRORED, below, offset(width - 1, 0), 1),
    };
    Ok(match glue {
        Glue::Torus | Glue::Klein | Glue::Projective => vec![sideways, upward],
        _ => vec![sideways],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_turn_headings_as_they_say() {
        for (linear, sum) in [(UPSIDE_DOWN, 2), (MIRRORED, 5), (ALONG_LEFT, 7)] {
            let map = LatticeMap::with_image(linear, [0, 0], [0, 0], 0);
            for heading in 0..6 {
                let turned = HEXAGON[(sum + 6 - heading) % 6];
                assert_eq!(map.turn(HEXAGON[heading]), turned);
            }
        }
    }
}
