//! Bands of the sides that players own, beside the board and mitred at its corners.

use boardloom_theme::{piece, shape};

use super::piece_icon::PieceIcon;
use super::{Color, Pen, Picture, ScreenPos, Shape};
use crate::board::{Pos, Stroke};
use crate::scene::Ornament;

/// A direction, or a distance in it.
type Step = (f64, f64);

impl Picture<'_> {
    /// Draws a side's band from the edge of the board outwards.
    pub(super) fn band(&self, stroke: &Stroke, side: u8, color: Color, shapes: &mut Vec<Shape>) {
        let (Some(first), Some(last)) = (stroke.points.first(), stroke.points.last()) else {
            return;
        };
        let Some(out) = self.outward(stroke) else { return };
        let width = shape::BAND * 2.0 * self.board.unit();
        // The line along a row of hexagons is no straight one.
        let ahead = |p: &Pos| (p.x - first.x) * out.0 + (p.y - first.y) * out.1;
        let far = stroke.points.iter().map(ahead).fold(0.0, f64::max) + width;
        let outer = |end: Pos| self.mitre(stroke, end, out, far);
        let (from, to) = (outer(*first), outer(*last));
        let points = stroke.points.iter().copied().chain([to, from]);
        let points = points.map(|p| self.screen(p)).collect();
        let edge = Pen { color: self.style.colors.rim, width: self.line_width(0.02, 1.0) };
        shapes.push(Shape::Polygon { points, fill: Some(color), pen: Some(edge) });
        self.band_marks((*first, *last), (out, far - width / 2.0), side, shapes);
    }

    fn band_marks(
        &self,
        (from, to): (Pos, Pos),
        (out, far): (Step, f64),
        side: u8,
        shapes: &mut Vec<Shape>,
    ) {
        let cell = 2.0 * self.board.unit();
        let radius = (0.5 * shape::BAND * cell * self.camera.scale) as f32;
        if radius < 2.0 {
            return;
        }
        let player = self.style.player(side);
        let count = (from.distance(to) / (cell * shape::BAND_MARKS)).round().max(1.0);
        for n in 0..count as u32 {
            let at = from.toward(to, (f64::from(n) + 0.5) / count);
            let at: ScreenPos = self.screen(Pos::new(at.x + out.0 * far, at.y + out.1 * far));
            let icon = PieceIcon {
                at,
                radius,
                shape: "disc".to_owned(),
                color: player.color,
                mark: player.mark.clone(),
                ink: player.ink,
                set: self.style.look.piece_set(),
                rim: self.style.colors.rim,
                count: 0,
                opacity: 1.0,
            };
            icon.side_mark_alone(piece::BAND_MARK, shapes);
        }
    }

    /// The direction away from the middle of the board, across a side.
    pub(super) fn outward(&self, stroke: &Stroke) -> Option<Step> {
        let (first, last) = (stroke.points.first()?, stroke.points.last()?);
        let (dx, dy) = (last.x - first.x, last.y - first.y);
        let long = dx.hypot(dy);
        if long <= 0.0 {
            return None;
        }
        let middle = self.board.bounds()?.middle();
        let (x, y) = (dy / long, -dx / long);
        let along = (first.x + last.x) / 2.0 - middle.x;
        let down = (first.y + last.y) / 2.0 - middle.y;
        Some(if along * x + down * y < 0.0 { (-x, -y) } else { (x, y) })
    }

    /// Returns the outer corner of a band at one end of its side: halfway to the next side.
    fn mitre(&self, stroke: &Stroke, end: Pos, out: Step, far: f64) -> Pos {
        let near = 0.1 * self.board.unit();
        let meets = |other: &&Stroke| {
            !std::ptr::eq(*other, stroke)
                && matches!(self.style.role(other.role).ornament, Ornament::Band(_))
                && [other.points.first(), other.points.last()]
                    .into_iter()
                    .flatten()
                    .any(|p| p.distance(end) < near)
        };
        let beside = self.board.strokes.iter().find(meets).and_then(|other| self.outward(other));
        let (x, y) = match beside {
            Some(other) if out.0 * other.0 + out.1 * other.1 > -0.9 => {
                let part = 1.0 + out.0 * other.0 + out.1 * other.1;
                ((out.0 + other.0) / part, (out.1 + other.1) / part)
            }
            _ => out,
        };
        Pos::new(end.x + x * far, end.y + y * far)
    }
}
