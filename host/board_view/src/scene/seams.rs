//! Glued edges: one colour a pair, with chevrons that show which ends meet.

use boardloom_theme::{line, shape, tint};

use super::{Color, Ornament, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Rect, Stroke};

/// The least length of a chevron, in pixels.
const LEAST_CHEVRON: f32 = 5.0;
/// Smaller pictures, in pixels, have none.
const LEAST_PICTURE: f32 = 120.0;
/// From an edge to the middle of its chevrons, in their lengths.
const CHEVRON_ASIDE: f32 = 0.8;

impl Picture<'_> {
    /// Draws a stroke; a seam with chevrons in the order of its points, so that equal ends match
    /// on both edges.
    pub(crate) fn stroke(&self, stroke: &Stroke, window: Option<Rect>, shapes: &mut Vec<Shape>) {
        let role = self.style.role(stroke.role);
        let colors = &self.style.colors;
        let is_seam = role.ornament == Ornament::Arrows;
        let color = match role.line {
            Some(color) => color,
            None if is_seam => colors.seam(stroke.group),
            None => colors.ink,
        };
        let color =
            if stroke.far { color.mixed(self.style.background, tint::FAR_LINE) } else { color };
        if let Ornament::Band(side) = role.ornament
            && !stroke.closed
        {
            return self.band(stroke, side, color, shapes);
        }
        let least = if is_seam { shape::SEAM_WIDTH } else { self.least_width() };
        let faint = if is_seam { shape::SEAM_LINE } else { 1.0 };
        let pen = Pen { color: color.faded(faint), width: self.line_width((role.width, least)) };
        if let Some(window) = window.filter(|w| !stroke.points.iter().all(|p| w.contains(*p))) {
            return self.cut_line(stroke, window, pen, shapes);
        }
        let points = self.points(stroke);
        if is_seam && stroke.group > 0 {
            self.arrows(&points, stroke.group, color, shapes);
        }
        shapes.push(Shape::Line { points, pen });
    }

    fn cut_line(&self, stroke: &Stroke, window: Rect, pen: Pen, shapes: &mut Vec<Shape>) {
        for pair in stroke.polyline().windows(2) {
            if let Some((from, to)) = window.clip_edge(pair[0], pair[1]) {
                let points = vec![self.screen(from), self.screen(to)];
                shapes.push(Shape::Line { points, pen });
            }
        }
    }

    pub(super) fn lit(&self, shapes: &mut Vec<Shape>) {
        let Some((role, group)) = self.lit else { return };
        let mut together = self.board.grouped().filter(|s| (s.role, s.group) == (role, group));
        // Single lines have no partner.
        let Some(first) = together.next() else { return };
        let style = self.style.role(role);
        let colors = &self.style.colors;
        let color = style.line.unwrap_or(colors.seam(group));
        let halo =
            Pen { color: color.faded(tint::SEAM_HALO), width: self.line_width(line::SEAM_HALO) };
        for stroke in std::iter::once(first).chain(together) {
            let points = self.points(stroke);
            shapes.push(Shape::Line { points: points.clone(), pen: halo });
            if style.ornament == Ornament::Arrows {
                self.arrows(&points, group, color.mixed(colors.ink, tint::SEAM_INK), shapes);
            }
        }
    }

    fn points(&self, stroke: &Stroke) -> Vec<ScreenPos> {
        stroke.polyline().into_iter().map(|p| self.screen(p)).collect()
    }

    /// Draws one to three chevrons in the middle of an edge.
    fn arrows(&self, points: &[ScreenPos], group: u16, color: Color, shapes: &mut Vec<Shape>) {
        let line = Polyline::along(points);
        let heads = (group - 1) % 3 + 1;
        let cell = 2.0 * self.unit();
        // A seam may be a single edge.
        let most = line.length / (f32::from(heads) + 1.0);
        let head = (cell * shape::CHEVRON).max(LEAST_CHEVRON).min(most);
        let whole = self.size[0].min(self.size[1]);
        if head < 2.0 || whole < LEAST_PICTURE {
            return;
        }
        let pen = Pen { color, width: (head * shape::CHEVRON_WIDTH).max(shape::SEAM_WIDTH) };
        let (base, [dx, dy]) = line.around(line.length / 2.0, cell);
        // Beside the edge, so that pieces hide neither.
        let middle = self.board.bounds().map_or(base, |all| self.screen(all.middle()));
        let away = (base[0] - middle[0]) * -dy + (base[1] - middle[1]) * dx;
        let aside = (head + pen.width) * CHEVRON_ASIDE * if away < 0.0 { -1.0 } else { 1.0 };
        let base = [base[0] - dy * aside, base[1] + dx * aside];
        for number in 0..heads {
            let off = (f32::from(number) - f32::from(heads - 1) / 2.0) * head * 0.8;
            let [x, y] = [base[0] + dx * off, base[1] + dy * off];
            let (dx, dy) = (dx * head * 0.5, dy * head * 0.5);
            let points = vec![
                [x - dx - dy * 1.3, y - dy + dx * 1.3],
                [x + dx, y + dy],
                [x - dx + dy * 1.3, y - dy - dx * 1.3],
            ];
            shapes.push(Shape::Line { points, pen });
        }
    }

    /// Joins the places of a site by dots: they are one place of the game.
    pub(super) fn twins(&self, site: boardloom_contract::Site, shapes: &mut Vec<Shape>) {
        let mut places = self.board.places_of(site).filter(|spot| !spot.far);
        let Some(own) = places.next() else { return };
        let color = self.style.colors.marks.select.faded(shape::TWIN_LINE);
        let radius = self.line_width(line::TWIN);
        let gap = self.unit() * 0.3;
        let ends = |spot: &BoardPlace| (self.spot(spot).0, self.spot(spot).1 * 0.9);
        for twin in places {
            let ((from, near), (to, far)) = (ends(own), ends(twin));
            let long = length(from, to);
            let count = ((long - near - far) / gap).floor().max(0.0) as u32;
            for n in 0..=count {
                let part = (near + f32::from(n as u16) * gap) / long.max(1.0);
                let center =
                    [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
                shapes.push(Shape::Circle { center, radius, fill: Some(color), pen: None });
            }
        }
    }
}

struct Polyline<'a> {
    points: &'a [ScreenPos],
    length: f32,
}

impl<'a> Polyline<'a> {
    fn along(points: &'a [ScreenPos]) -> Self {
        let length = points.windows(2).map(|pair| length(pair[0], pair[1])).sum();
        Polyline { points, length }
    }

    /// Returns the middle of a cell's length of the line and its overall direction: along a
    /// zigzag all heads point the same way.
    fn around(&self, far: f32, cell: f32) -> (ScreenPos, ScreenPos) {
        let part = |steps: i8| self.at(far + cell * f32::from(steps) / 4.0);
        let near = (-4..=4).map(part);
        let [x, y] = near.fold([0.0, 0.0], |sum, p| [sum[0] + p[0] / 9.0, sum[1] + p[1] / 9.0]);
        let reach = (2.0 * cell).min(self.length / 2.0);
        let (ahead, behind) = (self.at(far + reach), self.at(far - reach));
        let (dx, dy) = (ahead[0] - behind[0], ahead[1] - behind[1]);
        let long = dx.hypot(dy).max(f32::MIN_POSITIVE);
        ([x, y], [dx / long, dy / long])
    }

    /// Returns the point at a length, clamped to the ends.
    fn at(&self, far: f32) -> ScreenPos {
        let mut left = far.max(0.0);
        for pair in self.points.windows(2) {
            let part = length(pair[0], pair[1]);
            if left <= part && part > 0.0 {
                let t = left / part;
                let mix = |a: f32, b: f32| a + (b - a) * t;
                return [mix(pair[0][0], pair[1][0]), mix(pair[0][1], pair[1][1])];
            }
            left -= part;
        }
        self.points.last().copied().unwrap_or_default()
    }
}

fn length(a: ScreenPos, b: ScreenPos) -> f32 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}
