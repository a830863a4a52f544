//! Glued edges: one colour a pair, with chevrons that show which ends meet.

use boardloom_theme::{line, shape, tint};

use super::{Color, Ornament, Pen, Picture, ScreenPos, Shape};
use crate::board::{BoardPlace, Rect, Stroke};

/// The least length of a chevron, in pixels.
const LEAST_CHEVRON: f32 = 5.0;
/// Smaller pictures, in pixels, have none.
const LEAST_PICTURE: f32 = 120.0;
/// From one chevron to the next, in their lengths.
const CHEVRON_STEP: f32 = 0.8;

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

    /// Draws one to three chevrons in the middle of a seam: between cells, so that pieces hide none
    /// of them.
    fn arrows(&self, points: &[ScreenPos], group: u16, color: Color, shapes: &mut Vec<Shape>) {
        let cell = 2.0 * self.unit();
        let Some((middle, [dx, dy], edge)) = middle_of(points, cell / 4.0) else { return };
        let heads = (group - 1) % 3 + 1;
        let steps = f32::from(heads - 1) * CHEVRON_STEP;
        // A seam may be a single edge.
        let head = (cell * shape::CHEVRON).max(LEAST_CHEVRON).min(edge / (steps + 1.2));
        let whole = self.size[0].min(self.size[1]);
        if head < 2.0 || whole < LEAST_PICTURE {
            return;
        }
        let width = (head * shape::CHEVRON_WIDTH).max(shape::SEAM_WIDTH);
        let chevrons = (0..heads).map(|number| {
            let off = (f32::from(number) * CHEVRON_STEP - steps / 2.0) * head;
            let [x, y] = [middle[0] + dx * off, middle[1] + dy * off];
            let (dx, dy) = (dx * head * 0.5, dy * head * 0.5);
            vec![
                [x - dx - dy * 1.3, y - dy + dx * 1.3],
                [x + dx, y + dy],
                [x - dx + dy * 1.3, y - dy - dx * 1.3],
            ]
        });
        let chevrons: Vec<_> = chevrons.collect();
        let casing = Pen { color: self.style.colors.cell, width: 2.0 * width };
        for pen in [casing, Pen { color, width }] {
            shapes
                .extend(chevrons.iter().map(|points| Shape::Line { points: points.clone(), pen }));
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

/// Returns the middle of a line, its direction there, and the room along it. Both edges of a pair
/// have the same direction, even where the middle is a corner. `None` for a line without length.
fn middle_of(points: &[ScreenPos], least: f32) -> Option<(ScreenPos, [f32; 2], f32)> {
    let lengths = points.windows(2).map(|pair| length(pair[0], pair[1]));
    let (whole, longest) =
        lengths.fold((0.0, 0.0_f32), |(whole, most), it| (whole + it, most.max(it)));
    let reach = longest.max(least).min(whole / 2.0);
    let at = |along: f32| {
        let mut left = along;
        for pair in points.windows(2) {
            let edge = length(pair[0], pair[1]);
            if left <= edge && edge > 0.0 {
                let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
                return Some([ax + (bx - ax) * left / edge, ay + (by - ay) * left / edge]);
            }
            left -= edge;
        }
        points.last().copied()
    };
    let [from, middle, to] = [-reach, 0.0, reach].map(|off| at(whole / 2.0 + off));
    let (from, to) = (from?, to?);
    let room = length(from, to);
    (room > 0.0).then_some((middle?, [(to[0] - from[0]) / room, (to[1] - from[1]) / room], room))
}

fn length(a: ScreenPos, b: ScreenPos) -> f32 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}
