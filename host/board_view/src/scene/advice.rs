//! Arrows and rings that point out moves: those that players drew, and hints with their values.

use boardloom_contract::Site;
use boardloom_theme::{line, shape, tint};

use super::marks::LEAST_CONTRAST;
use super::piece_layer::FILLS;
use super::{Color, Hint, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Pos, Rect};

/// The light ring around a mark on the frame, in widths of the mark.
const HALO: f32 = 1.8;
/// Half the height of a value, in sizes of its text.
const CHIP_HEIGHT: f32 = 0.7;

impl Picture<'_> {
    /// Arrows: those that players drew, and hints.
    pub(super) fn advice(&self, shapes: &mut Vec<Shape>) {
        for path in self.arrows {
            self.arrow(path, self.style.colors.marks.drawn.faded(tint::ARROW), shapes);
        }
        self.arrow(self.premove, self.style.colors.marks.waiting.faded(tint::ARROW), shapes);
        let hints = || self.hints.iter().filter(|_| self.show.arrows);
        let ends: Vec<ChipSpace> = hints().filter_map(|hint| self.end(hint)).collect();
        let shafts: Vec<[Pos; 2]> = hints().flat_map(|hint| self.shafts(hint)).collect();
        let mut taken = ends.clone();
        for (hint, end) in hints().filter(|hint| self.end(hint).is_some()).zip(ends) {
            let fade = shape::ARROW_OPACITY[usize::from(hint.rank).min(2)];
            self.arrow(&hint.path, self.style.colors.marks.hint.faded(fade), shapes);
            if !hint.text.is_empty() {
                taken.push(self.chip_space(hint, end, &taken, &shafts));
            }
        }
        // Over all arrows.
        let texts = hints().filter(|hint| self.end(hint).is_some() && !hint.text.is_empty());
        let first = taken.len() - texts.clone().count();
        for (hint, space) in texts.zip(&taken[first..]) {
            self.value_chip(&hint.text, *space, shapes);
        }
    }

    /// Draws a ring for a single site, else an arrow.
    fn arrow(&self, path: &[Site], color: Color, shapes: &mut Vec<Shape>) {
        let places: Vec<&BoardPlace> =
            path.iter().filter_map(|s| self.board.place_of(*s)).collect();
        let Some(last) = places.last() else { return };
        let (end, radius) = self.spot(last);
        let width = self.line_width(line::ARROW);
        if places.len() == 1 {
            // Between piece and cell: the rings of neighbours do not meet.
            let width = self.line_width(line::RING);
            let pen = Some(Pen { color, width });
            let radius = radius * 2.0 * shape::CAPTURE_RING;
            let ring = |pen| Shape::Circle { center: end, radius, fill: None, pen };
            if self.board.has_vertices && color.contrast(self.surroundings()) < LEAST_CONTRAST {
                // It may lie on the frame.
                let color = Color { a: color.a, ..self.style.colors.levels[0] };
                shapes.push(ring(Some(Pen { color, width: width * HALO })));
            }
            shapes.push(ring(pen));
        } else {
            let points = places.iter().map(|spot| self.spot(spot).0).collect();
            arrow(points, width, color, shapes);
        }
    }

    /// Returns the place where the path of a hint ends.
    fn end(&self, hint: &Hint) -> Option<ChipSpace> {
        let last = hint.path.iter().filter_map(|site| self.board.place_of(*site)).next_back()?;
        let (at, radius) = self.spot(last);
        Some(ChipSpace { at, half: [radius * FILLS; 2] })
    }

    /// Returns the lines of a hint's arrow on the screen.
    fn shafts(&self, hint: &Hint) -> Vec<[Pos; 2]> {
        let places = hint.path.iter().filter_map(|site| self.board.place_of(*site));
        let points: Vec<Pos> = places.map(|spot| self.camera.to_screen(spot.at)).collect();
        points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// Returns a place for a value at the end of a path: the first that hides least of
    /// arrows, other ends and values.
    fn chip_space(
        &self,
        hint: &Hint,
        end: ChipSpace,
        taken: &[ChipSpace],
        shafts: &[[Pos; 2]],
    ) -> ChipSpace {
        let radius = end.half[0] / FILLS;
        let size = (radius * 0.45).clamp(9.0, 16.0);
        let (height, width) = (size * CHIP_HEIGHT, self.line_width(line::ARROW));
        let half = [size * 0.32 * hint.text.chars().count() as f32 + size * 0.35, height];
        let [across, down] = [radius * 0.62, radius * 0.86];
        let far = [end.half[0] + half[0], end.half[1] + half[1]];
        // In the ring, or below and above the tip of an arrow.
        let within: &[ScreenPos] = match hint.path.len() {
            1 if half[0] < end.half[0] => &[[0.0, 0.0]],
            1 => &[],
            _ => &[[0.0, across], [0.0, -across]],
        };
        let beside = [
            [across, -down],
            [-across, -down],
            [across, down],
            [-across, down],
            [far[0], 0.0],
            [-far[0], 0.0],
            [0.0, -far[1]],
            [0.0, far[1]],
        ];
        let steps = within.iter().chain(&beside);
        let spaces = steps.map(|[x, y]| ChipSpace { at: [end.at[0] + x, end.at[1] + y], half });
        let hidden = |space: &ChipSpace| {
            let others = taken.iter().filter(|other| **other != end);
            let covered = others.map(|other| space.overlap(other)).sum::<f32>();
            covered + shafts.iter().map(|shaft| space.hides(*shaft)).sum::<f32>() * width
        };
        spaces.min_by(|a, b| hidden(a).total_cmp(&hidden(b))).unwrap_or(end)
    }

    fn value_chip(&self, text: &str, space: ChipSpace, shapes: &mut Vec<Shape>) {
        let ([x, y], [half, h]) = (space.at, space.half);
        let fill = self.style.colors.marks.hint;
        // The round ends are the ends of a wide line.
        let points = vec![[x - half + h, y], [x + half - h, y]];
        shapes.push(Shape::Line { points, pen: Pen { color: fill, width: 2.0 * h } });
        let size = h / CHIP_HEIGHT;
        shapes.push(Shape::Text { at: [x, y], text: text.to_owned(), size, color: fill.ink() });
    }
}

/// A rectangle that a value or the end of a path takes: its middle, and half of its size.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ChipSpace {
    at: ScreenPos,
    half: [f32; 2],
}

impl ChipSpace {
    fn overlap(&self, other: &ChipSpace) -> f32 {
        let along = |axis: usize| {
            let room = self.half[axis] + other.half[axis];
            (room - (self.at[axis] - other.at[axis]).abs()).max(0.0)
        };
        along(0) * along(1)
    }

    /// Returns the length of a line's part that lies within.
    fn hides(&self, [from, to]: [Pos; 2]) -> f32 {
        let corner = |side: f32| {
            let [x, y] = [0, 1].map(|axis| self.at[axis] + side * self.half[axis]);
            Pos::new(f64::from(x), f64::from(y))
        };
        let within = Rect { min: corner(-1.0), max: corner(1.0) }.clip_edge(from, to);
        within.map_or(0.0, |(from, to)| from.distance(to) as f32)
    }
}

fn arrow(mut points: Vec<ScreenPos>, width: f32, color: Color, shapes: &mut Vec<Shape>) {
    let [.., before, tip] = points[..] else { return };
    let (dx, dy) = (tip[0] - before[0], tip[1] - before[1]);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    let head = (width * 3.0).min(length * 0.6);
    let neck = [tip[0] - dx * head, tip[1] - dy * head];
    let last = points.len() - 1;
    points[last] = neck;
    shapes.push(Shape::Line { points, pen: Pen { color, width } });
    let wing = head * 0.6;
    let corners = vec![
        tip,
        [neck[0] - dy * wing, neck[1] + dx * wing],
        [neck[0] + dy * wing, neck[1] - dx * wing],
    ];
    shapes.push(Shape::Polygon { points: corners, fill: Some(color), pen: None });
}
