//! The board under everything: regions, cells, lines, captions.

use super::{Color, Layer, LayerKind, Pen, Picture, RoleStyle, Shape, Theme};
use crate::board::{Rect, Spot, Stroke};

/// Cells smaller than this on the screen have no outline of their own.
const FINEST_OUTLINE: f32 = 1.5;

impl Picture<'_> {
    /// Returns the ground: what changes only with board, camera and theme. Only
    /// what can be seen is in it.
    pub fn ground(&self) -> Layer {
        let seen = self.camera.seen();
        let mut shapes = Vec::new();
        let strokes = || self.board.strokes().iter().filter(|s| is_seen(s, &seen));
        shapes.extend(strokes().filter(|s| s.filled).map(|s| self.region(s)));
        for spot in self.board.within(seen) {
            self.cell(spot, &mut shapes);
        }
        shapes.extend(strokes().filter(|s| !s.filled).map(|s| self.stroke(s)));
        Layer { kind: LayerKind::Ground, revision: self.ground_revision(), shapes }
    }

    fn cell(&self, spot: &Spot, shapes: &mut Vec<Shape>) {
        let style = self.style.role(spot.role);
        let fade = |color: Color| {
            let behind = self.style.background;
            if spot.copy { color.mixed(behind, 0.6) } else { color }
        };
        let fill = style.fill.map(|fill| fade(self.checkered(spot, fill)));
        let (center, radius) = self.spot(spot);
        if spot.outline.is_empty() {
            if radius >= FINEST_OUTLINE {
                let fill = style.line.map(fade);
                shapes.push(Shape::Circle { center, radius: radius * 0.12, fill, pen: None });
            }
            return;
        }
        let width = self.line_width(style.width, self.least_width());
        let pen = style.line.filter(|_| radius >= FINEST_OUTLINE);
        let pen = pen.map(|color| Pen { color: fade(color), width });
        shapes.push(self.outline(spot, 1.0).painted(fill, pen));
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

    fn least_width(&self) -> f32 {
        if self.style.theme == Theme::HighContrast { 1.5 } else { 0.8 }
    }

    fn region(&self, stroke: &Stroke) -> Shape {
        let style = self.style.role(stroke.role);
        let points = stroke.points.iter().map(|p| self.screen(*p)).collect();
        Shape::Polygon { points, fill: style.fill, pen: None }
    }

    fn stroke(&self, stroke: &Stroke) -> Shape {
        let RoleStyle { line, width, .. } = self.style.role(stroke.role);
        let color = line.unwrap_or(self.style.theme.text());
        let mut points: Vec<_> = stroke.points.iter().map(|p| self.screen(*p)).collect();
        if stroke.closed {
            points.extend(points.first().copied());
        }
        let width = self.line_width(width, self.least_width());
        Shape::Line { points, pen: Pen { color, width } }
    }

    /// Returns the texts beside the board.
    pub(super) fn captions(&self) -> Vec<Shape> {
        if !self.show.coordinates || !self.style.coordinates {
            return Vec::new();
        }
        let size = (self.unit() * 0.62).clamp(9.0, 22.0);
        let color = self.style.theme.text();
        let labels = self.board.labels().iter();
        let text = |label: &crate::board::Label| Shape::Text {
            at: self.screen(label.at),
            text: label.text.clone(),
            size,
            color,
        };
        labels.map(text).collect()
    }
}

fn is_seen(stroke: &Stroke, seen: &Rect) -> bool {
    stroke.bounds().is_some_and(|bounds| bounds.meets(seen))
}
