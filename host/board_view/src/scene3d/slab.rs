//! The slab under the board, with rounded corners, on a table that it shades.

use boardloom_theme::{scene3d, tint};

use super::mesh::{Decal, Material, Model, Plane};
use super::model_builder::board_gloss;
use super::piece_models::lid;
use super::prism::Prism;
use super::{HeightMap, Mesh3d, Vec3};
use crate::board::{BoardGeometry, Pos};
use crate::scene::{Color, Shape, Style, Theme};

/// Thickness, in units.
const THICK: f64 = 2.0 * scene3d::SLAB;
/// The shadow around the foot of the slab, in units.
const FOOT: f64 = 0.3;
/// The corners of the lit part of the table.
const TABLE_SIDES: u32 = 48;
/// From the table up to the shadows on it, in units.
const LAYER: f64 = 0.01;

pub(super) fn color(style: &Style) -> Color {
    if style.background != style.theme.background() {
        // The ruleset sets the colour between cells.
        return style.background;
    }
    style.colors.frame.unwrap_or(style.colors.cell.mixed(style.colors.ink, tint::SLAB))
}

/// `shadow` is the direction in which shadows fall.
pub(super) fn slab(
    board: &BoardGeometry,
    style: &Style,
    (heights, shadow): (&HeightMap, [f64; 2]),
    solid: &mut Model,
) {
    let unit = board.unit();
    let outline = &heights.rim[..];
    let Some(bounds) = board.bounds().filter(|_| outline.len() > 2) else { return };
    let (top, bottom) = (heights.base, heights.base - THICK * unit);
    let middle = bounds.middle();
    let wide = bounds.width().max(bounds.height()).max(unit);
    let bevel = (0.16 * unit / wide, 0.1 * unit);
    let paint = Material { color: color(style), gloss: board_gloss(style) };
    let prism = Prism { outline, middle, bottom, top, bevel };
    prism.sides(paint, &mut solid.body);
    solid.faces.push(lid(&prism.lid(), top, paint, unit));
    if style.theme == Theme::HighContrast {
        return;
    }
    let table = bottom - 2.0 * LAYER * unit;
    let size = scene3d::TABLE_SIZE * bounds.width().hypot(bounds.height()) / 2.0;
    light_table((middle, table), size, style, &mut solid.shade);
    let fall = shadow.map(|part| part * THICK * unit);
    let cast: Vec<Pos> = outline.iter().map(|p| Pos::new(p.x + fall[0], p.y + fall[1])).collect();
    let height = table + LAYER * unit;
    soften((&cast, height), 2.0 * scene3d::PENUMBRA * unit, scene3d::CAST, &mut solid.shade);
    soften((outline, bottom), FOOT * unit, scene3d::CONTACT, &mut solid.shade);
    solid.ink.push(area(&cast, height, Color::BLACK.faded(scene3d::CAST), unit));
}

/// A shape in one colour that no light changes.
fn area(outline: &[Pos], height: f64, color: Color, unit: f64) -> Decal {
    let Decal { mut shapes, plane } =
        lid(outline, height, Material { color: Color::BLACK, gloss: 0.0 }, unit);
    for shape in &mut shapes {
        if let Shape::Polygon { fill, .. } = shape {
            *fill = Some(color);
        }
    }
    Decal { shapes, plane: Plane { gloss: 0.0, ..plane } }
}

/// Lights the table around the board; the light fades towards the edges of the view.
fn light_table((middle, height): (Pos, f64), size: f64, style: &Style, facets: &mut Mesh3d) {
    let lit = style.theme.background().mixed(Color::WHITE, scene3d::TABLE);
    let paint = |part: f32| Material { color: lit.faded(part), gloss: 0.0 };
    let up = [0.0, 0.0, 1.0];
    let first = facets.corner([middle.x, middle.y, height], up, paint(1.0)) + 1;
    for side in 0..TABLE_SIDES {
        let (sin, cos) =
            (f64::from(side) / f64::from(TABLE_SIDES) * std::f64::consts::TAU).sin_cos();
        for (part, strength) in [(0.5, 1.0), (1.0, 0.0)] {
            let at = [middle.x + cos * size * part, middle.y + sin * size * part, height];
            facets.corner(at, up, paint(strength));
        }
    }
    for side in 0..TABLE_SIDES {
        let [a, b] = [side, (side + 1) % TABLE_SIDES].map(|side| 2 * side + first);
        facets.indices.extend([first - 1, a, b]);
    }
    facets.ring(first, TABLE_SIDES);
}

/// Draws the soft rim of a shadow outside of an outline.
fn soften((outline, height): (&[Pos], f64), wide: f64, strength: f32, facets: &mut Mesh3d) {
    let count = outline.len();
    let at = |p: Pos| -> Vec3 { [p.x, p.y, height] };
    let up = [0.0, 0.0, 1.0];
    let dark = |strength: f32| Material { color: Color::BLACK.faded(strength), gloss: 0.0 };
    let out = |n: usize, far: f64| {
        let (before, after) = (outline[(n + count - 1) % count], outline[(n + 1) % count]);
        let (dx, dy) = (after.x - before.x, after.y - before.y);
        let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
        Pos::new(outline[n].x + dy / long * far, outline[n].y - dx / long * far)
    };
    // Two strips: shadows fade faster at first.
    for [(from, a), (to, b)] in [[(0.0, 1.0), (0.5, 0.3)], [(0.5, 0.3), (1.0, 0.0)]] {
        let first = facets.corners.len() as u32;
        for n in 0..count {
            facets.corner(at(out(n, from * wide)), up, dark(strength * a));
            facets.corner(at(out(n, to * wide)), up, dark(strength * b));
        }
        facets.ring(first, count as u32);
    }
}

pub(super) fn depth(board: &BoardGeometry, heights: &HeightMap) -> f64 {
    heights.base - THICK * board.unit()
}
