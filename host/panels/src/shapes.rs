//! The display list in egui's shapes, and as triangles that can stay on the
//! graphics card.

use boardloom_play::scene::{Color, Pen, PlayerStyle, ScreenPos, Shape};
use egui::epaint::{
    CircleShape, PathShape, PathStroke, TessellationOptions, Tessellator, TextShape, Vertex,
};
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Stroke};

/// Returns a colour in egui's terms.
pub fn color(color: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(color.r, color.g, color.b, color.a)
}

fn pos([x, y]: ScreenPos) -> Pos2 {
    Pos2::new(x, y)
}

fn stroke(pen: Option<Pen>) -> Stroke {
    pen.map_or(Stroke::NONE, |pen| Stroke::new(pen.width, color(pen.color)))
}

/// Paints shapes, texts included.
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
    // Too small to be read, and every size takes room in the fonts' texture.
    if size < 4.0 || text.is_empty() {
        return None;
    }
    let size = (size * 2.0).round() / 2.0;
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), ink);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    Some(TextShape::new(rect.min, galley, ink).into())
}

/// Paints a side's disc with its mark, so that the hue alone never tells sides
/// apart.
pub fn side_badge(painter: &Painter, rect: egui::Rect, side: &PlayerStyle) {
    let ink = color(side.color.ink());
    let (center, r) = (rect.center(), rect.width().min(rect.height()) / 2.0 - 1.0);
    let rim = Stroke::new(1.2, color(side.color.mixed(side.color.ink(), 0.45)));
    painter.circle(center, r, color(side.color), rim);
    let m = r * 0.42;
    let pen = Stroke::new((r * 0.18).max(1.2), ink);
    let at = |x: f32, y: f32| center + egui::vec2(x * m, y * m);
    match side.mark.as_str() {
        "dot" => drop(painter.circle_filled(center, m * 0.8, ink)),
        "ring" => drop(painter.circle_stroke(center, m * 0.9, pen)),
        "cross" => {
            painter.line_segment([at(-0.8, -0.8), at(0.8, 0.8)], pen);
            painter.line_segment([at(-0.8, 0.8), at(0.8, -0.8)], pen);
        }
        "square" => {
            let square = egui::Rect::from_center_size(center, egui::Vec2::splat(m * 1.5));
            painter.rect_filled(square, 0.0, ink);
        }
        "triangle" => {
            let points = vec![at(0.0, -1.0), at(0.95, 0.7), at(-0.95, 0.7)];
            painter.add(PathShape::convex_polygon(points, ink, Stroke::NONE));
        }
        "bar" => drop(painter.line_segment([at(-1.0, 0.0), at(1.0, 0.0)], pen)),
        _ => {}
    }
}

/// Turns shapes without texts into triangles. `scale` is how many physical
/// pixels a point is. Edges are sharp: neighbours that touch show no seam, and
/// the window smooths them by multisampling.
pub fn triangles<'a>(shapes: impl IntoIterator<Item = &'a Shape>, scale: f32) -> Mesh {
    let options = TessellationOptions {
        feathering: false,
        prerasterized_discs: false,
        coarse_tessellation_culling: false,
        round_rects_to_pixels: false,
        round_line_segments_to_pixels: false,
        ..TessellationOptions::default()
    };
    let mut tessellator = Tessellator::new(scale, options, [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    let mut parts = Vec::new();
    for shape in shapes {
        add(&mut parts, shape);
        for part in parts.drain(..) {
            tessellator.tessellate_shape(part, &mut mesh);
        }
    }
    mesh
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
            // egui has sharp joints and ends: discs round them.
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

/// Twice the area of a triangle, positive where it turns to the right.
fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn is_convex(points: &[Pos2]) -> bool {
    let n = points.len();
    let turns = (0..n).map(|i| turn(points[i], points[(i + 1) % n], points[(i + 2) % n]));
    let (mut left, mut right) = (false, false);
    for turn in turns {
        left |= turn < -1e-3;
        right |= turn > 1e-3;
    }
    !(left && right)
}

/// Cuts a polygon that does not cross itself into triangles, an ear at a time.
fn ears(points: &[Pos2]) -> Vec<u32> {
    let area: f32 = (0..points.len())
        .map(|i| {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            a.x * b.y - b.x * a.y
        })
        .sum();
    let mut left: Vec<usize> = (0..points.len()).collect();
    if area < 0.0 {
        left.reverse();
    }
    let mut triangles = Vec::with_capacity(points.len() * 3);
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|i| is_ear(points, &left, *i));
        // A polygon of no width has no ear: whatever is left makes no area.
        let i = ear.unwrap_or(0);
        let corner = [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
        triangles.extend(corner.map(|p| p as u32));
        left.remove(i);
    }
    triangles.extend(left.iter().map(|p| *p as u32));
    triangles
}

fn is_ear(points: &[Pos2], left: &[usize], i: usize) -> bool {
    let n = left.len();
    let (before, after) = (left[(i + n - 1) % n], left[(i + 1) % n]);
    let (a, b, c) = (points[before], points[left[i]], points[after]);
    if turn(a, b, c) <= 0.0 {
        return false;
    }
    !left.iter().any(|other| {
        let p = points[*other];
        ![before, left[i], after].contains(other)
            && turn(a, b, p) >= 0.0
            && turn(b, c, p) >= 0.0
            && turn(c, a, p) >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(mesh: &Mesh) -> f32 {
        let at = |i: u32| mesh.vertices[i as usize].pos;
        let corners = mesh.indices.chunks(3);
        corners.map(|t| turn(at(t[0]), at(t[1]), at(t[2])).abs() / 2.0).sum()
    }

    fn filled(points: &[[f32; 2]]) -> Mesh {
        let shape = Shape::Polygon { points: points.to_vec(), fill: Some(Color::WHITE), pen: None };
        triangles([&shape], 1.0)
    }

    #[test]
    fn triangles_cover_a_polygon_exactly() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let arrow = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 2.0], [0.0, 4.0]];
        let comb = [
            [0.0, 0.0],
            [7.0, 0.0],
            [7.0, 5.0],
            [6.0, 5.0],
            [6.0, 1.0],
            [5.0, 1.0],
            [5.0, 5.0],
            [2.0, 5.0],
            [2.0, 1.0],
            [1.0, 1.0],
            [1.0, 5.0],
            [0.0, 5.0],
        ];
        for (points, expected) in [(&square[..], 16.0), (&arrow, 12.0), (&comb, 27.0)] {
            assert!((area(&filled(points)) - expected).abs() < 1e-3, "{points:?}");
            let back: Vec<_> = points.iter().rev().copied().collect();
            assert!((area(&filled(&back)) - expected).abs() < 1e-3, "{back:?}");
        }
    }

    #[test]
    fn triangles_need_no_font() {
        let text = Shape::Text { at: [0.0; 2], text: "a".into(), size: 12.0, color: Color::BLACK };
        assert!(triangles([&text], 1.0).is_empty());
    }
}
