//! The slab under the board, with rounded corners and a shadow.

use super::mesh::{Material, Model};
use super::piece_models::lid;
use super::prism::Prism;
use super::{HeightMap, Vec3};
use crate::board::{BoardGeometry, Pos, Rect};
use crate::scene::{Color, Style, Theme};

/// The rim of the slab, in units.
const RIM: f64 = 0.4;
/// The part of a vertex's radius that lies on the slab.
const POINT: f64 = 0.55;
/// Thickness, in units.
const THICK: f64 = 0.9;
/// The width of the shadow, in units.
const SHADOW: f64 = 1.3;
/// Vertices of a full circle of rounded corners.
const ROUND: u32 = 32;
/// The outline of larger boards is made from the bounds of blocks.
const MANY: usize = 8192;

pub(super) fn color(style: &Style) -> Color {
    if style.background != style.theme.background() {
        // The ruleset sets the colour between cells.
        return style.background;
    }
    style.colors.frame.unwrap_or(style.colors.cell.mixed(style.colors.ink, 0.2))
}

pub(super) fn outline(board: &BoardGeometry) -> Vec<Pos> {
    let places = board.places();
    let mut points: Vec<Pos> = Vec::new();
    if places.len() > MANY {
        points.extend(board.place_blocks().iter().flat_map(|block| block.bounds.corners()));
    } else {
        for spot in places {
            match spot.outline.is_empty() {
                true => {
                    let near = Rect { min: spot.at, max: spot.at }.grown(spot.radius * POINT);
                    points.extend(near.corners());
                }
                false => points.extend(&spot.outline),
            }
        }
    }
    points.extend(board.stroke_blocks().iter().flat_map(|block| block.bounds.corners()));
    let around = hull(points);
    let unit = board.unit();
    let rim = unit * RIM;
    // Wide enough for the captions.
    let texts = board.labels().iter().map(|label| {
        let half = unit * (0.1 + 0.2 * label.text.chars().count() as f64).min(0.6);
        beyond(&around, label.at) + half
    });
    let wide = texts.fold(rim, f64::max);
    let grown = grown(&around, wide - 0.6 * rim);
    let rounded = grown.iter().flat_map(|at| {
        (0..ROUND).map(move |n| {
            let (sin, cos) = (f64::from(n) / f64::from(ROUND) * std::f64::consts::TAU).sin_cos();
            Pos::new(at.x + cos * 0.6 * rim, at.y + sin * 0.6 * rim)
        })
    });
    hull(rounded.collect())
}

/// The distance of a point outside a convex outline; 0 inside.
fn beyond(outline: &[Pos], at: Pos) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let out = outline.iter().zip(next).map(|(a, b)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        ((at.x - a.x) * dy - (at.y - a.y) * dx) / dx.hypot(dy).max(f64::MIN_POSITIVE)
    });
    out.fold(0.0, f64::max)
}

/// Offsets a convex outline. Corners that would become long points are cut.
fn grown(outline: &[Pos], by: f64) -> Vec<Pos> {
    let count = outline.len();
    if count < 3 || by <= 0.0 {
        return outline.to_vec();
    }
    let out = |n: usize| {
        let (a, b) = (outline[n % count], outline[(n + 1) % count]);
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
        (dy / long, -dx / long)
    };
    let mut grown = Vec::new();
    for (n, p) in outline.iter().enumerate() {
        let ((ax, ay), (bx, by_)) = (out(n + count - 1), out(n));
        let (x, y) = (ax + bx, ay + by_);
        let whole = x * x + y * y;
        if whole > 0.9 {
            let part = 2.0 * by / whole;
            grown.push(Pos::new(p.x + x * part, p.y + y * part));
        } else {
            for (x, y) in [(ax, ay), (bx, by_)] {
                grown.push(Pos::new(p.x + x * by, p.y + y * by));
            }
        }
    }
    grown
}

/// The convex hull, clockwise on the screen.
fn hull(mut points: Vec<Pos>) -> Vec<Pos> {
    points.retain(|p| p.x.is_finite() && p.y.is_finite());
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turn = |a: Pos, b: Pos, c: Pos| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let half = |points: &mut dyn Iterator<Item = Pos>| {
        let mut chain: Vec<Pos> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut around = half(&mut points.iter().copied());
    around.extend(half(&mut points.iter().rev().copied()));
    around
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
