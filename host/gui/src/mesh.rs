//! Triangulates shapes for the graphics card. Edges fade over one pixel, because not every driver
//! multisamples.

use boardloom_board_view::scene::{Pen, Shape};
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Pos2, Vec2, pos2, vec2};

use crate::theme::color;

/// Longer mitres, in half widths, are cut.
const MITER: f32 = 2.5;

/// The most points of a shape: triangles of more could lie further apart than the
/// 65,536 vertices that a part of a mesh has.
const POINTS: usize = 16_000;

/// The most comparisons of points while a polygon is cut. The rest is then cut without looking.
const COMPARISONS: usize = 4_000_000;

/// Ignores texts. `scale` is pixels per point.
pub fn triangles<'a>(shapes: impl IntoIterator<Item = &'a Shape>, scale: f32) -> Mesh {
    let (mesh, points) = (Mesh::default(), Vec::new());
    let mut tessellator = Tessellator { mesh, points, scale, fade: 1.0 / scale.max(0.1) };
    shapes.into_iter().for_each(|shape| tessellator.add(shape));
    tessellator.mesh
}

struct Tessellator {
    mesh: Mesh,
    points: Vec<Pos2>,
    scale: f32,
    /// The width of the edges, in points.
    fade: f32,
}

/// How the edge of a fill fades.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FillEdge {
    /// Half a pixel inwards and outwards.
    Even,
    /// Outwards only: neighbours that touch show no seam.
    Outer,
}

impl Tessellator {
    fn add(&mut self, shape: &Shape) {
        self.points.clear();
        match shape {
            Shape::Polygon { points, fill, pen } => {
                self.take(points);
                self.fill(fill.map(color), FillEdge::Outer);
                self.outline(*pen, true);
            }
            Shape::Circle { center, radius, fill, pen } => {
                self.circle(pos2(center[0], center[1]), *radius);
                self.fill(fill.map(color), FillEdge::Even);
                self.outline(*pen, true);
            }
            Shape::Line { points, pen } => {
                self.take(points);
                self.outline(Some(*pen), false);
                self.ends(points.iter().map(|[x, y]| pos2(*x, *y)), *pen);
            }
            Shape::Text { .. } => {}
        }
    }

    /// Takes a shape's points, of very many only some.
    fn take(&mut self, points: &[[f32; 2]]) {
        let step = points.len().div_ceil(POINTS).max(1);
        self.points.extend(points.iter().step_by(step).map(|[x, y]| pos2(*x, *y)));
    }

    /// Edges deviate by a third of a pixel at most.
    fn circle(&mut self, center: Pos2, radius: f32) {
        let corners = ((radius * self.scale).max(0.0).sqrt() * 4.0).ceil().clamp(6.0, 96.0);
        let (sin, cos) = (std::f32::consts::TAU / corners).sin_cos();
        let mut arm = vec2(0.0, -radius);
        for _ in 0..corners as u32 {
            self.points.push(center + arm);
            arm = vec2(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
        }
    }

    fn ends(&mut self, at: impl Iterator<Item = Pos2>, pen: Pen) {
        // Overlapping translucent discs would show.
        if pen.width <= 2.5 || pen.color.a < 255 {
            return;
        }
        for at in at {
            self.points.clear();
            self.circle(at, pen.width / 2.0);
            self.fill(Some(color(pen.color)), FillEdge::Even);
        }
    }

    fn fill(&mut self, fill: Option<Color32>, edge: FillEdge) {
        let Some(fill) = fill.filter(|fill| fill.a() > 0) else { return };
        self.drop_doubles();
        let count = self.points.len();
        if count < 3 {
            return;
        }
        let area = twice_the_area(&self.points);
        let (inner, outer) = match edge {
            FillEdge::Even => (self.fade / 2.0, self.fade / 2.0),
            // Fades of translucent neighbours would overlap, and straight edges need none.
            FillEdge::Outer if fill.a() < 255 || is_upright(&self.points) => (0.0, 0.0),
            FillEdge::Outer => (0.0, self.fade),
        };
        // Left of a side is outside if the points go round clockwise.
        let out = if area > 0.0 { 1.0 } else { -1.0 };
        let arms = self.arms(true);
        let first = self.mesh.vertices.len() as u32;
        let inside = self.points.iter().zip(&arms).map(|(at, arm)| *at - *arm * (out * inner));
        self.mesh.vertices.extend(inside.map(|at| Vertex::untextured(at, fill)));
        if is_convex(&self.points) {
            let fan = (2..count as u32).flat_map(|n| [first, first + n - 1, first + n]);
            self.mesh.indices.extend(fan);
        } else {
            self.mesh.indices.extend(ears(&self.points).into_iter().map(|n| first + n));
        }
        if outer > 0.0 {
            let begin = self.mesh.vertices.len() as u32;
            let outside = self.points.iter().zip(&arms).map(|(at, arm)| *at + *arm * (out * outer));
            let clear = Color32::TRANSPARENT;
            self.mesh.vertices.extend(outside.map(|at| Vertex::untextured(at, clear)));
            self.strip([first, begin], 1, count as u32, true);
        }
    }

    /// Drops points that lie on the one before, all around.
    fn drop_doubles(&mut self) {
        self.points.dedup();
        if self.points.len() > 1 && self.points.first() == self.points.last() {
            self.points.pop();
        }
    }

    /// The corners of a line of half width 1 along the points, left of each.
    fn arms(&self, closed: bool) -> Vec<Vec2> {
        let count = self.points.len();
        let edges = if closed { count } else { count - 1 };
        let direction = |n: usize| (self.points[(n + 1) % count] - self.points[n]).normalized();
        let mut before = if closed { direction(count - 1) } else { direction(0) };
        let arm = |n: usize| {
            let after = if n < edges { direction(n) } else { before };
            corner(std::mem::replace(&mut before, after), after)
        };
        (0..count).map(arm).collect()
    }

    /// Joins two rows of vertices, `step` apart in each.
    fn strip(&mut self, [one, other]: [u32; 2], step: u32, count: u32, closed: bool) {
        let edges = if closed { count } else { count - 1 };
        for n in 0..edges {
            let next = (n + 1) % count;
            let [a, b] = [one, other].map(|first| first + n * step);
            let [c, d] = [one, other].map(|first| first + next * step);
            self.mesh.indices.extend([a, b, c, b, d, c]);
        }
    }

    /// Draws along the points, half of the width on each side.
    fn outline(&mut self, pen: Option<Pen>, closed: bool) {
        let Some(pen) = pen.filter(|pen| pen.color.a > 0 && pen.width > 0.0) else { return };
        match closed {
            true => self.drop_doubles(),
            false => self.points.dedup(),
        }
        let count = self.points.len();
        if count < 2 {
            return;
        }
        // Thinner lines are paler.
        let part = (pen.width / self.fade).min(1.0);
        let ink = color(pen.color).gamma_multiply(part);
        let half = pen.width.max(self.fade) / 2.0;
        let (inner, outer) = (half - self.fade / 2.0, half + self.fade / 2.0);
        let first = self.mesh.vertices.len() as u32;
        let clear = Color32::TRANSPARENT;
        let rows = [(outer, clear), (inner, ink), (-inner, ink), (-outer, clear)];
        for (at, arm) in self.points.iter().zip(self.arms(closed)) {
            let row = rows.map(|(width, ink)| Vertex::untextured(*at + arm * width, ink));
            self.mesh.vertices.extend(row);
        }
        for row in 0..rows.len() as u32 - 1 {
            self.strip([first + row, first + row + 1], rows.len() as u32, count as u32, closed);
        }
    }
}

/// Whether all sides are level or plumb, as those of squares.
fn is_upright(points: &[Pos2]) -> bool {
    let level = |a: &Pos2, b: &Pos2| (a.x - b.x).abs() < 1e-3 || (a.y - b.y).abs() < 1e-3;
    let (last, rest) = (points.len() - 1, points.windows(2));
    level(&points[last], &points[0]) && rest.into_iter().all(|side| level(&side[0], &side[1]))
}

/// Positive if the points go round clockwise, as y grows downwards.
fn twice_the_area(points: &[Pos2]) -> f32 {
    let count = points.len();
    let sides = (0..count).map(|n| (points[n], points[(n + 1) % count]));
    sides.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// The left corner of a line of half width 1 between two directions.
fn corner(before: Vec2, after: Vec2) -> Vec2 {
    let (one, other) = (before.rot90(), after.rot90());
    let both = one + other;
    let length = both.length_sq();
    if length < 1e-6 {
        return other;
    }
    let arm = both * (2.0 / length);
    if arm.length_sq() > MITER * MITER { arm.normalized() * MITER } else { arm }
}

/// Twice the area, positive for a right turn.
fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

pub(crate) fn is_convex(points: &[Pos2]) -> bool {
    let n = points.len();
    let turns = (0..n).map(|i| turn(points[i], points[(i + 1) % n], points[(i + 2) % n]));
    let (mut left, mut right) = (false, false);
    for turn in turns {
        left |= turn < -1e-3;
        right |= turn > 1e-3;
    }
    !(left && right)
}

/// Ear clipping, for simple polygons.
pub(crate) fn ears(points: &[Pos2]) -> Vec<u32> {
    let mut left: Vec<usize> = (0..points.len()).collect();
    if twice_the_area(points) < 0.0 {
        left.reverse();
    }
    let mut triangles = Vec::with_capacity(points.len() * 3);
    let mut comparisons = 0;
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|i| {
            comparisons += n;
            comparisons > COMPARISONS || is_ear(points, &left, *i)
        });
        // A polygon without area has no ear.
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
    use boardloom_board_view::scene::Color;

    use super::*;

    /// Counts what is half covered by half.
    fn area(mesh: &Mesh) -> f32 {
        let at = |i: u32| mesh.vertices[i as usize].pos;
        let cover = |i: u32| f32::from(mesh.vertices[i as usize].color.a()) / 255.0;
        let covered = |t: &[u32]| t.iter().map(|i| cover(*i)).sum::<f32>() / 3.0;
        let corners = mesh.indices.chunks(3);
        corners.map(|t| covered(t) * turn(at(t[0]), at(t[1]), at(t[2])).abs() / 2.0).sum()
    }

    fn filled(points: &[[f32; 2]]) -> Mesh {
        let shape = Shape::Polygon { points: points.to_vec(), fill: Some(Color::WHITE), pen: None };
        triangles([&shape], FINE)
    }

    /// Pixels that are small beside the shapes.
    const FINE: f32 = 1000.0;

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
            assert!((area(&filled(points)) - expected).abs() < 0.02, "{points:?}");
            let back: Vec<_> = points.iter().rev().copied().collect();
            assert!((area(&filled(&back)) - expected).abs() < 0.02, "{back:?}");
        }
    }

    #[test]
    fn an_outline_covers_half_its_width_on_each_side() {
        let square = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        let pen = Some(Pen { color: Color::BLACK, width: 2.0 });
        let closed = Shape::Polygon { points: square.clone(), fill: None, pen };
        assert!((area(&triangles([&closed], FINE)) - (144.0 - 64.0)).abs() < 0.1);
        let thin = Pen { color: Color::BLACK, width: 1.0 };
        let open = Shape::Line { points: square, pen: thin };
        assert!((area(&triangles([&open], FINE)) - 30.0).abs() < 0.1);
    }

    #[test]
    fn circles_are_round_enough() {
        for radius in [1.0, 10.0, 300.0] {
            let (center, fill) = ([5.0, 5.0], Some(Color::WHITE));
            let disc = Shape::Circle { center, radius, fill, pen: None };
            let whole = std::f32::consts::PI * radius * radius;
            let part = area(&triangles([&disc], 1.0)) / whole;
            assert!(part > 0.8 && part <= 1.0, "{radius}: {part}");
        }
    }

    /// Would break if rims were stepped where the driver does not multisample.
    #[test]
    fn edges_fade_over_a_pixel_on_both_sides() {
        let pen = Pen { color: Color::BLACK, width: 3.0 };
        let rim = Shape::Circle { center: [0.0; 2], radius: 20.0, fill: None, pen: Some(pen) };
        let mesh = triangles([&rim], 1.0);
        for vertex in &mesh.vertices {
            let from_rim = (vertex.pos.to_vec2().length() - 20.0).abs();
            let expected = if vertex.color.a() == 0 { 2.0 } else { 1.0 };
            assert!((from_rim - expected).abs() < 0.05, "{vertex:?}");
        }
        let square = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
        let shape = Shape::Polygon { points: square.to_vec(), fill: Some(Color::WHITE), pen: None };
        assert_eq!(triangles([&shape], 1.0).vertices.len(), 4, "cells touch without a seam");
    }

    /// A hairline is paler, not as wide as a pixel.
    #[test]
    fn thin_lines_are_paler() {
        let thin = |width| {
            let pen = Pen { color: Color::BLACK, width };
            area(&triangles([&Shape::Line { points: vec![[0.0; 2], [40.0, 0.0]], pen }], 1.0))
        };
        assert!((thin(0.5) - 20.0).abs() < 1.0, "{}", thin(0.5));
        assert!((thin(2.0) - 80.0).abs() < 1.0, "{}", thin(2.0));
    }

    /// Would break if a plugin's drawing could end the program or stop it for minutes.
    #[test]
    fn outlines_of_very_many_points_are_cut_in_time() {
        let teeth = |count: usize| -> Vec<[f32; 2]> {
            let point = |n: usize| {
                let angle = n as f32 / count as f32 * std::f32::consts::TAU;
                let radius = if n.is_multiple_of(2) { 1.0 } else { 900.0 };
                [angle.cos() * radius, angle.sin() * radius]
            };
            (0..count).map(point).collect()
        };
        for count in [4000, 100_000] {
            let pen = Pen { color: Color::BLACK, width: 1.0 };
            let points = teeth(count);
            let polygon =
                Shape::Polygon { points: points.clone(), fill: Some(Color::WHITE), pen: Some(pen) };
            let parts = triangles([&polygon, &Shape::Line { points, pen }], 1.0).split_to_u16();
            assert!(!parts.is_empty());
        }
    }

    #[test]
    fn triangles_need_no_font() {
        let text = Shape::Text { at: [0.0; 2], text: "a".into(), size: 12.0, color: Color::BLACK };
        assert!(triangles([&text], 1.0).is_empty());
    }
}
