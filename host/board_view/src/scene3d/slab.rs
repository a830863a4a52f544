//! The slab under the board, with rounded corners and a shadow.

use boardloom_theme::scene3d;

use super::mesh::{Material, Model};
use super::piece_models::lid;
use super::prism::Prism;
use super::{HeightMap, Vec3};
use crate::board::{BoardGeometry, Pos};
use crate::scene::{Color, Style, Theme};

/// Thickness, in units.
const THICK: f64 = 2.0 * scene3d::SLAB;
/// The width of the shadow, in units.
const SHADOW: f64 = 1.3;

pub(super) fn color(style: &Style) -> Color {
    if style.background != style.theme.background() {
        // The ruleset sets the colour between cells.
        return style.background;
    }
    style.colors.frame.unwrap_or(style.colors.cell.mixed(style.colors.ink, 0.2))
}

pub(super) fn slab(board: &BoardGeometry, style: &Style, heights: &HeightMap, solid: &mut Model) {
    let unit = board.unit();
    let outline = &heights.rim[..];
    let Some(bounds) = board.bounds().filter(|_| outline.len() > 2) else { return };
    let (top, bottom) = (heights.base, heights.base - THICK * unit);
    let middle = bounds.middle();
    let wide = bounds.width().max(bounds.height()).max(unit);
    let bevel = (0.16 * unit / wide, 0.1 * unit);
    let paint = Material { color: color(style), gloss: 0.12 };
    let prism = Prism { outline, middle, bottom, top, bevel };
    prism.sides(paint, &mut solid.body);
    solid.faces.push(lid(&prism.lid(), top, paint, unit));
    // The shadow's strip below the slab.
    let strength = if style.theme == Theme::Dark { 0.5 } else { 0.34 };
    let far = SHADOW * unit;
    let count = outline.len();
    let at = |p: Pos| -> Vec3 { [p.x, p.y, bottom] };
    let up = [0.0, 0.0, 1.0];
    let dark = |strength: f32| Material { color: Color::BLACK.faded(strength), gloss: 0.0 };
    let out = |n: usize| {
        let (before, after) = (outline[(n + count - 1) % count], outline[(n + 1) % count]);
        let (dx, dy) = (after.x - before.x, after.y - before.y);
        let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
        Pos::new(outline[n].x + dy / long * far, outline[n].y - dx / long * far)
    };
    let first = solid.shade.corners.len() as u32;
    for (n, p) in outline.iter().enumerate() {
        solid.shade.corner(at(*p), up, dark(strength));
        solid.shade.corner(at(out(n)), up, dark(0.0));
    }
    solid.shade.ring(first, count as u32);
}

pub(super) fn depth(board: &BoardGeometry, heights: &HeightMap) -> f64 {
    heights.base - THICK * board.unit()
}
