//! The material of cells and frame: tones and grain of wood, bevels of stone, carvings.

use boardloom_theme::{line, shape, tint};

use super::bands::{frame_around, frame_outline};
use super::{Color, Elevation, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Pos, Rect};

/// The points of a line of grain in a cell.
const GRAIN_POINTS: u32 = 4;
/// How far grain sways, in parts of the distance of its lines.
const SWAY: f64 = 0.25;
/// The depth of a hole's shadow, in parts of its radius, and in pixels at most.
const HOLE: (f32, f32) = (0.22, 6.0);
/// Edges of a hole whose middles lie higher above its own, in parts of their distance, cast shadow.
const UPPER: f32 = 0.3;
/// More lines across a hole would take too long.
const MOST_HATCHES: f32 = 400.0;
/// The steps in which it fades.
const SHADOW_STEPS: u8 = 4;
/// Parts of smaller cells, in pixels, have no shadow that could be seen.
const FINEST_SHADOW: f32 = 8.0;
/// A corner on the edge of a cell counts as inside: it is moved towards the middle by this part.
const NEARLY: f64 = 0.01;
/// The depth of a divided cell's shadows at most, in widths of an edge.
const DEEPEST: f32 = 4.0;
/// Narrower frames, in pixels, have no carving.
const FINEST_CARVING: f64 = 8.0;
/// The height and the length of a tooth of a zigzag, in widths of the frame.
const TEETH: (f64, f64) = (0.26, 0.26);
/// The room around a caption, and half of a letter, in widths of the frame.
const CAPTION_ROOM: (f64, f64) = (0.3, 0.22);
/// Wider frames have no carving that could be placed to a pixel.
const WIDEST_FRAME: f32 = 1e5;

impl Picture<'_> {
    /// One of three tones by the number of the site.
    pub(super) fn toned(&self, spot: &BoardPlace, fill: Color) -> Color {
        let part = f32::from(self.style.colors.tone) / 100.0;
        match noise(u64::from(spot.site), 0) % 3 {
            0 => fill.mixed(Color::BLACK, part),
            1 => fill.mixed(Color::WHITE, part),
            _ => fill,
        }
    }

    pub(super) fn material(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        if let Some(color) = self.style.colors.grain {
            self.grain(spot, color, shapes);
        }
        let nested = matches!(self.style.place(spot).elevation, Elevation::Terrace(_));
        if let Some(color) = self.style.colors.bevel.filter(|_| !nested) {
            self.bevel(spot, color, shapes);
        }
    }

    /// Draws lines along the rows of the board that go on from cell to cell.
    fn grain(&self, spot: &BoardPlace, color: Color, shapes: &mut Vec<Shape>) {
        let side = 2.0 * self.board.unit();
        let gap = side / f64::from(shape::GRAIN_LINES);
        let (first, last) =
            ((spot.bounds.min.y / gap).floor() as i64, (spot.bounds.max.y / gap).ceil() as i64);
        let pen = Pen { color, width: self.line_width(line::GRAIN) };
        for line in first..=last {
            let seed = noise(line as u64, 1);
            let part = |shift: u32| f64::from((seed >> shift) as u8) / 255.0;
            let (shift, phase, length) = (part(0), part(8) * 6.0, 3.0 + 3.0 * part(16));
            let height = |x: f64| {
                (line as f64 + shift + SWAY * (x / (length * side) * 6.0 + phase).sin()) * gap
            };
            let Some((left, right)) = across(&spot.outline, height(spot.at.x)) else { continue };
            let points: Vec<ScreenPos> = (0..=GRAIN_POINTS)
                .map(|n| left + (right - left) * f64::from(n) / f64::from(GRAIN_POINTS))
                .map(|x| Pos::new(x, height(x)))
                .filter(|at| spot.bounds.contains(*at))
                .map(|at| self.screen(at))
                .collect();
            if points.len() > 1 {
                shapes.push(Shape::Line { points, pen });
            }
        }
    }

    /// Lights the edges towards the upper left of the screen.
    fn bevel(&self, spot: &BoardPlace, color: Color, shapes: &mut Vec<Shape>) {
        let width = self.line_width(line::BEVEL);
        let (center, radius) = self.spot(spot);
        let part = 1.0 - f64::from((1.3 * width / radius).min(0.2));
        let inner: Vec<ScreenPos> =
            spot.outline.iter().map(|p| self.screen(spot.at.toward(*p, part))).collect();
        let lit = |[ax, ay]: ScreenPos, [bx, by]: ScreenPos| {
            (ax + bx) / 2.0 - center[0] + (ay + by) / 2.0 - center[1] < -0.3 * radius
        };
        let color = self.faded(spot, color);
        for line in chains(&inner, lit) {
            shapes.push(Shape::Line { points: line, pen: Pen { color, width } });
        }
    }

    pub(super) fn hole_shadow(
        &self,
        spot: &BoardPlace,
        window: Option<Rect>,
        shapes: &mut Vec<Shape>,
    ) {
        if spot.is_divided() {
            return self.shadows_of_parts(spot, window, shapes);
        }
        let outline: Vec<ScreenPos> = spot.outline.iter().map(|p| self.screen(*p)).collect();
        if let Some(color) = self.style.colors.hole_hatch {
            let pen = Pen { color: self.faded(spot, color), width: self.line_width(line::HATCH) };
            shapes.extend(hatch(&outline, pen));
            return;
        }
        let (center, radius) = self.spot(spot);
        let depth = (radius * HOLE.0).min(HOLE.1);
        let upper = |[ax, ay]: ScreenPos, [bx, by]: ScreenPos| {
            let (dx, dy) = ((ax + bx) / 2.0 - center[0], (ay + by) / 2.0 - center[1]);
            dy < -UPPER * dx.hypot(dy)
        };
        let shade = self.faded(spot, self.style.colors.hole_shadow);
        let fill = Some(shade.faded(1.0 / f32::from(SHADOW_STEPS)));
        for edge in chains(&outline, upper) {
            // Soft below: steps that overlap. Towards the middle, so that they stay inside.
            for step in 1..=SHADOW_STEPS {
                let part = depth * f32::from(step) / f32::from(SHADOW_STEPS) / radius;
                let inward =
                    |[x, y]: &ScreenPos| [x + (center[0] - x) * part, y + (center[1] - y) * part];
                let points = edge.iter().copied().chain(edge.iter().rev().map(inward)).collect();
                shapes.push(Shape::Polygon { points, fill, pen: None });
            }
        }
    }

    /// Draws the shadows of the cells that divide another one on what they leave of it.
    fn shadows_of_parts(&self, spot: &BoardPlace, window: Option<Rect>, shapes: &mut Vec<Shape>) {
        // Holes between pentagons and hexagons are open to the rim: some could have no shadow.
        let is_open = spot.outline.len() > 4;
        if is_open || self.spot(spot).1 < FINEST_SHADOW {
            return;
        }
        let colors = &self.style.colors;
        // Opaque: they overlap.
        let shade = Color { a: u8::MAX, ..colors.hole_shadow };
        let fill = Some(colors.gap().mixed(shade, f32::from(colors.hole_shadow.a) / 255.0));
        for part in self.board.parts_of(spot) {
            let depth = (self.spot(part).1 * HOLE.0).min(DEEPEST * self.line_width(line::EDGE));
            let (dx, dy) = self.camera.direction_to_board(0.0, f64::from(depth));
            let below = |p: &Pos| Pos::new(p.x + dx, p.y + dy);
            let points: Vec<Pos> = part.outline.iter().map(below).collect();
            // Beyond its edge, it would fall on the neighbours.
            let middle = Pos::new(part.at.x + dx, part.at.y + dy);
            if points.iter().all(|at| spot.holds(at.toward(middle, NEARLY))) {
                let points = self.cut(&points, window);
                if !points.is_empty() {
                    shapes.push(Shape::Polygon { points, fill, pen: None });
                }
            }
        }
    }

    /// Draws four double arcs that cross in the middle.
    pub(super) fn knot(&self, spot: &BoardPlace, shapes: &mut Vec<Shape>) {
        let ([x, y], radius) = self.spot(spot);
        let color = self.faded(spot, self.style.colors.knot);
        let pen = Some(Pen { color, width: (radius * 0.055).max(1.0) });
        let off = radius * 0.36;
        for [dx, dy] in [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0_f32]] {
            let center = [x + dx * off, y + dy * off];
            for part in [0.42, 0.28] {
                let radius = radius * part;
                shapes.push(Shape::Circle { center, radius, fill: None, pen });
            }
        }
    }

    /// Draws the frame around the board, which holds the coordinates.
    pub(super) fn frame(&self, window: Option<Rect>, shapes: &mut Vec<Shape>) {
        let colors = &self.style.colors;
        let Some(fill) = colors.frame.filter(|_| self.style.frame != "none") else { return };
        let outline = frame_outline(self.board, self.style);
        if outline.len() < 3 {
            return;
        }
        let points = self.cut(&outline, window);
        if points.len() < 3 {
            return;
        }
        let width = self.line_width(line::EDGE);
        let edge = Pen { color: colors.incised, width };
        shapes.push(Shape::Polygon { points, fill: Some(fill), pen: Some(edge) });
        self.carving(&outline, shapes);
    }

    /// Draws what is carved into the frame with this outline.
    pub(crate) fn carving(&self, outline: &[Pos], shapes: &mut Vec<Shape>) {
        if self.style.frame == "zigzag" && self.unit() < WIDEST_FRAME {
            self.zigzag(outline, shapes);
        }
    }

    /// Carves a zigzag into the middle of the frame, where it holds no caption.
    fn zigzag(&self, outline: &[Pos], shapes: &mut Vec<Shape>) {
        let wide = frame_around(self.board, self.style).wide;
        // In a small picture, it would be a rough edge.
        if wide * self.camera.scale < FINEST_CARVING {
            return;
        }
        let colors = &self.style.colors;
        let pen = Pen { color: colors.incised, width: self.line_width(line::ZIGZAG) };
        let light = colors.frame.unwrap_or(colors.incised).mixed(colors.coordinates, tint::CARVED);
        let (height, tooth) = (TEETH.0 * wide, TEETH.1 * wide);
        let captions = if self.shows_coordinates() { self.lower_left() } else { Vec::new() };
        let next = outline.iter().cycle().skip(1);
        for (a, b) in outline.iter().zip(next) {
            let long = a.distance(*b);
            // Rounded corners stay plain.
            if long < 2.0 * self.board.unit() {
                continue;
            }
            let (dx, dy) = ((b.x - a.x) / long, (b.y - a.y) / long);
            let along = |at: Pos| (at.x - a.x) * dx + (at.y - a.y) * dy;
            let inward = |at: Pos| (at.y - a.y) * dx - (at.x - a.x) * dy;
            // The parts of the side that captions take.
            let taken: Vec<(f64, f64)> = captions
                .iter()
                .filter(|label| (0.0..2.0 * wide).contains(&inward(label.at)))
                .map(|label| {
                    let letters = label.text.chars().count() as f64;
                    let across = if dx.abs() > 0.5 { letters } else { 1.0 };
                    let half = wide * (CAPTION_ROOM.0 + CAPTION_ROOM.1 * across);
                    (along(label.at) - half, along(label.at) + half)
                })
                .collect();
            let teeth = (long / tooth / 2.0).floor() * 2.0;
            let mut run: Vec<ScreenPos> = Vec::new();
            for n in 0..=teeth as u32 + 1 {
                let place = long * f64::from(n) / teeth;
                let free =
                    n <= teeth as u32 && !taken.iter().any(|it| (it.0..it.1).contains(&place));
                if free {
                    let side = if n.is_multiple_of(2) { -0.5 } else { 0.5 };
                    let inward = wide / 2.0 + side * height;
                    run.push(self.screen(Pos::new(
                        a.x + dx * place - dy * inward,
                        a.y + dy * place + dx * inward,
                    )));
                    continue;
                }
                let points = std::mem::take(&mut run);
                if points.len() > 2 {
                    // The lower edge of the groove catches the light.
                    let lit = points.iter().map(|[x, y]| [*x, y + pen.width]).collect();
                    shapes.push(Shape::Line { points: lit, pen: Pen { color: light, ..pen } });
                    shapes.push(Shape::Line { points, pen });
                }
            }
        }
    }
}

/// Returns slanted lines across an outline, which meet those of its neighbours.
fn hatch(outline: &[ScreenPos], pen: Pen) -> Vec<Shape> {
    let gap = shape::HATCH_GAP * pen.width;
    let slant = |[x, y]: &ScreenPos| x + y;
    let (first, last) =
        outline.iter().map(slant).fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), at| {
            (least.min(at), most.max(at))
        });
    let gap = gap.max((last - first) / MOST_HATCHES);
    let mut lines = Vec::new();
    let mut number = (first / gap).ceil();
    while number * gap < last {
        let at = number * gap;
        let next = outline.iter().cycle().skip(1);
        let crossed = outline.iter().zip(next).filter(|(a, b)| (slant(a) < at) != (slant(b) < at));
        let mut hits: Vec<ScreenPos> = crossed
            .map(|(a, b)| {
                let part = (at - slant(a)) / (slant(b) - slant(a));
                [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
            })
            .collect();
        hits.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let pairs = hits.chunks_exact(2).map(|pair| Shape::Line { points: pair.to_vec(), pen });
        lines.extend(pairs);
        number += 1.0;
    }
    lines
}

/// Returns where a level line meets an outline.
fn across(outline: &[Pos], y: f64) -> Option<(f64, f64)> {
    let next = outline.iter().cycle().skip(1);
    let hits = outline.iter().zip(next).filter(|(a, b)| (a.y - y) * (b.y - y) < 0.0);
    let hits = hits.map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
    let ends = hits
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)));
    (ends.0 < ends.1).then_some(ends)
}

/// Returns the runs of edges of an outline that a test picks, as lines.
fn chains(
    outline: &[ScreenPos],
    picks: impl Fn(ScreenPos, ScreenPos) -> bool,
) -> Vec<Vec<ScreenPos>> {
    let count = outline.len();
    let picked: Vec<bool> =
        (0..count).map(|n| picks(outline[n], outline[(n + 1) % count])).collect();
    // Begins after an edge that is not picked, so that no run is cut.
    let Some(start) = picked.iter().position(|picked| !picked) else { return Vec::new() };
    let mut lines: Vec<Vec<ScreenPos>> = Vec::new();
    let mut goes_on = false;
    for n in (start..start + count).map(|n| n % count) {
        if picked[n] {
            if !goes_on {
                lines.push(vec![outline[n]]);
            }
            lines.last_mut().expect("a line was begun").push(outline[(n + 1) % count]);
        }
        goes_on = picked[n];
    }
    lines
}

/// A number that looks random, the same for equal seeds on every machine.
fn noise(seed: u64, stream: u64) -> u64 {
    let mut mixed = seed.wrapping_add(stream << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}
