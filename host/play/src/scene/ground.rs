//! The board under everything: regions, cells, lines, vertices.

use super::{Color, Layer, LayerKind, Ornament, Pen, Picture, Shape, Theme};
use crate::board::{Rect, Spot, Stroke};

/// Cells smaller than this on the screen have no outline of their own.
const FINEST_OUTLINE: f32 = 1.5;
/// And no ornament.
const FINEST_ORNAMENT: f32 = 4.0;

impl Picture<'_> {
    /// Returns the ground: what changes only with board, camera and theme. Only
    /// what can be seen is in it.
    pub fn ground(&self) -> Layer {
        let seen = self.camera.seen();
        let mut shapes = Vec::new();
        let strokes = || self.board.strokes().iter().filter(|s| is_seen(s, &seen));
        shapes.extend(strokes().filter(|s| s.filled).map(|s| self.region(s)));
        let spots = self.board.within(seen);
        spots.iter().for_each(|spot| self.cell(spot, &mut shapes));
        strokes().filter(|s| !s.filled).for_each(|s| self.stroke(s, &mut shapes));
        self.vertices(&spots, &mut shapes);
        Layer { kind: LayerKind::Ground, revision: self.ground_revision(), shapes }
    }

    fn cell(&self, spot: &Spot, shapes: &mut Vec<Shape>) {
        if spot.outline.is_empty() {
            return;
        }
        let style = self.style.role(spot.role);
        let fill = style.fill.map(|fill| self.faded(spot, self.checkered(spot, fill)));
        let (_, radius) = self.spot(spot);
        let width = self.line_width(style.width, self.least_width());
        let line = style.line.filter(|_| radius >= FINEST_OUTLINE);
        let pen = line.map(|color| Pen { color: self.faded(spot, color), width });
        shapes.push(self.outline(spot, 1.0).painted(fill, pen));
        if let Some(pen) = pen.filter(|_| radius >= FINEST_ORNAMENT) {
            self.ornament(spot, style.ornament, pen, shapes);
        }
    }

    /// Takes a ghost's colour half back into the background.
    fn faded(&self, spot: &Spot, color: Color) -> Color {
        if spot.copy { color.mixed(self.style.background, 0.6) } else { color }
    }

    /// Draws what tells a role apart without its colours.
    fn ornament(&self, spot: &Spot, ornament: Ornament, pen: Pen, shapes: &mut Vec<Shape>) {
        match ornament {
            Ornament::None | Ornament::Arrows => {}
            Ornament::Frame => shapes.push(self.outline(spot, 0.76).painted(None, Some(pen))),
            Ornament::Cross => {
                let ([x, y], radius) = self.spot(spot);
                let r = radius * 0.62;
                for side in [-1.0, 1.0] {
                    let points = vec![[x - r, y - r * side], [x + r, y + r * side]];
                    shapes.push(Shape::Line { points, pen });
                }
            }
        }
    }

    /// Draws the places that are points, over the lines that meet in them: a
    /// dot, and larger where the role says more than that.
    fn vertices(&self, spots: &[&Spot], shapes: &mut Vec<Shape>) {
        for spot in spots.iter().filter(|spot| spot.outline.is_empty()) {
            let (center, radius) = self.spot(spot);
            if radius < FINEST_OUTLINE {
                continue;
            }
            let style = self.style.role(spot.role);
            let line = style.line.unwrap_or(self.style.theme.text());
            let line = self.faded(spot, line.mixed(self.style.theme.text(), 0.35));
            let plain = spot.role == 0 || style.fill.is_none();
            let (fill, part) = match style.fill.filter(|_| !plain) {
                Some(fill) => (self.faded(spot, fill), 0.36),
                None => (line, 0.14),
            };
            let width = self.line_width(style.width, self.least_width());
            let pen = (!plain).then_some(Pen { color: line, width });
            let radius = (radius * part).max(1.0);
            shapes.push(Shape::Circle { center, radius, fill: Some(fill), pen });
        }
    }

    /// Darkens every other cell where the ruleset asks for checkers.
    fn checkered(&self, spot: &Spot, fill: Color) -> Color {
        if self.style.board != "checkers" {
            return fill;
        }
        let side = 2.0 * self.board.unit();
        let column = (spot.at.x / side).floor() as i64;
        let row = (spot.at.y / side).floor() as i64;
        if (column + row).rem_euclid(2) == 1 {
            fill.mixed(self.style.theme.text(), 0.18)
        } else {
            fill
        }
    }

    pub(super) fn least_width(&self) -> f32 {
        if self.style.theme == Theme::HighContrast { 1.5 } else { 0.8 }
    }

    fn region(&self, stroke: &Stroke) -> Shape {
        let style = self.style.role(stroke.role);
        let points = stroke.points.iter().map(|p| self.screen(*p)).collect();
        Shape::Polygon { points, fill: style.fill, pen: None }
    }
}

fn is_seen(stroke: &Stroke, seen: &Rect) -> bool {
    stroke.bounds().is_some_and(|bounds| bounds.meets(seen))
}
