//! Converts the display list to egui's shapes.

use boardloom_board_view::scene::{self, Pen, PlayerStyle, ScreenPos, Shape};
use egui::epaint::{CircleShape, PathShape, PathStroke, TextShape, Vertex};
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Stroke};

use crate::mesh::{ears, is_convex};
use crate::theme::color;

fn pos([x, y]: ScreenPos) -> Pos2 {
    Pos2::new(x, y)
}

fn stroke(pen: Option<Pen>) -> Stroke {
    pen.map_or(Stroke::NONE, |pen| Stroke::new(pen.width, color(pen.color)))
}

pub fn paint<'a>(painter: &Painter, shapes: impl IntoIterator<Item = &'a Shape>) {
    let mut all = Vec::new();
    for shape in shapes {
        match shape {
            Shape::Text { at, text, size, color: ink } => {
                all.extend(text_shape(painter, pos(*at), text, *size, color(*ink)));
            }
            other => add(&mut all, other),
        }
    }
    painter.extend(all);
}

fn text_shape(
    painter: &Painter,
    at: Pos2,
    text: &str,
    size: f32,
    ink: Color32,
) -> Option<egui::Shape> {
    // Illegible, and every size takes space in the font texture.
    if size < 4.0 || text.is_empty() {
        return None;
    }
    let size = (size * 2.0).round() / 2.0;
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), ink);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    Some(TextShape::new(rect.min, galley, ink).into())
}

/// A disc with the side's mark: the hue alone never tells sides apart.
pub fn side_badge(painter: &Painter, rect: egui::Rect, side: &PlayerStyle) {
    let (center, r) = (rect.center(), rect.width().min(rect.height()) / 2.0 - 1.0);
    let rim = side.color.mixed(side.color.ink(), boardloom_theme::tint::BADGE_RIM);
    paint(painter, &scene::side_badge(side, [center.x, center.y], r, rim));
}

fn add(all: &mut Vec<egui::Shape>, shape: &Shape) {
    match shape {
        Shape::Polygon { points, fill, pen } => {
            let points: Vec<Pos2> = points.iter().copied().map(pos).collect();
            polygon(all, points, fill.map(color), stroke(*pen));
        }
        Shape::Circle { center, radius, fill, pen } => {
            all.push(egui::Shape::Circle(CircleShape {
                center: pos(*center),
                radius: *radius,
                fill: fill.map_or(Color32::TRANSPARENT, color),
                stroke: stroke(*pen),
            }));
        }
        Shape::Line { points, pen } => {
            let points: Vec<Pos2> = points.iter().copied().map(pos).collect();
            let pen = stroke(Some(*pen));
            // Discs round egui's sharp joints and ends.
            if pen.width > 2.5 && pen.color.a() == 255 {
                let round = |at: &Pos2| egui::Shape::circle_filled(*at, pen.width / 2.0, pen.color);
                all.extend(points.iter().map(round));
            }
            all.push(PathShape::line(points, pen).into());
        }
        Shape::Text { .. } => {}
    }
}

fn polygon(all: &mut Vec<egui::Shape>, points: Vec<Pos2>, fill: Option<Color32>, pen: Stroke) {
    if points.len() < 2 {
        return;
    }
    let fill = fill.unwrap_or(Color32::TRANSPARENT);
    if fill == Color32::TRANSPARENT || is_convex(&points) {
        let pen = PathStroke::from(pen);
        all.push(PathShape { points, closed: true, fill, stroke: pen }.into());
        return;
    }
    let mut mesh = Mesh::default();
    mesh.vertices.extend(points.iter().map(|at| Vertex::untextured(*at, fill)));
    mesh.indices = ears(&points);
    all.push(egui::Shape::mesh(mesh));
    if !pen.is_empty() {
        all.push(PathShape::closed_line(points, pen).into());
    }
}
