//! Cells that a side owns: a tile with the side's mark in the middle; around the corners of
//! divided cells, whose middle belongs to their parts, arcs.

use std::f32::consts::{PI, TAU};

use boardloom_theme::{piece, shape};

use super::piece_icon::PieceIcon;
use super::{Pen, Picture, PlayerStyle, ScreenPos, Shape, Theme};
use crate::board::BoardPlace;

/// Smaller tiles, in pixels, have no mark: it would blur.
const LEAST_MARKED: f32 = 4.5;
/// How far from a corner of a cell its vertex may be, in radii of the cell.
const OFF: f64 = 0.02;
/// The points of an arc, without the first.
const STEPS: u8 = 8;
/// Arcs of cells that are larger by more levels lie over each other.
const MOST_STEPS: f64 = 3.0;

impl Picture<'_> {
    /// Cells differ by level in tone, so that a tint of the owner's colour would be taken for
    /// another level.
    pub(super) fn owner(&self, spot: &BoardPlace, seat: u8, part: f32, shapes: &mut Vec<Shape>) {
        let side = self.style.player(seat);
        if spot.is_divided() {
            self.owner_arcs(spot, &side, part, shapes);
        } else {
            self.owner_tile(spot, &side, part, shapes);
        }
    }

    fn owner_tile(
        &self,
        spot: &BoardPlace,
        side: &PlayerStyle,
        part: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let (at, radius) = self.spot(spot);
        let radius = radius * shape::OWNER_TILE as f32;
        let pen = self.owner_rim(radius, part);
        let tile = self.outline(spot, shape::OWNER_TILE);
        shapes.push(tile.painted(Some(side.color.faded(part)), Some(pen)));
        if radius < LEAST_MARKED {
            return;
        }
        let icon = PieceIcon {
            at,
            radius,
            shape: String::new(),
            color: side.color,
            mark: side.mark.clone(),
            ink: side.ink,
            set: self.style.look.piece_set(),
            rim: pen.color,
            count: 0,
            opacity: part,
        };
        icon.side_mark_alone(shape::OWNER_MARK, shapes);
    }

    fn owner_rim(&self, radius: f32, part: f32) -> Pen {
        let width = match self.style.theme {
            Theme::HighContrast => piece::STRONG_RIM,
            _ => piece::RIM,
        };
        let width = width * (radius / 24.0).clamp(0.5, 4.0);
        Pen { color: self.style.colors.rim.faded(part), width }
    }

    /// Draws an arc around the piece on each corner, within the cell. Those of larger cells are
    /// farther out, so that all that meet at a corner are seen.
    fn owner_arcs(
        &self,
        spot: &BoardPlace,
        side: &PlayerStyle,
        part: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let count = spot.outline.len();
        let points: Vec<ScreenPos> = spot.outline.iter().map(|at| self.screen(*at)).collect();
        let clockwise = area(&points) > 0.0;
        for (number, at) in points.iter().enumerate() {
            let Some([inner, outer]) = self.arc_radii(spot, number) else { continue };
            let before = points[(number + count - 1) % count];
            let after = points[(number + 1) % count];
            let (from, to) = if clockwise { (after, before) } else { (before, after) };
            let angle = |[x, y]: ScreenPos| (y - at[1]).atan2(x - at[0]);
            let (start, turn) = (angle(from), (angle(to) - angle(from)).rem_euclid(TAU));
            let gap = shape::OWNER_GAP * PI;
            let point = |radius: f32, step: u8| {
                let share = f32::from(step) / f32::from(STEPS);
                let (sin, cos) = (start + gap + (turn - 2.0 * gap) * share).sin_cos();
                [at[0] + radius * cos, at[1] + radius * sin]
            };
            let back = (0..=STEPS).rev().map(|step| point(inner, step));
            let points = (0..=STEPS).map(|step| point(outer, step)).chain(back).collect();
            let fill = Some(side.color.faded(part));
            // Thinner than the arc, whose colour would be lost between two lines.
            let width = ((outer - inner) * 0.14).clamp(0.6, 2.0);
            let pen = Some(Pen { color: self.style.colors.rim.faded(part), width });
            shapes.push(Shape::Polygon { points, fill, pen });
        }
    }

    /// Returns the inner and the outer radius of the arc around a corner; `None` for a point of
    /// the outline that is no vertex.
    fn arc_radii(&self, cell: &BoardPlace, number: usize) -> Option<[f32; 2]> {
        let (corner, count) = (cell.outline[number], cell.outline.len());
        let vertex = self.board.vertex_at(corner, OFF * cell.radius)?;
        let sides = [count - 1, 1].map(|step| cell.outline[(number + step) % count]);
        let side = sides.map(|end| end.distance(corner)).into_iter().fold(f64::INFINITY, f64::min);
        // Between the cell and the smallest ones at this corner.
        let levels = (side / vertex.radius).log2() - 2.0;
        let inner = shape::OWNER_RADIUS + shape::OWNER_STEP * levels.clamp(0.0, MOST_STEPS);
        let radii = [inner, inner + shape::OWNER_ARC];
        Some(radii.map(|radius| (radius * vertex.radius * self.camera.scale) as f32))
    }
}

/// Returns twice the area of a polygon; more than 0 if its points run clockwise on the screen.
fn area(points: &[ScreenPos]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}
